"""What Harena says when it is given something it cannot use."""

from __future__ import annotations

from collections.abc import Sequence


class HarenaError(Exception):
    """Something was wrong with what came from outside; the message says what and where."""


class UnknownGameError(HarenaError):
    """No game of that name is installed."""


class PackError(HarenaError):
    """A pack cannot be used."""

    def __init__(self, file: str, what: str, entry: str = "", field: str = "") -> None:
        where = ", ".join(part for part in (file, entry, f"field '{field}'" if field else "") if part)
        super().__init__(f"{where}: {what}")
        self.file, self.entry, self.field = file, entry, field
        self.mistakes: list[PackError] = [self]


class SeveralMistakesError(PackError):
    """A pack has several mistakes; the message has a line for each."""

    def __init__(self, mistakes: Sequence[PackError]) -> None:
        first = mistakes[0]
        HarenaError.__init__(self, "\n".join(map(str, mistakes)))
        self.file, self.entry, self.field = first.file, first.entry, first.field
        self.mistakes = list(mistakes)


class OptionError(HarenaError):
    """An option does not exist or cannot have that value."""


class LayoutError(HarenaError):
    """Pictures are not laid out that way."""


class ActionError(HarenaError):
    """An action cannot be taken now, or is none at all."""


class TakeBackError(HarenaError):
    """The last action cannot be taken back."""


class RecordError(HarenaError):
    """A record cannot be read, or does not belong to this engine, game or pack."""


class BotError(HarenaError):
    """A bot did not do what a bot must."""
