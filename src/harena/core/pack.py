"""What a game is played with: the part of a pack that every game shares."""

from __future__ import annotations

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Pack:
    """Cards, fighters, boards as native objects that the rules can index."""

    def __init__(self, name: str, title: str, digest: str) -> None:
        self.name = name
        self.title = title
        self.digest = digest  # the same for the same content, whatever the layout of its files
