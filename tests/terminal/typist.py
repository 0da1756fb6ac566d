"""Who types at the tables of these tests."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from harena.core.match import Match
from harena.terminal.console import Terminal
from harena.terminal.play import TerminalTable
from harena.terminal.start import new_table

GAME = "dawn_raid"
DAWN_RAID = ("first_attacker=seat1", "first_deck=seat1")
CLEAR = "\x1b[2J"


class Typist:
    """Types the lines given, then what `then` says, then closes the keyboard."""

    def __init__(self, lines: Iterable[str], then: Callable[[], str] | None = None) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.then = then
        self.screen = io.StringIO()

    def __call__(self) -> str:
        line = next(self.lines, None)
        if line is None:
            if self.then is None:
                raise EOFError
            return self.then()
        if line == "^C":
            raise KeyboardInterrupt
        return line

    def terminal(self, interactive: bool = False, height: int = 24) -> Terminal:
        console = Console(
            file=self.screen,
            width=80,
            height=height,
            force_terminal=interactive,
            color_system=None,
            highlight=False,
            _environ={"TERM": "xterm"},
        )
        return Terminal(console, read=self, interactive=interactive)

    @property
    def seen(self) -> str:
        """All that was shown, with its lines joined."""
        return re.sub(r"\s+", " ", self.screen.getvalue())


def sit_down(
    *lines: str,
    seats: str = "Ann,Bo",
    seed: int | None = 4,
    practice: bool = False,
    interactive: bool = False,
    then: Callable[[], str] | None = None,
    save: Path | None = Path("game.json"),
    game: str = GAME,
    words: Sequence[str] = (),
    quick: bool = False,
) -> tuple[Typist, TerminalTable]:
    """A table that is played with these lines; in Dawn Raid Ann, with the first deck, attacks first."""
    typist = Typist(lines, then)
    table = new_table(
        typist.terminal(interactive),
        game,
        seats=seats,
        seed=seed,
        practice=practice,
        save=save,
        options=DAWN_RAID if game == GAME else (),
        words=words,
        quick=quick,
    )
    return typist, table


def played(*lines: str, **how: object) -> tuple[str, Match]:
    """What is seen when these lines are typed, and the match then."""
    typist, table = sit_down(*lines, **how)  # type: ignore[arg-type]
    table.play()
    return typist.seen, table.match


def always(line: str) -> Callable[[], str]:
    return lambda: line
