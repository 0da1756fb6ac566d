"""Sections of a picture: drawn around a corner of their own, and put where a sheet says."""

from __future__ import annotations

from typing import Final

import msgspec

from harena.look.drawing import Part, Plain


class Section(msgspec.Struct, frozen=True):
    """Some parts around their own corner, and how high they are."""

    parts: list[Part]
    high: float = 0.0


NO_SECTION: Final = Section([])


def moved(section: Section, x: float, y: float) -> list[Part]:
    """A section where it stands."""
    if not section.parts:
        return []
    return [Plain(f'<g transform="translate({x:g} {y:g})">'), *section.parts, Plain("</g>")]
