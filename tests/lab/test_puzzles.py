"""Making puzzles: what counts as clear, what a puzzle is about, and that what is made holds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.puzzle import Kind, book_of, open_puzzle, read_book
from harena.lab import puzzles
from harena.lab.puzzle_search import Outlook, Weigher, outlook
from harena.lab.puzzles import LOOK, Wish, clear_solutions, complaint, kind_of, make, urgent
from lab.typed import Run

GAMES = [name for name in registry.names() if book_of(registry.find(name)).puzzles]
QUICK = min(GAMES, key=lambda name: registry.find(name).longest)  # its games are the shortest
PUZZLE = book_of(registry.find(QUICK)).puzzles[0]


def test_a_solution_is_clear_if_all_searches_agree() -> None:
    assert clear_solutions([{1: 0.6, 2: 0.4}, {1: 0.62, 2: 0.41}], obvious=2) == [1]
    assert clear_solutions([{1: 0.6, 2: 0.4}, {1: 0.41, 2: 0.42}], obvious=2) == [], "one of them is not sure"
    assert clear_solutions([{1: 0.6, 2: 0.57, 3: 0.4}], obvious=3) == [], "what lies between is neither"


def test_choices_that_are_alike_are_right_together_but_not_too_many() -> None:
    assert clear_solutions([{1: 0.6, 2: 0.61, 3: 0.4}], obvious=3) == [2, 1]
    assert clear_solutions([{1: 0.6, 2: 0.61, 3: 0.6, 4: 0.4}], obvious=4) == []


def test_what_is_obvious_must_mislead_and_something_must_be_left_to_win() -> None:
    assert clear_solutions([{1: 0.6, 2: 0.4}], obvious=1) == []
    assert clear_solutions([{1: 0.6, 2: 0.52, 3: 0.4}], obvious=2) == [], "it is not much worse"
    assert clear_solutions([{1: 0.11, 2: 0.0}], obvious=2) == [], "all is lost anyway"
    assert clear_solutions([{1: 0.6, 2: 0.6}], obvious=2) == [], "nothing is wrong"


def test_a_first_look_is_less_strict() -> None:
    look = [{1: 0.6, 2: 0.51}]
    assert clear_solutions(look, obvious=2) == []
    assert clear_solutions(look, obvious=2, strict=0.8) == [1]


@pytest.mark.parametrize(
    ("right", "wrong", "kind"),
    [
        (Outlook(1.0, 0.0), Outlook(0.2, 0.0), "win"),
        (Outlook(1.0, 0.0), Outlook(0.8, 0.0), "choice"),
        (Outlook(0.0, 0.1), Outlook(0.0, 0.9), "survive"),
        (Outlook(0.0, 0.6), Outlook(0.0, 0.9), "choice"),
        (Outlook(0.0, 0.0), Outlook(0.0, 0.0), "choice"),
    ],
)
def test_a_puzzle_is_about_what_is_won_or_lost_at_once(right: Outlook, wrong: Outlook, kind: Kind) -> None:
    assert kind_of(right, wrong) == kind


def test_what_a_few_games_say_the_searches_must_say_too() -> None:
    assert urgent("win", 0.9, 0.5)
    assert not urgent("win", 0.8, 0.5), "it is not as good as won"
    assert urgent("survive", 0.4, 0.2)
    assert not urgent("survive", 0.4, 0.3), "the obvious choice is not that bad"


def test_weighing_looks_at_guesses_and_leaves_the_position_as_it_is() -> None:
    match = open_puzzle(PUZZLE)
    key, drawn = match.state.key(), match.state.dice.drawn
    chances = Weigher(match.state, 1).chances(20)
    assert set(chances) <= set(match.state.legal())
    assert all(0 <= chance <= 1 for chance in chances.values())
    for action in chances:
        found = outlook(match, action)
        assert 0 <= found.won + found.lost <= 1
    assert (match.state.key(), match.state.dice.drawn) == (key, drawn)


def test_weighing_knows_no_more_than_the_seat() -> None:
    match = open_puzzle(PUZZLE)
    guess = match.state.guess(match.seat, fast_dice(5))
    assert Weigher(match.state, 1).chances(30) == Weigher(guess, 1).chances(30)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A maker that is soon content."""
    hasty = {"GLANCE": 10, "LOOK": 40, "PROMISING": 0.03, "FOOLED": 0.05, "APART": 0.03, "ALIKE": 0.02}
    for name, value in hasty.items():
        monkeypatch.setattr(puzzles, name, value)


@pytest.mark.usefixtures("hasty")
def test_made_puzzles_hold_and_are_the_same_each_time() -> None:
    kept: list[int] = []
    wish = Wish(QUICK, count=2, seed=1, tries=60, games=60)
    book = make(wish, lambda said: None, lambda found: kept.append(len(found.puzzles)))
    assert len(book.puzzles) == 2
    assert kept[:2] == [1, 2]
    assert [complaint(puzzle) for puzzle in book.puzzles] == ["", ""]
    for puzzle in book.puzzles:
        assert puzzle.weighed[0].action == puzzle.solutions[0]
        assert puzzle.found(puzzle.obvious) is not None
    again = make(wish, lambda said: None)
    assert again == book


def test_a_wish_that_makes_no_sense_is_refused() -> None:
    for wish in (Wish(QUICK, count=0), Wish(QUICK, tries=LOOK - 1), Wish(QUICK, games=0)):
        with pytest.raises(HarenaError, match="a count and games of at least 1"):
            make(wish, lambda said: None)


def test_a_search_that_finds_another_choice_better_says_so() -> None:
    best, obvious = PUZZLE.solutions[0], PUZZLE.obvious
    swapped = msgspec.structs.replace(PUZZLE, solutions=[obvious], obvious=best)
    assert complaint(PUZZLE, tries=100) == ""
    assert complaint(swapped, tries=100).startswith(f"{best} gives ")
    assert f"the solution {obvious} only" in complaint(swapped, tries=100)


def test_the_command_lists_shows_and_checks_puzzles(run: Run, tmp_path: Path) -> None:
    out, _, code = run("puzzles", "show", QUICK)
    assert code == 0
    assert f"{PUZZLE.id}  {PUZZLE.kind}" in out
    shown, _, _ = run("puzzles", "show", QUICK, PUZZLE.id)
    assert "Right:" not in shown
    assert "Right:" in run("puzzles", "show", QUICK, PUZZLE.id, "--solution")[0]
    assert run("puzzles", "check", QUICK)[2] == 0
    file = tmp_path / "puzzles.json"
    text = (registry.find(QUICK).folder / "puzzles.json").read_text(encoding="utf-8")
    file.write_text(text.replace(f'"position":"{PUZZLE.record.position}"', f'"position":"{"0" * 16}"'))
    out, _, code = run("puzzles", "check", QUICK, "--file", str(file))
    assert code == 1
    assert f"{PUZZLE.id}: This record does not lead to the position it names" in " ".join(out.split())
    assert "There is no puzzle 'none'" in run("puzzles", "show", QUICK, "none")[1]


@pytest.mark.usefixtures("hasty")
def test_the_command_writes_what_it_makes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "made.json"
    words = ["--count", "1", "--games", "60", "--tries", "60", "--out", str(file)]
    out, err, code = run("puzzles", "make", QUICK, *words)
    assert (code, err) == (0, "")
    assert "1 puzzle is in" in " ".join(out.split())
    assert len(read_book(file, QUICK).puzzles) == 1
