"""CA-3: a turn. A card's Move, Attack or Special, the Unique action, or passing."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, count_bits, low_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import (
    ATTACK_ROW,
    CARD,
    HAND_OVER,
    MOVE_ROW,
    NO,
    PASS,
    SPECIAL_ROW,
    TWO_CARDS,
    UNIQUE,
)
from harena.games.combat_arena.pack.content import REDRAW
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.attack import ChooseKind
from harena.games.combat_arena.rules.effect import DoVerb, possible
from harena.games.combat_arena.rules.move import Walk
from harena.games.combat_arena.state import BROTHERS, NOBODY, Arena

TURN: Final = "turn"  # why a card is played
SECOND_CARD: Final = "second card"  # of the two that a Champion shows in one turn (CA-8.2)
HANDED: Final = 1  # a turn's `mode`: a team-mate gave it, so it cannot be handed on (CA-8.1)


@final
@mypyc_attr(free_list_len=1)
class Turn(Step):
    """CA-3.1: a fighter's turn. who: the fighter; mode: HANDED if a team-mate gave it."""

    def begin(self, game: Arena) -> bool:
        game.active = self.who
        game.same = NOBODY
        game.hits = 0
        game.rolled = 0
        game.needed = 0
        fighter = game.fighters[self.who]
        if fighter.hand == 0 and (self.mode == HANDED or team_mate(game, self.who) == NOBODY):
            game.say("no_cards", "CA-3.2", self.who)
            return DONE
        game.next(ChooseAction(self.who, mode=self.mode))
        if fighter.hand != 0 and game.aside != 0:
            n = fighter.rule_of(REDRAW).n
            if n > 0:
                game.next(Redraw(self.who, n=n))
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Redraw(Step):
    """A fighter's rule: change up to n cards before the turn. who: the fighter."""

    def question(self) -> i64:
        return questions.REDRAW

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), NO, 1 | (game.fighters[self.who].hand << (CARD - NO)))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        if action == NO:
            return
        game.discard_card(self.who, action - CARD, "CA-3.7")
        game.draw_cards(self.who, 1, "CA-3.7")
        if self.n > 1 and game.aside != 0:
            game.next(Redraw(self.who, n=self.n - 1))


@final
@mypyc_attr(free_list_len=1)
class ChooseAction(Step):
    """CA-3.1: what to do with this turn. Fields as in Turn."""

    def question(self) -> i64:
        return questions.CHOOSE_ACTION

    def begin(self, game: Arena) -> bool:
        who = self.who
        fighter = game.fighters[who]
        hand = fighter.hand
        instead = bit(PASS - SPECIAL_ROW)
        if not_one_card(hand):
            unique = fighter.sheet.unique
            assert unique is not None
            if possible(game, who, unique):
                instead |= bit(UNIQUE - SPECIAL_ROW)
            if who == game.setting.champion:
                instead |= bit(TWO_CARDS - SPECIAL_ROW)
        if self.mode != HANDED and team_mate(game, who) != NOBODY:
            instead |= bit(HAND_OVER - SPECIAL_ROW)
        ask_rows(game, who, hand, instead)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        who = self.who
        if action < UNIQUE:
            card = card_of(action)
            game.discard_card(who, card, "CA-3.1")
            resolve_row(game, who, card, action, TURN)
        elif action == PASS:
            game.say("passed", "CA-3.2", who)
            if game.fighters[who].hand != 0:
                game.next(DiscardAny(who, n=1))
        elif action == UNIQUE:
            use_unique(game, who)
        elif action == HAND_OVER:
            hand_over(game, who)
        else:
            game.next(ShowTwo(who, n=2))


def not_one_card(hand: i64) -> bool:
    """Are there at least two?"""
    return hand & (hand - 1) != 0


def ask_rows(game: Arena, who: i64, cards: i64, instead: i64) -> None:
    """Ask which action of these cards to resolve, or what instead."""
    rows = cards
    if cards != 0 and game.kinds_in_reach(who) != 0:
        rows |= cards << ATTACK_ROW
    game.ask(game.owner(who), MOVE_ROW, rows, SPECIAL_ROW, specials(game, who, cards) | instead)


def specials(game: Arena, who: i64, cards: i64) -> i64:
    """CA-3.2, CA-3.5: the cards whose Special can be resolved now."""
    out: i64 = 0
    cards &= ~game.pack.reactions
    while cards != 0:
        card = low_bit(cards)
        cards &= cards - 1
        effect = game.pack.cards[card].effect
        if effect is not None and possible(game, who, effect):
            out |= bit(card)
    return out


def card_of(row: i64) -> i64:
    """The card a row stands on."""
    if row >= SPECIAL_ROW:
        return row - SPECIAL_ROW
    return row - ATTACK_ROW if row >= ATTACK_ROW else row - MOVE_ROW


def row_told(row: i64, lasting: i64) -> i64:
    """A row as an event tells it: with the injuries that hamper the fighter."""
    return (lasting << 8) | row


def resolve_row(game: Arena, who: i64, card: i64, row: i64, cause: str) -> None:
    """CA-3.4: the Energy Modifier first, then the action."""
    printed = game.pack.cards[card]
    game.same = NOBODY
    game.hits = 0
    hurt = game.fighters[who].lasting()
    game.say_why(cause, who, "played", "CA-3.1", who, card, row_told(row, hurt))
    if row >= SPECIAL_ROW:
        game.move_energy(who, printed.special_energy, "CA-3.4")
        effect = printed.effect
        assert effect is not None
        game.next(DoVerb(who, what=effect.number))
    elif row >= ATTACK_ROW:
        game.move_energy(who, printed.attack_energy, "CA-3.4")
        game.next(ChooseKind(who, n=printed.dice, x=printed.wounds, y=printed.push))
    else:
        game.move_energy(who, printed.move_energy, "CA-3.4")
        game.next(Walk(who, n=printed.hexes, mode=printed.facing))


@final
@mypyc_attr(free_list_len=1)
class DiscardAny(Step):
    """Discard n cards of one's own choice. who: the fighter."""

    def question(self) -> i64:
        return questions.DISCARD_ANY

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), CARD, game.fighters[self.who].hand)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        game.discard_card(self.who, action - CARD, "CA-3.3")
        if self.n > 1:
            game.next(DiscardAny(self.who, n=self.n - 1))


def use_unique(game: Arena, who: i64) -> None:
    """CA-3.1: discard any two cards, then the Unique action."""
    fighter = game.fighters[who]
    sheet = fighter.sheet
    unique = sheet.unique
    assert unique is not None
    game.say("used_unique", "CA-3.1", who, fighter.character, fighter.lasting())
    game.next(Unique(who, what=unique.number, n=sheet.unique_energy))
    game.next(DiscardAny(who, n=2))


@final
class Unique(Step):
    """CA-3.1: the Unique action, after its cost. what: its effect; n: its Energy Modifier."""

    def begin(self, game: Arena) -> bool:
        game.move_energy(self.who, self.n, "CA-3.4")
        game.next(DoVerb(self.who, what=self.what))
        return DONE


# --- the variants' turns


def team_mate(game: Arena, who: i64) -> i64:
    """CA-8.1: the living team-mate who could take this turn, or NOBODY."""
    if game.setting.variant != BROTHERS or game.fighters[who].handed:
        return NOBODY
    side = game.fighters[who].side
    number: i64 = 0
    for fighter in game.fighters:
        if number != who and fighter.side == side and not fighter.down:
            return number
        number += 1
    return NOBODY


def hand_over(game: Arena, who: i64) -> None:
    """CA-8.1: once per round; having used it is public."""
    mate = team_mate(game, who)
    game.fighters[who].handed = True
    game.say("handed_over", "CA-8.1", who, mate)
    game.next(Turn(mate, mode=HANDED))


@final
class ShowTwo(Step):
    """CA-8.2: the Champion reveals two cards together. n: how many are still to be shown; what: the first."""

    def question(self) -> i64:
        return questions.SHOW_TWO

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), CARD, game.fighters[self.who].hand)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        card = action - CARD
        game.discard_card(self.who, card, "CA-8.2")
        if self.n == 2:
            game.next(ShowTwo(self.who, n=1, what=card))
        else:
            game.next(ResolveShown(self.who, n=bit(self.what) | bit(card)))


@final
class ResolveShown(Step):
    """CA-8.2: one action of each card shown, in either order. n: the cards not yet resolved."""

    def question(self) -> i64:
        return questions.RESOLVE_SHOWN

    def begin(self, game: Arena) -> bool:
        if game.fighters[self.who].down or game.finished():
            return DONE
        ask_rows(game, self.who, self.n, 0)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        card = card_of(action)
        rest = self.n & ~bit(card)
        if count_bits(rest) > 0:
            game.next(ResolveShown(self.who, n=rest))
        resolve_row(game, self.who, card, action, TURN if count_bits(rest) > 0 else SECOND_CARD)
