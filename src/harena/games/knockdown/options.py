"""What can be set for a match of Knockdown, and the setting it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from harena.core.bits import bit, full
from harena.core.errors import OptionError
from harena.core.options import Asked, Choice, Options
from harena.games.knockdown.pack.content import NOBODY, BrawlPack
from harena.games.knockdown.state import Setting

RELIEF_NAMES = ("light", "heavy", "all")

TESTS = (
    Choice("dice", "Dice", "Three dice against the number of your wounds.", "test-dice.svg"),
    Choice(
        "tower",
        "Tower",
        "Build a tower of your wounds in ten seconds. A changed page could cheat: play it with friends.",
        "test-tower.svg",
    ),
)
DICE_FOR = (
    Choice("none", "Nobody", "Both players build towers."),
    Choice("seat1", "Seat 1", "The player on seat 1 rolls dice instead.", calms=0),
    Choice("seat2", "Seat 2", "The player on seat 2 rolls dice instead.", calms=1),
)
RELIEFS = (
    Choice("light", "Light wounds", "Half of the light wounds go."),
    Choice("heavy", "Heavy wounds", "Half of the heavy wounds go."),
    Choice("all", "Both kinds", "Half of the light and half of the heavy wounds go."),
)
FIGHTERS = (
    Choice("choose", "Players choose", "A die says who picks a fighter first."),
    Choice("random", "Drawn", "Fighters are drawn at random."),
)
WINS = (
    Choice(2, "Two rounds", "The second round won wins the match."),
    Choice(1, "One round", "A single round decides."),
)


class BrawlOptions(Options, frozen=True):
    """Test, fighters, arena, Skills and length."""

    wins: Annotated[
        Literal[2, 1],
        Meta(description="How many rounds win the match."),
        Asked("Length", WINS, "How many rounds win the match."),
    ] = 2
    fighters: Annotated[
        Literal["choose", "random"],
        Meta(description="Fighters that are not agreed on are chosen at the table or drawn."),
        Asked("Fighters", FIGHTERS, "How players come to their fighters."),
    ] = "choose"
    picks: Annotated[
        str,
        Meta(
            description="Fighters agreed beforehand, by id, with a comma; an empty one is left open.",
            max_length=80,
        ),
        Asked("Who fights", about="Agree on fighters now, or leave them open."),
    ] = ""
    test: Annotated[
        Literal["dice", "tower"],
        Meta(description="How a Knockdown Test is made: three dice, or a tower built by hand."),
        Asked("Knockdown Test", TESTS, "What decides whether a fighter goes down."),
    ] = "dice"
    dice_for: Annotated[
        Literal["none", "seat1", "seat2"],
        Meta(description="Tower: the player who rolls dice instead."),
        Asked("Dice for", DICE_FOR, "Anyone who cannot or will not build towers rolls dice."),
    ] = "none"
    relief: Annotated[
        Literal["light", "heavy", "all"],
        Meta(description="Of which wounds half are discarded after a passed test."),
        Asked("After a passed test", RELIEFS, "Half of these wounds are discarded."),
    ] = "light"
    closed_hands: Annotated[
        bool,
        Meta(description="Hands are closed: only their sizes are shown, and players must remember."),
        Asked(
            "Closed hands",
            about="Show only how many cards a hand holds. Players must remember what they saw.",
        ),
    ] = False
    arena: Annotated[
        str,
        Meta(description="The arena, by its id, with its Attack cards; empty: drawn.", max_length=40),
        Asked("Arena", about="Where you fight. An arena brings its own Attack cards."),
    ] = ""
    skills: Annotated[
        str,
        Meta(description="The Skill set, by its id; empty: drawn.", max_length=40),
        Asked("Skills", about="Which Skill cards are dealt."),
    ] = ""


def make_setting(pack: BrawlPack, options: BrawlOptions) -> Setting:
    """KD-2.4: what these options settle; or why they cannot be."""
    setting = Setting()
    setting.arena = numbered("arena", options.arena, [arena.id for arena in pack.arenas])
    setting.skill_set = numbered("skills", options.skills, [one.id for one in pack.skill_sets])
    setting.picks = picks(pack, options)
    setting.choose = options.fighters == "choose"
    setting.wins = options.wins
    setting.relief = RELIEF_NAMES.index(options.relief)
    setting.closed_hands = options.closed_hands
    setting.towers = towers(options)
    return setting


def towers(options: BrawlOptions) -> int:
    """KD-5.2: the seats that build towers."""
    if options.test == "dice":
        return 0
    dice = {"none": 0, "seat1": bit(0), "seat2": bit(1)}[options.dice_for]
    return full(2) & ~dice


def numbered(option: str, named: str, known: Sequence[str]) -> int:
    """The place of what is named; NOBODY where nothing is and there is more than one to draw from."""
    if not named:
        return 0 if len(known) == 1 else NOBODY
    if named not in known:
        raise OptionError(f"Option '{option}': there is no {named!r}. It can be: {', '.join(known)}.")
    return known.index(named)


def picked(options: BrawlOptions) -> list[str]:
    """The fighters agreed beforehand, by seat and id; an empty one is left open."""
    named = [name.strip() for name in options.picks.split(",")] if options.picks else []
    return named + [""] * (2 - len(named))


def picks(pack: BrawlPack, options: BrawlOptions) -> list[int]:
    """By seat: which of the pack's fighters, or NOBODY."""
    named = picked(options)
    known = [sheet.id for sheet in pack.sheets]
    if len(named) > 2:
        raise OptionError(f"Option 'picks': {len(named)} fighters are named, but only 2 fight.")
    for name in named:
        if name and name not in known:
            raise OptionError(f"Option 'picks': there is no fighter {name!r}. There are: {', '.join(known)}.")
    if named[0] and named[0] == named[1]:
        raise OptionError(f"Option 'picks': {named[0]} can be picked only once.")
    return [known.index(name) if name else NOBODY for name in named]
