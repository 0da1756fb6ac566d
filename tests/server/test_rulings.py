"""What may be done at a table, and the sentences that refuse the rest."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.errors import ActionError, HarenaError
from harena.server import rulings
from harena.server.keys import hashed
from harena.server.rulings import GONE_ON, LONGEST_CHAT, LONGEST_GAME, RefusedError
from harena.server.table import OVER, RUNNING, WAITING
from server.made_up import SECOND, Noted

FOUR = {
    "game": "combat_arena",
    "options": {"players": 4},
    "seats": ["person", "friend", "friend", "friend"],
}


def four_seats(**more: Any) -> Noted:
    return Noted(**{**FOUR, **more}).sit_all()


# --- sitting down


def test_a_seat_is_taken_once() -> None:
    noted = Noted()
    noted.note(rulings.sit(noted.table, 2000, 0, "Ann", hashed("k"), ""))
    with pytest.raises(RefusedError, match="This seat is taken"):
        rulings.sit(noted.table, 2000, 0, "Bo", hashed("l"), "")


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None, 1.0])
def test_there_is_no_other_seat(seat: Any) -> None:
    with pytest.raises(RefusedError, match="There is no such seat"):
        rulings.sit(Noted().table, 2000, seat, "Ann", hashed("k"), "")


def test_nobody_sits_down_on_a_bots_seat_or_once_the_game_has_begun() -> None:
    with pytest.raises(RefusedError, match="a bot's seat"):
        rulings.sit(Noted(["person", "bot:easy"]).table, 2000, 1, "Ann", hashed("k"), "")
    with pytest.raises(RefusedError, match="has begun"):
        rulings.sit(Noted().sit_all().table, 2000, 0, "Ann", hashed("k"), "")


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "a\x00", "‮", 7])
def test_a_name_must_be_printable_and_short(name: Any) -> None:
    with pytest.raises(RefusedError, match="printable characters"):
        rulings.sit(Noted().table, 2000, 0, name, hashed("k"), "")


def test_a_name_may_be_left_out_and_loses_its_spaces() -> None:
    table = Noted().table
    assert rulings.sit(table, 2000, 1, "", hashed("k"), "").text == "Player 2"
    assert rulings.sit(table, 2000, 1, "  Ann   B ", hashed("k"), "").text == "Ann B"


def test_a_seed_is_a_short_text() -> None:
    with pytest.raises(HarenaError, match="player's seed"):
        rulings.sit(Noted().table, 2000, 0, "Ann", hashed("k"), "x" * 201)


def test_an_invitation_must_fit_the_seat_unless_it_is_open() -> None:
    noted = Noted(["person", "open"])
    for invite in ("", "invite 1", "Invite 0"):
        with pytest.raises(RefusedError, match="is not for that seat"):
            rulings.sit_invited(noted.table, 2000, 0, "Ann", hashed("k"), "", invite)
    assert rulings.sit_invited(noted.table, 2000, 0, "Ann", hashed("k"), "", "invite 0").seat == 0
    assert rulings.sit_invited(noted.table, 2000, 1, "Bo", hashed("k"), "", "").seat == 1


def test_a_seat_is_given_up_before_the_game_only() -> None:
    noted = Noted()
    noted.note(rulings.sit(noted.table, 2000, 0, "Ann", hashed("k"), ""))
    noted.note(rulings.stand_up(noted.table, 3000, 0, hashed("k")))
    assert not noted.table.seats[0].taken
    noted.sit_all()
    with pytest.raises(RefusedError, match="has begun"):
        rulings.stand_up(noted.table, 4000, 0, hashed("key 0"))


# --- acting


def test_an_action_names_the_position_it_was_chosen_in() -> None:
    noted = Noted().sit_all()
    seat = noted.table.asked()[0]
    action, moves = noted.first_action(seat), noted.table.moves
    noted.note(rulings.act(noted.table, 3000, seat, action, moves))
    with pytest.raises(RefusedError, match=GONE_ON):
        rulings.act(noted.table, 3000, seat, action, moves)


def test_who_is_not_asked_or_asks_for_what_is_not_possible_is_told_so() -> None:
    noted = Noted().sit_all()
    seat = noted.table.asked()[0]
    with pytest.raises(ActionError, match="decides now, not"):
        rulings.act(noted.table, 3000, 1 - seat, noted.first_action(seat), noted.table.moves)
    with pytest.raises(ActionError):
        rulings.act(noted.table, 3000, seat, "nonsense", noted.table.moves)


def test_nothing_is_played_before_all_are_there_or_after_the_end() -> None:
    with pytest.raises(RefusedError, match="has not begun"):
        rulings.act(Noted().table, 3000, 0, "x", 0)
    noted = Noted().sit_all()
    noted.note(rulings.resign(noted.table, 3000, 0))
    for seat in (0, 1):
        with pytest.raises(RefusedError, match="The game is over"):
            rulings.act(noted.table, 3000, seat, "x", noted.table.moves)


def test_a_bot_acts_for_its_own_seat_only() -> None:
    noted = Noted(["person", "bot:easy"], options={"first_attacker": "seat1"}).sit_all()
    with pytest.raises(RefusedError, match="No bot decides"):
        rulings.bot_acts(noted.table, 3000, 0, noted.first_action(noted.table.asked()[0]), noted.table.moves)


# --- taking back


def test_in_practice_anything_is_taken_back_and_the_position_counts_on() -> None:
    noted = Noted(practice=True).sit_all()
    seat = noted.table.asked()[0]
    before, moves = noted.table.match.record().position, noted.table.moves  # type: ignore[union-attr]
    noted.act(3000)
    noted.note(rulings.take_back(noted.table, 4000, seat, noted.table.moves))
    assert noted.table.match.record().position == before  # type: ignore[union-attr]
    assert noted.table.moves == moves + 2, "an old click must not fit the position again"


def test_what_cannot_be_taken_back_is_refused_with_the_reason() -> None:
    noted = Noted().sit_all()
    with pytest.raises(RefusedError, match=r"cannot be taken back\. You have not done anything yet"):
        rulings.take_back(noted.table, 3000, 0, noted.table.moves)
    with pytest.raises(RefusedError, match=GONE_ON):
        rulings.take_back(noted.table, 3000, 0, noted.table.moves - 1)


# --- giving up


def test_with_two_seats_resigning_ends_the_game() -> None:
    noted = Noted().sit_all()
    noted.note(rulings.resign(noted.table, 3000, 0))
    assert noted.table.status == OVER
    assert noted.table.scores == [0.0, 1.0]


def test_with_four_seats_the_others_play_on_until_one_is_left() -> None:
    noted = four_seats()
    noted.note(rulings.resign(noted.table, 3000, 2))
    assert noted.table.status == RUNNING
    assert noted.table.seats[2].bot == "normal", "a bot plays its pieces out"
    with pytest.raises(RefusedError, match="goes on without you"):
        rulings.resign(noted.table, 3000, 2)
    with pytest.raises(RefusedError, match="only plays it out"):
        rulings.return_to(noted.table, 3000, 2)
    noted.note(rulings.resign(noted.table, 3000, 0))
    noted.note(rulings.resign(noted.table, 3000, 1))
    assert noted.table.status == OVER
    assert noted.table.scores == [0.0, 0.0, 0.0, 1.0]


# --- leaving and coming back


def all_come(noted: Noted, at: int = 3 * SECOND) -> Noted:
    for seat in noted.table.people():
        noted.note(rulings.come(noted.table, at, seat, "server"))
    return noted


def gone(noted: Noted, seat: int, at: int) -> None:
    noted.note(rulings.come(noted.table, at, seat, "server"))
    noted.note(rulings.go(noted.table, at, seat, "server"))


def test_a_leaver_has_a_grace_period() -> None:
    noted = Noted(grace=60).sit_all()
    gone(noted, 1, 10 * SECOND)
    with pytest.raises(RefusedError, match="Player 1 has 20 more seconds to come back"):
        rulings.agree(noted.table, 50 * SECOND, 0, 1, gone=True)
    with pytest.raises(RefusedError, match="Player 1 has 1 more second to come back"):
        rulings.agree(noted.table, 69 * SECOND, 0, 1, gone=True)
    noted.note(rulings.agree(noted.table, 70 * SECOND, 0, 1, gone=True))
    assert noted.table.seats[1].bot == "normal"


def test_a_bot_plays_for_a_leaver_when_all_others_agree() -> None:
    noted = all_come(four_seats(grace=5))
    gone(noted, 3, 10 * SECOND)
    for seat in (0, 1):
        noted.note(rulings.agree(noted.table, 20 * SECOND, seat, 3, gone=True))
        assert noted.table.seats[3].bot == ""
    noted.note(rulings.agree(noted.table, 20 * SECOND, 2, 3, gone=True))
    assert noted.table.seats[3].bot == "normal"
    with pytest.raises(RefusedError, match="A bot already plays for that seat"):
        rulings.agree(noted.table, 20 * SECOND, 2, 3, gone=True)


def test_who_is_gone_as_well_is_not_waited_for() -> None:
    """Else two who left at a table of four could never be replaced."""
    noted = all_come(four_seats(grace=5))
    for leaver in (2, 3):
        gone(noted, leaver, 10 * SECOND)
    for leaver in (2, 3):
        noted.note(rulings.agree(noted.table, 20 * SECOND, 0, leaver, gone=True))
        assert noted.table.seats[leaver].bot == "", "seat 1 is there and has not agreed"
        noted.note(rulings.agree(noted.table, 20 * SECOND, 1, leaver, gone=True))
        assert noted.table.seats[leaver].bot == "normal"


@pytest.mark.parametrize("how", ["goes", "resigns"])
def test_the_agreement_of_all_others_is_enough_when_the_last_who_did_not_agree(how: str) -> None:
    noted = all_come(four_seats(grace=5))
    gone(noted, 3, 10 * SECOND)
    for seat in (0, 1):
        noted.note(rulings.agree(noted.table, 20 * SECOND, seat, 3, gone=True))
    if how == "goes":
        noted.note(rulings.go(noted.table, 21 * SECOND, 2, "server"))
    else:
        noted.note(rulings.resign(noted.table, 21 * SECOND, 2))
    assert noted.table.seats[3].bot == "normal"


def test_the_grace_of_one_who_never_came_counts_from_the_beginning_of_the_game() -> None:
    """At a rematch all are seated at once, and their pages come a moment later."""
    noted = Noted(grace=60)
    noted.note(rulings.sit(noted.table, 10 * SECOND, 1, "Bo", hashed("b"), ""))
    gone(noted, 1, 11 * SECOND)
    noted.note(rulings.sit(noted.table, 500 * SECOND, 0, "Ann", hashed("a"), ""))
    with pytest.raises(RefusedError, match="Bo has 59 more seconds to come back"):
        rulings.agree(noted.table, 501 * SECOND, 0, 1, gone=True)
    assert rulings.agree(noted.table, 560 * SECOND, 0, 1, gone=True)


def test_agreement_is_void_when_the_leaver_comes_back() -> None:
    noted = all_come(four_seats(grace=5))
    gone(noted, 3, 10 * SECOND)
    noted.note(rulings.agree(noted.table, 20 * SECOND, 0, 3, gone=True))
    noted.note(rulings.come(noted.table, 21 * SECOND, 3, "server"))
    assert noted.table.agreed == {}


@pytest.mark.parametrize("leaver", [0, -1, 2, "1", None])
def test_nobody_can_be_replaced_who_is_not_another_seat(leaver: Any) -> None:
    with pytest.raises(RefusedError, match="somebody else's seat"):
        rulings.agree(Noted().sit_all().table, 99 * SECOND, 0, leaver, gone=True)


def test_who_is_here_is_not_replaced() -> None:
    with pytest.raises(RefusedError, match="Player 1 is here"):
        rulings.agree(Noted().sit_all().table, 99 * SECOND, 0, 1, gone=False)


def test_a_player_takes_the_seat_back_from_the_bot() -> None:
    noted = Noted(grace=0).sit_all()
    with pytest.raises(RefusedError, match="No bot plays for you"):
        rulings.return_to(noted.table, 3000, 1)
    gone(noted, 1, 3000)
    noted.note(rulings.agree(noted.table, 4000, 0, 1, gone=True))
    with pytest.raises(RefusedError, match="take your seat back first"):
        rulings.act(noted.table, 5000, 1, "x", noted.table.moves)
    noted.note(rulings.return_to(noted.table, 5000, 1))
    assert noted.table.seats[1].bot == ""


# --- chat, and the length of it all


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST_CHAT + 1), 7, None])
def test_a_line_of_chat_has_some_but_not_too_many_characters(text: Any) -> None:
    with pytest.raises(RefusedError, match="one to 500 characters"):
        rulings.say(Noted().table, 3000, 0, text)


def test_what_is_said_stays_on_one_line() -> None:
    assert rulings.say(Noted().table, 3000, 0, " a\nb\x07c<b> ").text == "a b c<b>"


def test_talk_ends_when_too_much_was_said_and_the_game_goes_on() -> None:
    noted = Noted().sit_all()
    noted.note(rulings.come(noted.table, 3000, 0, "server"))
    noted.table.number += LONGEST_GAME  # as if so much had been said
    for asked in ((rulings.say, "hello"), (rulings.come, "server"), (rulings.go, "server")):
        with pytest.raises(RefusedError, match="only the game goes on"):
            asked[0](noted.table, 3000, 0, *asked[1:])  # type: ignore[operator]
    seat = noted.table.asked()[0]
    assert rulings.act(noted.table, 3000, seat, noted.first_action(seat), noted.table.moves)


# --- rematch


def test_a_rematch_is_wished_once_by_each_after_the_game() -> None:
    noted = Noted().sit_all()
    with pytest.raises(RefusedError, match="comes after the game"):
        rulings.wish_rematch(noted.table, 3000, 0)
    noted.note(rulings.resign(noted.table, 3000, 0))
    noted.note(rulings.wish_rematch(noted.table, 3000, 0))
    with pytest.raises(RefusedError, match="already said so"):
        rulings.wish_rematch(noted.table, 3000, 0)
    noted.note(rulings.rematched(noted.table, 3000, "fedcba9876543210"))
    with pytest.raises(RefusedError, match="already a new table"):
        rulings.rematched(noted.table, 3000, "0" * 16)


def test_time_never_runs_backwards() -> None:
    noted = Noted().sit_all(at=9 * SECOND)
    assert rulings.say(noted.table, 4 * SECOND, 0, "hello").at == 9 * SECOND
    assert noted.table.status != WAITING
