"""One name for one thing: a card is HQ, what it is worth is a skull, and nobody is called anything else."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import harena
from harena.core.dice import fast_dice

GAME = harena.game("dawn_raid")
OTHER_NAMES = re.compile(r"\bhero|\bleader|\bheadquarter|\bcommander card", re.IGNORECASE)


def everything_said() -> dict[str, str]:
    """All that players read, by where they read it."""
    said = {
        "summary": GAME.summary,
        "rulebook": GAME.rulebook.text,
        "lessons": (GAME.folder / "lessons.toml").read_text(encoding="utf-8"),
        "cards": " ".join(one.text for one in GAME.exhibits(GAME.pack())),
    }
    for seed in range(3):
        match, dice = harena.new("dawn_raid", seed=seed), fast_dice(seed)
        while True:
            view = match.view(max(match.seat, 0))
            words = match.words
            hints = [words.hint(view, action) + words.label(view, action) for action in view.actions]
            paper = io.StringIO()
            Console(file=paper, width=100).print(GAME.screen(match.pack, view, match.names))
            said[f"decisions {seed}/{len(match.played)}"] = " ".join(
                [words.prompt(view), *hints, words.describe(view)]
            )
            said[f"pictures {seed}/{len(match.played)}"] = match.picture(max(match.seat, 0))
            said[f"screens {seed}/{len(match.played)}"] = paper.getvalue()
            if match.over:
                break
            open_now = match.legal()
            told = match.play(open_now[dice.below(len(open_now))])
            said[f"log {seed}/{len(match.played)}"] = " ".join(
                words.tell(one, match.cast, harena.SPECTATOR) for one in told
            )
    return said


@pytest.mark.rule("DR-4.2")
def test_hq_and_skull_are_the_only_names() -> None:
    said = everything_said()
    assert {where: text for where, text in said.items() if OTHER_NAMES.search(text)} == {}
    assert any("of them HQ" in text for text in said.values())
    assert any("skulls" in text for text in said.values())
