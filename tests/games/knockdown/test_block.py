"""KD-4.2, KD-4.7: blocks, and the one budget for all wounds."""

from __future__ import annotations

from itertools import product

import pytest

from harena.games.knockdown.rules.block import (
    CODE_NAMES,
    block_ways,
    blocks_used,
    cancels_effect,
    stopped_heavy,
    stopped_light,
)

from .brawl import FOE, JAMES, KATIE, ME, Bout, make_pack, put
from .written import Written

Stopped = tuple[int, int]  # light, heavy


def strike(light: int, heavy: int, effect: bool = True) -> Bout:
    """A Strike of that pool is announced; the target holds five cards, two of them with Block."""

    def change(pack: Written) -> None:
        card = pack.card("haymaker")
        card.update(light=light, heavy=heavy)
        if not effect:
            del card["effect"]

    bout = Bout(
        put(KATIE, "c2"),
        put(JAMES, "c3", hand="block block dash dash dash"),
        row="haymaker",
        pack=make_pack(change),
    )
    return bout.play("attack:haymaker")


# --- brute force


def every_split(light: int, heavy: int, budget: int) -> list[Stopped]:
    """All ways to spend the budget: one for a light wound, two for a heavy one."""
    return [
        (one, two)
        for one, two in product(range(light + 1), range(heavy + 1))
        if one + two > 0 and one + 2 * two <= budget
    ]


def best(splits: list[Stopped]) -> set[Stopped]:
    """Those that no other one beats."""
    return {
        (one, two)
        for one, two in splits
        if not any(a >= one and b >= two and (a, b) != (one, two) for a, b in splits)
    }


@pytest.mark.rule("KD-4.2", "KD-4.7")
def test_the_ways_offered_are_the_sensible_ones_of_all_ways_to_spend_the_budget() -> None:
    """All pools up to six light and three heavy, hands up to ten cards, up to three of them with Block."""
    for light, heavy, cards, blocks, effect in product(
        range(7), range(4), range(11), range(4), (False, True)
    ):
        if blocks > cards:
            continue
        offered = block_ways(light, heavy, effect, cards, blocks)
        found: set[tuple[int, bool, Stopped]] = set()
        for code in range(len(CODE_NAMES)):
            if offered >> code & 1:
                left = cards - blocks_used(code)
                stopped = (stopped_light(code, light, left), stopped_heavy(code))
                found.add((blocks_used(code), cancels_effect(code), stopped))
        expected = {(0, False, (0, 0))}
        if blocks >= 1:
            expected |= {(1, False, split) for split in best(every_split(light, heavy, cards - 1))}
        if blocks >= 1 and effect:
            expected.add((1, True, (0, 0)))
        if blocks >= 2 and effect:
            expected |= {(2, True, split) for split in best(every_split(light, heavy, cards - 2))}
        assert found == expected, (light, heavy, cards, blocks, effect)


# --- in a fight


@pytest.mark.rule("KD-4.2")
def test_the_example_of_the_rulebook() -> None:
    """3 light and 1 heavy wound with an effect, against five cards with two Block."""
    asked = strike(3, 1)
    assert (asked.decider, asked.asking) == (FOE, "Block")
    assert asked.opened("block") == {"none", "effect", "wounds0", "wounds1", "both0", "both1"}
    expected = {
        "none": ((3, 1), "c4", 5),
        "effect": ((3, 1), "c3", 4),
        "wounds0": ((0, 1), "c4", 4),
        "wounds1": ((1, 0), "c4", 4),
        "both0": ((0, 1), "c3", 3),
        "both1": ((2, 0), "c3", 3),
    }
    for way, (wounds, space, cards) in expected.items():
        bout = strike(3, 1).play(f"block:{way}")
        assert (bout.wounds(FOE), bout.space(FOE), len(bout.hand(FOE))) == (wounds, space, cards), way


@pytest.mark.rule("KD-4.2")
def test_the_cards_that_make_the_budget_stay_in_hand() -> None:
    bout = strike(3, 1).play("block:wounds1")
    assert bout.symbols(FOE) == ["block", "dash", "dash", "dash"]


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize("card", ["acid_spray", "nerve_gas"])
def test_abilities_are_not_blocked(card: str) -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand="block block dash dash"), row=card)
    bout.play(f"attack:{card}")
    assert (bout.told("blocked"), bout.asking, sum(bout.wounds(FOE)) > 0) == ([], "Act", True)


@pytest.mark.rule("KD-4.2")
def test_a_knockout_mark_is_not_blocked() -> None:
    bout = strike(1, 0).play("block:both0")
    assert bout.wounds(FOE) == (0, 0)
    assert (bout.decider, bout.open) == (ME, {"call", "no_call"})


@pytest.mark.rule("KD-4.2")
def test_wounds_in_the_frame_are_stopped_only_by_cancelling_the_effect() -> None:
    for way, wounds in {"none": 2, "wounds0": 1, "effect": 1, "both0": 0}.items():
        bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand="block block dash dash"), row="knee_strike").play(
            "attack:knee_strike", f"block:{way}"
        )
        assert bout.wounds(FOE) == (wounds, 0), way


@pytest.mark.rule("KD-4.2")
def test_cancelling_also_stops_what_moves_the_attacker() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c3", hand="block dash"), row="flying_kick")
    bout.play("attack:flying_kick", "block:effect", "no_call")
    assert (bout.space(ME), bout.wounds(FOE)) == ("c1", (2, 0))


@pytest.mark.rule("KD-4.2", "KD-5.3")
@pytest.mark.parametrize(("way", "left"), [("none", 8), ("effect", 4)])
def test_cancelling_uppercut_lets_a_passed_test_take_wounds_away(way: str, left: int) -> None:
    bout = Bout(
        put(KATIE, "c2"), put(JAMES, "c3", hand="block dash", light=6), row="uppercut", dice=[6, 6, 6]
    )
    assert bout.play("attack:uppercut", f"block:{way}", "call").wounds(FOE) == (left, 0)


@pytest.mark.rule("KD-4.7")
def test_without_a_block_card_or_a_budget_there_is_nothing_to_choose() -> None:
    for hand in ("", "dash dash power", "wild wild"):
        bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand=hand), row="fire_axe").play("attack:fire_axe")
        assert (bout.wounds(FOE), bout.told("blocked")) == ((1, 1), [])
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand="block"), row="fire_axe").play("attack:fire_axe")
    assert (bout.wounds(FOE), bout.symbols(FOE)) == ((1, 1), ["block"]), "no card would be left: no budget"


@pytest.mark.rule("KD-4.7")
def test_the_effect_is_offered_only_where_there_is_one() -> None:
    assert strike(1, 1, effect=False).opened("block") == {"none", "wounds1"}
