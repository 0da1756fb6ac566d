"""The map in a picture: sectors, what is in them, what can be chosen, and what stands in its corners."""

from __future__ import annotations

import msgspec

from harena.core.prose import capital, chance, count
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.sectors import (
    LETTERS,
    Spot,
    Stand,
    described,
    shelves,
    shows_colours,
    spots,
    stands,
)
from harena.games.centauri.look.sheets import MAP, Sheet
from harena.games.centauri.pack.content import BOSS, COLOUR_NAMES
from harena.games.centauri.view import ArmadaView, SectorView
from harena.games.centauri.words.printed import foe_title, report_facts
from harena.look.drawing import HOLE, Part, Plain, filled, said
from harena.look.laying import Box
from harena.look.sections import Section
from harena.look.writing import BOLD, width, wrap

SECTOR_ACTIONS = ("fly", "sector")
PHASES = {
    "set_up": "Set-up",
    "upkeep": "Upkeep",
    "movement": "Movement",
    "encounter": "Encounter",
    "expand": "Expand",
}


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen of an armada's state."""

    wall: bool
    cargo: bool
    ghost: bool  # it came back: nobody fights it


class MapScene:
    """The map of one view."""

    def __init__(self, on: Onlooker, sheet: Sheet) -> None:
        self.on, self.view, self.sheet = on, on.view, sheet
        self.spots = spots(sheet)
        self.size = max(sheet.text, 12.0)
        self.crowds: dict[str, list[int]] = {}
        for number, armada in enumerate(self.view.armadas):
            if armada.sector:
                self.crowds.setdefault(armada.sector, []).append(number)

    def section(self) -> Section:
        sheet = self.sheet
        choices, chosen = self._choices()
        parts: list[Part] = [
            MAP.one("ground", sheet.map, sheet.corners.dice),
            *self._corners(),
            *self._sectors(),
            *self._things(),
            *self._armadas(),
            *choices,
            *self._names(chosen),
            *self._evade(),
        ]
        return Section(parts, sheet.map.h)

    # --- sectors

    def _sectors(self) -> list[Part]:
        colours = shows_colours(self.on.scenario)
        parts: list[Part] = []
        for sector in self.view.sectors:
            spot = self.spots[sector.name]
            base = self.on.team(sector.home) if sector.home >= 0 else ""
            parts += filled(
                MAP.cut("sector", spot, sector, colours, HOLE), said(described(sector, base, colours))
            )
        return parts

    def _names(self, chosen: set[str]) -> list[Part]:
        """The names, over all else; where a sector can be flown to, with what that costs."""
        parts: list[Part] = [Plain('<g class="cn-names">')]
        costs, size = self.on.question.costs if self.view.actions else {}, self.size
        for sector in self.view.sectors:
            spot, name = self.spots[sector.name], sector.name
            y = round(spot.y + spot.s * 0.76, 1)
            if name in chosen and name in costs:
                r = round(size * 0.62, 1)
                parts.append(MAP.one("cost", spot.x, y, name, costs[name], r, size))
            else:
                letter = "" if sector.closed else LETTERS.get(sector.kind, "")
                parts.append(MAP.one("name", spot.x, y, name, letter, sector.closed, size))
        return [*parts, Plain("</g>")]

    # --- what can be chosen

    def _choices(self) -> tuple[list[Part], set[str]]:
        """The sectors that can be chosen."""
        parts: list[Part] = []
        chosen = set()
        for action in list(self.on.open):
            where, icon = self._place_of(action)
            if where and where not in chosen:
                chosen.add(where)
                _, hint = self.on.take(action)
                label = self._label(where) if icon == "check" else None
                parts += filled(MAP.cut("spot", self.spots[where], action, icon, label, HOLE), hint)
        return parts, chosen

    def _label(self, name: str) -> Box:
        """The place of a few words beside a sector, towards the middle of the map."""
        spot, high = self.spots[name], round(self.size * 1.62, 1)
        wide = round(width("Start here", self.size * BOLD) + spot.s * 0.75, 1)
        left = 0.0 if spot.x <= self.sheet.map.w / 2 else -wide
        return Box(left, round(-high / 2, 1), wide, high)

    def _place_of(self, action: str) -> tuple[str, str]:
        """The sector to which an action belongs, and its icon there."""
        stretch, _, member = action.partition(":")
        if stretch in SECTOR_ACTIONS:
            return member, ""
        if stretch == "side":
            start = self.on.scenario.map.starts[0 if member == "red" else 1]
            return self.view.sectors[start].name, "check"
        if action == "pick_up" and self.on.about >= 0:
            return self.view.armadas[self.on.about].sector, "module"
        return "", ""

    # --- who and what is there

    def _things(self) -> list[Part]:
        parts: list[Part] = []
        for sector in self.view.sectors:
            kinds = _things_in(sector)
            if kinds:
                spot = self.spots[sector.name]
                places = shelves(len(kinds), len(self.crowds.get(sector.name, ())), spot.s)
                for kind, place in zip(kinds, places, strict=True):
                    parts += self._thing(kind, sector, spot, place)
        return parts

    def _thing(self, kind: str, sector: SectorView, spot: Spot, place: Stand) -> list[Part]:
        where, name, size = at(spot, place), sector.name, self.size
        if kind == "module":
            words = f"{capital(count(sector.modules, 'power module'))} in {name}."
            return filled(MAP.cut("module", name, HOLE, sector.modules, place.r, size, words), where)
        if kind == "convoy":
            words = f"The Convoy of colonists, in {name}."
            return filled(MAP.cut("convoy", HOLE, place.r, words), where)
        level = BOSS if kind == "boss" else sector.raider
        words = f"{foe_title(level)}, in {name}."
        r = round(place.r * (1.15 if level == BOSS else 1.0), 1)
        return filled(MAP.cut("foe", name, level, HOLE, r, size, words), where)

    def _armadas(self) -> list[Part]:
        parts: list[Part] = []
        for name, crowd in self.crowds.items():
            spot = self.spots[name]
            for number, place in zip(crowd, stands(len(crowd), spot.s), strict=True):
                parts += self._armada(number, self.view.armadas[number], spot, place)
        return parts

    def _armada(self, number: int, armada: ArmadaView, spot: Spot, place: Stand) -> list[Part]:
        on, view = self.on, self.view
        action, hint = self._picked(number, armada)
        words = f"{capital(on.of_armada(number))}, in {armada.sector}.{_state(armada)}"
        size = max(self.size, min(round(place.r * 0.86, 1), 20.0))
        piece = MAP.cut(
            "armada",
            number,
            armada.owner,
            on.short(number),
            place.r,
            size,
            number == view.active and not view.over,
            number == on.about,
            Marks(wall=armada.wall, cargo=armada.cargo, ghost=armada.back),
            action,
            self.sheet.finger if action else 0,
            HOLE,
            HOLE,
        )
        return filled(piece, at(spot, place), said(f"{words} {hint}" if hint else words))

    def _picked(self, number: int, armada: ArmadaView) -> tuple[str, str]:
        """The action that chooses an armada here; on a phone only one in a sector is large enough."""
        if self.view.battle is not None:
            return "", ""
        rivals = [
            other
            for other in self.crowds[armada.sector]
            if f"target:{other + 1}" in self.view.actions or f"armada:{other + 1}" in self.view.actions
        ]
        if self.sheet.finger and len(rivals) > 1:
            return "", ""
        for stretch in ("armada", "target"):
            action, _ = self.on.take(f"{stretch}:{number + 1}")
            if action:
                return action, self.on.words.hint(self.view, action)
        return "", ""

    def _evade(self) -> list[Part]:
        """How hard it is to leave, over the sector of the armada that wants to."""
        question, about = self.on.question, self.on.about
        if not question.evade or about < 0 or not self.view.armadas[about].sector:
            return []
        spot, size = self.spots[self.view.armadas[about].sector], self.size
        short = f"Evade {question.evade}: {chance(question.evade_odds)}"
        odds = chance(question.evade_odds)
        long = f"To leave, this armada must Evade: {count(question.evade, 'success', 'successes')} ({odds})."
        w = round(width(short, size * BOLD) + size * 1.4)
        x = min(max(spot.x, w / 2 + 2), self.sheet.map.w - w / 2 - 2)
        y = min(spot.y + spot.s * 1.08, self.sheet.map.h - size)  # it hides no cost of a neighbour there
        return filled(MAP.cut("evade", HOLE, (short, long), w, size), Plain(f"{x:.1f} {y:.1f}"))

    # --- the corners

    def _corners(self) -> list[Part]:
        view, at, scenario = self.view, self.sheet.corners, self.on.scenario
        title = wrap(scenario.name, at.title, at.round[2], 2)
        when = f"Round {view.round} of {view.max_rounds}" if view.round else ""
        phase = "" if view.over else PHASES[view.phase]
        words = f"{'. '.join(filter(None, (scenario.name, when, phase)))}. {scenario.aim}"
        short = f"Round {view.round}/{view.max_rounds}" if view.round else ""
        lines = (short,) if short else ()
        gone = len(view.discards) + len(view.spent)
        cards = (
            f"{count(view.deck, 'Action card')} in the deck, {len(view.spent)} spent this round, "
            f"{len(view.discards)} discarded."
        )
        return [
            MAP.one("round", at.round, title, lines, phase, words),
            *self._report(),
            MAP.one("deck", at.deck, view.deck, gone, cards),
        ]

    def _report(self) -> list[Part]:
        """This round's Scanning Report: what it brings in this scenario."""
        view, at = self.view, self.sheet.corners.report
        if view.report < 0:
            return []
        report = self.on.pack.reports[view.report]
        facts = report_facts(self.on.pack, self.on.scenario, report)
        lines, colour = ["Report"], ""
        for label, text in facts:
            if text == COLOUR_NAMES[report.colour]:
                colour = text
            else:
                lines += [label, text.replace(" and ", " ")]
        if len(facts) == 0:
            lines.append("nothing")
        told = ". ".join(f"{label}: {text}" for label, text in facts) or "It brings nothing"
        words = f"This round's Scanning Report. {told}."
        return filled(MAP.cut("report", at, tuple(lines), colour, HOLE), said(words))


def _things_in(sector: SectorView) -> list[str]:
    """What stands or lies in a sector beside armadas."""
    found = ["boss"] if sector.boss else ["raider"] if sector.raider else []
    if sector.modules:
        found.append("module")
    if sector.convoy:
        found.append("convoy")
    return found


def _state(armada: ArmadaView) -> str:
    """What is to be known of an armada, in sentences."""
    told = []
    if armada.cargo:
        told.append("A power module is on board.")
    if armada.points:
        told.append(f"{count(armada.points, 'movement point')} left.")
    if armada.back:
        told.append("It came back: nobody fights it before its next Movement.")
    if armada.wall:
        told.append("No enemy may leave its sector by moving.")
    return "".join(f" {one}" for one in told)


def at(spot: Spot, place: Stand) -> Plain:
    return Plain(f"{spot.x + place.x:.1f} {spot.y + place.y:.1f}")
