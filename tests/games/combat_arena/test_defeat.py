"""CA-7.3 to 7.6: defeat, its reward, the Fate of the Defeated, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.state import SPECTATOR
from harena.games.combat_arena.rules.round import ROUNDS
from harena.games.combat_arena.rules.wounds import Defeat

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put

START = FROZEN.start


def dying(name: str, hex: str, facing: str = "w", **rest: Any) -> Placed:
    """One wound more and it falls."""
    bottom = next(one.spaces for one in FROZEN.characters if one.id == name) - 1
    return put(name, hex, facing, marker=bottom, covered=bottom, **rest)


# --- CA-7.3


@pytest.mark.rule("CA-7.3")
def test_defeated_when_the_bottom_space_is_covered_the_model_leaves_the_arena() -> None:
    fight = Fight(dying(CASTUS, "e5"), put(RAFELO, "a1"), put(TEKNOTH, "i5")).wound(CASTUS, 1)
    assert (fight[CASTUS].down, fight.hex(CASTUS)) == (True, "")
    for seat in (0, 1, SPECTATOR):
        view = fight.view(seat).fighters[0]
        assert (view.down, view.hex, view.wounds_left) == (True, "", 0)
        assert (view.melee_zone, view.ranged_zone) == ({}, {})


@pytest.mark.rule("CA-7.3")
def test_its_token_leaves_the_track() -> None:
    """From now on no level but the one card of CA-7.5 is its."""
    fight = Fight(dying(CASTUS, "e5", energy=9), put(RAFELO, "a1"), put(TEKNOTH, "i5")).wound(CASTUS, 1)
    assert fight.view(1).fighters[0].initiative == 1


@pytest.mark.rule("CA-7.3")
def test_wounds_beyond_defeat_are_lost() -> None:
    fight = Fight(dying(CASTUS, "e5"), put(RAFELO, "a1"), put(TEKNOTH, "i5")).wound(CASTUS, 50)
    assert fight[CASTUS].down
    before = len(fight.state.journal or [])
    fight.wound(CASTUS, 3)
    assert len(fight.state.journal or []) == before, "nothing happens to who is down"


@pytest.mark.rule("CA-7.3")
def test_nobody_is_defeated_twice() -> None:
    fight = Fight(dying(CASTUS, "e5"), put(RAFELO, "a1"), put(TEKNOTH, "i5")).wound(CASTUS, 1)
    fight.do(Defeat(1, 0))
    assert len(fight.told("defeated")) == 1
    assert fight.energy(RAFELO) == START


# --- CA-7.4


@pytest.mark.rule("CA-7.4", "CA-5.5")
@pytest.mark.parametrize(("roll", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_fighter_whose_action_caused_the_defeat_gains_d3_energy(roll: int, gain: int) -> None:
    fight = Fight(put(RAFELO, "e5", "e", hand="falcons_stoop"), dying(CASTUS, "e6"), put(TEKNOTH, "i5"))
    fight.dice = [6, 1, roll]
    fight.turn(RAFELO).play("card:falcons_stoop/attack")
    assert fight[CASTUS].down
    assert [fight.energy(name) for name in (RAFELO, TEKNOTH)] == [START + gain, START]
    assert fight.dice == []


@pytest.mark.rule("CA-7.4", "CA-3.4")
def test_the_reward_stops_at_the_top_of_the_track() -> None:
    top = len(FROZEN.track) - 1
    fight = Fight(put(RAFELO, "e5", energy=top - 1), dying(CASTUS, "e6"), put(TEKNOTH, "i5"), dice=[6])
    assert fight.wound(CASTUS, 1, by=RAFELO).energy(RAFELO) == top


@pytest.mark.rule("CA-7.4")
def test_its_injuries_included() -> None:
    fight = Fight(put(RAFELO, "e5"), put(CASTUS, "e6"), put(TEKNOTH, "i5"), injuries=["pierced_heart"])
    fight.dice = [6, 4]
    fight.wound(CASTUS, 4, by=RAFELO)
    assert fight[CASTUS].down
    assert fight.energy(RAFELO) == START + 2


@pytest.mark.rule("CA-7.4")
def test_nobody_gains_by_a_self_caused_defeat() -> None:
    fight = Fight(dying(CASTUS, "e6"), put(TEKNOTH, "i5"), put(RAFELO, "a1")).wound(CASTUS, 1, by=CASTUS)
    assert fight[CASTUS].down
    assert [fight.energy(name) for name in (CASTUS, TEKNOTH, RAFELO)] == [START] * 3
    assert fight.dice == []


@pytest.mark.rule("CA-7.4", "CA-8.1")
def test_nobody_gains_by_felling_the_own_side() -> None:
    """Rafelo shoves his team-mate into the arc-snare."""
    placed = (
        put(RAFELO, "e3", "e", hand="horns_of_the_ram"),
        put(TEKNOTH, "a1"),
        put(GRUE, "e4"),
        put(CASTUS, "i5"),
    )
    fight = Fight(*placed, variant="brothers", board="storm_eye", dice=[1]).turn(RAFELO)
    fight.play("card:horns_of_the_ram/special")
    assert fight[GRUE].down
    assert [fight.energy(name) for name in (RAFELO, TEKNOTH, CASTUS)] == [START] * 3
    assert fight.dice == []


@pytest.mark.rule("CA-7.4")
def test_nobody_gains_by_felling_an_own_fighter_among_several() -> None:
    placed = (
        put(RAFELO, "e3", "e", hand="horns_of_the_ram"),
        put(TEKNOTH, "a1"),
        put(GRUE, "e4"),
        put(CASTUS, "i5"),
    )
    fight = Fight(*placed, players=2, board="storm_eye", dice=[1]).turn(RAFELO)
    fight.play("card:horns_of_the_ram/special")
    assert fight[GRUE].down
    assert fight.energy(RAFELO) == START


@pytest.mark.rule("CA-7.4", "CA-7.5")
def test_nobody_gains_by_a_fate() -> None:
    fight = Fight(
        put(RAFELO, "e5"), dying(CASTUS, "e8"), put(TEKNOTH, "a1", hand="iron_vow"), put(GRUE, "i1")
    )
    fight.wound(RAFELO, 99).draw_initiative(RAFELO, TEKNOTH).play("yes", "target:castus")
    assert fight[CASTUS].down
    assert [fight.energy(name) for name in (RAFELO, TEKNOTH, GRUE)] == [START] * 3
    assert fight.dice == []


# --- CA-7.5


@pytest.mark.rule("CA-7.5", "CA-7.2")
def test_on_defeat_the_hand_is_discarded_and_lasting_injuries_go_to_the_resolved_pile() -> None:
    doomed = dying(CASTUS, "e5", hand="iron_vow red_banner", lasting="crushed_knee ringing_skull")
    fight = Fight(doomed, put(RAFELO, "a1"), put(TEKNOTH, "i5"), injuries=["broken_grip"]).wound(CASTUS, 1)
    assert (fight.hand(CASTUS), fight.discard) == (set(), {"iron_vow", "red_banner"})
    assert set(fight.resolved) >= {"crushed_knee", "ringing_skull"}
    assert (fight.state.slowed(0), fight.state.weakened(0)) == (0, 0)
    assert fight.complete


def fallen(*more: Placed, **options: Any) -> Fight:
    """Rafelo has fallen: two wounds for an enemy of his choice are his Fate."""
    placed = (
        put(RAFELO, "e5"),
        put(TEKNOTH, "a1", hand="iron_vow sand_dancer"),
        put(CASTUS, "i5", hand="red_banner"),
    )
    fight = Fight(*placed, *more, **options).wound(RAFELO, 99)
    fight.state.journal = []
    return fight


@pytest.mark.rule("CA-7.5")
def test_its_initiative_cards_stay_in_the_deck_and_the_first_drawn_lets_it_use_its_fate_without_a_card() -> (
    None
):
    fight = fallen().draw_initiative(RAFELO, TEKNOTH)
    assert (fight.asking, fight.decider, fight.open) == ("UseFate", 0, {"yes", "no"})
    fight.play("yes")
    assert (fight.decider, fight.open) == (0, {"target:teknoth", "target:castus"})
    fight.play("target:teknoth")
    assert fight.hurt(TEKNOTH) == 2
    assert fight.asking == "ChooseAction", "and the round goes on"


@pytest.mark.rule("CA-7.5")
def test_or_decline() -> None:
    fight = fallen().draw_initiative(RAFELO, TEKNOTH).play("no")
    assert (fight.hurt(TEKNOTH), fight.hurt(CASTUS)) == (0, 0)
    assert (fight.asking, fight.decider) == ("ChooseAction", 1)


@pytest.mark.rule("CA-7.5")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_further_ones_are_skipped(answer: str) -> None:
    fight = fallen().draw_initiative(RAFELO, RAFELO, RAFELO, TEKNOTH).play(answer)
    if answer == "yes":
        fight.play("target:castus")
    assert (fight.asking, fight.decider) == ("ChooseAction", 1)
    assert len(fight.told("initiative")) == 4
    assert len(fight.told("used_fate")) == (1 if answer == "yes" else 0)


@pytest.mark.rule("CA-7.5", "CA-2.2")
def test_in_later_rounds_it_puts_in_one_and_may_use_its_fate_again() -> None:
    fight = fallen()
    fight.state.dice = fast_dice(5)
    fight.draw_initiative(RAFELO).play("no")
    assert fight.state.round == 2
    assert [(event.a, event.b) for event in fight.told("put_in")] == [(0, 1), (1, 3), (2, 3)]
    cards = [*fight.state.initiative, *(event.a for event in fight.told("initiative")[1:])]
    assert cards.count(0) == 1
    fight.draw_initiative(RAFELO)
    assert fight.asking == "UseFate", "once in every round"


@pytest.mark.rule("CA-7.5")
def test_who_falls_after_a_turn_still_has_its_fate_in_that_round() -> None:
    fight = Fight(put(RAFELO, "e5", hand="iron_vow"), put(TEKNOTH, "a1"), put(CASTUS, "i5"))
    fight.draw_initiative(RAFELO, RAFELO, TEKNOTH)
    steps = fight.state.steps[:]
    fight.wound(RAFELO, 99)
    fight.state.steps = steps
    fight.state.run_on()
    assert fight.asking == "UseFate"


@pytest.mark.rule("CA-7.5")
def test_each_fighter_has_a_fate_of_its_own() -> None:
    def use(name: str, *answers: str, dice: tuple[int, ...] = ()) -> Fight:
        others = [one for one in (RAFELO, TEKNOTH, CASTUS) if one != name][:2]
        hands = ("iron_vow sand_dancer", "red_banner")
        placed = [
            put(one, hex, hand=hand) for one, hex, hand in zip(others, ("a1", "i5"), hands, strict=True)
        ]
        fight = Fight(put(name, "e5"), *placed, dice=dice)
        fight.do(Defeat(-1, fight.number(name)))
        return fight.draw_initiative(name, others[0]).play("yes", *answers)

    assert use(TEKNOTH, "target:rafelo").energy(RAFELO) == START - 2
    rot = use(GRUE)
    assert (rot.hurt(RAFELO), rot.hurt(TEKNOTH)) == (1, 1)
    dispatch = use(CASTUS, "target:rafelo", "target:teknoth", dice=(2,))
    assert (dispatch.hand(RAFELO), dispatch.energy(TEKNOTH)) == ({"iron_vow"}, START - 1)


@pytest.mark.rule("CA-7.5", "CA-7.6")
def test_a_fate_can_end_the_game() -> None:
    fight = Fight(put(RAFELO, "e5"), dying(TEKNOTH, "a1"), put(CASTUS, "i5", hand="iron_vow"))
    fight.wound(RAFELO, 99).draw_initiative(RAFELO, CASTUS).play("yes", "target:teknoth")
    assert fight.over
    assert fight.state.score() == [0.0, 0.0, 1.0]


# --- CA-7.6


@pytest.mark.rule("CA-7.6")
def test_the_last_fighter_standing_wins() -> None:
    fight = Fight(put(RAFELO, "e5", "e", hand="falcons_stoop iron_vow"), dying(CASTUS, "e6"), dice=[6, 1, 1])
    fight.draw_initiative(RAFELO, RAFELO, CASTUS).play("card:falcons_stoop/attack")
    assert fight.over, "at once, whatever the deck still holds"
    assert fight.state.score() == [1.0, 0.0]
    assert [(event.kind, event.a) for event in (fight.state.journal or [])[-1:]] == [("won", 1)]


@pytest.mark.rule("CA-7.6")
def test_with_two_left_the_game_goes_on() -> None:
    placed = put(RAFELO, "e5", "e", hand="falcons_stoop iron_vow"), dying(CASTUS, "e6"), put(GRUE, "a1")
    fight = Fight(*placed, dice=[6, 1, 1]).draw_initiative(RAFELO, RAFELO).play("card:falcons_stoop/attack")
    assert (fight.asking, fight.decider) == ("ChooseAction", 0)


def shared_doom(written: Written) -> None:
    """An injury that wounds, and a Unique that strikes and then hurts everybody near."""
    written.special("red_banner", {"do": "wound", "n": 1, "on": "each", "reach": 8})


@pytest.mark.rule("CA-7.6")
def test_victory_is_checked_after_the_whole_action_with_its_injuries() -> None:
    """All enemies fall in one action, one after the other, and only then the game ends."""
    placed = (
        put(GRUE, "e5", hand="red_banner"),
        dying(CASTUS, "e6"),
        dying(RAFELO, "a1"),
        dying(TEKNOTH, "i5"),
    )
    fight = Fight(*placed, dice=[1, 1, 1], pack=make_pack(shared_doom))
    fight.draw_initiative(GRUE, GRUE).play("card:red_banner/special")
    assert fight.over
    assert len(fight.told("defeated")) == 3
    assert fight.state.score() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.rule("CA-7.6")
def test_no_side_left_is_a_draw() -> None:
    """The Fate of Grue fells the last two at once."""
    fight = Fight(dying(GRUE, "e5"), dying(RAFELO, "a1"), dying(TEKNOTH, "i5"), dice=[1])
    fight.wound(GRUE, 1).draw_initiative(GRUE, TEKNOTH).play("yes")
    assert fight.over
    assert fight.state.score() == [1 / 3, 1 / 3, 1 / 3]
    assert fight.told("game_drawn")


def out_of_rounds(*placed: Placed, **options: Any) -> Fight:
    """The last round is over."""
    fight = Fight(*placed, max_rounds=1, **options)
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    assert fight.over
    return fight


@pytest.mark.rule("CA-7.6")
def test_after_max_rounds_the_smallest_share_of_the_wounds_that_would_defeat_it_wins() -> None:
    """Castus and Rafelo bear 14 wounds, Teknoth 20: 3 of 20 is less than 3 of 14 and less than 2.1."""
    fight = out_of_rounds(
        put(CASTUS, "e5", marker=3), put(TEKNOTH, "a1", marker=3), put(RAFELO, "i5", marker=3)
    )
    assert fight.state.score() == [0.0, 1.0, 0.0]
    assert out_of_rounds(put(CASTUS, "e5", marker=2), put(TEKNOTH, "a1", marker=3)).state.score() == [
        1.0,
        0.0,
    ]
    assert out_of_rounds(put(CASTUS, "e5", marker=3), put(TEKNOTH, "a1", marker=4)).state.score() == [
        0.0,
        1.0,
    ]


@pytest.mark.rule("CA-7.6")
def test_covered_spaces_count_in_the_share() -> None:
    """Castus at the new top after five wounds is worse off than at space three after three."""
    fight = out_of_rounds(put(CASTUS, "e5", marker=1, covered=1), put(RAFELO, "a1", marker=3))
    assert fight.state.score() == [0.0, 1.0]


@pytest.mark.rule("CA-7.6")
def test_equal_shares_draw() -> None:
    fight = out_of_rounds(
        put(CASTUS, "e5", marker=1), put(RAFELO, "a1", marker=1), put(TEKNOTH, "i5", marker=4)
    )
    assert fight.state.score() == [0.5, 0.5, 0.0]
    seven = out_of_rounds(put(CASTUS, "e5", marker=3, covered=1), put(TEKNOTH, "a1", marker=5, covered=2))
    assert (seven.hurt(CASTUS), seven.hurt(TEKNOTH)) == (7, 10)
    assert seven.state.score() == [0.5, 0.5], "7 of 14 and 10 of 20"


@pytest.mark.rule("CA-7.6")
def test_the_fighters_of_a_side_are_summed_the_fallen_with_all_their_wounds() -> None:
    """1 and 14 of 28 are more than 6 of 34; of two healthy sides neither is ahead."""
    placed = (
        put(CASTUS, "e5", marker=1),
        put(TEKNOTH, "a1", marker=3),
        put(RAFELO, "i5"),
        put(GRUE, "i1", marker=3),
    )
    fight = Fight(*placed, players=2, max_rounds=1, dice=[1] * 40)
    assert fight.state.score() == [1.0, 0.0], "1 of 28 against 6 of 40"
    fight.wound(RAFELO, 99)
    assert fight.state.score() == [0.0, 1.0], "15 of 28 against 6 of 40"


@pytest.mark.rule("CA-7.6")
def test_only_living_sides_can_win_when_the_rounds_are_over() -> None:
    fight = Fight(put(CASTUS, "e5"), put(TEKNOTH, "a1", marker=3), put(RAFELO, "i5", marker=3), max_rounds=1)
    fight.do(Defeat(-1, 0))
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    assert fight.state.score() == [0.0, 1.0, 0.0]


@pytest.mark.rule("CA-7.6")
def test_the_last_round_is_played_to_its_end() -> None:
    fight = Fight(put(CASTUS, "e5", hand="iron_vow"), put(TEKNOTH, "a1", marker=1), max_rounds=1)
    fight.draw_initiative(CASTUS)
    assert not fight.over
    fight.play("no", "pass")
    assert fight.over
    assert fight.state.score() == [1.0, 0.0]
    assert (fight.told("won")[0].a, fight.told("won")[0].b) == (1, 1), "won, but not by the last blow"


@pytest.mark.rule("CA-7.6")
def test_max_rounds_is_30_unless_agreed_otherwise() -> None:
    assert Fight(put(CASTUS, "e5"), put(RAFELO, "a1")).state.setting.max_rounds == 30
