"""What a bot thinks of a position: every seat's chances, and the actions it looked into."""

from __future__ import annotations

import time

import msgspec

from harena.bots.mcts import AT_ONCE, LOOKS, PLAYOUTS, manner_for
from harena.bots.search import Search
from harena.core.dice import Dice
from harena.core.state import OVER, State

NO_ACTION = -1  # all was a matter of hands
MOST = 20_000  # iterations: more tell nothing new


class Considered(msgspec.Struct, frozen=True):
    """An action that was looked into."""

    action: int
    tries: int  # of the search's; all actions' together are all of them
    chance: float  # what its seat got on average; with no tries, by a first look


class Counsel(msgspec.Struct, frozen=True):
    """What a search found."""

    chances: list[float]  # by seat, to win; after the action considered first, where there is one
    tries: int
    considered: list[Considered]  # the most tried first; empty unless the adviser's seat decides


def advise(state: State, seat: int, dice: Dice, seconds: float, most: int = MOST) -> Counsel:
    """Search for some time, judging only from what a seat, or a SPECTATOR, may know.

    All that the seat cannot know is guessed before anything is looked at, and anew for every try. Whoever
    decides, the guesses are those of the one who asks.
    """
    position = state.guess(seat, dice)
    if position.seat == OVER:
        return Counsel(position.score(), 0, [])
    search = Search(manner_for(position, PLAYOUTS), dice)
    looks: dict[int, float] = {}
    decides = position.seat == seat and not position.measured
    if decides:
        search.consider(position, LOOKS)
        looks = first_looks(search)
    tried = try_out(search, position, seat, time.monotonic() + seconds, most)
    if not decides:
        late = [got for _, got in tried[len(tried) // 2 :]]  # once the better actions were known
        return Counsel(average(late), len(tried), [])
    by_action: dict[int, list[list[float]]] = {action: [] for action in looks}
    for action, got in tried:
        if action in by_action:  # what is pointless was not looked at before, but may have been tried
            by_action[action].append(got)
    found = considered(by_action, looks, seat)
    best = by_action[found[0].action] or [got for _, got in tried]
    return Counsel(average(best), sum(one.tries for one in found), found)


def try_out(
    search: Search, position: State, seat: int, end: float, most: int
) -> list[tuple[int, list[float]]]:
    """Iterations until the time is over: the action each began with, and what it gave to every seat."""
    out: list[tuple[int, list[float]]] = []
    while len(out) < most and (len(out) % AT_ONCE or not out or time.monotonic() < end):
        got = search.learn(position.guess(seat, search.dice))
        out.append((search.path[0].action if search.path else NO_ACTION, got))
    return out


def first_looks(search: Search) -> dict[int, float]:
    """What every sensible action is worth at a first look."""
    looks, node = {}, search.root.child
    while node is not None:
        looks[node.action] = node.value / float(node.visits)
        node = node.sibling
    return looks


def considered(
    by_action: dict[int, list[list[float]]], looks: dict[int, float], seat: int
) -> list[Considered]:
    """The sensible actions, the most tried first."""
    found = [
        Considered(action, len(got), average(got)[seat] if got else looks[action])
        for action, got in by_action.items()
    ]
    return sorted(found, key=lambda one: (-one.tries, -one.chance, one.action))


def average(shares: list[list[float]]) -> list[float]:
    """What every seat got on average."""
    return [sum(column) / len(shares) for column in zip(*shares, strict=True)]
