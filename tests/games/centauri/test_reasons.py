"""Anyone who tries what is not open learns why, in a few words with the rule."""

from __future__ import annotations

import random
import re

import pytest

import harena
from harena.core.errors import ActionError
from harena.core.state import OVER
from harena.games.centauri import GAME

from .scene import Scene, moments
from .table import FROZEN, INTERSTELLAR, NEW_HOPE

GAMES = 9


@pytest.mark.rule("CN-2.3", "CN-4.1", "CN-4.2")
def test_flights() -> None:
    scene = Scene(players=2, ships={1: "c3"}).move(1)
    assert scene.why_not("fly:c3") == "it is already there"
    assert scene.why_not("fly:d4") == "nobody may enter it in this scenario (CN-4.1)"
    assert scene.why_not("fly:g4") == (
        "your movement points do not reach so far, or an enemy is in the way (CN-2.3)"
    )
    far = Scene(INTERSTELLAR, players=2, ships={1: "c4"}).move(1)
    assert far.why_not("fly:c3") == "nobody may enter it in this scenario (CN-4.2)"
    assert scene.why_not("spend") == "you have no Exploration token (CN-1.6)"
    walled = Scene(players=4, ships={1: "c3", 2: "c3"}, hands={1: "afterburner"})
    walled.ship(2).wall = True
    assert walled.move(1).why_not("fly:c4") == "an enemy lets nobody leave this sector (CN-2.9)"


@pytest.mark.rule("CN-1.4")
def test_modules() -> None:
    def at(sector: str, **rest: object) -> Scene:
        scene = Scene(players=2, ships={1: sector}, **rest)
        scene.modules = ["c3", "c3"]
        return scene

    assert at("c4").move(1).why_not("pick_up") == "no power module lies here (CN-1.4)"
    guarded = at("c3", raiders={"c3": 1})
    assert guarded.move(1).why_not("pick_up") == "a Raider or Boss guards it (CN-1.4)"
    loaded = at("c3")
    loaded.ship(2).cargo = True
    assert loaded.move(1).why_not("pick_up") == "you have one on board already (CN-1.4)"


@pytest.mark.rule("CN-1.2", "CN-1.5", "CN-1.9", "CN-2.9")
def test_cards_and_levels() -> None:
    scene = Scene(players=2, hands={1: "field_repairs afterburner salvage_rights long_range_scan"}).upkeep(1)
    assert scene.why_not("play:afterburner") == "it is a card for Movement (CN-1.5)"
    assert scene.why_not("play:field_repairs") == "your Hull is full (CN-1.2)"
    assert scene.why_not("play:blaze_of_glory") == "you do not hold this card (CN-1.5)"
    assert scene.why_not("discard:afterburner") == "you need not discard now (CN-1.9)"
    scene.play("play:salvage_rights")
    assert scene.why_not("play:long_range_scan") == "you have played a card in this Upkeep (CN-1.9)"
    scene.player(1).astartium = 1
    assert scene.why_not("starport") == "a level costs 2 Astartium (CN-1.2)"
    scene.player(1).starport = 6
    assert scene.why_not("starport") == "this track has only 6 levels (CN-1.2)"


@pytest.mark.rule("CN-2.9")
def test_movement_cards() -> None:
    hands = {1: "pushback spatial_disjunction afterburner"}
    scene = Scene(players=2, ships={1: "c3"}, hands=hands).move(1)
    assert scene.why_not("play:pushback") == "there is no Raider beside it that could be pushed (CN-2.9)"
    assert scene.why_not("play:spatial_disjunction") == (
        "there is nobody it could change places with (CN-2.9)"
    )
    scene.play("fly:c4")
    assert scene.why_not("play:afterburner") == "cards are played before the first step (CN-2.9)"


@pytest.mark.rule("CN-3.4", "CN-3.10")
def test_combat() -> None:
    scene = Scene(players=4, ships={1: "c3", 2: "c3", 4: "c3"}).any_dice(6, 3, 1).encounter().all_fight()
    assert scene.asking == "Engage"
    assert scene.why_not("target:3") == "it is no enemy in this combat (CN-3.4)"
    flees = Scene(players=4, ships={1: "c3", 2: "c3"}).any_dice(6, 1).encounter().play("flee")
    assert flees.asking == "FleeTo"
    assert flees.why_not("fly:g4") == "you flee to the next sector (CN-3.10)"
    assert flees.why_not("fly:d4") == "nobody may enter it in this scenario (CN-4.1)"


@pytest.mark.rule("CN-4.3", "CN-4.8")
def test_a_new_hope() -> None:
    scene = Scene(NEW_HOPE, players=4, ships={1: "b4"})
    scene.player(1).combat_tokens = 1
    scene.after_fights()
    assert scene.why_not("number:3") == "you do not have so many (CN-4.8)"
    convoy = Scene(NEW_HOPE, players=4)
    convoy.state.points[:] = [5, 0]
    assert convoy.expand().why_not("sector:g4") == (
        "the Convoy goes to a sector nearer to your Starbase, without a Raider (CN-4.3)"
    )


def test_a_match_says_it_in_its_refusal() -> None:
    match = harena.new("centauri", seed=1)
    while match.view(match.state.seat).asking not in ("Orders", "Fly"):
        match.play(match.legal()[0])
    before = match.state.key()
    with pytest.raises(ActionError, match=r"fly:d4.*nobody may enter it in this scenario \(CN-4\.1\)"):
        match.play("fly:d4")
    assert match.state.key() == before


def test_every_reason_of_random_games_is_a_few_words() -> None:
    numbers = [
        stretch.start + n for stretch in GAME.actions(FROZEN).stretches for n in range(len(stretch.members))
    ]
    said: set[str] = set()
    for seed in range(GAMES):
        luck = random.Random(seed)
        for state in moments(FROZEN, seed):
            if state.seat != OVER:
                legal = state.legal()
                said |= {GAME.why_not(state, n) for n in luck.sample(numbers, 12) if n not in legal}
    assert len(said) > 15
    for reason in said - {""}:
        assert re.fullmatch(r"[a-z][^_.]*( \(CN-[\d.]+\))?", reason), reason
