"""Promises 1 to 4 and 10: games end, copies are independent, seeds decide, legal is exact, none is lost."""

from __future__ import annotations

import pytest

from contract.play import new_match, pick, positions, short_match, start
from harena.core.dice import fast_dice
from harena.core.errors import ActionError
from harena.core.game import AnyGame
from harena.core.state import OVER, State

GAMES = 150
EVERY = 3  # decision at which all actions are tried, each in a match played again from its record


def play_to_the_end(state: State, seed: int) -> list[int]:
    """The keys on the way."""
    choices = fast_dice(seed)
    keys = [state.key()]
    while state.seat != OVER:
        state.play(pick(state, choices))
        keys.append(state.key())
    return keys


def test_random_games_end_within_the_stated_bound_and_scores_add_up(game: AnyGame) -> None:
    for seed in range(GAMES):
        state = start(game, seed)
        made = len(play_to_the_end(state, seed)) - 1
        assert 0 < made <= game.longest
        scores = state.score()
        assert len(scores) == state.seats
        winning = [score for score in scores if score > 0]
        assert winning, "somebody wins or shares"
        sides = round(1 / winning[0])  # 1: a side has won, a whole team perhaps; else so many sides draw
        assert winning == pytest.approx([1 / sides] * len(winning))
        assert len(winning) >= sides, "each side that shares has a seat"


def test_estimates_are_shares(game: AnyGame) -> None:
    for state in positions(game, 20):
        estimate = state.estimate()
        assert len(estimate) == state.seats
        assert all(0 <= share <= 1 for share in estimate)


def test_there_is_always_something_to_do_that_is_not_pointless(game: AnyGame) -> None:
    for state in positions(game, 20):
        actions = state.legal()
        assert not actions or not all(state.pointless(action) for action in actions)


def test_a_copy_is_independent_of_its_original(game: AnyGame) -> None:
    for seed in range(30):
        original = start(game, seed)
        play = fast_dice(seed)
        for _ in range(seed % 12):
            if original.seat != OVER:
                original.play(pick(original, play))
        if original.seat == OVER:
            continue
        key, drawn = original.key(), original.dice.drawn
        copy = original.copy()
        assert copy.key() == key
        assert copy.journal is None
        first = play_to_the_end(copy, 5)
        assert (original.key(), original.dice.drawn) == (key, drawn), "playing the copy changed the original"
        assert play_to_the_end(original.copy(), 5) == first, "copies go on alike, dice included"


def test_same_seed_same_game_also_interleaved(game: AnyGame) -> None:
    for seed in range(20):
        alone = play_to_the_end(start(game, seed), seed + 7)
        one, other = start(game, seed), start(game, seed + 1)
        one_choices, other_choices = fast_dice(seed + 7), fast_dice(3)
        keys = [one.key()]
        while one.seat != OVER:
            if other.seat != OVER:
                other.play(pick(other, other_choices))
            one.play(pick(one, one_choices))
            keys.append(one.key())
        assert keys == alone


def test_different_seeds_give_different_games(game: AnyGame) -> None:
    assert len({start(game, seed * 12).key() for seed in range(20)}) > 1


def test_count_and_nth_agree_with_legal(game: AnyGame) -> None:
    for state in positions(game, 40):
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert state.count() == len(legal)
        assert [state.nth(k) for k in range(len(legal))] == legal
        assert bool(legal) == (state.seat != OVER)


def test_legal_is_exactly_what_a_match_accepts(game: AnyGame) -> None:
    for seed in range(6):
        match = short_match(game, seed)
        choices = fast_dice(seed)
        while not match.over:
            legal = match.state.legal()
            assert match.legal() == [match.actions.notation(action) for action in legal]
            if match.state.made % EVERY == seed % EVERY:
                for action in legal:
                    match.copy().play(action)
                refuses(match, [action for action in range(match.actions.size) if action not in legal])
            match.play(pick(match.state, choices))
        refuses(match, [0])


def refuses(match, actions: list[int]) -> None:  # type: ignore[no-untyped-def]
    key, drawn, record = match.state.key(), match.state.dice.drawn, match.record()
    for action in actions:
        with pytest.raises(ActionError, match=r"\w+ \w+.*\."):
            match.play(action)
        assert (match.state.key(), match.state.dice.drawn) == (key, drawn)
    assert match.record() == record


def test_another_seat_cannot_act(game: AnyGame) -> None:
    for seed in range(10):
        match = new_match(game, seed)
        choices = fast_dice(seed)
        while not match.over:
            for seat in range(len(match.names)):
                if seat != match.seat and match.state.sealed >> seat & 1 == 0:
                    key = match.state.key()
                    with pytest.raises(ActionError, match="decides now"):
                        match.play(match.legal()[0], seat)
                    assert match.state.key() == key
            match.play(pick(match.state, choices))


def test_nothing_is_lost(game: AnyGame) -> None:
    for state in positions(game, 60):
        assert game.missing(state) == ""


def test_a_waiting_step_only_asks(game: AnyGame) -> None:
    """Asking again must change nothing, because `guess` does it."""
    for state in positions(game, 20):
        again = state.copy()
        again.journal = []
        again.ask_again()
        assert again.key() == state.key()
        assert again.journal == []
