"""What a newcomer to Combat Arena is told at which question; the words are in lessons.toml."""

from __future__ import annotations

from pathlib import Path

import msgspec

from harena.core.lesson import Lesson, read_lessons
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.view import ArenaView, FighterView

BADLY_HURT = 5  # wounds to defeat
TO_SPARE = 4  # cards in hand: two for a Unique, and some are left


def lessons_for(pack: ArenaPack, view: ArenaView) -> list[Lesson]:
    """What the waiting question is about."""
    found = read_lessons(Path(__file__).parents[1]).about(view.asking, _cases(pack, view))
    mine, foe = _fighters(view)
    return [_filled(lesson, mine, foe) for lesson in found]


def _filled(lesson: Lesson, mine: str, foe: str) -> Lesson:
    look = [key.replace("{mine}", mine).replace("{foe}", foe) for key in lesson.look]
    return msgspec.structs.replace(lesson, look=look)


def _fighters(view: ArenaView) -> tuple[str, str]:
    """The fighter that a question is about, and the one it is aimed at or comes from."""
    question = view.question
    if question is None or question.who < 0:
        return "", ""
    who, target = question.who, question.target
    if view.asking in ("React", "Snare"):
        who, target = target, who
    others = [number for number, one in enumerate(view.fighters) if one.side != view.fighters[who].side]
    foe = target if target >= 0 and view.asking != "ChooseAction" else others[0]
    return view.fighters[who].character, view.fighters[foe].character


def _cases(pack: ArenaPack, view: ArenaView) -> list[str]:
    question = view.question
    if question is None:
        return []
    if view.asking == "ChooseAction":
        return _turn_cases(pack, view, view.fighters[question.who])
    if view.asking == "Walk":
        return [] if question.facing == "free" else [question.facing]
    if view.asking == "React" and any(action.startswith("react:") for action in view.actions):
        return ["able"]
    return []


def _turn_cases(pack: ArenaPack, view: ArenaView, fighter: FighterView) -> list[str]:
    """What is special about a turn, the more pressing first."""
    reactions = {card.id for card in pack.cards if card.reaction is not None}
    cases = {
        "attack": any(action.endswith("/attack") for action in view.actions),
        "two_cards": "two_cards" in view.actions,
        "hand_over": "hand_over" in view.actions,
        "last": view.initiative_left == 0,
        "hurt": fighter.wounds_left <= BADLY_HURT,
        "reaction": not reactions.isdisjoint(fighter.hand),
        "unique": "unique" in view.actions and fighter.hand_size >= TO_SPARE,
    }
    return [case for case, holds in cases.items() if holds]
