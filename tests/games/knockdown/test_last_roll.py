"""The dice of the last Knockdown Test lie there until the next test or the next round, and no longer."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.state import OVER

from .brawl import FOE, JAMES, KATIE, ME, Bout, put

PISTOL, FLASH = "service_pistol", "arc_flash"


def fight(*rolls: int, light: int = 4, **options: Any) -> Bout:
    """James has been shot and Katie has called; she has another attack with K.O. to go."""
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=light), f"{PISTOL} {FLASH}", **options).then(rolls)
    return bout.play(f"attack:{PISTOL}", "call")


def shown(bout: Bout) -> tuple[list[int], int]:
    view = bout.view(ME)
    return view.rolled, view.needed


def deck_runs_out(bout: Bout) -> Bout:
    """The turns of this round go on without a blow until the Row cannot be filled."""
    now = bout.state.round
    while bout.state.seat != OVER and bout.state.round == now:
        bout.state.deck.clear()
        bout.end_turn()
    return bout


@pytest.mark.rule("KD-5.1", "KD-6.4")
def test_a_passed_roll_is_shown_in_its_round_only() -> None:
    bout = fight(6, 6, 6)
    assert shown(bout) == ([6, 6, 6], 5)
    assert bout.state.round == 1
    deck_runs_out(bout)
    assert bout.state.round == 2
    assert shown(bout) == ([], 0)


@pytest.mark.rule("KD-6.1", "KD-6.2")
def test_a_roll_of_the_first_round_does_not_come_back_at_the_end() -> None:
    bout = fight(1, 1, 1)
    assert bout.state.round == 2
    assert shown(bout) == ([], 0)
    while bout.state.seat != OVER:
        deck_runs_out(bout)
    assert bout.state.round > 1
    assert shown(bout) == ([], 0)


@pytest.mark.rule("KD-6.1")
def test_the_roll_that_won_the_match_is_still_there() -> None:
    assert shown(fight(1, 1, 1, wins=1)) == ([1, 1, 1], 5)


@pytest.mark.rule("KD-5.2")
def test_a_tower_takes_the_place_of_old_dice() -> None:
    bout = fight(6, 6, 6, light=14, test="tower")
    assert shown(bout) == ([6, 6, 6], 15), "too many for a tower"
    bout.play(f"attack:{FLASH}", "call")
    assert bout.asking == "LetGo"
    assert shown(bout) == ([], 0)


@pytest.mark.rule("KD-5.4")
def test_a_pass_without_a_roll_leaves_no_old_dice() -> None:
    bout = fight(6, 6, 6)
    james = bout.fighter(FOE)
    james.light = james.heavy = 0
    james.up = 1 << bout.skill("steady_hands")
    bout.play(f"attack:{FLASH}", "call")
    assert len(bout.told("passed")) == 2
    assert shown(bout) == ([], 0)
