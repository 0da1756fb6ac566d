"""Batches that travel: what a pickle keeps of one, so that it goes on exactly as the original does."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from harena.core.options import write_options

if TYPE_CHECKING:
    from harena.rl.batch import Batch

KEPT: Final = ("seed", "states", "episodes", "ended", "steps", "rival_dice", "choices")  # of a stepper
WRITTEN: Final = ("reward", "before", "terminated", "truncated", "made", "own", "picked")  # by its last step
REMEMBERED: Final = ("bots", "sitting", "dice")  # of opponents that are asked


def reduced_batch(batch: Batch) -> tuple[Any, ...]:
    """For `__reduce__`: the setting, the games under way, what the last step told and what opponents hold."""
    stepper, rivals, policy = batch.stepper, batch.rivals, batch.self_play
    setting = (batch.game.name, len(batch), batch.pack, write_options(batch.options), batch.how)
    parts: dict[str, Any] = {
        "kept": {name: getattr(stepper, name) for name in KEPT},
        "written": {name: list(getattr(stepper, name)) for name in WRITTEN},
        "last": None if stepper.last is None else [list(stepper.last.paper), list(stepper.last.marks)],
        "rivals": None if rivals is None else {name: getattr(rivals, name) for name in REMEMBERED},
        "told": None if policy is None else [array.copy() for array in policy.told],
    }
    return going_on, (type(batch), setting, parts)


def going_on(kind: type[Batch], setting: tuple[Any, ...], parts: dict[str, Any]) -> Batch:
    """A batch from what a pickle keeps. Nobody is asked anything meanwhile."""
    batch = kind.__new__(kind)
    batch.set_up(*setting)
    stepper = batch.stepper
    for name, value in parts["kept"].items():
        setattr(stepper, name, value)
    for name, values in parts["written"].items():
        _fill(getattr(stepper, name), values)
    if stepper.last is not None:
        _fill(stepper.last.paper, parts["last"][0])
        _fill(stepper.last.marks, parts["last"][1])
    if batch.rivals is not None:
        for name, value in parts["rivals"].items():
            setattr(batch.rivals, name, value)
    if batch.self_play is not None:
        for array, told in zip(batch.self_play.told, parts["told"], strict=True):
            array[:] = told
    for game in range(len(batch)):
        stepper.show(game, stepper.states[game])
    return batch


def copied(batch: Batch, memo: dict[int, Any]) -> Batch:
    """For `__deepcopy__`: it shares the pack, which never changes."""
    memo[id(batch.pack)] = batch.pack
    make, parts = reduced_batch(batch)
    same: Batch = make(*deepcopy(parts, memo))
    memo[id(batch)] = same
    return same


def _fill(memory: Any, numbers: list[Any]) -> None:
    """Write numbers into memory that arrays show."""
    for place, number in enumerate(numbers):
        memory[place] = number
