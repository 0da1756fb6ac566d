"""The engine and a slow, literal reading of the rules play the same games and must always agree."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .by_the_book import ByTheBook
from .table import ANSWERS, FOE, ME, PRINTS, Printed, Raid, random_deck


def assert_agree(now: Raid, book: ByTheBook) -> None:
    """The same question to the same player, and every card in the same place."""
    assert (now.over, now.decider, now.question) == (book.over, book.decider, book.question)
    assert now.table.legal() == sorted(ANSWERS[answer] for answer in book.open)
    assert [now.deck(ME), now.deck(FOE)] == book.decks
    assert (now.attack, now.defence) == (book.attack, book.defence)
    assert (now.pot, len(now.pot)) == (set(book.pot), len(book.pot))
    assert [now.pile(ME), now.pile(FOE)] == [set(book.piles[ME]), set(book.piles[FOE])]
    assert now.attacker == book.attacker
    assert [now.skulls(ME), now.skulls(FOE)] == [book.skulls(ME), book.skulls(FOE)]
    if now.over:
        assert now.table.score() == book.scores()
    else:
        assert now.type == book.type


def play_both(
    mine: list[Printed], theirs: list[Printed], attacker: int, choices: list[int]
) -> tuple[Raid, ByTheBook]:
    now, book = Raid(mine, theirs, attacker), ByTheBook(mine, theirs, attacker)
    assert_agree(now, book)
    for choice in choices:
        if now.over:
            break
        answer = book.open[choice % len(book.open)]
        now.choose(answer)
        book.go_on(answer)
        assert_agree(now, book)
    assert now.over, "there were enough choices for the whole game"
    return now, book


@st.composite
def small_games(draw: st.DrawFn) -> tuple[list[Printed], list[Printed], int, list[int]]:
    size = draw(st.integers(1, 10))
    decks = draw(st.lists(st.sampled_from(PRINTS), min_size=2 * size, max_size=2 * size))
    cards = [Printed(scores, role, icon) for scores, role, icon in decks]
    choices = draw(st.lists(st.integers(0, 5), min_size=2 * size, max_size=2 * size))
    return cards[:size], cards[size:], draw(st.sampled_from([ME, FOE])), choices


@pytest.mark.rule("DR-2.1", "DR-2.2", "DR-2.3", "DR-2.4", "DR-2.5", "DR-2.6", "DR-4.1", "DR-4.2")
@pytest.mark.rule("DR-3.1", "DR-3.2", "DR-3.3", "DR-3.4", "DR-3.5", "DR-3.6", "DR-3.7")
@given(small_games())
@settings(max_examples=600)
def test_small_games_go_by_the_book(game: tuple[list[Printed], list[Printed], int, list[int]]) -> None:
    play_both(*game)


@pytest.mark.rule("DR-4.1", "DR-4.2", "DR-4.3")
def test_hundreds_of_larger_games_go_by_the_book_and_meet_every_rule() -> None:
    luck = random.Random(2017)
    met: Counter[str] = Counter()
    for _ in range(300):
        size, icons, highest = luck.randint(2, 30), luck.randint(1, 4), luck.choice([1, 2, 3, 6, 20])
        decks = [random_deck(luck, size, icons, highest) for _ in range(2)]
        choices = [luck.randrange(60) for _ in range(2 * size)]
        now, _ = play_both(decks[ME], decks[FOE], luck.randrange(2), choices)
        for event in now.table.journal or []:
            why = now.cards[event.b].role if event.kind == "used_role" else event.rule
            met[f"{event.kind} {why}"] += 1
    for rare in (
        "used_role hq",
        "used_role troops",
        "used_role fast_attack",
        "used_role heavy_support",
        "banked DR-3.5",
        "drawn DR-2.5",
        "took_over DR-2.4",
        "pot_lost DR-4.1",
        "game_drawn DR-4.2",
    ):
        assert met[rare] >= 20, f"{rare} only {met[rare]} times: these games are too tame to prove anything"
