"""Positions as Parquet: what is read back is what the games show when they are played again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow.parquet
import pytest

import harena
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.features import Feature, encoder
from harena.core.pen import Pen
from harena.core.state import OVER, State
from harena.lab import positions
from harena.lab.plan import job, make_plan
from lab.typed import Run

DOCS = Path(__file__).parents[2] / "docs" / "reports.md"
SMALL = ("--seed", "5", "--workers", "1", "--out", "run.jsonl", "--positions", "p.parquet")


def read(file: str = "p.parquet") -> Any:
    return pyarrow.parquet.read_table(file)


def metadata(table: Any, name: str) -> bytes:
    found: bytes = table.schema.metadata[name.encode()]
    return found


def row_of(game: Any, state: State, pen: Pen) -> list[int]:
    pen.begin(0)
    encoder(game, state)(state, state.seat, pen)
    pen.end()
    return list(np.frombuffer(pen.paper, dtype=np.uint8))  # type: ignore[call-overload]


def check_replayed(name: str, bots: Sequence[str], table: Any) -> int:
    """Play every game again by the actions in the table, and compare; how many there are."""
    game, rows = harena.game(name), table.to_pylist()
    pack, options = game.pack(), game.options()
    plan = make_plan(game, [options], bots, 10**6, 5)
    actions, pen = game.actions(pack), Pen(1, game.features(pack, options).width)
    for number in sorted({row["game"] for row in rows}):
        asked = job(plan, number)
        state = game.start(pack, options, fast_dice(asked.seed))
        mine = [row for row in rows if row["game"] == number]
        for decision, row in enumerate(mine):
            seat = state.seat
            assert (row["decision"], row["seat"], row["legal"]) == (decision, seat, state.legal())
            assert (row["bot"], row["seed"], row["setting"]) == (asked.bots[seat], asked.seed, 0)
            assert row["observation"] == row_of(game, state, pen)
            assert row["notation"] == actions.notation(row["action"])
            assert row["measured"] == state.measured
            state.play(row["action"])
        assert state.seat == OVER
        assert [row["scores"] for row in mine] == [state.score()] * len(mine)
    return len(rows)


@pytest.mark.parametrize("name", registry.installed())
def test_positions_read_back_are_those_of_the_games_replayed(run: Run, name: str) -> None:
    out, _, code = run("simulate", name, "--bots", "random", "--games", "1", *SMALL)
    table = read()
    games = check_replayed(name, ["random"], table)
    assert code == 0
    assert f"{games:,} positions of 1 game are in p.parquet" in out
    assert table["visits"].null_count == games, "nobody searched"


def test_visits_stand_beside_what_was_open(run: Run) -> None:
    bots = ["mcts:20", "random"]
    run("simulate", "dawn_raid", "--bots", ",".join(bots), "--games", "3", *SMALL)
    table = read()
    check_replayed("dawn_raid", bots, table)
    searched = [row for row in table.to_pylist() if row["visits"] is not None]
    assert {row["bot"] for row in searched} == {"mcts:20"}
    for row in searched:
        assert len(row["visits"]) == len(row["legal"]) > 1
        assert sum(row["visits"]) >= 10, "half of the iterations at least are spent on every choice"
        assert row["visits"][row["legal"].index(row["action"])] == max(row["visits"])


def test_the_file_says_what_its_numbers_mean(run: Run) -> None:
    run("simulate", "dawn_raid", "--games", "3", *SMALL)
    table, game = read(), harena.game("dawn_raid")
    features = game.features(game.pack())
    assert (
        msgspec.json.decode(metadata(table, "harena.features"), type=tuple[Feature, ...]) == features.features
    )
    assert metadata(table, "harena.layout").decode() == features.layout()
    assert msgspec.json.decode(metadata(table, "harena"))["plan"]["seed"] == 5
    notations = msgspec.json.decode(metadata(table, "harena.actions"))
    assert [notations[action] for action in table["action"].to_pylist()] == table["notation"].to_pylist()
    seen = table["observation"].combine_chunks().flatten().to_numpy().reshape(-1, features.width)
    assert seen.dtype == np.uint8
    assert seen.shape == (table.num_rows, features.width)


def test_the_page_lists_the_columns(run: Run) -> None:
    run("simulate", "dawn_raid", "--games", "3", *SMALL)
    section = DOCS.read_text(encoding="utf-8").partition("## Positions, for programs that learn")[2]
    listed = re.findall(r"^\| `(\w+)` \| ", section.partition("\n## ")[0], re.MULTILINE)
    assert listed == read().column_names


def test_few_rows_are_held_at_a_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("simulate", "dawn_raid", "--games", "3", *SMALL)
    whole = read()
    monkeypatch.setattr(positions, "MOST_ROWS", 7)
    out, _, code = run("export", "run.jsonl", "--positions", "again.parquet")
    assert (out, code) == (f"{whole.num_rows} positions of 3 games are in again.parquet\n", 0)
    assert read("again.parquet").equals(whole)
    groups = pyarrow.parquet.ParquetFile("again.parquet").metadata
    assert groups.num_row_groups == -(-whole.num_rows // 7)


def test_a_run_goes_on_and_so_do_its_positions(run: Run) -> None:
    run("simulate", "dawn_raid", "--games", "3", *SMALL)
    some = read().num_rows
    assert run("simulate", "dawn_raid", "--games", "5", *SMALL)[2] == 0
    assert check_replayed("dawn_raid", ["random"], read()) > some


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--positions", "p.csv", "--out", "r.jsonl"),
            "positions are written as Parquet; end the file in .parquet",
        ),
        (("--positions", "p.parquet", "--out", "-"), "--positions needs an --out file"),
        (("--positions", "p.parquet", "--out", "p.parquet"), "--out and --positions name the same file"),
        (("--positions", "there.parquet", "--out", "r.jsonl"), "there.parquet already exists."),
        (("--out", "run.jsonl"), "this run keeps its actions; go on with --positions"),
        (("--positions", "p.parquet", "--out", "plain.jsonl"), "this run keeps no actions; go on without"),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is_played(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    few = ("--games", "1", "--seed", "5", "--workers", "1")
    run("simulate", "dawn_raid", *few, "--out", "plain.jsonl")
    run("simulate", "dawn_raid", *few, "--out", "run.jsonl", "--positions", "there.parquet")
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    out, err, code = run("simulate", "dawn_raid", *few, *words)
    assert (out, code) == ("", 2)
    assert sentence in " ".join(err.split())
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_only_a_run_that_keeps_its_actions_has_positions(run: Run) -> None:
    few = ("--games", "1", "--seed", "5", "--workers", "1")
    run("simulate", "dawn_raid", *few, "--out", "plain.jsonl")
    assert b"actions" not in Path("plain.jsonl").read_bytes().replace(b"action:", b"")
    _, err, code = run("export", "plain.jsonl", "--positions", "p.parquet")
    assert code == 2
    assert "harena simulate --positions keeps them." in " ".join(err.split())
    run("simulate", "dawn_raid", *few, "--out", "run.jsonl", "--positions", "p.parquet")
    altered = Path("run.jsonl").read_text().replace('"actions":[', '"actions":[1000,')
    Path("run.jsonl").write_text(altered.replace('"visits":[', '"visits":[null,'))
    _, err, code = run("export", "run.jsonl", "--positions", "again.parquet")
    assert code == 2
    assert "game 0 cannot be played again: decision 0 is a different one." in " ".join(err.split())
    assert not Path("again.parquet").exists()
