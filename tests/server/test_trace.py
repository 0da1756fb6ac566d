"""One action through the logs by its mark: asked, entered, told, answered; and never what it was."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harena.server import trace
from harena.web.serve import JsonLines, log_settings
from server.conftest import fast_settings, run
from server.rough import TWO, Site, greet, hear

SERVER = logging.getLogger("harena")


class Lines(logging.Handler):
    """The log as a host has it on the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        self.text.append(self.format(record))

    def about(self, **facts: Any) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.text]
        return [line for line in lines if facts.items() <= line.items()]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    lines = Lines()
    SERVER.addHandler(lines)
    monkeypatch.setattr(trace.LOG, "level", logging.INFO)
    trace.LOG.manager._clear_cache()  # type: ignore[attr-defined]
    yield lines
    SERVER.removeHandler(lines)
    monkeypatch.undo()
    trace.LOG.manager._clear_cache()  # type: ignore[attr-defined]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()


def test_an_action_is_followed_by_its_mark_from_the_page_to_all_who_are_told(site: Site, log: Lines) -> None:
    table = site.seated()

    async def act_and_be_seen() -> str:
        async with table.socket() as one, table.socket() as other:
            seen = {0: await greet(one, table.keys[0]), 1: await greet(other, table.keys[1])}
            seat = seen[0]["table"]["asked"][0]
            mine, theirs = (one, other) if seat == 0 else (other, one)
            position = seen[seat]["table"]
            while not position["actions"]:
                position = (await hear(mine, "table"))["table"]
            action: str = position["actions"][0]["action"]
            act = {"type": "act", "action": action, "moves": position["moves"], "request": "my-mark-1"}
            await mine.send(json.dumps(act))
            number = (await hear(mine, "done"))["number"]
            while (await hear(theirs, "table"))["table"]["number"] <= number:
                pass
            await mine.send(
                json.dumps({"type": "act", "action": "nonsense", "moves": 0, "request": "my-mark-2"})
            )
            await hear(mine, "refused")
            return action

    action = run(act_and_be_seen())
    (asked,) = log.about(text="asked", request="my-mark-1")
    (entered,) = log.about(text="entered", kind="action")
    seat = asked["seats"][0]
    assert entered["request"] == f"{seat}:my-mark-1"
    assert entered["table"] == asked["table"] == table.id
    assert entered["ms"] >= 0
    told = log.about(text="told", table=table.id, number=entered["number"])
    assert {tuple(one["seats"]) for one in told} == {(0,), (1,)}
    (answered,) = log.about(text="answered", request="my-mark-1")
    assert (answered["number"], answered["connection"]) == (entered["number"], asked["connection"])
    assert [line["text"] for line in log.about(request="my-mark-2")] == ["asked", "refused"]
    everything = "\n".join(log.text)
    assert f'"{action}"' not in everything, "what was chosen is in no log"
    assert not any(key in everything for key in table.keys)


def test_a_request_over_http_is_found_by_its_header(site: Site, log: Lines) -> None:
    made = site.open()
    body = {"seat": 0, "name": "Annabella", "seed": "s", "invite": made["invites"]["0"]}
    status, headers, _ = site.ask(f"/api/tables/{made['id']}/sit", body, x_request_id="from-my-proxy.1")
    assert (status, headers["x-request-id"]) == (200, "from-my-proxy.1")
    (entered,) = log.about(text="entered", request="from-my-proxy.1")
    assert (entered["kind"], entered["table"]) == ("sat", made["id"])
    for bad in ("x", "a" * 65, "with space and more"):
        assert site.ask("/api/games", x_request_id=bad)[1]["x-request-id"] != bad, "it goes into the log"
    assert "Annabella" not in "\n".join(log.text)


def test_a_fault_is_found_by_the_mark_its_visitor_was_given(site: Site, log: Lines) -> None:
    with sqlite3.connect(site.settings.database.removeprefix("sqlite:///")) as database:
        database.execute("ALTER TABLE tables RENAME TO elsewhere")
    status, headers, _ = site.ask("/api/tables", {"game": "dawn_raid", "seats": TWO})
    assert status == 500
    (fault,) = log.about(text="a request failed", request=headers["x-request-id"])
    assert "no such table" in fault["trace"]
    site.forget_troubles()


def test_nothing_is_traced_unless_the_host_wishes_it(site: Site) -> None:
    lines = Lines()
    trace.LOG.addHandler(lines)
    site.seated()
    trace.LOG.removeHandler(lines)
    assert lines.text == []
    wished: Any = log_settings(False, trace=True)["loggers"]
    usual: Any = log_settings(False)["loggers"]
    assert (wished["harena.trace"]["level"], usual["harena.trace"]["level"]) == ("INFO", "WARNING")
