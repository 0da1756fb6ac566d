"""A bot that fails: a stand-in decides for it, nobody moves at random, and all who look on are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harena import client
from harena.client import RefusedError
from harena.server import turns
from server.conftest import fast_settings, run
from server.players import Opened, open_table
from server.rough import Site
from server.test_client import QUICK

Fails = Callable[[str], bool]  # does the bot of this name fail now? Empty: that of the seat


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


def let_fail(site: Site, monkeypatch: pytest.MonkeyPatch, fails: Fails) -> None:
    decide = site.hub.thinkers.decide

    async def decides(table: Any, seat: int, claim: Any, bot: str = "") -> str:
        if fails(bot):
            raise ValueError("this bot has no idea")
        return await decide(table, seat, claim, bot)

    monkeypatch.setattr(site.hub.thinkers, "decide", decides)


async def banners(site: Site, table: Opened, enough: Callable[[list[str]], bool]) -> list[str]:
    """What is said of how it stands, each once, while a person plays whatever comes first."""
    seen = [""]
    async with client.Server(site.address).live(table.id, table.keys[0], per_second=QUICK) as live:
        async for sight in live:
            if sight.standing != seen[-1]:
                seen.append(sight.standing)
            if enough(seen):
                return seen
            if sight.actions:
                try:
                    await live.act(sight.open_actions[0])
                except RefusedError:
                    continue
    raise AssertionError(seen)


def test_a_stand_in_decides_for_a_bot_that_fails(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    let_fail(site, monkeypatch, lambda bot: bot != "normal")
    table = open_table(site.address, "dawn_raid", ["person", "easy"])

    def replaced(seen: list[str]) -> bool:
        match = site.hub.live[table.id].table.match
        return bool(seen[-1]) and match is not None and any(seat == 1 for seat, _ in match.played)

    told = run(banners(site, table, replaced))[-1]
    assert told == "Easy bot has failed: a normal bot decides instead."
    assert all("this bot has no idea" in trouble for trouble in site.forget_troubles())


def test_where_no_bot_can_decide_all_are_told_and_it_is_asked_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "FAILED_AGAIN_AFTER", 0.05)
    asked: list[str] = []

    def fails(bot: str) -> bool:
        asked.append(bot)
        return len(asked) <= 3

    let_fail(site, monkeypatch, fails)
    table = open_table(site.address, "dawn_raid", ["person", "easy"])
    seen = run(banners(site, table, lambda seen: len(seen) == 3))
    assert seen[1].endswith("and so has a normal bot. The server tries again by itself.")
    assert seen[2] == "", "it decides again"
    assert asked[:4] == ["", "", "normal", ""]
    assert len(site.forget_troubles()) == 3
