"""What is to be studied in a game: its study.toml, with the names of its counts and the bars to clear."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from harena.core.packfile import PackFiles

FILE = "study.toml"
MIDDLE = 50  # where a table of counts stands that says nothing about its place

Page = Literal["replay", "set-up", "rules", "first-game"]
Share = Annotated[float, Meta(ge=0, le=1)]
Games = Annotated[int, Meta(ge=1)]


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of an observer's counts is called in reports: `wounds` of `wounds:fire`."""

    title: str
    judged: bool = False  # things a player has or chooses to play: the report says what using them brings
    place: int = MIDDLE  # of its table among the others, the smallest first
    per: str = ""  # the report also says how often in one of these: `turn`, where the game counts `turns`


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the first bot must win against the others; all match-ups are played, seats swapped."""

    bots: Annotated[list[str], Meta(min_length=2)]
    least: Share
    games: Games
    options: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.bots[0]} against {', '.join(self.bots[1:])}"


class Level(Strength, frozen=True, forbid_unknown_fields=True):
    """What a level for people must win against the one below: more than half, and not nearly all."""

    most: Share = 1.0

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError(f"`least` is {self.least}, more than `most`, which is {self.most}")


class Honesty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a twin that sees everything is set against a bot that does not."""

    bot: str
    games: Games
    options: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"a twin that cheats against {self.bot}"


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How even the standard pack must be, as `harena balance` takes it."""

    bots: str
    games: Games
    bars: Annotated[list[str], Meta(min_length=1)]  # like fighter=45-55; docs/reports.md has all kinds
    options: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"{', '.join(self.bars)} with {self.bots}"


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. A game may leave out what it does not have."""

    counts: dict[str, Count] = {}
    strength: list[Strength] = []  # cleared with the whole interval, in minutes
    levels: list[Level] = []  # cleared by the share itself: strong bots take their time
    quick: list[Strength] = []  # for the suite, in seconds
    honesty: list[Honesty] = []
    balance: list[Balance] = []
    screenshot: int = 12  # moves into a game, until there is something to see
    showcase: list[Page] = []  # pages of the site whose pictures in the docs show this game


@cache
def read_study(folder: Path) -> Study:
    """The study in a game's folder; an empty one if it has no such file."""
    if not (folder / FILE).is_file():
        return Study()
    return PackFiles(folder).read(FILE, Study)
