"""Random requests and random frames, most of them nearly right: never a 5xx, never a traceback.

`make fuzz SECONDS=...` goes on for so long.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from harena.server.http import safe_headers
from server.conftest import fast_settings, run
from server.rough import Seated, Site

SECONDS = float(os.environ.get("HARENA_FUZZ", "0"))
KINDS = {"table", "done", "refused", "bye", "pong", "described"}

texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", "\0", "\ud800", "<script>", "../..", "%00", "x" * 700, "\u202e", "dawn_raid", "0"]),
)
numbers = st.sampled_from(
    [0, 1, -1, -2, 2, 7, 10**9, 2**63, -(2**63), 10**30, 0.0, 1.0, 0.5, 1e300, 10**4200]
)
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def mutated(base: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Plain data, with some of it replaced, left out or added."""

    @st.composite
    def make(draw: st.DrawFn) -> Any:
        whole = json.loads(json.dumps(draw(base)))
        for _ in range(draw(st.integers(0, 2))):
            holder, key = draw(st.sampled_from(places(whole)))
            how = draw(st.sampled_from(["replace", "replace", "drop", "add"]))
            if how == "replace":
                holder[key] = draw(values)
            elif how == "drop":
                del holder[key]
            elif isinstance(holder, dict):
                holder[draw(texts)] = draw(values)
            if not places(whole):
                break
        return whole

    return make()


def places(whole: Any) -> list[tuple[Any, Any]]:
    """Everything inside plain data, as its holder and the key or index there."""
    pairs = whole.items() if isinstance(whole, dict) else enumerate(whole) if isinstance(whole, list) else ()
    return [place for key, value in list(pairs) for place in [(whole, key), *places(value)]]


def dumped(plain: Any) -> bytes:
    with contextlib.suppress(ValueError):  # a number too long for Python to write
        return json.dumps(plain).encode()
    return b'{"seat": ' + b"9" * 5000 + b"}"


# --- HTTP

SETUPS: list[dict[str, Any]] = [
    {"game": "dawn_raid", "seats": [{"kind": "person"}, {"kind": "open", "name": "Ann"}]},
    {
        "game": "combat_arena",
        "seats": [{"kind": "friend"}, {"kind": "device"}, {"kind": "bot", "bot": "easy", "name": "Bot"}],
        "options": {"players": 3, "variant": "last_standing", "board": "", "max_rounds": 5, "picks": ""},
        "clock": {"kind": "bank", "seconds": 60, "increment": 5},
        "spectators": False,
        "practice": True,
        "out_of_time": "loses",
        "grace": 5,
        "stand_in": "easy",
    },
]
SITS = [
    {"seat": 1, "name": "Ann", "seed": "seed", "invite": "INVITE", "key": "secret_of_Ann_s_device"},
    {"seat": 0, "key": "KEY"},
]
PATHS = [
    "/",
    "/start/GAME",
    "/start/GAME/fitted",
    "/t/TABLE",
    "/rules/GAME",
    "/rules/GAME/pictures/TEXT.svg",
    "/scenes/GAME.svg",
    "/static/TEXT",
    "/static/site.css",
    "/TEXT",
    "/healthz",
    "/metrics",
    "/api/games",
    "/api/tables",
    "/api/mine",
    "/api/tables/TABLE",
    "/api/tables/TABLE/TEXT",
    "/api/tables/TABLE/sit",
    "/api/tables/TABLE/stand_up",
    "/api/tables/TABLE/record",
    "/api/tables/TABLE/live",
    "/t/TABLE/replay",
    "/replay",
    "/api/tables/TABLE/replay?eyes=TEXT",
    "/api/tables/TABLE/replay/TEXT?eyes=0",
    "/api/tables/TABLE/counsel?move=TEXT",
    "/api/tables/TABLE/chances?eyes=TEXT",
    "/api/replay?eyes=TEXT",
    "/api/replay/TEXT",
    "/api/verify?promise=TEXT",
]
bodies = st.one_of(
    mutated(st.sampled_from(SETUPS + SITS)).map(dumped),
    values.map(dumped),
    st.binary(max_size=60),
    st.integers(1, 1200).map(lambda depth: b'{"options":' + b"[" * depth + b"]" * depth + b"}"),
)
headers = st.dictionaries(
    st.sampled_from(
        ["cookie", "origin", "accept", "x-forwarded-for", "content-type", "range", "if-none-match"]
    ),
    st.sampled_from(
        ["harena=" + "x" * 22, "harena=\x80", ";;=", "text/html", "null", "::1", "bytes=9-1", "*", "\xff"]
    ),
    max_size=2,
)


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, str, bytes | None, dict[str, str]]:
    path = draw(st.sampled_from(PATHS))
    path = path.replace("GAME", draw(st.sampled_from(["dawn_raid", "combat_arena", "chess", "%00", "a%2Fb"])))
    odd = draw(texts)
    path = path.replace("TEXT", quote(odd.encode("utf-8", "replace")) or "x")
    path = path.replace("TABLE", draw(st.sampled_from(["REAL", "REAL", "0" * 16, "x", "%ff", "..%2f"])))
    if draw(st.booleans()):
        query = [
            f"{draw(st.sampled_from(['players', 'board', 'x', 'max_rounds']))}="
            f"{quote(draw(texts).encode('utf-8', 'replace'))}"
            for _ in range(draw(st.integers(1, 2)))
        ]
        path = f"{path}?{'&'.join(query)}"
    method = draw(st.sampled_from(["GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS"]))
    return method, path, draw(bodies) if method in ("POST", "PUT") else None, draw(headers)


class Fuzzed:
    """A site under fire, with tables at which things may be tried."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.waiting = site.open()
        self.running = site.seated("combat_arena")
        self.teams = site.seated("combat_arena", FOUR, seats=TEAMS, options={"variant": "brothers"})
        self.line = http.client.HTTPConnection("127.0.0.1", site.settings.port, timeout=30)

    def send(self, request: tuple[str, str, bytes | None, dict[str, str]]) -> None:
        method, path, body, headers = request
        path = path.replace("REAL", self.waiting["id"])
        if body is not None:
            body = body.replace(b"INVITE", self.waiting["invites"]["1"].encode())
            body = body.replace(b"KEY", self.running.keys[0].encode())
        self.line.request(
            method, path, body, {name: value.encode("latin-1") for name, value in headers.items()}
        )
        response = self.line.getresponse()
        content = response.read()
        assert response.status < 500, (request, content)
        safe = safe_headers(response.headers.get("content-type", ""))
        assert {name: response.headers[name] for name in safe} == safe, request
        if (
            response.status >= 400
            and method != "HEAD"
            and response.headers.get_content_type() == "application/json"
        ):
            assert json.loads(content)["problem"].rstrip()[-1] in ".?!…", content
        self.site.assert_sound()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    site = Site(fast_settings(tmp_path_factory.mktemp("site")))
    yield Fuzzed(site)
    site.stop()
    site.assert_sound()


LIGHT = settings(
    max_examples=250,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)


@LIGHT
@given(request=requests())
def test_no_request_is_answered_with_a_fault(fuzzed: Fuzzed, request: Any) -> None:
    fuzzed.send(request)


# --- frames

FOUR = ("Ann", "Bob", "Cy", "Di")
TEAMS = [{"kind": "person"}, *[{"kind": "friend"}] * 3]
MESSAGES: list[dict[str, Any]] = [
    {"type": "act", "action": "LEGAL", "moves": "NOW", "seat": 0, "request": "a"},
    {"type": "act", "action": "LEGAL", "moves": "NOW", "request": "b"},
    {"type": "act", "action": "done", "moves": "NOW", "seat": 1, "request": ""},
    {"type": "take_back", "moves": "NOW", "seat": 0, "request": "c"},
    {"type": "say", "text": "hello", "seat": 1, "request": "d"},
    {"type": "say", "text": "hello", "to": "team", "seat": 0, "request": "h"},
    {"type": "start", "seat": 0, "request": "i"},
    {"type": "return", "seat": 0, "request": "e"},
    {"type": "agree", "leaver": 1, "seat": 0, "request": "f"},
    {"type": "rematch", "seat": 0, "request": "g"},
    {"type": "look", "seat": 0},
    {"type": "describe"},
    {"type": "look", "seat": -2},
    {"type": "ping", "at": 1.5},
    {"type": "hello", "keys": [], "parts": []},
]
frames = st.one_of(
    mutated(st.sampled_from(MESSAGES)),
    mutated(st.sampled_from(MESSAGES)),
    st.text(max_size=30),
    st.binary(max_size=20),
    st.sampled_from(["{", "[" * 4000, "x" * 8193, ""]),
)
hellos = mutated(
    st.sampled_from(
        [{"type": "hello", "keys": ["KEY"], "parts": ["view", "picture", "choices"]}, {"type": "hello"}]
    )
)


def filled(frame: Any, table: dict[str, Any]) -> str | bytes:
    """A frame as it is sent: with an open action and the number of the position, where it names them."""
    if isinstance(frame, str | bytes):
        return frame.encode("utf-8", "replace").decode() if isinstance(frame, str) else frame
    actions = table.get("actions") or [{"action": "none"}]
    if isinstance(frame, dict) and frame.get("action") == "LEGAL":
        frame = {**frame, "action": actions[len(actions) // 2]["action"]}
    if isinstance(frame, dict) and frame.get("moves") == "NOW":
        frame = {**frame, "moves": table.get("moves", 0)}
    return dumped(frame).decode()


async def try_frames(table: Seated, hello: Any, sent: list[Any]) -> None:
    """Say hello somehow, send the frames, and hear sentences until the end."""
    seen: dict[str, Any] = {}
    async with table.socket() as socket:
        with contextlib.suppress(ConnectionClosed):
            await socket.send(dumped(hello).decode().replace('"KEY"', ", ".join(map(json.dumps, table.keys))))
            for frame in sent:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.002):
                        told = json.loads(await socket.recv())
                        assert told["type"] in KINDS
                        seen = told.get("table", seen)
                await socket.send(filled(frame, seen))
            await socket.send('{"type": "ping", "at": 77}')
            while (told := json.loads(await socket.recv())).get("at") != 77:
                assert told["type"] in KINDS
                assert told["type"] != "refused" or told["text"].rstrip()[-1] in ".?!…", told
        assert socket.close_code in (None, 1008)


@settings(LIGHT, max_examples=120)
@given(hello=hellos, sent=st.lists(frames, max_size=10), teams=st.booleans())
def test_no_frame_does_any_harm(fuzzed: Fuzzed, hello: Any, sent: list[Any], teams: bool) -> None:
    run(try_frames(fuzzed.teams if teams else fuzzed.running, hello, sent))
    fuzzed.site.assert_sound()


def test_after_all_that_the_tables_still_play(fuzzed: Fuzzed) -> None:
    async def talk() -> None:
        await fuzzed.running.still_plays()
        await fuzzed.teams.still_plays()
        await fuzzed.site.seated().still_plays()

    run(talk())


@pytest.mark.skipif(not SECONDS, reason="goes on for long: make fuzz SECONDS=600")
def test_for_long(fuzzed: Fuzzed) -> None:
    until, round_number = time.monotonic() + SECONDS, int(time.time())
    while time.monotonic() < until:
        round_number += 1
        print(f"round {round_number}", flush=True)
        for test in (test_no_request_is_answered_with_a_fault, test_no_frame_does_any_harm):
            seed(round_number)(test)(fuzzed)
        fuzzed.running = fuzzed.site.seated(["dawn_raid", "combat_arena"][round_number % 2])
        run(fuzzed.running.still_plays())
