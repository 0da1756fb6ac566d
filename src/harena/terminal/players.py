"""Who sits where: people by their names, bots by theirs."""

from __future__ import annotations

import hashlib
import re
import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from harena import bots
from harena.bots.bot import Bot
from harena.bots.registry import kind_of
from harena.core.dice import Dice, fast_dice
from harena.core.errors import HarenaError, OptionError
from harena.core.match import Match
from harena.core.prose import count
from harena.core.record import SEED_LIMIT, FastSeed

BOT = "bot:"
STAND_IN = "normal"
BOT_NAME = re.compile(r"(\w+)(:\w+)? bot(?: \d+)?")
BUDGET = re.compile(r"\d{1,6}(ms|s)?")  # a setting that a name can hold and that does no harm in a stranger's


@dataclass(frozen=True)
class Player:
    """One seat's player; a bot brings dice of its own."""

    name: str
    bot: Bot | None = None
    dice: Dice | None = None
    asked: str = ""  # a bot as it was asked for

    @property
    def person(self) -> bool:
        return self.bot is None


def seat_players(
    seats: int,
    wished: str = "",
    hot_seat: bool = False,
    seed: int | None = None,
    others: Sequence[str] = (),
) -> list[Player]:
    """Players from text like `Ann,bot:random`; seats not named get a bot, or a person in a hot-seat game."""
    entries = [entry.strip() for entry in wished.split(",")]
    if len(entries) > seats:
        raise OptionError(f"There are {len(entries)} players for {seats} seats.")
    if others and hot_seat:
        raise OptionError(
            "In a hot-seat game people have the seats that --seats does not name: leave --bots out."
        )
    entries += _others(others, seats - len(entries)) if not hot_seat else [""] * (seats - len(entries))
    players: list[Player] = []
    for seat, entry in enumerate(entries):
        if entry.startswith(BOT):
            asked = entry.removeprefix(BOT)
            bot = bots.find(asked)
            players.append(Player(_bot_name(bot, asked, players), bot, bot_dice(seat, seed), asked))
        else:
            players.append(Player(entry or f"Player {seat + 1}"))
    _check_names_differ(players)
    return players


def _others(asked: Sequence[str], free: int) -> list[str]:
    """The bots on seats that nobody was named for."""
    named = bots.named(asked or ["random"])
    if len(named) not in (1, free) or (asked and not free):
        raise OptionError(f"{count(free, 'seat is', 'seats are')} left for bots; {len(named)} were named.")
    return [f"{BOT}{name}" for name in named * (free // len(named))]


def players_of_record(
    names: Sequence[str], hot_seat: bool = False, seed: int | None = None, wished: str = ""
) -> list[Player]:
    """The players of a saved match, where bots are known by their names, or are named anew."""
    entries = [entry.strip() for entry in wished.split(",")]
    if len(entries) > len(names):
        raise OptionError(f"There are {len(entries)} players for {len(names)} seats.")
    entries += [""] * (len(names) - len(entries))
    players = []
    for seat, (name, entry) in enumerate(zip(names, entries, strict=True)):
        _check_seat(seat, name, entry)
        bot = _bot_again(seat, name, entry, hot_seat)
        asked = entry.removeprefix(BOT)
        players.append(Player(name) if bot is None else Player(name, bot, bot_dice(seat, seed), asked))
    return players


def stand_in(match: Match, seat: int) -> Player:
    """The bot that plays on for somebody who has given up, so that the others can."""
    seed = match.seeds.seed if isinstance(match.seeds, FastSeed) else None
    return Player(match.names[seat], bots.find(STAND_IN), bot_dice(seat, seed), STAND_IN)


def named_again(players: Sequence[Player]) -> str:
    """What must be added to go on with a saved match of these players: it starts no program by itself."""
    entries = [
        f"{BOT}{player.asked}" if player.bot is not None and player.bot.starts_programs else ""
        for player in players
    ]
    return f" --seats {shlex.quote(','.join(entries).rstrip(','))}" if any(entries) else ""


def _check_seat(seat: int, name: str, entry: str) -> None:
    """In a saved match people keep their seats; only who plays for a bot can be said anew."""
    if entry in ("", name) or (entry.startswith(BOT) and BOT_NAME.fullmatch(name)):
        return
    raise OptionError(
        f"In this match {name[:40]!r} has seat {seat + 1}, not {entry[:40]!r}. "
        "--seats can only put another bot where a bot sat."
    )


def _bot_again(seat: int, name: str, entry: str, hot_seat: bool) -> Bot | None:
    """The bot on a seat of a saved match; None for a person."""
    if entry.startswith(BOT):
        return bots.find(entry.removeprefix(BOT))
    found = BOT_NAME.fullmatch(name)
    known = found[1].lower() if found else ""
    if found is None or hot_seat or known not in bots.names():
        return None
    if kind_of(known).starts_programs:
        raise HarenaError(
            f"{name} is a program, and a saved match never starts one by itself. "
            f"Name it again: --seats '{',' * seat}{BOT}{known}:COMMAND'."
        )
    budget = found[2] or ""
    return bots.find(known + budget) if BUDGET.fullmatch(budget[1:]) or not budget else None


def bot_dice(seat: int, seed: int | None) -> Dice:
    """A bot's own dice: with a seed always the same, and never those of the game."""
    if seed is None:
        return fast_dice(secrets.randbelow(SEED_LIMIT))
    digest = hashlib.sha256(f"bot on seat {seat}, seed {seed}".encode()).digest()
    return fast_dice(int.from_bytes(digest[:8], "big") % SEED_LIMIT)


def _bot_name(bot: Bot, asked: str, before: Sequence[Player]) -> str:
    """The bot's name with its budget, from which a saved match can seat it again."""
    kept = not bot.starts_programs and BUDGET.fullmatch(asked.partition(":")[2])
    title = f"{bot.name.capitalize()}:{asked.partition(':')[2]}" if kept else bot.name.capitalize()
    same = sum(player.name.partition(" ")[0] == title for player in before if not player.person)
    return f"{title} bot {same + 1}" if same else f"{title} bot"


def _check_names_differ(players: Sequence[Player]) -> None:
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise HarenaError(f"Two players are called {name[:40]!r}; give each a name of their own.")
