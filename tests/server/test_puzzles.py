"""Puzzles over HTTP: what is asked tells nothing of the answer, and an answer is judged here."""

from __future__ import annotations

import datetime
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.puzzle import PuzzleBook, PuzzleError, book_of, open_puzzle, puzzle_of_day
from harena.server import puzzles
from harena.server.http import ProblemError
from server.conftest import RunningServer, fast_settings

BOOKS = {name: book_of(registry.find(name)) for name in registry.installed()}
WITH_PUZZLES = [name for name, book in BOOKS.items() if book.puzzles]
GAME = WITH_PUZZLES[0]
PUZZLE = BOOKS[GAME].puzzles[0]
HERE = f"/api/puzzles/{GAME}/{PUZZLE.id}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(fast_settings(tmp_path_factory.mktemp("puzzles")))
    yield running
    running.stop()


def ask(site: RunningServer, path: str, body: Any = None) -> tuple[int, Any]:
    """Status and answer; with a body it is posted."""
    sent = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(site.address + path, data=sent)) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_all_games_with_puzzles_are_listed_with_todays(site: RunningServer) -> None:
    status, found = ask(site, "/api/puzzles")
    assert status == 200
    assert [game["name"] for game in found["games"]] == sorted(WITH_PUZZLES)
    day = datetime.date.fromisoformat(found["day"]).toordinal()
    for game in found["games"]:
        assert game["today"] == puzzle_of_day(BOOKS[game["name"]], day).id
        assert [one["id"] for one in game["puzzles"]] == [one.id for one in BOOKS[game["name"]].puzzles]


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_what_is_asked_is_what_the_seat_sees_and_tells_no_solution(site: RunningServer, game: str) -> None:
    puzzle = BOOKS[game].puzzles[0]
    status, found = ask(site, f"/api/puzzles/{game}/{puzzle.id}")
    assert status == 200
    match = open_puzzle(puzzle)
    assert sorted(one["action"] for one in found["actions"]) == sorted(match.legal())
    assert found["picture"] == match.picture(puzzle.seat)
    assert found["text"] == match.words.describe(match.view(puzzle.seat))
    known = {
        "actions",
        "day",
        "game",
        "id",
        "kind",
        "names",
        "of_today",
        "picture",
        "prompt",
        "seat",
        "story",
    }
    assert found.keys() == known | {"task", "text"}, "whatever is added must tell nothing of the answer"
    _, tall = ask(site, f"/api/puzzles/{game}/{puzzle.id}?layout=tall")
    assert tall["picture"] == match.picture(puzzle.seat, "tall")


def test_the_same_is_asked_whatever_the_seat_cannot_know() -> None:
    """The puzzle's page is made from the view alone: in a guess it is the same."""
    for name in WITH_PUZZLES:
        for puzzle in BOOKS[name].puzzles:
            match = open_puzzle(puzzle)
            view = match.view(puzzle.seat)
            guess = match.state.guess(puzzle.seat, fast_dice(3))
            assert match.game.view(guess, puzzle.seat) == view


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_answers_are_judged_and_may_be_tried_again(site: RunningServer, game: str) -> None:
    for puzzle in BOOKS[game].puzzles:
        here = f"/api/puzzles/{game}/{puzzle.id}/answer"
        for action in open_puzzle(puzzle).legal():
            status, found = ask(site, here, {"action": action})
            assert status == 200
            assert found["right"] == (action in puzzle.solutions)
            assert found["text"].startswith("Right:") == found["right"]
            assert found["label"]


def test_a_wrong_answer_is_told_what_a_bot_expects_of_it(site: RunningServer) -> None:
    said = ask(site, f"{HERE}/answer", {"action": PUZZLE.obvious})[1]
    assert "A bot gives you" in said["text"]
    told = [
        ask(site, f"/api/puzzles/{name}/{one.id}/answer", {"action": one.obvious})[1]["then"]
        for name, book in BOOKS.items()
        for one in book.puzzles
    ]
    assert sum(map(bool, told)) > len(told) / 2, "most lines can be followed in some guess"
    assert {"seat", "name", "label"} == {key for line in told for step in line for key in step}


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_hints_come_from_the_lessons_and_keep_the_solution(site: RunningServer, game: str) -> None:
    for puzzle in BOOKS[game].puzzles:
        match = open_puzzle(puzzle)
        view = match.view(puzzle.seat)
        found = ask(site, f"/api/puzzles/{game}/{puzzle.id}/hint")[1]
        assert found["lessons"] == msgspec.to_builtins(match.words.lessons(view))
        if found["among"]:
            right = {match.words.label(view, action) for action in puzzle.solutions}
            assert right < set(found["among"])
            assert len(found["among"]) < len(view.actions)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_the_solution_comes_with_what_the_searches_found(site: RunningServer, game: str) -> None:
    puzzle = BOOKS[game].puzzles[0]
    found = ask(site, f"/api/puzzles/{game}/{puzzle.id}/solution")[1]
    assert [one["action"] for one in found["solutions"]] == puzzle.solutions
    assert [one["chance"] for one in found["considered"]] == [one.chance for one in puzzle.weighed]
    assert "looks best one step ahead. But after" in found["text"]
    assert found["text"].endswith("% after the other.")


def test_a_day_names_its_puzzle(site: RunningServer) -> None:
    today = puzzles.today()
    for day in (today, today - datetime.timedelta(days=40)):
        found = ask(site, f"/api/puzzles/{GAME}/{day.isoformat()}")[1]
        assert found["id"] == puzzle_of_day(BOOKS[GAME], day.toordinal()).id
    found = ask(site, f"/api/puzzles/{GAME}/today")[1]
    assert found["of_today"] is True


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/api/puzzles/nothing/today", 404, "nothing"),
        (f"/api/puzzles/{GAME}/nothing", 404, "There is no puzzle 'nothing' of this game."),
        (f"/api/puzzles/{GAME}/2026-02-31", 404, "There is no day 2026-02-31."),
        (f"/api/puzzles/{GAME}/9998-12-31", 404, "The puzzle of that day is still to come."),
        (f"{HERE}?layout=round", 400, "There is no layout 'round'"),
    ],
)
def test_what_is_not_there_is_said(site: RunningServer, path: str, status: int, said: str) -> None:
    code, found = ask(site, path)
    assert code == status
    assert said in found["problem"]


@pytest.mark.parametrize("body", [{}, {"action": 3}, {"action": "nothing"}, {"action": "x" * 5000}, []])
def test_an_answer_that_is_none_is_refused(site: RunningServer, body: Any) -> None:
    code, found = ask(site, f"{HERE}/answer", body)
    assert code == 400
    assert found["problem"]


def test_a_puzzle_of_older_rules_is_said_to_be_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.find(GAME)
    old = msgspec.structs.replace(
        PUZZLE, id="old", record=msgspec.structs.replace(PUZZLE.record, rules=PUZZLE.record.rules + 1)
    )
    monkeypatch.setattr(puzzles, "book_of", lambda _: PuzzleBook(1, GAME, [old]))
    with pytest.raises(ProblemError, match=r"cannot be shown any more\. This record follows version") as gone:
        puzzles.usable(puzzles.hint, game, old)
    assert gone.value.status == 410


def test_puzzles_that_cannot_be_read_hide_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(game: Any) -> PuzzleBook:
        if game.name == GAME:
            raise PuzzleError("these are not puzzles.")
        return book_of(game)

    monkeypatch.setattr(puzzles, "book_of", read)
    assert [game["name"] for game in puzzles.listed()] == sorted(set(WITH_PUZZLES) - {GAME})
