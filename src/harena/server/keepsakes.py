"""Pictures to take along: a position as a drawing of its own, and a turn as one that moves by itself.

Both show what the replay shows through the same eyes, so they give away nothing that it does not.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.core.match import Match
from harena.core.picture import Layout
from harena.server.api import Api
from harena.server.http import ProblemError, address_of
from harena.server.live import LiveTable
from harena.server.records import Records, visitor_of
from harena.server.reel import Reel
from harena.server.replay import Replay, drawn_view, layout_in, move_in, visitor
from harena.server.table import OVER

MOST_FRAMES = 24  # of a turn: a longer one is shown around the moment that was asked for
STAYS, LAST_STAYS = 1.2, 3.0  # seconds for which a frame is seen
SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Keepsakes:
    """Answers for those who would show somebody else a moment."""

    def __init__(self, api: Api, replay: Replay, records: Records) -> None:
        self.api = api
        self.replay = replay
        self.records = records

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/{id}/replay/{move}/picture", self.picture),
            Route("/api/tables/{id}/replay/{move}/turn", self.turn),
            Route("/api/replay/{move}/picture", self.picture_of_record, methods=["POST"]),
            Route("/api/replay/{move}/turn", self.turn_of_record, methods=["POST"]),
        ]

    async def picture(self, request: Request) -> Response:
        """A position of a table, as a drawing."""
        live = await self.api.find(request)
        eyes = (await visitor(self.api, request, live)).eyes(request)
        reel = await self.replay.reels.of(live.table)
        return await self._picture(request, Album(reel, eyes, live))

    async def turn(self, request: Request) -> Response:
        """The turn around a position of a table, as a drawing that moves."""
        live = await self.api.find(request)
        eyes = (await visitor(self.api, request, live)).eyes(request)
        self.pay(request)
        return await self._turn(request, Album(await self.replay.reels.of(live.table), eyes, live))

    async def picture_of_record(self, request: Request) -> Response:
        """The same of a record that comes with the request."""
        record, reel = await self.records.opened(request)
        return await self._picture(request, Album(reel, visitor_of(record).eyes(request)))

    async def turn_of_record(self, request: Request) -> Response:
        record, reel = await self.records.opened(request)
        eyes = visitor_of(record).eyes(request)
        self.pay(request)
        return await self._turn(request, Album(reel, eyes))

    async def _picture(self, request: Request, album: Album) -> Response:
        move, layout = move_in(request.path_params["move"], album.reel), layout_in(request)
        return drawing(await asyncio.to_thread(album.page, move, layout, names_in(request, album.reel)))

    async def _turn(self, request: Request, album: Album) -> Response:
        move, layout = move_in(request.path_params["move"], album.reel), layout_in(request)
        names = names_in(request, album.reel)

        def drawn() -> str:
            return moving([album.page(one, layout, names) for one in turn_around(album.reel, move)])

        return drawing(await asyncio.to_thread(drawn))

    def pay(self, request: Request) -> None:
        """Drawing many positions is work: an address may have so much of it."""
        if not self.api.counsels.take(address_of(request, self.api.settings)):
            raise ProblemError(429, "You have asked a lot just now; wait a moment.")


class Album:
    """The positions of a match as the replay shows them to these eyes."""

    def __init__(self, reel: Reel, eyes: int, live: LiveTable | None = None) -> None:
        self.reel = reel
        self.eyes = eyes
        self.live = live

    def page(self, move: int, layout: Layout, names: Sequence[str]) -> str:
        match = self._at(move)
        view = drawn_view(match, self.eyes, self._asked(move))
        svg: str = match.game.draw(match.pack, view, names, layout).svg()
        return svg

    def _at(self, move: int) -> Match:
        """A position; sealed answers that wait are in no reel."""
        match = self.live.table.match if self.live is not None and not self._is_over() else None
        if match is not None and match.state.sealed and move == len(match.played):
            return match
        return self.reel.at(move)

    def _asked(self, move: int) -> bool:
        """After the end of a table nothing is asked any more."""
        return not self._is_over() or move < len(self.reel)

    def _is_over(self) -> bool:
        return self.live is not None and self.live.table.status == OVER


def names_in(request: Request, reel: Reel) -> list[str]:
    """What the players are called in a picture: by their names, unless these are not wished."""
    wished = request.query_params.get("names", "yes")
    if wished not in ("yes", "no"):
        raise ProblemError(400, "'names' is yes or no.")
    if wished == "yes":
        return list(reel.match.names)
    return [f"Player {number}" for number, _ in enumerate(reel.match.names, 1)]


def turn_around(reel: Reel, move: int) -> range:
    """The positions from before one player's moves until after them, of which the move's is one."""
    seats = [seat for seat, _ in reel.match.played]
    if not seats:
        return range(1)
    first = last = max(0, move - 1)
    while first > 0 and seats[first - 1] == seats[last]:
        first -= 1
    while last + 1 < len(seats) and seats[last + 1] == seats[first]:
        last += 1
    begin = max(first, min(move - MOST_FRAMES // 2, last + 2 - MOST_FRAMES))
    return range(begin, min(last + 2, begin + MOST_FRAMES))


def moving(pictures: Sequence[str]) -> str:
    """Pictures one after the other in one file; anyone who wants nothing to move sees the last one."""
    frames = [one for place, one in enumerate(pictures) if place == 0 or one != pictures[place - 1]]
    found, last = SIZE.search(frames[-1]), len(frames) - 1
    width, height = found.groups() if found else ("1000", "1000")
    whole = STAYS * last + LAST_STAYS
    rules = [
        f"image{{visibility:hidden;animation:{whole:.1f}s step-end infinite}}",
        *(_when_seen(number, last, whole) for number in range(len(frames))),
        "@media (prefers-reduced-motion:reduce){image{animation:none!important}",
        f"#f{last}{{visibility:visible}}}}",
    ]
    images = [
        f'<image id="f{number}" width="{width}" height="{height}" href="{_address(frame)}"/>'
        for number, frame in enumerate(frames)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>A turn, picture by picture</title><style>{''.join(rules)}</style>{''.join(images)}</svg>"
    )


def _when_seen(number: int, last: int, whole: float) -> str:
    """The rule by which a frame is seen while it is its time."""
    begins, ends = 100 * STAYS * number / whole, 100 * STAYS * (number + 1) / whole
    steps = {} if number == 0 else {"0%": "hidden"}
    steps[f"{begins:.3f}%"] = "visible"
    if number < last:
        steps[f"{ends:.3f}%"] = "hidden"
    frames = "".join(f"{at}{{visibility:{how}}}" for at, how in steps.items())
    end = f"100%{{visibility:{'visible' if number == last else 'hidden'}}}"
    return f"@keyframes f{number}{{{frames}{end}}}#f{number}{{animation-name:f{number}}}"


def _address(svg: str) -> str:
    """A whole drawing as an address: its names and styles stay its own."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def drawing(svg: str) -> Response:
    return Response(svg, headers={"cache-control": "no-store"}, media_type="image/svg+xml")
