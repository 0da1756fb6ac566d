"""CN-2: the round, from Retaliation to Expand."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, full, low_bit, members_of
from harena.core.dice import shuffle
from harena.core.state import DONE, Step
from harena.games.centauri.pack.content import NOBODY, PAIR_HARMONY, PAIR_RAIDERS, TOP_LEVEL
from harena.games.centauri.rules.armada import TAKES_PART
from harena.games.centauri.rules.encounter import AfterFights, Encounter
from harena.games.centauri.rules.ending import run_out
from harena.games.centauri.rules.expand import Expand
from harena.games.centauri.rules.move import Movement
from harena.games.centauri.rules.raiders import put_raider
from harena.games.centauri.rules.upkeep import BeginUpkeep
from harena.games.centauri.state import ENCOUNTER, EXPAND, MOVEMENT, UPKEEP, Space, changed


@final
@mypyc_attr(free_list_len=1)
class NextRound(Step):
    """CN-2.6: another round, or the end."""

    def begin(self, game: Space) -> bool:
        if game.round == game.setting.rounds:
            run_out(game)
            return DONE
        game.round += 1
        if game.round > 1:
            game.first = game.seat_in_order(1)
        game.discards |= game.spent
        game.spent = 0
        game.say("round", "CN-2.1", game.round, game.first)
        game.next(self)
        game.next(Phase(mode=EXPAND))
        game.next(Phase(mode=ENCOUNTER))
        game.next(Phase(mode=MOVEMENT))
        game.next(Phase(mode=UPKEEP))
        start_afresh(game)
        retaliate(game)
        draw_report(game)
        return DONE


@final
@mypyc_attr(free_list_len=1)
class Phase(Step):
    """One phase (`mode`) of the round begins."""

    def begin(self, game: Space) -> bool:
        game.phase = self.mode
        if self.mode == EXPAND:
            game.next(Expand())
        elif self.mode == ENCOUNTER:
            game.next(AfterFights())
            game.next(Encounter())
        else:
            self.everybody(game)
        return DONE

    def everybody(self, game: Space) -> None:
        """Each player in turn order."""
        place = game.seats - 1
        while place >= 0:
            seat = game.seat_in_order(place)
            if self.mode == UPKEEP:
                game.next(BeginUpkeep(seat))
            else:
                game.next(Movement(seat))
            place -= 1


def start_afresh(game: Space) -> None:
    """What held for the last round is over."""
    game.fights = 0
    game.raids = 0
    for armada in game.armadas:
        armada.moved = False
        armada.fought = False
        armada.out = TAKES_PART
        armada.dagger = 0


def retaliate(game: Space) -> None:
    """CN-4.2: Ravager Retaliation: all modules go, and one appears in the Black Hole."""
    if not game.scenario.one_module:
        return
    for armada in game.armadas:
        armada.cargo = False
    game.modules = [game.map.hole]
    game.say("retaliation", "CN-4.2", game.map.hole)


def draw_report(game: Space) -> None:
    """CN-2.1: one Scanning Report."""
    if len(game.reports) == 0:
        game.reports = members_of(full(len(game.pack.reports)))
        game.reported = 0
        shuffle(game.reports, game.dice)
    game.report = game.reports[-1]
    game.reports = game.reports[:-1]
    game.reported |= bit(game.report)
    report = game.pack.reports[game.report]
    game.reveal("report", "CN-2.1", game.report, report.colour)
    if game.scenario.colour_raises:
        raise_raiders(game, game.map.of_colour[report.colour])
    game.harmony = 0
    if game.scenario.pair == PAIR_RAIDERS:
        bring_raiders(game, game.map.module_pairs[report.modules])
    elif game.scenario.pair == PAIR_HARMONY:
        game.harmony = game.map.module_pairs[report.modules]
        game.say("harmony", "CN-4.2", game.report)
    if game.scenario.raiders and report.raiders != NOBODY:
        bring_raiders(game, game.map.raider_pairs[report.raiders])


def raise_raiders(game: Space, area: i64) -> None:
    """CN-4.3: all Raiders on sectors of the report's colour rise by a level."""
    level = TOP_LEVEL - 1
    while level > 0:
        rising = game.raiders[level] & area
        game.raiders = changed(game.raiders, level, game.raiders[level] & ~rising)
        game.raiders = changed(game.raiders, level + 1, game.raiders[level + 1] | rising)
        while rising != 0:
            game.say("raised", "CN-4.3", low_bit(rising), level + 1)
            rising &= rising - 1
        level -= 1


def bring_raiders(game: Space, area: i64) -> None:
    """CN-2.1, CN-2.7: Raiders of level 1 appear, but not where none may be."""
    area &= ~game.off_limits()
    while area != 0:
        put_raider(game, low_bit(area), 1, "report")
        area &= area - 1
