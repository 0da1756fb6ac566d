"""Who plays the other seats: dice, hunches, bots by their names, or another policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from harena import bots
from harena.bots.bot import Bot, Chair
from harena.core.dice import Dice
from harena.core.errors import BotError, OptionError
from harena.core.state import State
from harena.rl.setting import Setting
from harena.rl.table import Table, checked_action

Policy = Callable[[NDArray[Any], NDArray[Any]], Any]  # rows and masks, one for each game: an action for each
Opponents = str | Sequence[str] | Policy

RANDOM: Final = "random"
HUNCH: Final = "hunch"
QUICK: Final = (RANDOM, HUNCH)  # need nobody who is asked
TURNS: Final = "turns"  # in place of a seat: a different one in each game and episode


def checked_seat(setting: Setting, seat: Any) -> int | str:
    """The seat that somebody wants to play, or TURNS."""
    if seat == TURNS:
        return TURNS
    if isinstance(seat, bool) or not hasattr(seat, "__index__") or not 0 <= int(seat) < setting.seats:
        raise OptionError(f"A seat is a number from 0 to {setting.seats - 1}, or {TURNS!r}.")
    return int(seat)


class Seated:
    """Opponents that are asked one by one. Each bot plays one seat of one game at a time."""

    def __init__(self, setting: Setting, names: Sequence[str], seat_of: Callable[[int], int]) -> None:
        """`names` are those of the other seats in the order of the table, from the one after `seat_of` on."""
        self.setting = setting
        self.names = names
        self.seat_of = seat_of  # by game: the seat of whoever plays against them
        self.bots: dict[tuple[int, int], Bot] = {}  # by game and seat
        self.sitting: set[tuple[int, int]] = set()  # those who know of the episode under way
        self.dice: dict[int, Dice] = {}  # by game: those of the episode under way
        for name in names:
            if name not in QUICK:
                bots.find(name)  # refuses a name that there is not

    def close(self) -> None:
        """Nobody plays any more: bots let go of what they hold."""
        for bot in self.bots.values():
            bot.stand_up()
        self.bots.clear()
        self.sitting.clear()

    def __call__(self, game: int, state: State, dice: Dice) -> int:
        """What the seat that decides does."""
        if self.dice.get(game) is not dice:  # each episode has dice of its own
            self.dice[game] = dice
            self.sitting -= {(game, seat) for seat in range(self.setting.seats)}
        seat = int(state.seat)
        name = self.names[(seat - self.seat_of(game) - 1) % self.setting.seats]
        if name in QUICK:
            return quick(name, state, dice)
        try:
            action = bots.answer(self.seated(game, seat, name), state, dice)
        except Exception as error:
            raise BotError(f"The bot {name!r} in seat {seat + 1} failed: {error}") from error
        if action not in state.legal():
            raise BotError(f"The bot {name!r} in seat {seat + 1} chose {action!r}, which is not open.")
        return action

    def seated(self, game: int, seat: int, name: str) -> Bot:
        """The bot that plays a seat of a game, which forgets other episodes."""
        chair = (game, seat)
        bot = self.bots.get(chair)
        if bot is None:
            bot = self.bots[chair] = bots.find(name)
        if chair not in self.sitting:
            setting = self.setting
            bot.sit_down(Chair(setting.game, setting.pack, setting.options, seat, tuple(setting.names)))
            self.sitting.add(chair)
        return bot


class ByPolicy:
    """A policy that is asked about one game at a time."""

    def __init__(self, setting: Setting, policy: Policy) -> None:
        self.setting = setting
        self.policy = policy
        self.table = Table(setting)

    def __call__(self, game: int, state: State, dice: Dice) -> int:
        """What the seat that decides does."""
        self.table.state = state
        seat = int(state.seat)
        chosen = self.policy(self.table.row(seat)[None], self.table.mask(seat)[None])
        return checked_action(self.setting, state, np.asarray(chosen).reshape(-1)[0])

    def close(self) -> None:
        """It holds nothing."""


def one_by_one(setting: Setting, opponents: Opponents, seat_of: Callable[[int], int]) -> Seated | ByPolicy:
    """Opponents that answer one question at a time."""
    if callable(opponents):
        return ByPolicy(setting, opponents)
    return Seated(setting, names_of(setting, opponents), seat_of)


def quick(name: str, state: State, dice: Dice) -> int:
    """What dice or a player in a hurry do."""
    if name == HUNCH:
        return state.guess(state.seat, dice).hunch(dice)
    return state.nth(dice.below(state.count()))


def names_of(setting: Setting, opponents: Any) -> list[str]:
    """The names of all other seats, from one name for all of them or one for each."""
    others = setting.seats - 1
    names = [opponents] * others if isinstance(opponents, str) else opponents
    if not isinstance(names, list | tuple) or len(names) != others or not all(map(_is_text, names)):
        raise OptionError(
            f"Opponents are the name of a bot, {others} names (one for each other seat), or a policy: "
            "a function of rows and masks."
        )
    return list(names)


def _is_text(name: Any) -> bool:
    return isinstance(name, str)
