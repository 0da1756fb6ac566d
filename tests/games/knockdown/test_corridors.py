"""KD-3.6, KD-3.10: Technical Corridors."""

from __future__ import annotations

import pytest

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, Bout, make_pack, put
from .on_paper import ALL
from .written import Written

EDGES = ("a1", "a3", "e1", "e3")
RED = (*EDGES, "c3")


def to(bout: Bout, space: str) -> str:
    red = [bout.arena.field.names[number] for number in bout.arena.red]
    return f"corridor:{red.index(space) + 1}"


def led_to(bout: Bout) -> set[str]:
    red = [bout.arena.field.names[number] for number in bout.arena.red]
    return {red[int(place) - 1] for place in bout.opened("corridor")}


@pytest.mark.rule("KD-3.6")
@pytest.mark.parametrize("stand", ALL)
def test_red_spaces_are_all_linked_and_others_are_not(stand: str) -> None:
    bout = Bout(put(JAMES, stand), put(PUPPY, "c5" if stand != "c5" else "c1"))
    assert led_to(bout) == (set(RED) - {stand} if stand in RED else set())


@pytest.mark.rule("KD-3.6")
@pytest.mark.parametrize(
    ("space", "wounds"), [("c3", (0, 1)), ("a3", (1, 0)), ("e1", (1, 0)), ("e3", (1, 0))]
)
def test_it_costs_no_action_but_the_wound_of_the_space_entered(space: str, wounds: tuple[int, int]) -> None:
    bout = Bout(put(JAMES, "a1"), put(PUPPY, "c5"))
    bout.play(to(bout, space))
    assert (bout.space(ME), bout.wounds(ME)) == (space, wounds)
    assert (bout.asking, bout.state.waiting.n) == ("Act", 2)


@pytest.mark.rule("KD-3.6")
def test_once_before_the_first_action_and_once_between_the_two() -> None:
    bout = Bout(put(JAMES, "a1"), put(PUPPY, "c5"), row="haymaker headbutt")
    bout.play(to(bout, "a3"))
    assert led_to(bout) == set()
    bout.play("attack:haymaker")
    assert led_to(bout) == set(RED) - {"a3"}
    bout.play(to(bout, "e1"))
    assert led_to(bout) == set()
    bout.play("attack:headbutt")
    assert (bout.active, bout.space(ME), bout.wounds(ME)) == (FOE, "e1", (2, 0))


@pytest.mark.rule("KD-3.6")
def test_not_in_the_middle_of_a_combo() -> None:
    bout = Bout(put(JAMES, "a2", hand="dash dash"), put(PUPPY, "c5")).play("dash:a1")
    assert bout.asking == "Combo"
    assert led_to(bout) == set()
    bout.play("stop")
    assert led_to(bout) == set(RED) - {"a1"}


@pytest.mark.rule("KD-3.6")
def test_never_to_the_space_of_the_other_fighter() -> None:
    bout = Bout(put(JAMES, "a1"), put(PUPPY, "c3"))
    assert led_to(bout) == {"a3", "e1", "e3"}


@pytest.mark.rule("KD-3.10")
def test_without_a_free_red_space_there_is_no_way() -> None:
    def two(pack: Written) -> None:
        pack.said["nest"].update(light=["a1", "e3"], heavy=[])

    pack = make_pack(two)
    assert led_to(Bout(put(JAMES, "a1"), put(PUPPY, "e3"), pack=pack)) == set()
    assert led_to(Bout(put(JAMES, "a1"), put(PUPPY, "c5"), pack=pack)) == {"e3"}


@pytest.mark.rule("KD-3.10")
def test_going_through_is_no_step() -> None:
    """It spends neither an action nor a Dash card, and no effect goes that way."""
    bout = Bout(put(JAMES, "a1", hand="dash"), put(PUPPY, "c5"))
    bout.play(to(bout, "e3"))
    assert (bout.symbols(ME), bout.state.waiting.n) == (["dash"], 2)
    assert bout.told("moved")[0].cause == "corridor"
    bout = Bout(put(JAMES, "a1"), put(PUPPY, "c5"), row="adrenaline").play("attack:adrenaline")
    assert not {"a3", "e1", "e3"} & bout.opened("place") - {"a3"}
    assert "e3" not in bout.opened("place")


@pytest.mark.rule("KD-3.6", "KD-1.9")
def test_the_flame_at_the_other_end_burns_too() -> None:
    bout = Bout(put(JAMES, "a1"), put(KATIE, "c5", flame="c3"))
    assert bout.play(to(bout, "c3")).wounds(ME) == (1, 1)
