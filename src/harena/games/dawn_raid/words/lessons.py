"""What a newcomer to Dawn Raid is told at which question; the words are in lessons.toml."""

from __future__ import annotations

from pathlib import Path

from harena.core.lesson import Lesson, read_lessons
from harena.games.dawn_raid.pack.cards import HQ, ROLE_NAMES, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView

RICH = 8  # cards at stake that are worth a thought


def lessons_for(pack: DawnRaidPack, view: DawnRaidView) -> list[Lesson]:
    """What the waiting question is about."""
    return read_lessons(Path(__file__).parents[1]).about(view.asking, _cases(pack, view))


def _cases(pack: DawnRaidPack, view: DawnRaidView) -> list[str]:
    cards = {card.id: card for card in pack.cards}
    if view.asking == "ChooseRole":
        return [ROLE_NAMES[cards[view.attack[0]].role]]
    stake = [*view.pot, *view.attack, *view.defence]
    cases = []
    if "raid:bank" in view.actions:
        cases.append("bank")
    if any(cards[card].role == HQ for card in stake):
        cases.append("hq")
    if len(stake) >= RICH:
        cases.append("rich")
    return cases
