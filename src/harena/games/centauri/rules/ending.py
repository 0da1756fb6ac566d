"""CN-2.6, CN-4.4, CN-4.5: when the game ends, and who has won."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.state import ASKED, Step
from harena.games.centauri.pack.content import NOBODY
from harena.games.centauri.state import Space

BY_GOAL: Final = 0
BY_CONVOY: Final = 1
BY_ROUNDS: Final = 2


@final
@mypyc_attr(free_list_len=1)
class Ending(Step):
    """The game is over."""

    def begin(self, game: Space) -> bool:
        game.end()
        return ASKED


def win(game: Space, team: i64, reason: i64, rule: str) -> None:
    """Nothing that was still to come happens."""
    game.winner = team
    if team == NOBODY:
        game.say("drawn", rule)
    else:
        game.say("won", rule, team, reason)
    game.instead(Ending())


def reach_goal(game: Space, team: i64) -> None:
    """CN-4.5: by a kill or a fleeing enemy a team that reaches the goal wins at once."""
    goal = game.scenario.goal
    if goal > 0 and game.points[team] >= goal:
        win(game, team, BY_GOAL, "CN-4.5")


def count_together(game: Space) -> None:
    """CN-4.5: what one Expand brought is compared as a whole; if all is equal the game goes on."""
    goal = game.scenario.goal
    if goal == 0 or (game.points[0] < goal and game.points[1] < goal):
        return
    ahead = leader(game)
    if ahead != NOBODY:
        win(game, ahead, BY_GOAL, "CN-4.5")


def run_out(game: Space) -> None:
    """CN-2.6: the last round is over."""
    if game.scenario.convoy:
        win(game, nearer(game), BY_ROUNDS, "CN-4.3")
    else:
        win(game, leader(game), BY_ROUNDS, "CN-4.4")


def leader(game: Space) -> i64:
    """CN-4.4: more victory points, then more kills, then more levels on both tracks; NOBODY: all is equal."""
    ahead = more(game.points[0], game.points[1])
    if ahead == NOBODY:
        ahead = more(game.kills[0], game.kills[1])
    if ahead == NOBODY:
        ahead = more(levels(game, 0), levels(game, 1))
    return ahead


def nearer(game: Space) -> i64:
    """CN-4.3: the Convoy is nearer to whose Starbase; then more armadas destroyed, then more Raiders."""
    field = game.field
    convoy = game.convoy
    ahead = more(field.distance(convoy, game.homes[1]), field.distance(convoy, game.homes[0]))
    if ahead == NOBODY:
        ahead = more(game.kills[0], game.kills[1])
    if ahead == NOBODY:
        ahead = more(game.hunted[0], game.hunted[1])
    return ahead


def more(first: i64, second: i64) -> i64:
    """The team that has more."""
    if first == second:
        return NOBODY
    return 0 if first > second else 1


def levels(game: Space, team: i64) -> i64:
    """Levels on both tracks of all players of a team."""
    out: i64 = 0
    seat = team
    while seat < game.seats:
        out += game.players[seat].levels()
        seat += 2
    return out
