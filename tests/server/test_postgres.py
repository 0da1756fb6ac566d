"""Several server processes over one real PostgreSQL, one of them killed: nothing lost, nothing doubled."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from harena.core.errors import HarenaError
from harena.server.backup import back_up, restore
from harena.server.entry import ACTION, CHAT, RAN_OUT, TEAM_CHAT, Entry
from harena.server.hub import LEAVING
from harena.server.schema import TABLES
from harena.server.store import GoneError, TakenError, make_store
from server.conftest import free_port, run, wait_until
from server.crash_server import Nursery, ServerProcess, nursery
from server.houses import house_pack
from server.made_up import empty_table
from server.players import Opened, Player, ask, confirmed, open_table, played_on
from server.teams import Team, whisper
from server.test_races import act, answer_of, first_asked, tab
from server.truth import check_entries, compare, read_tables

DEAD = 2000  # milliseconds


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Nursery]:
    with nursery(tmp_path) as made:
        yield made


def two_servers(servers: Nursery, database: str, **more: Any) -> list[ServerProcess]:
    return [servers.start(database=database, port=free_port(), dead=DEAD, **more) for _ in range(2)]


def entries_of(database: str, table: Opened) -> list[Entry]:
    entries = read_tables(database)[table.id][1]
    check_entries(entries)
    return entries


def test_two_processes_play_one_game_and_tell_each_other_only_numbers(
    servers: Nursery, database: str
) -> None:
    both = two_servers(servers, database)
    table = open_table(both[0].address, "dawn_raid", ["person", "person"])
    players = [
        Player(lambda: both[0].address, table, 0, 1),
        Player(lambda: both[1].address, table, 1, 2),
        Player(lambda: both[1].address, table, None, 3),
    ]

    async def play_and_listen() -> list[str]:
        heard: list[str] = []
        listener = await asyncpg.connect(database)
        await listener.add_listener("harena", lambda *said: heard.append(said[3]))
        await asyncio.gather(*(player.play() for player in players))
        await asyncio.sleep(0.2)
        await listener.close()
        return heard

    heard = run(play_and_listen(), 100)
    counts = compare(players, database)
    assert counts["done"] > 10
    assert all(player.over for player in players)
    entries = entries_of(database, table)
    told = [one for one in heard if one.startswith(table.id)]
    assert all(re.fullmatch(r"[0-9a-f]{16} \d+", one) for one in heard)
    assert len(told) == len(set(told))
    assert {int(one.split()[1]) for one in told} <= {entry.number for entry in entries}
    assert len(told) >= counts["done"]


def test_of_two_writers_at_one_number_the_unique_key_lets_one(database: str) -> None:
    async def write_at_once() -> Counter[bool]:
        stores = [make_store(database) for _ in range(2)]
        for store in stores:
            await store.open()
        async with stores[0].engine.begin() as connection:
            rows = [vars(empty_table(f"race{one}")) for one in range(10)]
            await connection.execute(TABLES.insert(), rows)
        results: Counter[bool] = Counter()
        for number in range(20):
            tables = [f"race{one}" for one in range(10)]
            written = await asyncio.gather(
                *(
                    append(store, one, number)
                    for store, order in zip(stores, (tables, tables[::-1]), strict=True)
                    for one in order
                )
            )
            results.update(written)
        for one in range(10):
            await stores[1].delete(f"race{one}")
            with pytest.raises(GoneError):
                await stores[0].append(f"race{one}", Entry(20, 0, CHAT))
        for store in stores:
            await store.close()
        return results

    async def append(store: Any, table_id: str, number: int) -> bool:
        try:
            await store.append(table_id, Entry(number, 0, CHAT))
        except TakenError:
            return False
        return True

    assert run(write_at_once()) == {True: 200, False: 200}


def test_of_two_tabs_at_two_processes_that_click_at_once_exactly_one_counts(
    servers: Nursery, database: str
) -> None:
    both = two_servers(servers, database)
    table = open_table(both[0].address, "dawn_raid", ["person", "person"])
    rounds = 8

    async def click_on() -> None:
        async with AsyncExitStack() as stack:
            tabs = {
                seat: [await stack.enter_async_context(tab(server, table, seat)) for server in both]
                for seat in (0, 1)
            }
            for number in range(rounds):
                position, _ = await first_asked(*(pages[0] for pages in tabs.values()))
                pages = tabs[position["eyes"]]
                await asyncio.gather(
                    *(page.send(act(position, n, f"{number}.{n}")) for n, page in enumerate(pages))
                )
                answers = [(await answer_of(page))[0]["type"] for page in pages]
                assert sorted(answers) == ["done", "refused"]
                await reconnect(stack, tabs)

    async def reconnect(stack: AsyncExitStack, tabs: dict[int, list[Any]]) -> None:
        """Fresh pages, so that each begins with the position as it is."""
        for seat, pages in tabs.items():
            for page in pages:
                await page.close()
            tabs[seat] = [await stack.enter_async_context(tab(server, table, seat)) for server in both]

    run(click_on(), 100)
    assert len([entry for entry in entries_of(database, table) if entry.kind == ACTION]) == rounds


def test_when_a_process_is_killed_its_clients_go_on_at_the_other(servers: Nursery, database: str) -> None:
    both = two_servers(servers, database)
    dice = random.Random(2)
    players = []
    for game in ("combat_arena", "dawn_raid", "combat_arena"):
        table = open_table(both[0].address, game, ["person", "person"])
        for number, seat in enumerate([0, 1, None]):
            players.append(Player(living(both, number), table, seat, dice.randrange(10**9)))
            players[-1].pause = 0.05

    async def play_and_kill() -> list[int]:
        """How much had been done before each kill."""
        done = []
        tasks = [asyncio.create_task(player.play()) for player in players]
        for turn in range(4):
            await played_on(players, dice.uniform(0.3, 1.2))
            done.append(confirmed(players))
            both[turn % 2].kill()
            await asyncio.sleep(0.4)
            again = both[turn % 2].settings
            both[turn % 2] = await asyncio.to_thread(servers.start, **again)
        await played_on(players, 1.0)
        for player in players:
            player.stopping = True
        for server in both:
            server.kill()
        await asyncio.wait_for(asyncio.gather(*tasks), 20)
        return done

    done = run(play_and_kill(), 300)
    counts = compare(players, database)
    print(dict(counts))
    assert 0 < done[0] < done[1] < done[2] < done[3] < counts["done"]
    assert counts["connections"] > len(players)


def test_a_seat_with_pages_at_two_processes_is_there_until_both_are_closed(
    servers: Nursery, database: str
) -> None:
    both = two_servers(servers, database)
    table = open_table(both[0].address, "dawn_raid", ["person", "person"])

    def is_here() -> bool:
        return bool(ask(both[1].address, f"/api/tables/{table.id}")["seats"][0]["here"])

    async def close_one_after_the_other() -> None:
        async with tab(both[0], table, 0):
            async with tab(both[1], table, 0):
                await asyncio.sleep(0.5)
            await asyncio.sleep(LEAVING + 1)
            assert is_here()
        await wait_until(lambda: not is_here())

    run(close_one_after_the_other())


def test_a_team_at_two_processes_reads_what_the_others_are_not_sent(servers: Nursery, database: str) -> None:
    both = two_servers(servers, database)
    team = Team(both[0].address)

    async def talk() -> None:
        async with AsyncExitStack() as stack:
            mine = await team.come(stack, 0)
            team.address = both[1].address
            mate, other, spectator = [await team.come(stack, *seats) for seats in ((2,), (3,), ())]
            number = await whisper(mine)
            assert [line["to"] for line in (await mate.at(number))["chat"]] == ["team"]
            for page in (other, spectator):
                assert (await page.at(number))["chat"] == []
                assert not page.heard

    run(talk())
    assert [entry.kind for entry in read_tables(database)[team.id][1]].count(TEAM_CHAT) == 1


def living(both: list[ServerProcess], first: int) -> Callable[[], str]:
    """The address of a process that lives, one's own if it does."""

    def address() -> str:
        order = [both[first % 2], both[1 - first % 2]]
        return next((server.address for server in order if server.lives()), order[0].address)

    return address


def test_the_bots_and_clocks_of_a_dead_process_are_taken_up_by_the_other(
    servers: Nursery, database: str
) -> None:
    quick = servers.start(database=database, port=free_port(), dead=DEAD)
    slow = servers.start(database=database, port=free_port(), dead=DEAD, pace=60.0, hidden_pace=60.0)
    with_bot = open_table(slow.address, "dawn_raid", ["easy", "person"])
    clock = {"kind": "move", "seconds": 5, "increment": 0}
    with_clock = open_table(slow.address, "dawn_raid", ["person", "person"], clock=clock, out_of_time="loses")
    if 0 not in ask(slow.address, f"/api/tables/{with_bot.id}")["asked"]:
        move_as_the_person(slow, with_bot)
    slow.kill()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        time.sleep(0.3)
        ask(quick.address, f"/api/tables/{with_bot.id}")  # bots wait where nobody looks
        acted = [one for one in entries_of(database, with_bot) if (one.kind, one.seat) == (ACTION, 0)]
        ran_out = [one for one in entries_of(database, with_clock) if one.kind == RAN_OUT]
        if acted and ran_out:
            break
    assert acted
    assert len(ran_out) == 1
    assert quick.lives()


def move_as_the_person(server: ServerProcess, table: Opened) -> None:
    """Until the bot is asked."""

    async def move() -> None:
        async with tab(server, table, 1) as page:
            while True:
                message = json.loads(await page.recv())
                if message["type"] == "table":
                    if 0 in message["table"]["asked"]:
                        return
                    if message["table"]["actions"]:
                        await page.send(act(message["table"], 0, str(message["table"]["moves"])))

    run(move())


def test_what_is_asked_again_at_another_process_is_the_same_table_and_the_same_seat(
    servers: Nursery, database: str
) -> None:
    both = two_servers(servers, database)
    plan = {"game": "dawn_raid", "seats": [{"kind": "person"}] * 2, "key": "k" * 11 + secrets.token_hex(8)}
    first = [ask(server.address, "/api/tables", plan) for server in both * 2]
    assert first == first[:1] * 4
    path = f"/api/tables/{first[0]['id']}/sit"
    for seat in (0, 1):
        sit = {
            "seat": seat,
            "name": "Ann",
            "invite": first[0]["invites"][str(seat)],
            "key": secrets.token_hex(16),
        }

        async def at_once(sit: dict[str, Any] = sit) -> list[Any]:
            asks = (asyncio.to_thread(ask, server.address, path, sit) for server in both * 4)
            return await asyncio.gather(*asks)

        assert run(at_once()) == [{"seat": seat, "key": sit["key"]}] * 8
    kinds = [entry.kind for entry in entries_of(database, Opened(first[0]["id"], {}, {}))]
    assert kinds == ["opened", "sat", "sat"]


def test_wishes_for_a_rematch_at_two_processes_at_once_are_one_table(servers: Nursery, database: str) -> None:
    both = two_servers(servers, database)
    before = set(read_tables(database))
    tables = [open_table(both[0].address, "dawn_raid", ["person", "person"]) for _ in range(6)]

    async def wish(server: ServerProcess, table: Opened, seat: int) -> str:
        async with tab(server, table, seat) as page:
            await page.send(json.dumps({"type": "rematch", "request": "r"}))
            return str((await answer_of(page))[0]["type"])

    async def all_wish() -> list[str]:
        for table in tables:
            async with tab(both[0], table, 0) as page:
                await page.send(json.dumps({"type": "resign", "request": "x"}))
                await answer_of(page)
        return await asyncio.gather(*(wish(both[seat], table, seat) for table in tables for seat in (0, 1)))

    assert set(run(all_wish())) == {"done"}
    kept = read_tables(database)
    new = set(kept) - before - {table.id for table in tables}
    named = [entry.text for table in tables for entry in kept[table.id][1] if entry.kind == "rematched"]
    assert sorted(named) == sorted(new)
    assert len(new) == len(tables)
    for table in new:
        assert [entry.kind for entry in kept[table][1]] == ["opened", "sat", "sat"]


def test_a_database_from_before_cookies_were_tied_to_keys_is_taken_up(
    servers: Nursery, database: str
) -> None:
    async def as_before() -> None:
        store = make_store(database)
        await store.open()
        await store.close()
        connection = await asyncpg.connect(database)
        await connection.execute("ALTER TABLE holders DROP COLUMN seat_key")
        await connection.execute("DROP TABLE about")  # nor had it a version
        await connection.close()

    run(as_before())
    for server in two_servers(servers, database):
        assert open_table(server.address, "dawn_raid", ["person", "person"]).keys.keys() == {0, 1}


def test_a_process_without_the_folder_plays_on_with_a_pack_of_the_house(
    servers: Nursery, database: str, tmp_path: Path
) -> None:
    house_pack(tmp_path / "packs")
    with_packs = servers.start(database=database, port=free_port(), packs=[str(tmp_path / "packs")])
    without = servers.start(database=database, port=free_port())
    table = open_table(with_packs.address, "dawn_raid", ["person", "person"], pack="mine")
    assert ask(without.address, f"/api/tables/{table.id}")["pack"]["name"] == "mine"
    players = [
        Player(lambda: with_packs.address, table, 0, 1),
        Player(lambda: without.address, table, 1, 2),
    ]

    async def play() -> None:
        await asyncio.gather(*(player.play() for player in players))

    run(play())
    assert compare(players, database)["done"] > 3


def test_a_backup_is_made_while_servers_run_and_brought_back_elsewhere(
    servers: Nursery, database: str, tmp_path: Path
) -> None:
    server = servers.start(database=database, port=free_port(), dead=DEAD)
    table = open_table(server.address, "dawn_raid", ["person", "person"])
    copied = back_up(database, tmp_path / "copy.dump")
    assert (copied.tables >= 1, copied.entries >= 3) == (True, True)
    assert stat.S_IMODE((tmp_path / "copy.dump").stat().st_mode) == 0o600
    before = entries_of(database, table)
    with pytest.raises(HarenaError, match="already holds tables"):
        restore(database, tmp_path / "copy.dump")
    with pytest.raises(HarenaError, match="Stop all servers"):
        restore(database, tmp_path / "copy.dump", replace=True)

    async def make_another() -> None:
        connection = await asyncpg.connect(database)
        await connection.execute("CREATE DATABASE another")
        await connection.close()

    run(make_another())
    other = database.rpartition("/")[0] + "/another"
    assert table.id in restore(other, tmp_path / "copy.dump").tables
    elsewhere = servers.start(database=other, port=free_port(), dead=DEAD)
    assert ask(elsewhere.address, f"/api/tables/{table.id}")["status"] == "running"
    assert entries_of(other, table)[: len(before)] == before
