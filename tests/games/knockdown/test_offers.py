"""What the form for Knockdown offers: only what the pack has, and only what applies."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.fitting import FittedOption, fit, fitted_options
from harena.games.knockdown import GAME

from .brawl import FROZEN

JOINED = GAME.pack("standard+abyss")


def form(pack: Any = FROZEN, **chosen: Any) -> dict[str, FittedOption]:
    options = fit(GAME, pack, chosen)
    return {one.field.name: one for one in fitted_options(GAME, pack, options)}


def labels(option: FittedOption) -> list[str]:
    return [choice.label for choice in option.choices]


@pytest.mark.rule("KD-5.2")
def test_who_rolls_dice_instead_is_asked_for_towers_only() -> None:
    assert not form(test="dice")["dice_for"].applies
    assert labels(form(test="tower")["dice_for"]) == ["Nobody", "Seat 1", "Seat 2"]
    assert form(test="dice", dice_for="seat1")["dice_for"].value == "none"


@pytest.mark.rule("KD-6.5")
def test_one_box_has_nothing_to_draw_and_two_boxes_have() -> None:
    one, both = form(), form(JOINED)
    assert not one["arena"].is_open
    assert not one["skills"].is_open
    assert labels(one["arena"]) == [FROZEN.arenas[0].name]
    assert labels(both["arena"]) == ["Drawn", *(arena.name for arena in JOINED.arenas)]
    assert labels(both["skills"]) == ["Drawn", *(one.name for one in JOINED.skill_sets)]
    for arena in ("", *(arena.id for arena in JOINED.arenas)):
        chosen = fit(GAME, JOINED, {"arena": arena})
        GAME.start(JOINED, chosen, fast_dice(1))


@pytest.mark.rule("KD-2.1")
def test_fighters_are_those_of_the_pack_one_for_each_seat() -> None:
    picks = form()["picks"]
    assert picks.places == ["Seat 1", "Seat 2"]
    assert labels(picks)[0] == "Chosen at the table"
    assert labels(form(fighters="random")["picks"])[0] == "Drawn"
    assert labels(picks)[1:] == [f"{sheet.name}, {sheet.title}" for sheet in FROZEN.sheets]
    assert len(labels(form(JOINED)["picks"])) == 1 + len(JOINED.sheets)
