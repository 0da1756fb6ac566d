"""How long bots take at a table: as its people wish, quicker among several, and so that it tells nothing."""

from __future__ import annotations

from typing import Final

from harena.server.setup import BOT
from harena.server.table import Table

PACE: Final = 0.7  # seconds before the move of a single bot shows, unless people wish otherwise
HIDDEN_PACE: Final = 1.6  # a question whose answers are hidden usually takes this long, whatever they are
SLOW, NORMAL, FAST, AT_ONCE = "slow", "normal", "fast", "at_once"
PACES: Final = {SLOW: 2.0, NORMAL: 1.0, FAST: 0.35, AT_ONCE: 0.0}  # of the usual; slowest first
LONGEST_THOUGHT: Final = {"easy": 0.3, "normal": 0.5, "hard": 1.0, "master": 2.2}  # seconds, by level


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
    longest = _longest_thought(table, usual)
    hastened = min(1.0, usual / min(longest, HIDDEN_PACE)) if longest else 1.0  # by a host who hides less
    return max(wished, hastened * longest)


def bot_waits(table: Table, seat: int, pace: float, hidden_pace: float) -> float:
    """Seconds before a bot's answer shows: by the server's paces, and by who could learn from it."""
    assert table.match is not None
    if not table.match.state.hidden or not _hides_from_somebody(table, seat):
        return open_wait(table, pace)
    if _goes_on(table, seat):
        return min(hidden_wait(table, hidden_pace), max(open_wait(table, pace), _longest_thought(table)))
    return hidden_wait(table, hidden_pace)


def person_waits(table: Table, usual: float) -> float:
    """Seconds before a person's answer to a hidden question shows: no other person learns anything by it."""
    people = sum(seat.plan.kind != BOT for seat in table.seats)
    return usual if people > 1 else hidden_wait(table, usual)


def _plays(table: Table, seat: int) -> bool:
    return table.seats[seat].here and not table.seats[seat].stand_in


def _longest_thought(table: Table, otherwise: float = 0.0) -> float:
    """As long as any bot of the table may think."""
    return max((LONGEST_THOUGHT.get(seat.bot, 1.0) for seat in table.seats if seat.bot), default=otherwise)


def _hides_from_somebody(table: Table, seat: int) -> bool:
    """Does any person play against this seat? Those on its own side may know how long it thinks."""
    return any(table.sides[other] != table.sides[seat] for other in table.people())


def _goes_on(table: Table, seat: int) -> bool:
    """Did this seat act last? Then nobody waits for the first sign of it: further answers come sooner."""
    assert table.match is not None
    played = table.match.played
    return bool(played) and played[-1][0] == seat


def _bots(table: Table) -> int:
    """How many bots play: whoever waits for three of them waits as long as for one."""
    return max(1, sum(bool(seat.bot) for seat in table.seats))
