"""What people do at a table in a browser, for the tests of the table page."""

from __future__ import annotations

from typing import Any

from harena.core import registry

PATIENCE = 90_000  # milliseconds: a busy machine is slow, and nothing waits longer than it must
READY = "[data-input=open] .choice:not([disabled])"  # a choice that the page listens to
GAMES = registry.installed()  # what a server of its own knows
TAUGHT = [name for name in GAMES if registry.find(name).lessons.introduction]
BOT = {"kind": "bot", "bot": "easy"}

# Waits for the next decision. For every action of the list: a point of the window at which a click reaches
# a thing in the picture that stands for it, or null. Nothing at all when the game is over.
POINTS = """
async (moves) => {
  const table = document.getElementById("table");
  const frame = () => new Promise((resolve) => setTimeout(resolve, 8));
  const asked = () => document.querySelector("[data-input=open] .choice:not([disabled])");
  const ready = () => asked() && Number(table.dataset.moves) > moves;
  for (let n = 0; n < 2500 && !ready() && table.dataset.status !== "over"; n++) await frame();
  if (table.dataset.status === "over") return null;
  const out = { moves: Number(table.dataset.moves), at: {} };
  const point = (thing) => {
    const box = thing.getBoundingClientRect();
    const middle = [[.5, .5], [.5, .8], [.5, .2], [.2, .5], [.8, .5]];
    for (const [x, y] of [...middle, [.3, .3], [.7, .7], [.7, .3], [.3, .7]]) {
      const at = [box.left + x * box.width, box.top + y * box.height];
      const there = document.elementsFromPoint(...at).map((one) => one.closest("[data-action]"));
      const first = there.find(Boolean);
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

# Opens a table as the form does, at once.
OPEN = """
async ([setup, name]) => {
  const { openTable } = await import("/static/base.js");
  return openTable(setup, name);
}
"""


def sit_down(page: Any, game: str, *others: dict[str, str], name: str = "Ann", **more: Any) -> None:
    """Open a table, against an easy bot if nobody else is named, and go there."""
    seats = [{"kind": "person"}, *(others or (BOT,))]
    table = page.evaluate(OPEN, [{"game": game, "seats": seats, **more}, name])
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-status=running], [data-status=waiting]")


def wait_for_turn(page: Any) -> bool:
    """Wait until something is asked; False: the game is over."""
    page.wait_for_selector(f"{READY}, [data-status=over]")
    return bool(page.locator(READY).count())


def next_decision(page: Any, moves: int = -1) -> Any:
    """The next decision: where each choice can be clicked in the picture; None when the game is over."""
    return page.evaluate(POINTS, moves)


def decide(page: Any) -> None:
    """Take the first choice from the list, and wait until the table has gone on."""
    page.wait_for_selector(READY)
    moves = page.locator("#table").get_attribute("data-moves")
    page.locator(READY).first.click()
    page.wait_for_function("old => table.dataset.moves !== old", arg=moves)


def confirm(page: Any) -> None:
    """Say yes where the page asks once more."""
    page.wait_for_selector("#sure[open][data-input=open]")
    page.locator("#sure-yes").click()


def stand_by(page: Any, moves: int, keys: bool = False) -> None:
    """Something was chosen in this position: say yes, by mouse or by keys, if the page asks once more."""
    page.wait_for_function("old => sure.open || Number(table.dataset.moves) !== old", arg=moves)
    if page.locator("#sure").is_visible() and not keys:
        confirm(page)
    elif page.locator("#sure").is_visible():
        page.wait_for_selector("#sure[open][data-input=open]")
        assert page.evaluate("() => document.activeElement.id") == "sure-no", "Enter twice does nothing bad"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")


def resign(page: Any) -> None:
    """Give up, and mean it."""
    page.locator("#resign").click()
    confirm(page)
    page.wait_for_selector("#sure", state="hidden")


def take_back(page: Any) -> None:
    """Take the last decision back as soon as the page listens."""
    page.locator("[data-input=open] #take-back[aria-disabled=false]").click()


def decide_until(page: Any, true: str, most: int = 80) -> None:
    """Take first choices until something is so on the page."""
    for _ in range(most):
        if page.evaluate(true):
            return
        decide(page)
        page.wait_for_selector(READY)
    raise AssertionError(f"never: {true}")


def news(page: Any) -> list[str]:
    """What a screen reader was told."""
    return [str(one) for one in page.locator("#news p").all_text_contents()]
