"""What could come of a choice, worked out from a view alone: chances, pushes, reach, danger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harena.core.bits import bit, members_of
from harena.core.hex import DIRECTIONS
from harena.games.combat_arena.pack.content import (
    AHEAD,
    EITHER,
    ENDURE,
    FREE,
    MELEE,
    REROLL,
    WARD,
    ArenaPack,
    Board,
    Character,
    RuleValues,
    Strike,
)
from harena.games.combat_arena.rules.attack import dice_left
from harena.games.combat_arena.rules.hexes import FRONT
from harena.games.combat_arena.rules.push import push_hexes
from harena.games.combat_arena.view import ArenaView, FighterView

KINDS = ("melee", "ranged")
Found = tuple[tuple[int, str, int], ...]  # fighters, each with a kind of attack and its To Hit value
ANY_WAY = 63  # all six directions as bits
FACINGS = tuple(
    tuple(way for n, way in enumerate(DIRECTIONS) if ways >> n & 1) for ways in range(ANY_WAY + 1)
)
_WAYS = {way: number for number, way in enumerate(DIRECTIONS)}
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


@lru_cache(1024)
def hit_chances(dice: int, needed: int, again: int) -> tuple[float, ...]:
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
    return tuple(chances)


def fall_chance(cards: int) -> float:
    """CA-6.5: how likely an arc-snare takes a fighter that discards as many of its cards as it needs."""
    return max(0, SAFE - 1 - cards) / 6


class Outlook:
    """A view with its pack, and what follows from both."""

    def __init__(self, pack: ArenaPack, view: ArenaView) -> None:
        self.pack = pack
        self.view = view
        self.field = pack.field
        self._hexes = hexes_of(pack)
        self._characters = characters_of(pack)
        self._reached: dict[tuple[int, int], dict[int, int]] = {}
        self._walks: dict[tuple[int, int, int], dict[int, tuple[int, tuple[str, ...]]]] = {}
        self._enemies: dict[int, list[int]] = {}
        self._aimed: dict[int, list[tuple[int, str, Strike, int]]] = {}
        self._dangers: dict[int, dict[str, Found]] = {}
        self.board: Board = next(board for board in pack.boards if board.id == view.board)
        self._beside_snares = self.field.spread(self.board.snares)

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
        if who not in self._enemies:
            side, fighters = self.fighter(who).side, enumerate(self.view.fighters)
            self._enemies[who] = [n for n, other in fighters if other.hex and other.side != side]
        return self._enemies[who]

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
        rolled = dice_left(dice, self.fighter(who).weak)
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
        """Where a push by a fighter on a can take one on b; none: the wall is there."""
        return members_of(push_hexes(self.field, a, b))

    # --- moving

    def reach(self, who: int, n: int) -> dict[int, int]:
        """CA-4.1: where a fighter can end up within n steps, and in how many."""
        if (who, n) not in self._reached:
            self._reached[who, n] = self._spread(self.place(who), n)
        return self._reached[who, n]

    def _spread(self, here: int, n: int) -> dict[int, int]:
        steps = {here: 0}
        barred = self.board.snares | bit(here)
        for fighter in self.view.fighters:
            if fighter.hex:
                barred |= bit(self._hexes[fighter.hex])
        edge = bit(here)
        for step in range(1, n + 1):
            edge = self.field.spread(edge) & ~barred
            barred |= edge
            steps.update(dict.fromkeys(members_of(edge), step))
        return steps

    def walks(self, who: int, n: int, mode: int) -> dict[int, tuple[int, tuple[str, ...]]]:
        """CA-4.2: the same, each with the ways a fighter may face then."""
        if (who, n, mode) not in self._walks:
            steps = self.reach(who, n)
            ways = dict.fromkeys(steps, ANY_WAY) if mode == FREE else self._ways_into(steps, n, mode)
            if mode != FREE:
                ways[self.place(who)] |= 1 << _WAYS[self.fighter(who).facing]
            self._walks[who, n, mode] = {h: (step, FACINGS[ways[h]]) for h, step in steps.items()}
        return self._walks[who, n, mode]

    def _ways_into(self, steps: dict[int, int], n: int, mode: int) -> dict[int, int]:
        """The ways a fighter can face who walks into each hex, as bits."""
        ways, beside = dict.fromkeys(steps, 0), self.field.neighbours
        turned = 0 if mode == AHEAD else 3
        for h, step in steps.items():
            for way in range(6) if step < n else ():
                there = beside[6 * h + way]
                if there in ways:
                    ways[there] |= 1 << (way + turned) % 6
        return ways

    def facings_after(self, who: int, h: int, n: int, mode: int) -> list[str]:
        """CA-4.2: which ways a fighter may face after a move of at most n steps to a hex."""
        return list(self.walks(who, n, mode)[h][1])

    def reached_from(self, who: int, h: int, facings: Sequence[str]) -> Found:
        """The enemies a fighter could attack from a hex: number, kind and the best To Hit value."""
        any_way = len(facings) == len(DIRECTIONS)
        stands = [] if any_way else [_WAYS[facing] * self.field.count + h for facing in facings]
        found = []
        for target, kind, strike, there in self._aims(who):
            if any_way:
                needed = best_against(strike, there)[h]
            else:
                needs = needs_against(strike, there)
                needed = min([needs[stand] for stand in stands if needs[stand]], default=0)
            if needed:
                found.append((target, kind, needed))
        return tuple(found)

    def _aims(self, who: int) -> list[tuple[int, str, Strike, int]]:
        """Every enemy with every weapon to attack it: number, kind, the weapon's column, the enemy's hex."""
        if who not in self._aimed:
            strikes = [(kind, strike) for kind in KINDS if (strike := self.strike(who, kind)) is not None]
            self._aimed[who] = [
                (target, kind, strike, self.place(target))
                for target in self.enemies(who)
                for kind, strike in strikes
            ]
        return self._aimed[who]

    def dangers(self, who: int, h: int) -> Found:
        """The enemies whose Kill Zones cover a hex: number, kind and To Hit value."""
        if who not in self._dangers:
            by_hex: dict[str, list[tuple[int, str, int]]] = {}
            for enemy in self.enemies(who):
                for kind in KINDS:
                    for name, needed in self.zone(enemy, kind).items():
                        by_hex.setdefault(name, []).append((enemy, kind, needed))
            self._dangers[who] = {name: tuple(found) for name, found in by_hex.items()}
        return self._dangers[who].get(self.field.names[h], ())

    def beside_snare(self, h: int) -> bool:
        """Is there an arc-snare next to a hex?"""
        return self._beside_snares >> h & 1 != 0


@lru_cache(4096)
def needs_against(strike: Strike, there: int) -> bytes:
    """The To Hit value against a hex by where the attacker stands and faces (see Strike.zones); 0: none."""
    on = bit(there)
    return bytes(strike.needs(stand, there) if zone & on else 0 for stand, zone in enumerate(strike.zones))


@lru_cache(4096)
def best_against(strike: Strike, there: int) -> bytes:
    """The same by where the attacker stands, for whatever facing is best."""
    needs = needs_against(strike, there)
    count = len(needs) // 6
    return bytes(min(filter(None, needs[h::count]), default=0) for h in range(count))


@lru_cache(64)
def hexes_of(pack: ArenaPack) -> dict[str, int]:
    """The numbers of the hexes by their names."""
    return {name: number for number, name in enumerate(pack.field.names)}


@lru_cache(64)
def characters_of(pack: ArenaPack) -> dict[str, Character]:
    """A pack's fighters by their ids."""
    return {character.id: character for character in pack.characters}


def _against(rule: RuleValues, kind: str) -> bool:
    return rule.against == EITHER or rule.against == (MELEE if kind == "melee" else MELEE + 1)
