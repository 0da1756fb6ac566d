"""One client's connection to one table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from harena.core.errors import ActionError, HarenaError, LayoutError
from harena.core.picture import layout_named
from harena.core.state import SPECTATOR
from harena.server import rulings, trace
from harena.server.entry import Entry
from harena.server.http import in_short
from harena.server.hub import ALL, Hub, Ruling, now
from harena.server.limits import Bucket, Limits
from harena.server.live import LiveTable, Watcher
from harena.server.messages import (
    Act,
    Agree,
    Asked,
    Describe,
    Hello,
    LayOut,
    LetGo,
    Look,
    Marked,
    Message,
    Ping,
    Pong,
    Rematch,
    Resign,
    Say,
    Start,
    TakeBack,
    WishPace,
)
from harena.server.metrics import METRICS
from harena.server.onlookers import ONLOOKERS, checked_remark
from harena.server.rematch import rematch
from harena.server.rulings import RefusedError
from harena.server.setup import may_be_watched
from harena.server.sight import CHANGES, PARTS, in_words
from harena.server.store import Hold
from harena.server.table import Table
from harena.server.talk import TEAM

LOG = logging.getLogger("harena.server")
HELLO_WITHIN = 10.0  # seconds
SEND_WITHIN = 30.0  # seconds; a client that takes longer is gone
GOODBYE = 1001
POLICY = 1008  # the close code for anyone who will not behave
TOO_LARGE = 1009  # for a frame that is not even read
FAULT = 1011  # for a fault of the server's
AGAIN_LATER = 1013  # and for anyone who lets too much pile up: they may come back to the table as it is then
FORBIDDEN = 403  # as an HTTP answer would say it
CLOSED = "This table is not open to spectators."
NOT_YOURS = "That is not your seat."
TOO_MUCH_SENT = "A lot has been sent to your address just now; wait a moment before you ask for more."
LATER = 0.2  # seconds until it is seen whether an address may be sent more
KILOBYTE = 1000
DESCRIBED = 16  # kilobytes that a position in words counts as: it is little to send, but work
WHO_SPEAKS = "You hold several seats; say which of them speaks to its team."


class NotYoursError(RefusedError):
    """Something for a seat that the sender does not hold."""


_decoder = msgspec.json.Decoder(Message)
_hello = msgspec.json.Decoder(Hello | Ping)  # of two kinds, so that it must say which it is
_marked = msgspec.json.Decoder(Marked)


@dataclass(frozen=True)
class Caller:
    """Who is at the other end."""

    address: str = ""
    sent: Bucket = field(default_factory=lambda: Bucket(Limits().sent))  # kilobytes, with all of this address
    miss: Callable[[], None] = lambda: None  # notes that a key was wrong; raises where that was so too often
    heed: Callable[[str, str], None] = lambda table_id, text: None  # refuses what is too much to be said
    since_start: bool = False  # had the game begun before it was seen which seats this browser holds?


class Session:
    """A conversation with one client, from hello to goodbye."""

    def __init__(self, websocket: WebSocket, hub: Hub, limits: Limits, caller: Caller | None = None) -> None:
        self.websocket = websocket
        self.hub = hub
        self.limits = limits
        self.caller = caller or Caller()
        self.bucket = Bucket(limits.messages)
        self.strikes = 0
        self.name = secrets.token_hex(4)  # in traces
        self.later: asyncio.TimerHandle | None = None  # when a sight that was put off is looked at again

    async def talk(self, live: LiveTable, holds: list[Hold]) -> None:
        """Serve this client until one side goes; `holds` are the seats its browser has taken."""
        await self.websocket.accept()
        hello = await self.hear_hello()
        if hello is None:
            return
        await self.hub.read_up(live, hello.seen or ALL)
        by_key = self.hub.seats_of(live, hello.keys)
        if hello.keys and not by_key:
            self.caller.miss()
        seats = by_key | self.hub.seats_held(live, holds)
        if not seats and not may_look_on(live):
            await self.close(POLICY, CLOSED, FORBIDDEN)
            return
        # Spectators are counted apart from players, so that a crowd cannot keep these from their seats.
        alike = sum(bool(one.seats) == bool(seats) for one in live.watchers)
        if alike >= self.limits.watchers:
            METRICS.count("refused_watchers")
            await self.close(POLICY, "Too many people are watching this table.")
            return
        parts = frozenset(part for part in hello.parts if part in (*PARTS, CHANGES))
        watcher = Watcher(seats, parts, layout_named(hello.layout), self.caller.address)
        watcher.since_start = self.caller.since_start
        sender = asyncio.create_task(self.send_on(live, watcher))
        try:
            await self.hub.watch(live, watcher)
            watcher.wake.set()  # only now: an arrival changes the table, which would be sent twice
            await self.listen(live, watcher)
        finally:
            self.hub.leave(live, watcher)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def hear_hello(self) -> Hello | None:
        """The first message."""
        try:
            text = await asyncio.wait_for(self.websocket.receive_text(), HELLO_WITHIN)
            if self.fits(text) and isinstance(hello := _hello.decode(text), Hello):
                layout_named(hello.layout)
                return hello
        except LayoutError as unknown:
            METRICS.count("refused_hello")
            await self.close(POLICY, str(unknown))
            return None
        except TimeoutError:  # perhaps a busy device: it may try again
            METRICS.count("refused_hello")
            await self.close(AGAIN_LATER, f"No hello came within {HELLO_WITHIN:g} seconds.")
            return None
        except (WebSocketDisconnect, RuntimeError) as gone:
            if not isinstance(gone, RecursionError):
                return None
        except (msgspec.DecodeError, KeyError):  # KeyError: it is no text
            pass
        METRICS.count("refused_hello")
        await self.close(
            POLICY, 'The first message must be {"type": "hello", "keys": [...], "parts": [...]}.'
        )
        return None

    def fits(self, text: str) -> bool:
        """Is a message short enough? A character has up to four bytes."""
        most = self.limits.frame
        return len(text) <= most // 4 or (len(text) <= most and len(text.encode()) <= most)

    async def close(self, code: int, reason: str, status: int = 0) -> None:
        bye = {"type": "bye", "text": reason} | ({"status": status} if status else {})
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.websocket.send_text(msgspec.json.encode(bye).decode())
            await self.websocket.close(code, reason[:120])

    # --- sending

    async def send_on(self, live: LiveTable, watcher: Watcher) -> None:
        """Send what this client is owed, whenever there is something."""
        try:
            while not watcher.overflowed:
                await watcher.wake.wait()
                watcher.wake.clear()
                while may_stay(live, watcher) and (message := await self.owed(live, watcher)) is not None:
                    await self.send(message)
                if self.hub.closing or not may_stay(live, watcher):
                    break
            await self.websocket.close(GOODBYE if self.hub.closing else AGAIN_LATER)
        except (TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
            await self.close_quietly(AGAIN_LATER)
        except Exception:  # it would wait for ever for what cannot be shown
            METRICS.count("errors")
            LOG.exception("a table could not be shown", extra={"table": live.table.id})
            await self.close_quietly(FAULT)

    async def close_quietly(self, code: int) -> None:
        with contextlib.suppress(Exception):
            await self.websocket.close(code)

    async def owed(self, live: LiveTable, watcher: Watcher) -> bytes | None:
        """What comes next: the table as it is now, then the answers to what was asked.

        Whoever was sent too much is shown the table later, as it is then; answers are short and come at once.
        """
        if watcher.sent != live.version and self.caller.sent.is_empty:
            self.put_off(watcher)
        elif watcher.sent != live.version:
            await live.draw(watcher, self.hub.painters)
            message = live.message(watcher, now())
            self.note("told", live, number=live.table.number - 1, seats=sorted(watcher.seats))
            if trip := live.show_swing(watcher, now()):
                watcher.reply({"type": "ping", "number": trip})
            return message
        if watcher.replies:
            return watcher.replies.popleft()
        return self.of_onlookers(live, watcher)

    def of_onlookers(self, live: LiveTable, watcher: Watcher) -> bytes | None:
        """What is new of those who look on; the table comes first, which shows that the game has begun."""
        if watcher.sent != live.version or not live.onlookers.owed(live.table, watcher):
            return None
        if self.caller.sent.is_empty:
            self.put_off(watcher)
            return None
        return msgspec.json.encode(live.onlookers.news(live.table, watcher))

    def put_off(self, watcher: Watcher) -> None:
        if self.later is None or self.later.when() <= asyncio.get_running_loop().time():
            METRICS.count("sights_put_off")
            self.later = asyncio.get_running_loop().call_later(LATER, watcher.wake.set)

    async def send(self, message: bytes) -> None:
        METRICS.count("bytes_sent", len(message))
        self.caller.sent.spend(len(message) / KILOBYTE)
        async with asyncio.timeout(SEND_WITHIN):  # wait_for may swallow that this task is cancelled
            await self.websocket.send_text(message.decode())

    # --- listening

    async def listen(self, live: LiveTable, watcher: Watcher) -> None:
        """Take messages until the client goes or will not behave."""
        while self.strikes < self.limits.strikes:
            try:
                frame = await self.websocket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if frame["type"] == "websocket.disconnect":
                if frame.get("code") == TOO_LARGE:  # uvicorn reads no further, and says why as it closes
                    METRICS.count("refused_frame")
                return
            METRICS.count("messages")
            await self.take(live, watcher, frame.get("text"))
        METRICS.count("closed_for_misbehaving")
        await self.close(POLICY, "That is enough. Connect again when you can keep to the rules.")

    async def take(self, live: LiveTable, watcher: Watcher, text: str | None) -> None:
        """One message."""
        if text is None or not self.fits(text):
            self.strike(watcher, "frame", f"A message is text of at most {self.limits.frame} bytes.")
            return
        if not self.bucket.take():
            self.strike(watcher, "flood", "Too many messages; wait a moment.", mark_in(text))
            await asyncio.sleep(0.5)
            return
        try:
            message = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self.strike(watcher, "message", f"This message cannot be understood: {error}.", mark_in(text))
            return
        began = time.monotonic()
        await self.hub.settle(live)  # before anything is timed
        await self.answer(live, watcher, message)
        METRICS.took(time.monotonic() - began)

    def strike(self, watcher: Watcher, kind: str, text: str, request: str = "") -> None:
        """Refuse something that no page of ours sends."""
        self.strikes += 1
        METRICS.count(f"refused_{kind}")
        watcher.reply({"type": "refused", "request": request, "text": in_short(text, 300)})

    async def answer(self, live: LiveTable, watcher: Watcher, message: Message) -> None:
        """Do what is asked, or say in a sentence why not, and show the table as it is."""
        request = getattr(message, "request", "")
        if isinstance(message, Asked | Rematch):
            kind = message.__struct_config__.tag
            self.note("asked", live, request=request, kind=kind, seats=sorted(watcher.seats))
        try:
            number = await self.obey(live, watcher, message)
        except (ActionError, NotYoursError, LayoutError) as error:  # no page of ours offers that
            self.strikes += 1
            METRICS.count("refused_action")
            self.refuse(live, watcher, request, str(error))
        except HarenaError as refusal:
            METRICS.count("refused_ruling")
            self.refuse(live, watcher, request, str(refusal))
        except Exception:
            METRICS.count("errors")
            facts = {"table": live.table.id, "request": request}
            LOG.exception("a message could not be answered", extra=facts)
            self.refuse(live, watcher, request, "Something went wrong here; it has been noted.")
        else:
            if number is not None:
                self.note("answered", live, request=request, number=number)
                watcher.reply({"type": "done", "request": request, "number": number})

    def note(self, step: str, live: LiveTable, **facts: object) -> None:
        trace.note(step, live.table.id, connection=self.name, **facts)

    def refuse(self, live: LiveTable, watcher: Watcher, request: str, text: str) -> None:
        self.note("refused", live, request=request)
        watcher.reply({"type": "refused", "request": request, "text": in_short(text)})

    async def obey(self, live: LiveTable, watcher: Watcher, message: Message) -> int | None:
        arrived = now()
        if isinstance(message, Ping):
            watcher.reply({"type": "pong", "at": message.at})
            return None
        if isinstance(message, Pong):
            watcher.trips.end(message.number, now())
            return None
        if isinstance(message, Describe | Look | LayOut) and self.caller.sent.is_empty:
            METRICS.count("refused_bytes")
            raise RefusedError(TOO_MUCH_SENT)
        if isinstance(message, Describe):
            self.caller.sent.spend(DESCRIBED)
            watcher.reply({"type": "described", "text": in_words(live.table, watcher.eyes)})
            return None
        if isinstance(message, Look):
            if message.seat != SPECTATOR and message.seat not in watcher.seats:
                raise NotYoursError(NOT_YOURS)
            watcher.look_as(message.seat)
            return None
        if isinstance(message, LayOut):
            watcher.lay_out(layout_named(message.layout))
            return None
        if isinstance(message, Say) and message.to == ONLOOKERS:
            self.remark(live, watcher, message)
            return live.table.number - 1  # it makes no entry
        if isinstance(message, Say) and message.to == TEAM:
            check_speaker(watcher, message.seat)
        seat = own_seat(live, watcher, message.seat)
        mark = f"{seat}:{message.request}" if message.request else ""
        if isinstance(message, Rematch):
            await rematch(self.hub, live, seat, mark)
            return live.table.entered(mark) or live.table.number - 1
        if isinstance(message, Say | WishPace) and live.table.entered(mark) is None:
            self.caller.heed(live.table.id, message.text if isinstance(message, Say) else "")
        if isinstance(message, Act):
            await self.hub.wait_as_any(live, seat)
        ruling, asked = self.ruling_of(live, message)
        if isinstance(message, LetGo):
            asked.append(live.hand(seat, watcher, arrived))
        return await self.hub.do(live, for_holder(watcher, ruling), seat, *asked, request=mark)

    def remark(self, live: LiveTable, watcher: Watcher, message: Say) -> None:
        """Say something to those who look on: limited apart, so that a crowd takes no word from players."""
        said = checked_remark(live.table, watcher, message.name, message.text)
        mark = self.caller.address, message.request
        if live.onlookers.knows(said, mark):
            return
        self.caller.heed(f"{live.table.id} {ONLOOKERS}", message.name + message.text)
        live.remark(now(), said, mark)

    def ruling_of(self, live: LiveTable, message: Asked) -> tuple[Ruling, list[Any]]:
        """The ruling that a message asks for, and what it needs beside the seat."""
        if isinstance(message, Act):
            return rulings.act, [message.action, message.moves]
        if isinstance(message, LetGo):
            return rulings.let_go, [message.ms, message.moves]
        if isinstance(message, TakeBack):
            return rulings.take_back, [message.moves]
        if isinstance(message, Agree):
            gone = 0 <= message.leaver < len(live.table.seats) and self.hub.is_gone(live, message.leaver)
            return rulings.agree, [message.leaver, gone]
        if isinstance(message, Say):
            return rulings.say, [message.text, message.to]
        if isinstance(message, WishPace):
            return rulings.wish_pace, [message.pace]
        if isinstance(message, Start):
            return rulings.begin, []
        return (rulings.resign if isinstance(message, Resign) else rulings.return_to), []


def mark_in(text: str) -> str:
    """The mark of a message that is not listened to, if it can be found: so its sender knows which it was."""
    try:
        return _marked.decode(text).request
    except (msgspec.DecodeError, RecursionError):
        return ""


def for_holder(watcher: Watcher, ruling: Ruling) -> Ruling:
    """A ruling that looks again whether the seat is still the sender's: a message may wait for its turn."""

    def rule(table: Table, at: int, seat: int, *asked: Any) -> Entry:
        if seat not in watcher.seats:
            raise NotYoursError(NOT_YOURS)
        return ruling(table, at, seat, *asked)

    return rule


def own_seat(live: LiveTable, watcher: Watcher, seat: int | None) -> int:
    """The seat a message is for: the one it names, the only one, or the one of mine that is asked."""
    if seat is not None:
        if seat not in watcher.seats:
            raise NotYoursError(NOT_YOURS)
        return seat
    if len(watcher.seats) == 1:
        return next(iter(watcher.seats))
    asked = [one for one in live.table.asked() if one in watcher.seats]
    if not asked:
        if not watcher.seats:
            raise NotYoursError("You are only watching here.")
        raise RefusedError("You have nothing to decide now.")
    return asked[0]


def check_speaker(watcher: Watcher, seat: int | None) -> None:
    """Of several seats the one that speaks is named: whose turn it is must not decide which team hears it."""
    if seat is None and len(watcher.seats) > 1:
        raise RefusedError(WHO_SPEAKS)


def may_stay(live: LiveTable, watcher: Watcher) -> bool:
    """Who looked on while a closed table waited may come back as one who plays, and only so."""
    return bool(watcher.seats) or may_look_on(live)


def may_look_on(live: LiveTable) -> bool:
    """Is the table open to spectators, or still looking for players?"""
    return may_be_watched(live.table.setup) or live.table.match is None
