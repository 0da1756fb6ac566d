"""WebSockets below their messages: frames are counted, as thousands of tiny ones could stop a server."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from harena.server.limits import Bucket, Rate
from harena.server.metrics import METRICS
from harena.server.settings import Settings

AT_ONCE = 2048  # bytes that are taken apart before the frames in them are counted
FRAMES = 2  # for each message that a connection may send: pings, pongs and parts of messages included
MORE = Rate(40, 5)  # frames beyond those
MOST = Rate(4000, 1000)  # frames, whatever the limits are: so many are taken apart in a moment
POLICY = 1008
ENOUGH = "Too many frames; send whole messages, and fewer."


class Wire(WebSocketsSansIOProtocol):
    """A connection whose frames are counted."""

    rate: Rate

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.bucket = Bucket(self.rate)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + AT_ONCE])

    def handle_events(self) -> None:
        if self.bucket.take(len(self.conn.events)):
            super().handle_events()
            return
        METRICS.count("refused_frames")
        self.conn.send_close(POLICY, ENOUGH)
        self.transport.write(b"".join(self.conn.data_to_send()))
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
