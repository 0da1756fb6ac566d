"""No page has a serious or critical finding of axe-core, in light on a desk and in dark on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from web.hosted import Server
from web.playing import GAMES, READY, TAUGHT, decide, resign
from web.tower_table import at_the_call, holds_on

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

Visit = Callable[..., Any]
BAD = {"serious", "critical"}
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
LOOKS = [("desk", "light"), ("phone", "dark")]
PAGES = [
    "/",
    *(page for name in GAMES for page in (f"/start/{name}", f"/rules/{name}", f"/rules/{name}/index")),
]
STILL = """
() => document.getAnimations().every(
  (one) => one.playState === "finished" || one.effect.getComputedTiming().iterations === Infinity
)
"""
looks = pytest.mark.parametrize(("size", "theme"), LOOKS)


def findings(page: Any) -> list[str]:
    """What axe finds that would keep somebody out, each with the first place it is at."""
    page.wait_for_timeout(400)
    page.wait_for_function(STILL)  # nothing is half faded in
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']} at {one['nodes'][0]['target']} ({len(one['nodes'])} places): "
        + one["nodes"][0]["failureSummary"]
        for one in found
        if one["impact"] in BAD
    ]


def at(visitor: Visit, path: str, size: str, theme: str) -> Any:
    return visitor(path, viewport=SIZES[size], color_scheme=theme)


def play_some(page: Any, game: str, moves: int) -> None:
    """Begin a game from the home page, and take the first choice a few times."""
    page.locator(f"[data-play={game}]").click()
    for _ in range(moves):
        decide(page)
    page.wait_for_selector(READY)


@looks
@pytest.mark.parametrize("path", PAGES)
def test_a_page_keeps_nobody_out(visitor: Visit, path: str, size: str, theme: str) -> None:
    page = at(visitor, path, size, theme)
    assert findings(page) == []


@looks
@pytest.mark.parametrize("game", GAMES)
def test_a_table_keeps_nobody_out_from_its_first_choice_to_its_replay(
    visitor: Visit, game: str, size: str, theme: str
) -> None:
    page = at(visitor, "/", size, theme)
    play_some(page, game, 3)
    assert findings(page) == []
    resign(page)
    page.wait_for_selector("[data-status=over]")
    assert findings(page) == []
    page.goto(f"{page.url}/replay")
    page.wait_for_selector("svg.harena")
    assert findings(page) == []


@looks
def test_a_tower_keeps_nobody_out_while_it_is_built(
    visitor: Visit, server: Server, size: str, theme: str
) -> None:
    page = holds_on(
        at(visitor, "/", size, theme), at_the_call(server.address), f"{READY}[data-action=let_go]"
    )
    assert page.locator("#picture [data-let-go][role=button] .kt-column").count() == 1
    assert findings(page) == []
    assert page.locator("#picture [data-let-go][role=button] .kt-column").count() == 1, (
        "it was there throughout"
    )


@looks
def test_a_table_that_waits_for_players_keeps_nobody_out(visitor: Visit, size: str, theme: str) -> None:
    page = at(visitor, f"/start/{GAMES[0]}", size, theme)
    page.locator("[data-part=kind]").nth(1).select_option("friend")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("input.invite")
    assert findings(page) == []


@looks
@pytest.mark.parametrize("game", TAUGHT)
def test_a_first_game_keeps_nobody_out(visitor: Visit, game: str, size: str, theme: str) -> None:
    page = at(visitor, f"/first/{game}", size, theme)
    assert findings(page) == []
    page.locator("#begin").click()
    page.wait_for_selector("#picture svg")
    assert findings(page) == []
