"""Records: readable, versioned, refused when they do not fit, and verified."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import harena
from harena.core.errors import RecordError
from harena.core.match import Match
from harena.core.record import PackMark, Record, Result, parse_record, read_record
from harena.core.replaying import replay

SERVER = "5e" * 32


def finished(game: str = "dawn_raid", fair: bool = True) -> Match:
    seeds: dict[str, Any] = {"fair": harena.FairSeeds(SERVER, ["ann", "bo"])} if fair else {"seed": 5}
    match = harena.new(game, **seeds)
    while not match.over:
        match.play(match.legal()[len(match.played) % len(match.legal())])
    return match


def changed(record: Record, **changes: Any) -> Record:
    """The record with changes and a fresh seal, as a careful cheat would make it."""
    return msgspec.structs.replace(record, **changes).sealed()


def plain(record: Record) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(msgspec.json.encode(record))
    return document


def test_a_record_is_readable_json_in_notation(tmp_path: Path) -> None:
    match = finished()
    match.save(tmp_path / "match.json")
    document = json.loads((tmp_path / "match.json").read_text())
    assert document["harena_record"] == 1
    assert document["game"] == "dawn_raid"
    assert document["actions"][0].split()[1].startswith("type:")
    assert document["result"]["scores"] == match.scores


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"harena_record": 2}, "format 2"),
        ({"engine": 99}, "engine 99"),
        ({"rules": 99}, "version 99 of Dawn Raid's rules"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"pack": {"name": "standard", "digest": "0" * 64}}, "a different pack"),
        (
            {"pack": {"name": "nowhere", "digest": "0" * 64}},
            "the pack 'nowhere', which does not come with the game",
        ),
        ({"options": {"first_deck": "seat9"}}, "first_deck"),
        ({"options": {"wind": "east"}}, "no option 'wind'"),
        ({"dice": {"kind": "fast", "seed": -1}}, "seed"),
        ({"dice": {"kind": "fair", "server_seed": "xyz", "player_seeds": ["a", "b"]}}, "hexadecimal"),
        ({"dice": {"kind": "fair", "server_seed": SERVER, "player_seeds": ["a"]}}, "each of the 2 players"),
        ({"names": ["a", "b", "c"]}, "3 names"),
        ({"actions": 5}, "damaged"),
        ({"position": "0" * 16}, "does not lead to the position"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    document = {**plain(finished().record()), **change}
    with pytest.raises(RecordError, match=sentence):
        replay(parse_record(json.dumps(document)))


def test_a_missing_file_and_a_huge_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path / "none.json")
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path)
    (tmp_path / "huge.json").write_bytes(b" " * 8_000_001)
    with pytest.raises(RecordError, match="larger"):
        read_record(tmp_path / "huge.json")


def test_a_record_never_leads_to_a_folder_it_names(tmp_path: Path) -> None:
    document = {**plain(finished().record()), "pack": {"name": str(tmp_path), "digest": "0" * 64}}
    with pytest.raises(RecordError, match="does not come with the game"):
        replay(parse_record(json.dumps(document)))


def test_a_record_that_cannot_be_saved_says_why(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be saved: No such file"):
        finished().save(tmp_path / "none" / "match.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordError, match="cannot be saved"):
        finished().save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"], "no draft is left behind"


def test_an_illegal_action_in_a_record_is_named() -> None:
    record = finished(fair=False).record()
    broken = changed(record, actions=["0 raid:end", *record.actions[1:]])
    with pytest.raises(RecordError, match=r"Action 1 of this record, '0 raid:end', cannot be played"):
        replay(broken)


def test_a_replay_can_stop_anywhere() -> None:
    match = finished()
    for moment in (0, 1, len(match.played)):
        assert len(replay(match.record(), upto=moment).played) == moment


def test_a_good_fair_record_is_verified_in_a_sentence() -> None:
    verdict = harena.verify(finished().record())
    assert verdict.holds
    assert "whose commitment the record names" in verdict.sentence
    assert "all 60 draws" in verdict.sentence


def test_the_promise_one_was_given_is_checked() -> None:
    record = finished().record()
    kept = harena.verify(record, promise=harena.commitment(SERVER).upper())
    assert kept.holds
    assert "promised to you" in kept.sentence
    broken = harena.verify(record, promise=harena.commitment("00" * 32))
    assert not broken.holds
    assert "promised to you" in broken.sentence
    assert not harena.verify(finished(fair=False).record(), promise="00").holds


def test_a_fast_record_is_verified_without_pretending() -> None:
    verdict = harena.verify(finished(fair=False).record())
    assert verdict.holds
    assert "nobody had committed" in verdict.sentence


def test_an_unfinished_record_cannot_be_verified() -> None:
    verdict = harena.verify(harena.new("dawn_raid", seed=1).record())
    assert not verdict.holds
    assert "not finished" in verdict.sentence


def test_a_record_that_ended_by_giving_up_is_verified_as_far_as_it_goes() -> None:
    match = finished()
    begun = harena.new("dawn_raid", fair=match.seeds)
    begun.play(begun.legal()[0])
    record = msgspec.structs.replace(begun.record(), given_up=[1]).sealed()
    verdict = harena.verify(record)
    assert verdict.holds
    assert verdict.sentence.endswith("Seat 2 gave up.")
    unsealed = msgspec.structs.replace(record, given_up=[0])
    assert "changed after it was sealed" in harena.verify(unsealed).sentence


@pytest.mark.parametrize("played_out", [True, False])
def test_giving_up_that_cannot_be_is_found(played_out: bool) -> None:
    record = finished().record()
    if played_out:
        lie = msgspec.structs.replace(record, result=None, given_up=[0]).sealed()
    else:
        lie = msgspec.structs.replace(record, given_up=[7]).sealed()
    verdict = harena.verify(lie)
    assert not verdict.holds
    assert ("was played out" if played_out else "not at the table") in verdict.sentence


def given_up_with(*waiting: str) -> Record:
    """The record of a game in which seat 2 has answered ahead before the others gave up."""
    match = harena.new("high_card", seed=1, players=3)
    return changed(match.record(), given_up=[0, 1], pending=list(waiting))


def test_a_record_with_more_than_one_side_left_is_not_finished() -> None:
    verdict = harena.verify(changed(given_up_with(), given_up=[1]))
    assert not verdict.holds
    assert "not finished" in verdict.sentence
    assert "giving up" not in verdict.sentence


def test_a_waiting_answer_that_its_seat_could_give_holds() -> None:
    match = harena.new("high_card", seed=1, players=3)
    verdict = harena.verify(given_up_with(f"2 {match.legal(2)[0]}"))
    assert verdict.holds, verdict.sentence


@pytest.mark.parametrize("bogus", ["2 card:99", "2 bet:keep", "9 card:1", "0 card:1", "True card:1", "x", ""])
def test_a_waiting_answer_that_its_seat_could_not_give_is_found(bogus: str) -> None:
    verdict = harena.verify(given_up_with(bogus))
    assert not verdict.holds
    assert f"waiting answer {bogus!r}" in verdict.sentence


def test_an_answer_that_waits_twice_is_found() -> None:
    match = harena.new("high_card", seed=1, players=3)
    verdict = harena.verify(given_up_with(f"2 {match.legal(2)[0]}", f"2 {match.legal(2)[1]}"))
    assert not verdict.holds


def test_no_answer_waits_after_the_end() -> None:
    verdict = harena.verify(changed(finished().record(), pending=["1 raid:end"]))
    assert not verdict.holds
    assert "waits for its turn, but the match is over" in verdict.sentence


def test_a_given_up_record_that_names_another_position_is_found() -> None:
    verdict = harena.verify(changed(given_up_with(), position="0" * 16))
    assert not verdict.holds
    assert "a different position" in verdict.sentence


def changed_actions(record: Record) -> Iterator[Record]:
    """The record with each action changed into each other one."""
    names = finished().actions
    for index, entry in enumerate(record.actions):
        seat, notation = entry.split()
        for number in range(names.size):
            if names.notation(number) != notation:
                actions = record.actions[:]
                actions[index] = f"{seat} {names.notation(number)}"
                yield msgspec.structs.replace(record, actions=actions)


def test_every_changed_action_is_caught() -> None:
    for forged in changed_actions(finished().record()):
        assert not harena.verify(forged).holds


def test_under_a_fresh_seal_a_changed_action_is_caught_unless_the_match_ends_just_the_same() -> None:
    record = finished().record()
    caught = 0
    for forged in changed_actions(record):
        verdict = harena.verify(forged.sealed())
        if verdict.holds:
            assert replay(forged).state.key() == replay(record).state.key()
        else:
            caught += 1
    assert caught > len(record.actions)


def test_a_record_that_names_another_end_position_is_caught() -> None:
    verdict = harena.verify(changed(finished().record(), position="0" * 16))
    assert not verdict.holds
    assert "a different position" in verdict.sentence


def test_a_record_that_cannot_be_replayed_here_is_not_called_false() -> None:
    record = finished().record()
    with pytest.raises(RecordError, match="does not come with the game"):
        harena.verify(changed(record, pack=PackMark("mine", "0" * 64)))


def test_every_changed_seed_byte_is_caught_even_under_a_fresh_seal() -> None:
    record = finished().record()
    for place in range(0, 64, 2):
        seed = SERVER[:place] + "00" + SERVER[place + 2 :]
        forged = changed(record, dice=harena.FairSeeds(seed, ["ann", "bo"]))
        verdict = harena.verify(forged)
        assert not verdict.holds
        assert any("committed" in problem for problem in verdict.problems)


def test_a_changed_players_seed_changes_the_draws_and_is_caught() -> None:
    forged = changed(finished().record(), dice=harena.FairSeeds(SERVER, ["ann", "bob"]))
    assert not harena.verify(forged).holds


def test_a_changed_draw_or_result_is_caught_even_under_a_fresh_seal() -> None:
    record = finished().record()
    draws = record.draws[:]
    drawn, below = draws[7].split("/")
    draws[7] = f"{(int(drawn) + 1) % int(below)}/{below}"
    assert "Draw 8" in harena.verify(changed(record, draws=draws)).sentence
    assert "30 draws" in harena.verify(changed(record, draws=record.draws[:30])).sentence
    assert record.result is not None
    swapped = Result(record.result.scores[::-1])
    assert swapped != record.result, "this match was not drawn"
    assert "claims the scores" in harena.verify(changed(record, result=swapped)).sentence


def test_a_record_cut_short_that_claims_a_result_is_caught() -> None:
    record = finished().record()
    verdict = harena.verify(changed(record, actions=record.actions[:-3]))
    assert not verdict.holds
    assert "still going on" in verdict.sentence
