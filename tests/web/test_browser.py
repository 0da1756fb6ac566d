"""Tables in a real browser: starting, playing, joining, chatting, coming back, sharing one device."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from web.hosted import Server
from web.playing import PATIENCE, READY, confirm, take_back

Visit = Callable[..., Any]
NASTY = "<img src=x onerror=alert(1)>"


def moves(page: Any) -> int:
    """How many sentences of the log this page has: it goes on whenever the game does."""
    return int(page.locator("#log li").count())


def start(page: Any, *kinds: str, names: tuple[str, ...] = (), practice: bool = False) -> None:
    """Set a table of Dawn Raid up with the form."""
    page.goto("/start/dawn_raid")
    page.wait_for_selector(".seat-row")
    page.set_checked("#practice", practice)
    for number, kind in enumerate(kinds):
        row = page.locator(".seat-row").nth(number)
        row.locator("[data-part=kind]").select_option(kind)
        if kind == "device":
            row.locator("[data-part=name]").fill(names[number])
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))


def two_at_a_table(visitor: Visit, ann: str = "Ann", bo: str = "Bo", **more: bool) -> tuple[Any, Any]:
    """Ann opens a table, Bo comes by her link."""
    host = visitor()
    host.fill("#name", ann)
    start(host, "person", "friend", **more)
    link = host.locator("input.invite").input_value()
    guest = visitor(link)
    guest.fill("#name", bo)
    guest.get_by_role("button", name="Sit down").click()
    host.wait_for_selector("#picture svg")
    guest.wait_for_selector("#picture svg")
    return host, guest


def who_decides(*pages: Any) -> Any:
    """The page that has a choice to make now."""
    for _ in range(800):
        for page in pages:
            if page.locator(READY).count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def decide(page: Any, which: int = 0) -> None:
    """Make a choice by its button and wait until the table has gone on."""
    told = moves(page)
    page.locator(READY).nth(which).click()
    page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)


def test_two_clicks_reach_a_running_game_and_buttons_and_picture_both_play_it(visitor: Visit) -> None:
    page = visitor()
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    assert page.title() == "Your turn - Dawn Raid - Harena"
    for turn in range(6):
        page.wait_for_selector(READY)
        told = moves(page)
        if turn % 2:
            page.locator("#picture [data-action]").first.click()
        else:
            page.locator(READY).first.click()
        page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
    page.wait_for_selector(READY)
    told = moves(page)
    page.keyboard.press("1")
    page.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
    assert page.locator("#log [data-rule^='DR-']").count() > 0


def test_what_can_be_clicked_in_the_picture_can_be_chosen_from_the_list(visitor: Visit) -> None:
    page = visitor("/start/combat_arena#now")
    for _ in range(8):
        page.wait_for_selector(READY)
        listed, pictured = page.evaluate(
            """() => [".choice", "#picture [data-action]"].map(
                (one) => [...document.querySelectorAll(one)].map((found) => found.dataset.action))"""
        )
        assert set(pictured) <= set(listed)
        assert len(listed) == len(set(listed))
        page.locator(READY).first.click()
        page.wait_for_timeout(150)


def test_two_clicks_at_once_are_one_action(visitor: Visit) -> None:
    page = visitor()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    page.evaluate("() => { const one = document.querySelector('.choice'); one.click(); one.click(); }")
    page.evaluate("() => document.querySelector('.choice')?.click()")
    page.wait_for_timeout(300)
    acts = [frame for frame in sent if '"act"' in frame]
    numbers = [re.search(r'"moves":(\d+)', frame).group(1) for frame in acts]  # type: ignore[union-attr]
    assert len(numbers) == len(set(numbers)) >= 1
    assert page.locator("#refused").is_hidden()


def test_a_friend_joins_by_link_and_both_play_chat_and_take_back(visitor: Visit) -> None:
    host, guest = two_at_a_table(visitor, practice=True)
    assert "#" not in guest.url, "the secret does not stay in the address"
    for _ in range(4):
        decide(who_decides(host, guest))
    one = who_decides(host, guest)
    other = guest if one is host else host
    told = moves(other)
    decide(one)
    other.wait_for_function("told => document.querySelectorAll('#log li').length > told", arg=told)
    take_back(one)
    other.wait_for_function("told => document.querySelectorAll('#log li').length === told", arg=told)
    host.locator("#tab-chat").click()
    guest.locator("#tab-chat").click()
    assert host.locator("#audience").is_hidden(), "without teams nobody is asked to whom they speak"
    assert host.locator("#line").get_attribute("placeholder") == "Say something"
    host.fill("#line", "Good luck!")
    host.keyboard.press("Enter")
    guest.wait_for_function("() => document.querySelector('#chat').textContent.includes('Ann Good luck!')")
    guest.fill("#line", NASTY)
    guest.keyboard.press("Enter")
    host.wait_for_function("nasty => document.querySelector('#chat').textContent.includes(nasty)", arg=NASTY)
    assert host.locator("#chat img").count() == 0


def test_take_back_undoes_the_last_choice_or_says_why_not(visitor: Visit) -> None:
    page = visitor("/start/combat_arena")
    page.check("#practice")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(READY)
    before = page.locator("#picture").inner_html()
    assert page.locator("#take-back").get_attribute("aria-disabled") == "true"
    page.keyboard.press("u")
    assert page.locator("#take-back-why").inner_text().endswith(".")
    decide(page)
    take_back(page)
    page.wait_for_function("before => document.querySelector('#picture').innerHTML === before", arg=before)


def test_loading_the_page_anew_keeps_the_seat(visitor: Visit) -> None:
    page = visitor()
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    decide(page)
    page.wait_for_selector(READY)
    choices, log = page.locator(".choice").all_inner_texts(), page.locator("#log li").all_inner_texts()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator(".choice").all_inner_texts() == choices
    assert page.locator("#log li").all_inner_texts() == log
    page.goto("/")
    page.get_by_role("link", name="Your turn").first.click()
    page.wait_for_selector(READY)


def test_a_personal_link_takes_the_seat_to_another_device(visitor: Visit) -> None:
    page = visitor()
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    key = page.evaluate(
        "() => JSON.parse(localStorage.getItem(`harena.table.${location.pathname.slice(3)}`)).keys[0]"
    )
    looker, phone = visitor(page.url), visitor()
    held: list[Any] = []
    phone.route("**/sit", lambda route: held.append(route))  # a slow net
    phone.goto(f"{page.url}#key.0.{key}")
    phone.wait_for_selector(READY)
    assert phone.locator(".choice").all_inner_texts() == page.locator(".choice").all_inner_texts()
    looker.wait_for_selector("#picture svg")
    assert looker.locator(".choice").count() == 0
    assert looker.locator("#say").is_hidden()
    phone.goto("/")
    held[0].continue_()  # what it asked the server for is not lost with the page
    for _ in range(200):
        if phone.context.cookies():
            break
        phone.wait_for_timeout(50)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it looks again
    phone.locator("#mine [data-table]").wait_for()  # that device finds it again, too
    noted = phone.evaluate("table => localStorage[`harena.dice.${table}`]", page.url.rpartition("/")[2])
    assert "seeds" not in noted or json.loads(noted)["seeds"] == {}, "it gave no seed itself"


def test_a_curtain_hides_one_side_from_the_other_on_a_shared_device(visitor: Visit) -> None:
    page = visitor()
    page.fill("#name", "Ann")
    start(page, "person", "device", names=("", "Bo"))
    held: set[str] = set()
    for _ in range(60):
        page.wait_for_function(f"() => !curtain.hidden || document.querySelector('{READY}')")
        if page.locator("#curtain").is_visible():
            if held == {"Ann", "Bo"}:
                break
            held.add(open_curtain(page))
        page.locator(READY).first.click()
    assert held == {"Ann", "Bo"}
    open_curtain(page)
    page.locator("#hide").click()
    page.wait_for_selector("#curtain:not([hidden])")


def open_curtain(page: Any) -> str:
    """Behind the curtain there is nothing to see; the name of the one who opens it."""
    assert page.locator("#picture svg, .choice, #log li").count() == 0
    button = page.locator("#curtain button").first
    said = re.match(r"I am (\w+): show my side", button.inner_text())
    assert said
    button.click()
    page.wait_for_selector(READY)
    assert page.locator("#curtain").is_hidden()
    return said.group(1)


def test_nothing_another_has_written_becomes_html(visitor: Visit) -> None:
    host, guest = two_at_a_table(visitor, ann=NASTY, bo='"><svg onload=alert(1)>')
    who_decides(host, guest)
    for page in (host, guest):
        assert NASTY in page.locator("#seats").inner_text()
        assert page.locator("#table img, [onload], [onerror]").count() == 0
    home = visitor()
    home.wait_for_function("nasty => document.querySelector('main').textContent.includes(nasty)", arg=NASTY)
    assert home.locator("#running img").count() == 0


def test_a_picture_loses_whatever_could_run(browser: Any, server: Server) -> None:
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    page.on("dialog", lambda dialog: pytest.fail("it ran"))
    left = page.evaluate(
        """async () => {
          const { safeSvg } = await import("/static/picture.js");
          return safeSvg('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            + 'onload="alert(1)"><script>alert(2)</script><use href="#a"/><a href="javascript:alert(3)" '
            + 'xlink:href="javascript:alert(4)"><circle onclick="alert(5)"/></a></svg>').outerHTML;
        }"""
    )
    assert "alert" not in left
    assert 'href="#a"' in left
    page.close()


def test_a_bot_plays_for_one_who_has_left_until_the_player_is_back(visitor: Visit) -> None:
    host = visitor("/start/dawn_raid")
    host.fill("#grace", "0")
    host.locator("[data-part=kind]").nth(1).select_option("friend")
    host.select_option("#clock-kind", "bank")
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("input.invite").input_value()
    guest = visitor(link)
    guest.fill("#name", "Bo")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_function("() => seats.textContent.includes('you')")  # the seat's key has arrived
    assert re.match(r"[12]:\d\d", guest.locator(".clock").first.inner_text())
    address = guest.url
    guest.goto("/")
    host.get_by_role("button", name="Let a bot play for Bo").click()
    host.wait_for_function("() => seats.textContent.includes('a normal bot stands in')")
    # It may have decided something since.
    host.wait_for_function("() => log.textContent.includes('Bo has left; a normal bot plays for')")
    guest.goto(address)
    guest.wait_for_function("() => banner.textContent === 'A normal bot plays for you: you were away.'")
    assert "You decide" not in guest.locator("#picture").inner_text()
    guest.get_by_role("button", name="Take the seat back").click()
    guest.wait_for_selector("#banner", state="hidden")
    host.wait_for_function("() => !seats.textContent.includes('stands in')")


def test_resigning_asks_first_then_the_record_and_a_rematch_are_there(visitor: Visit) -> None:
    host, guest = two_at_a_table(visitor)
    host.locator("#resign").click()
    host.wait_for_selector("#sure[data-input=open]")
    host.locator("#sure-no").click()
    assert host.locator("#resign").is_visible()
    host.locator("#resign").click()
    confirm(host)
    guest.wait_for_selector("[data-status=over]")
    assert guest.locator("#banner").inner_text() == "You win. Ann resigned."
    assert host.locator("#banner").inner_text() == "Bo wins. You resigned."
    with guest.expect_download() as download:
        guest.locator("#record").click()
    assert download.value.suggested_filename.startswith("dawn_raid-")
    old = host.url
    host.locator("#rematch").click()
    guest.get_by_role("button", name="Play again (Ann would like to)").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: url != old)
        page.wait_for_selector("#picture svg")
    decide(who_decides(host, guest))


def test_a_table_that_is_not_there_is_said_to_be_so(browser: Any, server: Server) -> None:
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.goto("/t/0123456789abcdef")
    page.wait_for_function("() => refused.textContent === 'There is no such table.'")
    page.close()


def test_the_page_goes_on_after_the_server_was_away(browser: Any, server: Server) -> None:
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    log = page.locator("#log li").all_inner_texts()
    assert server.stop() in (0, -signal.SIGTERM)
    page.wait_for_function("() => connection.textContent !== ''")
    server.start()
    page.wait_for_function("() => connection.textContent === ''")
    page.wait_for_selector(READY)
    assert page.locator("#log li").all_inner_texts() == log
    decide(page)
    page.close()


@pytest.mark.parametrize("path", ["/", "/start/combat_arena", "/start/dawn_raid#now"])
def test_nothing_is_wider_than_a_phone(visitor: Visit, path: str) -> None:
    page = visitor(path, viewport={"width": 360, "height": 740})
    if "#" in path:
        page.wait_for_selector(READY)
    page.wait_for_timeout(200)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
