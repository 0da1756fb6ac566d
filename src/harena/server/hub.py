"""The tables this process has in memory: every change is written before anyone is told of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from harena.core.errors import HarenaError
from harena.core.fair import new_server_seed
from harena.server import alive, rulings, trace
from harena.server import entry as kinds
from harena.server.alive import Alive
from harena.server.alive import now as now
from harena.server.entry import DamagedError, Entry
from harena.server.house import House
from harena.server.keys import derived, derived_id, hashed, new_key, opens
from harena.server.library import Library
from harena.server.live import LiveTable, Watcher
from harena.server.loading import Loader
from harena.server.metrics import METRICS
from harena.server.packs import PackKit, with_content
from harena.server.painting import Painters
from harena.server.rulings import RefusedError
from harena.server.setup import BOT, OPEN, Setup, is_shown, read_setup
from harena.server.store import GoneError, Hold, Kept, Store, TakenError
from harena.server.table import RUNNING, WAITING
from harena.server.tempo import person_waits
from harena.server.thinking import Thinkers
from harena.server.times import Pulse
from harena.server.trouble import TroubleError
from harena.server.turns import Turns

LOG = logging.getLogger("harena.server")
ATTEMPTS = 8  # at an entry while other processes are quicker
MOST_LIVE = 5_000  # tables in memory
ALL = 10**9
TOGETHER = 40  # tables whose entries are read in one statement when they are taken up
IDLE = 600.0  # seconds after which an unwatched table may leave memory
YOUNG = 60.0  # seconds for which whoever asked for a table may still be about to watch it
LEAVING = 4.0  # seconds: a page that is loaded anew has not left
LISTED = {kinds.SAT, kinds.STOOD_UP, kinds.CAME, kinds.WENT}  # entries that show in lists of tables
PULSE = 0.5  # seconds
GOODBYE = 1.5  # seconds in which clients take the news that the server closes


Ruling = Callable[..., Entry]  # of the table, the time, and what more it needs


class NoTableError(HarenaError):
    """There is no table of that id, or not for this one."""


class Opened(msgspec.Struct, frozen=True):
    """A new table, with the secrets that allow to sit down: for whoever opened it alone."""

    id: str
    promise: str
    invites: dict[str, str]  # by seat


class Hub:
    """All tables, as far as this process is concerned."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        painters: Painters | None = None,
        house: House | None = None,
    ) -> None:
        self.store = store
        self.library = Library(store, house or House())
        self.thinkers = thinkers
        self.painters = painters or Painters(0)
        self.alive = Alive(store)
        self.pulse = Pulse(self.alive.clock.steady)
        self.loader = Loader(store)
        self.turns = Turns(self)
        self.live: dict[str, LiveTable] = {}
        self.noticed: Callable[[str, bool], None] = lambda table_id, listed: None  # something has happened
        self.closing = False
        self._unsure = False  # whether everyone's coming and going is entered
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._entering: set[asyncio.Future[int]] = set()

    @property
    def name(self) -> str:
        """Of this process among others."""
        return self.alive.name

    # --- starting and stopping

    async def open(self) -> None:
        """Begin: take up the running tables, and give back the time that no server was there."""
        await self.alive.begin()
        self.start(self._take_up_all())  # whatever is asked for meanwhile is taken up when it is loaded
        self.start(self._beat_on())
        self.start(self._pulse_on())

    async def say_goodbye(self) -> None:
        """Tell everyone that this server closes, and let them go."""
        if self.closing:
            return
        self.closing = True
        for live in self.live.values():
            self.turns.stop_clock(live)
            for watcher in live.watchers:
                watcher.reply({"type": "bye", "text": "The server is restarting. You will be reconnected."})
        until = time.monotonic() + GOODBYE
        while time.monotonic() < until and any(live.watchers for live in self.live.values()):
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Tell everyone and stop; nothing that was acknowledged is lost."""
        await self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._entering:
            await asyncio.wait(self._entering, timeout=GOODBYE)
        await self.alive.end()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Work in the background; what fails there is noted."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            METRICS.count("errors")
            LOG.error("background work failed", exc_info=error)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(alive.BEAT)
            try:
                await self.store.check_version()
                if await self.alive.beat():
                    await self._take_up_all()
                if self._unsure:
                    await self._set_presence_right()
            except TroubleError:
                pass  # the store has told the host
            except Exception:
                METRICS.count("errors")
                LOG.exception("the database does not answer")
            self._forget_idle()

    async def _pulse_on(self) -> None:
        """When this process was stopped or held up, everyone who could not decide gets the time back."""
        known = self.pulse.feel()
        while True:
            await asyncio.sleep(PULSE)
            if (missed := self.pulse.feel()) > known:
                METRICS.count("stalls")
                LOG.warning("this process did not run for %.1f s", (missed - known) / 1000)
                known = missed
                for live in list(self.live.values()):
                    with contextlib.suppress(HarenaError):  # it says so to whoever plays there
                        await self.settle(live)

    async def _take_up_all(self) -> None:
        """After a start, or when another process has died: whatever runs is looked after here."""
        running = await self.store.all_tables(RUNNING, most=ALL)
        for first in range(0, len(running), TOGETHER):
            some = running[first : first + TOGETHER]
            bodies = await self.store.bodies([kept.id for kept in some if kept.id not in self.live])
            # side by side: what is entered at several then goes to the disk together
            await asyncio.gather(*(self._take_up_one(kept, bodies.pop(kept.id, None)) for kept in some))

    async def _take_up_one(self, kept: Kept, bodies: list[bytes] | None) -> None:
        try:
            if (live := self.live.get(kept.id)) is None:
                await self._load_once(kept.id, kept, bodies)
            else:
                await self._take_up(live)
                self.turns.schedule(live, mine=False)
        except HarenaError:
            pass  # it says why to whoever asks for it
        except Exception:
            METRICS.count("errors")
            LOG.exception("a table could not be taken up", extra={"table": kept.id})

    async def _take_up(self, live: LiveTable) -> None:
        """Time in which no server was there is charged to nobody; who came through a dead one is gone."""
        table = live.table
        missed = self.alive.missed(table.changed_at)
        if missed and table.status == RUNNING and (table.clock.runs or table.measured):
            await self.enter_quietly(live, rulings.paused, missed)
        for number, seat in enumerate(table.seats):
            if seat.here and not self.alive.lives(seat.server, seat.here_since):
                cut_off = 0 if missed else self._cut_off(live, number)
                await self.enter_quietly(live, rulings.go, number, seat.server, cut_off)

    def _cut_off(self, live: LiveTable, seat: int) -> int:
        """The time for which somebody's clock ran while their server process was dead already."""
        since = live.table.clock.asked_at.get(seat)
        return 0 if since is None else self.alive.cut_off(live.table.seats[seat].server, since)

    def _forget_idle(self) -> None:
        """Tables that nobody looks at leave memory; running ones with a clock or a bot to move stay."""
        old, young = time.monotonic() - IDLE, time.monotonic() - YOUNG
        for table_id, live in list(self.live.items()):
            busy = live.watchers or live.thinking or live.timer or live.leaving or live.lock.locked()
            if not busy and live.used_at < (young if len(self.live) > MOST_LIVE else old):
                del self.live[table_id]

    # --- tables

    async def open_table(self, plain: object, key: str = "") -> Opened:
        """A new table, from what was sent; asked again with the same key it is the same table."""
        setup, kit = read_setup(plain, self.library.house)
        self.tell_of_packs()
        return await self.open_set(setup, kit, key or new_key())

    def tell_of_packs(self) -> None:
        """What has become of the host's folders belongs in the log."""
        for sentence in self.library.house.told():
            LOG.warning("%s", sentence)

    async def open_set(self, setup: Setup, kit: PackKit, key: str, promised_seed: str = "") -> Opened:
        """A table and its invitations follow from the key, which is not kept: so they can be told again."""
        at, seed, next_seed = now(), promised_seed or new_server_seed(), new_server_seed()
        wanted = [str(number) for number, seat in enumerate(setup.seats) if seat.kind not in (BOT, OPEN)]
        invites = {seat: derived(key, f"seat {seat}") for seat in wanted}
        kept_invites = {seat: hashed(secret) for seat, secret in invites.items()}
        pause = round(self.thinkers.hidden_pace * 1000)
        entry = rulings.open_table(setup, (seed, next_seed), kept_invites, at, pause, kit)
        kept = Kept(derived_id(key), setup.game, seed, next_seed, WAITING, is_shown(setup), at, at)
        if await self.store.create(kept, entry, with_content(kit).copies):
            METRICS.count("tables_opened")
            self.noticed(kept.id, True)
        else:
            entry = await self._opened_before(kept.id, entry)
        return Opened(kept.id, entry.more["promise"], invites)

    async def _opened_before(self, table_id: str, entry: Entry) -> Entry:
        """How a table was opened that is to be opened like this again."""
        first = await self.store.first_entry(table_id)
        if any(first.more[what] != entry.more[what] for what in ("setup", "invites")):
            raise RefusedError("This key has already opened another table.")
        return first

    async def get(self, table_id: str) -> LiveTable:
        """A table, from memory or rebuilt from its entries."""
        live = self.live.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        live.used_at = time.monotonic()
        return live

    async def look_at(self, table_id: str) -> LiveTable:
        """A table that somebody wants to see: its bots play on."""
        live = await self.get(table_id)
        rested = not live.is_followed()
        live.asked_for_at = time.monotonic()
        if rested:
            self.turns.schedule(live, mine=True)
        return live

    async def _load_once(
        self, table_id: str, kept: Kept | None = None, bodies: list[bytes] | None = None
    ) -> LiveTable:
        """Several who ask for the same table at once wait for one loading; what is given is not read anew."""
        if table_id in self._loading:
            return await asyncio.shield(self._loading[table_id])
        loading: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()
        self._loading[table_id] = loading
        try:
            live = await self._load(kept or await self._find(table_id), bodies)
            loading.set_result(live)
        except BaseException as error:
            loading.set_exception(error)
            loading.exception()  # seen: those who wait get it, and nobody may wait
            raise
        finally:
            del self._loading[table_id]
        return live

    async def _find(self, table_id: str) -> Kept:
        kept = await self.store.find(table_id)
        if kept is None:
            raise NoTableError("There is no such table.")
        return kept

    async def _load(self, kept: Kept, bodies: list[bytes] | None) -> LiveTable:
        table = await self.loader.table(kept, bodies)
        self.library.note(table.kit)
        live = LiveTable(table)
        live.stalled = self.pulse.feel()
        live.used_at = time.monotonic()
        await self._take_up(live)
        self.live[kept.id] = live
        if self.store.is_postgres:  # what was entered while it was read
            async with live.lock:
                await self._catch_up(live)
        if table.status != kept.status:
            await self.store.set_status(kept.id, table.status, table.changed_at)
        self.turns.schedule(live, mine=not self.store.is_postgres)
        return live

    # --- changes

    async def do(self, live: LiveTable, ruling: Ruling, *asked: Any, request: str = "") -> int:
        """Have something entered: decided, written, followed, told. The number of its entry.

        A request that was entered before is not entered again. Whoever asked may go away meanwhile: what is
        written is always followed and told.
        """
        entering = asyncio.ensure_future(self._enter(live, ruling, asked, request))
        self._entering.add(entering)
        entering.add_done_callback(self._entering.discard)
        return await asyncio.shield(entering)

    async def _enter(self, live: LiveTable, ruling: Ruling, asked: tuple[Any, ...], request: str) -> int:
        async with live.lock:
            for _ in range(ATTEMPTS):
                if (before := live.table.entered(request)) is not None:
                    return before
                if not await self._give_back(live):
                    continue
                began = time.monotonic()
                entry = ruling(live.table, now(), *asked)
                if request:
                    entry = msgspec.structs.replace(entry, request=request)
                try:
                    await self.store.append(live.table.id, entry)
                except TakenError:
                    await self._catch_up(live)
                    self.turns.schedule(live, mine=False)
                    continue
                except GoneError as gone:
                    self._lose(live, str(gone))
                    raise
                except HarenaError:  # perhaps only the news that it was written is lost
                    with contextlib.suppress(Exception):
                        await self._catch_up(live)
                        self.turns.schedule(live, mine=True)
                    if (before := live.table.entered(request)) is not None:
                        return before
                    raise
                await self._follow(live, entry)
                self._trace(live, entry, time.monotonic() - began)
                self.turns.schedule(live, mine=True)
                return entry.number
        raise RefusedError("The table is too busy; try again.")

    async def settle(self, live: LiveTable) -> None:
        """Give back the time in which this process did not run, if there is any."""
        if self.pulse.feel() > live.stalled:
            with contextlib.suppress(HarenaError):  # the database does not take it now: later, then
                async with live.lock:
                    for _ in range(ATTEMPTS):
                        if await self._give_back(live):
                            break
            self.turns.schedule(live, mine=False)

    async def _give_back(self, live: LiveTable) -> bool:
        """As above, with the table's lock; false if another process was quicker with something else."""
        missed = self.pulse.feel()
        lost = min(missed - live.stalled, self._kept_waiting(live))
        if lost > 0:
            entry = rulings.paused(live.table, now(), lost)
            try:
                await self.store.append(live.table.id, entry)
            except TakenError:
                await self._catch_up(live)
                return False
            except GoneError as gone:
                self._lose(live, str(gone))
                raise
            await self._follow(live, entry)
        live.stalled = missed
        return True

    def _kept_waiting(self, live: LiveTable) -> int:
        """For how long this process may have kept somebody from deciding whose clock runs."""
        table = live.table
        if not (table.clock.runs or table.measured):
            return 0
        seats = live.present() if self.store.is_postgres else range(len(table.seats))
        asked_at = table.clock.asked_at.items()
        asked = [at for seat, at in asked_at if seat in seats and not table.seats[seat].bot]
        return max(0, now() - min(asked)) if asked else 0

    def _trace(self, live: LiveTable, entry: Entry, took: float) -> None:
        mark = entry.request or trace.REQUEST.get()
        facts = {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "request": mark}
        trace.note("entered", live.table.id, **facts, ms=round(took * 1000, 1))

    async def _follow(self, live: LiveTable, entry: Entry) -> None:
        status = live.table.status
        live.apply(entry)
        METRICS.count(f"entries_{kinds.COUNTED_AS.get(entry.kind, entry.kind)}")
        self.noticed(live.table.id, entry.kind in LISTED or live.table.status != status)
        if live.table.status != status:
            try:
                await self.store.set_status(live.table.id, live.table.status, entry.at)
            except Exception:  # it is for lists alone: what was entered counts, and is set right when loaded
                LOG.exception("a list could not be kept", extra={"table": live.table.id})

    async def _catch_up(self, live: LiveTable) -> None:
        """Follow what other processes have entered."""
        try:
            for entry in await self.store.entries(live.table.id, live.table.number):
                live.apply(entry)
        except DamagedError as damage:
            self.loader.note(live.table.id, damage)
            self._lose(live, str(damage))
            raise

    def let_go_of(self, table_id: str) -> None:
        """A table was deleted here."""
        if (live := self.live.get(table_id)) is not None:
            self._lose(live, str(GoneError()))
        else:
            self.noticed(table_id, True)

    def load_anew(self, live: LiveTable, why: str) -> None:
        """What is kept of a table was changed: whoever is at it is told, and the next look reads it again."""
        self._lose(live, why)

    def _lose(self, live: LiveTable, why: str) -> None:
        """A table was deleted or is damaged: it leaves memory, and whoever is at it is told."""
        live.gone = True
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
        self.turns.stop(live)
        for leaving in live.leaving.values():
            leaving.cancel()
        for watcher in live.watchers:
            watcher.dismiss(why, live.version)
        self.noticed(live.table.id, True)

    async def read_up(self, live: LiveTable, seen: int = ALL) -> None:
        """Know at least as much as somebody has seen, perhaps through another process; else all there is."""
        if self.store.is_postgres and live.table.number < seen:
            async with live.lock:
                await self._catch_up(live)
            self.turns.schedule(live, mine=False)

    async def heard_of(self, table_id: str, number: int) -> None:
        """Another process says that a table is at a number."""
        live = self.live.get(table_id)
        if live is not None and number >= live.table.number:
            async with live.lock:
                await self._catch_up(live)
            self.turns.schedule(live, mine=False)
            for seat in live.present():  # another process saw the last page it knew of closed
                if not live.table.seats[seat].here:
                    await self.enter_quietly(live, rulings.come, seat, self.name)
        self.noticed(table_id, True)

    # --- seats

    def seats_of(self, live: LiveTable, keys: list[str]) -> frozenset[int]:
        """The seats that these keys hold."""
        return frozenset(
            number
            for number, seat in enumerate(live.table.seats)
            for key in keys
            if seat.plan.kind != BOT and opens(key, seat.key)
        )

    def seats_held(self, live: LiveTable, holds: list[Hold]) -> frozenset[int]:
        """The seats that a browser still holds of those it once held."""
        seats = live.table.seats
        return frozenset(
            hold.seat
            for hold in holds
            if hold.table_id == live.table.id and hold.key and seats[hold.seat].key == hold.key
        )

    async def stand_up(self, live: LiveTable, seat: int) -> None:
        """Give a seat up again; no browser finds it any more."""
        hold = Hold(live.table.id, seat, live.table.seats[seat].key)
        await self.do(live, rulings.stand_up, seat, hold.key)
        await self.store.let_go(hold)

    # --- coming and going

    async def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody looks on from now on."""
        rested = not live.is_followed()
        live.watchers.add(watcher)
        if not watcher.seats:
            live.recount_soon()
        if rested:
            self.turns.schedule(live, mine=True)
        for seat in watcher.seats:
            if (handle := live.leaving.pop(seat, None)) is not None:
                handle.cancel()
            if not live.table.seats[seat].here or live.table.seats[seat].server != self.name:
                await self._note_presence(live, rulings.come, seat)

    async def _note_presence(self, live: LiveTable, ruling: Ruling, seat: int) -> None:
        """Enter that somebody came or went; where that cannot be written they may look on all the same."""
        try:
            await self.enter_quietly(live, ruling, seat, self.name)
        except TroubleError:
            self._unsure = True

    async def _set_presence_right(self) -> None:
        """Enter who came and went while the database could not be written."""
        self._unsure = False
        for live in list(self.live.values()):
            present = live.present()
            for number, seat in enumerate(live.table.seats):
                if number in present and not seat.here:
                    await self._note_presence(live, rulings.come, number)
                elif seat.here and seat.server == self.name and number not in present | set(live.leaving):
                    await self._note_presence(live, rulings.go, number)

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        """A connection is closed; the seat has left only if it stays so for a moment."""
        live.watchers.discard(watcher)
        if not watcher.seats:
            live.recount_soon()
        live.used_at = time.monotonic()
        loop = asyncio.get_running_loop()
        for seat in watcher.seats - live.present():
            if not self.closing and seat not in live.leaving:
                live.leaving[seat] = loop.call_later(LEAVING, self._left, live, seat)

    def _left(self, live: LiveTable, seat: int) -> None:
        live.leaving.pop(seat, None)
        if seat not in live.present() and not self.closing:
            self.start(self._note_presence(live, rulings.go, seat))

    async def enter_quietly(self, live: LiveTable, ruling: Ruling, *asked: Any) -> None:
        """Enter something that may have become pointless meanwhile."""
        with contextlib.suppress(RefusedError):
            await self.do(live, ruling, *asked)

    async def wait_as_any(self, live: LiveTable, seat: int) -> None:
        """A person's answer to a question whose answers are hidden shows no sooner than any other."""
        table = live.table
        if table.match is not None and table.match.state.hidden and seat in table.clock.asked_at:
            since = (now() - table.clock.asked_at[seat]) / 1000
            await asyncio.sleep(max(0.0, person_waits(table, self.thinkers.hidden_pace) - since))

    def is_gone(self, live: LiveTable, seat: int) -> bool:
        """Has nobody this seat's page open, in any living process?"""
        one = live.table.seats[seat]
        if seat in live.present():
            return False
        return not one.here or not self.alive.lives(one.server, one.here_since)
