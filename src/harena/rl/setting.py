"""What is the same in every game that a researcher plays: rules, pack, options, rows, actions and seeds."""

from __future__ import annotations

import secrets
from typing import Any, Final

import harena
from harena.core.actions import Actions
from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.features import Encoder, Features, encoder
from harena.core.fitting import complete
from harena.core.options import write_options
from harena.core.pack import Pack
from harena.core.record import SEED_LIMIT
from harena.core.state import State

MOST_GAMES: Final = 1 << 29  # over which a batch may be shared out


class Setting:
    """A game with its pack and its options, and how its rows and actions are laid out."""

    def __init__(self, game: str, pack: Any, options: dict[str, Any]) -> None:
        self.game = harena.game(game)
        self.pack: Any = pack if isinstance(pack, Pack) else self.game.pack(pack)
        self.options = complete(self.game, self.pack, options)
        self.actions: Actions = self.game.actions(self.pack)
        self.features: Features = self.game.features(self.pack, self.options)
        self.fresh: State = self.game.new(self.pack, self.options, fast_dice(0))
        self.write: Encoder = encoder(self.game, self.fresh)
        self.seats = int(self.fresh.seats)
        self.names = [f"Seat {seat + 1}" for seat in range(self.seats)]

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.game.name, self.pack, write_options(self.options))

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        """Nothing in it ever changes."""
        return self

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return self.features.width

    @property
    def writes_itself(self) -> bool:
        """Does the game say what a seat sees as numbers, rather than leave that to the plain encoder?"""
        return type(self.fresh).encode is not State.encode


def checked_seed(seed: Any) -> int:
    """A seed that somebody gave."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed) < SEED_LIMIT:
        raise OptionError("A seed is a whole number from 0 to 2^62 - 1.")
    return int(seed)


def any_seed() -> int:
    """A seed where nobody gave one: each time a different one."""
    return secrets.randbelow(SEED_LIMIT)


def checked_first(first: Any) -> int:
    """The number of a batch's first game, where games are shared out."""
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < MOST_GAMES:
        raise OptionError(f"`first` is the number of a game, from 0 to {MOST_GAMES - 1}.")
    return first


def checked_length(longest: Any) -> int:
    """After how many decisions an episode is cut."""
    if isinstance(longest, bool) or not isinstance(longest, int) or longest < 0:
        raise OptionError("`longest` is a number of decisions, or 0 for episodes that are never cut.")
    return longest
