"""Measured questions at a server: its clock, a page's lag, a line that is lost (HC-2.6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

import harena
from example.high_card import GAME, bell
from harena import client
from harena.client import Live, RefusedError
from harena.core.swing import LONGEST
from harena.server import rulings
from harena.server.hands import KEPT, LEEWAY, MOST_LAG, Hand, Trips
from harena.server.live import LiveTable, Watcher
from harena.server.messages import LetGo
from harena.server.reel import reel_of
from harena.server.replay import frame_of
from harena.server.rulings import GONE_ON
from harena.server.socket import Session
from harena.server.turns import FALLBACK, Turns
from server.conftest import NO_LIMITS, RunningServer, run
from server.made_up import SECOND, Noted, plain
from server.test_client import two_at_a_table

QUICK = 1e6  # messages a second
AT = 100 * SECOND


def at_the_bell(**more: Any) -> Noted:
    """A table at which the hammer swings, since AT."""
    noted = Noted(game="high_card", options={"bell": True}, **more).sit_all()
    table = noted.table
    assert table.match is not None
    while not table.measured:
        seat = table.asked()[0]
        action = "bet:roll" if "bet:roll" in table.match.legal(seat) else noted.first_action(seat)
        noted.note(rulings.act(table, AT, seat, action, table.moves))
    return noted


def let_go(noted: Noted, ms: int, passed: int, lag: int = 0) -> int:
    """What is entered for the seat that is asked, where so much time has passed here."""
    table = noted.table
    seat = table.asked()[0]
    entry = rulings.let_go(table, AT + passed, seat, ms, table.moves, Hand(AT, lag))
    assert table.match is not None
    assert entry.text == table.match.let_go(entry.more["ms"])
    return int(entry.more["ms"])


# --- lag


def test_the_lag_is_the_middle_one_of_the_last_trips_and_has_a_bound() -> None:
    trips = Trips()
    assert trips.lag == 0
    for took in (9000, 9000, 10, 30, 20, 5000, 40):
        trips.end(trips.begin(AT), AT + took)
    assert trips.lag == 30, f"of the last {KEPT}: 10, 20, 30, 40 and 5000"
    for _ in range(KEPT):
        trips.end(trips.begin(AT), AT + 9000)
    assert trips.lag == MOST_LAG


def test_an_answer_to_nothing_tells_no_lag() -> None:
    trips = Trips()
    number = trips.begin(AT)
    trips.end(number + 1, AT + 50)
    assert trips.lag == 0
    trips.end(number, AT + 50)
    trips.end(number, AT + 900)
    assert trips.lag == 50, "it is timed once"


# --- what is believed


@pytest.mark.parametrize(
    ("ms", "passed", "lag", "believed"),
    [
        (640, 640, 0, 640),
        (640, 700, 60, 640),
        (640, 640 + LEEWAY, 0, 640),
        (640, 640 - LEEWAY, 0, 640),
        (640, 2000, 0, 2000 - LEEWAY),
        (640, 2000, 400, 1600 - LEEWAY),
        (5000, 700, 0, 700 + LEEWAY),
        (0, 20, 300, 0),
        (900, 20, 300, 0),
    ],
)
def test_a_time_is_cut_to_the_nearest_that_the_server_s_clock_allows(
    ms: int, passed: int, lag: int, believed: int
) -> None:
    assert let_go(at_the_bell(), ms, passed, lag) == believed


def test_what_was_measured_stands_in_the_record_and_is_rebuilt() -> None:
    noted = at_the_bell()
    table = noted.table
    assert table.match is not None
    first, seat = len(table.match.played), table.asked()[0]
    noted.note(rulings.let_go(table, AT + 640, seat, 640, table.moves, Hand(AT)))
    assert table.match.record().times == [f"{first} 640"]
    assert plain(noted.rebuilt()) == plain(table)


def test_nothing_is_chosen_where_it_is_measured_nor_let_go_of_where_it_is_not() -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    with pytest.raises(rulings.RefusedError, match="cannot choose here: let go at the right moment"):
        rulings.act(table, AT, seat, "stop:0", table.moves)
    with pytest.raises(rulings.RefusedError, match="There is nothing to let go of right now"):
        rulings.let_go(table, AT, 1 - seat, 5, table.moves, Hand(AT))
    with pytest.raises(rulings.RefusedError, match=GONE_ON):
        rulings.let_go(table, AT, seat, 5, table.moves - 1, Hand(AT))
    other = Noted(game="high_card").sit_all().table
    with pytest.raises(rulings.RefusedError, match="There is nothing to let go of right now"):
        rulings.let_go(other, AT, other.asked()[0], 5, other.moves, Hand(AT))


def test_a_bot_s_hand_is_taken_as_it_is() -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    table.seats[seat].stand_in = "easy"
    assert rulings.bot_acts(table, AT, seat, "stop:0", table.moves).text == "stop:0"
    with pytest.raises(rulings.RefusedError):
        rulings.too_late(table, AT + 2 * bell.LIMIT, seat, Hand(AT))


def test_a_lost_line_is_too_late() -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    with pytest.raises(rulings.RefusedError, match="There is still time"):
        rulings.too_late(table, AT + bell.LIMIT + 200, seat, Hand(AT, lag=200))
    entry = rulings.too_late(table, AT + bell.LIMIT + 200 + LEEWAY, seat, Hand(AT, lag=200))
    assert entry.text == "stop:late"
    noted.note(entry)
    assert table.match is not None
    assert table.match.record().times == []


def test_the_parts_of_a_test_share_its_time() -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    used = bell.LIMIT - 5 * SECOND
    noted.note(rulings.let_go(table, AT + used, seat, used, table.moves, Hand(AT)))
    since = AT + used
    with pytest.raises(rulings.RefusedError, match="There is still time"):
        rulings.too_late(table, since + 5 * SECOND, seat, Hand(since))
    assert rulings.too_late(table, since + 5 * SECOND + LEEWAY, seat, Hand(since)).text == "stop:late"


def test_time_without_a_server_counts_for_nobody() -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    since = table.clock.asked_at[seat]
    noted.note(rulings.paused(table, AT + 30 * SECOND, 29 * SECOND))
    assert table.clock.asked_at[seat] == since + 29 * SECOND


def test_what_a_hand_did_is_not_taken_back() -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    noted.note(rulings.let_go(table, AT + 640, seat, 640, table.moves, Hand(AT)))
    with pytest.raises(rulings.RefusedError, match="cannot be unseen"):
        rulings.take_back(table, AT + 700, seat, table.moves)


def test_who_takes_a_try_back_in_practice_has_the_whole_time_again() -> None:
    noted = at_the_bell(practice=True)
    table, seat = noted.table, noted.table.asked()[0]
    noted.note(rulings.let_go(table, AT + 640, seat, 640, table.moves, Hand(AT)))
    later = AT + bell.LIMIT + 5 * SECOND
    noted.note(rulings.take_back(table, later, seat, table.moves))
    assert table.measured
    hand = LiveTable(table).hand(seat)
    with pytest.raises(rulings.RefusedError, match="There is still time"):
        rulings.too_late(table, later + bell.READY + bell.LIMIT, seat, hand)
    late = later + bell.READY + bell.LIMIT + LEEWAY
    assert rulings.too_late(table, late, seat, hand).text == "stop:late"


# --- getting ready


def test_letting_go_before_it_swings_is_refused_and_changes_nothing() -> None:
    noted = at_the_bell()
    live = LiveTable(noted.table)
    seat, moves = live.table.asked()[0], live.table.moves
    early = AT + bell.READY - LEEWAY - 1
    with pytest.raises(rulings.RefusedError, match="is not swinging yet"):
        rulings.let_go(live.table, early, seat, 0, moves, live.hand(seat))
    assert live.table.measured
    assert live.table.moves == moves
    entry = rulings.let_go(live.table, early + 1, seat, 0, moves, live.hand(seat))
    assert entry.more["ms"] == 0, "clocks differ a little"


def test_time_to_get_ready_is_counted_for_nobody() -> None:
    noted = at_the_bell()
    live = LiveTable(noted.table)
    seat = live.table.asked()[0]
    at = AT + bell.READY + 640
    entry = rulings.let_go(live.table, at, seat, 640, live.table.moves, live.hand(seat))
    assert entry.more["ms"] == 640
    noted.note(entry)
    assert live.hand(seat).since == at, "only the first is waited for"


def test_everybody_is_told_when_it_begins() -> None:
    live = LiveTable(at_the_bell().table)
    seat = live.table.asked()[0]
    page, other = (Watcher(frozenset({one}), frozenset()) for one in (seat, 1 - seat))
    live.watchers |= {page, other}

    def passed(watcher: Watcher, at: int) -> Any:
        return msgspec.json.decode(live.message(watcher, at))["table"]["swing"]["passed"]

    assert passed(other, AT + 50) == -bell.READY, "it waits for the one who is asked"
    assert passed(page, AT + 100) == -bell.READY
    live.show_swing(page, AT + 100)
    assert [passed(one, AT + 200) for one in (page, other)] == [100 - bell.READY] * 2
    assert passed(other, AT + 100 + bell.READY + 30) == 30


def test_a_bot_needs_no_time_to_get_ready() -> None:
    live = LiveTable(at_the_bell().table)
    seat = live.table.asked()[0]
    live.table.seats[seat].stand_in = "easy"
    assert live.hand(seat).since == AT


def test_a_server_that_was_away_while_somebody_got_ready_lets_them_begin_anew() -> None:
    noted = at_the_bell()
    seat = noted.table.asked()[0]
    noted.note(rulings.paused(noted.table, AT + 30 * SECOND, 29 * SECOND))
    back = LiveTable(noted.table)  # another process knows nothing of what the first has shown
    assert back.hand(seat).since == AT + 29 * SECOND + bell.READY


# --- waiting


def at_once(hub: Any, monkeypatch: pytest.MonkeyPatch, module: str, at: int) -> Any:
    """A stand-in for a hub, and a machine's clock that stands still."""
    monkeypatch.setattr(f"harena.server.{module}.now", lambda: at)
    return cast(Any, SimpleNamespace(**hub))


def test_the_time_that_a_message_waits_for_its_turn_is_not_the_hand_s() -> None:
    table = at_the_bell().table
    seat = table.asked()[0]
    hand = Hand(AT, arrived=AT + 640)
    entry = rulings.let_go(table, AT + 5 * SECOND, seat, 640, table.moves, hand)
    assert (entry.more["ms"], entry.at) == (640, AT + 5 * SECOND)


def test_a_message_is_timed_when_it_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    live, done = LiveTable(at_the_bell().table), []

    async def do(live: LiveTable, ruling: Any, *asked: Any, request: str) -> int:
        done.append(asked)
        return 1

    seat = live.table.asked()[0]
    session = Session(cast(Any, None), at_once({"do": do}, monkeypatch, "socket", AT + 640), NO_LIMITS)
    watcher = Watcher(frozenset({seat}), frozenset())
    run(session.obey(live, watcher, LetGo(640, live.table.moves)))
    assert done == [(seat, 640, live.table.moves, Hand(AT + bell.READY, 0, AT + 640))]


def test_another_page_of_a_seat_is_shown_how_much_time_has_passed_since() -> None:
    live = LiveTable(at_the_bell().table)
    seat = live.table.asked()[0]
    pages = [Watcher(frozenset({seat}), frozenset()) for _ in range(2)]
    live.watchers |= set(pages)
    passed = []
    for page, at in zip(pages, (AT + 100, AT + 800), strict=True):
        message = msgspec.json.decode(live.message(page, at))
        live.show_swing(page, at)
        passed.append(message["table"]["swing"]["passed"])
    assert passed == [-bell.READY, 700 - bell.READY]


def test_of_two_pages_of_a_seat_the_first_to_let_go_counts() -> None:
    noted = at_the_bell()
    live = LiveTable(noted.table)
    seat, moves = live.table.asked()[0], live.table.moves
    at = AT + bell.READY + 640
    noted.note(rulings.let_go(live.table, at, seat, 640, moves, live.hand(seat)))
    with pytest.raises(rulings.RefusedError, match=GONE_ON):
        rulings.let_go(live.table, at + 5, seat, 645, moves, live.hand(seat))
    assert live.table.match is not None
    assert len(live.table.match.record().times) == 1


@pytest.mark.parametrize("ms", ["-1", str(LONGEST + 1), "640.5", '"640"', "null", "1e400"])
def test_a_time_that_cannot_be_is_not_understood(ms: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(f'{{"type": "let_go", "ms": {ms}, "moves": 3}}', type=LetGo)


def test_a_process_that_has_not_shown_it_waits_for_the_one_that_has(monkeypatch: pytest.MonkeyPatch) -> None:
    live, entered = LiveTable(at_the_bell().table), []
    seat = live.table.asked()[0]
    late = AT + bell.READY + bell.LIMIT + LEEWAY
    wait = round(FALLBACK * SECOND)

    async def enter_quietly(live: LiveTable, ruling: Any, *asked: Any) -> None:
        entered.append(ruling)

    async def settle(live: LiveTable) -> None:
        """This process has always run."""

    async def is_late(at: int) -> bool:
        entered.clear()
        alive = SimpleNamespace(is_silent=lambda name: False)
        hub = {"closing": True, "enter_quietly": enter_quietly, "settle": settle, "alive": alive}
        await Turns(at_once(hub, monkeypatch, "turns", at))._run_out(live, seat)
        return rulings.too_late in entered

    async def rings_after(at: int) -> float:
        turns, begun = Turns(at_once({}, monkeypatch, "turns", at)), asyncio.get_running_loop().time()
        turns._set_clock(live)
        assert live.timer is not None
        rings = live.timer.when()
        turns.stop_clock(live)
        return rings - begun

    assert not run(is_late(late))
    assert run(is_late(late + wait))
    assert run(rings_after(late)) >= FALLBACK
    live.watchers.add(Watcher(frozenset({seat}), frozenset()))
    assert run(is_late(late)), "who is connected here was shown it here"


def test_looking_back_a_hand_s_question_has_nothing_to_click_as_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted = at_the_bell()
    table, seat = noted.table, noted.table.asked()[0]
    assert table.match is not None
    there = len(table.match.played)
    noted.note(rulings.let_go(table, AT + 640, seat, 640, table.moves, Hand(AT)))
    drawn: list[Any] = []
    draw = GAME.draw
    monkeypatch.setattr(GAME, "draw", lambda pack, view, *how: drawn.append(view) or draw(pack, view, *how))
    reel = reel_of(table.match)
    frame = frame_of(reel, there, seat)
    assert frame["chosen"]["action"].startswith("stop:")
    frame_of(reel, 0, table.match.played[0][0])
    assert [bool(view.actions) for view in drawn] == [False, True]


# --- over the net


async def to_the_bell(both: Live) -> client.Sight:
    """Play for both seats until the hammer swings."""
    return await play_until(both, lambda sight: sight.swing is not None)


async def play_until(both: Live, reached: Callable[[client.Sight], object]) -> client.Sight:
    """Play for both seats; where the hammer swings nobody lets go."""
    async for sight in both:
        if reached(sight):
            return sight
        asked = [seat for seat in sight.asked if seat in both.yours]
        if sight.swing is not None:
            continue
        if sight.eyes not in asked:
            await both.look(asked[0])
        elif sight.actions:
            open_now = sight.open_actions
            action = "bet:roll" if "bet:roll" in open_now else open_now[0]
            await both.act(action, seat=sight.eyes, moves=sight.moves)
    raise AssertionError("sights never end")


def test_a_program_lets_go_and_the_record_holds(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "READY", bell.LIMIT)  # however slow this machine is

    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one, "high_card", options={"bell": True})
            keys = [place.key for place in places]
            async with one.live(places[0].id, keys, ["view", "picture"], per_second=QUICK) as both:
                sight = await to_the_bell(both)
                seat = sight.asked[0]
                if sight.eyes != seat:
                    sight = await both.look(seat)
                assert sight.swing is not None
                assert (sight.swing["key"], sight.swing["left"], sight.actions) == ("hammer", bell.LIMIT, [])
                assert 'data-key="hammer"' in sight.picture
                with pytest.raises(RefusedError, match="cannot choose here"):
                    await both.act("stop:0", seat=seat)
                moves = both.sight.moves
                with pytest.raises(RefusedError, match="is not swinging yet"):
                    await both.let_go(400, seat=seat, moves=moves)
                monkeypatch.setattr(bell, "READY", 0)
                await both.let_go(0, seat=seat, moves=moves)
                again = await both.until(lambda seen: seen.moves > moves)
                assert again.swing is not None
                await both.let_go(50, seat=seat, moves=again.moves)
                await both.until(lambda seen: seen.moves > again.moves)
                await both.resign(seat=seat)
                await both.until(lambda seen: seen.over)
            record = await one.record(places[0].id, places[0].key)
            assert len(record.times) == bell.PARTS
            assert again.swing["left"] == bell.LIMIT - int(record.times[0].split()[1])
            verdict = harena.verify(record)
            assert verdict.holds, verdict.sentence

    run(talk())


def test_whoever_does_not_let_go_in_time_is_too_late(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody answers: the server's own timer enters it, for each part of the test."""
    monkeypatch.setattr(bell, "LIMIT", 200)

    async def talk() -> None:
        async with client.connect(server.address) as one:
            places = await two_at_a_table(one, "high_card", options={"bell": True})
            keys = [place.key for place in places]
            async with one.live(places[0].id, keys, per_second=QUICK) as both:

                def late() -> int:
                    return [line.text for line in both.log].count("Too late.")

                sight = await play_until(both, lambda _: late() >= bell.PARTS)
                assert (late(), sight.swing) == (bell.PARTS, None)

    run(talk())
