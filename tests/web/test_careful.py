"""No slip of the hand decides a game: what has just appeared cannot be hit, what is dangerous asks again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from web.playing import GAMES, READY, confirm, next_decision, sit_down, wait_for_turn

Visit = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

# Every decision that the page was sent, and for how long it was shut after each had appeared.
WATCH = """
() => {
  window.waits = [];
  let since = 0;
  new MutationObserver(() => {
    if (table.dataset.input === "shut") since = performance.now();
    else if (since) window.waits.push(performance.now() - since);
  }).observe(table, { attributeFilter: ["data-input"] });
}
"""


def acts(page: Any) -> list[dict[str, Any]]:
    """What the page sends as decisions, from now on."""
    sent: list[dict[str, Any]] = []

    def note(frame: Any) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            sent.append(message)

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return sent


def to_danger(page: Any) -> Any:
    """Play until a choice is dangerous: where it can be clicked in the picture, by action."""
    while True:
        sit_down(page, "dawn_raid", practice=False)
        moves = -1
        while (found := next_decision(page, moves)) is not None:
            moves = found["moves"]
            if page.locator(".choice.danger").count():
                return found
            page.locator(f"{READY} >> nth=-1").click()  # go on: what is at stake grows


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_is_one_decision_by_list_by_picture_and_by_key(visitor: Visit, game: str) -> None:
    page = visitor()
    sent = acts(page)
    sit_down(page, game)
    page.evaluate(WATCH)
    for how in ("list", "picture", "key") * 2:
        if not wait_for_turn(page):
            break
        found = next_decision(page)
        before = len(sent)
        safe = page.locator(".choice:not(.danger)").first
        if how == "list":
            safe.dblclick()
        elif how == "picture":
            page.mouse.dblclick(*found["at"][safe.get_attribute("data-action")])
        else:
            page.keyboard.press("1")
            page.wait_for_function("old => Number(table.dataset.moves) !== old", arg=found["moves"])
            page.keyboard.press("1")
        page.wait_for_function("old => Number(table.dataset.moves) !== old", arg=found["moves"])
        wait_for_turn(page)
        assert len(sent) == before + 1, how
    assert page.locator("#refused").is_hidden()
    waits = page.evaluate("() => window.waits")
    assert waits
    assert min(waits) >= 349, "nothing is heard for a moment after a decision has appeared"


def test_a_press_begun_before_a_decision_was_there_does_not_take_it(visitor: Visit) -> None:
    page = visitor()
    sent = acts(page)
    sit_down(page, "dawn_raid")
    found = next_decision(page)
    at = next(iter(found["at"].values()))
    page.mouse.move(*at)
    page.mouse.down()
    page.keyboard.press("1")
    page.wait_for_function("old => Number(table.dataset.moves) !== old", arg=found["moves"])
    wait_for_turn(page)
    page.mouse.up()
    page.mouse.click(2, 400)  # so that the click before it was surely heard
    assert len(sent) == 1


def test_what_is_not_heard_yet_is_dim_and_then_clear(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    dim = """() => [".choice", "#picture [data-action]"].map(
      (one) => Number(getComputedStyle(document.querySelector(one)).opacity))"""
    assert page.evaluate(dim) == [1, 1]
    page.evaluate("() => { table.dataset.input = 'shut'; }")
    assert all(0.6 < one < 0.9 for one in page.evaluate(dim)), "slightly"


def test_a_dangerous_choice_is_last_and_asks_once_more_by_list_picture_and_key(visitor: Visit) -> None:
    page = visitor()
    sent = acts(page)
    found = to_danger(page)
    risky = page.locator(".choice.danger").first
    action, label = risky.get_attribute("data-action"), risky.locator("span").first.inner_text()
    number = [one.get_attribute("data-action") for one in page.locator(".choice").all()].index(action) + 1
    assert number > 1
    before = len(sent)
    for how in ("list", "picture", "key"):
        if how == "list":
            risky.click()
        elif how == "picture":
            page.mouse.click(*found["at"][action])
        else:
            page.keyboard.press(str(number))
        page.wait_for_selector("#sure[open][data-input=open]")
        assert page.locator("#sure-title").inner_text() == f"{label}?"
        assert page.locator("#sure-text").inner_text().startswith("You may lose ")
        assert page.evaluate("() => document.activeElement.id") == "sure-no"
        page.keyboard.press("Escape" if how == "list" else "Enter")
        page.wait_for_selector("#sure", state="hidden")
        page.wait_for_selector(READY)
    assert len(sent) == before
    risky.click()
    confirm(page)
    page.wait_for_function("old => Number(table.dataset.moves) !== old", arg=found["moves"])
    assert [one["action"] for one in sent[before:]] == [action]


def test_a_double_click_on_a_dangerous_choice_does_not_say_yes(visitor: Visit) -> None:
    page = visitor()
    sent = acts(page)
    found = to_danger(page)
    before = len(sent)
    action = page.locator(".choice.danger").first.get_attribute("data-action")
    page.evaluate("() => { sure.style.margin = '0'; }")  # put the yes where the second click will be
    page.locator(".choice.danger").first.click()
    yes = page.locator("#sure-yes").bounding_box()
    page.wait_for_selector("#sure[data-input=open]")
    page.locator("#sure-no").click()
    page.wait_for_selector(READY)
    spot = [yes["x"] + yes["width"] / 2, yes["y"] + yes["height"] / 2]
    page.evaluate(
        """([action, x, y]) => {
          document.querySelector(`.choice[data-action="${action}"]`).click();
          document.elementFromPoint(x, y).click(); }""",
        [action, *spot],
    )
    page.wait_for_selector("#sure[open][data-input=open]")
    assert len(sent) == before
    assert page.locator("#table").get_attribute("data-moves") == str(found["moves"])


def test_a_dangerous_choice_by_finger(visitor: Visit) -> None:
    page = visitor(**PHONE)
    sent = acts(page)
    found = to_danger(page)
    before = len(sent)
    page.locator(".choice.danger").first.tap()
    page.wait_for_selector("#sure[open][data-input=open]")
    for button in ("#sure-no", "#sure-yes"):
        box = page.locator(button).bounding_box()
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    page.locator("#sure-yes").tap()
    page.wait_for_function("old => Number(table.dataset.moves) !== old", arg=found["moves"])
    assert len(sent) == before + 1
