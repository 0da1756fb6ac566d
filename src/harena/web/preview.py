"""What a link to a table says before it is opened: in a chat, a mail, a list. Only what anybody may see."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec
from starlette.requests import Request

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.prose import listed
from harena.core.state import SPECTATOR
from harena.server.api import Api
from harena.server.http import ProblemError, address_of
from harena.server.hub import NoTableError
from harena.server.live import LiveTable
from harena.server.setup import BOT, FRIEND, OPEN, PERSON, may_be_watched
from harena.server.story import winners
from harena.server.table import OVER, WAITING, Table
from harena.web.scene import scene

SITE = (
    "Arena games in your browser: against a bot, with friends by a link, no accounts, dice anyone can check."
)


class Preview(NamedTuple):
    """The words and the picture of a link."""

    title: str
    about: str
    origin: str  # of this site: programs that show previews want whole addresses
    picture: str = ""  # an SVG, where there is one beside the card


async def preview(request: Request, table_id: str) -> Preview:
    """Of a table's page. Where there is nothing to tell it tells not even whether there is such a table."""
    live = await open_to_all(request, table_id)
    origin = origin_of(request)
    if live is None:
        return Preview("A table at Harena", SITE, origin)
    return Preview(title_of(live.table), about(live.table), origin, f"/t/{table_id}/picture.svg")


async def open_to_all(request: Request, table_id: str) -> LiveTable | None:
    """A table that everybody may know of. Nobody begins to follow it by that, so its bots rest on."""
    api: Api = request.app.state.api
    if not api.misses.has(address_of(request, api.settings)):
        return None
    try:
        live = await api.hub.get(table_id)
        await api.hub.read_up(live)
    except NoTableError:
        api.misses.take(address_of(request, api.settings))
        return None
    except HarenaError:
        return None  # damaged, or of other rules: the page says so
    return live if is_open(live.table) else None


def is_open(table: Table) -> bool:
    """May anybody look on, or is somebody still awaited who may know nothing but the link?"""
    awaited = table.status == WAITING and any(seat.plan.kind in (FRIEND, OPEN) for seat in table.seats)
    return awaited or may_be_watched(table.setup)


def title_of(table: Table) -> str:
    """Who invites to which game, or who plays it."""
    title = registry.find(table.setup.game).title
    free = any(not seat.taken for seat in table.seats)
    if table.status == WAITING:
        host = host_of(table)
        return f"{host} invites you to {title}" if host and free else f"A table of {title}"
    sides = dict.fromkeys(table.sides)
    teams = [
        listed([table.names[seat] for seat, one in enumerate(table.sides) if one == side]) for side in sides
    ]
    return f"{title}: {' against '.join(teams)}"


def host_of(table: Table) -> str:
    """Who asks others to come: whoever opened the table, else whoever sits there."""
    seated = [seat for seat in table.seats if seat.taken and seat.plan.kind != BOT]
    return next((seat.name for seat in sorted(seated, key=lambda one: one.plan.kind != PERSON)), "")


def about(table: Table) -> str:
    """The game in a sentence, or how it stands."""
    if table.status == WAITING:
        return f"{registry.find(table.setup.game).summary} Play in your browser, without an account."
    return (
        winners(table, SPECTATOR)
        if table.status == OVER
        else "The game is under way. Watch it in your browser."
    )


async def picture_of(request: Request, live: LiveTable) -> str:
    """The position as a spectator sees it; before the game, what such a game looks like."""
    match = live.table.match
    if match is None:
        return await asyncio.to_thread(scene, registry.find(live.table.setup.game))
    drawn: str = msgspec.json.decode(await live.postcard(request.app.state.hub.painters))
    return drawn


def origin_of(request: Request) -> str:
    """The address by which this site was asked for; the name in it is one that it answers to."""
    trusted = request.app.state.settings.trust_proxy
    proto = request.headers.get("x-forwarded-proto", "") if trusted else ""
    scheme = proto if proto in ("http", "https") else request.url.scheme
    host = request.headers.get("host", "")
    if not host:
        raise ProblemError(400, "A request names the host it is for.")
    return f"{scheme}://{host}"
