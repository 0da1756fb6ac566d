"""Every command is readable in a terminal of 60 columns: no line is wider, and no value is cut."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

import harena
from harena.commands import cli

COMMANDS = [
    ["--help"],
    ["games"],
    ["bots"],
    ["options", "combat_arena"],
    ["options", "dawn_raid"],
    ["pack", "combat_arena"],
    ["pack", "dawn_raid"],
    ["pack", "new", "combat_arena", "mine"],
    ["simulate", "--help"],
    [
        "simulate",
        "dawn_raid",
        "--bots=random,greedy",
        "--games=200",
        "--seed=1",
        "--workers=1",
        "--out=a.csv",
    ],
    ["ratings", "dawn_raid", "random", "greedy", "mcts:2", "--games=10", "--workers=1"],
    ["show", "game.json", "--at", "9"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: "-".join(words[:2]))
def test_60_columns_are_enough(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(cli.app, "console", Console())  # one made before would keep its width
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    match = harena.new("dawn_raid", seed=1, names=["Ann", "Bo"])
    while not match.over:
        match.play(match.legal()[0])
    match.save(tmp_path / "game.json")
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    out = capsys.readouterr().out
    assert left.value.code == 0
    assert "…" not in out
    plain = [line for line in out.split("\n") if set(line) & set("│─") or line.startswith(" ")]
    assert all(len(line) <= 60 for line in plain), "tables fit; sentences are broken by a terminal only"
