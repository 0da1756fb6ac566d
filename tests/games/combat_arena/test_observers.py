"""What the arena's onlookers count, in scripted moments and over whole games."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.dice import fast_dice
from harena.core.observer import Observer
from harena.core.state import OVER
from harena.games.combat_arena import GAME, fighter_orders
from harena.games.combat_arena.state import Arena
from harena.games.combat_arena.study.observers import Arrivals, Hands, Harm, Plays
from kit.packs import Plain

from .arena import CASTUS, GRUE, STANDARD, TEKNOTH, VARIANTS, Fight, put, start

SOURCES = {"melee", "ranged", "slam", "special", "unique", "injury", "fate"}
games = given(seed=st.integers(0, 2**40), options=st.sampled_from(VARIANTS))


class Watched:
    """A fight with onlookers."""

    def __init__(self, fight: Fight, turn: str) -> None:
        self.fight, self.harm, self.plays = fight, Harm(), Plays()
        for observer in (self.harm, self.plays):
            observer.before(fight.state, [])
        fight.turn(turn)
        if fight.asking == "Redraw":
            fight.play("no")

    def play(self, *answers: str) -> Watched:
        for answer in answers:
            state, action = self.fight.state, self.fight.actions.parse(answer)
            assert answer in self.fight.open, f"{answer} is not among {sorted(self.fight.open)}"
            state.journal, seat = [], state.seat
            state.play(action)
            for observer in (self.harm, self.plays):
                observer.step(state, seat, action, state.journal)
        return self

    @property
    def counts(self) -> list[dict[str, int]]:
        return [dict(one) for one in self.harm.counts]


def watch_game(state: Arena, seed: int, *observers: Observer) -> None:
    """Play a game by hunches before these onlookers."""
    dice = fast_dice(seed)
    for observer in observers:
        observer.before(state, state.journal or [])
    while state.seat != OVER:
        seat, action = state.seat, state.hunch(dice)
        state.journal = []
        state.play(action)
        for observer in observers:
            observer.step(state, seat, action, state.journal)
    for observer in observers:
        observer.after(state)


def of_kind(counts: Counter[str], kind: str) -> dict[str, int]:
    return {name.partition(":")[2]: n for name, n in counts.items() if name.startswith(f"{kind}:")}


# --- scripted moments


def test_a_melee_attack_that_the_player_chose() -> None:
    fight = Fight(
        put(CASTUS, "e5", "e", hand="crossed_blades"), put(GRUE, "e6", "w"), dice=[6, 6, 1, 1, 1, 1, 1]
    )
    seen = Watched(fight, CASTUS).play("card:crossed_blades/attack", "kind:melee")
    assert seen.counts == [{"wounds:melee": 4}, {"suffered:melee": 4}]
    assert seen.plays.counts[0] == {"card:Crossed Blades": 1, "row:attack": 1}


def test_the_pistol_in_a_brawl_is_ranged() -> None:
    fight = Fight(put(CASTUS, "e5", "e", hand="crossed_blades"), put(TEKNOTH, "e6", "w"), dice=[6, 1, 1])
    seen = Watched(fight, CASTUS).play("card:crossed_blades/attack", "kind:ranged")
    assert seen.counts == [{"wounds:ranged": 2}, {"suffered:ranged": 2}]


def test_where_only_one_weapon_reaches_it_is_that_one() -> None:
    fight = Fight(put(CASTUS, "e5", "e", hand="crossed_blades"), put(TEKNOTH, "e7", "w"), dice=[6, 1, 1])
    seen = Watched(fight, CASTUS).play("card:crossed_blades/attack")
    assert seen.counts == [{"wounds:ranged": 2}, {"suffered:ranged": 2}]


def test_a_push_against_the_wall_is_a_slam_of_the_pusher() -> None:
    fight = Fight(put(CASTUS, "e8", "e", hand="horns_of_the_ram"), put(TEKNOTH, "e9", "w"), dice=[6])
    seen = Watched(fight, CASTUS).play("card:horns_of_the_ram/special")
    assert seen.counts == [{"wounds:slam": 3}, {"suffered:slam": 3}]


def test_a_wound_without_an_attack_is_the_specials() -> None:
    fight = Fight(put(CASTUS, "e5", "e", hand="spoils_of_the_pit"), put(TEKNOTH, "e7", "w"))
    seen = Watched(fight, CASTUS).play("card:spoils_of_the_pit/special")
    assert seen.counts == [{"wounds:special": 1}, {"suffered:special": 1}]


def test_the_attack_of_a_unique_is_melee_and_its_wounds_are_the_uniques() -> None:
    fight = Fight(
        put(GRUE, "e5", "e", hand="crossed_blades iron_vow"), put(TEKNOTH, "e6", "w"), dice=[6, 1, 1, 1]
    )
    seen = Watched(fight, GRUE).play("unique", "discard:iron_vow")
    assert seen.counts == [
        {"wounds:melee": 2, "wounds:unique": 2},
        {"suffered:melee": 2, "suffered:unique": 2},
    ]
    assert seen.plays.counts[0] == {"row:unique": 1}


def test_wounds_beyond_the_last_do_not_count_and_the_defeat_has_its_cause() -> None:
    fight = Fight(
        put(CASTUS, "e5", "e", hand="crossed_blades"),
        put(TEKNOTH, "e6", "w", covered=5, marker=5),
        dice=[6, 6, 6, 1],
    )
    seen = Watched(fight, CASTUS).play("card:crossed_blades/attack", "kind:melee")
    assert seen.counts == [{"wounds:melee": 1}, {"suffered:melee": 1, "defeat:melee": 1}]
    assert seen.harm.of_game == {"defeats": 1}


def test_a_fall_into_an_arc_snare_is_no_wound() -> None:
    fight = Fight(
        put(CASTUS, "e3", "e", hand="horns_of_the_ram"), put(GRUE, "e4", "w"), board="storm_eye", dice=[1, 1]
    )
    seen = Watched(fight, CASTUS).play("card:horns_of_the_ram/special")
    assert seen.counts == [{}, {"defeat:snare": 1}]


def test_a_reaction_is_counted_for_who_plays_it() -> None:
    fight = Fight(
        put(CASTUS, "e5", "e", hand="crossed_blades"),
        put(TEKNOTH, "e6", "w", hand="iron_vow"),
        dice=[6, 6, 1],
    )
    seen = Watched(fight, CASTUS).play("card:crossed_blades/attack", "kind:melee", "react:iron_vow")
    assert seen.counts == [{}, {}]
    assert seen.plays.counts[1] == {"card:Iron Vow": 1, "row:reaction": 1, "reaction:Iron Vow": 1}


# --- whole games


def fell_into_a_snare(state: Arena) -> bool:
    return any((event.kind, event.cause) == ("defeated", "snare") for event in state.journal or [])


@games
@settings(max_examples=40, deadline=None)
def test_wounds_suffered_are_the_health_lost(seed: int, options: Plain) -> None:
    state, harm, dice = start(seed=seed, max_rounds=8, **options), Harm(), fast_dice(seed)
    harm.before(state, state.journal or [])
    while state.seat != OVER:
        left = [one.wounds_left() for one in state.fighters]
        before = [sum(of_kind(one, "suffered").values()) for one in harm.counts]
        seat, action = state.seat, state.hunch(dice)
        state.journal = []
        state.play(action)
        harm.step(state, seat, action, state.journal)
        otherwise = {
            e.a for e in state.journal if e.kind in ("healed", "snared", "fatal_roll", "took_fighter")
        }
        for owner in range(state.seats):
            own = [n for n, one in enumerate(state.fighters) if one.owner == owner]
            if not otherwise.intersection(own) and not fell_into_a_snare(state):
                lost = sum(left[n] - state.fighters[n].wounds_left() for n in own)
                assert sum(of_kind(harm.counts[owner], "suffered").values()) - before[owner] == lost
    given_out = sum(sum(of_kind(one, "wounds").values()) for one in harm.counts)
    assert given_out == sum(sum(of_kind(one, "suffered").values()) for one in harm.counts)
    for counts in harm.counts:
        assert set(of_kind(counts, "suffered")) <= SOURCES
        assert set(of_kind(counts, "defeat")) <= {*SOURCES, "snare"}
    assert harm.of_game["defeats"] == sum(one.down for one in state.fighters)


@games
@settings(max_examples=40, deadline=None)
def test_every_card_has_its_row_and_every_seat_its_fighter(seed: int, options: Plain) -> None:
    state = start(seed=seed, max_rounds=4, **options)
    arrivals, plays = Arrivals(), Plays()
    watch_game(state, seed, arrivals, plays)
    for counts in plays.counts:
        rows = of_kind(counts, "row")
        of_cards = sum(n for row, n in rows.items() if row not in ("unique", "pass"))
        assert sum(of_kind(counts, "card").values()) == of_cards
        assert sum(of_kind(counts, "reaction").values()) == rows.get("reaction", 0)
    assert plays.of_game["rounds"] == state.round
    for seat, traits in enumerate(arrivals.traits):
        names = [one.sheet.name for one in state.fighters if one.owner == seat]
        assert sorted(traits["fighter"].split(" + ")) == sorted(names)
        assert all(name in state.field.names for name in traits["start"].split(" + "))
        assert traits["board"] == state.board.name
    placed = " + ".join(traits["placed"] for traits in arrivals.traits).split(" + ")
    assert sorted(placed) == sorted(["first", "second", "third", "fourth"][: len(state.fighters)])


# --- who meets whom


def test_a_duel_is_fought_by_all_twelve_ordered_pairs() -> None:
    found = GAME.match_ups(STANDARD, GAME.options(set_up="given"))
    assert len({one.picks for one in found}) == 12
    assert all(one.set_up == "given" for one in found)


def test_three_and_four_meet_in_all_orders() -> None:
    for players in (3, 4):
        found = GAME.match_ups(STANDARD, GAME.options(players=players))
        assert len({one.picks for one in found}) == 24
        assert all(one.set_up == "choose" for one in found)


def test_of_many_fighters_every_group_takes_every_seat() -> None:
    orders = fighter_orders("abcdefgh", 4)
    assert len(orders) == 70 * 4
    assert all(sum(order[0] == name for order in orders) == 35 for name in "abcdefgh")
    assert len(fighter_orders("abcdefgh", 2)) == 56


def test_who_is_picked_beforehand_keeps_that_place_in_all_match_ups() -> None:
    found = GAME.match_ups(STANDARD, GAME.options(picks="grue"))
    assert {each.picks for each in found} == {"grue,rafelo", "grue,teknoth", "grue,castus"}
    found = GAME.match_ups(STANDARD, GAME.options(players=3, picks=" , grue"))
    assert len(found) == 6
    assert all(each.picks.split(",")[1] == "grue" for each in found)
    assert len(fighter_orders("abcdefgh", 4, ["a", "b"])) == 30


@pytest.mark.parametrize("picks", ["nobody", "grue,grue", "grue,rafelo,castus"])
def test_picks_that_cannot_be_are_left_for_the_set_up_to_refuse(picks: str) -> None:
    options = GAME.options(picks=picks)
    assert GAME.match_ups(STANDARD, options) == [options]


# --- hands and sides


@games
@settings(max_examples=10, deadline=None)
def test_what_was_played_was_held(seed: int, options: Plain) -> None:
    """Whoever plays a card has had it, and nobody has it more often than there are rounds and hands."""
    state, hands, plays = start(seed=seed, max_rounds=4, **options), Hands(), Plays()
    watch_game(state, seed, hands, plays)
    for held, played in zip(hands.counts, plays.counts, strict=True):
        for card in of_kind(played, "card"):
            assert held[f"held:{card}"] > 0
        assert all(rounds <= plays.of_game["rounds"] * len(state.fighters) for rounds in held.values())


@pytest.mark.rule("CA-8.2")
def test_the_champion_is_told_from_the_challengers() -> None:
    arrivals = Arrivals()
    options: Plain = {"variant": "kingslayer", "players": 3, "champion": 2, "set_up": "given"}
    state = start(**options)
    arrivals.before(state, state.journal or [])
    assert [traits["side"] for traits in arrivals.traits] == ["Challenger", "Champion", "Challenger"]
    assert list(GAME.sides(GAME.options(**options))) == [1, 0, 1]
