"""The engine and a slow, literal reading of the rules play the same games and must always agree."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from harena.core.bits import members_of
from harena.core.dice import fast_dice
from harena.core.hex import OFF
from harena.core.options import read_options
from harena.core.state import OVER
from harena.games.centauri import GAME
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.rules.armada import AWAY, STOOD_OFF
from harena.games.centauri.state import FOE, Space

from .book_fight import Foe
from .by_the_book import ByTheBook
from .on_paper import ALL
from .random_pack import random_pack
from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS, make_pack
from .written import Written


def four_points_win(written: Written) -> None:
    written.scenario(HOME_RUN)["goal"] = 4


SHORT_RACE = make_pack(four_points_win)


class Both:
    """A game in the engine and the same by the book, with the same dice."""

    def __init__(self, pack: ArenaPack, seed: int, scenario: str, players: int, rounds: int) -> None:
        said = {"scenario": scenario, "players": players, "max_rounds": rounds}
        options = read_options(GAME.options, said)
        self.engine: Space = GAME.start(pack, options, fast_dice(seed), journal=True)
        self.actions = GAME.actions(pack)
        known = {one.id: one for one in pack.scenarios}
        self.book = ByTheBook(pack, known[scenario], players, rounds, fast_dice(seed))

    def play(self, answer: str) -> None:
        self.engine.play(self.actions.parse(answer))
        self.book.answer(answer)

    @property
    def open(self) -> list[str]:
        return [self.actions.notation(action) for action in self.engine.legal()]

    def assert_agree(self) -> None:
        """The same question to the same player, as many dice thrown, and everything in the same place."""
        engine, book = self.engine, self.book
        if book.question is None:
            assert engine.seat == OVER
            assert engine.winner == book.winner
        else:
            assert (engine.seat, set(self.open)) == (book.question.seat, set(book.question.answers))
        assert engine.dice.drawn == book.dice.drawn
        assert mats_of(engine) == mats_by(book)
        assert ships_of(engine) == ships_by(book)
        assert table_of(engine) == table_by(book)
        if book.question is not None:
            assert battle_of(engine) == battle_by(book)


def mats_of(engine: Space) -> list[dict[str, Any]]:
    return [
        {
            "attributes": (player.speed, player.combat, player.shield, player.hull),
            "levels": (player.starport, player.lab),
            "wealth": (player.astartium, player.combat_tokens, player.exploration_tokens),
            "hand": set(members_of(player.hand)),
            "seen": set(members_of(player.known)),
        }
        for player in engine.players
    ]


def mats_by(book: ByTheBook) -> list[dict[str, Any]]:
    return [
        {
            "attributes": (mat.speed, mat.combat, mat.shield, mat.hull),
            "levels": (mat.starport, mat.lab),
            "wealth": (mat.astartium, mat.tokens["combat"], mat.tokens["exploration"]),
            "hand": mat.hand,
            "seen": mat.seen,
        }
        for mat in book.mats
    ]


def ships_of(engine: Space) -> list[dict[str, Any]]:
    return [
        {
            "sector": name_of(one.pos),
            "cargo": one.cargo,
            "points": one.points,
            "round": (one.moved, one.fought, one.out == STOOD_OFF, one.out == AWAY),
            "lasting": (one.back, one.wall, one.cloaked, one.dagger),
            "buffs": (one.dice, one.shielding, one.rerolls, one.blaze),
        }
        for one in engine.armadas
    ]


def ships_by(book: ByTheBook) -> list[dict[str, Any]]:
    return [
        {
            "sector": one.sector,
            "cargo": one.cargo,
            "points": one.points,
            "round": (one.moved, one.fought, one.stood_off, one.away),
            "lasting": (one.back, one.wall, one.cloaked, one.dagger),
            "buffs": (one.dice, one.shielding, one.rerolls, one.blaze),
        }
        for one in book.ships
    ]


def table_of(engine: Space) -> dict[str, Any]:
    return {
        "round": (engine.round, engine.first, engine.report),
        "score": (engine.points, engine.kills, engine.hunted, engine.delivered),
        "homes": [name_of(home) for home in engine.homes],
        "modules": sorted(name_of(sector) for sector in engine.modules),
        "raiders": {
            name: engine.raider_at(place) for place, name in enumerate(ALL) if engine.raider_at(place)
        },
        "bosses": {ALL[sector] for sector in members_of(engine.bosses)},
        "harmony": {ALL[sector] for sector in members_of(engine.harmony)},
        "convoy": name_of(engine.convoy),
        "cards": (engine.deck, set(members_of(engine.spent)), set(members_of(engine.discards))),
        "reports": (engine.reports, set(members_of(engine.reported))),
    }


def table_by(book: ByTheBook) -> dict[str, Any]:
    return {
        "round": (book.round, book.first, book.report),
        "score": (book.points, book.kills, book.hunted, book.delivered),
        "homes": book.homes,
        "modules": sorted(book.modules),
        "raiders": book.raiders,
        "bosses": book.bosses,
        "harmony": book.harmony,
        "convoy": book.convoy,
        "cards": (book.deck, book.spent, book.discards),
        "reports": (book.reports, book.reported),
    }


def battle_of(engine: Space) -> Any:
    return engine.order and (engine.order, engine.clash, engine.foe_hull if FOE in engine.order else 0)


def battle_by(book: ByTheBook) -> Any:
    order = [FOE if isinstance(one, Foe) else one.number for one in book.order]
    return order and (order, book.clash, book.foe.hull if book.foe in book.order else 0)


def name_of(place: int) -> str:
    return "" if place == OFF else ALL[place]


def choose(luck: random.Random, both: Both) -> str:
    """Any answer; but armadas mostly fly where something is, fight, and bring home what they find."""
    open_now, book = both.open, both.book
    if "pick_up" in open_now:
        return "pick_up"
    if "flee" in open_now and luck.random() < 0.8:
        return "fight"
    worth = {*book.modules, *book.raiders, *book.bosses, *book.harmony, *book.homes}
    worth |= {ship.sector for ship in book.ships if ship.owner.seat % 2 != both.engine.seat % 2}
    bold = [one for one in open_now if one.startswith(("play", "join", "armada"))]
    bold += [one for one in open_now if one.startswith("fly") and one.removeprefix("fly:") in worth]
    return luck.choice(bold if bold and luck.random() < 0.6 else open_now)


def play_both(seed: int, scenario: str, players: int, rounds: int = 10, pack: ArenaPack = FROZEN) -> Both:
    both, luck = Both(pack, seed, scenario, players, rounds), random.Random(seed)
    both.assert_agree()
    while both.book.question is not None:
        both.play(choose(luck, both))
        both.assert_agree()
    return both


MET = (  # what the games together must have met, or they prove nothing
    *("evaded CN-2.3", "caught CN-2.3", "picked_up CN-1.4", "spent_token CN-1.6", "spent_token CN-3.11"),
    *("cloaked CN-2.9", "walled CN-2.9", "swapped CN-2.9", "pushed CN-2.9", "surged CN-3.7", "raised CN-4.3"),
    *("fled CN-3.10", "attacked CN-3.2", "rerolled CN-3.3", "rerolled CN-3.11", "blazes CN-3.12"),
    *("burnt_out CN-3.12", "destroyed CN-3.6", "dropped CN-3.6", "slain CN-3.7", "joined CN-2.14"),
    *("left_boss CN-2.14", "delivered CN-4.9", "wear CN-4.12", "raider_moved CN-4.11", "raider_raids CN-4.3"),
    *("convoy CN-4.3", "convoy_stays CN-4.3", "reshuffled CN-1.5", "discarded CN-1.9", "repaired CN-2.4"),
    *("points CN-3.2", "points CN-3.5", "points CN-4.3", "won CN-4.3", "won CN-4.4"),
)


@pytest.mark.rule("CN-1.2", "CN-1.3", "CN-1.4", "CN-1.5", "CN-1.6", "CN-1.7", "CN-1.9", "CN-1.11", "CN-1.13")
@pytest.mark.rule("CN-2.1", "CN-2.2", "CN-2.3", "CN-2.4", "CN-2.5", "CN-2.6", "CN-2.8", "CN-2.9", "CN-2.10")
@pytest.mark.rule(
    "CN-2.11", "CN-2.12", "CN-2.13", "CN-2.14", "CN-3.1", "CN-3.2", "CN-3.3", "CN-3.4", "CN-3.5"
)
@pytest.mark.rule(
    "CN-3.6", "CN-3.7", "CN-3.9", "CN-3.10", "CN-3.11", "CN-3.12", "CN-3.13", "CN-4.1", "CN-4.2"
)
@pytest.mark.rule("CN-4.3", "CN-4.7", "CN-4.8", "CN-4.9", "CN-4.10", "CN-4.11", "CN-4.12")
def test_games_go_by_the_book_and_meet_every_rule() -> None:
    met: Counter[str] = Counter()
    for seed in range(36):
        scenario, players = SCENARIOS[seed % 3], (2, 4, 6)[seed // 3 % 3]
        both = play_both(seed, scenario, players)
        met.update(f"{event.kind} {event.rule}" for event in both.engine.journal or [])
    assert [what for what in MET if met[what] < 3] == [], "these games are too tame to prove anything"


@pytest.mark.rule("CN-3.13", "CN-4.4", "CN-4.5")
def test_short_races_end_by_the_book() -> None:
    """With 4 VP to go for, games end in the middle of a fight, in Expand and after the last round."""

    ends: Counter[str] = Counter()
    for seed in range(30):
        both = play_both(seed, HOME_RUN, (2, 4, 6)[seed % 3], 4, pack=SHORT_RACE)
        end = next(event for event in both.engine.journal or [] if event.kind in ("won", "drawn"))
        ends[f"{end.kind} {end.rule}"] += 1
    assert min(ends["won CN-4.5"], ends["won CN-4.4"]) >= 3


@pytest.mark.parametrize("pack", ["rift", "standard+rift"])
def test_other_boxes_go_by_the_book(pack: str) -> None:
    read = GAME.pack(pack)
    for seed in range(4):
        play_both(seed, "smugglers_run", (2, 4)[seed % 2], pack=read)


@pytest.mark.parametrize("seed", range(8))
def test_boxes_that_nobody_would_print_go_by_the_book_too(seed: int) -> None:
    """Any verb on any card, any map, any scenario."""
    pack = random_pack(seed)
    for place, scenario in enumerate(pack.scenarios):
        play_both(seed, scenario.id, (2, 4, 6)[(seed + place) % 3], 3, pack=pack)


@pytest.mark.rule("CN-4.2", "CN-4.3")
@pytest.mark.parametrize("scenario", [INTERSTELLAR, NEW_HOPE])
def test_one_round_goes_by_the_book(scenario: str) -> None:
    """The end after a single round, while almost everything is equal."""
    ends = [play_both(seed, scenario, 2, 1).engine.winner for seed in range(12)]
    assert len(set(ends)) >= 2
