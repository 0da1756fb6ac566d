"""What a thing reaches lights up while somebody points at it: with mouse, keyboard, finger or the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import harena
from harena.core.dice import fast_dice
from web.playing import GAMES, READY, next_decision, sit_down

Visit = Callable[..., Any]

# A picture of its own: two things that reach others, one of which can be chosen, and a mat over the second.
SCENE = """
async () => {
  const { Picture } = await import("/static/picture.js");
  const place = document.createElement("div");
  place.id = "picture";
  place.style.cssText = "position:fixed;inset:0;z-index:99;background:#fff";
  const around = document.createElement("div");
  around.append(place);
  document.body.replaceChildren(around);
  window.chosen = [];
  window.shown = new Picture(place, (action) => window.chosen.push(action));
  const box = (x, more) => `<g ${more}><rect x="${x}" y="10" width="80" height="80" fill="#888"/></g>`;
  window.draw = (note) => window.shown.show(`<svg xmlns="http://www.w3.org/2000/svg" class="harena"
    viewBox="0 0 500 300" width="500" height="300"><desc>${note}</desc>
    ${box(10, 'id="card" data-key="card-one" data-lights="lamp-a lamp-b" tabindex="0"')}
    ${box(110, 'id="move" data-key="move" data-action="go" data-lights="lamp-b" tabindex="0"')}
    ${box(210, 'id="mute" data-key="mute"')}
    <rect id="mat" x="15" y="15" width="20" height="20" fill="#f00"/>
    <g data-key="lamp-a"><path class="h-lamp" d="M10 200h40v40z"/></g>
    <g data-key="lamp-b"><path class="h-lamp" d="M60 200h40v40z"/></g>
  </svg>`);
  window.draw("first");
  window.lit = () => [...document.querySelectorAll(".lights")].map((one) => one.dataset.key).sort().join(" ");
}
"""
LIT = "() => window.lit()"


def scene(visitor: Visit, **how: Any) -> Any:
    page = visitor("/puzzles", viewport={"width": 500, "height": 300}, **how)
    page.evaluate(SCENE)
    page.wait_for_function("() => window.shown.lights")
    assert page.evaluate(LIT) == ""
    return page


def test_hovering_lights_what_is_reached_and_only_while_it_lasts(visitor: Visit) -> None:
    page = scene(visitor)
    page.mouse.move(60, 50)
    assert page.evaluate(LIT) == "lamp-a lamp-b"
    page.mouse.move(150, 50)
    assert page.evaluate(LIT) == "lamp-b", "from one thing to the next"
    page.mouse.move(250, 50)
    assert page.evaluate(LIT) == ""
    page.mouse.move(25, 25)
    assert page.evaluate(LIT) == "lamp-a lamp-b", "also under something that only lies there"
    page.evaluate("() => window.draw('second')")
    assert page.evaluate(LIT) == "", "another picture begins dark"
    assert page.evaluate("() => window.chosen") == []


def test_a_lamp_is_seen_only_while_it_is_lit(visitor: Visit) -> None:
    page = visitor("/", viewport={"width": 1440, "height": 900})
    seen = """async () => {
      const { safeSvg } = await import("/static/picture.js");
      const svg = safeSvg(window.one);
      document.body.append(svg);
      const lamp = svg.querySelector(".h-lamp");
      const before = getComputedStyle(lamp).visibility;
      lamp.parentElement.classList.add("lights");
      return [before, getComputedStyle(lamp).visibility];
    }"""
    game, svg = next((name, found) for name in GAMES if (found := lit_picture(name)))
    page.evaluate("svg => { window.one = svg; }", svg)
    assert page.evaluate(seen) == ["hidden", "visible"], game


def test_a_click_on_what_is_lit_still_chooses(visitor: Visit) -> None:
    page = scene(visitor)
    page.mouse.click(150, 50)
    page.mouse.click(60, 50)
    assert page.evaluate("() => window.chosen") == ["go"]


def test_the_keyboard_lights_things_that_can_and_cannot_be_chosen(visitor: Visit) -> None:
    page = scene(visitor)
    page.keyboard.press("Tab")
    assert page.evaluate(LIT) == "lamp-a lamp-b"
    page.keyboard.press("Tab")
    assert page.evaluate(LIT) == "lamp-b"
    page.keyboard.press("Escape")
    assert page.evaluate(LIT) == ""
    page.keyboard.press("Enter")
    assert page.evaluate("() => window.chosen") == ["go"]


def test_a_tap_asks_what_cannot_be_chosen_and_chooses_the_rest(visitor: Visit) -> None:
    page = scene(visitor, has_touch=True)
    page.touchscreen.tap(60, 50)
    assert page.evaluate(LIT) == "lamp-a lamp-b"
    page.touchscreen.tap(60, 50)
    assert page.evaluate(LIT) == "", "a second tap takes it back"
    page.touchscreen.tap(60, 50)
    page.touchscreen.tap(250, 250)
    assert page.evaluate(LIT) == ""
    page.touchscreen.tap(150, 50)
    assert page.evaluate("() => window.chosen") == ["go"]
    assert page.evaluate(LIT) == ""


def test_a_long_press_asks_what_can_be_chosen(visitor: Visit) -> None:
    page = scene(visitor, has_touch=True)
    press = """(x) => {
      const at = { clientX: x, clientY: 50, pointerType: "touch", bubbles: true };
      document.elementFromPoint(x, 50).dispatchEvent(new PointerEvent("pointerdown", at));
    }"""
    page.evaluate(press, 150)
    page.wait_for_function("() => window.lit() === 'lamp-b'")
    page.evaluate(press, 60)
    assert page.evaluate(LIT) == "", "what was asked before goes out"
    page.evaluate("() => document.getElementById('picture').dispatchEvent(new PointerEvent('pointercancel'))")


# --- at a table


@cache
def lit_picture(name: str, decisions: int = 40) -> str:
    """A picture of a game in which something lights something else; empty if its pictures have none."""
    match, dice = harena.new(name, seed=1), fast_dice(1)
    for _ in range(decisions):
        if match.over:
            break
        if "data-lights" in (svg := match.picture(match.seat)) and "h-lamp" in svg:
            return svg
        match.play(match.state.nth(dice.below(match.state.count())))
    return ""


BOTH = "#picture [data-action][data-lights]"  # can be chosen, and reaches something
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def at_table(visitor: Visit, game: str) -> Any:
    """A page with something that can be chosen and reaches something."""
    if not lit_picture(game):
        pytest.skip("its pictures light nothing")
    page = visitor(viewport={"width": 1440, "height": 900})
    sit_down(page, game)
    moves = -1
    while (found := next_decision(page, moves)) is not None and not page.locator(BOTH).count():
        moves = found["moves"]
        page.locator(READY).first.click()
    assert found is not None
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => /lights/.test(one.name))"
    )
    page.wait_for_load_state("networkidle")
    return page


@EVERY_GAME
def test_the_list_lights_the_reach_of_its_choices(visitor: Visit, game: str) -> None:
    page = at_table(visitor, game)
    action = page.locator(BOTH).first.get_attribute("data-action")
    named = page.locator(BOTH).first.get_attribute("data-lights").split()
    lit = "() => [...document.querySelectorAll('#picture .lights')].map((one) => one.dataset.key)"
    page.locator(f'.choice[data-action="{action}"]').hover()
    assert sorted(page.evaluate(lit)) == sorted(named)
    page.mouse.move(5, 5)
    assert page.evaluate(lit) == []


@EVERY_GAME
def test_a_tip_does_not_hide_what_is_lit(visitor: Visit, game: str) -> None:
    page = at_table(visitor, game)
    page.locator('#picture [data-key^="card-"][data-action][data-lights]').first.hover()
    page.wait_for_selector("#tip:not([hidden])")
    hidden = page.evaluate("""() => {
      const tip = document.getElementById("tip").getBoundingClientRect();
      const beside = (one) => one.right <= tip.left || one.left >= tip.right;
      const apart = (one) => beside(one) || one.bottom <= tip.top || one.top >= tip.bottom;
      const lit = [...document.querySelectorAll("#picture .lights")];
      return [lit.length, lit.filter((one) => !apart(one.getBoundingClientRect())).length];
    }""")
    assert hidden[0] > 0
    assert hidden[1] == 0
