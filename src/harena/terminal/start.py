"""Setting up a table from what the command line says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from harena.core import registry
from harena.core.errors import HarenaError, OptionError
from harena.core.fitting import complete, in_players_words
from harena.core.game import AnyGame
from harena.core.match import Match, new
from harena.core.record import read_record
from harena.core.replaying import replay
from harena.terminal.console import Terminal, check_open
from harena.terminal.keep import RecordFile, new_file
from harena.terminal.play import TerminalTable
from harena.terminal.players import players_of_record, seat_players, stand_in
from harena.terminal.promise import agree_on_dice, check_words


def new_table(
    terminal: Terminal,
    game: str,
    *,
    seats: str = "",
    bots: Sequence[str] = (),
    hot_seat: bool = False,
    options: Sequence[str] = (),
    pack: str = "standard",
    seed: int | None = None,
    practice: bool = False,
    save: Path | None = None,
    words: Sequence[str] = (),
    quick: bool = False,
) -> TerminalTable:
    """A new match. Unless a seed is given it has fair dice: people are asked for words, if not `quick`."""
    found = registry.find(game)
    given = read_pairs(options)
    count = found.seats(complete(found, found.pack(pack), given))
    players = seat_players(count, seats, hot_seat, seed, bots)
    file = RecordFile(save or new_file(game), pack=_foreign(found, pack))
    names = [player.name for player in players]
    # Tried out with any dice first, so that nobody is asked for words in vain.
    match = new(game, seed=seed or 0, fair=None, pack=pack, names=names, practice=practice, **given)
    if seed is not None and words:
        raise OptionError("Words are for fair dice; dice from a seed take none.")
    check_words(players, words)
    if any(player.person for player in players):
        check_open()
        terminal.say(agreed(match))
    if seed is None:
        fair = agree_on_dice(terminal, players, words, quick)
        match = new(game, seed=None, fair=fair, pack=match.pack, names=names, practice=practice, **given)
    return TerminalTable(terminal, match, players, file)


def agreed(match: Match) -> RenderableType:
    """What is played, in players' words."""
    grid = Grid.grid(padding=(0, 3, 0, 2))
    for label, value in in_players_words(match.game, match.pack, match.options):
        grid.add_row(Text(label), Text(value))
    return Group(Text(match.game.title, style="bold"), grid)


def resumed_table(
    terminal: Terminal,
    record_file: Path,
    *,
    game: str = "",
    hot_seat: bool = False,
    pack: str | None = None,
    save: Path | None = None,
    seats: str = "",
) -> TerminalTable:
    """A saved match, taken up where it was left."""
    record = read_record(record_file)
    if game and record.game != game:
        raise HarenaError(f"{record_file}: this is a record of {record.game[:40]!r}, not of {game!r}.")
    match = replay(record, pack)
    if match.over:
        raise HarenaError(f"{record_file}: this match is over. harena replay shows it.")
    players = players_of_record(match.names, hot_seat, wished=seats)
    for seat in match.given_up:
        if players[seat].person:
            players[seat] = stand_in(match, seat)
    if any(player.person for player in players):
        check_open()
    foreign = _foreign(match.game, pack) if pack else ""
    file = RecordFile(save, pack=foreign) if save else RecordFile(record_file, kept=record, pack=foreign)
    return TerminalTable(terminal, match, players, file)


def read_pairs(options: Sequence[str]) -> dict[str, str]:
    """Options from texts like `first_attacker=seat1`."""
    given: dict[str, str] = {}
    for text in options:
        name, sign, value = text.partition("=")
        if not sign:
            raise OptionError(f"An option is written NAME=VALUE, not {text[:40]!r}.")
        if name in given:
            raise OptionError(f"Option '{name}' is given twice.")
        given[name] = value
    return given


def _foreign(game: AnyGame, pack: str) -> str:
    return pack if game.foreign_packs(pack) else ""
