"""Promise 19: a row of numbers tells a seat all that its view shows, and nothing that it may not know."""

from __future__ import annotations

import random

import msgspec
import pytest

from contract.play import everybody
from contract.rows import Rows, futures, settings, written
from contract.transplants import transplants
from harena.core.dice import fast_dice
from harena.core.features import Feature, leaves
from harena.core.game import AnyGame
from harena.core.state import OVER, SPECTATOR, State

GUESSES = 3
LARGEST = 255  # a number is a byte
POSSIBLE = 12  # positions from which it is known what a view can show
FUTURES = 2  # actions that are tried at a position

Seen = dict[tuple[int, bytes, tuple[int, ...]], bytes]


def seats(state: State) -> list[int]:
    return [seat for seat in everybody(state) if seat != SPECTATOR]


def test_a_row_is_the_same_for_the_truth_and_for_any_guess(game: AnyGame) -> None:
    dice = fast_dice(96)
    for rows in settings(game):
        for state in rows.looked_at():
            for seat in seats(state):
                truth = rows.row(state, seat)
                for _ in range(GUESSES):
                    told = differences(rows, truth, rows.row(state.guess(seat, dice), seat))
                    assert told == [], f"seat {seat} is told what it may not know"


def differences(rows: Rows, one: bytes, other: bytes) -> list[str]:
    """The features in which two rows differ."""
    return [name_of(each) for each in rows.features.features if written(one, each) != written(other, each)]


def name_of(feature: Feature) -> str:
    return f"{feature.group}/{feature.name}"


def test_the_layout_is_the_same_in_every_position_and_for_every_seat(game: AnyGame) -> None:
    for rows in settings(game):
        laid_out = rows.described(rows.start(1), 0)
        for state in rows.looked_at():
            for seat in seats(state):
                assert rows.described(state, seat) == laid_out


def test_every_number_of_a_row_has_a_name_and_a_meaning(game: AnyGame) -> None:
    for rows in settings(game):
        features = rows.features.features
        place = 0
        for feature in features:
            assert feature.place == place, f"{name_of(feature)} comes right after the one before"
            assert all([feature.group, feature.name, feature.about, feature.size]), feature
            assert 1 <= feature.most <= LARGEST, feature
            assert rows.features[name_of(feature)] == feature, "no two have the same name"
            place = feature.stop
        assert place == rows.features.width


def test_no_number_is_larger_than_is_said(game: AnyGame) -> None:
    for rows in settings(game):
        for state in rows.looked_at():
            for seat in seats(state):
                row = rows.row(state, seat)
                for feature in rows.features.features:
                    assert max(written(row, feature)) <= feature.most, name_of(feature)
                    if feature.kind == "one of":
                        assert sum(written(row, feature)) <= 1, name_of(feature)


def test_everything_that_a_view_shows_can_be_told_apart(game: AnyGame) -> None:
    """Equal rows come from equal views. The open actions belong to it: they are the mask beside the row.

    Positions are compared that have much in common: what comes of different actions, dice and hidden cards.
    """
    for rows in settings(game):
        dice = fast_dice(rows.number)
        for positions in rows.games():
            seen: Seen = {}
            for state in positions:
                compare(rows, state, seen)
                if state.seat != OVER:
                    for after in futures(state, dice, FUTURES):
                        compare(rows, after, seen)
                    for seat in seats(state):
                        compare(rows, state.guess(seat, dice), seen)


def compare(rows: Rows, state: State, seen: Seen) -> None:
    """Has anybody seen this row with another view?"""
    for seat in seats(state):
        actions = tuple(state.legal()) if seat == state.seat else ()
        view = msgspec.json.encode(rows.game.view(state, seat))
        before = seen.setdefault((seat, rows.row(state, seat), actions), view)
        if before != view:
            pytest.fail(f"the same row for two views of seat {seat}:\n{before.decode()}\n{view.decode()}")


def test_a_view_that_differs_in_one_thing_gives_another_row(game: AnyGame) -> None:
    """What is not written at all would be found out here: each field of a position is changed by itself."""
    for rows in settings(game):
        for number, into in enumerate(rows.positions):
            seat = (max(into.seat, 0) + number) % into.seats
            sources = random.Random(number).sample(rows.played, len(rows.played))
            row, actions = rows.row(into, seat), into.legal()
            for path, mixed in transplants(game, into, sources):
                if mixed.legal() == actions and rows.row(mixed, seat) == row:
                    view, seen = shown(rows, into, seat), shown(rows, mixed, seat)
                    missed = seen != view and seen <= possible(rows, sources, seat) | view
                    assert not missed, f"{path}: {view - seen} and {seen - view}"


def shown(rows: Rows, state: State, seat: int) -> set[str]:
    """All that a view shows, thing by thing."""
    return set(leaves(msgspec.to_builtins(rows.game.view(state, seat)), ""))


def possible(rows: Rows, states: list[State], seat: int) -> set[str]:
    """What views show as a rule: two fields of a position that do not go together may show what cannot be."""
    return {leaf for state in states[:POSSIBLE] for leaf in shown(rows, state, seat)}


def test_a_table_is_made_without_dice_and_its_copies_run_on(game: AnyGame) -> None:
    """So that a batch makes a table once, and begins each game from a copy of it."""
    for rows in settings(game):
        dice = fast_dice(5)
        fresh = rows.game.new(rows.pack, rows.options, dice)
        assert dice.drawn == 0
        for seed in (5, 6, 5):
            begun = fresh.copy()
            begun.dice = fast_dice(seed)
            begun.run_on()
            same = rows.start(seed)
            assert (begun.key(), begun.dice.drawn) == (same.key(), same.dice.drawn)
            assert rows.row(begun, 0) == rows.row(same, 0)
        assert dice.drawn == 0
