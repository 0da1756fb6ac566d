"""The log tells each thing once, in words that fit whoever reads it."""

from __future__ import annotations

import random

import pytest

import harena
from harena.core.state import SPECTATOR
from harena.core.view import Told
from harena.games.knockdown.view import Role
from harena.games.knockdown.words.told import BrawlTeller, off_centre

from .brawl import FROZEN, put
from .scene import NAMES, Scene

CAST = (Role("james", "nest", "survivors"), Role("puppy", "nest", "survivors"))
CARDS = [card.id for card in FROZEN.arenas[0].cards]
ATTACKS = [attack.id for attack in FROZEN.attacks]
SKILLS = [skill.id for skill in FROZEN.skill_sets[0].skills]
SPACES = list(FROZEN.arenas[0].field.names)
UPPERCUT, HAYMAKER = CARDS.index("uppercut"), ATTACKS.index("haymaker")
B2 = SPACES.index("b2")


def told(kind: str, *numbers: int, viewer: int = SPECTATOR, secret: int | None = None, **more: object) -> str:
    a, b, c = (*numbers, 0, 0, 0)[:3]
    event = Told(1, kind, "KD-1.1", a, b, c, secret, False, **more)  # type: ignore[arg-type]
    return BrawlTeller(FROZEN, NAMES, CAST, viewer).tell(event)


@pytest.mark.parametrize(
    ("kind", "numbers", "mine", "others"),
    [
        ("laid_out", (0, 0), "The arena is The Nest, and", "The arena is The Nest, and the Skills are"),
        ("first_pick", (0,), "You pick a fighter first.", "Ann picks a fighter first."),
        ("took_fighter", (0, 0), "You take James.", "Ann takes James."),
        ("dealt", (0, 3), "You are dealt 3 Skills.", "James is dealt 3 Skills."),
        ("kept", (0, 0), "You keep one Skill and pass on two.", "James keeps one Skill and passes on two."),
        ("kept", (0, 1), "You keep one Skill of the two", "James keeps one Skill of the two received."),
        ("received", (0,), "You receive two Skills.", "James receives two Skills."),
        ("chose_face", (0,), "You choose a Skill to lie", "James chooses a Skill to lie face up."),
        ("skill_up", (0, SKILLS.index("brawler")), "You turn up Brawler (Init", "James turns up Brawler (I"),
        ("first", (0, 1), "You go first in round 1.", "James goes first in round 1."),
        ("row", (UPPERCUT,), "Uppercut joins the Row.", "Uppercut joins the Row."),
        ("drafted", (0, UPPERCUT), "You draft Uppercut (Power).", "James drafts Uppercut (Power)."),
        ("aged", (UPPERCUT,), "Uppercut, the oldest card of the", "Uppercut, the oldest card of the Row, is"),
        ("round", (2,), "Round 2 begins.", "Round 2 begins."),
        ("turn", (0, 3), "Turn 3 is yours.", "Turn 3 is James'."),
        ("missed", (1, HAYMAKER), "Haymaker does not reach you.", "Haymaker does not reach James."),
        ("blocked", (0, 1, HAYMAKER), "You block the effect of Hay", "James blocks the effect of Haymaker."),
        ("blocked", (0, 3, HAYMAKER), "You block wounds of Hay", "James blocks wounds of Haymaker."),
        (
            "blocked",
            (0, 6, HAYMAKER),
            "You block wounds and the",
            "James blocks wounds and the effect of Hay",
        ),
        ("added", (0, 1), "Your Skill adds 1 light wound.", "James' Skill adds 1 light wound."),
        ("ignored", (0, 1), "Your Skill ignores 1 light", "James' Skill ignores 1 light wound."),
        ("shown", (0, 2), "You show a Power card.", "James shows a Power card."),
        ("flame", (0, B2), "You lay the Flame on b2.", "James lays the Flame on b2."),
        ("flame_out", (0,), "Your Flame goes out.", "James' Flame goes out."),
        ("contaminated", (0, 1, 2), "You get 1 Contamination card, which makes 2.", "James gets 1 Contamin"),
        ("shook_off", (0, 0), "You shake off a Contamination card; none is left.", "James shakes off a"),
        ("shook_off", (0, 2), "You shake off a Contamination card; 2 are left.", "James shakes off a"),
        ("ammo", (0, -2, 1), "You spend 2 Ammo, leaving 1.", "James spends 2 Ammo, leaving 1."),
        ("ammo", (0, 1, 3), "You gain 1 Ammo, which makes 3.", "James gains 1 Ammo, which makes 3."),
        ("no_relief", (0,), "If this attack leads to a test,", "If this attack leads to a test, passing it"),
        ("called", (1, 0, 11), "Puppy calls a Knockdown Test: 11 wounds count against you.", "Puppy calls a"),
        ("called", (1, 0, 1), "Puppy calls a Knockdown Test: 1 wound counts against you.", "Puppy calls a"),
        ("passed", (0,), "You pass the test.", "James passes the test."),
        ("knocked_down", (0,), "You are knocked down.", "James is knocked down."),
        ("hung", (0, 1, 40), "Your cube 2 swings from the crane.", "James' cube 2 swings from the crane."),
        ("landed", (0, 16, 1), "Your cube 2 lands dead centre.", "James' cube 2 lands dead centre."),
        ("toppled", (0,), "Your tower falls.", "James' tower falls."),
        ("late", (0,), "You run out of time.", "James runs out of time."),
        ("round_won", (0, 0), "You win the round by K.O.", "James wins the round by K.O."),
        ("round_won", (0, 1), "The deck has run out: you win the", "The deck has run out: James wins the"),
        ("match_won", (0,), "You win the match.", "James wins the match."),
    ],
)
def test_an_event_is_told_to_the_one_it_is_about_and_to_others(
    kind: str, numbers: tuple[int, ...], mine: str, others: str
) -> None:
    assert told(kind, *numbers, viewer=0).startswith(mine)
    assert told(kind, *numbers).startswith(others)


def test_secrets_are_told_to_those_who_may_know_them() -> None:
    two = 1 << SKILLS.index("brawler") | 1 << SKILLS.index("bleeding")
    assert told("dealt", 0, 3, viewer=0, secret=two).endswith("dealt 3 Skills: Brawler and Bleeding.")
    assert told("received", 0, viewer=0, secret=two) == "You receive Brawler and Bleeding."
    brawler = SKILLS.index("brawler")
    assert told("kept", 0, 0, viewer=0, secret=brawler) == "You keep Brawler and pass on two."
    assert told("chose_face", 0, viewer=0, secret=brawler) == "You choose Brawler to lie face up."


@pytest.mark.parametrize(
    ("cause", "by", "text"),
    [
        ("move", 0, "James moves to b2."),
        ("dash", 0, "James dashes to b2."),
        ("corridor", 0, "James goes through a corridor to b2."),
        ("blink", 0, "James slips to b2."),
        ("forward", 0, "James closes in to b2."),
        ("spend_move", 0, "James moves to b2."),
        ("backward", 1, "Puppy throws James back to b2."),
        ("drag", 1, "Puppy drags James to b2."),
        ("shift", 1, "Puppy moves James to b2."),
    ],
)
@pytest.mark.rule("KD-4.4")
def test_a_move_is_told_with_whose_doing_it_was(cause: str, by: int, text: str) -> None:
    assert told("moved", 0, 1, B2, cause=cause, by=by) == text


@pytest.mark.parametrize(
    ("cause", "text"),
    [
        ("pool", "James suffers 2 light and 1 heavy wound."),
        ("effect", "James suffers 2 light and 1 heavy wound from the effect."),
        ("skill", "James suffers 2 light and 1 heavy wound from a Skill."),
        ("ammo", "James suffers 2 light and 1 heavy wound from Ammo."),
        ("flame", "The Flame burns James: 2 light and 1 heavy wound."),
        ("corridor", "The corridor costs James 2 light and 1 heavy wound."),
    ],
)
def test_wounds_are_told_with_their_cause(cause: str, text: str) -> None:
    assert told("wounded", 0, 2, 1, cause=cause, by=1) == text


@pytest.mark.parametrize(
    ("cause", "by", "text"),
    [
        ("cost", 0, "James pays with Uppercut (Power)."),
        ("dash", 0, "James spends Uppercut (Power)."),
        ("block", 0, "James spends Uppercut (Power)."),
        ("limit", 0, "James discards Uppercut (Power), one too many."),
        ("drop", 1, "James discards Uppercut (Power)."),
        ("strip", 1, "Puppy makes James discard Uppercut (Power)."),
        ("order", 1, "Puppy makes James discard Uppercut (Power)."),
        ("reload", 0, "James spends Uppercut (Power)."),
        ("shake", 0, "James pays with Uppercut (Power)."),
    ],
)
def test_a_discard_is_told_with_its_reason(cause: str, by: int, text: str) -> None:
    assert told("discarded", 0, UPPERCUT, cause=cause, by=by) == text


@pytest.mark.parametrize(
    ("attack", "cause", "text"),
    [
        ("haymaker", "card", "James attacks with Haymaker."),
        ("med_kit", "card", "James uses Med Kit."),
        ("headshot", "special", "James uses Headshot."),
        ("acid_blood", "reaction", "James reacts with Acid Blood."),
    ],
)
def test_an_attack_is_told_by_what_it_is(attack: str, cause: str, text: str) -> None:
    assert told("attacked", 0, ATTACKS.index(attack), cause=cause) == text


def test_healing_and_taking_are_told_with_their_reason() -> None:
    assert told("healed", 0, 2, 0, cause="effect") == "James heals 2 light wounds."
    assert told("healed", 0, 2, 0, cause="relief") == "James discards 2 light wounds after the test."
    assert told("healed", 0, 1, 0, cause="skill") == "James' Skill heals 1 light wound."
    assert told("took", 0, UPPERCUT, cause="attack") == "James takes Uppercut (Power) into hand."
    assert (
        told("took", 0, UPPERCUT, cause="out_of_range") == "James takes Uppercut (Power) without attacking."
    )


@pytest.mark.rule("KD-5.1")
def test_every_die_of_a_test_is_told() -> None:
    puppy = put("puppy", "c3", light=9)
    scene = Scene(put("james", "c2"), puppy, "pipe_wrench", dice=[2, 3, 1], wins=1)
    scene.play("attack:pipe_wrench", "call")
    assert scene.log("called", "rolled", "knocked_down", "round_won") == [
        "James calls a Knockdown Test: 12 wounds count against Puppy.",
        "Puppy rolls 2, 3, 1: 6, needing 12.",
        "Puppy is knocked down.",
        "James wins the round by K.O.",
    ]


def test_where_a_cube_landed() -> None:
    assert [off_centre(n) for n in (-4, 0, 1)] == [
        "20% off to the left",
        "dead centre",
        "5% off to the right",
    ]


def test_glimpses_show_dice_hits_and_moments() -> None:
    match, luck = harena.new("knockdown", seed=4), random.Random(4)
    while not match.over:
        match.play(luck.choice(match.legal()))
    seen: dict[str, set[str]] = {}
    for event in match.events(SPECTATOR):
        glimpse = match.words.glimpse(event, match.cast)
        assert list(event.dice) == glimpse.dice
        if glimpse.mark:
            seen.setdefault(event.kind, set()).add(glimpse.mark)
        if event.kind == "wounded":
            assert glimpse.hit == f"fighter-{event.a}"
    assert seen["wounded"] == {"hit"}
    assert seen["round_won"] == {"round won"}
    assert seen["match_won"] == {"end"}
