"""Pictures drawn in another process: the same ones, once for all who see the same, and never missed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from harena.core import registry
from harena.core.state import SPECTATOR
from harena.server.house import House
from harena.server.live import LiveTable, Watcher
from harena.server.packs import PackKit
from harena.server.painting import Painters, Sketch, UnpaintedError, painted, try_to_paint
from harena.server.sight import PICTURE, sight
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

    def draw(self, sketch: Sketch) -> asyncio.Future[bytes]:
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
                assert live._pictures[watcher.eyes, "wide"].done(), "it was drawn elsewhere"
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
    assert try_to_paint(b"no sketch") == b""


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
        old = live._pictures[0, "wide"]
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
        live._pictures[0, "wide"].set_result(b'"drawn"')
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
