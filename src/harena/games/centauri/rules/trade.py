"""CN-4.8: trading tokens for victory points."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import full
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import MOST_TRADED, NUMBER
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.gains import COMBAT_TOKEN, EXPLORATION_TOKEN, gain_points
from harena.games.centauri.state import Space


def begin_trading(game: Space, seat: i64) -> None:
    """A player names how many tokens of each kind."""
    game.next(Trade(seat, mode=EXPLORATION_TOKEN))
    game.next(Trade(seat, mode=COMBAT_TOKEN))


@final
@mypyc_attr(free_list_len=1)
class Trade(Step):
    """CN-4.8: how many tokens of a kind (`mode`) a player trades."""

    def question(self) -> i64:
        return questions.TRADE

    def begin(self, game: Space) -> bool:
        held = tokens_of(game, self.who, self.mode)
        if held == 0:
            return DONE
        game.ask(self.who, NUMBER, full(min(held, MOST_TRADED) + 1))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        n = action - NUMBER
        if n == 0:
            return
        player = game.players[self.who]
        if self.mode == COMBAT_TOKEN:
            player.combat_tokens -= n
        else:
            player.exploration_tokens -= n
        game.say("traded", "CN-4.8", self.who, self.mode, n)
        gain_points(game, self.who & 1, n * game.scenario.trade, "trade", "CN-4.8")


def tokens_of(game: Space, seat: i64, kind: i64) -> i64:
    """The tokens of a kind that a player has."""
    player = game.players[seat]
    return player.combat_tokens if kind == COMBAT_TOKEN else player.exploration_tokens
