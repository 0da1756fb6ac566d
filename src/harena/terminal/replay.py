"""Stepping through a record, forwards and backwards."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from harena.core.errors import HarenaError
from harena.core.match import Match
from harena.core.pack import Pack
from harena.core.record import Record
from harena.core.replaying import play_entry, replay
from harena.terminal.console import Terminal
from harena.terminal.told import explain, last_action, latest, sentences

KEYS = "Enter or n next  b back  0-{last} go there  {looks}? why  l story  q quit"


class Replay:
    """A record at one of its moments, through the eyes of a seat or a SPECTATOR."""

    def __init__(self, terminal: Terminal, record: Record, seat: int, pack: str | None = None) -> None:
        self.terminal = terminal
        self.record = record
        self.seat = seat
        self.whole = replay(record, pack)
        self._pack: Pack = self.whole.pack
        self.last = len(record.actions)
        self.match = replay(record, self._pack, upto=0) if self.last else self.whole
        self.notice = ""

    def tell(self) -> None:
        """The whole story at once."""
        self.terminal.say(*sentences(self.whole, self.whole.events(self.seat), self.seat))
        self.terminal.say(Text(self.whole.words.prompt(self.whole.view(self.seat)), style="bold"))

    def step(self) -> None:
        """Go through it until the reader has seen enough."""
        try:
            with self.terminal.own_screen():
                self._draw()
                while self._obey(self.terminal.ask("> ").lower()):
                    self._draw()
        except (EOFError, KeyboardInterrupt):
            self.terminal.say("")

    @property
    def at(self) -> int:
        """How many actions have been played."""
        return len(self.match.played)

    def go_to(self, moment: int) -> None:
        """The position after so many actions."""
        if not 0 <= moment <= self.last:
            raise HarenaError(f"The record has {self.last} actions: type a number from 0 to {self.last}.")
        if moment < self.at:
            self.match = replay(self.record, self._pack, upto=moment)
        while self.at < moment:
            play_entry(self.match, self.at, self.record.actions[self.at])
        if moment == self.last:
            self.match = self.whole  # with who gave up there

    def _obey(self, line: str) -> bool:
        """Do what the line says; false when the reader leaves."""
        self.notice = ""
        if line == "q":
            return False
        try:
            self._understand(line)
        except HarenaError as error:
            self.notice = str(error)
        return True

    def _understand(self, line: str) -> None:
        if line in ("", "n"):
            if self.at == self.last:
                raise HarenaError("This is the end of the record; q quits.")
            self.go_to(self.at + 1)
        elif line == "b":
            if self.at == 0:
                raise HarenaError("This is the beginning of the record.")
            self.go_to(self.at - 1)
        elif line.isascii() and line.isdecimal() and len(line) < 9:
            self.go_to(int(line))
        elif line == "l":
            story = Text("\n").join(sentences(self.match, self.match.events(self.seat), self.seat))
            self.terminal.look_through("The story so far", story, from_end=True)
        elif line.startswith("?"):
            explain(self.terminal, self.match, last_action(self.match, self.seat), self.seat, line[1:])
        else:
            self._look_at(line)

    def _look_at(self, line: str) -> None:
        for key, title, content in _extras(self.match, self.seat):
            if key == line:
                self.terminal.look_through(title, content)
                return
        raise HarenaError(f"{line[:40]!r} does nothing here. Type Enter, b, a number or q.")

    def _draw(self) -> None:
        looks = ",".join(key for key, _, _ in _extras(self.match, self.seat))
        keys = KEYS.format(last=self.last, looks=f"{looks} look  " if looks else "")
        parts: list[RenderableType] = [position(self.match, self.seat)]
        end: list[RenderableType] = [
            Text(f"{self._moment()} {self.match.words.prompt(self.match.view(self.seat))}", style="bold"),
            Text(keys, style="dim"),
            *([Text(self.notice, style="bold")] if self.notice else []),
        ]
        events = sentences(self.match, last_action(self.match, self.seat), self.seat)
        happened = latest(self.terminal, events, max(self.terminal.rows_left(*parts, *end), 2))
        self.terminal.clear()
        self.terminal.say(*parts, *happened, *end)

    def _moment(self) -> str:
        done = f": {self.record.actions[self.at - 1].partition(' ')[2]}" if self.at else ""
        return f"[{self.at}/{self.last}{done}]"


def position(match: Match, seat: int) -> RenderableType:
    """The table as a seat sees it."""
    return match.game.screen(match.pack, match.view(seat), match.names)


def _extras(match: Match, seat: int) -> list[tuple[str, str, RenderableType]]:
    return match.game.extras(match.pack, match.view(seat), match.names)
