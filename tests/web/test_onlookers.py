"""Those who look on, in a real browser: players read how many there are, and nothing of what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web.playing import BOT, OPEN
from web.test_accessible import findings
from web.test_team_chat import INVITES, PHONE, join, open_chat, say

Visit = Callable[..., Any]
WORD = "xylophone"
SMALL = """() => [...document.querySelectorAll("#speaker, #line, #say button")]
  .map((one) => one.getBoundingClientRect())
  .filter(({ width, height }) => width < 44 || height < 44).length"""
OFF_SCREEN = "() => document.documentElement.scrollWidth > innerWidth"


def test_two_who_look_on_are_counted_and_talk_and_the_player_reads_it_only_after_the_game(
    visitor: Visit,
) -> None:
    ann = visitor()
    setup = {"game": "dawn_raid", "seats": [{"kind": "friend"}, BOT]}
    table = ann.evaluate(OPEN, [setup, "Ann"])
    invites = ann.evaluate(INVITES, table)
    bo, cy = visitor(), visitor(**PHONE)
    for page in (bo, cy):
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-status=waiting]")
        assert page.locator("#say").is_hidden()
    told_ann = join(ann, f"/t/{table}#0.{invites['0']}", "Ann")
    ann.locator("#onlookers", has_text="2 look on").wait_for()
    for page, name in ((bo, "Bo"), (cy, "Cy")):
        open_chat(page)
        page.fill("#speaker", name)
    say(bo, f"watch the left, {WORD}")
    cy.locator("#chat li", has_text=WORD).wait_for()
    assert cy.locator("#chat li").all_inner_texts() == [f"Bo looks on watch the left, {WORD}"]
    assert f"Bo, who looks on, says: watch the left, {WORD}" in cy.locator("#news").inner_text()
    assert cy.evaluate(SMALL) == 0
    assert not cy.evaluate(OFF_SCREEN)
    assert findings(cy) == []
    say(cy, "I see it")
    window = ann.context.new_page()
    told_window: list[str] = []
    window.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: told_window.append(str(frame))),
    )
    window.goto(f"/t/{table}")
    open_chat(ann)
    say(ann, "hello, all")
    bo.locator("#chat li", has_text="hello, all").wait_for()
    window.wait_for_function("() => chat.textContent.includes('hello, all')")
    assert not any(WORD in frame for frame in [*told_ann, *told_window])
    assert ann.locator("#speaker").is_hidden()
    ann.locator("#resign").click()
    ann.wait_for_selector("#sure[open][data-input=open]")
    ann.locator("#sure-yes").click()
    ann.locator("#chat li", has_text=WORD).wait_for(state="attached")
    ann.locator("#tab-chat").click()  # the end shows the log
    assert ann.locator("#chat li", has_text=WORD).is_visible()
    bo.reload()
    open_over(bo)
    assert bo.locator("#speaker").input_value() == "Bo", "remembered"
    assert not bo.locator("#tab-chat").get_attribute("data-unread"), "what was found is no news"


def open_over(page: Any) -> None:
    page.wait_for_selector("[data-status=over]")
    page.locator("#say").wait_for(state="attached")
    page.wait_for_function("() => !document.getElementById('say').hidden")
