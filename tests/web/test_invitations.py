"""A link for a friend: as a QR code, through the system, and what it says to whoever opens it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.playing import sit_down
from web.qr_reader import read
from web.test_accessible import findings

Visit = Callable[..., Any]
FRIEND = {"kind": "friend"}
SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}

SQUARES = 'async (text) => (await import("/static/qr.js")).squares(text)'
DRAWN = """
() => {
  const size = document.querySelector(".qr").viewBox.baseVal.width;
  const dark = document.querySelector(".qr path");
  const at = (x, y) => dark.isPointInFill(new DOMPoint(x + 4.5, y + 4.5));
  return Array.from({ length: size - 8 }, (_, y) => Array.from({ length: size - 8 }, (_, x) => at(x, y)));
}
"""
SHARES = "navigator.share = async (what) => { window.shared = what; };"
NETWORK = {"only_here": False, "address": "http://192.168.1.5:8421", "command": ""}
NO_SHARING = "delete Navigator.prototype.share;"


def reached(page: Any) -> Any:
    """A page of a server that others can connect to."""
    page.route("**/api/reach", lambda route: route.fulfill(json=NETWORK))
    return page


def test_codes_of_every_size_are_read_back(visitor: Visit) -> None:
    page, text = visitor(), "https://play.example.org/t/0123456789abcdef#1.é" + "Zx9-_q" * 40
    for length in (1, 14, 15, 42, 62, 84, 106, 122, 152, 180, 212):  # of the first ten versions, to the brim
        assert read(page.evaluate(SQUARES, text[:length])) == text[:length]
    with pytest.raises(Exception, match="too long for a QR code"):
        page.evaluate(SQUARES, text[:213])


@pytest.mark.parametrize("size", SIZES)
def test_a_friend_can_scan_the_link(visitor: Visit, size: str) -> None:
    page = reached(visitor(viewport=SIZES[size]))
    sit_down(page, "dawn_raid", FRIEND)
    page.get_by_role("button", name="QR code").click()
    page.get_by_role("img", name="Link for seat 2 as a QR code").wait_for()
    assert read(page.evaluate(DRAWN)) == page.locator(".invite").input_value()
    box = page.locator(".qr").bounding_box()
    stage = page.locator("#stage").bounding_box()
    assert box["width"] >= 230
    assert stage["y"] <= box["y"]
    assert box["y"] + box["height"] <= stage["y"] + stage["height"], "in sight, above the sheet"
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SIZES[size]["width"]
    assert findings(page) == []
    page.get_by_role("button", name="QR code").click()
    page.wait_for_selector(".qr", state="hidden")


def test_a_code_stays_when_others_come_and_go(visitor: Visit) -> None:
    page = reached(visitor())
    sit_down(page, "combat_arena", FRIEND, FRIEND, {"kind": "open"}, options={"players": "4"})
    page.get_by_role("button", name="QR code").nth(1).click()
    page.get_by_role("img", name="Link for seat 3 as a QR code").wait_for()
    page.get_by_role("button", name="QR code").first.click()
    page.get_by_role("img", name="Link for seat 2 as a QR code").wait_for()
    assert page.locator(".qr:visible").count() == 1
    other = visitor(page.url)
    other.get_by_role("button", name="Sit down").click()
    page.get_by_text("is ready").wait_for()
    page.get_by_role("img", name="Link for seat 2 as a QR code").wait_for()
    assert page.locator(".qr:visible").count() == 1


def test_a_link_is_shared_through_the_system_where_it_can(visitor: Visit) -> None:
    page = reached(visitor())
    page.context.add_init_script(SHARES)
    sit_down(page, "dawn_raid", FRIEND)
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    assert shared["url"] == page.locator(".invite").input_value()
    assert shared["text"] == "Ann invites you to Dawn Raid."


def test_where_the_system_cannot_share_the_link_is_copied(visitor: Visit) -> None:
    page = reached(visitor())
    page.context.add_init_script(NO_SHARING)
    sit_down(page, "dawn_raid", FRIEND)
    page.get_by_role("button", name="Copy the link").wait_for()
    assert page.get_by_role("button", name="Share").count() == 0


def test_a_link_that_nobody_else_can_open_is_not_offered_to_others(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid", FRIEND)
    page.get_by_text("This link works only on this machine").wait_for()
    assert page.get_by_role("button", name="QR code").count() == 0


def test_the_link_says_who_invites_whom_to_which_game(visitor: Visit) -> None:
    host = visitor()
    sit_down(host, "dawn_raid", FRIEND)
    host.get_by_role("heading", name="Waiting for players").wait_for()
    guest = visitor(host.locator(".invite").input_value())
    guest.get_by_role("heading", name="Ann invites you to Dawn Raid").wait_for()
    stranger = visitor(host.url)
    stranger.get_by_role("heading", name="Waiting for players").wait_for()
