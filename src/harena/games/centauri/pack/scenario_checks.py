"""What must be right of a scenario on its map (CN-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from harena.core.bits import bit, full, members_of
from harena.core.hex import OFF
from harena.core.prose import count, plural
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.building import FRAME, image_of
from harena.games.centauri.pack.map_checks import Mistakes, names_of

FARTHEST_HOME: Final = 3  # points from the Black Hole (CN-4.2)
LEAST_WAYS: Final = 2  # of the Convoy to each home


def of_scenario(scenario: native.Scenario, reports: Sequence[native.Report]) -> Mistakes:
    """All that is wrong with a scenario on its map."""
    yield from _of_areas(scenario)
    yield from _of_points(scenario)
    yield from _of_modules(scenario)
    yield from _of_raiders(scenario)
    for what in of_pairs(scenario, reports):
        yield "map", what
    if scenario.convoy:
        yield from _of_convoy(scenario)


# --- where


def _of_areas(scenario: native.Scenario) -> Mistakes:
    map, closed = scenario.map, scenario.closed
    for field, area in (("closed", closed), ("peaceful", scenario.peaceful)):
        alone = area & ~image_of(map, area)
        alone = sum(bit(place) for place in members_of(alone) if map.image[place] != OFF)
        if alone:
            yield field, f"the twin sectors must be named too (CN-1.10); not so: {names_of(alone)}."
    starts = bit(map.starts[0]) | bit(map.starts[1])
    if closed & starts:
        yield "closed", f"nobody could come home to {names_of(closed & starts)}; a start must be open."
        return
    without_twin = sum(bit(place) for place in range(FRAME.count) if map.image[place] == OFF)
    if without_twin & ~closed:
        where = names_of(without_twin & ~closed)
        yield (
            "closed",
            f"{where} lie opposite nothing in a mirror; what has no twin must be closed (CN-1.10).",
        )
    lost = _goals(scenario) & ~reached_from(scenario, map.starts[0])
    if lost:
        yield "closed", f"no way leads from {FRAME.names[map.starts[0]]} to {names_of(lost)}."
    elif scenario.back_at_gate and starts & ~reached_from(scenario, map.jumpgate):
        yield "back_at_gate", "no way leads out of the Jumpgate, where whoever is destroyed comes back."


def _goals(scenario: native.Scenario) -> int:
    """The sectors that armadas must be able to reach."""
    map = scenario.map
    goals = bit(map.starts[1])
    if scenario.delivery or scenario.harmony:
        goals |= sum(bit(place) for place in set(map.modules))
    if scenario.one_module and map.hole != native.NOBODY:
        goals |= bit(map.hole)
    if scenario.trade:
        goals |= map.trades
    if scenario.pair != native.PAIR_NOTHING:
        for pair in map.module_pairs:
            goals |= pair & ~scenario.closed
    if scenario.raiders:
        for pair in map.raider_pairs:
            goals |= pair & ~scenario.closed
    return goals


def reached_from(scenario: native.Scenario, start: int) -> int:
    """Where an armada can get in the end."""
    return FRAME.walk(start, FRAME.count, full(FRAME.count) & ~scenario.closed)


# --- what for


def _of_points(scenario: native.Scenario) -> Mistakes:
    gains = (scenario.delivery, scenario.harmony, scenario.kill, scenario.escape)
    if not any((*gains, scenario.raider, scenario.trade)):
        yield "kill", "nothing gives victory points, so nobody could win; set one of the numbers for them."
    if scenario.goal and scenario.convoy:
        yield "goal", "victory points are spent on the Convoy every round; leave out one of the two (CN-4.3)."
    if scenario.trade and not scenario.map.trades:
        yield "trade", f"the map {scenario.map.id} has no 'trades', so nobody could trade (CN-4.8)."
    if scenario.wear and scenario.map.hole == native.NOBODY:
        yield "wear", f"the map {scenario.map.id} has no 'hole' that could wear anyone down (CN-4.12)."


def _of_modules(scenario: native.Scenario) -> Mistakes:
    map = scenario.map
    any_module = scenario.one_module or bool(map.modules)
    if scenario.delivery_astartium and not scenario.delivery:
        yield "delivery_astartium", "without 'delivery' nothing is delivered (CN-4.1)."
    if (scenario.delivery or scenario.harmony) and not any_module:
        field = "delivery" if scenario.delivery else "harmony"
        yield field, f"the map {map.id} has no modules, and 'one_module' is not set (CN-4.1)."
    if (scenario.harmony > 0) != (scenario.pair == native.PAIR_HARMONY):
        yield "harmony", "a number for 'harmony' and pair = \"harmony\" go together (CN-4.2)."
    if scenario.one_module:
        yield from _of_hole(scenario)


def _of_hole(scenario: native.Scenario) -> Mistakes:
    """CN-4.2, CN-4.6: one module each round, in the Black Hole."""
    map = scenario.map
    if map.hole == native.NOBODY:
        yield "one_module", f"the map {map.id} names no 'hole' in which a module could appear (CN-4.2)."
        return
    if not (scenario.delivery or scenario.harmony):
        yield "one_module", "a module is worth nothing; set 'delivery' or 'harmony' (CN-4.2)."
    scenario.work_out_ways()
    ways = [scenario.way(map.hole, start) for start in map.starts]
    if ways[0] != ways[1] or ways[0] > FARTHEST_HOME:
        said = " and ".join(str(way) if way < native.NO_WAY else "no way at all" for way in ways)
        need = f"both must cost the same, at most {FARTHEST_HOME} (CN-4.2)"
        yield "map", f"from the Black Hole to the two homes it costs {said}; {need}."
    if any(pair >> map.hole & 1 for pair in (*map.module_pairs, *map.raider_pairs)):
        yield (
            "map",
            "the Black Hole is in a pair of its map; where modules appear in it, it cannot (CN-4.10).",
        )
    near = [pair for pair in map.module_pairs if pair & FRAME.near(map.hole, 1)]
    if len(near) > 1:
        yield "map", f"{len(near)} module pairs lie next to the Black Hole; at most one may (CN-4.6)."


# --- Raiders and reports


def _of_raiders(scenario: native.Scenario) -> Mistakes:
    map = scenario.map
    if not scenario.raiders and scenario.pair != native.PAIR_RAIDERS:
        for field in ("colour_raises", "raiders_move", "raider"):
            if getattr(scenario, field):
                yield field, "no Raiders ever appear; set 'raiders' or pair = \"raiders\" (CN-2.7)."
    if scenario.colour_raises:
        uneven = [
            place
            for place, twin in enumerate(map.image)
            if twin > place and map.colours[place] != map.colours[twin]
        ]
        if uneven:
            where = names_of(sum(bit(place) for place in uneven))
            yield (
                "colour_raises",
                f"twins of the map {map.id} must share their colour then (CN-1.10): {where}.",
            )


def of_pairs(scenario: native.Scenario, reports: Sequence[native.Report]) -> Iterator[str]:
    """What is wrong with the pairs that reports would name on the scenario's map."""
    map = scenario.map
    used = []
    if scenario.pair != native.PAIR_NOTHING:
        used.append(("module pair", max(report.modules for report in reports), map.module_pairs))
    if scenario.raiders:
        used.append(("Raider pair", max(report.raiders for report in reports), map.raider_pairs))
    for what, last, pairs in used:
        if last >= len(pairs):
            there = count(len(pairs), what) if pairs else f"no {what}"
            yield f"a report names {what} {last + 1}, and the map {map.id} has {there} (CN-2.7)."
        shut = [number + 1 for number, pair in enumerate(pairs) if pair & scenario.closed]
        if shut:
            yield f"{what} {shut[0]} of the map {map.id} lies where nobody enters (CN-2.7)."


# --- the Convoy


def _of_convoy(scenario: native.Scenario) -> Mistakes:
    """Both homes are twins, so one will do."""
    home = scenario.map.starts[0]
    ways = shortest_ways(scenario, home)
    if ways < LEAST_WAYS:
        here = f"{count(ways, 'shortest way')} from the Jumpgate to {FRAME.names[home]}"
        need = f"at least {LEAST_WAYS} leave a choice (CN-4.3)"
        yield "convoy", f"there {plural(ways, 'is', 'are')} {here} on the map {scenario.map.id}; {need}."


def shortest_ways(scenario: native.Scenario, home: int) -> int:
    """How many ways the Convoy has from the Jumpgate to a home, each step nearer."""
    ways = {home: 1}
    middle = scenario.map.jumpgate
    shut = scenario.closed & ~bit(middle)  # it stands there already
    for far in range(1, FRAME.distance(home, middle) + 1):
        for place in range(FRAME.count):
            if FRAME.distance(home, place) == far and not shut >> place & 1:
                ways[place] = sum(ways.get(near, 0) for near in members_of(FRAME.nearer(home, place)))
    return ways.get(middle, 0) if middle != home else 0
