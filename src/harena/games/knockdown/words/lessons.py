"""What a newcomer to Knockdown is told at which question; the words are in lessons.toml."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from harena.core.lesson import Lesson, read_lessons
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.view import BrawlView
from harena.games.knockdown.words.lesson_facts import Facts
from harena.games.knockdown.words.things import attacks_of

FACT = re.compile(r"\{(\w+)\}")  # in a text: said by words/lesson_facts.py
LATE = 10  # cards left in the deck: some five turns


def lessons_for(pack: BrawlPack, view: BrawlView) -> list[Lesson]:
    """What the waiting question is about."""
    found = read_lessons(Path(__file__).parents[1]).about(view.asking, _cases(pack, view))
    return [_filled(lesson, pack, view) for lesson in found]


def _filled(lesson: Lesson, pack: BrawlPack, view: BrawlView) -> Lesson:
    """With the opponent's seat in what it points at, and with what the rules say here in its text."""
    look = [key.replace("{foe}", str(1 - view.decider)) for key in lesson.look]
    if not FACT.search(lesson.text):
        return msgspec.structs.replace(lesson, look=look)
    facts = Facts(pack, view)
    text = FACT.sub(lambda found: facts.say(found[1]), lesson.text)
    return msgspec.structs.replace(lesson, text=text, look=look)


def _cases(pack: BrawlPack, view: BrawlView) -> list[str]:
    """What is special about a turn, the more pressing first."""
    if view.asking != "Act" or view.question is None:
        return []
    attacks = attacks_of(pack)
    in_range = [reach.attack for reach in view.reach if reach.in_range and reach.attack in view.row]
    aimed = [attack for attack in in_range if attacks[attack].aimed()]
    cases = {
        "reach": bool(aimed),
        "knockout": any(attacks[attack].knockout for attack in in_range),
        "special": _opens(view, "special:"),
        "corridor": _opens(view, "corridor:"),
        "contaminated": view.fighters[view.question.who].contamination > 0,
        "late": view.deck < LATE,
    }
    return [case for case, holds in cases.items() if holds]


def _opens(view: BrawlView, stretch: str) -> bool:
    return any(action.startswith(stretch) for action in view.actions)
