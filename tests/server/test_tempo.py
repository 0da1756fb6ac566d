"""How long bots take: as the people at a table wish, quicker among several, the same whatever is hidden."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from harena import client
from harena.server import rulings
from harena.server.rulings import RefusedError
from harena.server.sight import sight
from harena.server.table import Table
from harena.server.tempo import (
    HIDDEN_PACE,
    LONGEST_THOUGHT,
    PACE,
    PACES,
    bot_waits,
    hidden_wait,
    open_wait,
    pace_of,
    person_waits,
)
from server.conftest import RunningServer, run
from server.made_up import Noted, plain
from server.players import open_table


def arena(*seats: str) -> Noted:
    """A table of Combat Arena at which all people are."""
    noted = Noted(seats, game="combat_arena", options={"players": len(seats)}).sit_all()
    for number in noted.table.people():
        noted.note(rulings.come(noted.table, 2500, number, "here"))
    return noted


def wish(noted: Noted, seat: int, pace: str) -> Table:
    noted.note(rulings.wish_pace(noted.table, 3000, seat, pace))
    return noted.table


def test_the_slowest_wish_of_those_who_are_here_and_play_counts() -> None:
    noted = arena("person", "friend", "bot:easy")
    assert pace_of(noted.table) == "normal"
    assert pace_of(wish(noted, 0, "at_once")) == "normal", "who says nothing wishes for the usual pace"
    assert pace_of(wish(noted, 1, "fast")) == "fast"
    assert pace_of(wish(noted, 0, "slow")) == "slow"
    noted.note(rulings.go(noted.table, 4000, 0, "here"))
    assert pace_of(noted.table) == "fast", "who is away is not waited for"
    noted.note(rulings.come(noted.table, 5000, 0, "here"))
    assert pace_of(noted.table) == "slow"
    noted.note(rulings.resign(noted.table, 6000, 0))
    assert pace_of(noted.table) == "fast", "nor who has given up"
    assert plain(noted.rebuilt()) == plain(noted.table)
    seen = sight(noted.table, 1, (), 0)
    assert seen["pace"] == "fast"
    assert [seat["pace"] for seat in seen["seats"]] == ["slow", "fast", ""]


def test_whoever_waits_for_three_bots_waits_as_long_as_for_one() -> None:
    one, three = arena("person", "bot:easy"), arena("person", "bot:easy", "bot:easy", "bot:easy")
    assert open_wait(one.table, PACE) == PACE
    assert open_wait(three.table, PACE) == pytest.approx(PACE / 3)
    waits = [open_wait(wish(one, 0, pace), PACE) for pace in PACES]
    assert waits == sorted(waits, reverse=True)
    assert waits[-1] == 0


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("level", LONGEST_THOUGHT)
def test_a_hidden_answer_is_never_shown_before_a_bot_could_have_thought_about_it(
    pace: str, level: str
) -> None:
    for bots in (1, 3):
        table = wish(arena("person", *[f"bot:{level}"] * bots), 0, pace)
        assert hidden_wait(table, HIDDEN_PACE) >= LONGEST_THOUGHT[level]
        assert hidden_wait(table, 0.0) == 0, "a server that hides nothing does not wait"
        assert person_waits(table, HIDDEN_PACE) == hidden_wait(table, HIDDEN_PACE), "one cannot be told apart"


@pytest.mark.parametrize("pace", PACES)
def test_a_person_among_people_answers_a_hidden_question_no_faster_whatever_is_wished(pace: str) -> None:
    noted = arena("person", "friend", "bot:easy")
    wish(noted, 0, pace)
    assert person_waits(wish(noted, 1, pace), HIDDEN_PACE) == HIDDEN_PACE


def hidden_waits(*seats: str, pace: str = "normal") -> dict[tuple[int, bool], float]:
    """How long bots take for hidden answers of a round, by seat and by whether it acted just before."""
    options = {"players": len(seats), "max_rounds": 1}
    noted = Noted(seats, game="centauri", options=options).sit_all()
    table, found = noted.table, dict[tuple[int, bool], float]()
    for number in table.people():
        noted.note(rulings.come(table, 2500, number, "here"))
        noted.note(rulings.wish_pace(table, 2600, number, pace))
    assert table.match is not None
    while not table.match.over:
        (seat,) = table.asked()
        action = table.match.legal(seat)[-1 if table.match.state.hidden else 0]
        if table.seats[seat].bot:
            if table.match.state.hidden:
                acted = bool(table.match.played) and table.match.played[-1][0] == seat
                found[seat, acted] = bot_waits(table, seat, PACE, HIDDEN_PACE)
            noted.note(rulings.bot_acts(table, 3000, seat, action, table.moves))
        else:
            noted.note(rulings.act(table, 3000, seat, action, table.moves))
    return found


@pytest.mark.parametrize("pace", PACES)
def test_a_bot_on_the_side_of_all_people_hides_no_thought(pace: str) -> None:
    found = hidden_waits("person", "bot:normal", "bot:normal", "bot:normal", pace=pace)
    assert {seat for seat, _ in found} == {1, 2, 3}
    for (seat, _), wait in found.items():
        assert wait == pytest.approx(PACE * PACES[pace] / 3) if seat == 2 else wait >= 0.5
    found = hidden_waits("person", "person", "bot:normal", "bot:normal", pace=pace)
    assert min(found.values()) >= 0.5, "where people play against each other every bot plays against one"


def test_hidden_answers_of_one_bot_in_a_row_do_not_take_the_whole_time_each() -> None:
    found = hidden_waits("person", "bot:normal")
    assert found == {(1, False): HIDDEN_PACE, (1, True): PACE}
    found = hidden_waits("person", "bot:hard")
    assert found == {(1, False): HIDDEN_PACE, (1, True): LONGEST_THOUGHT["hard"]}


def test_a_wish_that_is_none_is_refused() -> None:
    noted = arena("person", "bot:easy")
    with pytest.raises(RefusedError, match="one of slow, normal, fast, at_once"):
        rulings.wish_pace(noted.table, 3000, 0, "warp")
    with pytest.raises(RefusedError, match="a bot's seat"):
        rulings.wish_pace(noted.table, 3000, 1, "fast")
    wish(noted, 0, "fast")
    with pytest.raises(RefusedError, match="already"):
        rulings.wish_pace(noted.table, 3000, 0, "fast")


def test_a_wish_is_heard_over_the_net_and_bots_go_by_it(make_server: Callable[..., RunningServer]) -> None:
    server = make_server(pace=60.0)  # so slow that the test would not end otherwise
    options = {"first_attacker": "seat1"}
    table = open_table(server.address, "dawn_raid", ["person", "easy"], options=options)

    async def play() -> int:
        async with client.Server(server.address).live(table.id, table.keys[0]) as live:
            await live.wish_pace("at_once")
            assert live.sight.pace == "at_once"
            moved = 0
            while not live.sight.over and moved <= 12:
                await live.until(lambda sight: sight.actions or sight.over)
                if not live.sight.over:
                    await live.act(live.sight.open_actions[0])
                    moved += 1
            return moved

    assert run(asyncio.wait_for(play(), 50), 55) > 3
