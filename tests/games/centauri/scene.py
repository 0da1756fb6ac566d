"""Moments of a game, and everything that is said of them; games that come by every question."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from harena.core.dice import fast_dice
from harena.core.state import OVER, SPECTATOR
from harena.core.view import tell
from harena.games.centauri import GAME
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.state import Space
from harena.games.centauri.view import ArenaView

from .random_pack import random_pack
from .table import FROZEN, STANDARD, Sky

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
PACKS: tuple[ArenaPack, ...] = (FROZEN, STANDARD, random_pack(4), random_pack(7))
FEWEST, MOST = 18, 60  # games; so many that every question comes up
STEPS = {  # all questions, but for NameBlaze: two armadas of a player in one combat, and the card for it
    *("PickSide", "Spread", "Upkeep", "DropCard", "ChooseToken", "Movement", "Orders", "Fly", "EvadeAgain"),
    *("SwapWith", "PushWhat", "PushTo", "Decide", "FleeTo", "Buff", "Engage", "SpendDie", "Reroll"),
    *("JoinBoss", "Regroup", "Trade", "ConvoyStep"),
}
WATCHED = 8  # questions of a kind in a game that a spectator sees
ON_PURPOSE = 0.6  # so often a choice is a hunch: by chance alone hardly anybody meets


class Scene(Sky):
    """A moment with its words, for players called Ann, Bo, Cy and so on."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.words = GAME.words(self.pack, NAMES)

    def prompt(self, seat: int | None = None) -> str:
        return self.words.prompt(self.view(self.asked if seat is None else seat))

    def watched(self) -> str:
        """What somebody reads who only looks on."""
        return self.words.prompt(GAME.view(self.state, SPECTATOR))

    def hint(self, action: str) -> str:
        return self.words.hint(self.view(self.asked), action)

    def label(self, action: str) -> str:
        return self.words.label(self.view(self.asked), action)

    def danger(self, action: str) -> str:
        return self.words.danger(self.view(self.asked), action)

    def why_not(self, action: str) -> str:
        return GAME.why_not(self.state, self.actions.parse(action))

    def log(self, *kinds: str, viewer: int = SPECTATOR) -> list[str]:
        """What somebody was told of these kinds so far."""
        teller = self.words.teller(GAME.view(self.state, SPECTATOR).cast, viewer)
        journal = self.state.journal or []
        return [teller.tell(tell(event, 0, viewer)) for event in journal if event.kind in kinds]


def options_of(pack: ArenaPack, seed: int) -> Any:
    """The options of a game: all scenarios and team sizes in turn."""
    scenario = pack.scenarios[seed % len(pack.scenarios)].id
    return GAME.options(scenario=scenario, players=(2, 4, 6)[seed // 3 % 3], open_hands=seed % 2 == 1)


def moments(pack: ArenaPack, seed: int) -> Iterator[Space]:
    """Every position of a game in which some choices are made on purpose; the last is its end."""
    luck, dice = random.Random(seed), fast_dice(seed + 1)
    state = GAME.start(pack, options_of(pack, seed), fast_dice(seed), journal=True)
    while state.seat != OVER:
        yield state
        state.play(state.hunch(dice) if luck.random() < ON_PURPOSE else luck.choice(state.legal()))
    yield state


@cache
def games() -> list[tuple[list[ArenaView], Space]]:
    """Games of all packs: the views of those who decided, some of a spectator, and how it ended."""
    played, asked = [], set[str]()
    for seed in range(MOST):
        seen: list[ArenaView] = []
        watched: Counter[str] = Counter()
        for state in moments(PACKS[seed % len(PACKS)], seed):
            eyes = [state.seat] if state.seat != OVER else list(range(state.seats))
            watched[type(state.waiting).__name__] += 1
            if watched[type(state.waiting).__name__] <= WATCHED or state.seat == OVER:
                eyes.append(SPECTATOR)
            seen += [GAME.view(state, one) for one in eyes]
        played.append((seen, state))
        asked |= {view.asking for view in seen}
        if seed >= FEWEST and asked >= STEPS:
            break
    return played


def views() -> Iterator[tuple[Any, ArenaView]]:
    for seen, state in games():
        words = GAME.words(state.pack, NAMES)
        for view in seen:
            yield words, view
