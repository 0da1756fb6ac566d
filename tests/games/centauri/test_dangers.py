"""What may be lost by a slip is what the rules then take, and is told before."""

from __future__ import annotations

import pytest

from .scene import Scene
from .table import HOME_RUN


@pytest.mark.rule("CN-2.4", "CN-3.7")
def test_flying_to_a_raider_that_is_far_stronger_is_told() -> None:
    scene = Scene(players=2, ships={1: "c3"}, raiders={"c4": 3, "c2": 2}).move(1)
    assert scene.danger("fly:c4") == "A level 3 Raider waits there: you would win only 22% of such fights."
    assert scene.danger("fly:c2") == "", "an even fight is nobody's slip"
    assert scene.danger("fly:b3") == ""


@pytest.mark.rule("CN-2.4")
def test_flying_to_an_enemy_that_is_far_stronger_is_told() -> None:
    scene = Scene(players=2, ships={1: "c3", 3: "c4"})
    scene.player(1).hull = 2
    assert scene.move(1).danger("fly:c4") == (
        "Bo's first armada waits there: you would win only 2% of such fights."
    )
    together = Scene(players=2, ships={1: "c3", 2: "c4", 3: "c4"})
    together.player(1).hull = 2
    assert together.move(1).danger("fly:c4") == "", "what two do together is not foretold"


@pytest.mark.rule("CN-2.3")
def test_staying_beside_it_is_told_where_one_could_leave() -> None:
    scene = Scene(players=2, ships={1: "c3"}, raiders={"c3": 3})
    assert scene.move(1).danger("stay") == "A level 3 Raider is here: you would win only 22% of such fights."
    held = Scene(players=4, ships={1: "c3", 2: "c3"}, raiders={"c3": 3})
    held.ship(2).wall = True
    assert held.move(1).asking == "", "there was nothing to decide"


@pytest.mark.rule("CN-3.2")
def test_fleeing_with_hardly_any_hull_is_told() -> None:
    scene = Scene(players=4, ships={1: "c3", 2: "c3", 4: "c3"}).any_dice(6, 3, 1).encounter()
    assert scene.asked == 1
    assert scene.danger("flee") == "", "with a whole Hull one gets away"
    scene.player(1).hull = 1
    assert scene.danger("flee") == "You may be destroyed in fleeing: 53% likely."
    assert scene.danger("fight") == ""


@pytest.mark.rule("CN-3.12")
def test_a_blaze_destroys_ones_own_armada_and_says_so() -> None:
    scene = Scene(players=4, ships={1: "c3", 2: "c3"}, hands={1: "blaze_of_glory targeting_link"})
    scene.ship(1).cargo = True
    scene.any_dice(6, 1).encounter().all_fight()
    assert scene.asking == "Buff"
    assert scene.danger("play:targeting_link") == ""
    assert scene.danger("play:blaze_of_glory") == (
        "Your armada is destroyed after this combat round, and a module on board stays behind."
    )
    scene.any_dice(*[1] * 40).play("play:blaze_of_glory")
    while scene.asking == "Buff":
        scene.play("pass")
    assert [event.a for event in scene.told("burnt_out")] == [0]
    assert [event.a for event in scene.told("dropped")] == [0]


@pytest.mark.rule("CN-2.14")
def test_a_boss_is_a_danger_to_one_alone() -> None:
    scene = Scene(HOME_RUN, players=4, ships={1: "a3"}).encounter()
    assert scene.asking == "JoinBoss"
    assert scene.danger("join") == (
        "The fight is to the death, and alone you would win only 1% of such fights."
    )
    assert scene.danger("no") == ""
    scene.player(1).combat = 8
    assert scene.danger("join") == ""


@pytest.mark.rule("CN-1.6")
def test_a_token_that_leads_nowhere_is_told() -> None:
    scene = Scene(players=4, ships={1: "d2"})
    scene.player(1).exploration_tokens = 1
    scene.move(1).play("fly:d3")
    assert (scene.asking, scene.sector(1), scene.ship(1).points) == ("Fly", "d3", 0)
    assert scene.danger("spend") == "", "an open space is next to it"
    walled = Scene(players=4, ships={1: "c3", 2: "c3"})
    walled.ship(2).wall, walled.player(1).exploration_tokens = True, 1
    assert walled.move(1).danger("spend") == "The token would be wasted: nothing comes into reach."
