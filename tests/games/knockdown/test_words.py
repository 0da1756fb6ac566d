"""Every question, answer and event has a sentence for everybody, with the right numbers in it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from contract.play import options_for
from harena.core.dice import fast_dice
from harena.core.state import OVER, SPECTATOR
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.state import Brawl
from harena.games.knockdown.view import BrawlView
from harena.games.knockdown.words.printed import (
    arena_text,
    attack_facts,
    card_text,
    effect_text,
    sheet_lines,
    skill_text,
    special_text,
)
from kit import spoken
from kit.spoken import assert_labels, assert_plain, assert_read_out, assert_told

from .brawl import FROZEN, put
from .random_pack import random_pack
from .scene import NAMES, Scene
from .written import Written

STEPS = {
    *("PickFighter", "Keep", "KeepReceived", "Face", "DraftCard", "Act", "Combo", "Pay", "React", "Block"),
    *("GoTo", "Shove", "Burn", "Discard", "Strip", "Show", "TakeRow", "Mend", "Spend", "Reload", "Call"),
    "LetGo",
}
ABYSS: BrawlPack = GAME.pack("standard+abyss")
PACKS = [FROZEN, ABYSS, *(random_pack(seed) for seed in range(3))]
GAMES = 26


@cache
def games() -> list[tuple[list[BrawlView], Brawl]]:
    """Random matches of all packs and options: the views of those who decided and of a spectator."""
    played = []
    for seed in range(GAMES):
        pack, luck = PACKS[seed % len(PACKS)], random.Random(seed)
        options = GAME.options(**options_for(GAME, seed))
        state = GAME.start(pack, options, fast_dice(seed), journal=True)
        seen: list[BrawlView] = []
        while state.seat != OVER:
            seen += [GAME.view(state, state.seat), GAME.view(state, SPECTATOR)]
            state.play(luck.choice(state.legal()))
        played.append(([*seen, *(GAME.view(state, seat) for seat in (0, 1, SPECTATOR))], state))
    return played


def views() -> Iterator[tuple[Any, BrawlView]]:
    for seen, state in games():
        words = GAME.words(state.pack, NAMES)
        for view in seen:
            yield words, view


def assert_sensible(text: str) -> None:
    """What no player should ever read."""
    assert_plain(text)
    things = "wounds|cards|spaces|cubes|rounds|Skills"
    assert not re.search(rf"(?<![\d.])1 (light |heavy )?({things})\b", text), text
    assert not re.search(r"(?<![\d.])([02-9]|\d\d+) (light |heavy )?(wound|card|space|cube)\b", text), text
    assert not re.search(r"[a-z,;] You\b", text), f"'you' is small inside a sentence: {text}"
    assert not re.search(r"\b[Yy]ou (is|has|does|goes|moves|takes|suffers|pays|uses)\b", text), text


def assert_sentence(text: str) -> None:
    spoken.assert_sentence(text, assert_sensible)


# --- everything has a sentence


def test_every_question_has_a_prompt_for_those_who_decide_and_those_who_wait() -> None:
    asked: set[str] = set()
    for words, view in views():
        asked.add(view.asking)
        assert_sentence(words.prompt(view))
    assert asked >= STEPS


def test_every_choice_has_a_label_of_its_own_and_a_hint() -> None:
    for number, (words, view) in enumerate(views()):
        assert_labels(words, view, assert_sensible)
        for action in view.actions[number % 3 :: 3]:
            assert_sentence(words.hint(view, action))


def test_every_event_is_told_to_everybody_in_a_sentence() -> None:
    for seen, state in games():
        words = GAME.words(state.pack, NAMES)
        assert_told(words, state.journal or [], seen[-1].cast, assert_sensible)


def test_every_position_can_be_read_out() -> None:
    for number, (words, view) in enumerate(views()):
        if number % 9 == 0:
            assert_read_out(words, view, assert_sensible)


@pytest.mark.parametrize("number", range(len(PACKS)))
def test_everything_printed_is_written_out(number: int) -> None:
    pack = PACKS[number]
    for arena in pack.arenas:
        assert_sentence(arena_text(arena))
        for card in arena.cards:
            assert_sentence(card_text(card))
            for heading, text in attack_facts(card):
                assert_sensible(heading)
                assert_sensible(text)
    for sheet in pack.sheets:
        for heading, text in sheet_lines(sheet):
            assert_sensible(heading)
            assert_sentence(text)
    for skill_set in pack.skill_sets:
        for skill in skill_set.skills:
            assert_sentence(skill_text(skill))


# --- what is printed


@pytest.mark.parametrize(
    ("id", "text"),
    [
        (
            "uppercut",
            "Strike, range 1, 2 light wounds. If the opponent passes the test, no wounds are discarded. "
            "K.O.: you may call a Knockdown Test.",
        ),
        (
            "cargo_hook",
            "Strike, range 2 to 3, 2 light wounds. The opponent moves 2 spaces directly toward you.",
        ),
        (
            "bulkhead_slam",
            "Strike, range 1, 1 light wound. The opponent suffers 1 heavy wound if they stand at the edge.",
        ),
        ("rivet_gun", "Strike, any distance in a straight line, 3 light wounds."),
        ("nerve_gas", "Ability, any distance, 1 light wound."),
        ("synthetic_food", "Ability. Discard 1 light or 1 heavy wound of your own."),
    ],
)
def test_a_card_is_written_out_from_its_verbs(id: str, text: str) -> None:
    card = next(card for card in FROZEN.arenas[0].cards if card.id == id)
    assert card_text(card).partition(". ")[2].partition(". ")[2] == text


def test_special_attacks_say_what_they_cost_and_when_they_work() -> None:
    specials = {special.id: special for sheet in FROZEN.sheets for special in sheet.specials}
    assert special_text(specials["smoke_screen"]) == (
        "Costs Dash and any symbol. Reaction. When a Strike is aimed at you. "
        "Move up to 2 spaces, through the attacker if you like."
    )
    assert effect_text(specials["acid_blood"]) == "The attacker suffers 1 light wound."
    assert "opponents on or next to your Flame" in special_text(specials["flashover"])


def test_skills_say_what_they_give() -> None:
    texts = {skill.id: skill_text(skill) for skill in FROZEN.skill_sets[0].skills}
    assert texts["steady_hands"] == "In your Knockdown Tests one wound fewer counts."
    assert texts["cold_blood"] == "In the opponent's Knockdown Tests one wound more counts."
    assert texts["quick_feet"] == "At the start of your turn, move up to 1 space."
    assert texts["field_medic"] == (
        "At the start of your turn, discard 1 light wound of your own "
        "if you have more wounds than the opponent."
    )
    assert texts["counterblow"] == (
        "Once a turn, when the wound pool of a Strike from the next space wounds you, "
        "the opponent suffers 1 light wound."
    )


# --- hints with the numbers a player wants

JAMES = put("james", "c2", hand="thrown_crate uppercut", ammo=2)
PUPPY = put("puppy", "c3", light=8, hand="body_blow med_kit long_shot")


@pytest.mark.rule("KD-1.3", "KD-4.2", "KD-5.1")
def test_an_attack_says_what_comes_who_may_block_and_what_a_test_would_be() -> None:
    scene = Scene(JAMES, PUPPY, "haymaker tracer_burst fire_axe scavenge")
    assert scene.prompt() == "Choose your first action: move, attack or begin a Combo."
    assert scene.prompt(1) == "Ann (James) is choosing an action."
    assert scene.hint("attack:haymaker") == (
        "1 light and 1 heavy wound for Puppy. They hold 2 Block cards. "
        "The opponent moves 1 space directly away. K.O.: 38% to fail a test then. "
        "It becomes your second Power card."
    )
    assert scene.hint("attack:tracer_burst") == (
        "Out of range (range 3 to 4): you only take the card. It becomes your first Dash card."
    )
    assert scene.label("special:1") == "Headshot"
    assert scene.hint("special:1").startswith("Costs Power and any symbol. 1 light and 1 heavy wound")


@pytest.mark.rule("KD-4.6", "KD-4.8")
def test_skills_that_add_or_ignore_wounds_are_counted() -> None:
    brawler, thick = put("james", "c2", skills="brawler"), put("puppy", "c3", light=9, skills="thick_skin")
    scene = Scene(brawler, thick, "pipe_wrench")
    assert scene.hint("attack:pipe_wrench") == (
        "4 light wounds for Puppy, 1 of them ignored by a Skill. They cannot block. "
        "K.O.: 62% to fail a test then. It becomes your first Power card."
    )
    scene.play("attack:pipe_wrench")
    assert scene.view(0).fighters[1].counted == 12


@pytest.mark.rule("KD-3.3")
def test_a_move_says_how_far_it_is_then_and_what_reaches() -> None:
    scene = Scene(put("katie", "c1"), PUPPY, "haymaker cargo_hook nerve_gas scavenge")
    assert scene.hint("move:c2") == "Next to Puppy; in range: Haymaker and Welding Torch."
    assert scene.hint("move:b1") == "2 spaces from Puppy; in range: Cargo Hook."
    assert scene.label("move:c2") == "Move to c2"


@pytest.mark.rule("KD-3.6", "KD-1.9")
def test_a_corridor_says_its_toll_and_the_flame_at_its_end() -> None:
    katie = put("katie", "c5", flame="a1")
    scene = Scene(put("james", "a3"), katie, "haymaker")
    there = {scene.label(f"corridor:{place}"): scene.hint(f"corridor:{place}") for place in opened(scene)}
    assert there["Corridor to c3"].startswith("Costs you 1 heavy wound, and no action.")
    assert there["Corridor to a1"].startswith(
        "Costs you 1 light wound, and no action. The Flame burns you: 1 light wound."
    )
    rat = Scene(put("james", "a3", skills="tunnel_rat"), katie, "haymaker")
    free = {rat.label(f"corridor:{place}"): rat.hint(f"corridor:{place}") for place in opened(rat)}
    assert free["Corridor to c3"].startswith("Costs you 1 light wound,")
    assert free["Corridor to e1"].startswith("Costs you no wounds,")


def opened(scene: Scene) -> list[str]:
    return sorted(scene.opened("corridor"))


@pytest.mark.rule("KD-4.2", "KD-4.7")
def test_a_block_says_what_it_stops_and_what_comes_through() -> None:
    scene = Scene(JAMES, PUPPY, "haymaker fire_axe").play("attack:haymaker", "no_reaction")
    assert scene.asking == "Block"
    assert scene.prompt() == "Haymaker brings you 1 light and 1 heavy wound and an effect. Block?"
    labels = {scene.label(action): scene.hint(action) for action in scene.open}
    assert labels["No block"] == (
        'You suffer 1 light and 1 heavy wound. The effect reads: "The opponent moves 1 space directly away." '
        "K.O.: 38% to fail a test then."
    )
    assert labels["Block 1 heavy"] == (
        "Costs 1 Block card. Stops 1 heavy wound. You suffer 1 light wound. "
        'The effect reads: "The opponent moves 1 space directly away." '
        "K.O.: 26% to fail a test then."
    )
    assert labels["Block 1 light and the effect"] == (
        "Costs 2 Block cards. Stops 1 light wound. You suffer 1 heavy wound. The effect is cancelled. "
        "K.O.: 26% to fail a test then."
    )


@pytest.mark.rule("KD-5.3")
@pytest.mark.parametrize(
    ("relief", "goes"),
    [("light", "5 light wounds"), ("heavy", "1 heavy wound"), ("all", "5 light and 1 heavy wound")],
)
def test_a_call_says_the_chance_and_what_a_pass_takes_away(relief: str, goes: str) -> None:
    hurt = put("puppy", "c3", light=8, heavy=3)
    scene = Scene(JAMES, hurt, "pipe_wrench", relief=relief).play("attack:pipe_wrench")
    assert scene.prompt() == "Call a Knockdown Test? 14 wounds against three dice: 84% to fall."
    assert scene.hint("call") == f"84% to win the round at once. A pass takes {goes} away."
    assert scene.hint("no_call") == "No test. Puppy keeps 11 light and 3 heavy wounds."


@pytest.mark.rule("KD-5.3")
def test_after_an_uppercut_a_pass_takes_nothing_away() -> None:
    empty = put("james", "c2")
    scene = Scene(empty, put("puppy", "c3", light=8), "uppercut").play("attack:uppercut")
    assert scene.hint("call") == "38% to win the round at once. A pass takes no wounds away."


@pytest.mark.rule("KD-5.2")
def test_a_tower_is_told_as_cubes() -> None:
    scene = Scene(JAMES, PUPPY, "haymaker pipe_wrench", test="tower")
    assert "K.O.: a test is then a tower of 11 cubes." in scene.hint("attack:pipe_wrench")


@pytest.mark.rule("KD-5.2", "KD-5.4")
def test_a_tower_of_no_cube_or_of_too_many_is_told_as_dice() -> None:
    for light, said in (
        (3, "must build a tower of 6 cubes."),
        (12, "15 wounds against three dice: 91% to fall."),
    ):
        hurt = put("katie", "c3", light=light)
        scene = Scene(put("james", "c2"), hurt, "pipe_wrench", test="tower").play("attack:pipe_wrench")
        assert scene.prompt().endswith(said)
    steady = put("katie", "c3", skills="steady_hands")
    scene = Scene(put("james", "c1"), steady, "tranquilliser", test="tower")
    assert "K.O.: a test cannot fail then." in scene.hint("attack:tranquilliser"), "one wound fewer counts"


@pytest.mark.rule("KD-3.5", "KD-1.5")
def test_paying_says_what_is_left() -> None:
    scene = Scene(JAMES, PUPPY, "haymaker").play("special:3")
    assert scene.prompt() == "Order: pay any symbol."
    assert scene.hint("symbol:block") == "Leaves you 1 Power."
    assert scene.label("symbol:block") == "Block card"


@pytest.mark.rule("KD-3.4")
def test_a_full_hand_of_one_symbol_is_counted_to_its_end(tmp_path: Path) -> None:
    """With two Skills for more cards, ten of a kind and the one that is taken."""
    written = Written()
    written.skill("quick_feet").update(hand=2)
    blocks = " ".join(["block"] * 10)
    me = put("james", "c2", hand=blocks, skills="deep_pockets quick_feet")
    scene = Scene(me, put("puppy", "c4"), "thrown_crate", pack=written.read(tmp_path))
    assert "It becomes your eleventh Block card. Your hand is full" in scene.hint("attack:thrown_crate")
