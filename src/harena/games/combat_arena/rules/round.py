"""CA-2: the round. Prepare, Initiative, turns; the Fate of the Defeated; the end."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full, members_of
from harena.core.dice import deal, shuffle
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import NO, YES
from harena.games.combat_arena.pack.content import CARDS
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.effect import FATE, DoVerb
from harena.games.combat_arena.rules.turn import Turn
from harena.games.combat_arena.state import HAND, NEUTRAL, NOBODY, SINGLE_COMBAT, Arena


@final
class Rounds(Step):
    """The bottom of the stack: round after round until one side is left (CA-7.6)."""

    def begin(self, game: Arena) -> bool:
        if game.finished() or game.round >= game.setting.max_rounds:
            tell_winners(game)
            game.end()
            return ASKED
        prepare(game)
        game.next(ROUNDS)
        game.next(INITIATIVE)
        return DONE


@final
class Initiative(Step):
    """CA-2.3: the top Initiative card, again and again until the deck is empty."""

    def begin(self, game: Arena) -> bool:
        if game.finished():
            return DONE
        if len(game.initiative) == 0:
            end_round(game)
            return DONE
        game.next(INITIATIVE)
        card = game.initiative.pop()
        game.drawn = card
        game.active = NOBODY
        game.reveal("initiative", "CA-2.3", card, len(game.initiative))
        if card == NEUTRAL:
            roll_off(game)
        elif game.fighters[card].down:
            offer_fate(game, card)
        else:
            game.next(Turn(card))
        return DONE


# --- Prepare


def prepare(game: Arena) -> None:
    """CA-2.1, CA-2.2: hands are dealt and the Initiative deck is made."""
    game.round += 1
    game.say("round", "CA-2.1", game.round)
    game.aside = full(CARDS)
    game.discard = 0
    game.drawn = NOBODY
    who: i64 = 0
    for fighter in game.fighters:
        fighter.handed = False
        fighter.fated = False
        cards: i64 = 1
        if not fighter.down:
            fighter.hand = deal(game.aside, hand_size(game, who), game.dice)
            game.aside &= ~fighter.hand
            game.whisper(bit(fighter.owner), fighter.hand, "dealt", "CA-2.1", who, count_bits(fighter.hand))
            cards = game.pack.track[fighter.energy]
        game.say("put_in", "CA-2.2", who, cards)
        while cards > 0:
            game.initiative.append(who)
            cards -= 1
        who += 1
    if game.setting.variant == SINGLE_COMBAT:
        game.initiative.append(NEUTRAL)
        game.say("neutral_in", "CA-8.3")
    shuffle(game.initiative, game.dice)


def hand_size(game: Arena, who: i64) -> i64:
    """CA-8.2: two more cards for the Champion for each Challenger but one, as many as began the fight."""
    if who != game.setting.champion:
        return HAND
    challengers: i64 = len(game.fighters) - 1
    return HAND + 2 * (challengers - 1)


def end_round(game: Arena) -> None:
    """CA-2.4: hands are discarded; injuries that have lasted long enough are over."""
    who: i64 = 0
    for fighter in game.fighters:
        if fighter.hand != 0:
            game.reveal("hand_discarded", "CA-2.4", who, fighter.hand)
            game.discard |= fighter.hand
            fighter.hand = 0
        if fighter.aging != 0:
            game.say("recovered", "CA-2.4", who, fighter.aging)
            game.resolved += members_of(fighter.aging)
        fighter.aging = fighter.fresh
        fighter.fresh = 0
        who += 1
    game.active = NOBODY


# --- the Fate of the Defeated (CA-7.5)


def offer_fate(game: Arena, who: i64) -> None:
    """The first card of a defeated fighter in a round; further ones are skipped."""
    fighter = game.fighters[who]
    if not fighter.fated:
        fighter.fated = True
        game.next(UseFate(who))


@final
class UseFate(Step):
    """CA-7.5: its player may use the Fate. who: the fallen fighter."""

    def question(self) -> i64:
        return questions.USE_FATE

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), YES, bit(0) | bit(NO - YES))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        if action == YES:
            fate = game.fighters[self.who].sheet.fate
            assert fate is not None
            game.say("used_fate", "CA-7.5", self.who, game.fighters[self.who].character)
            game.next(DoVerb(self.who, what=fate.number, mode=FATE))


# --- Single Combat's neutral card (CA-8.3)


def roll_off(game: Arena) -> None:
    """Both roll: the higher may take a turn, on a tie each discards a random card."""
    first = game.roll_die()
    second = game.roll_die()
    game.rolled = (first << 3) | second
    game.needed = 0
    game.say("rolled_off", "CA-8.3", first, second)
    if first == second:
        game.discard_random(0, 1, "CA-8.3")
        game.discard_random(1, 1, "CA-8.3")
        return
    winner: i64 = 0 if first > second else 1
    if game.fighters[winner].down:
        return
    if game.fighters[winner].hand != 0:
        game.next(ExtraTurn(winner))
    else:
        game.say("no_cards", "CA-8.3", winner)


@final
class ExtraTurn(Step):
    """CA-8.3: the turn may be declined at no cost. who: the fighter."""

    def question(self) -> i64:
        return questions.EXTRA_TURN

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), YES, bit(0) | bit(NO - YES))
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        if action == YES:
            game.next(Turn(self.who))


# --- the end


def tell_winners(game: Arena) -> None:
    """CA-7.6."""
    living = game.living_sides()
    winners = game.winners()
    if winners & (winners - 1) != 0:
        game.say("game_drawn", "CA-7.6", winners)
    else:
        game.say("won", "CA-7.6", winners, 1 if living & (living - 1) != 0 else 0)


ROUNDS: Final[Rounds] = Rounds()
INITIATIVE: Final[Initiative] = Initiative()
