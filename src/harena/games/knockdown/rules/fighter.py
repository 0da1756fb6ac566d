"""One fighter in a match: where it stands, what it has suffered, what it holds."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from harena.core.bits import count_bits, low_bit
from harena.core.hex import OFF
from harena.games.knockdown.pack.content import NOBODY, Sheet, Skill


@final
class Fighter:
    """What lies before one player. Sets of cards are of the arena's deck, sets of Skills of the Skill set."""

    def __init__(self, sheet: Sheet) -> None:
        self.character: i64 = NOBODY  # which of the pack's sheets; NOBODY until it is chosen
        self.sheet = sheet
        self.pos: i64 = OFF
        self.light: i64 = 0
        self.heavy: i64 = 0
        self.hand: i64 = 0
        self.ammo: i64 = 0
        self.contamination: i64 = 0  # cards before it
        self.flame: i64 = OFF  # the space of its own Flame; OFF: beside the sheet, or it has none
        self.wins: i64 = 0
        # The Skill draft (KD-2.2), all secret but what lies face up.
        self.held: i64 = 0  # the three that were dealt, until one is kept
        self.own: i64 = 0  # the one kept of three
        self.gave: i64 = 0  # the two passed on
        self.got: i64 = 0  # the one kept of the two received
        self.dropped: i64 = 0  # the other of them
        self.face: i64 = 0  # which of `own` and `got` lies face up: 1 or 2; 0: not yet said
        self.up: i64 = 0  # face up

    def copy(self) -> Fighter:
        same = Fighter(self.sheet)
        same.character = self.character
        same.pos = self.pos
        same.light = self.light
        same.heavy = self.heavy
        same.hand = self.hand
        same.ammo = self.ammo
        same.contamination = self.contamination
        same.flame = self.flame
        same.wins = self.wins
        same.held = self.held
        same.own = self.own
        same.gave = self.gave
        same.got = self.got
        same.dropped = self.dropped
        same.face = self.face
        same.up = self.up
        return same

    def numbers(self) -> list[i64]:
        out = [self.character, self.pos, self.light, self.heavy, self.hand, self.ammo, self.contamination]
        out += [self.flame, self.wins, self.held, self.own, self.gave, self.got, self.dropped, self.face]
        out.append(self.up)
        return out

    def cards(self) -> i64:
        """How many cards it has in hand."""
        return count_bits(self.hand)

    def wounds(self) -> i64:
        """All wounds, light and heavy."""
        return self.light + self.heavy

    def chosen(self) -> i64:
        """KD-2.2: the one or two Skills it has kept."""
        return self.own | self.got

    # --- what the face-up Skills give, all together (KD-1.7)

    def more_in_tests(self, skills: list[Skill]) -> i64:
        more: i64 = 0
        up = self.up
        while up != 0:
            more += skills[low_bit(up)].tests
            up &= up - 1
        return more

    def more_in_their_tests(self, skills: list[Skill]) -> i64:
        more: i64 = 0
        up = self.up
        while up != 0:
            more += skills[low_bit(up)].their_tests
            up &= up - 1
        return more

    def ignores(self, skills: list[Skill]) -> i64:
        light: i64 = 0
        up = self.up
        while up != 0:
            light += skills[low_bit(up)].ignore
            up &= up - 1
        return light

    def more_budget(self, skills: list[Skill]) -> i64:
        more: i64 = 0
        up = self.up
        while up != 0:
            more += skills[low_bit(up)].budget
            up &= up - 1
        return more

    def adds_near(self, skills: list[Skill]) -> i64:
        light: i64 = 0
        up = self.up
        while up != 0:
            light += skills[low_bit(up)].near
            up &= up - 1
        return light

    def adds_far(self, skills: list[Skill]) -> i64:
        light: i64 = 0
        up = self.up
        while up != 0:
            light += skills[low_bit(up)].far
            up &= up - 1
        return light

    def more_cards(self, skills: list[Skill]) -> i64:
        more: i64 = 0
        up = self.up
        while up != 0:
            more += skills[low_bit(up)].hand
            up &= up - 1
        return more

    def knows_corridors(self, skills: list[Skill]) -> bool:
        up = self.up
        while up != 0:
            if skills[low_bit(up)].corridor:
                return True
            up &= up - 1
        return False
