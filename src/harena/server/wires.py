"""WebSockets below their messages: frames are counted, as thousands of tiny ones could stop a server."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from harena.server.doors import EARLY, refusal
from harena.server.limits import Bucket, Rate
from harena.server.metrics import METRICS
from harena.server.settings import Settings

AT_ONCE = 2048  # bytes that are taken apart before the frames in them are counted
FRAMES = 2  # for each message that a connection may send: pings, pongs and parts of messages included
MORE = Rate(40, 5)  # frames beyond those
MOST = Rate(4000, 1000)  # frames, whatever the limits are: so many are taken apart in a moment
POLICY = 1008
ENOUGH = "Too many frames; send whole messages, and fewer."
NOT_SO = "The headers of a WebSocket's request are too many, too long or malformed."


class Wire(WebSocketsSansIOProtocol):
    """A connection whose frames are counted."""

    rate: Rate

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.bucket = Bucket(self.rate)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            self.turn_away()
            return
        for start in range(0, len(data), AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + AT_ONCE])
        if not self.handshake_initiated:
            self.refuse_request()

    def handle_events(self) -> None:
        if self.bucket.take(len(self.conn.events)):
            super().handle_events()
            return
        METRICS.count("refused_frames")
        if self.conn.state is State.OPEN:  # else it has said goodbye already
            self.conn.send_close(POLICY, ENOUGH)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def turn_away(self) -> None:
        """Somebody sends frames and has not waited for an answer, as everyone must: none of them is read."""
        METRICS.count("refused_frames")
        self.transport.write(refusal(HTTPStatus.BAD_REQUEST, EARLY))
        self.transport.close()
        self.disconnected = True  # the application is still about to answer

    def refuse_request(self) -> None:
        """A request that is no fault of HTTP's but of a WebSocket's: else it would get no answer, ever."""
        METRICS.count("refused_http")
        self.transport.write(refusal(HTTPStatus.BAD_REQUEST, NOT_SO))
        self.transport.close()


def make_wires(settings: Settings) -> type[Wire]:
    """WebSockets for a server with these limits."""
    messages = settings.limits.messages

    class Wires(Wire):
        rate = Rate(
            min(messages.burst * FRAMES + MORE.burst, MOST.burst),
            min(messages.per_second * FRAMES + MORE.per_second, MOST.per_second),
        )

    return Wires
