"""The results file: what was played is kept, a torn end is played again, another run is refused."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import harena
from harena.core.errors import HarenaError
from harena.lab import results
from harena.lab.plan import Plan, make_plan
from harena.lab.results import Results, planned_seed, read_results
from harena.lab.simulate import rows


def a_plan(
    games: int = 6, seed: int = 5, bots: tuple[str, ...] = ("random", "greedy"), **options: str
) -> Plan:
    game = harena.game("dawn_raid")
    return make_plan(game, [game.options(**options)], bots, games, seed)


def write(path: Path, plan: Plan, games: int | None = None) -> None:
    """Go on with a file until it holds so many games."""
    store = Results(path, plan)
    before = len(list(store.kept()))
    for row in rows(plan, first=before):
        if row.number == games:
            break
        store.add(row)
    store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """The bytes of a run that nobody interrupted."""
    write(tmp_path / "whole.jsonl", a_plan())
    return (tmp_path / "whole.jsonl").read_bytes()


def test_a_file_is_a_header_and_a_line_for_each_game(whole: bytes) -> None:
    header, *lines = [json.loads(line) for line in whole.splitlines()]
    assert header["harena_results"] == 1
    assert header["plan"]["bots"] == ["random", "greedy"]
    assert [line["number"] for line in lines] == [0, 1, 2, 3, 4, 5]
    assert [line["bots"][0] for line in lines] == ["random", "greedy"] * 3


def test_what_was_written_is_read_again(file: Path) -> None:
    plan = a_plan()
    write(file, plan)
    found, read = read_results(file)
    assert found == plan
    assert list(read) == list(rows(plan))
    assert planned_seed(file) == 5


def test_a_run_goes_on_where_it_was_left(file: Path, whole: bytes) -> None:
    write(file, a_plan(), games=2)
    assert file.read_bytes().count(b"\n") == 3
    write(file, a_plan())
    assert file.read_bytes() == whole


def test_a_file_may_be_torn_anywhere(file: Path, whole: bytes) -> None:
    ends = {0, 1, 17, 18, 19, 100, whole.index(b"\n"), whole.index(b"\n") + 1, *range(500, len(whole), 331)}
    for end in sorted(ends):
        file.write_bytes(whole[:end])
        write(file, a_plan())
        assert file.read_bytes() == whole, end


def test_rubbish_at_the_very_end_is_played_again(file: Path, whole: bytes) -> None:
    kept = whole[: whole.rindex(b'{"number":5')]
    file.write_bytes(kept + b"\0" * 300 + b"\n")
    write(file, a_plan())
    assert file.read_bytes() == whole


def test_rubbish_in_the_middle_is_refused_and_left_as_it_is(file: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    for damage in ([*lines[:3], b"{}\n", *lines[4:]], [*lines[:3], *lines[4:]]):
        file.write_bytes(b"".join(damage))
        with pytest.raises(HarenaError, match=r"run\.jsonl, line 4: this is not game 2; the rest was not"):
            write(file, a_plan())
        assert file.read_bytes() == b"".join(damage)


def test_a_run_can_be_given_more_games(file: Path, whole: bytes) -> None:
    write(file, a_plan(games=4))
    write(file, a_plan(games=6))
    assert file.read_bytes() == whole
    assert [path.name for path in file.parent.iterdir() if "new" in path.name] == []


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (a_plan(seed=6), "this is a different run: its seed is 5, not 6. Name another file."),
        (a_plan(bots=("greedy",)), "its bots are random,greedy, not greedy,greedy."),
        (a_plan(first_deck="seat1"), "its options are first_deck=random, not first_d"),
        (a_plan(games=5), "this run has 6 games; it can be given more, but not be cut to 5."),
        (msgspec.structs.replace(a_plan(), digest="x"), "its pack (by its content) is c"),
        (msgspec.structs.replace(a_plan(), rules=9), "its version of the rules is 1, not 9."),
        (msgspec.structs.replace(a_plan(), game="x"), "its game is dawn_raid, not x."),
    ],
)
def test_another_run_is_refused_and_the_file_left_as_it_is(
    file: Path, whole: bytes, other: Plan, sentence: str
) -> None:
    file.write_bytes(whole)
    with pytest.raises(HarenaError) as refused:
        Results(file, other)
    assert str(file) in str(refused.value)
    assert sentence in str(refused.value)
    assert file.read_bytes() == whole


def test_a_run_of_another_version_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file, a_plan(), games=2)
    monkeypatch.setattr(results, "VERSION", "99.0")
    with pytest.raises(HarenaError, match=r"begun with Harena .*; with 99\.0 it might go on differently"):
        Results(file, a_plan())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"my notes", "not a results file"),
        (b"my notes\n", "not a results file"),
        (b"\n", "not a results file"),
        (b'{"harena_results":7,"rest":1}\n', "has format 7; this Harena reads format 1"),
        (b'{"harena_results":1}\n', "its first line is damaged"),
    ],
)
def test_what_is_no_results_file_is_never_written_on(file: Path, content: bytes, sentence: str) -> None:
    file.write_bytes(content)
    with pytest.raises(HarenaError, match=sentence):
        Results(file, a_plan())
    assert file.read_bytes() == content
    with pytest.raises(HarenaError, match=sentence):
        read_results(file)


def test_two_runs_do_not_write_on_one_file(file: Path) -> None:
    pytest.importorskip("fcntl")
    store = Results(file, a_plan())
    with pytest.raises(HarenaError, match="another run is writing to this file"):
        Results(file, a_plan())
    store.close()
    Results(file, a_plan()).close()


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HarenaError, match="the results cannot be kept there: No such file"):
        Results(tmp_path / "nowhere" / "x.jsonl", a_plan())
    with pytest.raises(HarenaError, match="the results cannot be kept there: Is a directory"):
        Results(tmp_path, a_plan())
