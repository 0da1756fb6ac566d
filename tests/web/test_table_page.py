"""The table page as people use it: tips, rules, motion, turns, colours, phones, no eyes or mouse needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.playing import GAMES, READY, decide, decide_until, news, sit_down

Visit = Callable[..., Any]

# --- reading what things are and do


def test_a_tip_tells_what_a_choice_does_and_what_a_thing_is(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "combat_arena")
    decide_until(
        page, "() => document.querySelectorAll('#picture [data-key^=card-] [data-action]').length > 0"
    )
    assert page.locator("#picture title").count() == 0, "the browser's own tips would come on top"
    choice = page.locator(".choice").first
    label, hint = choice.locator("span").first.inner_text(), choice.locator("[id^=hint]").text_content()
    choice.hover()
    tip = page.locator("#tip")
    page.wait_for_selector("#tip:not([hidden])")
    assert tip.locator("b").inner_text() == label
    assert hint in tip.inner_text()
    thing = page.locator(f"#picture [data-action='{choice.get_attribute('data-action')}']").first
    assert "lit" in thing.get_attribute("class"), "what the list offers lights up in the picture"
    assert thing.get_attribute("aria-label") == label
    described = thing.get_attribute("aria-describedby")
    assert page.locator(f"#{described}").text_content() == hint
    page.mouse.move(1, 300)
    page.wait_for_selector("#tip", state="hidden")
    thing.hover()
    page.wait_for_selector("#tip:not([hidden])")
    assert tip.locator("b").inner_text() == label
    assert "lit" in choice.get_attribute("class")
    card = page.locator("#picture [data-key^=card-]:has([data-action])").first
    assert tip.locator("svg").bounding_box()["width"] > card.bounding_box()["width"] * 1.3, (
        "a card is enlarged"
    )
    page.locator("#picture [data-key=round] text").first.hover()
    page.wait_for_function("() => /^Round 1 of 30/.test(tip.textContent)")
    assert tip.locator("b").count() == 0
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#tip:not([hidden])")
    assert hint in tip.inner_text(), "focus by keyboard tells the same"


def test_what_cannot_be_chosen_does_not_look_so(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "combat_arena")
    page.wait_for_selector(READY)
    cursor = "one => getComputedStyle(one).cursor"
    open_to_me, not_so = (
        page.locator("#picture [data-action] *").first,
        page.locator("#picture [data-key=round] text"),
    )
    open_to_me.hover()
    assert open_to_me.evaluate(cursor) == "pointer"
    not_so.first.hover()
    assert not_so.first.evaluate(cursor) == "default"
    assert page.locator("#picture [tabindex]:not([data-action])").count() == 0
    moves = page.locator("#table").get_attribute("data-moves")
    not_so.first.click()
    page.wait_for_timeout(150)
    assert page.locator("#table").get_attribute("data-moves") == moves


def test_a_long_press_of_a_finger_tells_and_does_not_choose(visitor: Visit) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    moves = page.locator("#table").get_attribute("data-moves")
    touch = page.context.new_cdp_session(page)
    box = page.locator(READY).first.bounding_box()
    finger = {"x": box["x"] + 30, "y": box["y"] + 15}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_selector("#tip:not([hidden])")
    assert page.locator("#tip b").inner_text() == page.locator(".choice span").first.inner_text()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(150)
    assert page.locator("#table").get_attribute("data-moves") == moves
    page.touchscreen.tap(finger["x"], finger["y"])
    page.wait_for_function("old => table.dataset.moves !== old", arg=moves)
    assert page.locator("#tip").is_hidden()


def test_a_line_of_the_log_shows_its_rule_in_words_and_leads_to_the_rulebook(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid")
    decide(page)
    line = page.locator("#log button.event").first  # the last changes when a bot moves
    rule = line.get_attribute("data-rule")
    line.click()
    page.wait_for_selector("#rule:popover-open")
    text = page.locator("#rule").inner_text()
    assert rule in text
    assert len(text.split()) > 12, "the rule's words, not its number"
    assert page.locator("#rule a").get_attribute("href") == f"/rules/dawn_raid#{rule}"
    page.keyboard.press("Escape")
    page.wait_for_selector("#rule", state="hidden")
    with page.context.expect_page() as opened:
        line.click()
        page.locator("#rule a").click()
    rulebook = opened.value
    rulebook.wait_for_load_state()
    assert rulebook.url.endswith(f"/rules/dawn_raid#{rule}")
    assert rulebook.locator(f"[id='{rule}']").count() == 1


def test_help_and_the_position_in_words_open_by_key_and_close_by_escape(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    moves = page.locator("#table").get_attribute("data-moves")
    page.keyboard.press("?")
    page.wait_for_selector("#help[open]")
    page.keyboard.press("1")  # keys choose nothing while something lies over the table
    page.keyboard.press("Escape")
    page.wait_for_selector("#help", state="hidden")
    page.keyboard.press("d")
    page.wait_for_selector("#described[open]")
    assert "Your deck:" in page.locator("#description").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector("#described", state="hidden")
    assert page.locator("#table").get_attribute("data-moves") == moves
    page.get_by_role("button", name="Describe the position").click()
    page.wait_for_selector("#described[open]")


def test_a_screen_reader_hears_what_is_new_and_nothing_twice(visitor: Visit) -> None:
    page = visitor()
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    for _ in range(4):
        had = len(news(page))
        lines = page.locator("#log li").count()
        decide(page)
        page.wait_for_selector(READY)
        page.wait_for_timeout(100)
        now = page.locator("#log li").all_inner_texts()
        assert news(page)[had:] == now[lines:] != []
    page.reload()
    page.wait_for_selector(READY)
    assert news(page) == [], "the old story is there to read, not told again"
    assert page.locator("#prompt").get_attribute("aria-live") == "polite"


@pytest.mark.rule("CA-2.3")
def test_the_log_names_only_the_initiative_card_drawn_last(visitor: Visit) -> None:
    """Nobody looks through the pile: not in the log either, before and after the page is loaded anew."""
    drawn = "[...document.querySelectorAll('#log li')].map(one => one.textContent)"
    drawn = f"{drawn}.filter(one => one.includes('Initiative card is drawn'))"
    page = visitor()
    sit_down(page, "combat_arena", options={"set_up": "given"})
    page.wait_for_selector(READY)
    decide_until(page, f"() => {drawn}.length > 3")
    for _ in range(2):
        page.wait_for_selector(READY)
        told = page.evaluate(drawn)
        assert [text.startswith("An Initiative card is drawn; ") for text in told] == [
            *[True] * (len(told) - 1),
            False,
        ]
        page.reload()


def test_the_table_has_nothing_that_keeps_people_out(visitor: Visit) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = visitor()
    for game in GAMES:
        page.goto("/")
        sit_down(page, game)
        for _ in range(6):
            decide(page)
        page.wait_for_selector(READY)
        for opened in ("", "?", "d"):
            if opened:
                page.keyboard.press(opened)
                page.wait_for_selector("dialog[open]")
            found = axe.run(page).response
            assert len(found["passes"]) > 15, "it did look"
            assert [
                one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")
            ] == []
            page.keyboard.press("Escape")


# --- motion

MOVING = """
() => document.getAnimations()
  .filter((one) => one.playState === "running" && one.effect.target.closest("#picture, #dice, #log"))
  .map(({ effect }) => [
    effect.target.closest("[data-key]")?.dataset.key || effect.target.className.baseVal || "line",
    effect.getTiming().duration])
"""
WATCH = """
([found, seen]) => {
  const look = eval(found);
  window[seen] = [];
  const every = () => { window[seen].push(...look()); requestAnimationFrame(every); };
  every();
}
"""


def test_what_moves_glides_and_dice_tumble_and_nothing_waits_for_it(visitor: Visit) -> None:
    page = visitor(reduced_motion="no-preference")
    sit_down(page, "combat_arena")
    page.evaluate(WATCH, [MOVING, "seen"])
    decide_until(page, "() => window.seen.some(([key]) => key === 'die')")
    decide_until(page, "() => window.seen.some(([key]) => key.startsWith('fighter-'))")
    seen = page.evaluate("() => window.seen")
    assert {duration for key, duration in seen if key == "die"} == {500}
    glides = {duration for key, duration in seen if key.startswith(("fighter-", "card-"))}
    assert glides
    assert all(200 <= duration <= 450 for duration in glides)
    assert page.locator(READY).count(), "a choice can be made while things move"


# Things that change their place although they, what is in them or what they lie in can be clicked.
FLEEING = """
() => document.getAnimations()
  .filter((one) => one.effect.target.closest("#picture") && one.effect.getKeyframes()[0].transform)
  .map(({ effect }) => effect.target)
  .filter((one) => one.closest("[data-action]") || one.querySelector("[data-action]"))
  .map((one) => one.outerHTML.slice(0, 200))
"""


def test_what_can_be_chosen_is_in_its_place_at_once(visitor: Visit) -> None:
    page = visitor(reduced_motion="no-preference")
    sit_down(page, "combat_arena", options={"set_up": "given"})
    page.evaluate(WATCH, [FLEEING, "fled"])
    page.evaluate(WATCH, [MOVING, "seen"])
    decide_until(page, "() => window.seen.some(([key]) => key.startsWith('card-'))")
    decide_until(page, "() => window.seen.some(([key]) => key.startsWith('fighter-'))")
    assert page.evaluate("() => window.fled") == []


def test_what_is_hit_flashes_once(visitor: Visit) -> None:
    page = visitor(reduced_motion="no-preference")
    sit_down(page, "combat_arena", options={"set_up": "given"})
    page.wait_for_selector("#picture [data-key^=fighter-]")
    page.wait_for_selector(READY)
    key = page.locator("#picture [data-key^=fighter-]").first.get_attribute("data-key")
    flashing = page.evaluate(
        """async (key) => {
          const { flash } = await import("/static/motion.js");
          const before = new Set(document.getAnimations());
          flash(document.querySelector("#picture > svg"), key);
          window.flashes = document.getAnimations().filter((one) => !before.has(one));
          return window.flashes.map(({ effect }) => effect.target.dataset.key); }""",
        key,
    )
    assert flashing == [key], "that one and nothing else, whatever else the bots do meanwhile"
    timing = page.evaluate("() => flashes[0].effect.getTiming()")
    assert (timing["iterations"], timing["duration"]) == (1, 450), "once"
    page.wait_for_function("() => flashes[0].playState !== 'running'")


def test_nothing_moves_for_who_does_not_want_it(visitor: Visit) -> None:
    page = visitor(reduced_motion="reduce")
    sit_down(page, "combat_arena")
    page.evaluate(WATCH, [MOVING, "seen"])
    decide_until(page, "() => /roll.*needing/.test(log.textContent)")
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.seen") == []
    assert page.locator(".die").count() == 0


# --- whose turn it is, for those who look elsewhere

STUBS = """
window.rung = [];
class Quiet { connect() { return this; } start() { window.rung.push("tone"); } stop() {} }
Quiet.prototype.gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
Quiet.prototype.frequency = Quiet.prototype.gain;
class Noise extends Quiet { start() { window.rung.push("noise"); } }
window.AudioContext = class {
  sampleRate = 8000;
  resume() {}
  createOscillator() { return new Quiet(); }
  createGain() { return new Quiet(); }
  createBiquadFilter() { return new Quiet(); }
  createBufferSource() { return new Noise(); }
  createBuffer() { return { getChannelData: () => [] }; }
};
window.Notification = class { constructor(title) { window.rung.push(title); } };
Notification.permission = "granted";
Notification.requestPermission = async () => "granted";
Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_sound_and_notification_are_silent_until_switched_on_and_are_kept(visitor: Visit) -> None:
    page = visitor()
    page.context.add_init_script(STUBS)
    page.reload()
    sit_down(page, "dawn_raid")
    turns(page, 3)
    assert page.evaluate("() => window.rung") == []
    page.get_by_role("button", name="Settings").click()
    page.check("#sound")
    page.check("#notify")
    page.keyboard.press("Escape")
    page.evaluate("() => { window.rung = []; }")
    turns(page, 3)
    assert {"tone", "Your turn - Dawn Raid"} <= set(page.evaluate("() => window.rung"))
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#sound").is_checked()
    assert page.locator("#notify").is_checked()


def turns(page: Any, count: int) -> None:
    """Decide until the bot was asked so many times in between."""
    page.evaluate(
        """() => { window.bots = 0; window.was = true;
          document.addEventListener("harena:table", () => {
            const mine = document.title.startsWith("Your turn");
            if (mine && !window.was) window.bots++;
            window.was = mine; }); }"""
    )
    decide_until(page, f"() => window.bots >= {count}", most=150)


# --- light and dark


def test_colours_are_chosen_on_any_page_kept_and_there_before_the_first_look(visitor: Visit) -> None:
    page = visitor(color_scheme="light")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("dark").check()
    dark = page.evaluate(ground)
    assert dark != light
    page.context.add_init_script(
        """new MutationObserver((_, watch) => { if (document.body) {
          window.first = document.documentElement.dataset.theme; watch.disconnect(); } })
          .observe(document, { childList: true, subtree: true });"""
    )
    for path in ("/start/dawn_raid", "/rules/dawn_raid"):
        page.goto(path)
        assert page.evaluate("() => window.first") == "dark", "set before there is a body to flash"
        assert page.evaluate(ground) == dark
    page.goto("/")
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    paper = "() => getComputedStyle(document.querySelector('#picture .h-ground')).fill"
    assert page.evaluate(ground) == dark
    night = page.evaluate(paper)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("as the system").check()
    assert page.evaluate(ground) == light
    assert page.evaluate(paper) != night, "the picture goes along"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == dark
    page.get_by_label("light", exact=True).check()
    assert page.evaluate(ground) == light


# --- a phone


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_picture_question_and_choices_are_in_sight_and_a_sheet_slides_up(
    visitor: Visit, game: str
) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit_down(page, game)
    for _ in range(5):
        decide(page)
    page.wait_for_selector(READY)
    page.wait_for_timeout(400)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 740, (
        "the page itself does not scroll"
    )
    picture, sheet = page.locator("#picture > svg").bounding_box(), page.locator("#side").bounding_box()
    assert picture["width"] > 340
    stage = page.locator("#stage").bounding_box()
    assert stage["y"] + stage["height"] <= sheet["y"] + 1, "the picture scrolls above the sheet"
    things = [one.bounding_box() for one in page.locator("#picture [data-action]").all()]
    assert all(stage["y"] <= box["y"] and box["y"] + box["height"] <= sheet["y"] + 1 for box in things), (
        "all that can be chosen is in sight"
    )
    for selector in ("#turn", "#prompt", f"{READY} >> nth=0", "#take-back"):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= sheet["y"]
        assert box["y"] + box["height"] <= 740, selector
    page.locator("#grip").click()
    page.wait_for_timeout(400)
    assert page.locator("#side").bounding_box()["y"] < 140
    assert page.locator("#grip").get_attribute("aria-expanded") == "true"
    page.locator("#grip").click()
    page.wait_for_timeout(400)
    assert abs(page.locator("#side").bounding_box()["y"] - sheet["y"]) < 2
    page.mouse.move(180, sheet["y"] + 8)
    page.mouse.down()
    page.mouse.move(180, sheet["y"] - 120, steps=4)
    page.mouse.up()
    page.wait_for_timeout(400)
    assert page.locator("#side").bounding_box()["y"] < 140, "dragged up"


def test_on_a_phone_the_picture_can_be_made_larger_and_moved_about(visitor: Visit) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit_down(page, "dawn_raid")
    page.wait_for_selector(READY)
    width = page.locator("#picture > svg").bounding_box()["width"]
    page.get_by_role("button", name="Larger picture").click()
    assert page.locator("#picture > svg").bounding_box()["width"] > 2 * width
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    room = page.evaluate(
        "() => [stage.scrollWidth - stage.clientWidth, stage.scrollHeight - stage.clientHeight]"
    )
    assert room[0] > 300
    assert page.locator("#prompt").is_visible()
    page.get_by_role("button", name="Whole picture").click()
    assert abs(page.locator("#picture > svg").bounding_box()["width"] - width) < 2
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 100)):
        fingers = [{"x": 180 - apart, "y": 150, "id": 0}, {"x": 180 + apart, "y": 150, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(
        "width => document.querySelector('#picture > svg').clientWidth > 2 * width", arg=width
    )
