"""What a game is played with: the part of a pack that every game shares."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from harena.core.printed import printed_pack
from harena.core.travel import reduced


@mypyc_attr(allow_interpreted_subclasses=True)
class Pack:
    """Cards, fighters, boards as native objects that the rules can index."""

    def __init__(self, name: str, title: str, digest: str) -> None:
        self.name = name
        self.title = title
        self.digest = digest  # the same for the same content, whatever the layout of its files

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the whole content: it loads where the pack's folder is not."""
        return reduced(self)

    def __repr__(self) -> str:
        return printed_pack(self)
