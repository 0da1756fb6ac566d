"""CA-1: setting up, by choices or as agreed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from harena.core.bits import members_of
from harena.core.dice import fast_dice
from harena.core.errors import OptionError
from harena.core.hex import OFF
from harena.core.options import read_options
from harena.games.combat_arena import GAME
from harena.games.combat_arena.pack.content import BOX_NAMES
from harena.games.combat_arena.state import Arena
from kit.dice import Loaded

from .arena import CASTUS, GRUE, RAFELO, STANDARD, TEKNOTH, make_pack, start

AS_THEY_LIE = range(12, 1, -1)  # a shuffle of twelve cards that changes nothing
CORNERS = {"a1", "a5", "e1", "e9", "i1", "i5"}
ACTIONS = GAME.actions(STANDARD)


def set_up(rolls: Iterable[int], **options: Any) -> Arena:
    """A game whose players roll so for the order."""
    settings = read_options(GAME.options, options)
    return GAME.start(STANDARD, settings, Loaded([*AS_THEY_LIE, *rolls]), journal=True)


def opened(game: Arena) -> set[str]:
    return {ACTIONS.notation(action) for action in game.legal()}


def answer(game: Arena, *answers: str) -> None:
    for one in answers:
        assert one in opened(game), f"{one} is not open; open are {sorted(opened(game))}"
        game.play(ACTIONS.parse(one))


def order_rolls(game: Arena) -> list[tuple[int, int]]:
    return [(event.a, event.b) for event in game.journal or [] if event.kind == "order_roll"]


# --- CA-1.1


@pytest.mark.rule("CA-1.1")
@pytest.mark.parametrize("board", ["storm_eye", "pinwheel"])
def test_the_side_of_the_board_is_picked(board: str) -> None:
    assert start(board=board).board.id == board


@pytest.mark.rule("CA-1.1")
def test_without_a_word_the_first_side_is_used_and_an_unknown_one_is_refused() -> None:
    assert start().board.id == "storm_eye"
    with pytest.raises(OptionError, match=r"'board'.*'cellar'.*storm_eye, pinwheel"):
        start(board="cellar")


@pytest.mark.rule("CA-1.1")
def test_the_twelve_injuries_are_shuffled_once_at_the_start() -> None:
    orders = {tuple(start(seed=seed).injuries) for seed in range(30)}
    assert len(orders) == 30, "every game has its own order"
    assert all(sorted(order) == list(range(12)) for order in orders)
    game = start(set_up="given", seed=5)
    order = list(game.injuries)
    while game.round < 3:
        answer(game, "pass" if "pass" in opened(game) else sorted(opened(game))[0])
    assert game.injuries == order, "new rounds leave the deck as it is"


@pytest.mark.rule("CA-1.1")
def test_every_place_in_the_injury_deck_is_as_likely() -> None:
    tops = Counter(start(seed=seed).injuries[-1] for seed in range(1200))
    assert set(tops) == set(range(12))
    assert all(60 < count < 145 for count in tops.values())


# --- CA-1.2


@pytest.mark.rule("CA-1.2")
def test_from_highest_to_lowest_each_picks_a_fighter_a_starting_hex_and_a_facing() -> None:
    game = set_up([2, 6, 4], players=3)
    assert order_rolls(game) == [(0, 2), (1, 6), (2, 4)]
    assert game.seat == 1
    assert opened(game) == {"fighter:rafelo", "fighter:teknoth", "fighter:grue", "fighter:castus"}
    answer(game, "fighter:grue")
    assert (game.seat, opened(game)) == (1, {f"hex:{corner}" for corner in CORNERS})
    answer(game, "hex:a5")
    assert (game.seat, opened(game)) == (1, {f"facing:{way}" for way in ("e", "se", "sw", "w", "nw", "ne")})
    answer(game, "facing:sw")
    assert game.seat == 2
    assert opened(game) == {"fighter:rafelo", "fighter:teknoth", "fighter:castus"}, "Grue is taken"
    answer(game, "fighter:castus")
    assert opened(game) == {f"hex:{corner}" for corner in CORNERS - {"a5"}}, "only empty hexes"
    answer(game, "hex:e1", "facing:e")
    assert game.seat == 0
    answer(game, "fighter:rafelo", "hex:i5")
    game.dice = fast_dice(1)
    answer(game, "facing:nw")
    assert game.round == 1, "then the game begins"
    placed = [(one.sheet.id, game.field.names[one.pos], one.facing) for one in game.fighters]
    assert placed == [(RAFELO, "i5", 4), (GRUE, "a5", 2), (CASTUS, "e1", 0)]


@pytest.mark.rule("CA-1.2")
def test_ties_roll_again_among_themselves_only() -> None:
    game = set_up([3, 5, 3, 5, 2, 6, 4, 4, 1, 2], players=4)
    first_roll, highest_again = [(0, 3), (1, 5), (2, 3), (3, 5)], [(1, 2), (3, 6)]
    lowest_again, and_again = [(0, 4), (2, 4)], [(0, 1), (2, 2)]
    assert order_rolls(game) == [*first_roll, *highest_again, *lowest_again, *and_again]
    order = [game.seat]
    for fighter, corner in ((RAFELO, "a1"), (TEKNOTH, "a5"), (GRUE, "e1")):
        answer(game, f"fighter:{fighter}", f"hex:{corner}", "facing:e")
        order.append(game.seat)
    assert order == [3, 1, 2, 0]


@pytest.mark.rule("CA-1.2")
def test_a_higher_score_stays_ahead_of_those_who_roll_again() -> None:
    """Seat 3 rolled 6; that others roll a 6 in their second roll does not help them past it."""
    game = set_up([1, 5, 6, 5, 6, 3], players=4)
    assert game.seat == 2


@pytest.mark.rule("CA-1.2")
def test_there_is_one_roll_for_each_fighter() -> None:
    game = set_up([6, 5, 4, 3], players=2, fighters=4)
    assert order_rolls(game) == [(0, 6), (1, 5), (2, 4), (3, 3)]
    order = []
    for fighter, corner in ((RAFELO, "a1"), (TEKNOTH, "a5"), (GRUE, "e1")):
        order.append(game.seat)
        answer(game, f"fighter:{fighter}", f"hex:{corner}", "facing:e")
    assert [*order, game.seat] == [0, 1, 0, 1]
    assert [one.owner for one in game.fighters] == [0, 1, 0, 1]


@pytest.mark.rule("CA-1.2")
def test_the_last_fighter_free_needs_no_choice() -> None:
    game = set_up([6, 5, 4, 3], players=4)
    for fighter, corner in ((RAFELO, "a1"), (TEKNOTH, "a5"), (GRUE, "e1")):
        answer(game, f"fighter:{fighter}", f"hex:{corner}", "facing:e")
    assert game.fighters[3].sheet.id == CASTUS
    assert opened(game) == {"hex:e9", "hex:i1", "hex:i5"}


@pytest.mark.rule("CA-1.2")
def test_fighters_agreed_beforehand_are_not_offered_to_the_others() -> None:
    game = set_up([6, 1, 2], players=3, picks=",grue")
    assert (game.seat, opened(game)) == (0, {"fighter:rafelo", "fighter:teknoth", "fighter:castus"})
    answer(game, "fighter:castus", "hex:a1", "facing:e")
    assert (game.seat, opened(game)) == (2, {"fighter:rafelo", "fighter:teknoth"})
    answer(game, "fighter:teknoth", "hex:a5", "facing:e")
    assert game.seat == 1
    assert game.fighters[1].sheet.id == GRUE, "as agreed, without a question"
    assert opened(game) == {"hex:e1", "hex:e9", "hex:i1", "hex:i5"}


@pytest.mark.rule("CA-1.2")
def test_a_champion_is_the_first_seat_and_teams_are_1_and_3_against_2_and_4_unless_agreed_otherwise() -> None:
    assert start(variant="kingslayer", players=4).setting.champion == 0
    assert start(variant="kingslayer", players=4, champion=3).setting.champion == 2
    sides = {teams: sides_of(teams=teams) for teams in ("13v24", "12v34", "14v23")}
    assert sides_of() == [{0, 2}, {1, 3}]
    assert sides == {
        "13v24": [{0, 2}, {1, 3}],
        "12v34": [{0, 1}, {2, 3}],
        "14v23": [{0, 3}, {1, 2}],
    }


def sides_of(**options: Any) -> list[set[int]]:
    fighters = start(variant="brothers", players=4, **options).fighters
    return [{one.owner for one in fighters if one.side == side} for side in (0, 1)]


# --- CA-1.2 as agreed


@pytest.mark.rule("CA-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_given_set_up_asks_nothing_and_puts_everybody_on_an_own_starting_hex(players: int) -> None:
    game = start(set_up="given", players=players)
    assert game.round == 1
    assert [one.sheet.id for one in game.fighters] == [RAFELO, TEKNOTH, GRUE, CASTUS][:players]
    places = [game.field.names[one.pos] for one in game.fighters]
    assert len(set(places)) == players
    assert set(places) <= CORNERS
    assert places[:2] == ["a1", "i5"], "two fighters begin across the arena"


@pytest.mark.rule("CA-1.2")
def test_in_a_given_set_up_everybody_looks_into_the_arena() -> None:
    game = start(set_up="given", players=4)
    middle = game.field.at(0, 0)
    for one in game.fighters:
        ahead = game.field.neighbour(one.pos, one.facing)
        assert ahead != OFF
        assert game.field.distance(ahead, middle) == game.field.distance(one.pos, middle) - 1


@pytest.mark.rule("CA-1.2")
def test_a_given_set_up_keeps_the_picks_and_fills_up_with_who_is_free() -> None:
    game = start(set_up="given", players=3, picks="castus,,rafelo")
    assert [one.sheet.id for one in game.fighters] == [CASTUS, TEKNOTH, RAFELO]


@pytest.mark.rule("CA-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_given_set_up_manages_with_a_board_of_four_starting_hexes(players: int) -> None:
    four = ["a1", "a5", "i1", "i5"]
    pack = make_pack(lambda written: written.board("sand").update(starts=four))
    game = start(pack, board="sand", set_up="given", players=players)
    places = [game.field.names[one.pos] for one in game.fighters]
    assert len(set(places)) == players
    assert set(places) <= set(four)


# --- CA-1.3


@pytest.mark.rule("CA-1.3")
def test_markers_lie_on_their_first_spaces_and_everybody_begins_with_three_initiative_cards() -> None:
    game = start(set_up="given", players=4)
    for one in game.fighters:
        assert (one.marker, one.covered, one.down) == (0, 0, False)
        assert one.energy == STANDARD.start
    put_in = [(event.a, event.b) for event in game.journal or [] if event.kind == "put_in"]
    assert put_in == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.rule("CA-1.3")
def test_a_fighter_has_a_damage_marker_on_three_boxes_rafelo_on_two() -> None:
    game = start(set_up="given", players=4)
    boxes = {one.sheet.id: [BOX_NAMES[box] for box in members_of(one.boxes)] for one in game.fighters}
    three = ["melee", "ranged", "rule"]
    assert boxes == {RAFELO: ["melee", "rule"], TEKNOTH: three, GRUE: three, CASTUS: three}


@pytest.mark.rule("CA-1.3")
def test_nobody_ever_puts_in_more_than_the_own_four_initiative_cards() -> None:
    assert (min(STANDARD.track), max(STANDARD.track)) == (1, 4)
    assert STANDARD.track[STANDARD.start] == 3


# --- options that do not go together


@pytest.mark.rule("CA-1.2", "CA-8.1", "CA-8.2", "CA-8.3")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 3, "fighters": 2}, "3 players for 2 fighters"),
        ({"variant": "brothers", "players": 2}, "Brothers in Arms is for four"),
        ({"variant": "brothers", "players": 2, "fighters": 4}, "Brothers in Arms is for four"),
        ({"variant": "brothers", "players": 3, "fighters": 4}, "Brothers in Arms is for four"),
        ({"variant": "single_combat", "players": 3}, "Single Combat is for two"),
        ({"variant": "single_combat", "players": 2, "fighters": 4}, "Single Combat is for two"),
        ({"variant": "kingslayer", "players": 3, "fighters": 2}, "3 players for 2 fighters"),
        ({"variant": "kingslayer", "players": 3, "champion": 4}, "'champion'.*only 3 players"),
        ({"variant": "kingslayer", "players": 4, "fighters": 3}, "4 players for 3 fighters"),
        ({"picks": "rafelo,grue,castus"}, "'picks'.*3 fighters are named"),
        ({"picks": "rafelo,rafelo"}, "'picks'.*only once"),
        ({"picks": "trazyn"}, "'picks'.*'trazyn'.*rafelo, teknoth, grue, castus"),
        ({"variant": "brothers,kingslayer", "players": 4}, "'variant'"),
        ({"players": 5}, "'players'"),
        ({"fighters": 1}, "'fighters'"),
        ({"max_rounds": 0}, "'max_rounds'"),
        ({"max_rounds": 100}, "'max_rounds'"),
        ({"teams": "23v14"}, "'teams'"),
    ],
)
def test_options_that_cannot_be_are_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        start(**options)


@pytest.mark.rule("CA-1.2")
def test_a_pack_with_too_few_fighters_is_refused() -> None:
    def only_two(written: Any) -> None:
        del written.fighters["fighter"][2:]

    with pytest.raises(OptionError, match="only 2 fighters, 3 are needed"):
        start(make_pack(only_two), players=3)
