"""What can be set for a game of Centauri Arena, and the setting it makes."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from harena.core.errors import OptionError
from harena.core.options import Asked, Choice, Options
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.state import Setting

PLAYERS = (
    Choice(2, "Two", "One against one: each player commands two armadas."),
    Choice(4, "Four", "Two teams of two, one armada each."),
    Choice(6, "Six", "Two teams of three, one armada each."),
)


class ArenaOptions(Options, frozen=True):
    """Scenario, teams and length."""

    scenario: Annotated[
        str,
        Meta(description="The scenario, by its id; empty: the pack's first.", max_length=40),
        Asked("Scenario", about="What you fight for, and where."),
    ] = ""
    players: Annotated[
        Literal[2, 4, 6],
        Meta(description="How many players, in two teams of the same size."),
        Asked("Players", PLAYERS, "Both teams have equally many players."),
    ] = 2
    max_rounds: Annotated[
        int,
        Meta(description="After so many rounds the game ends.", ge=1, le=10),
        Asked("Rounds", about="After so many rounds the game ends."),
    ] = 10
    open_hands: Annotated[
        bool,
        Meta(description="Team-mates see each other's Action cards."),
        Asked("Open hands", about="Team-mates see each other's Action cards."),
    ] = False


def make_setting(pack: ArenaPack, options: ArenaOptions) -> Setting:
    """CN-5.1: what these options settle; or why they cannot be."""
    scenarios = {scenario.id: scenario for scenario in pack.scenarios}
    name = options.scenario or pack.scenarios[0].id
    if name not in scenarios:
        known = ", ".join(scenarios)
        raise OptionError(f"Option 'scenario': there is no {name!r}. It can be: {known}.")
    return Setting(scenarios[name], options.players, options.max_rounds, options.open_hands)
