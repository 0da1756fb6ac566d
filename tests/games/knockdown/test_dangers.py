"""What may be lost by a slip is what the rules then take, and is told before."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.listing import listing
from harena.core.state import OVER
from harena.games.knockdown import GAME

from .brawl import FROZEN, put
from .scene import NAMES, Scene

WORDS = GAME.words(FROZEN, NAMES)
ACTIONS = GAME.actions(FROZEN)
GAMES = 60


def warned() -> Iterator[tuple[Any, str, str]]:
    """Random matches with Katie: position, dangerous action, its danger."""
    for seed in range(GAMES):
        luck = random.Random(seed)
        picks = ("james,katie", "puppy,katie", "katie,james")[seed % 3]
        state: Any = GAME.start(FROZEN, GAME.options(picks=picks, wins=1), fast_dice(seed))
        while state.seat != OVER:
            view = GAME.view(state, state.seat)
            yield from ((state, one.action, one.danger) for one in listing(WORDS, view) if one.danger)
            state.play(luck.choice(state.legal()))


@pytest.mark.rule("KD-1.9")
def test_a_step_into_the_flame_is_told_and_costs_what_it_says() -> None:
    met = 0
    for state, action, danger in warned():
        if not danger.startswith("The Flame"):
            continue
        met += 1
        who, then = state.seat, state.copy()
        then.journal = []
        then.play(ACTIONS.parse(action))
        burnt = [event for event in then.journal if event.kind == "wounded" and event.cause == "flame"]
        assert (burnt[0].a, burnt[0].b, burnt[0].c) == (who, 1, 0)
        assert danger == "The Flame is there: you suffer 1 light wound."
    assert met > 10


@pytest.mark.rule("KD-5.3", "KD-5.4")
def test_a_call_that_cannot_fail_says_what_it_gives_away() -> None:
    weak = put("puppy", "c3", light=1)
    scene = Scene(put("james", "c2"), weak, "uppercut pipe_wrench").play("attack:pipe_wrench")
    assert scene.danger("call") == ""
    cannot = put("puppy", "c3")
    scene = Scene(put("james", "c2"), cannot, "uppercut pipe_wrench").play("attack:pipe_wrench")
    assert scene.danger("call") == "They cannot fail, and 1 light wound would go."
    assert scene.danger("no_call") == ""
    for seed in range(20):
        then: Any = scene.state.guess(0, fast_dice(seed))
        then.play(ACTIONS.parse("call"))
        assert then.two.light == 2, "3 wounds less a half"
    none = Scene(put("james", "c2"), cannot, "uppercut").play("attack:uppercut")
    assert none.danger("call") == "", "after an Uppercut nothing goes"


@pytest.mark.rule("KD-5.1")
def test_letting_a_sure_win_go_is_told() -> None:
    gone = put("puppy", "c3", light=10, heavy=6)
    scene = Scene(put("james", "c2"), gone, "pipe_wrench").play("attack:pipe_wrench")
    assert scene.danger("no_call") == "You give the round away: nobody can roll 19 with three dice."
    assert scene.hint("call") == "They cannot pass: you win the round."
    for seed in range(10):
        then: Any = scene.state.guess(0, fast_dice(seed))
        then.play(ACTIONS.parse("call"))
        assert then.one.wins == 1
    less = Scene(put("james", "c2"), put("puppy", "c3", light=9, heavy=6), "pipe_wrench")
    assert less.play("attack:pipe_wrench").danger("no_call") == ""


@pytest.mark.rule("KD-4.2", "KD-4.5")
def test_no_block_is_dangerous_only_where_a_block_would_help_against_going_down() -> None:
    james = put("james", "c2")

    def unblocked(light: int, hand: str, card: str) -> str:
        scene = Scene(james, put("katie", "c3", light=light, hand=hand), card).play(f"attack:{card}")
        assert scene.asking == "Block"
        return scene.danger("block:none")

    guard = "body_blow med_kit rivet_gun"
    assert unblocked(9, guard, "pipe_wrench") == (
        "You may go down: 12 wounds would count in a test, 62% to fail."
    )
    assert unblocked(2, guard, "pipe_wrench") == "", "hardly anybody rolls less than five"
    assert unblocked(9, guard, "fire_axe") == "", "it has no K.O. mark"
    assert unblocked(9, "body_blow", "haymaker") == "", "one card stops the effect, and no wound"
