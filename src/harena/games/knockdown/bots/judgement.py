"""What a position is worth to each seat, for bots that cannot play to the end."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import count_bits
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.rules.odds import ROLLS, fails_of_216

if TYPE_CHECKING:
    from harena.games.knockdown.state import Brawl

# What each counts for in the log-odds of a round.
LIGHT: Final = -0.10
HEAVY: Final = -0.12
CONTAMINATED: Final = -0.25
FAILING: Final = -0.9  # times the chance to fail a test now
CARD: Final = 0.11
BLOCK_CARD: Final = 0.15
AMMO: Final = 0.05
LATE_HEAVY: Final = -1.0  # more, the nearer the deck is to its end
LATE_LIGHT: Final = -0.10
LATE: Final = 16.0  # cards in the deck
IN_RANGE: Final = 0.07  # for each wound of the best card in range, for whoever is to act
HEAVY_IN_LIGHT: Final = 1.7


def chances(game: Brawl) -> list[float]:
    """Each seat's chance to win the match."""
    lead = standing(game, 0) - standing(game, 1)
    if game.active >= 0 and game.round > 0:
        threat = IN_RANGE * best_in_range(game, game.active)
        lead += threat if game.active == 0 else -threat
    round_won = 1.0 / (1.0 + exp(-lead))
    first = round_won * match_won(game, 1, 0) + (1.0 - round_won) * match_won(game, 0, 1)
    return [first, 1.0 - first]


def match_won(game: Brawl, more_one: i64, more_two: i64) -> float:
    """The first seat's chance to win the match once these rounds are won too: even from there."""
    one = game.one.wins + more_one
    two = game.two.wins + more_two
    if one >= game.setting.wins:
        return 1.0
    if two >= game.setting.wins:
        return 0.0
    if one == two:
        return 0.5
    return 0.75 if one > two else 0.25


def standing(game: Brawl, who: i64) -> float:
    """What a fighter's state is worth in this round."""
    fighter = game.fighter(who)
    worth = LIGHT * float(fighter.light) + HEAVY * float(fighter.heavy)
    worth += CONTAMINATED * float(fighter.contamination)
    worth += FAILING * float(fails_of_216(game.counted(who))) / float(ROLLS)
    worth += CARD * float(fighter.cards()) + AMMO * float(fighter.ammo)
    worth += BLOCK_CARD * float(count_bits(fighter.hand & game.arena.blocks))
    return worth + running_out(fighter, len(game.deck))


def running_out(fighter: Fighter, deck: i64) -> float:
    """KD-6.2: near the end of the deck wounds count by themselves, heavy ones first."""
    late = 1.0 - float(deck) / LATE
    if late <= 0.0:
        return 0.0
    return late * (LATE_HEAVY * float(fighter.heavy) + LATE_LIGHT * float(fighter.light))


def best_in_range(game: Brawl, who: i64) -> float:
    """Wounds of the best card of the Row that reaches the opponent, in light ones."""
    best = 0.0
    for card in game.row:
        attack = game.arena.cards[card]
        wounds = float(attack.light) + HEAVY_IN_LIGHT * float(attack.heavy)
        if wounds > best and game.in_range(who, attack):
            best = wounds
    return best
