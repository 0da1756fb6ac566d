"""What a bot thinks of a position: every seat's chances, and the actions it looked into."""

from __future__ import annotations

import time

import msgspec

from harena.bots.mcts import AT_ONCE, LOOKS, PLAYOUTS, manner_for
from harena.bots.search import Search, sensible
from harena.core.dice import Dice
from harena.core.state import OVER, State

MOST = 20_000  # iterations: more tell nothing new


class Considered(msgspec.Struct, frozen=True):
    """An action that was looked into."""

    action: int
    tries: int
    chance: float  # what its seat got on average


class Counsel(msgspec.Struct, frozen=True):
    """What a search found."""

    chances: list[float]  # by seat, to win
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
    if position.seat == seat:
        search.consider(position, LOOKS)
    got = try_out(search, position, seat, time.monotonic() + seconds, most)
    late = got[len(got) // 2 :]  # what came of it once the better actions were known
    chances = [sum(one[player] for one in late) / len(late) for player in range(state.seats)]
    return Counsel(chances, len(got), considered(search, position) if position.seat == seat else [])


def try_out(search: Search, position: State, seat: int, end: float, most: int) -> list[list[float]]:
    """Iterations of a search until the time is over; what each gave to every seat."""
    out: list[list[float]] = []
    while len(out) < most and (len(out) % AT_ONCE or not out or time.monotonic() < end):
        out.append(search.learn(position.guess(seat, search.dice)))
    return out


def considered(search: Search, position: State) -> list[Considered]:
    """The sensible actions as the search left them."""
    found, node = [], search.root.child
    open_now = set(sensible(position))
    while node is not None:
        if node.seat == position.seat and node.action in open_now and node.visits:
            found.append(Considered(node.action, node.visits, node.value / float(node.visits)))
        node = node.sibling
    return sorted(found, key=lambda one: (-one.tries, -one.chance, one.action))
