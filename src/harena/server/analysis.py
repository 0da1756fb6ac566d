"""Asking a bot what it thinks: the chances, the moves it would consider, and how the chances went."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.bots.counsel import Counsel, advise
from harena.core.dice import fast_dice
from harena.core.match import Match
from harena.core.record import Record
from harena.core.state import SPECTATOR
from harena.server.api import Api
from harena.server.http import ProblemError, address_of, answer
from harena.server.live import LiveTable
from harena.server.packs import PackKit, load
from harena.server.reel import Reel, reel_of_record
from harena.server.replay import visitor, whole_number
from harena.server.setup import BOT
from harena.server.shares import ASKED, Claim
from harena.server.table import OVER

SECONDS = 0.5  # for an answer to one question
SECONDS_A_POINT = 0.03  # for each point of the line over a game
POINTS = 60  # at most, on that line
PRICE_OF_A_LINE = 3.0  # in questions
KEPT_LINES = 200
KEPT_REELS = 8  # in a worker
MOST_TOLD = 12  # actions, of those that were considered
AMONG_PEOPLE = "In a game between people, a bot gives advice only once the game is over."


@dataclass
class Line:
    """The chances over a game, as far as they are worked out."""

    moves: list[int]
    points: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False

    @property
    def told(self) -> dict[str, Any]:
        return {"of": len(self.moves), "done": len(self.points) == len(self.moves), "points": self.points}


class Analysis:
    """Answers for those who ask a bot."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._lines: OrderedDict[tuple[str, int, int], Line] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/{id}/counsel", self.counsel),
            Route("/api/tables/{id}/chances", self.chances),
        ]

    async def counsel(self, request: Request) -> Response:
        """What a bot thinks of one position; the newest if no move is named."""
        live, eyes = await self.asker(request)
        assert live.table.match is not None
        last = len(live.table.match.played)
        move = whole_number(request.query_params.get("move", str(last)), "move")
        if not 0 <= move <= last:
            raise ProblemError(404, f"There is no move {move}; the last one is {last}.")
        self.pay(request, 1.0)
        asked = (live.table.match.record(), live.table.kit, move, eyes, SECONDS)
        claim = self.claim(request, live)
        return answer(await self.api.hub.thinkers.run(counsel_at, *asked, claim=claim))

    async def chances(self, request: Request) -> Response:
        """The line of chances: asked for again and again until it is done."""
        live, eyes = await self.asker(request)
        assert live.table.match is not None
        key = (live.table.id, eyes, len(live.table.match.played))
        line = self._lines.get(key)
        if line is None or line.failed:
            self.pay(request, PRICE_OF_A_LINE)
            line = self._lines[key] = Line(spread(len(live.table.match.played)))
            asked = (live.table.match.record(), live.table.kit, eyes)
            self.api.hub.start(self.draw(line, *asked, self.claim(request, live)))
        self._lines.move_to_end(key)
        while len(self._lines) > KEPT_LINES:
            self._lines.popitem(last=False)
        return answer(line.told)

    async def draw(self, line: Line, record: Record, kit: PackKit, eyes: int, claim: Claim) -> None:
        """Work a line out, a point at a time, so that bots at tables get their turn in between."""
        try:
            for move in line.moves:
                asked = (record, kit, move, eyes, SECONDS_A_POINT)
                found = await self.api.hub.thinkers.run(chances_at, *asked, claim=claim)
                line.points.append({"move": move, "chances": found})
        except BaseException:
            line.failed = True  # whoever asks next begins anew
            raise

    async def asker(self, request: Request) -> tuple[LiveTable, int]:
        """The table, and the eyes that a bot's advice is asked for; refused in a game among people."""
        live = await self.api.find(request)
        who = await visitor(self.api, request, live)
        eyes, table = who.eyes(request), live.table
        others = [seat for number, seat in enumerate(table.seats) if number != eyes]
        if table.status != OVER and (eyes == SPECTATOR or any(seat.plan.kind != BOT for seat in others)):
            raise ProblemError(403, AMONG_PEOPLE)
        return live, eyes

    def claim(self, request: Request, live: LiveTable) -> Claim:
        return Claim(ASKED, frozenset([address_of(request, self.api.settings)]), live.table.id)

    def pay(self, request: Request, price: float) -> None:
        """Thinking is dear: an address may have so much of it."""
        if not self.api.counsels.take(address_of(request, self.api.settings), price):
            raise ProblemError(429, "You have asked a lot just now; wait a moment.")


def spread(last: int) -> list[int]:
    """At most so many moves, evenly over a game, with its first and its last position."""
    count = min(POINTS, last + 1)
    return sorted({round(last * number / max(1, count - 1)) for number in range(count)})


# --- in a worker


_reels: OrderedDict[str, Reel] = OrderedDict()


def reel_for(record: Record, kit: PackKit) -> Reel:
    """The match of a record, kept for the next question about it."""
    reel = _reels.pop(record.seal, None)
    if reel is None:
        reel = reel_of_record(record, load(kit))
    _reels[record.seal] = reel
    while len(_reels) > KEPT_REELS:
        _reels.popitem(last=False)
    return reel


def counsel_at(record: Record, kit: PackKit, move: int, eyes: int, seconds: float) -> dict[str, Any]:
    """What a bot thinks of a position, in words and numbers."""
    reel = reel_for(record, kit)
    match = reel.at(move)
    found = asked(match, move, eyes, seconds)
    view, words = match.view(eyes), match.words
    return {
        "move": move,
        "eyes": eyes,
        "seat": view.decider,
        "chances": found.chances,
        "tries": found.tries,
        "considered": [
            {
                **msgspec.to_builtins(one),
                "action": match.actions.notation(one.action),
                "label": words.label(view, match.actions.notation(one.action)),
            }
            for one in found.considered[:MOST_TOLD]
        ],
        "more": max(0, len(found.considered) - MOST_TOLD),
        "more_tries": sum(one.tries for one in found.considered[MOST_TOLD:]),
    }


def chances_at(record: Record, kit: PackKit, move: int, eyes: int, seconds: float) -> list[float]:
    """Every seat's chances at one position."""
    return asked(reel_for(record, kit).at(move), move, eyes, seconds).chances


def asked(match: Match, move: int, eyes: int, seconds: float) -> Counsel:
    """A search with dice of its own, from the question that the eyes have before them, if any."""
    own = match.position_for(eyes) if eyes >= 0 else None
    return advise(own or match.state, eyes, fast_dice(move), seconds)
