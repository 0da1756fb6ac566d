"""What must be right of an arena: its shape, its starting spaces and its corridors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from harena.core.bits import bit
from harena.core.prose import count
from harena.games.knockdown.pack.building import WHOLE, area, part_of_whole
from harena.games.knockdown.pack.content import MOST_RED
from harena.games.knockdown.pack.entries import FEWEST_SPACES
from harena.games.knockdown.pack.ranges import range_of

Wrong = Callable[[str, str], None]  # takes what is wrong, and the field


class Ground(msgspec.Struct):
    """Where an arena has what."""

    spaces: list[str]
    starts: list[str]
    light: list[str]
    heavy: list[str]

    def there(self) -> list[str]:
        """All spaces it has."""
        return self.spaces or list(WHOLE.names)


def check_ground(ground: Ground, wrong: Wrong) -> bool:
    """Note all that is wrong; does the ground stand?"""
    found = list(_mistakes(ground))
    for field, what in found:
        wrong(what, field)
    return not found


def _mistakes(ground: Ground) -> Iterator[tuple[str, str]]:
    yield from _unknown("spaces", ground.spaces, WHOLE.names, "19 spaces there can be")
    there = [name for name in ground.there() if name in WHOLE.names]
    for field in ("starts", "light", "heavy"):
        yield from _unknown(field, getattr(ground, field), there, "spaces of this arena")
    yield from _shape(set(there))
    if len(ground.starts) != len(set(ground.starts)):
        yield "starts", "both fighters would stand on one space; two different ones are needed (KD-2.1)."
    yield from _corridors(ground)


def _unknown(field: str, named: Sequence[str], known: Sequence[str], what: str) -> Iterator[tuple[str, str]]:
    for name in named:
        if name not in known:
            yield field, f"'{name[:20]}' is none of the {what}: {', '.join(known)}."
    if field == "starts":
        return  # said in another way
    for name in dict.fromkeys(name for name in named if list(named).count(name) > 1):
        yield field, f"'{name[:20]}' is named twice; once is enough."


def _shape(there: set[str]) -> Iterator[tuple[str, str]]:
    if len(there) < FEWEST_SPACES:
        need = f"a fight needs room to move: at least {FEWEST_SPACES}"
        yield "spaces", f"there {'is' if len(there) == 1 else 'are'} {count(len(there), 'space')}; {need}."
        return
    all_spaces = area(there)
    first = next(space for space in range(WHOLE.count) if all_spaces >> space & 1)
    reached = part_of_whole(all_spaces).walk(first, WHOLE.count, all_spaces)
    lost = [WHOLE.names[space] for space in range(WHOLE.count) if all_spaces & ~reached & bit(space)]
    if lost:
        what = f"no way leads from {WHOLE.names[first]} to {', '.join(lost)}; an arena is all one piece."
        yield "spaces", what


def _corridors(ground: Ground) -> Iterator[tuple[str, str]]:
    red = list(dict.fromkeys((*ground.light, *ground.heavy)))
    for name in red:
        if name in ground.light and name in ground.heavy:
            yield (
                "heavy",
                f"'{name[:20]}' is light already; a red space has one wound printed (KD-3.6).",
            )
        if name in ground.starts:
            yield "starts", f"'{name[:20]}' is a red space; a fighter starts on a green one (KD-2.1)."
    if len(red) > MOST_RED:
        yield "heavy", f"light and heavy together are {len(red)} red spaces; at most {MOST_RED} are linked."
    if len(red) == 1:
        yield (
            "light",
            f"'{red[0][:20]}' is the only red space, and leads nowhere; name another, or none.",
        )


def check_reach(ground: Ground, range: str) -> str:
    """What is wrong with a card's range on this ground; empty: nothing."""
    said = range_of(range)
    longest = part_of_whole(area(ground.there())).longest
    if said is None or said.near <= longest:
        return ""
    return f"no two spaces of this arena are {said.near} steps apart; the longest way is {longest}."
