"""Every kind of event in its own words, for whoever did it and for the others."""

from __future__ import annotations

import random

import pytest

import harena
from harena.core.glimpse import NOTHING
from harena.core.state import SPECTATOR
from harena.core.view import Told
from harena.games.centauri.pack.content import GAIN_COMBAT, GAIN_COMBAT_TOKENS
from harena.games.centauri.state import FOE
from harena.games.centauri.view import Cast, Role
from harena.games.centauri.words.told import ArenaTeller

from .scene import NAMES, Scene
from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE

C3, D4 = (FROZEN.scenarios[0].map.field.names.index(name) for name in ("c3", "d4"))
KINDS = [card.id for card in FROZEN.cards]
AFTERBURNER = KINDS.index("afterburner")
BOSS_LEVEL = 4


def cast(players: int, scenario: str = HOME_RUN) -> Cast:
    return tuple(Role(scenario, 2 if players == 2 else 1, ("d1", "d7")) for _ in range(players))


def told(
    kind: str,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    *,
    viewer: int = SPECTATOR,
    players: int = 4,
    scenario: str = HOME_RUN,
    cause: str = "",
    by: int = -1,
    secret: int | None = None,
    dice: tuple[int, ...] = (),
) -> str:
    event = Told(0, kind, "", a, b, c, secret, False, cause, by, dice)
    return ArenaTeller(FROZEN, NAMES, cast(players, scenario), viewer).tell(event)


# --- who is who


@pytest.mark.rule("CN-1.7", "CN-1.12")
@pytest.mark.parametrize(
    ("players", "viewer", "text"),
    [
        (4, SPECTATOR, "Cy flies to c3 for 2 movement points."),
        (4, 2, "You fly to c3 for 2 movement points."),
        (4, 0, "Cy flies to c3 for 2 movement points."),
        (2, SPECTATOR, "Bo's first armada flies to c3 for 2 movement points."),
        (2, 1, "Your first armada flies to c3 for 2 movement points."),
    ],
)
def test_an_armada_goes_by_its_player_or_by_its_number(players: int, viewer: int, text: str) -> None:
    assert told("flew", 2, C3, 2, players=players, viewer=viewer, cause="move") == text


@pytest.mark.rule("CN-1.12")
@pytest.mark.parametrize(
    ("players", "viewer", "text"),
    [
        (2, SPECTATOR, "Ann gets 2 victory points for destroying an armada, which makes 7."),
        (2, 0, "You get 2 victory points for destroying an armada, which makes 7."),
        (2, 1, "Ann gets 2 victory points for destroying an armada, which makes 7."),
        (6, SPECTATOR, "Ann, Cy and Ed get 2 victory points for destroying an armada, which makes 7."),
        (6, 4, "Your team gets 2 victory points for destroying an armada, which makes 7."),
        (6, 3, "The other team gets 2 victory points for destroying an armada, which makes 7."),
    ],
)
def test_a_team_goes_by_its_players_or_by_its_side(players: int, viewer: int, text: str) -> None:
    assert told("points", 0, 2, 7, players=players, viewer=viewer, cause="kill") == text


@pytest.mark.rule("CN-1.1")
def test_sectors_with_a_name_have_it() -> None:
    assert told("returned", 0, D4) == "Ann returns to the Jumpgate (d4) with a full Hull."
    assert told("fled", 0, C3) == "Ann gets away to c3."


# --- the set-up and Upkeep


def test_the_set_up_is_told() -> None:
    assert told("first_player", 1) == "Bo is the first player."
    assert told("first_player", 1, viewer=1) == "You are the first player."
    assert told("dealt_open", 0, AFTERBURNER) == "Ann is dealt Afterburner, face up."
    assert told("picked_side", 1, 1, C3, players=2) == "Bo picks the start at c3."
    assert told("picked_side", 1, 1, C3, viewer=1) == "You pick the start at c3 for your team."
    assert told("stationed", 0, C3, viewer=1) == "The other team's Starbase stands at c3."
    assert told("levelled", 0, 0, 3, cause="spread") == "Ann starts with Starport level 3."
    assert told("levelled", 0, 1, 3, cause="bought") == "Ann buys Research Lab level 3."
    assert told("gained", 0, GAIN_COMBAT, 1) == "Ann's Combat rises by 1."
    assert told("gained", 0, GAIN_COMBAT_TOKENS, 2, viewer=0) == "You get 2 Combat tokens."


@pytest.mark.rule("CN-1.5")
def test_a_card_that_is_drawn_is_named_to_those_who_see_it() -> None:
    assert told("drew", 0, 3) == "Ann draws a card."
    assert told("drew", 0, 3, viewer=0, secret=AFTERBURNER) == "You draw Afterburner."
    assert told("drew", 0, 3, viewer=2, secret=AFTERBURNER) == "Ann draws Afterburner."
    assert told("no_card", 0, viewer=0) == "You draw nothing: no card is left."


def test_a_card_is_played_for_an_armada_where_that_matters() -> None:
    assert told("played", 0, AFTERBURNER, 0) == "Ann plays Afterburner."
    assert told("played", 0, AFTERBURNER, 1, players=2) == "Ann plays Afterburner for the second armada."
    assert told("played", 0, AFTERBURNER, -1, players=2) == "Ann plays Afterburner."


@pytest.mark.rule("CN-1.6", "CN-3.11")
@pytest.mark.parametrize(
    ("cause", "kind", "text"),
    [
        ("point", 1, "Ann spends an Exploration token for a movement point."),
        ("evade", 1, "Ann spends an Exploration token to roll the Evade again."),
        ("die", 0, "Ann spends a Combat token for one more die."),
        ("reroll", 0, "Ann spends a Combat token to roll the misses again."),
    ],
)
def test_a_token_is_told_with_what_it_was_spent_for(cause: str, kind: int, text: str) -> None:
    assert told("spent_token", 0, kind, 0, cause=cause) == text


# --- Events and Raiders


@pytest.mark.rule("CN-2.1", "CN-4.3")
def test_a_report_is_told_with_what_counts() -> None:
    assert told("report", 2, 1) == "Scanning Report 3 is drawn."
    assert told("report", 2, 1, scenario=NEW_HOPE) == "Scanning Report 3: its colour is green."
    assert told("harmony", 0, scenario=INTERSTELLAR) == "B4 and b5 are in harmony this round."
    assert told("raider", C3, 1) == "A level 1 Raider appears at c3."
    assert told("surged", C3, 3) == "The Raiders at c3 surge into one of level 3."
    assert told("raider_moved", C3, D4, 2) == "A level 2 Raider moves from c3 to the Jumpgate (d4)."
    assert told("raider_raids", 0, 2, 1, viewer=0) == (
        "The level 2 Raider raids your team's Starbase: 1 victory point is left."
    )


# --- combat


@pytest.mark.rule("CN-3.1", "CN-3.7")
def test_the_foe_is_a_raider_or_a_boss() -> None:
    assert told("battle", C3, 0) == "Combat between the teams at c3."
    assert told("battle", C3, 0, players=2, viewer=1) == "Combat between Ann and you at c3."
    assert told("battle", C3, 2) == "Combat with a level 2 Raider at c3."
    assert told("battle", C3, BOSS_LEVEL) == "Combat with the Boss at c3."
    assert told("initiative", FOE, 5, by=1, dice=(4,)) == "The Raider rolls 4 for initiative, 5 in all."
    assert told("initiative", FOE, 8, by=4, dice=(4,)) == "The Boss rolls 4 for initiative, 8 in all."
    assert told("initiative", 0, 3, cause="tie", dice=(3,)) == "Ann rolls 3 to settle the tie."
    attacked = told("attacked", FOE, 0, 2, cause="boss", by=FOE, dice=(5, 4, 1))
    assert attacked == "The Boss attacks Ann with 5, 4, 1: 2 successes."
    assert told("damaged", FOE, 2, 2, cause="raider", by=0) == "The Raider takes 2 damage; 2 Hull is left."


@pytest.mark.rule("CN-3.2", "CN-3.4")
def test_attacks_and_flight_are_told_with_their_dice() -> None:
    assert told("attacked", 0, 1, 1, cause="players", dice=(4, 2)) == "Ann attacks Bo with 4, 2: 1 success."
    assert told("attacked", 1, 0, 0, cause="opportunity", dice=(1, 2), viewer=0) == (
        "Bo attacks you in flight with 1, 2: no success."
    )
    assert told("shield_dice", 0, 2, dice=(6, 4), viewer=0) == "You roll 6, 4 with the Shield: 2 successes."
    assert told("rerolled", 0, 1, 1, cause="card", dice=(5, 3)) == (
        "Ann rolls the misses again, 5, 3: 1 more success."
    )
    assert told("evaded", 0, 1, 1, dice=(5, 2)) == (
        "Ann rolls 5, 2 to evade: 1 success, needing 1, and gets past."
    )
    assert told("caught", 0, 0, 1, dice=(1, 2), viewer=0) == (
        "You roll 1, 2 to evade: no success, needing 1, and are held up."
    )


@pytest.mark.rule("CN-3.2", "CN-3.4")
def test_an_attack_that_a_shield_stops_is_told() -> None:
    assert told("stopped", 1, 1, viewer=1) == "Your Shield stops it."
    assert told("stopped", 1, 2) == "Bo's Shield stops them."
    assert told("stopped", 2, 1, players=2, viewer=1) == "The Shield of your first armada stops it."
    assert told("stopped", FOE, 2, cause="boss", by=0) == "The Shield of the Boss stops them."
    scene = Scene(players=4, ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    scene.player(1).shield = 4
    scene.roll(1, 2, 5, 4).all_fight()
    kinds = ("attacked", "stopped", "damaged")
    assert scene.log(*kinds) == [
        "Ann attacks Bo with 1, 2: no success.",
        "Bo attacks Ann with 5, 4: 2 successes.",
        "Ann's Shield stops them.",
    ]
    scene.roll(6, 6, 1, 1, 1, 1).play("flee")
    assert scene.log("stopped")[1:] == [], "two successes, and no Shield die had any"
    scene = Scene(players=4, ships={1: "c3", 2: "c3"}).roll(6, 1).encounter()
    scene.roll(6, 1, 5, 1).play("flee")
    assert scene.log(*kinds, "shield_dice") == [
        "Bo attacks Ann in flight with 6, 1: 1 success.",
        "Ann rolls 5, 1 with the Shield: 1 success.",
        "Ann's Shield stops it.",
    ]


@pytest.mark.rule("CN-3.5", "CN-3.7", "CN-3.11")
def test_a_whole_fight_with_a_raider_is_told() -> None:
    scene = Scene(players=4, ships={1: "c3"}, raiders={"c3": 1}, dice=[6, 1, 5, 4]).encounter()
    assert scene.log("battle", "initiative", "clash", "attacked", "damaged", "slain", "astartium") == [
        "Combat with a level 1 Raider at c3.",
        "Ann rolls 6 for initiative, 8 in all.",
        "The Raider rolls 1 for initiative, 2 in all.",
        "Combat round 1 begins.",
        "Ann attacks the Raider with 5, 4: 2 successes.",
        "The Raider takes 2 damage; no Hull is left.",
        "Ann destroys a level 1 Raider at c3.",
        "Ann gets 1 Astartium, which makes 3.",
    ]


# --- the end


@pytest.mark.rule("CN-2.6", "CN-4.3", "CN-4.5")
def test_the_end_is_told_with_its_reason() -> None:
    assert told("won", 0, 0) == "Ann and Cy win: the goal is reached."
    assert told("won", 1, 1, viewer=0) == "The other team wins: the Convoy has arrived."
    assert told("won", 1, 2, viewer=1, players=2) == "You win: the last round is over."
    assert told("drawn") == "The last round is over, and nobody is ahead: a draw."
    assert told("persuaded", 0, 1, viewer=0) == (
        "Your team persuades the Convoy, with 1 point left over to move it."
    )
    assert told("convoy", C3, D4, 0) == "The Convoy moves to the Jumpgate (d4); no points are left."


# --- what eye and ear catch


def test_glimpses_show_dice_hits_and_moments() -> None:
    match, luck = harena.new("centauri", seed=4, players=4), random.Random(4)
    while not match.over:
        match.play(luck.choice(match.legal()))
    seen: dict[str, set[str]] = {}
    for event in match.events(SPECTATOR):
        glimpse = match.words.glimpse(event, match.cast)
        assert list(event.dice) == glimpse.dice
        if glimpse.mark:
            seen.setdefault(event.kind, set()).add(glimpse.mark)
        if event.kind == "damaged":
            assert glimpse.hit == ("side-foe" if event.a == FOE else f"armada-{event.a}")
        if event.kind == "regrouped":
            assert glimpse == NOTHING
    assert seen["damaged"] == {"hit"}
    assert seen["battle"] == {"battle"}
    assert {*seen.get("won", ()), *seen.get("drawn", ())} == {"end"}
