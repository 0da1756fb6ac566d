"""KD-2: setting up a match, from the arena to the opening draft."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, full, low_bit
from harena.core.dice import Dice, random_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import FIGHTER, take_of
from harena.games.knockdown.pack.content import NOBODY, BrawlPack
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.draft import DealSkills
from harena.games.knockdown.rules.round import NextRound, fill_row, shuffle_deck
from harena.games.knockdown.state import Brawl, Setting


@final
@mypyc_attr(free_list_len=1)
class SetUp(Step):
    """KD-2.4: arena, Skill set and fighters; the deck; Skills; the opening draft; the Row."""

    def begin(self, game: Brawl) -> bool:
        lay_out(game)
        game.next(game.setting.rounds)
        game.next(OpeningDraft())
        game.next(DealSkills())
        game.next(ShuffleDeck())
        game.next(Fighters())
        return DONE


def lay_out(game: Brawl) -> None:
    """KD-6.5: the arena with its cards, and the Skill set, drawn where nobody named one."""
    arena = game.setting.arena
    if arena == NOBODY:
        arena = game.dice.below(len(game.pack.arenas))
    skill_set = game.setting.skill_set
    if skill_set == NOBODY:
        skill_set = game.dice.below(len(game.pack.skill_sets))
    game.arena = game.pack.arenas[arena]
    game.field = game.arena.field
    game.skill_set = game.pack.skill_sets[skill_set]
    game.skills = game.skill_set.skills
    game.say("laid_out", "KD-2.4", arena, skill_set)


@final
@mypyc_attr(free_list_len=1)
class Fighters(Step):
    """KD-2.1, KD-2.4: fighters agreed on, drawn or chosen; a die says who picks first."""

    def begin(self, game: Brawl) -> bool:
        picks = game.setting.picks
        who: i64 = 0
        while who < 2:
            if picks[who] != NOBODY:
                take_fighter(game, who, picks[who])
            who += 1
        if not game.setting.choose:
            draw_fighters(game)
            return DONE
        first: i64 = 0
        if picks[0] == NOBODY and picks[1] == NOBODY:
            first = game.dice.below(2)
            game.say("first_pick", "KD-2.4", first)
        game.next(PickFighter(1 - first))
        game.next(PickFighter(first))
        return DONE


def draw_fighters(game: Brawl) -> None:
    """KD-2.1: each fighter once."""
    who: i64 = 0
    while who < 2:
        if game.fighter(who).character == NOBODY:
            take_fighter(game, who, random_bit(free_fighters(game), game.dice))
        who += 1


def free_fighters(game: Brawl) -> i64:
    """The fighters of the pack that nobody has."""
    free = full(len(game.pack.sheets))
    if game.one.character != NOBODY:
        free &= ~bit(game.one.character)
    if game.two.character != NOBODY:
        free &= ~bit(game.two.character)
    return free


@final
@mypyc_attr(free_list_len=1)
class PickFighter(Step):
    """KD-2.1: a fighter that nobody has. who: the seat."""

    def question(self) -> i64:
        return questions.PICK_FIGHTER

    def begin(self, game: Brawl) -> bool:
        if game.fighter(self.who).character != NOBODY:
            return DONE
        game.ask(self.who, FIGHTER, free_fighters(game))
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        take_fighter(game, self.who, action - FIGHTER)


def take_fighter(game: Brawl, who: i64, character: i64) -> None:
    """KD-2.1: the sheet with its tokens; the miniature goes on its starting space."""
    fighter = game.fighter(who)
    fighter.character = character
    fighter.sheet = game.pack.sheets[character]
    fighter.ammo = fighter.sheet.ammo
    fighter.pos = game.arena.starts[who]
    game.say("took_fighter", "KD-2.1", who, character)


@final
@mypyc_attr(free_list_len=1)
class ShuffleDeck(Step):
    """KD-2.3: all Attack cards of the arena."""

    def begin(self, game: Brawl) -> bool:
        shuffle_deck(game)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class OpeningDraft(Step):
    """KD-2.3: the higher Initiative takes one of the first Row, the other two, the first the last."""

    def begin(self, game: Brawl) -> bool:
        ahead = game.skills[low_bit(game.one.up)].initiative > game.skills[low_bit(game.two.up)].initiative
        first: i64 = 0 if ahead else 1
        game.active = first
        game.say("first", "KD-2.3", first, 1)
        fill_row(game, "KD-2.3")
        game.next(DraftCard(first))
        game.next(DraftCard(1 - first))
        game.next(DraftCard(1 - first))
        game.next(DraftCard(first))
        return DONE


@final
@mypyc_attr(free_list_len=1)
class DraftCard(Step):
    """KD-2.5: a card of the Row joins the hand and does nothing. who: the seat."""

    def question(self) -> i64:
        return questions.DRAFT_CARD

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, take_of(game.arena.number), game.row_set())
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        card = action - take_of(game.arena.number)
        game.row.remove(card)
        game.fighter(self.who).hand |= bit(card)
        game.say("drafted", "KD-2.5", self.who, card)


def open_match(pack: BrawlPack, setting: Setting, dice: Dice) -> Brawl:
    """A table before anything has happened."""
    setting.rounds = NextRound()
    game = Brawl(pack, setting, dice)
    game.next(SetUp())
    return game
