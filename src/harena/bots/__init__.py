"""Players that are programs: each sees a guess of the hidden part, never the truth."""

from __future__ import annotations

from harena.bots.bot import Bot, Chair
from harena.bots.registry import add, find, is_bot, named, names, only
from harena.core.dice import Dice
from harena.core.match import Match
from harena.core.state import State

__all__ = ["Bot", "Chair", "add", "answer", "ask", "find", "is_bot", "named", "names", "only"]


def answer(bot: Bot, state: State, dice: Dice) -> int:
    """What a bot does for the seat that decides, judging from a guess of what that seat cannot know."""
    if state.measured:  # a matter of the hand: no bot is asked, and no program
        return state.knack(dice, bot.error)
    return bot.choose(state.guess(state.seat, dice), dice)


def ask(bot: Bot, match: Match, dice: Dice) -> int:
    """The same for a match."""
    return answer(bot, match.state, dice)
