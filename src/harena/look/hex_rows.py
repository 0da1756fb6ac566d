"""A field of hexes as staggered rows of text, for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from harena.core.hex import Field

CELL = 4  # columns of a hex: a space or bracket, and three for what is in it

Shown = tuple[Text, bool]  # what is in a hex, three columns wide, and whether it is marked by brackets


def hex_rows(field: Field, shown: Callable[[int], Shown], label: Callable[[int], str]) -> list[Text]:
    """All rows from top to bottom; `label` is what stands before a row, made from its first hex."""
    rows: dict[int, list[int]] = {}
    for h in sorted(range(int(field.count)), key=lambda h: (field.rs[h], field.qs[h])):
        rows.setdefault(int(field.rs[h]), []).append(h)
    left = min(_column(field, h) for h in range(int(field.count)))
    return [_row(field, hexes, shown, left, label(hexes[0])) for hexes in rows.values()]


def _column(field: Field, h: int) -> int:
    return (2 * int(field.qs[h]) + int(field.rs[h])) * CELL // 2


def _row(field: Field, hexes: Sequence[int], shown: Callable[[int], Shown], left: int, label: str) -> Text:
    line = Text(f"{label} ", no_wrap=True)
    at, before = left, False
    for h in hexes:
        cell, marked = shown(h)
        gap = _column(field, h) - at
        if gap and before:  # the field has a hole here
            line.append("]")
            gap, before = gap - 1, False
            at += 1
        line.append(" " * gap)
        line.append("|" if before and marked else "[" if marked else "]" if before else " ")
        line.append_text(cell)
        at, before = at + gap + CELL, marked
    return line.append("]" if before else "")
