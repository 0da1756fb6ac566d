"""One fighter in the arena: where it stands, how it is, what it holds."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit
from harena.core.hex import OFF
from harena.games.combat_arena.pack.content import (
    MELEE,
    RANGED,
    RULE,
    Character,
    FighterRule,
    RuleValues,
    Strike,
)

NO_RULE: Final = RuleValues(0, 0, 0, 0)


@final
class Fighter:
    """A piece of the game. Its seat decides for it; its side wins with it."""

    def __init__(self, owner: i64, side: i64, sheet: Character, character: i64) -> None:
        self.owner: i64 = owner
        self.side: i64 = side
        self.sheet = sheet
        self.character: i64 = character  # which of the pack's; -1 until it is chosen
        self.pos: i64 = OFF
        self.facing: i64 = 0
        self.marker: i64 = 0  # on the health track, 0 at the top
        self.covered: i64 = 0  # spaces under Injury markers
        self.energy: i64 = 0  # space of the energy track
        self.hand: i64 = 0
        self.boxes: i64 = 0  # damage boxes that still have their marker (CA-5.4)
        self.fresh: i64 = 0  # injuries that last to the end of the next round
        self.aging: i64 = 0  # injuries that last to the end of this round
        self.down: bool = False
        self.handed: bool = False  # has handed a turn to the team-mate this round (CA-8.1)
        self.fated: bool = False  # has had its Fate this round (CA-7.5)

    def copy(self) -> Fighter:
        same = Fighter(self.owner, self.side, self.sheet, self.character)
        same.pos = self.pos
        same.facing = self.facing
        same.marker = self.marker
        same.covered = self.covered
        same.energy = self.energy
        same.hand = self.hand
        same.boxes = self.boxes
        same.fresh = self.fresh
        same.aging = self.aging
        same.down = self.down
        same.handed = self.handed
        same.fated = self.fated
        return same

    def numbers(self) -> list[i64]:
        """Everything about it, for the key of a position."""
        flags: i64 = 0
        if self.down:
            flags |= 1
        if self.handed:
            flags |= 2
        if self.fated:
            flags |= 4
        place = [self.character, self.pos, self.facing, self.marker, self.covered, self.energy]
        return [*place, self.hand, self.boxes, self.fresh, self.aging, flags]

    # --- its reference card

    def become(self, character: i64, sheet: Character, energy: i64) -> None:
        """CA-1.3: take a fighter's reference card, markers on their first spaces."""
        self.character = character
        self.sheet = sheet
        self.boxes = sheet.boxes()
        self.energy = energy

    def strike(self, kind: i64) -> Strike:
        """CA-5.4: the column of a weapon that counts now. Only for a weapon it has."""
        weapon = self.sheet.melee if kind == MELEE else self.sheet.ranged
        assert weapon is not None
        return weapon.healthy if self.boxes & bit(kind) != 0 else weapon.wounded

    def armed(self, kind: i64) -> bool:
        """Has it such a weapon?"""
        return kind == MELEE or (kind == RANGED and self.sheet.ranged is not None)

    def rule_of(self, kind: i64) -> RuleValues:
        """CA-5.4: the numbers of its rule that count now, if its rule is of that kind."""
        rule = self.sheet.rule
        if rule is None or rule.kind != kind:
            return NO_RULE
        return column(rule, self.boxes & bit(RULE) != 0)

    def lasting(self) -> i64:
        """The injuries that hamper it now."""
        return self.fresh | self.aging

    # --- the health track (CA-7.1)

    def suffer_one(self) -> bool:
        """One wound: the marker goes down; true if it comes to the bottom, so that a space is covered."""
        bottom = self.sheet.spaces - 1
        if self.marker == bottom:
            self.marker = self.covered
        else:
            self.marker += 1
        if self.marker != bottom:
            return False
        self.covered += 1
        return True

    def used_up(self) -> bool:
        """CA-7.3: is the bottom space covered?"""
        return self.covered >= self.sheet.spaces

    def injuries_from(self, n: i64) -> i64:
        """CA-7.1: how many Critical Injuries n wounds bring."""
        same = self.copy()
        drawn: i64 = 0
        while n > 0 and not same.used_up():
            if same.suffer_one():
                drawn += 1
            n -= 1
        return drawn

    def healable(self) -> i64:
        """CA-7.8: how many wounds could be healed now.

        On the bottom space none: that lap is behind the marker, and the next one begins at the new top.
        """
        if self.marker == self.sheet.spaces - 1:
            return 0
        return self.marker - self.covered

    def heal(self, n: i64) -> i64:
        """CA-7.8: up to n wounds, as many as there are to heal; how many."""
        room = self.healable()
        done = n if n < room else room
        self.marker -= done
        return done

    def wounds_left(self) -> i64:
        """How many more wounds would defeat it."""
        if self.down:
            return 0
        n = self.sheet.spaces
        c = self.covered
        to_bottom: i64 = 0
        if self.marker != n - 1:
            to_bottom = n - 1 - self.marker
            c += 1
        rest = n - c  # every further space costs one step up to it and the way down
        return to_bottom + rest * (rest + 1) // 2

    def wounds_in_all(self) -> i64:
        """How many wounds defeat a fresh fighter: (n-1) + n(n-1)/2."""
        n = self.sheet.spaces
        return n - 1 + n * (n - 1) // 2


def column(rule: FighterRule, healthy: bool) -> RuleValues:
    """The values of one column."""
    return rule.healthy if healthy else rule.wounded
