"""What a newcomer to Centauri Arena is told at which question; the words are in lessons.toml."""

from __future__ import annotations

from pathlib import Path

from harena.core.lesson import Lesson, read_lessons
from harena.games.centauri.view import ArenaView


def lessons_for(view: ArenaView) -> list[Lesson]:
    """What the waiting question is about."""
    return read_lessons(Path(__file__).parents[1]).about(view.asking, _cases(view))


def _cases(view: ArenaView) -> list[str]:
    """What is special about a move, the more pressing first."""
    question = view.question
    if question is None or question.armada < 0:
        return []
    armada = view.armadas[question.armada]
    here = next((sector for sector in view.sectors if sector.name == armada.sector), None)
    cases = {
        "evade": question.evade > 0,
        "raider": here is not None and here.raider > 0,
        "cargo": armada.cargo,
        "module": "pick_up" in view.actions,
    }
    return [case for case, holds in cases.items() if holds]
