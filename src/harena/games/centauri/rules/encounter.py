"""CN-2.4, CN-2.12 to CN-2.14: Encounter: who fights whom, in which order; then who regroups."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit
from harena.core.hex import OFF
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import DRAW, JOIN, NO, REPAIR
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.armada import AWAY, TAKES_PART, Armada
from harena.games.centauri.rules.battle import Battle
from harena.games.centauri.rules.cards import FROM_REGROUP, DrawCard
from harena.games.centauri.rules.gains import repair
from harena.games.centauri.rules.raiders import RaidersMove
from harena.games.centauri.rules.trade import begin_trading
from harena.games.centauri.state import Space


def may_fight(armada: Armada) -> bool:
    """CN-2.12, CN-3.6: it takes part, and has not just come back."""
    return armada.out == TAKES_PART and not armada.back


def fighters_at(game: Space, sector: i64) -> i64:
    """The armadas in a sector that may fight."""
    there: i64 = 0
    number: i64 = 0
    while number < len(game.armadas):
        armada = game.armadas[number]
        if armada.pos == sector and may_fight(armada):
            there |= bit(number)
        number += 1
    return there


def enemies_in(game: Space, armada: Armada) -> bool:
    """Is an enemy that may fight in the same sector?"""
    for other in game.armadas:
        if other.team() != armada.team() and other.pos == armada.pos and may_fight(other):
            return True
    return False


@final
@mypyc_attr(free_list_len=1)
class Encounter(Step):
    """CN-2.12: looks for what comes next and puts itself back: combats, Raiders, Bosses, Regroups."""

    def begin(self, game: Space) -> bool:
        sector = next_combat(game)
        if sector != OFF:
            game.fights |= bit(sector)
            game.next(self)
            game.next(Battle(n=sector, what=fighters_at(game, sector)))
            return DONE
        sector = next_raid(game)
        if sector != OFF:
            game.raids |= bit(sector)
            game.next(self)
            game.next(Battle(n=sector, what=fighters_at(game, sector), mode=game.raider_at(sector)))
            return DONE
        sector = next_boss(game)
        if sector != OFF:
            game.raids |= bit(sector)
            game.next(self)
            game.next(GatherForBoss(n=sector))
            return DONE
        regroup_all(game)
        return DONE


def next_combat(game: Space) -> i64:
    """CN-2.4: the sector of the earliest armada in turn order that has an enemy beside it."""
    place: i64 = 0
    while place < len(game.armadas):
        armada = game.armadas[game.armada_in_order(place)]
        sector = armada.pos
        fought_out = game.is_peaceful(sector) or (game.fights >> sector) & 1 != 0
        if may_fight(armada) and not fought_out and enemies_in(game, armada):
            return sector
        place += 1
    return OFF


def next_raid(game: Space) -> i64:
    """CN-2.12: the sector of the earliest armada that stands with a Raider."""
    place: i64 = 0
    while place < len(game.armadas):
        armada = game.armadas[game.armada_in_order(place)]
        sector = armada.pos
        raided = game.raider_at(sector) > 0 and (game.raids >> sector) & 1 == 0
        if may_fight(armada) and raided and not enemies_in(game, armada):
            return sector
        place += 1
    return OFF


def next_boss(game: Space) -> i64:
    """CN-2.14: the sector of the earliest armada that stands with a Boss, if only one team is there."""
    place: i64 = 0
    while place < len(game.armadas):
        armada = game.armadas[game.armada_in_order(place)]
        sector = armada.pos
        waiting = (game.bosses & ~game.raids & ~game.where(1 - armada.team())) >> sector & 1 != 0
        if may_fight(armada) and waiting:
            return sector
        place += 1
    return OFF


@final
@mypyc_attr(free_list_len=1)
class GatherForBoss(Step):
    """CN-2.14: each armada in a Boss's sector (`n`) is asked in turn order."""

    def begin(self, game: Space) -> bool:
        game.next(AllGathered(n=self.n))
        place: i64 = len(game.armadas) - 1
        while place >= 0:
            number = game.armada_in_order(place)
            if game.armadas[number].pos == self.n and may_fight(game.armadas[number]):
                game.next(JoinBoss(game.armadas[number].owner, n=number))
            place -= 1
        game.joined = 0
        return DONE


@final
@mypyc_attr(free_list_len=1)
class JoinBoss(Step):
    """CN-2.14: an armada (`n`) joins the fight against the Boss beside it, or not."""

    def question(self) -> i64:
        return questions.JOIN_BOSS

    def begin(self, game: Space) -> bool:
        game.ask(self.who, NO, bit(0) | bit(JOIN - NO))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action == JOIN:
            game.joined |= bit(self.n)
            game.say("joined", "CN-2.14", self.n)
        else:
            game.say("left_boss", "CN-2.14", self.n)


@final
@mypyc_attr(free_list_len=1)
class AllGathered(Step):
    """Those that joined fight the Boss of a sector (`n`) together."""

    def begin(self, game: Space) -> bool:
        if game.joined != 0:
            game.next(Battle(n=self.n, what=game.joined, mode=BOSS))
        game.joined = 0
        return DONE


def regroup_all(game: Space) -> None:
    """CN-2.13: all armadas that may, in turn order."""
    place: i64 = len(game.armadas) - 1
    while place >= 0:
        number = game.armada_in_order(place)
        if may_regroup(game, number):
            game.next(Regroup(game.armadas[number].owner, n=number))
        place -= 1


def may_regroup(game: Space, number: i64) -> bool:
    """CN-2.13: it fought nobody, stands with no Raider or Boss, and with no enemy where there are fights."""
    armada = game.armadas[number]
    if armada.fought or not may_fight(armada) or game.foe_at(armada.pos) > 0:
        return False
    return game.is_peaceful(armada.pos) or (game.where(1 - armada.team()) >> armada.pos) & 1 == 0


@final
@mypyc_attr(free_list_len=1)
class Regroup(Step):
    """CN-2.4: an armada (`n`) restores Hull, or its owner draws a card."""

    def question(self) -> i64:
        return questions.REGROUP

    def begin(self, game: Space) -> bool:
        whole = game.players[self.who].hull == game.pack.basics.hull
        game.ask(self.who, REPAIR, bit(DRAW - REPAIR) | (0 if whole else bit(0)))
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if action == REPAIR:
            game.say("regrouped", "CN-2.4", self.n, 0)
            repair(game, self.who, game.pack.basics.regroup, "regroup", "CN-2.4")
        else:
            game.say("regrouped", "CN-2.4", self.n, 1)
            game.next(DrawCard(self.who, n=1, mode=FROM_REGROUP))


@final
@mypyc_attr(free_list_len=1)
class AfterFights(Step):
    """What comes between Encounter and Expand: the Black Hole's wear, trading, the Raiders' way."""

    def begin(self, game: Space) -> bool:
        wear_down(game)
        if game.scenario.raiders_move:
            game.next(RaidersMove())
        if game.scenario.trade > 0:
            place: i64 = len(game.armadas) - 1
            while place >= 0:
                number = game.armada_in_order(place)
                armada = game.armadas[number]
                if (game.map.trades >> armada.pos) & 1 != 0 and armada.out != AWAY:
                    begin_trading(game, armada.owner)
                place -= 1
        return DONE


def wear_down(game: Space) -> None:
    """CN-4.12: every armada in the Black Hole loses Hull, but is not destroyed by it."""
    if game.scenario.wear == 0:
        return
    number: i64 = 0
    while number < len(game.armadas):
        armada = game.armadas[number]
        player = game.players[armada.owner]
        if armada.pos == game.map.hole and player.hull > 1:
            player.hull = max(1, player.hull - game.scenario.wear)
            game.say("wear", "CN-4.12", number, player.hull)
        number += 1
