"""The frame of 37 sectors on squared paper: names, neighbours and distances, with nothing of Harena's own."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
ALL = [f"{row}{place + 1}" for row, size in ROWS.items() for place in range(size)]
GATE = "d4"
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _coordinates() -> dict[str, tuple[int, int]]:
    """To the right, and down to the right, from the middle."""
    found = {}
    for down, (row, size) in enumerate(ROWS.items(), -3):
        left = max(-3, -3 - down)
        for place in range(size):
            found[f"{row}{place + 1}"] = (left + place, down)
    return found


AT = _coordinates()
NAMES = {place: name for name, place in AT.items()}
BESIDE = {
    name: {NAMES[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in NAMES}
    for name, (q, r) in AT.items()
}


def distance(one: str, other: str) -> int:
    """How many steps apart two sectors are."""
    (q, r), (q2, r2) = AT[one], AT[other]
    return max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2))


def in_order(sectors: Container[str]) -> list[str]:
    """Sectors as the frame numbers them."""
    return [name for name in ALL if name in sectors]


def turned(name: str) -> str:
    """Where half a turn takes a sector."""
    q, r = AT[name]
    return NAMES[-q, -r]


def cheapest(
    start: str,
    points: int,
    enter: Mapping[str, int],
    leave: Mapping[str, int],
    ends: Callable[[str], bool],
) -> dict[str, int]:
    """Dijkstra: what every other sector in reach costs. A sector that `ends` a way is not flown through."""
    best = {start: 0}
    done: set[str] = set()
    while set(best) - done:
        here = min(set(best) - done, key=lambda name: best[name])
        done.add(here)
        if here != start and ends(here):
            continue
        for name in BESIDE[here] & set(enter):
            cost = best[here] + leave.get(here, 0) + enter[name]
            if cost <= points and cost < best.get(name, points + 1):
                best[name] = cost
    del best[start]
    return best


def steps_to(goal: str, closed: Container[str]) -> dict[str, int]:
    """How many steps every sector is from a goal, round what is closed."""
    steps, edge = {goal: 0}, [goal]
    while edge:
        here = edge.pop(0)
        for name in BESIDE[here]:
            if name not in steps and name not in closed:
                steps[name] = steps[here] + 1
                edge.append(name)
    return steps
