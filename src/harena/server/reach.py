"""From where a server can be reached: this machine alone, or the local network too."""

from __future__ import annotations

import ipaddress
import socket

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.server.api import Api
from harena.server.http import ProblemError, answer
from harena.server.settings import Settings

EVERY_NETWORK = "0.0.0.0"
NOWHERE = ("192.0.2.1", 9)  # an address kept for examples: nothing is sent there


class Reached(msgspec.Struct, frozen=True):
    """What the host's own page says to somebody who is about to invite a friend."""

    only_here: bool  # nobody else can connect
    address: str  # in the local network, or as it would be; empty: this machine is in none
    command: str  # that lets others connect


class Reach:
    """Answers for the host."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def routes(self) -> list[BaseRoute]:
        return [Route("/api/reach", self.reach)]

    async def reach(self, request: Request) -> Response:
        """Only for a browser on the same machine: nobody else needs to know its address in its network."""
        self.api.check(request)
        if self.api.settings.trust_proxy or not request.client or not is_loopback(request.client.host):
            raise ProblemError(403, "Only the host can see this, on the machine itself.")
        server = request.scope.get("server") or ("", self.api.settings.port)
        return answer(reached(self.api.settings, server[1]))


def reached(settings: Settings, port: int) -> Reached:
    """How a server with these settings can be reached that listens at a port."""
    network = network_address()
    flag = "" if port == Settings.port else f" --port {port}"
    return Reached(
        only_here=is_loopback(settings.host),
        address=f"http://{network}:{port}" if network else "",
        command=f"harena serve --host {EVERY_NETWORK}{flag}",
    )


def is_loopback(host: str) -> bool:
    """Does an address lead to the machine itself?"""
    try:
        known = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return known.is_loopback


def network_address() -> str:
    """This machine's own address in its network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(found) or found == EVERY_NETWORK else found
