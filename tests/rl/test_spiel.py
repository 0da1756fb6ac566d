"""Every game as a game of OpenSpiel: its own suites, and what they do not look at."""

from __future__ import annotations

import pickle
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the extra rl brings it")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from harena.core.game import AnyGame
from harena.core.state import SPECTATOR
from harena.rl import spiel
from rl.playing import decisions, last, take_any
from rl.settings import LONG, by_seats, settings_of


def short(game: AnyGame) -> Any:
    return spiel.load(game.name, **game.short)


def settings(game: AnyGame) -> list[Any]:
    """Every variant and number of players, in games that are soon over; in short, every number of players."""
    chosen = settings_of(game.name) if LONG else by_seats(game.name)
    return [spiel.load(game.name, **{**one, **game.short}) for one in chosen]


def sampler(seed: int) -> Any:
    return random.Random(seed).random


def test_openspiels_own_suite_passes_with_serialisation(game: AnyGame) -> None:
    for one in settings(game) if LONG else [short(game)]:
        pyspiel.random_sim_test(one, num_sims=1, serialize=True, verbose=False)


def test_worlds_are_resampled_as_openspiel_asks(game: AnyGame) -> None:
    """What its C++ suite checks of `ResampleFromInfostate`, which cannot call a game in Python."""
    stop, step = (None, 1) if LONG else (60, 6)
    for one in settings(game):
        for number, state in enumerate(islice(decisions(one, 1), 0, stop, step)):
            for player in range(one.num_players()):
                other = state.resample_from_infostate(player, sampler(number))
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.current_player() == state.current_player()
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()


def test_resampled_worlds_differ_and_can_be_played_to_the_end(game: AnyGame) -> None:
    one, chances = short(game), random.Random(5)
    state = next(islice(decisions(one, 3), 3, None))
    worlds = [state.resample_from_infostate(0, sampler(seed)) for seed in range(6)]
    assert len({str(world) for world in worlds}) > 1
    world = worlds[0]
    for _ in range(30):
        take_any(world, chances)
        assert world.information_state_string(1)


def test_what_only_others_heard_is_not_in_a_resampled_world(game: AnyGame) -> None:
    """Of the others it keeps what everybody heard: their secrets belonged to another world."""
    state = next(islice(decisions(short(game), 2), 8, None))
    world = state.resample_from_infostate(0, sampler(1))
    for player in range(1, state.num_players()):
        everybody = state.course.memory(SPECTATOR).split("\n")[:-1]
        assert world.information_state_string(player).split("\n")[:-1] == everybody


def test_every_setting_says_truly_what_it_is_worth(game: AnyGame) -> None:
    for one in settings(game):
        returns = last(one, 4).returns()
        assert len(returns) == one.num_players()
        assert all(one.min_utility() <= share <= one.max_utility() for share in returns)
        if one.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM:
            assert sum(returns) == pytest.approx(0)
            assert one.utility_sum() == 0
        else:
            assert one.utility_sum() is None


def test_states_travel_by_serialisation_wherever_they_are(game: AnyGame) -> None:
    """While chance decides, at a decision, resampled, and played on alike."""
    one, chances = short(game), random.Random(1)
    state = one.new_initial_state()
    for step in range(40):
        if step % 8 == 0:
            check_travel(one, state)
        take_any(state, chances)
    while state.is_chance_node():
        take_any(state, chances)
    check_travel(one, state)
    check_travel(one, state.resample_from_infostate(0, sampler(1)))


def check_travel(one: Any, state: Any) -> None:
    for other in (
        pickle.loads(pickle.dumps(state)),
        one.deserialize_state(state.serialize()),
        state.clone(),
    ):
        assert str(other) == str(state)
        assert other.history() == state.history()
        for player in range(one.num_players()):
            assert other.information_state_string(player) == state.information_state_string(player)
        chances, same = random.Random(2), random.Random(2)
        mine, its = state.clone(), other
        for _ in range(4):
            take_any(mine, chances)
            take_any(its, same)
        assert str(mine) == str(its)


def test_memory_only_grows_and_shows_no_more_than_was_told(game: AnyGame) -> None:
    """Perfect memory: a later information state holds all that an earlier one of the seat was told."""
    told: dict[int, list[str]] = {}
    for state in islice(decisions(short(game), 7), 80):
        player = state.current_player()
        lines = state.information_state_string().split("\n")
        before = told.get(player, [])
        assert lines[: len(before)] == before
        told[player] = lines[:-1]
        assert lines[-1] == state.observation_string()


def test_pyspiel_loads_games_by_name_and_refuses_what_cannot_be() -> None:
    one = pyspiel.load_game("harena_combat_arena(players=3,max_rounds=4)")
    assert (one.num_players(), str(one)) == (3, "harena_combat_arena(max_rounds=4,players=3)")
    assert pyspiel.load_game("harena_combat_arena(variant=brothers)").num_players() == 4
    with pytest.raises(Exception, match="Last one standing"):
        pyspiel.load_game("harena_combat_arena(variant=chess)")
    with pytest.raises(pyspiel.SpielError, match="nonsense"):
        pyspiel.load_game("harena_combat_arena(nonsense=3)")


def test_one_against_all_is_not_zero_sum() -> None:
    one = spiel.load("combat_arena", variant="kingslayer", players=3, max_rounds=1)
    assert one.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert spiel.load("combat_arena", players=4).max_utility() == 3


def test_a_list_in_a_parameter_has_semicolons_for_commas() -> None:
    arena = spiel.load("combat_arena").variant.pack
    names = ",".join(one.id for one in arena.characters[:2])
    one = spiel.load("combat_arena", picks=names)
    assert one.variant.options.picks == names
    assert pyspiel.load_game(str(one)).variant.options.picks == names


def test_openspiels_search_plays_by_resampling(game: AnyGame) -> None:
    """IS-MCTS asserts that every world it samples has the information state of the truth."""
    one = short(game)
    if one.num_players() != 2:
        return
    state = next(islice((found for found in decisions(one, 9) if len(found.legal_actions()) > 1), 2, None))
    judge = mcts.RandomRolloutEvaluator(n_rollouts=1)
    bot = ismcts.ISMCTSBot(one, Cut(judge), uct_c=2.0, max_simulations=12)
    assert bot.step(state) in state.legal_actions()


def test_the_page_about_openspiel_shows_what_works() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "openspiel.md").read_text(encoding="utf-8")
    block = page.split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {}
    random.seed(1)
    exec(block.replace("max_rounds=10", "max_rounds=1"), names)
    assert names["state"].is_terminal()


class Cut:
    """A judge who does not play on: for speed."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * state.num_players()

    def prior(self, state: Any) -> Any:
        return self.inner.prior(state)
