"""The rulings of moves, attacks, pushes and wounds, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harena.games.combat_arena.rules.attack import Attack
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.rules.wounds import Defeat
from kit.packs import Plain

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put

START = FROZEN.start
CARD = "red_banner"  # the card whose Special the tests write anew
SPECIAL = f"card:{CARD}/special"
LAST_OF_SIX: Plain = {"marker": 5, "covered": 5}
EVERY_REACTION = "iron_vow mirror_shield sand_dancer burning_aegis"


def special(*verbs: Plain) -> Callable[[Written], None]:
    return lambda written: written.special(CARD, *verbs)


def kinds(fight: Fight, *wanted: str) -> list[str]:
    """What was told of these kinds, in order."""
    return [event.kind for event in fight.state.journal or [] if event.kind in wanted]


# --- CA-4.3


def walking(answer: str, lasting: str, hand: str = "", facing: str = "e") -> Fight:
    """Rafelo on e5, hampered so, is about to walk; Teknoth is out of the way."""
    placed = put(RAFELO, "e5", facing, hand=hand, lasting=lasting), put(TEKNOTH, "a1")
    return Fight(*placed).turn(RAFELO).play(*answer.split())


def farthest(fight: Fight) -> int:
    """How far the open hexes lie; 0 if nothing is left to choose."""
    here = fight[RAFELO].pos
    return max((fight.state.field.distance(here, fight.place(hex)) for hex in fight.opened("hex")), default=0)


MOVES = [
    ("card:sand_dancer/move", "sand_dancer", 4),
    ("card:lion_rampant/special", "lion_rampant", 2),
    ("unique discard:iron_vow", "iron_vow boar_at_bay", 3),
]


@pytest.mark.rule("CA-4.3")
@pytest.mark.parametrize(("answer", "hand", "hexes"), MOVES)
@pytest.mark.parametrize(
    ("lasting", "slow"),
    [
        ("", 0),
        ("wrenched_shoulder", 0),
        ("ringing_skull", 1),
        ("crushed_knee", 2),
        ("crushed_knee ringing_skull", 3),
    ],
)
def test_injuries_shorten_every_move_and_add_up_but_never_below_0(
    answer: str, hand: str, hexes: int, lasting: str, slow: int
) -> None:
    fight = walking(answer, lasting, hand)
    assert farthest(fight) == max(0, hexes - slow)
    if hexes <= slow:
        assert (fight.over, fight.hex(RAFELO), fight.facing(RAFELO)) == (True, "e5", "e")


@pytest.mark.rule("CA-4.3")
def test_with_the_icon_free_you_may_still_turn() -> None:
    fight = walking("card:boar_at_bay/move", "crushed_knee", "boar_at_bay")
    assert fight.opened("facing") == {"e", "se", "sw", "w", "nw", "ne"}
    fight.play("facing:w")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e5", "w")


@pytest.mark.rule("CA-4.3", "CA-4.2")
def test_stepping_out_and_back_turns_you_unless_a_crushed_knee_keeps_you() -> None:
    """The example: 2 hexes with the icon ahead."""
    free = walking("card:burning_aegis/move hex:e5", "", "burning_aegis")
    assert free.opened("facing") == {"e", "se", "sw", "w", "nw", "ne"}
    hampered = walking("card:burning_aegis/move", "crushed_knee", "burning_aegis", facing="nw")
    assert (hampered.over, hampered.facing(RAFELO)) == (True, "nw")


# --- CA-5.6


def work(verb: Plain, dice: tuple[int, ...] = (), **target: Any) -> Fight:
    """Teknoth, with two injuries that weaken him, uses this Special on Rafelo, who faces him."""
    attacker = put(TEKNOTH, "e5", "e", hand=CARD, lasting="wrenched_shoulder ringing_skull")
    placed = attacker, put(RAFELO, "e6", "w", **target)
    return Fight(*placed, pack=make_pack(special(verb)), dice=dice).turn(TEKNOTH).play(SPECIAL)


@pytest.mark.rule("CA-5.6")
def test_what_says_attack_rolls_against_to_hit_can_miss_and_can_be_reacted_to() -> None:
    attack = {"do": "attack", "n": 3, "on": "zone", "kind": "melee"}
    missed = work(attack, (3,), hand=EVERY_REACTION)
    assert (missed.over, missed.hurt(RAFELO), missed.energy(TEKNOTH)) == (True, 0, START + 1)
    hit = work(attack, (4, 1), hand=EVERY_REACTION)
    assert (hit.asking, hit.decider, len(hit.told("warded"))) == ("React", 1, 1)
    assert hit.open == {"react:iron_vow", "react:sand_dancer", "react:burning_aegis", "no_reaction"}
    assert hit.play("no_reaction").hurt(RAFELO) == 2


@pytest.mark.rule("CA-5.6")
@pytest.mark.parametrize("on", ["adjacent", "near", "each"])
@pytest.mark.parametrize(
    ("verb", "dice", "outcome"),
    [
        ({"do": "push", "n": 1}, (), ("e7", 0, START, 4)),
        ({"do": "wound", "n": 3}, (), ("e6", 3, START, 4)),
        ({"do": "drain", "n": 3}, (), ("e6", 0, START - 3, 4)),
        ({"do": "drop", "n": 3}, (1, 1, 1), ("e6", 0, START, 1)),
    ],
)
def test_what_is_no_attack_needs_no_roll_and_no_reaction_rule_or_injury_helps_against_it(
    verb: Plain, dice: tuple[int, ...], outcome: tuple[str, int, int, int], on: str
) -> None:
    """The only dice are those that say which card is lost."""
    fight = work(verb | {"on": on}, dice, hand=EVERY_REACTION)
    assert (fight.over, fight.dice) == (True, [])
    assert kinds(fight, "attacked", "warded", "reacted") == []
    after = fight.hex(RAFELO), fight.hurt(RAFELO), fight.energy(RAFELO), len(fight.hand(RAFELO))
    assert after == outcome
    assert fight.energy(TEKNOTH) == START


# --- CA-5.7

BOTH = "wrenched_shoulder ringing_skull"


@pytest.mark.rule("CA-5.7")
@pytest.mark.parametrize(
    ("answer", "hand", "dice"),
    [
        ("card:iron_vow/attack", "iron_vow", 4),
        ("card:sand_dancer/attack", "sand_dancer", 2),
        ("card:boar_at_bay/special", "boar_at_bay", 2),
        ("card:wheel_of_steel/special", "wheel_of_steel", 3),
        ("card:knife_in_the_dust/special", "knife_in_the_dust", 4),
        ("unique discard:iron_vow hex:e5", "iron_vow boar_at_bay", 4),
    ],
)
@pytest.mark.parametrize(
    ("lasting", "weak"),
    [("", 0), ("crushed_knee", 0), ("ringing_skull", 1), ("wrenched_shoulder", 1), (BOTH, 2)],
)
def test_injuries_weaken_every_attack_and_add_up_but_one_die_is_always_rolled(
    answer: str, hand: str, dice: int, lasting: str, weak: int
) -> None:
    rolls = [1] * max(1, dice - weak)
    placed = put(RAFELO, "e5", "e", hand=hand, lasting=lasting), put(TEKNOTH, "e6", "e")
    fight = Fight(*placed, dice=rolls).turn(RAFELO).play(*answer.split())
    if fight.asking == "Face":
        fight.play("facing:e")
    assert (fight.over, fight.dice) == (True, [])
    assert fight.view(0).rolled == rolls


# --- CA-5.8


def ram(*dice: int, target: Placed, injuries: tuple[str, ...] = ()) -> Fight:
    """Rafelo on e5 attacks with two dice and pushes if it hits."""
    placed = put(RAFELO, "e5", "e", hand="horns_of_the_ram"), target, put(CASTUS, "a1")
    fight = Fight(*placed, dice=dice, injuries=injuries).turn(RAFELO)
    return fight.play("card:horns_of_the_ram/attack")


@pytest.mark.rule("CA-5.8")
def test_the_wounds_come_first_then_the_injuries_they_cause_then_the_push() -> None:
    fight = ram(3, 1, target=put(TEKNOTH, "e6", marker=4), injuries=("split_harness",))
    assert (fight.asking, fight.hex(TEKNOTH), fight.track(TEKNOTH)) == ("ChooseBox", "e6", (1, 1))
    fight.play("box:rule")
    assert (fight.boxes(TEKNOTH), fight.hex(TEKNOTH)) == ({"melee", "ranged"}, "e7")
    assert kinds(fight, "wounded", "injured", "unmarked", "pushed") == [
        "wounded",
        "injured",
        "unmarked",
        "pushed",
    ]


@pytest.mark.rule("CA-5.8")
def test_there_is_no_push_if_no_hit_was_left() -> None:
    assert ram(1, 1, target=put(TEKNOTH, "e6")).hex(TEKNOTH) == "e6"
    parried = ram(3, 3, target=put(TEKNOTH, "e6", hand="iron_vow")).play("react:iron_vow")
    assert (parried.over, parried.hex(TEKNOTH)) == (True, "e6")
    one_left = ram(3, 3, target=put(TEKNOTH, "e6", hand="iron_vow")).play("no_reaction")
    assert one_left.hex(TEKNOTH) == "e7"
    placed = put(GRUE, "e5", "e", hand="horns_of_the_ram"), put(RAFELO, "e6", "w")
    warded = Fight(*placed, dice=[4, 1, 5]).turn(GRUE).play("card:horns_of_the_ram/attack", "kind:melee")
    assert (warded.over, warded.hex(RAFELO)) == (True, "e6")


@pytest.mark.rule("CA-5.8")
def test_there_is_no_push_if_the_target_has_been_defeated() -> None:
    """By the wounds, or by the injury they cause; the last die is Rafelo's D3 for it."""
    wounds = ram(3, 1, 1, target=put(TEKNOTH, "e6", **LAST_OF_SIX))
    injury = ram(3, 1, 6, 1, target=put(TEKNOTH, "e6", marker=4), injuries=("pierced_heart",))
    for fight in (wounds, injury):
        assert fight[TEKNOTH].down
        assert (fight.over, fight.dice) == (True, [])
        assert kinds(fight, "pushed", "slammed", "snared") == []


# --- CA-5.9


@pytest.mark.rule("CA-5.9")
@pytest.mark.parametrize(
    ("n", "dice", "rolled"),
    [
        (1, [1, 5, 2, 2], [5, 2, 2]),
        (1, [6, 1, 5, 2], [6, 5, 2]),
        (1, [6, 1, 2, 2], [6, 2, 2]),
        (2, [6, 1, 5, 2, 1], [6, 5, 1]),
        (2, [1, 1, 1, 1, 1], [1, 1, 1]),
        (2, [6, 6, 6], [6, 6, 6]),
    ],
)
def test_a_rule_that_re_rolls_dice_re_rolls_the_first_misses_by_itself(
    n: int, dice: list[int], rolled: list[int]
) -> None:
    """Teknoth needs 3 at this distance and rolls three dice."""
    pack = make_pack(
        lambda written: written.fighter(TEKNOTH)["rule"].update(healthy={"n": n, "against": "ranged"})
    )
    placed = put(TEKNOTH, "e5", "e", hand="crossed_blades"), put(GRUE, "e7", bare="rule")
    fight = Fight(*placed, pack=pack, dice=dice).turn(TEKNOTH).play("card:crossed_blades/attack")
    assert (fight.over, fight.dice, fight.view(0).rolled) == (True, [], rolled)
    assert fight.hurt(GRUE) == sum(die >= 3 for die in rolled)


@pytest.mark.rule("CA-5.9")
@pytest.mark.parametrize(("rolls", "left"), [((5, 1, 6), 1), ((4, 4, 4), 3), ((5, 5, 5), 0)])
def test_a_rule_against_hits_rolls_a_die_for_each_hit_by_itself(rolls: tuple[int, ...], left: int) -> None:
    fight = Fight(put(GRUE, "e5", "e"), put(RAFELO, "e6", "w"), dice=[4, 5, 3, 6, *rolls])
    fight.do(Attack(0, 1, 4, 0))
    assert (fight.over, fight.dice) == (True, [])
    assert fight.hurt(RAFELO) == 2 * left


@pytest.mark.rule("CA-5.9")
def test_a_rule_against_wounds_rolls_a_die_for_each_wound_of_an_attack() -> None:
    fight = Fight(put(RAFELO, "e5", "e"), put(GRUE, "e6"), dice=[3, 3, 6, 1, 5, 6]).do(Attack(0, 1, 2, 0))
    assert (fight.over, fight.hurt(GRUE), fight.dice) == (True, 2, [])


@pytest.mark.rule("CA-5.9")
def test_and_for_each_wound_of_a_push() -> None:
    fight = Fight(put(RAFELO, "e8"), put(GRUE, "e9"), dice=[5, 6, 1, 6]).do(Push(0, 1, n=1))
    assert (fight.hurt(GRUE), fight.dice) == (1, [])


@pytest.mark.rule("CA-5.9")
def test_and_for_each_wound_of_a_special() -> None:
    pack = make_pack(special({"do": "wound", "n": 3, "on": "near", "reach": 2}))
    placed = put(RAFELO, "e5", "e", hand=CARD), put(GRUE, "e7")
    fight = Fight(*placed, pack=pack, dice=[6, 1, 1]).turn(RAFELO).play(SPECIAL)
    assert (fight.hurt(GRUE), fight.dice) == (2, [])


@pytest.mark.rule("CA-5.9")
def test_and_for_each_wound_of_an_injury() -> None:
    """One wound takes the marker to the bottom; the injury inflicts two more, of which one is ignored."""
    change = {"effect": [{"do": "wound", "n": 2}]}
    pack = make_pack(lambda written: written.injury("wounded_pride").update(change))
    placed = put(RAFELO, "a1"), put(GRUE, "e5", marker=4)
    fight = Fight(*placed, pack=pack, injuries=["wounded_pride"], dice=[1, 6, 1]).wound(GRUE, 1)
    assert (fight.injured(), fight.track(GRUE), fight.dice) == (["wounded_pride"], (1, 1), [])


@pytest.mark.rule("CA-5.9", "CA-7.5")
def test_and_for_each_wound_of_a_fate() -> None:
    placed = put(RAFELO, "a1"), put(GRUE, "e5", hand="iron_vow"), put(CASTUS, "i5")
    fight = Fight(*placed)
    fight.do(Defeat(-1, fight.number(RAFELO)))
    fight.dice = [6, 1]
    fight.draw_initiative(RAFELO, GRUE).play("yes", "target:grue")
    assert (fight.hurt(GRUE), fight.dice) == (1, [])


# --- CA-5.10


@pytest.mark.rule("CA-5.10")
def test_an_attack_on_each_is_a_separate_attack_finished_before_the_next_in_seat_order() -> None:
    """Rafelo, second seat, has all three ahead. Teknoth is hit and asked before a die is rolled for Grue."""
    placed = (
        put(CASTUS, "d5"),
        put(RAFELO, "e5", "e", hand="wheel_of_steel"),
        put(TEKNOTH, "e6", hand="iron_vow"),
        put(GRUE, "f5", hand="crossed_blades", bare="rule"),
    )
    fight = Fight(*placed, dice=[3, 1, 1]).turn(RAFELO).play("card:wheel_of_steel/special")
    assert (fight.asking, fight.decider, fight.dice) == ("React", 2, [])
    fight.dice = [4, 4, 4]
    fight.play("no_reaction")
    assert (fight.hurt(TEKNOTH), fight.hex(TEKNOTH)) == (2, "e7"), "wounded and pushed already"
    assert (fight.asking, fight.decider, fight.dice) == ("React", 3, [])
    fight.dice = [3, 3, 3]
    fight.play("react:crossed_blades")
    assert (fight.hurt(GRUE), fight.hex(GRUE)) == (2, "g5"), "a reaction of his own"
    assert (fight.over, fight.dice, fight.hurt(CASTUS), fight.hex(CASTUS)) == (True, [], 0, "d5")
    told = [(event.kind, event.b) for event in fight.told("attacked")]
    assert told == [("attacked", 2), ("attacked", 3), ("attacked", 0)]


@pytest.mark.rule("CA-5.10")
def test_all_who_are_in_that_kill_zone_and_one_energy_for_each_attack_that_hits_nothing() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="wheel_of_steel"),
        put(TEKNOTH, "e6"),
        put(GRUE, "d5"),
        put(CASTUS, "e4"),
    )
    fight = Fight(*placed, dice=[1] * 6).turn(RAFELO).play("card:wheel_of_steel/special")
    assert [event.b for event in fight.told("attacked")] == [1, 2], "Castus stands behind"
    assert (fight.dice, fight.energy(RAFELO)) == ([], START - 1 + 2)
    one = Fight(*placed, dice=[6, 1, 1, 1, 1, 1]).turn(RAFELO).play("card:wheel_of_steel/special")
    assert one.energy(RAFELO) == START - 1 + 1


# --- CA-6.6


def push(*placed: Placed, dice: tuple[int, ...] = (), board: str = "sand", n: int = 1) -> Fight:
    """The first fighter pushes the second."""
    return Fight(*placed, dice=dice, board=board).do(Push(0, 1, n=n))


@pytest.mark.rule("CA-6.6")
@pytest.mark.parametrize(("pusher", "target"), [("g4", "i3"), ("e5", "a4"), ("e5", "a2"), ("c3", "a2")])
def test_not_in_line_with_every_farther_hex_off_the_arena_the_wall_is_in_the_way(
    pusher: str, target: str
) -> None:
    fight = push(put(CASTUS, pusher), put(TEKNOTH, target), dice=(4,), board="pinwheel")
    assert (fight.over, fight.hex(TEKNOTH), fight.hurt(TEKNOTH)) == (True, target, 2)
    assert len(fight.told("slammed")) == 1


@pytest.mark.rule("CA-6.6")
def test_not_in_line_with_one_farther_hex_in_the_arena_the_target_goes_there() -> None:
    fight = push(put(CASTUS, "b1"), put(TEKNOTH, "a2"))
    assert (fight.over, fight.hex(TEKNOTH), fight.hurt(TEKNOTH)) == (True, "a3", 0)


@pytest.mark.rule("CA-6.6")
def test_in_a_straight_line_only_the_hex_straight_behind_counts() -> None:
    wall = push(put(CASTUS, "b2"), put(TEKNOTH, "b1"), dice=(1,))
    assert (wall.hex(TEKNOTH), wall.hurt(TEKNOTH)) == ("b1", 1), "c1 is farther away and free, but not behind"
    blocked = push(put(CASTUS, "e5"), put(TEKNOTH, "e6"), put(GRUE, "e7"), dice=(1,))
    assert (blocked.over, blocked.hex(TEKNOTH), blocked.hurt(TEKNOTH)) == (True, "e6", 1)
    assert push(put(CASTUS, "e5"), put(TEKNOTH, "e6")).hex(TEKNOTH) == "e7"


# --- CA-6.7


@pytest.mark.rule("CA-6.7")
def test_the_fighter_who_stands_in_the_way_suffers_nothing() -> None:
    placed = put(CASTUS, "e5"), put(TEKNOTH, "e6"), put(RAFELO, "e7", "nw", hand="iron_vow")
    fight = push(*placed, dice=(6,))
    assert fight.hurt(TEKNOTH) == 3
    after = (
        fight.hurt(RAFELO),
        fight.hex(RAFELO),
        fight.facing(RAFELO),
        fight.hand(RAFELO),
        fight.energy(RAFELO),
    )
    assert after == (0, "e7", "nw", {"iron_vow"}, START)


@pytest.mark.rule("CA-6.7", "CA-7.4")
def test_wounds_from_a_wall_or_a_fighter_and_a_defeat_in_a_snare_are_the_pusher_s_doing() -> None:
    """The last die is the D3 the pusher gains: a 5 is three spaces."""
    wall = push(put(CASTUS, "e8"), put(TEKNOTH, "e9", **LAST_OF_SIX), put(GRUE, "a1"), dice=(1, 5))
    blocked = push(put(CASTUS, "e5"), put(TEKNOTH, "e6", **LAST_OF_SIX), put(GRUE, "e7"), dice=(1, 5))
    snare = push(put(CASTUS, "e3"), put(TEKNOTH, "e4"), put(GRUE, "a1"), dice=(1, 5), board="storm_eye")
    for fight in (wall, blocked, snare):
        assert fight[TEKNOTH].down
        assert (fight.energy(CASTUS), fight.energy(GRUE), fight.dice) == (START + 3, START, [])


@pytest.mark.rule("CA-6.7", "CA-7.4")
def test_an_injury_from_such_wounds_is_the_pusher_s_doing_too() -> None:
    placed = put(CASTUS, "e8"), put(TEKNOTH, "e9", marker=4)
    fight = Fight(*placed, injuries=["pierced_heart"], dice=[1, 6, 5]).do(Push(0, 1, n=1))
    assert fight[TEKNOTH].down
    assert fight.energy(CASTUS) == START + 3


# --- CA-6.8


def at_the_snare(*dice: int, hand: str) -> Fight:
    return push(put(RAFELO, "e3"), put(TEKNOTH, "e4", hand=hand), dice=dice, board="storm_eye")


FIVE = ["iron_vow", "sand_dancer", "red_banner", "boar_at_bay", "crossed_blades"]


@pytest.mark.rule("CA-6.8")
@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_cards_are_discarded_one_after_the_other_and_with_a_total_of_4_the_rest_is_kept(roll: int) -> None:
    fight = at_the_snare(roll, hand=" ".join(FIVE))
    for done, card in enumerate(FIVE[: 4 - roll]):
        assert fight.discard == set(FIVE[:done])
        assert fight.open == {"no", *(f"discard:{other}" for other in FIVE[done:])}
        fight.play(f"discard:{card}")
    assert (fight.over, fight.hex(TEKNOTH)) == (True, "e4")
    assert fight.hand(TEKNOTH) == set(FIVE[4 - roll :])


@pytest.mark.rule("CA-6.8")
@pytest.mark.parametrize("after", [0, 1, 2])
def test_you_may_give_up_at_any_time(after: int) -> None:
    fight = at_the_snare(1, 1, hand=" ".join(FIVE)).play(*(f"discard:{card}" for card in FIVE[:after]))
    assert not fight[TEKNOTH].down
    assert fight.play("no")[TEKNOTH].down


# --- CA-7.7


def next_round(fight: Fight) -> Fight:
    fight.dice = [1] * 100
    return fight.draw_initiative()


def hampered(fight: Fight) -> tuple[int, int]:
    """How many hexes and dice less Teknoth has."""
    return fight.state.slowed(1), fight.state.weakened(1)


@pytest.mark.rule("CA-7.7")
@pytest.mark.parametrize(
    ("injury", "less"), [("crushed_knee", (2, 0)), ("wrenched_shoulder", (0, 1)), ("ringing_skull", (1, 1))]
)
def test_an_injury_that_hampers_lasts_until_the_end_of_the_next_round(
    injury: str, less: tuple[int, int]
) -> None:
    fight = Fight(put(RAFELO, "a1"), put(TEKNOTH, "e5", marker=4), injuries=[injury])
    fight.state.round = 3
    fight.wound(TEKNOTH, 1)
    assert (fight.state.round, hampered(fight), fight.resolved) == (3, less, [])
    next_round(fight)
    assert (fight.state.round, hampered(fight), fight.resolved) == (4, less, [])
    next_round(fight)
    assert (fight.state.round, hampered(fight), fight.resolved) == (5, (0, 0), [injury])
    assert fight.complete


@pytest.mark.rule("CA-7.7")
@pytest.mark.parametrize(
    "injury",
    [
        *("broken_grip", "scorched_sights", "shaken_faith", "split_harness", "sparking_wargear"),
        *("leaking_cells", "wounded_pride", "blinding_pain", "pierced_heart"),
    ],
)
def test_the_other_injuries_are_over_as_soon_as_they_are_resolved(injury: str) -> None:
    dice = [1] if injury == "pierced_heart" else []
    fight = Fight(put(RAFELO, "a1"), put(TEKNOTH, "e5", marker=4), injuries=[injury], dice=dice)
    fight.wound(TEKNOTH, 1)
    if fight.asking == "ChooseBox":
        assert fight.resolved == []
        fight.play("box:rule")
    assert (fight.injured(), fight.resolved) == ([injury], [injury])
    assert (hampered(fight), fight.view(0).fighters[1].lasting) == ((0, 0), [])


# --- CA-7.8


def patch(card: str, **rest: Any) -> Fight:
    """Rafelo, five spaces, plays a Special that heals two, or that mends and heals one."""
    fight = Fight(put(RAFELO, "e5", hand=card, **rest), put(TEKNOTH, "a1")).turn(RAFELO)
    return fight.play(f"card:{card}/special")


@pytest.mark.rule("CA-7.8")
@pytest.mark.parametrize(
    ("marker", "covered", "after"),
    [(3, 0, 1), (2, 0, 0), (1, 0, 0), (0, 0, 0), (4, 1, 4), (3, 1, 1), (3, 2, 2), (2, 2, 2), (4, 4, 4)],
)
def test_healing_moves_the_marker_up_as_far_as_the_action_says_or_as_there_is_room(
    marker: int, covered: int, after: int
) -> None:
    """Two spaces; the action can be chosen even if nothing can be healed, and its Energy is gained."""
    fight = patch("roar_of_the_stands", marker=marker, covered=covered)
    assert (fight.over, fight.track(RAFELO), fight.energy(RAFELO)) == (True, (after, covered), START + 1)
    assert [(event.b, event.rule) for event in fight.told("healed")] == [(marker - after, "CA-7.8")]


@pytest.mark.rule("CA-7.8")
def test_mending_can_be_chosen_even_if_no_box_is_bare_and_that_part_does_nothing() -> None:
    whole = patch("smiths_blessing", marker=3)
    assert (whole.over, whole.boxes(RAFELO), whole.track(RAFELO)) == (True, {"melee", "rule"}, (2, 0))
    assert whole.told("mended") == []
    bare = patch("smiths_blessing", bare="melee")
    assert (bare.over, bare.boxes(RAFELO), bare.track(RAFELO)) == (True, {"melee", "rule"}, (0, 0))
    unhurt = patch("smiths_blessing")
    assert (unhurt.over, unhurt.discard) == (True, {"smiths_blessing"})
