"""What Dawn Raid tells bots of its own accord: how the table stands, and what to do in a hurry."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from games.dawn_raid.table import (
    FAST_ATTACK,
    FOE,
    HEAVY_SUPPORT,
    HQ,
    ME,
    MEANING,
    TROOPS,
    ULTRAMARINES,
    Raid,
    card,
    more,
    pot_with,
    raid,
    random_pack,
    start,
)
from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.dawn_raid import GAME
from harena.games.dawn_raid.state import Table


def hunch(at: Raid) -> str:
    """What the hunches agree on; a few slips aside."""
    dice = fast_dice(1)
    counted = Counter(MEANING[at.table.hunch(dice)] for _ in range(200))
    answer, times = counted.most_common(1)[0]
    assert times > 170, "a hunch is nearly always the same"
    assert set(counted) == at.open, "but everything is tried at times"
    return answer


# --- estimates


def test_a_hero_in_the_pile_is_better_than_none() -> None:
    at = raid(mine=[card("melee 9, ranged 1", HQ), *more(3)], theirs=[card("melee 1"), *more(3)])
    even = at.table.estimate()[ME]
    at.choose("melee", "end")
    assert at.table.estimate()[ME] > max(even, 0.6)


def test_who_won_the_battle_has_a_grip_on_the_stake() -> None:
    heroes = [card("melee 9, ranged 1", HQ), *more(3)]
    won = raid(mine=heroes, theirs=[card("melee 1"), *more(3)]).choose("melee")
    lost = raid(mine=heroes, theirs=[card("melee 99"), *more(3)]).choose("melee")
    assert won.table.estimate()[ME] > 0.6 > 0.4 > lost.table.estimate()[ME]


def test_the_same_lead_weighs_more_when_fewer_heroes_are_to_come() -> None:
    def ahead(to_come: int) -> float:
        coming = [card("melee 5, ranged 5", HQ) for _ in range(to_come)]
        at = raid(
            mine=[card("melee 9, ranged 1", HQ), *coming, *more(2)],
            theirs=[card("melee 1"), *coming, *more(2)],
        )
        return float(at.choose("melee").table.estimate()[ME])

    assert ahead(0) > ahead(2) > ahead(6) > 0.5


@pytest.mark.parametrize("seed", range(6))
def test_estimates_are_chances_in_any_position_of_any_pack(seed: int) -> None:
    table, luck = start(random_pack(seed), seed), random.Random(seed)
    while table.seat != OVER:
        mine, theirs = table.estimate()
        assert 0.0 < mine < 1.0
        assert math.isclose(mine + theirs, 1.0)
        assert table.hunch(fast_dice(luck.randrange(1 << 30))) in table.legal()
        table.play(luck.choice(table.legal()))
    assert math.isclose(sum(table.estimate()), 1.0)


def test_estimates_foretell_who_wins() -> None:
    """Over games played by hunches: right more often the nearer the end, and nearly always late."""
    right: dict[bool, list[bool]] = {False: [], True: []}
    for seed in range(150):
        table, dice = start(GAME.pack(), seed), fast_dice(seed)
        said: list[tuple[bool, float]] = []
        while table.seat != OVER:
            said.append((table.sides[0].left() <= 6, table.estimate()[0]))
            table.play(table.hunch(dice))
        if table.score() != [0.5, 0.5]:
            for late, chance in said:
                right[late].append((chance > 0.5) == (table.score()[0] == 1.0))
    early, late = (sum(right[when]) / len(right[when]) for when in (False, True))
    assert early > 0.65
    assert late > max(early, 0.85)


# --- hunches


def test_the_type_in_which_the_card_beats_most_is_named() -> None:
    foes = [card("ranged 15, melee 10") for _ in range(4)]
    assert hunch(raid(mine=[card("ranged 14, melee 12"), *more(3)], theirs=foes)) == "melee"
    assert hunch(raid(mine=[card("ranged 14, psychic 2"), *more(3)], theirs=foes)) == "psychic"


def test_a_hero_changes_the_type_if_that_wins_more() -> None:
    foes = [card("melee 15, ranged 15"), *more(2)]
    librarian = card("melee 4, psychic 20", HQ, ULTRAMARINES)
    captain = card("melee 40, psychic 2", HQ, ULTRAMARINES)
    assert hunch(pot_with(mine=[librarian, *more(2)], theirs=foes)) == "psychic"
    assert hunch(pot_with(mine=[captain, *more(2)], theirs=foes)) == "no role"


@pytest.mark.parametrize("role", [FAST_ATTACK, HEAVY_SUPPORT, TROOPS])
def test_a_role_is_used_when_the_next_card_does_better(role: str) -> None:
    foes = [card("melee 10") for _ in range(4)]
    weak, strong = card("melee 3", role, ULTRAMARINES), card("melee 30", role, ULTRAMARINES)
    assert hunch(pot_with(mine=[weak, card("melee 30"), *more(2)], theirs=foes)) == "use role"
    assert hunch(pot_with(mine=[strong, card("melee 3"), *more(2)], theirs=foes)) == "no role"


def test_a_hero_at_stake_is_taken_home_before_a_weak_card() -> None:
    opening = [card("melee 20, ranged 1", HQ), card("melee 1, ranged 30"), *more(2)]
    at = raid(mine=opening, theirs=[card("melee 5"), *[card("melee 10") for _ in range(3)]])
    assert hunch(at.choose("melee")) == "end"


def test_a_raid_goes_on_when_the_next_card_cannot_lose() -> None:
    """If it ended, the foe would attack the same card at range, where it is helpless."""
    opening = [card("melee 20, ranged 1"), card("melee 40", HQ), *more(2)]
    foes = [card("melee 5"), *[card("melee 10, ranged 20") for _ in range(3)]]
    assert hunch(raid(mine=opening, theirs=foes).choose("melee")) == "continue"


def test_a_defender_who_won_takes_the_cards() -> None:
    at = raid(mine=[card("melee 3, ranged 1"), *more(3)], theirs=[card("melee 9"), *more(3)]).choose("melee")
    assert at.decider == FOE
    assert hunch(at) == "end"


@pytest.mark.parametrize("seed", range(4))
def test_a_hunch_and_an_estimate_know_no_more_than_the_seat(seed: int) -> None:
    table, dice = start(GAME.pack(), seed), fast_dice(seed)
    while table.seat != OVER:
        other = table.guess(table.seat, fast_dice(seed + 50))
        assert isinstance(other, Table)
        assert table.hunch(fast_dice(5)) == other.hunch(fast_dice(5))
        assert table.estimate() == other.estimate()
        table.play(table.hunch(dice))


def test_hunches_beat_chance() -> None:
    won = 0.0
    for number in range(200):
        table, dice = start(GAME.pack(), number // 2), fast_dice(number)
        while table.seat != OVER:
            by_hunch = table.seat == number % 2
            table.play(table.hunch(dice) if by_hunch else table.nth(dice.below(table.count())))
        won += table.score()[number % 2]
    assert won / 200 > 0.8
