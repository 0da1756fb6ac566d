"""Teams at a table: who plays with whom, and what it means to give up."""

from __future__ import annotations

import pytest

import harena
from harena.core.state import SPECTATOR
from harena.server import rulings
from harena.server.record import record_of
from harena.server.records import facts_of
from harena.server.reel import reel_of_record
from harena.server.sight import sight
from harena.server.story import standing
from harena.server.table import OVER, RUNNING
from server.made_up import Noted, plain

PEOPLE = ("person", "friend", "friend", "friend")


def fight(seats: tuple[str, ...] = PEOPLE, **options: object) -> Noted:
    return Noted(seats, game="combat_arena", options=options).sit_all()


def test_a_team_that_resigns_ends_the_game() -> None:
    noted = fight(variant="brothers")
    table = noted.table
    assert sight(table, 0, (), 0)["sides"] == [0, 1, 0, 1]
    noted.note(rulings.resign(table, 3000, 1))
    assert (table.status, table.scores) == (RUNNING, [])
    noted.note(rulings.resign(table, 4000, 3))
    assert (table.status, table.scores) == (OVER, [1.0, 0.0, 1.0, 0.0])
    assert standing(table, 0) == "You and Player 2 win. Player 1 and Player 3 resigned."
    assert standing(table, SPECTATOR).startswith("Player 0 and Player 2 win.")
    assert plain(noted.rebuilt()) == plain(table)


def test_two_of_different_teams_end_nothing() -> None:
    noted = fight(variant="brothers", teams="12v34")
    noted.note(rulings.resign(noted.table, 3000, 1))
    noted.note(rulings.resign(noted.table, 3000, 2))
    assert noted.table.status == RUNNING
    noted.note(rulings.resign(noted.table, 4000, 3))
    assert noted.table.scores == [1.0, 0.0, 0.0, 0.0], "whoever has given up has nothing"


def test_one_against_all_ends_when_the_one_resigns() -> None:
    noted = fight(variant="kingslayer", players=4, champion=2)
    noted.note(rulings.resign(noted.table, 3000, 1))
    assert (noted.table.status, noted.table.scores) == (OVER, [1.0, 0.0, 1.0, 1.0])


def test_alone_it_goes_on_until_one_is_left() -> None:
    noted = fight(players=4)
    assert sight(noted.table, 0, (), 0)["sides"] == [0, 1, 2, 3]
    for seat in (1, 3):
        noted.note(rulings.resign(noted.table, 3000, seat))
        assert noted.table.status == RUNNING
    noted.note(rulings.resign(noted.table, 3000, 2))
    assert noted.table.scores == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "seats", [("person", "friend", "bot:easy", "bot:easy"), ("person", *["bot:easy"] * 3)]
)
def test_a_bot_gives_up_with_the_people_it_plays_with(seats: tuple[str, ...]) -> None:
    noted = fight(seats, variant="brothers")
    noted.note(rulings.resign(noted.table, 3000, 0))
    assert (noted.table.status, noted.table.scores) == (OVER, [0.0, 1.0, 0.0, 1.0])
    assert noted.table.given_up == [0, 2]


def test_the_record_says_who_gave_up_holds_and_gives_the_same_scores() -> None:
    noted = fight(("person", "friend", "bot:easy", "friend"), variant="brothers")
    noted.note(rulings.resign(noted.table, 3000, 0))
    record = record_of(noted.table)
    assert record.given_up == [0, 2]
    verdict = harena.verify(record, promise=noted.table.promise)
    assert verdict.holds, verdict.sentence
    assert facts_of(record, reel_of_record(record))["scores"] == noted.table.scores == [0.0, 1.0, 0.0, 1.0]
    assert harena.core.replaying.replay(record).scores == noted.table.scores


def test_in_practice_a_team_plays_on_after_all() -> None:
    noted = Noted(
        ("person", "bot:easy", "bot:easy", "bot:easy"),
        game="combat_arena",
        options={"variant": "brothers"},
        practice=True,
    ).sit_all()
    noted.note(rulings.resign(noted.table, 3000, 0))
    assert noted.table.status == OVER
    noted.note(rulings.take_back(noted.table, 4000, 0, noted.table.moves))
    assert (noted.table.status, noted.table.given_up) == (RUNNING, [])
