"""`harena learn --check`: what a file holds meets the game's own judgement again, on its own terms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from harena.core import registry
from harena.core.errors import HarenaError
from harena.core.fitting import complete
from harena.core.learned import Judgement, Trial, fitting, read_learned
from harena.lab.learn import HAND_MADE, Wish, measured_budget
from harena.lab.learn import check as check_wish
from harena.lab.learn_gate import Arena, Gate, Terms
from harena.lab.plan import seed_of
from harena.lab.sprt import Verdict

FRESH = 5  # numbers the seeds of checks, apart from those of runs


class Checked(NamedTuple):
    """A judgement and its new verdict."""

    judgement: Judgement
    verdict: Verdict
    trial: Trial


def checks(
    file: Path, wish: Wish, stop: Callable[[], bool], tell: Callable[[str, float], None]
) -> Iterator[Checked]:
    """Every judgement of a file in turn, or only that for the options that were given."""
    check_wish(wish)
    learned = read_learned(file)
    game = registry.find(wish.game or learned.game)
    pack = game.pack(wish.pack)
    chosen = learned.judgements
    if wish.options:
        chosen = [fitting(learned, game, pack, complete(game, pack, wish.options))]
    if not chosen:
        raise HarenaError(f"{file}: it holds no judgement.")
    for judgement in chosen:
        given = {name: str(value) for name, value in judgement.made.options.items()}
        options = complete(game, pack, wish.options or given)
        fitting(learned, game, pack, options)  # or a sentence that says why not
        last = next((one for one in reversed(judgement.made.trials) if one.against == HAND_MADE), None)
        budget = wish.budget or (last.budget if last else measured_budget(game, pack, options))
        terms = Terms(budget, last.elo if last else wish.elo, last.risk if last else wish.risk)
        arena = Arena(game, wish.pack, game.match_ups(pack, options), wish.workers, wish.ray)
        bots = f"learned:{budget}@{file.resolve()}", f"mcts:{budget}"
        gate = Gate(arena, bots, terms, seed_of(wish.seed, FRESH))
        began = time.monotonic()

        def over(began: float = began) -> bool:
            return stop() or time.monotonic() - began >= 60 * wish.minutes

        def say(at: Gate, began: float = began) -> None:
            tell(f"Against {HAND_MADE}: {at.progress()}", time.monotonic() - began)

        gate.run(over, say)
        yield Checked(judgement, gate.verdict, gate.trial(HAND_MADE))
