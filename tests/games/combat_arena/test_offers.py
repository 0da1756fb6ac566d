"""What the form for Combat Arena offers: a variant sets its players, and says what is recommended."""

from __future__ import annotations

from typing import Any

import pytest

import harena
from harena.core.fitting import FittedOption, fit, fitted_options

GAME = harena.game("combat_arena")
PACK = GAME.pack()


def form(**chosen: Any) -> dict[str, FittedOption]:
    options = fit(GAME, PACK, chosen)
    return {one.field.name: one for one in fitted_options(GAME, PACK, options)}


def labels(option: FittedOption) -> list[str]:
    return [choice.label for choice in option.choices]


@pytest.mark.rule("CA-8.1")
def test_brothers_in_arms_sets_four_players_and_asks_for_teams() -> None:
    shown = form(variant="brothers", players=2)
    assert shown["players"].value == 4
    assert not shown["players"].is_open
    assert not shown["fighters"].is_open
    assert labels(shown["teams"])[0] == "Seats 1 and 3 against seats 2 and 4"
    assert not shown["champion"].applies


@pytest.mark.rule("CA-8.2")
def test_kingslayer_for_two_says_what_is_recommended() -> None:
    shown = form(variant="kingslayer", players=2)
    assert labels(shown["fighters"]) == [
        "Two Challengers (recommended)",
        "One Challenger",
        "Three Challengers",
    ]
    assert shown["fighters"].value == 0, "that is the one taken if nobody says otherwise"
    assert "recommended" in shown["fighters"].about
    assert labels(shown["champion"]) == ["Seat 1", "Seat 2"]
    assert shown["picks"].places == ["Seat 1, the Champion", "Seat 2", "Seat 2, second fighter"]


@pytest.mark.rule("CA-8.3")
def test_single_combat_is_for_two_with_one_fighter_each() -> None:
    shown = form(variant="single_combat", players=4, fighters=4)
    assert (shown["players"].value, shown["fighters"].value) == (2, 0)
    assert not any(shown[name].is_open for name in ("players", "fighters", "champion", "teams"))


@pytest.mark.rule("CA-1.2")
def test_each_number_of_fighters_is_offered_once_and_in_words() -> None:
    assert labels(form(players=2)["fighters"]) == ["One each", "Three: seat 1 has two", "Two each"]
    assert labels(form(players=3)["fighters"]) == ["One each", "Four: seat 1 has two"]
    assert not form(players=4)["fighters"].is_open


def test_at_the_prompt_too_a_variant_sets_its_players() -> None:
    assert harena.new("combat_arena", seed=1, variant="brothers").state.seats == 4
    with pytest.raises(harena.core.errors.OptionError, match="four players"):
        harena.new("combat_arena", seed=1, variant="brothers", players=2)
