"""From where a server can be reached, and who is told."""

from __future__ import annotations

import pytest

from harena.server import reach
from harena.server.reach import is_loopback, reached
from harena.server.settings import Settings
from server.conftest import RunningServer
from server.players import ask, problem_of


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("192.168.1.5", False)],
)
def test_a_server_knows_whether_others_can_connect(
    monkeypatch: pytest.MonkeyPatch, host: str, alone: bool
) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "192.168.1.5")
    found = reached(Settings(database="", host=host), 8421)
    assert (found.only_here, found.address) == (alone, "http://192.168.1.5:8421")
    assert found.command == "harena serve --host 0.0.0.0"
    assert reached(Settings(database="", host=host), 9000).command.endswith("--host 0.0.0.0 --port 9000")


def test_a_machine_in_no_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "")
    assert reached(Settings(database=""), 8421).address == ""
    assert not is_loopback("example.org")


def test_the_host_is_told_and_nobody_behind_a_proxy(server: RunningServer, make_server: object) -> None:
    told = ask(server.address, "/api/reach")
    assert told["only_here"] is True
    assert told["command"].startswith("harena serve --host 0.0.0.0 --port")
    proxied = make_server(trust_proxy=True)  # type: ignore[operator]
    assert problem_of(proxied.address, "/api/reach")[0] == 403
