"""CN-2.5, CN-4.5, CN-4.9: Expand: deliveries, or the Convoy."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.state import DONE, Step
from harena.games.centauri.rules.armada import AWAY
from harena.games.centauri.rules.convoy import persuade
from harena.games.centauri.rules.ending import count_together
from harena.games.centauri.rules.gains import gain_astartium
from harena.games.centauri.state import Space, changed


@final
@mypyc_attr(free_list_len=1)
class Expand(Step):
    """Deliveries are made by themselves, in turn order; then the Convoy moves, where there is one."""

    def begin(self, game: Space) -> bool:
        place: i64 = 0
        while place < len(game.armadas):
            deliver(game, game.armada_in_order(place))
            place += 1
        if game.scenario.convoy:
            persuade(game)
        else:
            count_together(game)
        return DONE


def worth_here(game: Space, number: i64) -> i64:
    """CN-4.9: the victory points of a module on board where the armada is; 0: it is not delivered here."""
    armada = game.armadas[number]
    if (game.harmony >> armada.pos) & 1 != 0:
        return game.scenario.harmony
    return game.scenario.delivery if armada.pos == game.homes[armada.team()] else 0


def deliver(game: Space, number: i64) -> None:
    """CN-4.1, CN-4.2: a module on board at one's own Starbase, or in harmony, is placed."""
    armada = game.armadas[number]
    points = worth_here(game, number)
    if not armada.cargo or armada.out == AWAY or points == 0:
        return
    armada.cargo = False
    team = armada.team()
    cause = "harmony" if (game.harmony >> armada.pos) & 1 != 0 else "delivery"
    game.delivered = changed(game.delivered, team, game.delivered[team] + 1)
    game.say_why(cause, number, "delivered", "CN-4.9", number, armada.pos)
    game.points = changed(game.points, team, game.points[team] + points)  # compared later: CN-4.5
    game.say_why(cause, team, "points", "CN-4.9", team, points, game.points[team])
    if cause == "delivery":
        gain_astartium(game, armada.owner, game.scenario.delivery_astartium, "delivery", "CN-4.1")
