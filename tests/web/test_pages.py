"""The pages over plain HTTP: what they hold, and what keeps them safe."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from harena.core import registry
from harena.core.options import fields
from harena.web import pages
from harena.web.form import form_fields
from harena.web.pages import page_routes
from web.hosted import Server

TABLE = "/t/0123456789abcdef"
EVERY_PAGE = ["/", "/start/dawn_raid", "/start/combat_arena", TABLE, "/rules/dawn_raid", "/nowhere"]
EVERY_PAGE += [
    "/first/dawn_raid",
    "/rules/combat_arena",
    "/rules/combat_arena/index",
    "/rules/dawn_raid/index",
]


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("path", EVERY_PAGE)
def test_no_page_holds_a_script_or_handler_of_its_own(server: Server, path: str) -> None:
    _, headers, text = server.get(path)
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert headers["referrer-policy"] == "no-referrer"
    for tag, attributes in Tags(text).found:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        if tag == "script":
            assert (attributes["src"] or "").startswith("/static/")
    assert "<script>" not in text


@pytest.mark.parametrize("path", EVERY_PAGE)
def test_a_page_asks_nothing_of_third_parties(server: Server, path: str) -> None:
    _, _, text = server.get(path)
    loaded = [
        value
        for tag, attributes in Tags(text).found
        for name in ("src", "href")
        if (value := attributes.get(name)) and tag in ("script", "link", "img")
    ]
    assert loaded
    assert all(address.startswith("/") and not address.startswith("//") for address in loaded)


def test_scripts_and_style_load_nothing_from_elsewhere(server: Server) -> None:
    for file in sorted((pages.HERE / "static").iterdir()):
        status, headers, text = server.get(f"/static/{file.name}")
        assert status == 200
        assert headers["cache-control"] == "no-cache"
        assert not re.search(
            r"(?:https?:)?//[a-z0-9-]+\.[a-z]", text.replace("http://www.w3.org/2000/svg", "")
        )


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/short", 404),
        ("/t/0123456789ABCDEF", 404),
        ("/start/chess", 404),
        ("/rules/chess", 404),
        ("/rules/combat_arena/pictures/..%2FRULES.md", 404),
        ("/rules/combat_arena/pictures/arena.svg", 200),
        ("/scenes/dawn_raid.svg", 200),
        ("/static/../pages.py", 404),
        (TABLE, 200),
    ],
)
def test_what_is_not_there_is_not_found(server: Server, path: str, status: int) -> None:
    assert server.get(path)[0] == status


def test_a_program_that_asks_for_nowhere_gets_a_sentence(server: Server) -> None:
    status, headers, text = server.get("/nowhere", accept="application/json")
    assert (status, headers["content-type"], text) == (404, "application/json", '{"problem":"Not Found."}')


def test_home_offers_every_game(server: Server) -> None:
    text = server.get("/")[2]
    for name in registry.installed():
        assert f'data-play="{name}"' in text
        assert registry.find(name).summary in text


@pytest.mark.parametrize("name", registry.installed())
def test_the_form_has_every_option_with_its_explanation(server: Server, name: str) -> None:
    text = server.get(f"/start/{name}")[2]
    for field in fields(registry.find(name).options):
        assert f'name="{field.name}"' in text
    for field in form_fields(registry.find(name), registry.find(name).options()):
        assert field.kind == "set" or field.label in text


def test_the_form_learns_what_goes_with_the_options(server: Server) -> None:
    given = json.loads(server.get("/start/combat_arena/fitted?variant=brothers&players=2")[2])
    assert given["sides"] == [0, 1, 0, 1], "who plays with whom, by seat"
    assert '<input type="hidden" name="players" value="4">' in given["options"]
    status, _, text = server.get("/start/combat_arena/fitted?players=9")
    assert status == 400
    assert "players" in text


def test_every_variant_has_a_picture_and_a_sentence(server: Server) -> None:
    text = server.get("/start/combat_arena")[2]
    pictures = [attributes["src"] for tag, attributes in Tags(text).found if tag == "img"]
    variants = [address for address in pictures if address and "variant-" in address]
    assert len(variants) == 4
    for address in [*variants, "/rules/combat_arena/things/pinwheel.svg"]:
        status, headers, _ = server.get(address or "")
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert server.get("/rules/combat_arena/things/nothing.svg")[0] == 404


def test_the_rules_can_be_linked_to(server: Server) -> None:
    text = server.get("/rules/dawn_raid")[2]
    for rule in registry.find("dawn_raid").rulebook.rules:
        assert f'id="{rule}"' in text


def test_what_is_put_into_a_page_is_escaped() -> None:
    assert b"<img" not in pages.lost("<img src=x onerror=alert(1)>").body


def test_what_a_pack_knows_is_chosen_and_not_typed() -> None:
    game = registry.find("combat_arena")
    shown = {field.name: field for field in form_fields(game, game.options())}
    kinds = {name: field.kind for name, field in shown.items()}
    assert (kinds["variant"], kinds["board"], kinds["picks"]) == ("cards", "cards", "several")
    assert (kinds["players"], kinds["max_rounds"], kinds["teams"]) == ("choice", "number", "set")
    assert ("pinwheel", "The Pinwheel") in [(one.value, one.label) for one in shown["board"].choices]
    assert ("grue", "Refulgus Grue") in [(one.value, one.label) for one in shown["picks"].choices]
    assert shown["picks"].places == ["Seat 1", "Seat 2"]


def test_every_page_route_only_reads() -> None:
    for route in page_routes():
        assert getattr(route, "methods", {"GET"}) <= {"GET", "HEAD"}


def test_a_rule_is_told_in_the_words_of_the_rulebook(server: Server) -> None:
    for game in (one["name"] for one in json.loads(server.get("/api/games")[2])):
        rules = registry.find(game).rulebook.rules
        for rule in list(rules)[::7]:
            status, _, text = server.get(f"/api/rules/{game}/{rule}", "application/json")
            told = json.loads(text)
            assert status == 200
            assert told == {"rule": rule, "text": rules[rule], "link": f"/rules/{game}#{rule}"}
    assert server.get("/api/rules/dawn_raid/DR-99.9")[0] == 404
    assert server.get("/api/rules/chess/DR-2.1")[0] == 404
