"""Giving up, running out of time, a bot that stands in: said in the log, above the picture and in it."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core import registry
from harena.core.state import SPECTATOR
from harena.server import rulings
from harena.server.rulings import RefusedError
from harena.server.sight import PICTURE, Looks, in_words, log_lines, sight
from harena.server.story import heard, standing
from harena.server.table import OVER, RUNNING, Table
from server.made_up import SECOND, Noted, plain

FOUR = ("person", "friend", "friend", "bot:easy")
CLOCK = {"kind": "move", "seconds": 5}
GAMES = registry.installed()


def log(table: Table, eyes: int, since: int = 0) -> list[str]:
    """What the log says to these eyes."""
    assert table.match is not None
    return [line["text"] for line in log_lines(table, eyes, since, Looks(table.match))]


def seen(table: Table, eyes: int) -> dict[str, Any]:
    return sight(table, eyes, {PICTURE}, 0)


@pytest.mark.parametrize("game", GAMES)
def test_who_resigns_reads_the_result_and_nobody_is_asked_any_more(game: str) -> None:
    noted = Noted(game=game).sit_all()
    table, asked = noted.table, noted.table.asked()[0]
    other = 1 - asked
    assert "data-action=" in seen(table, asked)["picture"]
    noted.note(rulings.resign(table, 3000, asked))
    assert standing(table, asked) == f"Player {other} wins. You resigned."
    assert standing(table, other) == f"You win. Player {asked} resigned."
    assert standing(table, SPECTATOR) == f"Player {other} wins. Player {asked} resigned."
    assert log(table, asked)[-2:] == ["You resign.", f"Player {other} wins."]
    assert log(table, other)[-2:] == [f"Player {asked} resigns.", "You win."]
    for eyes in (0, 1, SPECTATOR):
        shown = seen(table, eyes)
        assert shown["standing"] == shown["prompt"] == standing(table, eyes)
        assert standing(table, eyes) in shown["picture"]
        for word in ("data-action=", "You decide", "Deciding", "decides<", "Choose ", "names the type"):
            assert word not in shown["picture"], word
        assert in_words(table, eyes).endswith(standing(table, eyes))


def test_out_of_time_is_told_with_who_plays_on_or_who_has_lost() -> None:
    for end, told, said in (
        (
            "bot",
            "Your time has run out; a normal bot plays for you.",
            "A normal bot plays for you: your time ran out.",
        ),
        ("loses", "Your time has run out: the game is lost.", "You win. Player {0} ran out of time."),
    ):
        noted = Noted(clock=CLOCK, out_of_time=end).sit_all()
        seat = noted.table.asked()[0]
        noted.note(rulings.run_out(noted.table, 60 * SECOND, seat))
        assert told in log(noted.table, seat)
        assert f"Player {seat}'s time has run out" in " ".join(log(noted.table, 1 - seat))
        eyes = seat if end == "bot" else 1 - seat
        assert standing(noted.table, eyes) == said.format(seat)
        assert "You decide" not in seen(noted.table, seat)["picture"]


def test_while_others_play_on_the_one_who_resigned_is_told_who_plays() -> None:
    noted = Noted(FOUR, game="combat_arena", options={"players": 4}).sit_all()
    noted.note(rulings.resign(noted.table, 3000, 2))
    assert noted.table.status == RUNNING
    assert standing(noted.table, 2) == "You resigned. A normal bot plays your part for the others."
    assert standing(noted.table, 0) == ""
    assert log(noted.table, 0)[-1] == "Player 2 resigns."


def test_a_leaver_and_the_return_are_told() -> None:
    noted = Noted(grace=0).sit_all()
    noted.note(rulings.come(noted.table, 2500, 0, "here"))
    noted.note(rulings.agree(noted.table, 3000, 0, 1, True))
    assert log(noted.table, 0)[-1] == "Player 1 has left; a normal bot plays for Player 1."
    assert standing(noted.table, 1) == "A normal bot plays for you: you were away."
    noted.note(rulings.return_to(noted.table, 4000, 1))
    assert log(noted.table, 0)[-1] == "Player 1 is back and takes the seat from the bot."
    assert standing(noted.table, 1) == ""


def test_notes_stand_between_what_happened_and_go_with_what_is_taken_back() -> None:
    noted = Noted(practice=True, grace=0).sit_all()
    table = noted.table
    noted.note(rulings.come(table, 2500, 0, "here"))
    assert table.match is not None
    while table.match.played == [] or table.asked()[0] != 0:
        noted.act(3000)
    noted.note(rulings.agree(table, 3500, 0, 1, True))
    before = heard(table)
    noted.act(4000, 0)
    whole = log(table, 0)
    at = whole.index("Player 1 has left; a normal bot plays for Player 1.")
    assert at == before - 1
    assert len(whole) == heard(table) > before
    for since in range(heard(table) + 1):
        assert log(table, 0, since) == whole[since:], "from any line on"
    noted.note(rulings.take_back(table, 5000, 0, table.moves))
    assert log(table, 0) == whole[:before], "the note is older than what was taken back"
    assert plain(noted.rebuilt()) == plain(table)


# --- in practice the end is taken back, too


@pytest.mark.parametrize("game", GAMES)
def test_in_practice_the_last_move_of_a_game_is_taken_back(game: str) -> None:
    options = {"max_rounds": 1} if game == "combat_arena" else {}
    noted = Noted(("person", "bot:easy"), game=game, options=options, practice=True).sit_all()
    table = noted.table
    assert table.match is not None
    while table.status == RUNNING:
        seat = table.asked()[0]
        enter = rulings.bot_acts if table.seats[seat].bot else rulings.act
        noted.note(enter(table, 3000, seat, noted.first_action(seat), table.moves))
    assert table.status == OVER
    assert seen(table, 0)["take_back"] == ""
    while table.match.why_no_take_back(0) == "":
        noted.note(rulings.take_back(table, 4000, 0, table.moves))
        assert table.status == RUNNING
        assert 0 in table.asked()  # where both choose at once, both are asked again
    assert sum(seat == 0 for seat, _ in table.match.played) == 0, "everything, to the very first decision"
    assert plain(noted.rebuilt()) == plain(table)


@pytest.mark.parametrize("end", ["resigns", "runs out of time"])
def test_in_practice_giving_up_is_taken_back(end: str) -> None:
    noted = Noted(practice=True, clock=CLOCK, out_of_time="loses").sit_all()
    table = noted.table
    asked = table.asked()[0]
    ruling = rulings.resign if end == "resigns" else rulings.run_out
    noted.note(ruling(table, 30 * SECOND, asked))
    noted.note(rulings.wish_rematch(table, 31 * SECOND, 1 - asked))
    assert table.status == OVER
    noted.note(rulings.take_back(table, 32 * SECOND, asked, table.moves))
    assert table.status == RUNNING
    assert table.asked() == [asked]
    assert not table.seats[asked].bot
    assert table.wished == set()
    assert standing(table, asked) == ""
    assert log(table, asked)[-1] == "You play on after all."
    noted.act(33 * SECOND, asked)


def test_what_has_ended_stays_so_without_practice_or_once_a_rematch_has_begun() -> None:
    noted = Noted().sit_all()
    noted.note(rulings.resign(noted.table, 3000, 0))
    with pytest.raises(RefusedError, match="The game is over"):
        rulings.take_back(noted.table, 4000, 0, noted.table.moves)
    assert "take_back" not in seen(noted.table, 0)
    noted = Noted(practice=True).sit_all()
    noted.note(rulings.resign(noted.table, 3000, 0))
    noted.note(rulings.rematched(noted.table, 4000, "next"))
    with pytest.raises(RefusedError, match="The game is over"):
        rulings.take_back(noted.table, 5000, 0, noted.table.moves)
