"""What a form offers for a game of Combat Arena, given what was chosen already."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec

from harena.core.errors import OptionError
from harena.core.options import Choice, Offer
from harena.core.prose import capital, listed, plural, spelled
from harena.games.combat_arena.options import (
    PLAYERS,
    SEATS_IN_TEAMS,
    ArenaOptions,
    check,
    fighters_in,
    owners,
)
from harena.games.combat_arena.pack.content import ArenaPack

FIGHTERS: tuple[int, ...] = get_args(get_type_hints(ArenaOptions)["fighters"])
RECOMMENDED = "One of you controls all Challengers. Two or three are recommended; one alone is allowed."


def offers(pack: ArenaPack, options: ArenaOptions) -> dict[str, Offer]:
    """By option: what goes with the others. What goes together the rules' own check says."""
    return {
        "players": Offer([choice for choice in PLAYERS if _has_fighters(options, choice.value)]),
        "fighters": _fighters(options),
        "champion": _champion(options),
        "teams": Offer(list(SEATS_IN_TEAMS) if options.variant == "brothers" else []),
        "board": _boards(pack),
        "picks": _picks(pack, options),
    }


def fits(options: ArenaOptions) -> bool:
    """Do these go together?"""
    try:
        check(options, fighters_in(options))
    except OptionError:
        return False
    return True


def _has_fighters(options: ArenaOptions, players: int) -> bool:
    """Can so many play this variant, with any number of fighters?"""
    changed = msgspec.structs.replace(options, players=players, champion=1)
    return any(fits(msgspec.structs.replace(changed, fighters=count)) for count in FIGHTERS)


def _fighters(options: ArenaOptions) -> Offer:
    """Each number of fighters once, the usual one first."""
    options = msgspec.structs.replace(options, champion=min(options.champion, options.players))
    by_count: dict[int, ArenaOptions] = {}
    for value in FIGHTERS:
        changed = msgspec.structs.replace(options, fighters=value)
        if fits(changed):
            by_count.setdefault(fighters_in(changed), changed)
    kingslayer_for_two = options.variant == "kingslayer" and options.players == 2
    choices = [Choice(one.fighters, _count_in_words(one, count)) for count, one in by_count.items()]
    return Offer(choices, about=RECOMMENDED if kingslayer_for_two and len(choices) > 1 else "")


def _count_in_words(options: ArenaOptions, count: int) -> str:
    """How many fighters, and how they are shared out."""
    if options.variant == "kingslayer" and options.players == 2:
        challengers = f"{capital(spelled(count - 1))} {plural(count - 1, 'Challenger')}"
        return f"{challengers} (recommended)" if options.fighters == 0 else challengers
    if count == options.players:
        return "One each"
    if count == 2 * options.players:
        return "Two each"
    shares = owners(options, count)
    twice = [f"seat {seat + 1}" for seat in range(options.players) if shares.count(seat) > 1]
    return f"{capital(spelled(count))}: {listed(twice)} {'has' if len(twice) == 1 else 'have'} two"


def _champion(options: ArenaOptions) -> Offer:
    count = options.players if options.variant == "kingslayer" else 0
    return Offer([Choice(seat + 1, f"Seat {seat + 1}") for seat in range(count)])


def _boards(pack: ArenaPack) -> Offer:
    """The pack's first board is the usual one, and needs no name."""
    return Offer(
        [
            Choice(board.id if place else "", board.name, picture=board.id)
            for place, board in enumerate(pack.boards)
        ]
    )


def _picks(pack: ArenaPack, options: ArenaOptions) -> Offer:
    """One place for each fighter, called after the seat that plays it."""
    shares = owners(options, fighters_in(options))
    places = []
    for number, seat in enumerate(shares):
        before = shares[:number].count(seat)
        place = f"Seat {seat + 1}" + (
            f", {('second', 'third', 'fourth')[before - 1]} fighter" if before else ""
        )
        champion = options.variant == "kingslayer" and seat == options.champion - 1
        places.append(f"{place}, the Champion" if champion else place)
    unset = "Chosen at the table" if options.set_up == "choose" else "Anyone"
    fighters = [Choice(character.id, character.name) for character in pack.characters]
    return Offer([Choice("", unset), *fighters], places)
