"""The log tells every roll and counts injuries in, and keeps no more than a table would show."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harena
from harena.core.state import SPECTATOR
from harena.core.view import tell
from harena.games.combat_arena import GAME
from harena.games.combat_arena.rules.wounds import Defeat, Wound
from harena.games.combat_arena.state import NOBODY
from kit.packs import Plain
from kit.position import positions_of

from .arena import (
    CASTUS,
    FROZEN,
    GRUE,
    RAFELO,
    TEKNOTH,
    VARIANTS,
    Fight,
    Written,
    make_pack,
    put,
    start,
)

NAMES = ["Ada", "Bruno", "Chloe", "Darius"]


def log(fight: Fight, *kinds: str) -> list[str]:
    """What a spectator has read so far, of these kinds."""
    words = GAME.words(fight.pack, NAMES[: fight.state.seats])
    teller = words.teller(fight.view(SPECTATOR).cast, SPECTATOR)
    journal = fight.state.journal or []
    return [teller.tell(tell(event, 0, SPECTATOR)) for event in journal if event.kind in kinds]


def enduring(written: Written) -> None:
    """Grue ignores a wound on 5 or more."""
    written.fighter(GRUE)["rule"] = {
        "name": "Past All Feeling",
        "kind": "endure",
        "healthy": {"roll": 5},
        "wounded": {"roll": 0},
    }


ENDURING = make_pack(enduring)

# --- every roll is told


@pytest.mark.rule("CA-5.2")
@pytest.mark.parametrize(
    ("ward", "told"),
    [
        ([4, 5], "Brother Rafelo's Impenetrable Defence rolls 4, 5, needing 5, and stops 1 hit."),
        ([1, 4], "Brother Rafelo's Impenetrable Defence rolls 1, 4, needing 5, and stops no hit."),
    ],
)
def test_each_die_of_a_ward_is_told(ward: list[int], told: str) -> None:
    hand = "iron_vow"
    fight = Fight(put(CASTUS, "e5", "e"), put(RAFELO, "e6", "w", hand=hand), dice=[6, 6, *ward])
    fight.state.fighters[0].hand = fight.cards("knife_in_the_dust")
    fight.state.aside &= ~fight.state.fighters[0].hand
    fight.turn(CASTUS).play("no", "card:knife_in_the_dust/attack", "kind:melee")
    assert log(fight, "warded") == [told]


@pytest.mark.rule("CA-5.4", "CA-5.9")
@pytest.mark.parametrize(
    ("rolls", "told", "suffered"),
    [
        ([6, 1], "Refulgus Grue's Past All Feeling rolls 6, 1, needing 5, and ignores 1 wound.", 1),
        ([2, 1], "Refulgus Grue's Past All Feeling rolls 2, 1, needing 5, and ignores no wound.", 2),
        ([5, 5], "Refulgus Grue's Past All Feeling rolls 5, 5, needing 5, and ignores 2 wounds.", 0),
    ],
)
def test_each_die_against_wounds_is_told_the_failed_ones_too(
    rolls: list[int], told: str, suffered: int
) -> None:
    fight = Fight(put(GRUE, "e5"), put(RAFELO, "a1"), pack=ENDURING, dice=rolls).wound(GRUE, 2)
    assert (log(fight, "endured"), fight.hurt(GRUE)) == ([told], suffered)


@pytest.mark.rule("CA-5.9")
@given(rolls=st.lists(st.integers(1, 6), min_size=1, max_size=60))
def test_however_many_dice_fall_against_wounds_all_are_told(rolls: list[int]) -> None:
    fight = Fight(put(GRUE, "e5"), put(RAFELO, "a1"), pack=ENDURING, dice=[*rolls, *[1] * 60])
    fight.do(Wound(-1, 0, n=len(rolls)))
    words, cast = GAME.words(fight.pack, NAMES[:2]), fight.view(0).cast
    told = [words.glimpse(tell(event, 0, 0), cast).dice for event in fight.told("endured")]
    assert told == [rolls], "all in one event"


@pytest.mark.rule("CA-5.2")
def test_the_dice_of_an_attack_are_those_that_its_sentence_tells() -> None:
    match, luck = harena.new("combat_arena", seed=8), random.Random(8)
    while not match.over:
        match.play(luck.choice(match.legal()))
    attacks = [told for told in match.events(SPECTATOR) if told.kind == "attacked"]
    assert attacks
    for told in attacks:
        pips = ", ".join(map(str, match.words.glimpse(told, match.cast).dice))
        assert f" {pips} against " in match.words.tell(told, match.cast, SPECTATOR)


@pytest.mark.rule("CA-7.4")
@pytest.mark.parametrize(
    ("room", "told"),
    [
        (3, "Brother Rafelo wins 2 Energy for it."),
        (1, "Brother Rafelo wins 2 Energy for it, but only 1 up to the track's top."),
        (0, "Brother Rafelo wins 2 Energy for it, but the track ends here."),
    ],
)
def test_a_reward_is_told_at_the_top_of_the_track_too(room: int, told: str) -> None:
    top = len(FROZEN.track) - 1
    dying = put(CASTUS, "e6", marker=4, covered=4)
    fight = Fight(put(RAFELO, "e5", energy=top - room), dying, put(TEKNOTH, "i5"), dice=[4])
    assert log(fight.wound(CASTUS, 1, by=RAFELO), "rewarded") == [told]


@pytest.mark.rule("CA-8.3")
def test_why_no_turn_follows_a_roll_off_won_with_an_empty_hand_is_told() -> None:
    placed = put(CASTUS, "a1"), put(RAFELO, "i5", hand="iron_vow")
    fight = Fight(*placed, variant="single_combat", dice=[6, 1]).draw_initiative("neutral", RAFELO)
    assert log(fight, "no_cards") == ["Lieutenant Castus has no cards, so nothing happens."]
    assert [event.rule for event in fight.told("no_cards")] == ["CA-8.3"]
    assert fight.decider == 1


# --- injuries are counted in


def hampered(lasting: str, action: str) -> list[str]:
    card = action.removeprefix("card:").partition("/")[0]
    placed = put(TEKNOTH, "e5", "e", hand=card, lasting=lasting), put(RAFELO, "e6", "w")
    return log(Fight(*placed, dice=[1] * 20).turn(TEKNOTH).play(action), "played")


@pytest.mark.rule("CA-4.3", "CA-5.7")
@pytest.mark.parametrize(
    ("lasting", "action", "told"),
    [
        ("", "card:iron_vow/attack", "attacks with Iron Vow: 4 dice."),
        (
            "wrenched_shoulder",
            "card:iron_vow/attack",
            "attacks with Iron Vow: 3 dice, one fewer by Wrenched Shoulder.",
        ),
        (
            "wrenched_shoulder ringing_skull",
            "card:iron_vow/attack",
            "attacks with Iron Vow: 2 dice, two fewer by Wrenched Shoulder and Ringing Skull.",
        ),
        ("crushed_knee", "card:iron_vow/attack", "attacks with Iron Vow: 4 dice."),
        (
            "crushed_knee",
            "card:sand_dancer/move",
            "moves with Sand Dancer: up to 2 hexes, two fewer by Crushed Knee.",
        ),
        ("crushed_knee", "card:iron_vow/move", "moves with Iron Vow: no hex, one fewer by Crushed Knee."),
        (
            "crushed_knee ringing_skull",
            "card:lion_rampant/special",
            "uses Running Strike (Lion Rampant): no hex, two fewer by Crushed Knee and Ringing Skull; "
            "2 dice, one fewer by Ringing Skull.",
        ),
        ("crushed_knee", "card:horns_of_the_ram/special", "uses Shove (Horns of the Ram)."),
    ],
)
def test_the_log_counts_injuries_in(lasting: str, action: str, told: str) -> None:
    assert hampered(lasting, action)[0] == f"Teknoth the Dread {told}"


@pytest.mark.rule("CA-5.7")
def test_the_log_of_a_unique_counts_injuries_in() -> None:
    me = put(RAFELO, "e1", "e", hand="iron_vow red_banner", lasting="wrenched_shoulder")
    fight = Fight(me, put(GRUE, "e9", "w")).turn(RAFELO).play("unique")
    assert log(fight, "used_unique")[0].endswith("dice, one fewer by Wrenched Shoulder.")


# --- no question once the fight is decided


@pytest.mark.rule("CA-7.6")
def test_nothing_is_asked_after_the_last_enemy_has_fallen() -> None:
    """Strike and Fade: after the blow that wins, nobody asks where to go."""
    placed = put(RAFELO, "e5", "e", hand="falcons_stoop"), put(TEKNOTH, "e6", marker=5, covered=5)
    fight = Fight(*placed, dice=[6, 6, 1]).turn(RAFELO).play("card:falcons_stoop/special")
    assert fight[TEKNOTH].down
    assert (fight.over, fight.hex(RAFELO)) == (True, "e5")


@pytest.mark.rule("CA-7.6")
def test_while_an_enemy_stands_the_action_goes_on() -> None:
    placed = put(RAFELO, "e5", "e", hand="falcons_stoop"), put(TEKNOTH, "e6", marker=5, covered=5)
    fight = Fight(*placed, put(GRUE, "a1"), dice=[6, 6, 1]).turn(RAFELO).play("card:falcons_stoop/special")
    assert fight[TEKNOTH].down
    assert fight.asking == "Walk"


@pytest.mark.rule("CA-7.6", "CA-7.5")
def test_a_fate_still_works_on_the_last_who_stand_but_asks_them_nothing() -> None:
    """Grue's Fate fells Castus and hurts Rafelo, who wins and need not choose a box."""
    placed = put(CASTUS, "e8", marker=4, covered=4), put(RAFELO, "e5", marker=3), put(GRUE, "a1")
    fight = Fight(*placed, injuries=["wounded_pride", "split_harness"])
    fight.do(Defeat(NOBODY, fight.number(GRUE))).draw_initiative(GRUE).play("yes")
    assert fight[CASTUS].down
    assert fight.injured()[-1] == "split_harness"
    assert fight.state.score() == [0.0, 1.0, 0.0]


@pytest.mark.rule("CA-7.6")
@pytest.mark.parametrize("options", VARIANTS)
def test_no_player_without_an_enemy_is_ever_asked(options: Plain) -> None:
    luck = random.Random(5)
    for seed in range(12):
        for position in positions_of(start(seed=seed, **options), luck.choice):
            if position.round == 0 or position.seat < 0:
                continue
            mine = [n for n, one in enumerate(position.fighters) if one.owner == position.seat]
            assert any(position.enemies(number) for number in mine)


# --- the Initiative pile may not be looked through


def draws(story: list[str]) -> list[str]:
    return [sentence for sentence in story if "Initiative card is drawn" in sentence]


@pytest.mark.rule("CA-2.3")
def test_of_the_initiative_cards_the_story_names_only_the_last_one_drawn() -> None:
    match = harena.new("combat_arena", seed=4, players=4, set_up="given", names=NAMES)
    while len(draws(match.story(0))) < 3 and not match.over:
        match.play(match.legal()[0])
    for eyes in (0, 1, SPECTATOR):
        *earlier, last = draws(match.story(eyes))
        assert all(sentence.startswith("An Initiative card is drawn; ") for sentence in earlier)
        assert not last.startswith("An ")
    assert len({event.a for event in match.events(0) if event.kind == "initiative"}) > 1, "a record keeps all"


@pytest.mark.rule("CA-2.3")
def test_when_the_game_is_over_the_story_tells_all_of_them() -> None:
    match = harena.new("combat_arena", seed=4, set_up="given", max_rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    assert not any(sentence.startswith("An Initiative") for sentence in match.story(SPECTATOR))
