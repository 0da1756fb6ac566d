"""What a hint says of the Knockdown Test that a blow may bring, where Skills answer the blow first."""

from __future__ import annotations

from typing import Any

import pytest

from .brawl import put
from .scene import Scene
from .written import Written

GUARD = "body_blow med_kit rivet_gun"


def struck(effect: list[dict[str, Any]], card: str = "pipe_wrench", **rest: Any) -> Scene:
    """Katie is about to strike James, who has a Skill that does this when it wounds him (light: 6)."""
    written = Written()
    written.skill("counterblow")["effect"] = effect
    james = put("james", "c3", light=6, hand=GUARD, skills="counterblow")
    return Scene(put("katie", "c2", **rest), james, card, pack=written.read_once())


def said(hint: str) -> str:
    """What it says of the test."""
    return hint.partition("K.O.: ")[2].partition(".")[0]


@pytest.mark.rule("KD-1.7", "KD-5.4")
@pytest.mark.parametrize(
    ("effect", "counted", "told"),
    [
        ([{"do": "wound", "light": 1}], 9, "26% to fail a test then"),
        ([{"do": "mend"}], 8, "16% to fail a test then"),
        ([{"do": "heal", "light": 2}, {"do": "mend"}], 6, "5% to fail a test then"),
        ([{"do": "heal", "light": 2, "if": "behind"}], 7, "9% to fail a test then"),
        ([{"do": "suffer", "light": 1}], 10, "38% to fail a test then"),
        ([{"do": "heal", "light": 6}, {"do": "heal", "light": 3}], 0, "a test cannot fail then"),
    ],
)
def test_what_skills_do_to_the_one_who_was_struck_is_counted(
    effect: list[dict[str, Any]], counted: int, told: str
) -> None:
    scene = struck(effect)
    assert said(scene.hint("attack:pipe_wrench")) == told
    scene.play("attack:pipe_wrench")
    assert said(scene.hint("block:none")) == told
    scene.play("block:none")
    while scene.asking == "Mend":
        scene.play("heal:light")
    assert (scene.asking, scene.state.counted(1)) == ("Call", counted)


@pytest.mark.rule("KD-1.7", "KD-1.9")
def test_what_depends_on_a_way_somebody_chooses_is_said_as_a_bound() -> None:
    slips = {"do": "move", "n": 2}
    assert said(struck([slips]).hint("attack:pipe_wrench")) == "26% to fail a test then"
    near_fire = struck([slips], flame="d3").hint("attack:pipe_wrench")
    assert said(near_fire) == "at least 26% to fail a test then", "he may end in the Flame"
    heals = struck([slips, {"do": "heal", "light": 2, "if": "next"}])
    assert said(heals.hint("attack:pipe_wrench")) == "at least 9% to fail a test then"


@pytest.mark.rule("KD-1.9", "KD-4.4")
def test_a_blow_back_may_end_in_the_flame_of_whoever_has_one() -> None:
    katie, james = put("katie", "c2"), put("james", "c3", light=6)
    assert said(Scene(katie, james, "haymaker").hint("attack:haymaker")) == "at least 16% to fail a test then"
    assert said(Scene(james, katie, "haymaker").hint("attack:haymaker")) == "a test cannot fail then"


@pytest.mark.rule("KD-5.2", "KD-5.4")
def test_a_tower_is_promised_only_where_dice_cannot_take_its_place() -> None:
    written = Written()
    written.card("pipe_wrench")["effect"] = [{"do": "wound", "light": 2, "if": "edge"}]
    pack = written.read_once()

    def told(light: int) -> str:
        scene = Scene(
            put("katie", "c2"), put("james", "c3", light=light), "pipe_wrench", pack=pack, test="tower"
        )
        return said(scene.hint("attack:pipe_wrench"))

    assert told(9) == "a test is then a tower of at least 12 cubes"
    assert told(10) == "a test may follow", "with 15 it would be dice"
    assert told(12) == "at least 91% to fail a test then"


@pytest.mark.rule("KD-4.5")
def test_the_danger_of_no_block_says_at_least_where_the_effect_may_add_wounds() -> None:
    written = Written()
    written.card("pipe_wrench")["effect"] = [{"do": "wound", "light": 1, "if": "edge"}]
    james = put("james", "c3", light=8, hand=GUARD)
    scene = Scene(put("katie", "c2"), james, "pipe_wrench", pack=written.read_once()).play(
        "attack:pipe_wrench"
    )
    assert scene.danger("block:none") == (
        "You may go down: at least 11 wounds would count in a test, at least 50% to fail."
    )
