"""Markup in any text that visitors give stays text: in pictures, pages, logs and records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from markupsafe import escape

import harena
from harena.core.errors import HarenaError
from harena.core.record import parse_record
from harena.core.state import SPECTATOR
from harena.server import rulings
from harena.server.keys import hashed
from harena.server.sight import PARTS, Looks, lines, sight
from harena.server.table import Table
from harena.web import pages
from server.conftest import fast_settings, run
from server.made_up import Noted, setup_of
from server.rough import Site, greet, hear

MARKUP = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><a href='javascript:alert(1)'>x</a>",
    "</svg><script>alert(1)</script>",
    "</text></g></title><script/>",
    "]]><b>x</b><![CDATA[",
    "<!--defs--><!-- --",
    "<?xml version='1.0'?><!DOCTYPE x>",
    "&lt;b&gt; &amp; &#60;b&#62; &x; &",
    "</style><style>*{display:none}</style>",
    '" onload="alert(1)" data-action="x',
    "{{ 7 * 7 }}{% raw %}${7*7}%s%(x)s{0}",
    "javascript:alert(1)",
    "\\u003cscript\\u003e\\x3cb\\x3e",
    "</script><script>",
    "#harena-sword url(//evil.example)",
]
UNPRINTABLE = ["\u202eevil", "a\u2066b", "\u200b", "a\0b", "a\nb", "\x1b[2J", "\ufeff", "a\u2028b", "\ue000"]
NAMES = [text[:40].strip() for text in MARKUP]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()
    running.assert_sound()


# --- pictures and logs


def played(game: str, names: list[str], moves: int) -> Table:
    """A table with these names some moves into the game: the same each time but for the names."""
    noted = Noted(("person", "friend"), game=game)
    for seat, name in enumerate(names):
        noted.note(rulings.sit(noted.table, 1000, seat, name, hashed(f"key {seat}"), "seed"))
    for move in range(moves):
        if noted.table.asked():
            assert noted.table.match is not None
            seat = noted.table.asked()[0]
            legal = noted.table.match.legal(seat)
            noted.note(rulings.act(noted.table, 2000, seat, legal[move % len(legal)], noted.table.moves))
    return noted.table


def shape(svg: str) -> list[tuple[str, list[str]]]:
    """The elements of a picture with the names of their attributes; it must be well-formed."""
    return [(one.tag, sorted(one.attrib)) for one in ElementTree.fromstring(svg).iter()]


def words_of(svg: str) -> str:
    return "".join(ElementTree.fromstring(svg).itertext())


@pytest.mark.parametrize("moves", [0, 7, 1000], ids=["beginning", "middle", "end"])
@pytest.mark.parametrize("game", harena.game_names())
def test_a_picture_has_no_element_that_a_name_brought(game: str, moves: int) -> None:
    assert shape("<svg><a/><b c='d'/></svg>") == [("svg", []), ("a", []), ("b", ["c"])]
    plain = played(game, ["W" * 36, "M" * 36], moves)
    for first, second in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True):
        table = played(game, [first, second], moves)
        for eyes in (0, 1, SPECTATOR):
            svg = sight(table, eyes, PARTS, 0)["picture"]
            assert shape(svg) == shape(sight(plain, eyes, PARTS, 0)["picture"]), (first, second)
            assert_harmless(svg)
            if "WWWWWW" in words_of(sight(plain, eyes, PARTS, 0)["picture"]):
                assert first[:6] in words_of(svg), "the name is there, as text"


def assert_harmless(svg: str) -> None:
    for one in ElementTree.fromstring(svg).iter():
        tag = one.tag.rpartition("}")[2]
        assert tag not in ("script", "foreignObject", "iframe", "img", "a", "image", "object", "embed")
        for name, value in one.attrib.items():
            assert not name.rpartition("}")[2].startswith("on"), (tag, name)
            if name.rpartition("}")[2] == "href":
                assert value.startswith("#")
        if tag == "style":
            assert "url(" not in (one.text or "")
            assert "@import" not in (one.text or "")


@pytest.mark.parametrize("game", harena.game_names())
def test_names_stand_in_the_log_as_they_were_given(game: str) -> None:
    for first, second in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True):
        table = played(game, [first, second], 30)
        plain = played(game, ["First Player", "Second Player"], 30)
        assert table.match is not None
        assert plain.match is not None
        told = [line["text"] for line in lines(Looks(table.match), SPECTATOR, 0)]
        expected = [line["text"] for line in lines(Looks(plain.match), SPECTATOR, 0)]
        # a sentence begins with a capital letter, also where a name begins it
        assert [text.lower() for text in told] == [swapped(text, first, second).lower() for text in expected]


def swapped(text: str, first: str, second: str) -> str:
    """The sentence with these players instead of those in it."""
    parts = re.split("(First Player|Second Player)", text)
    names = {"First Player": first, "Second Player": second}
    return "".join(names.get(part, part) for part in parts)


# --- through a real server


def test_names_and_lines_reach_others_as_text_and_the_record_holds(site: Site) -> None:
    for name, line in zip(NAMES, MARKUP, strict=True):
        table = site.seated(names=(name, "Bob"), seed=line[:200])

        async def talk(table: Any = table, name: str = name, line: str = line) -> None:
            async with table.socket() as onlooker, table.socket() as socket:
                await greet(onlooker, parts=("picture",))
                await greet(socket, table.keys[0])
                await socket.send(json.dumps({"type": "say", "text": line, "request": line[:40]}))
                done = await hear(socket, "done")
                assert done["request"] == line[:40]
                await socket.send(json.dumps({"type": "resign"}))
                told = await hear(onlooker, "table")
                while told["table"]["status"] != "over":
                    told = await hear(onlooker, "table")
                assert told["table"]["chat"][0]["text"] == line
                assert told["table"]["seats"][0]["name"] == " ".join(name.split())
                assert_harmless(told["table"]["picture"])

        run(talk())
        _, headers, content = site.ask(f"/api/tables/{table.id}/record", accept="text/html")
        assert headers["content-type"] == "application/json"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-disposition"].startswith("attachment;")
        record = parse_record(content)
        assert harena.verify(record).holds
        assert record.names[0] == " ".join(name.split())
        assert record.dice.player_seeds == [line, line]  # type: ignore[union-attr]
        for path in (f"/api/tables/{table.id}", "/api/tables"):
            assert site.ask(path)[1]["content-type"] == "application/json"
        page = site.ask(f"/t/{table.id}", accept="text/html")[2]
        shown = str(escape(" ".join(name.split())))  # by what a chat shows of a link
        assert line.encode() not in page.replace(shown.encode(), b"")


@pytest.mark.parametrize("text", UNPRINTABLE, ids=ascii)
def test_what_cannot_be_seen_is_no_part_of_a_name_and_a_space_in_a_line(site: Site, text: str) -> None:
    made = site.open()
    body = {"seat": 0, "name": text, "invite": made["invites"]["0"]}
    status, sentence = site.problem(f"/api/tables/{made['id']}/sit", body)
    assert (status, "printable" in sentence) == (409, True)
    plan = {"game": "dawn_raid", "seats": [{"kind": "bot", "bot": "easy", "name": text}, {"kind": "person"}]}
    assert site.problem("/api/tables", plan)[0] == 400
    table = site.seated()

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            await socket.send(json.dumps({"type": "say", "text": f"so{text}so"}))
            told = await hear(socket, "table")
            while not told["table"]["chat"]:
                told = await hear(socket, "table")
            assert told["table"]["chat"][0]["text"].isprintable()

    run(talk())


@pytest.mark.parametrize("text", MARKUP)
def test_every_text_of_a_setup_is_refused_or_kept_as_it_is(site: Site, text: str) -> None:
    person = {"kind": "person"}
    for plan in (
        {"game": text, "seats": [person, person]},
        {"game": "dawn_raid", "seats": [{"kind": text}, person]},
        {"game": "dawn_raid", "seats": [{"kind": "bot", "bot": text}, person]},
        {"game": "dawn_raid", "seats": [person, person], "stand_in": text},
        {"game": "dawn_raid", "seats": [person, person], "out_of_time": text},
        {"game": "dawn_raid", "seats": [person, person], "options": {text: 1}},
        {"game": "combat_arena", "seats": [person, person], "options": {"board": text}},
        {"game": "combat_arena", "seats": [person, person], "options": {"picks": text}},
        {"game": "dawn_raid", "seats": [person, person], text: text},
    ):
        status, headers, content = site.ask("/api/tables", plan)
        assert status == 400, plan
        assert headers["content-type"] == "application/json"
        assert json.loads(content)["problem"].rstrip()[-1] in ".?"
    named = {"kind": "bot", "bot": "easy", "name": text[:40].strip()}
    made = site.open(seats=[named, person])
    seen = json.loads(site.ask(f"/api/tables/{made['id']}")[2])
    assert seen["seats"][0]["name"] == named["name"]


@pytest.mark.parametrize("text", MARKUP)
def test_no_address_brings_markup_into_a_page(site: Site, text: str) -> None:
    odd = quote(text, safe="")
    for path in (f"/t/{odd}", f"/start/{odd}", f"/rules/{odd}", f"/{odd}", f"/?x={odd}", f"/static/{odd}"):
        status, headers, content = site.ask(path, accept="text/html")
        assert status in (200, 404)
        if headers["content-type"].startswith("text/html"):
            assert text.encode() not in content
        else:
            assert headers["content-type"] in ("application/json", "text/plain; charset=utf-8")
    status, headers, content = site.ask(f"/start/combat_arena/fitted?board={odd}&{odd}=1", accept="text/html")
    assert (status, headers["content-type"]) == (400, "application/json")


def test_the_scripts_never_make_html_of_text() -> None:
    dangerous = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc"
    scripts: list[Path] = sorted((pages.HERE / "static").glob("*.js"))
    assert scripts
    for script in scripts:
        assert not re.search(dangerous, script.read_text(encoding="utf-8")), script.name


def test_templates_escape_all_they_are_given() -> None:
    harmless = pages.lost("x", "x").body.decode()  # type: ignore[union-attr]
    for text in MARKUP:
        page = pages.lost(text, text).body.decode()  # type: ignore[union-attr]
        assert page.count("<script") == harmless.count("<script")
        assert page.count("<img") == 0
    for template in (pages.HERE / "templates").glob("*.j2"):
        assert not re.search(r"\|\s*safe|autoescape", template.read_text(encoding="utf-8")), template.name


def test_a_sentence_about_bad_input_quotes_only_a_little_of_it() -> None:
    for options in ({"x" * 5000: 1}, {"board": "x" * 5000}, {"players": "9" * 4000}):
        plan = {"game": "combat_arena", "seats": [{}, {}], "options": options}
        with pytest.raises(HarenaError) as refused:
            setup_of(plan)
        assert len(str(refused.value)) < 400


def test_an_answer_never_sends_all_of_a_long_text_back(site: Site) -> None:
    long = "x" * 5000
    for path, body in (("/api/tables", {long: 1}), (f"/api/tables/{site.open()['id']}/sit", {long: 1})):
        status, sentence = site.problem(path, body)
        assert (status, len(sentence), sentence[-1]) == (400, 600, "…")
