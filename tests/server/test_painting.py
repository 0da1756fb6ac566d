"""Pictures drawn in another process: the same ones, once for all who see the same, and never missed."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import shutil
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from harena.core import registry
from harena.core.redrawn import changes, redrawn
from harena.core.state import SPECTATOR
from harena.server.house import House
from harena.server.live import LiveTable, Watcher
from harena.server.packs import PackKit
from harena.server.painting import Easel, Painters, Redrawing, Sketch, UnpaintedError, painted
from harena.server.sight import CHANGES, PICTURE, sight
from server.conftest import run
from server.houses import house_pack
from server.made_up import SECOND, Noted

PARTS = frozenset({PICTURE})


@asynccontextmanager
async def at_work(count: int = 1) -> AsyncIterator[Painters]:
    """Painters that are ready."""
    painters = Painters(count)
    painters.open()
    try:
        while not all(painter.ready for painter in painters._painters):
            await asyncio.sleep(0.01)
        yield painters
    finally:
        await painters.close()


def watched(game: str = "dawn_raid", *eyes: int) -> tuple[LiveTable, list[Watcher]]:
    live = LiveTable(Noted(game=game).sit_all().table)
    watchers = [Watcher(frozenset() if one == SPECTATOR else frozenset({one}), PARTS) for one in eyes]
    live.watchers.update(watchers)
    return live, watchers


def sketch_of(live: LiveTable, eyes: int = 0) -> Sketch:
    match = live.table.match
    assert match is not None
    return (live.table.kit, match.view(eyes), match.names, "wide")


def picture_in(message: bytes) -> Any:
    return json.loads(message)["table"]["picture"]


class Counted(Painters):
    """Painters that note what they were asked for, and do it at once or never."""

    def __init__(self, paint: bool = True) -> None:
        super().__init__(0)
        self.asked: list[Sketch] = []
        self.paint = paint

    def draw(self, sketch: Sketch, redrawing: Redrawing | None = None) -> asyncio.Future[bytes]:
        self.asked.append(sketch)
        drawing: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        if self.paint:
            drawing.set_result(painted(sketch))
        return drawing


@pytest.mark.parametrize("game", registry.installed())
def test_a_painter_draws_what_the_server_would_for_seats_and_spectators(game: str) -> None:
    async def draw() -> None:
        live, watchers = watched(game, 0, 1, SPECTATOR)
        async with at_work() as painters:
            for watcher in watchers:
                await live.draw(watcher, painters)
                assert live._pictures[watcher.eyes, "wide", -1].done(), "it was drawn elsewhere"
                message = live.message(watcher, 0)
                drawn = json.loads(message)["table"]
                assert drawn == json.loads(json.dumps(sight(live.table, watcher.eyes, PARTS, 0)))
                assert message == drawn_here(live, watcher), "to the letter: who draws must not show"

    run(draw())


def drawn_here(live: LiveTable, watcher: Watcher) -> bytes:
    live.changed()
    watcher.heard = 0
    return live.message(watcher, 0)


def test_a_killed_painter_is_replaced_and_its_pictures_are_drawn_here() -> None:
    async def draw() -> None:
        live, (watcher,) = watched("dawn_raid", 0)
        async with at_work() as painters:
            painter = painters._painters[0]
            assert painter._process is not None
            os.kill(painter._process.pid, signal.SIGSTOP)
            owed = asyncio.create_task(live.draw(watcher, painters))
            await asyncio.sleep(0.05)
            assert not owed.done()
            os.kill(painter._process.pid, signal.SIGKILL)
            await owed
            assert "<svg" in picture_in(live.message(watcher, 0))
            while not painter.ready:
                await asyncio.sleep(0.01)
            drawing = painters.draw(sketch_of(live))
            assert drawing is not None
            assert await drawing == painted(sketch_of(live))

    run(draw())


def test_a_game_that_only_this_process_knows_is_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._added, "our_own", registry.find("dawn_raid"))

    async def draw() -> None:
        live, _ = watched()
        async with at_work() as painters:
            drawing = painters.draw((PackKit("our_own", "standard", ""), *sketch_of(live)[1:]))
            assert drawing is not None
            with pytest.raises(UnpaintedError):
                await drawing

    run(draw())
    assert Easel().try_to_paint(b"no sketch") == b""


def test_what_cannot_be_sent_to_a_painter_is_drawn_here() -> None:
    async def draw() -> None:
        async with at_work() as painters:
            assert painters.draw(("dawn_raid", lambda: None, [], "wide")) is None

    run(draw())


def test_without_painters_the_server_draws() -> None:
    async def draw() -> None:
        live, (watcher,) = watched("dawn_raid", 0)
        await live.draw(watcher, Painters(0))
        assert live._pictures == {}
        assert "<svg" in picture_in(live.message(watcher, 0))

    run(draw())


def test_those_who_see_the_same_share_a_picture() -> None:
    async def draw() -> None:
        live, watchers = watched("dawn_raid", 0, 0, SPECTATOR, SPECTATOR)
        painters = Counted()
        for watcher in watchers:
            await live.draw(watcher, painters)
        sent = [picture_in(live.message(watcher, 0)) for watcher in watchers]
        assert len(painters.asked) == 2
        assert sent[0] == sent[1] != sent[2] == sent[3]
        assert live._pictures == {}, "kept no longer than somebody is owed them"

    run(draw())


def test_a_table_that_goes_on_while_it_is_drawn_is_shown_as_it_is_then() -> None:
    async def draw() -> None:
        noted = Noted().sit_all()
        live, watcher = LiveTable(noted.table), Watcher(frozenset({0}), PARTS)
        live.watchers.add(watcher)
        painters = Counted(paint=False)
        owed = asyncio.create_task(live.draw(watcher, painters))
        await asyncio.sleep(0)
        old = live._pictures[0, "wide", -1]
        noted.act(3 * SECOND)
        live.changed()
        painters.paint = True
        old.set_result(painted(painters.asked[0]))
        await owed
        assert len(painters.asked) == 2
        assert picture_in(live.message(watcher, 0)) == sight(noted.table, 0, PARTS, 0)["picture"]

    run(draw())


def test_who_leaves_while_a_picture_is_drawn_does_not_spoil_it_for_the_others() -> None:
    async def draw() -> None:
        live, watchers = watched("dawn_raid", 0, 0)
        painters = Counted(paint=False)
        owed: list[Coroutine[Any, Any, None]] = [live.draw(watcher, painters) for watcher in watchers]
        tasks = [asyncio.create_task(one) for one in owed]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
        live._pictures[0, "wide", -1].set_result(b'"drawn"')
        await tasks[1]
        assert picture_in(live.message(watchers[1], 0)) == "drawn"

    run(draw())


def test_a_painter_draws_with_a_pack_of_the_house(tmp_path: Path) -> None:
    """It is sent the content, so it needs no folder."""
    raid = registry.find("dawn_raid")
    house_pack(tmp_path / "packs")
    kit = House([tmp_path / "packs"]).kit(raid, "mine")
    shutil.rmtree(tmp_path / "packs")

    async def draw() -> None:
        live, _ = watched("dawn_raid", 0)
        async with at_work() as painters:
            sketch = (kit, *sketch_of(live)[1:])
            drawing = painters.draw(sketch)
            assert drawing is not None
            assert await drawing == painted(sketch)

    run(draw())


# --- changes


def changing(game: str, *eyes: int) -> tuple[Noted, LiveTable, list[Watcher]]:
    noted = Noted(game=game).sit_all()
    live = LiveTable(noted.table)
    watchers = [Watcher(frozenset({one}), PARTS | {CHANGES}) for one in eyes]
    live.watchers.update(watchers)
    return noted, live, watchers


@pytest.mark.parametrize("game", registry.installed())
def test_changes_make_the_same_picture_and_are_less(game: str) -> None:
    async def draw() -> None:
        noted, live, (watcher,) = changing(game, 0)
        async with at_work(2) as painters:
            await live.draw(watcher, painters)
            first = live.message(watcher, 0)
            seen, sizes = picture_in(first), []
            for number in range(6):
                noted.act((3 + number) * SECOND)
                live.changed()
                await live.draw(watcher, painters)
                message = live.message(watcher, 0)
                told = json.loads(message)["table"]
                assert "picture" not in told
                seen = redrawn(seen, told["changes"])
                assert seen == sight(live.table, 0, PARTS, 0)["picture"]
                sizes.append(len(message))
            assert sum(sizes) / len(sizes) < len(first) / 2

    run(draw())


def test_who_turns_or_looks_elsewhere_gets_a_whole_picture() -> None:
    async def draw() -> None:
        noted, live, (watcher,) = changing("combat_arena", 0)
        async with at_work() as painters:
            for turn in (lambda: watcher.lay_out("tall"), lambda: watcher.look_as(SPECTATOR)):
                await live.draw(watcher, painters)
                live.message(watcher, 0)
                turn()
                await live.draw(watcher, painters)
                assert "<svg" in picture_in(live.message(watcher, 0))
            noted.act(3 * SECOND)
            live.changed()
            await live.draw(watcher, painters)
            assert "changes" in json.loads(live.message(watcher, 0))["table"]

    run(draw())


def test_a_painter_that_does_not_know_the_last_picture_draws_a_whole_one() -> None:
    live, _ = watched("dawn_raid", 0)
    easel, place = Easel(), ("0123456789abcdef", 0, "wide")
    for number, before, whole in ((1, -1, True), (2, 1, False), (3, 1, True), (4, 3, False)):
        asked = pickle.dumps((sketch_of(live), Redrawing(place, number, before)))
        assert easel.try_to_paint(asked).startswith(b'"') == whole


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([], ["a"]),
        (["a" * 20, "b" * 20, "c" * 20], ["a" * 20, "x", "c" * 20]),
        (["a" * 20, "b" * 20], ["b" * 20, "a" * 20, "a" * 20]),
        (["ä𝄞" * 10, "b", "𝄞" * 20, "c" * 20], ["ä𝄞" * 10, "𝄞", "𝄞" * 20, "c" * 20, "b"]),
        (["<g>"] * 9, ["<g>"] * 7),
    ],
)
def test_what_has_changed_leads_from_one_text_to_the_next(old: list[str], new: list[str]) -> None:
    assert redrawn("".join(old), changes(old, new)) == "".join(new)


def test_what_stays_is_not_told_again() -> None:
    parts = [f"<g>{number}</g>" * 5 for number in range(50)]
    told = changes(parts, [*parts[:20], "<b/>", *parts[21:]])
    assert len(told) == 3
    assert told[1] == "<b/>"
    assert changes(parts, parts) == [[0, len("".join(parts))]]
