"""Fair dice at one terminal: first the program's promise, then words from everybody who plays."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from harena.core.errors import HarenaError, OptionError
from harena.core.fair import FairSeeds, commitment, new_server_seed
from harena.terminal.console import Terminal
from harena.terminal.players import Player

WHY_WORDS = (
    "Note it down: it binds the program to its half of the dice.",
    "The other half is words of your own, which it did not know when it promised.",
)


def agree_on_dice(
    terminal: Terminal, players: Sequence[Player], words: Sequence[str] = (), quick: bool = False
) -> FairSeeds:
    """Promise a server seed, then take each person's words; whoever is not asked gets random ones.

    The order is the whole point: the promise is made before the program knows anybody's words.
    """
    people = check_words(players, words)
    server_seed = new_server_seed()
    terminal.say(f"Dice promise: {commitment(server_seed)}")
    if len(words) < people and not quick:
        terminal.say(*WHY_WORDS)
    given = iter(words)
    return FairSeeds(
        server_seed,
        [_words_of(terminal, player, given, quick) or secrets.token_hex(8) for player in players],
    )


def check_words(players: Sequence[Player], words: Sequence[str]) -> int:
    """Refuse words that cannot be mixed into the dice; how many people could give some."""
    people = sum(player.person for player in players)
    if len(words) > people:
        raise OptionError(f"There are more words ({len(words)}) than people who play ({people}).")
    for text in words:
        _check(text)
    return people


def _words_of(terminal: Terminal, player: Player, given: Iterator[str], quick: bool) -> str:
    if not player.person:
        return ""
    words = next(given, None)
    if words is not None or quick:
        return words or ""
    return _ask(terminal, player.name)


def _ask(terminal: Terminal, name: str) -> str:
    while True:
        words = terminal.ask(f"{name}, some words of your own (Enter: random ones): ")
        try:
            _check(words)
        except HarenaError as error:
            terminal.say(str(error))
        else:
            return words


def _check(words: str) -> None:
    """The core says which texts can be a seed."""
    FairSeeds("00" * 32, [words]).check(1)
