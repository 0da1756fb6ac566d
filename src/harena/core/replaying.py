"""Taking a record up again: the match it was, played action by action, and checked on the way."""

from __future__ import annotations

from pathlib import Path

from harena.core import registry
from harena.core.errors import ActionError, HarenaError, RecordError
from harena.core.game import AnyGame
from harena.core.joining import PLUS
from harena.core.match import Match
from harena.core.pack import Pack
from harena.core.record import Record, read_record


def load(path: str | Path, pack: str | Path | Pack | None = None) -> Match:
    """Take up a saved match where it was left."""
    return replay(read_record(Path(path)), pack)


def replay(record: Record, pack: str | Path | Pack | None = None, upto: int | None = None) -> Match:
    """Play a record again, all of it or its first `upto` actions, and check that it leads where it says."""
    match = open_record(record, pack)
    times = times_of(record)
    for index, entry in enumerate(record.actions[:upto]):
        play_entry(match, index, entry, times.get(index))
    whole = upto is None or upto >= len(record.actions)
    if whole and f"{match.state.key():016x}" != record.position:
        raise RecordError("This record does not lead to the position it names; it was changed or is damaged.")
    for entry in record.pending if whole else []:
        answer_ahead(match, entry)
    if whole:
        match.given_up = sorted(set(record.given_up) & set(range(len(match.names))))
    return match


def open_record(record: Record, pack: str | Path | Pack | None = None) -> Match:
    """A match set up as the record says, before its first action."""
    try:
        game = registry.find(record.game)
        loaded = (
            pack if isinstance(pack, Pack) else _pack_of(record, game) if pack is None else game.pack(pack)
        )
    except HarenaError as error:
        raise RecordError(f"This record cannot be replayed: {error}") from None
    if record.rules != game.rules_version:
        raise RecordError(
            f"This record follows version {record.rules} of {game.title}'s rules; "
            f"installed is version {game.rules_version}, which plays differently."
        )
    if record.pack.digest != loaded.digest:
        raise RecordError(
            f"This record was played with a different pack: '{record.pack.name}' with digest "
            f"{record.pack.digest[:12]}, not {loaded.digest[:12]}. Name the folder of the right one."
        )
    try:
        return Match(game, loaded, record.options, record.dice, record.names, record.practice)
    except HarenaError as error:
        raise RecordError(f"This record cannot be replayed: {error}") from None


def _pack_of(record: Record, game: AnyGame) -> Pack:
    """The pack a record names, among those that come with the game: a record never leads to other folders."""
    known = game.pack_names()
    missing = [part[:40] for part in record.pack.name.split(PLUS) if part not in known]
    if missing:
        listed = " and ".join(f"'{part}'" for part in missing)
        raise RecordError(
            f"It was played with the pack {listed}, which does not come with the game. Name its folder."
            if len(missing) == 1
            else f"It was played with the packs {listed}, which do not come with the game. "
            f"Name their folders, with {PLUS} between."
        )
    loaded: Pack = game.pack(record.pack.name)
    return loaded


def times_of(record: Record) -> dict[int, int]:
    """By number of an action: after how many milliseconds a hand let go."""
    times: dict[int, int] = {}
    for entry in record.times:
        index, _, ms = entry.partition(" ")
        known = all(part.isascii() and part.isdecimal() and len(part) < 10 for part in (index, ms))
        if not known or int(index) >= len(record.actions) or int(index) in times:
            raise RecordError(f"The time {entry[:30]!r} of this record belongs to none of its actions.")
        times[int(index)] = int(ms)
    return times


def play_entry(match: Match, index: int, entry: str, ms: int | None = None) -> None:
    """Play one entry of a record, which names the seat and the action; a time is measured again."""
    seat, _, notation = entry.partition(" ")
    try:
        if seat != str(match.seat):
            raise ActionError(f"seat {match.seat} decides there.")
        match.play(notation, ms=ms)
    except HarenaError as error:
        raise RecordError(
            f"Action {index + 1} of this record, {entry[:60]!r}, cannot be played: {error}"
        ) from None


def answer_ahead(match: Match, entry: str) -> None:
    """Give a sealed answer that was waiting for its turn when the record was made."""
    seat, _, notation = entry.partition(" ")
    asked = [str(other) for other in range(len(match.names)) if match.state.sealed >> other & 1]
    if seat not in asked or seat == str(match.seat):
        raise RecordError(
            f"The waiting answer {entry[:60]!r} of this record comes from a seat that cannot give one."
        )
    try:
        match.play(notation, int(seat))
    except HarenaError as error:
        raise RecordError(
            f"The waiting answer {entry[:60]!r} of this record cannot be used: {error}"
        ) from None
