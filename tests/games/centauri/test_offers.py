"""What the form for Centauri Arena offers: the scenarios that the pack has."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.fitting import FittedOption, fit, fitted_options, in_players_words
from harena.games.centauri import GAME
from harena.games.centauri.words.offers import picture_of_map

STANDARD, JOINED = GAME.pack(), GAME.pack("standard+rift")


def form(pack: Any = STANDARD, **chosen: Any) -> dict[str, FittedOption]:
    options = fit(GAME, pack, chosen)
    return {one.field.name: one for one in fitted_options(GAME, pack, options)}


@pytest.mark.rule("CN-5.1")
@pytest.mark.parametrize("pack", [STANDARD, JOINED], ids=lambda pack: pack.name)
def test_every_scenario_has_its_name_what_it_is_about_and_its_map(pack: Any) -> None:
    offered = form(pack)["scenario"].choices
    assert [one.value for one in offered] == ["", *(scenario.id for scenario in pack.scenarios[1:])]
    for one, scenario in zip(offered, pack.scenarios, strict=True):
        assert one.label == scenario.name
        assert one.about == f"{scenario.about} {scenario.aim}"
        assert one.picture == picture_of_map(scenario.map.id)
    for scenario in pack.scenarios:
        game = GAME.start(pack, fit(GAME, pack, {"scenario": scenario.id}), fast_dice(1))
        assert game.scenario.id == scenario.id


@pytest.mark.rule("CN-5.1")
def test_the_first_scenario_is_played_unless_somebody_names_another() -> None:
    for pack in (STANDARD, GAME.pack("rift"), JOINED):
        assert form(pack)["scenario"].value == ""
        assert GAME.start(pack, GAME.options(), fast_dice(1)).scenario is pack.scenarios[0]
    assert ("Scenario", "Home Run") in in_players_words(GAME, STANDARD, GAME.options())
    assert form(scenario="home_run")["scenario"].value == "home_run", "it may be named all the same"
    assert ("Scenario", "Home Run") in in_players_words(GAME, STANDARD, GAME.options(scenario="home_run"))
    assert not form(GAME.pack("rift"))["scenario"].is_open, "there is nothing to choose"
    assert form(scenario="smugglers_run")["scenario"].value == "", "it is in another box"
    assert ("Scenario", "A New Hope") in in_players_words(
        GAME, STANDARD, fit(GAME, STANDARD, {"scenario": "new_hope"})
    )


@pytest.mark.rule("CN-5.1")
def test_open_hands_are_asked_for_where_there_are_team_mates() -> None:
    assert not form(players=2)["open_hands"].applies
    assert form(players=2, open_hands=True)["open_hands"].value is False
    assert form(players=4)["open_hands"].applies
    assert form(players=6, open_hands=True)["open_hands"].value is True


@pytest.mark.rule("CN-5.1")
def test_a_scenario_that_is_not_there_is_refused_in_a_sentence() -> None:
    options = GAME.options(scenario="tea")
    with pytest.raises(OptionError, match=r"no 'tea'\. It can be: home_run, interstellar, new_hope"):
        GAME.start(STANDARD, options, fast_dice(1))
    assert list(GAME.known(JOINED)["scenario"].names) == [one.id for one in JOINED.scenarios]
