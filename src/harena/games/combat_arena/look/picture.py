"""Combat Arena as a drawing: which pieces, where, and in which order. picture.svg.j2 draws each of them.

panels.py and hand.py have what stands beside and below the arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees
from pathlib import Path

import msgspec

from harena.core.hex import DIRECTIONS
from harena.core.prose import capital, count
from harena.games.combat_arena.look import layout as at
from harena.games.combat_arena.look.hand import Hand, discarded
from harena.games.combat_arena.look.layout import Chip
from harena.games.combat_arena.look.onlooker import Onlooker
from harena.games.combat_arena.look.panels import energies, panels, result
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.told import WAYS
from harena.games.combat_arena.words.words import VARIANT_TITLES
from harena.look.drawing import HOLE, Cut, Drawing, Kept, Part, Pieces, Plain, filled, keep, said
from harena.look.picture import clip, wrap

PIECES = Pieces(Path(__file__).parent, "picture.svg.j2")
LINE_END = Plain("\n")
ACTION_ICONS = {
    "unique": "star",
    "pass": "hourglass",
    "hand_over": "hand",
    "two_cards": "card-back",
    "yes": "check",
    "no": "cancel",
    "no_reaction": "cancel",
    "kind:melee": "sword",
    "kind:ranged": "crosshair",
    "box:melee": "sword",
    "box:ranged": "crosshair",
    "box:rule": "shield",
}
STRETCH_ICONS = {"target": "crosshair", "hex": "boot", "facing": "compass", "fighter": "shield"}
SHOWS_ZONES = ("ChooseAction", "ResolveShown", "ChooseKind", "ChooseEnemy")
BAR_TEXT, BAR_LEFT = 18, 60
Needs = tuple[tuple[str, int], ...]  # hexes of a Kill Zone with what an attack on each needs


def draw(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> Drawing:
    """A view of Combat Arena as a drawing."""
    scene = Scene(pack, view, names)
    title = f"Combat Arena: {' against '.join(names)}"
    return Drawing((at.WIDE, at.HIGH), title, scene.prompt, scene.parts())


class Scene:
    """Works out what stands where for one view."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.on = Onlooker(pack, view, names)
        self.words = self.on.words
        self.prompt = self.words.prompt(view)
        self.places = at.places(pack)
        self.written = at.written_places(pack)

    def parts(self) -> list[Part]:
        """The picture from back to front."""
        view = self.view
        hand = None if view.over else Hand(self.on)
        bottom = hand.parts() if hand else result(self.on)
        arena = board(self.pack, view.board)
        zone = self._zone()
        return [
            arena.ground,
            PIECES.one("round", view.round, view.max_rounds, VARIANT_TITLES[view.variant], arena.name),
            *filled(PIECES.cut("injuries", HOLE, view.injuries_left), said(self._injuries())),
            self._initiative(),
            *self._discard(hand.shown if hand else []),
            *(self._roll() if view.rolled else [zone.legend]),
            zone.hexes,
            *self._spots(arena),
            arena.names,
            LINE_END,
            *self._tokens(),
            zone.needs,
            *self._arrow(),
            *self._wedges(),
            *panels(self.on),
            *energies(self.on),
            *self._decision(),
            *bottom,
        ]

    # --- the arena

    def _zone(self) -> Zone:
        """The Kill Zones of the fighter that is about to attack."""
        view, question = self.view, self.view.question
        if view.asking not in SHOWS_ZONES or question is None or not view.fighters[question.who].hex:
            return NO_ZONE
        fighter = view.fighters[question.who]
        only = question.kind  # empty: both
        melee = fighter.melee_zone if only != "ranged" else {}
        ranged = fighter.ranged_zone if only != "melee" else {}
        held = frozenset(one.hex for one in view.fighters if one.hex in melee or one.hex in ranged)
        return zone(self.pack, view.board, tuple(melee.items()), tuple(ranged.items()), held)

    def _spots(self, arena: Board) -> list[Part]:
        """The hexes that can be chosen."""
        standing = {fighter.hex for fighter in self.view.fighters}
        parts: list[Part] = []
        for action in [action for action in self.on.open if action.startswith("hex:")]:
            name = action[4:]
            kind = "snare" if name in arena.snares else "stay" if name in standing else "go"
            before, after = spot(self.pack, name, kind)
            parts += (before, self.on.take(action)[1], after)
        return parts

    def _tokens(self) -> list[Part]:
        return [
            part
            for number, fighter in enumerate(self.view.fighters)
            if fighter.hex and fighter.character
            for part in self._token(number, fighter)
        ]

    def _token(self, number: int, fighter: FighterView) -> list[Part]:
        on, character = self.on, self.on.characters[fighter.character]
        action, hint = on.take(f"target:{fighter.character}")
        place = f"{character.name} ({on.player(fighter)}) on {fighter.hex}, faces {WAYS[fighter.facing]}"
        more = hint or Plain(f"{count(fighter.wounds_left, 'wound')} left.")
        token = PIECES.cut(
            "token",
            character.id,
            action,
            HOLE,
            HOLE,
            fighter.owner,
            character.short,
            60 * DIRECTIONS.index(fighter.facing),
            on.mark(fighter),
            number == self.view.active and not self.view.over,
            number == on.asked,
        )
        return filled(token, self.written[fighter.hex], Plain(f"{said(place)}. {more}"))

    def _wedges(self) -> list[Part]:
        """The facings that can be chosen, around their fighter."""
        if self.on.waiting < 0 or not self.view.fighters[self.on.waiting].hex:
            return []
        where = self.written[self.view.fighters[self.on.waiting].hex]
        parts: list[Part] = []
        for place, direction in enumerate(DIRECTIONS):
            action, hint = self.on.take(f"facing:{direction}")
            if action:
                parts += filled(PIECES.cut("wedge", action, HOLE, 60 * place, HOLE), where, hint)
        return parts

    def _arrow(self) -> list[Part]:
        """Who attacks or pushes whom."""
        view, question = self.view, self.view.question
        if view.asking not in ("React", "Push", "Snare") or question is None or question.who < 0:
            return []
        by, on = view.fighters[question.who], view.fighters[question.target]
        if not by.hex or not on.hex:
            return []
        (x1, y1), (x2, y2) = self.places[by.hex], self.places[on.hex]
        far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
        dx, dy = (x2 - x1) / far, (y2 - y1) / far
        tip = Plain(f"{x2 - 32 * dx} {y2 - 32 * dy}")
        line = Plain(f"{x1 + 30 * dx} {y1 + 30 * dy}L{tip}")
        return filled(PIECES.cut("arrow", HOLE, HOLE, HOLE), line, tip, Plain(f"{degrees(atan2(dy, dx))}"))

    # --- beside the arena's corners

    def _initiative(self) -> Kept:
        """The Initiative cards left, and the one drawn last."""
        drawn, left = self.view.drawn, self.view.initiative_left
        fighter = next((one for one in self.view.fighters if drawn and one.character == drawn), None)
        if fighter is not None:
            character = self.on.characters[drawn]
            words = f"Drawn: {character.name}"
            return PIECES.one("initiative", left, fighter.owner, character.short, words)
        if drawn:
            return PIECES.one("initiative", left, -1, "?", "Drawn: the neutral card")
        return PIECES.one("initiative", left, -1, "", "No Initiative card drawn yet")

    def _injuries(self) -> str:
        view, named = self.view, injury_names(self.pack)
        waiting = ", ".join(named[injury] for injury in view.injuries_waiting)
        resolved = ", ".join(named[injury] for injury in view.injuries_resolved)
        left = f"{count(view.injuries_left, 'Critical Injury', 'Critical Injuries')} in the deck"
        return f"{left}{waiting and f'; waiting: {waiting}'}{resolved and f'; resolved: {resolved}'}"

    def _roll(self) -> list[Part]:
        """The last dice, from the right."""
        dice, needed = self.view.rolled, self.view.needed
        title = PIECES.cut("roll", HOLE, needed)
        return [
            *filled(title, Plain(", ".join(map(str, dice)))),
            *(
                PIECES.one("die", len(dice) - 1 - place, die, 0 < needed <= die)
                for place, die in enumerate(dice)
            ),
            PIECES.one("rolled", needed, 524 if len(dice) > 3 else 564),
        ]

    def _discard(self, shown: Sequence[str]) -> list[Part]:
        """The discard pile: small cards in the corner, without those shown at the bottom."""
        cards = [card for card in self.view.discard if card not in shown]
        if not cards:
            return []
        parts: list[Part] = [PIECES.one("discard", len(cards))]
        for place, card in enumerate(cards):
            parts += filled(discarded(self.on.cards[card]), pile_place(place))
        return [*parts, CLOSED]

    # --- the decision

    def _decision(self) -> list[Part]:
        """The decision in a sentence, and chips for all that is not placed elsewhere."""
        asked = bool(self.view.actions)
        chips = self._chips()
        right = at.WIDE - at.EDGE - 10
        room = (chips[0].x - 14 if chips else right) - BAR_LEFT
        size = BAR_TEXT
        lines = wrap(self.prompt, room, size, 2)
        if len(lines) > 1:
            size = 16
            lines = wrap(self.prompt, room, size, 2)
        parts: list[Part] = [PIECES.one("decision", asked, self.view.over)]
        for place, line in enumerate(lines):
            y = (732 if len(lines) == 1 else 722) + 20 * place
            parts += filled(PIECES.cut("prompt", asked, y, size, HOLE), said(clip(line, room, size)))
        parts.append(PIECES.one("end"))
        for it in chips:
            chip = PIECES.cut("chip", it.action, it.x, it.scale, HOLE, it.w, it.icon, it.label)
            parts += filled(chip, self.on.take(it.action)[1])
        return [*parts, LINE_END]

    def _chips(self) -> list[Chip]:
        made = []
        for action in self.on.open:
            label = self.words.label(self.view, action)
            if action.startswith("box:"):
                label = label.partition(" (")[0]  # the icon says which box it is
            icon = ACTION_ICONS.get(action) or STRETCH_ICONS.get(action.partition(":")[0], "check")
            made.append((action, capital(label), icon))
        return at.lay_chips(made, at.EDGE + 300, at.WIDE - at.EDGE - 10) if made else []


# --- pieces, kept by what they show


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """An arena with nobody in it."""

    name: str
    ground: Kept
    names: Kept  # of the hexes, over what lies on them
    snares: frozenset[str]


@lru_cache(64)
def board(pack: ArenaPack, board_id: str) -> Board:
    """A board of a pack."""
    ground = at.ground(pack, board_id)
    return Board(
        name=next(board.name for board in pack.boards if board.id == board_id),
        ground=PIECES.one("ground", at.WIDE, at.HIGH, ground),
        names=PIECES.one("hex_names", ground),
        snares=at.snares(pack, board_id),
    )


@lru_cache(1024)
def spot(pack: ArenaPack, name: str, kind: str) -> Cut:
    """A hex that can be chosen: one to go to, to stay on, or with an arc-snare. A hole for the hint."""
    return PIECES.cut("spot", name, *at.places(pack)[name], HOLE, kind, at.hex_outline(pack))


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter's Kill Zones."""

    hexes: Part
    needs: Part  # over who stands there
    legend: Part


NO_ZONE = Zone(hexes=Plain(""), needs=Plain(""), legend=Plain(""))
CLOSED = Plain("</g>")


@lru_cache(512)
def zone(pack: ArenaPack, board_id: str, melee: Needs, ranged: Needs, held: frozenset[str]) -> Zone:
    """Kill Zones; some hexes in them are held by somebody."""
    by_melee, by_ranged = dict(melee), dict(ranged)
    arena, places = board(pack, board_id), at.places(pack)
    names = [name for name in dict.fromkeys((*by_melee, *by_ranged)) if name not in arena.snares]
    if not names:
        return NO_ZONE
    outline = at.hex_outline(pack)
    hexes = [PIECES.one("zone", *places[name], name in by_melee, outline) for name in names]
    needs = [
        PIECES.one(
            "need",
            *places[name],
            _need_words(name, by_melee, by_ranged),
            by_melee.get(name, 0),
            by_ranged.get(name, 0),
            name in held,
        )
        for name in names
    ]
    shown = any(name in by_melee for name in names), any(name in by_ranged for name in names)
    return Zone(hexes=keep("".join(hexes)), needs=keep("".join(needs)), legend=PIECES.one("legend", *shown))


def _need_words(name: str, melee: Mapping[str, int], ranged: Mapping[str, int]) -> str:
    told = [
        f"{kind} needs {zone[name]}+" for kind, zone in (("melee", melee), ("ranged", ranged)) if name in zone
    ]
    return f"{name}: {', '.join(told)}"


@lru_cache(64)
def injury_names(pack: ArenaPack) -> dict[str, str]:
    """The names of the Critical Injuries by their ids."""
    return {injury.id: injury.name for injury in pack.injuries}


@lru_cache(64)
def pile_place(number: int) -> Plain:
    """Where a card of the discard pile lies."""
    bottom = at.EDGE + at.ARENA_HIGH - 108
    return Plain(f"translate({at.EDGE + 10 + number % 6 * 18} {bottom + number // 6 * 25})")
