"""The HTTP interface: good requests do what they say, bad ones get a sentence and a 4xx."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

import harena
from harena.core.record import parse_record
from harena.server import lists
from harena.server.limits import Limits, Rate
from server.conftest import NO_LIMITS, PLENTY, RunningServer
from server.test_setup import BAD

TWO = [{"kind": "person"}, {"kind": "friend"}]


def ask(
    server: RunningServer, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any, dict[str, str]]:
    """Status, body and headers of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.settings.port, timeout=30)
    sent = body if isinstance(body, bytes) else None if body is None else msgspec.json.encode(body)
    connection.request("GET" if sent is None else "POST", path, sent, headers or {})
    response = connection.getresponse()
    content = response.read()
    kind = response.headers.get_content_type()
    plain = msgspec.json.decode(content) if kind == "application/json" else content.decode()
    connection.close()
    return response.status, plain, {name.lower(): value for name, value in response.getheaders()}


def open_table(server: RunningServer, **more: Any) -> Any:
    status, opened, _ = ask(server, "/api/tables", {"game": "dawn_raid", "seats": TWO, **more})
    assert status == 201
    return opened


def sit(server: RunningServer, opened: Any, seat: int, **more: Any) -> tuple[int, Any, dict[str, str]]:
    body = {"seat": seat, "name": f"Player {seat}", "invite": opened["invites"].get(str(seat), ""), **more}
    return ask(server, f"/api/tables/{opened['id']}/sit", body)


def test_the_games_are_told_with_their_options_and_bots(server: RunningServer) -> None:
    status, games, headers = ask(server, "/api/games")
    assert status == 200
    assert {game["name"] for game in games} >= set(harena.game_names())
    raid = next(game for game in games if game["name"] == "dawn_raid")
    assert raid["seats"] == 2
    assert {option["name"] for option in raid["options"]} == {"first_deck", "first_attacker", "deck_cards"}
    assert set(raid["bots"]) == {"easy", "normal", "hard", "master"}
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize("plain", BAD.values(), ids=BAD.keys())
def test_a_table_that_cannot_be_set_so_is_refused_in_a_sentence(server: RunningServer, plain: Any) -> None:
    status, answer, _ = ask(server, "/api/tables", plain)
    assert 400 <= status < 500
    assert answer["problem"].rstrip()[-1] in ".?"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 20_000, b'{"game": "\\ud800"}']
)
def test_a_body_that_is_no_json_object_is_refused(server: RunningServer, body: bytes) -> None:
    status, answer, _ = ask(server, "/api/tables", body)
    assert status == 400
    assert answer["problem"]


def test_a_body_that_is_too_long_is_refused(server: RunningServer) -> None:
    status, answer, _ = ask(server, "/api/tables", b" " * 40_000)
    assert (status, answer["problem"]) == (413, "A request has at most 32768 bytes.")


def test_an_opened_table_has_a_promise_and_an_invitation_for_each_persons_seat(server: RunningServer) -> None:
    opened = open_table(server, seats=[{"kind": "person"}, {"kind": "bot", "bot": "easy"}])
    assert set(opened["invites"]) == {"0"}
    assert len(opened["promise"]) == 64
    assert len(opened["invites"]["0"]) >= 22, "128 bits"
    assert open_table(server, seats=[{"kind": "open"}, {"kind": "device"}])["invites"].keys() == {"1"}


def test_a_table_waits_for_players_in_the_list_and_shows_no_secret(server: RunningServer) -> None:
    opened = open_table(server)
    status, key, _ = sit(server, opened, 0)
    assert status == 200
    _, tables, _ = ask(server, "/api/tables")
    mine = next(table for table in tables["waiting"] if table["id"] == opened["id"])
    assert [seat["taken"] for seat in mine["seats"]] == [True, False]
    _, table, _ = ask(server, f"/api/tables/{opened['id']}")
    for secret in (key["key"], *opened["invites"].values()):
        assert secret not in str(table)
        assert secret not in str(tables)


def test_sitting_needs_the_right_invitation_and_a_free_seat(server: RunningServer) -> None:
    opened = open_table(server)
    assert sit(server, opened, 1, invite=opened["invites"]["0"])[:2] == (
        409,
        {"problem": "This link is not for that seat."},
    )
    assert sit(server, opened, 1, invite="")[0] == 409
    assert sit(server, opened, 1)[0] == 200
    assert sit(server, opened, 1)[:2] == (409, {"problem": "This seat is taken."})
    assert sit(server, opened, 7)[:2] == (409, {"problem": "There is no such seat at this table."})


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seat": "0"},
        {"seat": 0, "name": 7},
        {"seat": 0, "keys": "x"},
        {"seat": 1e99},
        {"seat": 0, "seed": []},
    ],
)
def test_what_is_no_request_to_sit_is_refused(server: RunningServer, body: Any) -> None:
    status, answer, _ = ask(server, f"/api/tables/{open_table(server)['id']}/sit", body)
    assert status == 400
    assert "send seat, name, seed, invite and key" in answer["problem"]


def test_a_browser_finds_its_tables_again_by_a_cookie_no_script_can_read(server: RunningServer) -> None:
    opened = open_table(server)
    _, _, headers = sit(server, opened, 0)
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    mine = {"cookie": cookie.partition(";")[0]}
    _, tables, _ = ask(server, "/api/mine", headers=mine)
    assert [(table["id"], table["yours"]) for table in tables] == [(opened["id"], [0])]
    assert ask(server, "/api/mine")[1] == []
    assert ask(server, "/api/mine", headers={"cookie": "harena=" + "x" * 22})[1] == []


def test_a_seat_is_given_up_by_its_holder_only(server: RunningServer) -> None:
    opened = open_table(server)
    _, sat, _ = sit(server, opened, 0)
    path = f"/api/tables/{opened['id']}/stand_up"
    for key in ("wrong", "", None, 7, opened["invites"]["0"]):
        assert ask(server, path, {"seat": 0, "key": key})[0] == 403
    assert ask(server, path, {"seat": 1, "key": sat["key"]})[0] == 403
    assert ask(server, path, {"seat": 0, "key": sat["key"]})[:2] == (200, {"done": True})
    assert sit(server, opened, 0)[0] == 200


@pytest.mark.parametrize("table", ["0" * 16, "x", "%2e%2e", "0123456789ABCDEF", "'; drop table entries; --"])
def test_a_table_that_is_not_there_is_not_found(server: RunningServer, table: str) -> None:
    path = f"/api/tables/{table.replace(' ', '%20')}"
    assert ask(server, path)[0] == 404
    assert ask(server, f"{path}/record")[0] == 404
    assert ask(server, f"{path}/sit", {"seat": 0})[0] == 404


def test_the_record_is_not_told_while_the_game_runs(server: RunningServer) -> None:
    opened = open_table(server)
    for seat in (0, 1):
        status, answer, _ = ask(server, f"/api/tables/{opened['id']}/record")
        assert (status, "dice are secret" in answer["problem"]) == (409, True)
        sit(server, opened, seat)
    assert ask(server, f"/api/tables/{opened['id']}/record")[0] == 409


def test_a_table_that_nobody_waits_at_any_more_leaves_the_list(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, awaited = open_table(server), open_table(server)
    sit(server, left, 0)
    _, place, _ = sit(server, awaited, 0)
    path = f"ws://127.0.0.1:{server.settings.port}/api/tables/{awaited['id']}/live"
    with connect(path) as socket:
        socket.send(msgspec.json.encode({"type": "hello", "keys": [place["key"]]}).decode())
        while not msgspec.json.decode(socket.recv(timeout=20))["table"]["seats"][0]["here"]:
            pass
        listed = [table["id"] for table in ask(server, "/api/tables")[1]["waiting"]]
        assert {left["id"], awaited["id"]} <= set(listed)
        monkeypatch.setattr(lists, "STILL_AWAITED", -1)
        listed = [table["id"] for table in ask(server, "/api/tables")[1]["waiting"]]
        assert awaited["id"] in listed, "somebody is there"
        assert left["id"] not in listed
    assert sit(server, left, 1)[0] == 200, "who has the link can still come"


def test_a_closed_table_is_for_its_players_only(server: RunningServer) -> None:
    opened = open_table(server, spectators=False)
    sit(server, opened, 0)
    _, _, headers = sit(server, opened, 1)
    path = f"/api/tables/{opened['id']}"
    assert ask(server, path)[0] == 403
    assert ask(server, f"{path}/record")[0] == 403
    assert ask(server, path, headers={"cookie": headers["set-cookie"].partition(";")[0]})[0] == 200
    _, tables, _ = ask(server, "/api/tables")
    assert opened["id"] not in str(tables)


def test_pages_of_another_site_change_nothing(server: RunningServer) -> None:
    body = {"game": "dawn_raid", "seats": TWO}
    assert ask(server, "/api/tables", body, {"origin": "https://evil.example"})[0] == 403
    assert ask(server, "/api/tables", body, {"origin": "null"})[0] == 403
    assert ask(server, "/api/tables", body, {"origin": server.address})[0] == 201


def test_the_host_sees_health_and_figures(server: RunningServer) -> None:
    open_table(server)
    assert ask(server, "/healthz")[:2] == (200, "ok\n")
    status, text, _ = ask(server, "/metrics")
    assert status == 200
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["harena_tables_opened_total"]) >= 1
    assert float(figures["harena_tables_waiting"]) >= 1
    assert "harena_answer_seconds_count" in figures


def test_who_asks_too_much_is_told_to_wait(make_server: Callable[..., RunningServer]) -> None:
    limits = Limits(PLENTY, PLENTY, misses=Rate(3, 0.001), tables=Rate(2, 0.001), connections=10)
    server = make_server(limits=limits)
    open_table(server)
    open_table(server)
    status, answer, _ = ask(server, "/api/tables", {"game": "dawn_raid", "seats": TWO})
    assert (status, "wait" in answer["problem"]) == (429, True)
    assert {ask(server, f"/api/tables/{number:016x}")[0] for number in range(8)} == {404, 429}


def test_a_finished_record_is_downloaded_and_verified(server: RunningServer) -> None:
    from server.test_socket import play_out

    opened = play_out(server, "dawn_raid")
    status, _, headers = ask(server, f"/api/tables/{opened.id}/record")
    assert status == 200
    assert headers["content-disposition"] == f'attachment; filename="dawn_raid-{opened.id}.json"'
    connection = http.client.HTTPConnection("127.0.0.1", server.settings.port)
    connection.request("GET", f"/api/tables/{opened.id}/record")
    record = parse_record(connection.getresponse().read())
    connection.close()
    assert harena.verify(record, promise=opened.promise).holds
    assert NO_LIMITS.body == 32 * 1024
