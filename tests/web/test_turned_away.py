"""Whoever comes to a table in vain reads why, and finds the way home."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from web.hosted import Server
from web.playing import sit_down

Visit = Callable[..., Any]
HOME = "To the games and tables"


@pytest.fixture
def stranger(browser: Any, server: Server) -> Iterator[Callable[[str], Any]]:
    """Somebody whose browser may note that the server refuses something."""
    pages = []

    def visit(path: str) -> Any:
        pages.append(browser.new_page(base_url=server.address))
        pages[-1].goto(path)
        return pages[-1]

    yield visit
    for page in pages:
        page.close()


def reads(page: Any, heading: str, text: str, look_on: bool) -> None:
    """The page says so, and leads home."""
    page.get_by_role("heading", name=heading).wait_for()
    assert text in page.locator("main").inner_text()
    assert page.get_by_role("button", name="Watch").is_visible() == look_on
    page.get_by_role("link", name=HOME).click()
    page.wait_for_url(re.compile("/$"))


def invited(host: Any) -> str:
    """A table with a seat for a friend; the link to it."""
    sit_down(host, "dawn_raid", {"kind": "friend"}, spectators=False)
    return str(host.locator("input.invite").first.input_value())


def test_a_table_that_is_not_there(stranger: Callable[[str], Any]) -> None:
    reads(stranger("/t/0123456789abcdef"), "There is no such table", "Ask whoever sent you", look_on=False)
    reads(stranger("/t/0123"), "There is no such table", "Ask whoever sent it", look_on=False)
    reads(stranger("/t/0123456789abcdef/replay"), "There is no such table", "Ask whoever", look_on=False)


def test_a_table_that_is_damaged(browser: Any, server: Server) -> None:
    page = browser.new_page(base_url=server.address)
    answer = {"status": 422, "json": {"problem": "This table is damaged: its entry 3 cannot be read."}}
    page.route("**/api/tables/0123456789abcdef", lambda route: route.fulfill(**answer))
    page.goto("/t/0123456789abcdef")
    reads(page, "This table cannot be opened", "its entry 3 cannot be read", look_on=False)
    page.close()


def test_a_table_that_is_closed(visitor: Visit, stranger: Callable[[str], Any]) -> None:
    host = visitor()
    sit_down(host, "dawn_raid", spectators=False)
    reads(stranger(host.url), "This table is closed", "do not want anyone to watch", look_on=False)
    reads(
        stranger(f"{host.url}/replay"),
        "There is nothing to look back at",
        "only its players can look back",
        look_on=False,
    )


def test_a_link_that_was_used(visitor: Visit, stranger: Callable[[str], Any]) -> None:
    host = visitor()
    link = invited(host)
    friend = visitor(link)
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_selector("#picture svg")
    reads(stranger(link), "This link has been used", "taken the seat", look_on=False)
    friend.goto(link)  # the friend's own browser has the seat
    friend.wait_for_selector("#picture svg")
    assert friend.locator("#gone").is_hidden()


def test_a_link_that_is_wrong_or_cut_off(visitor: Visit, stranger: Callable[[str], Any]) -> None:
    link = invited(visitor())
    for wrong in (f"{link[:-6]}AAAAAA", re.sub(r"#1\..*", "#1.ab", link), link.replace("#1.", "#0.")):
        page = stranger(wrong)
        page.get_by_role("heading", name="This link leads nowhere").wait_for()
        assert page.locator("#join").is_hidden()
    page.get_by_role("button", name="Watch").click()
    assert "No seat here is free for you" in page.locator("#waiting").inner_text()


def test_a_table_that_filled_before_one_came(visitor: Visit) -> None:
    host = visitor()
    sit_down(host, "dawn_raid", {"kind": "open"})
    first, second = visitor(host.url), visitor(f"{host.url}#join")
    assert second.locator("#gone").is_hidden()
    first.get_by_role("button", name="Sit down").click()
    first.wait_for_selector("#picture svg")
    late = visitor(f"{host.url}#join")
    reads(late, "This table is full", "before you came", look_on=True)
    late.goto(f"{host.url}#join")
    late.get_by_role("button", name="Watch").click()
    late.wait_for_selector("#picture svg")
    assert late.locator("#picture").is_visible()


def test_who_presses_sit_down_a_moment_too_late(visitor: Visit, stranger: Callable[[str], Any]) -> None:
    host = visitor()
    sit_down(host, "dawn_raid", {"kind": "open"})
    late = stranger(host.url)
    late.get_by_role("button", name="Sit down").wait_for()
    late.route("**/sit", lambda route: route.fulfill(status=409, json={"problem": "This seat is taken."}))
    late.evaluate("document.getElementById('join-seat').replaceChildren()")
    first = visitor(host.url)
    first.get_by_role("button", name="Sit down").click()
    first.wait_for_selector("#picture svg")
    late.evaluate("document.getElementById('join').requestSubmit()")
    late.get_by_role("heading", name="This table is full").wait_for()


def test_a_link_of_a_server_that_only_this_machine_reaches_says_so(visitor: Visit) -> None:
    host = visitor()
    sit_down(host, "dawn_raid", {"kind": "friend"})
    note = host.locator(".reach")
    note.wait_for()
    assert "works only on this machine" in note.inner_text()
    assert "harena serve --host 0.0.0.0 --port" in note.inner_text()
