"""The pages: plain HTML made here, brought to life by the scripts in static/. They know no game."""

from __future__ import annotations

import functools
import re
from collections.abc import Awaitable, Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError, UnknownGameError
from harena.core.fitting import fit
from harena.core.game import AnyGame
from harena.core.joining import STANDARD
from harena.core.options import Choice, read_options
from harena.server.api import game_facts, packs_offered
from harena.server.house import House
from harena.server.http import ProblemError, answer, hold_back, problem
from harena.server.packs import PackKit, installed, load
from harena.server.puzzles import listed, puzzle_in, today
from harena.version import VERSION
from harena.web.files import FRESH, file_of, find, icon_of, kept, sent
from harena.web.form import form_fields
from harena.web.gallery import gallery, passages, things_of
from harena.web.preview import open_to_all, picture_of, preview
from harena.web.rules import rule_in_words, rulebook_page
from harena.web.scene import scene

HERE = Path(__file__).parent
TABLE = re.compile(r"[0-9a-f]{16}")
PICTURE = re.compile(r"[\w-]{1,60}\.svg", re.ASCII)
GROUND = "#171a21"  # of the bar at the top of every page
MANIFEST = {
    "name": "Harena",
    "description": "Arena games in your browser",
    "id": "/",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": GROUND,
    "theme_color": GROUND,
    "icons": [
        {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "/icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ],
}
Show = Callable[[Request], Awaitable[Response]]
KINDS = {"win": ": win", "survive": ": survive", "choice": ""}  # of puzzles, after their numbers
Things = tuple[Hashable, ...]
FOR_A_WHILE = "max-age=3600"
SMALLER = [Middleware(GZipMiddleware)]  # none of these pages holds a secret


def page_routes() -> list[BaseRoute]:
    """Where the pages are. The last one answers for every address that is nowhere else."""
    return [
        Route("/", limited(home)),
        Route("/yours", limited(yours), middleware=SMALLER),
        Route("/first/{game}", limited(first)),
        Route("/first/{game}/lessons", limited(lessons)),
        Route("/start/{game}", limited(start)),
        Route("/start/{game}/fitted", limited(fitted), middleware=SMALLER),
        Route("/t/{id}", limited(table), middleware=SMALLER),
        Route("/t/{id}/picture.svg", limited(table_picture), middleware=SMALLER),
        Route("/t/{id}/replay", limited(replay), middleware=SMALLER),
        Route("/replay", limited(replay_record), middleware=SMALLER),
        Route("/puzzles", limited(puzzles), middleware=SMALLER),
        Route("/puzzles/{game}/{name}", limited(puzzle), middleware=SMALLER),
        Route("/rules/{game}", limited(rules)),
        Route("/rules/{game}/index", limited(index)),
        Route("/rules/{game}/passages", limited(all_passages)),
        Route("/api/rules/{game}/{rule}", limited(rule)),
        Route("/rules/{game}/pictures/{picture}", limited(rules_picture)),
        Route("/rules/{game}/things/{key}.svg", limited(thing)),
        Route("/scenes/{game}.svg", limited(scene_of)),
        Route("/static/{name}", file_of),
        Route("/icons/{name}", icon_of),
        Route("/manifest.webmanifest", limited(manifest)),
        Route("/away.js", limited(away)),
        Route("/offline", limited(offline)),
        Route("/{path:path}", limited(nowhere)),
    ]


def limited(show: Show) -> Show:
    """Pages are limited by address, as the interface is; files have a limit of their own."""

    @functools.wraps(show)
    async def checked(request: Request) -> Response:
        try:
            request.app.state.api.check(request)
        except ProblemError as error:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            await hold_back()
            return lost(str(error), "Too much at once", error.status)
        return await show(request)

    return checked


async def home(request: Request) -> Response:
    """The games, and the tables to join, to watch and to go on with."""
    games = [registry.find(name) for name in registry.names()]

    def shown() -> dict[str, Any]:
        return {"games": [page_facts(game) for game in games]}

    return same(request, "home.html.j2", tuple(games), shown)


async def start(request: Request) -> Response:
    """A form with everything that can be set for a table of one game."""
    game = game_in(request)
    packs = packs_offered(game.name, house_of(request))
    request.app.state.hub.tell_of_packs()

    def shown() -> dict[str, Any]:
        return {"game": page_facts(game) | packs, **form_of(game, installed(game.name), {})}

    return same(request, "start.html.j2", (game, repr(packs)), shown)


async def first(request: Request) -> Response:
    """The door to a guided first game."""
    game = game_in(request)
    if not game.lessons.lesson:
        raise HTTPException(404, f"{game.title} has no lessons")
    options = dict(game.first_game)

    def shown() -> dict[str, Any]:
        count = game.seats(read_options(game.options, options))
        return {"game": page_facts(game), "lessons": game.lessons, "options": options, "seats": count}

    return same(request, "first.html.j2", (game,), shown)


async def lessons(request: Request) -> Response:
    """What a guided game begins and ends with."""
    found = game_in(request).lessons
    return answer({"introduction": found.introduction, "closing": found.closing})


async def fitted(request: Request) -> Response:
    """The seats that these options give, by who plays together, and the options as they are asked for now."""
    game = game_in(request)
    given = dict(request.query_params)
    try:
        kit = house_of(request).kit(game, given.pop("pack", STANDARD))
        request.app.state.hub.library.tried(kit)
        form = form_of(game, kit, given)
        game.start(load(kit), form["options"], fast_dice(1))
    except HarenaError as error:
        return problem(400, str(error))
    html = templates().get_template("options.html.j2").render(form)
    return answer({"sides": list(game.sides(form["options"])), "options": html})


def form_of(game: AnyGame, kit: PackKit, given: dict[str, str]) -> dict[str, Any]:
    """What the form for a table shows of a game's options, with a pack."""
    options = fit(game, load(kit), given)
    return {
        "options": options,
        "fields": form_fields(game, options, load(kit)),
        "picture_address": functools.partial(picture_address, kit),
    }


def picture_address(kit: PackKit, choice: Choice) -> str:
    """Where the picture of a choice is: a file of the game's, or a thing of its pack."""
    if PICTURE.fullmatch(choice.picture):
        return f"/rules/{kit.game}/pictures/{choice.picture}"
    return f"/rules/{kit.game}/things/{choice.picture}.svg{asking_for(kit)}"


def asking_for(kit: PackKit) -> str:
    """What an address ends with that shows a pack; nothing for the standard one."""
    return f"?pack={kit.digest}" if kit.name != STANDARD else ""


async def kit_in(request: Request) -> PackKit:
    """The pack that an address asks for by its digest; the standard one if it asks for none."""
    game, digest = game_in(request), request.query_params.get("pack", "")
    if not digest:
        return installed(game.name)
    try:
        found: PackKit = await request.app.state.hub.library.by_digest(game, digest[:64])
    except HarenaError as error:
        raise HTTPException(404, str(error).rstrip(".")) from None
    return found


def house_of(request: Request) -> House:
    """The packs that this site offers."""
    house: House = request.app.state.hub.library.house
    return house


async def thing(request: Request) -> Response:
    """The picture of one card, fighter or board."""
    key, kit, game = request.path_params["key"], await kit_in(request), game_in(request)
    found = next((one.picture for one in things_of(game, load(kit)) if one.key == key), "")
    if not found:
        raise HTTPException(404)
    return sent(request, kept("thing.svg", (game, kit.digest, key), found.encode), FOR_A_WHILE)


async def table(request: Request) -> Response:
    """A table's page: the same for every id, but for what a link to a table says that everybody may see."""
    table_id = request.path_params["id"]
    if not TABLE.fullmatch(table_id):
        return lost(
            "Part of the link may be missing. Ask whoever sent it for a new one.", "There is no such table"
        )
    return page("table.html.j2", id=table_id, preview=await preview(request, table_id))


async def table_picture(request: Request) -> Response:
    """The picture of a link to a table: nothing that a spectator would not see."""
    table_id = request.path_params["id"]
    live = await open_to_all(request, table_id) if TABLE.fullmatch(table_id) else None
    if live is None:
        raise HTTPException(404)
    drawn = await picture_of(request, live)
    request.app.state.api.check_file(request, len(drawn))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": FRESH})


async def replay(request: Request) -> Response:
    """The replay of a table: again the same page for every id."""
    table_id = request.path_params["id"]
    if not TABLE.fullmatch(table_id):
        return lost(
            "Part of the link may be missing. Ask whoever sent it for a new one.", "There is no such table"
        )
    return page("replay.html.j2", id=table_id)


async def yours(request: Request) -> Response:
    """One's own games: the same page for everybody, filled by what the browser's secret opens."""
    return page("yours.html.j2")


async def replay_record(request: Request) -> Response:
    """A page that replays a record which one has as a file."""
    return page("replay.html.j2", id="")


async def puzzles(request: Request) -> Response:
    """All puzzles, today's first."""
    return page("puzzles.html.j2", games=listed(), day=today(), kinds=KINDS)


async def puzzle(request: Request) -> Response:
    """One puzzle: of a day, or by its id."""
    try:
        game, found = puzzle_in(request.path_params["game"], request.path_params["name"])
    except ProblemError as error:
        return lost(str(error), "There is no such puzzle", error.status)
    return page("puzzle.html.j2", game=game, id=found.id)


async def rules(request: Request) -> Response:
    """A game's rulebook, where every rule can be linked to."""
    game, kit = game_in(request), await kit_in(request)

    def shown() -> dict[str, Any]:
        things = bool(things_of(game, load(kit)))
        return {"game": game, "book": rulebook_page(game), "shown": things, **shown_pack(kit)}

    return same(request, "rules.html.j2", (game, kit.name, kit.digest), shown)


async def index(request: Request) -> Response:
    """The cards, fighters and boards of a game, with their pictures."""
    game, kit = game_in(request), await kit_in(request)
    if not things_of(game, load(kit)):
        raise HTTPException(404, f"{game.title} has no index")

    def shown() -> dict[str, Any]:
        return {"game": game, "gallery": gallery(game, load(kit)), "shown": True, **shown_pack(kit)}

    return same(request, "index.html.j2", (game, kit.name, kit.digest), shown)


def shown_pack(kit: PackKit) -> dict[str, Any]:
    """Which pack a page of the library shows: its title, unless it is the standard one, and the address."""
    title = load(kit).title if kit.name != STANDARD else ""
    return {"pack_title": title, "asking": asking_for(kit)}


async def all_passages(request: Request) -> Response:
    """What the search in a rulebook looks through."""
    game, kit = game_in(request), await kit_in(request)

    def made() -> bytes:
        return msgspec.json.encode([*rulebook_page(game).passages, *passages(game, load(kit))])

    return sent(request, kept("passages.json", (game, kit.digest), made))


async def rule(request: Request) -> Response:
    """One rule in the rulebook's words, for the log of a table."""
    try:
        return answer(rule_in_words(game_in(request), request.path_params["rule"]))
    except KeyError:
        return problem(404, "There is no such rule.")


async def rules_picture(request: Request) -> Response:
    """A picture in a rulebook."""
    name = request.path_params["picture"]
    path = game_in(request).folder / "pictures" / name
    if not PICTURE.fullmatch(name) or not path.is_file():
        raise HTTPException(404)
    return Response(path.read_bytes(), media_type="image/svg+xml", headers={"cache-control": FOR_A_WHILE})


async def scene_of(request: Request) -> Response:
    """What a game looks like when it is under way."""
    game = game_in(request)
    return sent(request, kept("scene.svg", (game,), lambda: scene(game).encode()), FOR_A_WHILE)


async def manifest(request: Request) -> Response:
    """What a system needs to know to install this site."""
    response = answer(MANIFEST)
    response.headers.update({"cache-control": FRESH, "content-type": "application/manifest+json"})
    return response


async def away(request: Request) -> Response:
    """The service worker: at the root, since it may answer only for what lies below it."""
    response = sent(request, find("away.js"))
    response.headers["content-security-policy"] = "default-src 'none'; connect-src 'self'"
    return response


async def offline(request: Request) -> Response:
    """What a browser shows of this site when the server cannot be reached: all in one page."""
    return same(request, "offline.html.j2", (), dict)


async def nowhere(request: Request) -> Response:
    """Any other address: a page for people, a sentence for programs."""
    if "text/html" in request.headers.get("accept", ""):
        return lost("There is no page at this address.")
    raise HTTPException(404)


def game_in(request: Request) -> AnyGame:
    """The game in the address."""
    try:
        return registry.find(request.path_params["game"])
    except UnknownGameError as error:
        raise HTTPException(404, str(error).rstrip(".")) from None


def page_facts(game: AnyGame) -> dict[str, Any]:
    """What a page that offers a game says about it."""
    return game_facts(game.name) | {
        "taught": bool(game.lessons.lesson),
        "shown": bool(things_of(game)),
    }


def lost(text: str, heading: str = "Nothing here", status: int = 404) -> Response:
    return page("lost.html.j2", status, text=text, heading=heading)


def page(template: str, status: int = 200, **shown: Any) -> Response:
    """A page of the site."""
    return HTMLResponse(rendered(template, shown), status, {"cache-control": FRESH})


def same(request: Request, template: str, made_from: Things, shown: Callable[[], dict[str, Any]]) -> Response:
    """A page that is the same for everybody, as long as it is made from the same things."""
    return sent(request, kept(f"{template}.html", made_from, lambda: rendered(template, shown()).encode()))


def rendered(template: str, shown: dict[str, Any]) -> str:
    return templates().get_template(template).render(shown, version=VERSION)


@cache
def templates() -> Environment:
    """The pages' templates: everything put into them is escaped."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
