"""Lines at the terminal: cut where they are too long, or headings with their text beside them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType
from rich.constrain import Constrain
from rich.table import Table as Grid
from rich.text import Text

WIDEST = 100  # columns; wider lines are hard to follow


def cut(text: Text) -> Text:
    """Text that is cut rather than wrapped where it is too long."""
    text.no_wrap = True
    text.overflow = "ellipsis"
    return text


def headed(rows: Iterable[tuple[str, str]]) -> RenderableType:
    """Headings, each with its text beside it."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for heading, text in rows:
        grid.add_row(Text(heading), Text(text))
    return Constrain(grid, WIDEST)
