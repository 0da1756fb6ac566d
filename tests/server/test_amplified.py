"""Little that is asked must not draw much that is sent: what changed is sent, and bytes are counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from harena import client
from harena.core.state import SPECTATOR
from harena.server import live as live_module
from harena.server.limits import Bucket, Rate
from harena.server.live import LiveTable, Watcher
from harena.server.sight import CHANGES, talk_since
from harena.server.socket import TOO_MUCH_SENT
from harena.server.table import Said
from server.conftest import NO_LIMITS, fast_settings, run
from server.made_up import Noted
from server.rough import Seated, Site, greet, hear

SLOW = 0.0001  # so few a second that none comes back during a test
ANN, MANY = "192.0.2.1", "192.0.2.66"
Make = Callable[..., Site]


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[Make]:
    made: list[Site] = []

    def make(**limits: Any) -> Site:
        settings = fast_settings(tmp_path, limits=replace(NO_LIMITS, **limits), trust_proxy=True)
        made.append(Site(settings))
        return made[-1]

    yield make
    for site in made:
        site.stop()
        site.assert_sound()


async def received(socket: ClientConnection) -> tuple[int, list[dict[str, Any]]]:
    """How many bytes had been sent when a ping is answered, and the messages."""
    await socket.send('{"type": "ping", "at": 7.0}')
    size, messages = 0, []
    async for frame in socket:
        told = json.loads(frame)
        if told["type"] == "pong":
            break
        size += len(frame)
        messages.append(told)
    return size, messages


async def talk_much(table: Seated, lines: int) -> None:
    async with table.socket(x_forwarded_for=ANN) as socket:
        await greet(socket, table.keys[0])
        for number in range(lines):
            say = {"type": "say", "text": f"{number} " + "x" * 400, "request": f"r{number}"}
            await socket.send(json.dumps(say))
            assert (await hear(socket, "done", "refused"))["type"] == "done"


def test_looking_through_the_same_eyes_again_draws_nothing(make_site: Make) -> None:
    table = make_site().seated()

    async def talk() -> None:
        await talk_much(table, 20)
        async with table.socket() as socket:
            await greet(socket)
            for _ in range(20):
                await socket.send('{"type": "look", "seat": -2}')
            assert (await received(socket))[0] == 0

    run(talk())


def test_what_is_refused_does_not_draw_the_table_again(make_site: Make) -> None:
    table = make_site().seated()

    async def talk() -> None:
        await talk_much(table, 20)
        async with table.socket() as socket:
            await greet(socket, table.keys[1])
            for number in range(20):
                await socket.send(json.dumps({"type": "rematch", "request": f"m{number}"}))
            size, messages = await received(socket)
            assert [told["type"] for told in messages] == ["refused"] * 20
            assert size < 20 * 300

    run(talk())


def test_a_line_of_chat_is_sent_once_to_who_wants_changes(make_site: Make) -> None:
    site = make_site()
    table = site.seated()

    async def talk() -> None:
        await talk_much(table, 30)
        one = client.Server(site.address)
        async with one.live(table.id, table.keys[1]) as live, table.socket() as socket:
            await socket.send(json.dumps({"type": "hello", "parts": ["changes"]}))
            assert len((await hear(socket, "table"))["chat"]["lines"]) == 30
            await live.say("and one more")
            sight = await live.until(lambda sight: len(sight.chat) == 31)
            assert sight.chat[-1]["text"] == "and one more"
            assert sight.chat[0]["text"].startswith("0 x")
            while not (told := await hear(socket, "table"))["chat"]["lines"]:
                pass
            assert [line["text"] for line in told["chat"]["lines"]] == ["and one more"]
            assert "chat" not in told["table"]

    run(talk())


def said(*numbers: int) -> list[Said]:
    return [Said(number, 1000 * number, 0, f"line {number}") for number in numbers]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (said(), said()),
        (said(), said(1, 2)),
        (said(1, 2), said(1, 2, 3)),
        (said(1, 2, 3), said(2, 3, 4)),
        (said(1, 2, 3), said(1, 3)),
        (said(1, 2), said(5)),
        (said(1, 2), said()),
    ],
)
def test_chat_follows_from_what_was_there_and_what_is_new(before: list[Said], now: list[Said]) -> None:
    told = talk_since(before, now)
    lines = [one.text for one in before][told["drop"] :] + [line["text"] for line in told["lines"]]
    assert lines == [one.text for one in now]


def test_what_these_eyes_may_not_read_is_dropped_with_the_eyes() -> None:
    """A shared device that sees through another's eyes has all of their chat, and nothing else."""
    before, now = said(1, 2, 3), said(1, 3)
    assert talk_since(before, now)["drop"] == 3


# --- bytes


def test_a_bucket_that_was_overdrawn_has_to_fill_again() -> None:
    bucket = Bucket(Rate(10, SLOW))
    assert not bucket.is_empty
    bucket.spend(25)
    assert bucket.is_empty
    bucket.left += 15.1
    assert not bucket.is_empty


def test_bytes_to_one_address_are_counted_and_others_are_served_as_ever(make_site: Make) -> None:
    most = 100_000
    site = make_site(sent=Rate(most / 1000, SLOW))
    theirs, hers = site.seated(), site.seated()
    refused = site.count("refused_bytes")

    async def flood() -> int:
        """Bytes that a visitor who holds both seats gets for looking to and fro."""
        async with (
            theirs.socket(x_forwarded_for=MANY) as socket,
            theirs.socket(x_forwarded_for=MANY) as other,
        ):
            got, told = 0, {"text": ""}
            for one in (socket, other):
                hello = {"type": "hello", "keys": theirs.keys, "parts": ["picture", "choices"]}
                await one.send(json.dumps(hello))
                got += len(json.dumps(await hear(one, "table")))
            while told.get("text") != TOO_MUCH_SENT:
                for one in (socket, other):
                    for seat in (0, 1):
                        await one.send(json.dumps({"type": "look", "seat": seat}))
                    size, messages = await received(one)
                    got += size
                    told = next((each for each in messages if each["type"] == "refused"), told)
            await socket.send('{"type": "say", "text": "hi", "seat": 0, "request": "s"}')
            assert (await hear(socket, "done", "refused"))["type"] == "done", "an answer comes in any case"
            async with hers.socket(x_forwarded_for=ANN) as ann:
                await greet(ann, *hers.keys)
        await hers.still_plays()
        return got

    assert run(flood()) < most + 5 * 60_000, "no more than what was under way"
    assert site.count("refused_bytes") > refused


def test_who_was_sent_too_much_sees_the_table_later(make_site: Make) -> None:
    site = make_site(sent=Rate(3, 20))
    table = site.seated()

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            for number in range(12):
                say = {"type": "say", "text": f"{number} " + "x" * 300, "request": f"r{number}"}
                await socket.send(json.dumps(say))
            while len((told := await hear(socket, "table"))["table"]["chat"]) < 12:
                pass
            assert told["table"]["chat"][-1]["text"].startswith("11 ")

    run(talk())
    assert site.count("sights_put_off") > 0


def test_the_whole_log_is_put_into_words_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    plain = live_module.log_lines
    monkeypatch.setattr(live_module, "log_lines", lambda *given: told.append(given[2]) or plain(*given))
    noted = Noted().sit_all()
    for number in range(5):
        noted.act((3 + number) * 1000)
    live = LiveTable(noted.table)
    watcher = Watcher(frozenset({0, 1}), frozenset({CHANGES}))
    live.watchers.add(watcher)
    for _ in range(10):
        for eyes in (0, 1, SPECTATOR):
            watcher.look_as(eyes)
            lines = json.loads(live.message(watcher, 0))["log"]["lines"]
            assert lines == json.loads(json.dumps(plain(noted.table, eyes, 0, live.looks(noted.table.match))))
    assert told == [0] * 3
    noted.act(9000)
    live.changed()
    json.loads(live.message(watcher, 0))
    assert told[3:] != [0], "then only what is new"
