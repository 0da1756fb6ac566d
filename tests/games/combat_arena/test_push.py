"""CA-6.3 to 6.5: pushing, into walls, fighters and arc-snares, against a slow reference."""

from __future__ import annotations

import random

import pytest

from harena.core.state import OVER
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.state import Arena
from kit.dice import Loaded

from . import by_the_book as book
from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, make_pack, put

START = FROZEN.start


def push(fight: Fight, n: int = 1) -> Fight:
    """The first fighter pushes the second."""
    return fight.do(Push(0, 1, n=n))


def outcomes(game: Arena) -> set[str]:
    """What the open answers can come to, from what is told."""
    if game.seat != OVER:
        found: set[str] = set()
        for action in game.legal():
            after = game.copy()
            assert isinstance(after, Arena)
            after.journal = []
            after.play(action)
            found |= outcomes(after)
        return found
    names = game.field.names
    for event in game.journal or []:
        if event.kind == "pushed":
            assert game.fighters[1].pos == event.c
            return {f"pushed to {names[event.c]}"}
        if event.kind == "snared":
            return {f"snared in {names[event.c]}"}
        if event.kind == "slammed":
            return {"slammed"}
    raise AssertionError("nothing came of the push")


@pytest.mark.rule("CA-6.3", "CA-6.4", "CA-6.5")
@pytest.mark.parametrize("board", ["storm_eye", "pinwheel", "sand"])
def test_all_pushes_go_by_the_book(board: str) -> None:
    """Every pair of hexes, with two more fighters, mostly close by, in the way."""
    luck = random.Random(board)
    fight = Fight(put(CASTUS, "a1"), put(RAFELO, "a5"), put(GRUE, "i1"), put(TEKNOTH, "i5"), board=board)
    snares = {hex for hex in book.HEXES if fight.state.board.snares >> fight.place(hex) & 1}
    floor = [hex for hex in book.HEXES if hex not in snares]
    for pusher in floor:
        for target in floor:
            if pusher != target:
                near = [hex for hex in book.neighbours(target) if hex in floor and hex != pusher]
                far = [hex for hex in floor if hex not in (pusher, target, *near)]
                others = [luck.choice(near), luck.choice(far)]
                for number, hex in enumerate([pusher, target, *others]):
                    fight.state.fighters[number].pos = fight.place(hex)
                fight[RAFELO].marker = fight[RAFELO].covered = 0
                fight.state.journal, fight.dice = [], [4]
                push(fight)
                assert outcomes(fight.state) == book.pushes(pusher, target, snares, others), (pusher, target)


# --- CA-6.3


@pytest.mark.rule("CA-6.3")
@pytest.mark.parametrize(
    ("target", "to"), [("e6", "e7"), ("d5", "c5"), ("f4", "g3"), ("e8", "e9"), ("b5", "a5")]
)
def test_the_target_moves_one_hex_directly_away_its_facing_unchanged(target: str, to: str) -> None:
    fight = push(Fight(put(RAFELO, "e5", "w"), put(TEKNOTH, target, "nw")))
    assert fight.over
    assert (fight.hex(TEKNOTH), fight.facing(TEKNOTH)) == (to, "nw")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("e5", "w"), "the pusher stays"
    assert fight.hurt(TEKNOTH) == 0


@pytest.mark.rule("CA-6.3")
def test_not_in_line_the_pusher_chooses_among_the_hexes_that_increase_the_distance_most() -> None:
    fight = push(Fight(put(TEKNOTH, "e5"), put(RAFELO, "d6", "sw")))
    assert (fight.decider, fight.opened("hex")) == (0, {"c6", "d7"})
    fight.play("hex:c6")
    assert (fight.hex(RAFELO), fight.facing(RAFELO)) == ("c6", "sw")


@pytest.mark.rule("CA-6.3", "CA-6.4")
def test_blocked_hexes_can_be_chosen_too() -> None:
    fight = push(Fight(put(TEKNOTH, "e5"), put(RAFELO, "d6"), put(GRUE, "c6"), dice=[5]))
    assert fight.opened("hex") == {"c6", "d7"}
    fight.play("hex:c6")
    assert (fight.hex(RAFELO), fight.hurt(RAFELO)) == ("d6", 3)


@pytest.mark.rule("CA-6.3", "CA-6.5")
def test_arc_snare_hexes_can_be_chosen_too() -> None:
    pack = make_pack(lambda written: written.board("sand").update(snares=["d7"]))
    fight = push(Fight(put(TEKNOTH, "e5"), put(RAFELO, "d6"), dice=[1, 1], pack=pack))
    assert fight.opened("hex") == {"c6", "d7"}
    assert fight.play("hex:d7")[RAFELO].down


@pytest.mark.rule("CA-6.3")
def test_a_push_of_several_hexes_is_so_many_pushes() -> None:
    fight = push(Fight(put(RAFELO, "e5"), put(TEKNOTH, "e6")), n=3)
    assert fight.hex(TEKNOTH) == "e9"
    assert len(fight.told("pushed")) == 3


@pytest.mark.rule("CA-6.3", "CA-6.4")
def test_ended_by_the_wall_with_one_d3_only() -> None:
    fight = push(Fight(put(RAFELO, "e7"), put(TEKNOTH, "e8"), dice=[3]), n=3)
    assert (fight.hex(TEKNOTH), fight.hurt(TEKNOTH), fight.dice) == ("e9", 2, [])


@pytest.mark.rule("CA-6.3", "CA-6.4")
def test_ended_by_a_fighter_with_one_d3_only() -> None:
    fight = push(Fight(put(RAFELO, "e4"), put(TEKNOTH, "e5"), put(GRUE, "e7"), dice=[6]), n=3)
    assert (fight.hex(TEKNOTH), fight.hurt(TEKNOTH)) == ("e6", 3)
    assert (fight.hex(GRUE), fight.hurt(GRUE)) == ("e7", 0), "the one in the way stands and suffers nothing"


@pytest.mark.rule("CA-6.3", "CA-6.5")
def test_ended_by_a_snare_that_did_not_take_it() -> None:
    fight = push(Fight(put(RAFELO, "e2"), put(TEKNOTH, "e3"), board="storm_eye", dice=[4]), n=3)
    assert (fight.hex(TEKNOTH), fight.dice, len(fight.told("snared"))) == ("e4", [], 1)


# --- CA-6.4


@pytest.mark.rule("CA-6.4", "CA-5.5")
@pytest.mark.parametrize(("roll", "wounds"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_blocked_by_the_wall_d3_wounds_instead(roll: int, wounds: int) -> None:
    fight = push(Fight(put(RAFELO, "e8"), put(TEKNOTH, "e9"), dice=[roll]))
    assert fight.over
    assert (fight.hex(TEKNOTH), fight.hurt(TEKNOTH)) == ("e9", wounds)


@pytest.mark.rule("CA-6.4")
def test_blocked_by_another_fighter_of_any_side() -> None:
    for variant in ("last_standing", "brothers"):
        placed = put(RAFELO, "e5"), put(TEKNOTH, "e6"), put(GRUE, "a1"), put(CASTUS, "e7")
        fight = push(Fight(*placed, dice=[4], variant=variant))
        assert (fight.hex(TEKNOTH), fight.hurt(TEKNOTH), fight.hurt(CASTUS)) == ("e6", 2, 0)


@pytest.mark.rule("CA-6.4", "CA-7.4")
def test_who_is_slammed_to_death_is_felled_by_the_pusher() -> None:
    fight = push(Fight(put(CASTUS, "e8"), put(TEKNOTH, "e9", marker=5, covered=5), dice=[1, 5]))
    assert fight[TEKNOTH].down
    assert fight.energy(CASTUS) == START + 3


# --- CA-6.5


def at_the_snare(*dice: int, hand: str = "") -> Fight:
    """The Storm's Eye: Teknoth on e4 with the arc-snare behind him."""
    placed = put(RAFELO, "e3"), put(TEKNOTH, "e4", "w", hand=hand)
    return push(Fight(*placed, board="storm_eye", dice=dice))


@pytest.mark.rule("CA-6.5")
@pytest.mark.parametrize("roll", [4, 5, 6])
def test_4_or_more_stays_where_it_is_and_suffers_nothing_more(roll: int) -> None:
    fight = at_the_snare(roll, hand="iron_vow")
    assert fight.over, "the pushed player has no use for cards"
    assert (fight.hex(TEKNOTH), fight.facing(TEKNOTH), fight.hurt(TEKNOTH)) == ("e4", "w", 0)
    assert fight.hand(TEKNOTH) == {"iron_vow"}


@pytest.mark.rule("CA-6.5", "CA-7.3")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_3_or_less_without_cards_is_defeat(roll: int) -> None:
    fight = at_the_snare(roll, 1)
    assert (fight[TEKNOTH].down, fight.hex(TEKNOTH)) == (True, "")


@pytest.mark.rule("CA-6.5")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_the_pushed_player_may_discard_cards_plus_1_each(roll: int) -> None:
    hand = ["iron_vow", "red_banner", "sand_dancer", "boar_at_bay"]
    fight = at_the_snare(roll, hand=" ".join(hand))
    for card in hand[: 4 - roll]:
        assert (fight.asking, fight.decider) == ("Snare", 1)
        assert fight.open == {"no", *(f"discard:{one}" for one in fight.hand(TEKNOTH))}
        fight.play(f"discard:{card}")
    assert fight.over
    assert (fight.hex(TEKNOTH), fight.discard) == ("e4", set(hand[: 4 - roll]))


@pytest.mark.rule("CA-6.5")
def test_it_may_stop_discarding_and_fall() -> None:
    fight = at_the_snare(1, 1, hand="iron_vow red_banner sand_dancer").play("discard:iron_vow", "no")
    assert fight[TEKNOTH].down
    assert fight.discard == {"iron_vow", "red_banner", "sand_dancer"}, "the rest of the hand goes with it"


@pytest.mark.rule("CA-6.5")
def test_too_few_cards_do_not_save() -> None:
    fight = at_the_snare(1, 1, hand="iron_vow red_banner").play("discard:iron_vow", "discard:red_banner")
    assert fight[TEKNOTH].down


@pytest.mark.rule("CA-6.5", "CA-7.4")
def test_the_pusher_is_rewarded_for_a_snare() -> None:
    assert at_the_snare(2, 6).energy(RAFELO) == START + 3


# --- where pushes come from


@pytest.mark.rule("CA-6.3")
def test_a_shove_pushes_one_of_the_three_ahead_also_a_team_mate() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="horns_of_the_ram"),
        put(TEKNOTH, "e6"),
        put(GRUE, "d5"),
        put(CASTUS, "e4"),
    )
    for variant in ("last_standing", "brothers"):
        fight = Fight(*placed, variant=variant).turn(RAFELO).play("card:horns_of_the_ram/special")
        assert fight.opened("target") == {TEKNOTH, GRUE}, "Castus stands behind"
        fight.play("target:grue")
        assert fight.hex(GRUE) == "c5"


@pytest.mark.rule("CA-6.3", "CA-8.1")
def test_a_team_mate_alone_ahead_can_be_shoved_but_not_attacked() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="horns_of_the_ram"),
        put(TEKNOTH, "a1"),
        put(GRUE, "e6"),
        put(CASTUS, "i5"),
    )
    fight = Fight(*placed, variant="brothers").turn(RAFELO)
    assert "card:horns_of_the_ram/special" in fight.open
    assert "card:horns_of_the_ram/attack" not in fight.open


@pytest.mark.rule("CA-6.3", "CA-5.3")
def test_an_attack_that_pushes_does_so_after_its_wounds_if_a_hit_is_left() -> None:
    def strike(*dice: int, hand: str = "") -> Fight:
        placed = put(RAFELO, "e5", "e", hand="horns_of_the_ram"), put(TEKNOTH, "e6", hand=hand)
        return Fight(*placed, dice=dice).turn(RAFELO).play("card:horns_of_the_ram/attack")

    hit = strike(3, 1)
    assert (hit.hex(TEKNOTH), hit.hurt(TEKNOTH)) == ("e7", 2)
    kinds = [event.kind for event in hit.state.journal or []]
    assert kinds.index("wounded") < kinds.index("pushed")
    assert strike(1, 1).hex(TEKNOTH) == "e6"
    assert strike(3, 1, hand="iron_vow").play("react:iron_vow").hex(TEKNOTH) == "e6"


@pytest.mark.rule("CA-6.3")
def test_who_was_felled_by_the_wounds_is_not_pushed() -> None:
    placed = put(RAFELO, "e8", "e", hand="horns_of_the_ram"), put(TEKNOTH, "e9", marker=5, covered=5)
    fight = Fight(*placed, dice=[3, 1, 6]).turn(RAFELO).play("card:horns_of_the_ram/attack")
    assert fight[TEKNOTH].down
    assert (fight.told("slammed"), fight.dice) == ([], [])


@pytest.mark.rule("CA-6.3")
def test_a_shockwave_pushes_every_adjacent_enemy() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="thunder_underfoot"),
        put(TEKNOTH, "e6"),
        put(GRUE, "e4"),
        put(CASTUS, "c3"),
    )
    fight = Fight(*placed).turn(RAFELO).play("card:thunder_underfoot/special")
    assert [fight.hex(name) for name in (TEKNOTH, GRUE, CASTUS)] == ["e7", "e3", "c3"]


def test_loaded_dice_refuse_to_make_something_up() -> None:
    with pytest.raises(AssertionError, match="the test says no more"):
        Loaded([]).below(6)
