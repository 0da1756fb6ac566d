"""CA-5.1, 5.2, 5.4, 5.5: attacks, Kill Zones, hits and misses, Healthy and Wounded."""

from __future__ import annotations

import pytest

from harena.games.combat_arena.pack.content import ArenaPack

from . import by_the_book as book
from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put

START = FROZEN.start
THREE_DICE, TWO_DICE = "card:crossed_blades/attack", "card:falcons_stoop/attack"
ONE_HEX_AHEAD = {"d5", "e6", "f5"}


def attack(
    attacker: Placed, *others: Placed, dice: tuple[int, ...] = (), pack: ArenaPack | None = None
) -> Fight:
    """The first one's turn, with three dice to attack with; Castus keeps his hand as it is."""
    attacker.rest.setdefault("hand", "crossed_blades")
    fight = Fight(attacker, *others, dice=dice, pack=pack).turn(attacker.character)
    return fight.play("no") if fight.asking == "Redraw" else fight


# --- CA-5.1


@pytest.mark.rule("CA-5.1")
def test_choose_melee_or_ranged_then_an_enemy_in_that_kill_zone() -> None:
    fight = attack(put(CASTUS, "e5", "e"), put(TEKNOTH, "e6"), put(GRUE, "d5"), put(RAFELO, "e7"))
    fight.play(THREE_DICE)
    assert (fight.decider, fight.open) == (0, {"kind:melee", "kind:ranged"})
    fight.play("kind:melee")
    assert fight.open == {"target:teknoth", "target:grue"}


@pytest.mark.rule("CA-5.1")
def test_the_ranged_kill_zone_reaches_others() -> None:
    fight = attack(put(CASTUS, "e5", "e"), put(TEKNOTH, "e6"), put(GRUE, "d5"), put(RAFELO, "e7"))
    fight.play(THREE_DICE, "kind:ranged")
    assert fight.open == {"target:teknoth", "target:grue", "target:rafelo"}


@pytest.mark.rule("CA-5.1")
def test_without_a_choice_nothing_is_asked() -> None:
    fight = attack(put(CASTUS, "e5", "e"), put(TEKNOTH, "e7"), dice=(1, 1, 1)).play(THREE_DICE)
    assert fight.over
    assert [event.b for event in fight.told("attacked")] == [1]


@pytest.mark.rule("CA-5.1")
def test_rafelo_has_no_gun() -> None:
    assert THREE_DICE not in attack(put(RAFELO, "e5", "e"), put(TEKNOTH, "e7")).open


@pytest.mark.rule("CA-5.1")
@pytest.mark.parametrize("facing", book.DIRECTIONS)
def test_the_kill_zone_turns_with_the_fighter(facing: str) -> None:
    """Teknoth can strike the three hexes ahead of him, and shoot from two to seven hexes."""
    fight = Fight(put(TEKNOTH, "e5", facing), put(RAFELO, "a1"))
    ahead = [book.DIRECTIONS[(book.DIRECTIONS.index(facing) + turn) % 6] for turn in (-1, 0, 1)]
    zone = fight.view(0).fighters[0]
    assert zone.melee_zone == {book.beyond("e5", way): 4 for way in ahead}
    far = book.distances_from("e5")
    shots = {hex: 3 if far[hex] <= 3 else 4 for hex in far if far[hex] >= 2}
    assert zone.ranged_zone == {
        hex: need for hex, need in shots.items() if book.between_the_slopes("e5", facing, hex)
    }


@pytest.mark.rule("CA-5.1")
@pytest.mark.parametrize("name", [RAFELO, TEKNOTH, GRUE, CASTUS])
@pytest.mark.parametrize("facing", book.DIRECTIONS)
def test_an_attack_is_open_exactly_when_an_enemy_stands_in_a_kill_zone(name: str, facing: str) -> None:
    enemy = TEKNOTH if name != TEKNOTH else GRUE
    fight = Fight(put(name, "d4", facing, hand="crossed_blades"), put(enemy, "a1"))
    fight.state.aside, fight.state.discard = 0, fight.state.aside  # so that Castus is not asked first
    seat = fight.view(0).fighters[0]
    zone = {**seat.melee_zone, **seat.ranged_zone}
    assert zone
    assert "d4" not in zone
    for hex in book.HEXES:
        if hex != "d4":
            fight[enemy].pos = fight.place(hex)
            assert (THREE_DICE in fight.turn(name).open) == (hex in zone), hex


@pytest.mark.rule("CA-5.1")
@pytest.mark.parametrize(
    ("hex", "roll", "hit"), [("e6", 3, True), ("e6", 2, False), ("d5", 3, False), ("f5", 4, True)]
)
def test_different_hexes_may_have_different_to_hit_values(hex: str, roll: int, hit: bool) -> None:
    """The hammer needs 3 straight ahead and 4 beside."""
    fight = attack(put(RAFELO, "e5", "e"), put(TEKNOTH, hex), dice=(roll, 1, 1)).play(THREE_DICE)
    assert fight.hurt(TEKNOTH) == (2 if hit else 0)


@pytest.mark.rule("CA-5.1")
def test_the_first_part_of_a_kill_zone_that_covers_a_hex_counts() -> None:
    fight = Fight(put(RAFELO, "e5", "e"), put(TEKNOTH, "a1"))
    assert fight.view(0).fighters[0].melee_zone == {"e6": 3, "d5": 4, "f5": 4}


@pytest.mark.rule("CA-5.1")
def test_nothing_blocks_a_shot() -> None:
    """Over a fighter and over an arc-snare."""
    placed = (
        put(TEKNOTH, "e2", "e", hand="crossed_blades"),
        put(GRUE, "e4"),
        put(RAFELO, "e7", hand="iron_vow"),
    )
    fight = Fight(*placed, dice=[4, 4, 4], board="storm_eye").turn(TEKNOTH)
    fight.play(THREE_DICE)
    assert fight.open == {"target:grue", "target:rafelo"}
    assert fight.play("target:rafelo").asking == "React"


@pytest.mark.rule("CA-5.1", "CA-8.1")
def test_an_attack_goes_at_enemies_only() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="crossed_blades"),
        put(TEKNOTH, "a1"),
        put(GRUE, "e6"),
        put(CASTUS, "i5"),
    )
    assert THREE_DICE in Fight(*placed).turn(RAFELO).open
    assert THREE_DICE not in Fight(*placed, variant="brothers").turn(RAFELO).open


# --- CA-5.2


@pytest.mark.rule("CA-5.2", "CA-5.3")
@pytest.mark.parametrize(
    ("rolls", "hits"),
    [((1, 2, 1), 0), ((3, 1, 2), 1), ((2, 6, 3), 2), ((3, 3, 3), 3), ((6, 5, 4), 3)],
)
def test_each_die_at_or_over_to_hit_is_a_hit_and_each_hit_inflicts_the_wounds_value(
    rolls: tuple[int, int, int], hits: int
) -> None:
    """The hammer ahead: 3 or more, two wounds each."""
    fight = attack(put(RAFELO, "e5", "e"), put(TEKNOTH, "e6"), dice=rolls).play(THREE_DICE)
    assert fight.dice == [], "three dice, no more and no less"
    assert len(fight.injured()) == (0 if hits < 3 else 1)
    assert fight.hurt(TEKNOTH) == 2 * hits
    view = fight.view(0)
    assert (view.rolled, view.needed, view.hits) == (list(rolls), 3, hits)


@pytest.mark.rule("CA-5.2")
@pytest.mark.parametrize("dice", [2, 3, 4, 5])
def test_the_action_s_dice_are_rolled(dice: int) -> None:
    card = {2: "falcons_stoop", 3: "crossed_blades", 4: "iron_vow", 5: "red_banner"}[dice]
    fight = attack(put(RAFELO, "e5", "e", hand=card), put(TEKNOTH, "e6"), dice=(1,) * dice)
    fight.play(f"card:{card}/attack")
    assert fight.over
    assert fight.dice == []


@pytest.mark.rule("CA-5.2")
def test_no_hits_the_attacker_s_energy_goes_up_one_space() -> None:
    missed = attack(put(RAFELO, "e5", "e"), put(TEKNOTH, "e6"), dice=(1, 2, 2)).play(THREE_DICE)
    assert (missed.energy(RAFELO), missed.energy(TEKNOTH)) == (START + 1, START)
    hit = attack(put(RAFELO, "e5", "e"), put(TEKNOTH, "e6"), dice=(1, 3, 2)).play(THREE_DICE)
    assert hit.energy(RAFELO) == START


@pytest.mark.rule("CA-5.2")
def test_not_when_a_reaction_takes_the_hits_away() -> None:
    fight = attack(put(RAFELO, "e5", "e"), put(TEKNOTH, "e6", hand="iron_vow"), dice=(1, 3, 2))
    fight.play(THREE_DICE, "react:iron_vow")
    assert fight.hurt(TEKNOTH) == 0
    assert fight.energy(RAFELO) == START


@pytest.mark.rule("CA-5.2")
def test_not_when_an_ability_takes_the_hits_away() -> None:
    """Rafelo ignores each hit from ahead on 5 or 6."""
    fight = attack(put(GRUE, "e5", "e"), put(RAFELO, "e6", "w"), dice=(1, 4, 2, 5))
    fight.play(THREE_DICE, "kind:melee")
    assert (fight.hurt(RAFELO), fight.energy(GRUE)) == (0, START)
    assert fight.dice == []


@pytest.mark.rule("CA-5.2")
def test_the_order_roll_then_the_target_s_rule_then_the_reaction_then_wounds() -> None:
    """Three hits; Impenetrable Defence ignores one; the question says that two are left."""
    fight = attack(put(GRUE, "e5", "e"), put(RAFELO, "e6", "w", hand="iron_vow"), dice=(4, 4, 4, 5, 4, 1))
    fight.play(THREE_DICE, "kind:melee")
    assert fight.asking == "React"
    question = fight.view(1).question
    assert question is not None
    assert (question.n, question.wounds) == (2, 2)
    assert fight.dice == []
    assert fight.hurt(RAFELO) == 0, "wounds come last"
    kinds = [event.kind for event in fight.state.journal or []]
    assert kinds.index("attacked") < kinds.index("warded")
    fight.play("no_reaction")
    assert fight.hurt(RAFELO) == 4


@pytest.mark.rule("CA-5.2")
@pytest.mark.parametrize("card", FROZEN.cards, ids=lambda card: card.id)
def test_no_action_rolls_more_than_six_dice(card: object) -> None:
    assert 1 <= card.dice <= 6  # type: ignore[attr-defined]


# --- CA-5.4


@pytest.mark.rule("CA-5.4")
def test_a_weapon_uses_its_wounded_values_once_its_marker_is_gone() -> None:
    """The hammer ahead needs 3 while healthy, 4 when wounded."""
    healthy = attack(put(RAFELO, "e5", "e"), put(TEKNOTH, "e6"), dice=(3, 1, 1)).play(THREE_DICE)
    wounded = attack(put(RAFELO, "e5", "e", bare="melee"), put(TEKNOTH, "e6"), dice=(3, 1, 1)).play(
        THREE_DICE
    )
    other = attack(put(RAFELO, "e5", "e", bare="rule"), put(TEKNOTH, "e6"), dice=(3, 1, 1)).play(THREE_DICE)
    assert [one.hurt(TEKNOTH) for one in (healthy, wounded, other)] == [2, 0, 2]


@pytest.mark.rule("CA-5.4")
def test_each_weapon_has_its_own_box() -> None:
    """Castus' pistol loses a wound, his sword To Hit."""
    for bare, kind, wounds in (
        ("", "ranged", 2),
        ("ranged", "ranged", 1),
        ("melee", "ranged", 2),
        ("", "melee", 2),
        ("ranged", "melee", 2),
    ):
        fight = attack(put(CASTUS, "e5", "e", bare=bare), put(TEKNOTH, "e6"), dice=(4, 1, 1))
        assert fight.play(THREE_DICE, f"kind:{kind}").hurt(TEKNOTH) == wounds


@pytest.mark.rule("CA-5.4")
def test_a_wounded_weapon_may_reach_less_far() -> None:
    assert THREE_DICE in attack(put(TEKNOTH, "e1", "e"), put(RAFELO, "e8")).open
    assert THREE_DICE not in attack(put(TEKNOTH, "e1", "e", bare="ranged"), put(RAFELO, "e8")).open
    assert THREE_DICE in attack(put(TEKNOTH, "e1", "e", bare="melee rule"), put(RAFELO, "e8")).open


@pytest.mark.rule("CA-5.4")
@pytest.mark.parametrize(
    ("bare", "roll", "hurt"), [("", 5, 0), ("rule", 5, 2), ("rule", 6, 0), ("melee", 5, 0)]
)
def test_a_fighter_s_rule_has_a_box_too(bare: str, roll: int, hurt: int) -> None:
    """Impenetrable Defence works on 5 while healthy, on 6 when wounded."""
    fight = attack(put(GRUE, "e5", "e"), put(RAFELO, "e6", "w", bare=bare), dice=(4, 1, 1, roll))
    assert fight.play(THREE_DICE, "kind:melee").hurt(RAFELO) == hurt


@pytest.mark.rule("CA-5.4")
@pytest.mark.parametrize(
    ("injury", "box"), [("broken_grip", "melee"), ("scorched_sights", "ranged"), ("shaken_faith", "rule")]
)
def test_the_injury_names_the_box_whose_marker_it_takes(injury: str, box: str) -> None:
    fight = Fight(put(CASTUS, "e5"), put(TEKNOTH, "a1"), injuries=[injury]).wound(CASTUS, 4)
    assert fight.over
    assert fight.boxes(CASTUS) == {"melee", "ranged", "rule"} - {box}


@pytest.mark.rule("CA-5.4")
def test_on_a_choice_the_victim_chooses() -> None:
    fight = Fight(put(TEKNOTH, "a1"), put(CASTUS, "e5"), injuries=["split_harness"])
    fight.wound(CASTUS, 4, by=TEKNOTH)
    assert (fight.decider, fight.open) == (1, {"box:melee", "box:ranged", "box:rule"})
    fight.play("box:ranged")
    assert fight.boxes(CASTUS) == {"melee", "rule"}


@pytest.mark.rule("CA-5.4")
def test_the_victim_chooses_among_the_boxes_that_have_a_marker() -> None:
    fight = Fight(put(CASTUS, "e5", bare="rule"), put(TEKNOTH, "a1"), injuries=["split_harness"])
    assert fight.wound(CASTUS, 4).open == {"box:melee", "box:ranged"}
    last = Fight(put(CASTUS, "e5", bare="rule melee"), put(TEKNOTH, "a1"), injuries=["split_harness"])
    assert last.wound(CASTUS, 4).over
    assert last.boxes(CASTUS) == set()


@pytest.mark.rule("CA-5.4")
@pytest.mark.parametrize("injury", ["broken_grip", "split_harness"])
def test_a_box_already_bare_nothing_happens(injury: str) -> None:
    bare = "melee" if injury == "broken_grip" else "melee ranged rule"
    fight = Fight(put(CASTUS, "e5", bare=bare), put(TEKNOTH, "a1"), injuries=[injury])
    before = fight.boxes(CASTUS)
    fight.wound(CASTUS, 4)
    assert fight.over
    assert (fight.boxes(CASTUS), fight.injured(), fight.resolved) == (before, [injury], [injury])


@pytest.mark.rule("CA-5.4")
def test_rafelo_has_no_ranged_box_to_lose() -> None:
    fight = Fight(put(RAFELO, "e5"), put(TEKNOTH, "a1"), injuries=["scorched_sights"]).wound(RAFELO, 4)
    assert fight.boxes(RAFELO) == {"melee", "rule"}


# --- CA-5.5


@pytest.mark.rule("CA-5.5", "CA-5.2")
def test_teknoth_rolls_one_missed_shot_again_and_never_a_die_twice() -> None:
    """One re-roll with the gauss blaster: it hits; or it misses again and stays a miss."""
    hit = attack(put(TEKNOTH, "e5", "e"), put(RAFELO, "e7", "e"), dice=(1, 6, 2, 2)).play(THREE_DICE)
    assert (hit.dice, len(hit.told("rerolled")), hit.hurt(RAFELO)) == ([], 1, 1)
    miss = attack(put(TEKNOTH, "e5", "e"), put(RAFELO, "e7", "e"), dice=(1, 1, 1, 1)).play(THREE_DICE)
    assert (miss.dice, len(miss.told("rerolled")), miss.hurt(RAFELO)) == ([], 1, 0)
    assert miss.energy(TEKNOTH) == START + 1, "nothing hit, re-roll included"


@pytest.mark.rule("CA-5.5")
def test_hits_are_not_rolled_again_nor_blows_nor_shots_of_the_wounded() -> None:
    hits = attack(put(TEKNOTH, "e5", "e"), put(RAFELO, "e7", "e"), dice=(3, 3, 3)).play(THREE_DICE)
    melee = attack(put(TEKNOTH, "e5", "e"), put(RAFELO, "e6", "e"), dice=(1, 1, 1)).play(THREE_DICE)
    hurt = attack(put(TEKNOTH, "e5", "e", bare="rule"), put(RAFELO, "e7", "e"), dice=(1, 1, 1)).play(
        THREE_DICE
    )
    for fight in (hits, melee, hurt):
        assert fight.dice == []
        assert fight.told("rerolled") == []


@pytest.mark.rule("CA-5.5")
def test_even_with_re_rolls_to_spare_a_die_is_rolled_again_only_once() -> None:
    def plenty(written: Written) -> None:
        written.fighter(TEKNOTH)["rule"]["healthy"] = {"n": 6, "against": "either"}

    fight = attack(
        put(TEKNOTH, "e5", "e"), put(RAFELO, "e7", "e"), dice=(1, 2, 1, 2, 1, 2), pack=make_pack(plenty)
    ).play(THREE_DICE)
    assert fight.over
    assert (fight.dice, len(fight.told("rerolled"))) == ([], 3)


@pytest.mark.rule("CA-5.5")
@pytest.mark.parametrize(("roll", "d3"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_d3_is_a_die_halved_rounded_up(roll: int, d3: int) -> None:
    assert Fight(put(RAFELO, "e5"), put(TEKNOTH, "a1"), dice=[roll]).state.roll_d3() == d3


# --- what hampers


@pytest.mark.rule("CA-5.2", "CA-2.4")
def test_a_wrenched_shoulder_takes_a_die_off_every_attack_but_never_the_last() -> None:
    fight = attack(put(RAFELO, "e5", "e", lasting="wrenched_shoulder"), put(TEKNOTH, "e6"), dice=(1, 1))
    assert fight.play(THREE_DICE).dice == []
    both = "wrenched_shoulder ringing_skull"
    weak = attack(put(RAFELO, "e5", "e", hand="falcons_stoop", lasting=both), put(TEKNOTH, "e6"), dice=(1,))
    weak.play(TWO_DICE)
    assert weak.over
    assert weak.dice == []


@pytest.mark.rule("CA-5.3")
def test_an_action_may_add_wounds_to_each_hit() -> None:
    """Falcon's Stoop: two dice, one wound more for each hit."""
    fight = attack(put(RAFELO, "e5", "e", hand="falcons_stoop"), put(TEKNOTH, "e6"), dice=(3, 1))
    assert fight.play(TWO_DICE).hurt(TEKNOTH) == 3
