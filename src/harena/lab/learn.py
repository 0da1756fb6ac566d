"""`harena learn`: self-play, a fit, a test by games, and again; only what is better is kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import harena
from harena import bots
from harena.bots.bot import Chair
from harena.bots.mcts import Habits, MctsBot
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.fitting import complete
from harena.core.game import AnyGame
from harena.core.learned import (
    FILE,
    Judgement,
    Learned,
    Made,
    grouped,
    home_of,
    layout_of,
    read_learned,
    write_learned,
)
from harena.core.learned import FORMAT as FILE_FORMAT
from harena.core.state import OVER
from harena.lab.learn_fit import Fit, fitted, tables
from harena.lab.learn_gate import Arena, Gate, Terms
from harena.lab.learn_screen import chosen, screen, still_in, usual, ways
from harena.lab.learn_store import FORMAT, Bout, Generation, Kept, Run, Store, Variant
from harena.lab.plan import seed_of
from harena.lab.samples import unpacked
from harena.lab.simulate import rows
from harena.lab.sprt import Verdict

HAND_MADE = "hand-made"
BEFORE = "the one before"
KEPT, DROPPED = "kept", "dropped"
SHARE = 0.25  # of the time goes into the games of a generation, and as much into how to search best
SAMPLE = 1  # of so many decisions one position is learned from
MOST_GAMES = 1_000_000
YARDSTICK = "mcts:400"  # as long as it takes for a move, everybody has
MEASURED, LONGEST = 40, 5.0  # decisions, seconds to find out how long that is


@dataclass(frozen=True)
class Wish:
    """What the command line asks for."""

    game: str
    pack: str = "standard"
    options: dict[str, str] = field(default_factory=dict)
    minutes: float = 10.0
    games: int = 0  # of a generation; 0: as many as fit into its share of the time
    generations: int = 0  # at most; 0: as many as there is time for
    player: str = "100"  # the budget of whoever plays the games to learn from
    budget: str = ""  # a move in tests
    elo: tuple[float, float] = (0.0, 20.0)
    risk: float = 0.05
    seed: int = 1
    workers: int = 1
    ray: str | None = None
    folder: Path | None = None
    out: Path | None = None


class Learning:
    """A run, from its folder on."""

    def __init__(self, wish: Wish) -> None:
        check(wish)
        self.wish = wish
        self.game: AnyGame = registry.find(wish.game)
        self.pack: Any = self.game.pack(wish.pack)
        options = complete(self.game, self.pack, wish.options)
        settings = self.game.match_ups(self.pack, options)
        self.layout, self.sides = shape_of(self.game, self.pack, settings)
        self.width = self.game.features(self.pack, settings[0]).width
        self.settings = settings
        self.arena = Arena(self.game, wish.pack, settings, wish.workers, wish.ray)
        self.store = Store(wish.folder or Path(f"learn-{wish.game}"), self._fresh())
        self.began = time.monotonic()
        self.before = self.store.run.seconds
        self.on_news: Callable[[str], None] = lambda news: None
        self.asked_to_stop: Callable[[], bool] = lambda: False

    def _fresh(self) -> Run:
        wish = self.wish
        return Run(
            harena_learn=FORMAT,
            game=self.game.name,
            pack=wish.pack,
            digest=self.pack.digest,
            rules=self.game.rules_version,
            layout=self.layout,
            options=dict(wish.options),
            seed=wish.seed,
            budget=wish.budget,
            elo=wish.elo,
            risk=wish.risk,
            harena=harena.__version__,
        )

    # --- time

    @property
    def seconds(self) -> float:
        """How long this command has been at it."""
        return time.monotonic() - self.began

    def save(self) -> None:
        self.store.run.seconds = self.before + self.seconds
        self.store.save()

    def stop(self) -> bool:
        return self.asked_to_stop() or self.seconds >= 60 * self.wish.minutes

    # --- the run

    def run(self) -> None:
        """Go on until the time is over, or somebody stops it."""
        run = self.store.run
        if not run.budget:
            run.budget = measured_budget(self.game, self.pack, self.settings[0])
        self.save()
        while not self.stop():
            generation = self.generation()
            if generation is None:
                return
            if not generation.played:
                self.play(generation)
            if not self.stop() and generation.played and not generation.positions:
                self.fit(generation)
            if not self.stop() and generation.positions and generation.habits is None:
                self.screen(generation)
            if not self.stop() and generation.habits is not None:
                self.judge(generation)
            self.save()

    def generation(self) -> Generation | None:
        """The one under way, or the next; none if there are as many as were wished for."""
        found = self.store.run.generations
        if found and not found[-1].verdict:
            return found[-1]
        number = len(found) + 1
        if self.wish.generations and number > self.wish.generations:
            return None
        fresh = Generation(
            number,
            self.player(self.wish.player),
            seed_of(self.wish.seed, 10 * number),
        )
        found.append(fresh)
        return fresh

    def best(self) -> Generation | None:
        """The last that was kept."""
        kept = [one for one in self.store.run.generations if one.verdict == KEPT]
        return kept[-1] if kept else None

    def player(self, budget: str) -> str:
        """The best so far, as a bot with that budget."""
        best = self.best()
        if best is None:
            return f"mcts:{budget}"
        return f"learned:{budget}@{self.store.candidate(best.number)}"

    def play(self, generation: Generation) -> None:
        """Games by the best so far, to learn from."""
        wish, number = self.wish, generation.number
        done = generation.games = sum(1 for _ in self.store.games(number))
        plan = self.arena.plan([generation.player], wish.games or MOST_GAMES, generation.seed)
        plan = replace(plan, sample=SAMPLE)
        end = self.seconds + 60 * wish.minutes * SHARE

        def stop() -> bool:
            return self.stop() or (not wish.games and self.seconds >= end)

        for row in rows(plan, wish.workers, wish.ray, done, stop):
            self.store.add(number, Kept(row.scores, row.kept))
            generation.games += 1
            self.on_news(f"Generation {number}: {generation.games:,} games to learn from")
        generation.played = generation.games > 0 and not self.stop()
        self.save()

    def fit(self, generation: Generation) -> None:
        """A candidate from all games so far."""
        self.on_news(f"Generation {generation.number}: fitting to the games")
        numbers = range(1, generation.number + 1)
        games = ((kept.scores, unpacked(kept.positions)) for one in numbers for kept in self.store.games(one))
        found = [fit for table in tables(games, self.sides) if (fit := fitted(table, self.width)) is not None]
        if not found:
            generation.played = False  # too little to learn from: play more
            if self.wish.games:
                raise HarenaError("There were too few games to learn from; give --games a larger number.")
            return
        generation.positions = sum(fit.positions for fit in found)
        generation.losses = [(fit.weights.standing, fit.loss, fit.hand_made) for fit in found]
        self.write(generation, found)
        self.save()

    def write(self, generation: Generation, found: list[Fit]) -> None:
        """The candidate's file."""
        run = self.store.run
        made = Made(
            harena=harena.__version__,
            options=run.options,
            players=[one.player.partition("@")[0] for one in run.generations],
            seeds=[one.seed for one in run.generations],
            games=sum(one.games for one in run.generations),
            positions=generation.positions,
            minutes=round((self.before + self.seconds) / 60, 1),
            trials=[],
        )
        judgement = Judgement(
            layout=self.layout,
            width=self.width,
            sides=self.sides,
            weights=[fit.weights for fit in found],
            made=made,
        )
        write_learned(self.store.candidate(generation.number), self.learned([judgement]))

    def learned(self, judgements: list[Judgement]) -> Learned:
        return Learned(
            FILE_FORMAT, self.game.name, self.pack.name, self.pack.digest, self.game.rules_version, judgements
        )

    # --- how to search with it

    def screen(self, generation: Generation) -> None:
        """Try some ways to search with a candidate, and take the one that does best."""
        if not generation.variants:
            generation.variants = [Variant(habits) for habits in ways(self.habits_now())]
            self.save()
        end = self.seconds + 60 * self.wish.minutes * SHARE

        def stop() -> bool:
            return self.stop() or self.seconds >= end

        def tell(one: Variant) -> None:
            played = sum(len(each.pairs) for each in generation.variants)
            left = len(still_in(generation.variants)[0])
            self.on_news(
                f"Generation {generation.number}: {2 * played:,} games to find how to search with it, "
                f"{left} of {len(generation.variants)} ways left"
            )

        if screen(generation.variants, partial(self.meeting, generation), stop, tell) or not self.stop():
            generation.habits = chosen(generation.variants).habits
            file = self.store.candidate(generation.number)
            write_learned(file, with_habits(read_learned(file), generation.habits))
        self.save()

    def habits_now(self) -> Habits:
        """Those that the last candidate did best with, or the usual ones."""
        found = [one.habits for one in self.store.run.generations if one.habits is not None]
        if found:
            return found[-1]
        bot = bots.find(f"mcts:{self.store.run.budget}")
        assert isinstance(bot, MctsBot)
        return usual(self.game.start(self.pack, self.settings[0], fast_dice(0)).horizon(), bot)

    def meeting(self, generation: Generation, one: Variant) -> Gate:
        """A way to search meets the best so far. All ways get the same deals, which the test never sees."""
        run, number = self.store.run, generation.number
        at = generation.variants.index(one)
        file = self.store.candidate(number, at)
        write_learned(file, with_habits(read_learned(self.store.candidate(number)), one.habits))
        pair = f"learned:{run.budget}@{file}", self.player(run.budget)
        return Gate(self.arena, pair, self.terms, seed_of(run.seed, 10 * number + 3))

    @property
    def terms(self) -> Terms:
        run = self.store.run
        return Terms(run.budget, run.elo, run.risk)

    # --- the verdict

    def judge(self, generation: Generation) -> None:
        """Test a candidate against the one before and against the hand-made judgement."""
        if not generation.bouts:
            generation.bouts = self.bouts(generation)
            self.save()
        for bout in generation.bouts:
            gate = self.gate(generation, bout)
            gate.run(self.stop, partial(self._tell, generation, bout))
            bout.pairs = gate.scores
            if not gate.over:
                return  # to be gone on with
            generation.trials.append(gate.trial(bout.against))
            if gate.verdict is not Verdict.MORE:
                self.close(generation, DROPPED)
                return
        self.close(generation, KEPT)

    def bouts(self, generation: Generation) -> list[Bout]:
        run, number = self.store.run, generation.number
        hand_made = Bout(HAND_MADE, f"mcts:{run.budget}", seed_of(run.seed, 10 * number + 1))
        best = self.best()
        if best is None:
            return [hand_made]
        before = Bout(BEFORE, self.player(run.budget), seed_of(run.seed, 10 * number + 2))
        return [before, hand_made]

    def gate(self, generation: Generation, bout: Bout) -> Gate:
        run = self.store.run
        candidate = f"learned:{run.budget}@{self.store.candidate(generation.number)}"
        gate = Gate(self.arena, (candidate, bout.other), self.terms, bout.seed)
        for score in bout.pairs:
            gate.add(score)
        return gate

    def _tell(self, generation: Generation, bout: Bout, gate: Gate) -> None:
        bout.pairs = gate.scores
        self.on_news(f"Generation {generation.number} against {bout.against}: {gate.progress()}")
        if len(gate.scores) % 20 == 0:
            self.save()

    def close(self, generation: Generation, verdict: str) -> None:
        """The verdict is known; what is better takes its place beside the pack."""
        generation.verdict = verdict
        generation.minutes = round((self.before + self.seconds) / 60, 2)
        if verdict == KEPT:
            self.keep(generation)
        self.save()

    def keep(self, generation: Generation) -> None:
        file = self.store.candidate(generation.number)
        found = read_learned(file).judgements[0]
        trials = [trial for one in self.store.run.generations if one.verdict == KEPT for trial in one.trials]
        kept = replace(found, made=replace(found.made, trials=trials))
        write_learned(file, self.learned([kept]))
        put_beside(self.goal(), self.learned([kept]))

    def goal(self) -> Path:
        """Where the best is written: beside the pack, unless somebody named a file."""
        if self.wish.out is not None:
            return self.wish.out
        home = home_of(self.pack.digest)
        return home / FILE if home is not None else self.store.folder / FILE


def with_habits(learned: Learned, habits: Habits) -> Learned:
    """A candidate that searches in a certain way."""
    one = replace(learned.judgements[0], **habits._asdict())
    return replace(learned, judgements=[one])


def put_beside(file: Path, learned: Learned) -> None:
    """Write judgements into a file; what it holds for other seats and sides of the same pack stays."""
    others: list[Judgement] = []
    if file.is_file():
        before = read_learned(file)
        if (before.digest, before.rules) == (learned.digest, learned.rules):
            new = [(one.layout, one.sides) for one in learned.judgements]
            others = [one for one in before.judgements if (one.layout, one.sides) not in new]
    write_learned(file, replace(learned, judgements=[*others, *learned.judgements]))


def check(wish: Wish) -> None:
    """Refuse what nothing can be learned from."""
    if not 0 < wish.minutes <= 100_000:
        raise HarenaError(f"--minutes takes a number above 0, not {wish.minutes:g}.")
    if wish.games < 0 or wish.generations < 0:
        raise HarenaError("--games and --generations take numbers from 1 on.")
    if not 0 < wish.risk <= 0.4:
        raise HarenaError(f"--risk takes a number above 0 and up to 0.4, not {wish.risk:g}.")
    if not -800 <= wish.elo[0] < wish.elo[1] <= 800:
        raise HarenaError("--elo0 must be less than --elo1, both between -800 and 800.")
    for budget in (wish.player, wish.budget or "1"):
        bots.find(f"mcts:{budget}")


def shape_of(game: AnyGame, pack: Any, settings: list[Any]) -> tuple[str, list[int]]:
    """The layout of features and the sides of all settings, which must be the same."""
    shapes = {(layout_of(game.features(pack, one)), tuple(grouped(game.sides(one)))) for one in settings}
    if len(shapes) > 1:
        raise HarenaError(
            f"The match-ups of {game.title} with these options see different numbers; set more options, "
            "so that all are alike."
        )
    layout, sides = shapes.pop()
    if len(set(sides)) < 2:
        raise HarenaError(f"{game.title} has one side only with these options, so there is nothing to learn.")
    return layout, list(sides)


def measured_budget(game: AnyGame, pack: Any, options: Any) -> str:
    """How long the yardstick takes for a move here, in the processor's time: others may be at work, too."""
    bot, dice = bots.find(YARDSTICK), fast_dice(1)
    state = game.start(pack, options, fast_dice(1))
    bot.sit_down(Chair(game, pack, options, 0))
    moves, began = 0, time.thread_time()
    while state.seat != OVER and moves < MEASURED and time.thread_time() - began < LONGEST:
        moves += state.has_choice()
        state.play(bots.answer(bot, state, dice))
    return f"{max(1, round(1000 * (time.thread_time() - began) / max(moves, 1)))}cpu"
