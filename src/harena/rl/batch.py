"""Many games stepped at once in compiled code, with numpy arrays that are made once and written in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from mypy_extensions import i32
from numpy.typing import ArrayLike, NDArray

from harena.core.actions import Actions
from harena.core.errors import OptionError
from harena.core.features import Features
from harena.core.pen import Pen
from harena.rl.going_on import copied, reduced_batch
from harena.rl.opponents import HUNCH, QUICK, RANDOM, TURNS, Opponents, Policy, Seated, checked_seat, names_of
from harena.rl.self_play import SelfPlay, checked_actions
from harena.rl.setting import Setting, checked_first, checked_length, checked_seed
from harena.rl.stepping import ANYTHING, HUNCHES, LEFT, RIVAL, Stepper


class How(NamedTuple):
    """How a batch is played."""

    first: int
    longest: int
    shaped: bool
    seat: int | str | None
    opponents: Opponents
    finals: bool


class Batch:
    """So many games of one setting, all waiting for a decision.

    `observations`, `masks`, `rewards`, `terminations`, `truncations` and `seats` are arrays that stay the
    same and change at each step: copy what you want to keep. A finished game begins anew by itself.
    """

    def __init__(
        self,
        game: str,
        games: int = 256,
        *,
        seed: int = 0,
        first: int = 0,
        longest: int = 0,
        shaped: bool = False,
        seat: int | str | None = None,
        opponents: Opponents = RANDOM,
        finals: bool = False,
        pack: Any = "standard",
        **options: Any,
    ) -> None:
        """`first` numbers the games from there, for batches shared out; `longest` cuts episodes.

        With a `seat` the caller plays that one (or "turns"), and `opponents` the others: `random`, `hunch`,
        a bot by its name, a name for each other seat, or a policy, which is a function of rows and masks.
        With `finals` the array of that name keeps what was seen at the end of an episode.
        """
        self.set_up(game, games, pack, options, How(first, longest, shaped, seat, opponents, finals))
        self.reset(seed)

    def set_up(self, game: str, games: int, pack: Any, options: Mapping[str, Any], how: How) -> None:
        """Everything but the games themselves."""
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise OptionError("A batch has at least one game.")
        self.how = how
        setting = Setting(game, pack, dict(options))
        if setting.actions.size >= LEFT:
            raise OptionError(f"A batch is for games with less than {LEFT} actions.")
        self.setting = setting
        self.game, self.pack, self.options = setting.game, setting.pack, setting.options
        self.actions: Actions = setting.actions
        self.features: Features = setting.features
        stepper = self.stepper = Stepper(setting.fresh, games, setting.actions.size, setting.width)
        stepper.first, stepper.longest = checked_first(how.first), checked_length(how.longest)
        stepper.shaped = how.shaped
        if not setting.writes_itself:
            stepper.encoder = setting.write
        if how.finals:
            stepper.last = Pen(games, setting.width)
        self.self_play: SelfPlay | None = None
        self.rivals: Seated | None = None
        self._show()
        if how.seat is not None:
            self._sit_down(checked_seat(setting, how.seat), how.opponents)

    def _show(self) -> None:
        """Arrays over the memory that the stepper writes into."""
        stepper, games = self.stepper, self.stepper.games
        self.observations = _seen(stepper.pen.paper, np.uint8).reshape(games, -1)
        self.masks = _seen(stepper.open.paper, np.uint8).reshape(games, -1)
        self.rewards: NDArray[Any] = _seen(stepper.reward, np.float64).reshape(games, -1)
        self.terminations: NDArray[Any] = _seen(stepper.terminated, np.uint8)
        self.truncations: NDArray[Any] = _seen(stepper.truncated, np.uint8)
        self.seats = _seen(stepper.seat, np.int32)
        self.own = _seen(stepper.own, np.int32)  # by game: the caller's seat, where the caller has one
        self.made = _seen(stepper.made, np.int32)
        last = stepper.last
        self.finals: NDArray[Any] | None = (
            None if last is None else _seen(last.paper, np.uint8).reshape(games, -1)
        )
        self._picked = _seen(stepper.picked, np.int32)

    def _sit_down(self, seat: int | str, opponents: Opponents) -> None:
        """The caller has one seat in each game, and others have the rest."""
        stepper = self.stepper
        stepper.seated, stepper.moves_on = True, seat == TURNS
        for game in range(0 if seat == TURNS else len(self)):
            stepper.own[game] = i32(int(seat))
        if callable(opponents):
            self._play_against(opponents)
        elif isinstance(opponents, str) and opponents in QUICK:
            stepper.others = HUNCHES if opponents == HUNCH else ANYTHING
        else:
            self.rivals = Seated(
                self.setting, names_of(self.setting, opponents), lambda game: int(self.own[game])
            )
            stepper.others, stepper.rival = RIVAL, self.rivals

    def _play_against(self, policy: Policy) -> None:
        """A policy is asked between the caller's steps, and what they tell is added up in other arrays."""
        last = () if self.finals is None else (self.finals,)
        told = (self.rewards, self.terminations, self.truncations, *last)
        self.self_play = SelfPlay(self, policy, told)
        self.rewards, self.terminations, self.truncations, *rest = self.self_play.told
        self.finals = rest[0] if rest else None

    def __len__(self) -> int:
        return int(self.stepper.games)

    def __repr__(self) -> str:
        return f"Batch({self.game.name!r}, {len(self)} games, {self.features.width} numbers)"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced_batch(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return copied(self, memo)

    def reset(self, seed: int) -> None:
        """Begin all games anew: one seed gives the same games on any machine."""
        self.stepper.reset(checked_seed(seed))
        if self.self_play is not None:
            self.self_play.begin()

    def any_actions(self) -> NDArray[np.int32]:
        """An open action of each game, each as likely, in an array that stays the same."""
        self.stepper.pick()
        return self._picked

    def step(self, actions: ArrayLike) -> None:
        """Take an open action in each game, and write what comes of it into the arrays."""
        self.step_trusting(self.checked(actions))

    def checked(self, actions: ArrayLike) -> NDArray[Any]:
        """Actions that are open, one for each game; else a sentence says what is wrong."""
        return checked_actions(actions, self.masks, self.actions)

    def step_trusting(self, actions: NDArray[Any]) -> None:
        """As `step`, for callers who choose from the masks: nothing is checked."""
        self.stepper.step(actions.astype("<u2").tobytes())
        if self.self_play is not None:
            self.self_play.answer()

    def close(self) -> None:
        """Nobody plays on: bots let go of what they hold."""
        if self.rivals is not None:
            self.rivals.close()


def _seen(memory: Any, kind: Any) -> NDArray[Any]:
    return np.frombuffer(memory, dtype=kind)
