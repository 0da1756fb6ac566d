"""Fair dice at the terminal: the promise comes first, then everybody's words, then the match."""

from __future__ import annotations

import pytest

import harena
from harena.core.errors import HarenaError
from harena.core.fair import FairSeeds
from harena.core.match import Match
from harena.terminal import promise
from terminal.typist import Typist, always, played, sit_down

ASKED = "some words of your own"


def words_in(match: Match) -> list[str]:
    assert isinstance(match.seeds, FairSeeds)
    return match.seeds.player_seeds


def test_the_promise_is_shown_before_anybody_is_asked_for_words_and_is_kept() -> None:
    typist = Typist([])
    seen_when_asked: list[str] = []

    def type_words() -> str:
        seen_when_asked.append(typist.seen)
        return f"words {len(seen_when_asked)}"

    typist.then = type_words
    match = _started(typist, seats="Ann,Bo")
    promised = f"Dice promise: {match.record().commitment} "
    assert [promised in seen for seen in seen_when_asked] == [True, True]
    assert [seen.count(ASKED) for seen in seen_when_asked] == [1, 2]
    assert words_in(match) == ["words 1", "words 2"]


def _started(typist: Typist, seats: str) -> Match:
    from harena.terminal.start import new_table

    return new_table(typist.terminal(), "dawn_raid", seats=seats).match


def test_the_promise_is_made_with_a_seed_that_no_words_can_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promise, "new_server_seed", lambda: "5e" * 32)
    owls, rain = (sit_down(words, seed=None, seats="Ann")[1].match for words in ("three owls", "rain"))
    assert owls.record().commitment == rain.record().commitment == harena.commitment("5e" * 32)
    assert owls.record().draws != rain.record().draws


def test_enter_takes_random_words_and_bots_always_have_some() -> None:
    tables = [sit_down("", seed=None, seats="bot:random,Ann")[1] for _ in range(2)]
    first, second = (words_in(table.match) for table in tables)
    assert all(len(words) == 16 for words in first + second)
    assert len({*first, *second}) == 4


def test_each_person_of_a_hot_seat_game_is_asked_by_name() -> None:
    seen, match = played("a", "b", seed=None, seats="Ann,Bo")
    assert seen.index(f"Ann, {ASKED}") < seen.index(f"Bo, {ASKED}")
    assert words_in(match) == ["a", "b"]


def test_words_from_the_command_line_are_not_asked_for() -> None:
    seen, match = played("1", seed=None, seats="bot:random,Ann", words=["three owls"])
    assert ASKED not in seen
    assert words_in(match)[1] == "three owls"
    assert f"Dice promise: {match.record().commitment} " in seen


def test_who_gave_no_words_on_the_command_line_is_asked() -> None:
    seen, match = played("rain", seed=None, words=["three owls"])
    assert f"Ann, {ASKED}" not in seen
    assert words_in(match) == ["three owls", "rain"]


def test_in_a_hurry_nobody_is_asked_and_the_promise_is_shown_all_the_same() -> None:
    seen, match = played("", "1", seed=None, quick=True)
    assert ASKED not in seen
    assert f"Dice promise: {match.record().commitment} " in seen
    assert len(match.played) == 1


def test_bots_alone_are_asked_for_nothing() -> None:
    assert ASKED not in played(seed=None, seats="bot:random,bot:random")[0]


def test_words_too_long_for_a_record_are_asked_for_again() -> None:
    seen, match = played("x" * 201, "rain", seed=None, seats="Ann")
    assert "at most 200 characters" in seen
    assert words_in(match)[0] == "rain"


@pytest.mark.parametrize(
    ("words", "seed", "answer"),
    [
        (["a", "b", "c"], None, r"There are more words \(3\) than people who play \(2\)"),
        (["x" * 201], None, "at most 200 characters"),
        (["a"], 4, "Words are for fair dice"),
    ],
)
def test_words_that_cannot_be_used_are_refused(words: list[str], seed: int | None, answer: str) -> None:
    with pytest.raises(HarenaError, match=answer):
        sit_down(words=words, seed=seed)


def test_a_match_with_peoples_words_is_played_to_its_end_and_keeps_its_promise() -> None:
    _, match = played("three owls", "rain", then=always("1"), seed=None)
    assert match.over
    record = match.record()
    assert harena.verify(record, promise=record.commitment).holds
    assert not harena.verify(record, promise="0" * 64).holds


def test_nobody_is_asked_for_words_in_vain() -> None:
    typist = Typist([])
    with pytest.raises(HarenaError, match="40"):
        _started(typist, seats="A name that is much longer than forty characters may be")
    assert typist.seen == ""
