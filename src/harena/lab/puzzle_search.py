"""What a choice is worth, found by a long search of its own, and how soon a game ends after it."""

from __future__ import annotations

from dataclasses import dataclass

from harena import bots
from harena.bots.mcts import PLAYOUTS, manner_for
from harena.bots.search import Node, Search, sensible
from harena.core.dice import Dice, fast_dice
from harena.core.match import Match
from harena.core.state import OVER, SPECTATOR, State
from harena.core.view import tell
from harena.lab.plan import seed_of

LINE = 4  # decisions that are kept of what mostly comes next
OFTEN_TRIED = 20  # what was tried less often says nothing
PLAYED_ON = 10  # games, to see how they go on until the next chapter
PLAYER = "mcts:60"  # plays them
LONGEST = 120  # decisions of each: what is not settled by then is not


class Weigher:
    """Gives every sensible choice of a position a search of its own, so that none is looked at too little.

    Every try guesses anew what the deciding seat cannot know, as bots do: the truth is never looked at.
    """

    def __init__(self, state: State, seed: int) -> None:
        self.state = state
        self.seat = state.seat
        self.actions = sensible(state)
        manner = manner_for(state, PLAYOUTS)
        dice = {action: fast_dice(seed_of(seed, number)) for number, action in enumerate(self.actions)}
        self.searches = {action: Search(manner, dice[action]) for action in self.actions}
        self.got: dict[int, list[float]] = {action: [] for action in self.actions}

    def chances(self, tries: int) -> dict[int, float]:
        """So many tries of every choice: by action, the chance to win."""
        for action in self.actions:
            self.weigh(action, tries)
        return {action: self.mean(action) for action in self.actions}

    def weigh(self, action: int, tries: int) -> None:
        search = self.searches[action]
        for _ in range(tries):
            guess = self.state.guess(self.seat, search.dice)
            guess.play(action)
            self.got[action].append(search.learn(guess)[self.seat])

    def mean(self, action: int) -> float:
        """The chance, by the later half of the tries: by then it is known how to go on."""
        late = self.got[action][len(self.got[action]) // 2 :]
        return sum(late) / len(late)

    def line(self, action: int) -> list[tuple[int, int]]:
        """What was tried most afterwards: (seat, action)."""
        out: list[tuple[int, int]] = []
        node: Node | None = self.searches[action].root
        while len(out) < LINE and (node := _most_tried(node)) is not None:
            out.append((node.seat, node.action))
        return out


def _most_tried(node: Node | None) -> Node | None:
    """The child that was tried most, if that was often."""
    best: Node | None = None
    child = node.child if node is not None else None
    while child is not None:
        if child.visits >= OFTEN_TRIED and (best is None or child.visits > best.visits):
            best = child
        child = child.sibling
    return best


@dataclass(frozen=True)
class Outlook:
    """Of games played on until the next chapter: the share that was won by then, and that was lost."""

    won: float
    lost: float


def outlook(match: Match, action: int) -> Outlook:
    """Play on after an action from guesses, all seats by searching."""
    seat = match.seat
    ends = [_end(match, action, fast_dice(number)) for number in range(PLAYED_ON)]
    won = sum(end is not None and end[seat] >= 0.999 for end in ends)
    lost = sum(end is not None and end[seat] <= 0.001 for end in ends)
    return Outlook(won / PLAYED_ON, lost / PLAYED_ON)


def _end(match: Match, action: int, dice: Dice) -> list[float] | None:
    """The shares where a game ended before the next chapter; None where it goes on."""
    state = match.state.guess(match.seat, dice)
    state.journal = []
    state.play(action)
    player = bots.find(PLAYER)
    for _ in range(LONGEST):
        if state.seat == OVER:
            return state.score()
        if begins_chapter(match, state):
            return None
        state.journal = []
        state.play(bots.answer(player, state, dice))
    return None


def begins_chapter(match: Match, state: State) -> bool:
    """Did the last decision bring the next chapter?"""
    cast = match.game.view(state, SPECTATOR).cast
    return any(match.words.glimpse(tell(event, 0, SPECTATOR), cast).chapter for event in state.journal or [])


def begun(match: Match) -> bool:
    """Has the game chapters at all?"""
    cast = match.cast
    return any(match.words.glimpse(told, cast).chapter for told in match.events(SPECTATOR))
