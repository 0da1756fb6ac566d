"""Learned judgements: chances add up, files fit or are refused in a sentence, and bots use them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import harena
from contract.play import pack_of, start
from harena import bots
from harena.bots.bot import Chair
from harena.bots.judge import Judge
from harena.bots.learned import LearnedBot, untaught
from harena.bots.mcts import Habits
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.learned import (
    FILE,
    FORMAT,
    INSTEAD,
    Judgement,
    Learned,
    Made,
    UnfitError,
    Weights,
    fitting,
    grouped,
    layout_of,
    read_learned,
    write_learned,
)
from harena.core.options import read_options
from harena.core.state import OVER, State
from harena.interpreted import PURE, compiled
from harena.lab.plan import make_plan
from harena.lab.play import notes
from harena.terminal.copying import copy_pack

RAID = harena.game("dawn_raid")


def any_judge(game: AnyGame, options: Any, seed: int = 1) -> Judge:
    """One with weights of any kind, for any number of standing sides."""
    random, pack = Random(seed), pack_of(game)
    judge = untaught(game, pack, options, game.features(pack, options).width)
    places = list(range(judge.width))
    for standing in range(2, judge.count + 1):
        judge.learn(standing, random.uniform(0.5, 1.5), places, [random.uniform(-0.3, 0.3) for _ in places])
    return judge


def positions(game: AnyGame, options: Any, seed: int, most: int) -> list[State]:
    """Some positions of a game played anyhow."""
    state, dice, found = game.start(pack_of(game), options, fast_dice(seed)), fast_dice(seed), []
    while state.seat != OVER and len(found) < most:
        if dice.below(4) == 0:
            found.append(state.copy())
        state.play(state.hunch(dice))
    return found


def of_sides(chances: list[float], sides: list[int]) -> list[float]:
    return [
        max(c for c, own in zip(chances, sides, strict=True) if own == side) for side in sorted(set(sides))
    ]


def test_chances_of_sides_add_up_to_1(game: AnyGame) -> None:
    options = game.options()
    judge, sides = any_judge(game, options), grouped(game.sides(options))
    for state in positions(game, options, 3, 12):
        before, chances = state.estimate(), judge.chances(state)
        assert sum(of_sides(chances, sides)) == pytest.approx(1)
        assert [chance > 0 for chance in chances] == [share > 0 for share in before]


def test_a_judge_that_has_learned_nothing_judges_as_the_game_does(game: AnyGame) -> None:
    options = game.options()
    judge = untaught(game, pack_of(game), options, game.features(pack_of(game), options).width)
    for state in positions(game, options, 4, 6):
        assert judge.chances(state) == state.estimate()
    for standing in range(2, judge.count + 1):
        judge.learn(standing, 1.0, [], [])
    for state in positions(game, options, 4, 6):
        assert judge.chances(state) == pytest.approx(state.estimate(), abs=1e-5)


def test_seats_of_one_side_have_its_chance_and_the_fallen_none() -> None:
    game = harena.game("combat_arena")
    teams = read_options(game.options, {"players": 4, "variant": "brothers"})
    assert len(set(game.sides(teams))) == 2
    judge, sides = any_judge(game, teams), grouped(game.sides(teams))
    for state in positions(game, teams, 5, 20):
        chances = judge.chances(state)
        for side in set(sides):
            own = {round(c, 9) for c, held in zip(chances, sides, strict=True) if held == side}
            assert len(own - {0.0}) <= 1


SAME = """
import sys
sys.path[:0] = sys.argv[1:]
from bots.test_learned import figures
print(figures())
"""


def figures() -> str:
    """Chances in some positions, to the last digit but two."""
    options = RAID.options()
    judge = any_judge(RAID, options)
    found = [judge.chances(state) for state in positions(RAID, options, 6, 10)]
    return json.dumps([[f"{chance:.13f}" for chance in chances] for chances in found])


@pytest.mark.skipif(not compiled(), reason="there is nothing to compare: the core is interpreted")
def test_compiled_and_interpreted_judges_agree() -> None:
    paths = [str(Path(__file__).parent.parent), str(Path(harena.__file__).parent.parent)]
    done = subprocess.run(
        [sys.executable, "-c", SAME, *paths],
        env={**os.environ, PURE: "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == figures()


# --- files


def a_file(folder: Path, **changed: Any) -> Path:
    """A learned file for Dawn Raid with one weight, and whatever else is asked for."""
    pack, options = pack_of(RAID), RAID.options()
    features = RAID.features(pack, options)
    made = Made("0", {}, ["mcts:2"], [1], 2, 50, 0.1, [])
    judgement = Judgement(
        layout=changed.pop("layout", layout_of(features)),
        width=features.width,
        sides=changed.pop("sides", [0, 1]),
        weights=[Weights(2, 1.0, [3, 5], [0.5, -0.25])],
        made=made,
    )
    whole = {
        "harena_learned": FORMAT, "game": RAID.name, "pack": pack.name, "digest": pack.digest,
        "rules": RAID.rules_version, "judgements": [judgement],
    }  # fmt: skip
    file = folder / FILE
    write_learned(file, Learned(**{**whole, **changed}))
    return file


def chair(pack: Any = None) -> Chair:
    return Chair(RAID, pack or pack_of(RAID), RAID.options(), 0)


def test_a_file_that_fits_is_used(tmp_path: Path) -> None:
    bot = bots.find(f"learned:9@{a_file(tmp_path)}")
    assert isinstance(bot, LearnedBot)
    bot.sit_down(chair())
    assert bot.judge is not None
    state = start(RAID, 1)
    assert bot.judge.chances(state) != state.estimate()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            {"digest": "0" * 64},
            r"for different content of the pack \(standard, digest 0{12}\), not for",
        ),
        (
            {"layout": "0" * 16},
            r"for a different layout of the features of Dawn Raid \(0{16}, here",
        ),
        ({"rules": 99}, r"for version 99 of the rules of Dawn Raid, which has"),
        ({"game": "chess"}, r"for the game 'chess', not for Dawn Raid"),
        ({"sides": [0, 0, 1]}, r"Nothing was learned for Dawn Raid with these seats and sides"),
    ],
)
def test_a_file_for_something_else_is_refused(tmp_path: Path, changed: dict[str, Any], sentence: str) -> None:
    file = a_file(tmp_path, **changed)
    with pytest.raises(UnfitError, match=sentence):
        fitting(read_learned(file), RAID, pack_of(RAID), RAID.options())
    with pytest.raises(UnfitError, match=sentence):
        bots.find(f"learned:4@{file}").sit_down(chair())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "this is not a file of learned judgements"),
        ('{"harena_learned": 1}', "this is not a file of learned judgements"),
        ("", "this is not a file of learned judgements"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(HarenaError, match=sentence):
        read_learned(tmp_path / FILE)


def test_numbers_outside_a_row_and_other_formats_are_refused(tmp_path: Path) -> None:
    learned = read_learned(a_file(tmp_path))
    one = learned.judgements[0]
    outside = msgspec.structs.replace(one, weights=[Weights(2, 1.0, [one.width], [1.0])])
    write_learned(tmp_path / FILE, msgspec.structs.replace(learned, judgements=[outside]))
    with pytest.raises(HarenaError, match="the weights for 2 standing sides do not fit their row"):
        read_learned(tmp_path / FILE)
    write_learned(tmp_path / FILE, msgspec.structs.replace(learned, harena_learned=99))
    with pytest.raises(HarenaError, match="it has format 99, this Harena reads 1"):
        read_learned(tmp_path / FILE)
    with pytest.raises(HarenaError, match="No such file"):
        read_learned(tmp_path / "none.json")


def test_a_changed_pack_is_judged_by_hand_and_that_is_said(tmp_path: Path) -> None:
    copy_pack(RAID, "standard", tmp_path / "mine")
    pack = RAID.pack(tmp_path / "mine")
    bot = LearnedBot()
    bot.sit_down(chair(pack))
    assert bot.judge is None
    assert bot.note(chair(pack)).endswith("The game's own judgement is used instead.")
    a_file(tmp_path / "mine")  # made for the standard pack
    assert "for different content of the pack" in bot.note(chair(pack))
    a_file(tmp_path / "mine", digest=pack.digest)
    assert bot.note(chair(pack)) == ""
    bot.sit_down(chair(pack))
    assert bot.judge is not None


def test_a_learned_file_is_no_part_of_a_pack(tmp_path: Path) -> None:
    copy_pack(RAID, "standard", tmp_path / "mine")
    before = RAID.pack(tmp_path / "mine").digest
    a_file(tmp_path / "mine")
    assert RAID.pack(tmp_path / "mine").digest == before
    copy_pack(RAID, str(tmp_path / "mine"), tmp_path / "yours")
    assert not (tmp_path / "yours" / FILE).exists()


def test_people_are_told_once(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_pack(RAID, "standard", tmp_path / "mine")
    words = ("--pack", str(tmp_path / "mine"), "--bots", "learned:2", "--games", "2", "--workers", "1")
    out, _, code = run("simulate", "dawn_raid", *words, "--out", str(tmp_path / "g.jsonl"))
    assert code == 0
    assert " ".join(out.split()).count("The game's own judgement is used instead.") == 1


# --- the bot


@pytest.mark.parametrize("text", ["learned:0", "learned:x", "learned:5s", "master:3"])
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(HarenaError, match=f"Bot '{text}': "):
        bots.find(text)


def test_a_learned_bots_choice_is_the_same_whatever_the_hidden_truth_is(tmp_path: Path) -> None:
    """It judges only in guesses of its own seat."""
    text, truth = f"learned:30@{a_file(tmp_path)}", start(RAID, 5)
    for number in range(12):
        seat = truth.seat
        permuted = truth.guess(seat, fast_dice(number))
        chosen = []
        for state in (truth, permuted):
            bot = bots.find(text)
            assert isinstance(bot, LearnedBot)
            bot.sit_down(Chair(RAID, pack_of(RAID), RAID.options(), seat))
            assert bot.judge is not None
            chosen.append(bots.answer(bot, state, fast_dice(number)))
        assert chosen[0] == chosen[1]
        truth.play(chosen[0])


def test_what_was_learned_may_ask_for_another_way_to_search(tmp_path: Path) -> None:
    bot = bots.find("learned:20")
    assert isinstance(bot, LearnedBot)
    bot.judge = any_judge(RAID, RAID.options())
    bot.habits = Habits(7, 2, 0.4, 5)
    state = start(RAID, 1)
    bot.choose(state.guess(state.seat, fast_dice(1)), fast_dice(1))
    assert bot.search is not None
    manner = bot.search.manner
    assert (manner.horizon, manner.playouts, manner.exploration, manner.widening) == (7, 2, 0.2, 5)


def test_only_whoever_names_a_learned_bot_is_told_that_nothing_was_learned(tmp_path: Path) -> None:
    copy_pack(RAID, "standard", tmp_path / "mine")
    pack = RAID.pack(tmp_path / "mine")
    assert bots.find("learned").note(chair(pack))
    assert bots.find("master").note(chair(pack)) == ""


def test_a_study_is_told_that_a_master_learned_nothing(tmp_path: Path, run: Any) -> None:
    copy_pack(RAID, "standard", tmp_path / "mine")
    plan = make_plan(
        RAID, [RAID.options()], ["master", "random"], games=2, seed=1, pack=str(tmp_path / "mine")
    )
    (said,) = notes(plan)
    assert said.startswith("master: ")
    assert said.endswith(INSTEAD)
    out, _, _ = run("bots")
    assert "or by the game's own judgement where nothing was learned" in " ".join(out.split())
