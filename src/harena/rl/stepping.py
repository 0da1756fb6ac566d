"""Many games at once: one call takes an action in each and writes what the next to decide sees and may do.

Everything handed out stays in place: it is made once and written anew at each step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from harena.core.dice import Dice, FastDice, fast_dice
from harena.core.pen import Pen, floats, places, zeros
from harena.core.state import HAND, OVER, State

ODD: Final = 0x9E3779B1  # spreads the numbers of games and episodes over the seeds
SEED_BITS: Final = 0x3FFFFFFFFFFFFFFF
LEFT: Final = 0xFFFF  # in place of an action: this game waits

# Who decides for the other seats.
CALLER: Final = 0  # whoever steps the games, for all seats
ANYTHING: Final = 1  # dice
HUNCHES: Final = 2  # what a player in a hurry might do
RIVAL: Final = 3  # somebody who is asked
PICKS: Final = -1  # in place of an episode: the seed of actions picked at random

Rival = Callable[[i64, State, Dice], i64]  # an answer in a game


def seed_of(seed: i64, game: i64, episode: i64) -> i64:
    """The seed of one episode of one game: the same however the games are shared out."""
    dice = fast_dice((seed ^ (game * ODD)) & SEED_BITS)
    other = fast_dice((dice.word() << 30 ^ episode) & SEED_BITS)
    return (other.word() << 30 ^ other.word()) & SEED_BITS


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
        self.open = Pen(games, actions)  # what may be done
        self.reward: vec[float] = floats(games * self.seats)  # by game and seat
        self.before: vec[float] = floats(games * self.seats)  # the estimates at the last step
        self.terminated: vec[u8] = zeros(games)
        self.truncated: vec[u8] = zeros(games)
        self.seat: vec[i32] = places(games)  # who decides
        self.made: vec[i32] = places(games)  # decisions of the episode so far
        self.ended: i64 = 0  # episodes in all
        self.steps: i64 = 0
        self.others: i64 = CALLER
        self.rival: Optional[Rival] = None
        self.rival_dice: list[Dice] = []  # by game
        self.seated: bool = False  # whoever steps has one seat in each game
        self.own: vec[i32] = places(games)  # which
        self.moves_on: bool = False  # that seat, by one from game to game and from episode to episode
        self.last: Optional[Pen] = None  # by game: what was seen last in an episode, if somebody wants that
        self.choices: list[FastDice] = []  # by game: dice of `pick`
        self.picked: vec[i32] = places(games)  # any open action of each game

    # --- episodes

    def reset(self, seed: i64) -> None:
        """Begin all games anew."""
        self.seed = seed
        self.states = []
        self.choices = []
        if self.others != CALLER:
            self.rival_dice = [fast_dice(0)] * self.games
        self.episodes = [0] * self.games
        game: i64 = 0
        while game < self.games:
            state = self.begin(game)
            self.states.append(state)
            self.clear(game)
            self.show(game, state)
            game += 1

    def begin(self, game: i64) -> State:
        """The next episode of a game, in which whoever steps has something to decide."""
        state = self.begin_any(game)
        while state.seat == OVER:
            state = self.begin_any(game)
        if self.shaped:
            self.note_estimate(game, state)
        return state

    def begin_any(self, game: i64) -> State:
        """The next episode of a game; others may even end it."""
        seed = seed_of(self.seed, self.first + game, self.episodes[game])
        self.episodes[game] += 1
        state = self.fresh.copy()
        state.dice = fast_dice(seed)
        state.run_on()
        self.settle(state)
        self.made[game] = 0
        if self.moves_on:
            self.own[game] = i32((self.first + game + self.episodes[game] - 1) % self.seats)
        if self.others != CALLER:
            self.rival_dice[game] = fast_dice(seed_of(seed, 0, 0))
            self.made[game] = i32(self.play_others(game, state, 0, 0))
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
            action = i64(chosen[at]) | i64(chosen[at + 1]) << 8
            if action != LEFT:
                self.act(game, self.states[game], action)
            game += 1
            at += 2

    def act(self, game: i64, state: State, action: i64) -> None:
        """Take one action in one game, and write what comes of it."""
        state.play(action)
        if state.measured:
            self.settle(state)
        self.steps += 1
        made = i64(self.made[game]) + 1
        if self.others != CALLER:
            made = self.play_others(game, state, made, self.longest)
        self.made[game] = i32(made)
        if self.shaped or self.terminated[game] != 0 or self.truncated[game] != 0:
            self.clear(game)
        if state.seat == OVER:
            self.finish(game, state)
            state = self.states[game]
        elif made >= self.longest > 0:
            self.cut(game, state)
            state = self.states[game]
        elif self.shaped:
            self.reward_change(game, state)
        self.show(game, state)

    def finish(self, game: i64, state: State) -> None:
        """The episode is over: everybody gets their score, and the next one begins."""
        self.terminated[game] = 1
        self.reward_scores(game, state.score())
        self.show_last(game, state)
        self.ended += 1
        self.states[game] = self.begin(game)

    def cut(self, game: i64, state: State) -> None:
        """The episode has gone on for too long: it ends without a score."""
        self.truncated[game] = 1
        if self.shaped:
            self.reward_change(game, state)
        self.show_last(game, state)
        self.ended += 1
        self.states[game] = self.begin(game)

    # --- the others

    def play_others(self, game: i64, state: State, made: i64, longest: i64) -> i64:
        """Let others decide until it is their turn who step; how many decisions the episode has then."""
        own = i64(self.own[game])
        while state.seat != own and state.seat != OVER and (longest == 0 or made < longest):
            state.play(self.answer(game, state))
            self.settle(state)
            made += 1
        return made

    def answer(self, game: i64, state: State) -> i64:
        """What another does."""
        dice = self.rival_dice[game]
        rival = self.rival
        if rival is not None:
            return rival(game, state, dice)
        if self.others == HUNCHES:
            return state.guess(state.seat, dice).hunch(dice)
        return state.nth(dice.below(state.count()))

    # --- what is written

    def show(self, game: i64, state: State) -> None:
        """What the seat that decides sees and may do."""
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

    def show_last(self, game: i64, state: State) -> None:
        """What is seen at the end of an episode by whoever steps, else by the seat that is asked or was."""
        pen = self.last
        if pen is None:
            return
        seat = i64(self.own[game]) if self.seated else state.seat
        if seat == OVER:
            seat = i64(self.seat[game])
        pen.begin(game)
        encoder = self.encoder
        if encoder is None:
            state.encode(seat, pen)
        else:
            encoder(state, seat, pen)
        pen.end()

    def show_mask(self, game: i64, state: State) -> None:
        """The open actions of the question."""
        pen = self.open
        pen.begin(game)
        start = pen.at
        pen.mark_all(start + state.base, state.mask)
        pen.mark_all(start + state.base2, state.mask2)
        pen.end()

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

    def pick(self) -> None:
        """Any open action of each game into `picked`, the same however the games are shared out."""
        game: i64 = len(self.choices)
        while game < self.games:
            self.choices.append(fast_dice(seed_of(self.seed, self.first + game, PICKS)))
            game += 1
        game = 0
        while game < self.games:
            self.picked[game] = i32(self.any_action(game, self.choices[game]))
            game += 1

    def run(self, steps: i64, seed: i64) -> None:
        """Random play in all games, for measuring: nothing but this code."""
        dice: FastDice = fast_dice(seed)
        while steps > 0:
            game: i64 = 0
            while game < self.games:
                state = self.states[game]
                self.act(game, state, state.nth(dice.below(state.count())))
                game += 1
            steps -= 1
