"""Many games at once give what the games give alone: rows, masks, rewards and ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from contract.play import options_for, pack_of
from example.high_card import GAME as HIGH_CARD
from harena.core.dice import fast_dice
from harena.core.errors import ActionError, OptionError
from harena.core.features import encoder
from harena.core.game import AnyGame
from harena.core.pen import Pen
from harena.core.state import HAND, OVER, State
from harena.rl.batch import Batch
from harena.rl.stepping import seed_of

GAMES = 4
STEPS = 60
ARRAYS = ("observations", "masks", "rewards", "terminations", "truncations", "seats", "made")


def batch_of(game: AnyGame, games: int = GAMES, number: int = 1, **more: Any) -> Batch:
    """A batch of short games, with one of the game's option sets."""
    chosen = {**options_for(game, number), **game.short, **more}
    return Batch(game.name, games, pack=pack_of(game), **chosen)


def choose(batch: Batch, dice: np.random.Generator) -> NDArray[Any]:
    """Any open action in each game."""
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in batch.masks])


def bytes_of(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in ARRAYS]


class Alone:
    """One game of a batch, played in plain steps."""

    def __init__(self, batch: Batch, number: int, seed: int) -> None:
        self.batch, self.number, self.seed, self.episode = batch, number, seed, 0
        self.pen = Pen(1, batch.features.width)
        self.state = self.begin()

    def begin(self) -> State:
        dice = fast_dice(seed_of(self.seed, self.number, self.episode))
        state: State = self.batch.game.start(self.batch.pack, self.batch.options, dice)
        self.episode += 1
        return self.settled(state)

    def settled(self, state: State) -> State:
        while state.measured:
            state.play(state.knack(state.dice, HAND))
        return state

    def play(self, action: int) -> list[float] | None:
        """The score, if that was the end: then the next game has begun."""
        self.state.play(action)
        self.settled(self.state)
        if self.state.seat != OVER:
            return None
        score = self.state.score()
        self.state = self.begin()
        return score

    def row(self) -> bytes:
        self.pen.begin(0)
        encoder(self.batch.game, self.state)(self.state, self.state.seat, self.pen)
        self.pen.end()
        return bytes(memoryview(self.pen.paper))


def compare(batch: Batch, number: int, alone: Alone, score: list[float] | None) -> None:
    assert batch.observations[number].tobytes() == alone.row()
    assert np.flatnonzero(batch.masks[number]).tolist() == alone.state.legal()
    assert set(np.unique(batch.masks[number])) <= {0, 1}
    assert batch.seats[number] == alone.state.seat
    assert batch.terminations[number] == (score is not None)
    assert batch.truncations[number] == 0
    assert batch.rewards[number].tolist() == (score or [0.0] * alone.state.seats)


@pytest.mark.parametrize("number", [1, 2])
def test_a_batch_gives_what_its_games_give_alone(game: AnyGame, number: int) -> None:
    batch = batch_of(game, number=number, seed=7)
    games = [Alone(batch, each, 7) for each in range(GAMES)]
    dice = np.random.default_rng(number)
    ends = 0
    for each, alone in enumerate(games):
        compare(batch, each, alone, None)
    while ends < 2 or batch.stepper.steps < STEPS:
        actions = choose(batch, dice)
        batch.step(actions)
        for each, alone in enumerate(games):
            score = alone.play(int(actions[each]))
            ends += score is not None
            compare(batch, each, alone, score)


def test_a_reset_begins_the_same_games_and_another_seed_others(game: AnyGame) -> None:
    batch = batch_of(game, 8, seed=3)
    begun = bytes_of(batch)
    dice = np.random.default_rng(1)
    for _ in range(9):
        batch.step(choose(batch, dice))
    assert bytes_of(batch) != begun
    batch.reset(3)
    assert bytes_of(batch) == begun
    played = []
    for seed in (3, 4):
        batch.reset(seed)
        again = np.random.default_rng(1)
        for _ in range(9):
            batch.step(choose(batch, again))
        played.append(bytes_of(batch))
    assert played[0] != played[1]


def test_an_episode_is_cut_at_its_length_and_says_so(game: AnyGame) -> None:
    batch = batch_of(game, seed=5, longest=4)
    dice = np.random.default_rng(2)
    made = np.zeros(GAMES, int)
    cuts = 0
    for _ in range(STEPS // GAMES):
        batch.step(choose(batch, dice))
        made += 1
        over = batch.terminations == 1
        assert np.array_equal(batch.truncations == 1, (made == 4) & ~over)
        assert not batch.rewards[batch.truncations == 1].any()
        cuts += int(batch.truncations.sum())
        made[over | (batch.truncations == 1)] = 0
        assert np.array_equal(batch.made, made)
    assert cuts > 0


def test_shaped_rewards_add_up_to_the_score_without_the_first_estimate(game: AnyGame) -> None:
    """And where an episode is cut, to the last estimate without the first."""
    plain, shaped = (batch_of(game, seed=11, shaped=yes) for yes in (False, True))
    dice = np.random.default_rng(3)
    first = estimates(shaped)
    sums = np.zeros_like(first)
    ends = 0
    while ends < 3:
        actions = choose(plain, dice)
        plain.step(actions)
        shaped.step(actions)
        sums += shaped.rewards
        assert np.array_equal(plain.observations, shaped.observations)
        for game_over in np.flatnonzero(plain.terminations):
            assert sums[game_over] + first[game_over] == pytest.approx(plain.rewards[game_over])
            first[game_over] = estimates(shaped)[game_over]
            sums[game_over] = 0.0
            ends += 1
        assert sums + first == pytest.approx(estimates(shaped)), "until then, to what is thought now"


def estimates(batch: Batch) -> NDArray[np.float64]:
    return np.array([state.estimate() for state in batch.stepper.states])


BAD_ACTIONS = {
    "negative": lambda batch: np.full(len(batch), -1),
    "beyond the last": lambda batch: np.full(len(batch), batch.actions.size),
    "far beyond": lambda batch: np.full(len(batch), 1 << 40),
    "not open": lambda batch: np.where(batch.masks == 0)[1][:1].repeat(len(batch)),
    "halves": lambda batch: np.full(len(batch), 0.5),
    "text": lambda batch: ["go"] * len(batch),
    "too few": lambda batch: np.zeros(len(batch) - 1, int),
    "too many": lambda batch: np.zeros((len(batch), 2), int),
    "nothing": lambda batch: None,
}


@pytest.mark.parametrize("bad", BAD_ACTIONS)
def test_bad_actions_are_refused_in_a_sentence_and_change_nothing(game: AnyGame, bad: str) -> None:
    batch = batch_of(game, seed=1)
    before, keys = bytes_of(batch), [state.key() for state in batch.stepper.states]
    with pytest.raises(ActionError) as refused:
        batch.step(BAD_ACTIONS[bad](batch))
    assert str(refused.value)[0].isupper()
    assert str(refused.value).endswith(".")
    assert bytes_of(batch) == before
    assert [state.key() for state in batch.stepper.states] == keys


def test_a_closed_action_is_named_with_its_game(game: AnyGame) -> None:
    batch = batch_of(game, seed=1)
    actions = choose(batch, np.random.default_rng(1))
    actions[2] = np.flatnonzero(batch.masks[2] == 0)[0]
    with pytest.raises(ActionError, match=r"In game 2 the action .* is not open"):
        batch.step(actions)


@pytest.mark.parametrize("first", [-1, 1 << 30, 0.5, True])
def test_the_first_game_of_a_part_has_a_number(first: Any) -> None:
    with pytest.raises(OptionError, match="`first` is the number of a game"):
        Batch(HIGH_CARD.name, first=first)
