"""Packs of the house in the browser: chosen in the form, played against a bot, looked up from the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from server.houses import CARD, NEW_CARD, house_pack
from web.hosted import Server
from web.playing import READY, decide

Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a pack for one of its games."""
    folder = tmp_path_factory.mktemp("server")
    house_pack(folder / "packs", "mine")
    (folder / "packs" / "broken").mkdir()
    (folder / "packs" / "broken" / "pack.toml").write_text("game = [")
    running = Server(folder, "--packs", str(folder / "packs"))
    yield running
    if running.process.poll() is None:
        running.stop()


def test_a_pack_is_chosen_played_with_and_looked_up(visitor: Visit) -> None:
    page = visitor("/start/dawn_raid")
    packs = page.locator("#packs [name=pack]")
    assert [one.get_attribute("value") for one in packs.all()] == ["standard", "mine"]
    page.locator("#packs label", has_text="mine").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(READY)
    decide(page)
    page.wait_for_selector(f"{READY}, [data-status=over]")
    rules = page.locator("#rules").get_attribute("href")
    assert "?pack=" in rules
    page.goto(rules)
    page.get_by_role("link", name="Cards", exact=True).first.click()
    page.wait_for_selector(".gallery")
    assert NEW_CARD in page.content()
    assert CARD not in page.content()
    page.locator("#words").fill(NEW_CARD)
    page.locator("#found a").first.wait_for()
    assert "?pack=" in page.locator("#found a").first.get_attribute("href")


def test_a_game_without_other_packs_is_not_asked_about_them(visitor: Visit) -> None:
    assert visitor("/start/combat_arena").locator("#packs").count() == 0


def test_unknown_packs_in_addresses_are_not_found(server: Server) -> None:
    for path in ("?pack=nowhere", "/index?pack=../..", "/passages?pack=0", "/things/a.svg?pack=0"):
        status, _, text = server.get(f"/rules/dawn_raid{path}")
        assert status == 404
        assert "There is no pack with the digest" in text
    assert server.get("/start/dawn_raid/fitted?pack=nowhere")[0] == 400


def test_a_broken_pack_is_told_of_at_the_start(server: Server) -> None:
    assert "broken is left out: pack.toml: this is not TOML" in server.log


def test_nobody_who_chooses_a_master_is_troubled_with_how_it_judges(visitor: Visit) -> None:
    page = visitor("/start/dawn_raid")
    page.locator("#packs label", has_text="mine").click()
    page.locator("#seats [data-part=bot]").nth(1).select_option("master")
    page.locator("#start:not([aria-busy])").wait_for()
    assert "judgement" not in page.locator("main").inner_text()
