"""Giving up: sides win and lose together, at the prompt as everywhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import harena
from harena.core.errors import ActionError, TakeBackError
from harena.core.giving_up import final_scores, is_decided, winners, with_bots

ALONE, TEAMS, ONE_AGAINST_ALL, TOGETHER = [0, 1, 2, 3], [0, 1, 0, 1], [1, 0, 1, 1], [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("sides", "given_up", "over"),
    [
        (ALONE, [], False),
        (ALONE, [0, 1], False),
        (ALONE, [0, 1, 3], True),
        (TEAMS, [0], False),
        (TEAMS, [0, 1], False),
        (TEAMS, [0, 2], True),
        (TEAMS, [0, 1, 3], True),
        (ONE_AGAINST_ALL, [1], True),
        (ONE_AGAINST_ALL, [0, 2], False),
        (ONE_AGAINST_ALL, [0, 2, 3], True),
        (TOGETHER, [0, 1, 2], False),
        (TOGETHER, [0, 1, 2, 3], True),
        ([0, 1], [1], True),
    ],
)
def test_a_game_is_over_when_one_side_is_left(sides: list[int], given_up: list[int], over: bool) -> None:
    assert is_decided(sides, given_up) is over
    assert bool(final_scores(sides, given_up)) is over


def test_whoever_has_given_up_has_nothing_and_the_side_that_is_left_wins() -> None:
    assert final_scores(TEAMS, [0, 2]) == [0.0, 1.0, 0.0, 1.0]
    assert final_scores(TEAMS, [1, 0, 2]) == [0.0, 0.0, 0.0, 1.0]
    assert final_scores(TEAMS, [0], [1.0, 0.0, 1.0, 0.0]) == [0.0, 0.0, 1.0, 0.0], "it was played out"
    assert final_scores(TEAMS, [0]) == [], "it goes on"


def test_a_bot_goes_with_the_people_of_its_side() -> None:
    assert with_bots(TEAMS, [0], bots=[2]) == [0, 2]
    assert with_bots(TEAMS, [0], bots=[1, 3]) == [0]
    assert with_bots(ALONE, [0], bots=[1, 2, 3]) == [0]
    assert with_bots(ONE_AGAINST_ALL, [0], bots=[2]) == [0], "another person plays on with the bot"


def test_who_won_is_a_sentence() -> None:
    names = ["Ann", "Bo", "Cy", "Di"]
    assert winners(names, [1.0, 0.0, 1.0, 0.0], 2) == "You and Ann win."
    assert winners(names, [0.0, 1.0, 0.0, 0.0], 2) == "Bo wins."
    assert winners(names, [0.5, 0.5, 0.0, 0.0], 0) == "A draw: you and Bo share the win."
    assert winners(names, [0.0] * 4, 0) == "Nobody wins."


# --- a match


def brothers(**more: Any) -> harena.Match:
    names = ["Ann", "Bo", "Cy", "Di"]
    return harena.new("combat_arena", seed=1, names=names, variant="brothers", **more)


def test_a_team_that_gives_up_ends_the_match() -> None:
    match = brothers()
    match.play(match.legal()[0])
    match.give_up(1)
    assert (match.over, match.scores) == (False, [])
    assert match.legal(), "the others play on"
    match.give_up(3)
    assert (match.over, match.scores, match.seat) == (True, [1.0, 0.0, 1.0, 0.0], harena.OVER)
    assert all(match.legal(seat) == [] for seat in range(4))
    assert match.prompt(0) == "You and Cy win. Bo and Di gave up."
    assert match.prompt(harena.SPECTATOR) == "Ann and Cy win. Bo and Di gave up."
    assert "You and Cy win." in match.picture(0)
    with pytest.raises(ActionError, match="The game is over"):
        match.play("no")
    with pytest.raises(ActionError, match="The game is over"):
        match.give_up(0)


def test_alone_the_last_one_left_wins() -> None:
    match = harena.new("combat_arena", seed=1, players=3)
    match.give_up()
    assert not match.over
    match.give_up(2 if 2 not in match.given_up else 1)
    assert match.over
    assert sorted(match.scores) == [0.0, 0.0, 1.0]


def test_what_cannot_be_given_up_is_said() -> None:
    match = brothers()
    with pytest.raises(ActionError, match="There is no seat 7"):
        match.give_up(7)
    match.give_up(2)
    with pytest.raises(ActionError, match="Cy has already given up"):
        match.give_up(2)
    assert match.given_up == [2]


def test_the_record_keeps_who_gave_up(tmp_path: Path) -> None:
    match = brothers()
    match.play(match.legal()[0])
    match.give_up(2)
    match.save(tmp_path / "half.json")
    again = harena.load(tmp_path / "half.json")
    assert (again.given_up, again.over) == ([2], False)
    verdict = harena.verify(again.record())
    assert not verdict.holds
    assert "not finished" in verdict.sentence, "it goes on"
    again.give_up(0)
    again.save(tmp_path / "whole.json")
    whole = harena.load(tmp_path / "whole.json")
    assert whole.scores == [0.0, 1.0, 0.0, 1.0]
    assert harena.verify(whole.record()).sentence.endswith("Ann and Cy gave up.")
    assert whole.copy().scores == whole.scores


def test_in_practice_giving_up_is_taken_back() -> None:
    match = harena.new("dawn_raid", seed=1, practice=True)
    match.give_up()
    assert match.over
    match.take_back()
    assert not match.over
    assert match.legal()
    earnest = harena.new("dawn_raid", seed=1)
    earnest.play(earnest.legal()[0])
    earnest.give_up(0)
    for seat in (0, 1):
        with pytest.raises(TakeBackError, match="given up"):
            earnest.take_back(seat)
