"""A game that starts before a friend has come, who then plays on for the bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from web.hosted import Server
from web.playing import sit_down
from web.test_accessible import findings

Visit = Callable[..., Any]
SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
NOTED = "async () => (await import('/static/noted.js')).noted(document.getElementById('table').dataset.table)"


def start(host: Any, **more: Any) -> str:
    """Ann waits for a friend and then does not; the link."""
    sit_down(host, "dawn_raid", {"kind": "friend"}, **more)
    link = str(host.locator("input.invite").first.input_value())
    host.get_by_role("button", name="Start now").click()
    host.wait_for_selector("[data-status=running]")
    host.get_by_text("plays until somebody comes").wait_for(state="attached")  # a phone has it below
    return link


@pytest.fixture
def turned_away(browser: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Somebody whose browser may note that the server refuses something."""
    pages = []

    def visit(path: str, **how: Any) -> Any:
        pages.append(browser.new_page(base_url=server.address, **how))
        pages[-1].goto(path)
        return pages[-1]

    yield visit
    for page in pages:
        page.close()


def takes_over(friend: Any, name: str) -> None:
    friend.get_by_role("heading", name="Your seat is kept for you").wait_for()
    friend.locator("#late-name").fill(name)
    friend.get_by_role("button", name="Sit down and play on").click()
    friend.wait_for_selector("[data-eyes='1'] #picture svg")


@pytest.mark.parametrize("size", SIZES)
def test_a_friend_comes_late_and_plays_on(visitor: Visit, size: str) -> None:
    host = visitor(viewport=SIZES[size])
    link = start(host)
    host.locator('#seats [aria-label="Copy the link for seat 2"]').wait_for(state="attached")
    friend = visitor(link, viewport=SIZES[size])
    friend.get_by_role("button", name="Watch").wait_for()
    assert findings(friend) == []
    takes_over(friend, "Bo")
    assert friend.locator("#gone").is_hidden()
    host.get_by_text("Bo has come and plays on for the bot.").first.wait_for(state="attached")
    assert host.get_by_text("plays until somebody comes").count() == 0
    assert friend.evaluate(NOTED)["seeds"] == {}, "the dice were fixed before"
    assert list(host.evaluate(NOTED)["seeds"]) == ["0"]


def test_a_friend_finds_the_way_into_a_closed_table(visitor: Visit, turned_away: Visit) -> None:
    host = visitor()
    link = start(host, spectators=False)
    friend = turned_away(link)
    friend.get_by_role("heading", name="Your seat is kept for you").wait_for()
    assert friend.get_by_role("button", name="Watch").is_hidden()
    friend.reload()  # the address has lost the secret, the browser has not
    takes_over(friend, "Bo")
    host.get_by_text("Bo has come and plays on for the bot.").first.wait_for(state="attached")


def test_whoever_waited_when_it_started_may_still_sit_down(visitor: Visit) -> None:
    host = visitor()
    sit_down(host, "dawn_raid", {"kind": "friend"})
    friend = visitor(str(host.locator("input.invite").first.input_value()))
    friend.get_by_role("button", name="Sit down").wait_for()
    host.get_by_role("button", name="Start now").click()
    takes_over(friend, "Bo")
