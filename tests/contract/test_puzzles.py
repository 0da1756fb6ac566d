"""Every stored puzzle still fits its game; searches find its solution best, long ones with HARENA_PUZZLES."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harena.core import registry
from harena.core.game import AnyGame
from harena.core.puzzle import FILE, Puzzle, book_of, open_puzzle, read_book
from harena.lab.puzzles import complaint, urgent, warned
from make_site import own_games


def gap(puzzle: Puzzle) -> float:
    """By how much the right choices are better than all others."""
    wrong = [one.chance for one in puzzle.weighed if one.action not in puzzle.solutions]
    return min(one.chance for one in puzzle.weighed if one.action in puzzle.solutions) - max(wrong)


BOOKS = {name: book_of(registry.find(name)) for name in registry.installed()}
STORED = [(name, puzzle) for name, book in BOOKS.items() for puzzle in book.puzzles]
CLEAREST = [(name, max(book.puzzles, key=gap)) for name, book in BOOKS.items() if book.puzzles]
EACH = [pytest.param(name, puzzle, id=f"{name}-{puzzle.id}") for name, puzzle in STORED]
FEW = 150  # tries
MANY = 1500
AT_LEAST = 5  # puzzles in each of our own games that has any


def test_there_are_puzzles_to_check() -> None:
    with_puzzles = [name for name in own_games() if BOOKS[name].puzzles]
    assert len(with_puzzles) >= 4
    assert all(len(BOOKS[name].puzzles) >= AT_LEAST for name in with_puzzles)


@pytest.mark.parametrize(("name", "puzzle"), EACH)
def test_a_stored_puzzle_fits_its_game(name: str, puzzle: Puzzle) -> None:
    """The record replays, by these rules and with this pack; its seat decides; what is named is open."""
    assert complaint(puzzle) == ""
    match = open_puzzle(puzzle)
    assert match.game.name == name
    assert not warned(match, match.actions.parse(puzzle.obvious)), "the page would give it away"
    assert [one.chance for one in puzzle.weighed] == sorted(
        (one.chance for one in puzzle.weighed), reverse=True
    )
    assert puzzle.weighed[0].action == puzzle.solutions[0]
    found = puzzle.found(puzzle.obvious)
    assert found is not None
    assert puzzle.kind == "choice" or urgent(puzzle.kind, puzzle.weighed[0].chance, found.chance)
    assert found.chance < min(one.chance for one in puzzle.weighed if one.action in puzzle.solutions)


@pytest.mark.parametrize(("name", "puzzle"), CLEAREST, ids=[name for name, _ in CLEAREST])
def test_a_short_search_finds_the_solution_of_a_puzzle(name: str, puzzle: Puzzle) -> None:
    assert complaint(puzzle, FEW) == ""


@pytest.mark.skipif("HARENA_PUZZLES" not in os.environ, reason="some minutes: make puzzles")
@pytest.mark.parametrize(("name", "puzzle"), EACH)
def test_a_long_search_with_other_dice_finds_the_solution(name: str, puzzle: Puzzle) -> None:
    assert complaint(puzzle, MANY, seed=20) == ""


def test_a_game_without_puzzles_has_an_empty_book(tmp_path: Path) -> None:
    class Bare:
        name, folder = "bare", tmp_path

    game: AnyGame = Bare()  # type: ignore[assignment]
    assert book_of(game).puzzles == []
    assert not (tmp_path / FILE).exists()


def test_the_stored_files_are_as_the_maker_writes_them(tmp_path: Path) -> None:
    for name in own_games():
        path = registry.find(name).folder / FILE
        if path.is_file():
            assert (
                len(path.read_text(encoding="utf-8").splitlines()) == len(read_book(path, name).puzzles) + 2
            )
