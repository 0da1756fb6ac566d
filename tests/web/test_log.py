"""The log of a table follows the game, whatever changes its size, and leaves a reader where they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from web.playing import BOT, READY, decide, decide_until, next_decision, resign, sit_down, stand_by

Visit = Callable[..., Any]
GAP = "() => log.scrollHeight - log.scrollTop - log.clientHeight"
AT_END = f"() => ({GAP})() < 3"
LONG = "() => log.scrollHeight > 3 * log.clientHeight"
MIDDLE = {"width": 1024, "height": 768}


def test_the_log_follows_among_four_on_a_small_screen_and_after_the_end(visitor: Visit) -> None:
    page = visitor(viewport=MIDDLE)
    sit_down(page, "combat_arena", BOT, BOT, BOT, options={"players": 4, "max_rounds": 3})
    moves = -1
    while (found := next_decision(page, moves)) is not None and not page.evaluate(LONG):
        moves = found["moves"]
        assert page.evaluate(GAP) < 3
        page.locator(READY).first.click()
        stand_by(page, moves)
    page.wait_for_function(AT_END)
    if found is not None:
        resign(page)
        page.wait_for_function(AT_END)
    for height in (600, 900, 768):  # a window that is made smaller, or a panel that grows
        page.set_viewport_size({"width": 1024, "height": height})
        page.wait_for_function(AT_END)


def test_the_log_follows_when_a_rematch_is_offered(visitor: Visit) -> None:
    ann = visitor(viewport=MIDDLE)
    sit_down(ann, "dawn_raid", {"kind": "friend"})
    bo = visitor(ann.locator("input.invite").input_value(), viewport=MIDDLE)
    bo.fill("#name", "Bo")
    bo.get_by_role("button", name="Sit down").click()
    for _ in range(60):
        if ann.evaluate(LONG):
            break
        ann.wait_for_function("() => document.title && turn.textContent")
        page = ann if ann.locator("#turn.mine").count() else bo
        page.wait_for_selector(f"{READY}, #turn:not(.mine)")
        if page.locator(READY).count():
            decide(page)
    resign(ann)
    ann.wait_for_selector("[data-status=over]")
    bo.get_by_role("button", name="Play again").click()
    ann.get_by_role("button", name="Play again (Bo would like to)").wait_for()
    ann.wait_for_function(AT_END)


def test_the_log_of_a_first_game_follows_past_every_lesson(visitor: Visit) -> None:
    page = visitor("/first/dawn_raid", viewport=MIDDLE)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/t/"))
    page.locator("#guide").get_by_role("button", name="Skip").click()
    moves = -1
    while (found := next_decision(page, moves)) is not None and not page.evaluate(LONG):
        moves = found["moves"]
        while page.locator("#guide").get_by_role("button", name="Got it").count():
            page.locator("#guide").get_by_role("button", name="Got it").click()
            page.wait_for_function(AT_END)
        page.wait_for_selector(READY)
        page.locator(READY).first.click()
        stand_by(page, moves)
    page.wait_for_function(AT_END)


def test_a_reader_who_scrolled_up_stays_there_and_finds_the_way_down(visitor: Visit) -> None:
    page = visitor(viewport=MIDDLE)
    sit_down(page, "combat_arena", options={"set_up": "given"})
    decide_until(page, LONG)
    page.locator("#log").hover()
    page.mouse.wheel(0, -200)
    page.wait_for_selector("#newest:not([hidden])")
    assert page.locator("#newest").inner_text() == "To the newest"
    page.wait_for_function(
        """() => new Promise((still) => { const top = log.scrollTop;
             setTimeout(() => still(top === log.scrollTop && top > 0), 100); })"""
    )
    top = page.evaluate("() => log.scrollTop")
    lines = page.locator("#log li").count()
    decide(page)
    page.wait_for_selector(READY)
    assert page.evaluate("() => log.scrollTop") == pytest.approx(top, abs=2)
    grown = page.locator("#log li").count() - lines
    assert grown > 0
    assert re.fullmatch(r"\d+ new lines?", page.locator("#newest").inner_text())
    page.locator("#tab-chat").click()
    page.locator("#tab-log").click()
    assert page.evaluate("() => log.scrollTop") == pytest.approx(top, abs=2), "also after another tab"
    page.locator("#newest").click()
    page.wait_for_function(AT_END)
    assert page.locator("#newest").is_hidden()
    decide(page)
    page.wait_for_selector(READY)
    page.wait_for_function(AT_END)
