"""`harena balance` stopped and gone on with, for other programs, and in a narrow terminal."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from rich.console import Console

from harena.lab.balance import tally
from harena.lab.balance_report import make_report
from harena.lab.balance_run import Wish, find, plan_balance
from harena.lab.balance_tables import tables
from harena.lab.fair import Shares
from harena.lab.results import read_results
from harena.lab.simulate import rows
from lab.made_up import arena, row
from lab.typed import Run, stopped_by_ctrl_c

WORDS = ("balance", "dawn_raid", "--bots", "random", "--games", "24", "--workers", "1")


# --- keeping the games


def test_the_games_are_kept_where_somebody_says(run: Run, tmp_path: Path) -> None:
    out, err, code = run(*WORDS, "--out", "kept.jsonl")
    assert (err, code) == ("", 0)
    assert "The games are in kept.jsonl\n" in out
    plan, kept = read_results(tmp_path / "kept.jsonl")
    assert (plan.games, len(list(kept))) == (24, 24)


def test_without_a_file_nothing_is_left_but_the_page(run: Run, tmp_path: Path) -> None:
    run(*WORDS)
    assert [file.name for file in tmp_path.iterdir()] == ["balance-dawn_raid.html"]


def test_a_report_goes_on_with_the_games_that_are_there(run: Run, tmp_path: Path) -> None:
    """Half of the games, then the whole report: the page is that of a run in one go."""
    whole = run(*WORDS, "--html", "whole.html")[0]
    run(*WORDS, "--out", "kept.jsonl", "--html", "other.html")
    lines = (tmp_path / "kept.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "kept.jsonl").write_bytes(b"".join(lines[:11]))
    again = run(*WORDS, "--out", "kept.jsonl", "--html", "again.html")[0]
    assert (tmp_path / "kept.jsonl").read_bytes() == b"".join(lines)
    assert whole.partition("The page")[0] == again.partition("The page")[0]


def test_games_of_another_report_are_not_gone_on_with(run: Run) -> None:
    run(*WORDS, "--out", "kept.jsonl")
    _, err, code = run(*WORDS, "--out", "kept.jsonl", "--seed", "2")
    assert code == 2
    assert "this is a different run: its seed is 1, not 2" in err


def test_a_table_is_no_place_to_keep_games(run: Run, tmp_path: Path) -> None:
    _, err, code = run(*WORDS, "--out", "kept.csv")
    assert code == 2
    assert "keeps its games as JSON lines" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_ctrl_c_reports_on_what_was_played_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["balance", "dawn_raid", "--bots", "random", "--games", "400000", "--workers", "1"]
    out, err, code = stopped_by_ctrl_c(*words)
    assert (err, code) == ("", 130)
    assert "Wins by deck" in out
    stopped = re.search(r"Stopped after ([\d,]+) of 400,000 games\.", out)
    assert stopped
    assert "The page is in balance-dawn_raid.html" in out
    file = re.search(r"To go on: harena balance dawn_raid .* --out (\S+\.jsonl)", out)
    assert file
    _, kept = read_results(Path(file[1]))
    assert len(list(kept)) == int(stopped[1].replace(",", ""))


# --- for other programs


def test_all_of_it_is_there_as_json(run: Run) -> None:
    out, err, code = run(*WORDS, "--json", "--bar", "seat=0-100")
    assert (err, code) == ("", 0)
    found = json.loads(out)
    assert (found["harena_balance"], found["games"], found["stopped"]) == (1, 24, False)
    assert found["page"] == "balance-dawn_raid.html"
    seats = next(each for each in found["traits"] if each["trait"] == "seat")
    assert [value["name"] for value in seats["values"]] == ["1", "2"]
    first = seats["values"][0]
    assert first["low"] <= first["rate"] <= first["high"]
    assert first["fair"] == 0.5
    assert {bar["verdict"] for bar in found["bars"]} == {"inside"}
    assert sum(found["lengths"][0]["histogram"].values()) == 24
    said = run(*WORDS)[0]
    assert all(sentence in said for sentence in found["sentences"][:2])


def test_in_json_too_what_lies_outside_the_bar_fails_the_command(run: Run) -> None:
    out, _, code = run(*WORDS, "--json", "--bar", "seat=0-1")
    assert code == 1
    assert {bar["verdict"] for bar in json.loads(out)["bars"]} == {"outside"}


# --- how it looks


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_tables_fit(seats: int, width: int) -> None:
    report = make_report(tally(arena(600, seats)))
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        for each in tables(report, []):
            console.print(each)
    said = capture.get()
    assert max(map(len, said.splitlines())) <= width
    assert "…" not in said, "something was cut off"
    assert "without" in said


def test_the_tables_of_a_real_game_fit_into_sixty_columns() -> None:
    plan = plan_balance(Wish(game="combat_arena", bot="random", games=24, options={"max_rounds": "3"}))
    found = find(plan, rows(plan), [], "harena balance combat_arena")
    console = Console(width=60, color_system=None)
    with console.capture() as capture:
        for each in tables(found.report, found.judged):
            console.print(each)
    said = capture.get()
    assert max(map(len, said.splitlines())) <= 60
    assert "…" not in said, "something was cut off"


# --- cards


def test_the_rates_with_and_without_a_card_differ_by_its_points() -> None:
    """Ada is strong and likes Lunge; that alone would make those with it win more."""
    for uses in make_report(tally(arena(900, strong=5.0))).uses:
        for each in uses.things:
            assert each.won_with - each.won_without == pytest.approx(each.gain.gap)


# --- fair shares


def test_a_champion_against_three_is_measured_by_sides() -> None:
    """The one wins half of the games, and of the three only two live to win: all as it should be."""
    traits = [{"side": "Champion"}, *[{"side": "Challenger"}] * 3]
    played = [
        row(number, [1, 0, 0, 0] if number % 2 else [0, 1, 1, 0], [dict(each) for each in traits])
        for number in range(400)
    ]
    section = make_report(tally(played, Shares([[0, 1, 1, 1]]))).sections[0]
    shares = {value.name: (round(value.rate.rate, 3), round(value.rate.fair, 3)) for value in section.values}
    assert shares == {"Champion": (0.5, 0.5), "Challenger": (0.333, 0.333)}
    assert not any(value.clear or value.rate.standing for value in section.values)
