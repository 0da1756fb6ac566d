"""A game that starts with bots on the free seats, and those who come late and play on from there."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import harena
from harena import client
from harena.server import rulings
from harena.server.entry import BEGUN, SAT
from harena.server.keys import hashed
from harena.server.live import LiveTable
from harena.server.record import record_of
from harena.server.rematch import as_played, is_wished, moved_on
from harena.server.rulings import RefusedError
from harena.server.settings import Settings
from harena.server.setup import BOT
from harena.server.sight import Looks, log_lines, seat_of
from harena.server.table import OVER, RUNNING, Table
from harena.server.yours import counted, facts_of
from server.conftest import RunningServer, fast_settings, run
from server.made_up import SECOND, Noted, plain
from server.players import ask

LATE = 9 * SECOND
Site = Callable[..., RunningServer]


@pytest.fixture
def make_site() -> Iterator[Site]:
    made = []

    def make(settings: Settings) -> RunningServer:
        made.append(RunningServer(settings))
        return made[-1]

    yield make
    for server in made:
        server.stop()


def begun(seats: tuple[str, ...] = ("person", "friend"), **more: Any) -> Noted:
    """Ann has sat down and does not wait."""
    noted = Noted(seats, **more)
    noted.note(rulings.sit(noted.table, 2 * SECOND, 0, "Ann", hashed("key 0"), "seed 0"))
    noted.note(rulings.begin(noted.table, 3 * SECOND, 0))
    return noted


def come_late(noted: Noted, seat: int = 1, name: str = "Bo") -> None:
    noted.note(comes(noted.table, seat, name, f"invite {seat}"))


def comes(table: Table, seat: int, name: str, invite: str) -> Any:
    key = hashed(f"key {seat}")
    return rulings.sit_invited(table, LATE, seat, name, key, f"seed {seat}", invite)


def play(noted: Noted, most: int = 10_000) -> None:
    """Whoever is asked takes the first action, bot or not."""
    for _ in range(most):
        table = noted.table
        if table.status == OVER:
            return
        seat = table.asked()[0]
        rule = rulings.bot_acts if table.seats[seat].bot else rulings.act
        noted.note(rule(table, LATE, seat, noted.first_action(seat), table.moves))


def told(table: Table, eyes: int) -> list[str]:
    assert table.match is not None
    return [line["text"] for line in log_lines(table, eyes, 0, Looks(table.match))]


def test_the_game_starts_with_a_bot_on_the_free_seat() -> None:
    table = begun().table
    assert table.status == RUNNING
    assert seat_of(table, 1)["bot"] == "normal"
    assert not seat_of(table, 1)["taken"]
    assert table.names == ["Ann", "Normal bot"]
    assert "You start the game; a normal bot plays for whoever has not come." in told(table, 0)


def test_bots_of_one_name_are_told_apart() -> None:
    assert begun(
        ("person", "friend", "open", "bot:normal"), game="combat_arena", options={"players": 4}
    ).table.names == [
        "Ann",
        "Normal bot 2",
        "Normal bot 3",
        "Normal bot",
    ]


def test_only_who_sits_starts_it_and_only_once() -> None:
    noted = Noted()
    with pytest.raises(RefusedError, match="Take a seat first"):
        rulings.begin(noted.table, SECOND, 0)
    with pytest.raises(RefusedError, match="has begun already"):
        rulings.begin(begun().table, LATE, 0)
    with pytest.raises(RefusedError, match="a bot's seat"):
        rulings.begin(Noted(["person", "bot:easy"]).table, SECOND, 1)


def test_a_friend_comes_late_and_plays_on() -> None:
    noted = begun()
    play(noted, 6)
    moves = noted.table.moves
    come_late(noted)
    table = noted.table
    assert table.moves == moves
    assert table.names == ["Ann", "Bo"]
    assert not table.seats[1].bot
    assert told(table, 0)[-1] == "Bo has come and plays on for the bot."
    assert told(table, 1)[-1] == "You have come and play on for the bot."
    while table.asked() != [1]:
        noted.act(LATE)
    with pytest.raises(RefusedError, match="No bot decides here"):
        rulings.bot_acts(table, LATE, 1, noted.first_action(1), table.moves)
    noted.act(LATE, 1)


def test_the_pictures_and_sentences_have_the_new_name() -> None:
    noted = begun()
    come_late(noted)
    match = noted.table.match
    assert match is not None
    assert "Bo" in match.picture(0)
    assert "Normal bot" not in match.picture(0)
    assert "Normal bot" not in " ".join(told(noted.table, 0)) + match.words.describe(match.view(0))


def test_a_seat_is_taken_late_only_once_and_only_by_its_link() -> None:
    noted = begun()
    with pytest.raises(RefusedError, match="not for that seat"):
        comes(noted.table, 1, "Eve", "invite 0")
    come_late(noted)
    with pytest.raises(RefusedError, match="no seat is free"):
        comes(noted.table, 1, "Eve", "invite 1")


def test_a_seat_for_anyone_is_taken_late_by_anyone() -> None:
    noted = begun(("person", "open"))
    noted.note(comes(noted.table, 1, "Bo", ""))
    assert noted.table.names == ["Ann", "Bo"]


def test_nobody_stands_up_from_a_game_that_has_begun_and_a_seated_players_seat_stays_theirs() -> None:
    noted = begun(("person", "friend", "friend"), game="combat_arena", options={"players": 3})
    with pytest.raises(RefusedError, match="This seat is taken"):
        comes(noted.table, 0, "Eve", "invite 0")
    come_late(noted, 2)
    with pytest.raises(RefusedError, match="The game has begun"):
        rulings.stand_up(noted.table, LATE, 2, hashed("key 2"))


def test_after_the_end_nobody_comes() -> None:
    noted = begun()
    noted.note(rulings.resign(noted.table, LATE, 0))
    assert noted.table.status == OVER
    with pytest.raises(RefusedError, match="The game is over"):
        comes(noted.table, 1, "Bo", "invite 1")


def test_entries_lead_to_the_same_table_before_and_after_somebody_has_come() -> None:
    noted = begun()
    play(noted, 5)
    assert plain(noted.rebuilt()) == plain(noted.table)
    come_late(noted)
    play(noted, 5)
    assert plain(noted.rebuilt()) == plain(noted.table)
    assert [entry.kind for entry in noted.entries].count(BEGUN) == 1


def test_whoever_comes_late_has_no_part_in_the_dice_and_the_record_verifies() -> None:
    noted = begun()
    play(noted, 5)
    come_late(noted)
    assert [one.more["seed"] for one in noted.entries if one.kind == SAT] == ["seed 0", ""]
    assert [seat.late for seat in noted.table.seats] == [False, True]
    play(noted)
    record = record_of(noted.table)
    assert record.names == ["Ann", "Bo"]
    assert record.dice.player_seeds == ["seed 0", ""]
    assert harena.verify(record, promise=noted.table.promise).holds


def test_a_player_who_gives_up_takes_the_bots_of_an_empty_team_along() -> None:
    noted = begun(("person", "friend", "bot:easy", "bot:easy"), game="combat_arena", options={"players": 4})
    noted.note(rulings.resign(noted.table, LATE, 0))
    assert noted.table.seats[0].lost


def test_to_play_again_nobody_waits_for_who_never_came() -> None:
    noted = begun()
    noted.note(rulings.resign(noted.table, LATE, 0))
    noted.note(rulings.wish_rematch(noted.table, LATE, 0))
    assert is_wished(noted.table)
    bot, ann = moved_on(as_played(noted.table)).seats
    assert (bot.kind, bot.bot, ann.kind) == (BOT, "normal", "person")


def test_to_play_again_who_came_late_is_waited_for() -> None:
    noted = begun()
    come_late(noted)
    noted.note(rulings.resign(noted.table, LATE, 0))
    noted.note(rulings.wish_rematch(noted.table, LATE, 0))
    assert not is_wished(noted.table)
    assert as_played(noted.table) == noted.table.setup


def test_a_clock_does_not_run_for_a_bot_and_runs_for_who_has_come() -> None:
    noted = begun(clock={"kind": "bank", "seconds": 60})
    while noted.table.asked() != [1]:
        play(noted, 1)
    with pytest.raises(RefusedError, match="has not run out"):
        rulings.run_out(noted.table, 10_000 * SECOND, 1)
    come_late(noted)
    deadline = noted.table.clock.deadline(1)
    assert deadline is not None
    assert deadline > LATE


def test_against_a_bot_whose_seat_nobody_took_it_is_a_game_against_that_bot() -> None:
    noted = begun()
    noted.note(rulings.resign(noted.table, LATE, 0))
    facts = facts_of(LiveTable(noted.table))
    result = counted(facts, [0])
    assert result is not None
    assert result.bot == "normal"


def test_a_game_of_somebody_who_came_late_counts_for_both() -> None:
    noted = begun()
    come_late(noted)
    noted.note(rulings.resign(noted.table, LATE, 0))
    facts = facts_of(LiveTable(noted.table))
    results = [counted(facts, [seat]) for seat in (0, 1)]
    assert [one.bot for one in results if one is not None] == ["", ""]


# --- at a server


def opened_by_ann(address: str) -> tuple[Any, str]:
    """A closed table that she has opened for Bo; its id and invitations, and her key."""
    plan = {"game": "dawn_raid", "seats": [{"kind": "person"}, {"kind": "friend"}], "spectators": False}
    opened = ask(address, "/api/tables", plan)
    body = {"seat": 0, "name": "Ann", "seed": "hers", "invite": opened["invites"]["0"]}
    return opened, ask(address, f"/api/tables/{opened['id']}/sit", body)["key"]


def sit_late(address: str, opened: Any, key: str) -> Any:
    body = {"seat": 1, "name": "Bo", "seed": "his", "invite": opened["invites"]["1"], "key": key}
    return ask(address, f"/api/tables/{opened['id']}/sit", body)


async def start(address: str, opened: Any, key: str) -> None:
    async with client.connect(address) as one, one.live(opened["id"], key) as live:
        await live.start()
        await live.until(lambda sight: sight.status == "running")
        with pytest.raises(client.RefusedError, match="has begun already"):
            await live.start()


async def play_on(live: client.Live) -> client.Sight:
    async for sight in live:
        if sight.over:
            break
        if sight.actions:
            with contextlib.suppress(client.RefusedError):  # the game has gone on
                await live.act(sight.actions[0].action, moves=sight.moves)
    return live.sight


async def play_to_the_end(address: str, opened: Any, keys: list[str]) -> None:
    async with client.connect(address) as one:
        table = opened["id"]
        async with one.live(table, keys[0]) as ann, one.live(table, keys[1]) as bo:
            assert bo.yours == [1]
            assert bo.sight.eyes == 1, "only what this seat may see"
            assert [seat.name for seat in ann.sight.seats] == ["Ann", "Bo"]
            assert not ann.sight.seats[1].bot
            assert "Bo has come and plays on for the bot." in [line.text for line in ann.log]
            await asyncio.gather(play_on(ann), play_on(bo))
        record = await one.record(table, keys[1])
    assert record.names == ["Ann", "Bo"]
    assert record.dice.player_seeds == ["hers", ""]  # type: ignore[union-attr]
    assert harena.verify(record, promise=opened["promise"]).holds


def test_a_friend_comes_after_a_restart_and_plays_for_real(tmp_path: Path, make_site: Site) -> None:
    settings = fast_settings(tmp_path)
    server = make_site(settings)
    opened, ann = opened_by_ann(server.address)
    run(start(server.address, opened, ann))
    path, link = f"/api/tables/{opened['id']}", {"seat": 1, "invite": opened["invites"]["1"]}
    assert ask(server.address, f"{path}/invitation", link) == {"state": "free", "begun": True}
    server.stop()
    server = make_site(settings)
    with pytest.raises(urllib.error.HTTPError, match="403"):
        ask(server.address, path)
    bo = secrets.token_urlsafe(16)
    for _ in range(2):  # asked again after a lost answer
        assert sit_late(server.address, opened, bo) == {"key": bo, "seat": 1, "late": True}
    assert ask(server.address, f"{path}/invitation", link)["state"] == "taken"
    with pytest.raises(urllib.error.HTTPError, match="409"):
        sit_late(server.address, opened, secrets.token_urlsafe(16))
    run(play_to_the_end(server.address, opened, [ann, bo]))


def test_a_friend_comes_to_another_process(tmp_path: Path, make_site: Site, database: str) -> None:
    here, there = (make_site(fast_settings(tmp_path, database=database)) for _ in range(2))
    opened, ann = opened_by_ann(here.address)
    run(start(here.address, opened, ann))
    bo = secrets.token_urlsafe(16)
    assert sit_late(there.address, opened, bo)["late"]
    run(play_to_the_end(there.address, opened, [ann, bo]))


def test_a_link_for_a_game_that_a_bot_has_played_to_the_end_says_so(tmp_path: Path, make_site: Site) -> None:
    server = make_site(fast_settings(tmp_path))
    opened, ann = opened_by_ann(server.address)

    async def give_up() -> None:
        await start(server.address, opened, ann)
        async with client.connect(server.address) as one, one.live(opened["id"], ann) as live:
            await live.resign()

    run(give_up())
    link = {"seat": 1, "invite": opened["invites"]["1"]}
    assert ask(server.address, f"/api/tables/{opened['id']}/invitation", link)["state"] == "over"
