"""KD-1.7: each of the twelve Skills, by what it says."""

from __future__ import annotations

from typing import Any

import pytest

from harena.games.knockdown.words.printed import skill_text

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, Bout, make_pack, put
from .written import Written

SKILLS = {
    "cold_blood": 1,
    "thick_skin": 2,
    "iron_guard": 3,
    "brawler": 4,
    "marksman": 5,
    "bleeding": 6,
    "steady_hands": 7,
    "field_medic": 8,
    "tunnel_rat": 9,
    "deep_pockets": 10,
    "quick_feet": 11,
    "counterblow": 12,
}


def bout(me: dict[str, Any], foe: dict[str, Any], row: str = "", **rest: Any) -> Bout:
    """Katie on c2, James on c3, unless they are said to stand elsewhere."""
    mine, theirs = {"space": "c2", **me}, {"space": "c3", **foe}
    return Bout(put(KATIE, **mine), put(JAMES, **theirs), row=row, **rest)


def test_there_are_twelve_with_their_initiative() -> None:
    (skill_set,) = FROZEN.skill_sets
    assert {skill.id: skill.initiative for skill in skill_set.skills} == SKILLS


@pytest.mark.rule("KD-1.7", "KD-5.4")
def test_cold_blood_one_more_wound_counts_in_the_opponents_tests() -> None:
    now = bout({"skills": "cold_blood"}, {"light": 3}, "service_pistol", dice=[6, 6, 6])
    assert now.play("attack:service_pistol", "call").told("rolled")[0].c == 5
    now = bout({}, {"light": 3, "skills": "cold_blood"}, "service_pistol", dice=[6, 6, 6])
    assert now.play("attack:service_pistol", "call").told("rolled")[0].c == 4, "not in one's own"


@pytest.mark.rule("KD-1.7", "KD-4.6", "KD-4.8")
def test_thick_skin_ignores_a_light_wound_once_in_the_opponents_turn() -> None:
    now = bout({}, {"skills": "thick_skin"}, "fire_axe acid_spray").play(
        "attack:fire_axe", "attack:acid_spray"
    )
    assert now.wounds(FOE) == (2, 1)


@pytest.mark.rule("KD-1.7")
def test_thick_skin_does_not_help_against_corridors_and_the_flame() -> None:
    now = Bout(put(JAMES, "a1", skills="thick_skin"), put(KATIE, "c5", flame="a2"))
    assert now.play("move:a2").wounds(ME) == (1, 0)
    now = Bout(put(JAMES, "a1", skills="thick_skin"), put(KATIE, "c5")).play("corridor:2")
    assert sum(now.wounds(ME)) == 1


@pytest.mark.rule("KD-1.7", "KD-4.2")
def test_iron_guard_makes_the_budget_two_larger() -> None:
    now = bout({}, {"hand": "block", "skills": "iron_guard"}, "pipe_wrench").play("attack:pipe_wrench")
    assert now.opened("block") == {"none", "wounds0"}
    assert now.play("block:wounds0").wounds(FOE) == (1, 0), "no card left, but two from the Skill"
    now = bout({}, {"hand": "block dash", "skills": "iron_guard"}, "fire_axe").play("attack:fire_axe")
    assert now.opened("block") == {"none", "wounds1"}
    assert now.play("block:wounds1").wounds(FOE) == (0, 0)


@pytest.mark.rule("KD-1.7", "KD-4.6", "KD-4.8")
def test_brawler_adds_a_light_wound_to_the_first_strike_from_next_to_the_target() -> None:
    now = bout({"skills": "brawler"}, {}, "fire_axe plasma_cutter").play(
        "attack:fire_axe", "attack:plasma_cutter"
    )
    assert now.wounds(FOE) == (3, 2), "the first only"
    now = bout({"skills": "brawler"}, {}, "acid_spray").play("attack:acid_spray")
    assert now.wounds(FOE) == (2, 0), "an Ability is no Strike"
    now = bout({"skills": "brawler"}, {"space": "c4"}, "plasma_cutter").play("attack:plasma_cutter")
    assert now.wounds(FOE) == (1, 1), "two steps away"


@pytest.mark.rule("KD-1.7", "KD-4.6", "KD-4.8")
@pytest.mark.parametrize(
    ("space", "card", "light"), [("c5", "tracer_burst", 4), ("c5", "nerve_gas", 2), ("c4", "nerve_gas", 1)]
)
def test_marksman_adds_a_light_wound_from_three_steps_or_more(space: str, card: str, light: int) -> None:
    now = bout({"skills": "marksman"}, {"space": space}, f"{card} rivet_gun").play(f"attack:{card}")
    assert now.wounds(FOE) == (light, 0)
    if space == "c5":
        assert now.play("attack:rivet_gun").wounds(FOE) == (light + 3, 0), "only the first"


@pytest.mark.rule("KD-1.7", "KD-5.3", "KD-5.4")
def test_bleeding_a_passed_test_costs_a_light_wound_after_the_relief() -> None:
    now = bout({"skills": "bleeding"}, {"light": 5, "hand": "block dash"}, "service_pistol", dice=[6, 6, 6])
    now.play("attack:service_pistol", "block:none", "call")
    assert now.wounds(FOE) == (4, 0), "six, half of them go, and one comes"
    healed, wounded = now.told("healed")[-1], now.told("wounded")[-1]
    journal = now.state.journal
    assert journal.index(healed) < journal.index(wounded)


@pytest.mark.rule("KD-1.7", "KD-5.4")
def test_steady_hands_one_wound_fewer_counts_in_ones_own_tests() -> None:
    now = bout({}, {"light": 3, "skills": "steady_hands"}, "service_pistol", dice=[6, 6, 6])
    assert now.play("attack:service_pistol", "call").told("rolled")[0].c == 3


@pytest.mark.rule("KD-1.7", "KD-3.7")
@pytest.mark.parametrize(
    ("mine", "theirs", "left"),
    [((1, 0), (2, 0), (1, 0)), ((2, 0), (2, 0), (2, 0)), ((0, 0), (1, 1), (0, 1)), ((0, 0), (0, 2), (0, 2))],
)
def test_field_medic_discards_a_light_wound_when_behind(
    mine: tuple[int, int], theirs: tuple[int, int], left: tuple[int, int]
) -> None:
    """At the start of its owner's turn, with more wounds in all than the opponent."""
    now = bout(
        {"light": mine[0], "heavy": mine[1]},
        {"light": theirs[0], "heavy": theirs[1], "skills": "field_medic"},
    ).end_turn()
    assert now.wounds(FOE) == left


@pytest.mark.rule("KD-1.7", "KD-3.6")
@pytest.mark.parametrize(("space", "wounds"), [("e3", (0, 0)), ("c3", (1, 0))])
def test_tunnel_rat_pays_nothing_at_the_edge_and_a_light_wound_in_the_middle(
    space: str, wounds: tuple[int, int]
) -> None:
    now = bout({"space": "a1", "skills": "tunnel_rat"}, {"space": "c5"})
    red = [now.arena.field.names[number] for number in now.arena.red]
    assert now.play(f"corridor:{red.index(space) + 1}").wounds(ME) == wounds


@pytest.mark.rule("KD-1.7", "KD-3.4")
def test_deep_pockets_hold_eight_cards() -> None:
    now = bout(
        {"skills": "deep_pockets", "hand": "block block block dash dash dash power"},
        {"space": "c5"},
        "haymaker headbutt",
    ).play("attack:haymaker")
    assert (len(now.hand(ME)), now.asking) == (8, "Act")
    now.play("attack:headbutt")
    assert now.asking == "Discard"
    assert len(now.play("symbol:dash").hand(ME)) == 8


@pytest.mark.rule("KD-1.7", "KD-3.7")
def test_quick_feet_one_may_step_at_the_start_of_a_turn() -> None:
    now = bout({"space": "c1"}, {"space": "c5", "skills": "quick_feet"}).end_turn()
    assert (now.decider, now.opened("place")) == (FOE, {"c5", "b4", "c4", "d4"})
    now.play("place:c4")
    assert (now.space(FOE), now.asking, now.state.waiting.n) == ("c4", "Act", 2)
    now = bout({"space": "c1"}, {"space": "c5", "skills": "quick_feet"}).end_turn().play("place:c5")
    assert now.space(FOE) == "c5"


@pytest.mark.rule("KD-1.7", "KD-4.8")
def test_counterblow_wounds_whoever_strikes_from_next_to_one_once_a_turn() -> None:
    now = bout({}, {"skills": "counterblow"}, "fire_axe plasma_cutter").play(
        "attack:fire_axe", "attack:plasma_cutter"
    )
    assert now.wounds(ME) == (1, 0)
    for space, card in {"c4": "plasma_cutter", "c3": "acid_spray"}.items():
        now = bout({}, {"space": space, "skills": "counterblow"}, card).play(f"attack:{card}")
        assert now.wounds(ME) == (0, 0), "from two steps away, or by an Ability"


@pytest.mark.rule("KD-1.7", "KD-4.8")
def test_counterblow_answers_wounds_of_the_pool_only() -> None:
    now = bout({}, {"hand": "block dash dash dash", "skills": "counterblow"}, "pipe_wrench")
    assert now.play("attack:pipe_wrench", "block:wounds0").wounds(ME) == (0, 0), "all were blocked"
    now = bout({}, {"hand": "block dash", "skills": "counterblow"}, "knee_strike")
    now.play("attack:knee_strike", "block:wounds0")
    assert (now.wounds(FOE), now.wounds(ME)) == ((1, 0), (0, 0)), "the one in the frame is not meant"


@pytest.mark.rule("KD-1.7")
def test_counterblow_comes_before_the_effect() -> None:
    now = bout({}, {"skills": "counterblow"}, "haymaker").play("attack:haymaker")
    kinds = [(event.kind, event.cause) for event in now.state.journal if event.kind in ("wounded", "moved")]
    assert kinds == [("wounded", "pool"), ("wounded", "skill"), ("moved", "backward")]


@pytest.mark.rule("KD-3.7")
def test_two_skills_at_the_start_of_a_turn_work_in_the_order_of_their_set() -> None:
    """Field Medic comes before Quick Feet, which leads into the fire and would have made it work."""
    now = bout(
        {"space": "c1", "flame": "c4", "light": 2},
        {"space": "c5", "light": 2, "skills": "field_medic quick_feet"},
    )
    now.end_turn().play("place:c4")
    assert now.wounds(FOE) == (3, 0)


# --- what is printed on them


@pytest.mark.rule("KD-1.7", "KD-4.6", "KD-4.8")
@pytest.mark.parametrize("name", ["thick_skin", "brawler", "marksman", "counterblow"])
def test_where_only_the_pool_counts_the_skill_says_so(name: str) -> None:
    """A Strike without a pool, whose effect wounds: such a Skill finds nothing in it."""

    def pool_less(written: Written) -> None:
        blow = written.card("fire_axe")
        blow["light"] = blow["heavy"] = 0
        blow["range"] = "1-4"
        blow["effect"] = [{"do": "wound", "light": 2}]

    pack = make_pack(pool_less)
    mine, theirs = ({"skills": name}, {}) if name in ("brawler", "marksman") else ({}, {"skills": name})
    where = {"space": "c5"} if name == "marksman" else {}
    now = bout(mine, {**theirs, **where}, "fire_axe", pack=pack).play("attack:fire_axe")
    assert (now.wounds(FOE), now.wounds(ME)) == ((2, 0), (0, 0)), "the effect alone"
    (skill,) = (one for one in pack.skill_sets[0].skills if one.id == name)
    assert " pool" in skill_text(skill)
