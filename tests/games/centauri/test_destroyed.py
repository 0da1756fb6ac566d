"""CN-3.5, CN-3.6, CN-3.12, CN-3.13: what destroying brings, and coming back."""

from __future__ import annotations

import pytest

from .table import HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS, Sky

SECTORS = {HOME_RUN: "c3", INTERSTELLAR: "d5", NEW_HOPE: "c3"}
KILL = {HOME_RUN: 2, INTERSTELLAR: 2, NEW_HOPE: 4}


def killed(scenario: str = HOME_RUN, **hands: str) -> Sky:
    """Armada 1 has just destroyed armada 2; the token is still to be chosen."""
    sector = SECTORS[scenario]
    sky = Sky(scenario, ships={1: sector, 2: sector})
    for seat in (1, 2):
        player = sky.player(seat)
        player.speed = player.combat = player.shield = 2
        player.combat_tokens = player.exploration_tokens = 0
    sky.player(2).hull = 1
    sky.ship(2).cargo = True
    sky.modules = []
    sky.roll(6, 1).encounter()
    return sky.roll(6, 6).all_fight()


@pytest.mark.rule("CN-3.5", "CN-4.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_destroying_an_enemy(scenario: str) -> None:
    sky = killed(scenario)
    assert (sky.asking, sky.asked, sky.opened("token")) == ("ChooseToken", 1, {"combat", "exploration"})
    assert sky.points == [KILL[scenario], 0]
    assert sky.player(1).astartium == 4
    assert sky.state.kills == [1, 0]
    sky.play("token:exploration")
    assert sky.tokens(1) == (0, 1)


@pytest.mark.rule("CN-3.6")
@pytest.mark.parametrize(("scenario", "back"), [(HOME_RUN, "d4"), (INTERSTELLAR, "d7"), (NEW_HOPE, "f5")])
def test_back_to_the_start_with_a_whole_hull(scenario: str, back: str) -> None:
    sky = killed(scenario).play("token:combat")
    assert (sky.sector(2), sky.player(2).hull) == (back, 8)


@pytest.mark.rule("CN-3.6")
def test_everything_but_the_module_is_kept() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"}, hands={2: "afterburner pushback"})
    other = sky.player(2)
    other.hull, other.astartium, other.combat_tokens, other.lab, other.speed = 1, 5, 3, 2, 3
    sky.ship(2).cargo = True
    before = sky.modules
    sky.roll(6, 1).encounter().all_fight()
    sky.roll(6, 6).all_pass().play("token:combat")
    assert (other.astartium, other.combat_tokens, other.lab, other.speed) == (5, 3, 2, 3)
    assert sky.hand(2) == ["afterburner", "pushback"]
    assert not sky.ship(2).cargo
    assert sky.modules == sorted([*before, "c3"]), "the module stays in the sector"


@pytest.mark.rule("CN-3.6")
def test_it_cannot_be_fought_before_its_next_movement() -> None:
    sky = Sky(NEW_HOPE, ships={1: "f5"})
    sky.ship(2).back = True
    sky.ship(4).pos = sky.place("a1")
    sky.encounter()
    assert sky.told("battle") == []
    sky.move(2).play("stay")
    sky.any_dice().encounter()
    assert len(sky.told("battle")) == 1


@pytest.mark.rule("CN-3.6")
def test_it_takes_part_in_no_delivery_or_trade_this_round() -> None:
    sky = Sky()
    sky.ship(1).cargo, sky.ship(1).out = True, 2
    sky.expand()
    assert sky.points == [0, 0]
    sky = Sky(NEW_HOPE, ships={1: "b4"})
    sky.player(1).combat_tokens, sky.ship(1).out = 3, 2
    sky.after_fights()
    assert sky.over


@pytest.mark.rule("CN-3.6")
def test_it_comes_back_also_where_enemies_stand() -> None:
    sky = Sky(NEW_HOPE, ships={1: "c3", 2: "c3", 3: "f5"})
    sky.player(2).hull = 1
    sky.roll(6, 1).encounter()
    sky.ship(4).pos = sky.place("a1")
    sky.roll(6, 6).all_fight().play("token:combat")
    assert sky.sector(2) == sky.sector(3) == "f5"
    assert len(sky.told("battle")) == 1


@pytest.mark.rule("CN-3.12")
def test_a_raiders_kill_gives_nobody_anything() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1})
    sky.player(1).hull = 1
    sky.roll(1, 6, 6, 6).encounter()
    assert sky.sector(1) == "d4"
    assert (sky.points, sky.state.kills) == ([0, 0], [0, 0])
    assert [sky.player(seat).astartium for seat in (1, 2, 3, 4)] == [2, 2, 2, 2]
    assert sky.raiders == {"c1": 1}


@pytest.mark.rule("CN-3.13")
def test_the_token_is_chosen_at_once() -> None:
    sky = Sky(ships={1: "c3", 2: "c3", 4: "c3"})
    sky.player(2).hull = 1
    sky.roll(6, 2, 1).encounter().all_fight()
    sky.roll(6, 6).play("target:2")
    assert (sky.asking, sky.asked) == ("ChooseToken", 1), "before anyone else shoots"


@pytest.mark.rule("CN-3.13", "CN-4.5")
def test_not_if_the_game_is_over_by_that_blow() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(2).hull = 1
    sky.points[0] = 17
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight()
    assert sky.over
    assert (sky.state.winner, sky.points, sky.tokens(1)) == (0, [19, 0], (0, 0))


@pytest.mark.rule("CN-3.6")
def test_everybody_sees_that_it_is_back_and_out_of_this_round() -> None:
    seen = killed().play("token:combat").view(3).armadas[1]
    assert (seen.back, seen.away) == (True, True)


@pytest.mark.rule("CN-3.6", "CN-2.9")
def test_its_wall_and_its_dagger_are_gone() -> None:
    sky = Sky(ships={1: "c3", 2: "c3"})
    sky.player(2).hull, sky.ship(2).wall, sky.ship(2).dagger = 1, True, 2
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight().play("token:combat")
    assert (sky.ship(2).wall, sky.ship(2).dagger) == (False, 0)
