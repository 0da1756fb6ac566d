"""What nobody needs goes by itself, what somebody needs stays; and nobody fills the database with chat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect

from harena.core.errors import HarenaError
from harena.server import rulings
from harena.server.alive import now
from harena.server.entry import Entry
from harena.server.hub import Hub
from harena.server.keeping import record_from, seconds_kept
from harena.server.limits import Limits, Rate
from harena.server.live import Watcher
from harena.server.pruning import Pruner
from harena.server.rulings import RefusedError
from harena.server.schema import ENTRIES, TABLES
from harena.server.settings import DAY, Keep
from harena.server.store import GoneError, StillUsedError, Store, make_store
from harena.server.thinking import Thinkers
from harena.server.voices import TOO_FAST, TOO_MUCH, Voices
from server.conftest import NO_LIMITS, RunningServer, run
from server.made_up import Noted, empty_table
from server.players import live_address, open_table
from server.rough import greet, hear

LATELY, LONG_AGO = 2, 400  # days


def talked(status: str) -> list[Entry]:
    """A table at which something was said."""
    noted = Noted(game="dawn_raid")
    if status != "waiting":
        noted.sit_all()
        noted.note(rulings.say(noted.table, 3000, 0, "a secret of long ago"))
    if status == "over":
        noted.note(rulings.resign(noted.table, 3000, 0))
    return noted.entries


async def filled(folder: Path, tables: Sequence[tuple[str, str, int]]) -> Store:
    """A database with tables: id, status, and for how many days nothing has happened there."""
    store = make_store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    async with store.engine.begin() as connection:
        for table_id, status, days in tables:
            at = now() - days * DAY * 1000
            kept = replace(empty_table(table_id), status=status, opened_at=at, changed_at=at)
            await connection.execute(TABLES.insert(), [{**vars(kept), "listed": 0}])
            rows = [msgspec.structs.replace(entry, at=at) for entry in talked(status)]
            bodies = [
                {"table_id": table_id, "number": row.number, "body": msgspec.json.encode(row)} for row in rows
            ]
            await connection.execute(ENTRIES.insert(), bodies)
    return store


def test_old_tables_go_and_others_stay(tmp_path: Path) -> None:
    tables = [
        (f"{status[:4]} {days}", status, days)
        for status in ("waiting", "running", "over")
        for days in (LATELY, 20, LONG_AGO)
    ]

    async def prune() -> tuple[tuple[int, int], set[str], tuple[int, int]]:
        store = await filled(tmp_path, tables)
        pruner = Pruner(Hub(store, Thinkers(1)), Keep())
        first = await pruner.prune()
        left = {kept.id for kept in await store.all_tables()}
        again = await pruner.prune()
        await store.close()
        return first, left, again

    first, left, again = run(prune())
    assert left == {"wait 2", "runn 2", "runn 20", "over 2", "over 20"}
    assert first == (4, 0)
    assert again == (0, 0)


def test_chat_of_finished_games_is_forgotten_and_the_record_stays(tmp_path: Path) -> None:
    async def prune() -> tuple[tuple[int, int], bytes, bytes, str]:
        store = await filled(tmp_path, [("old", "over", 40), ("new", "over", LATELY)])
        before = await record_from(store, "old")
        done = await Pruner(Hub(store, Thinkers(1)), Keep()).prune()
        assert await record_from(store, "old") == before
        table = await store.rebuilt(next(kept for kept in await store.all_tables() if kept.id == "old"))
        assert table.chat == []
        bodies = await store.bodies(["old", "new"])
        again = await Pruner(Hub(store, Thinkers(1)), Keep()).prune()
        assert again == (0, 0), "each is looked at once"
        await store.close()
        return done, b"".join(bodies["old"]), b"".join(bodies["new"]), table.status

    done, old, new, status = run(prune())
    assert done == (0, 1)
    assert b"long ago" not in old
    assert b"long ago" in new
    assert status == "over"


def test_nothing_goes_where_everything_is_kept(tmp_path: Path) -> None:
    async def prune() -> tuple[int, int]:
        store = await filled(tmp_path, [("a", "over", LONG_AGO), ("b", "waiting", LONG_AGO)])
        done = await Pruner(Hub(store, Thinkers(1)), Keep(0, 0, 0, 0)).prune()
        await store.close()
        return done

    assert run(prune()) == (0, 0)


def test_a_table_that_somebody_looks_at_or_has_come_back_to_stays(tmp_path: Path) -> None:
    async def prune() -> set[str]:
        store = await filled(tmp_path, [(name, "over", LONG_AGO) for name in ("watched", "back", "gone")])
        hub = Hub(store, Thinkers(1))
        live = await hub.get("watched")
        live.watchers.add(Watcher(frozenset(), frozenset()))
        gone = await hub.get("gone")
        last = len(talked("over")) - 1
        await store.append("back", Entry(last + 1, now(), "wished", 0))
        with pytest.raises(StillUsedError):
            await store.delete("back", last)
        await Pruner(hub, Keep()).prune()
        assert gone.gone
        with pytest.raises(GoneError):
            await hub.do(gone, rulings.wish_rematch, 0)
        left = {kept.id for kept in await store.all_tables()}
        await store.close()
        return left

    assert run(prune()) == {"watched", "back"}


@pytest.mark.parametrize("word", ["", "30", "soon", "0d"])
def test_how_long_something_is_kept_is_a_span_of_time_or_for_ever(word: str) -> None:
    assert [seconds_kept(good, "--keep-chat") for good in ("2w", "forever")] == [14 * DAY, 0]
    with pytest.raises(HarenaError, match=r"--keep-chat: .*forever"):
        seconds_kept(word, "--keep-chat")


# --- chat


def test_who_talks_too_fast_is_refused_at_all_tables_and_others_are_heard() -> None:
    voices = Voices(Limits(talk=Rate(5, 0.001), table_talk=Rate(50, 0.001)))
    for number in range(5):
        voices.listen("1.2.3.4", f"table {number}", "hello")
    with pytest.raises(RefusedError, match=TOO_FAST):
        voices.listen("1.2.3.4", "table 9", "hello")
    voices.listen("5.6.7.8", "table 0", "hello")


def test_a_table_takes_so_much_and_a_long_line_counts_as_several() -> None:
    voices = Voices(Limits(talk=Rate(50, 0.001), table_talk=Rate(6, 0.001)))
    voices.listen("1.2.3.4", "table", "\N{GRINNING FACE}" * 499)
    with pytest.raises(RefusedError, match=TOO_MUCH):
        voices.listen("1.2.3.4", "table", "\N{GRINNING FACE}" * 499)
    voices.listen(
        "5.6.7.8",
        "table",
        "short",
    )
    with pytest.raises(RefusedError, match=TOO_MUCH):
        voices.listen("5.6.7.8", "table", "x" * 500)
    voices.listen("1.2.3.4", "another", "hello")


def test_a_flood_of_chat_is_refused_and_the_game_goes_on(make_server: Callable[..., RunningServer]) -> None:
    server = make_server(limits=replace(NO_LIMITS, talk=Rate(10, 0.001)))
    tables = [open_table(server.address, "dawn_raid", ["person", "person"]) for _ in range(3)]

    async def flood(table: int) -> list[str]:
        answers = []
        async with connect(live_address(server.address, tables[table].id), proxy=None) as page:
            await greet(page, tables[table].keys[0])
            for number in range(20):
                line = {"type": "say", "text": "x" * 499, "request": str(number)}
                await page.send(json.dumps(line))
                answers.append((await hear(page, "done", "refused"))["type"])
            await page.send(json.dumps({"type": "say", "text": "x" * 499, "request": "0"}))
            assert (await hear(page, "done", "refused"))["type"] == answers[0], "asked again, it is the same"
            await page.send(json.dumps({"type": "resign", "request": "r"}))
            assert (await hear(page, "done", "refused"))["type"] == "done"
        return answers

    async def all_flood() -> list[str]:
        return [answer for one in await asyncio.gather(*map(flood, range(3))) for answer in one]

    assert sorted(run(all_flood())) == ["done"] * 10 + ["refused"] * 50
