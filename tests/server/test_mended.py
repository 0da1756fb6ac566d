"""What fails for a moment does not stay broken: rematches, bots, and tables that leave memory."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from harena.core.errors import HarenaError
from harena.server import hub as hub_module
from harena.server.entry import ACTION, RESIGNED, Entry
from server.conftest import RunningServer, run
from server.players import open_table
from server.test_races import act, answer_of, first_asked, next_of, tab


class FailsFirst:
    """Does what it stands for, but not the first time it matters."""

    def __init__(self, real: Any, matters: Any) -> None:
        self.real, self.matters, self.failed = real, matters, 0

    async def __call__(self, *asked: Any) -> Any:
        if not self.failed and self.matters(*asked):
            self.failed += 1
            raise HarenaError("The database could not write.")
        return await self.real(*asked)


def test_a_rematch_that_was_cut_off_is_had_by_wishing_again(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = server._server.hub
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    failing = FailsFirst(hub.open_set, lambda *_: True)
    monkeypatch.setattr(hub, "open_set", failing)

    async def wish() -> tuple[str, str]:
        async with tab(server, table, 0) as mine, tab(server, table, 1) as other:
            answers = []
            for page, kind in ((mine, "resign"), (mine, "rematch"), (other, "rematch"), (other, "rematch")):
                await page.send(json.dumps({"type": kind, "request": f"{len(answers)}"}))
                answers.append((await answer_of(page))[0]["type"])
        async with tab(server, table, 0) as mine:
            rematch = (await next_of(mine, "table"))["table"]["rematch"]
        return " ".join(answers), rematch

    answers, rematch = run(wish())
    assert answers == "done done refused done"
    assert failing.failed == 1
    assert hub.live[rematch].table.status == "running"


def test_a_bot_moves_although_the_database_failed_for_a_moment(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = server._server.hub
    failing = FailsFirst(hub.store.append, lambda _, entry: (entry.kind, entry.seat) == (ACTION, 0))
    monkeypatch.setattr(hub.store, "append", failing)
    table = open_table(server.address, "dawn_raid", ["easy", "person"])

    async def wait_for_the_bot() -> None:
        async with tab(server, table, 1) as page:
            while True:
                seen = (await next_of(page, "table"))["table"]
                if any(seat == 0 for seat, _ in hub.live[table.id].table.match.played):
                    return
                if seen["actions"]:
                    action = seen["actions"][0]["action"]
                    await page.send(json.dumps({"type": "act", "action": action, "moves": seen["moves"]}))

    run(wait_for_the_bot())
    assert failing.failed == 1


def test_an_action_that_was_written_is_acknowledged_although_the_database_did_not_say_so(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = server._server.hub.store
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    real = store.append

    async def write_and_fail(table_id: str, entry: Entry) -> None:
        await real(table_id, entry)
        if entry.kind in (ACTION, RESIGNED):
            raise HarenaError("The connection to the database was lost.")

    async def fail(*_: Any) -> None:
        raise OSError("the database does not answer")

    monkeypatch.setattr(store, "append", write_and_fail)
    monkeypatch.setattr(store, "set_status", fail)

    async def act_and_resign() -> list[str]:
        async with tab(server, table, 0) as mine, tab(server, table, 1) as other:
            position, page = await first_asked(mine, other)
            await page.send(act(position, 0, "one"))
            answers = [(await answer_of(page))[0]]
            await page.send(json.dumps({"type": "resign", "request": "two"}))
            answers.append((await answer_of(page))[0])
            return [answer["type"] for answer in answers]

    assert run(act_and_resign()) == ["done", "done"]
    assert server._server.hub.live[table.id].table.status == "over"


def test_a_table_somebody_has_just_asked_for_stays_in_memory(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a page that is about to watch it would watch a table that nobody changes any more."""
    hub = server._server.hub
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    live = hub.live[table.id]
    monkeypatch.setattr(hub_module, "MOST_LIVE", 0)
    hub._forget_idle()
    assert hub.live[table.id] is live
    live.used_at -= 2 * hub_module.YOUNG
    hub._forget_idle()
    assert table.id not in hub.live


def test_a_seat_that_is_loaded_anew_has_not_left(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "person"])

    async def load_anew() -> bool:
        for _ in range(3):
            async with tab(server, table, 0) as page:
                await next_of(page, "table")
        async with tab(server, table, 0):
            await asyncio.sleep(0.2)
            return server._server.hub.live[table.id].table.seats[0].here

    assert run(load_anew())
