"""What a guided game teaches is what the rules do at that table, whatever its options, arena and Skills."""

from __future__ import annotations

import random
from typing import Any

import pytest

from contract.play import options_for
from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.knockdown import GAME
from harena.games.knockdown.options import BrawlOptions
from harena.games.knockdown.pack.content import BrawlPack
from kit.spoken import assert_plain

from .brawl import JAMES, KATIE, PUPPY, put
from .scene import NAMES, Scene
from .written import Written

ABYSS: BrawlPack = GAME.pack("standard+abyss")
(MOON_POOL,) = (arena for arena in ABYSS.arenas if arena.id == "moon_pool")


def lesson(scene: Scene, id: str) -> str:
    """What the one who decides is taught of this question."""
    (text,) = (one.text for one in scene.words.lessons(scene.view(scene.decider)) if one.id == id)
    return text


def at_the_call(light: int, heavy: int, card: str = "service_pistol", **options: Any) -> Scene:
    """Katie may call a test of James, who has so many wounds by now."""
    scene = Scene(put(KATIE, "c2"), put(JAMES, "c3", light=light - 1, heavy=heavy), card, **options)
    scene.then([6, 6, 6]).play(f"attack:{card}")
    while scene.asking != "Call":
        scene.play(min(scene.open))
    return scene


# --- calling a test


@pytest.mark.rule("KD-5.3")
@pytest.mark.parametrize(
    ("relief", "light", "heavy", "goes"),
    [
        ("light", 4, 4, "they get rid of 2 light wounds"),
        ("heavy", 4, 4, "they get rid of 2 heavy wounds"),
        ("all", 5, 2, "they get rid of 2 light and 1 heavy wound"),
        ("heavy", 6, 1, "they keep all their wounds"),
    ],
)
def test_what_a_passed_test_takes_away_is_what_the_rule_takes(
    relief: str, light: int, heavy: int, goes: str
) -> None:
    scene = at_the_call(light, heavy, relief=relief)
    text = lesson(scene, "Call")
    assert f"If they pass, {goes}." in text
    before = scene.wounds(1)
    scene.play("call")
    lost = tuple(was - now for was, now in zip(before, scene.wounds(1), strict=True))
    assert f"they must roll at least {light + heavy} with three dice" in text.lower()
    assert (lost != (0, 0)) == ("get rid of" in text)
    for kind, n in zip(("light", "heavy"), lost, strict=True):
        assert (f"{n} {kind}" in text) == (n > 0)


def test_after_an_uppercut_passing_takes_nothing_away() -> None:
    scene = at_the_call(light=7, heavy=0, card="uppercut")
    assert "they keep all their wounds" in lesson(scene, "Call")


def test_a_test_by_tower_is_taught_as_one() -> None:
    assert "They must build a tower of 7 cubes." in lesson(at_the_call(7, 0, test="tower"), "Call")
    too_many = lesson(at_the_call(15, 0, test="tower"), "Call")
    assert "They must roll at least 15 with three dice." in too_many
    with_dice = lesson(at_the_call(7, 0, test="tower", dice_for="seat2"), "Call")
    assert "with three dice" in with_dice


def test_a_test_in_which_nothing_counts_is_taught_as_a_pass() -> None:
    scene = Scene(put(KATIE, "c2"), put(JAMES, "c3", skills="steady_hands"), "service_pistol")
    scene.play("attack:service_pistol")
    assert (scene.asking, scene.state.counted(1)) == ("Call", 0)
    assert "they are sure to pass" in lesson(scene, "Call")


def test_an_attack_with_knockout_names_an_even_chance_only_where_dice_fall() -> None:
    def taught(**options: Any) -> str:
        return lesson(Scene(put(KATIE, "c2"), put(JAMES, "c3"), "service_pistol", **options), "Act.knockout")

    assert "With three dice, 11 make it an even chance." in taught()
    assert "dice" not in taught(test="tower")
    assert "tower" in taught(test="tower")
    assert "With three dice" in taught(test="tower", dice_for="seat2")


# --- wounds and corridors


@pytest.mark.rule("KD-5.3")
@pytest.mark.parametrize(
    ("relief", "taught"),
    [
        ("light", "takes light wounds away, never heavy ones"),
        ("heavy", "takes heavy wounds away, never light ones"),
        ("all", "takes wounds of both kinds away"),
    ],
)
def test_which_wound_to_heal_is_taught_by_what_passing_takes_away(relief: str, taught: str) -> None:
    scene = Scene(put(JAMES, "c2", light=1, heavy=1), put(PUPPY, "c5"), "synthetic_food", relief=relief)
    scene.play("attack:synthetic_food")
    assert taught in lesson(scene, "Mend")


@pytest.mark.rule("KD-3.6")
@pytest.mark.parametrize("skills", ["", "tunnel_rat"])
def test_a_corridor_is_taught_with_what_it_costs(skills: str) -> None:
    def scene() -> Scene:
        return Scene(put(JAMES, "a1", skills=skills), put(PUPPY, "c5"))

    text = lesson(scene(), "Act.corridor")
    edges, centre = ("no wounds", "1 light wound") if skills else ("1 light wound", "1 heavy wound")
    assert f"{edges} on a3, e1 and e3" in text
    assert f"{centre} on c3" in text
    for way in scene().opened("corridor"):
        gone = scene().play(f"corridor:{way}")
        suffered = (f"{gone.wounds(0)[0]} light", f"{gone.wounds(0)[1]} heavy")
        price = next(part for part in text.split(": ")[1].split(";") if gone.space(0) in part)
        assert all((one in price) == (not one.startswith("0")) for one in suffered)


def test_in_an_arena_without_a_centre_none_is_taught() -> None:
    divers, row = (
        (put("ines", "a1"), put("old_brass", "d4")),
        " ".join(card.id for card in MOON_POOL.cards[:4]),
    )
    scene = Scene(*divers, row, pack=ABYSS, arena="moon_pool", skills="divers")
    text = lesson(scene, "Act.corridor")
    assert "centre" not in text
    assert "1 light wound on c1, c5 and e3; 1 heavy wound on b3 and d2" in text


# --- rounds, and what is the same for all tables


@pytest.mark.rule("KD-6.3")
@pytest.mark.parametrize("wins", [1, 2])
def test_a_second_skill_is_promised_only_where_a_round_can_be_lost_before_the_end(wins: int) -> None:
    state = GAME.start(GAME.pack(), GAME.options(wins=wins, picks="james,puppy"), fast_dice(1))
    while type(state.waiting).__name__ != "Face":
        state.play(state.legal()[0])
    (taught,) = GAME.words(state.pack, NAMES).lessons(GAME.view(state, state.seat))
    assert ("until you lose a round" in taught.text) == (wins == 2)


def test_the_introduction_holds_for_every_table() -> None:
    told = " ".join(one.text for one in GAME.lessons.introduction)
    assert "dice" not in told
    assert "tower" not in told
    assert BrawlOptions().relief == "light"
    assert "half of your light wounds away, if no other kind was agreed on" in told


def test_every_lesson_is_written_out_and_short_whatever_the_options() -> None:
    for seed in range(8):
        luck = random.Random(seed)
        options = GAME.options(**options_for(GAME, seed))
        state = GAME.start(ABYSS, options, fast_dice(seed))
        words, told = GAME.words(ABYSS, NAMES), set()
        while state.seat != OVER:
            told |= {one.text for one in words.lessons(GAME.view(state, state.seat))}
            state.play(luck.choice(state.legal()))
        for text in told:
            assert_plain(text)
            assert "{" not in text
            assert len(text) <= 330, text
        assert len(told) >= 10


def test_a_lesson_counts_what_a_skill_adds_to_a_test() -> None:
    written = Written()
    written.skill("cold_blood")["their_tests"] = 3
    scene = Scene(
        put(KATIE, "c2", skills="cold_blood"),
        put(JAMES, "c3", light=4),
        "service_pistol",
        pack=written.read_once(),
    )
    scene.play("attack:service_pistol")
    assert "at least 8 with three dice" in lesson(scene, "Call")
