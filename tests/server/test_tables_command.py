"""`harena tables`: what a host sees, exports and deletes, also while a server uses the same file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import harena
from harena import client
from harena.client import Opened
from harena.commands.cli import main
from harena.core.errors import HarenaError
from harena.server.keeping import seconds_of
from server.conftest import RunningServer, run
from server.test_client import two_at_a_table

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(server: RunningServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """Exit code and output of `harena tables ...` over the server's database."""
    monkeypatch.setenv("HARENA_DATABASE", server.settings.database)
    monkeypatch.setenv("COLUMNS", "200")

    def say(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["tables", *words])
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out, told.err

    return say


def finished(server: RunningServer) -> Opened:
    """A table at which one has resigned."""

    async def talk() -> Opened:
        async with client.connect(server.address) as one:
            opened = await one.open_table("dawn_raid")
            keys = [(await one.sit(opened.id, seat, name, opened.invites[seat])).key for seat, name in NAMES]
            async with one.live(opened.id, keys[0]) as live:
                await live.resign()
            return opened

    return run(talk())


NAMES = ((0, "Ann"), (1, "Bo"))


def running(server: RunningServer) -> str:
    async def talk() -> str:
        async with client.connect(server.address) as one:
            return (await two_at_a_table(one))[0].id

    return run(talk())


def test_tables_are_listed_with_who_plays_and_since_when(server: RunningServer, said: Said) -> None:
    over, going = finished(server), running(server)
    code, out, _ = said()
    assert code == 0
    row = next(line for line in out.splitlines() if over.id in line)
    assert all(word in row for word in ("dawn_raid", "over", "Ann, Bo"))
    assert going in out
    assert over.id not in said("--status", "running")[1]
    code, _, err = said("--status", "lost")
    assert (code, "waiting, running, over" in err) == (2, True)


def test_at_60_columns_every_table_is_listed_whole(
    server: RunningServer, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    table = finished(server).id
    code, out, _ = said()
    assert code == 0
    assert " ".join(out.split()).startswith(f"{table} dawn_raid, over: Ann, Bo opened ")
    assert all(len(line) <= 60 for line in out.split("\n"))
    assert "…" not in out


def test_the_id_of_a_table_is_whole_also_on_a_narrow_terminal(
    server: RunningServer, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is what an export asks for."""
    going = running(server)
    monkeypatch.setenv("COLUMNS", "60")
    assert going in said()[1]


def test_the_record_of_a_finished_table_is_exported_and_holds(
    server: RunningServer, said: Said, tmp_path: Path
) -> None:
    opened, path = finished(server), tmp_path / "record.json"
    assert said("export", opened.id, str(path))[0] == 0
    assert harena.verify(harena.read_record(path), promise=opened.promise).holds


def test_the_record_of_a_running_table_is_exported_on_request_only(
    server: RunningServer, said: Said, tmp_path: Path
) -> None:
    going, path = running(server), tmp_path / "record.json"
    code, _, err = said("export", going, str(path))
    assert (code, path.exists()) == (2, False)
    assert "still going on" in err
    code, _, err = said("export", going, str(path), "--secret")
    assert code == 0
    assert "holds its secrets" in err
    assert harena.load(path).names == ["Player 0", "Player 1"]


def test_a_table_that_is_not_there_or_waits_has_no_record(server: RunningServer, said: Said) -> None:
    assert "There is no table" in said("export", "0" * 16)[2]

    async def talk() -> str:
        async with client.connect(server.address) as one:
            return (await one.open_table("dawn_raid")).id

    assert "still waits" in said("export", run(talk()))[2]


def test_old_tables_are_deleted_and_no_others(server: RunningServer, said: Said) -> None:
    over, going = finished(server), running(server)
    assert "0 tables deleted" in said("prune", "--older-than", "1m")[1]
    assert over.id in said("prune", "--older-than", "0m", "--dry-run")[1]
    assert over.id in said()[1], "a dry run deletes nothing"
    assert over.id in said("prune", "--older-than", "0m")[1]
    listed = said()[1]
    assert over.id not in listed
    assert going in listed, "a running game is not old because it is not over"


@pytest.mark.parametrize("span", ["", "30", "d", "-1d", "1.5d", "30y", "9999999d"])
def test_what_is_no_span_of_time_is_refused(span: str) -> None:
    with pytest.raises(HarenaError, match="A span of time looks like"):
        seconds_of(span)


def test_a_span_of_time_is_read() -> None:
    assert [seconds_of(span) for span in ("90m", "12h", "30d", "2w")] == [5400, 43200, 2592000, 1209600]


def test_a_database_that_is_not_there_is_not_made(said: Said, tmp_path: Path) -> None:
    code, _, err = said("--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert (code, "there is no such database" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("no database")
    assert "cannot be used" in said("--database", f"sqlite:///{tmp_path / 'text.db'}")[2]
    assert "A database is" in said("--database", "mysql://x")[2]
