"""Many at once: exactly one takes effect, and the others are told, with the position as it is."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from server.conftest import RunningServer, run
from server.crash_server import ServerProcess
from server.players import BIGGEST, Opened, live_address, open_table
from server.truth import check_entries, read_tables

MANY = 50
GONE_ON = "The game has gone on since; here is the position as it is now."


@asynccontextmanager
async def tab(
    server: RunningServer | ServerProcess, table: Opened, seat: int
) -> AsyncIterator[ClientConnection]:
    """A page of a seat's holder."""
    async with connect(live_address(server.address, table.id), max_size=BIGGEST, proxy=None) as socket:
        await socket.send(json.dumps({"type": "hello", "keys": [table.keys[seat]], "parts": ["choices"]}))
        yield socket


async def next_of(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


async def asked(socket: ClientConnection) -> dict[str, Any]:
    """The first table in which this page's seat decides, with both players there."""
    while True:
        table = (await next_of(socket, "table"))["table"]
        if table.get("actions") and all(seat["here"] for seat in table["seats"]):
            return dict(table)


async def answer_of(socket: ClientConnection) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The next answer, and the table that was shown before it, if any was."""
    shown = None
    while True:
        message = await next_of(socket, "table", "done", "refused")
        if message["type"] != "table":
            return message, shown
        shown = message["table"]


def act(table: dict[str, Any], number: int, request: str) -> str:
    """A click on the action with a number, going round."""
    action = table["actions"][number % len(table["actions"])]["action"]
    return json.dumps({"type": "act", "action": action, "moves": table["moves"], "request": request})


def actions_in(server: RunningServer, table: Opened) -> list[str]:
    """The marks of the actions that were entered; there is no gap between entries, and none is doubled."""
    entries = read_tables(server.settings.database)[table.id][1]
    check_entries(entries)
    return [entry.request for entry in entries if entry.kind == "action"]


@pytest.fixture
def table(server: RunningServer) -> Opened:
    return open_table(server.address, "dawn_raid", ["person", "person"])


def test_of_two_clicks_at_once_in_one_page_the_first_counts(server: RunningServer, table: Opened) -> None:
    async def click_twice() -> None:
        async with tab(server, table, 0) as mine, tab(server, table, 1) as other:
            decides, seat = await first_asked(mine, other)
            await seat.send(act(decides, 0, "one"))
            await seat.send(act(decides, 1, "two"))
            first, shown = await answer_of(seat)
            second, later = await answer_of(seat)
            shown = later or shown  # before the second answer, or already before the first
            assert (first["type"], first["request"]) == ("done", "one")
            assert (second["type"], second["request"], second["text"]) == ("refused", "two", GONE_ON)
            assert shown is not None
            assert shown["moves"] > decides["moves"]

    run(click_twice())
    assert [mark.partition(":")[2] for mark in actions_in(server, table)] == ["one"]


async def first_asked(*tabs: ClientConnection) -> tuple[dict[str, Any], ClientConnection]:
    """The tab whose seat decides first, with the position it sees."""
    waiting = {asyncio.ensure_future(asked(one)): one for one in tabs}
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    task = next(iter(done))
    return task.result(), waiting[task]


def test_of_fifty_tabs_of_both_seats_that_click_at_once_exactly_one_counts(
    server: RunningServer, table: Opened
) -> None:
    async def click_all() -> Counter[str]:
        async with AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(tab(server, table, n % 2)) for n in range(MANY)]
            decides, _ = await first_asked(*tabs[:2])
            await asyncio.gather(*(one.send(act(decides, n, f"{n}")) for n, one in enumerate(tabs)))
            answers = await asyncio.gather(*(answer_of(one) for one in tabs))
        for answer, shown in answers:
            if answer["type"] == "refused":
                if " decides now, not " in answer["text"]:  # of the seat that is not asked
                    continue
                assert answer["text"] == GONE_ON
                assert shown is not None
                assert shown["moves"] > decides["moves"]
        return Counter(answer["type"] for answer, _ in answers)

    assert run(click_all()) == {"done": 1, "refused": MANY - 1}
    assert len(actions_in(server, table)) == 1


def test_a_retry_after_a_lost_answer_is_entered_once_and_told_the_same_number(
    server: RunningServer, table: Opened
) -> None:
    async def lose_the_answer() -> set[int]:
        async with tab(server, table, 0) as mine, tab(server, table, 1) as other:
            decides, _ = await first_asked(mine, other)
            seat = decides["eyes"]
        async with tab(server, table, seat) as lost:
            await lost.send(act(decides, 0, "again"))
            lost.transport.abort()  # the answer never arrives
        numbers = set()
        async with AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(tab(server, table, seat)) for _ in range(5)]
            await asyncio.gather(*(one.send(act(decides, 0, "again")) for one in tabs))
            for answer, shown in await asyncio.gather(*(answer_of(one) for one in tabs)):
                assert answer["type"] == "done", answer
                assert shown is not None
                assert shown["moves"] > decides["moves"]
                numbers.add(answer["number"])
        return numbers

    assert len(run(lose_the_answer())) == 1
    assert len(actions_in(server, table)) == 1


def test_a_mark_of_one_seat_means_nothing_for_another(server: RunningServer, table: Opened) -> None:
    async def same_mark() -> list[dict[str, Any]]:
        async with tab(server, table, 0) as mine, tab(server, table, 1) as other:
            said = json.dumps({"type": "say", "text": "hello", "request": "same"})
            out = []
            for one in (mine, other, mine):
                await one.send(said)
                out.append((await answer_of(one))[0])
            return out

    first, second, again = run(same_mark())
    assert first["number"] == again["number"] != second["number"]


def test_an_answer_and_a_resignation_of_the_other_at_once_leave_a_table_that_agrees(
    server: RunningServer, table: Opened
) -> None:
    async def cross() -> tuple[Any, Any]:
        async with tab(server, table, 0) as mine, tab(server, table, 1) as other:
            decides, seat = await first_asked(mine, other)
            quits = other if seat is mine else mine
            await asyncio.gather(
                seat.send(act(decides, 0, "act")), quits.send(json.dumps({"type": "resign", "request": "r"}))
            )
            answers = [(await answer_of(one))[0] for one in (seat, quits)]
            assert answers[1]["type"] == "done"
            over = []
            for key in (0, 1):
                async with tab(server, table, key) as fresh:
                    over.append((await next_of(fresh, "table"))["table"])
            return over[0], over[1]

    one, two = run(cross())
    assert one["status"] == two["status"] == "over"
    assert one["scores"] == two["scores"]
    assert sorted(one["scores"]) == [0.0, 1.0]
