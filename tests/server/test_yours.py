"""One's own games: what the browser's secret opens, and nothing to anybody else."""

from __future__ import annotations

import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from websockets.asyncio.client import connect

from harena.server.limits import Rate
from harena.server.yours import Facts, counted, result_of, row, summed_up, why_not
from server.conftest import NO_LIMITS, RunningServer, run
from server.players import BIGGEST, live_address, open_table

PRIVATE = "Zebulon the Private"


@dataclass
class Browser:
    """Keeps its cookie as browsers do."""

    server: RunningServer
    cookie: str = ""
    keys: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        sent = None if body is None else json.dumps(body).encode()
        headers |= {"content-type": "application/json"} | ({"cookie": self.cookie} if self.cookie else {})
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.server.address + path, sent, headers)
            ) as response:
                if given := response.headers.get("set-cookie"):
                    self.cookie = given.partition(";")[0]
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def sit(self, *seats: str, name: str = "Ann", game: str = "dawn_raid", **more: Any) -> str:
        """A table with this browser on its first seat."""
        plans = [
            {"kind": one} if one in ("person", "friend") else {"kind": "bot", "bot": one} for one in seats
        ]
        opened = self.ask("/api/tables", {"game": game, "seats": plans, **more})[1]
        body = {"seat": 0, "name": name, "seed": "s", "invite": opened["invites"]["0"]}
        self.keys[opened["id"]] = self.ask(f"/api/tables/{opened['id']}/sit", body)[1]["key"]
        return str(opened["id"])

    def play(self, table: str, resign: bool = False) -> dict[str, Any]:
        """Play to the end at random, or give up at once; the table at the end."""

        async def talk() -> dict[str, Any]:
            dice = random.Random(table)
            where = live_address(self.server.address, table)
            async with connect(where, max_size=BIGGEST, proxy=None) as socket:
                hello = {"type": "hello", "keys": [self.keys[table]], "parts": ["view"]}
                await socket.send(json.dumps(hello))
                asked = -1
                async for frame in socket:
                    message = json.loads(frame)
                    if message["type"] != "table":
                        continue
                    now: dict[str, Any] = message["table"]
                    if now["status"] == "over":
                        return now
                    if now["moves"] == asked or not (resign or now["actions"]):
                        continue
                    asked = now["moves"]
                    act = {"type": "act", "moves": asked, "request": f"r{asked}"}
                    if resign:
                        act = {"type": "resign", "seat": 0, "request": "resign"}
                    else:
                        act["action"] = dice.choice(now["actions"])["action"]
                    await socket.send(json.dumps(act))
            raise AssertionError("the game did not end")

        return run(talk())


def facts(**changed: Any) -> Facts:
    usual = Facts(
        "t", "dawn_raid", "Dawn Raid", "over", 1, ["Ann", "Bot"], ["k", ""], [0, 1], ["", "easy"],
        [1.0, 0.0], "", [False, False],
    )  # fmt: skip
    return replace(usual, **changed)


def test_who_has_sat_nowhere_has_no_history(server: RunningServer) -> None:
    status, told = Browser(server).ask("/api/yours")
    assert (status, told["games"], told["by_game"], told["by_bot"]) == (200, [], [], [])
    assert told["total"]["played"] == 0
    assert told["keep_days"] == 365


def test_a_finished_game_is_in_the_history_with_its_result(server: RunningServer) -> None:
    ann = Browser(server)
    table = ann.sit("person", "easy")
    waiting = ann.sit("person", "friend")
    end = ann.play(table)
    told = ann.ask("/api/yours")[1]
    rows = {one["id"]: one for one in told["games"]}
    assert set(rows) == {table, waiting}
    assert (rows[waiting]["status"], rows[waiting]["result"]) == ("waiting", "")
    score = end["scores"][0]
    assert rows[table]["result"] == ("won" if score == 1 else "lost" if score == 0 else "drawn")
    assert rows[table]["yours"] == [0]
    assert told["total"]["played"] == 1
    (game,), (bot,) = told["by_game"], told["by_bot"]
    assert (game["game"], game["played"]) == ("dawn_raid", 1)
    assert (bot["bot"], bot["played"], bot["verdict"]) == ("easy", 1, ""), "one game says nothing"
    assert bot["low"] < 0.5 < bot["high"]
    assert ann.ask("/api/yours")[1] == told, "from memory it is the same"


def test_who_resigns_has_lost(server: RunningServer) -> None:
    ann = Browser(server)
    table = ann.sit("person", "easy")
    ann.play(table, resign=True)
    told = ann.ask("/api/yours")[1]
    assert [one["result"] for one in told["games"]] == ["lost"]
    assert told["total"]["lost"] == 1


def test_nobody_else_gets_a_history_by_any_key(server: RunningServer) -> None:
    ann, eve = Browser(server), Browser(server)
    table = ann.sit("person", "easy", name=PRIVATE, spectators=False)
    ann.play(table, resign=True)
    eve.sit("person", "friend", name="Eve")
    secret = ann.cookie.partition("=")[2]
    assert PRIVATE in json.dumps(ann.ask("/api/yours")[1])
    assert PRIVATE in json.dumps(ann.ask("/api/yours/export")[1])
    wrong = [
        Browser(server),
        eve,
        Browser(server, cookie=f"harena={ann.keys[table]}"),  # a seat's key is not the browser's secret
        Browser(server, cookie=f"harena={secret[:-1]}"),
        Browser(server, cookie=f"harena={secret.swapcase()}"),
        Browser(server, cookie=f"harena={table}"),
    ]
    for browser in wrong:
        for path in (
            "/api/yours",
            f"/api/yours?player={secret}",
            f"/api/yours?table={table}",
            "/api/yours/export",
        ):
            status, told = browser.ask(path, **{"harena-key": ann.keys[table]})
            assert status == 200
            assert PRIVATE not in json.dumps(told)
            assert table not in json.dumps(told)


def test_a_seat_that_was_given_up_is_no_longer_in_the_history(server: RunningServer) -> None:
    ann = Browser(server)
    table = ann.sit("person", "friend")
    assert len(ann.ask("/api/yours")[1]["games"]) == 1
    ann.ask(f"/api/tables/{table}/stand_up", {"seat": 0, "key": ann.keys[table]})
    assert ann.ask("/api/yours")[1]["games"] == []


def test_an_export_has_results_and_records_and_none_of_a_game_under_way(server: RunningServer) -> None:
    ann = Browser(server)
    over, running = ann.sit("person", "easy"), ann.sit("person", "easy")
    ann.play(over, resign=True)
    told = {one["id"]: one for one in ann.ask("/api/yours/export")[1]["tables"]}
    assert told[over]["record"]["names"][0] == "Ann"
    assert told[over]["record"] == ann.ask(f"/api/tables/{over}/record")[1]
    assert "record" not in told[running], "until the end its dice are secret"
    assert told[running]["said"] == []


def test_an_export_has_what_one_said_and_not_what_others_said(server: RunningServer) -> None:
    table = open_table(server.address, "dawn_raid", ["person", "friend"])

    async def talk() -> None:
        for seat in (0, 1):
            async with connect(
                live_address(server.address, table.id), max_size=BIGGEST, proxy=None
            ) as socket:
                await socket.send(json.dumps({"type": "hello", "keys": [table.keys[seat]], "parts": []}))
                await socket.send(json.dumps({"type": "say", "text": f"line of {seat}", "request": "r"}))
                async for frame in socket:
                    if json.loads(frame)["type"] == "done":
                        break

    run(talk())
    ann = Browser(server)
    ann.ask(f"/api/tables/{table.id}/sit", {"seat": 0, "key": table.keys[0]})
    (told,) = ann.ask("/api/yours/export")[1]["tables"]
    assert [one["text"] for one in told["said"]] == ["line of 0"]


def test_exports_are_limited_by_address(make_server: Callable[..., RunningServer]) -> None:
    server = make_server(limits=replace(NO_LIMITS, counsels=Rate(4, 0)))
    assert Browser(server).ask("/api/yours/export")[0] == 200
    assert Browser(server).ask("/api/yours/export")[0] == 429


@pytest.mark.parametrize(
    ("changed", "yours", "result", "reason", "bot"),
    [
        ({}, [0], "won", "", "easy"),
        ({"scores": [0.5, 0.5]}, [0], "drawn", "", "easy"),
        ({"scores": [0.0, 1.0]}, [0], "lost", "", "easy"),
        ({"status": "running", "scores": []}, [0], "", "", None),
        ({"bots": ["", ""]}, [0], "won", "", ""),
        ({"bots": ["", ""]}, [0, 1], "", "several sides", None),
        ({"why_not": "practice"}, [0], "won", "practice", None),
        ({"stood_in": [True, False]}, [0], "won", "a bot finished it", None),
    ],
)
def test_what_counts_and_as_what(
    changed: dict[str, Any], yours: list[int], result: str, reason: str, bot: str | None
) -> None:
    one = facts(**changed)
    assert (result_of(one, yours), why_not(one, yours)) == (result, reason)
    found = counted(one, yours)
    assert (None if found is None else found.bot) == bot
    assert row(one, yours)["result"] == result


def test_with_a_partner_a_game_counts_but_not_against_the_bot() -> None:
    team = facts(names=[*"abcd"], keys=[*"klmn"], sides=[0, 1, 0, 1], bots=["", "easy", "", "easy"])
    team = replace(team, scores=[1.0, 0.0, 1.0, 0.0], stood_in=[False] * 4)
    partnered, alone = counted(team, [0]), counted(team, [0, 2])
    assert partnered is not None
    assert alone is not None
    assert (partnered.bot, alone.bot, alone.sides) == ("", "easy", 2)
    mixed = counted(replace(team, bots=["", "easy", "", "hard"]), [0, 2])
    assert mixed is not None
    assert mixed.bot == "", "against bots of several levels it is neither's"


def test_of_coin_flipped_results_no_line_of_the_page_claims_anything() -> None:
    dice = random.Random(5)
    found = []
    for place in range(400):
        won = float(dice.random() < 0.5)
        bot = ("easy", "normal", "hard", "master")[place % 4]
        found.append((facts(id=str(place), scores=[won, 1 - won], bots=["", bot]), [0]))
    told = summed_up(found)
    assert [one["played"] for one in told["by_bot"]] == [100] * 4
    for one in told["by_bot"]:
        assert one["verdict"] == ""
        assert one["low"] < one["even"] < one["high"]
        low, high = one["rating"]
        assert low < 0 < high
    newest_first = told["total"]["streak"]
    assert newest_first == next(place for place, (one, _) in enumerate(found) if one.scores[0] < 1)
