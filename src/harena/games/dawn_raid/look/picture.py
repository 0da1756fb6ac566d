"""Dawn Raid as a drawing: which pieces, and in which order. A layout says where each of them stands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from harena.core.picture import Layout
from harena.core.prose import capital
from harena.games.dawn_raid.look.faces import TYPE_ICONS, placed
from harena.games.dawn_raid.look.layout import (
    MOST_PUT_BACK,
    NO_DECK,
    Force,
    Haul,
    Offers,
    Sheet,
    tokens,
)
from harena.games.dawn_raid.look.tall import TallSheet
from harena.games.dawn_raid.look.wide import WideSheet
from harena.games.dawn_raid.pack.cards import HQ, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView, SideView
from harena.games.dawn_raid.words.words import DawnRaidWords
from harena.look.chips import Offered, drawn
from harena.look.drawing import HOLE, Drawing, Part, Plain, filled, said
from harena.look.laying import Box
from harena.look.writing import BOLD, clip, width

ACTION_ICONS = {
    "role:use": "bolt",
    "role:skip": "shield",
    "raid:end": "cup",
    "raid:continue": "sword",
    "raid:take_over": "sword",
    "raid:bank": "medal",
}
LINE_END = Plain("\n")
SHEETS: dict[Layout, Sheet] = {"wide": WideSheet(), "tall": TallSheet()}


def draw(pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str], layout: Layout) -> Drawing:
    """A view of Dawn Raid as a drawing."""
    scene = Scene(pack, view, names, SHEETS[layout])
    title = f"Dawn Raid: {names[0]} against {names[1]}"
    return Drawing(scene.plan.size, title, scene.prompt, scene.parts())


class Scene:
    """What there is to see in one view."""

    def __init__(self, pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str], sheet: Sheet) -> None:
        self.pack = pack
        self.view = view
        self.words = DawnRaidWords(pack, names)
        self._card = self.words.card
        self.prompt = self.words.prompt(view)
        self.names = names
        self.sheet, self.pieces = sheet, sheet.pieces
        self.near = view.viewer if view.viewer >= 0 else 0  # the seat at the bottom edge
        self.deck_shown = view.viewer >= 0 and not view.over
        self.hauls = self._hauls() if view.over else []
        deck = len(view.sides[view.viewer].order) if self.deck_shown else NO_DECK
        self.plan = sheet.plan(deck, len(self.hauls))

    def parts(self) -> list[Part]:
        """The picture from back to front."""
        return [
            self.pieces.one("ground", *self.plan.size),
            *self._strip(1 - self.near, self.plan.far),
            *self._strip(self.near, self.plan.near),
            *(self._result() if self.view.over else self._battle()),
            *(self._own_deck() if self.deck_shown else []),
        ]

    # --- cards

    def _hq(self, ids: Iterable[str]) -> int:
        return sum(self._card(card).role == HQ for card in ids)

    def _placed(self, ids: Iterable[str], form: str, places: Sequence[Plain]) -> list[Part]:
        """Cards where they lie, and a line's end."""
        parts: list[Part] = []
        for card, place in zip(ids, places, strict=True):
            parts += self._put(card, form, place)
        return [*parts, LINE_END]

    def _put(
        self, card: str, form: str, place: Plain, ringed: bool = False, seen: bool = False
    ) -> tuple[Part, Part, Part]:
        """One card: ringed if it matters for the waiting decision, seen if the others know where it is."""
        before, after = placed(self.pack, self._card(card), self.view.type, form, ringed, seen)
        return before, place, after

    def _tokens(self, ids: Iterable[str], box: Box, ring_kin: bool = False) -> list[Part]:
        """Cards as tokens that fill a box, as large as they fit: HQ cards first, then by faction."""
        cards = [self._card(card) for card in ids]
        cards.sort(key=lambda card: (card.role != HQ, card.faction))
        kin = self._card(self.view.attack[0]).faction if ring_kin and self.view.attack else -1
        parts: list[Part] = []
        for card, place in zip(cards, tokens(len(cards), box), strict=True):
            parts += self._put(card.id, "token", place, ringed=card.faction == kin)
        return [*parts, LINE_END]

    # --- the two sides

    def _strip(self, seat: int, box: Box) -> list[Part]:
        view, side, pieces = self.view, self.view.sides[seat], self.pieces
        attacks, decides = seat == view.attacker, seat == view.decider and not view.instead
        task, icon = ("Attacker", "sword") if attacks else ("Defender", "shield")
        if view.over:
            task, icon = "", "card-back"
        asked = "" if not decides else "You decide" if seat == view.viewer else "Deciding"
        won = view.over and view.scores[seat] > view.scores[1 - seat]
        name = said(self._name(seat, self.sheet.name_room(decides)))
        title = clip(side.deck_title, self.sheet.title_room, self.sheet.title_size)
        layers = min(4, math.ceil(side.left / 8))
        hq_cards = self._hq(_left_in_deck(side))
        return [
            *filled(pieces.cut("strip", seat, box, HOLE, task, title, icon, asked, won), name),
            *(self._put_back(side, box) if seat != view.viewer else []),  # own ones are marked in the deck
            *filled(pieces.cut("deck", seat, box, HOLE, side.left, hq_cards, layers), name),
            *filled(pieces.cut("pile", seat, box, HOLE, side.pile, side.skulls), name),
        ]

    def _name(self, seat: int, room: float) -> str:
        return clip(self.names[seat], room, self.sheet.name_size)

    def _put_back(self, side: SideView, box: Box) -> list[Part]:
        back = side.put_back
        if not back:
            return []
        shown = back[:MOST_PUT_BACK]
        places = self.sheet.put_back(len(shown), box)
        return [
            self.pieces.one("put_back", box, len(shown), len(back) - len(shown)),
            *self._placed(shown, "token", places),
        ]

    # --- the field while the game runs

    def _battle(self) -> list[Part]:
        view, plan, pieces = self.view, self.plan, self.pieces
        types, others = self._offered("type:"), self._offered(("role:", "raid:"))
        forces = self.sheet.forces(max(len(view.attack), len(view.defence)), plan.clash)
        count = pieces.cut("count", plan.clash, forces.attack.box, HOLE, HOLE)
        icon = TYPE_ICONS.get(view.type, "")
        return [
            pieces.one("pot", plan.pot, len(view.pot), self._hq(view.pot)),
            *self._tokens(view.pot, plan.pot_inside, ring_kin=view.asking == "ChooseRole"),
            pieces.one("clash", plan.clash, plan.rays),
            *filled(pieces.cut("banner", plan.clash, icon, HOLE, bool(types)), self._banner()),
            *self._force(0, forces.attack, forces.form),
            *self._force(1, forces.defence, forces.form),
            *filled(count, Plain(str(view.raid)), Plain(str(view.battle))),
            *self._chips(types, others),
        ]

    def _banner(self) -> Plain:
        if self.view.type:
            return said(self.view.type.capitalize())
        if self.view.instead:
            return said("No type named")
        if self.view.viewer == self.view.decider:
            return said("Choose the type")
        sheet = self.sheet
        name = clip(self.names[self.view.attacker], sheet.banner_room, sheet.banner_size)
        return said(f"{name} names the type")

    def _force(self, part: int, force: Force, form: str) -> list[Part]:
        """What the attacker brings into the battle (0), or the defender (1)."""
        view, pieces, box = self.view, self.pieces, force.box
        seat, verb = (1 - view.attacker, "defends") if part else (view.attacker, "attacks")
        cards = view.defence if part else view.attack
        scores = (view.attack_score, view.defence_score)
        ahead = _ahead(scores[part], scores[1 - part])
        score = "?" if scores[part] is None else str(scores[part])
        size = self.sheet.label_size
        room = box.w + self.sheet.label_beyond - 23 - width(f" {verb}", size * BOLD)
        label = said(f"{clip(self.names[seat], room, size * BOLD)} {verb}")
        return [
            *filled(pieces.cut("force", seat, box, HOLE), label),
            *self._placed(cards, form, force.places[: len(cards)]),
            *([] if cards else [pieces.one("face_down", seat, box)]),
            pieces.one("score", part, self.plan.clash, box, ahead, score),
        ]

    def _offered(self, stretches: str | tuple[str, ...]) -> Offers:
        """The open actions of these stretches."""
        out = []
        for action in self.view.actions:
            if action.startswith(stretches):
                label = self.words.label(self.view, action)
                icon = TYPE_ICONS.get(action.removeprefix("type:")) or ACTION_ICONS[action]
                out.append(Offered(action, capital(label), icon))
        return tuple(out)

    def _chips(self, types: Offers, others: Offers) -> list[Part]:
        if not types and not others:
            return self.sheet.idle(self.prompt, self.plan.clash)
        parts: list[Part] = []
        for chip in self.sheet.chips(types, others, self.plan.clash):
            parts += drawn(chip, self.words.hint(self.view, chip.action))
        return parts

    # --- the viewer's own deck, next card first (DR-1.3)

    def _own_deck(self) -> list[Part]:
        side = self.view.sides[self.view.viewer]
        deck = self.sheet.deck(len(side.order), self.plan.deck)
        icons = tuple(TYPE_ICONS.values())
        parts: list[Part] = [self.pieces.one("own_deck", self.plan.deck, deck.tops, deck.scale, icons)]
        known = set(side.put_back)
        for number, (card, place) in enumerate(zip(side.order, deck.places, strict=True)):
            parts += self._put(card, "mini", place, ringed=number == 0, seen=card in known)
        return [*parts, *([LINE_END] if deck.places else []), self.pieces.one("end")]

    # --- the end

    def _hauls(self) -> list[tuple[int, list[str]]]:
        """Whose victory piles are turned over, near side first; at last, for -1, a pot that nobody won."""
        view = self.view
        piles = [(seat, view.sides[seat].pile_cards) for seat in (self.near, 1 - self.near)]
        return [*piles, (-1, view.pot)] if view.pot else piles

    def _result(self) -> list[Part]:
        field, hauls = self.plan.field, self.hauls
        result = self.pieces.cut("result", field, self.plan.field_rays, HOLE)
        parts = filled(result, said(self._headline()))
        skulls = [self._skulls(seat) for seat, _ in hauls]
        for (seat, cards), at in zip(hauls, self.sheet.hauls(skulls, field), strict=True):
            parts += self._haul(seat, cards, at)
        return parts

    def _skulls(self, seat: int) -> int:
        return (self.view.sides[seat].skulls or 0) if seat >= 0 else 0

    def _headline(self) -> str:
        skulls = [self._skulls(seat) for seat in range(2)]
        high, low = max(skulls), min(skulls)
        if high == low:
            return f"A draw, {high} : {low}"
        winner, sheet = skulls.index(high), self.sheet
        name = clip(self.names[winner], sheet.headline_room, sheet.headline_size)
        who = "You win" if winner == self.view.viewer else f"{name} wins"
        return f"{who} {high} : {low}"

    def _haul(self, seat: int, cards: list[str], at: Haul) -> list[Part]:
        """What a victory pile turns out to hold, or (-1) the pot that nobody won."""
        hq_cards = self._hq(cards)
        bonus = " + 1 for more cards" if seat >= 0 and self._skulls(seat) > hq_cards else ""
        won = seat >= 0 and self.view.scores[seat] > self.view.scores[1 - seat]
        name = self._name(seat, at.name_room) if seat >= 0 else "Won by nobody"
        total = f"{len(cards)} cards, {hq_cards} HQ{bonus}"
        return [
            *filled(
                self.pieces.cut("haul", seat, at.box, won, HOLE, at.skulls, HOLE), said(name), said(total)
            ),
            *self._tokens(cards, at.inside),
            self.pieces.one("end"),
        ]


def _left_in_deck(side: SideView) -> list[str]:
    return side.order or [*side.unseen, *side.put_back]


def _ahead(score: int | None, other: int | None) -> bool:
    return score is not None and other is not None and score > other
