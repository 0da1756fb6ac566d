"""A question of blocking: what comes in, and what each way to block would stop (KD-4.2, KD-4.7)."""

from __future__ import annotations

from harena.core.prose import listed
from harena.games.knockdown.look.faces import written
from harena.games.knockdown.look.onlooker import Onlooker
from harena.games.knockdown.look.sheets import BLOCKS, NO_SECTION, Section, Sheet, in_columns
from harena.games.knockdown.view import BrawlQuestion
from harena.games.knockdown.words.outlook import Blocked, Outlook, Wounds
from harena.games.knockdown.words.printed import effect_text, wounds
from harena.look.drawing import HOLE, Part, Plain, filled
from harena.look.writing import clip

BESIDE = 244  # how wide the attack is where the ways to block stand beside it
EFFECT_LINES = 4


class BlockScene:
    """The ways to block of one view."""

    def __init__(self, on: Onlooker, sheet: Sheet) -> None:
        self.on, self.view, self.sheet = on, on.view, sheet

    def section(self) -> Section:
        question = self.view.question
        ways = [action for action in self.on.open if action.startswith("block:")]
        if question is None or not ways:
            return NO_SECTION
        return self._wide(question, ways) if self.sheet.columns > 2 else self._tall(question, ways)

    def _wide(self, question: BrawlQuestion, ways: list[str]) -> Section:
        form = self.sheet.way(len(ways))
        columns = int((self.sheet.row_wide - BESIDE) // (form.w + self.sheet.gap - 1))
        places = in_columns(len(ways), form, columns, self.sheet.gap, 0, BESIDE + self.sheet.gap)
        high = 2 * form.h + self.sheet.gap
        return Section([*self._incoming(question, BESIDE, high), *self._ways(question, ways, places)], high)

    def _tall(self, question: BrawlQuestion, ways: list[str]) -> Section:
        form, high = self.sheet.way(len(ways)), 116.0
        places = in_columns(len(ways), form, 2, self.sheet.gap, high + self.sheet.gap)
        parts = [*self._incoming(question, self.sheet.row_wide, high), *self._ways(question, ways, places)]
        return Section(parts, high + -(-len(ways) // 2) * (form.h + self.sheet.gap))

    def _incoming(self, question: BrawlQuestion, w: float, h: float) -> list[Part]:
        attack, text = self.on.attacks[question.attack], self.sheet.text
        effect = effect_text(attack) if question.effect else ""
        size = 20.0 if text > 12 else 16.0
        lines = written(effect, w - 24, text, EFFECT_LINES)
        words = f"{attack.name} brings {wounds(question.light, question.heavy)}. {effect}"
        name = (clip(attack.name, w - 24, size), words.rstrip())
        return [BLOCKS.one("incoming", w, h, name, pool(question), lines, size, text)]

    def _ways(self, question: BrawlQuestion, ways: list[str], places: list[Plain]) -> list[Part]:
        form, outlook = self.sheet.way(len(ways)), Outlook(self.on.pack, self.view)
        parts: list[Part] = []
        for action, place in zip(ways, places, strict=True):
            _, hint = self.on.take(action)
            done = outlook.block(action.removeprefix("block:"))
            stopped = (
                *(place < done.stopped.light for place in range(question.light)),
                *(place < done.stopped.heavy for place in range(question.heavy)),
            )
            told = (f"You suffer {_short(done.suffered)}", any(stopped), _of_effect(question, done))
            way = (TITLES[done.cards], done.cards, pool(question), stopped, told)
            parts += filled(BLOCKS.cut("way", form, action, HOLE, *way, HOLE), place, hint)
        return parts


def _short(suffered: Wounds) -> str:
    """Wounds in as few words as can be."""
    kinds = ((suffered.light, "light"), (suffered.heavy, "heavy"))
    return listed([f"{n} {kind}" for n, kind in kinds if n]) or "nothing"


def _of_effect(question: BrawlQuestion, done: Blocked) -> str:
    if not question.effect:
        return ""
    return "No effect" if done.effect else "The effect works"


TITLES = ("No block", "One Block card", "Two Block cards")


def pool(question: BrawlQuestion) -> tuple[str, ...]:
    """A cube for each wound that comes in."""
    return ("light",) * question.light + ("heavy",) * question.heavy
