"""A twin of mcts that cheats: it searches the true position. Only to measure what honesty costs."""

from __future__ import annotations

from harena.bots.bot import Bot
from harena.bots.mcts import EXPLORATION, WIDENING
from harena.bots.search import Manner, Node, Search
from harena.core.dice import Dice, fast_dice
from harena.core.game import AnyGame
from harena.core.state import OVER, State

DICE_SEEDS = 1 << 31


class CheatingTwin:
    """Searches as mcts does, but knows every card; only what the dice will roll it does not know.

    It is no Bot on purpose: it cannot be registered, and nothing that seats bots would hand it the truth.
    """

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations

    def choose(self, truth: State, dice: Dice) -> int:
        """The action that does best in the true position."""
        if truth.count() == 1:
            return truth.nth(0)
        search = Search(Manner(EXPLORATION, truth.horizon(), True, WIDENING), dice)
        for _ in range(self.iterations):
            state = truth.copy()
            state.dice = fast_dice(dice.below(DICE_SEEDS))
            path: list[Node] = []
            search.descend(state, path)
            got = search.play_on(state)
            for node in path:
                node.visits += 1
                node.value += got[node.seat]
        return search.best(truth)


def share_of_twin(game: AnyGame, twin: CheatingTwin, honest: Bot, games: int, first_seed: int = 1) -> float:
    """What the twin scores against an honest bot in a game for two; each deal is played from both sides."""
    pack, options = game.pack(), game.options()
    settings = game.match_ups(pack, options)
    won = 0.0
    for number in range(games):
        deal, side = divmod(number, 2)
        state: State = game.start(pack, settings[deal % len(settings)], fast_dice(first_seed + deal))
        dice = [fast_dice(DICE_SEEDS + 2 * number), fast_dice(DICE_SEEDS + 2 * number + 1)]
        while state.seat != OVER:
            seat = state.seat
            if seat == side:
                state.play(twin.choose(state, dice[seat]))
            else:
                state.play(honest.choose(state.guess(seat, dice[seat]), dice[seat]))
        won += state.score()[side]
    return won / games
