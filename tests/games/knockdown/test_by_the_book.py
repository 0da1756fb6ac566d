"""The engine and a slow, literal reading of the rules play the same matches and must always agree."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from harena.core.bits import members_of
from harena.core.hex import OFF
from harena.core.state import OVER
from harena.games.knockdown import GAME
from harena.games.knockdown.options import BrawlOptions, picked
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.rules.fighter import Fighter
from harena.games.knockdown.state import Brawl

from .book_table import Agreed, Luck, Side
from .brawl import FROZEN, start
from .by_the_book import ByTheBook
from .random_pack import random_pack

NOTHING_TOLD = 0


class Both:
    """A match in the engine and the same by the book; what chance brings to the one is told to the other."""

    def __init__(self, pack: BrawlPack, seed: int, **options: Any) -> None:
        self.options = GAME.options(**options)
        self.engine: Brawl = start(pack, seed, **options)
        self.actions = GAME.actions(pack)
        self.luck = Luck()
        self.heard = NOTHING_TOLD
        self._listen()
        self.book = ByTheBook(pack, agreed(self.options), self.luck)

    def _listen(self) -> None:
        journal = self.engine.journal or []
        for event in journal[self.heard :]:
            if event.kind == "laid_out":
                self.luck.add("laid_out", event.a, event.b)
            elif event.kind in ("first_pick", "row"):
                self.luck.add(event.kind, event.a)
            elif event.kind == "dealt":
                self.luck.add(f"dealt {event.a}", *members_of(event.secret))
            elif event.kind == "rolled":
                self.luck.add("rolled", *event.dice)
            elif event.kind == "took_fighter" and self._is_drawn(event.a):
                self.luck.add(f"took_fighter {event.a}", event.b)
        self.heard = len(journal)

    def _is_drawn(self, seat: int) -> bool:
        return self.options.fighters == "random" and not picked(self.options)[seat]

    def play(self, answer: str) -> None:
        self.engine.play(self.actions.parse(answer))
        self._listen()
        self.book.answer(answer)

    @property
    def open(self) -> list[str]:
        return [self.actions.notation(action) for action in self.engine.legal()]

    def assert_agree(self) -> None:
        """The same question to the same player, and everything in the same place."""
        engine, book = self.engine, self.book
        assert self.luck.left == {}, "the engine rolled for what the book does not know"
        if book.question is None:
            assert engine.seat == OVER
            assert engine.score() == [float(book.winner == seat) for seat in (0, 1)]
        else:
            assert (engine.seat, set(self.open)) == (book.question.seat, set(book.question.answers))
        for fighter, side in zip((engine.one, engine.two), book.sides, strict=True):
            assert fighter_of(engine, fighter) == side_of(side)
        cards = engine.arena.cards
        assert [cards[card].id for card in engine.row] == book.row
        assert ids_of(engine, engine.discard) == book.discard
        assert {cards[card].id for card in engine.deck} == book.deck
        assert (cards[engine.taking].id if engine.taking >= 0 else "") == book.aside
        assert (engine.round, engine.winner) == (book.round, book.winner)
        if book.round and book.question is not None:
            assert (engine.turn, engine.active, engine.first) == (book.turn, book.active, book.first)


def agreed(options: BrawlOptions) -> Agreed:
    towers = options.test == "tower"
    one, two = picked(options)
    return Agreed(
        wins=options.wins,
        picks=(one, two),
        choose=options.fighters == "choose",
        relief=options.relief,
        towers=(towers and options.dice_for != "seat1", towers and options.dice_for != "seat2"),
    )


def ids_of(engine: Brawl, cards: int) -> set[str]:
    return {engine.arena.cards[card].id for card in members_of(cards)}


def fighter_of(engine: Brawl, fighter: Fighter) -> dict[str, Any]:
    def skills(numbers: int) -> set[str]:
        return {engine.skills[skill].id for skill in members_of(numbers)}

    standing = fighter.pos != OFF and engine.round > 0
    return {
        "sheet": fighter.sheet.id if fighter.character >= 0 else "",
        "space": engine.field.names[fighter.pos] if standing else "",
        "wounds": (fighter.light, fighter.heavy),
        "hand": ids_of(engine, fighter.hand),
        "ammo": fighter.ammo if engine.round else 0,
        "contamination": fighter.contamination,
        "flame": engine.field.names[fighter.flame] if fighter.flame != OFF else "",
        "wins": fighter.wins,
        "dealt": skills(fighter.held),
        "kept": skills(fighter.own | fighter.got),
        "passed": skills(fighter.gave),
        "away": skills(fighter.dropped),
        "up": skills(fighter.up),
    }


def side_of(side: Side) -> dict[str, Any]:
    return {
        "sheet": side.sheet.id if side.sheet else "",
        "space": side.space,
        "wounds": (side.light, side.heavy),
        "hand": side.hand,
        "ammo": side.ammo,
        "contamination": side.contamination,
        "flame": side.flame,
        "wins": side.wins,
        "dealt": side.dealt,
        "kept": set(side.kept),
        "passed": side.passed,
        "away": side.away,
        "up": side.up,
    }


def choose(luck: random.Random, open_now: list[str]) -> str:
    """Any answer; but towers are built with some care, and somebody who fights is met more often."""
    if open_now[0].startswith("cube"):
        return f"cube:{luck.choice(['late', *range(-9, 10)] if luck.random() < 0.3 else range(-3, 4))}"
    bold = [answer for answer in open_now if answer.startswith(("attack", "special", "call"))]
    return luck.choice(bold if bold and luck.random() < 0.5 else open_now)


def play_both(pack: BrawlPack, seed: int, **options: Any) -> Both:
    both, luck = Both(pack, seed, **options), random.Random(seed)
    both.assert_agree()
    while both.book.question is not None:
        both.play(choose(luck, both.open))
        both.assert_agree()
    return both


SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"fighters": "random"},
    {"relief": "all"},
    {"relief": "heavy", "fighters": "random"},
    {"test": "tower"},
    {"test": "tower", "dice_for": "seat2"},
    {"wins": 1},
    {"picks": "katie,puppy"},
    {"picks": ",james"},
    {"picks": "puppy,", "fighters": "random"},
)
MET = (  # what the matches together must have met, or they prove nothing
    *("added KD-4.6", "ignored KD-4.6", "blocked KD-4.2", "missed KD-4.1", "attacked KD-4.9"),
    *("wounded KD-1.9", "wounded KD-3.6", "shook_off KD-3.9", "contaminated KD-1.8", "aged KD-3.1"),
    *("rolled KD-5.1", "landed KD-5.6", "healed KD-5.3", "no_relief KD-5.3", "shown KD-4.11"),
    *("round_won KD-6.1", "round_won KD-6.2", "skill_up KD-6.3", "discarded KD-3.4", "flame_out KD-1.9"),
)


@pytest.mark.rule("KD-2.1", "KD-2.2", "KD-2.3", "KD-2.4", "KD-2.5", "KD-2.6")
@pytest.mark.rule("KD-3.1", "KD-3.2", "KD-3.3", "KD-3.4", "KD-3.5", "KD-3.6", "KD-3.7", "KD-3.8", "KD-3.9")
@pytest.mark.rule("KD-4.1", "KD-4.2", "KD-4.3", "KD-4.4", "KD-4.5", "KD-4.6", "KD-4.7", "KD-4.8", "KD-4.9")
@pytest.mark.rule("KD-4.10", "KD-4.11", "KD-5.1", "KD-5.2", "KD-5.3", "KD-5.4", "KD-5.6")
@pytest.mark.rule("KD-6.1", "KD-6.2", "KD-6.3", "KD-6.4", "KD-6.6")
def test_matches_go_by_the_book_and_meet_every_rule() -> None:
    met: Counter[str] = Counter()
    for seed in range(60):
        both = play_both(FROZEN, seed, **SETTINGS[seed % len(SETTINGS)])
        met.update(f"{event.kind} {event.rule}" for event in both.engine.journal or [])
    assert [what for what in MET if met[what] < 5] == [], "these matches are too tame to prove anything"


@pytest.mark.rule("KD-1.1", "KD-1.2", "KD-1.3", "KD-1.6", "KD-1.7", "KD-1.8", "KD-1.9", "KD-1.10", "KD-3.10")
@pytest.mark.parametrize("seed", range(5))
def test_boxes_that_nobody_would_print_go_by_the_book_too(seed: int) -> None:
    """Any verb on any attack, arenas with holes, Skills of every kind."""
    test = "tower" if seed == 2 else "dice"
    play_both(random_pack(seed), seed, fighters="random", relief=("light", "all")[seed % 2], test=test)


@pytest.mark.rule("KD-6.5")
def test_joined_boxes_go_by_the_book() -> None:
    """Fighters, Skills and arena of any box; an arena brings its own cards."""
    pack = GAME.pack("standard+abyss")
    arenas = set()
    for seed in range(6):
        both = play_both(pack, seed, fighters="random")
        arenas.add(both.engine.arena.id)
    assert arenas == {arena.id for arena in pack.arenas}
