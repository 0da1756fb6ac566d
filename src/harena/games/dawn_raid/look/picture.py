"""Dawn Raid as a drawing: which pieces, where, and in which order. picture.svg.j2 draws each of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from harena.games.dawn_raid.pack.cards import HQ, ROLE_NAMES, TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView, SideView
from harena.games.dawn_raid.words.told import ROLE_TITLES
from harena.games.dawn_raid.words.words import DawnRaidWords
from harena.look import GILT, IRON, OLIVE, TEAL, VIOLET
from harena.look.drawing import HOLE, LOOK, Cut, Drawing, Part, Pieces, Plain, filled, said
from harena.look.picture import BOLD, Box, Face, Fact, clip, where, width

TYPE_ICONS = {"ranged": "crosshair", "melee": "sword", "psychic": "psyche"}
ROLE_ICONS = ("crown", "ranks", "medal", "swift", "cannon")
ROLE_EDGES = (GILT, OLIVE, VIOLET, TEAL, IRON)
ACTION_ICONS = {
    "role:use": "bolt",
    "role:skip": "shield",
    "raid:end": "cup",
    "raid:continue": "sword",
    "raid:take_over": "sword",
    "raid:bank": "medal",
}

# The sheet: a strip for each side, the field between them, the viewer's deck along the bottom edge.
WIDE, HIGH, EDGE, GAP = 1000, 760, 10, 8
STRIP_HIGH = 86
DECK_TOP, DECK_HIGH = 598, 152
CARD_WIDE, CARD_HIGH = 160, 224
MINI_WIDE, MINI_HIGH = 62, 79  # with a little air
TOKEN_WIDE, TOKEN_HIGH, TOKEN_LARGEST = 40, 50, 1.6
SHIELDS_WIDE = 164  # between attack and defence: the two scores
MOST_PUT_BACK = 4  # shown in a strip; more are counted
CHIP_SIZE = 20

CARDS = Pieces(LOOK, "card.svg.j2")
PIECES = Pieces(Path(__file__).parent, "picture.svg.j2")
LINE_END = Plain("\n")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Where everything lies that does not depend on how many cards there are."""

    near_top: int  # of the strip of the side at the bottom edge
    field: Box
    pot: Box
    pot_inside: Box  # for its cards
    clash: Box
    middle: float  # of the clash
    rays: str
    field_rays: str


def draw(pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]) -> Drawing:
    """A view of Dawn Raid as a drawing."""
    scene = Scene(pack, view, names)
    title = f"Dawn Raid: {names[0]} against {names[1]}"
    return Drawing((WIDE, HIGH), title, scene.words.prompt(view), scene.parts())


class Scene:
    """Works out what stands where for one view."""

    def __init__(self, pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.words = DawnRaidWords(pack, names)
        self.names = names
        self.near = view.viewer if view.viewer >= 0 else 0  # the seat at the bottom edge
        self.deck_shown = view.viewer >= 0 and not view.over
        self.plan = plan(self.deck_shown)

    def parts(self) -> list[Part]:
        """The picture from back to front."""
        return [
            PIECES.one("ground", WIDE, HIGH),
            *self._strip(1 - self.near, EDGE),
            *self._strip(self.near, self.plan.near_top),
            *(self._result() if self.view.over else self._battle()),
            *(self._own_deck() if self.deck_shown else []),
        ]

    # --- cards

    def _card(self, card_id: str) -> Card:
        return self.words.card(card_id)

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
        for card, place in zip(cards, grid(len(cards), box), strict=True):
            parts += self._put(card.id, "token", place, ringed=card.faction == kin)
        return [*parts, LINE_END]

    # --- the two sides

    def _strip(self, seat: int, y: int) -> list[Part]:
        view, side = self.view, self.view.sides[seat]
        attacks, decides = seat == view.attacker, seat == view.decider and not view.instead
        task, icon = ("Attacker", "sword") if attacks else ("Defender", "shield")
        if view.over:
            task, icon = "", "card-back"
        asked = "" if not decides else "You decide" if seat == view.viewer else "Deciding"
        won = view.over and view.scores[seat] > view.scores[1 - seat]
        name = said(clip(self.names[seat], 256 if decides else 400, 28))
        title = clip(side.deck_title, 290, 18)
        layers = min(4, math.ceil(side.left / 8))
        hq_cards = self._hq(_left_in_deck(side))
        return [
            *filled(PIECES.cut("strip", seat, y, HOLE, task, title, icon, asked, won), name),
            *(self._put_back(side, y) if seat != view.viewer else []),  # own ones are marked in the deck
            *filled(PIECES.cut("deck", seat, y, HOLE, side.left, hq_cards, layers), name),
            *filled(PIECES.cut("pile", seat, y, HOLE, side.pile, side.skulls), name),
        ]

    def _put_back(self, side: SideView, y: int) -> list[Part]:
        back = side.put_back
        if not back:
            return []
        shown = back[:MOST_PUT_BACK]
        places = [where(684 - 40 * (len(shown) - place), y + 30, 1) for place in range(len(shown))]
        return [PIECES.one("put_back", y, len(back) - len(shown)), *self._placed(shown, "token", places)]

    # --- the field while the game runs

    def _battle(self) -> list[Part]:
        view, plan = self.view, self.plan
        types, others = self._chips("type:"), self._chips(("role:", "raid:"))
        left, right, scale = forces(max(len(view.attack), len(view.defence)), plan.clash)
        count = PIECES.cut("count", plan.middle, left, HOLE, HOLE)
        icon = TYPE_ICONS.get(view.type, "")
        return [
            PIECES.one("pot", plan.pot, len(view.pot), self._hq(view.pot)),
            *self._tokens(view.pot, plan.pot_inside, ring_kin=view.asking == "ChooseRole"),
            PIECES.one("clash", plan.clash, plan.rays),
            *filled(PIECES.cut("banner", plan.clash, plan.middle, icon, HOLE, bool(types)), self._banner()),
            *types,
            *self._force(0, left, scale),
            *self._force(1, right, scale),
            *filled(count, Plain(str(view.raid)), Plain(str(view.battle))),
            *others,
        ]

    def _banner(self) -> Plain:
        if self.view.type:
            return said(self.view.type.capitalize())
        if self.view.instead:
            return said("No type named")
        if self.view.viewer == self.view.decider:
            return said("Choose the type")
        return said(f"{clip(self._name(self.view.attacker), 230, 26)} names the type")

    def _name(self, seat: int) -> str:
        return clip(self.names[seat], 256, 28)

    def _force(self, part: int, box: Box, scale: float) -> list[Part]:
        """What the attacker brings into the battle (0), or the defender (1)."""
        view = self.view
        seat, verb = (1 - view.attacker, "defends") if part else (view.attacker, "attacks")
        cards = view.defence if part else view.attack
        scores = (view.attack_score, view.defence_score)
        ahead = _ahead(scores[part], scores[1 - part])
        score = "?" if scores[part] is None else str(scores[part])
        x = self.plan.middle + 3 if part else self.plan.middle - 75
        label = said(f"{clip(self._name(seat), box.w - 40, 18)} {verb}")
        return [
            *filled(PIECES.cut("force", seat, box, HOLE), label),
            *self._placed(cards, "full", side_by_side(len(cards), box, scale)),
            *([] if cards else [PIECES.one("face_down", seat, box)]),
            PIECES.one("score", part, x, box, ahead, score),
        ]

    def _chips(self, stretches: str | tuple[str, ...]) -> list[Part]:
        """The open actions of these stretches, side by side."""
        clash = self.plan.clash
        actions = [action for action in self.view.actions if action.startswith(stretches)]
        labels = [_capital(self.words.label(self.view, action)) for action in actions]
        wides = [round(width(label, CHIP_SIZE * BOLD) + 64) for label in labels]
        banner = 230 if stretches == "type:" else 0  # type chips stand right of the banner
        y = clash.y + 10 if banner else clash.y + clash.h - 58
        room = clash.w - banner - 24
        needed = sum(wides) + 10 * (len(wides) - 1)
        scale = round(min(1.0, room / max(needed, 1)), 3)
        x = clash.x + banner + 12 + (room - needed * scale) / 2
        parts: list[Part] = []
        for action, label, w in zip(actions, labels, wides, strict=True):
            icon = TYPE_ICONS.get(action.removeprefix("type:")) or ACTION_ICONS[action]
            chip = PIECES.cut("chip", action, round(x), y, scale, HOLE, w, icon, label)
            parts += filled(chip, said(self.words.hint(self.view, action)))
            x += (w + 10) * scale
        return parts

    # --- the viewer's own deck, next card first (DR-1.3)

    def _own_deck(self) -> list[Part]:
        side = self.view.sides[self.view.viewer]
        rows, scale, places = deck_places(len(side.order))
        parts: list[Part] = [PIECES.one("own_deck", rows, scale, tuple(TYPE_ICONS.values()))]
        known = set(side.put_back)
        for number, (card, place) in enumerate(zip(side.order, places, strict=True)):
            parts += self._put(card, "mini", place, ringed=number == 0, seen=card in known)
        return [*parts, *([LINE_END] if places else []), PIECES.one("end")]

    # --- the end

    def _result(self) -> list[Part]:
        view, field = self.view, self.plan.field
        hauls: list[tuple[int, list[str]]] = [
            (seat, view.sides[seat].pile_cards) for seat in (self.near, 1 - self.near)
        ]
        if view.pot:
            hauls.append((-1, view.pot))
        w = (field.w - GAP * (len(hauls) - 1) - 32) / len(hauls)
        result = PIECES.cut("result", field, self.plan.field_rays, HOLE)
        parts = filled(result, said(self._headline()))
        for place, (seat, cards) in enumerate(hauls):
            box = Box(field.x + 16 + place * (w + GAP), field.y + 96, w, field.h - 110)
            parts += self._haul(seat, cards, box)
        return parts

    def _headline(self) -> str:
        skulls = [side.skulls or 0 for side in self.view.sides]
        high, low = max(skulls), min(skulls)
        if high == low:
            return f"A draw, {high} : {low}"
        winner = skulls.index(high)
        who = "You win" if winner == self.view.viewer else f"{clip(self._name(winner), 280, 38)} wins"
        return f"{who} {high} : {low}"

    def _haul(self, seat: int, cards: list[str], box: Box) -> list[Part]:
        """What a victory pile turns out to hold, or (-1) the pot that nobody won."""
        side = self.view.sides[seat] if seat >= 0 else None
        skulls = (side.skulls or 0) if side else 0
        hq_cards = self._hq(cards)
        bonus = " + 1 for more cards" if side and skulls > hq_cards else ""
        step = min(38.0, (box.w - 28) / max(skulls, 1))
        won = seat >= 0 and self.view.scores[seat] > self.view.scores[1 - seat]
        places = tuple(round(box.x + 14 + step * place, 1) for place in range(skulls))
        name = clip(self._name(seat), box.w - 60, 28) if seat >= 0 else "Won by nobody"
        total = f"{len(cards)} cards, {hq_cards} HQ{bonus}"
        return [
            *filled(PIECES.cut("haul", seat, box, won, HOLE, places, HOLE), said(name), said(total)),
            *self._tokens(cards, Box(box.x + 14, box.y + 136, box.w - 24, box.h - 146)),
            PIECES.one("end"),
        ]


@lru_cache(1024)
def face(pack: DawnRaidPack, card: Card, raid_type: str) -> Face:
    """What is on a card, with its score in the raid's type brought out."""
    faction = pack.factions[card.faction]
    role = ROLE_TITLES[ROLE_NAMES[card.role]]
    scores = list(zip(TYPE_NAMES, card.scores, strict=True))
    listed = ", ".join(f"{kind} {score}" for kind, score in scores)
    return Face(
        key=card.id,
        words=f"{card.name}. {faction.name}, {role}. {listed.capitalize()}. {card.text}".rstrip(),
        name=card.name,
        kind=f"{faction.name} · {role}",
        edge=ROLE_EDGES[card.role],
        emblem=faction.emblem,
        badge=ROLE_ICONS[card.role],
        facts=tuple(Fact(TYPE_ICONS[kind], score, kind == raid_type) for kind, score in scores),
        text=card.text,
        grand=card.role == HQ,
    )


@lru_cache(4096)
def placed(pack: DawnRaidPack, card: Card, raid_type: str, form: str, ringed: bool, seen: bool) -> Cut:
    """A card as it lies on the table, with a hole for where."""
    return CARDS.cut("placed", face(pack, card, raid_type), form, HOLE, ringed, seen)


# --- where things lie


@cache
def plan(deck_shown: bool) -> Plan:
    """The sheet, with or without the viewer's deck."""
    bottom = DECK_TOP if deck_shown else HIGH - EDGE + GAP
    near_top = bottom - GAP - STRIP_HIGH
    top = EDGE + STRIP_HIGH + GAP
    field = Box(EDGE, top, WIDE - 2 * EDGE, near_top - GAP - top)
    pot = Box(field.x, field.y, 250, field.h)
    clash = Box(pot.x + pot.w + GAP, field.y, field.w - pot.w - GAP, field.h)
    return Plan(
        near_top=near_top,
        field=field,
        pot=pot,
        pot_inside=Box(pot.x + 14, pot.y + 56, pot.w - 24, pot.h - 66),
        clash=clash,
        middle=clash.x + clash.w / 2,
        rays=_rays(clash),
        field_rays=_rays(field),
    )


@lru_cache(64)
def forces(most: int, clash: Box) -> tuple[Box, Box, float]:
    """Where attack and defence lie when the larger one has so many cards, and how large these are."""
    room_high = clash.h - 170
    room_wide = (clash.w - SHIELDS_WIDE - 32 - 10 * most) / 2 / most
    scale = round(min(room_high / CARD_HIGH, room_wide / CARD_WIDE, 1.5), 3)
    w = most * CARD_WIDE * scale + (most - 1) * 10
    y = clash.y + 102 + (room_high - CARD_HIGH * scale) / 2
    middle = clash.x + clash.w / 2
    left, right = (
        Box(round(x, 1), round(y, 1), round(w, 1), round(CARD_HIGH * scale, 1))
        for x in (middle - SHIELDS_WIDE / 2 - w, middle + SHIELDS_WIDE / 2)
    )
    return left, right, scale


@lru_cache(64)
def side_by_side(count: int, box: Box, scale: float) -> tuple[Plain, ...]:
    """Where the cards of one force lie."""
    return tuple(where(box.x + place * (CARD_WIDE * scale + 10), box.y, scale) for place in range(count))


@lru_cache(64)
def deck_places(count: int) -> tuple[tuple[float, ...], float, tuple[Plain, ...]]:
    """Where so many cards of the own deck lie: the tops of the rows, how large, and each card."""
    rows = 2 if count > 15 else 1
    columns = max(1, math.ceil(count / rows))
    scale = round(min(DECK_HIGH / rows / MINI_HIGH, (WIDE - 2 * EDGE - 40) / columns / MINI_WIDE, 1.7), 3)
    top = round(DECK_TOP + (DECK_HIGH - rows * MINI_HIGH * scale) / 2, 1)
    places = tuple(
        where(
            round(EDGE + 40 + place % columns * MINI_WIDE * scale, 1),
            round(top + place // columns * MINI_HIGH * scale, 1),
            scale,
        )
        for place in range(count)
    )
    tops = tuple(round(top + row * MINI_HIGH * scale, 1) for row in range(rows))
    return tops if count else (), scale, places


@lru_cache(256)
def grid(count: int, box: Box) -> tuple[Plain, ...]:
    """Where so many tokens lie that fill a box."""
    columns, scale = _columns(count, box)
    return tuple(
        where(
            round(box.x + place % columns * TOKEN_WIDE * scale, 1),
            round(box.y + place // columns * TOKEN_HIGH * scale, 1),
            scale,
        )
        for place in range(count)
    )


def _left_in_deck(side: SideView) -> list[str]:
    return side.order or [*side.unseen, *side.put_back]


def _ahead(score: int | None, other: int | None) -> bool:
    return score is not None and other is not None and score > other


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def _columns(count: int, box: Box) -> tuple[int, float]:
    """How many columns, and how large, for so many tokens to fill a box."""
    best = (1, 0.0)
    for columns in range(1, max(count, 1) + 1):
        rows = math.ceil(count / columns) or 1
        scale = min(box.w / columns / TOKEN_WIDE, box.h / rows / TOKEN_HIGH, TOKEN_LARGEST)
        if scale > best[1]:
            best = (columns, scale)
    if best[1] == TOKEN_LARGEST:  # few cards: as many side by side as there is room for
        best = (int(box.w // (TOKEN_WIDE * TOKEN_LARGEST)), TOKEN_LARGEST)
    return best[0], round(best[1], 3)


def _rays(box: Box) -> str:
    """The rays of dawn: wedges that rise from the middle of a box's lower edge."""
    far = box.w
    corners = [math.pi * step / 22 for step in range(1, 22)]
    points = [(box.w / 2 + far * math.cos(angle), box.h - far * math.sin(angle)) for angle in corners]
    return "".join(
        f"M{box.w / 2:.0f} {box.h:.0f}L{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}z"
        for a, b in zip(points[::2], points[1::2], strict=False)
    )
