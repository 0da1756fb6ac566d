"""How a table is set before anyone sits down."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from harena import bots
from harena.bots.registry import LEVELS
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.fitting import complete
from harena.core.joining import STANDARD
from harena.core.match import LONGEST_NAME
from harena.core.options import write_options
from harena.server.house import House
from harena.server.packs import PackKit, load

PERSON, FRIEND, OPEN, DEVICE, BOT = "person", "friend", "open", "device", "bot"
LONGEST_CLOCK = 30 * 86400  # seconds


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may take a seat: the one who opens the table, a friend with the link, anyone, or a bot."""

    kind: Literal["person", "friend", "open", "device", "bot"] = "person"
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""  # of a bot: its level


class ClockPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No clock, so many seconds a decision, or a bank for the whole game with an increment a decision."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=1, le=LONGEST_CLOCK)] = 60
    increment: Annotated[int, Meta(ge=0, le=LONGEST_CLOCK)] = 0


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed; written once, never changed."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[list[SeatPlan], Meta(max_length=8)]
    options: dict[str, Any] = {}
    clock: ClockPlan = ClockPlan()
    spectators: bool = True  # anyone with the address may look on
    practice: bool = False  # anything may be taken back
    guided: bool = False  # a first game: the page explains each decision as it comes
    out_of_time: Literal["bot", "loses"] = "bot"
    grace: Annotated[int, Meta(ge=0, le=LONGEST_CLOCK)] = 60  # seconds before a leaver's seat may go to a bot
    stand_in: Annotated[str, Meta(max_length=40)] = "normal"  # the bot that plays for leavers
    pack: Annotated[str, Meta(max_length=200)] = STANDARD  # by its name; several with + between


def is_hot_seat(setup: Setup) -> bool:
    """Do all people of a table sit at one device?"""
    kinds = {seat.kind for seat in setup.seats}
    return DEVICE in kinds and not kinds & {FRIEND, OPEN}


def may_be_watched(setup: Setup) -> bool:
    """May others look on? At one device people are among themselves, whatever was set."""
    return setup.spectators and not is_hot_seat(setup)


def is_shown(setup: Setup) -> bool:
    """Does a table stand in the lists that all can read?"""
    return may_be_watched(setup) or any(seat.kind == OPEN for seat in setup.seats)


def read_setup(plain: Any, house: House) -> tuple[Setup, PackKit]:
    """A set-up from plain data, made whole and checked, and the pack it names as the house has it now; or a
    sentence that says what is wrong with it.
    """
    setup = _shaped(plain)
    kit = house.kit(registry.find(setup.game), setup.pack)
    return _checked(setup, kit), kit


def _shaped(plain: Any) -> Setup:
    try:
        return msgspec.convert(plain, Setup)
    except RecursionError:
        raise OptionError(
            "This table cannot be set up like this: the request is nested too deeply."
        ) from None
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at ")
        where = f" (at {place.strip('`')})" if place else ""
        raise OptionError(
            f"This table cannot be set up like this: {what[:1].lower()}{what[1:]}{where}."
        ) from None


def _checked(setup: Setup, kit: PackKit) -> Setup:
    game, pack = registry.find(setup.game), load(kit)
    options = complete(game, pack, setup.options)
    seats = game.seats(options)
    if len(setup.seats) != seats:
        raise OptionError(f"{game.title} has {seats} seats with these options, not {len(setup.seats)}.")
    if all(seat.kind == BOT for seat in setup.seats):
        raise OptionError("At least one seat must be for a person.")
    _check_bots(setup)
    game.start(pack, options, fast_dice(1))  # finds options that do not go together
    return msgspec.structs.replace(setup, pack=kit.name, options=write_options(options))


def _check_bots(setup: Setup) -> None:
    for seat in setup.seats:
        if seat.kind == BOT and seat.bot not in LEVELS:
            raise OptionError(f"A bot at a table is {', '.join(LEVELS)}; not {seat.bot[:40]!r}.")
        if seat.kind != BOT and seat.bot:
            raise OptionError("Only a bot's seat has a level.")
        if not (seat.name.isprintable() and seat.name == seat.name.strip()):
            raise OptionError("A name has printable characters, and no space at either end.")
    if setup.stand_in not in LEVELS:
        raise OptionError(f"A stand-in is {', '.join(LEVELS)}; not {setup.stand_in[:40]!r}.")
    bots.find(setup.stand_in)
