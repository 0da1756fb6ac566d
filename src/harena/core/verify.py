"""Checking a finished record: did the dice fall as the seeds say, and does it end as it claims?"""

from __future__ import annotations

from pathlib import Path

import msgspec

from harena.core.errors import RecordError
from harena.core.fair import FairDice, FairSeeds, commitment
from harena.core.giving_up import gave_up, is_decided
from harena.core.match import Match
from harena.core.pack import Pack
from harena.core.record import Record
from harena.core.replaying import answer_ahead, open_record, play_entry, times_of
from harena.core.state import SPECTATOR


class Verdict(msgspec.Struct, frozen=True):
    """What was found."""

    holds: bool
    sentence: str
    problems: list[str]


NOT_FINISHED = "The match is not finished, so its seed is still secret and nothing can be checked yet."
UNFINISHED = Verdict(False, NOT_FINISHED, [NOT_FINISHED])


def verify(record: Record, pack: str | Path | Pack | None = None, promise: str = "") -> Verdict:
    """Replay a finished record and check commitment, every draw and the result.

    `promise` is the commitment that was shown before the first draw, if someone has noted it down. A record
    that cannot be replayed here at all (a different game, pack or version) raises RecordError.
    """
    if record.result is None and not record.given_up:
        return UNFINISHED
    problems = _changed(record) + _broken_promise(record, promise)
    match = open_record(record, pack)
    try:
        times = times_of(record)
        for index, entry in enumerate(record.actions):
            play_entry(match, index, entry, times.get(index))
    except RecordError as error:
        return _verdict(record, [*problems, str(error)], promise)
    if _goes_on(record, match):
        return UNFINISHED
    problems += _wrong_draws(record, match) + _wrong_end(record, match) + _wrong_waiting(record, match)
    return _verdict(record, problems, promise)


def _goes_on(record: Record, match: Match) -> bool:
    """Has somebody given up, and the others play on?"""
    at_the_table = all(0 <= seat < len(match.names) for seat in record.given_up)
    decided = match.over or is_decided(match.sides, record.given_up)
    return record.result is None and at_the_table and not decided


def _changed(record: Record) -> list[str]:
    return [] if record.seal_holds() else ["The record was changed after it was sealed."]


def _broken_promise(record: Record, promise: str) -> list[str]:
    if not isinstance(record.dice, FairSeeds):
        return (
            ["The record was not played with fair dice, so no promise can be kept in it."] if promise else []
        )
    made = commitment(record.dice.server_seed)
    broken = []
    if made != record.commitment:
        broken.append("The server seed is not the one that the record says was committed to.")
    if promise and made != promise.strip().lower():
        broken.append("The server seed is not the one that was promised to you.")
    return broken


def _wrong_draws(record: Record, match: Match) -> list[str]:
    dice = match.state.dice
    if not isinstance(dice, FairDice):
        return []
    computed = [f"{drawn}/{n}" for n, drawn in dice.log]
    for index, (claimed, right) in enumerate(zip(record.draws, computed, strict=False)):
        if claimed != right:
            return [f"Draw {index + 1} is recorded as {claimed[:20]} but the seeds give {right}."]
    if len(record.draws) != len(computed):
        return [f"The record has {len(record.draws)} draws but the match makes {len(computed)}."]
    return []


def _wrong_end(record: Record, match: Match) -> list[str]:
    if any(not 0 <= seat < len(match.names) for seat in record.given_up):
        return ["The record names a seat that gave up but is not at the table."]
    if record.result is None:
        if match.over:
            return ["The record says that it ended by giving up, but it was played out."]
    elif not match.over:
        return ["The record claims a result, but after its last action the match is still going on."]
    elif match.scores != record.result.scores:
        return [f"The record claims the scores {record.result.scores}, but the match ends {match.scores}."]
    if f"{match.state.key():016x}" != record.position:
        return ["The match ends in a different position from the one the record names."]
    return []


def _wrong_waiting(record: Record, match: Match) -> list[str]:
    """A sealed answer that waits must be one that its seat could give; after the end none waits."""
    if record.pending and match.over:
        return ["The record keeps an answer that waits for its turn, but the match is over."]
    try:
        for entry in record.pending:
            answer_ahead(match, entry)
    except RecordError as error:
        return [str(error)]
    return []


def _verdict(record: Record, problems: list[str], promise: str) -> Verdict:
    if problems:
        return Verdict(False, f"This record does NOT hold: {' '.join(problems)}", problems)
    replayed = (
        f"its {len(record.actions)} actions replay to the {'recorded result' if record.result else 'end'}"
    )
    if isinstance(record.dice, FairSeeds):
        promised = "that was promised to you" if promise else "whose commitment the record names"
        players = len(record.dice.player_seeds)
        sentence = (
            f"This record holds: the server seed is the one {promised}, all {len(record.draws)} draws follow "
            f"from it and the {players} players' seeds, and {replayed}."
        )
        if not promise:
            sentence += " Compare that commitment with the one you were shown before the first draw."
    else:
        sentence = (
            f"This record holds: {replayed}. "
            f"It was played with simulation dice, to which nobody had committed."
        )
    if record.given_up:
        sentence += f" {gave_up(record.names, record.given_up, SPECTATOR)}"
    if record.practice:
        sentence += " It was a practice match, in which anything could be taken back."
    return Verdict(True, sentence, [])
