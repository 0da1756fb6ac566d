"""A layout as a table for people: docs, notebooks and the prompt show the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from harena.core.features import Feature, Features

HEADS: Final = ("Group", "Feature", "Places", "Values", "Meaning")
NUMBERED: Final = re.compile(r"(.+) (\d+)")
LEFT: Final = 'style="text-align: left"'


def rows(features: Features) -> list[tuple[str, ...]]:
    """A row for each feature. Groups of a kind that follow each other are told once."""
    out: list[tuple[str, ...]] = []
    for alike in _alike(_grouped(features)):
        name = _name(alike)
        for feature in alike[0]:
            out.append((name, feature.name, _places(feature), _values(feature), feature.about))
            name = ""
    return out


def as_text(features: Features) -> str:
    """The table in columns."""
    table = [HEADS, *rows(features)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def as_html(features: Features) -> str:
    """The table for a notebook."""
    head = "".join(f"<th {LEFT}>{head}</th>" for head in HEADS)
    body = "".join(
        "<tr>" + "".join(f"<td {LEFT}>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows(features)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _grouped(features: Features) -> list[list[Feature]]:
    return [[one for one in features.features if one.group == group] for group in features.groups()]


def _alike(groups: Sequence[list[Feature]]) -> list[list[list[Feature]]]:
    """Numbered groups of the same kind and shape, one after the other, are put together."""
    out: list[list[list[Feature]]] = []
    for group in groups:
        stem = _stem(group)
        if stem and out and _stem(out[-1][0]) == stem and _shape(out[-1][0]) == _shape(group):
            out[-1].append(group)
        else:
            out.append([group])
    return out


def _stem(group: Sequence[Feature]) -> str:
    """What numbered groups have in common; empty for others."""
    found = NUMBERED.fullmatch(group[0].group)
    return found[1] if found else ""


def _shape(group: Sequence[Feature]) -> list[tuple[str, str, int, int]]:
    return [(one.name, one.kind, one.size, one.most) for one in group]


def _name(alike: Sequence[Sequence[Feature]]) -> str:
    """`fighter 1 to 4, every 97 places`."""
    first, last = alike[0][0], alike[-1][0]
    if len(alike) == 1:
        return first.group
    return f"{first.group} to {last.group.rpartition(' ')[2]}, every {alike[1][0].place - first.place} places"


def _places(feature: Feature) -> str:
    return f"{feature.place}" if feature.size == 1 else f"{feature.place}\u2013{feature.stop - 1}"


def _values(feature: Feature) -> str:
    if feature.kind == "flag":
        return "0 or 1"
    if feature.kind in ("one of", "set"):
        return f"{feature.kind.removesuffix(' of')} of {feature.size}"
    return f"0 to {feature.most}" if feature.size == 1 else f"{feature.size} from 0 to {feature.most}"
