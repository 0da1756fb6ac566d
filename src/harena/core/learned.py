"""Learned judgements: a small file of numbers beside a pack, and whether it fits what is played.

`harena learn` makes it. It is for one content of a pack, one version of the rules and one layout of features;
where it fits none of these, nothing is learned and the game's own estimate judges.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from harena.core.errors import HarenaError
from harena.core.features import Features

if TYPE_CHECKING:
    from harena.core.game import AnyGame

FILE: Final = "learned.json"
FORMAT: Final = 1
BIGGEST: Final = 20_000_000  # bytes
INSTEAD: Final = "The game's own judgement is used instead."


class Weights(msgspec.Struct, frozen=True):
    """What counts while so many sides stand."""

    standing: int
    trust: float  # in the logarithm of the game's own estimate
    places: list[int]  # in a row; what is not named weighs nothing
    weights: list[float]


class Trial(msgspec.Struct, frozen=True):
    """A sequential test that a judgement went through: who it met, and what came of it."""

    against: str  # `hand-made`, or the one before
    budget: str  # a move, of both: 12cpu or 12ms, or a number of iterations
    games: int
    score: float  # its share of the points
    low: float  # of its 95% interval, which holds whenever one stops
    high: float
    elo: tuple[float, float]  # which two answers the test decided between
    risk: float
    seed: int
    verdict: str  # more, less or open


class Made(msgspec.Struct, frozen=True):
    """How a judgement was made."""

    harena: str  # the version
    options: dict[str, Any]  # of the games, as far as they were set
    players: list[str]  # by generation: who played the games it was fitted to
    seeds: list[int]  # of these games
    games: int
    positions: int
    minutes: float
    trials: list[Trial]


class Judgement(msgspec.Struct, frozen=True):
    """What was learned for one layout of features and one way to share seats out over sides."""

    layout: str
    width: int
    sides: list[int]  # by seat
    weights: list[Weights]
    made: Made
    horizon: int = 0  # decisions that a search plays on before it asks; 0: as the game says
    playouts: int = 0  # how often it plays on; 0: as the bot does
    exploration: float = 0.0  # how much it tries what has not been tried much; 0: as the bot does
    widening: int = 0  # how soon it tries more actions; 0: as the bot does


class Learned(msgspec.Struct, frozen=True):
    """The file."""

    harena_learned: int  # the format
    game: str
    pack: str
    digest: str
    rules: int
    judgements: list[Judgement]


class UnfitError(HarenaError):
    """A file of learned judgements does not fit what is played."""


_homes: dict[str, Path] = {}  # by digest: the folder a pack was read from


def note_home(digest: str, folder: Path) -> None:
    """Remember where a pack came from: what was learned lies beside it."""
    _homes[digest] = folder


def home_of(digest: str) -> Path | None:
    """The folder that a pack was read from, in this process."""
    return _homes.get(digest)


def layout_of(features: Features) -> str:
    """A layout of features in a few letters: the same only if every number has the same place."""
    return hashlib.sha256(f"{features.width};{features.layout()}".encode()).hexdigest()[:16]


def grouped(sides: Sequence[int]) -> list[int]:
    """By seat: its side, numbered from 0 in the order of seats."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(side, len(numbers)) for side in sides]


def read_learned(file: Path) -> Learned:
    """What a file says, or a sentence on why it says nothing."""
    try:
        if file.stat().st_size > BIGGEST:
            raise HarenaError(f"{file}: the file is larger than {BIGGEST:,} bytes; that is no learned file.")
        learned = msgspec.json.decode(file.read_bytes(), type=Learned)
    except OSError as error:
        raise HarenaError(f"{file}: {error.strerror or error}.") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise HarenaError(f"{file}: this is not a file of learned judgements: {error}.") from None
    if learned.harena_learned != FORMAT:
        raise HarenaError(f"{file}: it has format {learned.harena_learned}, this Harena reads {FORMAT}.")
    for judgement in learned.judgements:
        _check(file, judgement)
    return learned


def _check(file: Path, judgement: Judgement) -> None:
    """Refuse numbers that would point outside a row."""
    count = len(set(judgement.sides))
    for one in judgement.weights:
        inside = all(0 <= place < judgement.width for place in one.places)
        if not inside or len(one.places) != len(one.weights) or not 2 <= one.standing <= count:
            raise HarenaError(f"{file}: the weights for {one.standing} standing sides do not fit their row.")
    if grouped(judgement.sides) != judgement.sides or not 0 < judgement.width <= 1 << 16:
        raise HarenaError(f"{file}: a judgement for sides {judgement.sides} is not one.")


def write_learned(file: Path, learned: Learned) -> None:
    """Write a file whole or not at all."""
    draft = file.with_name(f".{file.name}.draft")
    draft.write_bytes(msgspec.json.encode(learned) + b"\n")
    draft.replace(file)


def fitting(learned: Learned, game: AnyGame, pack: Any, options: Any) -> Judgement:
    """The judgement for what is played, or a sentence that says why there is none."""
    if learned.game != game.name:
        raise UnfitError(f"What was learned is for the game {learned.game[:40]!r}, not for {game.title}.")
    if learned.digest != pack.digest:
        raise UnfitError(
            f"What was learned is for different content of the pack ({learned.pack[:40]}, digest "
            f"{learned.digest[:12]}), not for {pack.title} (digest {pack.digest[:12]})."
        )
    if learned.rules != game.rules_version:
        raise UnfitError(
            f"What was learned is for version {learned.rules} of the rules of {game.title}, "
            f"which has {game.rules_version}."
        )
    layout, sides = layout_of(game.features(pack, options)), grouped(game.sides(options))
    same_sides = [one for one in learned.judgements if one.sides == sides]
    for judgement in same_sides:
        if judgement.layout == layout:
            return judgement
    if same_sides:
        raise UnfitError(
            f"What was learned is for a different layout of the features of {game.title} "
            f"({same_sides[0].layout}, here {layout})."
        )
    raise UnfitError(f"Nothing was learned for {game.title} with these seats and sides.")


def file_for(game: AnyGame, pack: Any) -> Path | None:
    """The file beside a pack, if there is one; a pack that comes with the game is found by its content."""
    own = home_of(pack.digest)
    if own is not None and (own / FILE).is_file():
        return own / FILE
    files = [game.folder / "content" / name / FILE for name in game.pack_names()]
    return next((file for file in files if file.is_file() and _is_for(file, pack)), None)


def _is_for(file: Path, pack: Any) -> bool:
    return read_learned(file).digest == str(pack.digest)


def judgement_for(game: AnyGame, pack: Any, options: Any, file: Path | None = None) -> Judgement:
    """What was learned for what is played, from a file or from beside the pack; or an UnfitError."""
    found = file or file_for(game, pack)
    if found is None:
        raise UnfitError(f"Nothing was learned for {pack.title} of {game.title}.")
    return fitting(read_learned(found), game, pack, options)
