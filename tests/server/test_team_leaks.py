"""A word said to a team reaches no byte that is sent to anybody else: not now, not later, not elsewhere."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from harena import client
from harena.client import RefusedError
from harena.commands.cli import main
from harena.core.state import SPECTATOR
from harena.server.metrics import METRICS
from server.conftest import RunningServer, run
from server.teams import WORD, Page, Team, whisper

OTHERS = (1, 3)  # the team has seats 0 and 2


def test_a_word_to_the_team_reaches_nobody_else(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            mine, mates, others = [await team.come(stack, seat) for seat in (0, 2, 1)]
            seat_3, spectator = await team.come(stack, 3), await team.come(stack)
            shared = await team.come(stack, 0, 1)  # one device for seats of both sides
            number = await whisper(mine)
            line = (await mates.at(number))["chat"][-1]
            assert (line["seat"], line["text"], line["to"]) == (0, f"go left, {WORD}", "team")
            for page in (others, seat_3, spectator, shared):
                assert (await page.at(number))["chat"] == []
                await page.describe()
            await shared.look(1)
            await shared.look(SPECTATOR)
            for text, to in ((WORD * 99, "team"), (WORD, "nobody")):
                assert (await mine.ask(type="say", text=text, to=to))["type"] == "refused"
            for again in ((1,), (3,), (1, 3), (), (0, 1)):  # whoever comes anew is sent all of it
                page = await team.come(stack, *again)
                await page.describe()
                assert not page.heard
            assert not any(page.heard for page in (others, seat_3, spectator, shared))
            await shared.look(0)
            assert shared.heard, "its own side reads it on a shared device, too"
            assert (await team.come(stack, 2)).heard, "who comes back reads what the seat was told"

    run(talk())


def test_no_page_answer_record_or_replay_holds_it_during_the_game_or_after(
    server: RunningServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("harena").setLevel(logging.DEBUG)
    visitors = (None, 1)

    async def talk() -> Team:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            pages = [await team.come(stack, seat) for seat in range(4)]
            spectator = await team.come(stack)
            lists = f"ws{server.address.removeprefix('http')}/api/lists"
            headers = {"cookie": team.cookies[1]}
            listed = Page(await stack.enter_async_context(connect(lists, additional_headers=headers)))
            await listed.until(lambda told: team.id in {one["id"] for one in told["mine"]})
            await whisper(pages[0])
            for visitor in visitors:
                assert WORD.encode() not in await asyncio.to_thread(team.everything_over_http, visitor)
            for seat in OTHERS:
                assert (await pages[seat].ask(type="resign"))["type"] == "done"
            number = await whisper(pages[2], f"well done, {WORD}")
            for page in (pages[1], pages[3], spectator):
                assert (await page.at(number))["chat"] == []
                assert not page.heard
            await listed.until(lambda told: any(one["status"] == "over" for one in told["mine"]))
            assert not listed.heard
        return team

    team = run(talk())
    for visitor in visitors:
        assert WORD.encode() not in team.everything_over_http(visitor)
    record = team.http(f"/api/tables/{team.id}/record").partition(b"\n\n")[2]
    assert json.loads(record)["names"][0] == "P0", "it is the record indeed"
    for path in ("/api/replay?eyes=0", "/api/replay/1?eyes=0", "/api/verify"):
        assert WORD.encode() not in team.http(path, record)
    with pytest.raises(SystemExit):
        main(["tables", "export", team.id, str(tmp_path / "record"), "--database", server.settings.database])
    with pytest.raises(SystemExit):
        main(["tables", "--database", server.settings.database])
    assert WORD not in (tmp_path / "record").read_text()
    assert WORD not in "".join(capsys.readouterr())
    assert WORD not in caplog.text


def test_it_survives_a_restart_and_is_still_for_the_team_alone(
    make_server: Callable[..., RunningServer],
) -> None:
    running = make_server()

    async def said(team: Team) -> None:
        async with AsyncExitStack() as stack:
            await whisper(await team.come(stack, 0))

    async def comes_back(team: Team) -> list[bool]:
        async with AsyncExitStack() as stack:
            return [(await team.come(stack, *seats)).heard for seats in ((0,), (1,), (2,), (3,), (), (2, 3))]

    team = Team(running.address)
    run(said(team))
    running.stop()
    running.start()
    assert run(comes_back(team)) == [True, False, True, False, False, False]


def test_a_bot_that_stands_in_for_a_leaver_plays_on_for_the_team_until_they_return(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harena.server.hub.LEAVING", 0.05)

    async def leave_and_return() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            pages = {seat: await team.come(stack, seat) for seat in (0, 1, 3)}
            async with AsyncExitStack() as visit:
                await team.come(visit, 2)
                await pages[0].until(lambda told: told["table"]["seats"][2]["here"])
            await pages[0].until(lambda told: not told["table"]["seats"][2]["here"])
            for seat in (0, 1, 3):
                assert (await pages[seat].ask(type="agree", leaver=2))["type"] == "done"
            await whisper(pages[0], f"the bot has your seat, {WORD}")
            table = await play_until_moved(pages, 2)
            assert table["seats"][2]["bot"] == "normal"
            back = await team.come(stack, 2)
            assert back.heard, "the person reads what was said to the team meanwhile"
            assert (await back.ask(type="return"))["type"] == "done"
            number = (await back.ask(type="say", text=f"I am back, {WORD}", to="team"))["number"] + 1
            table = await pages[0].at(number)
            assert (table["seats"][2]["bot"], len(table["chat"])) == ("", 2)
            for seat in OTHERS:
                assert (await pages[seat].at(number))["chat"] == []
                assert not pages[seat].heard

    run(leave_and_return())


async def play_until_moved(pages: dict[int, Page], bot: int) -> dict[str, Any]:
    """People take their first choices until the bot has decided for the seat; the table then."""
    was_asked = False
    while True:
        table = pages[0].table
        was_asked = was_asked or bot in table["asked"]
        if was_asked and bot not in table["asked"]:
            return table
        for seat in set(table["asked"]) & set(pages):
            seen = pages[seat].table
            while seen["moves"] < table["moves"]:
                seen = (await pages[seat].until(lambda told: told["type"] == "table"))["table"]
            if seen["actions"]:
                await pages[seat].send(type="act", action=seen["actions"][0]["action"], moves=seen["moves"])
        await pages[0].until(lambda told: told["type"] == "table")


# --- who may speak, over the wire and through the client


def test_the_client_speaks_to_its_team_and_is_told_why_not(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with client.connect(server.address) as one:
            async with one.live(team.id, team.keys[0]) as live, one.live(team.id, team.keys[2]) as mate:
                assert (live.sight.team, mate.sight.team) == ([2], [0])
                await live.say("to all")
                await live.say(WORD, to="team")
                sight = await mate.until(lambda sight: len(sight.chat) == 2)
                assert [line.get("to") for line in sight.chat] == [None, "team"]
                with pytest.raises(RefusedError, match="one of table, team"):
                    await live.say("hello", to="spectators")
                with pytest.raises(RefusedError, match="not your seat"):
                    await live.say("hello", to="team", seat=1)
            async with one.live(team.id) as spectator:
                assert spectator.sight.team == []
                with pytest.raises(RefusedError, match="only watching"):
                    await spectator.say("hello", to="team")
            async with one.live(team.id, [team.keys[0], team.keys[1]]) as both:
                with pytest.raises(RefusedError, match="which of them speaks"):
                    await both.say("hello", to="team")
                await both.look(1)
                await both.say("for P3", to="team")
                assert (await both.until(lambda sight: sight.chat[1:])).chat[1]["seat"] == 1

    run(talk())


def test_a_page_with_several_seats_must_say_which_one_speaks(server: RunningServer) -> None:
    async def talk() -> dict[str, Any]:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            page = await team.come(stack, 0, 1)
            return await page.ask(type="say", text="hello", to="team")

    assert run(talk())["text"] == "You hold several seats; say which of them speaks to its team."


def test_public_figures_do_not_tell_that_a_team_talks(server: RunningServer) -> None:
    async def talk() -> None:
        team = await asyncio.to_thread(Team, server.address)
        async with AsyncExitStack() as stack:
            await whisper(await team.come(stack, 0))

    run(talk())
    assert "harena_entries_chat_total" in METRICS.text()
    assert "team" not in METRICS.text()
