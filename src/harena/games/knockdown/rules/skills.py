"""KD-1.7: what face-up Skills do by themselves, and what they have done in this turn (KD-4.8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.core.bits import bit, low_bit
from harena.games.knockdown.pack.content import STRIKE, Attack
from harena.games.knockdown.rules.effect import OF_A_SKILL, DoVerb
from harena.games.knockdown.state import Brawl

# What works once in a turn, as members of `once`.
ADDED_NEAR: Final = 0
ADDED_FAR: Final = 1
IGNORED: Final = 2
STRUCK_BACK: Final = 3
ONCE_NAMES: Final = ["added_near", "added_far", "ignored", "struck_back"]
FAR_AWAY: Final = 3  # steps from which an attack counts as one from afar


def first_time(game: Brawl, what: i64) -> bool:
    """Is this the first time in this turn? From now on it is not."""
    if (game.once >> what) & 1 != 0:
        return False
    game.once |= bit(what)
    return True


def set_off(game: Brawl, who: i64, when: i64) -> None:
    """All face-up Skills of a fighter that work at this moment, in the order of their set."""
    rest = game.fighter(who).up
    last_first: i64 = 0
    while rest != 0:  # what is put last comes first, so turn their order round
        skill = low_bit(rest)
        rest &= rest - 1
        if game.skills[skill].when == when:
            last_first = (last_first << 4) | (skill + 1)
    while last_first != 0:
        game.next(DoVerb(who, what=(last_first & 15) - 1, mode=OF_A_SKILL))
        last_first >>= 4


def added(game: Brawl, who: i64, attack: Attack) -> i64:
    """KD-4.6: light wounds that the attacker's Skills add to the pool."""
    if attack.light + attack.heavy == 0 or who != game.active:
        return 0
    fighter = game.fighter(who)
    more: i64 = 0
    far = game.distance()
    if attack.type == STRIKE and far == 1:
        near = fighter.adds_near(game.skills)
        if near > 0 and first_time(game, ADDED_NEAR):
            more += near
    if far >= FAR_AWAY:
        light = fighter.adds_far(game.skills)
        if light > 0 and first_time(game, ADDED_FAR):
            more += light
    if more > 0:
        game.say("added", "KD-4.6", who, more)
    return more


def ignored(game: Brawl, who: i64, light: i64) -> i64:
    """KD-4.6: light wounds that the target's Skills ignore, once in the opponent's turn."""
    if light == 0 or who == game.active:
        return 0
    n = game.fighter(who).ignores(game.skills)
    if n == 0 or not first_time(game, IGNORED):
        return 0
    if n > light:
        n = light
    game.say("ignored", "KD-4.6", who, n)
    return n
