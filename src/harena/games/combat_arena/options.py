"""What can be set for a game of Combat Arena, and the setting it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from harena.core.errors import OptionError
from harena.core.options import Asked, Choice, Options
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.state import (
    KINGSLAYER,
    NOT_CHOSEN,
    Setting,
)
from harena.games.combat_arena.view import VARIANT_NAMES

TEAMS = {"13v24": (0, 1, 0, 1), "12v34": (0, 0, 1, 1), "14v23": (0, 1, 1, 0)}

VARIANTS = (
    Choice(
        "last_standing",
        "Last One Standing",
        "Everyone for themselves, two to four players. The last fighter on their feet wins.",
        "variant-last-standing.svg",
    ),
    Choice(
        "brothers",
        "Brothers in Arms",
        "Two against two. Once a round you may hand your turn to your team-mate.",
        "variant-brothers.svg",
    ),
    Choice(
        "kingslayer",
        "Kingslayer",
        "One Champion, with more cards and two at a time, against all the others.",
        "variant-kingslayer.svg",
    ),
    Choice(
        "single_combat",
        "Single Combat",
        "A duel for two, with a neutral card that sets off a roll of the dice for an extra turn.",
        "variant-single-combat.svg",
    ),
)
PLAYERS = (Choice(2, "Two"), Choice(3, "Three"), Choice(4, "Four"))
SEATS_IN_TEAMS = (
    Choice("13v24", "Seats 1 and 3 against seats 2 and 4"),
    Choice("12v34", "Seats 1 and 2 against seats 3 and 4"),
    Choice("14v23", "Seats 1 and 4 against seats 2 and 3"),
)
SET_UPS = (
    Choice("choose", "Players choose", "Everyone picks fighter, starting hex and facing at the table."),
    Choice("given", "Ready to fight", "Fighters, hexes and facings are given, and the first round begins."),
)


class ArenaOptions(Options, frozen=True):
    """Variant, players, fighters, board and set-up."""

    variant: Annotated[
        Literal["last_standing", "brothers", "kingslayer", "single_combat"],
        Meta(description="Last one standing, two teams, one against all, or a duel with a neutral card."),
        Asked("Variant", VARIANTS, "How the fighters stand to each other, and who wins."),
    ] = "last_standing"
    players: Annotated[
        Literal[2, 3, 4], Meta(description="How many play."), Asked("Players", PLAYERS, "How many play.")
    ] = 2
    fighters: Annotated[
        Literal[0, 2, 3, 4],
        Meta(description="How many fighters; players share them out in turn. 0: one each."),
        Asked("Fighters", about="How many fighters enter the arena."),
    ] = 0
    champion: Annotated[
        Literal[1, 2, 3, 4],
        Meta(description="Kingslayer: which player is the Champion."),
        Asked("The Champion", about="The one whom all others fight."),
    ] = 1
    teams: Annotated[
        Literal["13v24", "12v34", "14v23"],
        Meta(description="Brothers in Arms: who plays with whom."),
        Asked("Teams", SEATS_IN_TEAMS, "Who plays with whom."),
    ] = "13v24"
    board: Annotated[
        str,
        Meta(description="The arena board, by its id; empty: the pack's first.", max_length=30),
        Asked("Arena", about="Where the fight takes place."),
    ] = ""
    set_up: Annotated[
        Literal["choose", "given"],
        Meta(description="Choose fighters, starting hexes and facings at the table, or have them given."),
        Asked("Set-up", SET_UPS, "How fighters come to their places."),
    ] = "choose"
    picks: Annotated[
        str,
        Meta(
            description="Fighters agreed beforehand, by id, with commas; empty ones are chosen.",
            max_length=120,
        ),
        Asked("Who fights", about="Agree on fighters now, or leave them open."),
    ] = ""
    max_rounds: Annotated[
        int,
        Meta(description="After so many rounds the least wounded side wins.", ge=1, le=99),
        Asked("Most rounds"),
    ] = 30


def fighters_in(options: ArenaOptions) -> int:
    """How many fighters these options put into the arena."""
    if options.variant == "kingslayer" and options.fighters == 0:
        return max(options.players, 3)
    return options.fighters or options.players


def make_setting(pack: ArenaPack, options: ArenaOptions) -> Setting:
    """CA-1.2, CA-8: who owns which fighter, and on which side; or why these options cannot be."""
    count = fighters_in(options)
    check(options, count)
    board = next((board for board in pack.boards if board.id == (options.board or pack.boards[0].id)), None)
    if board is None:
        known = ", ".join(board.id for board in pack.boards)
        raise OptionError(f"Option 'board': there is no board {options.board!r}. It can be: {known}.")
    variant = VARIANT_NAMES.index(options.variant)
    setting = Setting(variant, board, options.max_rounds)
    setting.owners = owners(options, count)
    setting.sides = sides(options, setting.owners)
    if variant == KINGSLAYER:
        setting.champion = options.champion - 1
    setting.picks = picks(pack, options, count)
    setting.places_chosen = options.set_up == "choose"
    return setting


def check(options: ArenaOptions, count: int) -> None:
    """Options that do not go together are refused."""
    if count < options.players:
        raise OptionError(f"There are {options.players} players for {count} fighters; each needs one.")
    if options.variant == "brothers" and (options.players, count) != (4, 4):
        raise OptionError("Brothers in Arms is for four players with one fighter each (CA-8.1).")
    if options.variant == "single_combat" and (options.players, count) != (2, 2):
        raise OptionError("Single Combat is for two players with one fighter each (CA-8.3).")
    if options.variant == "kingslayer" and options.champion > options.players:
        raise OptionError(f"Option 'champion': there are only {options.players} players.")


def owners(options: ArenaOptions, count: int) -> list[int]:
    """By fighter: its seat. Fighters beyond one each go round; a Champion has one only (CA-8.2)."""
    seats = list(range(options.players))
    if options.variant != "kingslayer":
        return [number % options.players for number in range(count)]
    challengers = [seat for seat in seats if seat != options.champion - 1]
    extra = [challengers[number % len(challengers)] for number in range(count - options.players)]
    return seats + extra


def sides(options: ArenaOptions, owned: Sequence[int]) -> list[int]:
    """By fighter, from their owners: its side. Everyone for themselves, teams, or one against all."""
    if options.variant == "brothers":
        return [TEAMS[options.teams][owner] for owner in owned]
    if options.variant == "kingslayer":
        return [0 if number == options.champion - 1 else 1 for number in range(len(owned))]
    return list(owned)


def picked(options: ArenaOptions) -> list[str]:
    """The fighters agreed beforehand, by id; an empty one is left to be chosen."""
    return [name.strip() for name in options.picks.split(",")] if options.picks else []


def picks(pack: ArenaPack, options: ArenaOptions, count: int) -> list[int]:
    """By fighter: which of the pack's it is, or NOT_CHOSEN."""
    named = picked(options)
    known = [character.id for character in pack.characters]
    if len(named) > count:
        raise OptionError(f"Option 'picks': {len(named)} fighters are named, but there are {count}.")
    if count > len(known):
        raise OptionError(f"This pack has only {len(known)} fighters, {count} are needed.")
    for name in named:
        if name and name not in known:
            raise OptionError(f"Option 'picks': there is no fighter {name!r}. There are: {', '.join(known)}.")
        if name and named.count(name) > 1:
            raise OptionError(f"Option 'picks': {name} can be picked only once.")
    chosen = [known.index(name) if name else NOT_CHOSEN for name in named]
    chosen += [NOT_CHOSEN] * (count - len(chosen))
    if options.set_up == "given":
        free = [number for number in range(len(known)) if number not in chosen]
        chosen = [free.pop(0) if number == NOT_CHOSEN else number for number in chosen]
    return chosen
