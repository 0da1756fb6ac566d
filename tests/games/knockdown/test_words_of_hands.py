"""What a hint says of a hand that more cards join than it may hold: Scavenge brings two."""

from __future__ import annotations

from typing import Any

import pytest

from .brawl import put
from .scene import Scene
from .written import Written

FIVE = "dash dash power power power"
ONE_TOO_MANY = "Your hand is full then, so you discard a card."


def scavenging(hand: str, **rest: Any) -> Scene:
    return Scene(put("james", "c2", hand=hand), put("puppy", "c5"), "scavenge haymaker med_kit", **rest)


def discards(scene: Scene) -> int:
    """How many cards one has to discard until one is asked for something else."""
    n = 0
    while scene.asking == "Discard":
        scene.play("symbol:dash")
        n += 1
    return n


@pytest.mark.rule("KD-3.4")
@pytest.mark.parametrize(
    ("hand", "said", "in_all"),
    [
        ("dash dash power power", "", 0),
        (FIVE, ONE_TOO_MANY, 1),
        (f"{FIVE} block", "Your hand is full, so you discard 2 cards.", 2),
    ],
)
def test_an_attack_that_takes_another_card_says_what_must_go(hand: str, said: str, in_all: int) -> None:
    scene = scavenging(hand)
    hint = scene.hint("attack:scavenge")
    assert hint.endswith(f"It becomes a Block card in your hand. {said}".strip())
    scene.play("attack:scavenge")
    assert scene.hint("take:haymaker").partition("card. ")[2] == said, "the same, while there is a choice"
    scene.play("take:haymaker")
    assert discards(scene) == in_all


@pytest.mark.rule("KD-3.4", "KD-4.2")
def test_an_effect_that_may_be_blocked_takes_a_card_only_perhaps() -> None:
    written = Written()
    written.card("pipe_wrench")["effect"] = [{"do": "take"}]
    james = put("james", "c2", hand=FIVE)
    scene = Scene(james, put("katie", "c3", hand="block"), "pipe_wrench", pack=written.read_once())
    assert scene.hint("attack:pipe_wrench").endswith(
        "Your hand may be full then, so that you discard a card."
    )
    scene.play("attack:pipe_wrench", "block:effect")
    assert discards(scene) == 0


def test_an_attack_that_takes_no_other_card_counts_the_cards_with_its_symbol() -> None:
    scene = scavenging("dash")
    assert scene.hint("attack:med_kit").endswith("It becomes your first Power card.")
