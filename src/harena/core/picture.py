"""A view that was drawn: what a game's `draw` gives back, in one of two layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol, get_args

import msgspec

from harena.core.errors import LayoutError

Layout = Literal["wide", "tall"]  # for a screen that lies, and for a phone that stands
LAYOUTS: Final[tuple[Layout, ...]] = get_args(Layout)


def layout_named(name: str) -> Layout:
    """The layout of that name."""
    for layout in LAYOUTS:
        if layout == name:
            return layout
    raise LayoutError(f"There is no layout {name[:40]!r}: a picture is {' or '.join(LAYOUTS)}.")


class Picture(Protocol):
    """A drawing, ready to be written out."""

    def svg(self) -> str:
        """As SVG."""

    def json(self) -> bytes:
        """The same as a JSON string, for anyone who sends it on."""

    def parts(self) -> Sequence[str]:
        """The same in parts, one after the other: from one picture to the next most of them are the same."""


class PlainPicture:
    """A picture that a game wrote as one text; a Drawing from `look` is put together from kept parts."""

    def __init__(self, text: str) -> None:
        self._text = text

    def svg(self) -> str:
        return self._text

    def json(self) -> bytes:
        return msgspec.json.encode(self._text)

    def parts(self) -> Sequence[str]:
        return [part + ">" for part in self._text.split(">")[:-1]] or [self._text]
