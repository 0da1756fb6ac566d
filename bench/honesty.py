#!/usr/bin/env python3
"""How good is honest play? What rivals score against a bot that sees only what it may see.

    python bench/honesty.py [GAME ...] [--bot mcts:400] [--games 40] [--rivals twin,ismcts,ismcts-estimate]

The rival sits on one seat and the bot on all others; every deal is played from each seat. Rivals:

  twin             a twin of the bot that searches as much and sees everything (only of mcts:N)
  ismcts           OpenSpiel's IS-MCTS with random playouts, for as long a decision as the bot takes
  ismcts-estimate  the same with the game's own estimate in place of playouts

IS-MCTS is written in Python, as the games are for OpenSpiel, so equal time means far fewer iterations: their
number is said, too. With `--simulations N` it gets so many, however long they take.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from open_spiel.python.algorithms import ismcts, mcts

import harena
from harena import bots
from harena.bots.mcts import MctsBot
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.options import read_options, write_options
from harena.lab.statistics import wilson
from harena.rl import spiel
from harena.rl.spiel_bots import Judge, PlayingBot

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bots.cheat import CheatingTwin  # type: ignore[import-not-found]

EXPLORE = 2.0  # IS-MCTS, as OpenSpiel's own examples have it
FEWEST = 2  # simulations


class Player(Protocol):
    def step(self, state: Any) -> int: ...


class Twin:
    """Sees everything but what the dice will show."""

    def __init__(self, iterations: int, seed: int) -> None:
        self.mind = CheatingTwin(iterations)
        self.dice = fast_dice(seed)

    def step(self, state: Any) -> int:
        action: int = self.mind.choose(state.course.position, self.dice)
        return action


@dataclass
class Clock:
    """How long one side has thought."""

    spent: float = 0.0
    decisions: int = 0

    def mean(self) -> float:
        return self.spent / self.decisions if self.decisions else 0.0

    def timed(self, player: Player, state: Any) -> int:
        began = time.process_time()
        action = player.step(state)
        self.spent += time.process_time() - began
        self.decisions += 1
        return action


class Searcher:
    """OpenSpiel's IS-MCTS with as much time for a decision as another clock shows on average."""

    def __init__(self, game: Any, judge: Any, bot_clock: Clock, simulations: int, seed: int) -> None:
        import numpy as np

        self.search = ismcts.ISMCTSBot(
            game, judge, EXPLORE, FEWEST, random_state=np.random.RandomState(seed % (1 << 32))
        )
        self.bot_clock, self.given = bot_clock, simulations
        self.spent, self.simulations, self.decisions = 0.0, 0, 0

    def step(self, state: Any) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        each = self.spent / self.simulations if self.simulations else 0.0
        affordable = round(self.bot_clock.mean() / each) if each else FEWEST
        now = self.given or max(affordable, FEWEST)
        self.search._max_simulations = now
        began = time.process_time()
        action = int(self.search.step(state))
        self.spent += time.process_time() - began
        self.simulations += now
        self.decisions += 1
        return action


# --- games


def settings_of(name: str, given: dict[str, str]) -> Iterator[Any]:
    """Each match-up of a game, as OpenSpiel plays it."""
    game = harena.game(name)
    for options in game.match_ups(game.pack(), read_options(game.options, given)):
        yield spiel.load(name, **write_options(options))


def play(game: Any, players: list[Player], clocks: list[Clock], seed: int) -> list[float]:
    """One game; by seat, its share."""
    state, chances = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chances.choices(outcomes, weights)[0])
        else:
            seat = state.current_player()
            state.apply_action(clocks[seat].timed(players[seat], state))
    return list(state.course.position.score())


Rival = Callable[[Any, Clock, int], Any]


def rivals(asked: argparse.Namespace) -> dict[str, Rival]:
    """By name: a rival in a game, given the clock of the bot and a seed."""
    found: dict[str, Rival] = {
        "ismcts": lambda game, clock, seed: Searcher(
            game, mcts.RandomRolloutEvaluator(1), clock, asked.simulations, seed
        ),
        "ismcts-estimate": lambda game, clock, seed: Searcher(game, Judge(), clock, asked.simulations, seed),
    }
    bot = bots.find(asked.bot)
    if isinstance(bot, MctsBot) and not bot.milliseconds:
        found["twin"] = lambda game, clock, seed: Twin(bot.iterations, seed)
    return found


def score(name: str, rival: Rival, asked: argparse.Namespace) -> str:
    """What a rival scores against the bot, in a row of the table."""
    settings = list(settings_of(name, dict(one.split("=", 1) for one in asked.option)))
    seats, won, simulations, decisions = settings[0].num_players(), 0.0, 0, 0
    honest, other = Clock(), Clock()
    for number in range(asked.games):
        deal, side = divmod(number, seats)
        game = settings[deal % len(settings)]
        seed = asked.seed + deal
        players: list[Any] = [PlayingBot(asked.bot, 1000 * seed + seat) for seat in range(seats)]
        clocks = [honest] * seats
        players[side], clocks[side] = rival(game, honest, 1000 * seed + 99), other
        won += play(game, players, clocks, seed)[side]
        simulations += getattr(players[side], "simulations", 0)
        decisions += getattr(players[side], "decisions", 0)
    low, high = wilson(won, asked.games)
    made = f"{simulations / decisions:,.1f}" if decisions else ""
    share = f"{won / asked.games:.1%} ({low:.1%} to {high:.1%})"
    pace = f"{1000 * honest.mean():.1f} and {1000 * other.mean():.1f} ms"
    return f"| {share} | {asked.games} | {1 / seats:.0%} | {pace} | {made} |"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="*", help="all of them if none is named")
    words.add_argument("--bot", default="mcts:400", help="the honest one")
    words.add_argument("--games", type=int, default=40, help="of each game and rival")
    words.add_argument("--rivals", default="twin,ismcts,ismcts-estimate", help="with commas")
    words.add_argument("--simulations", type=int, default=0, help="of IS-MCTS, instead of equal time")
    words.add_argument("--option", action="append", default=[], help="of the game, as players=4")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    known = rivals(asked)
    print("| game | rival | its score | games | even | a decision: bot and rival | simulations |")
    print("| --- | --- | --- | ---: | ---: | --- | ---: |")
    for name in asked.game or registry.installed():
        for named in asked.rivals.split(","):
            if named not in known:
                sys.exit(
                    f"There is no rival {named!r} of {asked.bot}; there are: {', '.join(sorted(known))}."
                )
            row = score(name, known[named], asked)
            print(f"| {harena.game(name).title} | {named} {row}", flush=True)


if __name__ == "__main__":
    main()
