"""CN-1, CN-4: setting up a game, from the first cards to the first round."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from harena.core.bits import bit, full, members_of
from harena.core.dice import Dice, shuffle
from harena.core.state import ASKED, DONE, Step
from harena.games.centauri.actions import SIDE, STARPORT
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.armada import Armada
from harena.games.centauri.rules.gains import open_tracks, raise_track
from harena.games.centauri.rules.player import Player
from harena.games.centauri.rules.round import NextRound
from harena.games.centauri.state import Setting, Space, changed


def open_game(pack: ArenaPack, setting: Setting, dice: Dice) -> Space:
    """A game before its first decision."""
    game = Space(pack, setting, dice)
    seat: i64 = 0
    while seat < setting.players:
        player = Player()
        player.begin(pack.basics)
        game.players.append(player)
        armada: i64 = 0
        while armada < setting.each:
            game.armadas.append(Armada(seat))
            armada += 1
        seat += 1
    game.next(SetUp())
    return game


@final
@mypyc_attr(free_list_len=1)
class SetUp(Step):
    """The first player, cards, reports, what lies on the map; then sides and levels."""

    def begin(self, game: Space) -> bool:
        game.first = game.dice.below(game.seats)
        game.say("first_player", "CN-2.6", game.first)
        deal(game)
        lay_out(game)
        game.next(NextRound())
        place = game.seats - 1
        while place >= 0 and game.scenario.upgrades > 0:
            game.next(Spread(game.seat_in_order(place), n=game.scenario.upgrades))
            place -= 1
        game.next(PickSide(game.seat_in_order(1)))
        return DONE


def deal(game: Space) -> None:
    """CN-1.11: the first Common cards face up; then the Arena cards join the deck (CN-1.5)."""
    common = members_of(game.pack.common)
    shuffle(common, game.dice)
    place: i64 = 0
    while place < game.seats:
        seat = game.seat_in_order(place)
        player = game.players[seat]
        dealt: i64 = 0
        while dealt < game.pack.basics.first_cards:
            card = common.pop()
            player.hand |= bit(card)
            game.reveal("dealt_open", "CN-1.11", seat, game.pack.kind_of[card])
            dealt += 1
        player.known = player.hand
        place += 1
    game.deck = common + members_of(full(len(game.pack.kind_of)) & ~game.pack.common)
    shuffle(game.deck, game.dice)


def lay_out(game: Space) -> None:
    """CN-4: modules, Bosses and the Convoy as the map has them; the Scanning Reports shuffled."""
    game.reports = members_of(full(len(game.pack.reports)))
    shuffle(game.reports, game.dice)
    game.modules = game.map.modules
    game.bosses = game.map.bosses
    if game.scenario.convoy:
        game.convoy = game.map.jumpgate


@final
@mypyc_attr(free_list_len=1)
class PickSide(Step):
    """CN-4.1 to CN-4.3: the second player's team picks its start; the other has the other one."""

    def question(self) -> i64:
        return questions.PICK_SIDE

    def begin(self, game: Space) -> bool:
        game.ask(self.who, SIDE, 3)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        picked = action - SIDE
        team = self.who & 1
        starts = game.map.starts
        game.homes = changed([starts[1 - picked], starts[1 - picked]], team, starts[picked])
        rule = game.scenario.paragraph()
        game.say("picked_side", rule, self.who, team, game.homes[team])
        game.say("stationed", rule, 1 - team, game.homes[1 - team])
        for armada in game.armadas:
            armada.pos = game.homes[armada.team()]


@final
@mypyc_attr(free_list_len=1)
class Spread(Step):
    """CN-4.2: levels at the start, `n` of them still to be spread."""

    def question(self) -> i64:
        return questions.SPREAD

    def begin(self, game: Space) -> bool:
        tracks = open_tracks(game, self.who)
        if tracks == 0:
            return DONE
        game.ask(self.who, STARPORT, tracks)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        if self.n > 1:
            game.next(Spread(self.who, n=self.n - 1))
        raise_track(game, self.who, action - STARPORT, "spread")
