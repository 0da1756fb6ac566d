"""Games as environments of PettingZoo: its own suites, and what those do not look at."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.state_test import state_test

import harena
from contract.play import pack_of
from harena.core.dice import fast_dice
from harena.core.errors import ActionError, HarenaError, OptionError
from harena.rl import zoo
from harena.rl.batch import Batch
from harena.rl.table import Table
from rl.settings import CYCLES, LONG, OptionSet, every_game, every_number_of_players, every_setting, setting

# Their suites warn of every environment whose observation is a row with a mask, except their own.
pytestmark = pytest.mark.filterwarnings("ignore:Observation")


def turns(name: str, chosen: OptionSet, **manner: Any) -> zoo.TurnEnv:
    return zoo.TurnEnv(Table(setting(name, chosen), **manner), None)


def together(name: str, chosen: OptionSet, **manner: Any) -> zoo.TogetherEnv:
    return zoo.TogetherEnv(Table(setting(name, chosen), **manner), None)


# --- their own suites


@every_setting
def test_the_suite_for_seats_in_turn(name: str, chosen: OptionSet) -> None:
    api_test(turns(name, chosen), num_cycles=CYCLES)


@every_number_of_players
def test_the_suites_for_seeds_states_and_seats_at_once(name: str, chosen: OptionSet) -> None:
    seed_test(lambda: turns(name, chosen), num_cycles=CYCLES)
    parallel_api_test(together(name, chosen), num_cycles=CYCLES)
    parallel_seed_test(lambda: together(name, chosen), num_cycles=CYCLES)
    state_test(turns(name, chosen), together(name, chosen), num_cycles=CYCLES)


@every_game
def test_a_position_is_printed_or_given_as_text_or_as_the_games_own_picture(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(render_mode: str) -> zoo.TurnEnv:
        return zoo.env(name, pack=pack_of(harena.game(name)), render_mode=render_mode)

    render_test(made, custom_tests={"svg": lambda svg: svg.startswith("<svg") and svg.endswith("</svg>")})
    text = made("ansi")
    text.reset(seed=3)
    game, state = text.table.setting.game, text.table.state
    described = game.words(text.table.setting.pack, text.table.setting.names).describe(
        game.view(state, state.seat)
    )
    assert text.render() == described
    capsys.readouterr()
    printed = made("human")
    printed.reset(seed=3)
    assert capsys.readouterr().out == described + "\n"


# --- what they do not look at


@every_number_of_players
def test_nobody_sees_more_than_they_may_know(name: str, chosen: OptionSet) -> None:
    """What each agent is shown is the same for the truth and for a guess of what it cannot know."""
    one, dice = turns(name, chosen), fast_dice(5)
    one.reset(seed=2)
    for _ in range(12):
        truth = one.table.state
        for seat, agent in enumerate(one.possible_agents):
            shown = one.observe(agent)
            one.table.state = truth.guess(seat, dice)
            guessed = one.observe(agent)
            one.table.state = truth
            assert np.array_equal(shown["observation"], guessed["observation"])
            assert np.array_equal(shown["action_mask"], guessed["action_mask"])
        one.step(truth.nth(dice.below(truth.count())))
        if one.table.over:
            break


@every_number_of_players
def test_the_mask_is_what_the_rules_allow(name: str, chosen: OptionSet) -> None:
    one, dice = turns(name, chosen), fast_dice(6)
    one.reset(seed=4)
    while not one.table.over and one.table.made < 40:
        state = one.table.state
        masks = [np.flatnonzero(one.observe(agent)["action_mask"]).tolist() for agent in one.agents]
        assert masks == [state.legal() if seat == state.seat else [] for seat in range(state.seats)]
        one.step(state.nth(dice.below(state.count())))


@every_number_of_players
def test_games_by_turns_are_those_played_alone_and_those_of_a_batch(name: str, chosen: OptionSet) -> None:
    """One seed gives the same episodes through every door."""
    alone = trace(turns(name, chosen), 30)
    first, second = turns(name, chosen), turns(name, chosen)
    mixed = [*zip(walk(first, 30), walk(second, 30, seed=99), strict=False)]
    assert [one for one, _ in mixed] == alone[: len(mixed)]
    batch = Batch(name, 1, seed=7, pack=pack_of(harena.game(name)), **chosen)
    for agent, row, action in alone:
        assert f"seat_{batch.seats[0]}" == agent
        assert batch.observations[0].tobytes() == row
        batch.step([action])


def trace(one: zoo.TurnEnv, steps: int) -> list[tuple[str, bytes, int]]:
    return list(walk(one, steps))


def walk(one: zoo.TurnEnv, steps: int, seed: int = 7) -> Any:
    """Random play, over several episodes if there is room."""
    dice = fast_dice(seed)
    one.reset(seed=seed)
    for _ in range(steps):
        state = one.table.state
        action = state.nth(dice.below(state.count()))
        yield one.agent_selection, one.last()[0]["observation"].tobytes(), action
        one.step(action)
        if one.table.over:
            one.reset()


def played_out(one: zoo.TurnEnv, seed: int) -> dict[str, float]:
    """The sum of each agent's rewards."""
    dice, got = fast_dice(seed), dict.fromkeys(one.possible_agents, 0.0)
    one.reset(seed=seed)
    for agent in one.agent_iter():
        _, reward, terminated, truncated, _ = one.last()
        got[agent] += reward
        state = one.table.state
        one.step(None if terminated or truncated else state.nth(dice.below(state.count())))
    return got


@pytest.mark.parametrize("shaped", [False, True])
def test_rewards_are_the_scores_and_shaped_ones_what_they_add_to_the_first_estimate(shaped: bool) -> None:
    for seed in range(5):
        one = zoo.env("dawn_raid", shaped=shaped)
        one.reset(seed=seed)
        stood = one.table.state.estimate() if shaped else [0.0, 0.0]
        got = played_out(one, seed)
        assert one.agents == []
        scores = one.table.state.score()
        assert list(got.values()) == pytest.approx(
            [now - then for now, then in zip(scores, stood, strict=True)]
        )


def test_an_episode_is_cut_at_the_stated_length() -> None:
    one = zoo.env("combat_arena", longest=5)
    assert set(played_out(one, 3).values()) == {0.0}
    assert one.table.made == 5
    assert not one.table.over
    whole = zoo.env("dawn_raid", longest=60)
    assert sum(played_out(whole, 3).values()) == 1.0


def test_without_a_seed_every_environment_plays_games_of_its_own() -> None:
    rows = set()
    for _ in range(4):
        one = zoo.env("dawn_raid")
        one.reset()
        rows.add(one.state().tobytes())
    assert len(rows) == 4


@pytest.mark.skipif(not (LONG and harena.compiled()), reason="measures compiled code: make rl-suites")
@every_game
def test_seats_in_turn_make_50_000_decisions_a_second(name: str) -> None:
    """With a row and a mask at each, chosen at random by the mask."""
    if name == "high_card":
        pytest.skip("it is plain Python")
    one, dice = zoo.env(name, pack=pack_of(harena.game(name))), fast_dice(1)
    made, began = 0, time.process_time()
    while time.process_time() - began < 2.0:
        one.reset(seed=made)
        for _ in one.agent_iter():
            seen, _, terminated, truncated, _ = one.last()
            one.step(None if terminated or truncated else any_of(seen["action_mask"], dice))
            made += 1
    speed = made / (time.process_time() - began)
    print(f"{name}: {speed:,.0f} decisions a second through PettingZoo")
    assert speed >= 50_000


# --- all at once


def test_those_who_choose_in_secret_decide_in_one_step() -> None:
    both = zoo.parallel_env("knockdown", fighters="random")
    dice, at_once = fast_dice(3), 0
    shown, _ = both.reset(seed=1)
    for _ in range(60):
        deciding = [agent for agent in both.agents if not shown[agent]["action_mask"][both.wait]]
        sealed = both.table.state.sealed != 0
        assert len(deciding) == (2 if sealed else 1)
        at_once += sealed
        shown, *_ = both.step({agent: any_of(shown[agent]["action_mask"], dice) for agent in both.agents})
    assert at_once == 3  # KD-2.2, KD-2.6: keep one, keep another, which of them lies face up


def any_of(mask: Any, dice: Any) -> int:
    open_now = np.flatnonzero(mask)
    return int(open_now[dice.below(len(open_now))])


@every_number_of_players
def test_all_at_once_nobody_sees_more_than_they_may_know(name: str, chosen: OptionSet) -> None:
    """Also what others have chosen ahead in the same step is not to be seen."""
    one, dice = together(name, chosen), fast_dice(8)
    shown, _ = one.reset(seed=2)
    for _ in range(8):
        if not one.agents:
            break
        for seat, agent in enumerate(one.agents):
            asked = one._asked.get(seat, one.table.state)
            guess = asked.guess(seat, dice)
            assert np.array_equal(one.table.row_in(guess, seat), shown[agent]["observation"])
        shown, *_ = one.step({agent: any_of(shown[agent]["action_mask"], dice) for agent in one.agents})


@every_game
def test_a_game_all_at_once_ends_with_the_same_scores(name: str) -> None:
    game = harena.game(name)
    one, dice = zoo.parallel_env(name, pack=pack_of(game), longest=150, **game.short), fast_dice(4)
    shown, _ = one.reset(seed=5)
    for _ in range(400):
        shown, rewards, over, cut, _ = one.step(
            {agent: any_of(shown[agent]["action_mask"], dice) for agent in one.agents}
        )
        if not one.agents:
            break
        assert set(rewards.values()) == {0.0}
    assert all(over.values()) != all(cut.values())
    assert list(rewards.values()) == (one.table.state.score() if all(over.values()) else [0.0] * len(over))


# --- what is wrong, and where


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (True, "An action is a whole number, not bool"),
        (0.0, "An action is a whole number, not float"),
        ("type:melee", "An action is a whole number, not str"),
        (None, "An action is a whole number, not NoneType"),
        (9, "There is no action with the number 9"),
        (-1, "There is no action with the number -1"),
        (8, r"\(8\) is not open now. Open are: type:ranged \(0\), type:melee \(1\)."),
    ],
)
def test_a_bad_action_is_refused_with_a_sentence_and_changes_nothing(action: Any, sentence: str) -> None:
    one, all_at_once = zoo.env("dawn_raid"), zoo.parallel_env("dawn_raid")
    one.reset(seed=1)
    all_at_once.reset(seed=1)
    before = one.state()
    with pytest.raises(ActionError, match=sentence):
        one.step(action)
    waiting = one.possible_agents[1 - one.table.state.seat]
    with pytest.raises(ActionError, match=sentence):
        all_at_once.step({one.agent_selection: action, waiting: all_at_once.wait})
    assert np.array_equal(one.state(), before)
    assert np.array_equal(all_at_once.state(), before)


def test_actions_that_are_missing_or_of_nobody_are_named() -> None:
    one = zoo.parallel_env("dawn_raid")
    with pytest.raises(ActionError, match="No game is under way"):
        one.step({})
    one.reset(seed=1)
    asks = one.possible_agents[one.table.state.seat]
    waits = one.possible_agents[1 - one.table.state.seat]
    with pytest.raises(ActionError, match=f"{waits} has no action"):
        one.step({asks: 0})
    with pytest.raises(ActionError, match="There is no agent 'seat_9'"):
        one.step({asks: 0, waits: one.wait, "seat_9": 0})
    with pytest.raises(ActionError, match=rf"{waits} is not asked now: all it may do is wait \(9\)"):
        one.step({asks: 0, waits: 0})


def test_bad_settings_are_refused_with_a_sentence() -> None:
    with pytest.raises(HarenaError, match="There is no game 'chess'"):
        zoo.env("chess")
    with pytest.raises(OptionError, match="players"):
        zoo.env("combat_arena", players=9)
    with pytest.raises(OptionError, match=r"There is no render_mode 'film'\. There are: human, ansi, svg"):
        zoo.env("dawn_raid", render_mode="film")
    with pytest.raises(OptionError, match="`longest` is a number of decisions"):
        zoo.env("dawn_raid", longest=-1)
    one = zoo.env("dawn_raid")
    with pytest.raises(ActionError, match="No game is under way"):
        one.step(0)
    for seed in (-1, 2**62, "x", True):
        with pytest.raises(OptionError, match="A seed is a whole number"):
            one.reset(seed=seed)
    with pytest.raises(ActionError, match="There is no agent 'seat_0' at the table"):
        one.observe("seat_0")


def test_without_the_extra_it_says_what_to_install() -> None:
    tried = """
import sys
for package in ("gymnasium", "pettingzoo"):
    sys.modules[package] = None
    try:
        import harena.rl.zoo
    except ImportError as error:
        print(error)
    del sys.modules[package]
"""
    done = subprocess.run([sys.executable, "-c", tried], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        f'{package} is not installed: pip install "harena[rl]" brings it.'
        for package in ("Gymnasium", "PettingZoo")
    ]
