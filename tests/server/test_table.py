"""The same entries, the same table."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import harena
from harena.core.errors import HarenaError
from harena.server import rulings
from harena.server.entry import DamagedError
from harena.server.keys import hashed
from harena.server.record import record_of
from harena.server.rulings import RefusedError
from harena.server.table import KEPT_CHAT, KEPT_REQUESTS, OVER, RUNNING, WAITING
from server.made_up import SECOND, SERVER_SEED, Noted, plain


def test_a_table_waits_until_every_seat_is_taken_and_then_runs() -> None:
    noted = Noted(["person", "friend"])
    assert noted.table.status == WAITING
    assert noted.table.asked() == []
    noted.note(rulings.sit(noted.table, 2000, 0, "Ann", hashed("k"), ""))
    assert noted.table.status == WAITING
    noted.note(rulings.sit(noted.table, 2000, 1, "Bo", hashed("l"), ""))
    assert noted.table.status == RUNNING
    assert len(noted.table.asked()) == 1


def test_a_bot_needs_not_sit_down() -> None:
    noted = Noted(["person", "bot:easy"]).sit_all()
    assert noted.table.status == RUNNING
    assert noted.table.names == ["Player 0", "Easy bot"]


def test_entries_must_come_in_order() -> None:
    noted = Noted()
    entry = rulings.sit(noted.table, 2000, 0, "Ann", hashed("k"), "")
    noted.note(entry)
    with pytest.raises(DamagedError, match="its entry 2 cannot be followed"):
        noted.table.apply(entry)


def test_the_dice_come_from_the_promised_seed_and_the_players_seeds() -> None:
    noted = Noted().sit_all()
    assert noted.table.promise == harena.commitment(SERVER_SEED)
    assert noted.table.match is not None
    seeds = noted.table.match.record().dice
    assert seeds == harena.FairSeeds(SERVER_SEED, ["seed 0", "seed 1"])


def test_the_record_is_secret_until_the_end_and_holds_then() -> None:
    noted = Noted().sit_all()
    while noted.table.status == RUNNING:
        with pytest.raises(RefusedError, match="its dice are secret"):
            record_of(noted.table)
        noted.act(3000)
    record = record_of(noted.table)
    verdict = harena.verify(record, promise=noted.table.promise)
    assert verdict.holds, verdict.sentence
    assert not harena.verify(record, promise="0" * 64).holds


def test_a_record_that_ended_by_resigning_says_who_gave_up_and_holds() -> None:
    noted = Noted().sit_all()
    noted.act(3000)
    noted.note(rulings.resign(noted.table, 4000, 1))
    record = record_of(noted.table)
    assert record.given_up == [1]
    assert harena.verify(record, promise=noted.table.promise).holds


def test_only_the_last_chat_and_requests_are_kept() -> None:
    noted = Noted().sit_all()
    for count in range(KEPT_CHAT + 5):
        entry = rulings.say(noted.table, 3000, 0, f"line {count}")
        noted.note(msgspec.structs.replace(entry, request=f"0:r{count}"))
    assert len(noted.table.chat) == KEPT_CHAT
    assert noted.table.chat[-1].text == f"line {KEPT_CHAT + 4}"
    marks = [noted.table.entered(f"0:r{count}") for count in range(KEPT_CHAT + 5)]
    assert sum(number is not None for number in marks) == KEPT_REQUESTS
    assert marks[-1] == noted.table.number - 1


def test_no_talk_of_others_makes_a_table_forget_what_one_has_asked() -> None:
    """Else a message sent again after a while without a connection would be done twice."""
    noted = Noted().sit_all()
    mine = rulings.say(noted.table, 3000, 0, "mine")
    noted.note(msgspec.structs.replace(mine, request="0:mark"))
    for count in range(KEPT_CHAT):
        entry = rulings.say(noted.table, 3000, 1, f"line {count}")
        noted.note(msgspec.structs.replace(entry, request=f"1:r{count}"))
    assert noted.table.entered("0:mark") == mine.number
    assert noted.table.entered("1:mark") is None


def test_bots_and_people_of_one_name_are_told_apart() -> None:
    noted = Noted(["person", "person"])
    noted.note(rulings.sit(noted.table, 2000, 0, "Ann", hashed("k"), ""))
    noted.note(rulings.sit(noted.table, 2000, 1, "Ann", hashed("l"), ""))
    assert noted.table.names == ["Ann", "Ann 2"]


SEATS = st.integers(-1, 2)
ATTEMPTS = st.one_of(
    st.tuples(st.just("sit"), SEATS, st.sampled_from(["", "Ann", "Bo", "x" * 41])),
    st.tuples(st.just("begin"), SEATS),
    st.tuples(st.just("stand_up"), SEATS),
    st.tuples(st.just("act"), SEATS, st.integers(0, 9), st.sampled_from([0, 0, 0, 0, 1])),
    st.tuples(st.just("take_back"), SEATS),
    st.tuples(st.just("resign"), SEATS, st.integers(0, 5)),
    st.tuples(st.just("run_out"), st.integers(0, 1)),
    st.tuples(st.just("come"), st.integers(0, 1)),
    st.tuples(st.just("go"), st.integers(0, 1)),
    st.tuples(st.just("agree"), SEATS, SEATS, st.booleans()),
    st.tuples(st.just("return_to"), SEATS),
    st.tuples(st.just("say"), SEATS, st.text(max_size=20)),
    st.tuples(st.just("wish_rematch"), SEATS),
    st.tuples(st.just("paused"), st.integers(0, 50_000)),
)


def attempt(noted: Noted, at: int, what: tuple[Any, ...]) -> None:
    """Ask for something that may or may not be allowed."""
    table, (name, *asked) = noted.table, what
    ruling = getattr(rulings, name)
    if name == "sit":
        asked = [*asked, hashed(f"key {asked[0]}"), "seed"]
    elif name == "stand_up":
        asked = [*asked, hashed(f"key {asked[0]}")]
    elif name == "act":
        seat, which, off = asked
        legal = table.match.legal(seat) if table.match is not None and seat >= 0 else []
        asked = [seat, legal[which % len(legal)] if legal else "nonsense", table.moves + off]
    elif name == "take_back":
        asked = [*asked, table.moves]
    elif name == "resign":
        if asked[1]:
            return  # not so often, or every game would end at once
        asked = asked[:1]
    elif name in ("come", "go"):
        asked = [*asked, "server"]
    noted.note(ruling(table, at, *asked))


@settings(max_examples=60)
@given(
    seats=st.sampled_from([["person", "friend"], ["person", "bot:easy"], ["open", "device"]]),
    clock=st.sampled_from(
        [{}, {"kind": "move", "seconds": 9}, {"kind": "bank", "seconds": 20, "increment": 2}]
    ),
    out_of_time=st.sampled_from(["bot", "loses"]),
    practice=st.booleans(),
    seated=st.booleans(),
    steps=st.lists(st.tuples(st.integers(-3, 12), ATTEMPTS), max_size=60),
)
def test_whatever_is_attempted_the_entries_rebuild_the_same_table(
    seats: list[str],
    clock: dict[str, Any],
    out_of_time: str,
    practice: bool,
    seated: bool,
    steps: list[tuple[int, Any]],
) -> None:
    noted = Noted(seats, clock=clock, out_of_time=out_of_time, practice=practice, grace=5)
    if seated:
        noted.sit_all()
    at = 2 * SECOND
    for seconds, what in steps:
        at += seconds * SECOND
        before = plain(noted.table)
        try:
            attempt(noted, at, what)
        except HarenaError as refusal:
            assert str(refusal).endswith((".", "?"))
            assert plain(noted.table) == before, "what is refused changes nothing"
    assert plain(noted.rebuilt()) == plain(noted.table)
    times = [entry.at for entry in noted.entries]
    assert times == sorted(times), "time never runs backwards"
    assert [entry.number for entry in noted.entries] == list(range(len(noted.entries)))
    if noted.table.status == OVER:
        with contextlib.suppress(RefusedError):
            assert harena.verify(record_of(noted.table), promise=noted.table.promise).holds
