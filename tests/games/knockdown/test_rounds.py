"""KD-6: how rounds and matches end, and how the next one begins."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from harena.core.bits import count_bits
from harena.core.dice import fast_dice
from harena.core.state import OVER
from harena.games.knockdown import GAME
from harena.games.knockdown.state import Brawl

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, Bout, put, start


def knocked_out(me: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **options: Any) -> Bout:
    """Seat 0 knocks seat 1 down."""
    mine, theirs = put(KATIE, "c2", **(me or {})), put(JAMES, "c3", **({"light": 18} | (foe or {})))
    bout = Bout(mine, theirs, row="service_pistol", **options).then([1, 1, 1])
    return bout.play("attack:service_pistol", "call")


def deck_out(me: dict[str, Any], foe: dict[str, Any]) -> int:
    """Who wins when the Row cannot be filled at the start of seat 1's turn?"""
    bout = Bout(put(KATIE, "c1", **me), put(JAMES, "c5", **foe), left=0).then([]).end_turn()
    (won,) = bout.told("round_won")
    assert won.b == 1
    seat: int = won.a
    return seat


def play_out(state: Brawl, choose: Callable[[Brawl], int]) -> Brawl:
    while state.seat != OVER:
        state.play(choose(state))
    return state


# --- KD-6.1, KD-6.2


@pytest.mark.rule("KD-6.1")
def test_whoever_called_wins_the_round_whatever_their_own_wounds() -> None:
    bout = knocked_out(me={"light": 9, "heavy": 12})
    (won,) = bout.told("round_won")
    assert (won.a, won.b, won.rule) == (ME, 0, "KD-6.1")


@pytest.mark.rule("KD-6.2")
def test_fewest_heavy_wounds_then_fewest_light_then_whoever_was_about_to_start() -> None:
    assert deck_out({"heavy": 1, "light": 9}, {"heavy": 2, "light": 3}) == ME
    assert deck_out({"heavy": 2}, {"heavy": 1, "light": 9}) == FOE
    assert deck_out({"heavy": 1, "light": 2}, {"heavy": 1, "light": 3}) == ME
    assert deck_out({"heavy": 1, "light": 3}, {"heavy": 1, "light": 2}) == FOE
    assert deck_out({"heavy": 1, "light": 3}, {"heavy": 1, "light": 3}) == FOE, "it is seat 1's turn"


@pytest.mark.rule("KD-6.2", "KD-1.8")
def test_contamination_does_not_count_when_the_deck_is_out() -> None:
    assert deck_out({"contamination": 3}, {"light": 1}) == ME


@pytest.mark.rule("KD-6.1", "KD-6.4")
def test_the_roll_that_ended_a_round_is_not_shown_in_the_next() -> None:
    next_round, over = knocked_out(), knocked_out(wins=1)
    assert next_round.state.round == 2
    assert over.state.seat == OVER
    seen = [GAME.view(bout.state, ME) for bout in (next_round, over)]
    assert [(view.rolled, view.needed) for view in seen] == [([], 0), ([1, 1, 1], 19)]


# --- KD-6.3, KD-6.7


@pytest.mark.rule("KD-6.3")
def test_a_round_won_is_a_token_and_the_second_wins_the_match() -> None:
    bout = knocked_out()
    assert (bout.fighter(ME).wins, bout.over) == (1, False)
    bout = knocked_out(me={"wins": 1}, foe={"wins": 1})
    assert (bout.fighter(ME).wins, bout.over) == (2, True)
    assert bout.state.score() == [1.0, 0.0]


@pytest.mark.rule("KD-6.3")
def test_the_loser_turns_up_the_second_skill_once() -> None:
    bout = knocked_out(
        foe={"skills": "quick_feet", "down": "marksman"}, me={"skills": "brawler", "down": "bleeding"}
    )
    assert bout.up(FOE) == {"quick_feet", "marksman"}
    assert bout.up(ME) == {"brawler"}, "the winner's stays face down"
    bout = knocked_out(foe={"skills": "quick_feet marksman", "wins": 1})
    assert bout.up(FOE) == {"quick_feet", "marksman"}
    assert bout.told("skill_up") == []


@pytest.mark.rule("KD-6.7")
def test_the_second_skill_works_from_the_next_round_on() -> None:
    bout = knocked_out(foe={"down": "quick_feet", "skills": "marksman"})
    assert (bout.state.round, bout.decider, bout.asking) == (2, FOE, "GoTo"), "Quick Feet, in the first turn"


# --- KD-6.4


@pytest.mark.rule("KD-6.4")
def test_the_next_round_begins_afresh_and_the_loser_goes_first() -> None:
    bout = knocked_out(
        me={"light": 3, "heavy": 2, "hand": "block power", "flame": "b2"},
        foe={"hand": "dash wild", "ammo": 5, "contamination": 2},
    )
    assert (bout.space(ME), bout.space(FOE)) == ("c1", "c5")
    assert (bout.wounds(ME), bout.wounds(FOE)) == ((0, 0), (0, 0))
    assert (bout.hand(ME), bout.hand(FOE)) == (set(), set()), "no draft"
    assert (bout.flame(ME), bout.fighter(FOE).ammo, bout.fighter(FOE).contamination) == ("", 2, 0)
    assert (len(bout.row), len(bout.deck), bout.discard) == (4, 32, set())
    assert (bout.active, bout.state.first, bout.state.turn, bout.asking) == (FOE, FOE, 1, "Act")


@pytest.mark.rule("KD-6.4")
def test_all_attack_cards_are_shuffled_again() -> None:
    bout = knocked_out()
    assert len({*bout.row, *bout.deck}) == 36
    other = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=18), row="service_pistol").then([1, 1, 1])
    other.state.dice.any = fast_dice(99)
    other.play("attack:service_pistol", "call")
    assert other.deck != bout.deck


# --- KD-6.5


@pytest.mark.rule("KD-6.5")
def test_everything_can_be_drawn_from_all_boxes_and_an_arena_brings_its_cards() -> None:
    pack = GAME.pack("standard+abyss")
    seen: set[tuple[str, str]] = set()
    fighters: set[str] = set()
    for seed in range(40):
        state = start(pack, seed, fighters="random")
        seen.add((state.arena.id, state.skill_set.id))
        fighters |= {state.one.sheet.id, state.two.sheet.id}
        while type(state.waiting).__name__ != "Act":
            state.play(state.legal()[0])
        assert len(state.arena.cards) == 36
        assert len(state.deck) + len(state.row) + count_bits(state.one.hand | state.two.hand) == 36
        attack = GAME.actions(pack).notation(state.legal()[-1])
        assert attack.removeprefix("attack:") in {card.id for card in state.arena.cards}
    assert len(seen) == len(pack.arenas) * len(pack.skill_sets) == 4
    assert fighters == {sheet.id for sheet in pack.sheets}


@pytest.mark.rule("KD-6.5")
def test_arena_and_skill_set_can_be_named() -> None:
    pack = GAME.pack("standard+abyss")
    for arena in pack.arenas:
        for skill_set in pack.skill_sets:
            state = start(pack, 3, arena=arena.id, skills=skill_set.id)
            assert (state.arena, state.skill_set) == (arena, skill_set)


# --- KD-6.6


@pytest.mark.rule("KD-6.6")
def test_a_round_of_nothing_but_moves_takes_every_turn_there_is() -> None:
    """The longest round: one card a turn, 29 turns with the draft and 33 without."""

    def only_moves(state: Brawl) -> int:
        moves = [action for action in state.legal() if action < 19]
        return moves[0] if moves else state.legal()[0]

    state = start(FROZEN, 4, picks="james,puppy")
    play_out(state, only_moves)
    turns: dict[int, int] = {}
    round_now = 0
    for event in state.journal or []:
        if event.kind == "round":
            round_now = event.a
        elif event.kind == "turn":
            turns[round_now] = event.b
    assert turns[1] == 29
    assert set(turns.values()) == {29, 33}
    assert len(turns) in (2, 3)


@pytest.mark.rule("KD-6.6")
def test_no_round_is_longer() -> None:
    luck = random.Random(6)
    for seed in range(12):
        state = play_out(start(FROZEN, seed, fighters="random"), lambda state: luck.choice(state.legal()))
        longest = max(event.b for event in state.journal or [] if event.kind == "turn")
        assert longest <= 33
        assert state.round in (2, 3)


@pytest.mark.rule("KD-6.6")
def test_one_win_makes_a_match_of_one_round() -> None:
    bout = knocked_out(wins=1)
    assert (bout.over, bout.state.round) == (True, 1)


# --- running away


@pytest.mark.rule("KD-3.1", "KD-6.2")
def test_a_player_who_only_moves_loses_to_one_who_fights() -> None:
    """Running away does not pay: whoever takes quick, plain decisions beats it nearly always."""
    runner_won = 0
    for seed in range(24):
        runner = seed % 2
        luck = fast_dice(seed)
        state = start(FROZEN, seed, fighters="random", wins=1)

        def choose(state: Brawl, runner: int = runner, luck: Any = luck) -> int:
            if state.seat != runner:
                return state.hunch(luck)
            if type(state.waiting).__name__ == "Act":
                moves = [action for action in state.legal() if action < 19]
                away = state.fighter(1 - runner).pos
                return max(moves, key=lambda action: state.field.distance(action, away))
            return state.legal()[0]

        runner_won += play_out(state, choose).winner == runner
    assert runner_won <= 3
