"""The hands of team-mates where they lie open: every card by its name, and what it does to be read out."""

from __future__ import annotations

from collections import Counter

from harena.core.prose import capital, count, genitive
from harena.games.centauri.look.cards import card_words, edge_of
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.sheets import CARDS, MatesForm, Sheet
from harena.look.drawing import HOLE, Part, Plain, filled, said
from harena.look.sections import NO_SECTION, Section
from harena.look.writing import BOLD, clip, width


def mates(on: Onlooker, sheet: Sheet) -> Section:
    """A row for each team-mate whose cards the viewer sees."""
    parts: list[Part] = [Plain('<g data-key="hands">')]
    y = 0.0
    for seat in on.open_mates:
        row, y = _hand(on, sheet, seat, y)
        parts += row
    return Section([*parts, Plain("</g>")], y) if on.open_mates else NO_SECTION


def _hand(on: Onlooker, sheet: Sheet, seat: int, y: float) -> tuple[list[Part], float]:
    """Name by name from a height on, in as many lines as they need; and where the next hand begins."""
    form: MatesForm = sheet.mates
    held = Counter(on.mat(seat).hand)
    words = f"{capital(genitive(on.names[seat]))} hand: {count(on.mat(seat).hand_size, 'card')}."
    name = clip(on.names[seat] if held else f"{on.names[seat]}: no card", form.name, form.text * BOLD)
    piece = CARDS.cut("holder", form, seat, on.letters[seat], y, HOLE, HOLE)
    parts = filled(piece, said(words), said(name))
    x = round(form.left + width(name, form.text * BOLD) + 10, 1) if form.flows else form.left + form.name
    for kind, many in held.items():
        card = on.cards[kind]
        counted = width(f" x{many}", form.text) if many > 1 else 0
        wide = round(width(card.name, form.text) + counted + 16, 1)
        if x + wide > sheet.row_wide:
            x, y = form.indent, y + form.line
        parts.append(CARDS.one("named", form, x, y, wide, edge_of(card), card.name, many, card_words(card)))
        x = round(x + wide + 5, 1)
    return parts, y + form.line
