"""How long bots take at a table: as its people wish, quicker among several, and so that it tells nothing."""

from __future__ import annotations

from typing import Final

from harena.server.setup import BOT
from harena.server.table import Table

SLOW, NORMAL, FAST, AT_ONCE = "slow", "normal", "fast", "at_once"
PACES: Final = {SLOW: 2.0, NORMAL: 1.0, FAST: 0.35, AT_ONCE: 0.0}  # of the usual; slowest first
LONGEST_THOUGHT: Final = {"easy": 0.3, "normal": 0.5, "hard": 1.0}  # seconds, by level


def pace_of(table: Table) -> str:
    """The slowest wish of the people who are here and play; without a word that is the usual one."""
    wishes = [table.seats[seat].pace or NORMAL for seat in table.people() if _plays(table, seat)]
    return next((pace for pace in PACES if pace in wishes), NORMAL)


def open_wait(table: Table, usual: float) -> float:
    """Seconds before a bot's move shows; `usual` is the server's own pace, for one bot."""
    return usual * PACES[pace_of(table)] / _bots(table)


def hidden_wait(table: Table, usual: float) -> float:
    """Seconds before an answer to a hidden question shows, of a bot or of the only person.

    It is the same whatever the answer, and no shorter than the bots of the table may think: else the time
    would tell whether there was something to think about.
    """
    wished = usual * PACES[pace_of(table)] / _bots(table)
    thought = max((LONGEST_THOUGHT.get(seat.bot, 1.0) for seat in table.seats if seat.bot), default=usual)
    return max(wished, min(usual, thought))


def person_waits(table: Table, usual: float) -> float:
    """Seconds before a person's answer to a hidden question shows: no other person learns anything by it."""
    people = sum(seat.plan.kind != BOT for seat in table.seats)
    return usual if people > 1 else hidden_wait(table, usual)


def _plays(table: Table, seat: int) -> bool:
    return table.seats[seat].here and not table.seats[seat].stand_in


def _bots(table: Table) -> int:
    """How many bots play: whoever waits for three of them waits as long as for one."""
    return max(1, sum(bool(seat.bot) for seat in table.seats))
