"""The table page as people use it: by mouse, keys and fingers, on any screen, with somebody else at the same device."""

from __future__ import annotations

import random
import re
import signal
import statistics
from collections.abc import Callable
from typing import Any

import pytest

from web.hosted import Server

Visit = Callable[..., Any]
READY = ".choice:not([disabled])"
GAMES = ["combat_arena", "dawn_raid"]

# For every action of the list: a point of the window at which a click reaches a thing in the picture that stands for
# it, or null. Waits for the next decision; null when the game is over.
POINTS = """
async (moves) => {
  const table = document.getElementById("table");
  const frame = () => new Promise((resolve) => setTimeout(resolve, 8));
  const ready = () => document.querySelector(".choice:not([disabled])") && Number(table.dataset.moves) > moves;
  for (let n = 0; n < 2500 && !ready() && table.dataset.status !== "over"; n++) await frame();
  if (table.dataset.status === "over") return null;
  const out = { moves: Number(table.dataset.moves), at: {} };
  const point = (thing) => {
    const box = thing.getBoundingClientRect();
    for (const [x, y] of [[.5, .5], [.5, .8], [.5, .2], [.2, .5], [.8, .5], [.3, .3], [.7, .7], [.7, .3], [.3, .7]]) {
      const at = [box.left + x * box.width, box.top + y * box.height];
      const first = document.elementsFromPoint(...at).map((one) => one.closest("[data-action]")).find(Boolean);
      if (first === thing) return at;
    }
    return null;
  };
  const things = [...document.querySelectorAll("#picture [data-action]")];
  for (const { dataset: { action } } of document.querySelectorAll(".choice")) {
    out.at[action] = things.filter((one) => one.dataset.action === action).map(point).find(Boolean) || null;
  }
  return out;
}
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking_things_in_the_picture(visitor: Visit, game: str) -> None:
    page = visitor(f"/start/{game}#now")
    page.wait_for_selector(READY)
    luck, moves, clicks = random.Random(7), -1, 0
    while (found := page.evaluate(POINTS, moves)) is not None:
        moves, points = found["moves"], found["at"]
        assert points, "a person who is asked has something to choose"
        hidden = [action for action, at in points.items() if at is None]
        assert not hidden, f"in the list, but not to be clicked in the picture: {hidden}"
        page.mouse.click(*luck.choice(list(points.values())))
        clicks += 1
    assert clicks > 10
    assert re.search(r"win", page.locator("#prompt").inner_text())
    assert page.locator("#turn").inner_text() == "The game is over"
    assert page.locator("#picture [data-action]").count() == 0
