"""The arena in a picture: spaces, fighters, Flames, what can be chosen, and what stands in its corners."""

from __future__ import annotations

from collections import Counter
from math import atan2, degrees

from harena.core.prose import count, listed
from harena.games.knockdown.look.ground import Ground, Spot, ground
from harena.games.knockdown.look.onlooker import Onlooker
from harena.games.knockdown.look.sheets import ARENA, Sheet
from harena.games.knockdown.pack.content import SYMBOL_NAMES
from harena.look.drawing import HOLE, Part, Plain, filled, said
from harena.look.sections import Section

UNDER_ATTACK = ("React", "Block")
STRETCHES = ("move", "dash", "place")  # what a space can be chosen for, but for corridors
SPOT_KINDS = {"move": ("go", "boot"), "dash": ("dash", "swift"), "place": ("go", "ahead")}
TUBE = ("tube", "")  # the wound printed there stays to be seen


class ArenaScene:
    """The arena of one view."""

    def __init__(self, on: Onlooker, sheet: Sheet) -> None:
        self.on, self.view, self.sheet = on, on.view, sheet
        self.ground: Ground = ground(sheet, on.arena)
        self.from_here = self._from_here()

    def section(self) -> Section:
        sheet = self.sheet
        spots = self._spots()
        parts: list[Part] = [
            ARENA.one("ground", sheet.arena, sheet.wide > sheet.arena.w, sheet.corners.dice),
            *self._corners(),
            *self._spaces(),
            self.ground.wall,
            *spots,
            self.ground.names,
            self.ground.lamps,
            *self._flames(),
            *self._fighters(),
            *self._arrow(),
        ]
        return Section(parts, sheet.arena.h)

    # --- spaces

    def _from_here(self) -> dict[str, list[str]]:
        """By space: the attacks that would reach the opponent from there."""
        found: dict[str, list[str]] = {}
        for reach in self.view.reach:
            attack = self.on.attacks[reach.attack]
            if attack.aimed() and (attack.card >= 0 or self.on.shows_specials):
                for space in reach.stands:
                    found.setdefault(space, []).append(reach.attack)
        return found

    def _lights(self, name: str) -> Plain:
        return Plain(" ".join(self.on.key_of(attack) for attack in self.from_here.get(name, ())))

    def _words(self, spot: Spot) -> Plain:
        """What a space is, and what would reach from there."""
        if not self.view.reach:
            return said(spot.words)
        names = [self.on.attacks[one].name for one in self.from_here.get(spot.name, ())]
        who = "you" if self.view.eyes == self.view.viewer else self.on.name(self.view.eyes)
        reach = (
            f"From here {who} would reach with {listed(names)}."
            if names
            else "Nothing would reach from here."
        )
        return said(f"{spot.words} {reach}")

    def _spaces(self) -> list[Part]:
        parts: list[Part] = []
        for spot in self.ground.spots.values():
            lights = self._lights(spot.name)
            if lights:
                parts += filled(ARENA.cut("space", spot, HOLE, HOLE), lights, self._words(spot))
            else:
                parts += filled(ARENA.cut("space", spot, "", HOLE), self._words(spot))
        return parts

    def _spots(self) -> list[Part]:
        """The spaces that can be chosen; one that can be for two things is cut in half."""
        parts: list[Part] = []
        for name, spot in self.ground.spots.items():
            actions = [f"{stretch}:{name}" for stretch in STRETCHES if f"{stretch}:{name}" in self.on.open]
            tube = self._tube(name)
            actions += [tube] if tube and len(actions) < 2 else []
            for place, action in enumerate(actions):
                parts += self._spot(spot, action, place, len(actions))
        return parts

    def _tube(self, name: str) -> str:
        """The way through the corridors to a space, if it is open."""
        red = [self.on.arena.field.names[space] for space in self.on.arena.red]
        action = f"corridor:{red.index(name) + 1}" if name in red else ""
        return action if action in self.on.open else ""

    def _spot(self, spot: Spot, action: str, place: int, many: int) -> list[Part]:
        kind, icon = SPOT_KINDS.get(action.partition(":")[0], TUBE)
        path = self.ground.whole if many == 1 else self.ground.halves[place]
        dy, size = (-0.14, 0.3) if many == 1 else (-0.46 if place == 0 else 0.24, 0.24)
        where = (kind, icon, spot, path, round(spot.r * dy, 1), round(spot.r * size, 1))
        lights = self._lights(spot.name)
        _, hint = self.on.take(action)
        if lights:
            return filled(ARENA.cut("spot", action, *where, HOLE, HOLE), lights, hint)
        return filled(ARENA.cut("spot", action, *where, "", HOLE), hint)

    # --- who and what stands there

    def _fighters(self) -> list[Part]:
        return [
            part
            for seat, fighter in enumerate(self.view.fighters)
            if fighter.space and fighter.character
            for part in self._fighter(seat)
        ]

    def _fighter(self, seat: int) -> list[Part]:
        fighter, spot = self.on.fighter(seat), self.ground.spots[self.on.fighter(seat).space]
        r = self.sheet.figure
        active = seat == self.view.active and not self.view.over
        piece = ARENA.cut(
            "fighter",
            seat,
            HOLE,
            self.on.short(seat),
            r,
            round(r * 0.68, 1),
            HOLE,
            active,
            seat == self.on.asked != self.view.active,
        )
        words = f"{self.on.name(seat)} ({self.on.player(seat)}) on {fighter.space}."
        return filled(piece, Plain(f"{spot.x} {spot.y - spot.r * 0.14:.1f}"), said(words))

    def _flames(self) -> list[Part]:
        parts: list[Part] = []
        held = {fighter.space for fighter in self.view.fighters}
        for seat, fighter in enumerate(self.view.fighters):
            if fighter.flame:
                spot = self.ground.spots[fighter.flame]
                up = spot.r * 0.66 if fighter.flame in held else spot.r * 0.1
                words = f"The Flame of {self.on.name(seat)} on {fighter.flame}: it burns the opponent."
                piece = ARENA.cut("flame", seat, HOLE, round(self.sheet.figure * 0.62, 1), HOLE)
                parts += filled(piece, Plain(f"{spot.x} {spot.y - up:.1f}"), said(words))
        return parts

    def _arrow(self) -> list[Part]:
        """Who attacks whom, while the target answers."""
        view, question = self.view, self.view.question
        if view.asking not in UNDER_ATTACK or question is None:
            return []
        here, there = view.fighters[1 - question.who].space, view.fighters[question.who].space
        if not here or not there or here == there:
            return []
        one, two = self.ground.spots[here], self.ground.spots[there]
        far = ((two.x - one.x) ** 2 + (two.y - one.y) ** 2) ** 0.5
        dx, dy = (two.x - one.x) / far, (two.y - one.y) / far
        back = self.sheet.figure + 6
        tip = Plain(f"{two.x - back * dx:.1f} {two.y - back * dy:.1f}")
        line = Plain(f"{one.x + back * dx:.1f} {one.y + back * dy:.1f}L{tip}")
        arrow = ARENA.cut("arrow", HOLE, HOLE, HOLE, round(self.sheet.figure / 27, 2))
        return filled(arrow, line, tip, Plain(f"{degrees(atan2(dy, dx)):.0f}"))

    # --- the corners

    def _corners(self) -> list[Part]:
        view, at, text = self.view, self.sheet.corners, self.sheet.text
        parts: list[Part] = [ARENA.one("round", at.round, view.round, view.turn, view.wins, text)]
        size = 18 if self.sheet.text > 12 else 17
        discards = ARENA.cut("discard", at.discard, len(view.discard), HOLE, size)
        parts += [ARENA.one("deck", at.deck, view.deck, size), *filled(discards, said(self._discards()))]
        if view.rolled:
            total = sum(view.rolled)
            passed = total >= view.needed
            parts.append(ARENA.one("roll", at.roll, tuple(view.rolled), total, view.needed, passed, text))
        return parts

    def _discards(self) -> str:
        """How many cards lie there, and with which symbols."""
        symbols = Counter(SYMBOL_NAMES[self.on.attacks[card].symbol] for card in self.view.discard)
        named = [f"{symbols[name]} {name.capitalize()}" for name in SYMBOL_NAMES if symbols[name]]
        what = f": {listed(named)}" if named else ""
        return f"{count(len(self.view.discard), 'card')} discarded{what}."
