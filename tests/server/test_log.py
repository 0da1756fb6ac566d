"""What a host's log holds: faults and where, and never a secret, a name or a word of chat."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from harena import client
from harena.client import RefusedError
from server.conftest import fast_settings, free_port, run
from server.players import ask, problem_of
from server.rough import TWO, Site

LONG = re.compile(r"\b[0-9a-f]{64}\b")  # seeds and hashes are so long


def test_not_even_the_trace_of_a_fault_tells_a_seed_or_a_secret(tmp_path: Path) -> None:
    site = Site(fast_settings(tmp_path))
    try:
        site.open()
        with sqlite3.connect(tmp_path / "tables.db") as database:
            database.execute("ALTER TABLE tables RENAME TO elsewhere")
            database.execute("ALTER TABLE holders RENAME TO nowhere")
        failed = (500, "Something went wrong here; it has been noted.")
        assert site.problem("/api/tables", {"game": "dawn_raid", "seats": TWO}) == failed
        assert site.problem("/api/mine", cookie="harena=a-cookie-of-somebody") == failed
    finally:
        site.stop()
    noted = "\n".join(site.forget_troubles())
    assert "no such table: tables" in noted, "the host is told what is wrong"
    assert not LONG.findall(noted)
    assert "a-cookie-of-somebody" not in noted


@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_whole_evening_leaves_no_secret_in_the_log(tmp_path: Path, form: str) -> None:
    """Games, floods, wrong keys and a broken database, at a server as a host runs it."""
    port, log = free_port(), tmp_path / "log"
    address = f"http://127.0.0.1:{port}"
    words = ["serve", "--no-open", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    words += ["--log-json"] if form == "json" else []
    code = "from harena.commands.cli import main; main()"
    with log.open("w") as out:
        process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=out, stderr=out)
    try:
        wait_for(address)
        secrets = run(an_evening(address))
        with sqlite3.connect(tmp_path / "tables.db") as database:
            seeds = [row[0] for row in database.execute("SELECT server_seed FROM tables")]
            database.execute("ALTER TABLE tables RENAME TO elsewhere")
        assert problem_of(address, "/api/tables", {"game": "dawn_raid", "seats": TWO})[0] == 500
    finally:
        process.terminate()
        process.wait(20)
    written = log.read_text()
    assert "a request failed" in written, "the fault at the end is there"
    assert "server started" in written
    assert "server stopped" in written
    for secret in [*secrets, *seeds]:
        assert secret not in written
    assert not LONG.findall(written)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            ask(address, "/api/games")
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server does not start")


async def an_evening(address: str) -> list[str]:
    """What must be in no log: keys, invitations, seeds, names, chat, the table's id."""
    async with client.connect(address) as server:
        opened = await server.open_table("dawn_raid")
        places: list[Any] = []
        for seat, name in ((0, "Annabella"), (1, "Bartholomew")):
            places.append(
                await server.sit(opened.id, seat, name, opened.invites[seat], seed=f"seed of {name}")
            )
        for wrong in ("a-key-that-does-not-fit", places[0].key[:-1]):
            async with server.live(opened.id, wrong) as stranger:
                with pytest.raises(RefusedError):
                    await stranger.act("an action nobody knows")
        async with server.live(opened.id, places[0].key) as live:
            await live.say("a word between us")
            with pytest.raises(RefusedError):
                await live.act("another action nobody knows")
            await live.resign()
        seats = ["person", "bot:easy", "friend", "bot:easy"]
        team = await server.open_table("combat_arena", seats, options={"variant": "brothers"})
        places += [await server.sit(team.id, seat, "Carolina", team.invites[seat]) for seat in (0, 2)]
        async with server.live(team.id, places[-1].key) as live:
            await live.say("a word to my team", to="team")
    keys = [place.key for place in places]
    return [
        *keys,
        *opened.invites.values(),
        "Annabella",
        "Bartholomew",
        "seed of",
        *team.invites.values(),
        "Carolina",
        "a word between us",
        "a word to my team",
        opened.id,
    ]
