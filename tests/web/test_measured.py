"""A measured question in the browser: what swings moves, and Space, Enter, a tap or the button lets go."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from web.playing import READY, sit_down, wait_for_turn
from web.test_foreign_game import NAME, around, package, server  # noqa: F401 - fixtures

Visit = Callable[..., Any]
HAMMER = "#picture [data-key=hammer]"
STEP = 100  # milliseconds between two places, for anyone who wants less motion
LET_GO = f"{READY}[data-action=let_go]"
SWINGS = """
() => {
  const thing = document.querySelector("#picture [data-key=hammer]");
  if (!thing) return false;
  window.places = (window.places || new Set()).add(thing.style.translate);
  return window.places.size > 3;
}
"""


def to_the_bell(page: Any, **how: Any) -> None:
    """Open tables until Ann has won a round, and bet."""
    for _ in range(12):
        sit_down(page, NAME, options={"bell": True}, **how)
        while wait_for_turn(page):
            if page.locator(LET_GO).count():
                return
            moves = page.locator("#table").get_attribute("data-moves")
            bet = page.locator(f"{READY}[data-action='bet:roll']")
            if bet.count():
                bet.click()
                page.locator("#sure[data-input=open] #sure-yes").click()
            else:
                page.locator(READY).first.click()
            page.wait_for_function("old => table.dataset.moves !== old", arg=moves)
    raise AssertionError("Ann never came to the bell")


# A hammer that stands still can be aimed at; what it is after how long stays the same.
HELD = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[data-key=hammer] { translate: none !important; }");
  document.adoptedStyleSheets = [sheet];
}
"""


def on_the_hammer(page: Any) -> tuple[float, float]:
    """A point of the window at which the hammer is."""
    page.evaluate(HELD)
    box = page.locator(HAMMER).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def let_go(page: Any, how: Callable[[], None]) -> None:
    """Do it, and see that the table has gone on."""
    page.wait_for_selector(LET_GO)
    moves = page.locator("#table").get_attribute("data-moves")
    how()
    page.wait_for_function("old => table.dataset.moves !== old", arg=moves)


def times_sent(page: Any) -> list[int]:
    """The milliseconds with which the page lets go from now on."""
    times: list[int] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "let_go":
            times.append(message["ms"])

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return times


def stops(page: Any) -> int:
    return sum("stop it at" in line for line in page.locator("#log li").all_inner_texts())


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_swings_and_a_key_lets_go(visitor: Visit, motion: str) -> None:
    page = visitor(reduced_motion=motion)
    times = times_sent(page)
    to_the_bell(page)
    page.wait_for_function(SWINGS)
    assert [choice.get_attribute("data-action") for choice in page.locator(".choice").all()] == ["let_go"]
    let_go(page, lambda: page.keyboard.press("Space"))
    let_go(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => !document.querySelector('#picture [data-key=hammer][data-action]')")
    assert stops(page) == 2, page.locator("#log").inner_text()
    assert len(times) == 2
    if motion == "reduce":
        assert [ms % STEP for ms in times] == [0, 0], "it moves in steps, and what is shown is what counts"


def test_a_tap_or_the_button_lets_go(visitor: Visit) -> None:
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    to_the_bell(page)
    let_go(page, lambda: page.touchscreen.tap(*on_the_hammer(page)))
    let_go(page, lambda: page.locator(LET_GO).tap())
    assert stops(page) == 2, page.locator("#log").inner_text()
    box = page.locator("#picture").bounding_box()
    assert box["width"] <= 390


def test_it_is_let_go_of_when_the_finger_goes_down_and_not_when_it_is_lifted(visitor: Visit) -> None:
    page = visitor()
    to_the_bell(page)
    page.wait_for_selector(LET_GO)
    page.mouse.move(*on_the_hammer(page))
    let_go(page, page.mouse.down)
    page.wait_for_selector(LET_GO)
    page.mouse.up()
    assert stops(page) == 1, "lifting the finger lets go of nothing more"
    box = page.locator(LET_GO).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    let_go(page, page.mouse.down)
    page.mouse.up()
    assert stops(page) == 2, page.locator("#log").inner_text()


def test_without_a_connection_it_swings_on(visitor: Visit) -> None:
    """Each connection that breaks is mended after a while; letting go in between is not lost."""
    page = visitor()
    page.add_init_script(
        "window.WebSocket = class extends WebSocket { constructor(...all) "
        "{ super(...all); window.lastSocket = this; } };"
    )
    to_the_bell(page)
    page.wait_for_selector(LET_GO)
    page.evaluate(
        "() => Object.defineProperty(lastSocket, 'readyState', { get: () => WebSocket.CLOSING, "
        "configurable: true })"
    )
    page.keyboard.press("Space")
    page.wait_for_function("() => refused.textContent.includes('not connected')")
    page.evaluate("() => window.places?.clear()")
    page.wait_for_function(SWINGS)
    page.evaluate("() => delete lastSocket.readyState")
    let_go(page, lambda: page.keyboard.press("Space"))
    assert stops(page) == 1, page.locator("#log").inner_text()


# A hand of cards on a phone lies beside the drawing, in a strip that scrolls.
IN_A_STRIP = """
async () => {
  const { Swing } = await import("/static/swing.js");
  const place = document.createElement("div");
  place.innerHTML = '<svg></svg><div class="strip"><svg><g data-key="card"></g></svg></div>';
  const swing = new Swing({ place, svg: place.firstElementChild }, () => {});
  swing.show({ moves: 1, swing: { key: "card", period: 800, phase: 100, reach: 60, passed: 0 } }, true);
  const thing = place.querySelector("[data-key=card]");
  const found = [thing.dataset.action, Boolean(thing.style.translate)];
  swing.show(null, false);
  return found;
}
"""


def test_what_swings_may_lie_in_a_strip(visitor: Visit) -> None:
    assert visitor().evaluate(IN_A_STRIP) == ["let_go", True]


# What is not on the screen has no place in it.
NOT_DRAWN = """
async () => {
  const { layStrips } = await import("/static/strips.js");
  const place = document.createElement("div");
  place.innerHTML = '<svg><svg data-strip="800" viewBox="0 0 390 100"></svg></svg>';
  const strip = place.querySelector("[data-strip]");
  strip.getScreenCTM = () => null;
  layStrips(place, place.firstElementChild, []);
  return place.contains(strip);
}
"""


def test_a_strip_that_has_no_place_on_the_screen_stays_in_its_picture(visitor: Visit) -> None:
    assert visitor().evaluate(NOT_DRAWN)


def test_a_page_that_is_loaded_anew_sees_it_where_it_is(visitor: Visit) -> None:
    """The time runs on: reloading is no way to begin again."""
    page = visitor()
    to_the_bell(page)
    shown: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "table" and message["table"].get("swing"):
            shown.append(message["table"]["swing"])

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.reload()
    page.wait_for_selector(LET_GO)
    assert shown[0]["passed"] > 0
    let_go(page, lambda: page.keyboard.press("Space"))


# What plays sounds, as far as a test can hear it; and what shakes.
EARS = """
() => {
  window.heard = [];
  const node = () => new Proxy({}, { get: (_, name) => (name === "connect" ? (next) => next : param) });
  const param = Object.assign(() => {}, { setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  window.AudioContext = class {
    currentTime = 0; sampleRate = 8000; destination = {};
    resume() {}
    createOscillator() { heard.push("tone"); return node(); }
    createGain() { return node(); }
    createBiquadFilter() { return node(); }
    createBuffer() { return { getChannelData: () => [] }; }
    createBufferSource() { heard.push("noise"); return node(); }
  };
  navigator.vibrate = () => heard.push("shakes");
}
"""
HEAR = """
async (names) => {
  const { play } = await import("/static/sounds.js");
  heard.length = 0;
  for (const name of names) play(name);
  return heard.join(" ");
}
"""


def test_what_falls_is_heard_by_anyone_who_wants_sounds(visitor: Visit) -> None:
    page = visitor("/replay", reduced_motion="no-preference")
    page.evaluate(EARS)
    names = ["thud", "crash", "horn", "fanfare", "no such sound"]
    assert page.evaluate(HEAR, names) == "shakes", "without sounds it only shakes"
    page.evaluate("() => localStorage.setItem('harena.sound', 'yes')")
    assert [page.evaluate(HEAR, [name]).split() for name in ("thud", "horn", "no such sound")] == [
        ["tone", "noise"],
        ["tone"],
        [],
    ]
    assert page.evaluate(HEAR, ["crash"]).startswith("shakes noise tone")
    still = visitor("/replay", reduced_motion="reduce")
    still.evaluate(EARS)
    assert still.evaluate(HEAR, ["crash"]) == "", "for less motion nothing shakes"
