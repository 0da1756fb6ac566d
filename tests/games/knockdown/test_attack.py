"""KD-4.1, KD-4.5, KD-4.6, KD-4.8: the attack sequence and how its wounds are counted."""

from __future__ import annotations

import pytest

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, Bout, make_pack, put
from .written import Written


def told(bout: Bout) -> list[str]:
    """What was told, kind by kind."""
    return [event.kind for event in bout.state.journal or []]


# --- KD-4.1


@pytest.mark.rule("KD-4.1")
def test_wounds_then_the_effect_then_the_call() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3"), row="haymaker", dice=[6, 6, 6])
    bout.play("attack:haymaker")
    assert told(bout) == ["attacked", "wounded", "moved"]
    assert bout.open == {"call", "no_call"}
    bout.play("call")
    assert told(bout)[3:6] == ["called", "rolled", "passed"]
    assert told(bout)[-1] == "took", "only then the card goes to hand"


@pytest.mark.rule("KD-4.1")
def test_the_whole_order_with_a_reaction_and_a_block() -> None:
    hand = "dash block block power power"
    bout = Bout(put(JAMES, "c2"), put(KATIE, "c3", hand=hand), row="haymaker").play("attack:haymaker")
    assert (bout.decider, bout.asking) == (FOE, "React")
    bout.play("special:4", "symbol:power", "place:b2")
    assert (bout.decider, bout.asking) == (FOE, "Block"), "still next to James: the attack goes on"
    bout.play("block:wounds0")
    assert told(bout)[0] == "attacked"
    order = [kind for kind in told(bout) if kind in ("attacked", "moved", "blocked", "wounded")]
    assert order == ["attacked", "attacked", "moved", "blocked", "wounded", "moved"]


@pytest.mark.rule("KD-4.1")
def test_out_of_range_nothing_is_resolved_and_nobody_can_react() -> None:
    bout = Bout(put(JAMES, "c1"), put(KATIE, "c5", hand="dash block"), row="haymaker").play("attack:haymaker")
    assert told(bout) == ["took"]
    assert (bout.wounds(FOE), bout.asking) == ((0, 0), "Act")


@pytest.mark.rule("KD-4.1")
def test_an_effect_is_resolved_part_by_part() -> None:
    """Airlock Kick throws first and wounds then; Frag Grenade the other way round."""
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3"), row="airlock_kick").play("attack:airlock_kick")
    assert told(bout)[1:5] == ["wounded", "moved", "moved", "wounded"]
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c3"), row="frag_grenade").play("attack:frag_grenade")
    assert told(bout)[1:4] == ["wounded", "wounded", "moved"]


# --- KD-4.5


@pytest.mark.rule("KD-4.5")
def test_one_call_for_each_attack_with_the_mark_and_none_without() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3"), row="pipe_wrench fire_axe").play("attack:fire_axe")
    assert bout.asking == "Act"
    bout.play("attack:pipe_wrench")
    assert bout.asking == "Call"
    bout.play("no_call")
    assert (bout.active, bout.told("called")) == (FOE, [])


@pytest.mark.rule("KD-4.5")
def test_one_may_call_after_a_full_block_and_after_the_target_was_moved_away() -> None:
    hand = "block block dash dash dash"
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand=hand), row="haymaker")
    bout.play("attack:haymaker", "block:both1")
    assert (bout.wounds(FOE), bout.asking) == ((0, 0), "Call")
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3"), row="haymaker").play("attack:haymaker")
    assert (bout.space(FOE), bout.asking) == ("c4", "Call")


@pytest.mark.rule("KD-4.5")
def test_no_call_for_an_attack_that_was_not_resolved() -> None:
    bout = Bout(put(JAMES, "c2"), put(KATIE, "c3", hand="dash dash"), row="haymaker")
    bout.play("attack:haymaker", "special:4", "place:c5")
    assert (bout.told("missed")[0].a, bout.asking, bout.wounds(FOE)) == (ME, "Act", (0, 0))
    assert "haymaker" in bout.hand(ME)


# --- KD-4.6, KD-4.8


@pytest.mark.rule("KD-4.6")
def test_pool_then_added_then_blocked_then_ignored() -> None:
    """Pipe Wrench 3, Brawler 1 more, a block of 2, Thick Skin 1: one is left."""
    bout = Bout(
        put(KATIE, "c2", skills="brawler"),
        put(JAMES, "c3", hand="block dash dash", skills="thick_skin"),
        row="pipe_wrench",
    ).play("attack:pipe_wrench")
    assert bout.view(FOE).question is not None
    assert bout.view(FOE).question.light == 4, "what is added can be blocked"
    assert bout.play("block:wounds0").wounds(FOE) == (1, 0)
    assert [kind for kind in told(bout) if kind in ("added", "blocked", "ignored", "wounded")] == [
        *("added", "blocked", "ignored", "wounded")
    ]


@pytest.mark.rule("KD-4.6")
def test_never_less_than_none() -> None:
    bout = Bout(
        put(KATIE, "c2"),
        put(JAMES, "c3", hand="block dash dash", skills="thick_skin"),
        row="body_blow knee_strike",
    ).play("attack:knee_strike", "block:wounds0")
    assert bout.wounds(FOE) == (1, 0), "the one in the frame; Thick Skin found nothing to ignore in the pool"
    assert bout.told("ignored") == []


@pytest.mark.rule("KD-4.6")
def test_wounds_in_an_effect_are_neither_added_to_nor_ignored() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", skills="thick_skin"), row="knee_strike").play(
        "attack:knee_strike"
    )
    assert bout.wounds(FOE) == (1, 0), "the pool's one is ignored, the effect's one is not"
    bout = Bout(put(PUPPY, "c1", hand="dash", skills="brawler"), put(JAMES, "c2")).play("special:3")
    assert bout.wounds(FOE) == (1, 0), "Pounce has no pool: nothing is added"


@pytest.mark.rule("KD-4.8")
def test_the_first_attack_is_the_first_that_is_resolved_blocked_or_not() -> None:
    bout = Bout(
        put(KATIE, "c2", skills="brawler"),
        put(JAMES, "c3", hand="block dash dash dash"),
        row="pipe_wrench fire_axe",
    ).play("attack:pipe_wrench", "block:wounds0", "no_call", "attack:fire_axe")
    assert bout.wounds(FOE) == (2, 1), "four less three blocked; then nothing more is added"


@pytest.mark.rule("KD-4.8")
def test_an_attack_without_a_pool_does_not_count_as_the_first() -> None:
    bout = Bout(
        put(KATIE, "c1", skills="marksman"), put(JAMES, "c5", hand="dash"), row="false_alarm tracer_burst"
    ).play("attack:false_alarm", "attack:tracer_burst")
    assert bout.wounds(FOE) == (4, 0)


@pytest.mark.rule("KD-4.8")
def test_one_that_missed_does_not_count_as_the_first() -> None:
    bout = Bout(
        put(PUPPY, "c2", hand="dash power block", skills="brawler"),
        put(KATIE, "c3", hand="dash dash"),
        row="pipe_wrench",
    ).play("attack:pipe_wrench", "special:4", "place:c4")
    assert len(bout.told("missed")) == 1
    bout.play("dash:c3", "special:1", "symbol:block")
    assert bout.wounds(FOE) == (1, 1), "Gnaw inflicts a heavy wound, and Brawler adds a light one"


@pytest.mark.rule("KD-4.8")
def test_a_skill_that_ignores_waits_until_there_is_something_to_ignore() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c4", skills="thick_skin"), row="long_shot nerve_gas")
    bout.play("attack:long_shot", "no_call")
    assert (bout.wounds(FOE), bout.told("ignored")) == ((0, 1), []), "heavy wounds are not meant"
    bout.play("attack:nerve_gas")
    assert bout.wounds(FOE) == (0, 1)


@pytest.mark.rule("KD-4.1")
def test_a_wound_that_an_effect_costs_its_user_is_the_users() -> None:
    def change(pack: Written) -> None:
        pack.card("nerve_gas")["effect"] = [{"do": "suffer", "light": 2}]

    bout = Bout(put(KATIE, "c1"), put(JAMES, "c4"), row="nerve_gas", pack=make_pack(change))
    bout.play("attack:nerve_gas")
    assert (bout.wounds(ME), bout.wounds(FOE)) == ((2, 0), (1, 0))
