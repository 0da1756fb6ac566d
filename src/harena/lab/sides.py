"""The two sides of a comparison, as somebody writes them: `mcts:400`, `pack=my-pack`, `max_rounds=10`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from harena import bots
from harena.core.errors import HarenaError
from harena.core.fitting import complete
from harena.core.game import AnyGame
from harena.core.options import fields

AS_IS = "as it is"
BOT, PACK, OPTION = "bot", "pack", "option."


class Side(NamedTuple):
    """One of two ways to play."""

    label: str  # as it was written
    bot: str
    pack: str
    options: Any
    digest: str  # of the pack


class Common(NamedTuple):
    """What holds for both sides, unless a side says otherwise."""

    bot: str
    pack: str
    options: Mapping[str, str]


def read_side(game: AnyGame, words: Sequence[str], common: Common) -> Side:
    """A side from its words, each of which may be several with commas between; none: as it is."""
    bot, pack, options = common.bot, common.pack, dict(common.options)
    parts = [part for word in words for part in split(word)]
    for part in parts:
        name, value = read_part(game, part)
        if name == BOT:
            bot = value
        elif name == PACK:
            pack = value
        else:
            options[name] = value
    bots.find(bot)
    label = ", ".join(parts) or AS_IS
    loaded = game.pack(pack)
    return Side(label, bot, pack, complete(game, loaded, options), loaded.digest)


def split(word: str) -> list[str]:
    """The parts between commas; a comma inside a value, like `picks=rafelo,teknoth`, separates nothing."""
    parts: list[str] = []
    for piece in word.split(","):
        if parts and "=" not in piece and not bots.is_bot(piece):
            parts[-1] += f",{piece}"
        else:
            parts.append(piece.strip())
    return parts


def read_part(game: AnyGame, part: str) -> tuple[str, str]:
    """What one part sets, and to what. A word alone is a bot; a name that is no word of ours, an option."""
    name, found, value = part.partition("=")
    name = name.strip()
    known = [field.name for field in fields(game.options)]
    if not found or (name not in (BOT, PACK) and bots.is_bot(part)):
        if not bots.is_bot(part):
            raise HarenaError(
                f"What is {part[:60]!r}? A side is a bot ({', '.join(bots.names())}), pack=FOLDER, "
                f"or an option of the game as NAME=VALUE ({', '.join(known) or 'it has none'})."
            )
        return BOT, part
    if not value.strip():
        raise HarenaError(f"{part[:60]!r} says nothing after the '='.")
    if name.startswith(OPTION):
        return name.removeprefix(OPTION), value.strip()
    if name in (BOT, PACK) or name in known:
        return name, value.strip()
    raise HarenaError(
        f"There is nothing called {name[:40]!r} to compare; there are: {BOT}, {PACK}, "
        f"and the options {', '.join(known) or '(none)'}."
    )


def check_sides(game: AnyGame, a: Side, b: Side) -> None:
    """Refuse two sides of which nothing could be learned."""
    seats = game.seats(a.options), game.seats(b.options)
    if seats[0] != seats[1]:
        raise HarenaError(
            f"A is for {seats[0]} players and B for {seats[1]}; only tables of the same size can be compared."
        )
    rules_differ = a.options != b.options or a.digest != b.digest
    if a.bot == b.bot and not rules_differ:
        same = " The two packs have the same content." if a.pack != b.pack else ""
        raise HarenaError(f"A ({a.label}) and B ({b.label}) are the same: there is nothing to compare.{same}")
    if a.bot != b.bot and rules_differ:
        raise HarenaError(
            f"A and B differ in the bots ({a.bot}, {b.bot}) and in the pack or options: nobody could say "
            "what made the difference. Change one of them at a time."
        )
