"""What is turned away before it is read, what is closed in time, and answers that go out at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.websockets import WebSocket
from uvicorn import Server
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from harena.server import doors, wires
from harena.server.doors import Door, Ear
from harena.server.http import SAFE_HEADERS
from harena.server.limits import Bucket, Limits, Rate
from harena.server.metrics import METRICS
from harena.server.serving import Serving
from harena.web.serve import listen
from server.conftest import fast_settings, run
from server.rough import Site, greet

HOST = b"Host: 127.0.0.1\r\n"
CHUNKED = HOST + b"Transfer-Encoding: chunked\r\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()
    running.assert_sound()


def line_to(site: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", site.settings.port), 20)


def told(line: socket.socket) -> bytes:
    """All that is sent until the server has no more to say."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(65536):
            got += more
    return got


def refused(site: Site, request: bytes) -> tuple[int, str]:
    head, _, body = site.raw(request).partition(b"\r\n\r\n")
    assert b"connection: close" in head
    assert all(name.encode() in head for name in SAFE_HEADERS)
    return int(head.split(b" ")[1]), json.loads(body)["problem"]


# --- bodies

BODIES = {
    "in chunks": (b"POST /api/tables", CHUNKED, 411, doors.NO_CHUNKS),
    "in chunks, where none is asked for": (b"GET /healthz", CHUNKED, 411, doors.NO_CHUNKS),
    "of two lengths": (b"POST /api/tables", CHUNKED + b"Content-Length: 5\r\n", 400, doors.TWO_LENGTHS),
    "nobody asked for": (b"GET /healthz", HOST + b"Content-Length: 5\r\n", 400, "A GET has no body here."),
    "of a style sheet": (
        b"HEAD /static/site.css",
        HOST + b"Content-Length: 5\r\n",
        400,
        "A HEAD has no body",
    ),
    "too large for all": (b"POST /", HOST + b"Content-Length: 600000\r\n", 413, "at most 524288 bytes"),
    "beside an upgrade": (
        b"GET /api/lists",
        CHUNKED + b"Connection: upgrade\r\nUpgrade: websocket\r\n",
        411,
        doors.NO_CHUNKS,
    ),
}


@pytest.mark.parametrize(("start", "headers", "status", "sentence"), BODIES.values(), ids=BODIES.keys())
def test_a_body_that_is_not_taken_is_refused_before_any_of_it_is_read(
    site: Site, start: bytes, headers: bytes, status: int, sentence: str
) -> None:
    before = site.count("refused_http")
    found, said = refused(site, start + b" HTTP/1.1\r\n" + headers + b"\r\n")
    assert found == status
    assert sentence in said
    assert site.count("refused_http") == before + 1


def test_what_is_no_http_is_refused_in_a_sentence(site: Site) -> None:
    assert refused(site, b"\x16\x03\x01 what is this\r\n\r\n") == (400, doors.NOT_HTTP)


def test_a_refused_request_can_be_the_second_of_a_connection(site: Site) -> None:
    get = b"GET /healthz HTTP/1.1\r\n" + HOST
    answers = site.raw(get + b"\r\n" + get + b"Transfer-Encoding: chunked\r\n\r\n")
    assert answers.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 411" in answers


@pytest.mark.parametrize("start", [b"GET /healthz", b"POST /api/verify"])
def test_thousands_of_tiny_chunks_are_never_taken_apart(
    site: Site, start: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cause, counted: what the parser hands over while 300,000 bytes of chunks arrive."""
    events = []
    hear = Ear.next_event

    def counted(ear: Ear) -> object:
        event = hear(ear)
        events.append(event)
        return event

    monkeypatch.setattr(Ear, "next_event", counted)
    with line_to(site) as line:
        line.sendall(start + b" HTTP/1.1\r\n" + CHUNKED + b"\r\n")
        with contextlib.suppress(ConnectionError):
            line.sendall(b"1\r\nx\r\n" * 50_000)
        told(line)
    assert len(events) < 10


def test_a_body_of_a_length_that_is_asked_for_is_taken(site: Site) -> None:
    body = b'{"game": "dawn_raid", "seats": [{}, {}]}'
    head = b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Connection: close\r\nContent-Length: %d\r\n\r\n"
    assert site.raw(head % len(body) + body).startswith(b"HTTP/1.1 201")


# --- requests that never end


def test_a_second_request_that_never_ends_is_closed_in_time(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = METRICS.counters["refused_silence"]
    with line_to(site) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
        answer = b""
        while not answer.endswith(b"\r\n\r\nok\n"):  # it may come in parts
            part = line.recv(65536)
            assert part, answer
            answer += part
        assert answer.startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(doors, "REQUEST_WITHIN", 0.3)
        line.sendall(b"GET /healthz HTTP/1.1\r\nx: ")
        line.settimeout(0.01)
        with contextlib.suppress(ConnectionError):
            for _ in range(2000):  # it never stops for long enough to count as silent
                line.sendall(b"y")
                with contextlib.suppress(TimeoutError):
                    assert line.recv(10) == b""
                    break
            else:
                raise AssertionError("it may go on for ever")
    assert METRICS.counters["refused_silence"] == before + 1


def test_a_body_that_goes_on_after_its_answer_is_closed_in_time(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with line_to(site) as line:
        line.sendall(b"POST /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 9000\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 405")
        monkeypatch.setattr(doors, "REQUEST_WITHIN", 0.3)
        line.sendall(b"{")
        assert told(line) in (b"", b'{"problem":"Method Not Allowed."}')  # the answer may come in two parts


# --- frames

SHAKE = (
    HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
LISTS = b"GET /api/lists HTTP/1.1\r\n" + SHAKE
TINY = Frame(Opcode.PONG, b"").serialize(mask=True)
BROKEN = b"\xff\xff\xff\xff"  # of no kind that there is
GOODBYE = Frame(Opcode.CLOSE, b"").serialize(mask=True)


@pytest.mark.parametrize("frames", [TINY, TINY * 10_000], ids=["one", "thousands"])
def test_frames_beside_the_request_for_a_websocket_are_refused_at_once(site: Site, frames: bytes) -> None:
    """They were lost, and the connection waited for a hello that had been said."""
    before = site.count("refused_frames")
    assert refused(site, LISTS + b"\r\n" + frames) == (400, doors.EARLY)
    assert site.count("refused_frames") == before + 1


@pytest.mark.parametrize("frames", [TINY, TINY * 10_000, BROKEN, GOODBYE], ids=["one", "all", "bad", "bye"])
def test_frames_before_a_websocket_is_accepted_end_it_without_a_fault(
    site: Site, frames: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flood was to be closed with a frame, which nobody can be sent yet: a traceback."""
    before = METRICS.counters["refused_frames"]
    asked, gone, ended = threading.Event(), threading.Event(), threading.Event()
    accept = WebSocket.accept

    async def slowly(websocket: WebSocket) -> None:
        asked.set()
        while not gone.is_set():
            await asyncio.sleep(0.005)
        try:
            await accept(websocket)
        finally:
            ended.set()

    monkeypatch.setattr(WebSocket, "accept", slowly)
    with line_to(site) as line:
        line.sendall(LISTS + b"\r\n")
        assert asked.wait(20)
        line.sendall(frames)
        said = told(line)
        gone.set()
    assert ended.wait(20)
    assert METRICS.counters["refused_frames"] == before + 1
    assert said.startswith(b"HTTP/1.1 400") or (not said and len(frames) > 60_000)  # a reset may overtake it
    assert (site.ask("/healthz")[0], site.troubles.seen) == (200, [])


TOO_LONG = {
    "many": b"".join(b"x%d: y\r\n" % number for number in range(200)),
    "long": b"x: " + b"y" * 9000 + b"\r\n",
}


@pytest.mark.parametrize("headers", TOO_LONG.values(), ids=TOO_LONG.keys())
def test_a_request_that_no_websocket_takes_is_answered(site: Site, headers: bytes) -> None:
    """It got no answer, was counted by nobody, and never ended."""
    before = site.count("refused_http")
    assert refused(site, LISTS + headers + b"\r\n") == (400, wires.NOT_SO)
    assert site.count("refused_http") == before + 1


def test_a_flood_that_ends_with_goodbye_is_no_fault(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection closes by itself then, and cannot be closed a second time."""
    before = site.count("refused_frames")
    monkeypatch.setattr(wires, "Bucket", lambda rate: Bucket(Rate(10, 0)))
    with line_to(site) as line:
        line.sendall(LISTS + b"\r\n")
        assert b"101 Switching" in line.recv(1000)
        line.sendall(TINY * 300 + GOODBYE)
        told(line)
    assert site.count("refused_frames") == before + 1
    assert site.troubles.seen == []


def test_a_flood_of_tiny_frames_ends_the_connection_alone(tmp_path: Path) -> None:
    site = Site(fast_settings(tmp_path, limits=Limits()))
    table, before = site.seated(), site.count("refused_frames")
    tiny = Frame(Opcode.PONG, b"").serialize(mask=True) * 10_000

    async def flood() -> None:
        async with table.socket() as socket:
            await greet(socket, table.keys[0])
            with contextlib.suppress(ConnectionError, ConnectionClosed):
                for _ in range(20):
                    socket.transport.write(tiny)
            await socket.wait_closed()
        await table.still_plays()

    run(flood())
    assert site.count("refused_frames") == before + 1
    site.stop()
    site.assert_sound()


# --- answers


def test_answers_go_out_at_once_over_http_and_websockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the system holds back what follows until the first part was acknowledged, 40 ms later."""
    lines: list[socket.socket] = []
    made = Door.connection_made

    def noted(door: Door, transport: asyncio.Transport) -> None:
        made(door, transport)
        lines.append(door.transport.get_extra_info("socket"))

    settings = fast_settings(tmp_path)
    monkeypatch.setattr(Door, "connection_made", noted)
    monkeypatch.setattr(Serving, "run", lambda serving: Server.run(serving, [listen(settings)]))
    site = Site(settings)  # listens as `harena serve` does
    table = site.seated()
    options: list[int] = []

    async def talk() -> None:
        async with table.socket() as socket:
            await greet(socket)
            options.append(nodelay(lines[-1]))

    with line_to(site) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
        assert line.recv(1000).startswith(b"HTTP/1.1 200")
        options.append(nodelay(lines[-1]))
        run(talk())
    site.stop()
    assert len(options) == 2
    assert all(options)


def nodelay(line: socket.socket) -> int:
    return line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_who_reads_slowly_why_it_was_turned_away_still_can(site: Site) -> None:
    with line_to(site) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\n" + CHUNKED + b"\r\n" + b"1\r\nx\r\n" * 100)
        time.sleep(0.1)
        assert told(line).startswith(b"HTTP/1.1 411")
