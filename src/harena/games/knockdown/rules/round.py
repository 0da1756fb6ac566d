"""KD-3.1, KD-3.7, KD-6.4: how rounds begin, and how turns follow each other."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.dice import shuffle
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.pack.content import CARDS, NOBODY, TURN_START
from harena.games.knockdown.rules.act import Act
from harena.games.knockdown.rules.ending import BY_DECK, end_round, fewer_wounds
from harena.games.knockdown.rules.move import burn
from harena.games.knockdown.rules.skills import set_off
from harena.games.knockdown.state import ROW, Brawl

ACTIONS: Final = 2  # of a turn (KD-3.2)


def shuffle_deck(game: Brawl) -> None:
    """KD-6.4: all Attack cards of the arena in random order, the Row empty."""
    game.deck = list(range(CARDS))
    shuffle(game.deck, game.dice)
    game.row = []
    game.discard = 0
    game.taking = NOBODY


def fill_row(game: Brawl, rule: str) -> None:
    """Deal from the deck until the Row holds four; new cards lie behind the others (KD-3.8)."""
    while len(game.row) < ROW:
        card = game.deck.pop()
        game.row.append(card)
        game.reveal("row", rule, card)


@final
@mypyc_attr(free_list_len=1)
class NextRound(Step):
    """KD-6.3, KD-6.4: the next round, or the end of the match."""

    def begin(self, game: Brawl) -> bool:
        if game.winner != NOBODY:
            game.end()
            return ASKED
        game.roll_shown = False
        game.round += 1
        game.turn = 0
        game.used = 0
        game.first = game.active
        game.say("round", "KD-6.4", game.round)
        if game.round > 1:
            shuffle_deck(game)
            game.one.hand = 0
            game.two.hand = 0
        set_back(game, 0)
        set_back(game, 1)
        fill_row(game, "KD-2.3")
        game.next(Turn())
        return DONE


def set_back(game: Brawl, who: i64) -> None:
    """KD-6.4: no wounds, tokens as at the start, on its own starting space."""
    fighter = game.fighter(who)
    fighter.light = 0
    fighter.heavy = 0
    fighter.contamination = 0
    fighter.flame = OFF
    fighter.ammo = fighter.sheet.ammo
    fighter.pos = game.arena.starts[who]


@final
@mypyc_attr(free_list_len=1)
class Turn(Step):
    """KD-3.7: the start of a turn, then its two actions."""

    def begin(self, game: Brawl) -> bool:
        who = game.active
        if game.turn > 0 and not renew_row(game):
            end_round(game, fewer_wounds(game), BY_DECK)
            return DONE
        game.turn += 1
        game.reacted = 0
        game.once = 0
        game.say("turn", "KD-3.2", who, game.turn)
        game.next(TurnEnds())
        game.next(Act(who, n=ACTIONS))
        burn(game, who)
        set_off(game, who, TURN_START)
        return DONE


def renew_row(game: Brawl) -> bool:
    """KD-3.1: a Row that still holds four loses its oldest; then it is refilled. Is there enough?"""
    if len(game.row) == ROW:
        oldest = game.row.pop(0)
        game.discard |= bit(oldest)
        game.say("aged", "KD-3.1", oldest)
    if len(game.deck) + len(game.row) < ROW:
        return False
    fill_row(game, "KD-3.1")
    return True


@final
@mypyc_attr(free_list_len=1)
class TurnEnds(Step):
    """The other player's turn."""

    def begin(self, game: Brawl) -> bool:
        game.active = 1 - game.active
        game.next(Turn())
        return DONE
