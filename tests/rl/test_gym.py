"""One seat against others, for Gymnasium: its own checker, and the same games as in a batch."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import harena
from contract.play import pack_of
from harena.core.dice import fast_dice
from harena.core.errors import ActionError, OptionError
from harena.rl import gym, zoo
from harena.rl.vector import SeatsEnv
from rl.policies import by_the_row, first_from
from rl.settings import LONG, OptionSet, every_game, every_number_of_players, every_setting

# A way to render of our own; and Gymnasium has no vector environments that give arrays without a copy.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")


def seat(name: str, **asked: Any) -> gym.SeatEnv:
    """An environment as users make it, without what Gymnasium wraps around."""
    made = gymnasium.make(gym.id_of(name), pack=pack_of(harena.game(name)), **asked).unwrapped
    assert isinstance(made, gym.SeatEnv)
    return made


def seats(name: str, games: int, **asked: Any) -> SeatsEnv:
    made = gymnasium.make_vec(gym.id_of(name), games, pack=pack_of(harena.game(name)), **asked).unwrapped
    assert isinstance(made, SeatsEnv)
    return made


# --- their own checker


@every_setting
def test_the_checker_of_gymnasium(name: str, chosen: OptionSet) -> None:
    check_env(seat(name, opponents="hunch", **chosen), skip_render_check=True)


@every_game
def test_the_checker_of_gymnasium_with_every_way_to_render(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(seat(name))
    one = seat(name, render_mode="ansi")
    capsys.readouterr()
    one.reset(seed=1)
    text = one.render()
    seat(name, render_mode="human").reset(seed=1)
    assert capsys.readouterr().out == text + "\n"
    drawn = seat(name, render_mode="svg")
    drawn.reset(seed=1)
    assert drawn.render().startswith("<svg")


def test_every_game_is_registered_by_its_name() -> None:
    ids = set(gym.register())
    assert ids >= {"harena/CombatArena-v0", "harena/DawnRaid-v0", "harena/HighCard-v0"}
    assert ids <= set(gymnasium.registry)
    made = gymnasium.make("harena/DawnRaid-v0", seat=1, opponents="greedy")
    made.reset(seed=1)
    assert made.unwrapped.seat == 1


# --- the same games through every door


def walk(one: gym.SeatEnv, steps: int, seed: int) -> Iterator[tuple[bytes, bytes, float, bool, bool]]:
    row, info = one.reset(seed=seed)
    for _ in range(steps):
        action = by_the_row(row[None], info["action_mask"][None])[0]
        row, reward, over, cut, info = one.step(action)
        seen = row.tobytes()
        if over or cut:
            row, info = one.reset()
        yield seen, row.tobytes(), reward, over, cut


@pytest.mark.parametrize(
    "opponents",
    ["random", "hunch", ["hunch"], by_the_row],
    ids=["random", "hunch", "hunch asked", "policy"],
)
@pytest.mark.parametrize("place", [1, "turns"])
@pytest.mark.parametrize("shaped", [False, True])
def test_a_seat_alone_plays_the_games_of_a_batch(opponents: Any, place: Any, shaped: bool) -> None:
    asked: dict[str, Any] = {"seat": place, "opponents": opponents, "longest": 45, "shaped": shaped}
    alone, many = walk(seat("dawn_raid", **asked), 15, seed=8), seats("dawn_raid", 2, **asked)
    rows, infos = many.reset(seed=8)
    for seen, then, reward, over, cut in alone:
        rows, rewards, overs, cuts, infos = many.step(by_the_row(rows, infos["action_mask"]))
        assert rows[0].tobytes() == then
        assert (rewards[0], overs[0], cuts[0]) == (pytest.approx(reward), over, cut)
        if over or cut:
            assert infos["_final_obs"][0]
            assert infos["final_obs"][0].tobytes() == seen


@every_number_of_players
def test_games_by_turns_are_those_played_alone(name: str, chosen: OptionSet) -> None:
    alone = list(walk(seat(name, **chosen), 6, seed=3))
    first, second = seat(name, **chosen), seat(name, **chosen)
    mixed = list(zip(walk(first, 6, seed=3), walk(second, 6, seed=4), strict=True))
    assert [one for one, _ in mixed] == alone


@every_number_of_players
def test_the_seat_sees_no_more_than_it_may_know_and_may_do_what_the_rules_allow(
    name: str, chosen: OptionSet
) -> None:
    one, dice = seat(name, opponents="hunch", seat="turns", **chosen), fast_dice(2)
    row, info = one.reset(seed=6)
    for _ in range(20 if LONG else 5):
        state = one.table.state
        assert state.seat == one.seat
        assert np.flatnonzero(info["action_mask"]).tolist() == state.legal()
        one.table.state = state.guess(one.seat, dice)
        assert np.array_equal(one._row(), row)
        assert np.array_equal(one._mask(), info["action_mask"])
        one.table.state = state
        row, _, over, _, info = one.step(one.action_space.sample())
        if over:
            row, info = one.reset()


def test_without_a_seed_every_environment_plays_games_of_its_own() -> None:
    assert len({seat("dawn_raid").reset()[0].tobytes() for _ in range(4)}) == 4
    assert len({seats("dawn_raid", 1).reset()[0].tobytes() for _ in range(4)}) == 4


def alone(one: Any) -> bytes:
    """A step of a seat against others."""
    row: bytes = one.step(first_from(one._mask(), 5))[0].tobytes()
    return row


def in_turn(one: Any) -> bytes:
    one.step(first_from(one.last()[0]["action_mask"], 5))
    row: bytes = one.state().tobytes()
    return row


def at_once(one: Any) -> bytes:
    one.step({agent: first_from(one.mask(seat), 5) for seat, agent in enumerate(one.agents)})
    row: bytes = one.state().tobytes()
    return row


@every_game
def test_an_environment_that_is_copied_or_pickled_goes_on_alike(name: str) -> None:
    pack = pack_of(harena.game(name))
    made = [
        (alone, seat(name, opponents=by_the_row, seat="turns")),
        (in_turn, zoo.env(name, pack=pack)),
        (at_once, zoo.parallel_env(name, pack=pack)),
    ]
    for step, one in made:
        one.reset(seed=3)
        step(one)
        twins = [copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
        went = [[step(each), step(each)] for each in (one, *twins)]
        assert went[0] == went[1] == went[2]


# --- many at once


def test_arrays_stay_in_place_unless_copies_are_asked_for() -> None:
    for wanted in (False, True):
        one = seats("dawn_raid", 3, copy=wanted)
        rows, infos = one.reset(seed=1)
        before = copy.deepcopy((rows, infos["action_mask"]))
        then, _, _, _, more = one.step(one.action_space.sample())
        assert (then is rows) != wanted
        assert np.shares_memory(more["action_mask"], infos["action_mask"]) != wanted
        assert np.array_equal(rows, before[0]) == wanted


def test_a_vector_environment_says_when_it_begins_anew_and_keeps_to_its_spaces() -> None:
    one = seats("dawn_raid", 4, opponents="hunch")
    assert isinstance(one, VectorEnv)
    assert one.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    watched = RecordEpisodeStatistics(one)
    rows, infos = watched.reset(seed=2)
    one.action_space.seed(1)
    episodes = 0
    for _ in range(60):
        assert rows in one.observation_space
        actions = one.action_space.sample()
        assert actions in one.action_space
        rows, rewards, overs, cuts, infos = watched.step(actions)
        assert rewards.shape == overs.shape == cuts.shape == (4,)
        assert not cuts.any()
        episodes += int(infos.get("_episode", np.zeros(4)).sum())
        assert infos["seat"].tolist() == [0] * 4
    assert episodes >= 4
    assert len(watched.return_queue) == episodes
    watched.close()


def test_one_policy_can_play_all_seats() -> None:
    """Rewards are those of whoever acts; those of all seats are in `infos`."""
    one = seats("dawn_raid", 4, seat=None)
    rows, infos = one.reset(seed=2)
    seen: set[int] = set()
    for _ in range(70):
        acting = infos["seat"].copy()
        seen.update(acting.tolist())
        rows, rewards, overs, _, infos = one.step(by_the_row(rows, infos["action_mask"]))
        assert rewards.tolist() == infos["rewards"][np.arange(4), acting].tolist()
        assert infos["rewards"].sum(axis=1).tolist() == overs.tolist()
    assert seen == {0, 1}


def test_a_resets_seed_gives_the_same_games_and_those_that_follow() -> None:
    one, other = seats("dawn_raid", 2), seats("dawn_raid", 2)
    assert one.reset(seed=3)[0].tobytes() == other.reset(seed=3)[0].tobytes()
    assert one.reset()[0].tobytes() == other.reset()[0].tobytes()
    assert one.reset(seed=3)[0].tobytes() != other.reset()[0].tobytes()


def test_many_games_are_rendered_each_as_its_seat_sees_it() -> None:
    one = seats("dawn_raid", 2, render_mode="ansi")
    one.reset(seed=1)
    shown = one.render()
    assert shown is not None
    assert len(set(shown)) == 2


# --- what is wrong, and where


def test_a_closed_action_is_refused_with_a_sentence_and_changes_nothing() -> None:
    one = seat("dawn_raid", longest=12, penalty=0.25)
    row, info = one.reset(seed=1)
    closed = int(info["action_mask"].argmin())
    again, reward, over, cut, told = one.step(closed)
    assert "is not open now. Open are: " in told["refused"]
    assert (reward, over, cut) == (-0.25, False, False)
    assert np.array_equal(again, row)
    assert np.array_equal(told["action_mask"], info["action_mask"])
    steps = 1
    while not cut:
        _, _, over, cut, told = one.step(closed)
        steps += 1
    assert steps + one.table.made == 12
    with pytest.raises(ActionError, match="No game is under way: `reset` begins one"):
        one.step(closed)


@pytest.mark.parametrize("action", [9, -1, 1.0, True, None, "type:melee"])
def test_what_is_no_action_is_refused(action: Any) -> None:
    one = seat("dawn_raid")
    with pytest.raises(ActionError, match="No game is under way"):
        one.step(0)
    one.reset(seed=1)
    with pytest.raises(ActionError, match=r"There is no action with the number|An action is a whole number"):
        one.step(action)


def test_bad_settings_are_refused_with_a_sentence() -> None:
    for make in (seat, lambda name, **asked: seats(name, 2, **asked)):
        with pytest.raises(OptionError, match="A seat is a number from 0 to 1, or 'turns'"):
            make("dawn_raid", seat=2)
        with pytest.raises(OptionError, match="There is no render_mode 'film'"):
            make("dawn_raid", render_mode="film")
        with pytest.raises(OptionError, match="A seed is a whole number"):
            make("dawn_raid").reset(seed=-1)
        one = make("dawn_raid")
        one.reset(seed=1)
        with pytest.raises(OptionError, match="Say at the beginning how to render"):
            one.render()


def test_learners_that_know_masks_find_them() -> None:
    one = seat("dawn_raid")
    _, info = one.reset(seed=1)
    assert one.action_masks().dtype == np.bool_
    assert one.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
