"""Players that are programs: each sees a guess of the hidden part, never the truth."""

from __future__ import annotations

from harena.bots.bot import Bot
from harena.bots.mcts import MctsBot
from harena.bots.random import RandomBot
from harena.core.dice import Dice
from harena.core.errors import HarenaError
from harena.core.match import Match

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "mcts": MctsBot}


def find(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise HarenaError(f"There is no bot {name[:40]!r}. There are: {', '.join(sorted(BOTS))}.")
    return BOTS[name]()


def ask(bot: Bot, match: Match, dice: Dice) -> int:
    """What a bot does for the seat that decides, judging from a guess of what that seat cannot know."""
    return bot.choose(match.state.guess(match.seat, dice), dice)
