#!/usr/bin/env python3
"""Self-play PPO on a batch of games, in about a hundred lines of torch, measured against random play.

    pip install 'harena[examples]'
    python examples/ppo.py                                    # Dawn Raid, five minutes
    python examples/ppo.py combat_arena -o players=2 -o set_up=given --minutes 5

One network plays all seats: a row shows the game as the seat that decides sees it.
"""

import math
import time
from typing import Annotated

import cyclopts
import numpy as np
import torch
from torch import nn

from harena.rl.batch import Batch

GAMES, STEPS = 256, 64  # games side by side, and decisions in each between two lessons
PASSES, PARTS = 3, 8  # how often a lesson is gone through, and in how many parts
DECAY = 0.95  # how far a decision answers for what comes later (the lambda of GAE)
CLIP, CURIOSITY, RATE, WIDTH = 0.2, 0.01, 1e-3, 256


def network(batch):
    """From a row to a number for each action, and to the score that is expected."""
    return nn.Sequential(
        nn.Linear(batch.features.width, WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, batch.actions.size + 1),
    )


def scale_of(batch):
    """Rows are whole numbers from 0 to what their feature says; a network likes them between 0 and 1."""
    most = np.ones(batch.features.width, np.float32)
    for feature in batch.features.features:
        most[feature.place : feature.stop] = max(1, feature.most)
    return torch.from_numpy(1 / most)


def judge(net, scale, rows, masks):
    """How likely each open action is taken, and the score that is expected."""
    out = net(rows * scale)
    return torch.log_softmax(out[:, :-1].masked_fill(masks == 0, -1e9), dim=1), out[:, -1]


def look(batch):
    """What the seats that decide see and may do: the batch's own memory, nothing is copied."""
    return torch.from_dlpack(batch.observations), torch.from_dlpack(batch.masks)


def play(batch, net, scale):
    """So many steps of all games, and what is kept of each."""
    kept = {name: [] for name in ("rows", "masks", "actions", "logs", "values", "seats", "rewards", "ended")}
    for _ in range(STEPS):
        rows, masks = (seen.clone() for seen in look(batch))  # the batch writes over its arrays
        logs, values = judge(net, scale, rows, masks)
        actions = torch.multinomial(logs.exp(), 1)
        seats = batch.seats.copy()
        batch.step_trusting(actions[:, 0].numpy())
        ended = (batch.terminations | batch.truncations).astype(bool)
        step = rows, masks, actions, logs.gather(1, actions), values, seats, batch.rewards.copy(), ended
        for name, what in zip(kept, step, strict=True):
            kept[name].append(what)
    return kept


def advantages(rewards, ended, seats, values):
    """How much better each decision went than expected, and whether that is known by now.

    What comes after a decision is the next one of the same seat in the same game, or the end of the game.
    The last decision of a seat in a game that still goes on teaches nothing yet.
    """
    steps, games, players = rewards.shape
    later, gain = np.zeros((2, games, players))
    known = np.zeros((games, players), bool)
    gains, taught = np.zeros((steps, games)), np.zeros((steps, games), bool)
    for step in reversed(range(steps)):
        over = ended[step][:, None]
        later = rewards[step] + np.where(over, 0, later)
        gain, known = np.where(over, 0, gain), known | over
        mine = np.arange(games), seats[step]
        gain[mine] = np.where(known[mine], later[mine] - values[step] + DECAY * gain[mine], 0)
        gains[step], taught[step] = gain[mine], known[mine]
        later[mine], known[mine] = values[step], True
    return gains, taught


def learn(net, scale, optimizer, kept):
    """One lesson: what went better than expected becomes likelier, but not by too much at once."""
    values = torch.stack(kept["values"]).numpy()
    gains, taught = advantages(
        np.stack(kept["rewards"]), np.stack(kept["ended"]), np.stack(kept["seats"]), values
    )
    use = torch.from_numpy(taught.ravel())
    rows, masks, actions, old = (torch.cat(kept[name])[use] for name in ("rows", "masks", "actions", "logs"))
    gain = torch.from_numpy(gains.ravel()).float()[use]
    goal = gain + torch.from_numpy(values.ravel())[use]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for part in (part for _ in range(PASSES) for part in torch.randperm(len(gain)).chunk(PARTS)):
        logs, value = judge(net, scale, rows[part], masks[part])
        ratio = (logs.gather(1, actions[part]) - old[part]).exp()[:, 0]
        better = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
        entropy = -(logs.exp() * logs).sum(1)
        loss = (value - goal[part]).square() - better - CURIOSITY * entropy
        optimizer.zero_grad()
        loss.mean().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()


def against_random(batch, net, scale, seed):
    """The network's score, with its error at 95%: each game once, in every seat as often."""
    batch.reset(seed)
    chance, own = np.random.default_rng(seed), np.arange(len(batch)) % batch.rewards.shape[1]
    scores = np.full(len(batch), np.nan)
    while np.isnan(scores).any():
        actions = (chance.random(batch.masks.shape) * batch.masks).argmax(1)  # any open one
        mine = batch.seats == own
        logs, _ = judge(net, scale, *(seen[mine] for seen in look(batch)))
        actions[mine] = torch.multinomial(logs.exp(), 1)[:, 0]
        batch.step_trusting(actions)
        over = np.isnan(scores) & (batch.terminations == 1)
        scores[over] = batch.rewards[over, own[over]]
    return scores.mean(), 1.96 * scores.std() / math.sqrt(len(batch))


def main(
    game: str = "dawn_raid",
    /,
    *,
    minutes: float = 5.0,
    option: Annotated[tuple[str, ...], cyclopts.Parameter(alias="-o")] = (),
    games: int = 1000,
    seed: int = 1,
):
    """Learn a game for some minutes of one core, then play so many games against random."""
    options = dict(text.split("=", 1) for text in option)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    batch, few, many = (Batch(game, n, seed=seed, **options) for n in (GAMES, 200, games))
    net, scale = network(batch), scale_of(batch)
    optimizer = torch.optim.Adam(net.parameters(), RATE)
    began, lessons, told = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < 60 * minutes:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - spent / (60 * minutes))
        with torch.no_grad():
            kept = play(batch, net, scale)
        learn(net, scale, optimizer, kept)
        lessons += 1
        if spent >= told:
            with torch.no_grad():
                score, error = against_random(few, net, scale, seed)
            print(
                f"{spent:4.0f} s, {lessons * GAMES * STEPS:>10,} decisions: {score:.1%} ± {error:.1%}",
                flush=True,
            )
            told += max(10, 6 * minutes)
    with torch.no_grad():
        score, error = against_random(many, net, scale, seed + 1)
    print(f"{score:.1%} ± {error:.1%} of {games:,} games of {batch.game.title} against random")


if __name__ == "__main__":
    cyclopts.run(main)
