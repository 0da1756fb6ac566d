"""Promise 21: positions travel. What is pickled or copied is the same, stands alone, and plays on alike.

The suite lets a few positions travel; `make rl-suites` those of every decision of many games.
"""

from __future__ import annotations

import copy
import pickle
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import harena
from contract.play import LONG, far_and_wide, new_match, pack_of, pick, positions, start
from contract.test_keeping import same
from contract.travellers import ending, told
from harena import bots
from harena.bots import Chair
from harena.bots.learned import untaught
from harena.core import registry, travel
from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.fair import FairSeeds
from harena.core.game import AnyGame
from harena.core.hex import Field
from harena.core.match import Match
from harena.core.state import State
from harena.rl.batch import Batch
from kit.running import run_program

EVERY = 7  # decisions between two positions that travel
SCALARS = (bool, bytes, float, int, str, type(None), msgspec.Struct)
Way = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = pytest.mark.parametrize("way", [pickled, copy.deepcopy], ids=["pickle", "deepcopy"])


def some_positions(game: AnyGame, every: int = EVERY) -> list[State]:
    """Positions from the beginning to the end of two random games."""
    return [copy.deepcopy(state) for number, state in enumerate(positions(game, 2)) if number % every == 0]


def travellers(game: AnyGame) -> Iterable[State]:
    """Copies of positions, to play on in."""
    return map(copy.deepcopy, far_and_wide(game)) if LONG else some_positions(game)


@WAYS
def test_a_position_that_travels_is_the_same_and_plays_on_to_the_same_end(game: AnyGame, way: Way) -> None:
    for number, state in enumerate(travellers(game)):
        before, other = told(state), way(state)
        assert told(other) == before
        if number % EVERY == 0:
            end = ending(other)
            assert told(state) == before, "it stands alone"
            assert ending(state) == end


def check_alike(one: Any, other: Any) -> int:
    """Two things hold the same; what is one thing in the first is one in the second. How many there are."""
    known: dict[int, Any] = {}
    waiting = [(one, other)]
    while waiting:
        here, there = waiting.pop()
        assert type(here) is type(there)
        if isinstance(here, SCALARS):
            assert here == there
        elif id(here) in known:
            assert known[id(here)] is there, type(here)
        else:
            known[id(here)] = there
            waiting += parts(here, there)
    return len(known)


def parts(here: Any, there: Any) -> list[tuple[Any, Any]]:
    """What two things hold, side by side."""
    if isinstance(here, list | tuple):
        return list(zip(here, there, strict=True))
    if isinstance(here, set | frozenset):
        return list(zip(sorted(here), sorted(there), strict=True))
    mine, others = (here, there) if isinstance(here, dict) else (travel.held(here), travel.held(there))
    assert list(mine) == list(others) or set(mine) == set(others)
    return [(mine[name], others[name]) for name in mine]


def test_a_pickle_holds_everything_and_what_is_one_thing_stays_one(game: AnyGame) -> None:
    state = some_positions(game)[-2]
    state.journal = [Event("told", "X-1", 1, 2, 3)]
    again, pack = pickled((state, state.pack))  # type: ignore[attr-defined]
    assert again.pack is pack
    assert check_alike(state, again) > 10


def test_what_is_compiled_keeps_what_it_is_made_with(game: AnyGame) -> None:
    """Plain Python loads it all the same, so that this is seen without a compiler."""
    compiled = compiled_modules()
    for state in some_positions(game, 1 if LONG else EVERY):
        for thing in everything_in(state):
            kind = type(thing)
            if kind.__module__ in compiled and not isinstance(thing, SCALARS):
                missing = set(travel.parameters(kind)) - set(travel.held(thing))
                assert not missing, f"{kind.__qualname__}.__init__ takes {missing}; see docs/develop.md"


def compiled_modules() -> set[str]:
    """The names of all modules that mypyc compiles."""
    root = Path(__file__).parents[2]
    source = root / "src"
    lists = {root / "compiled.txt": source}
    lists |= {file: file.parent for file in (source / "harena/games").glob("*/compiled.txt")}
    files = [home / line for file, home in lists.items() for line in file.read_text().splitlines()]
    return {
        ".".join(file.relative_to(source).with_suffix("").parts) for file in files if file.suffix == ".py"
    }


def everything_in(state: State) -> list[Any]:
    """All that a position holds."""
    found: dict[int, Any] = {}
    waiting: list[Any] = [state]
    while waiting:
        thing = waiting.pop()
        if not isinstance(thing, SCALARS) and id(thing) not in found:
            found[id(thing)] = thing
            waiting += [part for part, _ in parts(thing, thing)]
    return list(found.values())


def test_a_copied_position_shares_its_pack_and_nothing_that_changes(game: AnyGame) -> None:
    state = some_positions(game)[1]
    state.journal = [Event("told", "X-1", 1, 2, 3)]
    for other in (copy.deepcopy(state), copy.copy(state)):
        assert other.pack is state.pack  # type: ignore[attr-defined]
        assert other.dice is not state.dice
        assert other.journal is not None
        assert other.journal is not state.journal
        assert check_alike(state, other)


def test_a_copied_pack_is_another_with_the_same_content(game: AnyGame) -> None:
    pack = pack_of(game)
    for other in (pickled(pack), copy.deepcopy(pack)):
        assert other is not pack
        check_alike(pack, other)


@WAYS
def test_a_match_travels_with_its_story(game: AnyGame, way: Way) -> None:
    match, choices = new_match(game, 2), fast_dice(2)
    for number in range(60):
        if match.over:
            break
        if number % 15 == 3:
            other: Match = way(match)
            assert same(match, other)
            assert other.record() == match.record()
            assert other.prompt() == match.prompt()
            assert other.pack is other.state.pack  # type: ignore[attr-defined]
            record = match.record()
            other.play(pick(other.state, fast_dice(1)))
            assert match.record() == record, "it stands alone"
        match.play(pick(match.state, choices))


@WAYS
def test_fair_dice_go_on_and_can_be_checked(way: Way) -> None:
    seeds = FairSeeds("ab" * 32, ["one", "two"])
    match = harena.new("high_card", fair=seeds, players=2)
    match.play(match.legal()[0])
    other = way(match)
    for each in (match, other):
        while not each.over:
            each.play(each.legal()[-1])
    assert other.record() == match.record()
    assert other.record().draws


def test_a_game_travels_by_its_name(game: AnyGame) -> None:
    assert pickled(game) is game
    assert copy.deepcopy(game) is game
    assert pickle.dumps(game) == pickle.dumps(registry.find(game.name))


@WAYS
@pytest.mark.parametrize("name", ["random", "greedy", "mcts:12"])
def test_a_bot_goes_on_with_what_it_found(name: str, way: Way) -> None:
    game = registry.find("high_card")
    state, bot, dice = start(game, 1), bots.find(name), fast_dice(5)
    bot.sit_down(Chair(game, pack_of(game), game.options(), 0))
    for _ in range(6):
        other, others = way((bot, dice))
        action = bots.answer(bot, state, dice)
        assert (bots.answer(other, state, others), others.drawn) == (action, dice.drawn)
        state.play(action)


def test_a_deep_search_travels() -> None:
    game = registry.find("high_card")
    bot = bots.find("mcts:1000")
    bot.choose(start(game, 1).guess(0, fast_dice(1)), fast_dice(2))
    search, other = bot.search, pickled(bot).search  # type: ignore[attr-defined]
    assert search.root.child.visits == other.root.child.visits
    assert pickle.dumps(search) == pickle.dumps(other)


@WAYS
def test_a_learned_judgement_travels(game: AnyGame, way: Way) -> None:
    pack, options = pack_of(game), game.options()
    state, choices = game.start(pack, options, fast_dice(1)), fast_dice(2)
    for _ in range(12):
        state.play(pick(state, choices))
    width = game.features(pack, options).width
    judge = untaught(game, pack, options, width)
    for standing in range(2, state.seats + 1):
        judge.learn(standing, 0.5, list(range(width)), [place % 7 / 100 for place in range(width)])
    found = judge.chances(state)
    assert found != state.estimate()
    assert way(judge).chances(state) == found


@WAYS
def test_a_batch_goes_on_exactly(game: AnyGame, way: Way) -> None:
    check_going_on(Batch(game.name, 2, seed=3, shaped=True, **game.short), way)


@WAYS
@pytest.mark.parametrize("how", ["against bots", "against a policy"])
def test_a_batch_goes_on_with_its_opponents(way: Way, how: str) -> None:
    check_going_on(Batch("high_card", 2, seed=3, longest=9, **HOW[how]), way)


def check_going_on(batch: Batch, way: Way) -> None:
    for _ in range(25):
        batch.step(last_open(batch))
    other = way(batch)
    for _ in range(25):
        for name in TOLD:
            assert np.array_equal(getattr(batch, name), getattr(other, name)), name
        assert (batch.any_actions() == other.any_actions()).all()
        for each in (batch, other):
            each.step(last_open(each))
    assert other.stepper.ended == batch.stepper.ended


def first_open(rows: Any, masks: Any) -> Any:
    """A policy."""
    return np.argmax(masks, axis=1)


TOLD = ("observations", "masks", "rewards", "terminations", "truncations", "seats", "made", "own", "finals")
HOW: dict[str, dict[str, Any]] = {
    "against bots": {"seat": "turns", "opponents": "mcts:3", "finals": True},
    "against a policy": {"seat": 1, "opponents": first_open, "finals": True},
}


def last_open(batch: Batch) -> Any:
    return batch.masks.shape[1] - 1 - np.argmax(batch.masks[:, ::-1], axis=1)


@pytest.mark.parametrize("pure", sorted({not harena.compiled(), True}))
def test_positions_travel_to_other_processes_and_back(pure: bool, tmp_path: Path) -> None:
    every = 1 if LONG else 4 * EVERY
    here = [state for name in registry.names() for state in some_positions(harena.game(name), every)]
    came, goes = tmp_path / "came", tmp_path / "goes"
    came.write_bytes(pickle.dumps(here))
    kind, *lines = run_program("-m", "contract.travellers", str(came), str(goes), pure=pure).splitlines()
    assert kind == ("interpreted" if pure else "compiled")
    back: list[State] = pickle.loads(goes.read_bytes())
    for one, other, line in zip(here, back, lines, strict=True):
        assert line.startswith(told(one))
        assert told(other) == told(one)
        check_alike(one, other)
        assert line == f"{told(one)} ends {ending(other)}"


def test_a_position_of_a_house_pack_loads_where_its_folder_is_gone(game: AnyGame, tmp_path: Path) -> None:
    folder = shutil.copytree(game.pack_folder("standard"), tmp_path / "house")
    state = game.start(game.pack(folder), game.options(), fast_dice(1))
    written = pickle.dumps(state)
    shutil.rmtree(folder)
    again = pickle.loads(written)
    assert again.pack.digest == state.pack.digest
    assert ending(again) == ending(state)


# --- a game by somebody who never thought of travelling


class Satchel:
    """What somebody carries. It knows its owner, who knows it."""

    def __init__(self, owner: Careless) -> None:
        self.owner = owner
        self.things: list[Any] = []


class Careless(State):
    """A position with parts of all kinds."""

    def __init__(self) -> None:
        super().__init__(2, fast_dice(1))
        self.satchels = {"first": [Satchel(self)], "second": [Satchel(self)]}
        self.field = Field(["a", "b"], [0, 1], [0, 0])  # compiled, and it says nothing about pickles
        self.same_field = [self.field]


def test_a_class_added_without_care_still_travels() -> None:
    state = Careless()
    satchel = state.satchels["first"][0]
    satchel.things = [{1, 2}, (satchel, "x"), {"deep": [Satchel(state)]}]
    again = pickled(state)
    assert again.satchels["first"][0].owner is again
    assert again.field.distances == state.field.distances
    assert check_alike(state, again)


def test_what_cannot_travel_is_said_when_it_is_pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(travel, "may_begin_blank", lambda kind: False)
    with pytest.raises(TypeError, match=r"Forgetful cannot be pickled: it does not keep given by that name"):
        travel.reduced(Forgetful(1))


class Forgetful:
    """Keeps what it is given under a different name."""

    def __init__(self, given: int) -> None:
        self.kept = given


def test_a_pickle_of_a_different_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(travel, "may_begin_blank", lambda kind: False)
    with pytest.raises(TypeError, match="Forgetful was pickled by a different version"):
        travel.made(Forgetful, {"other": 1})
