"""The open actions of a decision, numbered, and the one a player means."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from harena.core.match import Match
from harena.core.view import View


class Choices:
    """What a seat may do now."""

    def __init__(self, match: Match, view: View) -> None:
        self.actions = view.actions
        self._words = match.words
        self._view = view

    def hint(self, action: str) -> str:
        """What a choice does."""
        return f"{self._words.label(self._view, action)}. {self._words.hint(self._view, action)}"

    def show_briefly(self) -> RenderableType:
        """As many side by side as fit, without what they do; hexes by their names alone."""
        if all(action.startswith("hex:") for action in self.actions):
            names = " ".join(action.partition(":")[2] for action in self.actions)
            return Text(f"Type a hex: {names}")
        numbered = [
            Text(f"{number:>2} {self._words.label(self._view, action)}")
            for number, action in enumerate(self.actions, start=1)
        ]
        return Columns(numbered, padding=(0, 2), column_first=True)

    def show(self) -> RenderableType:
        """One line a choice: number, label, and what it does."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, style="bold")
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column(style="dim")
        for number, action in enumerate(self.actions, start=1):
            label, hint = self._words.label(self._view, action), self._words.hint(self._view, action)
            grid.add_row(str(number), Text(label), Text(hint))
        return grid

    def numbered(self, text: str) -> str | None:
        """The action with the number typed, if a choice has it."""
        if text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= len(self.actions):
            return self.actions[int(text) - 1]
        return None

    def written(self, text: str) -> str | None:
        """The action typed in notation, or by a word at its end where only one action ends so."""
        wanted = text.casefold()
        for action in self.actions:
            if action.casefold() == wanted:
                return action
        if wanted.isdecimal():
            return None  # a number is a choice's number and nothing else
        ends = [action for action in self.actions if action.partition(":")[2].casefold() == wanted != ""]
        return ends[0] if len(ends) == 1 else None

    @property
    def numbers(self) -> str:
        """The numbers one can type."""
        return "1" if len(self.actions) == 1 else f"1-{len(self.actions)}"
