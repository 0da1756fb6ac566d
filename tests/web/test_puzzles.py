"""Puzzles as somebody in a browser meets them: found, missed, hinted at, explained, and counted by day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from harena.core import registry
from harena.core.puzzle import Puzzle, book_of
from web.test_accessible import LOOKS, SIZES, findings

Visit = Callable[..., Any]
BOOKS = {name: book_of(registry.find(name)) for name in registry.installed()}
GAMES = [name for name, book in BOOKS.items() if book.puzzles]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
devices = pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])

# What a finger would miss: buttons and links with a ground of their own that are less than 44 pixels high.
TOO_SMALL = """
() => [...document.querySelectorAll("main button, main .button, main .all a, main summary")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML)
"""


def open_puzzle(visitor: Visit, game: str, puzzle: Puzzle, **how: Any) -> Any:
    page = visitor(f"/puzzles/{game}/{puzzle.id}", **how)
    page.wait_for_selector("[data-status=open]")
    return page


def choose(page: Any, action: str) -> None:
    """Take a choice from the list, and wait for what is said of it."""
    page.locator(f'.choice[data-action="{action}"]').click()
    page.wait_for_selector("#said.wrong .verdict, #said.right .verdict")


def wide(page: Any) -> bool:
    """Does anything stand off the page to the right?"""
    return bool(page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1"))


@devices
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_missed_hinted_at_and_found(visitor: Visit, game: str, device: dict[str, Any]) -> None:
    puzzle = BOOKS[game].puzzles[0]
    page = open_puzzle(visitor, game, puzzle, **device)
    assert page.locator("#picture > svg.harena").count() == 1
    assert page.locator("#task").inner_text()
    assert not wide(page)
    choose(page, puzzle.obvious)
    assert "is not it" in page.locator("#said").inner_text()
    assert "A bot gives you" in page.locator("#said").inner_text()
    assert page.locator(f'.choice[data-action="{puzzle.obvious}"]').is_disabled(), "it was tried"
    page.locator("#hint").click()
    page.wait_for_selector("#hints h3")
    choose(page, puzzle.solutions[0])
    page.wait_for_selector("[data-status=solved]")
    assert "Found after 2 tries." in page.locator("#said").inner_text()
    page.wait_for_selector("#why .considered")
    assert page.locator("#why .considered tbody tr").count() == len(puzzle.weighed)
    assert page.locator(f'.choice.is-right[data-action="{puzzle.solutions[0]}"]').count() == 1
    assert page.locator("#next").is_visible()
    assert not wide(page)
    if device is PHONE:
        assert page.evaluate(TOO_SMALL) == []


def test_a_choice_can_be_made_in_the_picture_and_by_keys(visitor: Visit) -> None:
    for game in GAMES:
        for puzzle in BOOKS[game].puzzles:
            if game_has_in_picture(visitor, game, puzzle):
                return
    raise AssertionError("no solution can be chosen in a picture")


def game_has_in_picture(visitor: Visit, game: str, puzzle: Puzzle) -> bool:
    page = open_puzzle(visitor, game, puzzle, **DESK)
    thing = page.locator(f'#picture [data-action="{puzzle.solutions[0]}"]').first
    if not thing.count():
        return False
    thing.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-status=solved]")
    return True


def test_whoever_asks_for_the_solution_has_not_solved_it(visitor: Visit) -> None:
    game = GAMES[0]
    puzzle = BOOKS[game].puzzles[0]
    page = open_puzzle(visitor, game, puzzle, **DESK)
    page.locator("#solve").click()
    page.wait_for_selector("[data-status=shown]")
    assert "The solution:" in page.locator("#why").inner_text()
    assert page.locator(".choice:enabled").count() == 0
    page.goto("/puzzles")
    page.wait_for_selector(".puzzle-game")
    assert page.locator(".all .solved").count() == 0


@devices
def test_the_puzzle_of_the_day_is_reached_from_home_and_begins_a_streak(
    visitor: Visit, device: dict[str, Any]
) -> None:
    page = visitor("/", **device)
    page.locator("#puzzles a").click()
    page.wait_for_url("**/puzzles")
    assert not wide(page)
    article = page.locator(".puzzle-game").first
    game = article.get_attribute("data-game")
    day = page.locator("#puzzles").get_attribute("data-day")
    article.locator(".button.main").click()
    page.wait_for_selector("[data-status=open]")
    id = page.locator("main").get_attribute("data-puzzle")
    puzzle = next(one for one in BOOKS[game].puzzles if one.id == id)
    page.evaluate(
        "([key, day]) => localStorage.setItem(key, JSON.stringify({ days: [day], ids: [] }))",
        [f"harena.puzzles.{game}", day_before(day)],
    )
    choose(page, puzzle.solutions[0])
    page.wait_for_selector("[data-status=solved]")
    assert "Found at once. Solved 2 days in a row." in page.locator("#said").inner_text()
    page.goto("/puzzles")
    article = page.locator(f".puzzle-game[data-game={game}]")
    article.locator(".streak:not([hidden])").wait_for()
    assert article.locator(".streak").inner_text() == "Solved 2 days in a row."
    assert article.locator(f".solved[data-id='{id}']").count() == 1
    if device is PHONE:
        assert page.evaluate(TOO_SMALL) == []


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def test_an_address_of_no_puzzle_says_so(visitor: Visit) -> None:
    page = visitor("/", **DESK)
    for path, said in [
        (f"/puzzles/{GAMES[0]}/nothing", "There is no puzzle 'nothing' of this game."),
        (f"/puzzles/{GAMES[0]}/9998-01-01", "The puzzle of that day is still to come."),
        ("/puzzles/nothing/today", "nothing"),
    ]:
        answer = page.request.get(path, headers={"accept": "text/html"})
        assert answer.status == 404
        assert "There is no such puzzle" in answer.text()
        assert said in answer.text().replace("&#39;", "'")


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_puzzles_keep_nobody_out(visitor: Visit, size: str, theme: str) -> None:
    page = visitor("/puzzles", viewport=SIZES[size], color_scheme=theme)
    assert findings(page) == []
    for game in GAMES:
        puzzle = BOOKS[game].puzzles[0]
        page.goto(f"/puzzles/{game}/{puzzle.id}")
        page.wait_for_selector("[data-status=open]")
        choose(page, puzzle.obvious)
        page.locator("#hint").click()
        page.wait_for_selector("#hints h3")
        assert findings(page) == []
        page.locator("#solve").click()
        page.wait_for_selector("#why .considered")
        assert findings(page) == []
