"""Tree search over guesses of a position: information-set Monte Carlo, for any number of seats.

Every iteration guesses anew what the searching seat cannot know, walks down the tree by what is open in
that guess, adds one node, plays on (at random, or by the game's hunches) and gives every seat on the way
what it got.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final, Optional, final

from mypy_extensions import i64

from harena.bots.judge import Judge
from harena.bots.trees import reduced_search
from harena.core.bits import bit
from harena.core.dice import Dice, random_bit, shuffle
from harena.core.state import HAND, OVER, State
from harena.core.travel import reduced

SMALL_CHOICES: Final = 4  # at most so many are looked through after an action


@final
class Node:
    """An action and its seat: after a die the same action may lead to another seat's question."""

    def __init__(self, action: i64, seat: i64, sibling: Optional[Node]) -> None:
        self.action: i64 = action
        self.seat: i64 = seat
        self.visits: i64 = 0
        self.available: i64 = 0  # how often it could have been taken
        self.value: float = 0.0  # the sum of what its seat got
        self.child: Optional[Node] = None
        self.sibling: Optional[Node] = sibling


@final
class Manner:
    """How a search is done."""

    def __init__(
        self,
        exploration: float,
        horizon: i64,
        by_hunch: bool,
        widening: i64,
        playouts: i64 = 1,
        judge: Optional[Judge] = None,
    ) -> None:
        self.exploration: float = exploration
        self.horizon: i64 = horizon  # decisions played on before the game's own estimate; 0: to the end
        self.by_hunch: bool = by_hunch  # play on, and try first, what the game's hunches say; else anything
        self.widening: i64 = widening  # see `is_wide`; 0: everything open is tried once before anything twice
        self.playouts: i64 = playouts  # how often every iteration plays on
        self.judge: Optional[Judge] = judge  # asked at the cut-off instead of the game's own estimate

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)


@final
class Search:
    """A search for the best action of the seat that decides."""

    def __init__(self, manner: Manner, dice: Dice) -> None:
        self.manner = manner
        self.dice: Dice = dice
        self.root: Node = Node(-1, OVER, None)
        self.path: list[Node] = []  # from the root, in the iteration under way

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced_search(self)

    def iterate(self, position: State, times: i64) -> None:
        """So many more iterations."""
        seat = position.seat
        while times > 0:
            self.learn(position.guess(seat, self.dice))
            times -= 1

    def learn(self, state: State) -> list[float]:
        """One iteration in a guess: walk down, play on, tell the actions on the way; what every seat got."""
        path = self.path
        path.clear()
        self.descend(state, path)
        playouts = self.manner.playouts
        got = self.play_on(state) if playouts == 1 else self.play_on_often(state, playouts)
        for node in path:
            node.visits += playouts
            node.value += got[node.seat] * float(playouts)
        return got

    def descend(self, state: State, path: list[Node]) -> None:
        """Walk down by the most promising actions until something new is tried or the game is over."""
        node = self.root
        while state.seat != OVER:
            if state.measured:
                settle(state, self.dice)
                continue
            fresh = state.mask
            fresh2 = state.mask2
            best: Optional[Node] = None
            best_promise = -1.0
            tried: i64 = 0
            known: i64 = 0
            child = node.child
            while child is not None:
                if child.seat == state.seat:
                    place = child.action - state.base
                    place2 = child.action - state.base2
                    still_open = False
                    if 0 <= place < 62 and (state.mask >> place) & 1 != 0:
                        fresh &= ~bit(place)
                        still_open = True
                    elif 0 <= place2 < 62 and (state.mask2 >> place2) & 1 != 0:
                        fresh2 &= ~bit(place2)
                        still_open = True
                    if still_open:
                        child.available += 1
                        tried += child.visits
                        known += 1
                        promise = self.promise(child)
                        if promise > best_promise:
                            best_promise = promise
                            best = child
                child = child.sibling
            if (fresh != 0 or fresh2 != 0) and not self.is_wide(known, tried):
                action = self.fresh_action(state, fresh, fresh2)
                new = Node(action, state.seat, node.child)
                new.available = 1
                node.child = new
                path.append(new)
                state.play(action)
                return
            assert best is not None
            path.append(best)
            state.play(best.action)
            node = best

    def is_wide(self, known: i64, tried: i64) -> bool:
        """Are enough actions known for so many tries, so that the best are looked into before others?"""
        return self.manner.widening > 0 and known * known > self.manner.widening * (tried + 1)

    def fresh_action(self, state: State, fresh: i64, fresh2: i64) -> i64:
        """Something not yet tried: what a hunch says, or anything."""
        if self.manner.by_hunch:
            action = state.hunch(self.dice)
            place = action - state.base
            if 0 <= place < 62 and (fresh >> place) & 1 != 0:
                return action
            place = action - state.base2
            if 0 <= place < 62 and (fresh2 >> place) & 1 != 0:
                return action
        if fresh != 0:
            return state.base + random_bit(fresh, self.dice)
        return state.base2 + random_bit(fresh2, self.dice)

    def promise(self, node: Node) -> float:
        """What it gave so far, and more the less it was tried."""
        visits = float(node.visits)
        return node.value / visits + self.manner.exploration * sqrt(log(float(node.available)) / visits)

    def play_on_often(self, state: State, times: i64) -> list[float]:
        """Play on so many times from here, each with new dice; what every seat got on average."""
        got: list[float] = [0.0] * state.seats
        left = times
        while left > 0:
            again = state.copy()
            again.dice = self.dice
            seat: i64 = 0
            for share in self.play_on(again):
                got[seat] += share / float(times)
                seat += 1
            left -= 1
        return got

    def play_on(self, state: State) -> list[float]:
        """Play to the end, or to the cut-off and a judgement: the game's own estimate, or a learned one."""
        horizon = self.manner.horizon
        by_hunch = self.manner.by_hunch
        dice = self.dice
        left = horizon
        while state.seat != OVER:
            if state.measured:
                settle(state, dice)
                continue
            if horizon > 0:
                if left == 0:
                    return judged(state, self.manner.judge)
                left -= 1
            if by_hunch:
                state.play(state.hunch(dice))
            else:
                state.play(state.nth(dice.below(state.count())))
        return state.score()

    def consider(self, position: State, looks: i64) -> i64:
        """Begin with a look or two at every open action, one step ahead; how many looks that took."""
        actions = sensible(position)
        shuffle(
            actions, self.dice
        )  # among equals the first found is taken: it must not be one end of the board
        for action in actions:
            node = Node(action, position.seat, self.root.child)
            node.visits = looks
            node.available = looks
            node.value = worth(position, action, looks, self.dice, self.manner.judge) * float(looks)
            self.root.child = node
        return len(actions) * looks

    def answers(self, seat: i64) -> list[Node]:
        """What was tried for a seat at the position searched from."""
        out: list[Node] = []
        child = self.root.child
        while child is not None:
            if child.seat == seat:
                out.append(child)
            child = child.sibling
        return out

    def follow(self, seat: i64, action: i64) -> None:
        """The action was taken: what was found out about what follows is kept, the rest forgotten."""
        child = self.root.child
        while child is not None:
            if child.seat == seat and child.action == action:
                self.root = child
                return
            child = child.sibling
        self.root = Node(-1, OVER, None)

    def best(self, position: State) -> i64:
        """The sensible action tried most often; of several the one that gave more."""
        actions = sensible(position)
        action: i64 = -1
        most: i64 = -1
        gave = 0.0
        child = self.root.child
        while child is not None:
            better = child.visits > most or (child.visits == most and child.value > gave)
            if better and child.seat == position.seat and child.action in actions:
                most = child.visits
                gave = child.value
                action = child.action
            child = child.sibling
        return action if action >= 0 else actions[self.dice.below(len(actions))]


def sensible(position: State) -> list[i64]:
    """The open actions that somebody who knows the game would think of."""
    actions = position.legal()
    found = [action for action in actions if not position.pointless(action)]
    return found if len(found) > 0 else actions


def settle(state: State, dice: Dice) -> None:
    """What hands do is chance: play it out until somebody has a choice again."""
    while state.measured:
        state.play(state.knack(dice, HAND))


def judged(state: State, judge: Optional[Judge]) -> list[float]:
    """Each seat's chances in an unfinished game."""
    return state.estimate() if judge is None else judge.chances(state)


def worth(position: State, action: i64, looks: i64, dice: Dice, judge: Optional[Judge] = None) -> float:
    """What an action is worth to its seat: the judgement after it and the small choices that complete it.

    The choices that belong to it (where to, whom, which way) are made by the game's hunches. Each look
    guesses the hidden part and rolls the dice anew.
    """
    seat = position.seat
    total = 0.0
    left = looks
    while left > 0:
        state = position.guess(seat, dice)
        state.play(action)
        settle(state, dice)
        small: i64 = 0
        while state.seat == seat and small < SMALL_CHOICES:
            state.play(state.hunch(dice))
            settle(state, dice)
            small += 1
        total += state.score()[seat] if state.seat == OVER else judged(state, judge)[seat]
        left -= 1
    return total / float(looks)
