"""Results as a flat table: the columns the docs list, CSV and Parquet alike, stopped and gone on with."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet
import pytest

from harena.core import registry
from harena.core.errors import HarenaError
from harena.lab.flat import FAMILIES, FIELDS, FlatTable
from harena.lab.formats import ENDINGS, format_for, run_beside, write_table
from harena.lab.plan import make_plan
from harena.lab.results import Results, read_results
from lab.made_up import row
from lab.typed import Run

DOCS = Path(__file__).parents[2] / "docs" / "reports.md"
HARENA = [sys.executable, "-c", "from harena.commands.cli import main; main()"]
TYPES = {"text": "string", "whole number": "int64", "number": "double", "yes or no": "bool"}
ARENA = ["simulate", "combat_arena", "--bots=greedy,random", "--games=6", "--seed=2", "--workers=1"]


def in_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def in_parquet(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
    return rows


def documented() -> list[tuple[str, str]]:
    """The table of columns on the page: name and kind."""
    section = DOCS.read_text(encoding="utf-8").partition("### The columns")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", section, re.MULTILINE)


# --- the columns


def test_the_page_lists_the_columns_there_are_in_order_and_with_their_types() -> None:
    own = [(field.name, field.kind) for field in FIELDS]
    assert documented()[: len(own)] == own
    assert [name for name, _ in documented()[len(own) :]] == [f"{family.prefix}…" for family in FAMILIES]


@pytest.mark.parametrize("game", registry.installed())
def test_what_is_written_is_what_the_page_lists(game: str, run: Run) -> None:
    words = ["simulate", game, "--games", "4", "--seed", "1", "--workers", "1"]
    assert run(*words, "--out", "run.parquet")[2] == 0
    schema = pyarrow.parquet.read_schema("run.parquet")
    own = [(name, TYPES[kind]) for name, kind in documented()[: len(FIELDS)]]
    assert [(name, str(schema.field(name).type)) for name in schema.names[: len(own)]] == own
    rest = schema.names[len(own) :]
    prefixes = [name.removesuffix("…") for name, _ in documented()[len(own) :]]
    assert all(any(name.startswith(prefix) for prefix in prefixes) for name in rest)
    assert all(any(name.startswith(prefix) for name in rest) for prefix in prefixes), "each family is there"
    assert run("export", "run.jsonl", "--out", "run.csv")[2] == 0
    assert list(in_csv(Path("run.csv"))[0]) == schema.names


def test_a_row_for_each_seat_says_what_its_game_says(run: Run) -> None:
    assert run(*ARENA, "--out", "run.csv")[2] == 0
    games = list(read_results(Path("run.jsonl"))[1])
    rows = in_csv(Path("run.csv"))
    assert len(rows) == 2 * len(games)
    for game, (first, second) in zip(games, zip(rows[::2], rows[1::2], strict=True), strict=True):
        for seat, flat in enumerate((first, second)):
            assert flat["number"] == str(game.number)
            assert flat["seat"] == str(seat + 1)
            assert flat["bot"] == game.bots[seat]
            assert float(flat["score"]) == game.scores[seat]
            assert flat["won"] == ("true" if game.scores[seat] == 1 else "false")
            assert flat["trait.fighter"] == game.traits[seat]["fighter"]
            assert flat["game.rounds"] == str(game.of_game["rounds"])
            assert flat["option.players"] == "2"
            counts = {name[6:]: int(value) for name, value in flat.items() if name.startswith("count.")}
            assert {name: count for name, count in counts.items() if count} == game.counts[seat]


def test_csv_and_parquet_hold_the_same(run: Run) -> None:
    assert run(*ARENA, "--out", "run.parquet")[2] == 0
    assert run("export", "run.jsonl")[2] == 0
    for flat, typed in zip(in_csv(Path("run.csv")), in_parquet(Path("run.parquet")), strict=True):
        said = {
            name: "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)
            for name, cell in typed.items()
        }
        assert said == flat
    header = json.loads(pyarrow.parquet.read_schema("run.parquet").metadata[b"harena"])
    assert header["plan"]["bots"] == ["greedy", "random"]


def results(path: Path, rows: list[Any], settings: list[dict[str, Any]] | None = None) -> Path:
    """A results file with rows that nobody played."""
    from harena.core import registry

    game = registry.find("dawn_raid")
    plan = make_plan(game, [game.options()], ["random"], len(rows), 1)
    if settings is not None:
        plan = msgspec.structs.replace(plan, settings=settings)
    store = Results(path, plan)
    list(store.kept())
    for one in rows:
        store.add(one)
    store.close()
    return path


def test_what_was_not_counted_is_0_and_what_a_seat_has_not_is_empty(tmp_path: Path) -> None:
    rows = [
        row(0, [1.0, 0.0], [{"deck": "Sun, the first"}, {}], [{"card:A": 2}, {}], of_game={"raids": 3}),
        row(1, [0.5, 0.5], [{}, {"deck": 'Moon "old"'}], [{}, {"card:B": 1}]),
    ]
    path = results(tmp_path / "run.jsonl", rows)
    write_table(FlatTable(path), tmp_path / "run.csv", "csv")
    flat = in_csv(tmp_path / "run.csv")
    assert [each["trait.deck"] for each in flat] == ["Sun, the first", "", "", 'Moon "old"']
    assert [each["count.card:A"] for each in flat] == ["2", "0", "0", "0"]
    assert [each["game.raids"] for each in flat] == ["3", "3", "0", "0"]
    assert [each["drawn"] for each in flat] == ["false", "false", "true", "true"]


def test_options_of_any_kind_get_a_column_of_one_type(tmp_path: Path) -> None:
    settings = [{"a": 1, "b": True, "c": [1, 2]}, {"a": 0.5, "b": False, "c": "x"}]
    rows = [row(0, [1.0]), msgspec.structs.replace(row(1, [0.0]), setting=1)]
    write_table(FlatTable(results(tmp_path / "r.jsonl", rows, settings)), tmp_path / "r.parquet", "parquet")
    found = in_parquet(tmp_path / "r.parquet")
    assert [(each["option.a"], each["option.b"], each["option.c"]) for each in found] == [
        (1.0, True, "[1,2]"),
        (0.5, False, "x"),
    ]


def test_a_row_that_does_not_fit_is_refused_and_no_table_is_left(tmp_path: Path) -> None:
    odd = msgspec.structs.replace(row(0, [1.0, 0.0]), bots=["random"])
    with pytest.raises(HarenaError, match="game 0 does not say the same of all its seats"):
        FlatTable(results(tmp_path / "run.jsonl", [odd]))
    strange = msgspec.structs.replace(row(0, [1.0, 0.0]), setting=7)
    with pytest.raises(HarenaError, match="game 0"):
        FlatTable(results(tmp_path / "other.jsonl", [strange]))


# --- files and formats


def test_the_format_is_said_by_the_ending_or_by_name() -> None:
    for ending, form in ENDINGS.items():
        assert format_for(Path(f"x{ending}"), None) == form
        assert format_for(Path("x"), form) == form
    assert format_for(Path("x.data"), None) == "jsonl"
    assert run_beside(Path("x.csv"), "csv") == Path("x.jsonl")
    assert run_beside(Path("x.v2"), "csv") == Path("x.v2.jsonl")
    assert run_beside(Path("x.v2"), "jsonl") == Path("x.v2")
    with pytest.raises(HarenaError, match="by its ending this is csv, but --format says parquet"):
        format_for(Path("x.csv"), "parquet")


def test_without_a_file_name_the_format_names_the_file(run: Run) -> None:
    assert run(*ARENA, "--format", "csv")[2] == 0
    assert sorted(path.suffix for path in Path().iterdir()) == [".csv", ".jsonl"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_table_can_go_to_the_standard_output(form: str, tmp_path: Path) -> None:
    words = [*HARENA, *ARENA, "--out", "-", "--format", form]
    done = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "said").write_bytes(done.stdout)
    found = in_csv(tmp_path / "said") if form == "csv" else in_parquet(tmp_path / "said")
    assert len(found) == 12
    assert b"6 games with seed 2" in done.stderr


def test_parquet_without_pyarrow_is_refused_before_the_first_game(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    out, err, code = run(*ARENA, "--out", "run.parquet")
    assert (out, code) == ("", 2)
    assert err == "Parquet needs PyArrow: pip install 'harena[lab]'. CSV needs nothing.\n"
    assert list(Path().iterdir()) == []
    assert run(*ARENA, "--out", "run.csv")[2] == 0


def test_a_table_that_was_not_made_here_is_not_written_over(run: Run) -> None:
    Path("mine.csv").write_text("a,b\n")
    out, err, code = run(*ARENA, "--out", "mine.csv")
    assert (out, code) == ("", 2)
    assert err.startswith("mine.csv already exists, but not mine.jsonl")
    assert Path("mine.csv").read_text() == "a,b\n"
    assert not Path("mine.jsonl").exists()


def test_export_refuses_what_makes_no_table(run: Run) -> None:
    assert run(*ARENA, "--out", "run.jsonl")[2] == 0
    kept = Path("run.jsonl").read_bytes()
    for words, sentence in [
        (["run.jsonl", "--out", "x.jsonl"], "a flat table is csv or parquet"),
        (["run.jsonl", "--out", "run.jsonl"], "a flat table is csv or parquet"),
        (["run.jsonl", "--out", "x.csv", "--format", "parquet"], "by its ending this is csv"),
        (["none.jsonl"], "No such file"),
        (["run.jsonl", "--out", "no/where.csv"], "cannot be written"),
    ]:
        out, err, code = run("export", *words)
        assert (out, code) == ("", 2)
        assert sentence in err
    os.link("run.jsonl", "same")
    assert (
        "take the place of the results" in run("export", "run.jsonl", "--out", "same", "--format", "csv")[1]
    )
    Path("plain.jsonl").write_text("{}\n")
    assert "not a results file" in run("export", "plain.jsonl")[1]
    assert Path("run.jsonl").read_bytes() == kept
    assert sorted(path.name for path in Path().iterdir()) == ["plain.jsonl", "run.jsonl", "same"]


# --- stopping and going on


def test_a_run_with_a_table_is_added_to(run: Run) -> None:
    words = ["simulate", "dawn_raid", "--workers", "1", "--out", "run.csv"]
    assert run(*words, "--games", "3")[2] == 0
    first = in_csv(Path("run.csv"))
    out, _, code = run(*words, "--games", "5")
    assert code == 0
    assert "Already in run.jsonl: 3." in out
    assert "The rows are in run.csv\nThe games are in run.jsonl\n" in out
    grown = in_csv(Path("run.csv"))
    assert [each["number"] for each in grown] == list("0011223344")
    assert [each["seed"] for each in grown[:6]] == [each["seed"] for each in first]


def stopped(folder: Path, words: list[str], lines: int) -> str:
    """Begin a long run, and press Ctrl-C when the file of its games has so many lines; what it said."""
    program = subprocess.Popen(
        [*HARENA, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    file = folder / "run.jsonl"
    while not file.exists() or file.read_bytes().count(b"\n") < lines:
        assert program.poll() is None, program.communicate()
        time.sleep(0.02)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (130, "")
    return out


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_ctrl_c_leaves_a_table_of_what_was_played_and_the_run_goes_on(tmp_path: Path, form: str) -> None:
    words = ["simulate", "dawn_raid", "--bots", "mcts:20", "--games", "1000000", "--seed", "3"]
    words += ["--workers", "1", "--out", f"run.{form}"]
    read = in_csv if form == "csv" else in_parquet
    numbers: list[int] = []
    for _ in range(2):  # begun, then gone on with
        out = stopped(tmp_path, words, len(numbers) + 5)
        before, numbers = numbers, [int(each["number"]) for each in read(tmp_path / f"run.{form}")[::2]]
        assert numbers == list(range((tmp_path / "run.jsonl").read_bytes().count(b"\n") - 1))
        assert len(numbers) > len(before)
        words = [*out.partition("To go on: harena ")[2].split(), "--workers", "1"]
    assert f"Already in run.jsonl: {len(before):,}." in out


# --- all match-ups


def test_all_match_ups_are_played_equally_often(run: Run) -> None:
    words = ["simulate", "combat_arena", "--games", "10", "--workers", "1", "--match-ups", "--out", "run.csv"]
    out, _, code = run(*words)
    assert code == 0
    assert ": 12 games with seed" in out
    assert ", 1 of each of 12 match-ups." in out
    rows = in_csv(Path("run.csv"))
    assert len({each["option.picks"] for each in rows}) == 12
    assert run("balance", "--from", "run.jsonl")[2] == 0, "a report can be made of it"


def test_different_bots_have_every_seat_in_every_match_up(run: Run) -> None:
    words = ["simulate", "dawn_raid", "--bots", "random,greedy", "--games", "1", "--workers", "1"]
    assert run(*words, "--match-ups", "--out", "run.jsonl")[2] == 0
    seen = {(game.setting, tuple(game.bots)) for game in read_results(Path("run.jsonl"))[1]}
    assert len(seen) == 8


def test_a_run_of_match_ups_says_how_to_go_on_with_it() -> None:
    from harena.lab.simulate_run import Wish, command

    wish = Wish("dawn_raid", ["random"], 8, 1, match_ups=True, out=Path("x"), form="csv")
    assert command(wish).endswith("--match-ups --out x --format csv")
