"""Many games at once: one call takes an action in each and writes what the next to decide sees and may do.

Everything handed out stays in place: it is made once and written anew at each step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from harena.core.bits import low_bit
from harena.core.dice import Dice, FastDice, fast_dice
from harena.core.pen import Pen, places, zeros
from harena.core.state import HAND, OVER, State

ODD: Final = 0x9E3779B1  # spreads the numbers of games and episodes over the seeds
SEED_BITS: Final = 0x3FFFFFFFFFFFFFFF


def seed_of(seed: i64, game: i64, episode: i64) -> i64:
    """The seed of one episode of one game: the same however the games are shared out."""
    dice = fast_dice((seed ^ (game * ODD)) & SEED_BITS)
    other = fast_dice((dice.word() << 30 ^ episode) & SEED_BITS)
    return (other.word() << 30 ^ other.word()) & SEED_BITS


def floats(n: i64) -> vec[float]:
    return vec[float]([0.0] * n)


@final
class Stepper:
    """So many games of one setting. `fresh` is a table before anything has happened."""

    def __init__(self, fresh: State, games: i64, actions: i64, width: i64) -> None:
        self.fresh = fresh
        self.games: i64 = games
        self.actions: i64 = actions
        self.seats: i64 = fresh.seats
        self.seed: i64 = 0
        self.first: i64 = 0  # the number of the first game, where a batch is shared out over processes
        self.longest: i64 = 0  # decisions of an episode before it is cut; 0: never
        self.shaped: bool = False  # rewards are changes of the estimate, too
        self.encoder: Optional[Callable[[State, i64, Pen], None]] = (
            None  # of games that do not write themselves
        )
        self.states: list[State] = []
        self.episodes: list[i64] = []  # by game: how many it has begun
        self.pen = Pen(games, width)
        self.mask: vec[u8] = zeros(games * actions)
        self.reward: vec[float] = floats(games * self.seats)  # by game and seat
        self.before: vec[float] = floats(games * self.seats)  # the estimates at the last step
        self.terminated: vec[u8] = zeros(games)
        self.truncated: vec[u8] = zeros(games)
        self.seat: vec[i32] = places(games)  # who decides
        self.made: vec[i32] = places(games)  # decisions of the episode so far
        self.bases: list[i64] = [0] * games  # the questions that were written, to wipe them
        self.bits: list[i64] = [0] * games
        self.bases2: list[i64] = [0] * games
        self.bits2: list[i64] = [0] * games
        self.ended: i64 = 0  # episodes in all
        self.steps: i64 = 0

    # --- episodes

    def reset(self, seed: i64) -> None:
        """Begin all games anew."""
        self.seed = seed
        self.states = []
        self.episodes = [0] * self.games
        game: i64 = 0
        while game < self.games:
            self.states.append(self.begin(game))
            self.clear(game)
            self.show(game)
            game += 1

    def begin(self, game: i64) -> State:
        """The next episode of a game."""
        dice = fast_dice(seed_of(self.seed, self.first + game, self.episodes[game]))
        self.episodes[game] += 1
        state = self.fresh.copy()
        state.dice = dice
        state.run_on()
        self.settle(state)
        self.made[game] = 0
        if self.shaped:
            self.note_estimate(game, state)
        return state

    def settle(self, state: State) -> None:
        """What hands do is chance."""
        while state.measured:
            state.play(state.knack(state.dice, HAND))

    # --- a step

    def step(self, chosen: bytes) -> None:
        """Take one action in each game: two bytes each, the lower first. Episodes that end begin anew."""
        game: i64 = 0
        at: i64 = 0
        while game < self.games:
            self.act(game, i64(chosen[at]) | i64(chosen[at + 1]) << 8)
            game += 1
            at += 2

    def act(self, game: i64, action: i64) -> None:
        """Take one action in one game, and write what comes of it."""
        state = self.states[game]
        state.play(action)
        if state.measured:
            self.settle(state)
        self.steps += 1
        made = i64(self.made[game]) + 1
        self.made[game] = i32(made)
        if self.shaped or self.terminated[game] != 0 or self.truncated[game] != 0:
            self.clear(game)
        if state.seat == OVER:
            self.finish(game, state)
        elif made == self.longest:
            self.cut(game, state)
        elif self.shaped:
            self.reward_change(game, state)
        self.show(game)

    def finish(self, game: i64, state: State) -> None:
        """The episode is over: everybody gets their score, and the next one begins."""
        self.terminated[game] = 1
        self.reward_scores(game, state.score())
        self.ended += 1
        self.states[game] = self.begin(game)

    def cut(self, game: i64, state: State) -> None:
        """The episode has gone on for too long: it ends without a score."""
        self.truncated[game] = 1
        if self.shaped:
            self.reward_change(game, state)
        self.ended += 1
        self.states[game] = self.begin(game)

    # --- what is written

    def show(self, game: i64) -> None:
        """What the seat that decides sees and may do."""
        state = self.states[game]
        self.seat[game] = i32(state.seat)
        pen = self.pen
        pen.begin(game)
        encoder = self.encoder
        if encoder is None:
            state.encode(state.seat, pen)
        else:
            encoder(state, state.seat, pen)
        pen.end()
        self.show_mask(game, state)

    def show_mask(self, game: i64, state: State) -> None:
        """Wipe the open actions of the question before, write those of this one."""
        start = game * self.actions
        self.mark(start + self.bases[game], self.bits[game], 0)
        self.mark(start + self.bases2[game], self.bits2[game], 0)
        self.bases[game] = state.base
        self.bits[game] = state.mask
        self.bases2[game] = state.base2
        self.bits2[game] = state.mask2
        self.mark(start + state.base, state.mask, 1)
        self.mark(start + state.base2, state.mask2, 1)

    def mark(self, at: i64, bits: i64, as_: u8) -> None:
        mask = self.mask
        while bits != 0:
            mask[at + low_bit(bits)] = as_
            bits &= bits - 1

    def clear(self, game: i64) -> None:
        """What the step before reported is over."""
        self.terminated[game] = 0
        self.truncated[game] = 0
        at = game * self.seats
        stop = at + self.seats
        while at < stop:
            self.reward[at] = 0.0
            at += 1

    def reward_scores(self, game: i64, scores: list[float]) -> None:
        at = game * self.seats
        for score in scores:
            self.reward[at] = score - self.before[at] if self.shaped else score
            at += 1

    def reward_change(self, game: i64, state: State) -> None:
        """By choice: how much the estimate has changed. Over an episode that adds up to the score."""
        at = game * self.seats
        for share in state.estimate():
            self.reward[at] = share - self.before[at]
            self.before[at] = share
            at += 1

    def note_estimate(self, game: i64, state: State) -> None:
        at = game * self.seats
        for share in state.estimate():
            self.before[at] = share
            at += 1

    # --- quick players

    def any_action(self, game: i64, dice: Dice) -> i64:
        """Any open action of a game."""
        state = self.states[game]
        return state.nth(dice.below(state.count()))

    def hunch(self, game: i64, dice: Dice) -> i64:
        """What a player in a hurry might do, from a guess of what the seat cannot know."""
        state = self.states[game]
        return state.guess(state.seat, dice).hunch(dice)

    def run(self, steps: i64, seed: i64) -> None:
        """Random play in all games, for measuring: nothing but this code."""
        dice: FastDice = fast_dice(seed)
        while steps > 0:
            game: i64 = 0
            while game < self.games:
                self.act(game, self.any_action(game, dice))
                game += 1
            steps -= 1
