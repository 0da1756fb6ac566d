"""CN-3.1, CN-3.3, CN-3.4, CN-3.9, CN-3.11: combat between players."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from .table import Sky

# --- initiative


def order(sky: Sky) -> list[int]:
    return [number + 1 for number in sky.state.order]


@pytest.mark.rule("CN-3.1")
def test_initiative_is_a_die_plus_speed() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(2).speed = 5
    sky.roll(4, 2).encounter()
    assert [(event.a, event.b) for event in sky.told("initiative")] == [(0, 6), (1, 7)]
    assert order(sky) == [2, 1]
    assert sky.asked == 2


@pytest.mark.rule("CN-3.1")
def test_those_that_tie_roll_again_among_themselves() -> None:
    sky = Sky(players=6, ships=dict.fromkeys((1, 2, 3, 4), "c3"))
    sky.roll(3, 6, 3, 1, 2, 5).encounter()
    assert order(sky) == [2, 3, 1, 4]
    assert sky.dice == []


@pytest.mark.rule("CN-3.1")
def test_ties_are_rolled_until_none_is_left_and_speed_counts_once() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).speed = 4
    sky.roll(2, 4, 3, 3, 1, 2).encounter()
    assert order(sky) == [2, 1]


@pytest.mark.rule("CN-3.1")
def test_the_order_holds_for_all_rounds() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).roll(1, 6).encounter()
    for clash in range(3):
        assert order(sky) == [2, 1]
        assert sky.asked == 2
        sky.roll(*[1] * (4 + 2 * clash)).all_fight()
        attackers = [event.a for event in sky.told("attacked")[-2:]]
        assert attackers == [1, 0]


# --- how long it goes on


@pytest.mark.rule("CN-3.1")
def test_each_further_round_brings_one_die_more() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    for clash in range(1, 13):
        assert sky.state.clash == clash
        sky.roll(*[1] * 2 * (clash + 1)).all_fight()
        assert [len(event.dice) for event in sky.told("attacked")[-2:]] == [clash + 1, clash + 1]
    assert [len(event.dice) for event in sky.told("attacked")][-1] == 13


@pytest.mark.rule("CN-3.1")
def test_after_the_twelfth_round_it_is_a_stand_off() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    for clash in range(1, 13):
        sky.roll(*[1] * 2 * (clash + 1)).all_fight()
    assert sky.over
    assert (sky.sector(1), sky.sector(2), sky.points) == ("c3", "c3", [0, 0])
    assert sky.told("stand_off")


@pytest.mark.rule("CN-3.1")
def test_it_ends_when_one_side_remains() -> None:
    sky = Sky(players=6, ships={1: "c3", 2: "c3", 3: "c3"})
    sky.player(2).hull = 2
    sky.roll(6, 1, 5).encounter()
    sky.roll(6, 6, 6, 6).all_fight()
    assert (sky.asking, sky.asked) == ("ChooseToken", 3), "first 1 damage, then the blow"
    sky.play("token:combat")
    assert sky.over
    assert sky.state.order == []


# --- Buff


@pytest.mark.rule("CN-3.3", "CN-3.9")
def test_players_play_cards_in_turn_until_all_pass_in_succession() -> None:
    hands = {1: "targeting_link hardened_shields", 2: "targeting_link hardened_shields"}
    sky = Sky(ships={1: "c3", 2: "c3"}, hands=hands).roll(1, 6).encounter().all_fight()
    asked = []
    for answer in ("pass", "play:targeting_link", "pass", "play:hardened_shields", "play:targeting_link"):
        asked.append(sky.asked)
        sky.play(answer)
    assert asked == [2, 1, 2, 1, 2]
    assert (sky.asking, sky.hand(1)) == ("Buff", []), "seat 1 has no card left and is passed over"
    assert sky.asked == 2
    sky.any_dice(1, 1, 1, 1, 1, 1, 1, 1).play("pass")
    assert sky.state.clash == 2


@pytest.mark.rule("CN-3.3")
def test_everybody_with_a_card_is_asked_whatever_it_is() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}, hands={2: "afterburner"}).roll(6, 1).encounter().all_fight()
    assert (sky.asking, sky.asked, sky.open) == ("Buff", 2, {"pass"})
    assert sky.state.hidden


@pytest.mark.rule("CN-3.9")
def test_a_player_without_cards_is_passed_over() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    sky.roll(1, 1, 1, 1).all_fight()
    assert sky.asking == "Decide"
    assert sky.told("buff_passed") == []


@pytest.mark.rule("CN-3.9")
def test_a_pair_is_asked_once_at_its_better_place() -> None:
    sky = Sky(players=2, ships={1: "c3", 2: "c3", 3: "c3"}, hands={1: "afterburner", 2: "afterburner"})
    sky.roll(1, 6, 4).encounter().all_fight()
    asked = []
    while sky.asking == "Buff":
        asked.append(sky.asked)
        sky.any_dice().play("pass")
        if len(asked) == 2:
            break
    assert asked == [1, 2]


# --- Engage


@pytest.mark.rule("CN-3.4")
@pytest.mark.parametrize(
    ("shield", "dice", "damage"),
    [
        (3, (6, 5, 4, 1), 2),
        (2, (4, 4, 4, 4), 3),
        (1, (4, 1, 1, 1), 1),
        (8, (6, 6, 6, 1), 0),
        (5, (6, 6, 6, 6), 2),
    ],
)
def test_damage_is_successes_minus_half_the_shield(shield: int, dice: Iterable[int], damage: int) -> None:
    """The original's example comes first: 3 successes against Shield 3 are 2 damage."""
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).combat, sky.player(2).shield = 4, shield
    sky.roll(6, 1).encounter()
    sky.roll(*dice, 1, 1).all_fight()
    assert sky.player(2).hull == 8 - damage


@pytest.mark.rule("CN-3.4")
def test_each_attacks_an_enemy_of_its_choice() -> None:
    sky = Sky(ships={1: "c3", 2: "c3", 4: "c3"}).roll(6, 2, 1).encounter()
    sky.all_fight()
    assert (sky.asking, sky.asked, sky.opened("target")) == ("Engage", 1, {"2", "4"})
    sky.roll(6, 6, 1, 1, 1, 1).play("target:4")
    assert [sky.player(seat).hull for seat in (1, 2, 4)] == [8, 8, 7]
    assert len(sky.told("attacked")) == 3, "the two others have one enemy only"


@pytest.mark.rule("CN-3.4")
def test_whoever_is_destroyed_does_not_shoot_back() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(2).hull = 1
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight()
    assert sky.player(1).hull == 8
    assert len(sky.told("attacked")) == 1


# --- Combat tokens


@pytest.mark.rule("CN-1.6", "CN-3.11")
def test_a_combat_token_is_a_die_before_the_roll() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).combat_tokens = 2
    sky.roll(6, 1).encounter().all_fight()
    assert (sky.asking, sky.asked) == ("SpendDie", 1)
    sky.roll(1, 1, 1, 1, 1).play("yes")
    assert len(sky.told("attacked")[0].dice) == 3
    assert sky.tokens(1) == (1, 0), "and no second token into the same roll"
    assert sky.asking == "Decide"


@pytest.mark.rule("CN-1.6", "CN-3.11")
def test_or_it_rolls_all_misses_again_after_it() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).combat, sky.player(1).combat_tokens = 3, 1
    sky.roll(6, 1).encounter().all_fight()
    sky.roll(6, 1, 2).play("no")
    assert sky.asking == "Reroll"
    sky.roll(4, 4, 1, 1).play("yes")
    assert sky.told("rerolled")[0].dice == (4, 4)
    assert (sky.player(2).hull, sky.tokens(1)) == (8 - (3 - 1), (0, 0))


@pytest.mark.rule("CN-3.11")
def test_without_a_miss_there_is_nothing_to_roll_again() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).combat_tokens = 1
    sky.roll(6, 1).encounter().all_fight()
    sky.roll(6, 6, 1, 1).play("no")
    assert sky.asking == "Decide"


@pytest.mark.rule("CN-3.11")
def test_a_token_may_be_kept() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).combat_tokens = 1
    sky.roll(6, 1).encounter().all_fight()
    sky.roll(6, 1, 1, 1).play("no", "no")
    assert sky.tokens(1) == (1, 0)
