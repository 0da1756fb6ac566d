"""What all tests share: every registered game, and the tiny example game among them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

import harena
from example.high_card import GAME as HIGH_CARD
from harena.core import options, registry
from harena.core.game import AnyGame

registry.add(HIGH_CARD)
settings.register_profile("harena", deadline=None, print_blob=True)
settings.load_profile("harena")

MOST_OPTION_SETS = 12


def option_sets(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The combinations of a game's options, as far as they are a matter of choosing."""
    named = [field for field in options.fields(game.options) if field.choices]
    combinations = itertools.product(*(field.choices for field in named))
    for values in itertools.islice(combinations, MOST_OPTION_SETS):
        yield dict(zip([field.name for field in named], values, strict=True))


@pytest.fixture(params=registry.names())
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each registered game in turn."""
    return harena.game(request.param)
