"""What attacks are worth to a player in a hurry, in hundredths of a light wound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.games.knockdown.pack.content import (
    CONTAMINATE,
    DROP,
    FLAME,
    HEAL,
    MEND,
    NO_RELIEF,
    ORDER,
    RELOAD,
    SPEND_WOUND,
    STRIKE,
    STRIP,
    SUFFER,
    TAKE,
    WOUND,
    Attack,
    Verb,
)
from harena.games.knockdown.rules.odds import ROLLS, fails_of_216
from harena.games.knockdown.rules.range import reached

if TYPE_CHECKING:
    from harena.games.knockdown.state import Brawl

LIGHT: Final = 100
HEAVY: Final = 170
TEST: Final = 250  # a failed test
CARD: Final = 45


def wounds_worth(light: i64, heavy: i64) -> i64:
    return LIGHT * light + HEAVY * heavy


def verb_worth(verb: Verb) -> i64:
    """What a verb is worth if it works."""
    kind = verb.do
    if kind == WOUND:
        worth = wounds_worth(verb.light, verb.heavy)
        return worth if verb.condition == 0 else worth * 6 // 10
    if kind == SUFFER:
        return -wounds_worth(verb.light, verb.heavy)
    if kind in (DROP, STRIP):
        return CARD * verb.n
    if kind == ORDER:
        return CARD
    if kind == CONTAMINATE:
        return 80 * verb.n
    if kind == NO_RELIEF:
        return 30
    if kind == SPEND_WOUND:
        return 80
    if kind == MEND:
        return 100
    if kind == HEAL:
        return 60 * verb.light + 120 * verb.heavy
    if kind in (TAKE, FLAME):
        return 50
    if kind == RELOAD:
        return 60
    return 20


def effect_worth(attack: Attack) -> i64:
    worth: i64 = 0
    for verb in attack.verbs:
        worth += verb_worth(verb)
    return worth


def heals(attack: Attack) -> bool:
    return any(verb.do == MEND or verb.do == HEAL for verb in attack.verbs)


def attack_worth(game: Brawl, who: i64, attack: Attack) -> i64:
    """What an attack is worth if it is in range."""
    target = game.opponent(who)
    worth = wounds_worth(attack.light, attack.heavy)
    effect = effect_worth(attack)
    if attack.type == STRIKE:
        if target.hand & game.arena.blocks != 0 and target.cards() >= 3:
            worth = worth * 3 // 4
        effect = effect * 4 // 5
    worth += effect
    if heals(attack):
        fighter = game.fighter(who)
        most = 20 + LIGHT * fighter.light + 150 * fighter.heavy
        if worth > most:
            worth = most
    if attack.knockout:
        worth += TEST * fails_of_216(game.counted(1 - who) + attack.light + attack.heavy) // ROLLS
    return worth


def best_from(game: Brawl, who: i64, worths: list[i64], stand: i64) -> i64:
    """The worth of the best Row card that would reach from a space; `worths` goes with the Row."""
    fighter = game.fighter(who)
    there = game.opponent(who).pos
    best: i64 = 0
    place: i64 = 0
    for card in game.row:
        worth = worths[place]
        reach = reached(game.arena, game.arena.cards[card], stand, fighter.flame)
        if worth > best and (reach >> there) & 1 != 0:
            best = worth
        place += 1
    return best


def row_worths(game: Brawl, who: i64) -> list[i64]:
    """What each card of the Row is worth in range."""
    return [attack_worth(game, who, game.arena.cards[card]) for card in game.row]


def danger_at(game: Brawl, who: i64, space: i64) -> bool:
    """Would the other's Flame burn there?"""
    return space == game.opponent(who).flame
