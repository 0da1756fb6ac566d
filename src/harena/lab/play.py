"""Playing one game of a run, with observers that count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harena import bots
from harena.bots.bot import Bot, Chair
from harena.bots.judge import Judge
from harena.core import registry
from harena.core.dice import Dice, fast_dice
from harena.core.errors import HarenaError
from harena.core.event import Event
from harena.core.game import AnyGame
from harena.core.observer import Observer
from harena.core.state import OVER, State
from harena.lab.moves import Moves
from harena.lab.observers import general_observers
from harena.lab.plan import Job, Plan, Row, options_of, seed_of
from harena.lab.samples import Sampler, writer_for

MADE_HERE = ("bots", "writers")  # of a player, wherever it plays


class Player:
    """Plays the games of one plan, one after the other; what all of them need is made once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: AnyGame = registry.find(plan.game)
        self.pack: Any = self.game.pack(plan.pack)
        if self.pack.digest != plan.digest:
            raise HarenaError(f"The pack {plan.pack} has changed since this run was planned.")
        self.options = [options_of(plan, setting) for setting in range(len(plan.settings))]
        self._begin()

    def _begin(self) -> None:
        if self.game.rules_version != self.plan.rules:
            raise HarenaError(f"The rules of {self.game.title} have changed since this run was planned.")
        self.bots: dict[tuple[str, int], Bot] = {}
        self.writers: dict[int, Judge] = {}  # by setting, where positions are kept

    def __getstate__(self) -> dict[str, Any]:
        """To other processes and machines goes the pack itself, for its folder may not be there."""
        return {name: value for name, value in vars(self).items() if name not in MADE_HERE}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self._begin()

    def play(self, job: Job) -> Row:
        """Play one game; the same job always gives the same row."""
        try:
            return self.played(job)
        except BotFailedError as failed:
            who = f"the bot {job.bots[failed.seat]!r} in seat {failed.seat + 1}"
            raise HarenaError(
                f"Game {job.number} (seed {job.seed}): {who} failed: {failed.reason}."
            ) from failed.__cause__
        except Exception as error:
            raise HarenaError(f"Game {job.number} (seed {job.seed}) broke off: {reason(error)}.") from error

    def played(self, job: Job) -> Row:
        """The row of a game that is played to its end."""
        options, seats = self.options[job.setting], range(len(job.bots))
        seated = [self.seat(name, seat, options) for seat, name in enumerate(job.bots)]
        dice: list[Dice] = [fast_dice(seed_of(job.seed, seat + 1)) for seat in seats]
        state = self.game.start(self.pack, options, fast_dice(job.seed), journal=True)
        observers = [*general_observers(self.game, self.pack), *self.game.observers(self.pack)]
        sampler = self.sampler(job, options)
        observers += [sampler] if sampler is not None else []
        moves = Moves(seated)
        try:
            decisions = watch(state, seated, dice, [*observers, moves] if self.plan.moves else observers)
        finally:
            for bot in seated:
                bot.stand_up()
        return Row(
            number=job.number,
            setting=job.setting,
            bots=job.bots,
            seed=job.seed,
            scores=[float(score) for score in state.score()],
            decisions=decisions,
            traits=[merged(observer.traits[seat] for observer in observers) for seat in seats],
            counts=[summed(observer.counts[seat] for observer in observers) for seat in seats],
            of_game=summed(observer.of_game for observer in observers),
            kept=sampler.packed() if sampler is not None else b"",
            actions=moves.actions if self.plan.moves else None,
            visits=moves.visits if self.plan.moves else None,
        )

    def sampler(self, job: Job, options: Any) -> Sampler | None:
        """Who keeps positions of a game, where the plan asks for some."""
        if not self.plan.sample:
            return None
        if job.setting not in self.writers:
            self.writers[job.setting] = writer_for(self.game, self.pack, options)
        return Sampler(self.writers[job.setting], self.plan.sample, seed_of(job.seed, 0))

    def seat(self, name: str, seat: int, options: Any) -> Bot:
        """The bot of that name for a seat; two seats never share one."""
        bot = self.bots.get((name, seat))
        try:
            if bot is None:
                bot = self.bots[name, seat] = bots.find(name)
            bot.sit_down(Chair(self.game, self.pack, options, seat))
        except Exception as error:
            raise BotFailedError(seat, reason(error)) from error
        return bot


def notes(plan: Plan) -> list[str]:
    """What should be known of the bots of a plan before they play."""
    game = registry.find(plan.game)
    chair = Chair(game, game.pack(plan.pack), options_of(plan, 0), 0)
    found = {text: bots.find(text).remark(chair) for text in plan.bots}
    return [f"{text}: {note}" for text, note in found.items() if note]


class BotFailedError(Exception):
    """A bot has no answer, or one that is not open."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


def reason(error: Exception) -> str:
    """What an exception says, as the end of a sentence."""
    kind = "" if isinstance(error, HarenaError) else type(error).__name__
    return ": ".join(part for part in (kind, str(error)) if part).rstrip(".")


def watch(state: State, seated: Sequence[Bot], dice: Sequence[Dice], observers: Sequence[Observer]) -> int:
    """Play a game to its end before the observers' eyes; how many decisions it took."""
    for observer in observers:
        observer.before(state, state.journal or [])
    # Most observers look at the beginning or the end only; a call for each step would be for nothing.
    steps = [observer.step for observer in observers if type(observer).step is not Observer.step]
    while (seat := state.seat) != OVER:
        try:
            action = bots.answer(seated[seat], state, dice[seat])
        except Exception as error:
            raise BotFailedError(seat, reason(error)) from error
        if action not in state.legal():  # `play` trusts its caller, and a bot may be anybody's
            raise BotFailedError(seat, f"it chose {action!r}, which is not open")
        journal: list[Event] = []
        state.journal = journal
        state.play(action)
        for step in steps:
            step(state, seat, action, journal)
    for observer in observers:
        observer.after(state)
    return state.made


def merged(parts: Any) -> dict[str, str]:
    """Several observers' traits of one seat as one."""
    out: dict[str, str] = {}
    for part in parts:
        out.update(part)
    return out


def summed(parts: Any) -> dict[str, int]:
    """Several observers' counts as one."""
    out: dict[str, int] = {}
    for part in parts:
        for name, count in part.items():
            out[name] = out.get(name, 0) + count
    return out
