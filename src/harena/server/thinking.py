"""Bots think in processes of their own, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from harena import bots
from harena.bots.bot import Bot, Chair
from harena.core.dice import Dice, fast_dice
from harena.core.match import Match
from harena.core.record import SEED_LIMIT, Record
from harena.core.replaying import replay
from harena.core.state import State
from harena.server.packs import PackKit, load
from harena.server.shares import Claim, Shares
from harena.server.table import Table
from harena.server.tempo import HIDDEN_PACE, LONGEST_THOUGHT, PACE, bot_waits

T = TypeVar("T")
KEPT = 64  # matches a worker remembers
IMAGINED = 40  # hands that a bot without a choice looks through for one with a choice
ANYBODY = Claim()


class Thinkers:
    """The worker processes, and the pace at which bots play."""

    def __init__(self, workers: int, pace: float = PACE, hidden_pace: float = HIDDEN_PACE) -> None:
        self.workers = workers
        self.pace = pace
        self.hidden_pace = hidden_pace
        self._pool: ProcessPoolExecutor | None = None
        self._shares = Shares(workers)

    async def decide(self, table: Table, seat: int, claim: Claim = ANYBODY, bot: str = "") -> str:
        """What the bot of a seat does now, or another in its place."""
        assert table.match is not None
        wait = bot_waits(table, seat, self.pace, self.hidden_pace)
        began = time.monotonic()
        record, bot = table.match.record(), bot or table.seats[seat].bot
        action = await self.run(think, table.id, record, bot, seat, table.kit, claim=claim)
        await asyncio.sleep(max(0.0, began + wait - time.monotonic()))
        return action

    async def run(self, work: Callable[..., T], *given: Any, claim: Claim = ANYBODY) -> T:
        """Have something worked out in a worker, when its turn has come."""
        async with self._shares.turn(claim):
            return await self._work(work, *given)

    async def _work(self, work: Callable[..., T], *given: Any) -> T:
        loop = asyncio.get_running_loop()
        for attempt in range(3):
            pool = self.pool
            try:
                return await loop.run_in_executor(pool, work, *given)
            except BrokenProcessPool:  # a worker was killed: others take its place
                if self._pool is pool:
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError("not reached")

    @property
    def pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=begin_work)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Mind:
    """What a worker remembers of one seat of one table."""

    def __init__(self, match: Match, bot: Bot) -> None:
        self.match = match
        self.bot = bot
        self.dice: Dice = fast_dice(secrets.randbelow(SEED_LIMIT))
        self.took: float | None = None  # seconds for its last choice; unknown before the first


_minds: OrderedDict[tuple[str, int, str], Mind] = OrderedDict()


def begin_work() -> None:
    """Ctrl-C is for the server, which then ends its workers; and a worker does not outlive its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def think(table_id: str, record: Record, bot: str, seat: int, kit: PackKit) -> str:
    """In a worker: a bot's decision for a seat of a match."""
    mind = _mind(table_id, record, bot, seat, kit)
    match = mind.match
    state = match.state
    asked = match.position_for(seat) or state
    began = time.monotonic()
    action = bots.answer(mind.bot, asked, mind.dice)
    if asked.has_choice():
        mind.took = time.monotonic() - began
    elif asked.hidden:  # where there was nothing to think about, that must not show
        _take_as_long(mind, bot, asked, seat)
    return match.actions.notation(action)


def _take_as_long(mind: Mind, bot: str, asked: State, seat: int) -> None:
    """Take as long as over a choice; a mind that does not know yet how long that is thinks one over."""
    if mind.took is not None:
        time.sleep(mind.took)
        return
    began = time.monotonic()
    imagined = _with_a_choice(asked, mind.dice)
    if imagined is None:
        time.sleep(LONGEST_THOUGHT.get(bot, 0.0))
    else:
        another = bots.find(bot)  # the one that plays must not remember what it never had
        another.sit_down(Chair(mind.match.game, mind.match.pack, mind.match.options, seat))
        bots.answer(another, imagined, mind.dice)
        another.stand_up()
    mind.took = time.monotonic() - began


def _with_a_choice(asked: State, dice: Dice) -> State | None:
    """The question as the others must take it to be, who do not know that there is no choice."""
    others = [seat for seat in range(asked.seats) if seat != asked.seat]
    for number in range(IMAGINED):
        guess = asked.guess(others[number % len(others)], dice)
        if guess.has_choice():
            return guess
    return None


def _mind(table_id: str, record: Record, bot: str, seat: int, kit: PackKit) -> Mind:
    """The match as the record tells it: what is remembered goes on, else it is replayed."""
    key = (table_id, seat, bot)
    mind = _minds.pop(key, None)
    if mind is None or not _goes_on(mind.match, record):
        match = replay(record, load(kit))
        chosen = bots.find(bot)
        chosen.sit_down(Chair(match.game, match.pack, match.options, seat))
        mind = Mind(match, chosen)
    _minds[key] = mind
    while len(_minds) > KEPT:
        _minds.popitem(last=False)[1].bot.stand_up()
    return mind


def _goes_on(match: Match, record: Record) -> bool:
    """Play what is new; false if the record is not a continuation, as after a take-back."""
    done = [f"{seat} {match.actions.notation(action)}" for seat, action in match.played]
    waiting = any(match.answered(seat) for seat in range(match.state.seats))
    if record.actions[: len(done)] != done or record.pending or waiting:
        return False  # sealed answers that wait are no part of what was played
    for entry in record.actions[len(done) :]:
        match.play(entry.partition(" ")[2])
    return True
