"""`harena play`: a table at this terminal."""

from __future__ import annotations

from pathlib import Path

from harena.commands.words import BotWords, OptionWords
from harena.core import registry
from harena.core.errors import HarenaError
from harena.terminal.console import open_terminal
from harena.terminal.start import new_table, resumed_table


def play(
    game: str | None = None,
    /,
    *,
    seats: str = "",
    bots: BotWords = None,
    hot_seat: bool = False,
    option: OptionWords = None,
    pack: str | None = None,
    seed: int | None = None,
    words: list[str] | None = None,
    quick: bool = False,
    practice: bool = False,
    resume: Path | None = None,
    save: Path | None = None,
) -> None:
    """Play at this terminal.

    Parameters
    ----------
    game
        The game's name; `harena games` lists them.
    seats
        Who sits where, like `Ann,Bo` or `bot:mcts:400,Ann`. Seats you do not name go to bots. In a saved
        match only bots can be named anew.
    bots
        Who plays on the seats that `--seats` does not name: one bot for all of them, or one for each, like
        `mcts:400,greedy`; random if left out. `harena bots` lists them.
    hot_seat
        People sit on every seat that you do not give to a bot, and hand the keyboard around.
    option
        An option of the game as NAME=VALUE; may be repeated. `harena options GAME` lists them.
    pack
        A pack that comes with the game, or the folder of any other; several with + between.
    seed
        Play with simulation dice from this number, the same game every time, rather than with fair dice.
    words
        Words to mix into the fair dice, instead of being asked for them; repeat it for each further person.
    quick
        Ask nobody for words: anyone who has given none gets random ones.
    practice
        Let anything be taken back, whatever was seen since.
    resume
        Go on with a saved match.
    save
        The file for the record; by default a new one here.
    """
    terminal = open_terminal()
    if resume is not None:
        if option or practice or seed is not None or words or quick:
            raise HarenaError("A saved match keeps its options, dice and practice; leave them out.")
        if bots:
            raise HarenaError("In a saved match name bots with --seats: it says whose seat they take.")
        resumed_table(
            terminal, resume, game=game or "", hot_seat=hot_seat, pack=pack, save=save, seats=seats
        ).play()
        return
    try:
        table = new_table(
            terminal,
            game or _only_game(),
            seats=seats,
            bots=bots or [],
            hot_seat=hot_seat,
            options=option or [],
            pack=pack or "standard",
            seed=seed,
            practice=practice,
            save=save,
            words=words or [],
            quick=quick,
        )
    except (EOFError, KeyboardInterrupt):  # somebody left instead of giving words
        terminal.say("", "Nothing was saved.")
        return
    table.play()


def _only_game() -> str:
    known = registry.names()
    if len(known) == 1:
        return known[0]
    raise HarenaError(f"Which game? Installed are: {', '.join(known)}.")
