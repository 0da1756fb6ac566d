"""What a run is: which games are to be played, by whom, and with which seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from harena import bots
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.options import read_options, write_options
from harena.core.record import SEED_LIMIT


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run. It says everything a row depends on, so equal plans give equal rows wherever they are played."""

    game: str
    pack: str  # a pack of the game, by name, or its folder
    digest: str  # of the pack, so that a run is never resumed with different content
    rules: int  # the game's rules_version
    settings: list[dict[str, Any]]  # options; the games go through them in turn
    bots: list[str]  # one a seat, for the first game; they move on a seat from round to round
    games: int
    seed: int
    sample: int = 0  # keep what is seen after one decision in so many, to learn from; 0: of none
    moves: bool = False  # keep every action, so that the positions can be seen again


class Job(msgspec.Struct, frozen=True):
    """One game of a run."""

    number: int
    setting: int  # which of the plan's settings
    bots: list[str]  # by seat
    seed: int


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of one game."""

    number: int
    setting: int
    bots: list[str]  # by seat
    seed: int
    scores: list[float]  # by seat: 1 won, 0 lost, shares of a draw
    decisions: int
    traits: list[dict[str, str]]  # by seat: what it had from the start, like its fighter
    counts: list[dict[str, int]]  # by seat: what observers counted
    of_game: dict[str, int]  # what observers counted for the game as a whole
    kept: bytes = b""  # positions to learn from, where the plan asks for a sample
    actions: list[int] | None = None  # all of them in order, if the plan keeps them
    visits: list[list[int] | None] | None = None  # by action: how often a search tried each that was open

    def winners(self) -> list[int]:
        """The seats that won, alone or together; none in a draw between sides."""
        return [seat for seat, score in enumerate(self.scores) if score == 1.0]


def make_plan(
    game: AnyGame,
    settings: Sequence[Any],
    players: Sequence[str],
    games: int,
    seed: int,
    pack: str = "standard",
) -> Plan:
    """A plan that is known to be playable: or a sentence that says why it is not."""
    if games < 1:
        raise HarenaError(f"A run has at least one game, not {games}.")
    if not 0 <= seed < SEED_LIMIT:
        raise HarenaError(f"A seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}.")
    seats = {game.seats(options) for options in settings}
    if len(seats) != 1:
        raise HarenaError("All settings of a run must be for the same number of players.")
    count = seats.pop()
    if len(players) not in (1, count):
        raise HarenaError(
            f"{game.title} has {count} seats here; {len(players)} bots were named, not 1 or {count}."
        )
    for text in players:
        bots.find(text)
    loaded = game.pack(pack)
    check_playable(game, loaded, settings)
    return Plan(
        game=game.name,
        pack=pack,
        digest=loaded.digest,
        rules=game.rules_version,
        settings=[write_options(options) for options in settings],
        bots=list(players) * (count // len(players)),
        games=games,
        seed=seed,
    )


def check_playable(game: AnyGame, pack: Any, settings: Sequence[Any]) -> None:
    """Set each table up once: what a pack has to say about options is said before the first game."""
    for options in settings:
        game.start(pack, options, fast_dice(0))


def job(plan: Plan, number: int) -> Job:
    """One game of a plan: the next setting each time, and after all settings the bots move on a seat."""
    round_, setting = divmod(number, len(plan.settings))
    turn = round_ % len(plan.bots)
    return Job(
        number,
        setting,
        plan.bots[-turn:] + plan.bots[:-turn] if turn else plan.bots,
        seed_of(plan.seed, number),
    )


def seed_of(run: int, number: int) -> int:
    """The seed of one game, which depends on nothing but the run's seed and the game's number."""
    digest = hashlib.sha256(f"harena run {run}, game {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % SEED_LIMIT


def options_of(plan: Plan, setting: int) -> Any:
    """A setting as the game's own options."""
    return read_options(registry.find(plan.game).options, plan.settings[setting])
