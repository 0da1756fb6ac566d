"""What `bench/peers.py` measures, each in a process of its own: `peer_parts.py PART SECONDS CORE [WORDS]`.

A part prints one line of JSON: steps a second, the version, and how it was driven. Only Harena's own parts
import Harena: the others run where it is not installed.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

GAMES = 256  # of a batch


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second: `step` makes some and says how many. A fifth of the time goes by first, to warm up."""
    warm = time.perf_counter() + seconds / 5
    while time.perf_counter() < warm:
        step()
    made, began = 0, time.perf_counter()
    end = began + seconds
    while (now := time.perf_counter()) < end:
        made += step()
    return made / (now - began)


def report(what: str, steps: float, package: str, driven: str) -> None:
    print(json.dumps({"what": what, "steps": steps, "package": package, "driven": driven}))


# --- Harena


def harena_setting(name: str, setting: str) -> tuple[Any, dict[str, Any], str, str]:
    """A game, the options it is measured with, what it is called, and the version."""
    import harena

    game = harena.game(name)
    how = "compiled" if harena.compiled() else "NOT compiled"
    title = f"{game.title}, {setting}" if setting else game.title
    return game, dict(game.measured_with[setting]), title, f"Harena {version('harena')}, {how}"


def harena_batch(seconds: float, name: str, setting: str) -> None:
    from harena.rl.batch import Batch

    _, options, title, package = harena_setting(name, setting)
    batch = Batch(name, GAMES, seed=1, **options)

    def step() -> int:
        batch.stepper.run(8, random.getrandbits(40))
        return 8 * GAMES

    steps = rate(step, seconds)
    report(
        title, steps, package, f"batch of {GAMES}, rows and masks written, random actions by the same code"
    )


def harena_numpy(seconds: float, name: str, setting: str) -> None:
    import numpy as np

    from harena.rl.batch import Batch

    _, options, title, package = harena_setting(name, setting)
    batch = Batch(name, GAMES, seed=1, **options)
    chances = np.random.default_rng(1)
    shuffled = [chances.permutation(batch.actions.size) for _ in range(64)]
    made = 0

    def step() -> int:
        nonlocal made
        order = shuffled[made % 64]
        made += 1
        batch.step_trusting(order[batch.masks[:, order].argmax(axis=1)])
        return GAMES

    steps = rate(step, seconds)
    report(title, steps, package, f"batch of {GAMES}, rows and masks written, actions from Python by numpy")


def harena_aec(seconds: float, name: str, setting: str) -> None:
    from harena.rl import zoo

    _, options, title, package = harena_setting(name, setting)
    env = zoo.env(name, **options)
    env.reset(seed=1)

    def step() -> int:
        for _ in range(100):
            row, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                row = env.last()[0]
            mask = row["action_mask"]
            env.step(int(random.choice(mask.nonzero()[0])))
        return 100

    report(title, rate(step, seconds), package, "PettingZoo AEC: last, random action from the mask, step")


def harena_play(seconds: float, name: str, setting: str) -> None:
    from harena.core.dice import fast_dice
    from harena.core.state import OVER

    game, options, title, package = harena_setting(name, setting)
    pack, chosen, dice = game.pack(), game.options(**options), fast_dice(1)

    def step() -> int:
        state, made = game.start(pack, chosen, dice), 0
        while state.seat != OVER:
            state.play(state.nth(dice.below(state.count())))
            made += 1
        return made

    report(title, rate(step, seconds), package, "random play driven from Python, no observations")


# --- peers


def catanatron_play(seconds: float) -> None:
    from catanatron import Color, Game, RandomPlayer

    def step() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        return len(game.state.actions)

    package = f"catanatron {version('catanatron')}"
    report("Catan, two players", rate(step, seconds), package, "random play by Game.play, no observations")


def catanatron_gym(seconds: float) -> None:
    import catanatron_gym  # noqa: F401 - registers the environment
    import gymnasium

    env = gymnasium.make("catanatron_gym:catanatron-v1")
    env.reset()

    def step() -> int:
        for _ in range(50):
            _, _, ended, cut, _ = env.step(random.choice(env.unwrapped.get_valid_actions()))
            if ended or cut:
                env.reset()
        return 50

    package = f"catanatron {version('catanatron')}, catanatron-gym {version('catanatron-gym')}"
    report("Catan, two players", rate(step, seconds), package, "Gymnasium, one seat against random")


def openspiel_vector(seconds: float) -> None:
    from open_spiel.python import rl_agent, rl_environment, vector_env

    envs = vector_env.SyncVectorEnv([rl_environment.Environment("gin_rummy") for _ in range(16)])
    steps = envs.reset()

    def step() -> int:
        nonlocal steps
        chosen = []
        for one in steps:
            seen = one.observations
            action = random.choice(seen["legal_actions"][seen["current_player"]])
            chosen.append(rl_agent.StepOutput(action=action, probs=None))
        steps = envs.step(chosen, reset_if_done=True)[0]
        return len(chosen)

    package = f"open-spiel {version('open-spiel')}"
    report("gin rummy", rate(step, seconds), package, "SyncVectorEnv of 16, random legal actions")


def envpool_cartpole(seconds: float) -> None:
    import envpool
    import numpy as np

    envs = envpool.make("CartPole-v1", env_type="gymnasium", num_envs=GAMES, num_threads=1)
    envs.reset()
    chances = np.random.default_rng(1)
    actions = chances.integers(0, 2, (64, GAMES), dtype=np.int32)
    made = 0

    def step() -> int:
        nonlocal made
        envs.step(actions[made % 64])
        made += 1
        return GAMES

    package = f"envpool {version('envpool')}"
    report("CartPole", rate(step, seconds), package, f"batch of {GAMES}, one thread, random actions by numpy")


def pettingzoo_classic(seconds: float, name: str) -> None:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)

    def step() -> int:
        for _ in range(50):
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                seen = env.last()[0]
            env.step(int(random.choice(seen["action_mask"].nonzero()[0])))
        return 50

    package = f"pettingzoo {version('pettingzoo')}"
    report(f"classic, {name}", rate(step, seconds), package, "AEC: last, random action from the mask, step")


PARTS: dict[str, Callable[..., None]] = {
    part.__name__: part
    for part in (
        harena_batch,
        harena_numpy,
        harena_aec,
        harena_play,
        catanatron_play,
        catanatron_gym,
        openspiel_vector,
        envpool_cartpole,
        pettingzoo_classic,
    )
}


def main() -> None:
    part, seconds, core, *words = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core)})
    PARTS[part](float(seconds), *words)


if __name__ == "__main__":
    main()
