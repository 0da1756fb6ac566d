"""Dice fall where the picture keeps a place for them: never over fighters, decks or what can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.playing import BOT, READY, next_decision, sit_down, stand_by

Visit = Callable[..., Any]
SIZES = [(1440, 900), (1024, 768), (390, 844)]

# In every frame, once all has its place and before it is painted (so in a ResizeObserver, by something that
# grows and shrinks): what the tray of fallen dice meets, of all that can be clicked or lies in the picture.
# What glides is left out: a card on its way to its pile, with the pile's own box around it, or what is in it.
WATCH = """
() => {
  window.fell = 0;
  window.covered = [];
  const beside = (a, b) => a.right <= b.left + 1 || a.left >= b.right - 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || a.top >= b.bottom - 1;
  const glides = (one) => one.effect.getKeyframes().some((frame) => "transform" in frame);
  const resting = (one, moving) => {
    if (moving.some((other) => other.contains(one))) return [];
    if (!moving.some((other) => one.contains(other))) return [one];
    return [...one.children].flatMap((part) => resting(part, moving));
  };
  const look = () => {
    const tray = document.getElementById("dice");
    if (!tray.childElementCount) return;
    window.fell += 1;
    const box = tray.getBoundingClientRect();
    for (const die of tray.children) {
      if (die.getAnimations().some((one) => one.playState === "running")) continue;
      const { left, right, top, bottom } = die.getBoundingClientRect();
      const wide = left < box.left - 1 || right > box.right + 1;
      const high = top < box.top - 1 || bottom > box.bottom + 1;
      if (wide || high) window.covered.push("a die outside of its tray");
    }
    const moving = document.getAnimations().filter(glides).map((one) => one.effect.target);
    for (const one of document.querySelectorAll("#picture :is([data-key], [data-action])")) {
      if (one.dataset.key === "roll") continue;
      for (const part of resting(one, moving)) {
        const rect = part.getBoundingClientRect();
        const name = one.dataset.key || one.dataset.action;
        if (rect.width && !apart(box, rect)) window.covered.push(name);
      }
    }
  };
  const pulse = document.createElement("div");
  pulse.style = "position: fixed; visibility: hidden; width: 1px; height: 1px";
  document.body.append(pulse);
  new ResizeObserver(look).observe(pulse);
  const beat = () => {
    pulse.style.width = pulse.style.width === "1px" ? "2px" : "1px";
    requestAnimationFrame(beat);
  };
  beat();
}
"""
THROWN = """async () => {
  const { Dice } = await import("/static/dice.js");
  window.thrown = new Dice(dice, picture, stage);
  window.thrown.throw([[1, 6], [3]]);
  return dice.childElementCount; }"""

# The tray, and the place in the picture that it lies on, two frames later.
LIES = """async () => {
  for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
  const sides = ({ left, top, width, height }) => [left, top, width, height].map(Math.round);
  const place = document.querySelector("#picture [data-dice]");
  return [dice, place].map((one) => sides(one.getBoundingClientRect())); }"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_falling_dice_cover_nothing_that_matters(visitor: Visit, width: int, height: int) -> None:
    page = visitor(viewport={"width": width, "height": height}, reduced_motion="no-preference")
    sit_down(page, "combat_arena", BOT, BOT, BOT, options={"players": 4, "set_up": "given"})
    page.evaluate(WATCH)
    moves = -1
    while (found := next_decision(page, moves)) is not None:
        moves = found["moves"]
        if page.evaluate("() => window.fell") > 60:
            break
        page.locator(READY).first.click()
        stand_by(page, moves)
    assert page.evaluate("() => window.fell") > 0
    assert page.evaluate("() => [...new Set(window.covered)]") == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_dice_lie_on_their_place_wherever_the_picture_goes(visitor: Visit, width: int, height: int) -> None:
    page = visitor(viewport={"width": width, "height": height}, reduced_motion="no-preference")
    sit_down(page, "combat_arena", options={"set_up": "given"})
    page.wait_for_selector(READY)
    assert page.evaluate(THROWN) == 2
    page.evaluate("() => clearTimeout(thrown.timer)")  # they stay, however slow the machine is
    first, place = page.evaluate(LIES)
    assert first == place
    page.evaluate("() => { banner.hidden = false; banner.textContent = 'A longer sentence'; }")
    lying, place = page.evaluate(LIES)
    assert lying == place != first


def test_no_die_falls_where_its_place_is_out_of_sight(visitor: Visit) -> None:
    page = visitor(reduced_motion="no-preference")
    sit_down(page, "combat_arena", options={"set_up": "given"})
    page.wait_for_selector(READY)
    assert page.evaluate(THROWN) == 2
    page.get_by_role("button", name="Larger picture").click()
    page.evaluate("() => stage.scrollTo(0, 0)")
    assert page.evaluate("() => { window.thrown.lay(); return dice.childElementCount; }") == 0
    assert page.evaluate(THROWN) == 0
