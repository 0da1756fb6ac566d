"""A tower built by hand in the browser: by key and by finger, live for all, and again in the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

import pytest

import harena
from harena.games.knockdown.rules.tower import REACH, period_of
from web.hosted import Server
from web.playing import READY
from web.tower_table import BUILDER, CALLER, AtTheCall, at_the_call, holds_on

Visit = Callable[..., Any]
LET_GO = f"{READY}[data-action=let_go]"
DROP = re.compile(r"cube:(-?\d+)")  # one that was let go in time
PLACE = re.compile(r"-?\d+")

# Lets go when the page's own clock says that the crane is between two places, until the tower is done with.
BUILD = """
([from, to]) => new Promise((done) => {
  let last = "";
  const look = () => {
    if (document.querySelector("#picture > .moment")) return done();
    const crane = document.querySelector("#picture [data-key=crane]");
    const { moves } = table.dataset;
    const open = document.querySelector("[data-input=open] .choice[data-action=let_go]:not([disabled])");
    const place = parseFloat(crane?.style.translate);
    if (open && moves !== last && from < place && place < to) {
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
OVER_THE_MIDDLE, FAR_OUT = (-3, 3), (12, 17)
# Notes whatever moves by the style sheet, by name and as it begins.
BEGUN = """
() => {
  window.begun = [];
  document.addEventListener("animationstart", (event) => window.begun.push(event.animationName), true);
}
"""
# From frame to frame: when it was, and where the crane.
WATCH = """
() => {
  const crane = document.querySelector("#picture [data-key=crane]");
  window.frames_seen = [];
  const look = () => {
    window.frames_seen.push([performance.now(), parseFloat(crane.style.translate)]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
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


def sits(visitor: Visit, there: AtTheCall, seat: int = BUILDER, **how: Any) -> Any:
    """The page of a player, of the one who will build unless it is said."""
    page = visitor(there.page(seat), **how)
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
    rival = sits(visitor, there, CALLER, reduced_motion="no-preference")
    tab = page.context.new_page()
    tab.goto(there.page(BUILDER))
    tab.wait_for_selector("[data-status=running]")
    there.call()
    before = page.wait_for_function(TOO_EARLY).json_value()
    page.wait_for_selector(LET_GO)
    assert moves(page) == before, "nothing falls before it swings"
    for seen in (onlooker, rival, tab):
        assert seen.wait_for_function(PLACES), "everybody sees it swing"
    assert tab.locator(LET_GO).count() == 1
    for looks_on in (onlooker, rival):
        assert looks_on.locator("[data-action=let_go]").count() == 0
    page.evaluate(BUILD, OVER_THE_MIDDLE)
    for looks_on in (onlooker, rival):
        looks_on.wait_for_selector("#picture > .moment", state="attached")
    fell = landed(page)
    assert fell
    assert landed(onlooker) == landed(rival) == landed(tab) == fell
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
    """The replay shows the same tower cube by cube, each where the record says."""
    drops = {number: DROP.search(str(entry)) for number, entry in enumerate(record.actions)}
    landings = [(number, int(found[1])) for number, found in drops.items() if found]
    assert landings
    columns = list(accumulate((place for _, place in landings), initial=0))
    for built, (number, _) in enumerate(landings, start=1):
        assert replayed(page, there, number) == columns[:built]
    after = landings[-1][0] + 1
    if after < len(record.actions):  # at the end of a match there is a tower for a moment only
        assert replayed(page, there, after) == columns


def replayed(page: Any, there: AtTheCall, number: int) -> list[int]:
    """How far to the side the cubes of the tower lie after so many actions, from the table up."""
    page.goto("about:blank")
    page.goto(f"/t/{there.table}/replay#{number}")
    page.wait_for_selector(f"#replay[data-shown='{number}']")
    assert not page.locator("#scene [data-swing-clock]").is_visible(), "nothing runs out here"
    cubes = page.locator("#scene .kt-column [data-key^=cube-]").all()
    return [int(PLACE.findall(cube.get_attribute("transform"))[0]) for cube in cubes]


@pytest.mark.rule("KD-5.2")
def test_a_tower_rumbles_before_it_falls_for_the_builder_and_the_opponent(
    server: Server, visitor: Visit
) -> None:
    there = at_the_call(server.address)
    page = sits(visitor, there, reduced_motion="no-preference")
    rival = sits(visitor, there, CALLER, reduced_motion="no-preference")
    for seen in (page, rival):
        seen.evaluate(BEGUN)
    there.call()
    page.wait_for_selector(LET_GO)
    page.evaluate(BUILD, FAR_OUT)
    for seen in (page, rival):
        seen.wait_for_function("() => begun.includes('kt-fall')")
        begun = seen.evaluate("() => begun")
        assert begun.index("kt-rumble") < begun.index("kt-fall")


@pytest.mark.rule("KD-5.6")
def test_the_crane_is_in_another_place_in_every_frame_and_follows_time_not_frames(
    server: Server, visitor: Visit
) -> None:
    """By a clock that the test turns on, so that it is the same however busy the machine is."""
    page = visitor("/", reduced_motion="no-preference")
    page.clock.install()
    holds_on(page, at_the_call(server.address), LET_GO)
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 1)
    page.evaluate(WATCH)
    page.clock.run_for(1000)
    smooth = page.evaluate("() => frames_seen")
    assert len(smooth) >= 55, "sixty a second, where the screen has as many"
    assert all(one[1] != other[1] for one, other in pairwise(smooth))
    page.clock.fast_forward(333)  # a page that was busy
    page.clock.run_for(200)
    frames = page.evaluate("() => frames_seen")
    assert max(later[0] - earlier[0] for earlier, later in pairwise(frames)) > 300, "it has lost some"
    assert off_by(frames) < 0.1


def off_by(frames: list[list[float]]) -> float:
    """How far at most the crane is from where the first swing has it, whenever that began."""
    period = period_of(1)

    def at(ms: float) -> float:
        place = ms % period / period
        return REACH * (4 * place if place < 0.25 else 2 - 4 * place if place < 0.75 else 4 * place - 4)

    return min(max(abs(place - at(ms + begins)) for ms, place in frames) for begins in range(period))


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
    page.evaluate(BEGUN)
    page.evaluate(BUILD, FAR_OUT)
    page.wait_for_selector("#picture > .moment", state="detached")
    assert page.evaluate("() => begun") == [], "nor does it rumble"
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
