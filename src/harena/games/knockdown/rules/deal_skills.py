"""KD-2.2 through one seat's eyes: Skills it cannot know are dealt again, from what it knows and dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, low_bit, nth_bit
from harena.core.dice import Dice
from harena.games.knockdown.rules.fighter import Fighter

if TYPE_CHECKING:
    from harena.games.knockdown.state import Brawl


def deal_unknown_skills(game: Brawl, seat: i64, dice: Dice) -> None:
    """Deal what a seat, or a spectator, cannot know; how many dice that takes depends on public facts."""
    if game.one.held | game.one.own == 0:  # nothing was dealt yet
        return
    pool = game.undealt
    who: i64 = 0
    while who < 2:
        if who != seat:
            pool |= unknown_of(game, who, seat)
        who += 1
    who = 0
    while who < 2:
        if who != seat:
            if not game.passed_on:
                pool = deal_before_passing(game.fighter(who), pool, dice)
            elif seat == 1 - who:
                pool = deal_opponent(game.fighter(who), game.opponent(who).gave, pool, dice)
            else:
                pool = deal_to_watch(game.fighter(who), game.opponent(who), pool, dice)
        who += 1
    game.undealt = pool


def unknown_of(game: Brawl, who: i64, seat: i64) -> i64:
    """The Skills of a fighter that another seat, or a spectator, cannot know."""
    fighter = game.fighter(who)
    unknown = fighter.held | (fighter.own & ~fighter.up)
    if not game.passed_on:
        return unknown | fighter.gave
    if seat == 1 - who:
        return unknown
    if fighter.got == 0:
        return unknown | game.opponent(who).gave
    return unknown | ((fighter.got | fighter.dropped) & ~fighter.up)


def draw(pool: i64, dice: Dice) -> i64:
    """One Skill of the pool, as a set."""
    return bit(nth_bit(pool, dice.below(count_bits(pool))))


def draw_two(pool: i64, dice: Dice) -> i64:
    first = draw(pool, dice)
    return first | draw(pool & ~first, dice)


def deal_before_passing(fighter: Fighter, pool: i64, dice: Dice) -> i64:
    """Nothing has changed hands yet: three held, or one kept and two to pass on. Returns what is left."""
    first = draw(pool, dice)
    others = draw_two(pool & ~first, dice)
    if fighter.held != 0:
        fighter.held = first | others
    else:
        fighter.own = first
        fighter.gave = others
    return pool & ~(first | others)


def deal_opponent(fighter: Fighter, passed: i64, pool: i64, dice: Dice) -> i64:
    """The opponent of somebody who passed on these two. Returns what is left."""
    if fighter.own & fighter.up == 0:
        fighter.own = draw(pool, dice)
        pool &= ~fighter.own
    if fighter.got != 0 and fighter.got & fighter.up == 0:
        fighter.got = draw(passed, dice)
        fighter.dropped = passed & ~fighter.got
    guess_face(fighter, dice)
    return pool


def deal_to_watch(fighter: Fighter, other: Fighter, pool: i64, dice: Dice) -> i64:
    """A fighter as a spectator knows it: only what lies face up. Returns what is left."""
    if fighter.got == 0:
        fighter.own = draw(pool, dice)
        pool &= ~fighter.own
        other.gave = draw_two(pool, dice)
        return pool & ~other.gave
    kept = fighter.up
    while count_bits(kept) < 2:
        drawn = draw(pool, dice)
        kept |= drawn
        pool &= ~drawn
    fighter.own = draw(kept, dice)
    fighter.got = kept & ~fighter.own
    fighter.dropped = draw(pool, dice)
    other.gave = fighter.got | fighter.dropped
    guess_face(fighter, dice)
    return pool & ~fighter.dropped


def guess_face(fighter: Fighter, dice: Dice) -> None:
    """Which Skill shall lie face up, where that is said and not yet shown."""
    if fighter.face == 0:
        return
    if fighter.up == 0:
        fighter.face = 1 + dice.below(2)
    elif count_bits(fighter.up) == 1:
        fighter.face = 1 if low_bit(fighter.up) == low_bit(fighter.own) else 2
    else:
        fighter.face = 1  # both lie face up, and nobody asks any more which did first
