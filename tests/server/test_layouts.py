"""Pictures are laid out for the screen that shows them: wide or tall, for each connection by itself."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

import harena
from example.high_card import GAME
from harena import client
from harena.core.errors import LayoutError
from harena.core.picture import LAYOUTS, Layout
from harena.core.state import SPECTATOR
from harena.server.live import LiveTable, Watcher
from harena.server.sight import PICTURE
from server.conftest import RunningServer, run
from server.made_up import Noted
from server.players import BIGGEST, live_address, open_table
from server.test_painting import Counted, picture_in
from server.test_records import body_of, post
from server.test_replay import get, replay

GAME_WITH_BOTH = GAME.name
NONE_SUCH = "There is no layout 'round': a picture is wide or tall."


def drawn(live: LiveTable, eyes: int, layout: Layout) -> str:
    """The picture as the game itself draws it."""
    match = live.table.match
    assert match is not None
    return str(match.picture(eyes, layout))


def test_each_watcher_is_sent_its_own_layout_and_those_alike_share_a_picture() -> None:
    async def draw() -> None:
        live = LiveTable(Noted(game=GAME_WITH_BOTH).sit_all().table)
        seats, parts = frozenset({0}), frozenset({PICTURE})
        watchers = [Watcher(seats, parts, layout) for layout in (*LAYOUTS, *LAYOUTS)]
        live.watchers.update(watchers)
        painters = Counted()
        for watcher in watchers:
            await live.draw(watcher, painters)
        assert [sketch[-1] for sketch in painters.asked] == list(LAYOUTS)
        for watcher in watchers:
            assert picture_in(live.message(watcher, 0)) == drawn(live, 0, watcher.layout)
        assert drawn(live, 0, "wide") != drawn(live, 0, "tall")

    run(draw())


def test_a_screen_that_is_turned_while_its_picture_is_drawn_gets_the_other_one() -> None:
    async def draw() -> None:
        live = LiveTable(Noted(game=GAME_WITH_BOTH).sit_all().table)
        watcher = Watcher(frozenset({0}), frozenset({PICTURE}))
        live.watchers.add(watcher)
        painters = Counted(paint=False)
        owed = asyncio.create_task(live.draw(watcher, painters))
        await asyncio.sleep(0)
        watcher.lay_out("tall")
        painters.paint = True
        live._pictures[0, "wide", -1].set_result(b'"wide"')
        await owed
        assert picture_in(live.message(watcher, 0)) == drawn(live, 0, "tall")

    run(draw())


async def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    async for frame in socket:
        if (message := json.loads(frame))["type"] == kind:
            return dict(message)
    raise AssertionError(f"no {kind} came")


def width_in(picture: str) -> int:
    return int(picture.partition('viewBox="0 0 ')[2].partition(" ")[0])


def test_a_page_says_how_its_screen_lies_and_says_it_again_when_it_is_turned(server: RunningServer) -> None:
    table = open_table(server.address, GAME_WITH_BOTH, ["person", "friend"])

    async def talk() -> None:
        async with connect(live_address(server.address, table.id), max_size=BIGGEST, proxy=None) as socket:
            hello = {"type": "hello", "keys": [table.keys[0]], "parts": ["picture"], "layout": "tall"}
            await socket.send(json.dumps(hello))
            assert width_in((await heard(socket, "table"))["table"]["picture"]) == 390
            for layout, wide in (("wide", 640), ("tall", 390)):
                await socket.send(json.dumps({"type": "layout", "layout": layout}))
                told = await heard(socket, "table")
                assert width_in(told["table"]["picture"]) == wide
                assert told["log"]["lines"] == [], "what was told already is not told again"

    run(talk())


def test_a_layout_that_there_is_not_is_refused_in_a_sentence_and_changes_nothing(
    server: RunningServer,
) -> None:
    table = open_table(server.address, GAME_WITH_BOTH, ["person", "friend"])

    async def talk() -> None:
        address = live_address(server.address, table.id)
        async with connect(address, max_size=BIGGEST, proxy=None) as socket:
            await socket.send(json.dumps({"type": "hello", "layout": "round"}))
            assert (await heard(socket, "bye"))["text"] == NONE_SUCH
        async with connect(address, max_size=BIGGEST, proxy=None) as socket:
            hello = {"type": "hello", "keys": [table.keys[0]], "parts": ["picture"]}
            await socket.send(json.dumps(hello))
            await heard(socket, "table")
            await socket.send(json.dumps({"type": "layout", "layout": "round", "request": "a"}))
            refused = await heard(socket, "refused")
            assert (refused["text"], refused["request"]) == (NONE_SUCH, "a")
            await socket.send(json.dumps({"type": "say", "text": "still here"}))
            assert width_in((await heard(socket, "table"))["table"]["picture"]) == 640

    run(talk())


def test_a_position_of_the_past_has_both_layouts_too(server: RunningServer) -> None:
    table = open_table(server.address, GAME_WITH_BOTH, ["person", "friend"])
    for query, wide in (("", 640), ("&layout=wide", 640), ("&layout=tall", 390)):
        status, frame = get(server, replay(table, 0, 0) + query, table.keys[0])
        assert (status, width_in(frame["picture"])) == (200, wide)
    status, said = get(server, replay(table, 0, 0) + "&layout=round", table.keys[0])
    assert (status, said["problem"]) == (400, NONE_SUCH)


def test_a_record_from_a_file_has_both_layouts_too(server: RunningServer) -> None:
    match = harena.new(GAME_WITH_BOTH, seed=3)
    body = body_of(match)
    status, frame = post(server, f"/api/replay/0?eyes={SPECTATOR}&layout=tall", body)
    assert (status, width_in(frame["picture"])) == (200, 390)
    status, said = post(server, "/api/replay/0?layout=round", body)
    assert (status, said["problem"]) == (400, NONE_SUCH)


def test_the_client_asks_for_a_layout_and_for_the_other_one(server: RunningServer) -> None:
    table = open_table(server.address, GAME_WITH_BOTH, ["person", "friend"])

    async def talk() -> None:
        async with client.connect(server.address) as asked:
            how: dict[str, Any] = {"parts": ["picture"], "layout": "tall"}
            async with asked.live(table.id, table.keys[0], **how) as live:
                assert width_in(live.sight.picture) == 390
                assert width_in((await live.lay_out("wide")).picture) == 640
                assert width_in((await asyncio.wait_for(live.lay_out("wide"), 60)).picture) == 640
                with pytest.raises(LayoutError, match="There is no layout 'round'"):
                    await live.lay_out("round")  # type: ignore[arg-type]

    run(talk())


def test_a_match_says_which_layouts_there_are() -> None:
    with pytest.raises(LayoutError, match="a picture is wide or tall"):
        harena.new(GAME_WITH_BOTH, seed=1).picture(0, "round")  # type: ignore[arg-type]
