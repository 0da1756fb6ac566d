"""Dawn Raid as a drawing: what stands where. picture.svg.j2 draws it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from harena.core.look import GILT, IRON, OLIVE, TEAL, VIOLET
from harena.core.picture import BOLD, Box, Chip, Face, Fact, Placed, clip, render, width
from harena.games.dawn_raid.cards import HQ, ROLE_NAMES, TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView, SideView
from harena.games.dawn_raid.words import ROLE_TITLES, DawnRaidWords

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


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """One side of the table."""

    seat: int
    y: int
    name: str
    deck_title: str
    task: str  # Attacker or Defender; empty once the game is over
    icon: str
    decides: str  # what to say at the decider; empty for the other side
    left: int
    heroes_left: int  # HQ cards in the deck: both lists are public (DR-1.3)
    layers: list[int]
    put_back: list[Placed]
    more_put_back: int
    pile: int
    skulls: int | None
    won: bool


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """What one side brings into the battle."""

    seat: int
    label: str
    box: Box
    cards: list[Placed]
    score: str
    ahead: bool
    scale: float


class Haul(msgspec.Struct, frozen=True, kw_only=True):
    """What a victory pile, or the pot nobody won, turns out to hold at the end."""

    seat: int  # -1: nobody's
    name: str
    box: Box
    skulls: list[float]  # where they stand
    sum: str
    tokens: list[Placed]
    won: bool


def draw(pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]) -> str:
    """A view of Dawn Raid as SVG."""
    return render(Path(__file__).parent, "picture.svg.j2", Scene(pack, view, names).facts())


class Scene:
    """Works out what stands where for one view."""

    def __init__(self, pack: DawnRaidPack, view: DawnRaidView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.words = DawnRaidWords(pack, names)
        self.names = [clip(name, 256, 28) for name in names]
        self.cards = {card.id: card for card in pack.cards}
        self.near = view.viewer if view.viewer >= 0 else 0  # the seat at the bottom edge
        self.deck_shown = view.viewer >= 0 and not view.over
        bottom = DECK_TOP if self.deck_shown else HIGH - EDGE + GAP
        self.near_top = bottom - GAP - STRIP_HIGH
        top = EDGE + STRIP_HIGH + GAP
        self.field = Box(EDGE, top, WIDE - 2 * EDGE, self.near_top - GAP - top)

    def facts(self) -> dict[str, object]:
        """All the template needs."""
        scene: dict[str, object] = {
            "wide": WIDE,
            "high": HIGH,
            "title": f"Dawn Raid: {self.words.names[0]} against {self.words.names[1]}",
            "desc": self.words.prompt(self.view),
            "view": self.view,
            "strips": [self._strip(1 - self.near, EDGE), self._strip(self.near, self.near_top)],
            "field": self.field,
            "type_icons": TYPE_ICONS,
        }
        return scene | (self._result() if self.view.over else self._battle() | self._own_deck())

    # --- cards

    def _face(self, card_id: str) -> Face:
        return face(self.pack, self.cards[card_id], self.view.type)

    def _is_hero(self, card_id: str) -> bool:
        return self.cards[card_id].role == HQ

    def _tokens(self, ids: Iterable[str], box: Box, ring_kin: bool = False) -> list[Placed]:
        """Cards as tokens that fill a box, as large as they fit: heroes first, then by faction."""
        ordered = sorted(ids, key=lambda card: (not self._is_hero(card), self.cards[card].faction))
        columns, scale = _grid(len(ordered), box)
        kin = self.cards[self.view.attack[0]].faction if ring_kin and self.view.attack else -1
        return [
            Placed(
                self._face(card),
                round(box.x + place % columns * TOKEN_WIDE * scale, 1),
                round(box.y + place // columns * TOKEN_HIGH * scale, 1),
                scale,
                ringed=self.cards[card].faction == kin,
            )
            for place, card in enumerate(ordered)
        ]

    # --- the two sides

    def _strip(self, seat: int, y: int) -> Strip:
        view, side = self.view, self.view.sides[seat]
        attacks = seat == view.attacker
        back = side.put_back if seat != view.viewer else []  # the own ones are marked in the deck's order
        shown = back[:MOST_PUT_BACK]
        return Strip(
            seat=seat,
            y=y,
            name=clip(self.words.names[seat], 256 if seat == view.decider else 400, 28),
            deck_title=clip(side.deck_title, 290, 18),
            task="" if view.over else "Attacker" if attacks else "Defender",
            icon="card-back" if view.over else "sword" if attacks else "shield",
            decides="" if seat != view.decider else "You decide" if seat == view.viewer else "Deciding",
            left=side.left,
            heroes_left=sum(map(self._is_hero, _left_in_deck(side))),
            layers=list(range(min(4, math.ceil(side.left / 8)))),
            put_back=[
                Placed(self._face(card), 684 - 40 * (len(shown) - place), y + 30)
                for place, card in enumerate(shown)
            ],
            more_put_back=len(back) - len(shown),
            pile=side.pile,
            skulls=side.skulls,
            won=view.over and view.scores[seat] > view.scores[1 - seat],
        )

    # --- the field while the game runs

    def _battle(self) -> dict[str, object]:
        view, field = self.view, self.field
        pot = Box(field.x, field.y, 250, field.h)
        clash = Box(pot.x + pot.w + GAP, field.y, field.w - pot.w - GAP, field.h)
        inside = Box(pot.x + 14, pot.y + 56, pot.w - 24, pot.h - 66)
        return {
            "pot": pot,
            "pot_tokens": self._tokens(view.pot, inside, ring_kin=view.asking == "ChooseRole"),
            "pot_heroes": sum(map(self._is_hero, view.pot)),
            "clash": clash,
            "rays": _rays(clash),
            "forces": self._forces(clash),
            "middle": clash.x + clash.w / 2,
            "banner": self._banner(clash),
            "type_chips": self._chips("type:", clash),
            "chips": self._chips(("role:", "raid:"), clash),
        }

    def _banner(self, clash: Box) -> str:
        if self.view.type:
            return self.view.type.capitalize()
        if self.view.viewer == self.view.decider:
            return "Choose the type"
        return f"{clip(self.names[self.view.attacker], 230, 26)} names the type"

    def _forces(self, clash: Box) -> list[Force]:
        view = self.view
        most = max(len(view.attack), len(view.defence))
        room_high = clash.h - 170
        room_wide = (clash.w - SHIELDS_WIDE - 32 - 10 * most) / 2 / most
        scale = round(min(room_high / CARD_HIGH, room_wide / CARD_WIDE, 1.5), 3)
        w = most * CARD_WIDE * scale + (most - 1) * 10
        y = clash.y + 102 + (room_high - CARD_HIGH * scale) / 2
        middle = clash.x + clash.w / 2
        boxes = [
            Box(round(x, 1), round(y, 1), round(w, 1), round(CARD_HIGH * scale, 1))
            for x in (middle - SHIELDS_WIDE / 2 - w, middle + SHIELDS_WIDE / 2)
        ]
        ids = (view.attack, view.defence)
        scores = (view.attack_score, view.defence_score)
        return [
            Force(
                seat=seat,
                label=f"{clip(self.names[seat], boxes[part].w - 40, 18)} {verb}",
                box=boxes[part],
                cards=[
                    Placed(
                        self._face(card),
                        boxes[part].x + place * (CARD_WIDE * scale + 10),
                        boxes[part].y,
                        scale,
                    )
                    for place, card in enumerate(ids[part])
                ],
                score="?" if scores[part] is None else str(scores[part]),
                ahead=_ahead(scores[part], scores[1 - part]),
                scale=scale,
            )
            for part, (seat, verb) in enumerate(((view.attacker, "attacks"), (1 - view.attacker, "defends")))
        ]

    def _chips(self, stretches: str | tuple[str, ...], clash: Box) -> list[Chip]:
        """The open actions of these stretches, side by side."""
        actions = [action for action in self.view.actions if action.startswith(stretches)]
        labels = [_capital(self.words.label(self.view, action)) for action in actions]
        wides = [round(width(label, CHIP_SIZE * BOLD) + 64) for label in labels]
        banner = 230 if stretches == "type:" else 0  # type chips stand right of the banner
        room = clash.w - banner - 24
        needed = sum(wides) + 10 * (len(wides) - 1)
        scale = round(min(1.0, room / max(needed, 1)), 3)
        x = clash.x + banner + 12 + (room - needed * scale) / 2
        chips = []
        for action, label, w in zip(actions, labels, wides, strict=True):
            icon = TYPE_ICONS.get(action.removeprefix("type:")) or ACTION_ICONS[action]
            chips.append(Chip(action, label, self.words.hint(self.view, action), icon, round(x), w, scale))
            x += (w + 10) * scale
        return chips

    # --- the viewer's own deck, next card first (DR-1.3)

    def _own_deck(self) -> dict[str, object]:
        if not self.deck_shown:
            return {"own_deck": None}
        side = self.view.sides[self.view.viewer]
        known = set(side.put_back)
        count = len(side.order)
        rows = 2 if count > 15 else 1
        columns = max(1, math.ceil(count / rows))
        scale = round(min(DECK_HIGH / rows / MINI_HIGH, (WIDE - 2 * EDGE - 40) / columns / MINI_WIDE, 1.7), 3)
        top = round(DECK_TOP + (DECK_HIGH - rows * MINI_HIGH * scale) / 2, 1)
        return {
            "own_deck": [
                Placed(
                    self._face(card),
                    round(EDGE + 40 + place % columns * MINI_WIDE * scale, 1),
                    round(top + place // columns * MINI_HIGH * scale, 1),
                    scale,
                    ringed=place == 0,
                    seen=card in known,
                )
                for place, card in enumerate(side.order)
            ],
            "deck_rows": [round(top + row * MINI_HIGH * scale, 1) for row in range(rows)],
            "deck_scale": scale,
        }

    # --- the end

    def _result(self) -> dict[str, object]:
        view, field = self.view, self.field
        parts: list[tuple[int, list[str]]] = [
            (seat, view.sides[seat].pile_cards) for seat in (self.near, 1 - self.near)
        ]
        if view.pot:
            parts.append((-1, view.pot))
        w = (field.w - GAP * (len(parts) - 1) - 32) / len(parts)
        hauls = [
            self._haul(seat, cards, Box(field.x + 16 + place * (w + GAP), field.y + 96, w, field.h - 110))
            for place, (seat, cards) in enumerate(parts)
        ]
        return {"own_deck": None, "headline": self._headline(), "hauls": hauls, "rays": _rays(field)}

    def _headline(self) -> str:
        skulls = [side.skulls or 0 for side in self.view.sides]
        high, low = max(skulls), min(skulls)
        if high == low:
            return f"A draw, {high} : {low}"
        winner = skulls.index(high)
        who = "You win" if winner == self.view.viewer else f"{clip(self.names[winner], 280, 38)} wins"
        return f"{who} {high} : {low}"

    def _haul(self, seat: int, cards: list[str], box: Box) -> Haul:
        side = self.view.sides[seat] if seat >= 0 else None
        skulls = (side.skulls or 0) if side else 0
        heroes = sum(map(self._is_hero, cards))
        bonus = " + 1 for more cards" if side and skulls > heroes else ""
        step = min(38.0, (box.w - 28) / max(skulls, 1))
        return Haul(
            seat=seat,
            name=clip(self.names[seat], box.w - 60, 28) if seat >= 0 else "Won by nobody",
            box=box,
            skulls=[round(box.x + 14 + step * place, 1) for place in range(skulls)],
            sum=f"{len(cards)} cards, {heroes} HQ{bonus}",
            tokens=self._tokens(cards, Box(box.x + 14, box.y + 136, box.w - 24, box.h - 146)),
            won=seat >= 0 and self.view.scores[seat] > self.view.scores[1 - seat],
        )


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


def _left_in_deck(side: SideView) -> list[str]:
    return side.order or [*side.unseen, *side.put_back]


def _ahead(score: int | None, other: int | None) -> bool:
    return score is not None and other is not None and score > other


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def _grid(count: int, box: Box) -> tuple[int, float]:
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
