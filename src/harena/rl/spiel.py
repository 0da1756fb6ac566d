"""Every game as a game of OpenSpiel: `import harena.rl.spiel; pyspiel.load_game("harena_dawn_raid")`.

Chance is explicit: whatever the rules draw, a die or the next card of a shuffle, is a chance node. Choices
that are made in secret at the same time come one after the other, and nobody's information state shows
another's.

An information state as a string is perfect memory: each line is an event as the seat was told of it, or its
own action, and the last line is its view. As a tensor it is the row, which is what the seat sees now: the
same numbers as an observation.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np

from harena.rl.extra import missing

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel") from error

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.game import MOST_SEATS, AnyGame
from harena.core.options import fields
from harena.core.state import SPECTATOR
from harena.rl.course import CHANCE, MOST_OUTCOMES
from harena.rl.variant import Variant, named_variant

PREFIX: Final = "harena_"
COMMA: Final = ";"  # OpenSpiel splits parameters at commas, so a list of names has this between them
MOST_DRAWS: Final = 1000  # that one decision, or setting up, can lead to
SEEDS: Final = 1 << 52

_registered: set[str] = set()


class HarenaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a pack and options, as OpenSpiel's parameters. There is a subclass for each game."""

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game = registry.find(self.name)
        usual = parameters_of(game)
        given = {key: value for key, value in (parameters or {}).items() if value != usual.get(key)}
        variant = _variant(self.name, given)
        super().__init__(game_type(game, variant.zero_sum), _info(variant), given)
        self.variant = variant

    def new_initial_state(self) -> HarenaState:
        return HarenaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RowObserver:
        if params:
            raise ValueError(f"There are no parameters of observations, so {params} cannot be.")
        return RowObserver(self.variant, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        longest: int = self.variant.game.longest
        return (longest + 1) * MOST_DRAWS


class HarenaState(pyspiel.State):  # type: ignore[misc]
    """A position. `course` never changes, so clones share it."""

    def __init__(self, game: HarenaGame) -> None:
        super().__init__(game)
        self.course = game.variant.first

    def current_player(self) -> int:
        seat = self.course.seat
        if seat >= 0:
            return seat
        return int(pyspiel.PlayerId.CHANCE if seat == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.course.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.course.wanted.outcomes()

    def _apply_action(self, action: int) -> None:
        course = self.course
        self.course = course.draw(action) if course.seat == CHANCE else course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.course.wanted.said(action)
        return self.course.variant.actions.notation(action)

    def returns(self) -> list[float]:
        return self.course.variant.returns(self.course)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> HarenaState:
        """A world that the player could be in. Its own history is empty: nobody knows which draws led there.

        OpenSpiel's C++ cannot see this method: give it to C++ bots by `bot.set_resampler`.
        """
        other: HarenaState = self.get_game().new_initial_state()
        other.course = self.course.guess(player, int(rng() * SEEDS))
        return other

    def __str__(self) -> str:
        return str(self.course)


class RowObserver:
    """What a player observes: the row as a tensor; as a string the view, or the whole memory."""

    def __init__(self, variant: Variant, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("What all players know together is not observed here, only what one does.")
        self.variant = variant
        self.remembers = bool(kind.perfect_recall)
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = None if self.public else np.zeros(variant.width, np.float32)
        self.dict = {} if self.tensor is None else {"row": self.tensor}

    def set_from(self, state: HarenaState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self.variant.row(state.course, player)

    def string_from(self, state: HarenaState, player: int) -> str:
        course, seat = state.course, SPECTATOR if self.public else player
        return course.memory(seat) if self.remembers else course.view(seat)


# --- names and parameters


def parameters_of(game: AnyGame) -> dict[str, Any]:
    """What can be set, with its usual value: the pack, and the game's options."""
    found = {field.name: field.default for field in fields(game.options)}
    plain = {name: value for name, value in found.items() if isinstance(value, bool | int | float | str)}
    return {"pack": "standard", **plain}


def _variant(name: str, given: dict[str, Any]) -> Variant:
    options = {key: _swapped(value, COMMA, ",") for key, value in given.items() if key != "pack"}
    return named_variant(name, given.get("pack", "standard"), options)


def _swapped(value: Any, one: str, other: str) -> Any:
    return value.replace(one, other) if isinstance(value, str) else value


def game_type(game: AnyGame, zero_sum: bool = True) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


def _info(variant: Variant) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=variant.actions.size,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=variant.seats,
        min_utility=-1.0,
        max_utility=float(variant.count_sides - 1),
        utility_sum=0.0 if variant.zero_sum else None,
        max_game_length=variant.game.longest,
    )


def register(name: str) -> str:
    """Make a game known to OpenSpiel, and say what it is called there."""
    if name not in _registered:
        # A class, since OpenSpiel holds on to it when Python is gone: it would free a function, a class not.
        kind = type(f"HarenaGame_{name}", (HarenaGame,), {"name": name})
        pyspiel.register_game(game_type(registry.find(name)), kind)
        _registered.add(name)
    return PREFIX + name


def load(name: str, pack: str = "standard", **options: Any) -> Any:
    """A game of OpenSpiel by Harena's names: `load("dawn_raid", first_deck="seat1")`."""
    given = {key: _swapped(value, ",", COMMA) for key, value in {"pack": pack, **options}.items()}
    return pyspiel.load_game(register(name), given)


def _register_installed() -> None:
    for name in registry.names():
        try:
            register(name)
        except HarenaError as error:  # somebody's broken game does not take the others with it
            warnings.warn(str(error), stacklevel=2)


_register_installed()
