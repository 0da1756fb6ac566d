"""Knockdown as a drawing: its sections, and in which order they are made. A sheet says where they stand.

arena.py, panels.py, cards.py, blocks.py and tower.py have the sections.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from harena.core.picture import Layout
from harena.core.prose import capital, count
from harena.games.knockdown.look.arena import UNDER_ATTACK, ArenaScene
from harena.games.knockdown.look.blocks import BlockScene
from harena.games.knockdown.look.cards import CardScene
from harena.games.knockdown.look.onlooker import Onlooker
from harena.games.knockdown.look.panels import PanelScene
from harena.games.knockdown.look.sheets import BLOCKS, PARTS, SHEETS, Sections, Sheet
from harena.games.knockdown.look.tower import tower
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.view import BrawlView
from harena.games.knockdown.words.printed import wounds
from harena.look.chips import Offered
from harena.look.chips import drawn as chip_drawn
from harena.look.drawing import HOLE, Drawing, Part, Plain, filled, said
from harena.look.laying import Box
from harena.look.sections import NO_SECTION, Section
from harena.look.writing import clip

ACTION_ICONS = {
    "stop": "cancel",
    "call": "skull",
    "no_call": "cancel",
    "no_reaction": "cancel",
    "shake_off": "drop",
    "symbol:block": "shield",
    "symbol:dash": "swift",
    "symbol:power": "bolt",
    "symbol:wild": "star",
}
STRETCH_ICONS = {"heal": "heart", "number": "cannon", "corridor": "compass", "block": "shield"}
LINE_END = Plain("\n")


def draw(pack: BrawlPack, view: BrawlView, names: Sequence[str], layout: Layout) -> Drawing:
    """A view of Knockdown as a drawing."""
    scene = Scene(pack, view, names, SHEETS[layout])
    high, parts = scene.sheet.put_together(scene.sections())
    parts.insert(0, PARTS.one("sheet", scene.sheet.wide, high))
    parts += tower(view, scene.sheet.tower_place, (scene.sheet.wide, high))
    title = f"Knockdown: {names[0]} against {names[1]}"
    return Drawing((scene.sheet.wide, high), title, scene.prompt, parts)


class Scene:
    """Works out what there is to see in one view."""

    def __init__(self, pack: BrawlPack, view: BrawlView, names: Sequence[str], sheet: Sheet) -> None:
        self.sheet, self.view = sheet, view
        self.on = Onlooker(pack, view, names)
        self.prompt = self.on.words.prompt(view)

    def sections(self) -> Sections:
        """All there is; what can be chosen and has no place elsewhere becomes a chip at last."""
        on, sheet = self.on, self.sheet
        near, far = (PanelScene(on, sheet, seat).section() for seat in (on.near, on.far))
        cards = CardScene(on, sheet)
        arena = ArenaScene(on, sheet).section()
        middle, below = cards.section(), self._below(cards)
        return Sections(
            near=near,
            far=far,
            arena=arena,
            cards=middle,
            below=below,
            decision=self._decision(),
            answers=self.view.asking in UNDER_ATTACK,
        )

    def _below(self, cards: CardScene) -> Section:
        if self.view.over:
            return self._result()
        if self.view.asking == "PickFighter":
            return NO_SECTION
        block = BlockScene(self.on, self.sheet).section()
        return block if block.parts else cards.specials()

    # --- the end

    def _result(self) -> Section:
        """Who won, and how each came out of it."""
        on, sheet = self.on, self.sheet
        room, size = sheet.headline
        winner = self.view.scores.index(on.best)
        who = clip(on.player(winner), room - 120, size)
        headline = "You win!" if winner == self.view.viewer else f"{who} wins!"
        top, text = round(size * 2.1 + 8, 1), sheet.text + 1
        w, high = round((sheet.row_wide - sheet.gap) / 2, 1), round(text * 5.2, 1)
        parts = filled(BLOCKS.cut("result", sheet.row_wide, HOLE, size, text), said(headline))
        for place, seat in enumerate((on.near, on.far)):
            one = on.fighter(seat)
            box = Spread(x=place * (w + sheet.gap), y=top, inside=Box(0, 0, w, high))
            state = f"{count(one.wins, 'round')} won, {wounds(one.light, one.heavy)}"
            piece = BLOCKS.cut(
                "outcome", seat, box, on.won(seat), on.name(seat), HOLE, clip(state, w - 34, text), text
            )
            parts += filled(piece, said(clip(on.player(seat), w - 40, text)))
        return Section([*parts, Plain("</g>")], top + high)

    # --- the question

    def _decision(self) -> Section:
        """The question, and what can be chosen that is not placed elsewhere."""
        view, sheet = self.view, self.sheet
        chips, high = sheet.chips([self._offered(action) for action in self.on.open])
        asked = bool(view.actions)
        lines = sheet.question(self.prompt, chips)
        parts: list[Part] = []
        if lines:
            parts.append(PARTS.one("decision", sheet.row_wide, asked, view.over))
            for line in lines:
                parts += filled(PARTS.cut("prompt", asked, line.y, line.size, HOLE), said(line.text))
        else:
            parts.append(Plain('<g data-key="decision">'))
        for chip in chips:
            parts += chip_drawn(chip, self.on.words.hint(view, chip.action))
        return Section([*parts, Plain("</g>"), LINE_END], high)

    def _offered(self, action: str) -> Offered:
        icon = ACTION_ICONS.get(action) or STRETCH_ICONS.get(action.partition(":")[0], "check")
        return Offered(action, capital(self.on.words.label(self.view, action)), icon)


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Where a box stands that is drawn around its own corner."""

    x: float
    y: float
    inside: Box
