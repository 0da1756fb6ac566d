"""Stepping through a record."""

from __future__ import annotations

import pytest

import harena
from harena.core.match import Match
from harena.terminal.replay import Replay
from terminal.typist import GAME, Typist


@pytest.fixture(scope="module")
def finished() -> Match:
    match = harena.new(GAME, seed=4, names=["Ann", "Bo"])
    while not match.over:
        match.play(match.legal()[0])
    return match


def stepped(match: Match, *lines: str, seat: int = harena.SPECTATOR) -> tuple[Typist, Replay]:
    typist = Typist(lines)
    replay = Replay(typist.terminal(), match.record(), seat)
    replay.step()
    return typist, replay


@pytest.mark.parametrize(
    ("typed", "at"),
    [("", 0), (" n", 2), ("5", 5), ("5 b b", 3), ("5 n 0", 0), ("b", 0), ("900", 0), ("x", 0), ("3 q n", 3)],
)
def test_steps_lead_where_they_say(finished: Match, typed: str, at: int) -> None:
    lines = typed.split(" ") if typed else []
    _, replay = stepped(finished, *lines)
    assert replay.at == at
    assert replay.match.played == finished.played[:at]


def test_the_end_of_a_record_is_the_end(finished: Match) -> None:
    last = len(finished.played)
    typist, replay = stepped(finished, str(last), "n")
    assert replay.at == last
    assert "This is the end of the record" in typist.seen
    assert finished.words.prompt(finished.view(harena.SPECTATOR)) in typist.seen


def test_a_spectator_sees_no_deck_and_a_seat_its_own(finished: Match) -> None:
    assert "'d' does nothing here" in stepped(finished, "d")[0].seen
    assert "Your deck, next card first" in stepped(finished, "d", seat=1)[0].seen


def test_a_replay_explains_its_steps(finished: Match) -> None:
    seen = stepped(finished, "n", "?")[0].seen
    assert "DR-2.2 In each battle the Defender turns up" in seen


def test_the_story_of_a_record_is_told_whole(finished: Match) -> None:
    typist = Typist([])
    Replay(typist.terminal(), finished.record(), harena.SPECTATOR).tell()
    for sentence in finished.story(harena.SPECTATOR):
        assert sentence in typist.seen
