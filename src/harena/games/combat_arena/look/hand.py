"""At the bottom edge: the viewer's hand, the hands of the viewer's other fighters, or reference cards."""

from __future__ import annotations

from functools import lru_cache

from harena.games.combat_arena.look.faces import card_face, sheet_of
from harena.games.combat_arena.look.onlooker import Onlooker
from harena.games.combat_arena.look.sheets import Row, Sheet
from harena.games.combat_arena.pack.content import ActionCard, ArenaPack
from harena.games.combat_arena.view import FighterView
from harena.games.combat_arena.words.printed import ROWS
from harena.look.drawing import HOLE, Cut, Part, Pieces, Plain, filled
from harena.look.writing import clip

WHOLE = (("discard", "Discard"), ("react", "React"))  # what can be done with a whole card
NO_ACTIONS = tuple("" for _ in ROWS)


class Hand:
    """What lies at the bottom edge while the game runs."""

    def __init__(self, on: Onlooker, sheet: Sheet) -> None:
        self.on = on
        self.sheet = sheet
        self.view = on.view
        self.shown = self._at_issue()  # the cards that lie open

    def parts(self) -> list[Part]:
        """The hand, or reference cards where there is none."""
        if not self.shown:
            return self._references()
        others = [
            (fighter, card)
            for fighter in self.view.fighters
            for card in fighter.hand
            if card not in self.shown
        ]
        row, beside = self._rows(len(others))
        parts: list[Part] = []
        for card, where in zip(self.shown, row.places, strict=True):
            parts += self._card(self.on.cards[card], row.form, where)
        parts += self._others(others, beside)
        return self.sheet.swiped(parts, max(row.wide, beside.wide))

    def _rows(self, others: int) -> tuple[Row, Row]:
        """Where the hand and the cards beside it lie."""
        return self.sheet.cards_in_hand(len(self.shown), others), self.sheet.others(len(self.shown), others)

    def _at_issue(self) -> list[str]:
        """The cards to show open: those the decision is about, else a hand of the viewer's."""
        view = self.view
        if view.asking == "ResolveShown" and view.question is not None:
            return view.question.cards
        number = self._own_in_focus()
        return view.fighters[number].hand if number >= 0 else []

    def _own_in_focus(self) -> int:
        """Your own fighter whose hand is shown: the one asked, the active one, or the first with cards."""
        own = [number for number, fighter in enumerate(self.view.fighters) if fighter.hand]
        wanted = (self.on.asked, self.view.active)
        return next((number for number in wanted if number in own), own[0] if own else -1)

    def _card(self, card: ActionCard, form: str, where: Plain) -> list[Part]:
        holes: list[Part] = [where]
        whole, label = "", ""
        for stretch, verb in WHOLE:
            action, hint = self.on.take(f"{stretch}:{card.id}")
            if action:
                whole, label = action, "Show" if self.view.asking == "ShowTwo" else verb
                holes.append(hint)
        rows = [self.on.take(f"card:{card.id}/{row}") for row in ROWS]
        holes += [hint for action, hint in rows if action]
        offered = tuple(action for action, _ in rows)
        drawn = in_hand(self.sheet.cards, card, form, offered, whole, label, bool(self.view.actions))
        return filled(drawn, *holes)

    def _others(self, others: list[tuple[FighterView, str]], row: Row) -> list[Part]:
        """Your own cards that do not lie open, as short lines."""
        step = self.sheet.held_step(len(others))
        parts: list[Part] = []
        for (fighter, card), where in zip(others, row.places, strict=True):
            short = self.on.characters[fighter.character].short
            parts += filled(held(self.sheet.cards, self.on.cards[card], fighter.owner, short, step), where)
        return parts

    def _references(self) -> list[Part]:
        """Reference cards: those still free at the set-up, else those in the arena."""
        on, known = self.on, list(self.on.characters)
        owners = {fighter.character: fighter.owner for fighter in self.view.fighters if fighter.character}
        wanted = list(owners)
        if self.view.asking == "PickFighter":
            offered = [one for one in known if f"fighter:{one}" in on.open]
            wanted = offered or [one for one in known if one not in owners]
        row = self.sheet.references(len(wanted))
        parts: list[Part] = []
        for one, where in zip(wanted, row.places, strict=True):
            action, hint = on.take(f"fighter:{one}")
            holes = (where, hint) if action else (where,)
            drawn = reference(self.sheet.cards, on.pack, known.index(one), owners.get(one, -1), action)
            parts += filled(drawn, *holes)
        return self.sheet.swiped(parts, row.wide)


# --- pieces, kept by what is on them


@lru_cache(4096)
def in_hand(
    pieces: Pieces,
    card: ActionCard,
    form: str,
    offered: tuple[str, ...],
    whole: str,
    label: str,
    asked: bool,
) -> Cut:
    """A card of the hand; holes for where it lies and for the hint of each action."""
    return pieces.cut("in_hand", form, card_face(card), HOLE, offered, whole, label, asked, HOLE)


@lru_cache(1024)
def held(pieces: Pieces, card: ActionCard, seat: int, short: str, step: float) -> Cut:
    """A card as a short line in a list with that step; a hole for where it stands."""
    face = card_face(card)
    size = 15 if step > 30 else 14
    return pieces.cut("held", face, HOLE, seat, short, round(step - 3, 1), size, clip(face.name, 126, size))


@lru_cache(256)
def reference(pieces: Pieces, pack: ArenaPack, number: int, seat: int, action: str) -> Cut:
    """A reference card; holes for where it lies and, if it can be picked, for the hint."""
    return pieces.cut("reference", sheet_of(pack, number), seat, action, HOLE, HOLE)


@lru_cache(256)
def discarded(pieces: Pieces, card: ActionCard) -> Cut:
    """A card of the discard pile; a hole for where it lies."""
    return pieces.cut("discarded", card_face(card), HOLE)
