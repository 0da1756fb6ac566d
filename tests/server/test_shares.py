"""Nobody can take all the time there is to think: shares by address and by table, and by who waits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from harena.server import hub, live, rulings, shares
from harena.server.live import LiveTable, Watcher
from harena.server.shares import ASKED, PLAYED, WATCHED, Claim, Ledger, Shares
from server.conftest import fast_settings, run
from server.made_up import Noted
from server.rough import Site, greet, hear

ANN, MANY = "192.0.2.1", "192.0.2.66"


class Worked:
    """A queue before one worker, and the order in which the work was done."""

    def __init__(self) -> None:
        self.shares = Shares(1)
        self.order: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    def want(self, name: str, claim: Claim, seconds: float = 0.002) -> None:
        self._tasks.append(asyncio.ensure_future(self._do(name, claim, seconds)))

    async def _do(self, name: str, claim: Claim, seconds: float) -> None:
        async with self.shares.turn(claim):
            self.order.append(name)
            await asyncio.sleep(seconds)

    async def done(self) -> list[str]:
        await asyncio.gather(*self._tasks)
        return self.order


def claim(address: str, table: str = "", urgency: int = PLAYED) -> Claim:
    return Claim(urgency, frozenset([address]), table)


def test_who_wants_much_waits_for_who_wants_little() -> None:
    async def queue() -> list[str]:
        worked = Worked()
        for number in range(30):
            worked.want(f"many {number}", claim(MANY, f"table {number}"))
        await asyncio.sleep(0)
        worked.want("ann", claim(ANN, "hers"))
        return await worked.done()

    assert run(queue()).index("ann") <= 1, "only what had begun already came before it"


def test_shares_are_even_for_as_long_as_both_want_more() -> None:
    async def queue() -> list[str]:
        worked = Worked()
        for number in range(40):
            worked.want("many", claim(MANY, f"table {number}"))
        for _ in range(10):
            worked.want("ann", claim(ANN, "hers"))
        return await worked.done()

    first = run(queue())[:20]
    assert 7 <= first.count("ann") <= 10


def test_tables_of_one_address_take_turns() -> None:
    async def queue() -> list[str]:
        worked = Worked()
        for _ in range(10):
            worked.want("busy", claim(ANN, "busy"))
        worked.want("calm", claim(ANN, "calm"))
        return await worked.done()

    assert run(queue()).index("calm") <= 1


def test_who_plays_comes_before_who_asks_and_who_asks_before_bots_among_themselves() -> None:
    async def queue() -> list[str]:
        worked = Worked()
        worked.want("first", claim(MANY))
        for name, urgency in (("watched", WATCHED), ("asked", ASKED), ("played", PLAYED)):
            worked.want(name, claim(ANN, name, urgency))
        return await worked.done()

    assert run(queue()) == ["first", "played", "asked", "watched"]


def test_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "PATIENCE", 0.0)

    async def queue() -> list[str]:
        worked = Worked()
        worked.want("first", claim(MANY))
        worked.want("asked", claim(ANN, "asked", ASKED))
        for number in range(20):
            worked.want("played", claim(MANY, f"table {number}"))
        return await worked.done()

    assert run(queue()).index("asked") <= 1


def test_who_looks_on_at_anothers_table_does_not_put_it_back() -> None:
    async def queue() -> list[str]:
        worked = Worked()
        for number in range(10):
            worked.want("many", claim(MANY, f"table {number}"))
        await asyncio.sleep(0)
        worked.want("ann", Claim(PLAYED, frozenset([ANN, MANY]), "hers"))
        return await worked.done()

    assert run(queue()).index("ann") <= 1


def test_work_that_nobody_waits_for_any_more_is_not_done_and_keeps_no_worker() -> None:
    async def queue() -> list[str]:
        worked = Worked()
        for name in ("first", "given up", "last"):
            worked.want(name, claim(ANN))
        await asyncio.sleep(0)
        worked._tasks.pop(1).cancel()
        return await worked.done()

    assert run(queue()) == ["first", "last"]


def test_who_has_had_no_more_than_others_is_forgotten() -> None:
    ledger = Ledger()
    for number in range(1000):
        ledger.serve(f"address {number}")
    ledger.serve("address 999")
    assert len(ledger._had) == 1


# --- at tables


def test_bots_among_themselves_are_less_urgent_and_wait_where_nobody_follows_them() -> None:
    noted = Noted(("person", "bot:easy", "bot:easy"), game="combat_arena", options={"players": 3}).sit_all()
    table = LiveTable(noted.table)
    assert not table.is_followed()
    table.watchers.add(Watcher(frozenset([0]), frozenset(), address=ANN))
    assert table.is_followed()
    assert table.claim() == Claim(PLAYED, frozenset([ANN]), table.table.id)
    noted.note(rulings.resign(noted.table, 3000, 0))
    assert table.claim() == Claim(WATCHED, frozenset([ANN]), table.table.id)


def test_who_plays_is_counted_and_not_who_looks_on() -> None:
    table = LiveTable(Noted(("person", "bot:easy")).sit_all().table)
    table.watchers = {
        Watcher(frozenset([0]), frozenset(), address=ANN),
        Watcher(frozenset(), frozenset(), address=MANY),
    }
    assert table.claim() == Claim(PLAYED, frozenset([ANN]), table.table.id)


BOTS = [{"kind": "bot", "bot": "hard"}] * 2
EASY = [{"kind": "bot", "bot": "easy"}] * 2


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Behind a proxy, so that visitors can come from different addresses."""
    running = Site(fast_settings(tmp_path, trust_proxy=True))
    yield running
    running.stop()
    running.assert_sound()


def against(site: Site, bots: list[dict[str, str]]) -> tuple[str, str]:
    """A table with two bots: its id, and the key of the person's seat."""
    seats = [{"kind": "person"}, *bots]
    made = site.open("combat_arena", seats=seats, options={"players": 3}, stand_in="easy")
    body = {"seat": 0, "name": "Ann", "seed": "s", "invite": made["invites"]["0"]}
    return made["id"], json.loads(site.ask(f"/api/tables/{made['id']}/sit", body)[2])["key"]


async def give_up(socket: ClientConnection, key: str) -> None:
    """From now on bots play among themselves."""
    await greet(socket, key)
    await socket.send('{"type": "resign", "request": "r"}')
    assert (await hear(socket, "done", "refused"))["type"] == "done"


Turns = list[tuple[str, frozenset[str]]]


def note_turns(shares: Shares) -> Turns:
    """What is wanted and what begins, and for whom."""
    noted: Turns = []
    plain = shares.turn

    @asynccontextmanager
    async def turn(claim: Claim) -> AsyncIterator[None]:
        noted.append(("wanted", claim.addresses))
        async with plain(claim):
            noted.append(("begun", claim.addresses))
            yield

    shares.turn = turn  # type: ignore[method-assign]
    return noted


def came_before(turns: Turns, address: str) -> list[int]:
    """For all that was begun for an address: how much began for others while it waited."""
    found, waits = [], -1
    for what, addresses in turns:
        if address in addresses:
            if what == "begun":
                found.append(waits)
            waits = 0 if what == "wanted" else -1
        elif what == "begun" and waits >= 0:
            waits += 1
    return found


def test_tables_of_one_visitor_do_not_keep_anothers_bot_from_its_move(site: Site) -> None:
    theirs, (hers, key) = [against(site, BOTS) for _ in range(30)], against(site, EASY)
    turns = note_turns(site.hub.thinkers._shares)

    async def play() -> None:
        """Until Ann's bots have made a few decisions, while those of the other want to go on, too."""
        async with AsyncExitStack() as stack:
            for table, their_key in theirs:
                socket = await stack.enter_async_context(site.socket(table, x_forwarded_for=MANY))
                await give_up(socket, their_key)
            socket = await stack.enter_async_context(site.socket(hers, x_forwarded_for=ANN))
            seen = (await greet(socket, key))["table"]
            while len(came_before(turns, ANN)) < 4:
                if seen["actions"]:
                    act = {"type": "act", "action": seen["actions"][0]["action"], "moves": seen["moves"]}
                    await socket.send(json.dumps(act))
                seen = (await hear(socket, "table"))["table"]

    run(play())
    assert max(came_before(turns, ANN)) <= 1, "not one of each table"
    assert sum(what == "begun" for what, addresses in turns if MANY in addresses) > 1, "they play, too"


def test_bots_among_themselves_play_on_only_while_somebody_looks(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GLANCE", 0.0)
    monkeypatch.setattr(hub, "LEAVING", 0.0)
    table, key = against(site, EASY)

    async def leave() -> None:
        async with site.socket(table) as socket:
            await give_up(socket, key)

    async def look() -> int:
        async with site.socket(table) as socket:
            seen = (await greet(socket))["table"]
            first = seen["moves"]
            while seen["moves"] < first + 3:
                seen = (await hear(socket, "table"))["table"]
        return await rested()

    async def rested() -> int:
        """The number of moves once all that had begun is done."""
        one = site.hub.live[table]
        while one.watchers or one.thinking or one.leaving or one.table.seats[0].here:
            await asyncio.sleep(0.01)
        return one.table.moves

    run(leave())
    stopped = run(rested())
    assert site.hub.live[table].table.status == "running"
    again = run(look())
    assert again >= stopped + 3, "they go on when somebody comes"
    assert site.hub.live[table].table.moves == again
