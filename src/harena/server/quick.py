"""Quick match: whoever presses once sits with whoever presses next, at a table set as usual."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.core import registry
from harena.server.api import Api
from harena.server.house import House
from harena.server.http import ProblemError, address_of, answer, read_json
from harena.server.hub import now
from harena.server.live import LiveTable
from harena.server.setup import SeatPlan, Setup, read_setup
from harena.server.table import WAITING, Table

COMING = 12_000  # milliseconds in which whoever was given a seat takes it, and opens the page


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would play."""

    game: str


class Quick:
    """Brings together those who wait for anybody."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._one_by_one = asyncio.Lock()  # two who press at once must not both open a table
        self._given: dict[tuple[str, int], int] = {}  # by table and seat: until when it is kept for somebody

    def routes(self) -> list[BaseRoute]:
        return [Route("/api/quick", self.match, methods=["POST"])]

    async def match(self, request: Request) -> Response:
        """A free seat where somebody waits, or at a new table; to be taken like any other."""
        self.api.check(request, changes=True)
        setup = usual(await read_json(request, self.api.settings.limits.body), self.api.hub.library.house)
        if not self.api.opened.take(address_of(request, self.api.settings)):
            raise ProblemError(429, "You have asked for many tables just now; wait a little.")
        async with self._one_by_one:
            self._forget()
            waiting = [live for live in await self.api.lists.to_join() if is_waiting(live.table, setup)]
            for live in waiting:
                if yours := await self.api.held(request, live):
                    return answer(place(live.table, min(yours), yours=True))
            for live in sorted(waiting, key=lambda live: live.table.opened_at):
                if (seat := self._free(live.table)) is not None:
                    return answer(self._give(live.table, seat))
            return answer(self._give((await self._opened(setup)).table, 0), 201)

    async def _opened(self, setup: Setup) -> LiveTable:
        opened = await self.api.hub.open_table(msgspec.to_builtins(setup))
        return await self.api.hub.get(opened.id)

    def _free(self, table: Table) -> int | None:
        """The first seat that nobody has, and that nobody was told to take just now."""
        free = (seat for seat, one in enumerate(table.seats) if not one.taken)
        return next((seat for seat in free if (table.id, seat) not in self._given), None)

    def _give(self, table: Table, seat: int) -> dict[str, object]:
        self._given[table.id, seat] = now() + COMING
        return place(table, seat)

    def _forget(self) -> None:
        at = now()
        self._given = {where: until for where, until in self._given.items() if until > at}


def usual(plain: object, house: House) -> Setup:
    """A table as it is set when nothing is said, with every seat open to anyone."""
    try:
        game = registry.find(msgspec.convert(plain, Wish).game)
    except (msgspec.ValidationError, RecursionError):
        raise ProblemError(400, 'To be matched, send {"game": "..."}.') from None
    seats = game.seats(game.options())
    return read_setup(msgspec.to_builtins(Setup(game.name, [SeatPlan("open")] * seats)), house)[0]


def is_waiting(table: Table, setup: Setup) -> bool:
    """Is somebody there, or about to come, who waits for anybody at just such a table?"""
    if table.status != WAITING or table.setup != setup:
        return False
    coming = now() - table.changed_at < COMING
    seated = [seat for seat in table.seats if seat.taken]
    there = all(seat.here or (seat.here_since == 0 and coming) for seat in seated)
    return there and (bool(seated) or (table.number == 1 and coming))


def place(table: Table, seat: int, yours: bool = False) -> dict[str, object]:
    """Where to sit, or where one sits already."""
    return {"id": table.id, "seat": seat, "promise": table.promise, "yours": yours}
