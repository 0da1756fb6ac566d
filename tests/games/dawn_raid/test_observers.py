"""What onlookers count in Dawn Raid, and the settings in which the decks meet."""

from __future__ import annotations

from typing import Any

import pytest

from games.dawn_raid.table import (
    ANSWERS,
    FAST_ATTACK,
    FOE,
    HEAVY_SUPPORT,
    ME,
    TROOPS,
    ULTRAMARINES,
    Raid,
    card,
    more,
    pot_with,
)
from harena.core.dice import fast_dice
from harena.core.state import OVER, State
from harena.games.dawn_raid import GAME
from harena.games.dawn_raid.study.observers import Battles, Raids


def watched(state: State, seed: int) -> tuple[Battles, Raids]:
    """Onlookers of a game played by hunches to its end."""
    battles, raids = GAME.observers(state.pack)  # type: ignore[attr-defined]
    for observer in (battles, raids):
        observer.before(state, state.journal or [])
    dice = fast_dice(seed)
    while state.seat != OVER:
        seat, action = state.seat, state.hunch(dice)
        state.journal = []
        state.play(action)
        for observer in (battles, raids):
            observer.step(state, seat, action, state.journal)
    for observer in (battles, raids):
        observer.after(state)
    return battles, raids


def watching(at: Raid, *answers: str) -> tuple[Battles, Raids]:
    """Onlookers who come to the table as it lies and see these answers."""
    battles, raids = Battles(at.pack), Raids(at.pack)
    for observer in (battles, raids):
        observer.before(at.table, at.table.journal or [])
    for answer in answers:
        at.table.journal = []
        seat = at.decider
        at.choose(answer)
        for observer in (battles, raids):
            observer.step(at.table, seat, ANSWERS[answer], at.table.journal)
    return battles, raids


def test_a_battle_is_counted_for_the_card_that_won_it_and_the_one_that_lost() -> None:
    at = Raid([card("melee 9, ranged 1"), *more(2)], [card("melee 3"), *more(2)])
    battles, raids = watching(at, "melee", "end")
    assert battles.counts == [{"card:Card 0": 1}, {"lost:Card 3": 1}]
    assert raids.counts == [{"raid:end": 1}, {}]
    assert battles.of_game == {"battles": 1}


def test_a_pair_shares_its_battle() -> None:
    at = pot_with(
        mine=[card("melee 3", TROOPS, ULTRAMARINES), card("melee 3"), *more(2)],
        theirs=[card("melee 1"), card("melee 9"), *more(2)],
    )
    battles, raids = watching(at, "use role")
    assert battles.counts[ME] == {"card:Card 0": 1, "lost:Card 1": 1, "lost:Card 2": 1}
    assert battles.counts[FOE] == {"lost:Card 5": 1, "card:Card 6": 1, "card:Card 7": 1}
    assert raids.counts[ME] == {"role:troops": 1}


def test_a_card_put_back_has_not_fought_yet() -> None:
    at = pot_with(
        mine=[card("melee 3", HEAVY_SUPPORT, ULTRAMARINES), card("melee 8"), *more(2)],
        theirs=[card("melee 1"), *more(3)],
    )
    battles, _ = watching(at, "use role")
    assert battles.counts[ME] == {"card:Card 0": 1, "card:Card 2": 1}


def test_a_drawn_battle_is_nobodys() -> None:
    at = pot_with(
        mine=[card("melee 3", FAST_ATTACK, ULTRAMARINES), card("melee 8"), *more(2)],
        theirs=[card("melee 7"), card("melee 1"), *more(2)],
    )
    battles, raids = watching(at, "use role")
    assert battles.counts[ME] == {"card:Card 0": 1, "card:Card 2": 1}
    assert battles.of_game == {"battles": 3, "drawn battles": 1}
    assert raids.counts[ME] == {"role:fast_attack": 1}


def standard(seed: int, **options: Any) -> State:
    return GAME.start(GAME.pack(), GAME.options(**options), fast_dice(seed), journal=True)


@pytest.mark.parametrize("seed", range(8))
def test_as_many_cards_win_battles_as_lose_them(seed: int) -> None:
    battles, raids = watched(standard(seed), seed)
    of_game = battles.of_game
    won = [sum(n for name, n in counts.items() if name.startswith("card:")) for counts in battles.counts]
    lost = [sum(n for name, n in counts.items() if name.startswith("lost:")) for counts in battles.counts]
    assert won == lost[::-1]
    assert won[0] + lost[0] == won[1] + lost[1] <= 30 - of_game["drawn battles"]
    assert max(max(counts.values()) for counts in battles.counts) == 1
    assert 1 <= raids.of_game["raids"] <= of_game["battles"] <= 30


@pytest.mark.parametrize("seed", range(8))
def test_what_is_brought_home_adds_up(seed: int) -> None:
    state = standard(seed)
    _, raids = watched(state, seed)
    lost = raids.of_game["pots lost"]
    cards = sum(counts["cards:taken"] for counts in raids.counts)
    heroes = sum(counts["hq:taken"] for counts in raids.counts)
    assert (cards, heroes) == (60, 12) if not lost else cards < 60


def test_the_decks_and_the_first_attacker_are_traits() -> None:
    _, raids = watched(standard(1, first_deck="seat2", first_attacker="seat1"), 1)
    assert raids.traits == [
        {"deck": "Chaos", "first attacker": "yes"},
        {"deck": "Space Marines", "first attacker": "no"},
    ]


def test_match_ups_put_both_decks_on_both_seats_with_each_attacking_first() -> None:
    settings = GAME.match_ups(GAME.pack(), GAME.options())
    assert {(one.first_deck, one.first_attacker) for one in settings} == {
        (deck, attacker) for deck in ("seat1", "seat2") for attacker in ("seat1", "seat2")
    }
    assert len(settings) == 4


def test_match_ups_keep_what_was_chosen() -> None:
    settings = GAME.match_ups(GAME.pack(), GAME.options(first_deck="seat2"))
    assert [(one.first_deck, one.first_attacker) for one in settings] == [
        ("seat2", "seat1"),
        ("seat2", "seat2"),
    ]
