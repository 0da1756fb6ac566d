"""What it costs a bot not to see hidden cards: a twin that sees them is the upper bound, and is no bot."""

from __future__ import annotations

import harena
from bots.cheat import CheatingTwin, share_of_twin
from harena import bots
from harena.bots.bot import Bot
from harena.bots.mcts import MctsBot
from harena.bots.registry import kind_of
from harena.core.dice import fast_dice


def test_who_sees_all_cards_plays_at_least_as_well() -> None:
    """In Dawn Raid it knows the order of the other deck, and is far ahead: see how far in a longer run."""
    share = share_of_twin(harena.game("dawn_raid"), 60, "mcts:60", 40)
    assert share > 0.6


def test_the_twin_sees_what_a_bot_does_not() -> None:
    """The same table but for the hidden deck: the honest bot must answer alike, the twin need not."""
    game = harena.game("dawn_raid")
    twin_differs = False
    for seed in range(12):
        state = game.start(game.pack(), game.options(), fast_dice(seed))
        other = state.guess(state.seat, fast_dice(100 + seed))
        twin = [CheatingTwin(200).choose(truth, fast_dice(1)) for truth in (state, other)]
        honest = [bots.answer(MctsBot(200), truth, fast_dice(1)) for truth in (state, other)]
        assert honest[0] == honest[1]
        twin_differs = twin_differs or twin[0] != twin[1]
    assert twin_differs


def test_searching_the_truth_does_not_change_it() -> None:
    game = harena.game("dawn_raid")
    state = game.start(game.pack(), game.options(), fast_dice(3))
    before, drawn = state.key(), state.dice.drawn
    CheatingTwin(50).choose(state, fast_dice(1))
    assert (state.key(), state.dice.drawn) == (before, drawn)


def test_no_registered_bot_cheats() -> None:
    assert not isinstance(CheatingTwin(1), Bot)
    assert "cheat" not in " ".join(bots.names())
    assert all(kind_of(name).__module__.startswith("harena.bots.") for name in bots.names())
