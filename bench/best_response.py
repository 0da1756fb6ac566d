#!/usr/bin/env python3
"""How far can a bot be exploited? A player is trained against it and nobody else, then measured.

    python bench/best_response.py dawn_raid [--minutes 10] [--bot mcts:100] [--option players=2]

It is a small network, taught by PPO, that sees what its seat may see. Minutes are those of the processor.
Then it plays new games, every deal from each seat. What it scores is a lower bound: a better learner, or a
longer lesson, may take more from the bot. The bot itself in its place gets an even share.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harena.lab.statistics import wilson
from harena.rl.batch import Batch

Numbers = NDArray[Any]

GAMES, STEPS = 64, 32  # games side by side, and decisions in each between two lessons
PASSES, PARTS = 3, 4  # how often a lesson is gone through, and in how many parts
DECAY = 0.95  # how far a decision answers for what comes later (the lambda of GAE)
CLIP, CURIOSITY, RATE, WIDTH = 0.2, 0.003, 1e-3, 128
NEVER = -1e9


class Network:
    """One hidden layer: from a row to a number for each action and, last, to the reward that is expected."""

    def __init__(self, batch: Batch, seed: int) -> None:
        chance, width = np.random.default_rng(seed), batch.features.width
        self.scale = np.ones(width, np.float32)
        for feature in batch.features.features:
            self.scale[feature.place : feature.stop] = 1 / max(1, feature.most)
        shapes = ((width, WIDTH), (WIDTH,), (WIDTH, batch.actions.size + 1), (batch.actions.size + 1,))
        spread = (np.sqrt(2 / width), 0, 0.01, 0)
        drawn = (chance.normal(0, much, shape) for much, shape in zip(spread, shapes, strict=True))
        self.weights: list[Numbers] = [one.astype(np.float32) for one in drawn]
        self.drift = [np.zeros_like(one) for one in self.weights]
        self.size = [np.zeros_like(one) for one in self.weights]
        self.nudges = 0

    def think(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        first, bias, last, lift = self.weights
        hidden = np.maximum(rows * self.scale @ first + bias, 0)
        return hidden, hidden @ last + lift

    def judge(self, rows: Numbers, masks: Numbers) -> tuple[Numbers, Numbers]:
        """The logarithm of how likely each action is taken, and the reward that is expected."""
        _, out = self.think(rows)
        return logs_of(out, masks), out[:, -1]

    def nudge(self, rows: Numbers, hidden: Numbers, wrong: Numbers) -> None:
        """A step of Adam, given how the loss changes with each output."""
        back = (wrong @ self.weights[2].T) * (hidden > 0)
        slopes = ((rows * self.scale).T @ back, back.sum(0), hidden.T @ wrong, wrong.sum(0))
        self.nudges += 1
        for weight, drift, size, slope in zip(self.weights, self.drift, self.size, slopes, strict=True):
            drift += 0.1 * (slope - drift)
            size += 0.001 * (slope * slope - size)
            even = np.sqrt(size / (1 - 0.999**self.nudges)) + 1e-8
            weight -= RATE * drift / (1 - 0.9**self.nudges) / even


def logs_of(out: Numbers, masks: Numbers) -> Numbers:
    numbers = np.where(masks == 0, NEVER, out[:, :-1])
    numbers = numbers - numbers.max(1, keepdims=True)
    logs: Numbers = numbers - np.log(np.exp(numbers).sum(1, keepdims=True))
    return logs


def pick(logs: Numbers, chance: np.random.Generator) -> Numbers:
    """An action of each game, as likely as the network says."""
    picked: Numbers = (logs + chance.gumbel(size=logs.shape)).argmax(1)
    return picked


def play(batch: Batch, net: Network, chance: np.random.Generator) -> list[Numbers]:
    """So many decisions in all games: rows, masks, actions, logarithms, expectations, rewards and ends."""
    kept: list[tuple[Numbers, ...]] = []
    games = np.arange(len(batch))
    for _ in range(STEPS):
        rows, masks, own = batch.observations.copy(), batch.masks.copy(), batch.own.copy()
        logs, expected = net.judge(rows, masks)
        actions = pick(logs, chance)
        batch.step_trusting(actions)
        ended = (batch.terminations | batch.truncations).astype(bool)
        taken = logs[games, actions]
        kept.append((rows, masks, actions, taken, expected, batch.rewards[games, own], ended))
    return [np.stack(one) for one in zip(*kept, strict=True)]


def advantages(expected: Numbers, rewards: Numbers, ended: Numbers, after: Numbers) -> Numbers:
    """How much better each decision went than expected; `after` is expected after the last."""
    gains, gain = np.zeros_like(expected), np.zeros_like(after)
    for step in reversed(range(len(rewards))):
        goes_on = ~ended[step]
        gain = rewards[step] + goes_on * (after + DECAY * gain) - expected[step]
        gains[step], after = gain, expected[step]
    return gains


def learn(net: Network, kept: list[Numbers], after: Numbers, chance: np.random.Generator) -> None:
    """One lesson: what went better than expected becomes likelier, but not by too much at once."""
    gains = advantages(*kept[4:], after)
    rows, masks, actions, old, expected = (one.reshape(-1, *one.shape[2:]) for one in kept[:5])
    goal = gains.ravel() + expected
    gain = (gains.ravel() - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(PASSES):
        for part in np.array_split(chance.permutation(len(gain)), PARTS):
            hidden, out = net.think(rows[part])
            logs, each = logs_of(out, masks[part]), np.arange(len(part))
            likely, ratio = np.exp(logs), np.exp(logs[each, actions[part]] - old[part])
            pushed = np.where(gain[part] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * gain[part]
            spread = -(likely * np.maximum(logs, NEVER)).sum(1, keepdims=True)
            wrong = np.empty_like(out)
            wrong[:, :-1] = likely * pushed[:, None] + CURIOSITY * likely * (logs + spread)
            wrong[each, actions[part]] -= pushed
            wrong[:, -1] = out[:, -1] - goal[part]
            net.nudge(rows[part], hidden, wrong / len(part))


def lesson(batch: Batch, net: Network, chance: np.random.Generator) -> None:
    kept = play(batch, net, chance)
    learn(net, kept, net.judge(batch.observations, batch.masks)[1], chance)


def trained(asked: argparse.Namespace, options: dict[str, str]) -> tuple[Network, int, float]:
    """A network taught against the bot, how many decisions it was taught, and the minutes that took."""
    batch = Batch(
        asked.game, GAMES, seed=asked.seed, shaped=True, seat="turns", opponents=asked.bot, **options
    )
    net, chance = Network(batch, asked.seed), np.random.default_rng(asked.seed)
    began, decisions = time.process_time(), 0
    while not decisions or time.process_time() - began < 60 * asked.minutes:
        lesson(batch, net, chance)
        decisions += GAMES * STEPS
    batch.close()
    return net, decisions, (time.process_time() - began) / 60


def score(net: Network, asked: argparse.Namespace, options: dict[str, str]) -> list[Numbers]:
    """By seat: what the network scores there, each deal from every seat."""
    found: list[Numbers] = []
    for seat in range(Batch(asked.game, 1, **options).rewards.shape[1]):
        batch = Batch(asked.game, asked.games, seed=asked.seed + 1, seat=seat, opponents=asked.bot, **options)
        scores, chance = np.full(asked.games, np.nan), np.random.default_rng(seat)
        while np.isnan(scores).any():
            batch.step_trusting(pick(net.judge(batch.observations, batch.masks)[0], chance))
            over = np.isnan(scores) & (batch.terminations == 1)
            scores[over] = batch.rewards[over, seat]
        batch.close()
        found.append(scores)
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game")
    words.add_argument("--minutes", type=float, default=10, help="of the processor's time, for training")
    words.add_argument("--bot", default="mcts:100", help="whom it learns to beat")
    words.add_argument("--games", type=int, default=200, help="from each seat, to measure it")
    words.add_argument("--option", action="append", default=[], help="of the game, as players=4")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    options = dict(one.split("=", 1) for one in asked.option)
    net, decisions, minutes = trained(asked, options)
    found = score(net, asked, options)
    scores = np.concatenate(found)
    low, high = wilson(scores.sum(), len(scores))
    print(f"{asked.game}: trained against {asked.bot} for {minutes:.1f} minutes, {decisions:,} decisions")
    print(f"It scores {scores.mean():.1%} ({low:.1%} to {high:.1%}) of {len(scores)} games against it.")
    print(f"By seat: {', '.join(f'{one.mean():.1%}' for one in found)}. Even is {1 / len(found):.0%}.")
    print("This is a lower bound of what a best response would score, not an estimate of it.")


if __name__ == "__main__":
    main()
