"""KD-6.1 to KD-6.3: how a round ends, wherever it does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from harena.games.knockdown.rules.draft import turn_up_second
from harena.games.knockdown.state import Brawl

BY_KNOCKOUT: Final = 0
BY_DECK: Final = 1


def fewer_wounds(game: Brawl) -> i64:
    """KD-6.2: fewest heavy wounds, then fewest light, then the player starting their turn."""
    if game.one.heavy != game.two.heavy:
        return 0 if game.one.heavy < game.two.heavy else 1
    if game.one.light != game.two.light:
        return 0 if game.one.light < game.two.light else 1
    return game.active


def end_round(game: Brawl, winner: i64, how: i64) -> None:
    """KD-6.1, KD-6.3: a Victory Token; nothing that was pending is resolved; the loser goes first."""
    fighter = game.fighter(winner)
    fighter.wins += 1
    game.say("round_won", "KD-6.1" if how == BY_KNOCKOUT else "KD-6.2", winner, how)
    if fighter.wins >= game.setting.wins:
        game.winner = winner
        game.say("match_won", "KD-6.3", winner)
    else:
        turn_up_second(game, 1 - winner)
    game.active = 1 - winner
    game.instead(game.setting.rounds)
