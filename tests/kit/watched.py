"""Whole games before onlookers, and what reports make of games that a coin decides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

import harena
from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.observer import Observer
from harena.core.state import OVER
from harena.lab.balance import tally
from harena.lab.balance_report import make_report
from harena.lab.balance_run import Wish, plan_balance
from harena.lab.balance_words import verdict
from harena.lab.simulate import rows

FLIPS = 40


def watch(state: Any, observers: Sequence[Observer], seed: int) -> list[Event]:
    """Play a game to its end by hunches; all that was told, the set-up included."""
    dice, told = fast_dice(seed), list(state.journal)
    for observer in observers:
        observer.before(state, state.journal)
    while state.seat != OVER:
        seat, action = state.seat, state.hunch(dice)
        state.journal = []
        state.play(action)
        told += state.journal
        for observer in observers:
            observer.step(state, seat, action, state.journal)
    for observer in observers:
        observer.after(state)
    return told


def claims_on_coins(game: str, **options: Any) -> int:
    """Of reports on the same 30 games of two, decided by a coin each time: how many claim anything."""
    wish = Wish(game=game, bot="random", games=30, options=options)
    played, claims = list(rows(plan_balance(wish), 1)), 0
    for seed in range(FLIPS):
        luck = random.Random(seed)
        flipped = [
            msgspec.structs.replace(one, scores=luck.choice([[1.0, 0.0], [0.0, 1.0]])) for one in played
        ]
        said = verdict(make_report(tally(flipped), harena.game(game).study.counts))
        claims += not said[0].startswith("Nothing stands out") or len(said) > 2
    return claims
