"""A view that was drawn: what a game's `draw` gives back, in one of two layouts."""

from __future__ import annotations

from typing import Final, Literal, Protocol, get_args

import msgspec

Layout = Literal["wide", "tall"]  # for a screen that lies, and for a phone that stands
LAYOUTS: Final[tuple[Layout, ...]] = get_args(Layout)


class Picture(Protocol):
    """A drawing, ready to be written out."""

    def svg(self) -> str:
        """As SVG."""

    def json(self) -> bytes:
        """The same as a JSON string, for anyone who sends it on."""


class PlainPicture:
    """A picture that a game wrote as one text; a Drawing from `look` is put together from kept parts."""

    def __init__(self, text: str) -> None:
        self._text = text

    def svg(self) -> str:
        return self._text

    def json(self) -> bytes:
        return msgspec.json.encode(self._text)
