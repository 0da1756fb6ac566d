"""What everybody sees of the last attack of a combat: its dice are those that were told."""

from __future__ import annotations

import pytest

import harena
from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.centauri import GAME
from harena.games.centauri.rules.pool import FIRST_SUCCESS


@pytest.mark.rule("CN-3.4")
@pytest.mark.parametrize("players", [2, 6])
def test_a_view_of_a_combat_has_its_last_attack_as_it_was_told(players: int) -> None:
    pack, seen, again = GAME.pack(), 0, 0
    for seed in range(6):
        state = GAME.start(pack, GAME.options(players=players), fast_dice(seed), journal=True)
        choices = fast_dice(seed)
        while state.seat != OVER:
            state.play(state.nth(choices.below(state.count())))
            battle = GAME.view(state, harena.SPECTATOR).battle
            told = [
                event for event in state.journal or [] if event.kind in ("attacked", "rerolled", "battle")
            ]
            if battle is None or not told or told[-1].kind == "battle":
                assert battle is None or battle.blow is None
                continue
            seen += 1
            blow = battle.blow
            assert blow is not None
            assert (blow.by, blow.on) == (told[-1].a, told[-1].b)
            assert sum(die >= FIRST_SUCCESS for die in blow.dice) == blow.successes
            assert blow.damage == max(0, blow.successes - blow.stopped)
            if told[-1].kind == "attacked":
                assert sorted(blow.dice) == sorted(told[-1].dice)
            else:
                again += 1
                assert len(blow.dice) == len(told[-2].dice)
    assert seen > 50
    assert again > 0
