"""No client receives a byte, or an answer sooner or later, that depends on what it may not know."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from contract.play import options_for
from harena.core.dice import FastDice, fast_dice
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.state import SPECTATOR, State
from harena.server import entry as kinds
from harena.server.entry import Entry
from harena.server.keys import hashed
from harena.server.live import LiveTable, Watcher
from harena.server.rulings import open_table as opening
from harena.server.setup import SeatPlan, Setup
from harena.server.sight import PARTS, PICTURE, Looks, lines
from harena.server.table import OVER, Table
from server.conftest import RunningServer, run
from server.players import BIGGEST, ask, live_address, open_table, problem_of

SOAK = "HARENA_SERVER_SOAK" in os.environ  # `make soak-server`: everybody at every position, else in turn
GAMES = 4
ALL_PARTS = frozenset(PARTS)
SEED = "5e" * 32


# --- what is sent, for the truth and for any other truth that looks the same


def new_table(game: AnyGame, number: int) -> LiveTable:
    """A running table, without a server."""
    options = options_for(game, number)
    seats = game.seats(game.options(**options))
    setup = Setup(game.name, [SeatPlan()] * seats, options)
    table = Table("0123456789abcdef", f"{number:02x}" * 32)
    table.apply(opening(setup, (table.server_seed, table.server_seed), {}, 0))
    for seat in range(seats):
        more = {"key": hashed(f"key {seat}"), "seed": f"{number} {seat}"}
        table.apply(Entry(table.number, 0, kinds.SAT, seat, f"P{seat}", more=more))
    return LiveTable(table)


def act(live: LiveTable, action: int) -> None:
    """The seat that decides takes an action."""
    table = live.table
    assert table.match is not None
    text = table.match.actions.notation(action)
    live.apply(Entry(table.number, table.number, kinds.ACTION, table.match.seat, text))


def eyes_at(live: LiveTable) -> list[int]:
    return [*range(len(live.table.seats)), SPECTATOR]


def watcher_for(eyes: int, pictures: bool = True) -> Watcher:
    parts = ALL_PARTS if pictures else ALL_PARTS - {PICTURE}
    return Watcher(frozenset() if eyes == SPECTATOR else frozenset({eyes}), parts)


def bytes_for(live: LiveTable, watcher: Watcher, state: State) -> bytes:
    """What a client is sent if this is the state of the match."""
    match = live.table.match
    assert match is not None
    truth, match.state = match.state, state
    live._sights.clear()
    try:
        return live.message(watcher, 12345)
    finally:
        match.state = truth
        live._sights.clear()


def random_action(live: LiveTable, dice: FastDice) -> int:
    assert live.table.match is not None
    state = live.table.match.state
    return state.nth(dice.below(state.count()))


def whole_game(live: LiveTable, dice: FastDice) -> Iterator[State]:
    """The position before each decision of a game, and at last its end."""
    while True:
        assert live.table.match is not None
        yield live.table.match.state
        if live.table.status == OVER:
            return
        act(live, random_action(live, dice))


def test_every_byte_of_a_whole_game_is_the_same_with_the_secrets_permuted(game: AnyGame) -> None:
    """Pictures, which are drawn from what else is sent, are looked at now and then."""
    compared = differing = 0
    for number in range(GAMES):
        live, dice = new_table(game, number), fast_dice(number)
        heard = 0
        for state in whole_game(live, dice):
            for eyes in eyes_at(live) if SOAK else eyes_at(live)[state.made % 3 :: 3]:
                guess = state.guess(eyes, dice)
                guess.journal = []
                differing += guess.key() != state.key()
                watcher = watcher_for(eyes, pictures=state.made % 8 == eyes % 8)
                watcher.heard = heard
                truth = bytes_for(live, watcher, state)
                watcher.heard = heard
                assert bytes_for(live, watcher, guess) == truth
                compared += len(truth)
            heard = watcher.heard
    assert compared > 50_000
    assert differing > 10 * GAMES  # the secrets were other ones indeed


def test_what_is_heard_is_the_same_in_another_truth_until_something_is_revealed(game: AnyGame) -> None:
    """Both truths are played on with the same actions and dice, as far as they go."""
    compared = 0
    for number in range(4 * GAMES):
        for eyes in eyes_at(new_table(game, number)):
            compared += follow_two_truths(game, number, eyes)
    assert compared > 2 * GAMES


def follow_two_truths(game: AnyGame, number: int, eyes: int) -> int:
    """How many decisions could be compared before the truths showed themselves, or could not go together."""
    lives, dice = [new_table(game, number), new_table(game, number)], fast_dice(number)
    for _ in range(dice.below(30)):
        action = random_action(lives[0], dice)
        for live in lives:
            act(live, action)
        if lives[0].table.status == OVER:
            return 0
    matches = [live.table.match for live in lives]
    assert matches[0] is not None
    assert matches[1] is not None
    other = matches[0].state.guess(eyes, fast_dice(number))
    other.journal = []
    matches[1].state = other
    matches[0].state.dice, other.dice = fast_dice(number), fast_dice(number)
    watchers = [watcher_for(eyes), watcher_for(eyes)]
    made = 0
    while lives[0].table.status != OVER:
        sent = [live.message(watcher, 1) for live, watcher in zip(lives, watchers, strict=True)]
        assert sent[0] == sent[1]
        action, seen = random_action(lives[0], dice), matches[0].state.seen
        if action not in matches[1].state.legal():
            return made
        heard = matches[0].heard
        for live in lives:
            act(live, action)
        made += 1
        if matches[0].state.seen != seen or matches[1].state.seen != seen:
            told = [told_before_a_reveal(match, eyes, heard) for match in matches if match is not None]
            assert told[0] == told[1]
            return made
    return made


def told_before_a_reveal(match: Match, eyes: int, since: int) -> list[dict[str, Any]]:
    """The sentences a seat is told, up to the first that tells it something hidden."""
    revealing = [place for place, told in enumerate(match.events(eyes, since)) if told.reveals]
    return lines(Looks(match), eyes, since)[: revealing[0] if revealing else None]


# --- the same over real sockets


def play_whole_game(
    server: RunningServer, game: str, watching: Callable[[bytes], None], **more: Any
) -> tuple[str, list[str], list[str]]:
    """A game of two persons over sockets; the table, and its keys and invitations."""
    table = open_table(server.address, game, ["person", "person"], **more)

    async def sit(seat: int | None) -> None:
        keys = [] if seat is None else [table.keys[seat]]
        dice = fast_dice(seat or 0)
        async with connect(live_address(server.address, table.id), max_size=BIGGEST, proxy=None) as socket:
            await socket.send(json.dumps({"type": "hello", "keys": keys, "parts": PARTS}))
            async for frame in socket:
                watching(str(frame).encode())
                message = json.loads(frame)
                if message["type"] != "table":
                    continue
                seen = message["table"]
                if seen["status"] == "over":
                    return
                if seen["actions"] and all(one["here"] for one in seen["seats"]):
                    action = seen["actions"][dice.below(len(seen["actions"]))]["action"]
                    act = {"type": "act", "action": action, "moves": seen["moves"]}
                    await socket.send(json.dumps(act))

    async def all_sit() -> None:
        await asyncio.gather(sit(0), sit(1), sit(None))

    run(all_sit(), 100)
    return table.id, list(table.keys.values()), list(table.invites.values())


def test_no_secret_is_in_any_message_page_or_log_before_its_time(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Keys, invitations and their hashes never; the server's seed not before the end."""
    caplog.set_level(logging.INFO)
    logging.getLogger("harena").setLevel(logging.DEBUG)
    frames: list[bytes] = []
    pages: list[bytes] = []
    refusals = []

    def watching(frame: bytes) -> None:
        frames.append(frame)
        if len(frames) in (5, 40):  # in mid-game
            table_id = json.loads(frames[0])["table"]["id"]
            for path in (f"/api/tables/{table_id}", "/api/tables", "/api/games", "/api/mine"):
                pages.append(json.dumps(ask(server.address, path)).encode())
            with urllib.request.urlopen(f"{server.address}/metrics") as figures:
                pages.append(figures.read())
            refusals.append(problem_of(server.address, f"/api/tables/{table_id}/record"))

    table_id, keys, invites = play_whole_game(server, "dawn_raid", watching)
    seed = server._server.hub.live[table_id].table.server_seed
    secrets = [*keys, *invites, *(hashed(one) for one in [*keys, *invites])]
    seen = b"\n".join([*frames, *pages, caplog.text.encode()])
    assert len(frames) > 40
    assert len(pages) == 10
    for secret in [*secrets, seed]:
        assert secret.encode() not in seen
    assert [status for status, _ in refusals] == [409, 409]
    assert all("secret" in text for _, text in refusals)
    record = json.dumps(ask(server.address, f"/api/tables/{table_id}/record"))
    assert seed in record
    for secret in secrets:
        assert secret not in record


@pytest.mark.parametrize("eyes", [0, 1, SPECTATOR])
@pytest.mark.parametrize(("game", "least"), [("combat_arena", 3), ("dawn_raid", 0)])
def test_two_servers_whose_hidden_cards_differ_send_the_same_bytes_until_a_reveal(
    make_server: Callable[..., RunningServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    least: int,
    eyes: int,
) -> None:
    """In Dawn Raid every decision reveals something: there it is the table as it is dealt."""
    for place in ("hub", "socket"):
        monkeypatch.setattr(f"harena.server.{place}.now", lambda: 1_000_000)
    monkeypatch.setattr("harena.server.hub.new_server_seed", lambda: SEED)
    monkeypatch.setattr("harena.server.hub.derived_id", lambda _: "00000000000000aa")
    twins = [Twin(make_server(database=f"sqlite:///{tmp_path / one}.db"), game) for one in "ab"]
    other = twins[0].match.state.guess(eyes, fast_dice(9))
    other.journal, other.dice = [], twins[0].match.state.dice.copy()
    assert other.key() != twins[0].match.state.key()
    twins[1].match.state = other
    assert run(play_both(twins, eyes)) >= least


class Twin:
    """One of two servers, with a table that looks the same at both."""

    def __init__(self, server: RunningServer, game: str) -> None:
        self.table = open_table(server.address, game, ["person", "person"])
        self.address = live_address(server.address, self.table.id)
        self.live: LiveTable = server._server.hub.live[self.table.id]
        self.pages: dict[int, ClientConnection] = {}
        self.sent: dict[int, bytes] = {}  # by eyes: the last frame

    @property
    def match(self) -> Match:
        assert self.live.table.match is not None
        return self.live.table.match

    async def come(self, stack: AsyncExitStack) -> None:
        for eyes in (0, 1, SPECTATOR):
            page = connect(self.address, max_size=BIGGEST, proxy=None)
            self.pages[eyes] = await stack.enter_async_context(page)
            keys = [] if eyes == SPECTATOR else [self.table.keys[eyes]]
            await self.pages[eyes].send(json.dumps({"type": "hello", "keys": keys, "parts": PARTS}))
            await self.hear(len(self.table.keys) + 1 + min(len(self.pages), 2))

    async def hear(self, number: int) -> None:
        """Until everyone has seen the table at a number."""
        for eyes, page in self.pages.items():
            while True:
                frame = str(await page.recv()).encode() if not self.saw(eyes, number) else b""
                if frame.startswith(b'{"type":"table"'):
                    self.sent[eyes] = frame
                if not frame:
                    break

    def saw(self, eyes: int, number: int) -> bool:
        return eyes in self.sent and json.loads(self.sent[eyes])["table"]["number"] == number

    async def act(self, action: str) -> None:
        table = self.live.table
        message = {"type": "act", "action": action, "moves": table.moves}
        number = table.number + 1
        await self.pages[self.match.seat].send(json.dumps(message))
        await self.hear(number)


async def play_both(twins: list[Twin], eyes: int) -> int:
    """Play the same actions at both; how many until something hidden was shown."""
    async with AsyncExitStack() as stack:
        for twin in twins:
            await twin.come(stack)
        one, two = (json.loads(twin.sent[eyes])["table"] for twin in twins)
        assert one == two
        made, dice = 0, fast_dice(5)
        seen = twins[0].match.state.seen
        while True:
            both = sorted(set(twins[0].match.legal()) & set(twins[1].match.legal()))
            if not both or twins[0].match.over:
                return made
            action = both[dice.below(len(both))]
            for twin in twins:
                await twin.act(action)
            if any(twin.match.state.seen != seen for twin in twins):
                return made
            assert twins[0].sent[eyes] == twins[1].sent[eyes]
            made += 1
