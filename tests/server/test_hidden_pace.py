"""The time an answer takes tells nothing that is hidden: a reaction one cannot make is refused as slowly."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect

import harena
from harena.bots.levels import EasyBot
from harena.core.dice import Dice, fast_dice
from harena.core.match import Match
from harena.core.state import State
from harena.server import entry as kinds
from harena.server import thinking
from harena.server.entry import Entry
from harena.server.live import LiveTable
from harena.server.packs import installed
from server.conftest import RunningServer, run
from server.players import BIGGEST, Opened, live_address, open_table

HIDDEN_PACE = 0.6


@pytest.mark.parametrize("other", ["person", "easy"])
def test_a_hidden_question_takes_as_long_whether_there_is_a_choice_or_not(
    make_server: Callable[..., RunningServer], other: str
) -> None:
    server = make_server(hidden_pace=HIDDEN_PACE)
    table = open_table(server.address, "combat_arena", ["person", other])
    live = server._server.hub.live[table.id]
    took: dict[bool, list[float]] = {True: [], False: []}  # by whether there was a choice
    watch_hidden_questions(live, took)
    play_some(server, table, took)
    assert took[True] or took[False]
    for times in took.values():
        assert all(seconds >= HIDDEN_PACE - 0.02 for seconds in times)


def test_who_answers_at_once_does_not_run_out_of_time_while_the_server_waits(
    make_server: Callable[..., RunningServer],
) -> None:
    server = make_server(hidden_pace=4.0)
    clock = {"kind": "move", "seconds": 3}
    table = open_table(server.address, "combat_arena", ["person", "person"], clock=clock)
    live = server._server.hub.live[table.id]
    took: dict[bool, list[float]] = {True: [], False: []}
    watch_hidden_questions(live, took)
    play_some(server, table, took, most=2)
    assert min(took[True] + took[False]) > 3.5, "the server waited for longer than the clock gives"
    assert not [seat for seat in live.table.seats if seat.bot], "and nobody ran out of time"


def play_some(server: RunningServer, table: Opened, took: dict[bool, list[float]], most: int = 8) -> None:
    """All play at random and at once until some hidden questions were answered."""

    async def sit(seat: int) -> None:
        dice = fast_dice(seat)
        async with connect(live_address(server.address, table.id), max_size=BIGGEST, proxy=None) as socket:
            await socket.send(json.dumps({"type": "hello", "keys": [table.keys[seat]]}))
            async for frame in socket:
                message = json.loads(frame)
                if message["type"] == "table" and (seen := message["table"])["status"] == "over":
                    return
                if message["type"] == "table" and seen["actions"]:
                    action = seen["actions"][dice.below(len(seen["actions"]))]["action"]
                    await socket.send(json.dumps({"type": "act", "action": action, "moves": seen["moves"]}))
                if enough(took, most):
                    return

    async def all_sit() -> None:
        tasks = [asyncio.create_task(sit(seat)) for seat in table.keys]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(all_sit(), 100)


def enough(took: dict[bool, list[float]], most: int) -> bool:
    return bool(took[True] and took[False]) or sum(map(len, took.values())) >= most


def watch_hidden_questions(live: LiveTable, took: dict[bool, list[float]]) -> None:
    """Note how long each hidden question of a table waits for its answer."""
    plain = live.apply
    asked: list[tuple[int, bool]] = []

    def noting(entry: Entry) -> None:  # by the times of the entries: a busy disk does not count
        if entry.kind == kinds.ACTION and asked:
            since, choice = asked.pop()
            took[choice].append((entry.at - since) / 1000)
        plain(entry)
        match = live.table.match
        if entry.kind == kinds.ACTION and match is not None and match.state.hidden:
            asked[:] = [(entry.at, match.state.has_choice())]

    live.apply = noting  # type: ignore[method-assign]


def without_a_choice() -> Match:
    """A match that waits for a reaction nobody can make."""
    match, dice = harena.new("combat_arena", seed=3), fast_dice(3)
    while not (match.state.hidden and not match.state.has_choice()):
        match = harena.new("combat_arena", seed=dice.below(1000)) if match.over else match
        match.play(match.state.nth(dice.below(match.state.count())))
    return match


def test_a_bot_with_nothing_to_choose_keeps_its_worker_as_busy_as_with_a_choice() -> None:
    """Where many tables wait for one worker, the wait would tell it otherwise."""
    match = without_a_choice()
    mind = thinking._mind("table", match.record(), "easy", match.seat, installed("combat_arena"))
    mind.took = 0.3
    began = time.monotonic()
    thinking.think("table", match.record(), "easy", match.seat, installed("combat_arena"))
    assert time.monotonic() - began >= 0.3
    thinking._minds.clear()


def test_a_fresh_mind_with_nothing_to_choose_thinks_as_over_its_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker that has just begun knows no time to wait for; its first thought is the slowest, too."""
    match, kit, chosen_from = without_a_choice(), installed("combat_arena"), []
    first = match.record().actions

    class Slow(EasyBot):
        def choose(self, position: State, dice: Dice) -> int:
            chosen_from.append(position.count())
            if position.has_choice():
                time.sleep(0.2)
            return super().choose(position, dice)

    monkeypatch.setattr(thinking.bots, "find", lambda name: Slow())
    began = time.monotonic()
    action = thinking.think("fresh", match.record(), "slow", match.seat, kit)
    assert time.monotonic() - began >= 0.2
    assert chosen_from[0] == 1
    assert chosen_from[1] > 1, "it has thought about what the others take to be possible"
    assert [action] == match.legal(match.seat), "and does the only thing there is"
    mind = thinking._minds["fresh", match.seat, "slow"]
    assert mind.took is not None
    assert mind.took >= 0.2, "that is how long it takes from now on"
    assert match.record().actions == first
    thinking._minds.clear()
