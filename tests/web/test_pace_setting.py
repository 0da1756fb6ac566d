"""How quickly bots decide is chosen on the table page, kept by the browser, and told to the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web.playing import BOT, READY, sit_down

Visit = Callable[..., Any]
HEARD = """(pace) => new Promise((heard) => {
  document.addEventListener("harena:table", ({ detail }) => detail.table.pace === pace && heard(true));
  document.querySelector(`#pace [value=${pace}]`).click(); })"""
NOW = """() => new Promise((heard) => document.addEventListener(
  "harena:table", ({ detail }) => detail.table.pace === "at_once" && heard(true)))"""


def choose(page: Any, pace: str) -> None:
    page.get_by_role("button", name="Settings").click()
    assert page.evaluate(HEARD, pace)
    page.keyboard.press("Escape")
    page.wait_for_selector("#settings", state="hidden")


def test_the_pace_is_chosen_kept_and_told_to_the_next_table_too(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    assert page.locator("#pace [value=normal]").is_checked()
    choose(page, "at_once")
    page.goto("/")
    page.context.add_init_script(f"window.heard = ({NOW})();")
    sit_down(page, "dawn_raid")
    assert page.evaluate("() => window.heard")
    assert page.locator("#pace [value=at_once]").is_checked()


def test_the_slowest_wish_at_a_table_counts_and_is_said(visitor: Visit) -> None:
    ann = visitor()
    sit_down(ann, "combat_arena", {"kind": "friend"}, BOT, options={"players": 3})
    bo = visitor(ann.locator("input.invite").input_value())
    bo.fill("#name", "Bo")
    bo.get_by_role("button", name="Sit down").click()
    for page in (ann, bo):
        page.wait_for_selector("#picture svg")
    choose(bo, "slow")
    ann.wait_for_function(
        "() => document.getElementById('pace-why').textContent.endsWith('so bots decide slowly.')"
    )


def test_a_table_without_bots_does_not_ask(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid", {"kind": "device", "name": "Bo"})
    page.get_by_role("button", name="Settings").click()
    assert page.locator("#pace").is_hidden()
