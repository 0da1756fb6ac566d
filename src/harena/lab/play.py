"""Playing one game of a run, with onlookers that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from harena import bots
from harena.bots.bot import Bot, Chair
from harena.core import registry
from harena.core.dice import Dice, fast_dice
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.observer import Observer
from harena.core.state import OVER, State
from harena.lab.observers import general_observers
from harena.lab.plan import Job, Plan, Row, options_of, seed_of


class Player:
    """Plays the games of one plan, one after the other; what all of them need is made once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: AnyGame = registry.find(plan.game)
        self.pack: Any = self.game.pack(plan.pack)
        if self.pack.digest != plan.digest:
            raise HarenaError(f"The pack {plan.pack} has changed since this run was planned.")
        self.options = [options_of(plan, setting) for setting in range(len(plan.settings))]
        self.bots: dict[tuple[str, int], Bot] = {}

    def play(self, job: Job) -> Row:
        """Play one game; the same job always gives the same row."""
        options = self.options[job.setting]
        seated = [self.seat(name, seat, options) for seat, name in enumerate(job.bots)]
        dice: list[Dice] = [fast_dice(seed_of(job.seed, seat + 1)) for seat in range(len(seated))]
        state = self.game.start(self.pack, options, fast_dice(job.seed), journal=True)
        observers = [*general_observers(self.game, self.pack), *self.game.observers(self.pack)]
        try:
            decisions = watch(state, seated, dice, observers)
        finally:
            for bot in seated:
                bot.stand_up()
        return Row(
            number=job.number,
            setting=job.setting,
            bots=job.bots,
            seed=job.seed,
            scores=state.score(),
            decisions=decisions,
            traits=[merged(observer.traits[seat] for observer in observers) for seat in range(len(seated))],
            counts=[dict(summed(o.counts[seat] for o in observers)) for seat in range(len(seated))],
            of_game=dict(summed(observer.of_game for observer in observers)),
        )

    def seat(self, name: str, seat: int, options: Any) -> Bot:
        """The bot of that name for a seat; two seats never share one."""
        bot = self.bots.get((name, seat))
        if bot is None:
            bot = self.bots[name, seat] = bots.find(name)
        bot.sit_down(Chair(self.game, self.pack, options, seat))
        return bot


def watch(state: State, seated: Sequence[Bot], dice: Sequence[Dice], observers: Sequence[Observer]) -> int:
    """Play a game to its end before the observers' eyes; how many decisions it took."""
    for observer in observers:
        observer.before(state, state.journal or [])
    while state.seat != OVER:
        seat = state.seat
        action = bots.answer(seated[seat], state, dice[seat])
        state.journal = []
        state.play(action)
        for observer in observers:
            observer.step(state, seat, action, state.journal)
    for observer in observers:
        observer.after(state)
    return state.made


def merged(parts: Any) -> dict[str, str]:
    """Several observers' traits of one seat as one."""
    out: dict[str, str] = {}
    for part in parts:
        out.update(part)
    return out


def summed(parts: Any) -> Counter[str]:
    """Several observers' counts as one."""
    out: Counter[str] = Counter()
    for part in parts:
        out.update(part)
    return out
