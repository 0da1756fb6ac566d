"""What could come of a choice, worked out from a view alone: chances, pushes, reach, danger."""

from __future__ import annotations

from dataclasses import dataclass

from harena.core.bits import bit
from harena.games.combat_arena.content import (
    EITHER,
    ENDURE,
    FREE,
    MELEE,
    REROLL,
    TRAVEL,
    WARD,
    ArenaPack,
    Board,
    Character,
    RuleValues,
    Strike,
)
from harena.games.combat_arena.hexes import DIRECTIONS, FRONT, OFF
from harena.games.combat_arena.view import ArenaView, FighterView

KINDS = ("melee", "ranged")
SAFE = 4  # CA-6.5: a total of this or more keeps a fighter out of an arc-snare


@dataclass(frozen=True)
class Odds:
    """What an attack can be expected to do, before any reaction."""

    dice: int
    needed: int
    any_hit: float  # chance that at least one die hits
    hits: float  # expected, of the dice alone
    wounds: float  # expected, after the target's own rule
    each: int  # wounds of each hit
    lessened: bool  # does the target's rule count against it?


def hit_chances(dice: int, needed: int, again: int) -> list[float]:
    """The chance of every number of hits, when so many misses are rolled again (CA-5.5)."""
    hit = max(7 - needed, 0) / 6
    states = {(again, 0): 1.0}  # misses that may still be rolled again, hits
    for _ in range(dice):
        after: dict[tuple[int, int], float] = {}
        for (left, hits), chance in states.items():
            ways = [(left, hits + 1, hit)]
            if left > 0:
                ways += [(left - 1, hits + 1, (1 - hit) * hit), (left - 1, hits, (1 - hit) ** 2)]
            else:
                ways.append((left, hits, 1 - hit))
            for left_then, hits_then, part in ways:
                state = (left_then, hits_then)
                after[state] = after.get(state, 0.0) + chance * part
        states = after
    chances = [0.0] * (dice + 1)
    for (_, hits), chance in states.items():
        chances[hits] += chance
    return chances


def fall_chance(cards: int) -> float:
    """CA-6.5: how likely an arc-snare takes a fighter that discards as many of its cards as it needs."""
    return max(0, SAFE - 1 - cards) / 6


class Outlook:
    """A view with its pack, and what follows from both."""

    def __init__(self, pack: ArenaPack, view: ArenaView) -> None:
        self.pack = pack
        self.view = view
        self.field = pack.field
        self._hexes = {name: number for number, name in enumerate(pack.field.names)}
        self._characters = {character.id: character for character in pack.characters}
        self._reached: dict[tuple[int, int], dict[int, int]] = {}
        self.board: Board = next(board for board in pack.boards if board.id == view.board)

    # --- who is who

    def fighter(self, number: int) -> FighterView:
        return self.view.fighters[number]

    def sheet(self, number: int) -> Character:
        return self._characters[self.fighter(number).character]

    def number_of(self, character: str) -> int:
        """The fighter that is this character."""
        return next(n for n, fighter in enumerate(self.view.fighters) if fighter.character == character)

    def enemies(self, who: int) -> list[int]:
        """The standing fighters of other sides."""
        side = self.fighter(who).side
        return [n for n, other in enumerate(self.view.fighters) if other.hex and other.side != side]

    def place(self, number: int) -> int:
        """The number of the hex a fighter stands on."""
        return self._hexes[self.fighter(number).hex]

    def hex(self, name: str) -> int:
        return self._hexes[name]

    def distance(self, a: str, b: str) -> int:
        return self.field.distance(self._hexes[a], self._hexes[b])

    def in_front(self, who: int, hex_name: str, facing: str = "") -> bool:
        """CA-6.1: does a hex lie in a fighter's front arc?"""
        way = DIRECTIONS.index(facing or self.fighter(who).facing)
        return self.field.front(self.place(who), way) >> self._hexes[hex_name] & 1 != 0

    def is_snare(self, h: int) -> bool:
        return self.board.snares >> h & 1 != 0

    def stands_on(self, h: int) -> int:
        """The fighter on a hex, or -1."""
        name = self.field.names[h]
        return next((n for n, fighter in enumerate(self.view.fighters) if fighter.hex == name), -1)

    # --- attacks

    def strike(self, who: int, kind: str) -> Strike | None:
        """CA-5.4: the column of a weapon that counts now."""
        sheet = self.sheet(who)
        weapon = sheet.melee if kind == "melee" else sheet.ranged
        if weapon is None:
            return None
        return weapon.healthy if kind in self.fighter(who).healthy else weapon.wounded

    def rule(self, who: int, kind: int) -> RuleValues | None:
        """A fighter's rule as it works now, if it is of that kind."""
        rule = self.sheet(who).rule
        if rule is None or rule.kind != kind:
            return None
        return rule.healthy if "rule" in self.fighter(who).healthy else rule.wounded

    def zone(self, who: int, kind: str) -> dict[str, int]:
        fighter = self.fighter(who)
        return fighter.melee_zone if kind == "melee" else fighter.ranged_zone

    def odds(self, who: int, target: int, kind: str, dice: int, more: int) -> Odds | None:
        """CA-5.2: what an attack can be expected to do; None if it cannot be made."""
        needed = self.zone(who, kind).get(self.fighter(target).hex)
        strike = self.strike(who, kind)
        if needed is None or strike is None:
            return None
        rolled = max(dice - self.fighter(who).weak, 1)
        chances = hit_chances(rolled, needed, self._rerolls(who, kind))
        hits: float = sum(n * chance for n, chance in enumerate(chances))
        each = int(strike.wounds) + more
        passing = self._passes_ward(who, target, kind) * self.endures(target)
        return Odds(rolled, needed, 1 - chances[0], hits, hits * each * passing, each, passing < 1)

    def _rerolls(self, who: int, kind: str) -> int:
        rule = self.rule(who, REROLL)
        return rule.n if rule is not None and _against(rule, kind) else 0

    def _passes_ward(self, who: int, target: int, kind: str) -> float:
        """The share of hits that a target's ward lets through."""
        rule = self.rule(target, WARD)
        if rule is None or rule.roll == 0 or not _against(rule, kind):
            return 1.0
        if rule.arc == FRONT and not self.in_front(target, self.fighter(who).hex):
            return 1.0
        return (rule.roll - 1) / 6

    def endures(self, target: int) -> float:
        """The share of wounds that a target's rule lets through."""
        rule = self.rule(target, ENDURE)
        return (rule.roll - 1) / 6 if rule is not None and rule.roll > 0 else 1.0

    def best_attack(self, who: int, dice: int, more: int) -> tuple[int, str, Odds] | None:
        """The target and kind that promise most wounds."""
        found = [
            (target, kind, odds)
            for target in self.enemies(who)
            for kind in KINDS
            if (odds := self.odds(who, target, kind, dice, more)) is not None
        ]
        return max(found, key=lambda one: one[2].wounds, default=None)

    def injuries(self, target: int, wounds: int) -> int:
        """CA-7.1: how many Critical Injuries so many wounds bring."""
        fighter = self.fighter(target)
        marker, covered, bottom = fighter.marker, fighter.covered, fighter.spaces - 1
        drawn = 0
        for _ in range(wounds):
            marker = covered if marker == bottom else marker + 1
            if marker == bottom:
                covered += 1
                drawn += 1
            if covered > bottom:
                break
        return drawn

    # --- pushes (CA-6.3)

    def pushed_from(self, a: int, b: int) -> list[int]:
        """Where a push by who stands on a can take who stands on b; none: the wall is there."""
        field = self.field
        ways = [field.neighbour(b, way) for way in range(6)]
        far = field.distance(a, b)
        for way in range(6):
            if _walk(self, a, way, far) == b:  # in line
                return [ways[way]] if ways[way] != OFF else []
        inside = [h for h in ways if h != OFF]
        best = max(field.distance(a, h) for h in inside)
        return [h for h in inside if field.distance(a, h) == best] if best > far else []

    # --- moving

    def reach(self, who: int, n: int) -> dict[int, int]:
        """CA-4.1: where a fighter can end up within n steps, and in how many."""
        if (who, n) not in self._reached:
            self._reached[who, n] = self._spread(self.place(who), n)
        return self._reached[who, n]

    def _spread(self, here: int, n: int) -> dict[int, int]:
        steps = {here: 0}
        edge = [here]
        for step in range(1, n + 1):
            beside = {self.field.neighbour(h, way) for h in edge for way in range(6)}
            edge = [h for h in sorted(beside) if h not in steps and self._open(h)]
            steps.update(dict.fromkeys(edge, step))
        return steps

    def _open(self, h: int) -> bool:
        return h != OFF and not self.is_snare(h) and self.stands_on(h) < 0

    def facings_after(self, who: int, h: int, n: int, mode: int) -> list[str]:
        """CA-4.2: which ways a fighter may face after a move of at most n steps to a hex."""
        if mode == FREE:
            return list(DIRECTIONS)
        before = self.reach(who, n - 1) if n > 0 else {}
        faces = {way for way in range(6) if self.field.neighbour(h, (way + 3) % 6) in before}
        if mode != TRAVEL:
            faces = {(way + 3) % 6 for way in faces}
        if h == self.place(who):
            faces.add(DIRECTIONS.index(self.fighter(who).facing))
        return [DIRECTIONS[way] for way in sorted(faces)]

    def reached_from(self, who: int, h: int, facings: list[str]) -> list[tuple[int, str, int]]:
        """The enemies a fighter could attack from a hex: number, kind and the best To Hit value."""
        stands = [DIRECTIONS.index(facing) * self.field.count + h for facing in facings]
        strikes = [(kind, strike) for kind in KINDS if (strike := self.strike(who, kind)) is not None]
        found = []
        for target in self.enemies(who):
            there = self.place(target)
            for kind, strike in strikes:
                covering = [stand for stand in stands if strike.zones[stand] & bit(there)]
                if covering:
                    found.append((target, kind, min(strike.needs(stand, there) for stand in covering)))
        return found

    def dangers(self, who: int, h: int) -> list[tuple[int, str, int]]:
        """The enemies whose Kill Zones cover a hex: number, kind and To Hit value."""
        name = self.field.names[h]
        return [
            (enemy, kind, zone[name])
            for enemy in self.enemies(who)
            for kind in KINDS
            if name in (zone := self.zone(enemy, kind))
        ]

    def beside_snare(self, h: int) -> bool:
        """Is there an arc-snare next to a hex?"""
        beside = [self.field.neighbour(h, way) for way in range(6)]
        return any(other != OFF and self.is_snare(other) for other in beside)


def _walk(outlook: Outlook, h: int, way: int, steps: int) -> int:
    """The hex so many steps straight on, or OFF."""
    for _ in range(steps):
        if h == OFF:
            break
        h = outlook.field.neighbour(h, way)
    return h


def _against(rule: RuleValues, kind: str) -> bool:
    return rule.against == EITHER or rule.against == (MELEE if kind == "melee" else MELEE + 1)
