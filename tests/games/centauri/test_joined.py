"""Several boxes at once: maps, scenarios and cards of all of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import harena
from harena.core.dice import fast_dice
from harena.core.errors import PackError
from harena.core.joining import joined_digest
from harena.core.options import read_options
from harena.core.verify import verify
from harena.games.centauri import GAME
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.joining import OF_CARD, OF_MAP, OF_SCENARIO, join
from kit.packs import print_of
from kit.position import positions_of

from .written import RIFT_FOLDER, Written

STANDARD, RIFT, BOTH = GAME.pack(), GAME.pack("rift"), GAME.pack("standard+rift")


@pytest.mark.rule("CN-5.2")
def test_everything_of_both_boxes_is_there_the_standard_one_first() -> None:
    assert [map.id for map in BOTH.maps] == ["home_run", "interstellar", "new_hope", "rift"]
    assert [one.id for one in BOTH.scenarios] == ["home_run", "interstellar", "new_hope", "smugglers_run"]
    own = [card.id for card in RIFT.cards if card.id not in [one.id for one in STANDARD.cards]]
    assert own == ["slipstream", "brace_for_impact"]
    assert [card.id for card in BOTH.cards] == [*(card.id for card in STANDARD.cards), *own]
    assert len(BOTH.kind_of) == 46, "a kind that both boxes have is there once"
    assert (BOTH.name, BOTH.title) == ("rift+standard", "The Rift + Alpha Centauri")
    assert GAME.pack("rift+standard").digest == BOTH.digest
    assert BOTH.digest == joined_digest([RIFT.digest, STANDARD.digest])


@pytest.mark.rule("CN-5.2")
def test_everything_has_its_own_number() -> None:
    for things in (BOTH.cards, BOTH.maps, BOTH.scenarios):
        assert [one.number for one in things] == list(range(len(things)))
    for scenario in BOTH.scenarios:
        assert BOTH.maps[scenario.map.number] is scenario.map
    assert GAME.actions(BOTH).notation(80 + 13) == "play:slipstream"


@pytest.mark.rule("CN-5.2")
def test_what_is_joined_says_the_same_as_its_parts() -> None:
    for field in ("maps", "scenarios"):
        apart = getattr(STANDARD, field) + getattr(RIFT, field)
        assert print_of(getattr(BOTH, field), ("number", "field")) == print_of(apart, ("number", "field"))
    same = ("number", "cards")
    assert print_of(BOTH.cards[:13], same) == print_of(STANDARD.cards, same)
    assert print_of(BOTH.cards[13:], same) == print_of(RIFT.cards[9:], same)


def test_copies_have_every_field() -> None:
    """Whoever adds a field to the content says here whether a copy takes it over."""
    map = STANDARD.maps[0]
    worked_out = {"id", "name", "number", "field", "jumpgate", "entries", "of_colour", "whole"}
    assert fields_of(map) == {*OF_MAP, *worked_out}
    known = {"id", "name", "number", "map", "entries", "ways"}
    assert fields_of(native.Scenario("", "", map)) == {*OF_SCENARIO, *known}
    assert fields_of(native.Card("", "", 1, [])) == {
        *OF_CARD,
        "id",
        "name",
        "number",
        "count",
        "verbs",
        "cards",
    }


def fields_of(thing: object) -> set[str]:
    names = [name for name in dir(thing) if not name.startswith("_")]
    return {name for name in names if not callable(getattr(thing, name))}


@pytest.mark.rule("CN-5.2")
def test_joining_does_not_change_the_parts() -> None:
    one, two = GAME.pack("rift"), GAME.pack()
    before = print_of(one, ("field",)), print_of(two, ("field",))
    whole = join([one, two])
    assert (print_of(one, ("field",)), print_of(two, ("field",))) == before
    for field in ("cards", "maps", "scenarios"):
        parts = getattr(one, field) + getattr(two, field)
        assert not {id(thing) for thing in getattr(whole, field)} & {id(thing) for thing in parts}


@pytest.mark.rule("CN-5.2")
def test_basics_tracks_foes_and_reports_are_the_standard_boxs(tmp_path: Path) -> None:
    written = Written(RIFT_FOLDER)
    written.pack["name"] = "alpha"
    written["basics"]["speed"] = 3
    other = written.read(tmp_path)
    whole = GAME.joined([other, STANDARD])
    assert (other.basics.speed, whole.basics.speed) == (3, 2)
    assert whole.tracks is STANDARD.tracks
    assert whole.foes is STANDARD.foes
    assert whole.reports is STANDARD.reports


# --- what does not go together


def clash(folder: Path, change: Callable[[Written], object]) -> PackError:
    """The error of the standard box with a changed Rift."""
    written = Written(RIFT_FOLDER)
    change(written)
    with pytest.raises(PackError) as caught:
        GAME.joined([STANDARD, written.read(folder)])
    return caught.value


def rename_the_map(written: Written) -> None:
    written.said["home_run"] = written.said.pop("rift")
    written.pack["maps"] = ["home_run"]
    written.scenario("smugglers_run")["map"] = "home_run"


def crowd(written: Written) -> None:
    """Three kinds of its own, nine cards of each."""
    written.cards.append({**written.card("slipstream"), "id": "drift", "name": "Drift"})
    for id in ("slipstream", "brace_for_impact", "drift"):
        written.card(id)["count"] = 9
    written.card("afterburner")["count"] = 1


@pytest.mark.rule("CN-5.2")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (rename_the_map, "standard and rift both have a map 'home_run'; change the id in one of them."),
        (
            lambda written: written.scenario("smugglers_run").update(id="new_hope"),
            "standard and rift both have a scenario 'new_hope'; change the id in one of them.",
        ),
        (
            lambda written: written.card("afterburner").update(effect=[{"do": "points", "n": 3}]),
            "standard and rift both have a card 'afterburner', and they are not alike; "
            "change the id in one of them.",
        ),
        (
            crowd,
            "together they have 67 cards; there is room for 60.",
        ),
        (
            lambda written: written.cards.extend(
                {**written.card("slipstream"), "id": f"slip_{k}", "name": f"Slip {k}", "count": 1}
                for k in range(10)
            ),
            "together they have 25 kinds of cards; there is room for 24.",
        ),
        (
            lambda written: [
                written["rift"]["module_pairs"].pop(),
                written["reports"].update(report=[{"modules": 5, "colour": "amber"}]),
            ],
            "the reports are standard's, but in rift a report names module pair 6, and the map rift has "
            "5 module pairs (CN-2.7).",
        ),
    ],
)
def test_a_clash_is_refused_and_both_boxes_are_named(
    change: Callable[[Written], object], says: str, tmp_path: Path
) -> None:
    assert str(clash(tmp_path, change)) == f"rift+standard: {says}"


@pytest.mark.rule("CN-5.2")
def test_all_clashes_are_said_at_once(tmp_path: Path) -> None:
    def change(written: Written) -> None:
        rename_the_map(written)
        written.card("pushback")["phases"] = ["movement"]
        written.card("pushback")["name"] = "Shove"

    assert len(clash(tmp_path, change).mistakes) == 2


@pytest.mark.rule("CN-5.2")
def test_a_box_may_have_more_of_a_card_than_another(tmp_path: Path) -> None:
    written = Written(RIFT_FOLDER)
    written.card("afterburner")["count"] = 1
    whole = GAME.joined([STANDARD, written.read(tmp_path)])
    assert whole.cards[0].count == STANDARD.cards[0].count


# --- played


@pytest.mark.rule("CN-5.2")
@pytest.mark.parametrize(("name", "scenario"), [("rift", ""), ("standard+rift", "smugglers_run")])
def test_games_come_to_their_end(name: str, scenario: str) -> None:
    pack = GAME.pack(name)
    for seed, players in enumerate((2, 4, 6)):
        options = read_options(GAME.options, {"scenario": scenario, "players": players, "max_rounds": 4})
        game = GAME.start(pack, options, fast_dice(seed), journal=True)
        for position in positions_of(game, random.Random(seed).choice):
            assert GAME.missing(position) == ""
        assert game.scenario.id == "smugglers_run"


@pytest.mark.rule("CN-5.2")
def test_a_record_names_both_boxes_and_is_verified() -> None:
    played = harena.new("centauri", seed=5, pack="standard+rift", scenario="smugglers_run", max_rounds=2)
    luck = random.Random(5)
    while not played.over:
        played.play(luck.choice(played.legal()))
    record = played.record()
    assert (record.pack.name, record.pack.digest) == (BOTH.name, BOTH.digest)
    verdict = verify(record)
    assert verdict.holds, verdict.problems
