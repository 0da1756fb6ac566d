"""Team chat in a real browser: a switch between table and team, and nothing on the pages of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web.playing import BOT, OPEN, READY, decide, sit_down
from web.test_accessible import findings

Visit = Callable[..., Any]
BROTHERS = {"variant": "brothers"}  # seats 0 and 2 against 1 and 3
FRIEND = {"kind": "friend"}
WORD = "xylophone"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
INVITES = "table => JSON.parse(localStorage.getItem(`harena.table.${table}`)).invites"
SMALL = """() => [...document.querySelectorAll("#audience label, #line, #say button")]
  .map((one) => one.getBoundingClientRect())
  .filter(({ width, height }) => width < 44 || height < 44).length"""


def join(page: Any, link: str, name: str) -> list[str]:
    """Sit down by a link; the frames that the page is sent from now on."""
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page.goto(link)
    page.fill("#name", name)
    page.get_by_role("button", name="Sit down").click()
    return frames


def open_chat(page: Any) -> None:
    page.wait_for_selector("[data-status=running]")
    if page.locator("#grip").is_visible():
        page.locator("#grip").click()
    page.locator("#tab-chat").click()


def say(page: Any, text: str) -> None:
    page.fill("#line", text)
    page.keyboard.press("Enter")
    page.locator("#chat li", has_text=text).wait_for()


def test_two_of_a_team_talk_and_their_opponent_is_sent_no_word_of_it(visitor: Visit) -> None:
    ann = visitor()
    setup = {"game": "combat_arena", "seats": [{"kind": "person"}, FRIEND, FRIEND, BOT], "options": BROTHERS}
    table = ann.evaluate(OPEN, [setup, "Ann"])
    invites = ann.evaluate(INVITES, table)
    ann.goto(f"/t/{table}")
    ann.wait_for_selector("[data-status=waiting]")
    bo, cy = visitor(), visitor(**PHONE)
    told_bo = join(bo, f"/t/{table}#1.{invites['1']}", "Bo")
    assert ann.locator("#audience").is_hidden(), "people may still change seats"
    told_cy = join(cy, f"/t/{table}#2.{invites['2']}", "Cy")
    for page in (ann, bo, cy):
        open_chat(page)
    assert bo.locator("#audience").is_hidden(), "bots do not read"
    assert cy.evaluate(SMALL) == 0
    ann.keyboard.press("c")
    ann.keyboard.press("Shift+Tab")
    ann.keyboard.press("ArrowRight")
    assert ann.get_by_role("radio", name="Team").is_checked()
    assert ann.locator("#line").get_attribute("aria-label") == "Say something to your team: Cy"
    say(ann, f"go left, {WORD}")
    cy.locator("#chat .to-team").wait_for()
    assert cy.locator("#chat li").all_inner_texts() == [f"Ann to your team go left, {WORD}"]
    assert f"Ann says to your team: go left, {WORD}" in cy.locator("#news").inner_text()
    assert findings(cy) == []
    ann.reload()
    open_chat(ann)
    assert ann.get_by_role("radio", name="Team").is_checked(), "remembered for the sitting"
    ann.locator("#audience label", has_text="Table").click()
    say(ann, "good luck, all")
    bo.locator("#chat li", has_text="good luck").wait_for()
    assert bo.locator("#chat li").all_inner_texts() == ["Ann good luck, all"]
    assert any(WORD in frame for frame in told_cy)
    assert any("good luck" in frame for frame in told_bo)
    assert not any(WORD in frame for frame in told_bo)


def test_on_one_device_the_other_side_finds_nothing_that_was_said_to_a_team(visitor: Visit) -> None:
    page = visitor()
    others = [{"kind": "device", "name": "Bo"}, {"kind": "device", "name": "Cy"}, BOT]
    sit_down(page, "combat_arena", *others, options=BROTHERS)
    said = False
    while True:
        button = page.locator("#curtain button").first
        mine = "Bo" not in button.inner_text()
        assert WORD not in page.content()
        button.click()
        page.wait_for_selector(READY)
        if said and not mine:
            break
        page.locator("#tab-chat").click()
        if mine and not said:
            page.locator("#audience label", has_text="Team").click()
            say(page, f"go left, {WORD}")
            page.fill("#line", f"and then {WORD}")
            said = True
        while page.locator("#curtain").is_hidden():
            decide(page)
            page.wait_for_selector(f"{READY}, #curtain:not([hidden])")
    assert page.locator("#audience").is_hidden()
    assert WORD not in page.content()
    assert page.locator("#line").input_value() == ""
