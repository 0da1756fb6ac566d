"""Writes docs/features.md: what a seat sees as numbers and what it may do, in every game.

Run as `python docs/make_features.py` whenever a game's features, actions or standard pack have changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from harena.core import registry
from harena.core.actions import Stretch
from harena.core.feature_table import HEADS, rows
from harena.core.game import AnyGame
from make_rulebooks import table
from make_site import own_games

PAGE = Path(__file__).resolve().parent / "features.md"
SHOWN = 3  # members of a stretch of actions that are named

BEGIN = "<!-- tables: generated from the games by make features -->"
END = "<!-- end of tables -->"


def with_tables(text: str) -> str:
    """The page with fresh tables between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n\n".join(section(registry.find(name)) for name in own_games())
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def section(game: AnyGame) -> str:
    """One game: how wide its rows are, its features and its actions."""
    pack = game.pack()
    name, options = next(iter(game.measured_with.items()))
    features = game.features(pack, game.options(**options))
    return "\n\n".join(
        [
            f"## {game.title}",
            widths(game, pack),
            f"### Features of {title(game, name)}",
            table(HEADS, rows(features)),
            f"### Actions of {game.title}",
            actions(game.actions(pack).stretches),
        ]
    )


def title(game: AnyGame, setting: str) -> str:
    return f"{game.title}, {setting}" if setting else game.title


def widths(game: AnyGame, pack: Any) -> str:
    """How many numbers and actions each setting has that `harena bench` measures."""
    lines = [
        (called(setting, options), f"{game.features(pack, game.options(**options)).width:,}")
        for setting, options in game.measured_with.items()
    ]
    size = game.actions(pack).size
    return table(("Setting", "Numbers", "Actions"), [(*line, f"{size:,}") for line in lines])


def called(setting: str, options: Any) -> str:
    """A setting by its name, with the options that make it."""
    named = ", ".join(f"`{name}={value!r}`" for name, value in options.items())
    return ": ".join(part for part in (setting, named or "the usual options") if part)


def actions(stretches: Iterable[Stretch]) -> str:
    lines = [(stretch.name, span(stretch), str(len(stretch.members)), some(stretch)) for stretch in stretches]
    return table(("Stretch", "Numbers", "How many", "For example"), lines)


def span(stretch: Stretch) -> str:
    last = stretch.stop - 1
    return str(last) if last == stretch.start else f"{stretch.start}\u2013{last}"


def some(stretch: Stretch) -> str:
    members: Sequence[str] = [
        f"{stretch.name}:{one}" if one else stretch.name for one in stretch.members[:SHOWN]
    ]
    return ", ".join(f"`{one}`" for one in members) + (", …" if len(stretch.members) > SHOWN else "")


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
