"""`harena tables backup` and `restore`: whole copies while players go on, and tables that come back."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harena.commands.cli import main
from harena.server import schema
from server.conftest import fast_settings
from server.players import ask, problem_of
from server.rough import Seated, Site

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


@pytest.fixture
def said(site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """Exit code and output of `harena tables ...` over the site's database."""
    monkeypatch.setenv("HARENA_DATABASE", site.settings.database)
    monkeypatch.setenv("COLUMNS", "300")

    def say(*words: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["tables", *map(str, words)])
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out, told.err

    return say


def play(site: Site, table: Seated) -> None:
    asyncio.run(table.still_plays())


def rows(file: Path, what: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(file) as database:
        return database.execute(what).fetchall()


def test_a_backup_made_while_players_go_on_is_whole_and_can_be_played_on(
    site: Site, said: Said, tmp_path: Path
) -> None:
    tables = [site.seated() for _ in range(3)]
    going, moves = threading.Event(), 0

    def keep_playing() -> None:
        nonlocal moves
        while not going.is_set() and moves < 200:
            play(site, tables[moves % 3])
            moves += 1

    player = threading.Thread(target=keep_playing)
    player.start()
    try:
        before = rows(tmp_path / "tables.db", "SELECT table_id, number, body FROM entries")
        assert said("backup", tmp_path / "copy.db")[:2] == (0, said_of(tmp_path / "copy.db"))
    finally:
        going.set()
        player.join(60)
    copied = rows(tmp_path / "copy.db", "SELECT table_id, number, body FROM entries")
    assert set(before) <= set(copied), "everything from before is there"
    for table in tables:
        numbers = [row[1] for row in copied if row[0] == table.id]
        assert sorted(numbers) == list(range(len(numbers))), "and nothing halfway"
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))
    other = Site(fast_settings(tmp_path, database=f"sqlite:///{tmp_path / 'copy.db'}"))
    try:
        for table in tables:
            play(other, Seated(other, table.id, table.keys))
    finally:
        other.stop()


def said_of(file: Path) -> str:
    (tables,), (entries,) = rows(file, "SELECT count(*) FROM tables UNION ALL SELECT count(*) FROM entries")
    return f"The backup is in {file}: {tables} tables, {entries} entries.\n"


def test_a_deleted_table_comes_back_while_the_server_runs(site: Site, said: Said, tmp_path: Path) -> None:
    clock = {"kind": "bank", "seconds": 2, "increment": 0}
    gone = site.seated(clock=clock, out_of_time="loses")
    stays = site.seated()
    said("backup", tmp_path / "copy.db")
    with sqlite3.connect(tmp_path / "copy.db") as copy:  # as if it were an hour old
        for number, body in copy.execute("SELECT number, body FROM entries").fetchall():
            entry = json.loads(body)
            entry["at"] -= 3_600_000
            copy.execute("UPDATE entries SET body = ? WHERE body = ?", (json.dumps(entry).encode(), body))
            assert number >= 0
    play(site, stays)
    asyncio.run(forget(site, gone.id))
    assert problem_of(site.address, f"/api/tables/{gone.id}")[0] == 404
    kept = rows(tmp_path / "tables.db", f"SELECT * FROM entries WHERE table_id = '{stays.id}'")
    assert said("restore", tmp_path / "copy.db")[:2] == (0, "1 table brought back.\n")
    assert rows(tmp_path / "tables.db", f"SELECT * FROM entries WHERE table_id = '{stays.id}'") == kept
    play(site, gone)
    assert not any(seat["lost"] for seat in ask(site.address, f"/api/tables/{gone.id}")["seats"])
    assert said("restore", tmp_path / "copy.db")[1] == "0 tables brought back.\n"
    site.assert_sound()


async def forget(site: Site, table_id: str) -> None:
    """Delete a table, as somebody does by mistake; the server has it in memory no more."""
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        for name, column in (("entries", "table_id"), ("holders", "table_id"), ("tables", "id")):
            database.execute(f"DELETE FROM {name} WHERE {column} = ?", (table_id,))
    live = site.hub.live.pop(table_id)
    if live.timer is not None:
        live.timer.cancel()


def test_everything_goes_back_as_it_was_while_no_server_runs(site: Site, said: Said, tmp_path: Path) -> None:
    table = site.seated(clock={"kind": "move", "seconds": 100, "increment": 0})
    said("backup", tmp_path / "copy.db")
    before = rows(tmp_path / "tables.db", "SELECT * FROM entries")
    later = site.seated()
    code, _, err = said("restore", tmp_path / "copy.db", "--replace")
    assert (code, f"A server uses {tmp_path / 'tables.db'}. Stop it first." in err) == (2, True)
    site.stop()
    code, out, _ = said("restore", tmp_path / "copy.db", "--replace")
    (aside,) = tmp_path.glob("tables.db.before-*")
    assert (code, out) == (0, f"1 table brought back.\nThe database as it was before is in {aside}\n")
    assert rows(tmp_path / "tables.db", "SELECT * FROM entries") == before
    assert later.id in {row[0] for row in rows(aside, "SELECT id FROM tables")}
    site.start()
    play(site, table)
    assert problem_of(site.address, f"/api/tables/{later.id}")[0] == 404
    site.assert_sound()


def test_what_is_no_backup_changes_nothing(site: Site, said: Said, tmp_path: Path) -> None:
    site.seated()
    (tmp_path / "text").write_text("no database at all " * 99)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE x (y)")
    said("backup", tmp_path / "new.db")
    with sqlite3.connect(tmp_path / "new.db") as newer:
        newer.execute("UPDATE about SET value = ?", (str(schema.VERSION + 1),))
        newer.execute("UPDATE tables SET id = 'another'")
    before = rows(tmp_path / "tables.db", "SELECT * FROM entries")
    for name, sentence in (
        ("none.db", "there is no such backup"),
        ("text", "The database is damaged"),
        ("other.db", "is not a database of tables"),
        ("new.db", "was last used by a newer Harena"),
    ):
        code, _, err = said("restore", tmp_path / name)
        assert (code, sentence in " ".join(err.split())) == (2, True), err
    assert rows(tmp_path / "tables.db", "SELECT * FROM entries") == before
    assert "--overwrite replaces it" in said("backup", tmp_path / "new.db")[2]
    assert "needs a folder" in said("backup", tmp_path / "x.db", "--keep", "3")[2]
    assert "cannot be reached" in said("backup", tmp_path / "no" / "folder" / "x.db")[2]
    assert said("backup", tmp_path / "new.db", "--overwrite")[0] == 0
    assert not list(tmp_path.rglob("*.part"))


def test_a_folder_keeps_the_newest_backups(site: Site, said: Said, tmp_path: Path) -> None:
    site.seated()
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 5):
        (folder / f"tables-2020010{day}-000000.db").touch()
    (folder / "mine.db").touch()
    assert said("backup", folder, "--keep", "3")[0] == 0
    names = sorted(file.name for file in folder.iterdir())
    assert names[:3] == ["mine.db", "tables-20200103-000000.db", "tables-20200104-000000.db"]
    assert len(names) == 4


def test_a_backup_of_a_file_that_is_not_there_makes_nothing(tmp_path: Path, said: Said) -> None:
    code, _, err = said("backup", tmp_path / "x.db", "--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert (code, "there is no such database" in err) == (2, True)
    assert not (tmp_path / "x.db").exists()
    assert not (tmp_path / "none.db").exists()
