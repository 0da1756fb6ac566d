"""What a seat of Knockdown sees as numbers: its own fighter first, then its opponent's, then the table.

A seat remembers all it saw, so hands are here even where they are closed: they come from the Row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits
from harena.core.hex import OFF
from harena.core.pen import Pen
from harena.core.state import OVER, Step
from harena.games.knockdown.pack.content import (
    CARDS,
    CONTAMINATION,
    COST_BITS,
    DROP,
    SKILLS,
    SLOTS,
    SPACES,
)
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.rules.tower import MOST, REACH

if TYPE_CHECKING:
    from harena.games.knockdown.state import Brawl

WOUNDS: Final = 99  # of a kind: more are not told apart
FARTHEST: Final = SPACES
ROW: Final = 4  # cards of the Attack Row
HAND: Final = 9  # cards that a hand may hold, with what Skills add, and one too many
AMMO: Final = 9
SYMBOLS: Final = 4
VERBS: Final = 21
ONCE: Final = 4  # what Skills do once in a turn
TURNS: Final = 40
DICE: Final = 3
LANDINGS: Final = 2 * REACH + 1  # where a cube can lie
LONGEST: Final = 1600  # milliseconds of a swing there and back: the first of a tower
NONE: Final[i64] = -1


def encode(game: Brawl, seat: i64, pen: Pen) -> None:
    """Everything a seat knows."""
    own = game.one if seat == 0 else game.two
    other = game.two if seat == 0 else game.one
    pen.group("own")
    pen.one_of(seat, 2, "seat: the first or the second, which says where it starts a round")
    fighter(game, seat, own, pen)
    draft(game, own, other, pen)
    pen.group("opponent")
    fighter(game, 1 - seat, other, pen)
    pen.number(count_bits(other.chosen() & ~other.up), 2, "face down: how many Skills it has kept unseen")
    pen.group("cards")
    cards(game, pen)
    pen.group("turn")
    turn(game, seat, pen)
    pen.group("test")
    test(game, seat, pen)
    pen.group("question")
    question(game, seat, pen)
    pen.group("agreed")
    agreed(game, seat, pen)


# --- fighters


def fighter(game: Brawl, who: i64, one: Fighter, pen: Pen) -> None:
    """What everybody sees of a fighter."""
    pen.one_of(one.character, len(game.pack.sheets), "fighter: which of the pack")
    pen.one_of(one.pos, SPACES, "space: where it stands")
    pen.one_of(one.flame, SPACES, "flame: where its Flame lies")
    pen.number(one.light, WOUNDS, "light: light wounds")
    pen.number(one.heavy, WOUNDS, "heavy: heavy wounds")
    pen.number(game.counted(who), WOUNDS, "counted: what a Knockdown Test would count")
    pen.number(one.contamination, CONTAMINATION, "contamination: cards before it")
    pen.number(one.ammo, AMMO, "ammo: tokens")
    pen.number(game.setting.wins - one.wins, 2, "to win: rounds it still has to win")
    pen.members(one.hand, CARDS, "hand: which cards of the arena")
    begins = pen.numbers(SYMBOLS, HAND, "symbols: cards in hand with block, dash, power, wild")
    arena = game.arena
    pen.put(begins, count_bits(one.hand & arena.blocks))
    pen.put(begins + 1, count_bits(one.hand & arena.dashes))
    pen.put(begins + 2, count_bits(one.hand & arena.powers))
    pen.put(begins + 3, count_bits(one.hand & arena.wilds))
    pen.members(one.up, SKILLS, "face up: its Skills that everybody sees")


def draft(game: Brawl, own: Fighter, other: Fighter, pen: Pen) -> None:
    """KD-2.2: what only its owner knows of Skills."""
    received: i64 = 0
    if game.passed_on:
        received = other.gave
    face: i64 = NONE
    if own.up == 0:
        face = own.face - 1
    pen.members(own.chosen() & ~own.up, SKILLS, "face down: Skills it has kept that nobody else sees")
    pen.members(own.held, SKILLS, "held: Skills of which one is to be kept")
    pen.members(own.gave, SKILLS, "passed: Skills that went to the opponent")
    pen.members(received, SKILLS, "received: Skills that came from the opponent")
    pen.members(own.dropped, SKILLS, "dropped: the one of them that left the match")
    pen.one_of(face, 2, "chosen: will be turned up: the one kept of three, the one kept of two")


# --- the table


def cards(game: Brawl, pen: Pen) -> None:
    begins = pen.numbers(CARDS, ROW, "row: at which place of the Row each card lies, 1 for the oldest")
    pen.put_in_order(begins, game.row, 0, 1)
    pen.one_of(game.taking, CARDS, "taken: the card of the Row that is being resolved")
    pen.members(game.discard, CARDS, "discarded: which cards")
    pen.number(len(game.deck), CARDS, "deck: cards still to come")
    arenas: i64 = len(game.pack.arenas)
    sets: i64 = len(game.pack.skill_sets)
    if arenas > 1:
        pen.one_of(game.arena.number, arenas, "arena: which of the pack; cards are its own")
    if sets > 1:
        pen.one_of(game.skill_set.number, sets, "skill set: which of the pack")


def turn(game: Brawl, seat: i64, pen: Pen) -> None:
    pen.number(game.round, 3, "round: which it is")
    pen.number(game.turn, TURNS, "turn: which of the round it is")
    pen.one_of(from_seat(game.active, seat), 2, "whose: this seat's turn, the opponent's")
    pen.one_of(from_seat(game.first, seat), 2, "began: this seat began the round, the opponent did")
    pen.number(distance(game), FARTHEST, "distance: steps between the two")
    pen.members(game.used, SLOTS + 1, "used: Special Attacks of this Combo, then shaking off")
    pen.members(game.reacted, SLOTS, "reacted: Reactions used in this turn")
    pen.members(game.once, ONCE, "done: near, far, ignored, struck back: what Skills did in this turn")
    pen.flag(game.relief, "relief: a test passed now would take wounds away")
    pen.one_of(from_seat(game.winner, seat), 2, "winner: of the match: this seat, the opponent")


def from_seat(who: i64, seat: i64) -> i64:
    """0 for this seat, 1 for its opponent."""
    return who if who < 0 else who ^ seat


def distance(game: Brawl) -> i64:
    if game.one.pos == OFF or game.two.pos == OFF:
        return 0
    return game.distance()


def test(game: Brawl, seat: i64, pen: Pen) -> None:
    """KD-5: the last Knockdown Test, as long as anyone might think of it."""
    begins = pen.numbers(DICE, 6, "dice: of the last test")
    rolled = game.rolled
    needed: i64 = 0
    if game.roll_shown:
        needed = game.needed
        pen.put(begins, rolled >> 6)
        pen.put(begins + 1, rolled >> 3 & 7)
        pen.put(begins + 2, rolled & 7)
    pen.number(needed, WOUNDS, "needed: what they had to reach")
    if game.setting.towers != 0:
        tower(game, seat, pen)


def tower(game: Brawl, seat: i64, pen: Pen) -> None:
    """KD-5.2: the last tower."""
    begins = pen.numbers(MOST, LANDINGS, "tower: where each cube lies over the one below, 17 for the middle")
    place: i64 = 0
    for off in game.tower:
        pen.put(begins + place, off + REACH + 1)
        place += 1
    pen.one_of(from_seat(game.builder, seat), 2, "builder: this seat built it, the opponent did")
    pen.number(game.cubes, MOST, "cubes: how many it was to have")
    pen.flag(game.measured or game.built == game.made, "under way: it is being built or just done with")
    phase: i64 = 0
    if game.measured:
        phase = game.waiting.mode
    pen.number(phase >> 8, LONGEST >> 8, "phase: where the cube's swing begins, in 256 milliseconds")
    pen.number(phase & 255, 255, "phase rest: milliseconds more")


# --- the question


def question(game: Brawl, seat: i64, pen: Pen) -> None:
    step = game.waiting
    asks: i64 = NONE
    if game.seat != OVER:
        asks = step.question()
    pen.one_of(
        asks,
        questions.QUESTIONS,
        "question: pick a fighter, keep, keep received, face, draft a card, act, combo, pay, react, block, "
        "call, let go, go to, shove, burn, mend, take of the Row, discard, strip, show, spend, reload",
    )
    pen.flag(game.seat == seat, "to decide: it is this seat's decision")
    pen.one_of(attack_of(step, asks), len(game.pack.attacks), "attack: of the pack, that it is about")
    pen.one_of(verb_of(step, asks), VERBS, "verb: of the effect that it is about")
    left = step.n
    price: i64 = 0
    light: i64 = 0
    heavy: i64 = 0
    if asks == questions.PAY:
        price = left
        left = 0
    elif asks == questions.BLOCK:
        light = step.x
        heavy = step.y
    pen.number(left, 9, "left: actions, cards, steps or tokens")
    cost(price, pen)
    pen.number(light, WOUNDS, "light: wounds that can be blocked")
    pen.number(heavy, WOUNDS, "heavy: wounds that can be blocked")
    pen.members(shown(step, asks), SYMBOLS, "shown: block, dash, power, wild: the cards that were shown")
    pen.flag(asks == questions.ACT and step.mode != 0, "corridor: it was used and must wait for an action")
    pen.flag(asks == questions.SHOVE and step.x != 0, "begun: a shove has moved somebody already")
    to_come(game, pen)


def attack_of(step: Step, asks: i64) -> i64:
    """The attack that a question is about."""
    if asks in (questions.REACT, questions.BLOCK, questions.CALL):
        return step.what
    if asks == questions.PAY and step.mode == 0:
        return step.what
    return NONE


def verb_of(step: Step, asks: i64) -> i64:
    """The verb that moves somebody or takes cards away; a hand that is too full has none."""
    if asks in (questions.GO_TO, questions.SHOVE, questions.STRIP):
        return step.mode
    if asks == questions.DISCARD and step.mode == DROP:
        return DROP
    return NONE


def cost(left: i64, pen: Pen) -> None:
    begins = pen.numbers(SYMBOLS, 7, "cost: block, dash, power, any: what is still to be paid")
    while left != 0:
        pen.put(begins, left & 7)
        left >>= COST_BITS
        begins += 1


def shown(step: Step, asks: i64) -> i64:
    """KD-4.11: the symbols that were shown to an Order."""
    if asks == questions.STRIP:
        return step.what
    if asks == questions.SHOW and step.what != 0:
        return bit(step.what - 1)
    return 0


def to_come(game: Brawl, pen: Pen) -> None:
    """What everybody knows is still to come in this turn."""
    actions: i64 = 0
    combo = False
    call = False
    for step in game.steps:
        asks = step.question()
        if asks == questions.ACT:
            actions = step.n
        elif asks == questions.COMBO:
            combo = True
        elif asks == questions.CALL:
            call = True
    pen.number(actions, 2, "actions: of this turn, after what goes on now")
    pen.flag(combo, "combo: it can go on after that")
    pen.flag(call, "call: a Knockdown Test may be called after that")


def agreed(game: Brawl, seat: i64, pen: Pen) -> None:
    """KD-2.4: what was agreed before the match."""
    setting = game.setting
    pen.number(setting.wins, 2, "wins: rounds that win the match")
    pen.one_of(setting.relief, 3, "relief: light, heavy, all: of which wounds a passed test takes half")
    pen.flag((setting.towers >> seat) & 1 != 0, "builds: this seat builds towers")
    pen.flag((setting.towers >> (1 - seat)) & 1 != 0, "opponent builds: so does the opponent")
    pen.flag(setting.closed_hands, "closed: hands are closed")
