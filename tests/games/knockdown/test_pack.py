"""The packs that come with Knockdown: the facts they must keep, and what is added without any Python."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from harena.core.bits import count_bits, members_of
from harena.core.dice import fast_dice
from harena.core.hex import FAR
from harena.core.options import read_options
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import (
    ABILITY,
    BLOCK,
    DASH,
    HEAL,
    IF_BEHIND,
    MEND,
    NO_RELIEF,
    OPPONENT_PASSED,
    ORDER,
    POWER,
    PROJECTILE,
    REACTION,
    RELOAD,
    SHIFT,
    SPEND_MOVE,
    SPEND_WOUND,
    STRIKE,
    TURN_START,
    WILD,
    WOUND,
    Arena,
    Attack,
    BrawlPack,
    Sheet,
    Skill,
)
from kit.position import positions_of

from .written import Written

STANDARD, ABYSS = GAME.pack(), GAME.pack("abyss")
BOTH = pytest.mark.parametrize("pack", [STANDARD, ABYSS], ids=lambda pack: pack.name)


def sheet(id: str, pack: BrawlPack = STANDARD) -> Sheet:
    return next(one for one in pack.sheets if one.id == id)


def card(id: str) -> Attack:
    return next(one for one in STANDARD.arenas[0].cards if one.id == id)


def skill(id: str) -> Skill:
    return next(one for one in STANDARD.skill_sets[0].skills if one.id == id)


def verbs(attack: Attack) -> list[int]:
    return [verb.do for verb in attack.verbs]


# --- the standard pack


@pytest.mark.rule("KD-1.1", "KD-1.2")
def test_the_captain_has_what_the_box_gives_him() -> None:
    james = sheet("james")
    assert (james.title, james.ammo, james.most_ammo) == ("Captain", 2, 6)
    headshot, fire, order, reload = james.specials
    assert (headshot.name, headshot.type, headshot.knockout) == ("Headshot", STRIKE, True)
    assert headshot.range == PROJECTILE
    assert verbs(headshot) == [SPEND_WOUND]
    assert (fire.name, verbs(fire)) == ("Suppressive Fire", [SPEND_MOVE])
    assert (order.name, verbs(order)) == ("Order", [SHIFT, ORDER])
    assert (reload.name, verbs(reload)) == ("Reload", [RELOAD])
    assert all(one.type == ABILITY for one in (fire, order, reload))


@pytest.mark.rule("KD-1.8", "KD-1.9")
def test_the_flame_is_katies_and_contamination_puppys() -> None:
    assert [one.id for one in STANDARD.sheets] == ["james", "katie", "puppy"]
    assert [one.id for one in STANDARD.sheets if one.flame] == ["katie"]
    assert [one.id for one in STANDARD.sheets if one.contaminates] == ["puppy"]


@pytest.mark.rule("KD-1.1")
def test_the_named_cards_are_there() -> None:
    uppercut, food = card("uppercut"), card("synthetic_food")
    assert (uppercut.type, verbs(uppercut), uppercut.knockout) == (STRIKE, [NO_RELIEF], True)
    assert (food.type, verbs(food), food.aimed()) == (ABILITY, [MEND], False)


@pytest.mark.rule("KD-1.7")
def test_the_named_skills_are_there() -> None:
    bleeding, medic = skill("bleeding"), skill("field_medic")
    assert (bleeding.when, bleeding.verbs[0].do, bleeding.verbs[0].light) == (OPPONENT_PASSED, WOUND, 1)
    assert (medic.when, medic.verbs[0].do, medic.verbs[0].condition) == (TURN_START, HEAL, IF_BEHIND)


@pytest.mark.rule("KD-1.3", "KD-3.6")
def test_the_nest_is_the_whole_field_with_a_heavy_middle() -> None:
    (nest,) = STANDARD.arenas
    names = nest.field.names
    assert count_bits(nest.spaces) == 19
    assert [names[space] for space in nest.starts] == ["c1", "c5"]
    assert [names[space] for space in nest.red] == ["a1", "a3", "c3", "e1", "e3"]
    assert [names[space] for space in members_of(nest.heavy)] == ["c3"]
    assert count_bits(nest.edge) == 12


# --- both boxes


@BOTH
@pytest.mark.rule("KD-2.3")
def test_36_cards_an_arena_with_the_same_symbols_and_marks(pack: BrawlPack) -> None:
    for arena in pack.arenas:
        assert len(arena.cards) == 36
        symbols = Counter(one.symbol for one in arena.cards)
        assert symbols == {BLOCK: 12, DASH: 10, POWER: 11, WILD: 3}
        assert Counter(one.type for one in arena.cards) == {STRIKE: 24, ABILITY: 12}
        assert sum(one.knockout for one in arena.cards) == 9
        assert sum(one.light + one.heavy > 0 for one in arena.cards) == 29
        assert sum(count_bits(arena.carrying(symbol)) for symbol in range(4)) == 36


@BOTH
@pytest.mark.rule("KD-1.3")
def test_fewer_cards_reach_from_farther_away(pack: BrawlPack) -> None:
    """A first draft reached a neighbour with almost every card, so nobody moved."""
    (arena,) = pack.arenas
    wounding = [one for one in arena.cards if one.light + one.heavy > 0]
    reach = [sum(one.near <= far <= one.far or not one.far for one in wounding) for far in (1, 2, 3, 4)]
    assert reach == [19, 17, 12, 8], "steps, and those without: in line or unlimited"


@BOTH
@pytest.mark.rule("KD-2.2", "KD-2.3")
def test_twelve_skills_with_different_initiative(pack: BrawlPack) -> None:
    for skill_set in pack.skill_sets:
        assert sorted(one.initiative for one in skill_set.skills) == list(range(1, 13))


@BOTH
@pytest.mark.rule("KD-1.2", "KD-3.5")
def test_every_special_costs_something_and_only_sheets_react(pack: BrawlPack) -> None:
    specials = [one for owner in pack.sheets for one in owner.specials]
    assert all(sum(one.cost) in (1, 2) for one in specials)
    assert all((one.type == REACTION) == (one.trigger != 0) for one in specials)
    assert all(one.type != REACTION and sum(one.cost) == 0 for arena in pack.arenas for one in arena.cards)


@BOTH
@pytest.mark.rule("KD-2.1")
def test_arenas_are_the_same_for_both_seats(pack: BrawlPack) -> None:
    """Turned by half, an arena looks the same, and each seat starts where the other did."""
    for arena in pack.arenas:
        last = arena.field.count - 1

        def turned(spaces: int, last: int = last) -> set[int]:
            return {last - space for space in members_of(spaces)}

        assert turned(arena.spaces) == set(members_of(arena.spaces))
        assert turned(arena.heavy) == set(members_of(arena.heavy))
        assert sorted(last - space for space in arena.red) == arena.red
        assert arena.starts[1] == last - arena.starts[0]


@pytest.mark.rule("KD-1.3", "KD-1.10")
def test_shots_cross_the_moon_pool_and_feet_go_round() -> None:
    (pool,) = ABYSS.arenas
    b2, c3, d3 = (pool.field.names.index(name) for name in ("b2", "c3", "d3"))
    assert not pool.spaces >> c3 & 1
    assert pool.lines[b2] >> d3 & 1
    assert not pool.lines[b2] >> c3 & 1
    assert pool.field.distance(b2, d3) == 3, "two over the pool"
    assert pool.field.distance(b2, c3) == FAR
    assert pool.edge == pool.spaces, "every space lies at the rim or at the pool"


@pytest.mark.rule("KD-6.5")
def test_the_numbers_of_attacks_are_their_places() -> None:
    for pack in (STANDARD, ABYSS):
        assert [one.number for one in pack.attacks] == list(range(len(pack.attacks)))
        for arena in pack.arenas:
            assert [one.card for one in arena.cards] == list(range(36))
        for owner in pack.sheets:
            assert [one.slot for one in owner.specials] == list(range(len(owner.specials)))


# --- without any Python


def add_a_fighter(written: Written) -> None:
    written.fighters.append(
        {
            "id": "cook",
            "name": "Marguerite",
            "title": "Ship's Cook",
            "ammo": 1,
            "most_ammo": 3,
            "flame": True,
            "special": [
                {
                    "id": "cleaver",
                    "name": "Cleaver",
                    "type": "strike",
                    "cost": ["wild"],
                    "range": "1-2",
                    "heavy": 2,
                    "effect": [{"do": "spend_wound", "n": 1}, {"do": "suffer", "light": 1}],
                    "knockout": True,
                },
                {
                    "id": "hot_oil",
                    "name": "Hot Oil",
                    "type": "ability",
                    "cost": ["wild"],
                    "effect": [{"do": "flame", "n": 3}],
                },
            ],
        }
    )


def replace_a_card(written: Written, arena: str = "nest") -> None:
    """Harpoon goes, Ladle comes."""
    cards = written[arena]["card"]
    cards[23] = {
        "id": f"ladle_{arena}",
        "name": "Ladle",
        "type": "ability",
        "symbol": "wild",
        "light": 1,
        "effect": [{"do": "blink", "n": 2}, {"do": "wound", "heavy": 1, "if": "behind"}],
    }


def add_an_arena(written: Written) -> None:
    galley = Written()["nest"]
    galley.update(name="The Galley", spaces=["b1", "b2", "b3", "b4", "c2", "c3", "c4", "d2"])
    galley.update(starts=["b1", "b4"], light=["c2", "c4"], heavy=["d2"])
    for one in galley["card"]:
        one["id"] += "_too"
        one.pop("range", None)
    written.said["galley"] = galley
    written.pack["arenas"].append("galley")
    replace_a_card(written, "galley")


@pytest.mark.rule("KD-1.1", "KD-2.1", "KD-6.5")
def test_a_fighter_a_card_and_an_arena_without_any_python(tmp_path: Path) -> None:
    written = Written()
    for change in (add_a_fighter, replace_a_card, add_an_arena):
        change(written)
    pack = written.read(tmp_path / "mine")
    assert pack.digest != STANDARD.digest
    galley: Arena = pack.arenas[1]
    assert (galley.id, galley.name, count_bits(galley.spaces)) == ("galley", "The Galley", 8)
    told: Counter[str] = Counter()
    for seed in range(12):
        luck = random.Random(seed)
        options = read_options(GAME.options, {"picks": "cook,puppy", "arena": "galley", "wins": 1})
        match = GAME.start(pack, options, fast_dice(seed), journal=True)
        for position in positions_of(match, luck.choice):
            assert GAME.missing(position) == ""
        for event in match.journal or []:
            if event.kind == "attacked":
                told[pack.attacks[event.b].id] += 1
    assert all(told[id] > 3 for id in ("cleaver", "hot_oil", "ladle_galley")), told
    assert told["ladle_nest"] == 0, "an arena brings its own cards"


@pytest.mark.rule("KD-1.1")
def test_the_order_of_keys_and_the_layout_make_no_difference(tmp_path: Path) -> None:
    plain = Written().read(tmp_path / "plain")
    assert Written().read(tmp_path / "other", backwards=True, spread=True).digest == plain.digest
    written = Written()
    written.card("uppercut")["light"] = 1
    assert written.read(tmp_path / "weaker").digest != plain.digest
