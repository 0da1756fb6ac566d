"""CN-4.3, CN-4.7: the Convoy of colonists and how it is persuaded."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import SECTOR
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.ending import BY_CONVOY, win
from harena.games.centauri.state import Space


def persuade(game: Space) -> None:
    """CN-4.3: both sides lose victory points one for one; what is left moves the Convoy."""
    team: i64 = 0 if game.points[0] > game.points[1] else 1
    left = game.points[team] - game.points[1 - team]
    game.points = [0, 0]
    if left == 0:
        game.say("convoy_stays", "CN-4.3")
        return
    game.say("persuaded", "CN-4.3", team, left)
    game.next(ConvoyStep(mover(game, team), n=left, mode=1))


def mover(game: Space, team: i64) -> i64:
    """CN-4.7: the team's first player in the turn order."""
    return game.first if (game.first & 1) == team else game.seat_in_order(1)


def convoy_cost(game: Space, sector: i64) -> i64:
    """CN-4.7: what a step of the Convoy into a sector costs, a Raider beside it included."""
    rates = game.scenario.convoy_rates
    rate = rates[min((game.seats >> 1) - 1, len(rates) - 1)]
    return rate * game.map.costs[sector] + game.raider_at(game.convoy)


def convoy_ways(game: Space, team: i64, points: i64) -> i64:
    """CN-4.3: neighbours nearer to a team's Starbase, without a Raider, for at most so many points."""
    area = game.field.nearer(game.homes[team], game.convoy) & ~game.raided() & ~game.scenario.closed
    rest = area
    while rest != 0:
        sector = low_bit(rest)
        if convoy_cost(game, sector) > points:
            area &= ~bit(sector)
        rest &= rest - 1
    return area


@final
@mypyc_attr(free_list_len=1)
class ConvoyStep(Step):
    """A step of the Convoy with `n` points left; `mode` 1: the first, made whatever it costs."""

    def question(self) -> i64:
        return questions.CONVOY_STEP

    def begin(self, game: Space) -> bool:
        most = 100 * self.n if self.mode == 1 else self.n
        ways = convoy_ways(game, self.who & 1, most)
        if ways == 0:
            if self.mode == 1:
                game.say("convoy_stays", "CN-4.3")
            return DONE
        game.ask(self.who, SECTOR, ways)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        sector = action - SECTOR
        left = max(0, self.n - convoy_cost(game, sector))
        game.say("convoy", "CN-4.3", game.convoy, sector, left)
        game.convoy = sector
        team = self.who & 1
        if sector == game.homes[team]:
            win(game, team, BY_CONVOY, "CN-4.3")
        elif left > 0:
            game.next(ConvoyStep(self.who, n=left))
