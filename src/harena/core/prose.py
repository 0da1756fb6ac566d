"""How Harena writes English: numbers with what they count, lists, percentages, whose something is."""

from __future__ import annotations

from collections.abc import Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(n: int, one: str, many: str = "") -> str:
    """A number and what is counted: 1 hex, 3 hexes, 1,200 games."""
    return f"{n:,} {plural(n, one, many)}"


def plural(n: int, one: str, many: str = "") -> str:
    """What is counted, without the number: hex, hexes."""
    return one if n == 1 else many or f"{one}s"


def spelled(n: int) -> str:
    """A small number as a word: no, one, two; a larger one as it is."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else f"{n:,}"


def times(n: int) -> str:
    """How often: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")


def listed(things: Sequence[str], last: str = "and", most: int = 0) -> str:
    """Things in a row: a, b and c. If only so many are named, the rest is counted: a, b and 4 more."""
    if most and len(things) > most:
        return f"{', '.join(things[:most])} {last} {len(things) - most:,} more"
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def or_more(n: int, most: int = 0) -> str:
    """What is enough: 3 or more. Where nothing is more than `most`, that alone."""
    return f"{n}" if n == most else f"{n} or more"


def percent(share: float, digits: int = 0, sign: bool = False) -> str:
    """A share: 56%, 56.2%, +3%."""
    return f"{100 * share:{'+' if sign else ''}z.{digits}f}%"  # z: nothing is not less than nothing


def chance(share: float) -> str:
    """A chance in percent; certain and impossible are said only of what is so."""
    return percent(min(max(share, 0.01), 0.99) if 0 < share < 1 else share)


def genitive(name: str) -> str:
    """Whose: Ann's, James'."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def capital(text: str) -> str:
    """With a capital; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{capital(text)}."


def a(thing: str) -> str:
    """Something with its article: a normal bot, an easy one."""
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"
