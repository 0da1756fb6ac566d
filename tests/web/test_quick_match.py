"""Quick match in the browser: press once, and sit with whoever presses next."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from web.test_accessible import findings
from web.test_invitations import SIZES

Visit = Callable[..., Any]
TABLE = re.compile("/t/")


def press(page: Any, name: str) -> None:
    page.fill("#name", name)
    page.get_by_role("button", name="Quick match: Dawn Raid").click()
    page.wait_for_url(TABLE)


@pytest.mark.parametrize("size", SIZES)
def test_two_who_press_play_together(visitor: Visit, size: str) -> None:
    ann, bo = (visitor(viewport=SIZES[size]) for _ in range(2))
    assert findings(ann) == []
    press(ann, "Ann")
    ann.get_by_role("heading", name="Waiting for somebody to play with").wait_for()
    assert findings(ann) == []
    press(bo, "Bo")
    for page in (ann, bo):
        page.wait_for_selector("[data-status=running]")
    assert ann.url == bo.url


def test_who_presses_again_is_still_waiting_at_the_same_table_and_can_stop(visitor: Visit) -> None:
    page = visitor()
    press(page, "Ann")
    page.get_by_role("button", name="Stop waiting").wait_for()
    table = page.url
    page.goto("/")
    press(page, "Ann")
    assert page.url == table
    page.get_by_role("button", name="Stop waiting").click()
    page.wait_for_url(re.compile("/$"))
    other = visitor()
    press(other, "Bo")
    other.get_by_role("button", name="Stop waiting").wait_for()
    assert other.url != table
    other.get_by_role("button", name="Stop waiting").click()
    other.wait_for_url(re.compile("/$"))
