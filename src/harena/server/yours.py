"""Your games, without an account: what the secret of a browser has sat at, and what came of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.bots.registry import LEVELS
from harena.core import registry
from harena.core.errors import HarenaError
from harena.server.api import Api
from harena.server.http import ProblemError, address_of, answer, player_of
from harena.server.live import LiveTable
from harena.server.record import record_of
from harena.server.store import Hold, Kept
from harena.server.table import OVER, Table
from harena.server.tally import Against, Result, Tally, against_bots, tally

MOST = 200  # seats, the newest first
REMEMBERED = 5000  # finished tables whose facts are kept in memory
DAY = 86400


@dataclass(frozen=True)
class Facts:
    """What a list of one's games needs of a table; of a finished one it never changes."""

    id: str
    game: str
    title: str
    status: str
    at: int
    names: list[str]
    keys: list[str]  # hashed, by seat
    sides: list[int]
    bots: list[str]  # by seat: the level of a bot; empty: a person's
    scores: list[float]
    why_not: str  # why its result does not count; empty if it does
    stood_in: list[bool]  # by seat: was it a bot that played to the end?


class Yours:
    """Answers about one's own games; nobody else gets them by any key but the browser's own secret."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._facts: OrderedDict[tuple[str, int], Facts] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/yours", self.games),
            Route("/api/yours/export", self.export),
        ]

    async def games(self, request: Request) -> Response:
        """The history, and what it comes to."""
        self.api.check(request)
        found, unread = await self.seats(player_of(request))
        keep = self.api.settings.keep.finished // DAY
        rows = [row(facts, yours) for facts, yours in found]
        return answer({"games": rows, "unread": unread, "most": MOST, "keep_days": keep, **summed_up(found)})

    async def export(self, request: Request) -> Response:
        """Everything of one's own as a file, with the records of finished games."""
        self.api.check(request)
        if not self.api.counsels.take(address_of(request, self.api.settings), 3):
            raise ProblemError(429, "You have asked a lot just now; wait a moment.")
        found, unread = await self.seats(player_of(request))
        tables = []
        for facts, yours in found:
            live = await self.api.hub.get(facts.id)
            tables.append(await asyncio.to_thread(told, live.table, row(facts, yours)))
        body = msgspec.json.format(msgspec.json.encode({"tables": tables, "unread": unread}), indent=1)
        headers = {
            "content-disposition": 'attachment; filename="harena-games.json"',
            "cache-control": "no-store",
        }
        return Response(body, headers=headers, media_type="application/json")

    async def seats(self, player: str) -> tuple[list[tuple[Facts, list[int]]], int]:
        """The tables at which a browser holds seats, the newest first, and how many cannot be read."""
        by_table: dict[str, list[Hold]] = {}
        kept: dict[str, Kept] = {}
        for table, hold in await self.api.hub.store.sat_at(player, MOST) if player else []:
            by_table.setdefault(table.id, []).append(hold)
            kept[table.id] = table
        found, unread = [], 0
        for table_id, holds in by_table.items():
            try:
                facts = await self._facts_of(kept[table_id])
            except HarenaError:
                unread += 1
                continue
            if yours := sorted(hold.seat for hold in holds if held(facts, hold)):
                found.append((facts, yours))
        return found, unread

    async def _facts_of(self, kept: Kept) -> Facts:
        """Of a finished table from memory: it need not be played again for every look."""
        mark = (kept.id, kept.changed_at)
        if kept.status == OVER and mark in self._facts and kept.id not in self.api.hub.live:
            self._facts.move_to_end(mark)
            return self._facts[mark]
        facts = facts_of(await self.api.hub.get(kept.id))
        if kept.status == facts.status == OVER:
            self._facts[mark] = facts
            while len(self._facts) > REMEMBERED:
                self._facts.popitem(last=False)
        return facts

    def forget(self, table_id: str) -> None:
        """The facts of a table have changed."""
        for mark in [mark for mark in self._facts if mark[0] == table_id]:
            del self._facts[mark]


def held(facts: Facts, hold: Hold) -> bool:
    return bool(hold.key) and hold.seat < len(facts.keys) and facts.keys[hold.seat] == hold.key


def facts_of(live: LiveTable) -> Facts:
    table = live.table
    return Facts(
        table.id,
        table.setup.game,
        registry.find(table.setup.game).title,
        table.status,
        table.changed_at,
        table.names,
        [seat.key for seat in table.seats],
        table.sides,
        ["" if seat.is_persons else seat.bot for seat in table.seats],
        table.scores,
        "practice" if table.setup.practice or table.setup.guided else "",
        [bool(seat.stand_in) and not seat.lost for seat in table.seats],
    )


def row(facts: Facts, yours: Sequence[int]) -> dict[str, Any]:
    """A game in the history."""
    return {
        "id": facts.id,
        "game": facts.game,
        "title": facts.title,
        "status": facts.status,
        "at": facts.at,
        "names": facts.names,
        "bots": facts.bots,
        "yours": list(yours),
        "result": result_of(facts, yours),
        "not_counted": why_not(facts, yours),
    }


def result_of(facts: Facts, yours: Sequence[int]) -> str:
    """How it ended for whoever holds these seats: nothing if they are seats of several sides."""
    if facts.status != OVER or not one_side(facts, yours) or not facts.scores:
        return ""
    score = facts.scores[yours[0]]
    return "won" if score >= 1 else "drawn" if score > 0 else "lost"


def one_side(facts: Facts, yours: Sequence[int]) -> bool:
    return len({facts.sides[seat] for seat in yours}) == 1


def why_not(facts: Facts, yours: Sequence[int]) -> str:
    """Why a result is not counted; empty if it is, or if there is none."""
    if facts.status != OVER:
        return ""
    if not one_side(facts, yours):
        return "several sides"
    if any(facts.stood_in[seat] for seat in yours):
        return "a bot finished it"
    return facts.why_not


def counted(facts: Facts, yours: Sequence[int]) -> Result | None:
    """A game as it counts."""
    if not result_of(facts, yours) or why_not(facts, yours):
        return None
    side = facts.sides[yours[0]]
    alone = all(seat in yours for seat, of in enumerate(facts.sides) if of == side)
    others = {facts.bots[seat] for seat, of in enumerate(facts.sides) if of != side}
    bot = others.pop() if alone and len(others) == 1 else ""
    return Result(facts.game, facts.scores[yours[0]], len(set(facts.sides)), bot)


def summed_up(found: Sequence[tuple[Facts, list[int]]]) -> dict[str, Any]:
    """Per game and per bot, oldest results first, as streaks need them."""
    results = [one for facts, yours in reversed(found) if (one := counted(facts, yours)) is not None]
    games = sorted({one.game for one in results})
    questions = len(registry.names()) * len(LEVELS)
    return {
        "total": msgspec.to_builtins(tally(results)),
        "by_game": [
            {
                "game": game,
                "title": title_of(game),
                **plain(tally([one for one in results if one.game == game])),
            }
            for game in games
        ],
        "by_bot": [told_of_bot(one) for one in against_bots(results, questions)],
    }


def told_of_bot(one: Against) -> dict[str, Any]:
    return {
        "game": one.game,
        "title": title_of(one.game),
        "bot": one.bot,
        **plain(one.tally),
        "even": one.even,
        "low": one.low,
        "high": one.high,
        "verdict": one.verdict,
        "rating": one.rating,
    }


def plain(found: Tally) -> dict[str, Any]:
    out: dict[str, Any] = msgspec.to_builtins(found)
    return out


def title_of(game: str) -> str:
    return registry.find(game).title


def told(table: Table, facts: dict[str, Any]) -> dict[str, Any]:
    """A table in an export: with what one said there, and with its record once it is over."""
    team = [said for side in table.team_chat.values() for said in side]
    lines = sorted(
        (one for one in [*table.chat, *team] if one.seat in facts["yours"]), key=lambda one: one.number
    )
    out = {**facts, "said": [{"at": one.at, "seat": one.seat, "text": one.text} for one in lines]}
    if table.status == OVER:
        out["record"] = msgspec.to_builtins(record_of(table))
    return out
