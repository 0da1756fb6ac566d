"""The packs that come with Centauri Arena: the facts they must keep, and what is added without any Python."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from harena.core.bits import count_bits, members_of
from harena.core.dice import fast_dice
from harena.core.options import read_options
from harena.games.centauri import GAME
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.content import ArenaPack, Card, Map, Scenario
from harena.games.centauri.pack.scenario_checks import shortest_ways
from kit.position import positions_of

from .written import Written

STANDARD, RIFT = GAME.pack(), GAME.pack("rift")
BOTH = pytest.mark.parametrize("pack", [STANDARD, RIFT], ids=lambda pack: pack.name)
HOME_RUN, INTERSTELLAR, NEW_HOPE = STANDARD.scenarios
NAMES = HOME_RUN.map.field.names


def named(area: int) -> list[str]:
    return [NAMES[sector] for sector in members_of(area)]


def card(id: str) -> Card:
    return next(one for one in STANDARD.cards if one.id == id)


# --- the standard pack


@pytest.mark.rule("CN-1.1")
def test_sectors_cost_what_their_kind_says() -> None:
    by_kind = {
        native.OPEN: 1,
        native.NEBULA: 2,
        native.THICK_NEBULA: 3,
        native.BLACK_HOLE: 3,
        native.JUMPGATE: 1,
        native.DAWN: 1,
        native.RED_SPACE: 1,
        native.BLUE_SPACE: 1,
        native.RED_NEBULA: 3,
        native.BLUE_NEBULA: 3,
    }
    for map in STANDARD.maps:
        assert len(map.kinds) == native.SECTORS
        assert NAMES[map.jumpgate] == "d4"
        for kind, cost in zip(map.kinds, map.costs, strict=True):
            hole = kind == native.BLACK_HOLE and map.id == "interstellar"
            assert cost == (1 if hole else by_kind[kind]), "the Black Hole costs 1 in Interstellar (CN-4.2)"


@pytest.mark.rule("CN-1.1")
def test_sectors_are_counted_by_kind() -> None:
    counts = [Counter(native.KIND_NAMES[kind] for kind in map.kinds) for map in STANDARD.maps]
    assert counts[0] == {
        "open": 20, "nebula": 10, "thick_nebula": 2, "black_hole": 2,
        "jumpgate": 1, "red_space": 1, "blue_space": 1,
    }  # fmt: skip
    assert counts[1]["thick_nebula"] == 21, "16 of 37 sectors are played on"
    assert (counts[1]["jumpgate"], counts[1]["dawn"], counts[1]["black_hole"]) == (1, 1, 1)
    assert (counts[2]["red_nebula"], counts[2]["blue_nebula"], counts[2]["thick_nebula"]) == (1, 1, 0)


@pytest.mark.rule("CN-1.2")
def test_an_armada_starts_with_two_of_each_and_eight_hull() -> None:
    basics = STANDARD.basics
    assert (basics.speed, basics.combat, basics.shield, basics.hull) == (2, 2, 2, 8)
    assert (basics.astartium, basics.level_price, basics.first_cards, basics.hand) == (2, 2, 2, 5)


@pytest.mark.rule("CN-1.2")
def test_the_tracks_give_what_they_should() -> None:
    given = [
        [{native.GAIN_NAMES[gain.what]: gain.n for gain in level} for level in track.levels]
        for track in STANDARD.tracks
    ]
    top = {"speed": 1, "combat": 1, "shield": 1}
    assert [track.id for track in STANDARD.tracks] == native.TRACK_NAMES
    assert given[native.STARPORT] == [
        {"combat_tokens": 2}, {"combat": 1}, {"shield": 2}, {"combat_tokens": 2}, {"combat": 1}, top,
    ]  # fmt: skip
    assert given[native.LAB] == [
        {"speed": 1}, {"cards": 2}, {"speed": 1}, {"exploration_tokens": 2}, {"cards": 2}, top,
    ]  # fmt: skip


@pytest.mark.rule("CN-1.5")
def test_forty_cards_of_which_eight_are_arena_cards() -> None:
    assert len(STANDARD.kind_of) == 40
    arena = [one for one in STANDARD.cards if one.arena]
    assert [one.name for one in arena] == [
        "You shall not pass",
        "Cloak and Dagger",
        "Blaze of Glory",
        "Spatial Disjunction",
    ]
    assert all(one.count == 2 for one in arena)
    assert count_bits(STANDARD.common) == 32
    assert len(STANDARD.cards) - len(arena) == 9
    used = {native.VERB_NAMES[verb.do] for one in STANDARD.cards for verb in one.verbs}
    assert used == set(native.VERB_NAMES)


@pytest.mark.rule("CN-1.5", "CN-1.9")
def test_cards_know_their_phases_and_their_places_in_the_deck() -> None:
    repairs = card("field_repairs")
    phases = [phase for phase in range(3) if STANDARD.in_phase[phase] & repairs.cards]
    assert phases == [native.UPKEEP, native.BUFF]
    assert count_bits(repairs.cards) == 4
    assert STANDARD.only_repair == 1 << repairs.number
    everything = 0
    for one in STANDARD.cards:
        assert everything & one.cards == 0
        everything |= one.cards
        assert [STANDARD.kind_of[place] for place in members_of(one.cards)] == [one.number] * one.count
    assert everything == (1 << 40) - 1


@pytest.mark.rule("CN-2.7")
def test_twelve_reports_name_each_pair_twice_and_each_colour_four_times() -> None:
    reports = STANDARD.reports
    assert len(reports) == 12
    assert Counter(report.modules for report in reports) == dict.fromkeys(range(6), 2)
    assert Counter(report.colour for report in reports) == dict.fromkeys(range(3), 4)
    assert sum(report.raiders == native.NOBODY for report in reports) == 3


@pytest.mark.rule("CN-3.7")
def test_foes_follow_their_formula() -> None:
    assert [foe.level for foe in STANDARD.foes] == [0, 1, 2, 3, 4]
    for foe in STANDARD.foes[1:]:
        n = foe.level
        assert (foe.combat, foe.shield, foe.hull) == (n + 1, n, 2 * n)
        assert (foe.initiative, foe.leaving, foe.astartium) == (n, n, n)
        assert foe.tokens == (n >= 2)


@pytest.mark.rule("CN-4.1", "CN-4.2", "CN-4.3")
def test_the_three_scenarios_say_what_is_different() -> None:
    assert [one.name for one in STANDARD.scenarios] == ["Home Run", "Interstellar Conflict", "A New Hope"]
    assert [one.goal for one in STANDARD.scenarios] == [19, 0, 0]
    assert [one.upgrades for one in STANDARD.scenarios] == [0, 7, 0]
    assert [(one.delivery, one.harmony, one.kill) for one in STANDARD.scenarios] == [
        (5, 0, 2), (5, 8, 2), (0, 0, 4),
    ]  # fmt: skip
    assert [one.escape for one in STANDARD.scenarios] == [1, 1, 1]
    assert named(HOME_RUN.closed) == ["d4"]
    assert HOME_RUN.back_at_gate
    assert HOME_RUN.delivery_astartium == 2
    assert INTERSTELLAR.one_module
    assert (INTERSTELLAR.pair, INTERSTELLAR.wear) == (native.PAIR_HARMONY, 2)
    assert named(INTERSTELLAR.peaceful) == ["d4", "d7"]
    assert count_bits(INTERSTELLAR.closed) == 21
    assert NEW_HOPE.convoy
    assert NEW_HOPE.convoy_rates == [2, 2, 3]
    assert (NEW_HOPE.pair, NEW_HOPE.raiders) == (native.PAIR_RAIDERS, False)
    assert (NEW_HOPE.raider, NEW_HOPE.trade, NEW_HOPE.raiders_move) == (1, 2, True)


@pytest.mark.rule("CN-4.1")
def test_home_run_has_eight_free_modules_and_two_under_bosses() -> None:
    map = HOME_RUN.map
    assert [NAMES[start] for start in map.starts] == ["d1", "d7"]
    assert len(map.modules) == 10
    under = [NAMES[sector] for sector in map.modules if map.bosses >> sector & 1]
    assert under == ["a3", "g2"]


@pytest.mark.rule("CN-4.2", "CN-4.6")
def test_the_black_hole_is_two_steps_from_both_homes() -> None:
    map = INTERSTELLAR.map
    assert NAMES[map.hole] == "c5"
    assert [INTERSTELLAR.way(map.hole, start) for start in map.starts] == [2, 2]
    near = [pair for pair in map.module_pairs if pair & map.field.near(map.hole, 1)]
    assert [named(pair) for pair in near] == [["b4", "b5"]]
    assert map.bosses & ~INTERSTELLAR.closed == 0, "Bosses stand on thick nebulas alone"


@pytest.mark.rule("CN-4.3", "CN-4.7")
def test_the_convoy_has_three_shortest_ways_to_each_home() -> None:
    assert [shortest_ways(NEW_HOPE, home) for home in NEW_HOPE.map.starts] == [3, 3]
    assert named(NEW_HOPE.map.trades) == ["b4", "f2"]


# --- both boxes


def twin(map: Map, sector: int) -> int:
    """The symmetry as the rules tell it, worked out anew: half a turn, or a mirror between the starts."""
    field = map.field
    q, r = field.qs[sector], field.rs[sector]
    if not map.mirrored:
        return field.at(-q, -r)
    between = sum(field.qs[start] + field.rs[start] / 2 for start in map.starts)
    return field.at(int(between) - q - r, r)


@BOTH
@pytest.mark.rule("CN-1.10", "CN-2.7")
def test_maps_are_the_same_for_both_sides(pack: ArenaPack) -> None:
    swaps = {
        native.RED_SPACE: native.BLUE_SPACE,
        native.RED_NEBULA: native.BLUE_NEBULA,
        native.JUMPGATE: native.DAWN,
    }
    swaps.update({two: one for one, two in list(swaps.items())})
    for scenario in pack.scenarios:
        map = scenario.map
        assert twin(map, map.starts[0]) == map.starts[1]
        for sector in range(native.SECTORS):
            other = twin(map, sector)
            assert other == map.image[sector]
            if other < 0:
                assert scenario.closed >> sector & 1
                continue
            kind = map.kinds[sector]
            alone = kind == native.JUMPGATE and other == sector
            assert map.kinds[other] == (kind if alone else swaps.get(kind, kind))
            assert map.costs[other] == map.costs[sector]
            assert map.modules.count(other) == map.modules.count(sector)
            assert map.bosses >> other & 1 == map.bosses >> sector & 1
            assert map.trades >> other & 1 == map.trades >> sector & 1
        for pair in (*map.module_pairs, *map.raider_pairs):
            one, two = members_of(pair)
            assert twin(map, one) in (one, two)
            assert twin(map, two) in (one, two)


@BOTH
def test_everything_has_its_own_number(pack: ArenaPack) -> None:
    for things in (pack.cards, pack.maps, pack.scenarios):
        assert [one.number for one in things] == list(range(len(things)))
    for scenario in pack.scenarios:
        assert scenario.map in pack.maps
        assert scenario.about
        assert scenario.aim


# --- without any Python

DUST: dict[str, object] = {
    "name": "The Dust",
    "symmetry": "mirror",
    "starts": ["c1", "c6"],
    "rows": ["o n n o", "n o t o n", "r o n n o u", "o n o j o n o", "R o n n o U", "o b o b o", "n o o n"],
    "colours": ["agga", "vagav", "gvaavg", "agvavga", "vaggav", "gvavg", "avva"],
    "modules": ["a2", "a3", "f2", "f4", "b3"],
    "bosses": ["b3"],
    "trades": ["e1", "e6"],
    "module_pairs": [["b1", "b5"], ["a1", "a4"], ["d2", "d6"], ["g1", "g4"], ["e2", "e5"], ["d3", "d5"]],
    "raider_pairs": [["b2", "b4"], ["c3", "c4"], ["d1", "d7"], ["f1", "f5"], ["g2", "g3"], ["e3", "e4"]],
}
CLAIM: dict[str, object] = {
    "id": "gold_rush",
    "name": "Gold Rush",
    "map": "dust",
    "about": "Short, greedy and loud.",
    "aim": "The first team with 9 victory points wins.",
    "goal": 9,
    "upgrades": 3,
    "peaceful": ["jumpgate", "red_nebula", "blue_nebula"],
    "pair": "harmony",
    "delivery": 3,
    "harmony": 4,
    "raider": 1,
    "trade": 1,
}
SPYGLASS: dict[str, object] = {
    "id": "spyglass",
    "name": "Spyglass",
    "count": 9,
    "phases": ["movement"],
    "effect": [{"do": "points", "n": 4}, {"do": "cloak"}, {"do": "repair", "n": 2}],
}


@pytest.mark.rule("CN-1.1", "CN-1.5", "CN-4.1", "CN-5.1")
def test_a_map_a_card_and_a_fourth_scenario_without_any_python(tmp_path: Path) -> None:
    written = Written()
    written.said["dust"] = DUST
    written.pack["maps"].append("dust")
    written.cards.append(SPYGLASS)
    written.scenarios.append(CLAIM)
    pack = written.read(tmp_path / "mine")
    assert pack.digest != STANDARD.digest
    rush: Scenario = pack.scenarios[3]
    assert (rush.name, rush.map.name, rush.map.mirrored) == ("Gold Rush", "The Dust", True)
    told: Counter[str] = Counter()
    for seed in range(9):
        luck = random.Random(seed)
        players = (2, 4, 6)[seed % 3]
        options = read_options(GAME.options, {"scenario": "gold_rush", "players": players, "max_rounds": 4})
        game = GAME.start(pack, options, fast_dice(seed), journal=True)
        for position in positions_of(game, luck.choice):
            assert GAME.missing(position) == ""
        assert (
            sum(event.kind == "levelled" and event.cause == "spread" for event in game.journal) == 3 * players
        )
        for event in game.journal or []:
            told[event.kind] += 1
            if event.kind == "played":
                told[pack.cards[event.b].id] += 1
    assert told["spyglass"] > 3, told
    assert told["harmony"] > 3, told


@pytest.mark.rule("CN-1.1")
def test_the_order_of_keys_and_the_layout_make_no_difference(tmp_path: Path) -> None:
    plain = Written().read(tmp_path / "plain")
    assert plain.digest == STANDARD.digest
    assert Written().read(tmp_path / "other", backwards=True, spread=True).digest == plain.digest
    written = Written()
    written.card("afterburner")["count"] = 3
    assert written.read(tmp_path / "fewer").digest != plain.digest
