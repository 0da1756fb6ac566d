"""Tables that are dear to take up: practice games of many moves in which very much was taken back."""

from __future__ import annotations

import random
import time

import msgspec

from harena.server import rulings
from harena.server.entry import Entry
from harena.server.house import House
from harena.server.keys import hashed
from harena.server.schema import ENTRIES
from harena.server.schema import TABLES as KEPT_TABLES
from harena.server.setup import read_setup
from harena.server.store import make_store
from harena.server.table import OVER, RUNNING, Table

TABLES = 4
MOVES, BACK = 900, 2000
GAME = "combat_arena"
SEED = "5a" * 32
KEYS = ["key_of_seat_0_at_the_table", "key_of_seat_1_at_the_table"]


def id_of(number: int) -> str:
    return f"{number + 1:016x}"


def entries(moves: int, back: int) -> list[Entry]:
    """The longest way on of a game by chance, then back and on again, from near its end."""
    chance, written, at = random.Random(4), [], int(time.time() * 1000)
    setup, kit = read_setup({"game": GAME, "practice": True, "seats": [{"kind": "person"}] * 2}, House())
    table = Table(id_of(0), SEED)

    def note(entry: Entry) -> None:
        written.append(entry)
        table.apply(entry)

    def move() -> None:
        assert table.match is not None
        seat = table.asked()[0]
        note(rulings.act(table, at, seat, chance.choice(table.match.legal(seat)), table.moves))

    def undo() -> None:
        assert table.match is not None
        note(rulings.take_back(table, at, table.match.played[-1][0], table.moves))

    note(rulings.open_table(setup, (SEED, SEED), {"0": hashed("a"), "1": hashed("b")}, at, 0, kit))
    for seat, key in enumerate(KEYS):
        note(rulings.sit(table, at, seat, f"Eve {seat}", hashed(key), "e"))
    while table.moves <= moves:
        undo() if table.status == OVER else move()
    for _ in range(back):
        undo()
        move()
    if table.status == OVER:
        undo()
    return written


async def put_into(database: str, moves: int = MOVES, back: int = BACK) -> None:
    """Several such tables, in a database that no server uses yet."""
    store, bodies = make_store(database), [msgspec.json.encode(entry) for entry in entries(moves, back)]
    await store.open()
    kept = {"game": GAME, "server_seed": SEED, "next_seed": SEED, "status": RUNNING, "listed": 1}
    now = int(time.time() * 1000)
    async with store.engine.begin() as connection:
        for number in range(TABLES):
            row = {**kept, "id": id_of(number), "opened_at": now, "changed_at": now}
            await connection.execute(KEPT_TABLES.insert(), [row])
            rows = [{"table_id": id_of(number), "number": at, "body": body} for at, body in enumerate(bodies)]
            await connection.execute(ENTRIES.insert(), rows)
    await store.close()
