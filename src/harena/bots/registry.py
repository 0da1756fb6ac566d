"""Where bots are found by name: Harena's own, and those other packages bring as entry points."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points

from harena.bots.bot import Bot
from harena.core.errors import HarenaError

GROUP = "harena.bots"
LEVELS = ("easy", "normal", "hard", "master")  # that people choose from; each beats the one before
OWN = {
    "easy": "harena.bots.levels:EasyBot",
    "greedy": "harena.bots.greedy:GreedyBot",
    "hard": "harena.bots.levels:HardBot",
    "learned": "harena.bots.learned:LearnedBot",
    "master": "harena.bots.levels:MasterBot",
    "mcts": "harena.bots.mcts:MctsBot",
    "normal": "harena.bots.levels:NormalBot",
    "program": "harena.bots.program:ProgramBot",
    "random": "harena.bots.random:RandomBot",
}
_added: dict[str, type[Bot]] = {}
_found: dict[str, type[Bot]] = {}


def add(bot: type[Bot]) -> None:
    """Make a bot known for this process, without an installed package."""
    _added[bot.name] = bot


def names() -> list[str]:
    """The names of all bots, in alphabetical order."""
    return sorted({*_added, *_places()})


def find(text: str) -> Bot:
    """A fresh bot, from text like `greedy`, `mcts:400` or `mcts:500ms`."""
    name, _, rest = text.partition(":")
    kind = kind_of(name)
    try:
        return kind.from_text(rest)
    except ValueError as error:
        raise HarenaError(f"Bot {text[:60]!r}: {error}.") from None


def named(texts: Sequence[str]) -> list[str]:
    """The bots that `--bots` names: `mcts:400,greedy`, or one each time if it is repeated. All are known."""
    found = [text.strip() for text in (_between_commas(texts[0]) if len(texts) == 1 else texts)]
    for text in found:
        find(text)
    return found


def only(texts: Sequence[str], where: str) -> str:
    """The bot that `--bots` names where all seats play alike."""
    found = named(texts)
    if len(found) != 1:
        raise HarenaError(f"{where} takes one bot for all seats; {len(found)} were named.")
    return found[0]


def _between_commas(text: str) -> list[str]:
    """A comma in a program's command separates nothing, unless a bot's name comes after it."""
    found: list[str] = []
    for piece in text.split(","):
        if found and not is_bot(piece) and is_bot(found[-1]) and kind_of(_name(found[-1])).starts_programs:
            found[-1] += f",{piece}"
        else:
            found.append(piece)
    return found


def is_bot(text: str) -> bool:
    """Whether this names a bot, with or without a setting."""
    return _name(text) in names()


def _name(text: str) -> str:
    return text.strip().partition(":")[0]


def kind_of(name: str) -> type[Bot]:
    """The kind of bot of that name."""
    if name in _added:
        return _added[name]
    if name not in _found:
        _found[name] = _load(name)
    return _found[name]


def _places() -> dict[str, str]:
    """By name: where a bot's class is."""
    return {**{entry.name: entry.value for entry in entry_points(group=GROUP)}, **OWN}


def _load(name: str) -> type[Bot]:
    place = _places().get(name)
    if place is None:
        raise HarenaError(f"There is no bot {name[:40]!r}. There are: {', '.join(names())}.")
    module, _, attribute = place.partition(":")
    try:
        kind = getattr(import_module(module), attribute)
    except Exception as error:
        raise HarenaError(f"The bot {name!r} ({place}) cannot be loaded: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, Bot) and kind.name == name):
        raise HarenaError(f"The entry point {place} is not a Harena bot named {name!r}.")
    return kind
