"""Going back in practice: to the same position as ever, at a price that does not grow with the game."""

from __future__ import annotations

import random

import pytest

import harena
from harena.core.match import Match
from harena.core.record import FastSeed
from harena.core.state import State
from harena.core.trail import Passed, Trail

LONG = "combat_arena"


def practice(actions: int, seed: int = 3) -> Match:
    """A practice game after so many actions at random."""
    match = harena.new(LONG, seed=seed, practice=True)
    dice = random.Random(seed)
    while len(match.played) < actions and not match.over:
        match.play(dice.choice(match.legal()))
    assert len(match.played) == actions
    return match


def from_the_beginning(match: Match) -> Match:
    """The same actions, played anew."""
    assert isinstance(match.seeds, FastSeed)
    again = harena.new(LONG, seed=match.seeds.seed, practice=True)
    for _, action in match.played:
        again.play(action)
    return again


def test_going_back_leads_where_playing_from_the_beginning_does() -> None:
    match, dice = practice(60), random.Random(5)
    for _ in range(120):
        seats = [seat for seat in range(2) if not match.why_no_take_back(seat)]
        if dice.random() < 0.55 and seats:
            match.take_back(dice.choice(seats))
        elif not match.over:
            match.play(dice.choice(match.legal()))
        if dice.random() < 0.2:
            again = from_the_beginning(match)
            assert match.record() == again.record()
            assert match.events(0) == again.events(0)


def test_what_a_take_back_costs_does_not_grow_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played from the beginning each time, so many would be 20,000 actions and more."""
    match, real, taken, back = practice(200), Match._take, list[int](), 0

    def counted(self: Match, action: int) -> None:
        taken.append(action)
        real(self, action)

    monkeypatch.setattr(Match, "_take", counted)
    while match.played:
        match.take_back(match.played[-1][0])
        back += 1
    assert len(taken) <= 8 * back
    again = practice(200)
    taken.clear()
    for _ in range(200):  # to and fro
        seat, action = again.played[-1]
        again.take_back(seat)
        again.play(action)
    assert len(taken) <= 4 * 200


def test_the_trail_is_short_and_a_match_that_travels_leaves_it_behind() -> None:
    assert len(practice(200)._trail) <= 24
    assert len(harena.new(LONG, seed=1)._trail) == 0
    match = practice(30)
    match.__setstate__(match.__getstate__())
    match.take_back(match.played[-1][0])
    assert match.record() == from_the_beginning(match).record()


def test_positions_are_kept_at_growing_distances() -> None:
    trail, state = Trail(), State.__new__(State)
    for moves in range(1000):
        trail.keep(Passed(moves, state, 0))
    assert len(trail) <= 30
    for distance in (1, 3, 10, 40, 150, 480):
        trail = Trail()
        for moves in range(1000):
            trail.keep(Passed(moves, state, 0))
        found = trail.back_to(999 - distance)
        assert found is not None
        assert 999 - distance - found.moves <= distance
