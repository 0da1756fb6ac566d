"""A table with a pack of the house: it keeps its content, whatever becomes of the folder or the server."""

from __future__ import annotations

import asyncio
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from example.high_card import GAME as HIGH_CARD
from harena.client import Server
from harena.core.errors import RecordError
from harena.core.record import PackMark, Record, parse_record
from harena.core.registry import find
from harena.core.replaying import replay
from harena.server.keeping import looking_at, record_from
from server.conftest import RunningServer, fast_settings, run
from server.crash_server import nursery
from server.houses import CARD, NEW_CARD, high_card, house_pack, rename
from server.players import Opened, Player, ask, open_table, problem_of
from server.test_restart import settings_in, wait_until
from server.truth import compare

RAID = "dawn_raid"
Make = Callable[..., RunningServer]


def post(address: str, path: str, body: bytes) -> Any:
    request = urllib.request.Request(address + path, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return msgspec.json.decode(response.read())


def play_on(server: RunningServer, table: Opened, seats: tuple[int, ...] = (0, 1)) -> list[Player]:
    """Play a table to its end."""
    players = [Player(lambda: server.address, table, seat, seat) for seat in seats]

    async def all_of_them() -> None:
        await asyncio.gather(*(player.play() for player in players))

    run(all_of_them())
    return players


def record_at(server: RunningServer, table_id: str) -> Record:
    with urllib.request.urlopen(f"{server.address}/api/tables/{table_id}/record") as response:
        return parse_record(response.read())


def test_a_table_names_its_pack_and_is_played_against_a_bot_with_it(
    make_server: Make, tmp_path: Path
) -> None:
    folder = house_pack(tmp_path / "packs").parent
    server = make_server(packs=(str(folder),))
    offered = {game["name"]: game["packs"] for game in ask(server.address, "/api/games")}
    assert [pack["name"] for pack in offered[RAID]] == ["standard", "mine"]
    table = open_table(server.address, RAID, ["person", "easy"], pack="mine")
    seen = ask(server.address, f"/api/tables/{table.id}")
    own = find(RAID).pack(folder / "mine")
    assert seen["pack"] == {"name": "mine", "title": own.title, "digest": own.digest}
    assert seen["setup"]["pack"] == "mine"
    assert ["Pack", own.title] in seen["setup"]["words"]
    play_on(server, table, (0,))
    record = record_at(server, table.id)
    assert (record.pack.name, record.pack.digest) == ("mine", own.digest)
    assert replay(record, own).over
    standard = open_table(server.address, RAID, ["person", "easy"])
    listed = {one["id"]: one["pack"] for one in ask(server.address, "/api/tables")["running"]}
    assert listed[standard.id] == ""
    assert ask(server.address, f"/api/tables/{standard.id}")["pack"]["name"] == "standard"


def test_nothing_changes_under_a_table_when_its_folder_does(make_server: Make, tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    old = find(RAID).pack(pack)
    server = make_server(packs=(str(pack.parent),))
    table = open_table(server.address, RAID, ["person", "person"], pack="mine")
    rename(pack, NEW_CARD, "Other Mob")
    new = find(RAID).pack(pack)
    other = open_table(server.address, RAID, ["person", "person"], pack="mine")
    assert ask(server.address, f"/api/tables/{other.id}")["pack"]["digest"] == new.digest
    server.stop()
    shutil.rmtree(pack)
    server.start()
    assert ask(server.address, f"/api/tables/{table.id}")["pack"]["digest"] == old.digest
    play_on(server, table)
    record = record_at(server, table.id)
    assert record.pack.digest == old.digest
    assert replay(record, old).over
    assert problem_of(server.address, "/api/tables", {"game": RAID, "seats": [], "pack": "mine"}) == (
        400,
        "pack: Dawn Raid has no pack 'mine' here. There are: standard.",
    )


def test_a_rematch_is_played_with_the_same_content(make_server: Make, tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    old = find(RAID).pack(pack)
    server = make_server(packs=(str(pack.parent),))

    async def again() -> str:
        one = Server(server.address)
        opened = await one.open_table(RAID, ["person", "bot:easy"], pack="mine")
        place = await one.sit(opened.id, 0, "Ann", opened.invites[0])
        async with one.live(opened.id, [place.key]) as live:
            await live.resign()
            rename(pack, NEW_CARD, "Other Mob")
            await live.rematch()
            return (await live.until(lambda sight: bool(sight.rematch))).rematch

    following = run(again())
    assert ask(server.address, f"/api/tables/{following}")["pack"]["digest"] == old.digest


def test_a_record_is_replayed_where_its_pack_is_and_elsewhere_it_is_said_what_is_missing(
    make_server: Make, tmp_path: Path
) -> None:
    pack = house_pack(tmp_path / "packs")
    server = make_server(packs=(str(pack.parent),))
    table = open_table(server.address, RAID, ["person", "person"], pack="mine")
    play_on(server, table)
    record = record_at(server, table.id)
    body = msgspec.json.encode(record)
    rename(pack, NEW_CARD, "Other Mob")  # tables keep what the folder has not any more
    server.stop()
    server.start()
    story = post(server.address, "/api/replay", body)
    assert story["status"] == "over"
    assert story["pack"]["name"] == "mine"
    assert post(server.address, "/api/verify", body)["holds"]
    assert "<svg" in post(server.address, "/api/replay/3", body)["picture"]
    asked = ask(server.address, f"/api/tables/{table.id}/counsel?move=2")
    assert len(asked["chances"]) == 2
    elsewhere = RunningServer(fast_settings(tmp_path, database=f"sqlite:///{tmp_path / 'other.db'}"))
    try:
        sentence = f"a pack that this site does not have: 'mine', digest {record.pack.digest[:12]}."
        with pytest.raises(urllib.error.HTTPError) as refused:
            post(elsewhere.address, "/api/replay", body)
        assert sentence in refused.value.read().decode()
        verdict = post(elsewhere.address, "/api/verify", body)
        assert not verdict["holds"]
        assert sentence in verdict["sentence"]
    finally:
        elsewhere.stop()
    with pytest.raises(RecordError, match="the pack 'mine', which does not come with the game"):
        replay(record)


def test_a_host_exports_the_record_of_a_table_with_a_pack_of_the_house(
    make_server: Make, tmp_path: Path
) -> None:
    pack = house_pack(tmp_path / "packs")
    server = make_server(packs=(str(pack.parent),))
    table = open_table(server.address, RAID, ["person", "person"], pack="mine")

    async def export() -> Record:
        async with looking_at(server.settings.database) as store:
            return await record_from(store, table.id, secret=True)

    assert run(export()).pack.name == "mine"


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        ("nowhere", "Dawn Raid has no pack 'nowhere' here."),
        ("../packs/mine", "Dawn Raid has no pack '../packs/mine' here."),
        ("fight", "'fight' is a pack for Combat Arena, not for Dawn Raid."),
        ("standard+mine", "packs of Dawn Raid cannot be mixed."),
        ("x" * 300, "This table cannot be set up like this"),
        (7, "This table cannot be set up like this"),
    ],
)
def test_a_pack_that_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, make_server: Make, pack: Any, sentence: str
) -> None:
    house_pack(tmp_path / "packs", "mine")
    house_pack(tmp_path / "packs", "fight", "combat_arena")
    server = make_server(packs=(str(tmp_path / "packs"),))
    body = {"game": RAID, "seats": [{"kind": "person"}, {"kind": "person"}], "pack": pack}
    status, told = problem_of(server.address, "/api/tables", body)
    assert status == 400
    assert sentence in told


def test_killed_servers_go_on_with_a_pack_of_the_house_although_its_folder_is_gone(tmp_path: Path) -> None:
    pack = house_pack(tmp_path / "packs")
    settings = {**settings_in(tmp_path), "packs": [str(tmp_path / "packs")]}

    async def kill_in_mid_game() -> list[Player]:
        server = await asyncio.to_thread(lambda: servers.start(**settings))
        table = open_table(server.address, RAID, ["person", "easy"], pack="mine")
        players = [Player(lambda: server.address, table, seat, 1) for seat in (0, None)]
        tasks = [asyncio.create_task(player.play()) for player in players]
        await wait_until(lambda: len(players[0].told.tables) > 6 or players[0].over)
        server.kill()
        shutil.rmtree(pack)
        server = await asyncio.to_thread(lambda: servers.start(**settings))
        await wait_until(lambda: all(player.over for player in players))
        await asyncio.gather(*tasks)
        return players

    with nursery(tmp_path) as servers:
        players = run(kill_in_mid_game())
    counts = compare(players, settings["database"])
    assert counts["done"] > 3
    assert CARD not in str(players[0].told.tables[-1])


def test_joined_packs_are_played_replayed_and_found_again_by_their_parts(
    make_server: Make, tmp_path: Path
) -> None:
    high_card(tmp_path / "packs", "mine")
    server = make_server(packs=(str(tmp_path / "packs"),), painters=0)
    joined = HIGH_CARD.pack(f"standard+{tmp_path / 'packs' / 'mine'}")
    games = {game["name"]: game for game in ask(server.address, "/api/games")}
    assert (games["high_card"]["joins"], games[RAID]["joins"]) == (True, False)
    table = open_table(server.address, "high_card", ["person", "person"], pack="standard+mine")
    assert ask(server.address, f"/api/tables/{table.id}")["pack"] == {
        "name": "mine+standard",
        "title": "Mine + Twelve cards",
        "digest": joined.digest,
    }
    server.stop()
    shutil.rmtree(tmp_path / "packs" / "mine")
    server.start()
    play_on(server, table)
    record = record_at(server, table.id)
    assert (record.pack.name, record.pack.digest) == ("mine+standard", joined.digest)
    server.stop()
    server.start()  # so that nothing is remembered of the table
    story = post(server.address, "/api/replay", msgspec.json.encode(record))
    assert story["pack"]["digest"] == joined.digest
    wrong = msgspec.structs.replace(record, pack=PackMark("standard+other", joined.digest)).sealed()
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(server.address, "/api/replay", msgspec.json.encode(wrong))
    assert "'standard+other', digest" in refused.value.read().decode()
