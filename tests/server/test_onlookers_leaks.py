"""What spectators say reaches no seat while the game runs, and nothing that is kept or can be asked for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import connect

from harena import client
from harena.core.state import SPECTATOR
from harena.server.limits import Limits, Rate
from harena.server.sight import PARTS
from server.conftest import RunningServer, run
from server.players import BIGGEST, live_address
from server.teams import SETUP, WORD, Page, Team


async def cookie_comes(stack: AsyncExitStack, team: Team, cookie: str) -> Page:
    """Another window of a browser, without any key."""
    socket = connect(
        live_address(team.address, team.id),
        max_size=BIGGEST,
        proxy=None,
        additional_headers={"cookie": cookie},
    )
    page = Page(await stack.enter_async_context(socket))
    await page.send(type="hello", parts=PARTS)
    await page.until(lambda told: told["type"] == "table")
    return page


async def remark(page: Page, text: str = f"they hold the king, {WORD}", **more: Any) -> dict[str, Any]:
    return await page.ask(**{"type": "say", "text": text, "to": "onlookers", "name": "Eve", **more})


def overhears(told: dict[str, Any]) -> bool:
    return told["type"] == "onlookers" and any(WORD in line["text"] for line in told["lines"])


def test_a_word_among_spectators_reaches_no_seat_until_the_game_is_over(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            seats = [await team.come(stack, seat) for seat in range(4)]
            shared = await team.come(stack, 0, 1)
            window = await cookie_comes(stack, team, team.cookies[3])
            eve, adam = await team.come(stack), await team.come(stack)
            number = (await seats[0].ask(type="say", text="hello"))["number"]
            assert (await remark(eve))["type"] == "done"
            await adam.until(overhears)
            await shared.look(0)
            await shared.look(SPECTATOR)
            late = await team.come(stack, 2)
            players = [*seats, shared, window, late]
            for page in players:
                assert (await remark(page, "I listen, too"))["text"].startswith("You have a seat")
                await page.describe()
            answer = await seats[0].ask(type="say", text="your turn")
            assert answer["number"] == number + 1, "what they said took none"
            for visitor in (None, 1):
                assert WORD.encode() not in await asyncio.to_thread(team.everything_over_http, visitor)
            for page in players:
                while len(page.table["chat"]) < 2:
                    await page.until(lambda told: told["type"] == "table")
            assert not any(page.heard for page in players)
            for seat in (1, 3):
                assert (await seats[seat].ask(type="resign"))["type"] == "done"
            for page in players:
                while not page.heard:
                    await page.until(overhears)
            for visitor in (None, 1):
                assert WORD.encode() not in await asyncio.to_thread(team.everything_over_http, visitor)

    run(talk())


def test_all_are_told_how_many_look_on(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            page = await team.come(stack, 0)
            async with AsyncExitStack() as visit:
                for _ in range(3):
                    await team.come(visit)
                await team.come(visit, 1)
                eve = await team.come(visit)
                await page.until(lambda told: told.get("count") == 4)
                await eve.until(lambda told: told.get("count") == 3)  # others
            await page.until(lambda told: told.get("count") == 0)

    run(talk())


def test_who_looks_on_from_before_the_game_hears_nothing_until_it_comes_anew(server: RunningServer) -> None:
    """The browser takes its seat in another window meanwhile."""

    async def talk() -> None:
        team = await asyncio.to_thread(Waiting, server.address)
        async with AsyncExitStack() as stack:
            window = await team.come(stack)
            await asyncio.to_thread(team.sit_down)
            eve = await team.come(stack)
            assert (await remark(eve))["type"] == "done"
            assert (await remark(window, "hello"))["text"].startswith("Connect again")
            again = await cookie_comes(stack, team, team.cookies[0])
            assert (await remark(again, "hello"))["text"].startswith("You have a seat")
            assert not any(page.heard for page in (window, again))

    run(talk())


class Waiting(Team):
    """A table at which nobody has sat down."""

    def __init__(self, address: str) -> None:
        self.address = address
        made = json.loads(self.http("/api/tables", SETUP))
        self.id, self.invites = made["id"], made["invites"]
        self.keys: list[str] = []
        self.cookies: list[str] = []

    def sit_down(self) -> None:
        self.take_seats(self.invites)


def test_a_message_that_is_sent_again_is_said_once(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            eve, again = await team.come(stack), await team.come(stack)
            message = {"type": "say", "text": WORD, "to": "onlookers", "name": "Eve", "request": "once"}
            for page in (eve, again):
                await page.send(**message)
                await page.until(lambda told: told.get("request") == "once" and told["type"] == "done")
            told = await (await team.come(stack)).until(overhears)
            assert [line["text"] for line in told["lines"]] == [WORD]

    run(talk())


def test_the_client_speaks_to_those_who_look_on(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack, client.connect(server.address) as one:
            eve = await team.come(stack)
            async with one.live(team.id) as live:
                await live.say(WORD, to="onlookers", name="Adam")
                assert (await eve.until(overhears))["lines"][0]["name"] == "Adam"

    run(talk())


def test_a_crowd_takes_no_word_from_the_players(make_server: Callable[..., RunningServer]) -> None:
    running = make_server(limits=Limits(table_talk=Rate(3, 0)))

    async def talk() -> list[str]:
        team = await asyncio.to_thread(Team, running.address)
        async with AsyncExitStack() as stack:
            eve, player = await team.come(stack), await team.come(stack, 0)
            said = [(await remark(eve, f"line {count}"))["type"] for count in range(4)]
            return [*said, (await player.ask(type="say", text="hello"))["type"]]

    assert run(talk()) == ["done", "done", "done", "refused", "done"]
