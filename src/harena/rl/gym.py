"""One seat of a game against others, for Gymnasium: `gymnasium.make("harena/CombatArena-v0")`.

Importing this module registers every game that is installed.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import ActionError
from harena.core.record import SEED_LIMIT
from harena.rl.extra import missing
from harena.rl.opponents import RANDOM, TURNS, Opponents, checked_seat, one_by_one
from harena.rl.rendering import RENDER_MODES, checked_mode, rendered
from harena.rl.setting import Setting, checked_seed
from harena.rl.spaces import OpenActions, row_space
from harena.rl.stepping import seed_of
from harena.rl.table import Mask, Row, Table, whole_number

try:
    import gymnasium
except ImportError as error:
    raise missing("Gymnasium") from error

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """An episode is a game. `info["action_mask"]` says what is open; all other seats are played by opponents.

    A closed action is refused: nothing changes, and `info["refused"]` says why.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        *,
        seat: int | str = 0,
        opponents: Opponents = RANDOM,
        longest: int | None = None,
        shaped: bool = False,
        penalty: float = 0.0,
        render_mode: str | None = None,
        pack: Any = "standard",
        **options: Any,
    ) -> None:
        """Further keywords are the game's options.

        `seat` may be "turns": a different one in each episode. `opponents` are `random`, `hunch`, the name
        of a bot, a name for each other seat, or a policy, which is a function of rows and masks. An episode
        is cut after `longest` decisions of all seats, refused ones included; by default that is more than any
        game takes. `penalty` is what a refused action costs.
        """
        setting = Setting(game, pack, options)
        self.table = Table(setting, setting.game.longest if longest is None else longest, shaped)
        self.place = checked_seat(setting, seat)
        self.seat = 0 if self.place == TURNS else int(self.place)
        self.rivals = one_by_one(setting, opponents, self._seat_in)
        self.penalty = penalty
        self.refused = 0  # actions of this episode
        self.render_mode = checked_mode(render_mode)
        self.observation_space = row_space(setting.width)
        self.action_space = OpenActions(setting.actions.size, self._mask)

    def _seat_in(self, game: int) -> int:
        return self.seat

    # --- playing

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Row, Info]:
        """Begin the first episode of a seed, or the next one, up to the seat's first decision."""
        if seed is not None:
            checked_seed(seed)
        super().reset(seed=seed)
        if seed is None and self.table.seed is None:
            seed = (self.np_random_seed or 0) % SEED_LIMIT
        self._begin(seed)
        while self.table.over:  # others have ended it before this seat was asked
            self._begin(None)
        self.table.note()
        self._show()
        return self._row(), self._info()

    def _begin(self, seed: int | None) -> None:
        table = self.table
        table.begin(seed)
        self.refused = 0
        if self.place == TURNS:
            self.seat = (table.episode - 1) % table.setting.seats
        self.dice = fast_dice(seed_of(table.episode_seed, 0, 0))
        while table.state.seat != self.seat and not table.over:
            self._play_other()

    def _play_other(self) -> None:
        state = self.table.state
        self.table.play(self.rivals(0, state, self.dice))

    def step(self, action: Any) -> tuple[Row, float, bool, bool, Info]:
        """Take an open action, and go on until the seat decides again or the game is over."""
        table = self.table
        if table.seed is None or table.over or self._is_cut():
            raise ActionError("No game is under way: `reset` begins one.")
        number = whole_number(action)
        table.setting.actions.notation(number)  # refuses a number that is no action
        try:
            table.checked(number)
        except ActionError as error:
            return self._refuse(str(error))
        table.play(number)
        while table.state.seat != self.seat and not table.over and not self._is_cut():
            self._play_other()
        gains = table.gains()
        reward = 0.0 if gains is None else gains[self.seat]
        self._show()
        return self._row(), reward, table.over, self._is_cut(), self._info()

    def _refuse(self, sentence: str) -> tuple[Row, float, bool, bool, Info]:
        """Nothing changes, except that it counts."""
        self.refused += 1
        return self._row(), -self.penalty, False, self._is_cut(), {**self._info(), "refused": sentence}

    def _is_cut(self) -> bool:
        table = self.table
        return not table.over and table.made + self.refused >= table.longest > 0

    # --- seeing

    def _row(self) -> Row:
        return self.table.row(self.seat)

    def _mask(self) -> Mask:
        return self.table.mask(self.seat)

    def _info(self) -> Info:
        return {"action_mask": self._mask(), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """What is open, where learners look for it that know of masks."""
        return self._mask().astype(bool)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the seat sees it."""
        return rendered(self.table.setting, self.table.state, self.seat, self.render_mode)

    def close(self) -> None:
        """The opponents let go of what they hold."""
        self.rivals.close()


def id_of(game: str) -> str:
    """What a game is called in Gymnasium."""
    return f"harena/{''.join(part.capitalize() for part in game.split('_'))}-v0"


def register() -> list[str]:
    """Make all games known to Gymnasium, also those that were added to this process since; their ids."""
    ids = {id_of(name): name for name in registry.names()}
    for id_, name in ids.items():
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id_,
                entry_point="harena.rl.gym:SeatEnv",
                vector_entry_point="harena.rl.vector:SeatsEnv",
                kwargs={"game": name},
            )
    return list(ids)


register()
