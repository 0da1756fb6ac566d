"""What visitors may do to starve a server: each goes on until its process is ended. All of it on loopback."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import poison
from websockets.sync.client import ClientConnection, connect

import harena

ATTACKER = "127.0.0.2"  # an address of its own, as limits count by address
HOST = "Host: 127.0.0.1\r\n"
CHUNKED = f"GET /healthz HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n".encode()
SHAKE = (
    f"GET /api/lists HTTP/1.1\r\n{HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()
TINY_CHUNKS = b"1\r\nx\r\n" * 10_000
TINY_FRAMES = b"\x8a\x80\0\0\0\0" * 10_000  # pongs nobody asked for
TABLES = 8  # of each process whose bots play among themselves
PERSON, MASTER = {"kind": "person"}, {"kind": "bot", "bot": "master"}
SETUPS: dict[str, dict[str, Any]] = {
    "two": {"game": "dawn_raid", "seats": [PERSON, PERSON]},
    "practice": {"game": "dawn_raid", "seats": [PERSON, PERSON], "practice": True},
    "bots": {"game": "combat_arena", "options": {"players": 3}, "seats": [PERSON, MASTER, MASTER]},
}
Attack = Callable[[int], None]  # at a port


def line_to(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 5, (ATTACKER, 0))


def pour(first: bytes, rest: bytes) -> Attack:
    """Something that begins well, and then goes on and on."""

    def attack(port: int) -> None:
        with line_to(port) as line:
            line.sendall(first)
            while True:
                line.sendall(rest)

    return attack


def ask_on(path: str, body: Callable[[], bytes] | None = None) -> Attack:
    """The same request again and again, over one connection."""

    def attack(port: int) -> None:
        content = body() if body else b""
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{HOST}Accept-Encoding: gzip\r\n"
        length = f"Content-Length: {len(content)}\r\n" if body else ""
        request = f"{head}{length}\r\n".encode() + content
        with line_to(port) as line:
            while True:
                line.sendall(request)
                if not line.recv(65536):
                    return

    return attack


def a_record() -> bytes:
    """A whole game by chance, to be checked; each is another one, so that none is known."""
    seeds = harena.FairSeeds(harena.new_server_seed(), ["a", "b"])
    match, chance = harena.new("dawn_raid", fair=seeds), random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return msgspec.json.encode(match.record())


# --- at tables


def ask(port: int, path: str, body: dict[str, Any]) -> Any:
    """One request that changes something."""
    line = http.client.HTTPConnection("127.0.0.1", port, 20, source_address=(ATTACKER, 0))
    line.request("POST", path, json.dumps(body))
    answer = line.getresponse()
    told = json.loads(answer.read())
    line.close()
    if answer.status >= http.client.BAD_REQUEST:
        raise OSError(told["problem"])
    return told


@cache
def seated(port: int, setup: str, number: int = 0) -> tuple[str, list[str]]:
    """A table where all seats for people are the attacker's, and their keys: opened once."""
    made = ask(port, "/api/tables", SETUPS[setup])
    sit = f"/api/tables/{made['id']}/sit"
    seats = made["invites"].items()
    bodies = [{"seat": int(seat), "name": "Eve", "seed": "e", "invite": invite} for seat, invite in seats]
    return made["id"], [ask(port, sit, body)["key"] for body in bodies]


def live(port: int, table: str, keys: list[str], *parts: str) -> ClientConnection:
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
    line = connect(address, sock=line_to(port), max_size=None, compression=None, proxy=None)
    line.send(json.dumps({"type": "hello", "keys": keys, "parts": parts}))
    return line


def hear(line: ClientConnection) -> Any:
    return json.loads(line.recv(20))


def look(port: int) -> None:
    """Ask for the whole table with its picture through one seat and the other, as often as it is sent."""
    with live(port, *seated(port, "two"), "picture", "choices") as line:
        number = 0
        while True:
            number += 1
            line.send(json.dumps({"type": "look", "seat": number % 2}))
            hear(line)


def chat(port: int) -> None:
    """Say long lines as quickly as they are answered."""
    with live(port, *seated(port, "two")) as line:
        while True:
            said = {"type": "say", "text": "x" * 500, "seat": 0, "request": f"{time.time_ns()}"}
            line.send(json.dumps(said))
            while hear(line)["type"] not in ("done", "refused"):
                pass


def to_and_fro(line: ClientConnection) -> None:
    """Act and take back, again and again."""
    acted = False
    while (told := hear(line))["type"] != "refused":
        if told["type"] != "table":
            continue
        table = told["table"]
        seat = table["asked"][0] if table["asked"] else 0
        if table["eyes"] != seat:
            line.send(json.dumps({"type": "look", "seat": seat}))
            continue
        more = {"moves": table["moves"], "seat": seat, "request": f"{time.time_ns()}"}
        if acted or not table["actions"]:
            line.send(json.dumps({"type": "take_back", **more}))
        else:
            line.send(json.dumps({"type": "act", "action": table["actions"][0]["action"], **more}))
        acted = not acted


def poisoned(port: int) -> None:
    """The same at tables that are long already."""
    number = random.randrange(poison.TABLES)
    with live(port, poison.id_of(number), poison.KEYS) as line:
        to_and_fro(line)


def take_back(port: int) -> None:
    with live(port, *seated(port, "practice")) as line:
        to_and_fro(line)


def bots(port: int) -> None:
    """Tables where only bots still play, and one page open at each."""
    lines = []
    for number in range(TABLES):
        lines.append(live(port, *seated(port, "bots", number)))
        lines[-1].send(json.dumps({"type": "resign", "request": "r"}))
    while True:
        for line in lines:
            hear(line)


ATTACKS: dict[str, Attack | None] = {
    "quiet": None,
    "chunks": pour(CHUNKED, TINY_CHUNKS),
    "frames": pour(SHAKE, TINY_FRAMES),
    "files": ask_on("/static/table.js"),
    "pages": ask_on("/start/combat_arena"),
    "games": ask_on("/api/games"),
    "probes": ask_on("/readyz"),
    "look": look,
    "chat": chat,
    "take-backs": take_back,
    "poison": poisoned,
    "bots": bots,
    "verify": ask_on("/api/verify", a_record),
}


def go_on(port: int, name: str) -> None:
    """In a process of its own: one connection after the other."""
    attack = ATTACKS[name]
    assert attack is not None
    while True:
        try:
            attack(port)
        except Exception:  # turned away, closed, refused: it comes again
            time.sleep(0.02)
