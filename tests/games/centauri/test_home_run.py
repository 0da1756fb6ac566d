"""CN-4.1, CN-4.5, CN-4.9: Home Run."""

from __future__ import annotations

import pytest

from .table import Sky


def carrying(*numbers: int, players: int = 4) -> Sky:
    sky = Sky(players=players)
    for number in numbers:
        sky.ship(number).cargo = True
    return sky


@pytest.mark.rule("CN-4.1", "CN-2.5")
def test_a_module_at_the_own_starbase_is_five_points_and_two_astartium() -> None:
    sky = carrying(1).expand()
    assert (sky.points, sky.state.delivered) == ([5, 0], [1, 0])
    assert [sky.player(seat).astartium for seat in (1, 2, 3, 4)] == [4, 2, 2, 2]
    assert not sky.ship(1).cargo


@pytest.mark.rule("CN-4.1")
def test_nowhere_else() -> None:
    sky = carrying(1)
    sky.ship(1).pos = sky.place("d7")
    sky.expand()
    assert (sky.points, sky.ship(1).cargo) == ([0, 0], True)


@pytest.mark.rule("CN-4.9")
def test_deliveries_are_made_by_themselves_in_turn_order() -> None:
    sky = carrying(1, 2, 3, 4)
    sky.state.first = 2
    sky.expand()
    assert [event.a for event in sky.told("delivered")] == [2, 3, 0, 1]
    assert sky.points == [10, 10]


@pytest.mark.rule("CN-4.1")
def test_reports_bring_raiders_but_no_module() -> None:
    sky = Sky()
    before = sky.modules
    sky.any_dice().next_report(1).next_round()
    assert sky.modules == before
    assert sky.raiders


@pytest.mark.rule("CN-4.1")
def test_nobody_moves_into_the_jumpgate_but_whoever_is_there_moves_out() -> None:
    sky = Sky(ships={1: "d4", 3: "c3"})
    sky.move(3)
    assert "d4" not in sky.opened("fly")
    sky.move(1)
    assert sky.opened("fly") == {"c3", "c4", "e3", "e4", "d3", "d5"}


@pytest.mark.rule("CN-4.5")
def test_19_points_by_deliveries_win() -> None:
    sky = carrying(1)
    sky.points[0] = 14
    sky.expand()
    assert (sky.over, sky.state.winner) == (True, 0)
    assert sky.state.score() == [1.0, 0.0, 1.0, 0.0]


@pytest.mark.rule("CN-4.5")
def test_deliveries_of_one_expand_are_counted_together() -> None:
    sky = carrying(1, 2, 4)
    sky.points[:] = [15, 14]
    sky.expand()
    assert sky.points == [20, 24]
    assert sky.state.winner == 1, "although seat 1 delivered first"


@pytest.mark.rule("CN-4.5", "CN-4.4")
def test_equal_points_are_decided_by_kills_then_levels() -> None:
    sky = carrying(1, 2)
    sky.points[:] = [14, 14]
    sky.state.kills[1] = 1
    assert sky.expand().state.winner == 1
    sky = carrying(1, 2)
    sky.points[:] = [14, 14]
    sky.player(3).lab = 1
    assert sky.expand().state.winner == 0


@pytest.mark.rule("CN-4.5")
def test_if_all_is_equal_the_game_goes_on() -> None:
    sky = carrying(1, 2)
    sky.points[:] = [14, 14]
    sky.expand()
    assert (sky.points, sky.told("won"), sky.told("drawn")) == ([19, 19], [], [])


@pytest.mark.rule("CN-4.5")
def test_a_kill_ends_it_at_once_in_the_middle_of_a_fight() -> None:
    sky = Sky(ships={1: "c3", 2: "c3", 4: "c3"})
    sky.player(2).hull = 1
    sky.points[:] = [17, 18]
    sky.roll(6, 2, 1).encounter().all_fight()
    sky.roll(6, 6).play("target:2")
    assert (sky.over, sky.state.winner) == (True, 0)
    assert sky.told("won")[0].rule == "CN-4.5"


@pytest.mark.rule("CN-4.1")
def test_a_raider_gives_no_points() -> None:
    sky = Sky(ships={1: "c1"}, raiders={"c1": 1}).roll(6, 1, 6, 6).encounter()
    assert sky.points == [0, 0]
