"""`harena simulate`: what it plays, keeps and says, also when it is stopped, killed or asked for nonsense."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

import harena
from harena.bots import Bot, registry
from harena.commands import cli
from harena.core.dice import Dice
from harena.core.errors import HarenaError
from harena.core.state import State
from harena.lab.plan import Row, job, make_plan
from harena.lab.simulate import rows
from harena.lab.summary import Summary, median
from resting import wait_until_it_rests

HARENA = [sys.executable, "-c", "from harena.commands.cli import main; main()"]
LONG = ["simulate", "dawn_raid", "--bots", "greedy,mcts:5", "--games", "300", "--seed", "3"]


class Said:
    """What a command said, and its exit code."""

    def __init__(self, out: str, err: str, code: int) -> None:
        self.out, self.err, self.code = out, err, code


Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `harena simulate` with these words in a folder of its own, in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def ran(*words: str) -> Said:
        with pytest.raises(SystemExit) as exit_info:
            cli.main(["simulate", *words])
        out, err = capsys.readouterr()
        assert isinstance(exit_info.value.code, int)
        return Said(out, err, exit_info.value.code)

    return ran


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the LONG run when nobody interrupts it."""
    file = tmp_path_factory.mktemp("whole") / "run.jsonl"
    subprocess.run([*HARENA, *LONG, "--workers", "1", "--out", str(file)], check=True, capture_output=True)
    return file.read_bytes()


def begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The LONG run as a program of its own, when some of its games are in the file."""
    program = subprocess.Popen(
        [*HARENA, *LONG, *words, "--out", "run.jsonl"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while lines_of(folder / "run.jsonl") < 5:
        assert program.poll() is None, program.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)
    return program


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


# --- what is played


def test_bots_change_seats_and_every_game_has_a_seed_of_its_own() -> None:
    game = harena.game("dawn_raid")
    plan = make_plan(game, [game.options(), game.options(first_deck="seat1")], ["random", "greedy"], 8, 1)
    found = [job(plan, number) for number in range(plan.games)]
    assert [one.setting for one in found] == [0, 1] * 4
    assert [one.bots[0] for one in found] == ["random", "random", "greedy", "greedy"] * 2
    assert len({one.seed for one in found}) == 8
    assert [row.seed for row in rows(plan, workers=2)] == [one.seed for one in found]


def test_a_game_depends_on_the_runs_seed_and_its_number_alone() -> None:
    game = harena.game("dawn_raid")
    plans = [make_plan(game, [game.options()], ["random"], games, 1) for games in (5, 9)]
    few, many = [list(rows(plan)) for plan in plans]
    assert few == many[:5]
    other = make_plan(game, [game.options()], ["random"], 5, 2)
    assert not {row.seed for row in few} & {row.seed for row in rows(other)}


def test_any_number_of_workers_writes_the_same_bytes(run: Run) -> None:
    for workers in ("1", "2"):
        words = [
            "dawn_raid",
            "--bots",
            "random,greedy",
            "--games",
            "150",
            "--seed",
            "4",
            "--workers",
            workers,
        ]
        assert run(*words, "--out", f"{workers}.jsonl").code == 0
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()
    assert lines_of(Path("1.jsonl")) == 151


# --- what is said


def test_a_summary_says_who_won_from_where_and_how_long_it_took(run: Run) -> None:
    said = run("dawn_raid", "--bots", "random,greedy", "--games", "40", "--seed", "4", "--workers", "1")
    assert said.code == 0
    assert said.err == ""
    assert "Dawn Raid, random, greedy: 40 games with seed 4." in said.out
    assert re.search(r"greedy +40( +\d+){1,2} +\d+\.\d% +\d+\.\d to \d+\.\d", said.out)
    assert re.search(r"Seat 2 +40 ", said.out)
    assert re.search(r"A game took \d+\.\d decisions on average, \d+(\.5)? in the median\.", said.out)
    assert re.search(r"40 games in \d+\.\d s: [\d,]+\.\d a second\.", said.out)
    file = re.search(r"The rows are in (dawn_raid-\S+\.jsonl)", said.out)
    assert file is not None
    assert lines_of(Path(file[1])) == 41


def test_the_summary_counts_right() -> None:
    summary = Summary()
    for number, (bots, scores, length) in enumerate(
        [("ab", [1.0, 0.0], 10), ("ba", [0.5, 0.5], 20), ("ab", [1.0, 0.0], 40), ("ba", [0.0, 1.0], 50)]
    ):
        summary.add(Row(number, 0, list(bots), 0, scores, length, [], [], {"rounds": length // 10}))
    a = summary.bots["a"]
    assert (a.games, a.won, a.drawn, a.points) == (4, 3, 1, 3.5)
    assert [seat.points for seat in summary.seats] == [2.5, 1.5]
    assert median(summary.lengths) == 30
    said = [str(each) for each in summary.tables()]
    assert "A game took 30.0 decisions on average, 30 in the median." in said
    assert "A game took 3.0 rounds on average, 3 in the median." in said


def test_a_bot_on_several_seats_counts_games_not_seats() -> None:
    """In a team all win together: two hundred seats of a hundred games tell no more than a hundred games."""
    summary, alone = Summary(), Summary()
    for number in range(100):
        won = float(number % 2)
        summary.add(Row(number, 0, list("aabb"), 0, [won, won, 1 - won, 1 - won], 9, [], [], {}))
        alone.add(Row(number, 0, list("ab"), 0, [won, 1 - won], 9, [], [], {}))
    team, one = summary.bots["a"], alone.bots["a"]
    assert (team.games, team.won, team.rate) == (100, 100, 0.5)
    assert team.interval() == one.interval()
    assert "wins once for each seat" in " ".join(map(str, summary.tables()))
    assert "wins once for each seat" not in " ".join(map(str, alone.tables()))


def test_a_bot_against_itself_has_no_line_of_its_own(run: Run) -> None:
    said = run("dawn_raid", "--games", "3", "--workers", "1", "--out", "x.jsonl")
    assert not re.search(r"^ *random ", said.out, re.MULTILINE)
    assert re.search(r"^ *Seat 1 +3 ", said.out, re.MULTILINE)


def test_rows_can_be_read_from_the_standard_output(run: Run) -> None:
    said = run("dawn_raid", "--games", "5", "--seed", "1", "--workers", "1", "--out", "-")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [line.get("number") for line in lines] == [None, 0, 1, 2, 3, 4]
    assert "Seat 1 " in said.err
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is none")
def test_rows_need_not_be_kept(run: Run) -> None:
    said = run("dawn_raid", "--games", "5", "--seed", "1", "--workers", "1", "--out", "/dev/null")
    assert said.code == 0
    assert "Seat 1 " in said.out


def test_options_go_to_the_game(run: Run) -> None:
    words = ["-o", "first_deck=seat1", "--games", "2", "--seed", "1", "--workers", "1", "--out", "x.jsonl"]
    assert run("dawn_raid", *words).code == 0
    header = json.loads(Path("x.jsonl").read_text().splitlines()[0])
    assert header["plan"]["settings"][0]["first_deck"] == "seat1"


# --- going on


def test_the_same_command_goes_on_and_then_says_that_all_is_done(run: Run) -> None:
    words = ["dawn_raid", "--workers", "1", "--out", "x.jsonl"]
    assert run(*words, "--games", "4").code == 0  # the seed is random, and found again in the file
    said = run(*words, "--games", "9")
    assert "Already in x.jsonl: 4." in said.out
    assert "5 games in " in said.out
    assert lines_of(Path("x.jsonl")) == 10
    said = run(*words, "--games", "9")
    assert said.code == 0
    assert "All are already in x.jsonl." in said.out
    assert "a second" not in said.out


def test_killed_at_once_it_goes_on_and_ends_with_the_same_bytes(tmp_path: Path, whole: bytes) -> None:
    program = begun(tmp_path, "--workers", "2")
    os.kill(program.pid, signal.SIGKILL)
    program.communicate(timeout=30)
    kept = (tmp_path / "run.jsonl").read_bytes()
    assert kept != whole
    assert whole.startswith(kept)
    words = [*HARENA, *LONG, "--workers", "2", "--out", "run.jsonl"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    assert (tmp_path / "run.jsonl").read_bytes() == whole


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(
    tmp_path: Path, whole: bytes, workers: str
) -> None:
    program = begun(tmp_path, "--workers", workers)
    os.killpg(program.pid, signal.SIGINT)  # a terminal sends it to the workers, too
    out, err = program.communicate(timeout=60)
    assert program.returncode == 130
    assert err == ""
    kept = (tmp_path / "run.jsonl").read_bytes()
    played = kept.count(b"\n") - 1
    assert 4 <= played < 300
    assert kept.endswith(b"\n")
    assert whole.startswith(kept)
    assert f"Stopped after {played} of 300 games." in out
    again = "harena simulate dawn_raid --bots greedy --bots mcts:5 --games 300 --seed 3 --out run.jsonl"
    assert f"To go on: {again}" in out
    subprocess.run([*HARENA, *again.split()[1:]], cwd=tmp_path, check=True, capture_output=True, timeout=120)
    assert (tmp_path / "run.jsonl").read_bytes() == whole


def test_a_second_ctrl_c_does_not_wait_for_the_games_being_played(tmp_path: Path) -> None:
    program = endless(tmp_path)
    wait_until_it_rests(program.pid)  # the workers play
    stopped_by_two_ctrl_c(program)


def test_a_second_ctrl_c_does_not_wait_for_workers_that_take_long_to_begin(tmp_path: Path) -> None:
    begin = (
        "import pathlib, sys, time\n"
        "while '--multiprocessing-fork' in sys.orig_argv and not pathlib.Path('begin').exists():\n"
        "    pathlib.Path('began').touch()\n"
        "    time.sleep(0.01)\n"
    )
    (tmp_path / "sitecustomize.py").write_text(begin)
    program = endless(tmp_path, PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]))
    while not (tmp_path / "began").exists():
        assert program.poll() is None, program.communicate()
        time.sleep(0.01)
    wait_until_it_rests(program.pid)
    stopped_by_two_ctrl_c(program)
    (tmp_path / "begin").touch()


def endless(folder: Path, **environment: str) -> subprocess.Popen[str]:
    """A run whose first game does not end, as a program of its own that has said what it plays."""
    words = "simulate combat_arena --bots mcts:1000000 --games 9 --workers 2 --seed 1 --out run.jsonl"
    program = subprocess.Popen(
        [*HARENA, *words.split()],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    program.stdout.readline()
    return program


def stopped_by_two_ctrl_c(program: subprocess.Popen[str]) -> None:
    program.send_signal(signal.SIGINT)
    wait_until_it_rests(program.pid)
    assert program.poll() is None
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (130, "")
    assert "Stopped after 0 of 9 games." in out


# --- bots that fail


class Moody(Bot):
    """Plays at random, but not for ever."""

    name: ClassVar[str] = "moody"
    about: ClassVar[str] = "Fails."
    left = 0
    illegal = False

    def choose(self, position: State, dice: Dice) -> int:
        Moody.left -= 1
        if Moody.left > 0:
            return position.nth(dice.below(position.count()))
        if self.illegal:
            return 999
        raise ValueError("no mood")


@pytest.mark.parametrize(
    ("illegal", "why"), [(False, "ValueError: no mood"), (True, "it chose 999, which is not open")]
)
def test_a_bot_that_fails_is_named_and_finished_games_are_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, illegal: bool, why: str
) -> None:
    monkeypatch.setitem(registry._added, "moody", Moody)
    monkeypatch.setattr(Moody, "left", 100)
    monkeypatch.setattr(Moody, "illegal", illegal)
    said = run("dawn_raid", "--bots", "random,moody", "--seed", "1", "--workers", "1", "--out", "x.jsonl")
    assert said.code == 2
    found = re.fullmatch(
        r"Game (\d+) \(seed \d+\): the bot 'moody' in seat [12] failed: (.*)\. "
        r"(\d+) games are kept in x\.jsonl\n",
        said.err,
    )
    assert found is not None, said.err
    assert found[2] == why
    assert found[1] == found[3]
    assert lines_of(Path("x.jsonl")) == int(found[1]) + 1 > 2


# --- nonsense


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["nothing"], "There is no game 'nothing'."),
        (["dawn_raid", "--bots", "x"], "There is no bot 'x'."),
        (["dawn_raid", "--bots", "mcts:fast"], "Bot 'mcts:fast': its budget is"),
        (["dawn_raid", "--bots", "random,random,random"], "Dawn Raid has 2 seats here; 3 bots were named"),
        (["dawn_raid", "--games", "0"], "A run has at least one game, not 0."),
        (["dawn_raid", "--seed", "-1"], "A seed is a whole number from 0"),
        (["dawn_raid", "--option", "first_deck"], "An option is written NAME=VALUE"),
        (["dawn_raid", "--option", "x=1"], "There is no option 'x'"),
        (["dawn_raid", "--pack", "nowhere"], "Dawn Raid has no pack of that name"),
        (["dawn_raid", "--workers", "0"], "A run takes 1 to 1024 workers, not 0."),
        (["dawn_raid", "--workers", "many"], "Invalid value for --workers"),
        (["dawn_raid", "--out", "no/x.jsonl"], "no/x.jsonl: the results cannot be kept there: No such file"),
        (["dawn_raid", "--out", "."], "the results cannot be kept there: Is a directory"),
        ([], "requires an argument"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence_and_makes_no_file(
    run: Run, words: list[str], answer: str
) -> None:
    said = run(*words)
    assert said.code == 2
    assert answer in " ".join(said.err.replace("│", "").split())
    assert "Traceback" not in said.err
    assert said.out == ""
    assert list(Path().iterdir()) == []


def test_another_run_is_not_written_over(run: Run) -> None:
    words = ["dawn_raid", "--games", "3", "--workers", "1", "--out", "x.jsonl"]
    assert run(*words, "--seed", "1").code == 0
    before = Path("x.jsonl").read_bytes()
    said = run(*words, "--seed", "2")
    assert (said.code, said.out) == (2, "")
    assert said.err == "x.jsonl: this is a different run: its seed is 1, not 2. Name another file.\n"
    assert Path("x.jsonl").read_bytes() == before


def test_too_many_workers_are_refused() -> None:
    game = harena.game("dawn_raid")
    with pytest.raises(HarenaError, match="not 5000"):
        rows(make_plan(game, [game.options()], ["random"], 5, 1), workers=5000)
