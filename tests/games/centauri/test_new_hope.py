"""CN-4.3, CN-4.7, CN-4.8, CN-4.11: A New Hope. Starbases stand on b1 and f5, the Convoy starts on d4."""

from __future__ import annotations

import pytest

from .table import NEW_HOPE, Sky

# --- reports


@pytest.mark.rule("CN-4.3")
def test_a_report_first_raises_the_raiders_of_its_colour() -> None:
    sky = Sky(NEW_HOPE)
    amber = sky.names(sky.state.map.of_colour[0])
    assert {"a4", "b3", "g4", "g1"} <= amber
    assert "b2" not in amber
    sky.state.raiders[1] = 1 << sky.place("b3") | 1 << sky.place("b2")
    sky.state.raiders[3] = 1 << sky.place("g4")
    sky.any_dice().next_report(1).next_round()
    assert sky.raiders == {"b3": 2, "b2": 1, "g4": 3, "a4": 1, "g1": 1}, "a4 and g1 are new, so not raised"


@pytest.mark.rule("CN-4.3")
def test_no_modules_lie_about() -> None:
    sky = Sky(NEW_HOPE).any_dice().next_report(1).next_round()
    assert sky.modules == []


# --- victory points


@pytest.mark.rule("CN-4.3")
def test_a_raider_is_a_point_and_an_armada_four() -> None:
    sky = Sky(NEW_HOPE, ships={1: "c1"}, raiders={"c1": 1}).roll(6, 1, 6, 6).encounter()
    assert sky.points == [1, 0]
    sky = Sky(NEW_HOPE, ships={1: "c3", 2: "c3"})
    sky.player(2).hull = 1
    sky.roll(6, 1).encounter()
    sky.roll(6, 6).all_fight()
    assert sky.points == [4, 0]


@pytest.mark.rule("CN-4.3", "CN-4.8")
def test_tokens_are_traded_on_the_red_and_blue_thick_nebula() -> None:
    sky = Sky(NEW_HOPE, ships={1: "b4", 2: "f2", 3: "a3"})
    for seat in (1, 2, 3, 4):
        sky.player(seat).combat_tokens, sky.player(seat).exploration_tokens = 2, 1
    sky.after_fights()
    assert (sky.asking, sky.asked, sky.opened("number")) == ("Trade", 1, {"0", "1", "2"})
    sky.play("number:2")
    assert (sky.asked, sky.opened("number")) == (1, {"0", "1"})
    sky.play("number:1")
    assert sky.asked == 2
    sky.play("number:0", "number:1")
    assert sky.over, "nobody else stands there"
    assert sky.points == [6, 2]
    assert [sky.tokens(seat) for seat in (1, 2, 3, 4)] == [(0, 0), (2, 0), (2, 1), (2, 1)]


@pytest.mark.rule("CN-4.8")
def test_traders_come_in_turn_order() -> None:
    sky = Sky(NEW_HOPE, ships={1: "b4", 2: "b4", 3: "f2"})
    for seat in (1, 2, 3):
        sky.player(seat).combat_tokens = 1
    sky.state.first = 1
    sky.after_fights()
    order = []
    while not sky.over:
        order.append(sky.asked)
        sky.play("number:0")
    assert order == [2, 3, 1]


@pytest.mark.rule("CN-4.8")
def test_at_most_nine_of_a_kind_at_a_time() -> None:
    sky = Sky(NEW_HOPE, ships={1: "b4"})
    sky.player(1).combat_tokens = 12
    sky.after_fights()
    assert sky.opened("number") == set("0123456789")


@pytest.mark.rule("CN-4.3", "CN-4.11")
def test_trading_comes_before_the_raiders_move_and_both_before_expand() -> None:
    sky = Sky(NEW_HOPE, ships={1: "b4"}, raiders={"a1": 3})
    sky.player(1).combat_tokens = 2
    sky.after_fights()
    assert sky.asking == "Trade"
    sky.play("number:2")
    assert sky.points == [1, 0], "4 for the tokens, 3 taken by the Raider"
    sky.expand()
    assert sky.told("persuaded")[0].b == 1, "what Raiders took is gone before the sides are compared"


# --- the Convoy


def convoy(*points: int, at: str = "d4", players: int = 4, raiders: dict[str, int] | None = None) -> Sky:
    sky = Sky(NEW_HOPE, players, raiders=raiders)
    sky.points[:] = points
    sky.state.convoy = sky.place(at)
    return sky.expand()


@pytest.mark.rule("CN-4.3")
def test_with_equal_points_the_convoy_stays_and_the_points_are_gone() -> None:
    sky = convoy(5, 5)
    assert (sky.over, sky.convoy, sky.points) == (True, "d4", [0, 0])


@pytest.mark.rule("CN-4.3")
def test_what_is_left_over_moves_it_strictly_nearer() -> None:
    sky = convoy(7, 3)
    assert (sky.asking, sky.asked, sky.opened("sector")) == ("ConvoyStep", 1, {"c3", "d3"})
    sky.play("sector:d3")
    assert sky.points == [0, 0]
    assert sky.convoy in ("d3", "c2", "d2")


@pytest.mark.rule("CN-4.7")
@pytest.mark.parametrize(("players", "rate"), [(2, 2), (4, 2), (6, 3)])
def test_a_step_costs_the_sectors_cost_times_two_or_three(players: int, rate: int) -> None:
    sky = convoy(2 * rate, 0, at="d3", players=players)
    while not sky.over:
        sky.play(min(sky.open))
    steps = [(sky.name(event.b), event.c) for event in sky.told("convoy")]
    assert steps == [("c2", 0)], "a Nebula: twice the rate"


@pytest.mark.rule("CN-4.3")
def test_the_first_step_is_always_made() -> None:
    sky = convoy(1, 0, at="d3")
    assert sky.convoy == "c2"
    assert sky.over, "but no second"


@pytest.mark.rule("CN-4.3")
def test_it_goes_on_while_the_points_reach() -> None:
    sky = convoy(0, 6, at="e4")
    assert sky.opened("sector") == {"e5", "f4"}
    sky.play("sector:f4")
    assert sky.state.winner == 1, "f4 for 2, f5 for 2"


@pytest.mark.rule("CN-4.3")
def test_it_never_enters_a_sector_with_a_raider() -> None:
    sky = convoy(7, 0, raiders={"c3": 1})
    assert sky.told("convoy")[0].b == sky.place("d3")
    sky = convoy(7, 0, raiders={"c3": 1, "d3": 2})
    assert (sky.convoy, sky.points) == ("d4", [0, 0])
    assert sky.told("convoy_stays")


@pytest.mark.rule("CN-4.3")
def test_a_raider_in_its_own_sector_adds_its_level_to_the_cost_of_leaving() -> None:
    free = convoy(5, 0, at="c1")
    assert free.state.winner == 0, "one step from b1"
    sky = convoy(9, 0, at="c3", raiders={"c3": 3})
    assert sky.opened("sector") == {"b2", "c2"}
    sky.play("sector:b2")
    assert sky.told("convoy")[0].c == 9 - 3 - 2 * 1


@pytest.mark.rule("CN-4.7")
def test_the_first_player_in_turn_order_of_the_team_chooses_the_way() -> None:
    for first, points, asked in (
        (0, (9, 0), 1),
        (1, (9, 0), 3),
        (2, (9, 0), 3),
        (3, (9, 0), 1),
        (3, (0, 9), 4),
    ):
        sky = Sky(NEW_HOPE)
        sky.state.first = first
        sky.points[:] = points
        sky.expand()
        assert sky.asked == asked


@pytest.mark.rule("CN-4.3")
def test_the_team_whose_starbase_it_reaches_wins() -> None:
    sky = convoy(0, 1, at="f4")
    assert (sky.over, sky.state.winner) == (True, 1)
    assert sky.told("won")[0].b == 1
    assert sky.convoy == "f5"


@pytest.mark.rule("CN-4.3")
def test_after_the_last_round_the_nearer_starbase_wins() -> None:
    for at, winner in (("c2", 0), ("e4", 1)):
        sky = Sky(NEW_HOPE)
        sky.state.convoy, sky.state.round = sky.place(at), 10
        sky.next_round()
        assert sky.state.winner == winner


@pytest.mark.rule("CN-4.3")
def test_if_equal_more_armadas_destroyed_then_more_raiders_then_a_draw() -> None:
    for kills, hunted, winner in (([0, 1], [5, 0], 1), ([2, 2], [3, 1], 0), ([1, 1], [2, 2], -1)):
        sky = Sky(NEW_HOPE)
        sky.state.kills[:], sky.state.hunted[:], sky.state.round = kills, hunted, 10
        sky.points[:] = [0, 0]
        sky.next_round()
        assert sky.state.winner == winner
    assert sky.state.score() == [0.5] * 4


@pytest.mark.rule("CN-4.11")
def test_raiders_move_after_the_fights_so_they_are_met_next_round() -> None:
    sky = Sky(NEW_HOPE, ships={1: "a3"}, raiders={"a4": 1}).roll(1).after_fights()
    assert sky.raiders == {"a3": 1}
    assert sky.told("battle") == []
