"""The open actions of a decision, numbered, and the one a player means."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from harena.core.listing import listing
from harena.core.match import Match
from harena.core.view import View

MARK = " (!)"  # behind a dangerous choice


class Choices:
    """What a seat may do now, the dangerous choices last."""

    def __init__(self, match: Match, view: View) -> None:
        self._words = match.words
        self._view = view
        self._listed = {one.action: one for one in listing(self._words, view)}
        self.actions = list(self._listed)

    def hint(self, action: str) -> str:
        """What a choice does, and what may be lost by it."""
        told = f"{self._listed[action].label}. {self._words.hint(self._view, action)}"
        return f"{told} {self._listed[action].danger}".rstrip()

    def warning(self, action: str) -> str:
        """What to ask before a dangerous choice is taken; empty for any other."""
        one = self._listed[action]
        return f"{one.label}? {one.danger}" if one.danger else ""

    def show_briefly(self) -> RenderableType:
        """As many side by side as fit, without what they do; places by their names alone."""
        labels = [f"{one.label}{MARK if one.danger else ''}" for one in self._listed.values()]
        if self._only_names():
            return Text(f"Type one of these: {' '.join(labels)}")
        numbered = [Text(f"{number:>2} {label}") for number, label in enumerate(labels, start=1)]
        return Columns(numbered, padding=(0, 2), column_first=True)

    def _only_names(self) -> bool:
        """Are all of one kind, and labelled with just what one would type for them, as hexes are?"""
        kinds = {action.partition(":")[0] for action in self.actions}
        return len(kinds) == 1 and all(
            one.label == one.action.partition(":")[2] and self.written(one.label) == one.action
            for one in self._listed.values()
        )

    def show(self) -> RenderableType:
        """One line a choice: number, label, and what it does."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True, style="bold")
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column(style="dim")
        for number, one in enumerate(self._listed.values(), start=1):
            hint = self._words.hint(self._view, one.action)
            grid.add_row(str(number), Text(f"{one.label}{MARK if one.danger else ''}"), Text(hint))
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
