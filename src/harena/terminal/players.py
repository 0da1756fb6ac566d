"""Who sits where: people by their names, bots by theirs."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from harena import bots
from harena.bots.bot import Bot
from harena.core.dice import Dice, fast_dice
from harena.core.errors import HarenaError, OptionError
from harena.core.record import SEED_LIMIT

BOT = "bot:"
BOT_NAME = re.compile(r"(\w+) bot(?: \d+)?")


@dataclass(frozen=True)
class Player:
    """One seat's player; a bot brings dice of its own."""

    name: str
    bot: Bot | None = None
    dice: Dice | None = None

    @property
    def person(self) -> bool:
        return self.bot is None


def seat_players(
    seats: int, wished: str = "", hot_seat: bool = False, seed: int | None = None
) -> list[Player]:
    """Players from text like `Ann,bot:random`; seats not named get a bot, or a person in a hot-seat game."""
    entries = [entry.strip() for entry in wished.split(",")]
    if len(entries) > seats:
        raise OptionError(f"There are {len(entries)} players for {seats} seats.")
    entries += ["" if hot_seat else f"{BOT}random"] * (seats - len(entries))
    players: list[Player] = []
    for seat, entry in enumerate(entries):
        if entry.startswith(BOT):
            bot = bots.find(entry.removeprefix(BOT))
            players.append(Player(_bot_name(bot, players), bot, bot_dice(seat, seed)))
        else:
            players.append(Player(entry or f"Player {seat + 1}"))
    _check_names_differ(players)
    return players


def players_of_record(names: Sequence[str], hot_seat: bool = False, seed: int | None = None) -> list[Player]:
    """The players of a saved match, where bots are known by their names."""
    players = []
    for seat, name in enumerate(names):
        found = BOT_NAME.fullmatch(name)
        known = found.group(1).lower() if found else ""
        is_bot = known in bots.names() and not hot_seat
        players.append(Player(name, bots.find(known), bot_dice(seat, seed)) if is_bot else Player(name))
    return players


def bot_dice(seat: int, seed: int | None) -> Dice:
    """A bot's own dice: with a seed always the same, and never those of the game."""
    if seed is None:
        return fast_dice(secrets.randbelow(SEED_LIMIT))
    digest = hashlib.sha256(f"bot on seat {seat}, seed {seed}".encode()).digest()
    return fast_dice(int.from_bytes(digest[:8], "big") % SEED_LIMIT)


def _bot_name(bot: Bot, before: Sequence[Player]) -> str:
    name = f"{bot.name.capitalize()} bot"
    same = sum(player.bot is not None and player.bot.name == bot.name for player in before)
    return f"{name} {same + 1}" if same else name


def _check_names_differ(players: Sequence[Player]) -> None:
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise HarenaError(f"Two players are called {name[:40]!r}; give each a name of their own.")
