"""CN-1.3, CN-1.6, CN-2.3, CN-2.10: slipping past enemies."""

from __future__ import annotations

import pytest

from harena.games.centauri.rules.pool import roll
from harena.games.centauri.rules.reach import evade_difficulty

from .table import INTERSTELLAR, NEW_HOPE, Sky


@pytest.mark.rule("CN-1.3")
def test_four_or_more_is_a_success() -> None:
    sky = Sky().roll(1, 2, 3, 4, 5, 6)
    assert roll(sky.state, 6) == 3
    assert sky.dice == []


@pytest.mark.rule("CN-2.3")
@pytest.mark.parametrize(
    ("speeds", "difficulty"),
    [((1,), 1), ((2,), 1), ((3,), 2), ((4,), 2), ((5,), 3), ((3, 5), 4), ((2, 2), 2), ((2, 2, 10), 7)],
)
def test_the_difficulty_of_an_evade(speeds: tuple[int, ...], difficulty: int) -> None:
    ships = {1: "c3"} | {2 * place + 2: "c3" for place in range(len(speeds))}
    sky = Sky(players=6, ships=ships)
    for place, speed in enumerate(speeds):
        sky.player(2 * place + 2).speed = speed
    assert evade_difficulty(sky.state, 0) == difficulty


@pytest.mark.rule("CN-2.3")
def test_a_success_evades_all_enemies() -> None:
    sky = Sky(players=6, ships={1: "c3", 2: "c3", 4: "c3"}).move(1)
    sky.roll(4, 6).play("fly:c4")
    assert sky.sector(1) == "c4"
    told = sky.told("evaded")[0]
    assert (told.b, told.c, told.dice) == (2, 2, (4, 6))


@pytest.mark.rule("CN-2.3")
def test_a_failure_ends_the_movement() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}).move(1)
    sky.roll(3, 1).play("fly:c4")
    assert (sky.over, sky.sector(1), sky.ship(1).points) == (True, "c3", 0)


@pytest.mark.rule("CN-2.3")
def test_speed_of_the_one_who_evades_is_the_number_of_dice() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).speed = 4
    sky.move(1).roll(1, 1, 1, 4).play("fly:c4")
    assert sky.sector(1) == "c4"


@pytest.mark.rule("CN-2.3")
def test_it_is_needed_after_the_first_step_too() -> None:
    sky = Sky(ships={1: "c3", 2: "c4"})
    sky.player(1).speed = 3
    sky.move(1).play("fly:c4")
    sky.roll(1, 2, 3).play("fly:b4")
    assert (sky.over, sky.sector(1)) == (True, "c4")


@pytest.mark.rule("CN-2.3", "CN-2.4")
def test_not_where_players_do_not_fight() -> None:
    sky = Sky(NEW_HOPE, ships={1: "d4", 2: "d4"}).move(1).play("fly:c3")
    assert sky.sector(1) == "c3"
    sky = Sky(INTERSTELLAR, ships={1: "d7", 2: "d7"}).move(1).play("fly:d6")
    assert sky.sector(1) == "d6"


@pytest.mark.rule("CN-2.3", "CN-3.6")
def test_not_for_the_first_step_after_coming_back() -> None:
    sky = Sky(NEW_HOPE, ships={2: "b1"})
    sky.ship(1).back = True
    sky.move(1).play("fly:c1")
    assert sky.sector(1) == "c1"
    sky = Sky(NEW_HOPE, ships={1: "b1", 2: "a1"})
    sky.ship(1).back = True
    sky.move(1).play("fly:a1")
    sky.roll(1, 1).play("fly:a2")
    assert sky.sector(1) == "a1", "the second step needs one"


@pytest.mark.rule("CN-2.10")
def test_nobody_has_to_evade_an_armada_that_has_just_come_back() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.ship(2).back = True
    sky.move(1).play("fly:c4")
    assert sky.sector(1) == "c4"


@pytest.mark.rule("CN-2.10")
def test_it_is_rolled_when_the_armada_leaves() -> None:
    sky = Sky(ships={1: "c4", 2: "c4"}).move(1).play("pick_up")
    assert sky.ship(1).cargo, "taking a module needs no dice"
    sky.roll(5, 1).play("fly:c3")
    assert sky.sector(1) == "c3"


@pytest.mark.rule("CN-1.6")
def test_an_exploration_token_rolls_a_failed_evade_again_once() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(1).exploration_tokens = 2
    sky.move(1).roll(1, 1, 1, 2).play("fly:c4")
    assert (sky.asking, sky.open) == ("EvadeAgain", {"yes", "no"})
    sky.play("yes")
    assert (sky.over, sky.sector(1), sky.tokens(1)) == (True, "c3", (0, 1)), "one token in one roll"


@pytest.mark.rule("CN-1.6")
def test_and_then_it_may_succeed_or_be_left() -> None:
    for answer, sector in (("yes", "c4"), ("no", "c3")):
        sky = Sky(ships={1: "c3", 2: "c3"})
        sky.player(1).exploration_tokens = 1
        sky.move(1).roll(1, 1, 6, 6).play("fly:c4", answer)
        assert sky.sector(1) == sector


@pytest.mark.rule("CN-2.10", "CN-2.11")
def test_nor_does_such_an_armada_bar_the_way() -> None:
    sky = Sky(ships={2: "c1"})
    sky.ship(2).back = True
    sky.move(1).play("fly:b1")
    assert sky.sector(1) == "b1", "by c1"
