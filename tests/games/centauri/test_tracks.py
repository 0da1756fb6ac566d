"""CN-1.2, CN-2.2, CN-2.8: Upkeep, and what levels give."""

from __future__ import annotations

import pytest

from .table import FROZEN, Sky

STARPORT = ((2, 2, 2), (2, 3, 2), (2, 3, 4), (2, 3, 4), (2, 4, 4), (3, 5, 5))  # Speed, Combat, Shield
LAB = ((3, 2, 2), (3, 2, 2), (4, 2, 2), (4, 2, 2), (4, 2, 2), (5, 3, 3))


def attributes(sky: Sky, seat: int = 1) -> tuple[int, int, int]:
    player = sky.player(seat)
    return int(player.speed), int(player.combat), int(player.shield)


@pytest.mark.rule("CN-1.2")
def test_levels_of_the_starport() -> None:
    sky = Sky()
    sky.player(1).astartium = 12
    sky.upkeep(1)
    tokens = []
    for expected in STARPORT:
        sky.play("starport")
        assert attributes(sky) == expected
        tokens.append(sky.tokens(1))
    assert tokens == [(2, 0), (2, 0), (2, 0), (4, 0), (4, 0), (4, 0)]
    assert sky.player(1).astartium == 0
    assert sky.player(1).starport == 6


@pytest.mark.rule("CN-1.2")
def test_levels_of_the_research_lab() -> None:
    sky = Sky()
    sky.player(1).astartium = 12
    sky.upkeep(1)
    cards = []
    for expected in LAB:
        sky.play("lab")
        assert attributes(sky) == expected
        cards.append(len(sky.hand(1)))
    assert cards == [1, 3, 3, 3, 5, 5], "one from Upkeep, two from levels two and five"
    assert sky.tokens(1) == (0, 2)


@pytest.mark.rule("CN-1.2")
def test_a_level_costs_two_astartium_and_a_track_has_six() -> None:
    sky = Sky()
    assert sky.player(1).astartium == 2
    sky.upkeep(1).play("lab")
    assert sky.player(1).astartium == 0
    assert sky.open == {"finish"} | {one for one in sky.open if one.startswith("play")}
    sky = Sky()
    sky.player(1).astartium, sky.player(1).starport = 9, 6
    sky.upkeep(1)
    assert "starport" not in sky.open
    assert "lab" in sky.open


@pytest.mark.rule("CN-1.2")
def test_attributes_stay_within_ten() -> None:
    sky = Sky()
    sky.player(1).shield, sky.player(1).starport, sky.player(1).astartium = 9, 2, 2
    sky.upkeep(1).play("starport")
    assert sky.player(1).shield == 10
    top = [
        sum(gain.n for level in track.levels for gain in level if gain.what == 1) for track in FROZEN.tracks
    ]
    assert 2 + sum(top) <= 10


@pytest.mark.rule("CN-1.2")
def test_hull_never_grows() -> None:
    sky = Sky(hands={1: "field_repairs"})
    sky.player(1).hull = 7
    sky.upkeep(1).play("play:field_repairs")
    assert sky.player(1).hull == 8


@pytest.mark.rule("CN-2.2", "CN-2.8")
def test_in_upkeep_everybody_draws_first() -> None:
    sky = Sky().next_cards("pushback").upkeep(1)
    assert sky.asking == "Upkeep"
    assert sky.hand(1) == ["pushback"]
    assert sky.told("drew")[0].a == 0


@pytest.mark.rule("CN-2.8")
def test_levels_and_one_card_in_any_order() -> None:
    sky = Sky(hands={1: "salvage_rights salvage_rights"}).next_cards("afterburner").upkeep(1)
    assert sky.open == {"finish", "starport", "lab", "play:salvage_rights"}, "a Movement card waits"
    sky.play("starport")
    assert sky.player(1).astartium == 0
    sky.play("play:salvage_rights")
    assert sky.player(1).astartium == 2
    assert sky.open == {"finish", "starport", "lab"}, "no second card"
    sky.play("lab")
    assert sky.over, "nothing more can be done"
    assert (sky.player(1).starport, sky.player(1).lab) == (1, 1)


@pytest.mark.rule("CN-2.8")
def test_upkeep_is_asked_whatever_the_hand_holds() -> None:
    sky = Sky().next_cards("afterburner")
    sky.player(1).astartium = 0
    sky.upkeep(1)
    assert (sky.asking, sky.open) == ("Upkeep", {"finish"}), "or everybody knew what was drawn"
    assert sky.state.hidden
