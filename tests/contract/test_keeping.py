"""Promises 6 and 8: saving and loading at every decision; golden records replay to their end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from contract.play import new_match, pick, short_match
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.record import parse_record, read_record
from harena.core.replaying import load, replay
from harena.core.verify import verify
from kit.kept import KEPT, game_of, kept_records, pack_beside

GOLDEN = kept_records()


def same(one: Match, other: Match) -> bool:
    return (
        one.state.key() == other.state.key()
        and one.state.dice.drawn == other.state.dice.drawn
        and one.legal() == other.legal()
        and [one.events(seat) for seat in range(len(one.names))]
        == [other.events(seat) for seat in range(len(other.names))]
    )


def test_save_and_load_at_every_decision(game: AnyGame) -> None:
    for seed in range(5):
        match = short_match(game, seed)
        choices = fast_dice(seed)
        while not match.over:
            again = replay(parse_record(msgspec.json.encode(match.record())), match.pack)
            assert same(match, again)
            action = pick(match.state, choices)
            match.play(action)
            again.play(action)
            assert same(match, again), "a loaded match goes on like the one that was saved"


def test_a_saved_file_loads(game: AnyGame, tmp_path: Path) -> None:
    match = new_match(game, 3)
    match.play(match.legal()[0])
    match.save(tmp_path / "match.json")
    assert same(match, load(tmp_path / "match.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_every_game_has_golden_records() -> None:
    assert {game_of(path) for path in GOLDEN} == set(registry.names())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.relative_to(KEPT).with_suffix('')}")
def test_golden_records_replay_to_their_recorded_end(path: Path) -> None:
    record, pack = read_record(path), pack_beside(path)
    match = replay(record, pack)
    assert match.over
    assert record.result is not None
    assert match.scores == record.result.scores
    assert verify(record, pack).holds
