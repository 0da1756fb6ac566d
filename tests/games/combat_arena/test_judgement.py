"""The arena's own judgement: chances that make sense, and hunches that are always open."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.combat_arena.state import Arena
from kit.packs import Plain

from .arena import CASTUS, GRUE, RAFELO, TEKNOTH, VARIANTS, Fight, Written, make_pack, put, start

games = given(seed=st.integers(0, 2**40), options=st.sampled_from(VARIANTS))


def positions_by_hunch(seed: int, options: Plain) -> list[Arena]:
    """Copies of the positions of a game in which everybody follows hunches."""
    state, dice, found = start(seed=seed, max_rounds=8, **options), fast_dice(seed), []
    while state.seat != OVER:
        found.append(state.copy())
        action = state.hunch(dice)
        assert action in state.legal()
        state.play(action)
    return [one for one in found if isinstance(one, Arena)]


def chance(fight: Fight, character: str) -> float:
    return fight.state.estimate()[fight[character].owner]


@games
@settings(max_examples=60, deadline=None)
def test_a_hunch_is_an_open_action_in_every_position(seed: int, options: Plain) -> None:
    assert positions_by_hunch(seed, options)


@games
@settings(max_examples=40, deadline=None)
def test_the_chances_of_the_sides_add_up_to_one(seed: int, options: Plain) -> None:
    for state in positions_by_hunch(seed, options):
        chances = state.estimate()
        assert len(chances) == state.seats
        assert all(0 <= one <= 1 for one in chances)
        by_side = {one.side: chances[one.owner] for one in state.fighters if not one.down}
        if by_side:
            assert sum(by_side.values()) == pytest.approx(1)


@games
@settings(max_examples=40, deadline=None)
def test_a_wound_more_never_raises_the_own_chance(seed: int, options: Plain) -> None:
    for state in positions_by_hunch(seed, options)[::5]:
        for one in state.fighters:
            if one.character >= 0 and one.wounds_left() > 1:
                before = state.estimate()
                marker, covered = one.marker, one.covered
                one.suffer_one()
                assert state.estimate()[one.owner] <= before[one.owner]
                one.marker, one.covered = marker, covered


def test_it_does_not_matter_who_sits_where() -> None:
    castus, teknoth = put(CASTUS, "e5", "e", energy=3), put(TEKNOTH, "e7", "w", marker=2, bare="melee")
    one, other = Fight(castus, teknoth), Fight(teknoth, castus)
    assert chance(one, CASTUS) == pytest.approx(chance(other, CASTUS))
    assert one.state.estimate() == pytest.approx(other.state.estimate()[::-1])


def test_like_fighters_in_like_places_have_like_chances() -> None:
    fight = Fight(put(RAFELO, "e4", "e"), put(CASTUS, "e6", "w"))
    fight[CASTUS].sheet = fight[RAFELO].sheet
    fight[CASTUS].boxes = fight[RAFELO].boxes
    assert fight.state.estimate() == pytest.approx([0.5, 0.5])


def test_an_enemy_in_the_kill_zone_is_worth_something() -> None:
    ahead = Fight(put(CASTUS, "e5", "e"), put(GRUE, "e6", "e"))
    turned = Fight(put(CASTUS, "e5", "w"), put(GRUE, "e6", "e"))
    assert chance(ahead, CASTUS) > chance(turned, CASTUS)


def test_an_arc_snare_behind_the_back_is_worth_something() -> None:
    danger = Fight(put(CASTUS, "e3", "e"), put(GRUE, "e4", "w"), board="storm_eye")
    safe = Fight(put(CASTUS, "e3", "e"), put(GRUE, "e4", "w"))
    assert chance(danger, GRUE) < chance(safe, GRUE)


@pytest.mark.parametrize(
    ("better", "worse"),
    [({"energy": 9}, {"energy": 2}), ({}, {"bare": "melee"}), ({}, {"bare": "rule"}), ({}, {"covered": 1})],
)
def test_energy_damage_markers_and_health_are_worth_something(better: Plain, worse: Plain) -> None:
    chances = [
        chance(Fight(put(CASTUS, "a1", "e", **how), put(GRUE, "i5", "w")), CASTUS) for how in (better, worse)
    ]
    assert chances[0] > chances[1]


def test_hits_that_wait_for_a_reaction_count_already() -> None:
    fight = Fight(
        put(CASTUS, "e5", "e", hand="falcons_stoop"),
        put(GRUE, "e6", "w", hand="iron_vow"),
        dice=[6, 6],
    ).turn(CASTUS)
    before = chance(fight, CASTUS)
    fight.play("no", "card:falcons_stoop/attack", "kind:melee")
    assert fight.asking == "React"
    assert chance(fight, CASTUS) > before + 0.05


def test_who_cannot_hold_on_at_an_arc_snare_is_as_good_as_down() -> None:
    fight = Fight(
        put(CASTUS, "e3", "e", hand="horns_of_the_ram"),
        put(GRUE, "e4", "w", hand="iron_vow"),
        board="storm_eye",
        dice=[2],
    ).turn(CASTUS)
    fight.play("no", "card:horns_of_the_ram/special")
    assert fight.asking == "Snare"
    assert chance(fight, CASTUS) > 0.9


def test_a_fallen_challenger_has_nothing_to_hope_for() -> None:
    fight = Fight(put(CASTUS, "e3", "e"), put(GRUE, "e7", "w"), put(RAFELO, "a1"), variant="kingslayer")
    fight.wound(RAFELO, 14)
    champion, challenger, fallen = fight.state.estimate()
    assert fallen == 0
    assert champion + challenger == pytest.approx(1)


def test_two_against_one_is_better_than_one_against_one() -> None:
    duel = Fight(put(CASTUS, "a1"), put(GRUE, "i5"))
    crowd = Fight(put(CASTUS, "a1"), put(GRUE, "i5"), put(RAFELO, "e1"), players=2, fighters=3)
    assert chance(crowd, CASTUS) > chance(duel, CASTUS)


def test_a_hunch_pushes_into_an_arc_snare_and_holds_on_if_it_can() -> None:
    fight = Fight(
        put(CASTUS, "e3", "e", hand="horns_of_the_ram"),
        put(GRUE, "e4", "w", hand="iron_vow sand_dancer red_banner"),
        board="storm_eye",
        dice=[1],
    ).turn(CASTUS)
    fight.play("no", "card:horns_of_the_ram/special")
    dice = fast_dice(1)
    given_up = sum(fight.actions.notation(fight.state.hunch(dice)) == "no" for _ in range(200))
    assert given_up < 20, "only on a whim"


def test_among_many_it_is_better_to_be_out_of_reach() -> None:
    bystanders = [put(RAFELO, "a1", "nw"), put(TEKNOTH, "i5", "se")]
    reached = Fight(put(CASTUS, "e8", "e"), put(GRUE, "e9", "w"), *bystanders)
    unseen = Fight(put(CASTUS, "e8", "e"), put(GRUE, "e9", "e"), *bystanders)
    assert chance(reached, CASTUS) < chance(unseen, CASTUS)


def test_among_many_a_fight_helps_who_stays_out_of_it() -> None:
    def bystander(**state: int) -> float:
        return chance(
            Fight(put(CASTUS, "e8", "e"), put(GRUE, "e9", "w", **state), put(RAFELO, "a1", "nw")), RAFELO
        )

    assert bystander(covered=2) > bystander()


def hunches(fight: Fight) -> Counter[str]:
    """What 400 players in a hurry do."""
    dice = fast_dice(1)
    return Counter(fight.actions.notation(fight.state.hunch(dice)) for _ in range(400))


def face_to_face(cards: str, there: str = "w") -> Fight:
    """Castus beside Grue, at the beginning of his turn with these cards."""
    fight = Fight(put(CASTUS, "e5", "e", hand=cards), put(GRUE, "e6", there, hand="iron_vow")).turn(CASTUS)
    return fight.play("no")


def test_a_hunch_takes_the_attack_that_does_most() -> None:
    found = hunches(face_to_face("knife_in_the_dust falcons_stoop crossed_blades"))
    assert found["card:falcons_stoop/attack"] > 200
    assert found["card:crossed_blades/attack"] < 20, "only on a whim"


def test_a_hunch_stabs_from_behind_where_that_does_more() -> None:
    cards = "behind_the_banner crossed_blades"
    assert hunches(face_to_face(cards))["card:behind_the_banner/attack"] > 200
    assert hunches(face_to_face(cards, there="e"))["card:behind_the_banner/special"] > 200


def test_a_hunch_walks_with_the_card_that_gives_energy_for_it() -> None:
    far_away = Fight(
        put(RAFELO, "a1", "e", hand="falcons_stoop wheel_of_steel"), put(GRUE, "i5", "w", hand="iron_vow")
    ).turn(RAFELO)
    found = hunches(far_away)
    assert found["card:wheel_of_steel/move"] > 5 * found["card:falcons_stoop/move"]


def test_a_hunch_walks_where_it_reaches_the_enemy_unseen_and_prefers_no_side_of_the_arena() -> None:
    walk = Fight(put(RAFELO, "e3", "e", hand="sand_dancer"), put(GRUE, "e5", "e", hand="iron_vow")).turn(
        RAFELO
    )
    found = hunches(walk.play("card:sand_dancer/move"))
    behind = [found[f"hex:{name}"] for name in ("d4", "e4", "f4")]
    assert sum(behind) > 340, "elsewhere only on a whim"
    assert min(behind) > 90


@pytest.mark.parametrize(("enemy", "ways"), [("c4", ("nw", "ne")), ("d6", ("ne", "e")), ("f6", ("e", "se"))])
def test_a_hunch_faces_the_enemy_and_prefers_no_side_of_the_arena(enemy: str, ways: tuple[str, str]) -> None:
    walk = Fight(put(RAFELO, "e5", "w", hand="sand_dancer"), put(GRUE, enemy, "e", hand="iron_vow")).turn(
        RAFELO
    )
    found = hunches(walk.play("card:sand_dancer/move").play("hex:e5"))
    assert min(found[f"facing:{way}"] for way in ways) > 140
    assert sum(found[f"facing:{way}"] for way in ways) > 340, "another way only on a whim"


def a_shot_at_anyone(written: Written) -> None:
    written.special("falcons_stoop", {"do": "wound", "n": 1, "on": "anyone"})
    for character in (TEKNOTH, RAFELO, GRUE):
        written.fighter(character)["health"] = 5


def test_a_hunch_aims_at_the_weakest_and_prefers_no_seat() -> None:
    three = put(TEKNOTH, "e6", "w"), put(RAFELO, "d5", "w"), put(GRUE, "f5", "w")
    fight = Fight(put(CASTUS, "e5", "e", hand="falcons_stoop"), *three, pack=make_pack(a_shot_at_anyone))
    found = hunches(fight.turn(CASTUS).play("no", "card:falcons_stoop/special"))
    assert min(found[f"target:{character}"] for character in (TEKNOTH, RAFELO, GRUE)) > 90
    fight[RAFELO].suffer_one()
    assert hunches(fight)[f"target:{RAFELO}"] > 340, "another only on a whim"
