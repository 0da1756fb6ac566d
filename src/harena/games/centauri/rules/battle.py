"""CN-3.1, CN-3.7: a combat, from initiative through its rounds to its end."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, low_bit
from harena.core.hex import OFF
from harena.core.state import DONE, Step
from harena.games.centauri.pack.content import NOBODY
from harena.games.centauri.rules.armada import STOOD_OFF
from harena.games.centauri.rules.buff import Buff
from harena.games.centauri.rules.decide import Decide
from harena.games.centauri.rules.destroy import destroy
from harena.games.centauri.rules.engage import Engage
from harena.games.centauri.rules.pool import SIDES
from harena.games.centauri.rules.sides import is_decided
from harena.games.centauri.state import FOE, Space


@final
@mypyc_attr(free_list_len=1)
class Battle(Step):
    """A combat in a sector (`n`) between armadas (`what`), or with a foe of a level (`mode`)."""

    def begin(self, game: Space) -> bool:
        game.battle = self.n
        game.clash = 0
        game.foe = self.mode
        game.shooter = NOBODY
        game.fled = 0
        game.foe_hull = game.pack.foes[self.mode].hull if self.mode > 0 else 0
        game.say("battle", "CN-2.4", self.n, self.mode)
        rest = self.what
        while rest != 0:
            game.armadas[low_bit(rest)].fought = True
            rest &= rest - 1
        game.order = in_order(game, self.what | (bit(FOE) if self.mode > 0 else 0))
        game.next(Clash())
        return DONE


def in_order(game: Space, who: i64) -> list[i64]:
    """CN-3.1: a die and Speed for each; those who tie roll again, among themselves, until none do."""
    order: list[i64] = []
    groups = roll_apart(game, who, True)
    while len(groups) > 0:
        group = groups.pop()
        if group & (group - 1) == 0:
            order.append(low_bit(group))
        else:
            groups += roll_apart(game, group, False)
    return order


def roll_apart(game: Space, group: i64, first: bool) -> list[i64]:
    """A group split by what its members roll, the lowest first; Speed counts in the first roll only."""
    totals: list[i64] = [0] * 32
    rest = group
    while rest != 0:
        number = low_bit(rest)
        die = game.dice.below(SIDES) + 1
        game.fell(die)
        total = die + (quickness(game, number) if first else 0)
        totals[total] |= bit(number)
        game.say_roll("" if first else "tie", game.foe, "initiative", "CN-3.1", number, total)
        rest &= rest - 1
    out: list[i64] = []
    for members in totals:
        if members != 0:
            out.append(members)
    return out


def quickness(game: Space, number: i64) -> i64:
    """What is added to the die: Speed, or the foe's number."""
    if number == FOE:
        return game.pack.foes[game.foe].initiative
    return game.player_of(number).speed


@final
@mypyc_attr(free_list_len=1)
class Clash(Step):
    """A round of the combat: decide, buff, engage, burn out; or its end."""

    def begin(self, game: Space) -> bool:
        calm_all(game)
        if is_decided(game):
            end_battle(game)
            return DONE
        if game.clash == game.pack.basics.combat_rounds:
            stand_off(game)
            return DONE
        game.clash += 1
        game.passes = 0
        game.say("clash", "CN-3.1", game.clash)
        game.next(self)
        game.next(BurnOut())
        self.each(game, True)
        game.next(Buff())
        if game.foe == 0:
            self.each(game, False)
        return DONE

    def each(self, game: Space, engage: bool) -> None:
        """All in the combat in the order of their initiative."""
        place: i64 = len(game.order) - 1
        while place >= 0:
            number = game.order[place]
            owner = game.armadas[number].owner if number != FOE else 0
            if engage:
                game.next(Engage(owner, n=number))
            else:
                game.next(Decide(owner, n=number))
            place -= 1


def calm_all(game: Space) -> None:
    """The buffs of the last round are over."""
    for number in game.order:
        if number != FOE:
            game.armadas[number].calm_down()


def end_battle(game: Space) -> None:
    note_end(game)
    game.battle = OFF
    game.clash = 0
    game.order = []
    game.foe = 0
    game.foe_hull = 0
    game.shooter = NOBODY


def note_end(game: Space) -> None:
    """How the combat ended, for everybody to see until the next decision."""
    ended: list[i64] = [game.battle, game.clash, game.foe, max(0, game.foe_hull)]
    ended += [game.shooter, game.shot_at, game.shot_hits, game.shot_stopped, game.rolled]
    game.ended = ended + game.order
    game.ended_at = game.made


def stand_off(game: Space) -> None:
    """CN-3.1, CN-2.12: after so many rounds all stay, and take no further part in this Encounter."""
    game.say("stand_off", "CN-3.1", game.battle)
    for number in game.order:
        if number != FOE:
            game.armadas[number].out = STOOD_OFF
    end_battle(game)


@final
@mypyc_attr(free_list_len=1)
class BurnOut(Step):
    """Blaze of Glory: after Engage whoever blazed is destroyed, and nobody gains by it (CN-3.12)."""

    def begin(self, game: Space) -> bool:
        for number in game.order[:]:
            if number != FOE and game.armadas[number].blaze:
                game.say("burnt_out", "CN-3.12", number)
                destroy(game, number, number)
        return DONE
