"""A table as a server shows it to one seat or to a spectator."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.core.redrawn import redrawn

WAITING, RUNNING, OVER = "waiting", "running", "over"


class Choice(msgspec.Struct, frozen=True):
    """An open action, in the game's notation and in words; with `choices` the dangerous ones come last."""

    action: str
    label: str = ""
    hint: str = ""
    danger: str = ""  # what may be lost by it: ask once more


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat as all may see it."""

    name: str
    kind: str
    taken: bool = False
    here: bool = False
    bot: str = ""  # the bot that decides for it now
    pace: str = ""  # at which its holder wishes bots to decide; empty: nothing was said
    lost: bool = False  # has given up or run out of time


class Line(msgspec.Struct, frozen=True):
    """A sentence of the log."""

    move: int
    kind: str
    rule: str
    text: str


class Sight(msgspec.Struct, frozen=True):
    """Everything a server sends of a table. What was not asked for (`parts`) is empty."""

    id: str
    game: dict[str, Any]
    number: int  # of the next entry
    moves: int  # the position's number: an action names it, so that it is never taken in another
    status: str
    promise: str
    setup: dict[str, Any]
    seats: list[SeatSeen]
    eyes: int
    asked: list[int]
    pack: dict[str, str] = {}  # name, title, digest
    sides: list[int] = []  # by seat: those with the same number play together
    next_promise: str = ""  # of the dice of a rematch
    clock: dict[str, Any] | None = None
    chat: list[dict[str, Any]] = []  # a line with "to": "team" is for these eyes' side alone
    team: list[int] = []  # the other seats that hear what these eyes say to their team; empty: there is none
    scores: list[float] = []
    pace: str = ""  # at which the table's bots decide
    standing: str = ""  # the result, that a bot plays for these eyes and why, or that one fails
    wished: list[int] = []
    rematch: str = ""
    prompt: str = ""
    actions: list[Choice] = []  # empty unless these eyes decide
    take_back: str | None = None  # why nothing can be taken back; empty: it can; None: nobody plays here
    view: dict[str, Any] | None = None
    picture: str = ""
    changes: list[list[int] | str] | None = None  # from the last picture to this one; `picture` is whole here
    swing: dict[str, Any] | None = None  # what swings while a measured question waits; `let_go` answers it

    @property
    def over(self) -> bool:
        return self.status == OVER

    @property
    def open_actions(self) -> list[str]:
        """What can be done now, as the game writes it."""
        return [choice.action for choice in self.actions]


class Log(msgspec.Struct, frozen=True):
    """New lines of the log, and how many lines stay before them."""

    start: int = msgspec.field(name="from", default=0)
    lines: list[Line] = []


class Talk(msgspec.Struct, frozen=True):
    """New lines of chat, and how many of the first lines are dropped before they are added."""

    drop: int = 0
    lines: list[dict[str, Any]] = []


class Told(msgspec.Struct, frozen=True):
    """Any message of the server."""

    type: str
    request: str = ""
    text: str = ""
    number: int = -1
    yours: list[int] = []
    table: Sight | None = None
    log: Log = Log()
    chat: Talk | None = None

    def after(self, before: Sight | None) -> Sight:
        """The table as a whole, where only what has changed was told."""
        assert self.table is not None
        chat, picture = self.table.chat, self.table.picture
        if self.chat is not None:
            chat = (before.chat if before is not None else [])[self.chat.drop :] + self.chat.lines
        if self.table.changes is not None and before is not None:
            picture = redrawn(before.picture, self.table.changes)
        return msgspec.structs.replace(self.table, chat=chat, picture=picture, changes=None)


decoder = msgspec.json.Decoder(Told)
