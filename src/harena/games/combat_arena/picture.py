"""Combat Arena as a drawing: what stands where. picture.svg.j2 and pieces.svg.j2 draw it."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees
from pathlib import Path

from markupsafe import Markup

from harena.core.picture import Box, Chip, clip, kept, render, wrap
from harena.games.combat_arena import layout as at
from harena.games.combat_arena.content import MELEE, RANGED, ArenaPack
from harena.games.combat_arena.faces import card_face, sheet_of
from harena.games.combat_arena.hexes import DIRECTIONS
from harena.games.combat_arena.layout import Look, Need, Placed, Reference, Spot, Token
from harena.games.combat_arena.panels import Onlooker, bands, energies, panels, result
from harena.games.combat_arena.printed import ROWS
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words import VARIANT_TITLES

FOLDER = Path(__file__).parent
PIECES = "pieces.svg.j2"
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


def draw(pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> str:
    """A view of Combat Arena as SVG."""
    return render(FOLDER, "picture.svg.j2", Scene(pack, view, names).facts())


class Scene:
    """Works out what stands where for one view."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.on = Onlooker(pack, view, names)
        self.words = self.on.words
        self.prompt = self.words.prompt(view)
        self.characters = self.on.characters
        self.cards = {card.id: card for card in pack.cards}
        self.places = at.places(pack)
        self.open = dict.fromkeys(view.actions)  # actions still to be placed

    def facts(self) -> dict[str, object]:
        """All the template needs."""
        view = self.view
        ground = at.ground(self.pack, view.board)
        scene: dict[str, object] = {
            "wide": at.WIDE,
            "high": at.HIGH,
            "title": f"Combat Arena: {' against '.join(self.words.names)}",
            "desc": self.prompt,
            "view": view,
            "style_here": kept(FOLDER, "style.svg.j2", "style"),
            "kept": piece,
            "ground": piece("arena", ground),
            "names_on_hexes": piece("hex_names", ground),
            "hex": ground.hex,
            "variant": VARIANT_TITLES[view.variant],
            "board_name": next(board.name for board in self.pack.boards if board.id == view.board),
            "zones": self._zones(),
            "spots": self._spots(),
            "tokens": self._tokens(),
            "wedges": self._wedges(),
            "arrow": self._arrow(),
            "rolled": tuple(view.rolled),
            "panels": panels(self.on),
            "bands": bands(self.on),
            "energies": energies(self.on),
            "injuries": self._injuries(),
        }
        return scene | self._drawn() | self._bottom() | self._pile() | self._bar()

    # --- actions

    def _take(self, action: str) -> tuple[str, str]:
        """An action, if it is open, and its hint; from then on it is placed."""
        if action not in self.open:
            return "", ""
        del self.open[action]
        return action, self.words.hint(self.view, action)

    # --- the arena

    def _spot(self, fighter: FighterView) -> tuple[float, float]:
        return self.places[fighter.hex]

    def _zones(self) -> list[Need]:
        """The Kill Zones of the fighter that is about to attack."""
        view, question = self.view, self.view.question
        if view.asking not in SHOWS_ZONES or question is None or not view.fighters[question.who].hex:
            return []
        fighter = view.fighters[question.who]
        only = question.mode if view.asking == "ChooseEnemy" else -1
        melee = fighter.melee_zone if only != RANGED else {}
        ranged = fighter.ranged_zone if only != MELEE else {}
        snares = at.snares(self.pack, view.board)
        standing = {one.hex for one in view.fighters}
        return [
            Need(
                *self.places[name],
                melee.get(name, 0),
                ranged.get(name, 0),
                _need_words(name, melee, ranged),
                name in standing,
            )
            for name in dict.fromkeys((*melee, *ranged))
            if name not in snares
        ]

    def _spots(self) -> list[Spot]:
        """The hexes that can be chosen."""
        snares = at.snares(self.pack, self.view.board)
        standing = {fighter.hex for fighter in self.view.fighters}
        spots = []
        for action in [action for action in self.open if action.startswith("hex:")]:
            name = action.removeprefix("hex:")
            kind = "snare" if name in snares else "stay" if name in standing else "go"
            spots.append(Spot(*self.places[name], f"{name}: {self._take(action)[1]}", action, kind))
        return spots

    def _tokens(self) -> list[Token]:
        asked = self.on.asked()
        return [
            self._token(number, fighter, number == asked)
            for number, fighter in enumerate(self.view.fighters)
            if fighter.hex and fighter.character
        ]

    def _token(self, number: int, fighter: FighterView, asked: bool) -> Token:
        character = self.characters[fighter.character]
        action, hint = self._take(f"target:{fighter.character}")
        x, y = self._spot(fighter)
        where = f"{character.name} ({self.on.player(fighter)}) on {fighter.hex}, faces {fighter.facing}"
        return Token(
            key=f"fighter-{character.id}",
            x=x,
            y=y,
            words=f"{where}. {hint}" if hint else f"{where}. {fighter.wounds_left} wounds left.",
            action=action,
            look=Look(
                seat=fighter.owner,
                short=character.short,
                turn=60 * DIRECTIONS.index(fighter.facing),
                mark=self.on.mark(fighter),
                active=number == self.view.active and not self.view.over,
                decides=asked,
                target=bool(action),
            ),
        )

    def _wedges(self) -> list[Spot]:
        """The facings that can be chosen, around their fighter."""
        if self.on.waiting < 0 or not self.view.fighters[self.on.waiting].hex:
            return []
        x, y = self._spot(self.view.fighters[self.on.waiting])
        wedges = []
        for place, direction in enumerate(DIRECTIONS):
            action, hint = self._take(f"facing:{direction}")
            if action:
                wedges.append(Spot(x, y, hint, action, str(60 * place)))
        return wedges

    def _arrow(self) -> dict[str, float] | None:
        """Who attacks or pushes whom."""
        view, question = self.view, self.view.question
        if view.asking not in ("React", "Push", "Snare") or question is None or question.who < 0:
            return None
        by, on = view.fighters[question.who], view.fighters[question.target]
        if not by.hex or not on.hex:
            return None
        (x1, y1), (x2, y2) = self._spot(by), self._spot(on)
        far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
        dx, dy = (x2 - x1) / far, (y2 - y1) / far
        return {
            "x1": x1 + 30 * dx,
            "y1": y1 + 30 * dy,
            "x2": x2 - 32 * dx,
            "y2": y2 - 32 * dy,
            "turn": degrees(atan2(dy, dx)),
        }

    # --- beside the arena's corners

    def _drawn(self) -> dict[str, object]:
        """The Initiative card on top."""
        drawn = self.view.drawn
        fighter = next((one for one in self.view.fighters if drawn and one.character == drawn), None)
        seat, short, words = -1, "", "No Initiative card drawn yet"
        if fighter is not None:
            character = self.characters[drawn]
            seat, short, words = fighter.owner, character.short, f"Drawn: {character.name}"
        elif drawn:
            short, words = "?", "Drawn: the neutral card"
        return {"drawn_seat": seat, "drawn_short": short, "drawn_words": words}

    def _injuries(self) -> str:
        named = {injury.id: injury.name for injury in self.pack.injuries}
        waiting = ", ".join(named[injury] for injury in self.view.injuries_waiting)
        resolved = ", ".join(named[injury] for injury in self.view.injuries_resolved)
        said = f"{self.view.injuries_left} Critical Injuries in the deck"
        return (
            said
            + (f"; waiting: {waiting}" if waiting else "")
            + (f"; resolved: {resolved}" if resolved else "")
        )

    def _pile(self) -> dict[str, object]:
        """The discard pile: small cards in the corner, without those shown at the bottom."""
        shown = {placed.face.id for placed in self.hand}
        cards = [card_face(self.cards[card]) for card in self.view.discard if card not in shown]
        bottom = at.EDGE + at.ARENA_HIGH - 108
        return {
            "pile": [
                (f"translate({at.EDGE + 10 + place % 6 * 18} {bottom + place // 6 * 25})", face)
                for place, face in enumerate(cards)
            ],
        }

    # --- the bottom: the viewer's hand, reference cards, or the result

    def _bottom(self) -> dict[str, object]:
        """What lies at the bottom edge."""
        self.hand: list[Placed] = []
        empty: dict[str, object] = {"hand": [], "others": [], "references": [], "result": None}
        if self.view.over:
            return empty | {"result": result(self.on)}
        held = self._hand_at_issue()
        if not held:
            return empty | {"references": [_piece_of(one) for one in self._references()]}
        others = self._other_hands(held)
        box = Box(at.EDGE, at.HAND_TOP, at.FULL_WIDE - (at.LIST_WIDE + at.GAP if others else 0), at.HAND_HIGH)
        form, wide = ("card", at.CARD_WIDE) if len(held) <= at.MOST_WIDE_ONES else ("slim_card", at.SLIM_WIDE)
        spread = at.lay_out(len(held), wide, at.CARD_HIGH, box)
        self.hand = [self._card(card, *where) for card, where in zip(held, spread, strict=True)]
        return empty | {
            "hand": [(it, piece(form, it.face, it.rows, it.label, it.asked)) for it in self.hand],
            "others": others,
        }

    def _hand_at_issue(self) -> list[str]:
        """The cards to show open: those the decision is about, else the hand of an own fighter."""
        view = self.view
        if view.asking == "ResolveShown" and view.question is not None:
            return [card.id for place, card in enumerate(self.pack.cards) if view.question.n >> place & 1]
        number = self._own_in_focus()
        return view.fighters[number].hand if number >= 0 else []

    def _own_in_focus(self) -> int:
        """The own fighter whose hand is shown: the one asked, the active one, or the first with cards."""
        own = [number for number, fighter in enumerate(self.view.fighters) if fighter.hand]
        wanted = (self.on.asked(), self.view.active)
        return next((number for number in wanted if number in own), own[0] if own else -1)

    def _other_hands(self, shown: list[str]) -> list[dict[str, object]]:
        """The own cards that are not shown open, as short lines."""
        lines = [
            (fighter, card_face(self.cards[card]))
            for fighter in self.view.fighters
            for card in fighter.hand
            if card not in shown
        ]
        step = min(40.0, at.HAND_HIGH / max(len(lines), 1))
        return [
            {
                "face": face,
                "seat": fighter.owner,
                "short": self.characters[fighter.character].short,
                "x": at.WIDE - at.EDGE - at.LIST_WIDE,
                "y": round(at.HAND_TOP + place * step, 1),
                "h": round(step - 3, 1),
                "r": round(min(15.0, (step - 5) / 2), 1),
                "size": 15 if step > 30 else 13.5,
                "name": clip(face.name, 138, 15 if step > 30 else 13.5),
            }
            for place, (fighter, face) in enumerate(lines)
        ]

    def _card(self, card: str, x: float, y: float, scale: float) -> Placed:
        face = card_face(self.cards[card])
        whole, label, hint = "", "", ""
        for stretch, said in (("discard", "Discard"), ("react", "React")):
            action, found = self._take(f"{stretch}:{card}")
            if action:
                whole, label, hint = action, "Show" if self.view.asking == "ShowTwo" else said, found
        return Placed(
            face,
            x,
            y,
            scale,
            rows=tuple(self._take(f"card:{card}/{row}") for row in ROWS),
            whole=whole,
            label=label,
            hint=hint,
            asked=bool(self.view.actions),
        )

    def _references(self) -> list[Reference]:
        """Reference cards: those still free at the set-up, else those in the arena."""
        view = self.view
        owners = {fighter.character: fighter.owner for fighter in view.fighters if fighter.character}
        if view.asking == "PickFighter":
            open_ids = [one.id for one in self.pack.characters if f"fighter:{one.id}" in self.open]
            free = [one.id for one in self.pack.characters if one.id not in owners]
            wanted = open_ids or free
        else:
            wanted = list(owners)
        box = Box(at.EDGE, at.HAND_TOP, at.FULL_WIDE, at.HAND_HIGH)
        spread = at.lay_out(len(wanted), at.SHEET_WIDE, at.SHEET_HIGH, box)
        known = [one.id for one in self.pack.characters]
        return [
            Reference(
                sheet_of(self.pack, known.index(one)),
                *where,
                *self._take(f"fighter:{one}"),
                owners.get(one, -1),
            )
            for one, where in zip(wanted, spread, strict=True)
        ]

    # --- the decision

    def _bar(self) -> dict[str, object]:
        """The decision in a sentence, and chips for all that is not placed elsewhere."""
        view = self.view
        made = []
        for action in list(self.open):
            label = self.words.label(view, action)
            if action.startswith("box:"):
                label = label.partition(" (")[0]  # the icon says which box it is
            icon = ACTION_ICONS.get(action) or STRETCH_ICONS.get(action.partition(":")[0], "check")
            made.append((action, label[:1].upper() + label[1:], self._take(action)[1], icon))
        right = at.WIDE - at.EDGE - 10
        chips: list[Chip] = at.lay_chips(made, at.EDGE + 300, right) if made else []
        room = (chips[0].x - 14 if chips else right) - BAR_LEFT
        size = BAR_TEXT
        lines = wrap(self.prompt, room, size, 2)
        if len(lines) > 1:
            size = 16
            lines = wrap(self.prompt, room, size, 2)
        return {"chips": chips, "prompt": [clip(line, room, size) for line in lines], "prompt_size": size}


def piece(macro: str, *what: object) -> Markup:
    """A part of the picture, drawn once and kept."""
    return kept(FOLDER, PIECES, macro, *what)


def _piece_of(reference: Reference) -> tuple[Reference, Markup]:
    return reference, piece("sheet", reference.sheet, reference.seat)


def _need_words(name: str, melee: dict[str, int], ranged: dict[str, int]) -> str:
    said = [
        f"{kind} needs {zone[name]}+" for kind, zone in (("melee", melee), ("ranged", ranged)) if name in zone
    ]
    return f"{name}: {', '.join(said)}"
