"""CA-1: setting up, by choices or as agreed."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from harena.core.bits import bit, count_bits, full, low_bit, members_of, nth_bit
from harena.core.dice import Dice, shuffle
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.combat_arena.actions import FACING, HEX, PICK
from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.rules import questions
from harena.games.combat_arena.rules.move import ALL_FACINGS
from harena.games.combat_arena.rules.round import ROUNDS
from harena.games.combat_arena.state import NOT_CHOSEN, Arena, Setting, new_arena


@final
class SetUp(Step):
    """CA-1.1, CA-1.2: shuffle the injuries, roll for order, then each in turn."""

    def begin(self, game: Arena) -> bool:
        shuffle(game.injuries, game.dice)
        game.next(ROUNDS)
        order = roll_for_order(game)
        while len(order) > 0:
            game.next(TakeFighter(order.pop()))
        return DONE


def roll_for_order(game: Arena) -> list[i64]:
    """CA-1.2: one roll for each fighter, ties roll again among themselves; highest first."""
    order: list[i64] = []
    groups: list[i64] = [full(len(game.fighters))]
    while len(groups) > 0:
        tied = groups.pop()
        if tied & (tied - 1) == 0:
            order.append(low_bit(tied))
        else:
            groups += split_by_roll(game, tied)
    return order


def split_by_roll(game: Arena, tied: i64) -> list[i64]:
    """Roll for these fighters: groups of equal rolls, the highest last."""
    by_roll: list[i64] = [0] * 7
    for who in members_of(tied):
        roll = game.roll_die()
        game.say("order_roll", "CA-1.2", who, roll)
        by_roll[roll] |= bit(who)
    return [group for group in by_roll if group != 0]


@final
class TakeFighter(Step):
    """CA-1.2: pick a fighter still free, then its place. who: the fighter to be set up."""

    def begin(self, game: Arena) -> bool:
        game.active = self.who
        game.next(TakePlace(self.who))
        agreed = game.setting.picks[self.who]
        if agreed != NOT_CHOSEN:
            take(game, self.who, agreed)
            return DONE
        game.next(PickFighter(self.who))
        return DONE


@final
class PickFighter(Step):
    """CA-1.2: a fighter that nobody has and nobody was promised. who: the fighter to be set up."""

    def question(self) -> i64:
        return questions.PICK_FIGHTER

    def begin(self, game: Arena) -> bool:
        free = full(len(game.pack.characters))
        for fighter in game.fighters:
            if fighter.character != NOT_CHOSEN:
                free &= ~bit(fighter.character)
        for agreed in game.setting.picks:
            if agreed != NOT_CHOSEN:
                free &= ~bit(agreed)
        game.ask(game.owner(self.who), PICK, free)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        take(game, self.who, action - PICK)


def take(game: Arena, who: i64, character: i64) -> None:
    """CA-1.3: the reference card with its markers."""
    game.fighters[who].become(character, game.pack.characters[character], game.pack.start)
    game.say("took_fighter", "CA-1.2", who, character)


@final
class TakePlace(Step):
    """CA-1.2: an empty starting hex, then a facing. who: the fighter."""

    def question(self) -> i64:
        return questions.TAKE_PLACE

    def begin(self, game: Arena) -> bool:
        if not game.setting.places_chosen:
            given = nth_bit(game.board.starts, given_place(game, self.who))
            place(game, self.who, given)
            game.fighters[self.who].facing = to_the_middle(game, given)
            return DONE
        game.ask(game.owner(self.who), HEX, game.board.starts & ~game.occupied())
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        place(game, self.who, action - HEX)
        game.next(FirstFacing(self.who))


def given_place(game: Arena, who: i64) -> i64:
    """Which starting hex a fighter is given: the first and the last, then the second and the last but one."""
    pair = who >> 1
    return pair if who & 1 == 0 else count_bits(game.board.starts) - 1 - pair


def place(game: Arena, who: i64, h: i64) -> None:
    game.fighters[who].pos = h
    game.say("placed", "CA-1.2", who, h)


@final
class FirstFacing(Step):
    """CA-1.2: any of the six facings. who: the fighter."""

    def question(self) -> i64:
        return questions.FIRST_FACING

    def begin(self, game: Arena) -> bool:
        game.ask(game.owner(self.who), FACING, ALL_FACINGS)
        return ASKED

    def choose(self, game: Arena, action: i64) -> None:
        game.fighters[self.who].facing = action - FACING
        game.say("faced", "CA-1.2", self.who, action - FACING)


def to_the_middle(game: Arena, h: i64) -> i64:
    """The facing that looks to the middle of the arena."""
    middle = game.field.at(0, 0)
    best: i64 = 0
    direction: i64 = 0
    while direction < 6:
        there = game.field.neighbour(h, direction)
        if there != OFF and game.field.distance(there, middle) < game.field.distance(h, middle):
            best = direction
        direction += 1
    return best


def open_arena(pack: ArenaPack, setting: Setting, seats: i64, dice: Dice) -> Arena:
    """An arena before anything has happened."""
    arena = new_arena(pack, setting, seats, dice)
    arena.next(SetUp())
    return arena
