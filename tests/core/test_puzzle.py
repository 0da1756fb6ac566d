"""Puzzles as files, and opened: what does not fit any more is said in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.puzzle import (
    FORMAT,
    Puzzle,
    PuzzleBook,
    PuzzleError,
    book_of,
    chapter_of,
    open_puzzle,
    puzzle_named,
    puzzle_of_day,
    read_book,
    task,
    write_book,
)

GAME: AnyGame = next(game for game in map(registry.find, registry.names()) if book_of(game).puzzles)
BOOK = book_of(GAME)
PUZZLE = BOOK.puzzles[0]
changed = msgspec.structs.replace


def refusal(puzzle: Puzzle) -> str:
    with pytest.raises(HarenaError) as refused:
        open_puzzle(puzzle)
    return str(refused.value)


def test_puzzles_are_read_as_they_were_written_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    write_book(BOOK, path)
    assert read_book(path, GAME.name) == BOOK
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(BOOK.puzzles) + 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "these are not puzzles"),
        (b"\xff", "these are not puzzles"),
        (b'{"harena_puzzles": 1, "game": "x", "puzzles": 3}', "these are not puzzles"),
        (b'{"harena_puzzles": 9, "game": "x"}', "puzzles of format 9; this Harena reads 1 only"),
        (b'{"harena_puzzles": 1, "game": "x"}', "puzzles of 'x', not of"),
    ],
)
def test_a_file_that_is_no_good_is_refused_in_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "puzzles.json"
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match=said):
        read_book(path, GAME.name)


def test_a_file_that_is_not_there_or_has_an_id_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="cannot be read"):
        read_book(tmp_path / "none.json", GAME.name)
    with pytest.raises(PuzzleError, match="cannot be written"):
        write_book(BOOK, tmp_path / "no" / "folder.json")
    write_book(PuzzleBook(FORMAT, GAME.name, [PUZZLE, PUZZLE]), tmp_path / "twice.json")
    with pytest.raises(PuzzleError, match="two puzzles have the same id"):
        read_book(tmp_path / "twice.json", GAME.name)


def test_day_by_day_all_puzzles_take_turns() -> None:
    count = len(BOOK.puzzles)
    days = [puzzle_of_day(BOOK, 739_000 + day).id for day in range(2 * count)]
    assert sorted(days[:count]) == sorted(one.id for one in BOOK.puzzles)
    assert days[:count] == days[count:]
    with pytest.raises(PuzzleError, match="no puzzles yet"):
        puzzle_of_day(PuzzleBook(FORMAT, GAME.name), 1)


def test_a_puzzle_is_found_by_its_id() -> None:
    assert puzzle_named(BOOK, PUZZLE.id) is PUZZLE
    with pytest.raises(PuzzleError, match="There is no puzzle 'nothing' of this game"):
        puzzle_named(BOOK, "nothing")


def test_a_puzzle_opens_at_the_choice_of_its_seat() -> None:
    match = open_puzzle(PUZZLE)
    assert match.seat == PUZZLE.seat
    assert set(PUZZLE.solutions) <= set(match.legal())
    assert len(match.played) == len(PUZZLE.record.actions)


def test_other_rules_and_other_packs_are_said() -> None:
    record = PUZZLE.record
    assert "which plays differently" in refusal(changed(PUZZLE, record=changed(record, rules=999)))
    other = changed(record, pack=changed(record.pack, digest="0" * 64))
    assert "played with a different pack" in refusal(changed(PUZZLE, record=other))
    assert "does not lead to the position" in refusal(
        changed(PUZZLE, record=changed(record, position="0" * 16))
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seat": 7}, "has nothing to choose there"),
        ({"obvious": "no such thing"}, "'no such thing' is not open there"),
        ({"solutions": []}, "it has no solution"),
        ({"solutions": [PUZZLE.obvious]}, "what looks right is right"),
    ],
)
def test_a_puzzle_that_is_none_is_refused(change: dict[str, Any], said: str) -> None:
    assert said in refusal(changed(PUZZLE, **change))


def test_the_task_says_what_is_at_stake_and_when() -> None:
    assert task("win", "Round 3") == "Win in round 3. Where do you begin?"
    assert task("survive", "Round 3") == "Survive round 3. What do you do now?"
    assert task("choice", "") == "One choice is clearly better than what seems best. Which?"
    chapter, _, number = chapter_of(open_puzzle(PUZZLE)).rpartition(" ")
    assert chapter
    assert int(number) > 0
