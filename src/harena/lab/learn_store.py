"""What a run of `harena learn` keeps in its folder, so that it can be stopped and gone on with."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from harena.bots.mcts import Habits
from harena.core.errors import HarenaError
from harena.core.learned import Trial

RUN = "run.json"
LENGTH = struct.Struct("<I")
FORMAT = 2


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A game that was played to learn from."""

    scores: list[float]
    positions: bytes


class Bout(msgspec.Struct):
    """A candidate against another bot, pair by pair."""

    against: str
    other: str  # the bot it meets
    seed: int
    pairs: list[float] = []


class Variant(msgspec.Struct):
    """A way to search with a candidate's judgement, and how it did, pair by pair."""

    habits: Habits
    pairs: list[float] = []

    @property
    def score(self) -> float:
        return sum(self.pairs) / len(self.pairs) if self.pairs else 0.5


class Generation(msgspec.Struct):
    """Games by the best so far, a candidate fitted to all games, and how it did."""

    number: int
    player: str
    seed: int
    played: bool = False
    games: int = 0
    positions: int = 0
    losses: list[tuple[int, float, float]] = []  # by standing sides: learned, hand-made
    variants: list[Variant] = []
    habits: Habits | None = None  # those that did best
    bouts: list[Bout] = []
    verdict: str = ""  # kept or dropped, once it is known
    trials: list[Trial] = []
    minutes: float = 0.0  # of the whole run when the verdict was known


class Run(msgspec.Struct):
    """A run so far. Its head must be the same when it goes on."""

    harena_learn: int
    game: str
    pack: str
    digest: str
    rules: int
    layout: str
    options: dict[str, Any]
    seed: int
    budget: str
    elo: tuple[float, float]
    risk: float
    harena: str
    seconds: float = 0.0
    generations: list[Generation] = []


HEAD = ("game", "digest", "rules", "layout", "options", "seed", "elo", "risk")
CALLED = {"digest": "content of the pack", "rules": "version of the rules", "layout": "layout of features"}


class Store:
    """The folder of a run."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.run = self._resumed(run)

    def _resumed(self, fresh: Run) -> Run:
        """The run that was begun here, or this one."""
        file = self.folder / RUN
        if not file.is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            return fresh
        before = read_run(file)
        for name in HEAD:
            if getattr(before, name) != getattr(fresh, name):
                called = CALLED.get(name, name)
                raise HarenaError(
                    f"{self.folder} holds a run with a different {called}. Name another folder with --folder."
                )
        return before

    def save(self) -> None:
        """Write everything but the games, whole or not at all."""
        draft = self.folder / f".{RUN}.draft"
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(self.run)))
        draft.replace(self.folder / RUN)

    def games_file(self, generation: int) -> Path:
        return self.folder / f"games-{generation}.bin"

    def candidate(self, generation: int, variant: int | None = None) -> Path:
        """The file of a candidate, or of a way to search with it."""
        which = generation if variant is None else f"{generation}-{variant + 1}"
        return (self.folder / f"candidate-{which}.json").resolve()

    def games(self, generation: int) -> Iterator[Kept]:
        """The games of a generation; what was half written when somebody pulled the plug is cut off."""
        file = self.games_file(generation)
        if not file.is_file():
            return
        data, at = file.read_bytes(), 0
        while at + LENGTH.size <= len(data):
            end = at + LENGTH.size + LENGTH.unpack_from(data, at)[0]
            if end > len(data):
                break
            yield msgspec.msgpack.decode(data[at + LENGTH.size : end], type=Kept)
            at = end
        if at < len(data):
            with file.open("r+b") as short:
                short.truncate(at)

    def add(self, generation: int, kept: Kept) -> None:
        """One more game."""
        packed = msgspec.msgpack.encode(kept)
        with self.games_file(generation).open("ab") as file:
            file.write(LENGTH.pack(len(packed)) + packed)


def read_run(file: Path) -> Run:
    """What is kept of a run."""
    try:
        run = msgspec.json.decode(file.read_bytes(), type=Run)
    except msgspec.DecodeError as error:
        raise HarenaError(f"{file}: this is not a run of harena learn: {error}.") from None
    if run.harena_learn != FORMAT:
        raise HarenaError(f"{file}: it has format {run.harena_learn}, this Harena reads {FORMAT}.")
    return run
