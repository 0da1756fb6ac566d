"""What is written down of a table: numbered entries, appended and never changed."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.core.errors import HarenaError

NO_SEAT = -1

# Kinds of entries.
OPENED = "opened"  # the set-up, and the promise of the dice
SAT = "sat"  # a seat was taken: name, hashed key, seed for the dice
BEGUN = "begun"  # a seat starts the game: bots play the free seats until somebody takes them
STOOD_UP = "stood_up"  # a seat was given up again before the game began
ACTION = "action"
TOOK_BACK = "took_back"
RESIGNED = "resigned"
RAN_OUT = "ran_out"  # the clock of a seat
CAME = "came"  # a seat's player is there
WENT = "went"  # and is gone
AGREED = "agreed"  # a seat agrees that a bot plays for a leaver
RETURNED = "returned"  # a player takes the seat back from the bot
CHAT = "chat"
TEAM_CHAT = "team_chat"  # for the speaker's side alone: a kind of its own, so that nothing takes it for chat
PAUSED = "paused"  # the server was away: no clock ran
PACED = "paced"  # how quickly a seat's player wishes bots to decide
WISHED = "wished"  # a seat wishes for a rematch
REMATCHED = "rematched"  # and this is the new table

ALL = frozenset(
    {OPENED, SAT, STOOD_UP, ACTION, TOOK_BACK, RESIGNED, RAN_OUT, CAME, WENT, AGREED, RETURNED}
    | {CHAT, TEAM_CHAT, PAUSED, PACED, WISHED, REMATCHED, BEGUN}
)
COUNTED_AS = {TEAM_CHAT: CHAT}  # in public figures: they must not tell that a team talks


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened at a table."""

    number: int  # from 0, without a gap: two processes cannot both write the same one
    at: int  # milliseconds since 1970
    kind: str
    seat: int = NO_SEAT
    text: str = ""  # an action, a name, what was said
    request: str = ""  # the client's own mark, by which a repeated message is recognised
    more: dict[str, Any] = {}


class DamagedError(HarenaError):
    """A table with an entry that cannot be read or followed; all others go on."""

    def __init__(self, number: int, what: str = "read") -> None:
        super().__init__(
            f"This table is damaged: its entry {number} cannot be {what}. The server's log says more; "
            "only the host can mend it. All other tables go on."
        )


def read_entry(number: int, body: bytes) -> Entry:
    """An entry as it was kept, which should have this number."""
    try:
        return msgspec.json.decode(body, type=Entry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as error:
        raise DamagedError(number) from error
