"""What a seat of Combat Arena sees as numbers: its own fighters first, then the others in seat order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits
from harena.core.pen import Pen
from harena.core.state import OVER, Step
from harena.games.combat_arena.pack.content import CARDS, INJURIES, ArenaPack
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.fighter import Fighter

if TYPE_CHECKING:
    from harena.games.combat_arena.state import Arena, Setting

NONE: Final[i64] = -1  # typed, lest compiled code make objects of numbers where it is one of two
NOTHING: Final[i64] = 0
FACINGS: Final = 6
BOXES: Final = 3
DICE: Final = 6  # no action rolls more (CA-5.2)
HITS: Final = 18  # of one action: six dice against each of three
SPACES: Final = 12  # of a health track, at most
WOUNDS: Final = 77  # that defeat a fighter with so many
ROUNDS: Final = 99
VARIANTS: Final = 4
EACH: Final = 4  # bits for a fighter's number or cards where all of them are in one number
ONE: Final = 15


@final
class LineUp:
    """How each seat sees the fighters: its own first, then the others in seat order. Never changed."""

    def __init__(self) -> None:
        self.orders: list[i64] = []  # by seat: the fighters as it sees them, four bits each
        self.places: list[i64] = []  # by seat: where each fighter comes there, four bits each
        self.hands: i64 = 0  # the most that one seat holds
        self.shared: bool = False  # somebody has several fighters, or a team
        self.neutral: bool = False  # there is an Initiative card that is nobody's (CA-8.3)
        self.board: i64 = 0

    def add(self, owners: list[i64], seat: i64, seats: i64) -> None:
        order: i64 = 0
        places: i64 = 0
        place: i64 = 0
        turn: i64 = 0
        while turn < seats:
            who: i64 = 0
            for owner in owners:
                if owner == (seat + turn) % seats:
                    order |= who << (EACH * place)
                    places |= place << (EACH * who)
                    place += 1
                who += 1
            if turn == 0 and place > self.hands:
                self.hands = place
            turn += 1
        self.orders.append(order)
        self.places.append(places)


def lined_up(pack: ArenaPack, setting: Setting, seats: i64, neutral: bool) -> LineUp:
    """How each seat sees the fighters of a setting."""
    line_up = LineUp()
    line_up.shared = len(setting.owners) > seats or setting.owners != setting.sides
    line_up.neutral = neutral
    line_up.board = pack.boards.index(setting.board)
    seat: i64 = 0
    while seat < seats:
        line_up.add(setting.owners, seat, seats)
        seat += 1
    return line_up


def encode(game: Arena, seat: i64, pen: Pen) -> None:
    """Everything a seat knows. Nothing is said twice, and what may be done is in the mask.

    Action cards that are neither in its hands nor discarded lie aside or in somebody else's hand; injuries
    that are nowhere lie in the deck.
    """
    line_up = game.setting.line_up
    assert line_up is not None
    order = line_up.orders[seat]
    places = line_up.places[seat]
    own_hands(game, seat, line_up, pen)
    left = in_deck(game.initiative)
    side = game.fighters[order & ONE].side
    number: i64 = 1
    while number <= len(game.fighters):
        who = order & ONE
        order >>= EACH
        pen.group("fighter", number)
        fighter = game.fighters[who]
        if line_up.shared:
            whose(game, seat, who, side, pen)
        condition(game, fighter, pen)
        pen.number((left >> EACH * who) & ONE, ONE, "initiative: its cards still in the Initiative deck")
        number += 1
    asked(game, seat, places, pen)
    last_roll(game, pen)
    piles(game, pen)
    fight(game, seat, line_up, left, pen)


def own_hands(game: Arena, seat: i64, line_up: LineUp, pen: Pen) -> None:
    """The cards that the seat holds: as many hands as any seat has at this table."""
    order = line_up.orders[seat]
    hands = line_up.hands
    number: i64 = 0
    while number < hands:
        fighter = game.fighters[order & ONE]
        order >>= EACH
        number += 1
        pen.group("own hand", number if hands > 1 else NOTHING)
        hand = fighter.hand if fighter.owner == seat else NOTHING
        pen.members(hand, CARDS, "cards: Action cards in this hand")


def in_deck(cards: list[i64]) -> i64:
    """How many Initiative cards each fighter has in the deck, four bits each: everybody saw the others."""
    found: i64 = 0
    for card in cards:
        found += bit(EACH * card)
    return found


# --- the fighters


def whose(game: Arena, seat: i64, who: i64, side: i64, pen: Pen) -> None:
    """Where it does not follow from the place: whose fighter it is, and on which side it stands."""
    fighter = game.fighters[who]
    pen.one_of(
        (fighter.owner - seat + game.seats) % game.seats, game.seats, "owner: its seat, counted from this one"
    )
    pen.flag(fighter.side == side, "friend: it is on this seat's side")
    pen.flag(who == game.setting.champion, "champion: it stands alone against all others")
    pen.flag(fighter.handed, "handed: it has handed over a turn this round")


def condition(game: Arena, fighter: Fighter, pen: Pen) -> None:
    """Who it is, where it stands, and how it is."""
    pack = game.pack
    pen.one_of(fighter.character, len(pack.characters), "character: which of the pack's fighters it is")
    pen.one_of(fighter.pos, pack.field.count, "hex: where it stands")
    pen.one_of(fighter.facing, FACINGS, "facing: e, se, sw, w, nw, ne")
    pen.members(fighter.boxes, BOXES, "healthy: melee, ranged, rule; the damage boxes with their marker")
    pen.one_of(fighter.energy, len(pack.track), "energy: the space of the track")
    pen.number(fighter.marker, SPACES, "marker: its space of the health track, 0 at the top")
    pen.number(fighter.covered, SPACES, "covered: spaces under Injury markers")
    wounds = fighter.wounds_left() if fighter.character >= 0 else NOTHING
    pen.number(wounds, WOUNDS, "wounds left: how many more would defeat it")
    pen.number(count_bits(fighter.hand), CARDS, "hand: how many cards it holds")
    pen.members(fighter.fresh, INJURIES, "new injuries: those that last to the end of the next round")
    pen.members(fighter.aging, INJURIES, "old injuries: those that last to the end of this round")
    pen.flag(fighter.down, "down: it is defeated")
    if len(game.fighters) > 2:
        pen.flag(fighter.fated, "fated: its Fate has come up this round")


# --- what waits


def asked(game: Arena, seat: i64, places: i64, pen: Pen) -> None:
    """The question, and the numbers of its step by what they mean there."""
    step = game.waiting
    question = NONE
    who = NONE
    if game.seat != OVER:
        question = step.question()
        who = step.who
    aimed = question == questions.REACT or question == questions.PUSH or question == questions.SNARE
    counts = question >= 0 and question != questions.FACE and question != questions.RESOLVE_SHOWN
    n = step.n if counts else NOTHING
    target = place_of(places, step.target) if aimed else NONE
    effect = step.what if question == questions.CHOOSE_TARGET else NONE
    count: i64 = len(game.fighters)
    pen.group("question")
    pen.one_of(
        question,
        questions.QUESTIONS,
        "question: pick a fighter, take a place, face at first; change cards, act, discard, show two cards, "
        "resolve them; kind of attack, enemy, reaction; walk, face; push, arc-snare; target; mend a box, "
        "lose one; Fate; extra turn",
    )
    pen.flag(game.seat == seat, "to decide: this seat is asked")
    pen.one_of(place_of(places, who), count, "who: the fighter who acts, attacks or pushes")
    pen.one_of(target, count, "target: the fighter to whom it is done")
    pen.number(n, HITS, "n: cards, hexes, dice, hits, the total or the place of a verb")
    pen.one_of(kind_of(question, step), 2, "kind: melee, ranged")
    pen.one_of(step.mode if question == questions.WALK else NONE, 3, "icon: free, ahead, back; of a move")
    pen.number(step.x, 7, "wounds: of each hit; before the dice are rolled, on top of the weapon's")
    pen.number(step.y, 2, "push: hexes")
    pen.flag(from_rear(question, step), "from rear: only an enemy who does not see the attacker")
    pen.one_of(effect, len(game.pack.effects), "effect: which of the pack's wants a target")
    if game.setting.champion != NONE:
        pen.members(shown(question, step), CARDS, "shown: the Champion's cards not yet resolved")


def kind_of(question: i64, step: Step) -> i64:
    """The kind of attack that it is about."""
    return step.mode if question == questions.CHOOSE_ENEMY or question == questions.REACT else NONE


def from_rear(question: i64, step: Step) -> bool:
    attacks = question == questions.CHOOSE_KIND or question == questions.CHOOSE_ENEMY
    return attacks and step.what == questions.FROM_REAR


def shown(question: i64, step: Step) -> i64:
    """CA-8.2: the first of the Champion's two cards, or those still to be resolved."""
    if question == questions.SHOW_TWO and step.n == 1:
        return bit(step.what)
    return step.n if question == questions.RESOLVE_SHOWN else NOTHING


def place_of(places: i64, who: i64) -> i64:
    """Where a fighter comes among those that the seat sees, from 0."""
    return (places >> EACH * who) & ONE if who >= 0 else who


def last_roll(game: Arena, pen: Pen) -> None:
    pen.group("roll")
    place = pen.numbers(DICE, 6, "dice: of the last roll, the last die first")
    rolled = game.rolled
    while rolled != 0:
        pen.put(place, rolled & 7)
        rolled >>= 3
        place += 1
    pen.number(game.needed, 7, "needed: what each die needed; 0: it was no such roll")
    pen.number(game.hits, HITS, "hits: of the action so far")


# --- the table


def piles(game: Arena, pen: Pen) -> None:
    pen.group("piles")
    pen.members(game.discard, CARDS, "discard: Action cards")
    begins = pen.numbers(INJURIES, INJURIES, "resolved: injuries, 1 for the first")
    pen.put_in_order(begins, game.resolved, 0, 1)
    begins = pen.numbers(INJURIES, INJURIES, "drawn: injuries, 1 for the one resolved now")
    pen.put_in_order(begins, game.queue, 0, 1)


def fight(game: Arena, seat: i64, line_up: LineUp, left: i64, pen: Pen) -> None:
    """Whose turn, which round, and what was agreed."""
    places = line_up.places[seat]
    setting = game.setting
    count: i64 = len(game.fighters)
    pen.group("fight")
    pen.one_of(place_of(places, game.active), count, "active: the fighter who acts")
    drawn = game.drawn if game.drawn < count else NONE
    pen.one_of(place_of(places, drawn), count, "drawn: the fighter of the Initiative card on top")
    if line_up.neutral:
        pen.flag(game.drawn >= count, "neutral: the Initiative card on top is the neutral one")
        pen.flag(left >> EACH * count != 0, "neutral to come: it is still in the Initiative deck")
    pen.one_of(place_of(places, game.same), count, "same: the target before, for actions that share it")
    pen.number(game.round, ROUNDS, "round: which it is")
    pen.number(setting.max_rounds - game.round, ROUNDS, "rounds left: after this one")
    pen.one_of(seat, game.seats, "seat: which one sees this")
    pen.one_of(setting.variant, VARIANTS, "variant: last one standing, brothers, Kingslayer, single combat")
    pen.one_of(line_up.board, len(game.pack.boards), "board: which of the pack's")
