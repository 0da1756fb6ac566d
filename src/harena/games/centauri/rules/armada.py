"""One armada: where it is, what it carries, what it has done this round."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.hex import OFF

# How far an armada is out of what goes on this round (CN-2.12, CN-3.6).
TAKES_PART: Final = 0
STOOD_OFF: Final = 1  # takes no further part in this Encounter
AWAY: Final = 2  # fled or was destroyed: nor in a Regroup, a delivery or a trade


@final
class Armada:
    """CN-1.7: one of the two, four or six."""

    def __init__(self, owner: i64) -> None:
        self.owner: i64 = owner
        self.pos: i64 = OFF
        self.points: i64 = 0  # movement points left
        self.cargo: bool = False  # a module is on board
        self.moved: bool = False  # it has had its Movement this round
        self.stepped: bool = False  # in this Movement it has left a sector or taken a module
        self.out: i64 = TAKES_PART
        self.fought: bool = False  # anyone this round
        self.back: bool = False  # returned after it was destroyed: nobody fights it before its next Movement
        self.loose: bool = False  # its first step needs no Evade (CN-3.6)
        self.cloaked: bool = False  # this Movement needs no Evade
        self.wall: bool = False  # no enemy leaves its sector by moving
        self.dagger: i64 = 0  # dice more in its first attack this round
        # The buffs of this combat round.
        self.dice: i64 = 0
        self.shielding: i64 = 0
        self.rerolls: bool = False  # misses are rolled again
        self.blaze: bool = False  # destroyed after Engage

    def copy(self) -> Armada:
        same = Armada(self.owner)
        same.pos = self.pos
        same.points = self.points
        same.cargo = self.cargo
        same.moved = self.moved
        same.stepped = self.stepped
        same.out = self.out
        same.fought = self.fought
        same.back = self.back
        same.loose = self.loose
        same.cloaked = self.cloaked
        same.wall = self.wall
        same.dagger = self.dagger
        same.dice = self.dice
        same.shielding = self.shielding
        same.rerolls = self.rerolls
        same.blaze = self.blaze
        return same

    def numbers(self) -> list[i64]:
        flags: i64 = 0
        for flag in (
            self.cargo,
            self.moved,
            self.stepped,
            self.fought,
            self.back,
            self.loose,
            self.cloaked,
            self.wall,
            self.rerolls,
            self.blaze,
        ):
            flags = 2 * flags + (1 if flag else 0)
        return [self.owner, self.pos, self.points, self.out, self.dagger, self.dice, self.shielding, flags]

    def team(self) -> i64:
        """CN-1.12: seats alternate."""
        return self.owner & 1

    def calm_down(self) -> None:
        """The buffs of a combat round are over."""
        self.dice = 0
        self.shielding = 0
        self.rerolls = False
        self.blaze = False
