"""CA-7.1, CA-7.2: the health track with its wrap-around, and Critical Injuries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.games.combat_arena.pack.content import ArenaPack, Character
from harena.games.combat_arena.rules.fighter import Fighter

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Written, make_pack, put

START = FROZEN.start


def alone(**rest: Any) -> Fight:
    """Castus, five spaces, suffers; Rafelo looks on. The first injuries only move his energy."""
    return Fight(
        put(CASTUS, "e5", **rest),
        put(RAFELO, "a1"),
        injuries=["wounded_pride", "leaking_cells", "broken_grip"],
    )


# --- CA-7.1


@pytest.mark.rule("CA-7.1")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_each_wound_moves_the_marker_one_space_down(n: int) -> None:
    fight = alone().wound(CASTUS, n)
    assert fight.track(CASTUS) == (n, 0)
    assert fight.injured() == []


@pytest.mark.rule("CA-7.1")
def test_on_reaching_the_bottom_the_top_space_is_covered_and_an_injury_drawn() -> None:
    fight = alone().wound(CASTUS, 4)
    assert fight.track(CASTUS) == (4, 1)
    assert fight.injured() == ["wounded_pride"]
    assert fight.energy(CASTUS) == START + 2


@pytest.mark.rule("CA-7.1")
def test_the_worked_example_six_wounds_on_five_spaces() -> None:
    """Four steps to the bottom, one Injury marker, a step to the new top, one step down; one card."""
    fight = alone().wound(CASTUS, 6)
    assert fight.track(CASTUS) == (2, 1)
    assert fight.injured() == ["wounded_pride"]
    assert len(fight.told("injury_drawn")) == 1


@pytest.mark.rule("CA-7.1")
def test_with_the_next_wound_later_the_marker_goes_to_the_new_top() -> None:
    fight = alone().wound(CASTUS, 4).wound(CASTUS, 1)
    assert fight.track(CASTUS) == (1, 1)
    assert len(fight.injured()) == 1
    assert fight.wound(CASTUS, 1).track(CASTUS) == (2, 1)


@pytest.mark.rule("CA-7.1")
def test_with_only_the_bottom_space_uncovered_the_next_wound_covers_it() -> None:
    fight = alone(marker=4, covered=4)
    assert fight[CASTUS].wounds_left() == 1
    assert fight.wound(CASTUS, 1)[CASTUS].down


@pytest.mark.rule("CA-7.1")
def test_the_whole_way_down_a_track_of_five() -> None:
    """14 wounds: 4 to the bottom, then 4, 3, 2 and 1."""
    fight = alone()
    way = []
    while not fight[CASTUS].down:
        fight.state.injuries = [fight.injury("wounded_pride")] * 9
        way.append(fight.wound(CASTUS, 1).track(CASTUS))
    assert way == [
        *((1, 0), (2, 0), (3, 0), (4, 1)),
        *((1, 1), (2, 1), (3, 1), (4, 2)),
        *((2, 2), (3, 2), (4, 3)),
        *((3, 3), (4, 4)),
        (4, 5),
    ]


def track_of(n: int) -> Fighter:
    sheet = Character("test", "Test", "Test", "TE", n)
    fighter = Fighter(0, 0, sheet, 0)
    fighter.become(0, sheet, 0)
    return fighter


def pack_with_track(n: int) -> ArenaPack:
    def change(written: Written) -> None:
        written.fighter(CASTUS)["health"] = n
        for injury in written.injuries["injury"]:  # none that does anything but move energy
            for field in ("slow", "weak"):
                injury.pop(field, None)
            injury["effect"] = [{"do": "energy", "n": 1}]

    return make_pack(change)


@pytest.fixture(scope="module")
def packs() -> dict[int, ArenaPack]:
    return {n: pack_with_track(n) for n in range(2, 13)}


@pytest.mark.rule("CA-7.1", "CA-7.3")
@pytest.mark.parametrize("n", range(2, 13))
def test_defeating_a_track_of_n_takes_so_many_wounds_however_they_are_grouped(
    n: int, packs: dict[int, ArenaPack]
) -> None:
    in_all = (n - 1) + n * (n - 1) // 2

    @given(cuts=st.sets(st.integers(1, max(1, in_all - 1)), max_size=8))
    @settings(max_examples=25)
    def grouped(cuts: set[int]) -> None:
        fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), pack=packs[n])
        assert fight[CASTUS].wounds_in_all() == in_all
        edges = [0, *sorted(cut for cut in cuts if cut < in_all - 1), in_all - 1]
        for suffered, then in pairwise(edges):
            fight.dice = list(range(13, 1, -1)) if not fight.state.injuries else [1] * 40
            if then > suffered:
                fight.wound(CASTUS, then - suffered)
            assert not fight[CASTUS].down
            assert fight[CASTUS].wounds_left() == in_all - then
        fight.dice = [1] * 40
        assert fight.wound(CASTUS, 1)[CASTUS].down
        assert fight.complete

    grouped()


@pytest.mark.rule("CA-7.1")
@given(n=st.integers(2, 12), wounds=st.integers(0, 60))
def test_the_count_of_wounds_left_agrees_with_suffering_them_one_by_one(n: int, wounds: int) -> None:
    fighter = track_of(n)
    for _ in range(wounds):
        if not fighter.used_up():
            fighter.suffer_one()
    left = fighter.wounds_left()
    for _ in range(left):
        assert not fighter.used_up()
        fighter.suffer_one()
    assert fighter.used_up()


@pytest.mark.rule("CA-7.8")
@pytest.mark.parametrize(
    ("marker", "covered", "healed"), [(3, 0, 1), (1, 0, 0), (3, 1, 1), (3, 2, 2), (2, 2, 2), (4, 4, 4)]
)
def test_healing_never_goes_onto_covered_spaces_and_never_removes_injury_markers(
    marker: int, covered: int, healed: int
) -> None:
    """Second Wind heals two."""
    hurt = put(RAFELO, "e5", hand="roar_of_the_stands", marker=marker, covered=covered)
    fight = Fight(hurt, put(CASTUS, "a1")).turn(RAFELO).play("card:roar_of_the_stands/special")
    assert fight.track(RAFELO) == (healed, covered)


@pytest.mark.rule("CA-7.8")
@pytest.mark.parametrize("covered", [1, 2, 3, 4])
def test_on_the_bottom_space_there_is_nothing_to_heal_and_the_marker_stays(covered: int) -> None:
    fighter = track_of(5)
    fighter.marker, fighter.covered = 4, covered
    left = fighter.wounds_left()
    assert (fighter.healable(), fighter.heal(2)) == (0, 0)
    assert (fighter.marker, fighter.covered, fighter.wounds_left()) == (4, covered, left)


@pytest.mark.rule("CA-7.8")
@given(spaces=st.integers(2, 12), suffered=st.integers(0, 76), n=st.integers(0, 6), again=st.integers(0, 6))
def test_healing_n_raises_the_wounds_left_by_0_to_n_and_never_lowers_them(
    spaces: int, suffered: int, n: int, again: int
) -> None:
    """Every track, every marker that wounds and healing lead to."""
    fighter = track_of(spaces)
    for _ in range(min(suffered, fighter.wounds_in_all() - 1)):
        fighter.suffer_one()
    for heal in (n, again):
        before, room = fighter.wounds_left(), fighter.healable()
        healed = fighter.heal(heal)
        assert healed == min(heal, room) == fighter.wounds_left() - before
        assert fighter.covered <= fighter.marker


@pytest.mark.rule("CA-7.1")
def test_all_tracks_together_have_at_most_35_spaces() -> None:
    assert sum(character.spaces for character in FROZEN.characters) <= 35


# --- CA-7.2


@pytest.mark.rule("CA-7.2")
def test_injuries_are_resolved_after_the_marker_has_come_to_rest_in_the_order_drawn() -> None:
    """Nine wounds on five spaces: the bottom is reached twice, then one step more."""
    fight = Fight(
        put(CASTUS, "e5"), put(RAFELO, "a1"), injuries=["leaking_cells", "broken_grip", "shaken_faith"]
    )
    fight.wound(CASTUS, 9)
    assert fight.track(CASTUS) == (2, 2)
    assert fight.injured() == fight.resolved == ["leaking_cells", "broken_grip"]
    kinds = [event.kind for event in fight.state.journal or []]
    assert kinds.index("injured") > max(place for place, kind in enumerate(kinds) if kind == "injury_drawn")


@pytest.mark.rule("CA-7.2")
def test_while_the_victim_chooses_the_others_wait_in_sight() -> None:
    fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), injuries=["split_harness", "sparking_wargear"])
    fight.wound(CASTUS, 8)
    assert fight.asking == "ChooseBox"
    assert fight.view(1).injuries_waiting == ["sparking_wargear"]
    fight.play("box:melee")
    assert (fight.asking, fight.opened("box")) == ("ChooseBox", {"ranged", "rule"})
    assert fight.play("box:rule").boxes(CASTUS) == {"ranged"}


@pytest.mark.rule("CA-7.2", "CA-7.3")
def test_resolution_stops_if_the_fighter_is_defeated() -> None:
    placed = put(CASTUS, "e5"), put(RAFELO, "a1"), put(TEKNOTH, "i5")
    fight = Fight(*placed, injuries=["pierced_heart", "wounded_pride"], dice=[6])
    fight.wound(CASTUS, 8)
    assert fight[CASTUS].down
    assert fight.injured() == ["pierced_heart"]
    assert sorted(fight.resolved) == ["pierced_heart", "wounded_pride"], (
        "the other goes to the pile unresolved"
    )
    assert fight.energy(CASTUS) == START
    assert fight.complete


@pytest.mark.rule("CA-7.2", "CA-7.3")
def test_the_injuries_of_who_is_defeated_by_wounds_are_not_resolved_by_anybody() -> None:
    """Castus falls with cards drawn; the next one to be injured resolves only its own."""
    placed = put(CASTUS, "e5", marker=4, covered=4), put(RAFELO, "a1"), put(TEKNOTH, "i5")
    fight = Fight(*placed, injuries=["wounded_pride", "broken_grip"])
    fight.wound(CASTUS, 1)
    assert fight[CASTUS].down
    assert fight.state.queue == []
    assert fight.resolved == ["wounded_pride"]
    fight.wound(RAFELO, 4)
    assert fight.injured() == ["broken_grip"]
    assert fight.energy(RAFELO) == START


def bleeding(*wounds: int) -> Callable[[Written], None]:
    """Injuries that wound again, the first of them so much."""

    def change(written: Written) -> None:
        for injury, n in zip(("wounded_pride", "leaking_cells", "blinding_pain"), wounds, strict=False):
            written.injury(injury)["effect"] = [{"do": "wound", "n": n}, {"do": "energy", "n": -1}]

    return change


@pytest.mark.rule("CA-7.2")
def test_injuries_drawn_while_resolving_join_the_end_of_the_queue() -> None:
    """Eight wounds draw two; the first wounds three more and draws a third, which comes after the second."""
    order = ["wounded_pride", "broken_grip", "shaken_faith", "scorched_sights"]
    fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), injuries=order, pack=make_pack(bleeding(3)))
    fight.wound(CASTUS, 8)
    assert fight.injured() == ["wounded_pride", "broken_grip", "shaken_faith"]
    assert fight.track(CASTUS) == (4, 3)
    assert fight.energy(CASTUS) == START - 1, "the rest of the first card was not forgotten"
    assert fight.state.resolving == -1


@pytest.mark.rule("CA-7.2", "CA-7.3", "CA-7.4")
def test_wounds_of_an_injury_can_defeat_and_its_cause_is_rewarded() -> None:
    fight = Fight(
        put(CASTUS, "e5", marker=2, covered=2),
        put(RAFELO, "a1"),
        put(TEKNOTH, "i5"),
        injuries=["wounded_pride", "broken_grip"],
        pack=make_pack(bleeding(9)),
        dice=[3],
    )
    fight.wound(CASTUS, 2, by=RAFELO)
    assert fight[CASTUS].down
    assert fight.energy(RAFELO) == START + 2
    assert fight.energy(CASTUS) == START, "the rest of the injury is not resolved"
    assert fight.state.queue == []
    assert fight.complete


KNOWN = [injury.id for injury in FROZEN.injuries]
LASTING = ["crushed_knee", "wrenched_shoulder", "ringing_skull"]
AT_ONCE = [
    injury
    for injury in KNOWN
    if injury not in (*LASTING, "pierced_heart", "split_harness", "sparking_wargear")
]


@pytest.mark.rule("CA-7.2")
def test_an_empty_deck_is_refilled_from_the_resolved_cards_shuffled() -> None:
    """Eleven cards are resolved; a shuffle of eleven draws ten numbers."""
    left = [injury for injury in KNOWN if injury != "leaking_cells"]
    keep_order = list(range(11, 1, -1))
    fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), injuries=["leaking_cells"], resolved=left)
    assert len(fight.state.injuries) == 1
    fight.dice = [*keep_order, 1]
    fight.wound(CASTUS, 8)
    top = left[-1]
    assert top == "pierced_heart"
    assert fight.injured() == ["leaking_cells", top]
    assert fight.dice == []
    assert fight.resolved == ["leaking_cells", top]
    assert fight.complete


@pytest.mark.rule("CA-7.2")
def test_lasting_injuries_stay_in_play_and_out_of_the_new_deck() -> None:
    fight = Fight(
        put(CASTUS, "e5"),
        put(RAFELO, "a1", lasting="crushed_knee wrenched_shoulder"),
        injuries=["leaking_cells"],
        resolved=[one for one in KNOWN if one not in ("leaking_cells", "crushed_knee", "wrenched_shoulder")],
        dice=[1] * 30,
    )
    fight.wound(CASTUS, 8)
    assert not {fight.injury("crushed_knee"), fight.injury("wrenched_shoulder")} & set(fight.state.injuries)
    assert fight.state.slowed(1) == 2
    assert fight.complete


@pytest.mark.rule("CA-7.2")
@pytest.mark.parametrize("injury", LASTING)
def test_a_lasting_injury_lies_with_its_fighter(injury: str) -> None:
    fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), injuries=[injury]).wound(CASTUS, 4)
    assert fight.view(1).fighters[0].lasting == [injury]
    assert fight.resolved == []
    assert fight.complete


def everything_lasts(written: Written) -> None:
    for injury in written.injuries["injury"]:
        injury.pop("effect", None)
        injury["slow"] = 1


@pytest.mark.rule("CA-7.2")
def test_none_left_none_drawn() -> None:
    """All twelve stay in play: a space is covered all the same."""
    placed = put(CASTUS, "e5"), put(RAFELO, "a1", lasting=" ".join(KNOWN))
    fight = Fight(*placed, pack=make_pack(everything_lasts)).wound(CASTUS, 8)
    assert fight.over
    assert fight.track(CASTUS) == (4, 2)
    assert (fight.injured(), fight.told("injury_drawn")) == ([], [])
    assert fight.wound(CASTUS, 6)[CASTUS].down, "and it can be defeated so"


@pytest.mark.rule("CA-7.2")
def test_a_card_that_is_being_resolved_is_not_yet_a_resolved_card() -> None:
    """The last card of the deck wounds again; there is no resolved card to make a new deck of."""
    placed = (
        put(CASTUS, "e5"),
        put(RAFELO, "a1", lasting=" ".join(one for one in KNOWN if one != "wounded_pride")),
    )

    def change(written: Written) -> None:
        everything_lasts(written)
        entry = written.injury("wounded_pride")
        del entry["slow"]
        entry["effect"] = [{"do": "wound", "n": 4}]

    fight = Fight(*placed, pack=make_pack(change)).wound(CASTUS, 4)
    assert fight.injured() == ["wounded_pride"]
    assert fight.track(CASTUS) == (4, 2)
    assert fight.resolved == ["wounded_pride"]


@pytest.mark.rule("CA-7.2")
def test_injuries_that_move_energy_or_cost_cards() -> None:
    def hit(injury: str, **rest: str) -> Fight:
        return Fight(put(CASTUS, "e5", **rest), put(RAFELO, "a1"), injuries=[injury], dice=[2, 1])

    assert hit("leaking_cells").wound(CASTUS, 4).energy(CASTUS) == START - 2
    assert hit("wounded_pride").wound(CASTUS, 4).energy(CASTUS) == START + 2
    pain = hit("blinding_pain", hand="iron_vow red_banner sand_dancer").wound(CASTUS, 4)
    assert len(pain.hand(CASTUS)) == 1
    assert len(pain.discard) == 2
    assert pain.dice == [], "which cards is left to chance"


@pytest.mark.rule("CA-7.2")
def test_losing_more_cards_than_held_loses_them_all() -> None:
    fight = Fight(put(CASTUS, "e5", hand="iron_vow"), put(RAFELO, "a1"), injuries=["blinding_pain"], dice=[1])
    assert fight.wound(CASTUS, 4).hand(CASTUS) == set()


@pytest.mark.rule("CA-7.2", "CA-7.3")
@pytest.mark.parametrize(("roll", "down"), [(5, False), (6, True), (1, False)])
def test_one_injury_is_fatal_on_a_6(roll: int, down: bool) -> None:
    fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), injuries=["pierced_heart"], dice=[roll])
    assert fight.wound(CASTUS, 4)[CASTUS].down is down


@pytest.mark.rule("CA-7.2")
@given(order=st.permutations(AT_ONCE), wounds=st.lists(st.integers(1, 7), max_size=8))
@settings(max_examples=60)
def test_however_wounds_come_injuries_are_resolved_in_the_order_they_were_drawn(
    order: Sequence[str], wounds: Sequence[int]
) -> None:
    fight = Fight(put(CASTUS, "e5"), put(RAFELO, "a1"), put(TEKNOTH, "i5"), injuries=order)
    for n in wounds:
        fight.wound(CASTUS, n)
        assert fight.injured() == order[: len(fight.injured())]
        assert fight.state.queue == []
        assert len(fight.injured()) == fight[CASTUS].covered or fight[CASTUS].down
        assert fight.complete


# --- a fighter's rule against wounds


@pytest.mark.rule("CA-5.4", "CA-7.1")
def test_grue_ignores_each_wound_on_a_6_while_his_rule_is_healthy() -> None:
    fight = Fight(put(GRUE, "e5"), put(RAFELO, "a1"), dice=[6, 5, 6]).wound(GRUE, 3)
    assert (fight.hurt(GRUE), fight.dice) == (1, [])
    bare = Fight(put(GRUE, "e5", bare="rule"), put(RAFELO, "a1")).wound(GRUE, 3)
    assert bare.hurt(GRUE) == 3
