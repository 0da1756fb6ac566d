"""What a seat sees as numbers: all that the view shows, and nobody's hidden cards."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from harena.core.bits import bit, members_of
from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.centauri import GAME, features
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.rules import questions
from harena.games.centauri.rules.buff import NameBlaze
from harena.games.centauri.rules.convoy import ConvoyStep
from harena.games.centauri.rules.engage import Reroll
from harena.games.centauri.rules.move import EvadeAgain
from harena.games.centauri.rules.trade import Trade
from harena.games.centauri.state import FOE, PHASE_NAMES, Setting, Space
from kit.rows import Change, Row, add, asking_steps, width_of

from .table import FROZEN, HOME_RUN, NEW_HOPE, SCENARIOS, STANDARD, Sky

ME, LEFT, MATE = 0, 1, 2
KINDS = [card.id for card in FROZEN.cards]


def kinds(row: Row, name: str) -> dict[str, int]:
    """Cards by their kinds."""
    return {KINDS[kind]: row[name][kind] for kind in row.places(name)}


# --- hands


@pytest.mark.rule("CN-1.5")
def test_a_hand_is_in_its_owner_s_row_and_only_its_size_in_the_others() -> None:
    sky = Sky(hands={1: "afterburner afterburner pushback", 2: "reserve_crew"})
    mine, theirs = Row(sky.state, ME), Row(sky.state, LEFT)
    assert kinds(mine, "own/hand") == {"afterburner": 2, "pushback": 1}
    assert kinds(theirs, "own/hand") == {"reserve_crew": 1}
    assert mine.number("opponent 1/cards") == 1
    assert theirs.number("opponent 2/cards") == 3, "seat 1 is the last that comes after seat 2"
    other = Sky(hands={1: "blaze_of_glory field_repairs pushback", 2: "reserve_crew"})
    assert Row(other.state, LEFT).all == theirs.all
    assert Row(other.state, ME).differs(mine) == {"own/hand"}


@pytest.mark.rule("CN-1.11")
def test_cards_that_all_have_seen_are_in_every_row() -> None:
    sky = Sky(hands={1: "afterburner pushback"})
    sky.player(1).known = bit(min(members_of(sky.player(1).hand)))
    assert kinds(Row(sky.state, ME), "own/shown") == {"afterburner": 1}
    assert kinds(Row(sky.state, LEFT), "opponent 2/shown") == {"afterburner": 1}
    assert kinds(Row(sky.state, MATE), "team-mate 1/shown") == {"afterburner": 1}


@pytest.mark.parametrize("open_hands", [False, True])
def test_team_mates_see_hands_where_they_are_open(open_hands: bool) -> None:
    sky = Sky(hands={1: "afterburner pushback"}, open_hands=open_hands)
    seen = {"afterburner": 1, "pushback": 1} if open_hands else {}
    assert kinds(Row(sky.state, MATE), "team-mate 1/hand") == seen
    for seat in (1, 3):
        named = Row(sky.state, seat).named
        assert not [name for name in named if name.startswith("opponent") and name.endswith("/hand")]


def test_neither_the_order_of_the_deck_nor_that_of_reports_is_in_it() -> None:
    sky = Sky(players=6)
    rows = [Row(sky.state, seat).all for seat in range(6)]
    sky.state.deck.reverse()
    sky.state.reports = sky.state.reports[::-1]
    assert [Row(sky.state, seat).all for seat in range(6)] == rows


# --- whose is whose


@pytest.mark.rule("CN-1.12")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_players_and_armadas_come_in_the_order_of_seats_from_one_s_own_on(players: int) -> None:
    sky = Sky(players=players)
    state = sky.state
    for seat, player in enumerate(state.players):
        player.astartium = 10 + seat
    for number, armada in enumerate(state.armadas):
        armada.points = 20 + number
    names = {
        2: ["own", "opponent"],
        4: ["own", "opponent 1", "team-mate 1", "opponent 2"],
        6: ["own", "opponent 1", "team-mate 1", "opponent 2", "team-mate 2", "opponent 3"],
    }[players]
    size = len(state.armadas)
    for seat in range(players):
        row = Row(state, seat)
        seats = [row.number(f"{name}/astartium") - 10 for name in names]
        assert seats == [(seat + place) % players for place in range(players)]
        ships = [row.number(f"armada {place + 1}/points") - 20 for place in range(size)]
        assert ships == [(state.setting.each * seat + place) % size for place in range(size)]
        assert row.places("question/who decides") == [(state.seat - seat) % players]


def test_teams_are_told_from_the_seat_s_own() -> None:
    sky = Sky()
    sky.state.points, sky.state.kills = [3, 7], [1, 0]
    for seat in range(4):
        row, team = Row(sky.state, seat), seat & 1
        assert row.number("own team/points") == [3, 7][team]
        assert row.number("other team/points") == [7, 3][team]
        assert row.number("own team/kills") == 1 - team
        assert row.places("own team/home") == [sky.state.homes[team]]
        assert row.places("other team/home") == [sky.state.homes[1 - team]]


# --- the map and the combat


def test_modules_are_counted_where_they_lie() -> None:
    sky = Sky(raiders={"e2": 2})
    sky.modules = ["c3", "a1", "c3", "c3"]
    row = Row(sky.state, LEFT)
    lying = row["sector/modules"]
    assert {place: lying[place] for place in row.places("sector/modules")} == {
        sky.place("a1"): 1,
        sky.place("c3"): 3,
    }
    assert row.places("sector/raiders 2") == [sky.place("e2")]


@pytest.mark.rule("CN-3.1")
@pytest.mark.parametrize("seat", range(6))
def test_a_combat_is_seen_from_one_s_own_armada(seat: int) -> None:
    sky = Sky(players=6)
    state = sky.state
    state.battle, state.clash, state.foe, state.foe_hull = sky.place("c3"), 2, BOSS, 5
    state.order, state.joined = [4, FOE, 1], bit(4) | bit(1)
    state.shooter, state.shot_at, state.shot_hits, state.shot_stopped = 1, FOE, 3, 2
    state.rolled = 3 << 8 * 5 | 1
    row = Row(state, seat)
    order = row["combat/order"]
    assert [order[(4 - seat) % 6], order[FOE], order[(1 - seat) % 6]] == [1, 2, 3]
    assert sum(order) == 6
    assert row.places("combat/joined") == sorted([(4 - seat) % 6, (1 - seat) % 6])
    assert row.places("combat/attacker") == [(1 - seat) % 6]
    assert row.places("combat/attacked") == [FOE]
    assert row["combat/dice"] == [1, 0, 0, 0, 0, 3]
    assert row.places("combat/foe") == [BOSS - 1]


# --- the question


def asked(step: Any, scenario: str = HOME_RUN) -> Row:
    """The row of seat 2 while this waits."""
    sky = Sky(scenario)
    sky.state.waiting = step
    return Row(sky.state, LEFT)


@pytest.mark.rule("CN-3.11")
def test_a_reroll_is_about_an_attack() -> None:
    row = asked(Reroll(0, n=0, target=FOE, x=2, y=5))
    assert row.places("question/question") == [questions.REROLL]
    assert row.places("question/armada") == [3]
    assert row.places("question/attacked") == [FOE]
    assert (row.number("question/successes"), row.number("question/dice")) == (2, 5)


def test_other_questions_say_what_they_are_about() -> None:
    assert asked(EvadeAgain(0, n=1, target=9)).places("question/sector") == [9]
    assert asked(NameBlaze(0, what=4)).places("question/card") == [4]
    assert asked(Trade(0, mode=1)).places("question/token") == [1]
    convoy = asked(ConvoyStep(0, n=7, mode=1), NEW_HOPE)
    assert convoy.number("question/left") == 7
    assert convoy.number("question/first step") == 1
    assert asked(ConvoyStep(0, n=7), NEW_HOPE).number("question/first step") == 0


def test_each_question_has_its_own_number() -> None:
    steps = asking_steps("harena.games.centauri.")
    assert sorted(step.question() for step in steps) == list(range(questions.QUESTIONS))


def test_at_the_end_nothing_is_asked_and_the_winner_is_seen() -> None:
    state = GAME.start(FROZEN, GAME.options(players=2, max_rounds=1), fast_dice(4))
    choices = fast_dice(4)
    while state.seat != OVER:
        assert Row(state, ME).number("round/over") == 0
        state.play(state.nth(choices.below(state.count())))
    for winner, mine, theirs in ((0, [0], [1]), (1, [1], [0]), (-1, [], [])):
        state.winner = winner
        rows = [Row(state, seat) for seat in range(2)]
        assert [row.places("round/winner") for row in rows] == [mine, theirs]
        assert [row.number("round/over") for row in rows] == [1, 1]
        assert [row.places("question/question") for row in rows] == [[], []]
        assert [row.places("question/who decides") for row in rows] == [[], []]


def test_numbers_that_are_said_in_two_places_agree() -> None:
    """The state asks features.py, so that cannot ask the state."""
    assert features.FOE == FOE
    assert features.PLACES == FOE + 1
    assert len(PHASE_NAMES) == features.PHASES


# --- all that the view shows

PLAYER = (
    "speed",
    "combat",
    "shield",
    "hull",
    "starport",
    "lab",
    "astartium",
    "combat_tokens",
    "exploration_tokens",
)
ARMADA = (
    "pos",
    "points",
    "cargo",
    "moved",
    "back",
    "wall",
    "cloaked",
    "dice",
    "dagger",
    "shielding",
    "rerolls",
    "blaze",
)
TABLE = ("convoy", "round", "first", "phase", "active", "report", "battle", "clash", "foe_hull")
SETS = ("bosses", "harmony", "spent", "discards")  # none at first
BY_TEAM = ("homes", "points", "kills", "hunted", "delivered")
CHANGES: dict[str, Change] = {
    **{f"player's {name}": add(f"players.2.{name}") for name in PLAYER},
    **{f"armada's {name}": add(f"armadas.3.{name}") for name in ARMADA},
    **{name: add(name) for name in (*TABLE, *SETS)},
    **{f"team's {name}": lambda state, name=name: raise_first(state, name) for name in BY_TEAM},
    "armada's way out": add("armadas.3.out", 2),
    "modules": lambda state: setattr(state, "modules", [*state.modules, 5]),
    "a Raider": lambda state: setattr(state, "raiders", [0, 0, bit(7), 0]),
    "its level": lambda state: setattr(state, "raiders", [0, 0, 0, bit(7)]),
    "order": lambda state: setattr(state, "order", state.order[::-1]),
    "the deck": lambda state: setattr(state, "deck", state.deck[1:]),
    "rounds": lambda state: agree(state, rounds=9),
    "open hands": lambda state: agree(state, open_hands=True),
    "shooter": lambda state: setattr(state, "shooter", 0),
    "last dice": lambda state: setattr(state, "rolled", state.rolled + 1),
    "last successes": add("shot_hits"),
    "stopped": add("shot_stopped"),
}


def raise_first(state: Space, name: str) -> None:
    first, second = getattr(state, name)
    setattr(state, name, [first + 1, second])


def agree(state: Space, **changes: Any) -> None:
    """Other things were agreed: a setting is shared, so there is a new one."""
    names = ("scenario", "players", "rounds", "open_hands")
    state.setting = Setting(*(changes.get(name, getattr(state.setting, name)) for name in names))


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_whatever_changes_the_view_changes_the_row(name: str) -> None:
    sky = Sky(NEW_HOPE)
    state = sky.state
    state.battle, state.clash, state.order, state.foe, state.foe_hull = 4, 1, [0, FOE, 2], 1, 1
    state.shooter, state.shot_at, state.shot_hits, state.rolled = 2, FOE, 1, bit(40)
    for seat in range(4):
        changed = state.copy()
        CHANGES[name](changed)
        assert GAME.view(changed, seat) != GAME.view(state, seat)
        assert Row(changed, seat).differs(Row(state, seat))


# --- sizes


@pytest.mark.parametrize("players", [2, 4, 6])
def test_sizes_depend_on_the_pack_and_on_the_players_alone(players: int) -> None:
    widths = {
        width_of(GAME, STANDARD, scenario=scenario, players=players, open_hands=open_hands)
        for scenario in SCENARIOS
        for open_hands in (False, True)
    }
    assert len(widths) == 1


def test_more_players_make_a_wider_row() -> None:
    widths = [width_of(GAME, STANDARD, players=players) for players in (2, 4, 6)]
    assert all(fewer < more for fewer, more in pairwise(widths))
