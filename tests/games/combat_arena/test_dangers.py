"""What the choices of a fighter in danger say is what the rules then do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from contract.play import every_position
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.listing import Listed, listing
from harena.core.state import OVER, State

GAME = registry.find("combat_arena")
PACK = GAME.pack()
ACTIONS = GAME.actions(PACK)
WORDS = GAME.words(PACK, ["Ann", "Bo", "Cy", "Di"])
TRIES = 40  # throws of the dice after a choice


def asked(question: str, games: int = 150) -> Iterator[tuple[Any, Any, list[Listed]]]:
    """Positions of random games in which this is asked: the position, the view, what is offered."""
    for state in every_position(GAME, games):
        if state.seat != OVER and type(state.waiting).__name__ == question:
            view = GAME.view(state, state.seat)
            yield state, view, listing(WORDS, view)


def falls(state: State, action: str, fighter: int, tries: int = TRIES) -> set[bool]:
    """Whether a fighter lies defeated right after a choice, over several throws of the dice."""
    found = set()
    for seed in range(tries):
        then: Any = state.guess(state.seat, fast_dice(seed))
        then.play(ACTIONS.parse(action))
        found.add(bool(then.fighters[fighter].down))
    return found


@pytest.mark.rule("CA-6.5")
def test_letting_go_at_an_arc_snare_is_last_and_tells_the_defeat_that_comes() -> None:
    met = 0
    for state, view, offered in asked("Snare"):
        assert [one.action for one in offered if one.danger] == ["no"]
        assert offered[-1].action == "no"
        assert f"you have {view.question.n} and need 4" in offered[-1].danger
        assert falls(state, "no", view.question.target, 3) == {True}
        met += 1
    assert met > 10


@pytest.mark.rule("CA-5.3")
def test_a_reaction_left_out_is_dangerous_where_the_wounds_defeat_and_something_could_be_done() -> None:
    met = 0
    for state, view, offered in asked("React"):
        by_action = {one.action: one.danger for one in offered}
        target = view.question.target
        deadly = view.question.n * view.question.wounds >= view.fighters[target].wounds_left
        if "will be defeated:" in by_action["no_reaction"]:
            assert falls(state, "no_reaction", target, 3) == {True}
            assert offered[0].action != "no_reaction"
            met += 1
        if deadly and len(offered) > 1 and not by_action["no_reaction"]:
            assert not any(by_action.values()), "no card would help, so none is warned of"
            assert all(True in falls(state, one.action, target) for one in offered)
        for one in offered:
            if one.action != "no_reaction" and "will be defeated:" in one.danger:
                assert falls(state, one.action, target, 3) == {True}
    assert met > 5


@pytest.mark.rule("CA-6.3")
def test_a_push_that_may_end_in_an_arc_snare_is_told_before_the_hit_lands() -> None:
    warned = 0
    for _, view, offered in asked("React", 300):
        for one in offered:
            if "arc-snare" in one.danger:
                assert view.question.push > 0
                assert " on a 1" in one.danger or " on 1 to " in one.danger
                warned += 1
    assert warned > 0


@pytest.mark.rule("CA-6.3")
def test_pushing_an_enemy_into_an_arc_snare_is_no_danger() -> None:
    met = 0
    for _, view, offered in asked("Push", 300):
        pusher, target = (view.fighters[n] for n in (view.question.who, view.question.target))
        if pusher.side != target.side:
            assert not any(one.danger for one in offered)
            met += 1
    assert met > 10
