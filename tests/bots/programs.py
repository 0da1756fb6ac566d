"""Programs that play in tests, and who looks after them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import harena
from harena import bots
from harena.bots.bot import Chair
from harena.bots.program import ProgramBot
from harena.core.dice import fast_dice
from harena.core.match import Match

PYTHON = [sys.executable, "-I", "-S"]  # starts quickly
READY = 'say({"type": "ready"})'
CHANCE = """
chosen = m["actions"][m["seed"] % len(m["actions"])]["action"]
say({"type": "action", "number": m["number"], "action": chosen})
"""

Writer = Callable[..., ProgramBot]


def seat_at(bot: ProgramBot, match: Match, seat: int = 0) -> None:
    bot.sit_down(Chair(match.game, match.pack, match.options, seat, tuple(match.names)))


def play_out(match: Match, bot: ProgramBot, seat: int = 0, seed: int = 1) -> Match:
    """A match to its end, the bot on one seat and chance on the others."""
    dice, other = fast_dice(seed), bots.find("random")
    seat_at(bot, match, seat)
    while not match.over:
        match.play(bots.ask(bot if match.seat == seat else other, match, dice))
    bot.stand_up()
    return match


def first_decision(bot: ProgramBot) -> int:
    """What it does at the first decision of Dawn Raid."""
    match = harena.new("dawn_raid", seed=1, first_attacker="seat1")
    seat_at(bot, match)
    return bots.ask(bot, match, fast_dice(1))


def pid_of(bot: ProgramBot) -> int:
    assert bot._program is not None
    return bot._program._process.pid


def is_there(pid: int) -> bool:
    """Is there such a process, be it only a zombie?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def goes_away(pid: int, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while is_there(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_there(pid)
