"""Every game on a phone and on a tablet, in a real browser: to be read, to be touched, never out of sight."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from web.hosted import Server
from web.playing import GAMES, READY, confirm, wait_for_turn
from web.playing import sit_down as sit_down_anyhow

Visit = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LYING = {"width": 844, "height": 390}
TABLET = {"width": 1024, "height": 768}
ZOOMED = {"width": 720, "height": 450}  # a window of 1440 by 900, enlarged to 200%
DECISIONS = 8

# The same games each time: the server, its workers and the page draw the same lots.
SERVER_LOTS = """
import secrets
secrets.token_hex = lambda bytes=32: "5e" * bytes
secrets.randbelow = lambda limit: 7 % limit
"""
PAGE_LOTS = """
() => {
  const other = crypto.getRandomValues.bind(crypto);
  let drawn = 0; // the first is the key of the table, which is its own
  crypto.getRandomValues = (places) => (drawn++ ? places.fill(7) : other(places));
}
"""

# What is too small, cut off or out of sight; `letters` and `finger` in pixels.
PROBLEMS = """
([letters, finger]) => {
  const found = [];
  const near = (one, two) => one >= two - 0.6;
  const within = (from, to, low, high) => near(from, low) && near(high, to);
  const inside = (box, room) =>
    within(box.left, box.right, room.left, room.right) && within(box.top, box.bottom, room.top, room.bottom);
  const svg = document.querySelector("#picture > svg");
  const sheet = svg.getBoundingClientRect();
  const view = stage.getBoundingClientRect();
  for (const text of document.querySelectorAll("#picture text")) {
    const said = text.textContent.trim();
    if (!said) continue;
    const { a, b } = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    if (size < letters - 0.05) found.push(`${said}: letters of ${size.toFixed(1)}`);
    const room = text.closest(".strip > svg")?.getBoundingClientRect() || sheet;
    if (!inside(text.getBoundingClientRect(), room)) found.push(`${said}: stands out of the picture`);
  }
  for (const thing of document.querySelectorAll("#picture [data-action]")) {
    const { width, height } = thing.getBoundingClientRect();
    const small = Math.min(width, height) < finger - 0.6;
    if (small) found.push(`${thing.dataset.action}: ${width} by ${height}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const name of ["prompt", "choices"]) {
    const box = document.getElementById(name).getBoundingClientRect();
    if (!box.height || box.bottom > innerHeight + 1 || box.top < 0) found.push(`${name}: out of sight`);
  }
  return found;
}
"""

# Of what can be chosen in the picture: is any of it in sight, and all that fits?
IN_SIGHT = """
() => {
  const view = stage.getBoundingClientRect();
  const things = [...document.querySelectorAll("#picture [data-action]")];
  const boxes = things.map((one) => (one.closest(".strip") || one).getBoundingClientRect());
  const across = (box) => box.left >= view.left - 1 && box.right <= view.right + 1;
  const seen = boxes.filter((box) => box.top >= view.top - 1 && box.bottom <= view.bottom + 1 && across(box));
  const high = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  return { of: boxes.length, seen: seen.length, fits: high <= view.height };
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that draws the same lots each time."""
    lots = tmp_path_factory.mktemp("lots")
    (lots / "sitecustomize.py").write_text(SERVER_LOTS, encoding="utf-8")
    known = [str(lots), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(known))
        running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


def sit_down(page: Any, game: str) -> None:
    """Open a table whose dice are known."""
    page.evaluate(PAGE_LOTS)
    sit_down_anyhow(page, game)


def decide(page: Any, number: int) -> None:
    """Take some choice, and wait until the table has gone on."""
    moves = page.locator("#table").get_attribute("data-moves")
    page.evaluate("n => { const all = [...choices.children]; all[n % all.length].click(); }", number)
    page.wait_for_function("old => sure.open || table.dataset.moves !== old", arg=moves)
    if page.locator("#sure").is_visible():
        confirm(page)
        page.wait_for_function("old => table.dataset.moves !== old", arg=moves)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_all_can_be_read_touched_and_seen(visitor: Visit, game: str) -> None:
    page = visitor(**PHONE)
    sit_down(page, game)
    for number in range(DECISIONS):
        if not wait_for_turn(page):
            break
        assert page.evaluate(PROBLEMS, [12, 44]) == [], page.locator("#prompt").inner_text()
        assert (
            page.evaluate("() => document.querySelector('#picture > svg').getBoundingClientRect().width")
            == 390
        )
        in_sight = page.evaluate(IN_SIGHT)
        assert in_sight["seen"] == in_sight["of"] if in_sight["fits"] else in_sight["seen"], in_sight
        decide(page, 3 + 5 * number)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_tablet_all_can_be_read_and_nothing_is_cut_off(visitor: Visit, game: str) -> None:
    page = visitor(viewport=TABLET)
    sit_down(page, game)
    for number in range(DECISIONS):
        if not wait_for_turn(page):
            break
        assert page.evaluate(PROBLEMS, [10, 0]) == [], page.locator("#prompt").inner_text()
        assert page.evaluate(
            "() => [stage.scrollWidth - stage.clientWidth, stage.scrollHeight - stage.clientHeight]"
        ) == [0, 0]
        decide(page, 3 + 5 * number)


@pytest.mark.parametrize("game", GAMES)
def test_enlarged_to_twice_its_size_all_can_be_read_and_seen(visitor: Visit, game: str) -> None:
    page = visitor(viewport=ZOOMED, device_scale_factor=2)
    sit_down(page, game)
    for number in range(3):
        if not wait_for_turn(page):
            break
        assert page.evaluate(PROBLEMS, [12, 0]) == [], page.locator("#prompt").inner_text()
        assert page.evaluate(IN_SIGHT)["seen"]
        decide(page, 3 + 5 * number)


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_that_is_turned_gets_the_layout_that_fits(visitor: Visit, game: str) -> None:
    page = visitor(**PHONE)
    sit_down(page, game)
    wait_for_turn(page)
    is_tall = "() => document.querySelector('#picture > svg').viewBox.baseVal.width === 390"
    assert page.evaluate(is_tall)
    page.set_viewport_size(TABLET)
    page.wait_for_function(f"() => !({is_tall})()")
    page.set_viewport_size(LYING)
    page.wait_for_function(is_tall)
    assert page.evaluate(PROBLEMS, [12, 44]) == []
    assert page.evaluate(IN_SIGHT)["seen"]


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_picture_keeps_what_can_be_chosen_in_sight(visitor: Visit, game: str) -> None:
    page = visitor(**PHONE)
    sit_down(page, game)
    wait_for_turn(page)
    page.locator("#larger").click()
    assert page.evaluate("() => document.querySelector('#picture > svg').getBoundingClientRect().width") > 600
    view, things = page.evaluate("""() => {
      const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom];
      };
      return [box(stage), [...document.querySelectorAll("#picture [data-action]")].map(box)]; }""")
    assert any(
        left < view[2] and right > view[0] and top < view[3] and bottom > view[1]
        for left, top, right, bottom in things
    )
    page.locator("#larger").click()
    assert page.evaluate(IN_SIGHT)["seen"]


def test_a_picture_that_grows_under_two_fingers_stays_where_it_is(visitor: Visit) -> None:
    page = visitor(**PHONE)
    sit_down(page, GAMES[0])
    page.wait_for_selector(READY)
    found = page.evaluate("""() => {
      const box = () => picture.getBoundingClientRect();
      const at = [200, 300];
      const share = () => [(at[0] - box().left) / box().width, (at[1] - box().top) / box().height];
      const before = share();
      const turn = { ctrlKey: true, deltaY: -300, clientX: at[0], clientY: at[1], cancelable: true };
      stage.dispatchEvent(new WheelEvent("wheel", turn));
      return [before, share(), box().width];
    }""")
    assert found[0] == pytest.approx(found[1], abs=0.01)
    assert found[2] > 900
