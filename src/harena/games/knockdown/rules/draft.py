"""KD-2.2, KD-2.6: the Skill draft, secret and simultaneous, in two sealings."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, full, low_bit
from harena.core.dice import shuffle
from harena.core.state import ASKED, DONE, Step
from harena.games.knockdown.actions import skill_of
from harena.games.knockdown.pack.content import SKILLS
from harena.games.knockdown.rules import questions
from harena.games.knockdown.state import Brawl

BOTH: Final = 3  # seats, as a set
DEALT: Final = 3  # Skills for each
OF_THREE: Final = 0  # which of the two choices: one of the three dealt
OF_TWO: Final = 1  # one of the two received


@final
@mypyc_attr(free_list_len=1)
class DealSkills(Step):
    """KD-2.2: three each."""

    def begin(self, game: Brawl) -> bool:
        cards = list(range(SKILLS))
        shuffle(cards, game.dice)
        who: i64 = 0
        while who < 2:
            held: i64 = 0
            while len(cards) > SKILLS - DEALT * (who + 1):
                held |= bit(cards.pop())
            game.fighter(who).held = held
            game.whisper(bit(who), held, "dealt", "KD-2.2", who, DEALT)
            who += 1
        game.undealt = full(SKILLS) & ~(game.one.held | game.two.held)
        game.next(PassOn())
        game.next(Keep(1))
        game.next(Keep(0))
        game.seal(BOTH)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Keep(Step):
    """KD-2.2: keep one of three; the two others will be passed on. who: the seat."""

    def question(self) -> i64:
        return questions.KEEP

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, skill_of(game.skill_set.number), game.fighter(self.who).held)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        fighter = game.fighter(self.who)
        skill = action - skill_of(game.skill_set.number)
        fighter.own = bit(skill)
        fighter.gave = fighter.held & ~fighter.own
        fighter.held = 0
        game.echo(bit(self.who), skill, "kept", "KD-2.2", self.who, OF_THREE)


@final
@mypyc_attr(free_list_len=1)
class PassOn(Step):
    """KD-2.6: when both have kept one, the two others change hands."""

    def begin(self, game: Brawl) -> bool:
        game.unseal()
        game.passed_on = True
        game.whisper(bit(0), game.two.gave, "received", "KD-2.6", 0)
        game.whisper(bit(1), game.one.gave, "received", "KD-2.6", 1)
        game.next(TurnUp())
        game.next(KeepReceived(1))
        game.next(KeepReceived(0))
        game.seal(BOTH)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class KeepReceived(Step):
    """KD-2.6: keep one of the two received; the other leaves the match. who: the seat."""

    def question(self) -> i64:
        return questions.KEEP_RECEIVED

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, skill_of(game.skill_set.number), game.opponent(self.who).gave)
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        fighter = game.fighter(self.who)
        skill = action - skill_of(game.skill_set.number)
        fighter.got = bit(skill)
        fighter.dropped = game.opponent(self.who).gave & ~fighter.got
        game.echo(bit(self.who), skill, "kept", "KD-2.6", self.who, OF_TWO)
        game.next(Face(self.who))


@final
@mypyc_attr(free_list_len=1)
class Face(Step):
    """KD-2.6: which of the two kept lies face up. who: the seat."""

    def question(self) -> i64:
        return questions.FACE

    def begin(self, game: Brawl) -> bool:
        game.ask(self.who, skill_of(game.skill_set.number), game.fighter(self.who).chosen())
        return ASKED

    def choose(self, game: Brawl, action: i64) -> None:
        fighter = game.fighter(self.who)
        skill = action - skill_of(game.skill_set.number)
        fighter.face = 1 if fighter.own == bit(skill) else 2
        game.echo(bit(self.who), skill, "chose_face", "KD-2.6", self.who)


@final
@mypyc_attr(free_list_len=1)
class TurnUp(Step):
    """KD-2.6: both cards are turned up at the same moment."""

    def begin(self, game: Brawl) -> bool:
        game.unseal()
        who: i64 = 0
        while who < 2:
            fighter = game.fighter(who)
            fighter.up = fighter.own if fighter.face == 1 else fighter.got
            game.reveal("skill_up", "KD-2.2", who, low_bit(fighter.up))
            who += 1
        return DONE


def turn_up_second(game: Brawl, who: i64) -> None:
    """KD-6.3, KD-6.7: whoever lost a round turns up their second Skill."""
    fighter = game.fighter(who)
    down = fighter.chosen() & ~fighter.up
    if down != 0:
        fighter.up |= down
        game.reveal("skill_up", "KD-6.3", who, low_bit(down))
