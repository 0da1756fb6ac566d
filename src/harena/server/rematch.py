"""Playing again: when all wish to, there is one new table, whatever goes wrong on the way."""

from __future__ import annotations

import msgspec

from harena.server import rulings
from harena.server.hub import Hub, Opened
from harena.server.live import LiveTable
from harena.server.rulings import RefusedError
from harena.server.setup import FRIEND, OPEN, SeatPlan, Setup
from harena.server.store import Hold
from harena.server.table import Table


async def rematch(hub: Hub, live: LiveTable, seat: int, request: str = "") -> None:
    """A seat wishes to play again; when all people do, there is a new table with seats moved on.

    Where all have wished and no table came, because the server ended just then, a wish is enough again. The
    table's id comes from its promised seed, so it is the same one, however often and by whom it is opened: a
    second with the same dice would tell what the first will roll.
    """
    if not is_wished(live.table):
        await hub.do(live, rulings.wish_rematch, seat, request=request)
    if not is_wished(live.table):
        return
    kept = await hub.store.find(live.table.id)
    if kept is None:
        raise RefusedError("This table has been deleted.")
    setup, kit = moved_on(as_played(live.table)), live.table.kit  # the same cards, whatever a folder says now
    opened = await hub.open_set(setup, kit, f"rematch {kept.next_seed}", kept.next_seed)
    await _seat_again(hub, live, opened)
    await hub.enter_quietly(live, rulings.rematched, opened.id)


def as_played(table: Table) -> Setup:
    """With bots on the seats that nobody ever took: their invitations were for this table."""
    bot = SeatPlan(kind="bot", bot=table.setup.stand_in)
    plans = [seat.plan if seat.taken else bot for seat in table.seats]
    return msgspec.structs.replace(table.setup, seats=plans)


def moved_on(setup: Setup) -> Setup:
    """The same with every seat one further on; those that were open to anyone are their players' now."""
    seats = [
        msgspec.structs.replace(seat, kind=FRIEND) if seat.kind == OPEN else seat for seat in setup.seats
    ]
    return msgspec.structs.replace(setup, seats=[*seats[-1:], *seats[:-1]])


def is_wished(table: Table) -> bool:
    """Do all people wish for a table that is not there yet?"""
    people = {number for number, one in enumerate(table.seats) if one.is_persons}
    return people <= table.wished and not table.rematch


async def _seat_again(hub: Hub, live: LiveTable, opened: Opened) -> None:
    """Everybody sits one further on, with the key and the seed they had."""
    new = await hub.get(opened.id)
    for number, old in enumerate(live.table.seats):
        if old.is_persons:
            to = (number + 1) % len(live.table.seats)
            if new.table.seats[to].key != old.key:
                await hub.enter_quietly(new, rulings.sit, to, old.name, old.key, old.seed)
            await hub.store.hold_again(Hold(live.table.id, number, old.key), opened.id, to)
