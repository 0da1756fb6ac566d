"""What holds in every position: nothing is lost, nothing comes from nowhere, nothing goes below none."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harena.core.bits import count_bits, members_of
from harena.core.state import OVER
from harena.games.centauri.actions import FIGHT, JOIN, PICK_UP
from harena.games.centauri.state import Space
from kit.position import positions_of

from .table import HOME_RUN, INTERSTELLAR, SCENARIOS, start

CARDS, REPORTS = 40, 12
HOME_RUN_MODULES = 10


def bold(luck: random.Random, state: Space) -> int:
    """Any action, but modules are taken and fights are fought."""
    legal = state.legal()
    eager = [action for action in legal if action in (PICK_UP, FIGHT, JOIN)]
    return luck.choice(eager if eager and luck.random() < 0.8 else legal)


def check(state: Space) -> None:
    cards_are_all_there(state)
    players_are_sound(state)
    the_map_is_sound(state)


def cards_are_all_there(state: Space) -> None:
    piles = [player.hand for player in state.players]
    piles += [sum(1 << card for card in state.deck), state.spent, state.discards]
    assert sum(map(count_bits, piles)) == CARDS, "each is in one place"
    assert sum(piles) == (1 << CARDS) - 1
    assert len(set(state.deck)) == len(state.deck)
    assert sorted([*state.reports, *members_of(state.reported)]) == list(range(REPORTS))


def players_are_sound(state: Space) -> None:
    for seat, player in enumerate(state.players):
        assert 1 <= player.hull <= 8
        assert all(1 <= one <= 10 for one in (player.speed, player.combat, player.shield))
        assert min(player.astartium, player.combat_tokens, player.exploration_tokens) >= 0
        assert 0 <= min(player.starport, player.lab) <= max(player.starport, player.lab) <= 6
        assert player.known & ~player.hand == 0
        dropping = type(state.waiting).__name__ == "DropCard" and state.seat == seat
        assert player.cards() <= (9 if dropping else 5)
        assert [armada.cargo for armada in state.armadas if armada.owner == seat].count(True) <= 1


def the_map_is_sound(state: Space) -> None:
    assert min(state.points) >= 0
    levels = [state.raiders[level] for level in (1, 2, 3)]
    assert sum(levels) == levels[0] | levels[1] | levels[2], "one Raider in a sector"
    assert state.raided() & (state.off_limits() if state.round else 0) == 0
    loaded = [armada.cargo for armada in state.armadas].count(True)
    if state.scenario.id == HOME_RUN:
        assert len(state.modules) + loaded + sum(state.delivered) == HOME_RUN_MODULES
    elif state.scenario.id == INTERSTELLAR:
        assert len(state.modules) + loaded <= 1, "never more than one"
    else:
        assert len(state.modules) + loaded == 0
    for armada in state.armadas:
        assert armada.points >= 0
        if state.homes[0] >= 0:
            gate = state.scenario.id == HOME_RUN and armada.pos == state.map.jumpgate
            assert state.may_enter(armada.pos) or gate


def accounts(state: Space) -> None:
    """What was told adds up to what is there."""
    wealth: Counter[tuple[int, str]] = Counter()
    points = [0, 0]
    for event in state.journal or []:
        if event.kind == "astartium":
            wealth[event.a, "astartium"] += event.b
        elif event.kind == "levelled" and event.cause == "bought":
            wealth[event.a, "astartium"] -= 2
        elif event.kind == "token":
            wealth[event.a, f"token {event.b}"] += event.c
        elif event.kind == "gained" and event.b in (3, 4):
            wealth[event.a, f"token {event.b - 3}"] += event.c
        elif event.kind == "spent_token":
            wealth[event.a, f"token {event.b}"] -= 1
        elif event.kind == "traded":
            wealth[event.a, f"token {event.b}"] -= event.c
        elif event.kind == "points":
            points[event.a] += event.b
            assert points[event.a] == event.c
        elif event.kind == "raider_raids":
            points[event.a] = max(0, points[event.a] - event.b)
            assert points[event.a] == event.c
        elif event.kind in ("persuaded", "convoy_stays"):
            points = [0, 0]
    assert points == state.points
    for seat, player in enumerate(state.players):
        assert player.astartium == 2 + wealth[seat, "astartium"]
        assert player.combat_tokens == wealth[seat, "token 0"]
        assert player.exploration_tokens == wealth[seat, "token 1"]


@pytest.mark.rule("CN-1.2", "CN-1.4", "CN-1.5", "CN-1.7", "CN-1.9", "CN-4.2")
@given(st.sampled_from(SCENARIOS), st.sampled_from([2, 4, 6]), st.integers(0, 10**6))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_nothing_is_lost_and_nothing_goes_below_none(scenario: str, players: int, seed: int) -> None:
    state = start(scenario, players, seed)
    luck = random.Random(seed)
    for position in positions_of(state, lambda _: bold(luck, state)):
        check(position)
    assert state.seat == OVER
    accounts(state)
