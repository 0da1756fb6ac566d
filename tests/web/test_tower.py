"""A tower built by hand in the browser: by key and by finger, live for all, and again in the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import harena
from web.hosted import Server
from web.playing import READY
from web.tower_table import BUILDER, AtTheCall, at_the_call

Visit = Callable[..., Any]
LET_GO = f"{READY}[data-action=let_go]"
CRANE = "#picture [data-key=crane]"

# Lets go when the page's own clock says that the crane is over the middle, until the tower is done with.
BUILD = """
() => new Promise((done) => {
  let last = "";
  const look = () => {
    if (document.querySelector("#picture > .moment")) return done();
    const crane = document.querySelector("#picture [data-key=crane]");
    const { moves } = table.dataset;
    const open = document.querySelector("[data-input=open] .choice[data-action=let_go]:not([disabled])");
    if (open && moves !== last && Math.abs(parseFloat(crane.style.translate)) < 3) {
      last = moves;
      const how = { key: " ", bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", how));
    }
    requestAnimationFrame(look);
  };
  look();
})
"""
# Presses Space while there is time to get ready, however slow the machine is; the position in which it was.
TOO_EARLY = """
() => {
  if (!document.querySelector(".countdown")) return "";
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }));
  return table.dataset.moves;
}
"""
# Counts whatever a script sets in motion.
COUNT = """
() => {
  const { animate } = Element.prototype;
  window.animated = 0;
  Element.prototype.animate = function (...how) {
    window.animated += 1;
    return animate.apply(this, how);
  };
}
"""
# Where the crane has been, seen from frame to frame.
PLACES = """
() => {
  const crane = document.querySelector("#picture [data-key=crane]");
  window.places = (window.places || new Set()).add(crane?.style.translate);
  return window.places.size > 4 && [...window.places].filter(Boolean);
}
"""


def sits(visitor: Visit, there: AtTheCall, **how: Any) -> Any:
    """The page of the one who will build."""
    page = visitor(there.page(BUILDER), **how)
    page.wait_for_selector("[data-status=running]")
    return page


def landed(page: Any) -> int:
    return sum(" lands " in line for line in page.locator("#log li").all_inner_texts())


def moves(page: Any) -> str:
    return str(page.locator("#table").get_attribute("data-moves"))


@pytest.mark.rule("KD-5.2", "KD-5.5", "KD-5.6")
def test_a_tower_is_built_by_real_timing_while_others_look_on(server: Server, visitor: Visit) -> None:
    there = at_the_call(server.address)
    page = sits(visitor, there, reduced_motion="no-preference")
    onlooker = visitor(f"/t/{there.table}", reduced_motion="no-preference")
    tab = page.context.new_page()
    tab.goto(there.page(BUILDER))
    tab.wait_for_selector("[data-status=running]")
    there.call()
    before = page.wait_for_function(TOO_EARLY).json_value()
    page.wait_for_selector(LET_GO)
    assert moves(page) == before, "nothing falls before it swings"
    for seen in (onlooker, tab):
        assert seen.wait_for_function(PLACES), "everybody sees it swing"
    assert tab.locator(LET_GO).count() == 1
    assert onlooker.locator("[data-action=let_go]").count() == 0
    page.evaluate(BUILD)
    onlooker.wait_for_selector("#picture > .moment", state="attached")
    fell = landed(page)
    assert fell
    assert landed(onlooker) == landed(tab) == fell
    record = the_end(page, there)
    assert len(record.times) == fell, "each time stands in the record"
    verdict = harena.verify(record)
    assert verdict.holds, verdict.sentence
    page.wait_for_selector("#picture > .moment", state="detached")
    see_it_again(page, there, record)


def the_end(page: Any, there: AtTheCall) -> Any:
    """The record, once the game is over: whoever stood gives up."""
    if page.locator("[data-status=over]").count() == 0:
        page.locator("#resign").click()
        page.locator("#sure[data-input=open] #sure-yes").click()
        page.wait_for_selector("[data-status=over]")
    return there.record()


def see_it_again(page: Any, there: AtTheCall, record: Any) -> None:
    """The replay shows the same tower cube by cube."""
    drops = [number for number, entry in enumerate(record.actions) if "cube:" in str(entry)]
    seen = []
    for number in drops:
        if number + 1 == len(record.actions):
            continue  # the last picture shows how the match ended, and the tower for a moment only
        page.goto("about:blank")
        page.goto(f"/t/{there.table}/replay#{number + 1}")
        page.wait_for_selector(f"#replay[data-shown='{number + 1}']")
        seen.append(page.locator("#scene .kt-column [data-key^=cube-]").count())
        assert not page.locator("#scene [data-swing-clock]").is_visible(), "nothing runs out here"
    assert seen == list(range(2, 2 + len(seen)))
    assert len(drops) - len(seen) <= 1


@pytest.mark.rule("KD-5.6")
def test_a_finger_anywhere_on_the_tower_lets_go(server: Server, visitor: Visit) -> None:
    there = at_the_call(server.address)
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = sits(visitor, there, **phone)
    there.call()
    page.wait_for_selector(LET_GO)
    before, box = moves(page), page.locator("#picture [data-let-go] .kt-room").bounding_box()
    assert box["width"] <= 390
    page.touchscreen.tap(box["x"] + 30, box["y"] + box["height"] / 2)
    page.wait_for_function("old => table.dataset.moves !== old", arg=before)
    assert landed(page) == 1


@pytest.mark.rule("KD-5.2")
def test_with_less_motion_only_the_crane_moves(server: Server, visitor: Visit) -> None:
    there = at_the_call(server.address)
    page = sits(visitor, there, reduced_motion="reduce")
    there.call()
    page.wait_for_selector(LET_GO)
    page.wait_for_function(PLACES)
    running = "() => document.querySelector('#picture').getAnimations({ subtree: true }).length"
    assert page.evaluate(running) == 0, "nothing moves by itself"
    page.evaluate(COUNT)
    page.evaluate(BUILD)
    page.wait_for_selector("#picture > .moment", state="detached")
    assert page.evaluate("() => animated") == 0, "nor by a script, and how it ended does not fade"


@pytest.mark.rule("KD-5.2")
def test_dice_are_offered_to_anyone_who_wants_less_motion(visitor: Visit) -> None:
    page, other = (
        visitor("/start/knockdown", reduced_motion=motion) for motion in ("reduce", "no-preference")
    )
    for one in (page, other):
        one.locator("input[name=test][value=tower]").check()
        one.wait_for_selector("input[name=dice_for]")
    page.locator("#calm-me").click()
    page.wait_for_selector("input[name=dice_for][value=seat1]:checked")
    page.wait_for_selector("#calm", state="detached")
    page.locator("#seats .seat-0 [data-part=kind]").select_option("bot")
    page.locator("#seats .seat-1 [data-part=kind]").select_option("person")
    page.locator("#calm-me").click()
    page.wait_for_selector("input[name=dice_for][value=seat2]:checked")
    assert other.locator("#calm").count() == 0
