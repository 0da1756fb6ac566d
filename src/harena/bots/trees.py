"""Searches that travel: a tree is pickled as a list of its nodes, however deep it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harena.core.travel import held, made, reduced

if TYPE_CHECKING:
    from harena.bots.search import Node, Search

Row = tuple[int, dict[str, Any]]  # the place of the node above, or -1; what the node holds


def reduced_search(search: Search) -> tuple[Any, ...]:
    """For `__reduce__` of a search."""
    _, (kind, given), values = reduced(search)
    root = values.pop("root")
    values["path"] = []  # of an iteration under way
    return grown_search, (kind, given, type(root), rows_of(root)), values


def grown_search(kind: type[Search], given: dict[str, Any], node: type[Node], rows: list[Row]) -> Search:
    """A search with its tree."""
    search: Search = made(kind, given)
    search.root = grown(node, rows)
    return search


def rows_of(root: Node) -> list[Row]:
    """A tree as a list; of the nodes below one the last comes first."""
    rows: list[Row] = []
    waiting: list[tuple[Node, int]] = [(root, -1)]
    while waiting:
        node, above = waiting.pop()
        place = len(rows)
        values = held(node)
        child = values.pop("child")
        del values["sibling"]
        rows.append((above, values))
        while child is not None:
            waiting.append((child, place))
            child = child.sibling
    return rows


def grown(kind: type[Node], rows: list[Row]) -> Node:
    """The tree again."""
    nodes: list[Node] = []
    for above, values in rows:
        sibling = nodes[above].child if nodes else None
        node = kind(values["action"], values["seat"], sibling)
        for name, value in values.items():
            setattr(node, name, value)
        if nodes:
            nodes[above].child = node
        nodes.append(node)
    return nodes[0]
