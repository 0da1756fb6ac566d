"""Tables for tests of the pure parts: no server, no clock of the machine's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from harena.server import rulings
from harena.server.entry import Entry
from harena.server.house import House
from harena.server.keys import hashed
from harena.server.setup import Setup, read_setup
from harena.server.store import Kept
from harena.server.table import Table

SERVER_SEED = "5a" * 32
SECOND = 1000


def setup_of(plain: Any) -> Setup:
    """A set-up on a server that has no packs but those that come with games."""
    return read_setup(plain, House())[0]


class Noted:
    """A table with the list of its entries, written as a database would."""

    def __init__(self, seats: Sequence[str] = ("person", "friend"), pause: int = 0, **more: Any) -> None:
        plans = [
            {"kind": kind.partition(":")[0], "bot": kind.partition(":")[2]} if ":" in kind else {"kind": kind}
            for kind in seats
        ]
        setup = setup_of({"game": "dawn_raid", **more, "seats": plans})
        self.invites = {str(seat): f"invite {seat}" for seat in range(len(seats))}
        self.table = Table("0123456789abcdef", SERVER_SEED)
        self.entries: list[Entry] = []
        hashes = {seat: hashed(secret) for seat, secret in self.invites.items()}
        self.note(rulings.open_table(setup, (SERVER_SEED, SERVER_SEED), hashes, SECOND, pause))

    def note(self, entry: Entry) -> Entry:
        self.entries.append(msgspec.json.decode(msgspec.json.encode(entry), type=Entry))
        self.table.apply(self.entries[-1])
        return entry

    def sit_all(self, at: int = 2 * SECOND) -> Noted:
        for number, seat in enumerate(self.table.seats):
            if not seat.taken:
                key = hashed(f"key {number}")
                self.note(rulings.sit(self.table, at, number, f"Player {number}", key, f"seed {number}"))
        return self

    def first_action(self, seat: int) -> str:
        assert self.table.match is not None
        return self.table.match.legal(seat)[0]

    def act(self, at: int, seat: int | None = None) -> Entry:
        """The asked seat takes the first of its actions."""
        seat = self.table.asked()[0] if seat is None else seat
        return self.note(rulings.act(self.table, at, seat, self.first_action(seat), self.table.moves))

    def rebuilt(self) -> Table:
        again = Table(self.table.id, SERVER_SEED)
        for entry in self.entries:
            again.apply(entry)
        return again


def plain(table: Table) -> dict[str, Any]:
    """Everything a table knows, to be compared."""
    match = table.match
    return {
        "number": table.number,
        "moves": table.moves,
        "status": table.status,
        "seats": [vars(seat) for seat in table.seats],
        "bank": table.clock.bank,
        "asked_at": table.clock.asked_at,
        "answers": table.clock.answers,
        "pauses": table.clock.pauses,
        "chat": table.chat,
        "team_chat": table.team_chat,
        "notes": table.notes,
        "agreed": table.agreed,
        "wished": table.wished,
        "rematch": table.rematch,
        "requests": table.requests,
        "changed_at": table.changed_at,
        "scores": table.scores,
        "record": match.record() if match is not None else None,
        "events": match.events(0) if match is not None else [],
    }


def empty_table(table_id: str) -> Kept:
    """What is kept of a table beside its entries."""
    return Kept(
        table_id, "dawn_raid", SERVER_SEED, SERVER_SEED, "running", listed=False, opened_at=0, changed_at=0
    )
