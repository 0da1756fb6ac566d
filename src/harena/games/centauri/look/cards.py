"""Action cards: what stands on one, and the viewer's hand."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec

from harena.core.prose import count
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.sheets import CARDS, CardForm, Sheet
from harena.games.centauri.pack.content import BUFF, MOVEMENT, UPKEEP, Card
from harena.games.centauri.words.printed import card_text, phases_text
from harena.look import GILT, OLIVE, TEAL
from harena.look.cards import Heading, heading
from harena.look.drawing import HOLE, Part, Plain, filled, said
from harena.look.laying import where
from harena.look.sections import Section
from harena.look.writing import clip, wrap

RUST = "#8f2a17"
EDGES = {UPKEEP: OLIVE, MOVEMENT: TEAL, BUFF: RUST}
ICONS = {UPKEEP: "hourglass", MOVEMENT: "swift", BUFF: "sword"}


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on a card of one form."""

    id: str
    name: Heading
    edge: str
    icon: str
    phase: str
    lines: tuple[str, ...]
    arena: bool
    words: str


@lru_cache(1024)
def card_face(card: Card, form: CardForm) -> CardFace:
    phase = _phase(card)
    phases, text = phases_text(card), card_text(card)
    room = form.w - 2 * form.pad
    over = 0 if form.inline else form.text + 4
    most = int((form.h - form.head - over - 10) // form.step)
    lines = wrap(f"{phases}: {text}" if form.inline else text, room, form.text * 0.97, most)
    return CardFace(
        id=card.id,
        name=heading(card.name, form.w - 14, form.name, form.least, 2 if form.head > 40 else 1),
        edge=edge_of(card),
        icon=ICONS[phase],
        phase=phases,
        lines=tuple(clip(line, room + 4, form.text * 0.97) for line in lines),
        arena=bool(card.arena),
        words=card_words(card),
    )


def _phase(card: Card) -> int:
    """The phase by which a card is known, if it can be played in several."""
    return next(phase for phase in (BUFF, MOVEMENT, UPKEEP) if card.phases >> phase & 1)


def edge_of(card: Card) -> str:
    return GILT if card.arena else EDGES[_phase(card)]


def card_words(card: Card) -> str:
    """All that stands on a card, to be read out."""
    kind = "Arena card" if card.arena else "Common card"
    return f"{card.name}, {kind}. {phases_text(card)}: {card_text(card)}"


def hand(on: Onlooker, sheet: Sheet) -> Section:
    """The viewer's own cards, one for each kind."""
    view = on.view
    held = Counter(on.mat(view.viewer).hand) if view.viewer >= 0 else Counter()
    form = sheet.card(len(held), len(on.open_mates))
    parts: list[Part] = []
    if not held:
        words = "No card in your hand." if view.viewer >= 0 else _looking_on(on)
        parts.append(CARDS.one("empty", sheet.row_wide, 44, words, sheet.text + 2))
        return Section([Plain('<g data-key="hand">'), *parts, Plain("</g>")], 44)
    step = form.w + sheet.gap
    wide = len(held) * step - sheet.gap
    left = max(0.0, (sheet.row_wide - wide) / 2)
    for place, (kind, many) in enumerate(held.items()):
        action, hint = on.take(f"play:{kind}")
        if not action:
            action, hint = on.take(f"discard:{kind}")
        face = card_face(on.cards[kind], form)
        piece = CARDS.cut("card", face, form, many, action, HOLE, HOLE)
        words = Plain(f"{said(face.words)} {hint}") if hint else said(face.words)
        parts += filled(piece, where(round(left + place * step, 1), 0, 1), words)
    return Section([Plain('<g data-key="hand">'), *sheet.swiped(parts, wide), Plain("</g>")], max(form.h, 44))


def _looking_on(on: Onlooker) -> str:
    held = sum(mat.hand_size for mat in on.view.players)
    return f"{count(held, 'Action card')} in the players' hands."
