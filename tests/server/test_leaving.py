"""Taking one's games along by a link, and deleting all of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from harena.server import carrying
from harena.server.forgetting import SURE
from harena.server.limits import Rate
from server.conftest import NO_LIMITS, RunningServer
from server.test_yours import PRIVATE, Browser


def link_of(browser: Browser) -> str:
    status, told = browser.ask("/api/yours/link", {})
    assert status == 201
    return str(told["secret"])


def games_of(browser: Browser) -> set[str]:
    return {one["id"] for one in browser.ask("/api/yours")[1]["games"]}


def kept_in(server: RunningServer) -> str:
    """Everything in the database, as text."""
    path = server.settings.database.removeprefix("sqlite:///")
    with sqlite3.connect(path) as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for table in tables for row in database.execute(f"SELECT * FROM {table}"))


# --- the link


def test_a_link_takes_everything_along_once(server: RunningServer) -> None:
    desk, phone, eve = Browser(server), Browser(server), Browser(server)
    over, running = desk.sit("person", "easy"), desk.sit("person", "easy")
    desk.play(over, resign=True)
    own = phone.sit("person", "easy")
    secret = link_of(desk)
    before = phone.cookie
    status, told = phone.ask("/api/yours/take", {"secret": secret})
    assert (status, told) == (200, {"seats": 2})
    assert games_of(phone) == {over, running, own}, "beside what it had"
    assert games_of(desk) == {over, running}, "the first device keeps its own, and gets nothing"
    assert phone.cookie != before, "by a new secret"
    assert phone.cookie != desk.cookie
    status, told = eve.ask("/api/yours/take", {"secret": secret})
    assert (status, told["problem"]) == (404, carrying.USED_UP)
    assert games_of(eve) == set()
    seat = {"seat": 0}
    assert phone.ask(f"/api/tables/{running}/stand_up", seat)[0] == 409, "it is this device's seat, too"
    assert eve.ask(f"/api/tables/{running}/stand_up", seat)[0] == 403


def test_a_links_secret_is_kept_only_as_a_hash_and_the_last_one_counts(server: RunningServer) -> None:
    desk, phone = Browser(server), Browser(server)
    desk.sit("person", "easy")
    first, second = link_of(desk), link_of(desk)
    assert first not in kept_in(server)
    assert second not in kept_in(server)
    assert phone.ask("/api/yours/take", {"secret": first})[0] == 404
    assert phone.ask("/api/yours/take", {"secret": second})[0] == 200


def test_a_link_that_is_too_old_opens_nothing(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, phone = Browser(server), Browser(server)
    desk.sit("person", "easy")
    monkeypatch.setattr(carrying, "GOOD_FOR", -1)
    secret = link_of(desk)
    assert phone.ask("/api/yours/take", {"secret": secret})[0] == 404
    assert games_of(phone) == set()


@pytest.mark.parametrize("secret", ["", "x", None, 7, "a" * 22, "b" * 64, "%", "carry %", ["a" * 22]])
def test_a_guess_opens_nothing(server: RunningServer, secret: Any) -> None:
    desk, eve = Browser(server), Browser(server)
    desk.sit("person", "easy")
    good = link_of(desk)
    assert eve.ask("/api/yours/take", {"secret": secret})[0] == 404
    assert eve.cookie == ""
    assert games_of(eve) == set()
    assert Browser(server).ask("/api/yours/take", {"secret": good})[0] == 200


def test_guesses_are_limited_by_address(make_server: Callable[..., RunningServer]) -> None:
    server = make_server(limits=replace(NO_LIMITS, misses=Rate(2, 0)))
    answers = [Browser(server).ask("/api/yours/take", {"secret": "a" * 22})[0] for _ in range(3)]
    assert answers == [404, 404, 429]


def test_who_has_nothing_gets_no_link(server: RunningServer) -> None:
    assert Browser(server).ask("/api/yours/link", {}) == (409, {"problem": carrying.NOTHING})


@pytest.mark.parametrize("path", ["link", "take", "delete"])
def test_pages_of_other_sites_change_nothing(server: RunningServer, path: str) -> None:
    ann = Browser(server)
    table = ann.sit("person", "easy")
    body = {"secret": "a" * 22, "sure": SURE}
    assert ann.ask(f"/api/yours/{path}", body, origin="https://example.org")[0] == 403
    assert games_of(ann) == {table}


# --- deleting


def test_all_of_mine_goes_and_finished_tables_forget_the_name(
    make_server: Callable[..., RunningServer],
) -> None:
    server = make_server()
    ann = Browser(server)
    over = ann.sit("person", "easy", name=PRIVATE)
    record = ann.play(over, resign=True) and ann.ask(f"/api/tables/{over}/record")[1]
    running, waiting = ann.sit("person", "easy", name=PRIVATE), ann.sit("person", "friend", name=PRIVATE)
    ann.ask(f"/api/tables/{over}/replay")  # what was looked at is kept for a while
    assert PRIVATE in kept_in(server)
    cookie = ann.cookie
    assert ann.ask("/api/yours/delete", {})[0] == 400, "only who says so again means it"
    assert len(games_of(ann)) == 3
    status, told = ann.ask("/api/yours/delete", {"sure": SURE})
    assert (status, told) == (200, {"stood_up": 1, "resigned": 1, "forgotten": 1, "left": 0})
    for one in (Browser(server, cookie=cookie), Browser(server)):
        assert games_of(one) == set()
    left = kept_in(server)
    assert PRIVATE not in left
    assert cookie.partition("=")[2] not in left
    for table in (over, running):
        shown = ann.ask(f"/api/tables/{table}")[1]
        assert (shown["status"], shown["seats"][0]["name"]) == ("over", "Player 1")
        for path in ("record", "replay", "replay/0?eyes=-2"):
            assert PRIVATE not in json.dumps(ann.ask(f"/api/tables/{table}/{path}")[1])
        key = ann.keys[table]
        assert ann.ask(f"/api/tables/{table}/replay", **{"harena-key": key})[1]["yours"] == []
    assert not ann.ask(f"/api/tables/{waiting}")[1]["seats"][0]["taken"]
    after = ann.ask(f"/api/tables/{over}/record")[1]
    assert (after["actions"], after["draws"]) == (record["actions"], record["draws"])
    assert ann.ask("/api/verify", after)[1]["holds"], "its dice can still be verified"


def test_only_ones_own_is_deleted(server: RunningServer) -> None:
    ann, bo = Browser(server), Browser(server)
    table = bo.sit("person", "easy", name="Bo the Other")
    bo.play(table, resign=True)
    mine = ann.sit("person", "easy")
    ann.play(mine, resign=True)
    ann.ask("/api/yours/delete", {"sure": SURE})
    assert games_of(bo) == {table}
    assert bo.ask(f"/api/tables/{table}")[1]["seats"][0]["name"] == "Bo the Other"


def test_what_was_taken_along_is_deleted_for_both_devices(server: RunningServer) -> None:
    desk, phone = Browser(server), Browser(server)
    table = desk.sit("person", "easy")
    desk.play(table, resign=True)
    phone.ask("/api/yours/take", {"secret": link_of(desk)})
    phone.ask("/api/yours/delete", {"sure": SURE})
    assert games_of(desk) == set()


def test_without_a_secret_nothing_is_deleted(server: RunningServer) -> None:
    told = Browser(server).ask("/api/yours/delete", {"sure": SURE})[1]
    assert set(told.values()) == {0}
