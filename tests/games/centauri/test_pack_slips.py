"""Mistakes in a pack of Centauri Arena: each is named with file, entry, field and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harena.core.errors import PackError
from harena.games.centauri.pack import building, content
from harena.games.centauri.pack.entries import CostsEntry, LevelEntry
from harena.games.centauri.pack.verbs import VERBS
from kit.packs import Plain

from .written import Written

Mistake = Callable[[Written], object]
HEAD, BASICS, CARDS, REPORTS = "pack.toml", "basics.toml", "cards.toml", "reports.toml"
TRACKS, FOES, SCENARIOS = "tracks.toml", "foes.toml", "scenarios.toml"
RUN, GATE, HOPE = "home_run.toml", "interstellar.toml", "new_hope.toml"
BURN = "card 1 (afterburner)"
ONE, TWO, THREE = "scenario 1 (home_run)", "scenario 2 (interstellar)", "scenario 3 (new_hope)"


def said(file: str, /, **fields: Any) -> Mistake:
    """A file says something else."""
    return lambda written: written[file].update(fields)


def card(**fields: Any) -> Mistake:
    """Afterburner says something else."""
    return lambda written: written.card("afterburner").update(fields)


def effect(*verbs: Plain, phases: tuple[str, ...] = ("movement",)) -> Mistake:
    return card(effect=list(verbs), phases=list(phases))


def scenario(id: str, /, **fields: Any) -> Mistake:
    return lambda written: written.scenario(id).update(fields)


def sector(map: str, name: str, letter: str, rows: str = "rows") -> Mistake:
    return lambda written: written.sector(map, name, letter, rows)


def pair(map: str, kind: str, number: int, *names: str) -> Mistake:
    """A pair of a map is another one."""
    return lambda written: written[map][kind].__setitem__(number - 1, list(names))


def row(map: str, place: int, text: str, rows: str = "rows") -> Mistake:
    return lambda written: written[map][rows].__setitem__(place, text)


def foe(place: int, **fields: Any) -> Mistake:
    return lambda written: written["foes"]["foe"][place].update(fields)


def level(track: str, place: int, **gains: int) -> Mistake:
    return lambda written: written["tracks"][track]["levels"].__setitem__(place, gains)


def without(field: str, of: Callable[[Written], Plain]) -> Mistake:
    return lambda written: of(written).__delitem__(field)


def also(*changes: Mistake) -> Mistake:
    def change(written: Written) -> None:
        for one in changes:
            one(written)

    return change


def copies(count: int) -> Mistake:
    """So many cards of every Common kind."""

    def change(written: Written) -> None:
        for one in written.cards:
            if not one.get("arena"):
                one["count"] = count

    return change


def kinds(n: int) -> Mistake:
    """So many kinds of cards, all alike but for ids and names."""

    def change(written: Written) -> None:
        one = written.card("afterburner")
        written.cards[:] = [{**one, "id": f"burn_{k}", "name": f"Burn {k}", "count": 2} for k in range(n)]

    return change


def all_arena(written: Written) -> None:
    for one in written.cards[1:]:
        one["arena"] = True


ROW_D = ("b1", "f5", "d1", "d7")  # the starts of A New Hope, and two in line with the Jumpgate
POINTS: Plain = {"do": "points", "n": 2}

MISTAKES: list[tuple[Mistake, str, str, str, str]] = [
    # pack.toml
    (said("pack", game="knockdown"), HEAD, "", "game", "centauri"),
    (said("pack", title=""), HEAD, "", "title", "length"),
    (said("pack", colour="red"), HEAD, "", "colour", "unknown"),
    (
        lambda written: written.pack["maps"].append("home_run"),
        *(HEAD, "", "maps", "home_run.toml is there for something else; each map has its own file"),
    ),
    (lambda written: written.pack["maps"].append("cards"), HEAD, "", "maps", "cards.toml is there for"),
    (lambda written: written.pack["maps"].append("attic"), "attic.toml", "", "", "the file is missing"),
    # basics.toml
    (said("basics", hull=0), BASICS, "", "hull", ">= 1"),
    (said("basics", escalation=0), BASICS, "", "escalation", ">= 1"),
    (said("basics", hand=8), BASICS, "", "hand", "<= 7"),
    (
        said("basics", hand=1),
        *(BASICS, "", "first_cards", "a hand of 1 cannot hold 2 cards"),
    ),
    (without("speed", lambda written: written["basics"]), BASICS, "", "speed", "missing"),
    (lambda written: written["basics"]["costs"].update(nebula=0), BASICS, "", "costs.nebula", ">= 1"),
    (lambda written: written["basics"]["costs"].pop("dawn"), BASICS, "", "costs", "missing .* `dawn`"),
    # cards.toml
    (card(id="pushback"), CARDS, "card 2 (pushback)", "id", "used before, by card 1"),
    (card(name="Pushback"), CARDS, "card 2 (pushback)", "name", "used before, by card 1 .afterburner."),
    (card(count=0), CARDS, BURN, "count", ">= 1"),
    (card(phases=[]), CARDS, BURN, "phases", "length >= 1"),
    (card(phases=["lunch"]), CARDS, BURN, "phases[0]", "upkeep, movement, buff"),
    (card(phases=["movement", "movement"]), CARDS, BURN, "phases", "named twice"),
    (card(effect=[]), CARDS, BURN, "effect", "length >= 1"),
    (effect({"do": "dance"}), CARDS, BURN, "effect[0].do", "points, push, dice"),
    (
        card(phases=["buff"]),
        *(CARDS, BURN, "effect", "'points', does nothing in the phase 'buff'; there are: blaze, dice"),
    ),
    (
        effect(POINTS, phases=("movement", "upkeep")),
        *(CARDS, BURN, "effect", "in the phase 'upkeep'; there are: astartium, draw, repair, token"),
    ),
    (effect({"do": "points", "n": 7}), CARDS, BURN, "effect", "n from 1 to 6: more would cross"),
    (effect({"do": "cloak", "n": 2}), CARDS, BURN, "effect", "no use for 'n'; it takes nothing"),
    (effect(POINTS, POINTS), CARDS, BURN, "effect", "'points' stands twice"),
    (effect({"do": "push"}, {"do": "swap", "n": 2}), CARDS, BURN, "effect", "both ask where"),
    (effect({"do": "swap", "n": 7}), CARDS, BURN, "effect", "n from 1 to 6: no two sectors"),
    (effect({"do": "draw", "n": 4}, phases=("upkeep",)), CARDS, BURN, "effect", "n from 1 to 3"),
    (copies(2), CARDS, "", "", "the deck has 26 cards; it needs 30 to 60"),
    (copies(6), CARDS, "", "", "the deck has 62 cards"),
    (kinds(25), CARDS, "", "card", "length <= 24"),
    (all_arena, CARDS, "", "", "there are 4 Common cards; six players start with 2 each"),
    # reports.toml
    (
        lambda written: written["reports"]["report"][0].update(modules=7),
        *(REPORTS, "report 1", "modules", "<= 6"),
    ),
    (
        lambda written: written["reports"]["report"][0].update(colour="pink"),
        *(REPORTS, "report 1", "colour", "amber, green, violet"),
    ),
    (said("reports", report=[]), REPORTS, "", "report", "length >= 1"),
    # tracks.toml
    (lambda written: written["tracks"]["lab"]["levels"].pop(), TRACKS, "", "lab.levels", "length >= 6"),
    (level("lab", 0), TRACKS, "", "lab.levels", "level 1 gives nothing"),
    (level("starport", 0, combat=7), TRACKS, "", "", "would have Combat 13; no attribute passes 10"),
    (level("lab", 1, cards=4), TRACKS, "", "lab.levels[1].cards", "<= 3"),
    # foes.toml
    (foe(3, level=3), FOES, "", "", "the levels are 1, 2, 3 and 3; 1, 2 and 3 are the Raiders'"),
    (lambda written: written["foes"]["foe"].pop(), FOES, "", "", "the levels are 1, 2 and 3; "),
    (foe(0, hull=0), FOES, "foe 1", "hull", ">= 1"),
    # maps: can they be drawn?
    (row("home_run", 0, "o o t"), RUN, "", "rows", "3, 5, 6, 7, 6, 5 and 4 letters; seven rows of 4, 5"),
    (lambda written: written["home_run"]["rows"].pop(), RUN, "", "rows", "4, 5, 6, 7, 6 and 5 letters"),
    (row("home_run", 0, "a g v", "colours"), RUN, "", "colours", "seven rows of"),
    (sector("home_run", "a1", "x"), RUN, "", "rows", "'x' stands for nothing; there are: o open, n neb"),
    (sector("home_run", "a1", "x", "colours"), RUN, "", "colours", "'x' .* a amber, g green, v violet"),
    (sector("home_run", "d4", "o"), RUN, "", "rows", "the Jumpgate, 'j', lies on d4"),
    (sector("home_run", "a1", "j"), RUN, "", "rows", "the Jumpgate, 'j', lies on d4, .* and only there"),
    (said("home_run", modules=["z9"]), RUN, "", "modules", "'z9' is none of the 37 sectors: a1 to a4"),
    (said("home_run", starts=["d1", "d8"]), RUN, "", "starts", "'d8' is none of the 37"),
    (said("home_run", starts=["d1"]), RUN, "", "starts", "length >= 2"),
    (said("interstellar", hole="x"), GATE, "", "hole", "'x' is none of the 37"),
    (pair("home_run", "raider_pairs", 1, "c2", "e9"), RUN, "", "raider_pairs", "'e9' is none of the 37"),
    (said("home_run", bosses=["a3", "g2", "g2"]), RUN, "", "bosses", "'g2' is named twice"),
    (said("home_run", symmetry="none"), RUN, "", "symmetry", "turn, mirror"),
    (said("home_run", costs={"nebula": 7}), RUN, "", "costs.nebula", "<= 4"),
    # maps: are they fair?
    (said("new_hope", name="The Inner Belt"), HOPE, "", "name", "used before, by home_run.toml"),
    (
        said("home_run", starts=["d7", "d1"]),
        RUN,
        "",
        "starts",
        "d7 and d1 are blue_space and red_space; .* in this order",
    ),
    (
        also(
            sector("home_run", "d7", "o"),
            sector("home_run", "c6", "u"),
            said("home_run", starts=["d1", "c6"]),
        ),
        *(RUN, "", "starts", "turned by half, d1 does not come to lie on c6; the starts must be twins"),
    ),
    (
        also(
            sector("interstellar", "d7", "o"),
            sector("interstellar", "c6", "d"),
            said("interstellar", starts=["d4", "c6"]),
        ),
        *(GATE, "", "starts", "d4 and c6 are in different rows"),
    ),
    (sector("home_run", "b2", "o"), RUN, "", "rows", "not so: b2 and f4 .open, nebula"),
    (sector("new_hope", "b4", "U"), HOPE, "", "rows", "red facing blue .*: b4 and f2 .blue_nebula, blue_neb"),
    (sector("interstellar", "e5", "R"), GATE, "", "rows", "not so: e5 .red_nebula."),
    (said("new_hope", costs={"red_nebula": 2}), HOPE, "", "costs", "cost the same .* b4 and f2"),
    (said("interstellar", hole="c4"), GATE, "", "hole", "c4 is no black hole"),
    (said("home_run", modules=["f1"]), RUN, "", "modules", "needs one in the twin sector too .*: f1"),
    (said("interstellar", modules=["a1"]), GATE, "", "modules", "not so: a1"),
    (said("home_run", bosses=["a3"]), RUN, "", "bosses", "twin sectors must be named too .*: a3"),
    (said("new_hope", trades=["b4"]), HOPE, "", "trades", "twin sectors must be named too .*: b4"),
    (said("home_run", bosses=["d1", "d7"]), RUN, "", "bosses", "no Boss stands on a start"),
    (said("home_run", bosses=["d4"]), RUN, "", "bosses", "or on the Jumpgate"),
    (pair("home_run", "raider_pairs", 2, "c2", "c2"), RUN, "", "raider_pairs", "pair 2 names c2 twice"),
    (
        pair("home_run", "raider_pairs", 2, "c2", "c3"),
        *(RUN, "", "raider_pairs", "pair 2 names c2 and c3, which are neither twins nor both on the axis"),
    ),
    (
        pair("interstellar", "raider_pairs", 5, "a4", "b4"),
        GATE,
        "",
        "raider_pairs",
        "pair 5 .* neither twins",
    ),
    (pair("home_run", "raider_pairs", 2, "d1", "d7"), RUN, "", "raider_pairs", "pair 2 names d1 and d7; "),
    (pair("home_run", "raider_pairs", 6, "a3", "g2"), RUN, "", "raider_pairs", "Bosses' sectors cannot be"),
    (said("home_run", raider_pairs=[["c2"]]), RUN, "raider_pairs 1", "", "length >= 2"),
    # scenarios.toml
    (said("scenarios", scenario=[]), SCENARIOS, "", "scenario", "length >= 1"),
    (scenario("new_hope", id="home_run"), SCENARIOS, "scenario 3 (home_run)", "id", "used before"),
    (scenario("new_hope", name="Home Run"), SCENARIOS, THREE, "name", "used before, by scenario 1"),
    (scenario("new_hope", map="attic"), SCENARIOS, THREE, "map", "no map 'attic' in pack.toml; there are"),
    (scenario("new_hope", about=""), SCENARIOS, THREE, "about", "length >= 1"),
    (scenario("home_run", goal=100), SCENARIOS, ONE, "goal", "<= 99"),
    (scenario("interstellar", upgrades=13), SCENARIOS, TWO, "upgrades", "<= 12"),
    (scenario("home_run", pair="love"), SCENARIOS, ONE, "pair", "nothing, harmony, raiders"),
    (
        scenario("home_run", closed=["void"]),
        SCENARIOS,
        ONE,
        "closed",
        "neither a sector like 'd4' nor a kind",
    ),
    (scenario("home_run", peaceful=["z9"]), SCENARIOS, ONE, "peaceful", "'z9' is neither"),
    (scenario("home_run", closed=["c3"]), SCENARIOS, ONE, "closed", "twin sectors must be named too .*: c3"),
    (scenario("interstellar", peaceful=["dawn"]), SCENARIOS, TWO, "peaceful", "must be named too .*: d7"),
    (scenario("home_run", closed=["d1", "d7"]), SCENARIOS, ONE, "closed", "nobody could come home to d1 and"),
    (
        scenario("interstellar", closed=["a1"]),
        *(SCENARIOS, TWO, "closed", "a2, a3, b1, b2 and .* more lie opposite nothing in a mirror"),
    ),
    (
        scenario("home_run", closed=["c3", "c4", "d3", "d5", "e3", "e4"]),
        *(SCENARIOS, ONE, "closed", "no way leads from d1 to c4 and e3"),
    ),
    (
        also(
            scenario("home_run", closed=["c3", "c4", "d3", "d5", "e3", "e4"]),
            said("home_run", modules=["f1", "b5"]),
        ),
        *(SCENARIOS, ONE, "back_at_gate", "no way leads out of the Jumpgate"),
    ),
    (
        scenario("home_run", delivery=0, delivery_astartium=0, kill=0, escape=0),
        *(SCENARIOS, ONE, "kill", "nothing gives victory points"),
    ),
    (scenario("new_hope", goal=9), SCENARIOS, THREE, "goal", "spent on the Convoy every round"),
    (scenario("home_run", trade=2), SCENARIOS, ONE, "trade", "home_run has no 'trades'"),
    (scenario("home_run", wear=2), SCENARIOS, ONE, "wear", "home_run has no 'hole'"),
    (scenario("home_run", delivery=0), SCENARIOS, ONE, "delivery_astartium", "without 'delivery'"),
    (said("home_run", modules=[]), SCENARIOS, ONE, "delivery", "home_run has no modules"),
    (scenario("interstellar", pair="nothing"), SCENARIOS, TWO, "harmony", "go together"),
    (scenario("home_run", harmony=3), SCENARIOS, ONE, "harmony", "go together"),
    (scenario("home_run", one_module=True), SCENARIOS, ONE, "one_module", "home_run names no 'hole'"),
    (
        scenario("interstellar", delivery=0, harmony=0, pair="nothing"),
        *(SCENARIOS, TWO, "one_module", "a module is worth nothing"),
    ),
    (
        said("interstellar", costs={"black_hole": 1, "open": 3}),
        *(SCENARIOS, TWO, "map", "to the two homes it costs 4 and 4; both must cost the same, at most 3"),
    ),
    (
        also(
            *(sector("interstellar", name, "b") for name in ("c4", "c6")),
            pair("interstellar", "raider_pairs", 6, "d5", "d6"),
            said("interstellar", hole="c4"),
        ),
        *(SCENARIOS, TWO, "map", "to the two homes it costs 1 and 3; both must cost the same"),
    ),
    (pair("interstellar", "raider_pairs", 5, "c5", "e5"), SCENARIOS, TWO, "map", "Black Hole is in a pair"),
    (pair("interstellar", "module_pairs", 2, "c4", "c6"), SCENARIOS, TWO, "map", "2 module pairs lie next"),
    (
        lambda written: written["home_run"]["raider_pairs"].pop(),
        *(SCENARIOS, ONE, "map", "a report names Raider pair 6, and the map home_run has 5 Raider pairs"),
    ),
    (
        scenario("new_hope", raiders=True),
        *(SCENARIOS, THREE, "map", "a report names Raider pair 6, and the map new_hope has no Raider pair"),
    ),
    (
        scenario("interstellar", closed=["thick_nebula", "c4", "c6"]),
        *(SCENARIOS, TWO, "map", "Raider pair 6 of the map interstellar lies where nobody enters"),
    ),
    (
        also(
            *(sector("new_hope", name, letter) for name, letter in zip(ROW_D, "ooru", strict=True)),
            pair("new_hope", "module_pairs", 3, "b2", "f4"),
            said("new_hope", starts=["d1", "d7"]),
        ),
        *(SCENARIOS, THREE, "convoy", "1 shortest way from the Jumpgate to d1 .*; at least 2 leave a choice"),
    ),
    (scenario("home_run", convoy_rates=[1, 1, 1]), SCENARIOS, ONE, "convoy_rates", "there is no Convoy"),
    (scenario("new_hope", convoy_rates=[2, 2]), SCENARIOS, THREE, "convoy_rates", "length >= 3"),
    (
        scenario("home_run", raiders=False, raiders_move=True),
        *(SCENARIOS, ONE, "raiders_move", "no Raiders ever appear; set 'raiders' or pair = \"raiders\""),
    ),
    (scenario("home_run", raiders=False, raider=1), SCENARIOS, ONE, "raider", "no Raiders ever appear"),
    (
        sector("new_hope", "a1", "g", "colours"),
        *(SCENARIOS, THREE, "colour_raises", "new_hope must share their colour then .*: a1"),
    ),
]


@pytest.mark.parametrize(("mistake", "file", "entry", "field", "says"), MISTAKES)
@pytest.mark.rule("CN-1.1", "CN-1.2", "CN-1.10", "CN-2.7", "CN-4.6")
def test_a_mistake_is_named_and_placed(
    mistake: Mistake, file: str, entry: str, field: str, says: str, tmp_path: Path
) -> None:
    written = Written()
    mistake(written)
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    error = caught.value
    assert len(error.mistakes) == 1, str(error)
    assert (error.file, error.entry, error.field) == (file, entry, field), str(error)
    assert re.search(says, str(error)), str(error)


def test_all_mistakes_are_said_at_once(tmp_path: Path) -> None:
    written = Written()
    wrong = [said("pack", title=""), card(count=0), foe(0, hull=0), sector("home_run", "a1", "x")]
    for change in [*wrong, level("lab", 0), scenario("interstellar", harmony=0)]:
        change(written)
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    files = [error.file for error in caught.value.mistakes]
    assert sorted(files) == sorted([HEAD, CARDS, FOES, TRACKS, RUN, SCENARIOS])


def test_a_pair_that_is_never_used_may_be_missing(tmp_path: Path) -> None:
    """Home Run has no module pairs: its reports bring Raiders alone."""
    written = Written()
    assert "module_pairs" not in written["home_run"]
    written.scenario("home_run")["raiders"] = False
    written["home_run"]["raider_pairs"] = []
    assert written.read(tmp_path).scenarios[0].raiders is False


# --- the names that files and rules share


def test_the_numbers_of_verbs_are_those_of_the_rules() -> None:
    assert VERBS.names == content.VERB_NAMES


def test_costs_and_gains_are_named_as_the_rules_name_them() -> None:
    assert list(CostsEntry.__struct_fields__) == content.KIND_NAMES
    assert list(LevelEntry.__struct_fields__) == content.GAIN_NAMES
    assert len(building.KIND_LETTERS) == len(content.KIND_NAMES)
    assert len(building.COLOUR_LETTERS) == len(content.COLOUR_NAMES)
