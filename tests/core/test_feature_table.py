"""A layout as a table: everything is told once, where it stands and what it can be."""

from __future__ import annotations

import harena
from harena.core.feature_table import HEADS, rows
from harena.core.features import Feature, Features


def fighter(number: int, place: int, size: int = 4) -> list[Feature]:
    group = f"fighter {number}"
    return [
        Feature(group, "down", "is defeated", "flag", place, 1, 1),
        Feature(group, "hex", "where it stands", "one of", place + 1, size, 1),
    ]


def layout(*features: Feature) -> Features:
    return Features(features[-1].stop, features)


def test_a_row_says_where_a_feature_stands_and_what_it_can_be() -> None:
    table = rows(
        layout(
            Feature("own", "left", "cards to come", "number", 0, 1, 30),
            Feature("own", "hand", "which", "set", 1, 60, 1),
            Feature("own", "deck", "when", "numbers", 61, 60, 30),
            Feature("raid", "attacks", "this seat does", "flag", 121, 1, 1),
            Feature("raid", "type", "of it", "one of", 122, 3, 1),
        )
    )
    assert table == [
        ("own", "left", "0", "0 to 30", "cards to come"),
        ("", "hand", "1\u201360", "set of 60", "which"),
        ("", "deck", "61\u2013120", "60 from 0 to 30", "when"),
        ("raid", "attacks", "121", "0 or 1", "this seat does"),
        ("", "type", "122\u2013124", "one of 3", "of it"),
    ]


def test_several_of_a_kind_are_told_once() -> None:
    table = rows(layout(*fighter(1, 0), *fighter(2, 5), *fighter(3, 10)))
    assert [row[:3] for row in table] == [
        ("fighter 1 to 3, every 5 places", "down", "0"),
        ("", "hex", "1\u20134"),
    ]


def test_several_of_a_kind_that_differ_are_told_each() -> None:
    table = rows(layout(*fighter(1, 0), *fighter(2, 5, size=9)))
    assert [row[0] for row in table] == ["fighter 1", "", "fighter 2", ""]


def test_groups_without_a_number_are_never_put_together() -> None:
    own, other = (
        Feature(name, "left", "", "number", place, 1, 9) for place, name in enumerate(("own", "foe"))
    )
    assert [row[0] for row in rows(layout(own, other))] == ["own", "foe"]


def test_features_show_themselves_at_the_prompt_and_in_a_notebook() -> None:
    game = harena.game("dawn_raid")
    features = game.features(game.pack())
    lines = str(features).splitlines()
    assert lines[0].split() == list(HEADS)
    assert len(lines) == len(features.features) + 1
    assert features._repr_html_().count("<tr>") == len(lines)
    escaped = layout(Feature("a", "b", "<1 & 2>", "flag", 0, 1, 1))._repr_html_()
    assert "&lt;1 &amp; 2&gt;" in escaped
