"""What is said to a team: who may say it, who reads it, and what is kept of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from harena.core.state import SPECTATOR
from harena.server import rulings
from harena.server.entry import CHAT, TEAM_CHAT
from harena.server.live import LiveTable, Watcher
from harena.server.record import record_of
from harena.server.rulings import LONGEST_CHAT, LONGEST_TALK, RefusedError
from harena.server.sight import PARTS, sight
from harena.server.table import KEPT_CHAT, OVER
from server.made_up import Noted, plain

PEOPLE = ("person", "friend", "friend", "friend")
BROTHERS = {"variant": "brothers"}  # seats 0 and 2 against 1 and 3
KINGSLAYER = {"variant": "kingslayer", "players": 4, "champion": 2}  # seat 1 against all
ALL_EYES = (0, 1, 2, 3, SPECTATOR)


def waiting(seats: tuple[str, ...] = PEOPLE, options: dict[str, Any] = BROTHERS, **more: Any) -> Noted:
    return Noted(seats, game="combat_arena", options=options, **more)


def begun(seats: tuple[str, ...] = PEOPLE, options: dict[str, Any] = BROTHERS, **more: Any) -> Noted:
    return waiting(seats, options, **more).sit_all()


def say(noted: Noted, seat: int, text: str, to: str = "team", at: int = 3000) -> None:
    noted.note(rulings.say(noted.table, at, seat, text, to))


def read_by(noted: Noted, eyes: int) -> list[str]:
    return [line["text"] for line in sight(noted.table, eyes, (), 0)["chat"]]


# --- who reads it


def test_a_line_to_the_team_is_read_by_its_seats_alone() -> None:
    noted = begun()
    say(noted, 0, "to all", "table")
    say(noted, 0, "left wing")
    say(noted, 3, "right wing")
    say(noted, 1, "good luck", "table")
    assert read_by(noted, 0) == read_by(noted, 2) == ["to all", "left wing", "good luck"]
    assert read_by(noted, 1) == read_by(noted, 3) == ["to all", "right wing", "good luck"]
    assert read_by(noted, SPECTATOR) == ["to all", "good luck"]
    assert [line.get("to") for line in sight(noted.table, 2, (), 0)["chat"]] == [None, "team", None]


def test_it_is_still_the_teams_own_after_the_game() -> None:
    noted = begun()
    say(noted, 0, "left wing")
    for seat in (1, 3):
        noted.note(rulings.resign(noted.table, 4000, seat))
    assert noted.table.status == OVER
    say(noted, 2, "well played, brother", at=5000)
    assert [len(read_by(noted, eyes)) for eyes in ALL_EYES] == [2, 0, 2, 0, 0]
    assert b"wing" not in msgspec.json.encode(record_of(noted.table))


def test_the_same_entries_are_the_same_talk() -> None:
    noted = begun()
    for seat in (0, 1, 2, 3):
        say(noted, seat, f"line of {seat}")
        say(noted, seat, f"to all from {seat}", "table")
    again = noted.rebuilt()
    assert plain(again) == plain(noted.table)
    assert [entry.kind for entry in noted.entries[-2:]] == [TEAM_CHAT, CHAT]


def test_on_a_shared_device_only_the_side_that_looks_reads_it() -> None:
    noted = begun()
    live, device = LiveTable(noted.table), Watcher(frozenset({0, 1}), frozenset(PARTS))
    live.watchers.add(device)
    say(noted, 0, "a word for seat 2")
    for eyes, reads in ((SPECTATOR, False), (0, True), (1, False), (SPECTATOR, False)):
        device.look_as(eyes)
        assert (b"a word for seat 2" in live.message(device, 0)) == reads


def test_a_device_that_hands_over_is_sent_nothing_of_the_team_before_the_next_looks() -> None:
    noted = begun()
    live, device = LiveTable(noted.table), Watcher(frozenset({0, 1, 2, 3}), frozenset(PARTS))
    live.watchers.add(device)
    asked = noted.table.asked()[0]
    device.look_as(asked)
    say(noted, asked, "a word for my side")
    assert b"a word for my side" in live.message(device, 0)
    while noted.table.asked() == [asked]:
        live.apply(rulings.act(noted.table, 4000, asked, noted.first_action(asked), noted.table.moves))
    assert device.eyes == SPECTATOR
    assert b"a word for my side" not in live.message(device, 0)


def test_the_seat_hears_what_the_seat_was_told_also_while_a_bot_plays_for_it() -> None:
    noted = begun(grace=0)
    say(noted, 0, "hold the line")
    noted.note(rulings.come(noted.table, 3500, 2, "server"))
    noted.note(rulings.go(noted.table, 3600, 2, "server"))
    noted.note(rulings.agree(noted.table, 4000, 0, 2, gone=True))
    assert noted.table.seats[2].bot == "normal"
    say(noted, 0, "come back", at=5000)
    noted.note(rulings.return_to(noted.table, 6000, 2))
    assert read_by(noted, 2) == ["hold the line", "come back"]
    assert read_by(noted, 1) == []


def test_neither_side_can_push_out_what_others_said() -> None:
    noted = begun()
    say(noted, 1, "to all", "table")
    say(noted, 1, "ours")
    for count in range(KEPT_CHAT + 5):
        say(noted, 0, f"line {count}")
    assert read_by(noted, 0) == ["to all", *(f"line {count}" for count in range(5, KEPT_CHAT + 5))]
    assert read_by(noted, 3) == ["to all", "ours"]


# --- who may say it


@pytest.mark.parametrize("to", ["everyone", "", "Team", "1", None, 7, ["team"]])
def test_there_is_no_other_audience(to: Any) -> None:
    with pytest.raises(RefusedError, match=r"^A line is said to one of table, team; nobody else"):
        rulings.say(begun().table, 3000, 0, "hello", to)


def test_where_there_are_no_teams_nobody_has_one() -> None:
    noted = begun(options={"players": 4})
    with pytest.raises(RefusedError, match=r"^There are no teams in this game"):
        say(noted, 0, "hello")
    assert "team" not in sight(noted.table, 0, (), 0)


def test_who_plays_alone_against_a_team_has_none() -> None:
    noted = begun(options=KINGSLAYER)
    with pytest.raises(RefusedError, match=r"^You play alone here"):
        say(noted, 1, "hello")
    say(noted, 0, "at the king")
    assert [sight(noted.table, eyes, (), 0).get("team") for eyes in ALL_EYES] == [
        [2, 3],
        None,
        [0, 3],
        [0, 2],
        None,
    ]
    assert [read_by(noted, eyes) for eyes in (1, SPECTATOR)] == [[], []]


def test_before_the_game_there_is_no_team_since_seats_change_hands() -> None:
    noted = waiting()
    with pytest.raises(RefusedError, match="once the game has begun"):
        say(noted, 0, "hello")
    assert "team" not in sight(noted.table, 0, (), 0)
    say(noted, 0, "hello all", "table")
    noted.sit_all()
    assert sight(noted.table, 0, (), 0)["team"] == [2]


def test_bots_neither_speak_nor_are_spoken_to() -> None:
    noted = begun(("person", "friend", "bot:easy", "bot:easy"))
    with pytest.raises(RefusedError, match="bots do not read chat"):
        say(noted, 0, "hello")
    with pytest.raises(RefusedError, match="This is a bot's seat"):
        say(noted, 2, "hello")
    assert not any("team" in sight(noted.table, eyes, (), 0) for eyes in (0, 1, SPECTATOR))


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST_CHAT + 1), 7, None])
def test_a_line_to_the_team_has_the_same_length_as_any(text: Any) -> None:
    with pytest.raises(RefusedError, match="one to 500 characters"):
        rulings.say(begun().table, 3000, 0, text, "team")


def test_a_line_to_the_team_counts_as_talk_and_stays_on_one_line() -> None:
    noted = begun()
    assert rulings.say(noted.table, 3000, 0, " a\nb\x07c<b> ", "team").text == "a b c<b>"
    noted.table.number += LONGEST_TALK + 5
    with pytest.raises(RefusedError, match="only the game goes on"):
        say(noted, 0, "hello")
