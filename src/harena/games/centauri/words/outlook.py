"""What a view and the rules say together about what may come: a choice is tried on a copy of the position."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from harena.core.bits import members_of
from harena.core.dice import Dice
from harena.games.centauri.pack.content import BOSS, ArenaPack
from harena.games.centauri.rules.battle import quickness
from harena.games.centauri.rules.convoy import convoy_cost
from harena.games.centauri.rules.encounter import may_fight
from harena.games.centauri.rules.engage import armour_of, dice_of
from harena.games.centauri.rules.expand import worth_here
from harena.games.centauri.rules.move import may_pick_up
from harena.games.centauri.rules.push import pushed_to
from harena.games.centauri.rules.raiders import surge_of
from harena.games.centauri.rules.reach import cost_of, in_reach, is_walled_in
from harena.games.centauri.state import FOE, Space
from harena.games.centauri.view import ArenaQuestion, ArenaView, PlayerView, SectorView
from harena.games.centauri.words.odds import Duel, Side, duel, escapes, fought
from harena.games.centauri.words.position import position_of
from harena.games.centauri.words.things import scenario_of, sectors_of

FAR_AWAY = 30  # movement points: more than any way on the map costs


class Fight(NamedTuple):
    """What an armada would have to fight somewhere."""

    enemies: tuple[int, ...]  # armadas of the other team; they are fought first
    friends: tuple[int, ...]  # armadas on the same side, its own player's too
    level: int  # of the Raider there; 0: none

    @property
    def needed(self) -> bool:
        return bool(self.enemies) or self.level > 0


class Outlook:
    """A view with its pack, and what follows from both by the rules."""

    def __init__(self, pack: ArenaPack, view: ArenaView) -> None:
        assert view.question is not None
        self.pack = pack
        self.view = view
        self.question: ArenaQuestion = view.question
        self.me = self.question.who
        self.team = self.me & 1
        self.scenario = scenario_of(pack, view.scenario)
        self.sectors = sectors_of(self.scenario.map)

    @cached_property
    def position(self) -> Space:
        return position_of(self.pack, self.view)

    @property
    def mine(self) -> PlayerView:
        """The mat of the one who decides."""
        return self.view.players[self.me]

    def sector(self, name: str) -> SectorView:
        return self.view.sectors[self.sectors[name]]

    # --- trying out

    def copy(self) -> Space:
        """With dice that cannot be thrown: nothing that is tried here depends on any."""
        return self.position.fill(Space(self.pack, self.position.setting, Dice()))

    def standing(self, armada: int, name: str) -> Space:
        """The position with an armada in another sector."""
        game = self.copy()
        game.armadas[armada].pos = self.sectors[name]
        return game

    # --- places

    def worth(self, armada: int, name: str) -> int:
        """CN-4.9: the victory points of a module that an armada would deliver there; 0: it would not."""
        return int(worth_here(self.standing(armada, name), armada))

    def way_home(self, armada: int, name: str) -> int:
        """Movement points of the cheapest way to one's Starbase, past nobody who must be evaded; 0: none."""
        game = self.standing(armada, name)
        game.armadas[armada].points = FAR_AWAY
        home = game.homes[self.team]
        game.armadas[armada].stepped = True
        return int(cost_of(game, armada, home)) if in_reach(game, armada) >> home & 1 else 0

    def leads_nowhere(self, armada: int, more: int) -> bool:
        """CN-2.3: is there nowhere to fly and nothing to take even with so many more movement points?"""
        game = self.copy()
        game.armadas[armada].points += more
        game.armadas[armada].stepped = self.view.asking != "Orders"
        held = is_walled_in(game, armada) or not in_reach(game, armada)
        return held and not may_pick_up(game, armada)

    def convoy_cost(self, name: str) -> int:
        return int(convoy_cost(self.position, self.sectors[name]))

    def convoy_distance(self, name: str) -> int:
        """Sectors from there to one's Starbase."""
        game = self.position
        return int(game.field.distance(self.sectors[name], game.homes[self.team]))

    # --- fights to come

    def fight_at(self, armada: int, name: str) -> Fight:
        """CN-2.4: whom an armada fights if it ends its move there and nobody else moves."""
        game, here = self.standing(armada, name), self.sectors[name]
        there = [number for number, one in enumerate(game.armadas) if one.pos == here and may_fight(one)]
        foes = [number for number in there if game.armadas[number].team() != self.team]
        friends = [n for n in there if game.armadas[n].team() == self.team and n != armada]
        if game.is_peaceful(here) and foes:
            return Fight((), (), 0)  # beside enemies that it does not fight it leaves a Raider alone too
        return Fight(tuple(foes), tuple(friends), int(game.raider_at(here)))

    def takes_part(self, armada: int) -> bool:
        """CN-2.12: does it fight this round, or did it flee, or only just come back?"""
        return bool(may_fight(self.position.armadas[armada]))

    def side(self, number: int, level: int = 0) -> Side:
        """What an armada, or a foe of a level, brings into the first round of a combat."""
        game = self.copy()
        game.clash, game.foe = 1, level
        hull = self.pack.foes[level].hull if number == FOE else game.player_of(number).hull
        return self._side(game, number, int(hull), int(quickness(game, number)))

    def _side(self, game: Space, number: int, hull: int, quick: int) -> Side:
        """Dice that only its first attack has (`dagger`) apart from those of every attack."""
        first = 0 if number == FOE else int(game.armadas[number].dagger)
        return Side(int(dice_of(game, number)) - first, int(armour_of(game, number)), hull, quick, first)

    def duel(self, armada: int, fight: Fight) -> Duel | None:
        """How a fight comes out without cards and tokens, where one armada meets one enemy."""
        if fight.friends or len(fight.enemies) > 1 or not fight.needed:
            return None
        if fight.enemies and fight.level:
            return None
        other = self.side(fight.enemies[0]) if fight.enemies else self.side(FOE, fight.level)
        return self._duel(self.side(armada), other)

    def boss_duel(self, armada: int) -> Duel:
        """CN-2.14: how an armada alone fares against a Boss."""
        return self._duel(self.side(armada), self.side(FOE, BOSS))

    def _duel(self, mine: Side, theirs: Side) -> Duel:
        basics = self.pack.basics
        return duel(mine, theirs, int(basics.escalation), int(basics.combat_rounds))

    # --- the fight that goes on

    def enemies(self) -> list[int]:
        """Whom one's team fights in the battle that goes on."""
        battle = self.view.battle
        if battle is None:
            return []
        return [one for one in battle.order if one == FOE or self.view.armadas[one].team != self.team]

    def in_battle(self) -> list[int]:
        """One's own armadas in it."""
        battle = self.view.battle
        order = battle.order if battle is not None else []
        return sorted(one for one in order if one != FOE and self.view.armadas[one].owner == self.me)

    def hull(self, number: int) -> int:
        """What is left of somebody in the battle."""
        battle = self.view.battle
        if number == FOE:
            return battle.foe_hull if battle is not None else 0
        return self.view.players[self.view.armadas[number].owner].hull

    def dice(self, number: int) -> int:
        """CN-3.4: the dice of its attack now."""
        return int(dice_of(self.position, number))

    def armour(self, number: int) -> int:
        """CN-3.4: the successes that its Shield stops now."""
        return int(armour_of(self.position, number))

    def rerolls(self, number: int) -> bool:
        return number != FOE and self.view.armadas[number].rerolls

    def fights_on(self, armada: int) -> Duel | None:
        """How the battle comes out from here, without cards, if it is one against one and nobody flees."""
        battle = self.view.battle
        if battle is None or len(battle.order) != 2:
            return None
        other = next(one for one in battle.order if one != armada)
        mine, theirs = (self._side(self.position, one, self.hull(one), 0) for one in (armada, other))
        basics = self.pack.basics
        left = int(basics.combat_rounds) - battle.round + 1
        if battle.order[0] == armada:
            return fought(mine, theirs, int(basics.escalation), left)
        turned = fought(theirs, mine, int(basics.escalation), left)
        return Duel(turned.lost, turned.won)

    def escapes(self, armada: int) -> float:
        """CN-3.2: how likely an armada survives fleeing now."""
        owner = self.view.players[self.view.armadas[armada].owner]
        enemies = [one for one in self.enemies() if one != FOE]
        combats = tuple(self.view.players[self.view.armadas[one].owner].combat for one in enemies)
        return escapes(combats, owner.shield, owner.hull)

    def carries(self) -> bool:
        """CN-1.4: is a module on board already?"""
        return any(one.cargo for one in self.view.armadas if one.owner == self.me)

    # --- what changes

    def mended(self, n: int) -> int:
        """CN-1.2: one's Hull with so much of it restored."""
        return min(self.mine.hull + n, int(self.pack.basics.hull))

    def pushed_to(self, name: str) -> list[str]:
        """The sectors that the Raider there can be pushed to."""
        area = pushed_to(self.position, self.question.armada, self.sectors[name])
        return [self.view.sectors[number].name for number in members_of(area)]

    def pushed(self, name: str) -> int:
        """CN-3.7: the level of the Raider there once another has come; 0: none was there."""
        there = self.sector(name).raider
        comes = self.sector(self.question.to).raider
        return int(surge_of(there, comes)) if there else 0
