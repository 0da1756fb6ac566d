"""Many games at once: the same for any split, against dice, hunches, bots and other policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import harena
from contract.play import pack_of
from harena import bots
from harena.bots.bot import Bot, Chair
from harena.core.dice import Dice
from harena.core.errors import ActionError, BotError, HarenaError, OptionError
from harena.core.state import State
from harena.rl.batch import Batch
from rl.policies import a_closed_one, by_the_row, the_largest
from rl.settings import OptionSet, every_number_of_players

OPPONENTS = ["random", "hunch", ["hunch"], "lowest", by_the_row]
IDS = ["random", "hunch", "hunch asked", "bot", "policy"]


@pytest.fixture(autouse=True)
def known_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.registry, "_added", {kind.name: kind for kind in (LowestBot, FailingBot)})


def batch(name: str, games: int, **asked: Any) -> Batch:
    return Batch(name, games, pack=pack_of(harena.game(name)), **asked)


def story(games: Batch, steps: int) -> list[tuple[bytes, ...]]:
    """Everything that so many steps write, game by game."""
    told: list[list[bytes]] = [[] for _ in range(len(games))]
    for _ in range(steps):
        games.step(by_the_row(games.observations, games.masks))
        arrays = (games.observations, games.masks, games.rewards, games.terminations, games.truncations)
        for game in range(len(games)):
            told[game] += [array[game].tobytes() for array in (*arrays, games.seats, games.made)]
    return [tuple(one) for one in told]


@every_number_of_players
def test_one_seed_gives_the_same_games_for_any_split(name: str, chosen: OptionSet) -> None:
    whole = story(batch(name, 3, seed=5, longest=20, **chosen), 6)
    parts = [
        batch(name, 1, seed=5, longest=20, first=0, **chosen),
        batch(name, 2, seed=5, longest=20, first=1, **chosen),
    ]
    assert whole == [*story(parts[0], 6), *story(parts[1], 6)]


@pytest.mark.parametrize("opponents", OPPONENTS, ids=IDS)
@pytest.mark.parametrize("seat", [1, "turns"])
def test_against_others_the_split_does_not_matter_either(opponents: Any, seat: Any) -> None:
    asked: dict[str, Any] = {"seed": 5, "seat": seat, "opponents": opponents, "longest": 45, "finals": True}
    whole = story(batch("dawn_raid", 4, **asked), 15)
    parts = [batch("dawn_raid", 3, **asked), batch("dawn_raid", 1, first=3, **asked)]
    assert whole == [*story(parts[0], 15), *story(parts[1], 15)]


@pytest.mark.parametrize("opponents", OPPONENTS, ids=IDS)
@pytest.mark.parametrize("seat", [0, "turns"])
@pytest.mark.parametrize("shaped", [False, True])
def test_the_caller_is_asked_for_one_seat_and_told_of_every_end(
    opponents: Any, seat: Any, shaped: bool
) -> None:
    games = batch("dawn_raid", 4, seed=2, seat=seat, opponents=opponents, finals=True, shaped=shaped)
    ended: list[int] = []  # the caller's seat in each game that ended
    got = np.zeros((4, 2))
    stood = np.array([state.estimate() for state in games.stepper.states])
    for _ in range(36):
        assert np.array_equal(games.seats, games.own)
        own = games.own.copy()
        games.step(games.any_actions())
        over = games.terminations != 0
        ended += own[over].tolist()
        got += games.rewards
        if shaped and over.any():  # scores, less what everybody stood at in the beginning
            assert np.allclose(got[over] + stood[over], np.round(got[over] + stood[over]))
        elif not shaped:
            assert np.array_equal(games.rewards.sum(axis=1), over)
        got[over] = 0.0
        for game in np.flatnonzero(over):
            stood[game] = games.stepper.states[game].estimate()
        assert games.finals is not None
        assert all(row.any() for row in games.finals[over])
    assert len(ended) >= 4
    assert set(ended) == ({0, 1} if seat == "turns" else {0})


def test_rewards_against_others_are_the_scores_of_whole_games() -> None:
    """Whoever takes the largest action at every decision gets the same in a batch, and played by hand."""
    games = batch("dawn_raid", 3, seed=4, seat=0, opponents=the_largest)
    alone = batch("dawn_raid", 3, seed=4)
    scores: list[list[list[float]]] = [[[], [], []], [[], [], []]]
    for told, one in zip(scores, (games, alone), strict=True):
        for _ in range(120):
            one.step(the_largest(one.observations, one.masks))
            for game in np.flatnonzero(one.terminations):
                told[game].append(one.rewards[game].tolist())
    for game in range(3):
        played = min(len(scores[0][game]), len(scores[1][game]))
        assert played >= 1
        assert scores[0][game][:played] == scores[1][game][:played]


def test_what_is_seen_last_is_the_end_and_not_the_next_beginning() -> None:
    games, alone = batch("dawn_raid", 2, seed=3, finals=True), batch("dawn_raid", 2, seed=3)
    features = games.features
    left = [features[f"{whose}/left"].place for whose in ("own", "opponent")]
    for _ in range(70):
        actions = by_the_row(alone.observations, alone.masks)
        games.step(actions)
        alone.step(actions)
        assert games.finals is not None
        for game in np.flatnonzero(games.terminations):
            assert games.finals[game][left].tolist() == [0, 0]  # DR-4.1: both decks are empty
            assert (games.observations[game][left] >= 28).all()
    assert games.stepper.ended >= 2


def test_in_a_game_of_four_each_other_seat_has_its_own_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the table, from the seat after the caller's on."""
    asked: set[tuple[str, int]] = set()

    class NotingBot(LowestBot):
        def __init__(self, word: str) -> None:
            self.word = word

        @classmethod
        def from_text(cls, text: str) -> Bot:
            return cls(text)

        def choose(self, position: State, dice: Dice) -> int:
            asked.add((self.word, int(position.seat)))
            return super().choose(position, dice)

    monkeypatch.setattr(bots.registry, "_added", {"noting": NotingBot})
    names = ["noting:next", "noting:across", "noting:before"]
    games = batch("combat_arena", 1, seat=2, opponents=names, players=4, set_up="given", longest=200)
    for _ in range(30):
        games.step(games.any_actions())
    assert asked == {("next", 3), ("across", 0), ("before", 1)}


class LowestBot(Bot):
    """Takes the open action with the lowest number, unless it is asked out of order."""

    name = "lowest"
    about = "Takes the open action with the lowest number."

    def sit_down(self, chair: Chair) -> None:
        self.seat, self.made = chair.seat, -1

    def choose(self, position: State, dice: Dice) -> int:
        assert position.seat == self.seat
        assert position.made > self.made, "it sits down again when a game begins"
        self.made = int(position.made)
        return position.nth(0)


class FailingBot(Bot):
    name = "fails"
    about = "Does what a bot must not."

    def __init__(self, how: str) -> None:
        self.how = how

    @classmethod
    def from_text(cls, text: str) -> Bot:
        return cls(text)

    def choose(self, position: State, dice: Dice) -> int:
        if self.how == "closed":
            return 8
        raise RuntimeError("out of order")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"opponents": "nobody"}, "There is no bot 'nobody'"),
        ({"opponents": ["random", "random"]}, "Opponents are the name of a bot, 1 names"),
        ({"opponents": 5}, "Opponents are the name of a bot"),
        ({"opponents": "fails:closed"}, "The bot 'fails:closed' in seat 2 chose 8, which is not open"),
        ({"opponents": "fails"}, "The bot 'fails' in seat 2 failed: out of order"),
        ({"opponents": a_closed_one}, "In game 0 the action .* is not open"),
        ({"seat": 2}, "A seat is a number from 0 to 1, or 'turns'"),
        ({"seat": True}, "A seat is a number from 0 to 1"),
        ({"longest": -5}, "`longest` is a number of decisions"),
        ({"games": 0}, "A batch has at least one game"),
        ({"seed": -1}, "A seed is a whole number"),
        ({"opponents": by_the_row, "longest": 1, "first_attacker": "seat2"}, "`longest` is too short"),
    ],
)
def test_bad_settings_are_refused_with_a_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises((OptionError, HarenaError, BotError), match=sentence):
        play_a_little(**{"games": 2, "seat": 0, **asked})


def play_a_little(games: int, **asked: Any) -> None:
    one = batch("dawn_raid", games, **asked)
    for _ in range(20):
        one.step(one.any_actions())


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0], "A step takes one action for each of the 2 games"),
        ([0.0, 1.0], "Actions are whole numbers"),
        ([0, 9], "There is no action with the number 9"),
        ([0, -1], "There is no action with the number -1"),
        ([0, 8], "In game 1 the action .* is not open"),
    ],
)
def test_bad_actions_are_refused_with_a_sentence_and_change_nothing(
    actions: Sequence[float], sentence: str
) -> None:
    games = batch("dawn_raid", 2)
    before = games.observations.copy()
    with pytest.raises(ActionError, match=sentence):
        games.step(actions)
    assert np.array_equal(games.observations, before)
    assert games.made.tolist() == [0, 0]


def test_actions_picked_at_random_are_open_and_the_same_for_any_split() -> None:
    whole, part = batch("dawn_raid", 5, seed=9), batch("dawn_raid", 2, seed=9, first=3)
    seen = set()
    for _ in range(20):
        picked = whole.any_actions().copy()
        seen.update(picked.tolist())
        assert (whole.masks[np.arange(5), picked] == 1).all()
        assert picked[3:].tolist() == part.any_actions().tolist()
        whole.step(picked)
        part.step(picked[3:])
    assert len(seen) >= 4
