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
from harena.server.tempo import LONGEST_THOUGHT, PACES, hidden_wait, open_wait, pace_of, person_waits
from harena.server.thinking import HIDDEN_PACE, PACE
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
