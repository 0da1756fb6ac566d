"""Going on with a raid: what is at stake and what may beat the next card are told as the rules have it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from contract.play import every_position
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.listing import listing
from harena.core.state import OVER
from harena.games.dawn_raid.pack.cards import TYPE_NAMES
from harena.games.dawn_raid.words.next_battle import next_cards

GAME = registry.find("dawn_raid")
PACK = GAME.pack()
ACTIONS = GAME.actions(PACK)
NAMES = ["Ann", "Bo"]
WORDS = GAME.words(PACK, NAMES)
GOES_ON = ("raid:continue", "raid:take_over")


def risks(games: int = 40) -> list[tuple[Any, Any, str, str]]:
    """Every decision about going on in some random games: position, view, action and its danger."""
    return [
        (state.copy(), view, one.action, one.danger)
        for state in every_position(GAME, games)
        if state.seat != OVER
        for view in [GAME.view(state, state.seat)]
        for one in listing(WORDS, view)
        if one.action in GOES_ON
    ]


@pytest.mark.rule("DR-2.3")
@pytest.mark.rule("DR-2.4")
def test_going_on_is_dangerous_where_the_pot_may_be_lost_and_nowhere_else() -> None:
    warned = 0
    for _, view, action, danger in risks():
        own, foes = next_cards(PACK, view)
        kind = TYPE_NAMES.index(view.type)
        last = view.sides[view.viewer].left == 1
        bad = [
            foe for foe in foes if foe.scores[kind] > own.scores[kind] - (1 if last else 0)
        ]  # DR-4.1: a draw of the last battle loses the pot, too
        assert bool(danger) == bool(view.pot and bad), action
        if danger:
            warned += 1
            at_stake = len(view.pot) + len(view.attack) + len(view.defence)
            assert danger.startswith(f"You may lose {at_stake} cards")
            assert own.name in danger
            told = re.search(r"(?:all|\b)(?: |\b)(\d+) (?:of the (\d+) )?cards \w+ may turn up", danger)
            assert (int(told[1]) if told else 1) == len(bad)
    assert warned > 50


@pytest.mark.rule("DR-1.3")
def test_the_cards_that_may_come_are_those_the_other_may_turn_up() -> None:
    for state, view, _, danger in risks(8):
        if not danger:
            continue
        other = 1 - view.viewer
        foes = {card.id for card in next_cards(PACK, view)[1]}
        met = set()
        for seed in range(12):
            guess: Any = state.guess(view.viewer, fast_dice(seed))
            side = guess.sides[other]
            met.add(PACK.cards[side.order[side.turned]].id)
        assert met <= foes
        assert len(met) > 1 or len(foes) <= 3


@pytest.mark.rule("DR-2.4")
def test_the_next_battle_is_lost_just_where_the_card_told_of_beats_the_own_one() -> None:
    lost = 0
    for state, view, action, danger in risks(20):
        if not danger:
            continue
        own, _ = next_cards(PACK, view)
        side = state.sides[1 - view.viewer]
        foe, kind = PACK.cards[side.order[side.turned]], TYPE_NAMES.index(view.type)
        state.play(ACTIONS.parse(action))
        if state.seat == OVER or type(state.waiting).__name__ not in ("AttackerWon", "DefenderWon"):
            continue  # a role is asked about first, or a draw led on
        if foe.scores[kind] > own.scores[kind]:
            assert state.seat == 1 - view.viewer, "whoever won the battle decides"
            lost += 1
        elif foe.scores[kind] < own.scores[kind]:
            assert state.seat == view.viewer
    assert lost > 20
