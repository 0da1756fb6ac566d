"""What is shown at the terminal depends on the room there is: side by side where it is wide, else stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


class ByRoom:
    """The wide form where there are so many columns, else the narrow one."""

    def __init__(self, needed: int, wide: RenderableType, narrow: RenderableType) -> None:
        self.needed, self.wide, self.narrow = needed, wide, narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.wide if options.max_width >= self.needed else self.narrow
