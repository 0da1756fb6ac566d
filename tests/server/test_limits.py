"""Limits by address, by connection and by table; who comes from where; headers on every answer."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harena.server import doors, rulings
from harena.server import http as server_http
from harena.server.http import SAFE_HEADERS, household, safe_headers
from harena.server.limits import MOST_ADDRESSES, Bucket, Buckets, Rate
from harena.server.rulings import LONGEST_GAME, LONGEST_TALK, MOST_UNDONE, RefusedError
from server.conftest import NO_LIMITS, fast_settings, run, wait_until
from server.made_up import Noted
from server.rough import Site, greet, hear

SLOW = 0.0001  # so few a second that none comes back during a test
NOBODY = "0" * 16
Make = Callable[..., Site]


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[Make]:
    """Makes a site with a few limits of its own, and none otherwise."""
    made: list[Site] = []

    def make(**limits: Any) -> Site:
        settings = {name: limits.pop(name) for name in ("trust_proxy", "origins") if name in limits}
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Site(fast_settings(folder, limits=replace(NO_LIMITS, **limits), **settings)))
        return made[-1]

    yield make
    for site in made:
        site.stop()
        site.assert_sound()


# --- buckets


def test_a_bucket_gives_a_burst_and_then_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=0.0)
    monkeypatch.setattr("harena.server.limits.time", clock)
    bucket = Bucket(Rate(3, 2))
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_looking_into_a_bucket_takes_nothing() -> None:
    buckets = Buckets(Rate(1, SLOW))
    assert buckets.has("here")
    assert buckets.has("here")
    assert buckets.take("here")
    assert not buckets.has("here")
    assert buckets.has("elsewhere")


def test_only_so_many_addresses_are_remembered() -> None:
    buckets = Buckets(Rate(1, SLOW))
    for number in range(MOST_ADDRESSES + 10):
        buckets.take(str(number))
    assert len(buckets._by_address) == MOST_ADDRESSES


def test_a_house_shares_one_limit() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1") == "2001:db8::/64"
    assert household("2001:db8:0:1::1") != household("2001:db8::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("unknown") == "unknown"


# --- by address


def test_who_asks_too_much_of_interface_or_pages_waits(make_site: Make) -> None:
    site = make_site(requests=Rate(4, SLOW))
    requests, connections = site.count("refused_requests"), site.count("refused_connections")
    paths = ["/", "/api/games", "/start/dawn_raid/fitted", "/scenes/dawn_raid.svg"]
    assert [site.ask(path)[0] for path in paths] == [200] * 4
    for path in [*paths, "/t/x", "/nowhere", f"/api/tables/{NOBODY}", "/api/mine", "/rules/dawn_raid"]:
        assert site.problem(path) == (429, "Too many requests from your address; wait a moment.")
    assert site.problem("/api/tables", {})[0] == 429
    status, headers, content = site.ask("/", accept="text/html")
    assert (status, headers["content-type"]) == (429, "text/html; charset=utf-8")
    assert b"wait a moment" in content
    assert site.ask("/static/site.css")[0] == 200, "a page that was let in gets its files"
    assert run(site.denied(NOBODY))[0] == 429
    assert site.count("refused_requests") == requests + 11
    assert site.count("refused_connections") == connections + 1
    assert site.ask("/healthz")[0] == 200, "the host can always look"


def test_probes_are_counted_apart_and_a_flood_of_them_takes_one_look_at_the_database(
    make_site: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harena.server.probing.HOLDS", 1e9)
    site = make_site(probes=Rate(6, SLOW), trust_proxy=True)
    looks, servers = 0, site.hub.store.servers

    async def counted() -> dict[str, int]:
        nonlocal looks
        looks += 1
        return await servers()

    monkeypatch.setattr(site.hub.store, "servers", counted)
    for path in ("/healthz", "/readyz") * 3:
        assert site.ask(path, x_forwarded_for="192.0.2.9")[0] == 200
    assert looks == 1
    for path in ("/healthz", "/readyz"):
        refused = site.problem(path, x_forwarded_for="192.0.2.9")
        assert refused == (429, "Too many requests from your address; wait a moment.")
        assert site.ask(path, x_forwarded_for="192.0.2.1")[0] == 200, "the operator can look"
    assert site.ask("/", x_forwarded_for="192.0.2.9")[0] == 200


def test_who_asks_too_much_waits_for_the_refusal_and_nobody_else_does(
    make_site: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_http, "HELD_BACK", 0.4)
    site = make_site(requests=Rate(1, SLOW), files=Rate(1, SLOW))
    for path, accept in (("/api/games", ""), ("/", "text/html"), ("/static/site.css", "")):
        site.ask(path)
        began = time.monotonic()
        assert site.ask(path, accept=accept)[0] == 429
        assert time.monotonic() - began >= 0.4
    answered = []
    with line_to(site) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        for _ in range(3):
            answered.append(site.ask("/healthz")[0])
        assert line.recv(1000).startswith(b"HTTP/1.1 429")
    assert answered == [200] * 3


def test_table_ids_cannot_be_guessed_for_long(make_site: Make) -> None:
    site = make_site(misses=Rate(5, SLOW))
    real = site.open()["id"]
    misses, guesses = site.count("misses"), site.count("refused_guesses")
    assert site.ask(f"/api/tables/{real}")[0] == 200
    statuses = [site.ask(f"/api/tables/{guess:016x}")[0] for guess in range(12)]
    assert statuses == [404] * 5 + [429] * 7
    status, sentence = site.problem(f"/api/tables/{real}")
    assert (status, sentence) == (
        429,
        "Too many requests for tables that do not exist; wait a moment.",
    ), "a right guess must not stand out among wrong ones"
    assert run(site.denied(real)) == (status, sentence)
    assert site.count("misses") == misses + 5
    assert site.count("refused_guesses") == guesses + 9


def test_a_guess_over_the_socket_counts_too(make_site: Make) -> None:
    site = make_site(misses=Rate(3, SLOW))
    assert run(site.denied(NOBODY)) == (404, "There is no such table.")
    assert run(site.denied("x")) == (404, "There is no such table.")
    assert site.ask(f"/api/tables/{NOBODY}/record")[0] == 404
    assert run(site.denied(NOBODY))[0] == 429


def test_invitations_cannot_be_guessed_for_long(make_site: Make) -> None:
    site = make_site(misses=Rate(5, SLOW))
    made = site.open()
    path = f"/api/tables/{made['id']}/sit"
    statuses = [site.ask(path, {"seat": 0, "invite": f"guess {guess}"})[0] for guess in range(9)]
    assert statuses == [409] * 5 + [429] * 4
    assert site.ask(path, {"seat": 0, "invite": made["invites"]["0"]})[0] == 429


def test_keys_cannot_be_guessed_for_long(make_site: Make) -> None:
    site = make_site(misses=Rate(3, SLOW))
    table = site.seated()

    async def talk() -> None:
        for guess in range(3):
            async with table.socket() as socket:
                assert (await greet(socket, f"guess {guess}"))["yours"] == []
        assert (await site.denied(table.id))[0] == 429

    run(talk())
    path = f"/api/tables/{table.id}/stand_up"
    assert site.problem(path, {"seat": 0, "key": "guess"})[0] == 429


def test_a_guess_that_is_one_too_many_is_the_last_of_an_open_connection(make_site: Make) -> None:
    site = make_site(misses=Rate(1, SLOW))
    table = site.seated()

    async def talk() -> None:
        async with table.socket() as first, table.socket() as second:
            await greet(first, "guess")
            await second.send('{"type": "hello", "keys": ["another"]}')
            assert "Too many wrong guesses" in (await hear(second, "bye"))["text"]
            await second.wait_closed()
            assert second.close_code == 1008

    run(talk())


def test_an_address_opens_so_many_tables(make_site: Make) -> None:
    site = make_site(tables=Rate(2, SLOW))
    site.open()
    site.open()
    body = {"game": "dawn_raid", "seats": [{}, {}]}
    assert site.problem("/api/tables", body) == (429, "You have opened many tables just now; wait a little.")


def test_an_address_has_so_many_connections_at_a_time(make_site: Make) -> None:
    site = make_site(connections=2)
    table, before = site.seated(), site.count("refused_connections")

    async def talk() -> None:
        async with table.socket() as one:
            await greet(one)
            async with table.socket():  # one that never says hello counts too
                assert await site.denied(table.id) == (
                    429,
                    "Too many connections from your address; wait a moment.",
                )
            await wait_until(lambda: site.api.connections.total() == 1)
            async with table.socket() as another:
                await greet(another)

    run(talk())
    assert site.count("refused_connections") == before + 1


def line_to(site: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", site.settings.port), 10)


def test_an_address_cannot_fill_a_server_with_connections_that_say_nothing(make_site: Make) -> None:
    site = make_site(sockets=5)
    before = site.count("refused_sockets")
    run(wait_until(lambda: site.lines() == 0))
    silent = [line_to(site) for _ in range(3)]
    half = [line_to(site) for _ in range(2)]
    for line in half:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
    run(wait_until(lambda: site.lines() == 5))
    status, sentence = site.problem("/healthz")
    assert (status, sentence) == (429, "Too many connections from your address; wait a moment.")
    for line in (*silent, *half):
        line.close()
    run(wait_until(lambda: site.lines() == 0))
    assert site.ask("/healthz")[0] == 200
    assert site.count("refused_sockets") == before + 1


def test_connections_that_play_are_counted_elsewhere(make_site: Make) -> None:
    site = make_site(sockets=2, connections=9)
    table = site.seated()

    async def talk() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(6):
                await greet(await stack.enter_async_context(table.socket()))

    run(talk())


def test_behind_a_proxy_all_come_from_one_address(make_site: Make) -> None:
    site = make_site(sockets=1, trust_proxy=True)
    with line_to(site), line_to(site):
        assert site.ask("/healthz")[0] == 200


def served(line: http.client.HTTPConnection) -> bool:
    line.request("GET", "/healthz")
    return line.getresponse().read() == b"ok\n"


def test_who_connects_and_says_nothing_is_let_go(make_site: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "REQUEST_WITHIN", 2.0)
    site = make_site()
    before = site.count("refused_silence")
    busy = http.client.HTTPConnection("127.0.0.1", site.settings.port, timeout=90)
    with line_to(site) as silent, line_to(site) as half:
        half.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        assert served(busy)
        for line in (silent, half):
            line.settimeout(30)
            with contextlib.suppress(ConnectionResetError):
                assert line.recv(10) == b""
        assert served(busy), "who has asked may ask again"
    busy.close()
    assert site.count("refused_silence") == before + 2


# --- by connection


def test_a_flood_is_told_so_message_by_message_and_then_ended(make_site: Make) -> None:
    site = make_site(messages=Rate(5, SLOW), strikes=3)
    table = site.seated()
    before = site.count("refused_flood")

    async def talk() -> None:
        async with table.socket() as flood, table.socket() as calm:
            await greet(flood, table.keys[0])
            await greet(calm, table.keys[1])
            for number in range(9):
                await flood.send(json.dumps({"type": "say", "text": "x", "request": f"m{number}"}))
            told = [await hear(flood, "done", "refused", "bye") for _ in range(8)]
            assert [one["type"] for one in told[:7]] == ["done"] * 5 + ["refused"] * 2
            assert [one["request"] for one in told[5:7]] == ["m5", "m6"]
            assert told[5]["text"] == "Too many messages; wait a moment."
            assert told[7]["type"] == "bye" or "That is enough" in (await hear(flood, "bye"))["text"]
            await calm.send(json.dumps({"type": "say", "text": "peace", "request": "c"}))
            assert (await hear(calm, "done", "refused"))["type"] == "done", "others may go on"

    run(talk())
    assert site.count("refused_flood") == before + 3


# --- by table


def test_a_crowd_fills_a_table_but_never_keeps_its_players_out(make_site: Make) -> None:
    site = make_site(watchers=2)
    table, before = site.seated(), site.count("refused_watchers")

    async def talk() -> None:
        async with table.socket() as one, table.socket() as two, table.socket() as three:
            await greet(one)
            await greet(two)
            await three.send('{"type": "hello"}')
            assert (await hear(three, "bye"))["text"] == "Too many people are watching this table."
            async with table.socket() as left, table.socket() as right, table.socket() as again:
                assert (await greet(left, table.keys[0]))["yours"] == [0]
                assert (await greet(right, table.keys[1]))["yours"] == [1]
                await again.send(json.dumps({"type": "hello", "keys": [table.keys[1]]}))
                await hear(again, "bye")
        async with site.seated().socket() as elsewhere:
            await greet(elsewhere)

    run(talk())
    assert site.count("refused_watchers") == before + 2


def test_a_table_that_was_talked_full_still_notes_who_comes_and_goes() -> None:
    noted = Noted().sit_all()
    noted.table.number += LONGEST_TALK
    with pytest.raises(RefusedError, match="only the game goes on"):
        rulings.say(noted.table, 3000, 0, "hello")
    assert rulings.come(noted.table, 3000, 0, "server")


def test_sitting_down_and_standing_up_has_an_end() -> None:
    noted = Noted(("open", "open"))
    noted.note(rulings.sit(noted.table, 2000, 0, "Ann", "key", "seed"))
    assert rulings.stand_up(noted.table, 2000, 0, "key")
    noted.table.number += LONGEST_GAME
    with pytest.raises(RefusedError, match="Too much"):
        rulings.stand_up(noted.table, 3000, 0, "key")
    assert rulings.sit(noted.table, 3000, 1, "Bob", "key", "seed"), "but the game can begin"


def test_taking_back_has_an_end() -> None:
    noted = Noted(practice=True).sit_all()
    seat = noted.act(3000).seat
    assert rulings.take_back(noted.table, 3000, seat, noted.table.moves)
    noted.table.number += MOST_UNDONE
    with pytest.raises(RefusedError, match="what is done is done"):
        rulings.take_back(noted.table, 3000, seat, noted.table.moves)


def test_who_has_agreed_to_a_bot_need_not_say_so_again() -> None:
    options = {"players": 3}
    noted = Noted(("person",) * 3, game="combat_arena", options=options, grace=0).sit_all()
    for seat in (0, 1):
        noted.note(rulings.come(noted.table, 3000, seat, "server"))
    noted.note(rulings.agree(noted.table, 3000, 0, 2, gone=True))
    with pytest.raises(RefusedError, match="You have already agreed"):
        rulings.agree(noted.table, 3000, 0, 2, gone=True)


# --- tables to watch


def listed(site: Site) -> list[str]:
    return [table["id"] for table in json.loads(site.ask("/api/tables")[2])["running"]]


def test_games_that_all_have_left_are_no_tables_to_watch(
    make_site: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site()
    old, new = site.seated(), site.seated()
    assert set(listed(site)) == {old.id, new.id}
    closed = site.seated(spectators=False)
    assert closed.id not in listed(site)
    site.hub.live[old.id].table.changed_at -= 11 * 60 * 1000
    assert listed(site) == [new.id]
    monkeypatch.setattr("harena.server.lists.MOST_LISTED", 1)
    site.hub.live[new.id].table.changed_at -= 11 * 60 * 1000
    assert listed(site) == []

    async def talk() -> None:
        async with old.socket() as socket:
            await greet(socket, old.keys[0])
            await socket.send('{"type": "say", "text": "back", "request": "b"}')
            await hear(socket, "done")
            site.hub.live[old.id].table.changed_at -= 11 * 60 * 1000
            assert await asyncio.to_thread(listed, site) == [old.id], "old, but somebody is there"

    run(talk())


# --- who comes from where


def test_pages_of_another_site_can_do_nothing(make_site: Make) -> None:
    site = make_site(origins=("https://friend.example",))
    table, before = site.seated(), site.count("refused_origin")
    made = site.open()
    foreign = ["https://evil.example", "null", "", f"{site.address}.evil.example", f"{site.address}:1", "x"]
    for origin in foreign:
        for path in ("/api/tables", f"/api/tables/{made['id']}/sit", f"/api/tables/{made['id']}/stand_up"):
            assert site.problem(path, {}, origin=origin) == (403, "Pages of other sites cannot do this.")
        assert run(site.denied(table.id, origin=origin)) == (403, "Pages of other sites cannot connect.")
    assert site.count("refused_origin") == before + 4 * len(foreign)

    async def talk() -> None:
        for origin in (site.address, "https://friend.example"):
            async with table.socket(origin=origin) as socket:
                await greet(socket)

    run(talk())
    assert site.ask("/api/tables", {"game": "dawn_raid", "seats": [{}, {}]}, origin=site.address)[0] == 201


def test_what_a_proxy_says_of_addresses_is_believed_only_if_so_set(make_site: Make) -> None:
    for trust, expected in ((False, 429), (True, 200)):
        site = make_site(requests=Rate(2, SLOW), trust_proxy=trust)
        for _ in range(2):
            assert site.ask("/api/games", x_forwarded_for="192.0.2.1")[0] == 200
        assert site.ask("/api/games", x_forwarded_for="192.0.2.2")[0] == expected
        same = "192.0.2.9, 192.0.2.1"  # the first is what the visitor claims, the last what the proxy saw
        assert site.ask("/api/games", x_forwarded_for=same)[0] == 429


def test_the_cookie_is_for_this_site_and_no_script_and_secure_behind_https(make_site: Make) -> None:
    for trust, proto, secure in ((False, "https", False), (True, "https", True), (True, "http", False)):
        site = make_site(trust_proxy=trust)
        made = site.open()
        body = {"seat": 0, "invite": made["invites"]["0"]}
        _, headers, _ = site.ask(f"/api/tables/{made['id']}/sit", body, x_forwarded_proto=proto)
        cookie = SimpleCookie(headers["set-cookie"])["harena"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "lax"
        assert cookie["path"] == "/"
        assert bool(cookie["secure"]) is secure
        assert len(cookie.value) >= 22


# --- headers

EVERYWHERE = [
    ("GET", "/"),
    ("GET", "/t/0123456789abcdef"),
    ("GET", "/t/x"),
    ("GET", "/nowhere"),
    ("GET", "/rules/dawn_raid"),
    ("GET", "/start/chess"),
    ("GET", "/static/site.css"),
    ("GET", "/static/nothing.js"),
    ("GET", "/scenes/dawn_raid.svg"),
    ("GET", "/api/games"),
    ("GET", f"/api/tables/{NOBODY}"),
    ("POST", "/api/tables"),
    ("PUT", "/api/tables"),
    ("OPTIONS", "/"),
    ("HEAD", "/"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
]


def test_every_answer_has_the_headers_that_keep_a_page_safe(make_site: Make) -> None:
    site = make_site()
    for method, path in EVERYWHERE:
        status, headers, _ = site.ask(path, method=method)
        for name, value in safe_headers(headers.get("content-type", "")).items():
            assert headers.get(name) == value, (method, path, status, name)
        assert "server" not in headers, "nobody need know what it runs on"
    policy = SAFE_HEADERS["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self'"
    assert "http" not in policy


def test_only_scripts_and_style_sheets_go_without_what_documents_alone_heed(make_site: Make) -> None:
    site = make_site()
    for path in ("/static/site.css", "/static/table.js"):
        headers = site.ask(path)[1]
        assert "content-security-policy" not in headers
        assert headers["x-content-type-options"] == "nosniff", "so that nobody takes it for a page"
    for path in ("/", "/static/nothing.js", "/scenes/dawn_raid.svg", "/api/games"):
        assert SAFE_HEADERS.items() <= dict(site.ask(path)[1]).items(), path


def test_every_page_says_whose_project_it_is(make_site: Make) -> None:
    site = make_site()
    for path in ("/", "/start/dawn_raid", "/t/0123456789abcdef", "/rules/combat_arena", "/nowhere"):
        text = site.ask(path, accept="text/html")[2].decode()
        footer = text.partition("<footer>")[2].partition("</footer>")[0]
        assert "unofficial, non-commercial fan project; trademarks belong to their owners" in footer, path


def test_what_is_said_over_http_comes_in_time_or_not_at_all() -> None:
    assert 5 <= server_http.BODY_WITHIN <= 60
