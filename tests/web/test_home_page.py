"""Home and the form for a table, as somebody in a browser meets them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from web.hosted import Server
from web.playing import READY, resign, sit_down

Visit = Callable[..., Any]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def play_now(page: Any, game: str) -> str:
    """One click, and the first choice is there; the table's address."""
    page.locator(f"[data-play={game}]").click()
    page.wait_for_selector(READY)
    return str(page.url)


def finish(page: Any) -> None:
    """Give the game up."""
    resign(page)
    page.wait_for_selector("[data-status=over]")


def row(page: Any, section: str, address: str) -> Any:
    """A table in one of the lists."""
    return page.locator(f"#{section} li[data-table='{address.rpartition('/')[2]}']")


# What a finger would miss: controls whose ground is less than 44 pixels high. A tick is touched by its label.
TOO_SMALL = """
() => [...document.querySelectorAll("a[href], button, select, input, summary")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== "inline" && one.type !== "file")
  .map((one) => (["checkbox", "radio"].includes(one.type) && one.closest("label")) || one)
  .filter((one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const x = left + width / 2, y = top + height / 2;
    const hit = (away) => one.contains(document.elementFromPoint(x, y + away));
    return !(hit(-21) && hit(21));
  })
  .map((one) => one.outerHTML.slice(0, 80))
"""


@pytest.mark.parametrize("path", ["/", "/start/dawn_raid", "/rules/dawn_raid", "/first/dawn_raid", "/replay"])
def test_every_control_can_be_touched(visitor: Visit, path: str) -> None:
    page = visitor(path, **PHONE)
    page.wait_for_load_state("load")
    assert page.evaluate(TOO_SMALL) == []


def test_one_click_on_play_now_reaches_choices(visitor: Visit) -> None:
    page = visitor()
    page.fill("#name", "Ann")
    play_now(page, "combat_arena")
    assert page.locator("#seats li").first.inner_text().startswith("Ann")


def test_a_bot_of_any_level_can_be_asked_for(visitor: Visit) -> None:
    page = visitor()
    page.locator("[data-level=dawn_raid]").select_option("hard")
    play_now(page, "dawn_raid")
    assert "Hard bot" in page.locator("#seats").inner_text()


def test_what_waits_for_me_comes_first_and_leads_back(visitor: Visit) -> None:
    page = visitor()
    address = play_now(page, "dawn_raid")
    page.goto("/")
    first = page.locator("#mine li").first
    first.wait_for()
    assert "Dawn Raid" in first.inner_text()
    assert "against Easy bot" in first.inner_text()
    assert "it is your turn" in first.inner_text()
    assert page.locator("#mine").bounding_box()["y"] < page.locator(".games").bounding_box()["y"]
    first.get_by_role("link").click()
    page.wait_for_url(address)


def test_a_new_table_shows_in_others_lists_at_once_and_goes_when_it_fills(visitor: Visit) -> None:
    """Pushed by the server: the page that shows it asks for nothing."""
    guest, host = visitor(), visitor()
    guest.wait_for_load_state("networkidle")
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url))
    sit_down(host, "dawn_raid", {"kind": "open"})
    row(guest, "waiting", host.url).wait_for()
    third = visitor(host.url)
    third.get_by_role("button", name="Sit down").click()
    third.wait_for_selector("#picture svg")
    row(guest, "running", host.url).wait_for()
    assert row(guest, "waiting", host.url).count() == 0
    finish(host)
    row(guest, "running", host.url).wait_for(state="detached")
    assert asked == []


def test_a_game_at_one_device_is_in_nobodys_list_and_closed_to_others(
    browser: Any, visitor: Visit, server: Server
) -> None:
    host, guest = visitor(), visitor()
    sit_down(host, "dawn_raid", {"kind": "device", "name": "Bo"})
    table = host.url.rpartition("/")[2]
    sit_down(host, "dawn_raid", {"kind": "open"})  # this one shows
    row(guest, "waiting", host.url).wait_for()
    lists = server.get("/api/tables", accept="application/json")[2]
    assert table not in lists
    assert guest.locator(f"[data-table='{table}']").count() == 0
    assert server.get(f"/api/tables/{table}", accept="application/json")[0] == 403


def test_the_form_says_that_a_game_at_one_device_is_private(visitor: Visit) -> None:
    page = visitor("/start/dawn_raid")
    page.locator("[data-part=kind]").nth(1).select_option("device")
    assert page.locator("#spectators").is_hidden()
    assert "nobody else" in page.locator("#private").inner_text()
    page.locator("[data-part=kind]").nth(1).select_option("bot")
    assert page.locator("#spectators").is_visible()


def test_my_turn_stands_above_a_newer_table_that_waits(visitor: Visit) -> None:
    page = visitor()
    mine = play_now(page, "dawn_raid")
    page.goto("/start/dawn_raid")
    page.wait_for_selector(".seat-row")
    page.locator("[data-part=kind]").nth(1).select_option("friend")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    waiting = page.url
    page.goto("/")
    page.wait_for_selector("#mine li")
    tables = [one.get_attribute("data-table") for one in page.locator("#mine li").all()]
    assert tables == [mine.rpartition("/")[2], waiting.rpartition("/")[2]]
    assert "waiting for players" in row(page, "mine", waiting).inner_text()


def test_a_finished_game_tells_its_result_and_leads_to_table_and_replay(visitor: Visit) -> None:
    page = visitor()
    address = play_now(page, "dawn_raid")
    finish(page)
    page.goto("/")
    page.wait_for_selector("#finished li")
    line = row(page, "finished", address)
    assert "You lost, just now" in line.inner_text()
    links = [link.get_attribute("href") for link in line.get_by_role("link").all()]
    path = address[address.index("/t/") :]
    assert links == [path, f"{path}/replay"]
    assert page.locator("#mine").is_hidden()


def test_many_finished_games_are_shown_when_asked_for(visitor: Visit) -> None:
    page = visitor()
    for _ in range(5):
        play_now(page, "dawn_raid")
        finish(page)
        page.goto("/")
    page.wait_for_selector("#finished li")
    assert page.locator("#finished li").count() == 4
    page.get_by_role("button", name="Show all 5").click()
    page.locator("#finished li").nth(4).wait_for()


def test_others_find_a_table_to_join_and_a_table_to_watch(visitor: Visit) -> None:
    host = visitor()
    watched = play_now(host, "dawn_raid")
    host.goto("/start/dawn_raid")
    host.wait_for_selector(".seat-row")
    host.locator("[data-part=kind]").nth(1).select_option("open")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile("/t/"))
    guest = visitor()
    guest.wait_for_selector("#running li")
    assert row(guest, "running", watched).get_by_role("link").inner_text() == "Watch"
    row(guest, "waiting", host.url).get_by_role("link").click()
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_selector("#picture svg")


def seats_shown(page: Any, count: int) -> None:
    page.wait_for_function("count => document.querySelectorAll('.seat-row').length === count", arg=count)


def test_every_option_of_the_form_reaches_the_table(visitor: Visit, server: Server) -> None:
    page = visitor("/start/combat_arena")
    page.fill("#name", "Ann")
    page.get_by_label("Kingslayer").check()
    page.get_by_label("The Champion", exact=True).wait_for()
    page.get_by_label("Players", exact=True).select_option(label="Three")
    seats_shown(page, 3)
    page.get_by_label("The Pinwheel").check()
    page.get_by_label("Ready to fight").check()
    page.locator("#option-picks-0").select_option(label="Refulgus Grue")
    page.locator("#option-picks-2").select_option(label="Lieutenant Castus")
    page.get_by_label("Most rounds").fill("7")
    page.select_option("#clock-kind", "bank")
    page.fill("#clock-amount", "10")
    page.set_checked("#practice", True)
    page.locator("[data-part=bot]").nth(1).select_option("easy")
    page.wait_for_selector("form:not([aria-busy])")  # so that nothing moves under the click
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    page.wait_for_selector("#picture svg")
    table = server.get(f"/api/tables/{page.url.rpartition('/')[2]}", accept="application/json")[2]
    for part in (
        '"variant":"kingslayer"',
        '"board":"pinwheel"',
        '"picks":"grue,,castus"',
        '"max_rounds":7',
        '"kind":"bank","seconds":600,"increment":5',
        '"practice":true',
    ):
        assert part in table
    page.locator("#tab-more").click()
    agreed = page.locator("#setup").inner_text()
    assert "Kingslayer" in agreed
    assert "Refulgus Grue" in agreed
    assert "13v24" not in agreed


# The next answer to the form waits for goOn().
HELD_BACK = """
() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    window.fetch = real;
    const answer = await real(...asked);
    await new Promise((resolve) => (window.goOn = resolve));
    return answer;
  };
}
"""


def test_an_answer_to_the_form_leaves_alone_where_somebody_is_about_to_type(visitor: Visit) -> None:
    page = visitor("/start/combat_arena")
    page.wait_for_selector("form:not([aria-busy])")
    page.evaluate(HELD_BACK)
    page.get_by_label("Ready to fight").check()
    page.wait_for_function("() => window.goOn")
    page.get_by_label("Most rounds").select_text()
    page.evaluate("goOn()")
    page.wait_for_selector("form:not([aria-busy])")
    page.keyboard.type("7")
    assert page.get_by_label("Most rounds").input_value() == "7"
    assert page.get_by_label("Ready to fight").is_checked()


def test_a_variant_sets_its_players_and_only_what_applies_is_shown(visitor: Visit) -> None:
    page = visitor("/start/combat_arena")
    seats_shown(page, 2)
    assert page.get_by_label("Teams").count() == 0
    page.get_by_label("Brothers in Arms").check()
    seats_shown(page, 4)
    assert page.get_by_label("Brothers in Arms").evaluate("one => one === document.activeElement")
    assert page.get_by_label("Teams").is_visible()
    assert page.get_by_label("Players", exact=True).count() == 0
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#picture svg")
    assert page.locator("#seats li").count() == 4


def test_a_fighter_taken_for_one_seat_is_not_offered_for_another(visitor: Visit) -> None:
    page = visitor("/start/combat_arena")
    seats_shown(page, 2)
    page.locator("#option-picks-0").select_option(label="Refulgus Grue")
    page.wait_for_selector("#option-picks-1 option[value=grue][disabled]", state="attached")


def test_a_number_out_of_bounds_stops_the_form_and_not_the_server(visitor: Visit) -> None:
    page = visitor("/start/combat_arena")
    seats_shown(page, 2)
    page.get_by_label("Most rounds").fill("0")
    page.get_by_role("button", name="Open the table").click()
    assert page.get_by_label("Most rounds").evaluate("one => one.validationMessage !== ''")
    assert page.url.endswith("/start/combat_arena")


def test_home_and_form_fit_a_phone(visitor: Visit) -> None:
    page = visitor("/", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("[data-play=dawn_raid]").tap()
    page.wait_for_selector(READY)
    for path in ("/start/combat_arena", "/first/combat_arena"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/start/dawn_raid")
    page.wait_for_selector(".seat-row")
    assert page.get_by_role("button", name="Open the table").is_visible()


def test_the_pictures_follow_the_colours_that_were_chosen(visitor: Visit) -> None:
    page = visitor("/", color_scheme="light")
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    scene = page.locator(".scene").first
    light = scene.screenshot()
    page.locator("#settings-button").click()
    page.get_by_label("dark", exact=True).check()
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    dark = scene.screenshot()
    assert light != dark
    assert brightness(page, dark) < brightness(page, light) / 2


def brightness(page: Any, png: bytes) -> float:
    """How light a picture is on the whole, worked out by the browser."""
    average = """async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      canvas.drawImage(bitmap, 0, 0);
      const data = canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
      return data.reduce((sum, one) => sum + one, 0) / data.length;
    }"""
    return float(page.evaluate(average, list(png))) - 255 / 4  # without what is opaque
