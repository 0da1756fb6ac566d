"""Which names a server answers to, and what is for its operator alone."""

from __future__ import annotations

import socket
import stat
import sys
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from harena.commands import serve as command
from harena.core.errors import HarenaError
from harena.server import hosts
from harena.server.hosts import Hosts, checked_host, is_own, name_in
from harena.server.private import make_private
from harena.server.settings import Settings
from server.conftest import fast_settings, run
from server.rough import Site, greet

Make = Callable[..., Site]
EVIL = "evil.example"


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[Make]:
    made: list[Site] = []

    def make(**settings: Any) -> Site:
        made.append(Site(fast_settings(tmp_path, **settings)))
        return made[-1]

    yield make
    for site in made:
        site.stop()
        site.assert_sound()


# --- names


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost", "localhost"),
        ("LocalHost:8421", "localhost"),
        ("play.example.org.", "play.example.org"),
        ("192.168.1.5:80", "192.168.1.5"),
        ("[::1]:8421", "::1"),
        ("[fe80::1]", "fe80::1"),
        ("", ""),
        ("[", ""),
        ("a b", ""),
        ("x:y", ""),
        ("<script>", ""),
        ("a" * 300, ""),
    ],
)
def test_the_name_in_a_host_header(header: str, name: str) -> None:
    assert name_in(header) == name


OWN = [
    "localhost",
    "localhost:9",
    "me.localhost",
    "127.0.0.1",
    "127.8.8.8:80",
    "[::1]:8421",
    "203.0.113.7:8421",
]
FOREIGN = [
    EVIL,
    f"{EVIL}:8421",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "198.51.100.1",
    "",
    "[",
    "*",
]


def test_the_machines_own_names_and_addresses_are_answered_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Ann-PC.home.example")
    known = Hosts(Settings(""))
    for host in [*OWN, "ann-pc", "ann-pc.local:8421", "ann-pc.home.example", None]:
        assert known.answers(host, "203.0.113.7"), host
    for host in [*FOREIGN, "bob-pc.local", "ann-pc.evil.example"]:
        assert not known.answers(host, "203.0.113.7"), host


def test_an_operator_names_more() -> None:
    named = ("play.example.org", "10.9.8.7", "2001:db8::1", "*.games.example", "other.example:8443")
    known = Hosts(Settings("", hosts=named, origins=("https://friend.example",), host="table.lan"))
    answered = ["play.example.org", "PLAY.example.org:443", "10.9.8.7", "[2001:db8::1]:80", "a.games.example"]
    for host in [*answered, "other.example", "friend.example", "table.lan:8421"]:
        assert known.answers(host, ""), host
    for host in (EVIL, "example.org", "games.example", "xgames.example", "play.example.org.evil.example"):
        assert not known.answers(host, ""), host
    assert Hosts(Settings("", hosts=("*",))).answers(EVIL, "")


def test_an_address_is_the_machines_own_if_it_can_be_listened_at() -> None:
    for own in ("127.0.0.1", "127.1.2.3", "::1", "0.0.0.0"):
        assert is_own(ip_address(own)), own
    for other in ("198.51.100.1", "2001:db8::1", "224.0.0.1"):
        assert not is_own(ip_address(other)), other


@pytest.mark.parametrize("word", ["https://play.example.org", "a/b", "", "a b", "**", "*.", "<x>"])
def test_what_is_no_host_is_refused_at_the_start(word: str) -> None:
    with pytest.raises(HarenaError, match="--hosts takes a name or an address, like "):
        checked_host(word)
    assert checked_host(" Play.Example.org ") == "play.example.org"
    assert command.checked_host is checked_host


# --- at the door


def test_a_name_that_somebody_else_gave_this_machine_gets_no_answer(make_site: Make) -> None:
    """DNS rebinding: the page of evil.example, whose address is suddenly this machine's."""
    site = make_site()
    table, before = site.seated(), site.count("refused_host")
    paths = [
        "/",
        "/api/tables",
        "/api/mine",
        f"/api/tables/{table.id}",
        "/static/site.css",
        "/healthz",
        "/metrics",
    ]
    for path in paths:
        status, sentence = site.problem(path, host=f"{EVIL}:{site.settings.port}")
        assert (status, EVIL in sentence, "--hosts" in sentence) == (421, True, True)
    body = {"game": "dawn_raid", "seats": [{}, {}]}
    assert site.problem("/api/tables", body, host=EVIL, origin=f"http://{EVIL}")[0] == 421
    shake = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    shake += f"Sec-WebSocket-Key: {'x' * 22}==\r\nHost: {EVIL}\r\nOrigin: http://{EVIL}\r\n\r\n"
    answer = site.raw(f"GET /api/tables/{table.id}/live HTTP/1.1\r\n{shake}".encode())
    assert answer.startswith(b"HTTP/1.1 421")
    assert site.count("refused_host") == before + len(paths) + 2
    status, headers, page = site.ask("/", host=EVIL, accept="text/html")
    assert (status, headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert EVIL.encode() in page
    assert b"<script" not in site.ask("/", host="<script>x", accept="text/html")[2]


def test_named_hosts_and_their_pages_are_answered(make_site: Make) -> None:
    site = make_site(hosts=("play.example.org",))
    table = site.seated()
    assert site.ask("/", host="play.example.org")[0] == 200
    body = {"game": "dawn_raid", "seats": [{}, {}]}
    for host in ("play.example.org", "127.0.0.1"):  # a proxy may pass the name on, or not
        assert site.ask("/api/tables", body, host=host, origin="https://play.example.org")[0] == 201
        assert site.ask("/api/tables", body, host=host, origin="https://evil.example")[0] == 403

    async def talk() -> None:
        async with table.socket(origin="https://play.example.org") as socket:
            await greet(socket)

    run(talk())
    assert run(site.denied(table.id, origin="https://play.example.org.evil.example"))[0] == 403


def test_the_operator_hears_of_each_unknown_name_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "MOST_TOLD", 2)
    known = Hosts(Settings(""))
    for name in ("a.example", "a.example", "b.example", "c.example"):
        known.tell(name)
    assert [record.host for record in caplog.records if hasattr(record, "host")] == ["a.example", "b.example"]


# --- figures


def test_figures_are_for_the_operator(make_site: Make) -> None:
    site = make_site(metrics_token="a secret of mine", hosts=("play.example.org",))
    assert site.ask("/metrics")[0] == 200
    assert site.ask("/metrics", host="localhost")[0] == 200
    from_elsewhere = [
        {"x_forwarded_for": "192.0.2.1"},  # through a proxy, which is on the same machine
        {"forwarded": "for=192.0.2.1"},
        {"host": "play.example.org"},
    ]
    for headers in from_elsewhere:
        status, sentence = site.problem("/metrics", **headers)
        assert (status, "for the host" in sentence) == (403, True)
        assert site.ask("/metrics", authorization="Bearer a secret of mine", **headers)[0] == 200
        assert site.ask("/metrics", authorization="Bearer ", **headers)[0] == 403
        assert site.ask("/metrics", authorization="Bearer another", **headers)[0] == 403


def test_without_a_token_no_token_opens_anything(make_site: Make) -> None:
    site = make_site()
    assert site.ask("/metrics", authorization="Bearer ", x_forwarded_for="192.0.2.1")[0] == 403


# --- the database


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_the_database_is_private_and_so_is_all_beside_it(make_site: Make) -> None:
    site = make_site()
    site.seated()
    folder = Path(site.settings.database.removeprefix("sqlite:///")).parent
    names = ("tables.db", "tables.db-wal", "tables.db-shm")
    assert [rights(folder / name) for name in names] == [0o600] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    for ending in ("", "-wal", "-shm"):
        file = tmp_path / f"tables.db{ending}"
        file.write_bytes(b"as it was")
        file.chmod(0o664)
    make_private(database)
    assert {rights(file) for file in tmp_path.iterdir()} == {0o600}
    assert database.read_bytes() == b"as it was"
