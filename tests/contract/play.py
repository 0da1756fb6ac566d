"""Playing games at random, as the contract tests do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from conftest import option_sets
from harena.core.dice import FastDice, fast_dice
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.record import FastSeed
from harena.core.state import OVER, SPECTATOR, State

LONG = os.environ.get("HARENA_RL_SUITES", "") not in ("", "0")
MANY = 20  # games with each option set, where every decision is looked at: `make rl-suites`
EARLY = 80  # decisions that are all looked at
ONE_IN = 6  # of those after them

_packs: dict[str, Any] = {}
_option_sets: dict[str, list[dict[str, Any]]] = {}


def pack_of(game: AnyGame) -> Any:
    """A game's standard pack, read once."""
    if game.name not in _packs:
        _packs[game.name] = game.pack()
    return _packs[game.name]


def options_for(game: AnyGame, number: int) -> dict[str, Any]:
    """The option set of the game with this number, going round."""
    if game.name not in _option_sets:
        _option_sets[game.name] = option_sets(game)
    sets = _option_sets[game.name]
    return sets[number % len(sets)]


def start(game: AnyGame, seed: int) -> State:
    """A new position; different seeds go through the game's options."""
    chosen = game.options(**options_for(game, seed))
    state: State = game.start(pack_of(game), chosen, fast_dice(seed))
    return state


def new_match(game: AnyGame, seed: int) -> Match:
    """A new match; different seeds go through the game's options."""
    return Match(game, pack_of(game), options_for(game, seed), FastSeed(seed))


def short_match(game: AnyGame, seed: int) -> Match:
    """A match that does not go on for long, for what takes the square of its length."""
    return Match(game, pack_of(game), {**options_for(game, seed), **game.short}, FastSeed(seed))


def pick(state: State, dice: FastDice) -> int:
    """Any open action."""
    return state.nth(dice.below(state.count()))


def every_position(game: AnyGame, games: int, first_seed: int = 1) -> Iterator[State]:
    """Every decision of so many random games, and how each ends.

    The positions are the caller's to look at, not to play.
    """
    for seed in range(first_seed, first_seed + games):
        state = start(game, seed)
        choices = fast_dice(1000 + seed)
        while state.seat != OVER:
            yield state
            state.play(pick(state, choices))
        yield state


def positions(game: AnyGame, games: int, first_seed: int = 1) -> Iterator[State]:
    """As `every_position`, but of long games not every late decision."""
    left_out = fast_dice(first_seed)
    for state in every_position(game, games, first_seed):
        if state.made < EARLY or state.seat == OVER or left_out.below(ONE_IN) == 0:
            yield state


def far_and_wide(game: AnyGame) -> Iterator[State]:
    """Every decision of many random games with each of a game's option sets."""
    return every_position(game, MANY * len(option_sets(game)))


def everybody(state: State) -> list[int]:
    """All seats and a spectator."""
    return [*range(state.seats), SPECTATOR]
