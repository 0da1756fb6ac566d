"""CN-4.2, CN-4.9, CN-4.10, CN-4.12: Interstellar Conflict."""

from __future__ import annotations

import pytest

from harena.core.bits import members_of

from .table import FROZEN, INTERSTELLAR, Sky

# In the frozen pack report 2 names the module pair e4 e6 and the Raider pair d5 d6.


def sky_over_the_hole(**ships: str) -> Sky:
    sky = Sky(INTERSTELLAR, ships={int(number[1:]): sector for number, sector in ships.items()})
    for seat in (1, 2, 3, 4):
        player = sky.player(seat)
        player.speed, player.combat, player.shield = 3, 2, 2
        player.combat_tokens = player.exploration_tokens = 0
    return sky


@pytest.mark.rule("CN-4.2")
def test_retaliation_leaves_one_module_in_the_black_hole() -> None:
    sky = sky_over_the_hole(a1="b4")
    sky.ship(1).cargo = True
    sky.modules = ["e5", "a4", "e5"]
    sky.any_dice().next_report(2).next_round()
    assert sky.modules == ["c5"]
    assert not any(armada.cargo for armada in sky.state.armadas)


@pytest.mark.rule("CN-4.2")
def test_a_report_puts_two_sectors_in_harmony_until_the_next_one() -> None:
    sky = sky_over_the_hole().any_dice().next_report(2).next_round()
    assert sky.names(sky.state.harmony) == {"e4", "e6"}
    assert sky.raiders == {"d5": 1, "d6": 1}
    sky.any_dice().next_report(1).next_round()
    assert sky.names(sky.state.harmony) == {"b4", "b5"}


@pytest.mark.rule("CN-4.2", "CN-2.5")
def test_a_module_is_five_points_at_home_and_eight_in_harmony() -> None:
    sky = sky_over_the_hole(a1="d4", a2="e6")
    sky.state.harmony = 1 << sky.place("e4") | 1 << sky.place("e6")
    sky.ship(1).cargo = sky.ship(2).cargo = True
    sky.expand()
    assert sky.points == [5, 8]
    assert [sky.player(seat).astartium for seat in (1, 2)] == [2, 2]
    assert "e6" not in sky.modules


@pytest.mark.rule("CN-4.9")
def test_harmony_counts_even_at_a_starbase() -> None:
    sky = sky_over_the_hole(a1="d4")
    sky.state.harmony = 1 << sky.place("d4")
    sky.ship(1).cargo = True
    sky.expand()
    assert sky.points == [8, 0]


@pytest.mark.rule("CN-4.2")
def test_at_the_others_starbase_a_module_is_worth_nothing() -> None:
    sky = sky_over_the_hole(a1="d7")
    sky.ship(1).cargo = True
    sky.expand()
    assert (sky.points, sky.ship(1).cargo) == ([0, 0], True)


@pytest.mark.rule("CN-4.10")
def test_the_black_hole_is_no_raider_sector() -> None:
    map = next(one for one in FROZEN.scenarios if one.id == INTERSTELLAR).map
    named = {sector for pair in map.raider_pairs for sector in members_of(pair)}
    assert map.hole not in named


@pytest.mark.rule("CN-4.10")
def test_a_dropped_module_may_be_taken_by_anyone_until_the_next_retaliation() -> None:
    sky = sky_over_the_hole(a1="d5", a2="d5")
    sky.ship(2).cargo, sky.player(2).hull = True, 1
    sky.modules = []
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight().play("token:combat")
    assert sky.modules == ["d5"]
    sky.move(1)
    assert "pick_up" in sky.open
    sky.any_dice().next_report(10).next_round()
    assert sky.modules == ["c5"]


@pytest.mark.rule("CN-4.12")
@pytest.mark.parametrize(("hull", "left"), [(8, 6), (3, 1), (2, 1), (1, 1)])
def test_the_black_hole_wears_its_guests_down_but_never_to_nothing(hull: int, left: int) -> None:
    sky = sky_over_the_hole(a1="c5", a2="b4")
    sky.player(1).hull = sky.player(2).hull = hull
    sky.after_fights()
    assert (sky.player(1).hull, sky.player(2).hull) == (left, hull)


@pytest.mark.rule("CN-4.12")
def test_only_in_interstellar() -> None:
    sky = Sky(ships={1: "b3"}).after_fights()
    assert sky.player(1).hull == 8


@pytest.mark.rule("CN-4.2")
def test_nobody_moves_or_destroys_the_bosses() -> None:
    sky = sky_over_the_hole(a1="d4")
    assert sky.names(sky.state.bosses) == {"c3", "d3", "e3"}
    sky.encounter()
    assert sky.told("battle") == []
    sky.state.raiders[1] = 1 << sky.place("c4")
    sky.player(1).hand = FROZEN.cards[1].cards & -FROZEN.cards[1].cards
    sky.move(1).play("play:pushback")
    assert sky.opened("sector") == {"b4", "c5"}, "neither c3 with its Boss nor b3, a Thick Nebula"


@pytest.mark.rule("CN-4.10", "CN-1.4")
def test_a_raider_that_is_pushed_into_the_black_hole_guards_the_module() -> None:
    sky = Sky(INTERSTELLAR, ships={1: "d4", 3: "c5"}, raiders={"c4": 1}, hands={1: "pushback"})
    sky.modules = ["c5"]
    sky.move(1).play("play:pushback", "sector:c5")
    assert sky.raiders == {"c5": 1}
    assert "pick_up" not in sky.move(3).open
    for pair in sky.state.map.raider_pairs:
        assert "c5" not in sky.names(pair), "a report brings none there"


@pytest.mark.rule("CN-4.2", "CN-2.4")
def test_players_do_not_fight_at_either_starbase() -> None:
    assert Sky(INTERSTELLAR).names(Sky(INTERSTELLAR).state.scenario.peaceful) == {"d4", "d7"}


@pytest.mark.rule("CN-4.2")
def test_most_points_after_the_last_round_win() -> None:
    sky = Sky(INTERSTELLAR)
    sky.points[:] = [30, 31]
    sky.state.round = 10
    sky.next_round()
    assert sky.state.winner == 1
