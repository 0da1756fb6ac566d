"""Nobody loses a game or a seat because of a clock: a server's, a peer's or the database's."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from harena.server import alive, rulings
from harena.server.alive import Alive
from harena.server.entry import PAUSED
from harena.server.hub import Hub
from harena.server.live import LiveTable, Watcher
from harena.server.table import OVER, RUNNING
from harena.server.times import Pulse
from server.conftest import run
from server.made_up import SECOND, Noted
from server.set_clock import HOUR, SetClock, Shelf, begun, hub_with

HOUR_MS = round(HOUR * 1000)


async def look_at_clock(hub: Hub, live: LiveTable) -> str:
    """What the timer of a clock does when it rings, whenever that is."""
    (seat,) = live.table.asked()
    await hub.turns._run_out(live, seat)
    return live.table.status


# --- one process


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_machine_s_clock_that_is_set_costs_nobody_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async def play() -> None:
        clock = SetClock()
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            live = await begun(hub, seconds=10)
            clock.wait(1)
            clock.wall += jump
            assert await look_at_clock(hub, live) == RUNNING
            for _ in range(5):
                clock.wait(1.5)
                assert await look_at_clock(hub, live) == RUNNING
            clock.wait(1.6)
            assert await look_at_clock(hub, live) == OVER, "ten seconds are ten seconds"

    run(play())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_nor_does_one_that_was_set_before_the_server_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    async def play() -> None:
        clock = SetClock()
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            table_id = (await begun(hub, seconds=10)).table.id
            clock.wait(1)
        clock = SetClock(clock.wall + jump)
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            live = await hub.get(table_id)
            (seat,) = live.table.asked()
            left = (live.table.clock.deadline(seat) or 0) - clock.time.now()
            assert left == pytest.approx(9 * SECOND, abs=50)

    run(play())


def test_while_a_server_is_stopped_no_clock_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        clock = SetClock()
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            live = await begun(hub, seconds=10)
            clock.wait(1)
            hub.pulse.feel()
            clock.wait(12)  # as between SIGSTOP and SIGCONT
            assert await look_at_clock(hub, live) == RUNNING
            (seat,) = live.table.asked()
            assert (live.table.clock.deadline(seat) or 0) - clock.time.now() == 9 * SECOND
            entries = await hub.store.entries(live.table.id)
            assert [one.more["milliseconds"] for one in entries if one.kind == PAUSED] == [12 * SECOND]
            await hub.settle(live)
            assert live.table.number == len(entries), "it is given back once"

    run(play())


def test_an_answer_that_comes_when_a_stopped_server_goes_on_costs_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        clock = SetClock()
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            live = await begun(hub, seconds=30, kind="bank")
            (seat,) = live.table.asked()
            assert live.table.match is not None
            action = live.table.match.legal(seat)[0]
            clock.wait(1)
            hub.pulse.feel()
            clock.wait(20)
            await hub.do(live, rulings.act, seat, action, live.table.moves)
            assert live.table.clock.bank[seat] == 29 * SECOND

    run(play())


def test_a_busy_server_that_answers_within_a_second_takes_nothing_back() -> None:
    clock = SetClock()
    pulse = Pulse(lambda: clock.steady)
    for _ in range(20):
        clock.wait(1)
        assert pulse.feel() == 0
    clock.wait(5)
    assert pulse.feel() == 5 * SECOND


# --- several over one database


class Process:
    """A process by its own clocks, at the shelf that all share."""

    def __init__(self, shelf: Shelf, clock: SetClock) -> None:
        self.clock = clock
        self.alive = Alive(cast(Any, shelf), clock.time)

    @property
    def now(self) -> int:
        return self.clock.time.now()


async def beat_on(clocks: list[SetClock], processes: list[Process], seconds: float) -> None:
    """Time passes for all of them, with signs of life."""
    for _ in range(round(seconds / alive.BEAT)):
        for clock in clocks:
            clock.wait(alive.BEAT)
        for process in processes:
            await process.alive.beat()


def test_a_peer_whose_clock_is_behind_lives_and_has_the_same_time() -> None:
    async def meet() -> None:
        machine = SetClock()
        shelf = Shelf(machine)
        behind, ahead = (Process(shelf, SetClock(machine.wall + off, off + 500)) for off in (-20, 20))
        both = [behind, ahead]
        for one in both:
            await one.alive.begin()
        await beat_on([machine, behind.clock, ahead.clock], both, 30)
        assert behind.alive.lives(ahead.alive.name)
        assert ahead.alive.lives(behind.alive.name)
        assert abs(behind.now - ahead.now) < 50
        assert abs(behind.now - machine.wall * 1000) < 50

    run(meet())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_database_whose_clock_is_set_changes_no_server_s_time(jump: float) -> None:
    async def meet() -> None:
        machine = SetClock()
        shelf = Shelf(machine)
        both = [Process(shelf, SetClock(machine.wall, start)) for start in (50.0, 9_000.0)]
        for one in both:
            await one.alive.begin()
        clocks = [machine, *(one.clock for one in both)]
        await beat_on(clocks, both, 20)
        before = both[0].now
        machine.wall += jump
        await beat_on(clocks, both, 60)
        assert all(abs(one.now - before - 60 * SECOND) < 50 for one in both)
        assert both[0].alive.lives(both[1].alive.name)
        third = Process(shelf, SetClock(machine.wall, 7.0))
        await third.alive.begin()
        assert abs(third.now - both[0].now) < 50, "whoever joins them has their time"
        assert third.alive.lives(both[0].alive.name)
        assert third.alive.missed(0) == 0

    run(meet())


def test_a_process_is_dead_when_its_sign_has_not_changed_for_long() -> None:
    async def meet() -> None:
        machine = SetClock()
        shelf = Shelf(machine)
        one, other = (Process(shelf, SetClock(machine.wall)) for _ in range(2))
        for process in (one, other):
            await process.alive.begin()
        clocks = [machine, one.clock, other.clock]
        await beat_on(clocks, [one, other], 20)
        await beat_on(clocks, [one], 15)  # the other is stopped for that long
        assert one.alive.lives(other.alive.name)
        assert one.alive.is_silent(other.alive.name)
        assert not await other.alive.beat(), "and does not take us for dead when it goes on"
        assert other.alive.lives(one.alive.name)
        await beat_on(clocks, [one], 30)
        assert not one.alive.lives(other.alive.name)
        assert not one.alive.is_silent(other.alive.name)
        assert one.alive.cut_off(other.alive.name, 0) >= 30 * SECOND

    run(meet())


def test_a_process_that_began_after_the_last_look_lives_if_somebody_came_through_it() -> None:
    async def meet() -> None:
        machine = SetClock()
        shelf = Shelf(machine)
        one, other = (Process(shelf, SetClock(machine.wall)) for _ in range(2))
        await one.alive.begin()
        for clock in (machine, one.clock, other.clock):
            clock.wait(2)
        await other.alive.begin()
        name = other.alive.name
        assert one.alive.lives(name, since=one.now)
        assert not one.alive.lives(name, since=one.now - HOUR_MS), "that would have been seen"
        assert not one.alive.lives("", since=one.now)
        await other.alive.end()
        await beat_on([machine, one.clock, other.clock], [one], 5)
        assert not one.alive.lives(name, since=one.now - 4 * SECOND)

    run(meet())


def test_while_another_process_stands_still_its_people_do_not_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        clock = SetClock()
        monkeypatch.setattr("harena.server.turns.AGAIN_AFTER", 0.0)
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            live = await begun(hub, seconds=1)
            (seat,) = live.table.asked()
            await hub.do(live, rulings.come, seat, "another")
            silent = {"another"}
            monkeypatch.setattr(hub.alive, "is_silent", lambda name: name in silent)
            clock.wait(1.5)
            assert await look_at_clock(hub, live) == RUNNING
            silent.clear()
            assert await look_at_clock(hub, live) == OVER

    run(play())


def test_who_came_through_a_process_that_died_gets_the_time_back() -> None:
    noted = Noted(clock={"kind": "move", "seconds": 10}).sit_all(at=10 * SECOND)
    (seat,) = noted.table.asked()
    noted.note(rulings.come(noted.table, 11 * SECOND, seat, "dead"))
    noted.note(rulings.go(noted.table, 40 * SECOND, seat, "dead", 27 * SECOND))
    assert noted.table.clock.deadline(seat) == 47 * SECOND
    with pytest.raises(rulings.RefusedError):
        rulings.go(noted.table, 41 * SECOND, seat, "dead", 28 * SECOND)


def test_over_postgresql_only_those_who_came_through_a_stopped_process_get_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        clock = SetClock()
        async with hub_with(tmp_path, monkeypatch, clock) as hub:
            live = await begun(hub, seconds=30)
            (seat,) = live.table.asked()
            clock.wait(3)
            monkeypatch.setattr(hub.store, "is_postgres", True)
            assert hub._kept_waiting(live) == 0
            live.watchers.add(Watcher(frozenset({seat}), frozenset()))
            assert hub._kept_waiting(live) == 3 * SECOND
            live.watchers.clear()
            monkeypatch.setattr(hub.store, "is_postgres", False)

    run(play())
