"""Combat Arena as a drawing: which pieces, where, and in which order. picture.svg.j2 draws each of them.

panels.py and hand.py have what stands beside and below the arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees

import msgspec

from harena.core.hex import DIRECTIONS
from harena.core.picture import Layout
from harena.core.prose import capital, count
from harena.games.combat_arena.look import layout as at
from harena.games.combat_arena.look.hand import Hand, discarded
from harena.games.combat_arena.look.onlooker import Onlooker
from harena.games.combat_arena.look.panels import crowd, energies, panels, result
from harena.games.combat_arena.look.sheets import SHEETS, Sections, Sheet
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.told import WAYS
from harena.games.combat_arena.words.words import VARIANT_TITLES
from harena.look.chips import Chip, Offered
from harena.look.chips import drawn as chip_drawn
from harena.look.drawing import HOLE, Cut, Drawing, Kept, Part, Plain, filled, keep, said
from harena.look.writing import clip

LINE_END = Plain("\n")
HIT = 1.2  # how far a finger may miss a hex that can be chosen
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
Needs = tuple[tuple[str, int], ...]  # hexes of a Kill Zone with what an attack on each needs


def draw(pack: ArenaPack, view: ArenaView, names: Sequence[str], layout: Layout) -> Drawing:
    """A view of Combat Arena as a drawing."""
    sheet = SHEETS[layout]
    scene = Scene(pack, view, names, sheet)
    high, parts = sheet.put_together(scene.sections())
    title = f"Combat Arena: {' against '.join(names)}"
    parts.insert(0, sheet.pieces.one("sheet", sheet.wide, high))
    return Drawing((sheet.wide, high), title, scene.prompt, parts)


class Scene:
    """Works out what stands where for one view."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str], sheet: Sheet) -> None:
        self.sheet, self.pieces = sheet, sheet.pieces
        self.pack = pack
        self.view = view
        self.on = Onlooker(pack, view, names)
        self.words = self.on.words
        self.prompt = self.words.prompt(view)
        self.places = at.places(sheet, pack)
        self.written = at.written_places(sheet, pack)

    def sections(self) -> Sections:
        """All there is; what can be chosen and has no place elsewhere becomes a chip at last."""
        on, sheet, view = self.on, self.sheet, self.view
        hand = None if view.over else Hand(on, sheet)
        bottom = hand.parts() if hand else result(on, sheet)
        arena = self._arena(hand.shown if hand else [])
        chips, high = self._chips()
        return Sections(
            arena=arena,
            panels=panels(on, sheet),
            energies=energies(on, sheet),
            decision=self._decision(chips),
            bottom=bottom,
            fighters=len(view.fighters),
            crowd=crowd(on),
            chips=high,
            over=view.over,
        )

    # --- the arena

    def _arena(self, open_cards: Sequence[str]) -> list[Part]:
        """The arena with who stands in it, and what lies in its corners."""
        view, pieces = self.view, self.pieces
        arena, zone = empty_arena(self.sheet, self.pack, view.board), self._zone()
        return [
            arena.ground,
            pieces.one("round", view.round, view.max_rounds, VARIANT_TITLES[view.variant], arena.name),
            *filled(pieces.cut("injuries", HOLE, view.injuries_left), said(self._injuries())),
            self._initiative(),
            *self._discard(open_cards),
            *(self._roll() if view.rolled else [zone.legend]),
            zone.hexes,
            *self._spots(arena),
            arena.names,
            LINE_END,
            *self._tokens(),
            zone.needs,
            *self._arrow(),
            *self._wedges(),
        ]

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
        return zone(self.sheet, self.pack, view.board, tuple(melee.items()), tuple(ranged.items()), held)

    def _spots(self, arena: EmptyArena) -> list[Part]:
        """The hexes that can be chosen."""
        standing = {fighter.hex for fighter in self.view.fighters}
        parts: list[Part] = []
        for action in [action for action in self.on.open if action.startswith("hex:")]:
            name = action[4:]
            kind = "snare" if name in arena.snares else "stay" if name in standing else "go"
            before, after = spot(self.sheet, self.pack, name, kind)
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
        place = (
            f"{character.name} ({on.player(fighter.owner)}) on {fighter.hex}, faces {WAYS[fighter.facing]}"
        )
        more = hint or Plain(f"{count(fighter.wounds_left, 'wound')} left.")
        token = self.pieces.cut(
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
        """The facings that can be chosen, around their fighter where there is room."""
        if (
            not self.sheet.facings_around
            or self.on.waiting < 0
            or not self.view.fighters[self.on.waiting].hex
        ):
            return []
        where = self.written[self.view.fighters[self.on.waiting].hex]
        parts: list[Part] = []
        for place, direction in enumerate(DIRECTIONS):
            action, hint = self.on.take(f"facing:{direction}")
            if action:
                parts += filled(self.pieces.cut("wedge", action, HOLE, 60 * place, HOLE), where, hint)
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
        to, back = 32 * self.sheet.figure, 30 * self.sheet.figure
        tip = Plain(f"{x2 - to * dx} {y2 - to * dy}")
        line = Plain(f"{x1 + back * dx} {y1 + back * dy}L{tip}")
        arrow = self.pieces.cut("arrow", HOLE, HOLE, HOLE)
        return filled(arrow, line, tip, Plain(f"{degrees(atan2(dy, dx))}"))

    # --- beside the arena's corners

    def _initiative(self) -> Kept:
        """The Initiative cards left, and the one drawn last."""
        drawn, left = self.view.drawn, self.view.initiative_left
        fighter = next((one for one in self.view.fighters if drawn and one.character == drawn), None)
        if fighter is not None:
            character = self.on.characters[drawn]
            words = f"Drawn: {character.name}"
            return self.pieces.one("initiative", left, fighter.owner, character.short, words)
        if drawn:
            return self.pieces.one("initiative", left, -1, "?", "Drawn: the neutral card")
        return self.pieces.one("initiative", left, -1, "", "No Initiative card drawn yet")

    def _injuries(self) -> str:
        view, named = self.view, injury_names(self.pack)
        waiting = ", ".join(named[injury] for injury in view.injuries_waiting)
        resolved = ", ".join(named[injury] for injury in view.injuries_resolved)
        left = f"{count(view.injuries_left, 'Critical Injury', 'Critical Injuries')} in the deck"
        return f"{left}{waiting and f'; waiting: {waiting}'}{resolved and f'; resolved: {resolved}'}"

    def _roll(self) -> list[Part]:
        """The last dice, from the right."""
        dice, needed = self.view.rolled, self.view.needed
        pieces = self.pieces
        title = pieces.cut("roll", HOLE, needed)
        return [
            *filled(title, Plain(", ".join(map(str, dice)))),
            *(
                pieces.one("die", len(dice) - 1 - place, die, 0 < needed <= die)
                for place, die in enumerate(dice)
            ),
            pieces.one("rolled", needed, len(dice) >= self.sheet.long_roll),
        ]

    def _discard(self, shown: Sequence[str]) -> list[Part]:
        """The discard pile: small cards in the corner, without those shown at the bottom."""
        cards = [card for card in self.view.discard if card not in shown]
        if not cards:
            return []
        parts: list[Part] = [self.pieces.one("discard", len(cards))]
        for place, card in enumerate(cards):
            parts += filled(discarded(self.sheet.cards, self.on.cards[card]), pile_place(self.sheet, place))
        return [*parts, CLOSED]

    # --- the decision

    def _decision(self, chips: Sequence[Chip]) -> list[Part]:
        """The decision in a sentence, and chips for all that is not placed elsewhere."""
        asked, pieces = bool(self.view.actions), self.pieces
        parts: list[Part] = [pieces.one("decision", asked, self.view.over)]
        for line in self.sheet.question(self.prompt, chips):
            written = pieces.cut("prompt", asked, line.y, line.size, HOLE)
            parts += filled(written, said(clip(line.text, line.room, line.size)))
        parts.append(pieces.one("end"))
        for chip in chips:
            parts += chip_drawn(chip, self.words.hint(self.view, chip.action))
        return [*parts, LINE_END]

    def _chips(self) -> tuple[list[Chip], float]:
        offered = []
        for action in self.on.open:
            label = self.words.label(self.view, action)
            if action.startswith("box:"):
                label = label.partition(" (")[0]  # the icon says which box it is
            icon = ACTION_ICONS.get(action) or STRETCH_ICONS.get(action.partition(":")[0], "check")
            offered.append(Offered(action, capital(label), icon))
        return self.sheet.chips(offered)


# --- pieces, kept by what they show


class EmptyArena(msgspec.Struct, frozen=True, kw_only=True):
    """An arena with nobody in it."""

    name: str
    ground: Kept
    names: Kept  # of the hexes, over what lies on them
    snares: frozenset[str]


@lru_cache(64)
def empty_arena(sheet: Sheet, pack: ArenaPack, board_id: str) -> EmptyArena:
    """A board of a pack."""
    ground = at.ground(sheet, pack, board_id)
    return EmptyArena(
        name=next(board.name for board in pack.boards if board.id == board_id),
        ground=sheet.pieces.one("ground", ground),
        names=sheet.pieces.one("hex_names", ground),
        snares=at.snares(pack, board_id),
    )


@lru_cache(1024)
def spot(sheet: Sheet, pack: ArenaPack, name: str, kind: str) -> Cut:
    """A hex that can be chosen: one to go to, to stay on, or with an arc-snare. A hole for the hint."""
    hexes = at.hex_outline(sheet, pack), at.hex_outline(sheet, pack, HIT)
    return sheet.pieces.cut("spot", name, *at.places(sheet, pack)[name], HOLE, kind, *hexes)


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter's Kill Zones."""

    hexes: Part
    needs: Part  # over who stands there
    legend: Part


NO_ZONE = Zone(hexes=Plain(""), needs=Plain(""), legend=Plain(""))
CLOSED = Plain("</g>")


@lru_cache(512)
def zone(
    sheet: Sheet, pack: ArenaPack, board_id: str, melee: Needs, ranged: Needs, held: frozenset[str]
) -> Zone:
    """Kill Zones; some hexes in them are held by somebody."""
    by_melee, by_ranged = dict(melee), dict(ranged)
    arena, places = empty_arena(sheet, pack, board_id), at.places(sheet, pack)
    names = [name for name in dict.fromkeys((*by_melee, *by_ranged)) if name not in arena.snares]
    if not names:
        return NO_ZONE
    outline, pieces = at.hex_outline(sheet, pack), sheet.pieces
    hexes = [pieces.one("zone", *places[name], name in by_melee, outline) for name in names]
    needs = [
        pieces.one(
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
    return Zone(hexes=keep("".join(hexes)), needs=keep("".join(needs)), legend=pieces.one("legend", *shown))


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
def pile_place(sheet: Sheet, number: int) -> Plain:
    """Where a card of the discard pile lies."""
    left, top, right, down, many = sheet.pile
    return Plain(f"translate({left + number % many * right:g} {top + number // many * down:g})")
