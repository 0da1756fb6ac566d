"""KD-4.4, KD-4.10: Move, Blink, Forward, Backward, Drag and Shift."""

from __future__ import annotations

import pytest

from harena.games.knockdown.pack.content import BACKWARD, DRAG, FORWARD
from harena.games.knockdown.rules.move import next_spaces

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, Bout, make_pack, put
from .on_paper import ALL, Paper
from .written import Written

PAPER = Paper()


def steps(bout: Bout, verb: int) -> set[str]:
    found = next_spaces(bout.state, ME, verb)
    return {name for number, name in enumerate(bout.arena.field.names) if found >> number & 1}


# --- every pair of spaces, against the paper


@pytest.mark.rule("KD-4.4", "KD-4.10")
def test_one_step_away_or_toward_for_every_two_spaces() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c5"))
    for mine in ALL:
        for theirs in ALL:
            if mine == theirs:
                continue
            bout.state.one.pos, bout.state.two.pos = bout.place(mine), bout.place(theirs)
            assert steps(bout, BACKWARD) == PAPER.one_step(mine, theirs, away=True), (mine, theirs)
            assert steps(bout, DRAG) == PAPER.one_step(mine, theirs, away=False), (mine, theirs)
            assert steps(bout, FORWARD) == PAPER.one_step(theirs, mine, away=False), (mine, theirs)


@pytest.mark.rule("KD-4.4", "KD-4.10")
def test_the_same_in_an_arena_with_holes() -> None:
    gone = ("b2", "c3", "d3")
    there = [space for space in ALL if space not in gone]

    def dig(pack: Written) -> None:
        pack.said["nest"].update(spaces=there, heavy=[])

    paper, bout = Paper(there), Bout(put(KATIE, "c1"), put(JAMES, "c5"), pack=make_pack(dig))
    for mine in there:
        for theirs in there:
            if mine != theirs:
                bout.state.one.pos, bout.state.two.pos = bout.place(mine), bout.place(theirs)
                assert steps(bout, BACKWARD) == paper.one_step(mine, theirs, away=True), (mine, theirs)
                assert steps(bout, DRAG) == paper.one_step(mine, theirs, away=False), (mine, theirs)


# --- Backward


@pytest.mark.rule("KD-4.4")
def test_backward_in_line_keeps_to_the_line() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3"), row="body_blow").play("attack:body_blow")
    assert bout.space(FOE) == "c4"


@pytest.mark.rule("KD-4.4")
def test_an_impossible_step_is_lost_and_harms_nobody() -> None:
    bout = Bout(put(KATIE, "c4"), put(JAMES, "c5"), row="body_blow").play("attack:body_blow")
    assert (bout.space(FOE), bout.wounds(FOE)) == ("c5", (3, 0))
    bout = Bout(put(KATIE, "c3"), put(JAMES, "c4"), row="airlock_kick").play("attack:airlock_kick")
    assert (bout.space(FOE), bout.wounds(FOE)) == ("c5", (2, 0)), "the first step is made, the second is lost"


@pytest.mark.rule("KD-4.4", "KD-4.10")
def test_not_in_line_the_user_chooses_among_the_spaces_farther_away() -> None:
    bout = Bout(put(KATIE, "b2"), put(JAMES, "c4"), row="shotgun").play("attack:shotgun")
    assert (bout.decider, bout.opened("place")) == (ME, {"c5", "d4"})
    assert bout.play("place:d4").space(FOE) == "d4"


# --- Forward and Drag


@pytest.mark.rule("KD-4.4")
def test_forward_moves_the_user_toward_the_opponent() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c3"), row="flying_kick").play("attack:flying_kick")
    assert (bout.space(ME), bout.space(FOE)) == ("c2", "c3")


@pytest.mark.rule("KD-4.4")
def test_forward_stops_next_to_the_opponent() -> None:
    bout = Bout(put(PUPPY, "c2", hand="dash"), put(JAMES, "c4")).play("special:3")
    assert (bout.space(ME), bout.wounds(FOE)) == ("c3", (1, 0)), "Pounce: three steps, but one is enough"


@pytest.mark.rule("KD-4.10")
def test_drag_brings_the_opponent_directly_nearer_and_stops_next_to_the_user() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c5"), row="harpoon").play("attack:harpoon")
    assert bout.space(FOE) == "c3"
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c3"), row="harpoon").play("attack:harpoon")
    assert bout.space(FOE) == "c2"


@pytest.mark.rule("KD-4.10")
def test_steps_are_chosen_one_after_the_other() -> None:
    bout = Bout(put(KATIE, "a1"), put(JAMES, "c4"), row="cargo_hook").play("attack:cargo_hook")
    assert (bout.decider, bout.opened("place")) == (ME, {"b3", "c3"})
    bout.play("place:b3")
    assert bout.opened("place") == {"a2", "b2"}, "b3 is not in line with a1: both are nearer"
    assert bout.play("place:b2").space(FOE) == "b2"


# --- Shift


@pytest.mark.rule("KD-4.10")
def test_shift_moves_the_opponent_to_any_free_space_next_to_theirs() -> None:
    bout = Bout(put(JAMES, "c2", hand="block"), put(PUPPY, "c3")).play("special:3")
    assert (bout.decider, bout.opened("place")) == (ME, PAPER.beside["c3"] - {"c2"})
    assert bout.play("place:d3").space(FOE) == "d3"


# --- own moves


@pytest.mark.rule("KD-4.10")
def test_ones_own_move_is_up_to_so_many_steps_and_goes_round_the_other() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c2"), row="adrenaline").play("attack:adrenaline")
    assert bout.opened("place") == set(PAPER.walks("c1", 2, {"c2"}))
    assert "c3" not in bout.opened("place")
    assert bout.play("place:c1").space(ME) == "c1"


@pytest.mark.rule("KD-4.4")
def test_blink_passes_through_the_other_and_ends_on_a_free_space() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c2"), row="vent_crawl").play("attack:vent_crawl")
    assert bout.opened("place") == PAPER.within("c1", 3) - {"c2"}
    assert bout.play("place:c3").space(ME) == "c3"


@pytest.mark.rule("KD-4.4")
def test_nobody_is_moved_through_a_corridor() -> None:
    bout = Bout(put(KATIE, "a1"), put(JAMES, "c5"), row="adrenaline").play("attack:adrenaline")
    assert not bout.opened("place") & {"e1", "e3"}


@pytest.mark.rule("KD-4.10")
def test_steps_for_ammo_cost_one_each_and_lead_somewhere_else() -> None:
    bout = Bout(put(JAMES, "c1", hand="block", ammo=3), put(PUPPY, "c2")).play("special:2")
    assert bout.opened("place") == set(PAPER.walks("c1", 3, {"c2"})) - {"c1"}
    bout.play("place:c3")
    assert (bout.space(ME), bout.fighter(ME).ammo) == ("c3", 0), "three steps round the other fighter"
    bout = Bout(put(JAMES, "c1", hand="block", ammo=3), put(PUPPY, "c5")).play("special:2", "place:c2")
    assert bout.fighter(ME).ammo == 2
