"""A measured question in the browser: what swings moves, and Space, Enter, a tap or the button lets go."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from web.playing import READY, sit_down, wait_for_turn
from web.test_foreign_game import NAME, around, package, server  # noqa: F401 - fixtures

Visit = Callable[..., Any]
HAMMER = "#picture [data-key=hammer]"
LET_GO = f"{READY}[data-action=let_go]"
SWINGS = """
() => {
  const thing = document.querySelector("#picture [data-key=hammer]");
  if (!thing) return false;
  window.places = (window.places || new Set()).add(thing.style.translate);
  return window.places.size > 3;
}
"""


def to_the_bell(page: Any, **how: Any) -> None:
    """Open tables until Ann has won a round, and bet."""
    for _ in range(12):
        sit_down(page, NAME, options={"bell": True}, **how)
        while wait_for_turn(page):
            if page.locator(LET_GO).count():
                return
            moves = page.locator("#table").get_attribute("data-moves")
            bet = page.locator(f"{READY}[data-action='bet:roll']")
            if bet.count():
                bet.click()
                page.locator("#sure[data-input=open] #sure-yes").click()
            else:
                page.locator(READY).first.click()
            page.wait_for_function("old => table.dataset.moves !== old", arg=moves)
    raise AssertionError("Ann never came to the bell")


def let_go(page: Any, how: Callable[[], None]) -> None:
    """Do it, and see that the table has gone on."""
    page.wait_for_selector(LET_GO)
    moves = page.locator("#table").get_attribute("data-moves")
    how()
    page.wait_for_function("old => table.dataset.moves !== old", arg=moves)


def stops(page: Any) -> int:
    return sum("stop it at" in line for line in page.locator("#log li").all_inner_texts())


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_swings_and_a_key_lets_go(visitor: Visit, motion: str) -> None:
    page = visitor(reduced_motion=motion)
    to_the_bell(page)
    page.wait_for_function(SWINGS)
    assert [choice.get_attribute("data-action") for choice in page.locator(".choice").all()] == ["let_go"]
    let_go(page, lambda: page.keyboard.press("Space"))
    let_go(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => !document.querySelector('#picture [data-key=hammer][data-action]')")
    assert stops(page) == 2, page.locator("#log").inner_text()


def test_a_tap_or_the_button_lets_go(visitor: Visit) -> None:
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    to_the_bell(page)
    let_go(page, lambda: page.locator(HAMMER).dispatch_event("click"))
    let_go(page, lambda: page.locator(LET_GO).click())
    assert stops(page) == 2, page.locator("#log").inner_text()
    box = page.locator("#picture").bounding_box()
    assert box["width"] <= 390


def test_a_page_that_is_loaded_anew_sees_it_where_it_is(visitor: Visit) -> None:
    """The time runs on: reloading is no way to begin again."""
    page = visitor()
    to_the_bell(page)
    shown: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "table" and message["table"].get("swing"):
            shown.append(message["table"]["swing"])

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.reload()
    page.wait_for_selector(LET_GO)
    assert shown[0]["passed"] > 0
    let_go(page, lambda: page.keyboard.press("Space"))
