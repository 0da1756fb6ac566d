"""CN-2.1, CN-2.5 to CN-2.7: the round and its Events."""

from __future__ import annotations

import pytest

from .table import HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS, Sky, start

# In the frozen deck report 1 names pair 1 of both kinds, report 10 pair 4 of modules and no Raiders.


@pytest.mark.rule("CN-2.6")
def test_the_first_player_token_passes_each_round_and_seats_go_clockwise() -> None:
    sky = Sky(players=6)
    assert sky.state.first == 0
    for expected in (1, 2, 3):
        sky.any_dice().next_report(10).next_round()
        assert (sky.state.first, sky.asked) == (expected, expected + 1)
    order: list[int] = []
    while sky.asking in ("Upkeep", "DropCard"):
        if sky.asking == "Upkeep" and (not order or order[-1] != sky.asked):
            order.append(sky.asked)
        sky.play("finish" if sky.asking == "Upkeep" else min(sky.open))
    assert order == [4, 5, 6, 1, 2, 3]


@pytest.mark.rule("CN-2.6")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_game_ends_after_the_last_round(scenario: str, rounds: int) -> None:
    state = start(scenario, 4, max_rounds=rounds)
    while state.seat >= 0:
        state.play(state.legal()[0])
    told = [event.a for event in state.journal or [] if event.kind == "round"]
    assert told == list(range(1, rounds + 1))
    assert (state.journal or [])[-1].kind in ("won", "drawn")


@pytest.mark.rule("CN-2.6")
def test_ten_rounds_unless_fewer_are_agreed_on() -> None:
    assert start().setting.rounds == 10


@pytest.mark.rule("CN-2.1", "CN-2.2", "CN-2.5")
def test_the_phases_of_a_round_come_in_order() -> None:
    sky = Sky(players=2, ships={1: "f1"}).any_dice().next_report(1).next_round()
    kinds = [event.kind for event in sky.state.journal]
    assert kinds.index("round") < kinds.index("report") < kinds.index("raider") < kinds.index("drew")
    phases = [sky.view(1).phase]
    while sky.state.round == 2 and not sky.over:
        sky.play(min(sky.open - {"flee"}))
        if sky.state.round == 2 and not sky.over and sky.view(1).phase != phases[-1]:
            phases.append(sky.view(1).phase)
    assert phases == [phase for phase in ("upkeep", "movement", "encounter", "expand") if phase in phases]
    assert phases[:2] == ["upkeep", "movement"]


@pytest.mark.rule("CN-2.1", "CN-2.7")
def test_raiders_appear_at_level_one_on_the_reports_pair() -> None:
    sky = Sky().any_dice().next_report(1).next_round()
    assert sky.raiders == {"c2": 1, "e5": 1}


@pytest.mark.rule("CN-2.1", "CN-2.7")
def test_some_reports_bring_no_raider() -> None:
    sky = Sky().any_dice().next_report(10).next_round()
    assert sky.raiders == {}


@pytest.mark.rule("CN-2.1", "CN-3.7")
def test_on_a_raider_they_surge_but_not_above_three() -> None:
    sky = Sky(raiders={"c2": 2, "e5": 3}).any_dice().next_report(1).next_round()
    assert sky.raiders == {"c2": 3, "e5": 3}
    assert [(event.a, event.b) for event in sky.told("surged")] == [
        (sky.place("c2"), 3),
        (sky.place("e5"), 3),
    ]


@pytest.mark.rule("CN-2.1")
@pytest.mark.parametrize("what", ["Starbase", "Boss"])
def test_no_raider_appears_at_a_starbase_or_with_a_boss(what: str) -> None:
    sky = Sky()
    if what == "Boss":
        sky.state.bosses |= 1 << sky.place("c2")
    else:
        sky.state.homes[0] = sky.place("c2")
    sky.any_dice().next_report(1).next_round()
    assert sky.raiders == {"e5": 1}


@pytest.mark.rule("CN-2.1", "CN-4.2")
def test_no_raider_appears_where_nobody_may_enter() -> None:
    sky = Sky(INTERSTELLAR)
    assert sky.state.off_limits() & sky.state.scenario.closed == sky.state.scenario.closed
    assert sky.state.off_limits() >> sky.place("d4") & 1, "nor on the Jumpgate"


@pytest.mark.rule("CN-2.1")
def test_an_empty_report_deck_is_shuffled_anew() -> None:
    sky = Sky(players=2)
    sky.state.reports, sky.state.reported = [], (1 << 12) - 1
    sky.any_dice().next_round()
    assert len(sky.state.reports) == 11
    assert sky.state.report not in sky.state.reports
    assert sky.state.reported == 1 << sky.state.report


@pytest.mark.rule("CN-2.1")
def test_every_report_comes_once_before_any_comes_again() -> None:
    state = start(HOME_RUN, 2, seed=5)
    while state.seat >= 0:
        state.play(state.legal()[0])
    drawn = [event.a for event in state.journal or [] if event.kind == "report"]
    assert len(drawn) == len(set(drawn)) == 10


@pytest.mark.rule("CN-2.7")
def test_a_raider_appears_where_an_armada_and_a_module_are() -> None:
    sky = Sky(ships={1: "c2"})
    sky.modules = ["c2"]
    sky.any_dice().next_report(1).next_round()
    assert sky.raiders["c2"] == 1
    sky.move(1)
    assert "pick_up" not in sky.open, "the module cannot be taken while it stays"


@pytest.mark.rule("CN-2.7", "CN-4.3")
def test_a_new_hope_uses_the_module_pair_for_raiders() -> None:
    sky = Sky(NEW_HOPE).any_dice().next_report(1).next_round()
    assert sky.raiders == {"a4": 1, "g1": 1}
