"""What players gain: victory points, Astartium, tokens, Hull, levels."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from harena.core.state import ASKED, Step
from harena.games.centauri.actions import TOKEN
from harena.games.centauri.pack.content import (
    GAIN_CARDS,
    GAIN_COMBAT,
    GAIN_COMBAT_TOKENS,
    GAIN_EXPLORATION_TOKENS,
    GAIN_SHIELD,
    GAIN_SPEED,
    LEVELS,
    MOST,
    STARPORT,
)
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.cards import FROM_LEVEL, DrawCard
from harena.games.centauri.rules.ending import reach_goal
from harena.games.centauri.rules.player import Player
from harena.games.centauri.state import Space, changed

COMBAT_TOKEN: Final = 0
EXPLORATION_TOKEN: Final = 1
BY_CARD: Final = 0
BY_KILL: Final = 1
BY_FOE: Final = 2
TOKEN_CAUSES: Final = ["card", "kill", "foe"]
TOKEN_RULES: Final = ["CN-2.8", "CN-3.5", "CN-3.7"]


def gain_points(game: Space, team: i64, n: i64, cause: str, rule: str) -> None:
    """Victory points for a team; where that reaches the goal the game is over at once (CN-4.5)."""
    if n == 0:
        return
    game.points = changed(game.points, team, game.points[team] + n)
    game.say_why(cause, team, "points", rule, team, n, game.points[team])
    reach_goal(game, team)


def gain_astartium(game: Space, seat: i64, n: i64, cause: str, rule: str) -> None:
    if n == 0:
        return
    player = game.players[seat]
    player.astartium += n
    game.say_why(cause, seat, "astartium", rule, seat, n, player.astartium)


def repair(game: Space, seat: i64, n: i64, cause: str, rule: str) -> None:
    """Restore Hull, never to more than an armada has (CN-1.2)."""
    player = game.players[seat]
    most = game.pack.basics.hull - player.hull
    if n > most:
        n = most
    if n <= 0:
        return
    player.hull += n
    game.say_why(cause, seat, "repaired", rule, seat, n, player.hull)


@final
@mypyc_attr(free_list_len=1)
class ChooseToken(Step):
    """A seat (`who`) takes a token of its choice; `mode` says what for."""

    def question(self) -> i64:
        return questions.CHOOSE_TOKEN

    def begin(self, game: Space) -> bool:
        game.ask(self.who, TOKEN, 3)
        return ASKED

    def choose(self, game: Space, action: i64) -> None:
        kind = action - TOKEN
        player = game.players[self.who]
        if kind == COMBAT_TOKEN:
            player.combat_tokens += 1
        else:
            player.exploration_tokens += 1
        game.say_why(TOKEN_CAUSES[self.mode], self.who, "token", TOKEN_RULES[self.mode], self.who, kind, 1)


def open_tracks(game: Space, seat: i64) -> i64:
    """The tracks that have a level left: bit 0 Starport, bit 1 Research Lab."""
    player = game.players[seat]
    tracks: i64 = 0
    if player.starport < LEVELS:
        tracks |= 1
    if player.lab < LEVELS:
        tracks |= 2
    return tracks


def raise_track(game: Space, seat: i64, track: i64, cause: str) -> None:
    """CN-1.2: one level more, with what it gives."""
    player = game.players[seat]
    if track == STARPORT:
        player.starport += 1
        level = player.starport
    else:
        player.lab += 1
        level = player.lab
    game.say_why(cause, seat, "levelled", "CN-1.2", seat, track, level)
    for gain in game.pack.tracks[track].levels[level - 1]:
        if gain.what == GAIN_CARDS:
            game.next(DrawCard(seat, n=gain.n, mode=FROM_LEVEL))
        else:
            raise_attribute(player, gain.what, gain.n)
            game.say("gained", "CN-1.2", seat, gain.what, gain.n)


def raise_attribute(player: Player, what: i64, n: i64) -> None:
    """CN-1.2: attributes stay within ten."""
    if what == GAIN_SPEED:
        player.speed = min(player.speed + n, MOST)
    elif what == GAIN_COMBAT:
        player.combat = min(player.combat + n, MOST)
    elif what == GAIN_SHIELD:
        player.shield = min(player.shield + n, MOST)
    elif what == GAIN_COMBAT_TOKENS:
        player.combat_tokens += n
    elif what == GAIN_EXPLORATION_TOKENS:
        player.exploration_tokens += n
