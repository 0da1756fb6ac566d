"""What moves to and fro while a measured question waits, and what becomes of it when somebody lets go."""

from __future__ import annotations

import msgspec

LONGEST = 600_000  # milliseconds that a time in a record may have


class Swing(msgspec.Struct, frozen=True):
    """What a page must show. It moves at an even speed, and everybody sees it move alike."""

    period: int  # milliseconds to go there and back
    phase: int  # milliseconds it is into its period when the question is put
    reach: float  # how far it goes to either side, in the units of the picture
    limit: int  # milliseconds for the whole test; later is too late
    part: int = 0  # which question of its test this is, from 0
    key: str = "swing"  # the `data-key` of what moves in the picture
    ready: int = 0  # milliseconds to get ready before it may be let go of; they are not counted

    def at(self, ms: int) -> float:
        """Where it is after so many milliseconds: from 0 to the one side, to the other and back."""
        place = (ms + self.phase) % self.period / self.period
        if place < 0.25:
            return 4 * place * self.reach
        return (2 - 4 * place if place < 0.75 else 4 * place - 4) * self.reach
