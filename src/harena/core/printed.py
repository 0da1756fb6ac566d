"""What positions, packs, dice and layouts look like at the prompt and in a notebook; never what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from harena.core.prose import count

if TYPE_CHECKING:
    from harena.core.dice import Dice
    from harena.core.event import Event
    from harena.core.features import Features
    from harena.core.pack import Pack
    from harena.core.state import State, Step

HEADS = ("group", "name", "places", "numbers", "kind", "up to", "meaning")
DIGEST = 12  # characters of it tell packs apart


def printed_state(state: State) -> str:
    """Who decides, among how much, and how far the game is."""
    return f"<{type(state).__name__} for {state.seats}: {_standing(state)}>"


def _standing(state: State) -> str:
    from harena.core.state import OVER, Step  # which print themselves from here

    made = count(state.made, "decision")
    if state.seat != OVER:
        return f"seat {state.seat} decides, {count(state.count(), 'open action')}, {made} made"
    if type(state.waiting) is Step:  # no game's own: nothing was ever asked
        return "not begun"
    return f"over after {made}, scores {', '.join(f'{score:g}' for score in state.score())}"


def printed_step(step: Step) -> str:
    """A step with those of its numbers that are not 0; everybody may know them."""
    numbers = {name: getattr(step, name) for name in ("who", "target", "n", "mode", "what", "x", "y")}
    said = "".join(f" {name}={value}" for name, value in numbers.items() if value)
    return f"<{type(step).__name__}{said}>"


def printed_event(event: Event) -> str:
    """An event without its secret."""
    return f"<Event {event.kind} ({event.rule}): {event.a}, {event.b}, {event.c}>"


def printed_pack(pack: Pack) -> str:
    return f"<{type(pack).__name__} {pack.name}: {pack.title}, {pack.digest[:DIGEST]}>"


def printed_dice(dice: Dice) -> str:
    """How often they were thrown; not what they will show."""
    return f"<{type(dice).__name__}: {count(dice.drawn, 'number')} drawn>"


# --- features


def table_of(features: Features) -> list[tuple[str, ...]]:
    """A row for each feature. A group is named once."""
    rows, group = [], ""
    for one in features.features:
        places = f"{one.place}" if one.size == 1 else f"{one.place}-{one.stop - 1}"
        named = one.group if one.group != group else ""
        group = one.group
        rows.append((named, one.name, places, f"{one.size}", one.kind, f"{one.most}", one.about))
    return rows


def printed_features(features: Features) -> str:
    """The layout as a table of plain text."""
    rows = [HEADS, *table_of(features)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, widths) for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.rjust(width) if head in ("numbers", "up to") else cell.ljust(width)
        for head, cell, width in zip(HEADS, row, widths, strict=True)
    ]
    return "  ".join(cells).rstrip()


def features_in_html(features: Features) -> str:
    """The layout as a table for notebooks."""
    body = "".join(f"<tr>{_cells('td', row)}</tr>" for row in table_of(features))
    return f"<table><thead><tr>{_cells('th', HEADS)}</tr></thead><tbody>{body}</tbody></table>"


def _cells(kind: str, row: Iterable[str]) -> str:
    return "".join(f'<{kind} style="text-align: left">{escape(cell)}</{kind}>' for cell in row)
