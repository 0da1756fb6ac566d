"""Opening tables and taking seats where the network loses answers, and where nobody may look on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from web.hosted import Server
from web.playing import READY, sit_down
from web.test_browser import start

Visit = Callable[..., Any]

# What is posted reaches the server, but so many answers do not come back.
LOSE = """
(count) => {
  const real = window.fetch;
  window.answersToLose = count;
  window.fetch = async (path, sent) => {
    const answer = await real(path, sent);
    if (sent?.method !== "POST" || window.answersToLose === 0) return answer;
    window.answersToLose -= 1;
    throw new TypeError("Failed to fetch");
  };
}
"""

# Asks for a seat and is told that it is taken.
TAKEN = """
async () => {
  const { kept, sit } = await import("/static/base.js");
  window.fetch = async () => new Response('{"problem": "This seat is taken."}', { status: 409 });
  const said = await sit("0123456789abcdef", 0, "Eve", "").catch((error) => error.message);
  return [said, kept("0123456789abcdef").keys];
}
"""


def opened(server: Server) -> int:
    found = re.search(r"^harena_tables_opened_total (\d+)", server.get("/metrics")[2], re.MULTILINE)
    return int(found[1]) if found else 0


def test_play_now_over_a_network_that_loses_answers_is_one_table_with_a_seat(
    visitor: Visit, server: Server
) -> None:
    page, before = visitor(), opened(server)
    page.evaluate(LOSE, 2)
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    assert opened(server) == before + 1


def test_who_tries_again_after_it_failed_altogether_gets_the_same_table(
    visitor: Visit, server: Server
) -> None:
    page, before = visitor(), opened(server)
    page.evaluate(LOSE, 4)
    page.locator("[data-play=dawn_raid]").click()
    page.get_by_text("The server does not answer").wait_for()
    page.evaluate("window.answersToLose = 2")  # now the answer to sitting down
    page.locator("[data-play=dawn_raid]").click()
    page.wait_for_selector(READY)
    assert opened(server) == before + 1


def test_who_never_heard_the_answer_and_loads_the_page_anew_has_the_seat(visitor: Visit) -> None:
    host = visitor()
    start(host, "person", "friend")
    guest = visitor(host.locator("input.invite").input_value())
    guest.fill("#name", "Bo")
    guest.evaluate(LOSE, 99)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("The server does not answer").wait_for()
    guest.context.clear_cookies()
    guest.reload()
    guest.wait_for_selector("#picture svg")
    assert guest.locator("#table").get_attribute("data-eyes") == "1"


def test_a_seat_that_another_has_taken_leaves_no_key_behind(visitor: Visit) -> None:
    assert visitor().evaluate(TAKEN) == ["This seat is taken.", {}]


def test_a_friend_joins_a_table_that_is_closed_to_spectators_and_plays(visitor: Visit) -> None:
    """The connection with which they looked on ends when the game begins; they come back as a player."""
    host = visitor("/start/dawn_raid")
    host.wait_for_selector(".seat-row")
    host.set_checked("#spectators", False)
    host.locator(".seat-row").nth(1).locator("[data-part=kind]").select_option("friend")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile("/t/"))
    guest = visitor(host.locator("input.invite").input_value())
    guest.wait_for_selector("#join:visible")
    stranger = visitor(guest.url)
    stranger.wait_for_selector("#waiting:visible")
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector("#picture svg")
    assert guest.locator("#table").get_attribute("data-eyes") == "1"
    stranger.get_by_role("heading", name="This table is closed").wait_for()
    assert stranger.locator("#picture > svg").count() == 0


def test_both_on_one_device_agree_to_a_bot_by_one_click(visitor: Visit, server: Server) -> None:
    page = visitor()
    others = [{"kind": "device", "name": "Bo"}, {"kind": "friend"}, {"kind": "bot", "bot": "easy"}]
    sit_down(page, "combat_arena", *others, options={"players": "4"}, grace=0)
    table = page.url.rpartition("/")[2]
    invite = page.evaluate("table => JSON.parse(localStorage[`harena.table.${table}`]).invites[2]", table)
    server.post(f"/api/tables/{table}/sit", {"seat": 2, "name": "Cleo", "invite": invite})
    page.wait_for_selector("[data-status=running]")
    page.add_locator_handler(page.locator("#curtain button"), lambda show: show.click())
    page.get_by_role("button", name="Let a bot play for Cleo").click()
    page.wait_for_function("() => seats.textContent.includes('a normal bot stands in')")


# The first message of a kind is lost with its connection: before it is sent, or with its answer.
BREAK = """
([kind, arrives]) => {
  const real = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const first = JSON.parse(text).type === kind && !window.broken;
    if (!first || arrives) real.call(this, text);
    if (first) this.close();
    window.broken ||= first;
  };
}
"""


@pytest.mark.parametrize("arrives", [True, False], ids=["its answer is lost", "it is lost"])
def test_a_line_said_while_the_connection_breaks_is_there_once(visitor: Visit, arrives: bool) -> None:
    page = visitor()
    sit_down(page, "dawn_raid")
    page.evaluate(BREAK, ["say", arrives])
    page.locator("#tab-chat").click()
    page.fill("#line", "Good luck!")
    page.get_by_role("button", name="Say", exact=True).click()
    page.locator("#chat li").first.wait_for()
    page.wait_for_timeout(1500)  # in which it could come a second time
    assert page.locator("#chat li").all_inner_texts() == ["Ann Good luck!"]


@pytest.mark.parametrize("arrives", [True, False], ids=["its answer is lost", "it is lost"])
def test_a_choice_made_while_the_connection_breaks_counts_once(visitor: Visit, arrives: bool) -> None:
    page = visitor()
    sit_down(page, "dawn_raid", {"kind": "device", "name": "Bo"})
    page.wait_for_selector("#curtain button:visible").click()
    page.wait_for_selector(READY)
    moves = int(page.locator("#table").get_attribute("data-moves"))
    page.evaluate(BREAK, ["act", arrives])
    page.locator(READY).first.click()
    page.wait_for_function("moves => Number(table.dataset.moves) === moves", arg=moves + 1)
    page.wait_for_timeout(1000)
    assert int(page.locator("#table").get_attribute("data-moves")) == moves + 1
    assert page.locator("#refused").is_hidden()
