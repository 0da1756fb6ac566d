"""Whoever does not keep to the rules is told so in a sentence, counted, and sent away in the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from harena.server import http as server_http
from harena.server.hub import Hub
from server.conftest import NO_LIMITS, fast_settings, run, wait_until
from server.rough import Site, greet, hear

DEEP = "[" * 3500 + "]" * 3500
HUGE = 10**30
STANDING = ("moves", "status", "asked", "chat", "wished")  # what no refused message changes


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()
    running.assert_sound()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has had enough after three."""
    settings = fast_settings(tmp_path_factory.mktemp("strict"), limits=replace(NO_LIMITS, strikes=3))
    running = Site(settings)
    yield running
    running.stop()
    running.assert_sound()


# --- hello

NO_HELLO: dict[str, str | bytes] = {
    "nothing in it": "{}",
    "empty": "",
    "a list": "[]",
    "no JSON": "{",
    "another message": '{"type": "ping"}',
    "an act": '{"type": "act", "action": "x", "moves": 1}',
    "an unknown field": '{"type": "hello", "more": 1}',
    "keys that are no list": '{"type": "hello", "keys": 7}',
    "a key that is no text": '{"type": "hello", "keys": [7]}',
    "too many keys": json.dumps({"type": "hello", "keys": ["x"] * 9}),
    "a long key": json.dumps({"type": "hello", "keys": ["x" * 65]}),
    "a lone surrogate": '{"type": "hello", "keys": ["\\ud800"]}',
    "bytes": b'{"type": "hello"}',
    "no bytes": b"",
    "too long": json.dumps({"type": "hello", "parts": ["x" * 9000]}),
    "too many bytes for so few characters": json.dumps(
        {"type": "hello", "parts": ["\N{DRAGON}" * 2100]}, ensure_ascii=False
    ),
    "deep": f'{{"type": "hello", "parts": {DEEP}}}',
}


@pytest.mark.parametrize("frame", NO_HELLO.values(), ids=NO_HELLO.keys())
def test_who_does_not_say_hello_is_sent_away_and_counted(site: Site, frame: str | bytes) -> None:
    table, before = site.seated(), site.count("refused_hello")

    async def talk() -> None:
        async with table.socket() as socket:
            await socket.send(frame)
            assert (await hear(socket, "bye"))["text"].startswith("The first message must be")
            await socket.wait_closed()
            assert socket.close_code == 1008
        await table.still_plays()

    run(talk())
    assert site.count("refused_hello") == before + 1


@pytest.mark.parametrize("stage", ["before hello", "after hello", "while acting", "in the middle of a frame"])
@pytest.mark.parametrize("rudely", [False, True], ids=["closing", "vanishing"])
def test_a_connection_may_end_at_any_stage(site: Site, stage: str, rudely: bool) -> None:
    table = site.seated()

    async def talk() -> None:
        for _ in range(3):
            async with table.socket() as socket:
                if stage != "before hello":
                    await socket.send(json.dumps({"type": "hello", "keys": table.keys, "parts": ["picture"]}))
                if stage == "while acting":
                    await socket.send(json.dumps({"type": "act", "action": "x", "moves": 1, "seat": 0}))
                    await socket.send(json.dumps({"type": "say", "text": "gone", "seat": 0}))
                if stage == "in the middle of a frame":
                    socket.transport.write(b"\x81\xfe\x10\x00abcd{")
                if rudely or stage == "in the middle of a frame":
                    socket.transport.abort()
        await asyncio.sleep(0.1)
        await table.still_plays()

    run(talk())
    assert site.troubles.seen == []


# --- messages

BROKEN: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "cannot be understood"),
    "no JSON": ("{", "cannot be understood"),
    "null": ("null", "cannot be understood"),
    "a number": ("7", "cannot be understood"),
    "no type": ('{"action": "x"}', "missing required field `type`"),
    "an unknown type": ('{"type": "dance"}', "Invalid value 'dance'"),
    "hello again": ('{"type": "hello", "keys": []}', "Invalid value 'hello'"),
    "an unknown field": ('{"type": "resign", "really": true}', "unknown field `really`"),
    "moves as text": ('{"type": "act", "action": "x", "moves": "1"}', "Expected `int`, got `str`"),
    "moves as truth": ('{"type": "act", "action": "x", "moves": true}', "Expected `int`, got `bool`"),
    "moves broken": ('{"type": "act", "action": "x", "moves": 1.5}', "Expected `int`, got `float`"),
    "moves null": ('{"type": "act", "action": "x", "moves": null}', "Expected `int`, got `null`"),
    "moves endless": (f'{{"type": "act", "action": "x", "moves": {"9" * 5000}}}', "out of range"),
    "an infinite ping": ('{"type": "ping", "at": 1e999}', "out of range"),
    "a seat as text": ('{"type": "resign", "seat": "0"}', "Expected `int | null`, got `str`"),
    "a seat as truth": ('{"type": "resign", "seat": false}', "Expected `int | null`, got `bool`"),
    "a long action": (json.dumps({"type": "act", "action": "x" * 601, "moves": 1}), "length <= 600"),
    "a long line": (json.dumps({"type": "say", "text": "x" * 601}), "length <= 600"),
    "a long mark": (json.dumps({"type": "resign", "request": "x" * 41}), "length <= 40"),
    "a mark that is no text": ('{"type": "resign", "request": 7}', "Expected `str`, got `int`"),
    "a lone surrogate": ('{"type": "say", "text": "\\udfff"}', "cannot be understood"),
    "deep": (f'{{"type": "say", "text": {DEEP}}}', "cannot be understood"),
    "bytes": (b'{"type": "ping"}', "text of at most 8192 bytes"),
    "no bytes": (b"", "text of at most 8192 bytes"),
    "too long": ("x" * 8193, "text of at most 8192 bytes"),
    "too many bytes": ("\N{DRAGON}" * 2100, "text of at most 8192 bytes"),
}


@pytest.mark.parametrize(("frame", "sentence"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_message_is_refused_counted_and_ends_the_talk_when_repeated(
    strict: Site, frame: str | bytes, sentence: str
) -> None:
    table = strict.seated()
    kind = "refused_frame" if "at most" in sentence else "refused_message"
    before, closed = strict.count(kind), strict.count("closed_for_misbehaving")

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            for _ in range(2):
                await socket.send(frame)
                refused = await hear(socket, "refused")
                assert sentence in refused["text"]
                assert refused["text"].endswith(".")
            await socket.send(frame)
            assert (await hear(socket, "bye"))["text"].startswith("That is enough.")
            await socket.wait_closed()
            assert socket.close_code == 1008
        await table.still_plays()

    run(talk())
    assert strict.count(kind) == before + 3
    assert strict.count("closed_for_misbehaving") == closed + 1


def test_a_frame_that_is_no_text_or_far_too_large_ends_the_connection_alone(site: Site) -> None:
    table, before = site.seated(), site.count("refused_frame")

    async def talk() -> None:
        for frame, code in ((b"\xff\xfe", 1007), (b"x" * 100_000, 1009)):
            async with table.socket() as socket:
                await greet(socket, table.keys[0])
                await socket.send(frame, text=True)
                await socket.wait_closed()
                assert socket.close_code == code
                if code == 1009:
                    assert "exceeds limit of 65536 bytes" in str(socket.close_reason)
        await table.still_plays()

    run(talk())
    assert site.count("refused_frame") == before + 2


def test_what_is_refused_says_which_message_it_was(site: Site) -> None:
    table = site.seated()

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            await socket.send('{"type": "dance", "request": "tango"}')
            assert (await hear(socket, "refused"))["request"] == "tango"
            await socket.send('{"type": "dance", "request": 7}')
            assert (await hear(socket, "refused"))["request"] == ""

    run(talk())


# --- messages that are understood, and not allowed

ILLEGAL: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown action": ({"type": "act", "action": "fly", "moves": 1}, "no action written 'fly'"),
    "no action": ({"type": "act", "action": "", "moves": 1}, "no action written ''"),
    "an action with a NUL": ({"type": "act", "action": "\0", "moves": 1}, "no action written '\\x00'"),
    "markup as action": ({"type": "act", "action": "<script>", "moves": 1}, "no action written '<script>'"),
    "a position to come": ({"type": "act", "action": "x", "moves": HUGE}, "gone on since"),
    "a position of long ago": ({"type": "act", "action": "x", "moves": -HUGE}, "gone on since"),
    "a seat far away": ({"type": "act", "action": "x", "moves": 1, "seat": HUGE}, "not your seat"),
    "another's seat": ({"type": "resign", "seat": 1}, "not your seat"),
    "a seat below": ({"type": "resign", "seat": -1}, "not your seat"),
    "the spectator's seat": ({"type": "say", "text": "x", "seat": -2}, "not your seat"),
    "eyes of another": ({"type": "look", "seat": 1}, "not your seat"),
    "eyes from far away": ({"type": "look", "seat": HUGE}, "not your seat"),
    "a leaver far away": ({"type": "agree", "leaver": HUGE}, "somebody else's seat"),
    "a leaver below": ({"type": "agree", "leaver": -HUGE}, "somebody else's seat"),
    "taking back nothing": ({"type": "take_back", "moves": 1}, "cannot be taken back"),
    "taking back elsewhere": ({"type": "take_back", "moves": HUGE}, "gone on since"),
    "returning from nowhere": ({"type": "return"}, "No bot plays for you"),
    "a rematch too soon": ({"type": "rematch"}, "comes after the game"),
    "an empty line": ({"type": "say", "text": " \n "}, "one to 500 characters"),
    "a line too long": ({"type": "say", "text": "x" * 501}, "one to 500 characters"),
}


@pytest.mark.parametrize(("message", "sentence"), ILLEGAL.values(), ids=ILLEGAL.keys())
def test_what_is_not_allowed_is_refused_in_a_sentence_and_changes_nothing(
    site: Site, message: dict[str, Any], sentence: str
) -> None:
    table = site.seated()
    counted = site.count("refused_ruling") + site.count("refused_action")

    async def talk() -> None:
        async with table.socket() as socket:
            before = (await greet(socket, table.keys[0]))["table"]
            marked = message if message["type"] == "look" else {**message, "request": "mine"}
            for _ in range(4):
                await socket.send(json.dumps(marked))
                refused = await hear(socket, "refused", "done")
                assert sentence in refused["text"], refused
                assert refused["request"] == marked.get("request", "")
            await socket.send('{"type": "look", "seat": -2}')
            after = (await hear(socket, "table"))["table"]
            assert [after[name] for name in STANDING] == [before[name] for name in STANDING]
        await table.still_plays()

    run(talk())
    assert site.count("refused_ruling") + site.count("refused_action") == counted + 4


def test_keys_open_nothing_at_a_foreign_table(site: Site) -> None:
    mine, other = site.seated(), site.seated()

    async def talk() -> None:
        async with other.socket() as socket:
            assert (await greet(socket, *mine.keys))["yours"] == []
            for message in ({"type": "resign"}, {"type": "say", "text": "hi"}, {"type": "resign", "seat": 0}):
                await socket.send(json.dumps(message))
                refused = await hear(socket, "refused", "done")
                assert refused["type"] == "refused"
                assert "only watching" in refused["text"] or "not your seat" in refused["text"]
        await other.still_plays()

    run(talk())
    body = {"seat": 0, "key": mine.keys[0]}
    assert site.problem(f"/api/tables/{other.id}/stand_up", body) == (403, "That is not your seat.")


def test_a_rematch_that_is_asked_for_again_after_a_lost_answer_is_answered_again(site: Site) -> None:
    table = site.seated()
    wish = json.dumps({"type": "rematch", "request": "again"})

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            await socket.send('{"type": "resign", "request": "r"}')
            await hear(socket, "done")
            await socket.send(wish)
            first = await hear(socket, "done", "refused")
            assert first["type"] == "done"
            await socket.send('{"type": "say", "text": "so?", "request": "s"}')
            await hear(socket, "done")
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            await socket.send(wish)
            assert await hear(socket, "done", "refused") == first
        async with table.socket() as socket:
            await greet(socket, table.keys[1])
            await socket.send(wish)
            second = await hear(socket, "done", "refused")
            await socket.send(wish)
            assert await hear(socket, "done", "refused") == second
            rematch = (await greet_again(site, table.id))["table"]["rematch"]
            assert len(rematch) == 16

    run(talk())


async def greet_again(site: Site, table_id: str) -> Any:
    async with site.socket(table_id) as socket:
        return await greet(socket)


# --- HTTP

SIT_TEXTS = ["\0", "\ud800", "\udfff\ud800", "\n", "\u202e", "\x1b[31m", "x" * 10_000]


@pytest.mark.parametrize("text", SIT_TEXTS, ids=ascii)
@pytest.mark.parametrize("field", ["name", "seed", "invite", "key", "seat"])
def test_strange_texts_in_a_request_to_sit_are_refused_or_taken_as_they_are(
    site: Site, field: str, text: str
) -> None:
    made = site.open()
    body = {"seat": 0, "name": "Ann", "seed": "s", "invite": made["invites"]["0"], field: text}
    status, _, content = site.ask(f"/api/tables/{made['id']}/sit", body)
    if field == "seed" and text in SIT_TEXTS and status == 200:
        assert len(text) <= 200, "any short text may be a seed"
    else:
        assert status in (400, 409)
        assert json.loads(content)["problem"].endswith(".")


@pytest.mark.parametrize("seat", [HUGE, -1, 2, 1.0, True, "0", None, [], {}, [0]], ids=repr)
@pytest.mark.parametrize("path", ["sit", "stand_up"])
def test_what_is_no_seat_is_refused(site: Site, path: str, seat: Any) -> None:
    table = site.seated()
    body = {"seat": seat, "key": table.keys[1]} if path == "stand_up" else {"seat": seat}
    status, sentence = site.problem(f"/api/tables/{table.id}/{path}", body)
    assert status in (400, 403, 409)
    assert sentence.endswith(".")


def nested(depth: int) -> bytes:
    return b'{"game": "dawn_raid", "seats": [], "options": {"a": %s%s}}' % (b"[" * depth, b"]" * depth)


def test_json_of_any_depth_is_refused(site: Site) -> None:
    made = site.open()
    for depth in (*range(100, 1100, 7), 5000, 16_000):
        assert site.ask("/api/tables", nested(depth))[0] == 400
        assert site.ask(f"/api/tables/{made['id']}/sit", nested(depth))[0] == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/tables/0000000000000000/sit", "/t/x", "/healthz"])
def test_other_methods_are_refused_with_those_that_are_allowed(site: Site, method: str, path: str) -> None:
    status, headers, content = site.ask(path, method=method)
    assert status == 405
    assert set(headers["allow"].split(", ")) <= {"GET", "HEAD", "POST"}
    assert json.loads(content) == {"problem": "Method Not Allowed."}


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/games", "/static/site.css", "/healthz"])
def test_head_is_answered_as_get_without_the_body(site: Site, path: str) -> None:
    status, headers, content = site.ask(path, method="HEAD")
    assert (status, content) == (200, b"")
    assert headers["x-content-type-options"] == "nosniff"


def test_a_body_that_never_comes_whole_costs_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = b"Host: 127.0.0.1\r\nConnection: close\r\nContent-Length: 90\r\n\r\n"
    request = b"POST /api/tables HTTP/1.1\r\n" + headers + b"{"
    site.raw(request, wait=False)
    monkeypatch.setattr(server_http, "BODY_WITHIN", 0.2)
    answer = site.raw(request + b'"game":')
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"must come within" in answer
    assert site.troubles.seen == []


@pytest.mark.parametrize("host", [b"[", b"]:x", b"", b"a b", b"\xff", b"x" * 5000])
def test_a_strange_host_is_no_fault_of_the_server(site: Site, host: bytes) -> None:
    made = site.open()
    body = json.dumps({"seat": 0, "invite": made["invites"]["0"]}).encode()
    head = b"Host: %s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (host, len(body))
    for path in (f"/api/tables/{made['id']}/sit", "/api/tables/", "/start/"):
        answer = site.raw(b"POST %s HTTP/1.1\r\n" % path.encode() + head + body)
        assert answer.split(b" ")[1][:1] in (b"2", b"3", b"4"), answer[:200]


@pytest.mark.parametrize("path", ["/static/x", "/static", "/", "/api/tables", "/api/tables/x/live/more"])
def test_there_is_nothing_to_talk_to_at_other_addresses(site: Site, path: str) -> None:
    async def talk() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with site.connect(f"ws{site.address.removeprefix('http')}{path}"):
                pass
        assert refused.value.response.status_code in (403, 404)

    run(talk())


def test_a_fault_of_the_server_is_told_without_its_inside_and_with_safe_headers(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr(Hub, "open_table", fail)
    status, headers, content = site.ask("/api/tables", {})
    assert (status, b"secret" in content) == (500, False)
    assert set(server_http.SAFE_HEADERS) <= set(headers)
    run(wait_until(lambda: any("ASGI" in one for one in site.troubles.seen)))  # noted last, after the answer
    noted = site.forget_troubles()
    assert noted, "it is noted"
    assert all("the secret inside" in trouble for trouble in noted)


# --- what goes on and on

NEVER_ENDING: dict[str, dict[str, Any]] = {
    "an action that is unknown": {"type": "act", "action": "nonsense", "moves": 1},
    "an action that is another's": {"type": "act", "action": "ACTION", "moves": 1, "seat": 0},
    "resigning for another": {"type": "resign", "seat": 1},
    "looking through another's eyes": {"type": "look", "seat": 1},
}


@pytest.mark.parametrize("message", NEVER_ENDING.values(), ids=NEVER_ENDING.keys())
def test_who_goes_on_with_what_no_page_sends_is_sent_away(strict: Site, message: dict[str, Any]) -> None:
    table = strict.seated(options={"first_attacker": "seat2"})
    before = strict.count("closed_for_misbehaving")

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            for _ in range(2):
                await socket.send(json.dumps(message))
                assert (await hear(socket, "refused"))["text"].endswith(".")
            await socket.send(json.dumps(message))
            assert "That is enough" in (await hear(socket, "bye"))["text"]
        await table.still_plays()

    run(talk())
    assert strict.count("closed_for_misbehaving") == before + 1


def test_who_is_only_too_late_is_never_sent_away(strict: Site) -> None:
    """Two tabs, a slow network, a game that has ended: that happens to the best."""
    table = strict.seated()

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            for message in (
                {"type": "act", "action": "x", "moves": 0},
                {"type": "take_back", "moves": 0},
            ) * 6:
                await socket.send(json.dumps(message))
                assert "gone on" in (await hear(socket, "refused"))["text"]
            await socket.send('{"type": "resign"}')
            await hear(socket, "done")
            for _ in range(6):
                await socket.send('{"type": "resign"}')
                assert (await hear(socket, "refused"))["text"] == "The game is over."

    run(talk())
