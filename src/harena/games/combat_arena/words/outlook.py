"""What could come of a choice: the rules' own answers about a view, and chances made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from harena.core.bits import bit, members_of
from harena.core.hex import DIRECTIONS
from harena.games.combat_arena.pack.content import (
    EITHER,
    ENDURE,
    KIND_NAMES,
    SAFE,
    ArenaPack,
    Board,
    Character,
    Strike,
    Verb,
)
from harena.games.combat_arena.rules.attack import dice_left, enemies_to_attack, misses_again, ward_against
from harena.games.combat_arena.rules.effect import targets
from harena.games.combat_arena.rules.move import ALL_FACINGS, facings
from harena.games.combat_arena.rules.push import push_hexes, waits_on
from harena.games.combat_arena.state import d3
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words.position import characters_of, hexes_of, position_of

KINDS = tuple(KIND_NAMES[:EITHER])
Found = tuple[tuple[int, str, int], ...]  # fighters, each with a kind of attack and its To Hit value
FACINGS = tuple(
    tuple(way for n, way in enumerate(DIRECTIONS) if ways >> n & 1) for ways in range(ALL_FACINGS + 1)
)
WAYS = {way: number for number, way in enumerate(DIRECTIONS)}
D3 = [d3(die) for die in range(1, 7)]  # the wounds of somebody pushed against something (CA-6.4)


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
    hit = at_least(needed)
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


def at_least(needed: int) -> float:
    """The chance that a die shows so much."""
    return min(max(7 - needed, 0), 6) / 6


def below(needed: int) -> float:
    """The chance that it shows less."""
    return min(max(needed - 1, 0), 6) / 6


def fall_chance(cards: int) -> float:
    """CA-6.5: how likely an arc-snare takes a fighter that discards as many of its cards as it needs."""
    return below(SAFE - cards)


class Outlook:
    """A view with its pack, and what follows from both by the rules."""

    def __init__(self, pack: ArenaPack, view: ArenaView) -> None:
        self.pack = pack
        self.view = view
        self.field = pack.field
        self.position = position_of(pack, view)
        self._walks: dict[tuple[int, int, int], dict[int, tuple[int, tuple[str, ...]]]] = {}
        self._aimed: dict[int, list[tuple[int, str, Strike, int]]] = {}
        self._dangers: dict[int, dict[str, Found]] = {}
        self.board: Board = self.position.board
        self._beside_snares = self.field.spread(self.board.snares)

    # --- who is who

    def fighter(self, number: int) -> FighterView:
        return self.view.fighters[number]

    def sheet(self, number: int) -> Character:
        return characters_of(self.pack)[self.fighter(number).character]

    def number_of(self, character: str) -> int:
        """The fighter that is this character."""
        return next(n for n, fighter in enumerate(self.view.fighters) if fighter.character == character)

    def enemies(self, who: int) -> list[int]:
        """The standing fighters of other sides."""
        return members_of(self.position.enemies(who))

    def place(self, number: int) -> int:
        """The number of the hex a fighter stands on."""
        return int(self.position.fighters[number].pos)

    def hex(self, name: str) -> int:
        return hexes_of(self.pack)[name]

    def distance(self, a: str, b: str) -> int:
        return self.field.distance(self.hex(a), self.hex(b))

    def in_front(self, who: int, other: int, facing: str = "") -> bool:
        """CA-6.1: does another stand in a fighter's front arc?"""
        if not facing:
            return self.position.sees(who, other)
        front = self.field.front(self.place(who), WAYS[facing])
        return front >> self.place(other) & 1 != 0

    def is_snare(self, h: int) -> bool:
        return self.board.snares >> h & 1 != 0

    def stands_on(self, h: int) -> int:
        """The fighter on a hex, or -1."""
        fighters = enumerate(self.position.fighters)
        return next((number for number, fighter in fighters if fighter.pos == h), -1)

    # --- attacks

    def strike(self, who: int, kind: str) -> Strike | None:
        """CA-5.4: the column of a weapon that counts now."""
        fighter, number = self.position.fighters[who], KINDS.index(kind)
        return fighter.strike(number) if fighter.armed(number) else None

    def zone(self, who: int, kind: str) -> dict[str, int]:
        fighter = self.fighter(who)
        return fighter.melee_zone if kind == "melee" else fighter.ranged_zone

    def odds(self, who: int, target: int, kind: str, dice: int, more: int) -> Odds | None:
        """CA-5.2: what an attack can be expected to do; None if it cannot be made."""
        needed = self.zone(who, kind).get(self.fighter(target).hex)
        strike = self.strike(who, kind)
        if needed is None or strike is None:
            return None
        position, number = self.position, KINDS.index(kind)
        rolled = dice_left(dice, position.weakened(who))
        chances = hit_chances(rolled, needed, misses_again(position, who, number))
        hits: float = sum(n * chance for n, chance in enumerate(chances))
        each = int(strike.wounds) + more
        passing = passes(ward_against(position, target, who, number)) * self.endures(target)
        return Odds(rolled, needed, 1 - chances[0], hits, hits * each * passing, each, passing < 1)

    def endures(self, target: int) -> float:
        """The share of wounds that a target's rule lets through."""
        return passes(self.position.fighters[target].rule_of(ENDURE).roll)

    def attacks(self, who: int, verb: Verb, kinds: Sequence[str] = KINDS) -> list[tuple[int, str, Odds]]:
        """All attacks that a verb could make from here: target, kind and what can be expected."""
        found = []
        for kind in kinds:
            number = KINDS.index(kind)
            if verb.kind not in (EITHER, number):
                continue
            for target in members_of(enemies_to_attack(self.position, who, number, verb.from_rear)):
                odds = self.odds(who, target, kind, verb.n, verb.wounds)
                assert odds is not None  # it is in the Kill Zone
                found.append((target, kind, odds))
        return sorted(found, key=lambda one: one[0])

    def targets(self, who: int, verb: Verb) -> list[int]:
        """CA-3.2: the fighters a verb could work on."""
        return members_of(targets(self.position, who, verb))

    def injuries(self, target: int, wounds: int) -> int:
        """CA-7.1: how many Critical Injuries so many wounds bring."""
        return int(self.position.fighters[target].injuries_from(wounds))

    # --- pushes (CA-6.3)

    def pushed_from(self, a: int, b: int) -> list[int]:
        """Where a push by a fighter on a can take one on b; none: the wall is there."""
        return members_of(push_hexes(self.field, a, b))

    def waits_on(self, h: int) -> int:
        """What a fighter meets that is pushed to a hex."""
        return int(waits_on(self.position, h))

    # --- moving

    def reach(self, who: int, n: int) -> dict[int, int]:
        """CA-4.1: where a fighter can end up within n steps, and in how many."""
        steps: dict[int, int] = {}
        for step in range(n + 1):
            for h in members_of(self.position.reach(who, step)):
                steps.setdefault(h, step)
        return steps

    def walks(self, who: int, n: int, icon: int) -> dict[int, tuple[int, tuple[str, ...]]]:
        """CA-4.2: the same, each with the ways a fighter may face then."""
        if (who, n, icon) not in self._walks:
            self._walks[who, n, icon] = {
                h: (step, FACINGS[facings(self.position, who, n, icon, h)])
                for h, step in self.reach(who, n).items()
            }
        return self._walks[who, n, icon]

    def reached_from(self, who: int, h: int, facings: Sequence[str]) -> Found:
        """The enemies a fighter could attack from a hex: number, kind and the best To Hit value."""
        any_way, count = len(facings) == len(DIRECTIONS), self.field.count
        stands = [] if any_way else [WAYS[way] * count + h for way in facings]
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


def passes(roll: int) -> float:
    """The share that a rule lets through which stops on such a roll; 0: it stops nothing."""
    return below(roll) if roll > 0 else 1.0


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
