"""What must be right of a map: all 37 sectors, and the same for both sides (CN-1.1, CN-1.10, CN-2.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from harena.core.bits import bit, members_of
from harena.core.hex import OFF
from harena.core.prose import listed, plural
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.building import COLOUR_LETTERS, FRAME, KIND_LETTERS, image_of, letters
from harena.games.centauri.pack.entries import MapFile

Mistakes = Iterator[tuple[str, str]]  # the field, and what is wrong there

ROWS: Final = "abcdefg"
LENGTHS: Final = [sum(name[0] == row for name in FRAME.names) for row in ROWS]
MIDDLE: Final = "d4"
NAMED: Final = 4  # of several mistakes of a kind
TWIN_KINDS: Final = {  # what lies opposite; all other kinds face their own
    native.JUMPGATE: (native.JUMPGATE, native.DAWN),
    native.DAWN: (native.JUMPGATE,),
    native.RED_SPACE: (native.BLUE_SPACE,),
    native.BLUE_SPACE: (native.RED_SPACE,),
    native.RED_NEBULA: (native.BLUE_NEBULA,),
    native.BLUE_NEBULA: (native.RED_NEBULA,),
}
START_KINDS: Final = ([native.RED_SPACE, native.BLUE_SPACE], [native.JUMPGATE, native.DAWN])


def names_of(places: int) -> str:
    """Sectors as a text; of many only some."""
    return listed([FRAME.names[place] for place in members_of(places)], most=NAMED)


# --- can it be drawn?


def of_drawing(entry: MapFile) -> Mistakes:
    """All that keeps a map from being drawn."""
    rows = list(_of_rows("rows", entry.rows, KIND_LETTERS, native.KIND_NAMES))
    yield from rows
    yield from _of_rows("colours", entry.colours, COLOUR_LETTERS, native.COLOUR_NAMES)
    if not rows and not _only_gate_in_the_middle(entry.rows):
        yield (
            "rows",
            f"the Jumpgate, 'j', lies on {MIDDLE}, the middle of the frame, and only there (CN-1.1).",
        )
    for field in ("starts", "modules", "bosses", "trades"):
        yield from _unknown(field, getattr(entry, field))
    yield from _unknown("hole", [entry.hole] if entry.hole else [])
    for field in ("module_pairs", "raider_pairs"):
        yield from _unknown(field, [name for pair in getattr(entry, field) for name in pair])
    for field in ("bosses", "trades"):
        for name, times in Counter(getattr(entry, field)).items():
            if times > 1:
                yield field, f"'{name[:20]}' is named twice; once is enough."


def _of_rows(field: str, rows: Sequence[str], known: str, names: Sequence[str]) -> Mistakes:
    if [len(letters(row)) for row in rows] != LENGTHS:
        lengths = listed([str(n) for n in LENGTHS])
        found = listed([str(len(letters(row))) for row in rows]) or "none"
        yield field, f"the rows have {found} letters; seven rows of {lengths} are needed (CN-1.1)."
        return
    wrong = dict.fromkeys(letter for row in rows for letter in letters(row) if letter not in known)
    for letter in wrong:
        there = ", ".join(f"{one} {name}" for one, name in zip(known, names, strict=True))
        yield field, f"'{letter}' stands for nothing; there are: {there}."


def _only_gate_in_the_middle(rows: Sequence[str]) -> bool:
    all_letters = [letter for row in rows for letter in letters(row)]
    gate = KIND_LETTERS[native.JUMPGATE]
    return all_letters.count(gate) == 1 and all_letters[FRAME.names.index(MIDDLE)] == gate


def _unknown(field: str, named: Sequence[str]) -> Mistakes:
    rows = ", ".join(f"{row}1 to {row}{n}" for row, n in zip(ROWS, LENGTHS, strict=True))
    for name in dict.fromkeys(named):
        if name not in FRAME.names:
            yield field, f"'{name[:20]}' is none of the 37 sectors: {rows}."


# --- is it fair?


def of_map(map: native.Map) -> Mistakes:
    """All that is wrong with a map that can be drawn, whatever is played on it."""
    starts = list(_of_starts(map))
    yield from starts
    if map.hole != native.NOBODY and map.kinds[map.hole] != native.BLACK_HOLE:
        yield "hole", f"{FRAME.names[map.hole]} is no black hole; name one of those, or leave it out."
    if starts:
        return  # without them nobody knows what lies opposite what
    yield from _of_twins(map)
    yield from _of_things(map)
    for field, pairs in (("module_pairs", map.module_pairs), ("raider_pairs", map.raider_pairs)):
        for number, pair in enumerate(pairs):
            yield from ((field, f"pair {number + 1} {what}") for what in _of_pair(map, pair))


def _of_starts(map: native.Map) -> Mistakes:
    one, two = (FRAME.names[start] for start in map.starts)
    kinds = [map.kinds[start] for start in map.starts]
    if kinds not in START_KINDS:
        right = "red_space and blue_space, or jumpgate and dawn, in this order (CN-4.1, CN-4.2)"
        said = " and ".join(native.KIND_NAMES[kind] for kind in kinds)
        yield "starts", f"{one} and {two} are {said}; Starbases stand on {right}."
    elif map.mirrored and one[0] != two[0]:
        yield "starts", f"a mirror stands upright between the starts; {one} and {two} are in different rows."
    elif map.image[map.starts[0]] != map.starts[1]:
        yield (
            "starts",
            f"turned by half, {one} does not come to lie on {two}; the starts must be twins (CN-1.10).",
        )


def _of_twins(map: native.Map) -> Mistakes:
    other, dearer = [], []
    for place, twin in enumerate(map.image):
        if twin == OFF or twin < place:
            continue  # said once; what has no twin is looked at with the scenario
        both = f"{FRAME.names[place]} and {FRAME.names[twin]}" if twin != place else FRAME.names[place]
        if map.kinds[twin] not in TWIN_KINDS.get(map.kinds[place], (map.kinds[place],)):
            here, there = (native.KIND_NAMES[map.kinds[one]] for one in (place, twin))
            other.append(f"{both} ({here}, {there})" if twin != place else f"{both} ({here})")
        elif map.costs[place] != map.costs[twin]:
            dearer.append(both)
    if other:
        yield (
            "rows",
            f"both sides must be alike, red facing blue (CN-1.10); not so: {listed(other, most=NAMED)}.",
        )
    if dearer:
        yield "costs", f"twins must cost the same to enter (CN-1.10); not so: {listed(dearer, most=NAMED)}."


def _of_things(map: native.Map) -> Mistakes:
    there = Counter(map.modules)
    lonely = {place for place in there if map.image[place] == OFF or there[place] != there[map.image[place]]}
    if lonely:
        where = names_of(sum(bit(place) for place in lonely))
        yield "modules", f"a module needs one in the twin sector too (CN-1.10); not so: {where}."
    for field, places in (("bosses", map.bosses), ("trades", map.trades)):
        paired = image_of(map, places)
        unpaired = [place for place in members_of(places & ~paired) if map.image[place] != OFF]
        if unpaired:
            where = names_of(sum(bit(place) for place in unpaired))
            yield field, f"the twin sectors must be named too (CN-1.10); not so: {where}."
    if map.bosses & (bit(map.starts[0]) | bit(map.starts[1]) | bit(map.jumpgate)):
        yield "bosses", "no Boss stands on a start or on the Jumpgate (CN-4.1)."


def _of_pair(map: native.Map, pair: int) -> Iterator[str]:
    places = members_of(pair)
    if len(places) != 2:
        yield f"names {names_of(pair)} twice; two sectors are needed (CN-2.7)."
        return
    one, two = places
    on_the_axis = map.image[one] == one and map.image[two] == two
    if map.image[one] != two and not on_the_axis:
        why = "neither twins nor both on the axis, so it is not fair (CN-2.7)"
        yield f"names {names_of(pair)}, which are {why}."
    taken = bit(map.jumpgate) | bit(map.starts[0]) | bit(map.starts[1]) | map.bosses
    if pair & taken:
        n = len(members_of(pair & taken))
        what = plural(
            n, "the Jumpgate, a start or a Boss's sector", "the Jumpgate, starts or Bosses' sectors"
        )
        yield f"names {names_of(pair & taken)}; {what} cannot be in a pair (CN-2.7)."
