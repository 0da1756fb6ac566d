"""Every card is in exactly one place, or it is said which is not."""

from __future__ import annotations

import pytest

from harena.core.lost import lost


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([0b011, 0b100], ""),
        ([0b101, 0, 0b010], ""),
        ([0b011, 0b110], "cards 10 lie in two places"),
        ([0b001, 0b010], "cards 100 are nowhere"),
        ([0b111, 0b1000], "cards 1000 are none of the game's"),
        ([], "cards 111 are nowhere"),
    ],
)
def test_what_is_not_in_exactly_one_place_is_named(places: list[int], said: str) -> None:
    assert lost("cards", places, 0b111) == said
