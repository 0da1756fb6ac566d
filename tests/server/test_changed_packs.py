"""A pack that comes with a game changes on the disk, as by an upgrade: tables keep theirs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harena.core.registry import find
from harena.server import packs
from harena.server.keeping import looking_at, record_from
from server.conftest import fast_settings, run
from server.houses import CARD, rename
from server.players import Player, open_table
from server.rough import Site, greet, hear

RAID = "dawn_raid"


def forget_packs() -> None:
    """As in a fresh process."""
    packs.installed.cache_clear()
    packs.installed_digests.cache_clear()
    packs._packs.clear()
    packs._contents.clear()


@pytest.fixture
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Change a card of the game's standard pack; other processes still read the one that is installed."""

    def change() -> None:
        game = find(RAID)
        shutil.copytree(game.folder, tmp_path / "game", ignore=shutil.ignore_patterns("*.py", "*.so"))
        rename(tmp_path / "game" / "content" / "standard", CARD, "A Card Of Tomorrow")
        monkeypatch.setattr(type(game), "folder", tmp_path / "game")
        forget_packs()

    yield change
    monkeypatch.undo()
    forget_packs()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


def digest_at(site: Site, table_id: str) -> str:
    return site.hub.live[table_id].table.kit.digest


def test_running_and_finished_tables_keep_the_content_they_were_opened_with(
    site: Site, change: Callable[[], None]
) -> None:
    going, over = site.seated(), open_table(site.address, RAID, ["person", "person"])

    async def resign() -> None:
        async with site.socket(over.id) as socket:
            await greet(socket, over.keys[0])
            await socket.send(json.dumps({"type": "resign", "request": "r"}))
            await hear(socket, "done")

    run(resign())
    before = digest_at(site, going.id)
    site.stop()
    change()
    site.start()
    run(going.still_plays())
    assert digest_at(site, going.id) == before
    record = json.loads(site.ask(f"/api/tables/{over.id}/record")[2])
    assert record["pack"]["digest"] == before
    assert site.ask("/api/verify", json.dumps(record).encode())[0] == 200, "the site replays it"

    async def export() -> str:
        async with looking_at(site.settings.database) as store:
            return (await record_from(store, over.id)).pack.digest

    assert run(export()) == before
    fresh = site.seated()
    run(fresh.still_plays())
    assert digest_at(site, fresh.id) != before, "a new table has the new content"
    site.assert_sound()


def test_a_bot_whose_process_reads_another_pack_decides_all_the_same(
    site: Site, change: Callable[[], None]
) -> None:
    """Its process was started later, and finds another pack on the disk than the table has."""

    change()
    table = open_table(site.address, RAID, ["person", "easy"])

    def bot_moved() -> bool:
        match = site.hub.live[table.id].table.match
        return match is not None and any(seat == 1 for seat, _ in match.played)

    class UntilTheBotHasMoved(Player):
        def _next(self) -> dict[str, object] | None:
            self.stopping = self.stopping or bot_moved()
            return super()._next()

    run(UntilTheBotHasMoved(lambda: site.address, table, 0, 1).play())
    assert bot_moved()
    noted = site.forget_troubles()
    assert len([one for one in noted if "a bot could not decide" in one]) == 1, "then it has its content"
