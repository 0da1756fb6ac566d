"""The rules of the example game, tested as every game's are."""

from __future__ import annotations

import pytest

from example.high_card import BET, CARD, GAME, GOLD, KEEP, NO_DUST, SILVER, Table, bell
from example.high_card import DUST as THROW
from harena.core.bits import bit, count_bits
from harena.core.dice import fast_dice
from harena.core.match import new
from harena.core.state import OVER
from kit.dice import Loaded


def table(hands: list[list[int]], players: int = 2) -> Table:
    """A table at the start of the first round, where the players hold these cards."""
    game = GAME.start(GAME.pack(), GAME.options(players=players), fast_dice(1))
    everything = sum(game.hands) | game.aside
    game.hands = [sum(bit(card - 1) for card in hand) for hand in hands]
    game.aside = everything & ~sum(game.hands)
    game.ask_again()
    return game


def choose(game: Table, *cards: int) -> None:
    for card in cards:
        game.play(CARD + card - 1)


@pytest.mark.rule("HC-1.1")
def test_three_cards_each_and_the_rest_aside() -> None:
    game = GAME.start(GAME.pack(), GAME.options(players=4), fast_dice(1))
    assert [count_bits(hand) for hand in game.hands] == [3, 3, 3, 3]
    assert game.aside == 0


@pytest.mark.rule("HC-2.1")
@pytest.mark.rule("HC-2.2")
def test_cards_are_shown_together_and_the_highest_wins() -> None:
    game = table([[2, 3, 4], [7, 8, 9]])
    game.journal = []
    choose(game, 4)
    assert [event.kind for event in game.journal] == ["chose"]
    choose(game, 7)
    assert [event.kind for event in game.journal[1:]] == ["chose", "shown", "shown", "won_round"]
    assert game.journal[-1].a == 1


@pytest.mark.rule("HC-2.3")
def test_the_neighbour_is_asked_whatever_the_hand_and_the_one_cancels_the_round() -> None:
    without, having = table([[2, 3, 4], [7, 8, 9]]), table([[1, 3, 4], [7, 8, 9]])
    for game in (without, having):
        choose(game, 4, 7)
        assert (game.seat, game.hidden) == (0, True)
    assert without.legal() == [NO_DUST]
    assert having.legal() == [NO_DUST, THROW]
    having.play(THROW)
    assert having.points == [0, 0]
    assert having.round == 2


@pytest.mark.rule("HC-2.4")
def test_gold_can_be_taken_once() -> None:
    game = table([[2, 3, 4], [7, 8, 9]])
    choose(game, 4, 7)
    game.play(NO_DUST)
    assert game.legal() == [GOLD, SILVER]
    game.play(GOLD)
    game.play(KEEP)
    assert game.points == [0, 2]
    choose(game, 3, 8)
    game.play(NO_DUST)
    assert game.legal() == [KEEP, BET], "silver was the only prize left"


@pytest.mark.rule("HC-2.5")
@pytest.mark.parametrize(("rolled", "points"), [(3, 0), (4, 4)])
def test_a_bet_doubles_on_four_or_more(rolled: int, points: int) -> None:
    game = table([[2, 3, 4], [7, 8, 9]])
    game.dice = Loaded([rolled])
    choose(game, 4, 7)
    for action in (NO_DUST, GOLD, BET):
        game.play(action)
    assert game.points == [0, points]


@pytest.mark.rule("HC-2.6")
@pytest.mark.parametrize(
    ("stops", "times"), [((0, 0), 2), ((0, 1), 0), ((-1, 0), 0), ((0, bell.LATE - bell.STOP - bell.FAR), 0)]
)
def test_a_hammer_stopped_twice_in_the_middle_doubles_the_prize(stops: tuple[int, int], times: int) -> None:
    match = new("high_card", seed=1, bell=True)
    while not match.measured:
        match.play("bet:roll" if "bet:roll" in match.legal() else match.legal()[0])
    seat, prize = match.seat, match.state.waiting.n
    for off in stops:
        match.play(bell.STOP + bell.FAR + off)
    assert isinstance(match.state, Table)
    assert match.state.points[seat] == times * prize


@pytest.mark.rule("HC-3.1")
@pytest.mark.parametrize(("points", "scores"), [([3, 1, 0], [1, 0, 0]), ([2, 2, 0], [0.5, 0.5, 0])])
def test_most_points_win_and_equals_share(points: list[int], scores: list[float]) -> None:
    game = table([[2], [3], [4]], players=3)
    game.round, game.seat = 3, OVER
    game.points = points
    assert game.score() == scores
