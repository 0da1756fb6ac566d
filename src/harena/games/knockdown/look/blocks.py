"""A question of blocking: what comes in, and what each way to block would stop (KD-4.2, KD-4.7)."""

from __future__ import annotations

from harena.core.prose import listed
from harena.games.knockdown.look.faces import written
from harena.games.knockdown.look.onlooker import Onlooker
from harena.games.knockdown.look.sheets import BLOCKS, Sheet, in_columns
from harena.games.knockdown.view import BrawlQuestion
from harena.games.knockdown.words.outlook import Blocked, Outlook, Wounds
from harena.games.knockdown.words.printed import at_least, effect_text, wounds
from harena.look.drawing import HOLE, Part, Plain, filled
from harena.look.sections import NO_SECTION, Section
from harena.look.writing import BOLD, clip

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
        form, box, gap = self.sheet.way(len(ways)), self.sheet.incoming, self.sheet.gap
        columns = int((self.sheet.row_wide - box.w + 1) // (form.w + gap))
        places = in_columns(len(ways), form, columns, gap, 0, box.w + gap)
        rows = -(-len(ways) // columns)
        high = rows * (form.h + gap) - gap
        return Section([*self._incoming(question, high), *self._ways(question, ways, places)], box.h)

    def _tall(self, question: BrawlQuestion, ways: list[str]) -> Section:
        form, top = self.sheet.way(len(ways)), self.sheet.incoming.h + self.sheet.gap
        places = in_columns(len(ways), form, self.sheet.columns, self.sheet.gap, top)
        parts = [*self._incoming(question, self.sheet.incoming.h), *self._ways(question, ways, places)]
        rows = -(-len(ways) // self.sheet.columns)
        return Section(parts, top + rows * (form.h + self.sheet.gap))

    def _incoming(self, question: BrawlQuestion, high: float) -> list[Part]:
        attack, text, box = self.on.attacks[question.attack], self.sheet.text, self.sheet.incoming
        effect = effect_text(attack) if question.effect else ""
        size = round(text * 1.4, 1)
        lines = written(effect, box.w - 24, text, EFFECT_LINES)
        words = f"{attack.name} brings {wounds(question.light, question.heavy)}. {effect}"
        name = (clip(attack.name, box.w - 24, size * BOLD), words.rstrip())
        return [BLOCKS.one("incoming", box.w, high, name, pool(question), lines, size, text)]

    def _ways(self, question: BrawlQuestion, ways: list[str], places: list[Plain]) -> list[Part]:
        form, outlook = self.sheet.way(len(ways)), Outlook(self.on.pack, self.view)
        parts: list[Part] = []
        for action, place in zip(ways, places, strict=True):
            _, hint = self.on.take(action)
            code = action.removeprefix("block:")
            done = outlook.block(code)
            stopped = (
                *(place < done.stopped.light for place in range(question.light)),
                *(place < done.stopped.heavy for place in range(question.heavy)),
            )
            told = (
                f"You suffer {_short(done.suffered)}",
                _of_effect(question, done),
                self._test(question, done),
            )
            way = (TITLES[code.rstrip("0123")], done.cards, pool(question), stopped, told)
            parts += filled(BLOCKS.cut("way", form, action, HOLE, *way, HOLE), place, hint)
        return parts

    def _test(self, question: BrawlQuestion, done: Blocked) -> str:
        """What a test that may follow would count."""
        attack = self.on.attacks[question.attack]
        counts = f"{at_least(*done.counted)}{done.counted.low}"
        return f"K.O.: a test counts {counts}" if attack.knockout else ""


def _short(suffered: Wounds) -> str:
    """Wounds in as few words as can be."""
    kinds = ((suffered.light, "light"), (suffered.heavy, "heavy"))
    return listed([f"{n} {kind}" for n, kind in kinds if n]) or "nothing"


def _of_effect(question: BrawlQuestion, done: Blocked) -> str:
    if not question.effect:
        return ""
    return "No effect" if done.effect else "The effect works"


TITLES = {"none": "No block", "effect": "Block the effect", "wounds": "Block wounds", "both": "Block both"}


def pool(question: BrawlQuestion) -> tuple[str, ...]:
    """A cube for each wound that comes in."""
    return ("light",) * question.light + ("heavy",) * question.heavy
