"""How the lab's sentences write numbers and lists."""

from __future__ import annotations

import math

MOST_DIGITS = 6
MOST_GAMES = 1_000_000  # nobody plays more to settle one question


def p_words(p: float) -> str:
    """A p-value after its letter: `= .032`, `< .001`."""
    if p < 0.001:
        return "< .001"
    if 0.0495 <= p < 0.05:
        return "< .05"  # rounded it would look like the limit, and be taken for missing it
    return "= 1" if p >= 0.9995 else f"= {p:.3f}".replace("0.", ".", 1)


def digits_apart(value: float, limit: float, digits: int) -> int:
    """With how many digits a number that is not the limit does not look like it."""
    while value != limit and digits < MOST_DIGITS and round(value, digits) == round(limit, digits):
        digits += 1
    return digits


def about_games(games: float) -> str:
    """So many games, at the beginning of a sentence, as exactly as one can know it."""
    return (
        f"About {round_number(games)} more games" if games <= MOST_GAMES else "More than a million more games"
    )


def round_number(number: float) -> str:
    """A number to two figures, so that nobody takes it for exact."""
    if number < 10:
        return "10"
    step = 10 ** (math.floor(math.log10(number)) - 1)
    return f"{math.ceil(number / step) * step:,}"
