"""Starting and stopping the server, its flags and its logs."""

from __future__ import annotations

import dataclasses
import json
import logging
import re
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from harena.commands import serve as command
from harena.core.errors import HarenaError
from harena.server.limits import Limits, Rate
from harena.server.settings import Keep, Settings
from harena.web.serve import JsonLines, PlainLines, kept_in, listen, make_room, spoken_host
from web.hosted import Server


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A server in this process sets the logs as a host wants them; other tests read them in their own way."""
    loggers = [logging.getLogger(name) for name in ("harena", "uvicorn")]
    before = [(logger, logger.handlers[:], logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_every_setting_is_a_flag_and_a_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from harena.commands.cli import app

    asked: list[tuple[Settings, str, bool]] = []
    monkeypatch.setattr(
        command, "run", lambda settings, say, page, show: asked.append((settings, page, show))
    )
    monkeypatch.setenv("HARENA_PORT", "9000")
    monkeypatch.setenv("HARENA_LOG_JSON", "true")
    monkeypatch.setenv("HARENA_ORIGINS", "https://a.example/ https://b.example")
    app(["serve", "dawn_raid", "--database", "sqlite:///x.db", "--host", "0.0.0.0", "--thinkers", "2"])
    monkeypatch.setenv("HARENA_PAINTERS", "0")
    app(["serve", "--port", "1", "--pace", "2", "--hidden-pace", "3", "--trust-proxy", "--no-open"])
    first, second = asked
    assert first[0] == Settings(
        "sqlite:///x.db", "0.0.0.0", 9000, 2, ("https://a.example", "https://b.example"), log_json=True
    )
    assert first[1:] == ("/start/dawn_raid#now", True)
    assert (second[0].port, second[0].pace, second[0].hidden_pace, second[0].trust_proxy) == (1, 2, 3, True)
    assert (first[0].painters, second[0].painters) == (1, 0)
    assert second[0].database.startswith("sqlite:///")
    assert second[1:] == ("/", False)


def test_flags_variables_help_and_handbook_name_the_same_settings(capsys: pytest.CaptureFixture[str]) -> None:
    from harena.commands.cli import app

    app(["serve", "--help"])
    shown = " ".join(re.sub("[│\n]", " ", capsys.readouterr().out).split())
    handbook = (Path(__file__).parent.parent.parent / "docs" / "server.md").read_text(encoding="utf-8")
    names = [field.name for field in dataclasses.fields(Settings) if field.name != "keep"]
    keep = [f"keep_{field.name}" for field in dataclasses.fields(Keep)]
    for name in [*names, *keep, "open"]:
        flag, variable = f"--{name.replace('_', '-')}", f"HARENA_{name.upper()}"
        assert f"{flag} " in shown, flag
        assert variable in shown.replace(" ", ""), variable
        assert f"| `{flag}`" in handbook, flag
        assert f"`{variable}`" in handbook, variable
    limits = shown[shown.index("There are:") :]
    for limit in dataclasses.fields(Limits):
        assert limit.name in limits, limit.name


def test_limits_are_numbers_and_rates() -> None:
    limits = command.read_limits(["frame=100", "messages=5/2.5"])
    assert (limits.frame, limits.messages, limits.body) == (100, Rate(5, 2.5), Limits().body)


@pytest.mark.parametrize("word", ["frame", "frame=many", "frame=0", "frame=1/2", "messages=5", "colour=red"])
def test_a_limit_that_is_none_is_refused_with_a_sentence(word: str) -> None:
    with pytest.raises(HarenaError, match=r"^--limits: .*\.$"):
        command.read_limits([word])


def test_a_taken_port_is_said_to_be_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(HarenaError, match=r"Cannot listen .* Choose another with --port"):
            listen(Settings("sqlite:///x.db", port=taken.getsockname()[1]))


@pytest.mark.parametrize(
    "database", ["sqlite:////dev/null/tables.db", "postgresql://ann:secret@127.0.0.1:1/tables"]
)
def test_tables_that_cannot_be_opened_are_said_to_be_so(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from harena.commands.cli import main

    with pytest.raises(SystemExit):
        main(["serve", "--port", "0", "--no-open", "--database", database])
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    assert "secret" not in said


def test_a_database_is_named_without_its_password() -> None:
    assert kept_in(Settings("postgresql://ann:secret@db.example/tables")) == "postgresql at db.example/tables"
    assert kept_in(Settings("sqlite:////tmp/tables.db")) == "/tmp/tables.db"


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    make_room(f"sqlite:///{tmp_path / 'deep' / 'down' / 'tables.db'}")
    assert (tmp_path / "deep" / "down").is_dir()


def test_an_address_that_means_everywhere_is_spoken_as_one_to_visit() -> None:
    assert [spoken_host(host) for host in ("0.0.0.0", "::1", "play.example")] == [
        "localhost",
        "[::1]",
        "play.example",
    ]


def test_logs_are_plain_lines_or_json_with_what_belongs_to_them() -> None:
    record = logging.makeLogRecord(
        {"name": "harena.server", "levelname": "INFO", "msg": "hello", "table": "t1", "_ray_ns": 1}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["from"], line["text"], line["table"]) == (
        "info",
        "harena.server",
        "hello",
        "t1",
    )
    assert "_ray_ns" not in line  # another library's mark is not ours to tell
    assert PlainLines().format(record).endswith("INFO harena.server: hello table=t1")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may end by itself."""
    server = Server(tmp_path)
    yield server
    server.process.kill()


def test_a_server_that_is_told_to_stop_ends_tidily(running: Server) -> None:
    bot = {"kind": "bot", "bot": "easy"}
    table = running.post("/api/tables", {"game": "dawn_raid", "seats": [{"kind": "open"}, bot]})["id"]
    key = running.post(f"/api/tables/{table}/sit", {"seat": 0, "name": "Ann", "seed": "a"})["key"]
    asked = urllib.request.Request(f"{running.address}/api/tables/{table}/counsel?eyes=0")
    asked.add_header("harena-key", key)
    assert b"chances" in urllib.request.urlopen(asked).read()  # so a worker is there to be tidied up after
    assert running.stop() == 0
    assert not re.search("warning|leaked|traceback", running.log, re.IGNORECASE)
