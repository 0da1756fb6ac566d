"""Records that visitors bring along: replayed and checked, never stored."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.core.errors import HarenaError
from harena.core.giving_up import final_scores, is_decided
from harena.core.record import Record, parse_record
from harena.core.state import SPECTATOR
from harena.core.verify import Verdict, verify
from harena.server.api import Api
from harena.server.http import BODY_WITHIN, ProblemError, address_of, answer, in_short, read_body
from harena.server.packs import PackKit, load
from harena.server.reel import Reel, reel_of_record
from harena.server.replay import Visitor, frame_of, layout_in, moments_of, move_in
from harena.server.shares import ASKED, Claim
from harena.server.table import OVER, RUNNING

BIGGEST = 512 * 1024  # bytes of a record
LONGEST = 20_000  # actions
LONGEST_PROBLEM = 200  # characters of a sentence about a record
MOST_PROBLEMS = 8
KEPT = 8  # reels, of the records looked at last


class Records:
    """Answers about records that come with the request."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._reels: OrderedDict[bytes, tuple[Record, Reel]] = OrderedDict()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/verify", self.verify, methods=["POST"]),
            Route("/api/replay", self.moments, methods=["POST"]),
            Route("/api/replay/{move}", self.frame, methods=["POST"]),
        ]

    async def verify(self, request: Request) -> Response:
        """Is the record what the dice and the rules give, and was the promise kept?"""
        body = await self.body(request)
        self.pay(request)
        promise = request.query_params.get("promise", "")[:64]
        try:
            record = await asyncio.to_thread(read, body)
            kit = await self.api.hub.library.of_record(record)
        except ProblemError:
            raise
        except HarenaError as error:
            return answer(told(Verdict(False, str(error), [str(error)])))
        claim = Claim(ASKED, frozenset([address_of(request, self.api.settings)]))
        return answer(await self.api.hub.thinkers.run(verdict, record, kit, promise, claim=claim))

    async def moments(self, request: Request) -> Response:
        """The story of a record, move by move."""
        record, reel = await self.opened(request)
        who = visitor_of(record)
        eyes = who.eyes(request)
        told = await asyncio.to_thread(moments_of, reel, eyes)
        return answer({**facts_of(record, reel), "yours": [], "may": who.may, "eyes": eyes, "moments": told})

    async def frame(self, request: Request) -> Response:
        """A position of a record."""
        record, reel = await self.opened(request)
        eyes, move = visitor_of(record).eyes(request), move_in(request.path_params["move"], reel)
        return answer(await asyncio.to_thread(frame_of, reel, move, eyes, layout_in(request)))

    async def opened(self, request: Request) -> tuple[Record, Reel]:
        """The record of a request, replayed; kept for a while, for the next step."""
        body = await self.body(request)
        mark = hashlib.sha256(body).digest()
        found = self._reels.pop(mark, None)
        if found is None:
            self.pay(request)
            record = await asyncio.to_thread(read, body)
            kit = await self.api.hub.library.of_record(record)
            self.api.hub.library.note(kit)
            found = record, await asyncio.to_thread(reel_of_kit, record, kit)
        self._reels[mark] = found
        while len(self._reels) > KEPT:
            self._reels.popitem(last=False)
        return found

    async def body(self, request: Request) -> bytes:
        self.api.check(request, changes=True)
        try:
            async with asyncio.timeout(BODY_WITHIN):
                return await read_body(request, BIGGEST)
        except TimeoutError:
            raise ProblemError(408, f"A record must come within {BODY_WITHIN:g} seconds.") from None
        except ClientDisconnect:
            raise ProblemError(400, "The connection was closed before the record was whole.") from None

    def pay(self, request: Request) -> None:
        """Playing a whole game again is work: an address may have so much of it."""
        if not self.api.counsels.take(address_of(request, self.api.settings)):
            raise ProblemError(429, "You have asked a lot just now; wait a moment.")


def read(body: bytes) -> Record:
    """A record of a length that can be played again here."""
    record = parse_record(body)
    if len(record.actions) > LONGEST:
        raise ProblemError(413, f"A record shown here has at most {LONGEST:,} actions.")
    return record


def reel_of_kit(record: Record, kit: PackKit) -> Reel:
    return reel_of_record(record, load(kit))


def verdict(record: Record, kit: PackKit, promise: str) -> dict[str, Any]:
    """In a worker: what is found when a record is played again."""
    try:
        found = verify(record, load(kit), promise=promise)
    except HarenaError as error:
        found = Verdict(False, str(error), [str(error)])
    return told(found)


def told(found: Verdict) -> dict[str, Any]:
    """A verdict in few words: what was sent is not sent back, however much of it a problem would quote."""
    problems = [in_short(one, LONGEST_PROBLEM) for one in found.problems[:MOST_PROBLEMS]]
    sentence = in_short(found.sentence, 3 * LONGEST_PROBLEM)
    return {"holds": found.holds, "sentence": sentence, "problems": problems}


def visitor_of(record: Record) -> Visitor:
    """Whoever has a record has all of it, so all eyes are open."""
    return Visitor([], [*range(len(record.names)), SPECTATOR])


def facts_of(record: Record, reel: Reel) -> dict[str, Any]:
    """What a page of a replay says about a record."""
    game = reel.match.game
    over = reel.match.over or is_decided(reel.match.sides, record.given_up)
    return {
        "id": "",
        "game": {"name": game.name, "title": game.title},
        "pack": {"name": record.pack.name, "title": reel.match.pack.title, "digest": record.pack.digest},
        "status": OVER if over else RUNNING,
        "promise": record.commitment,
        "seats": [
            {"name": name, "kind": "", "lost": seat in record.given_up}
            for seat, name in enumerate(reel.match.names)
        ],
        "scores": final_scores(reel.match.sides, record.given_up, reel.match.played_scores),
    }
