"""Promise 5: nobody is shown, asked or told anything that depends on what they may not know."""

from __future__ import annotations

from itertools import islice

import msgspec

from contract.play import everybody, new_match, pick, positions, start
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.state import OVER, State
from harena.core.view import Told, tell

SET_UP = 4  # decisions
GAMES = 24  # so many that each set of options comes up
EVERY = 3  # decision at which games are played on from a guess


def test_the_view_is_the_same_for_the_truth_and_for_a_guess(game: AnyGame) -> None:
    dice = fast_dice(99)
    for state in positions(game, GAMES):
        for seat in everybody(state):
            guess = state.guess(seat, dice)
            assert msgspec.json.encode(game.view(guess, seat)) == msgspec.json.encode(game.view(state, seat))
            if state.seat == seat:
                assert guess.legal() == state.legal()


def test_a_match_shows_each_seat_its_own_question_and_nothing_else(game: AnyGame) -> None:
    """Also while choices are sealed, where a match looks ahead for those who come later."""
    for seed in range(8):
        match, choices = new_match(game, seed), fast_dice(seed)
        while not match.over:
            for seat in everybody(match.state):
                seen = match.view(seat)
                assert seen.actions == (match.legal(seat) if seat >= 0 else [])
                plain = game.view(match.state, seat)
                asked = {name: getattr(seen, name) for name in ("decider", "asking", "question", "actions")}
                assert msgspec.structs.replace(plain, **asked) == seen
            match.play(pick(match.state, choices))


def test_a_guess_conserves_all_cards_and_can_be_played_to_the_end(game: AnyGame) -> None:
    dice = fast_dice(98)
    for state in islice(positions(game, GAMES), 0, None, EVERY):
        for seat in everybody(state):
            guess = state.guess(seat, dice)
            assert game.missing(guess) == ""
            while guess.seat != OVER:
                guess.play(pick(guess, dice))
            assert game.missing(guess) == ""


def test_a_guess_leaves_the_truth_alone_and_rolls_with_the_dice_given(game: AnyGame) -> None:
    for state in positions(game, 10):
        key, drawn = state.key(), state.dice.drawn
        dice = fast_dice(7)
        guess = state.guess(0, dice)
        assert guess.dice is dice
        assert (state.key(), state.dice.drawn) == (key, drawn)
        assert guess.journal is None


def test_a_guess_depends_only_on_what_the_seat_knows_and_on_the_dice(game: AnyGame) -> None:
    """So whoever judges from guesses decides the same, whatever the hidden truth is."""
    for number, state in enumerate(positions(game, 10)):
        for seat in everybody(state):
            other_truth = state.guess(seat, fast_dice(number))
            one, other = (truth.guess(seat, fast_dice(7)) for truth in (state, other_truth))
            assert one.key() == other.key()
            assert one.dice.drawn == other.dice.drawn


def test_what_cannot_be_known_is_dealt_anew(game: AnyGame) -> None:
    dice = fast_dice(97)
    for seed in range(5):
        state = start(game, seed)
        for _ in range(SET_UP):  # fighters may be chosen before anything is shuffled
            state.play(pick(state, dice))
        for seat in everybody(state):
            assert len({state.guess(seat, dice).key() for _ in range(20)}) > 10


def test_events_agree_up_to_the_first_reveal(game: AnyGame) -> None:
    compared = 0
    for number, state in enumerate(positions(game, GAMES)):
        for seat in everybody(state):
            truth, guess = state.copy(), state.guess(seat, fast_dice(number))
            compared += compare_what_is_heard(truth, guess, seat, number)
    assert compared > GAMES


def compare_what_is_heard(truth: State, guess: State, seat: int, seed: int) -> int:
    """Feed both the same actions and dice; how many decisions could be compared."""
    truth.dice, guess.dice = fast_dice(seed), fast_dice(seed)
    choices = fast_dice(seed + 1)
    made = 0
    while truth.seat != OVER:
        action = pick(truth, choices)
        if action not in guess.legal():
            return made
        heard = [hear(position, action, seat) for position in (truth, guess)]
        assert heard[0] == heard[1]
        made += 1
        if truth.seen != guess.seen or any(event.reveals for event in truth.journal or []):
            return made
        assert truth.seat == guess.seat
    return made


def hear(position: State, action: int, seat: int) -> list[Told]:
    """What a seat is told when an action is taken, up to the first thing revealed."""
    position.journal = []
    position.play(action)
    told = [tell(event, 0, seat) for event in position.journal]
    revealing = [place for place, event in enumerate(told) if event.reveals]
    return told[: revealing[0]] if revealing else told
