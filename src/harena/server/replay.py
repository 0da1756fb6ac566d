"""Looking back at a game: what happened move by move, through the eyes of those who may."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.core.match import Match
from harena.core.picture import Layout, layout_named
from harena.core.state import SPECTATOR
from harena.server.api import Api
from harena.server.http import ProblemError, answer
from harena.server.live import LiveTable
from harena.server.reel import Reel, Reels
from harena.server.sight import pack_seen
from harena.server.socket import may_look_on
from harena.server.table import OVER, Table

NOT_YOURS = "While a game goes on, only its players can look back, each through their own eyes."


@dataclass(frozen=True)
class Visitor:
    """Who looks back at a table: the seats they hold, and through which eyes they may look."""

    yours: list[int]
    may: list[int]

    @property
    def usual(self) -> int:
        """One's own eyes; at a shared device nobody's, so that no hand is shown to the other."""
        return self.yours[0] if len(self.yours) == 1 else SPECTATOR

    def eyes(self, request: Request) -> int:
        """The eyes that a request asks for."""
        asked = request.query_params.get("eyes")
        eyes = self.usual if asked is None else whole_number(asked, "eyes")
        if eyes not in self.may:
            raise ProblemError(
                403,
                "You cannot look through these eyes: the game is not over, or there is no such seat.",
            )
        return eyes


class Replay:
    """Answers for those who look back."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.reels = Reels()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/{id}/replay", self.moments),
            Route("/api/tables/{id}/replay/{move}", self.frame),
        ]

    async def moments(self, request: Request) -> Response:
        """The whole story, move by move, without pictures."""
        live = await self.api.find(request)
        who = await visitor(self.api, request, live)
        eyes, reel = who.eyes(request), await self.reels.of(live.table)
        told = await asyncio.to_thread(moments_of, reel, eyes)
        return answer(
            {**facts(live.table), "yours": who.yours, "may": who.may, "eyes": eyes, "moments": told}
        )

    async def frame(self, request: Request) -> Response:
        """The position after so many moves."""
        live = await self.api.find(request)
        eyes = (await visitor(self.api, request, live)).eyes(request)
        reel = await self.reels.of(live.table)
        move, layout = move_in(request.path_params["move"], reel), layout_in(request)
        match = live.table.match
        assert match is not None
        if live.table.status == OVER and move == len(reel):
            return answer(await asyncio.to_thread(frame_of, reel, move, eyes, layout, asked=False))
        if match.state.sealed and move == len(match.played):
            return answer(shown(match, reel, move, eyes, layout))  # sealed answers that wait are in no reel
        return answer(await asyncio.to_thread(frame_of, reel, move, eyes, layout))


async def visitor(api: Api, request: Request, live: LiveTable) -> Visitor:
    """What the one who asks may see of a table's past."""
    table = live.table
    yours = sorted(await api.held(request, live))
    if table.match is None:
        raise ProblemError(409, "The game has not begun yet.")
    if table.status == OVER:
        if not yours and not may_look_on(live):
            raise ProblemError(403, "This table is not open to spectators.")
        return Visitor(yours, [*range(len(table.seats)), SPECTATOR])
    if not yours:
        raise ProblemError(403, NOT_YOURS)
    return Visitor(yours, [*yours, SPECTATOR])


def facts(table: Table) -> dict[str, Any]:
    """What a page of a replay says about the table."""
    assert table.match is not None
    game = table.match.game
    return {
        "id": table.id,
        "game": {"name": game.name, "title": game.title},
        "pack": pack_seen(table.kit),
        "status": table.status,
        "promise": table.promise,
        "seats": [{"name": seat.name, "kind": seat.plan.kind, "lost": seat.lost} for seat in table.seats],
        "scores": table.scores,
    }


def moments_of(reel: Reel, eyes: int) -> list[dict[str, Any]]:
    """Who moved, and what these eyes saw of it; the first is the set-up, which is nobody's."""
    seats = [-1, *(seat for seat, _ in reel.match.played)]
    return [{"seat": seat, "lines": lines} for seat, lines in zip(seats, reel.lines(eyes), strict=True)]


def frame_of(reel: Reel, move: int, eyes: int, layout: Layout = "wide", asked: bool = True) -> dict[str, Any]:
    """A position of a reel, drawn."""
    return shown(reel.at(move), reel, move, eyes, layout, asked)


def shown(
    match: Match, reel: Reel, move: int, eyes: int, layout: Layout, asked: bool = True
) -> dict[str, Any]:
    """A position as the eyes saw it, and what they did there; after the end nothing is asked any more."""
    view, words = match.view(eyes), match.words
    drawn = drawn_view(match, eyes, asked)
    out: dict[str, Any] = {"move": move, "eyes": eyes, "seat": view.decider, "prompt": words.prompt(drawn)}
    out["picture"] = match.game.draw(match.pack, drawn, match.names, layout).svg()
    out["text"] = words.describe(drawn)
    if move < len(reel) and reel.match.played[move][0] == eyes and view.decider == eyes:
        action = match.actions.notation(reel.match.played[move][1])
        out["chosen"] = {"action": action, "label": words.label(view, action)}
    return out


def drawn_view(match: Match, eyes: int, asked: bool = True) -> Any:
    """A view as a replay draws it."""
    view = match.view(eyes)
    open_here = asked and not match.measured  # what swings offers nothing to click, here as at the table
    return view if open_here else msgspec.structs.replace(view, actions=[])


def move_in(text: str, reel: Reel) -> int:
    """The move that an address names."""
    move = whole_number(text, "move")
    if not 0 <= move <= len(reel):
        raise ProblemError(404, f"There is no move {move}; the last one is {len(reel)}.")
    return move


def layout_in(request: Request) -> Layout:
    """How the picture that a request asks for is laid out."""
    return layout_named(request.query_params.get("layout", "wide"))


def whole_number(text: str, name: str) -> int:
    """A number from an address."""
    try:
        return msgspec.convert(text[:12], int, strict=False)
    except msgspec.ValidationError:
        raise ProblemError(400, f"'{name}' takes a whole number.") from None
