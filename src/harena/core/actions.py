"""Actions are whole numbers in one flat range per game; here they get their readable notation."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.errors import ActionError


class Stretch:
    """A named run of actions: `type:melee` is the action `melee` of the stretch `type`."""

    def __init__(self, name: str, start: int, members: Sequence[str]) -> None:
        self.name = name
        self.start = start
        self.members = tuple(members)

    @property
    def stop(self) -> int:
        return self.start + len(self.members)


class Actions:
    """All actions of a game, with a notation that parses back."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = tuple(sorted(stretches, key=lambda stretch: stretch.start))
        self._notation: dict[int, str] = {}
        self._number: dict[str, int] = {}
        for stretch in self.stretches:
            for offset, member in enumerate(stretch.members):
                self._add(stretch.start + offset, f"{stretch.name}:{member}" if member else stretch.name)
        self.size = max(self._notation, default=-1) + 1

    def _add(self, number: int, notation: str) -> None:
        if number in self._notation:
            raise ValueError(f"actions {self._notation[number]} and {notation} have the same number {number}")
        if notation in self._number:
            raise ValueError(f"two actions are written {notation}")
        self._notation[number] = notation
        self._number[notation] = number

    def __contains__(self, action: int) -> bool:
        """Is there an action with this number?"""
        return action in self._notation

    def notation(self, action: int) -> str:
        """How an action is written."""
        try:
            return self._notation[action]
        except (KeyError, TypeError):
            raise ActionError(f"There is no action with the number {action!r}.") from None

    def parse(self, notation: str) -> int:
        """The action that is written so."""
        try:
            return self._number[notation]
        except (KeyError, TypeError):
            raise ActionError(f"There is no action written {_shown(notation)}.") from None


def _shown(text: object) -> str:
    """Foreign text, short enough for a message."""
    shown = repr(text)
    return shown if len(shown) <= 60 else shown[:57] + "..."
