"""Tables for terminals of any width."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table


class Fitting:
    """The first of several tables that fits into the terminal, or the last."""

    def __init__(self, *tables: Table) -> None:
        self.tables = tables

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = [
            table
            for table in self.tables
            if Measurement.get(console, options.update(max_width=1000), table).maximum <= options.max_width
        ]
        yield wide[0] if wide else self.tables[-1]
