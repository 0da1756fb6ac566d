"""Once the match is over it is nobody's turn, and nothing is being resolved any more."""

from __future__ import annotations

import pytest

from harena.core.picture import LAYOUTS
from harena.core.state import OVER, SPECTATOR
from harena.games.knockdown import GAME

from .brawl import FOE, JAMES, KATIE, ME, put
from .scene import NAMES, Scene
from .test_screen import lines

EYES = [ME, FOE, SPECTATOR]


@pytest.fixture
def over() -> Scene:
    """Katie knocks James down, and that wins the match."""
    scene = Scene(put(KATIE, "c2"), put(JAMES, "c3", light=18), "service_pistol", wins=1)
    scene.then([1, 1, 1]).play("attack:service_pistol", "call")
    assert scene.state.seat == OVER
    return scene


@pytest.mark.rule("KD-6.3")
@pytest.mark.parametrize("eyes", EYES)
def test_at_the_end_it_is_nobodys_turn(over: Scene, eyes: int) -> None:
    view = over.view(eyes)
    assert (view.active, view.taking) == (-1, "")
    screen = lines(GAME.screen(over.pack, view, NAMES), 80)
    assert not [line for line in screen if "*James" in line or "*Katie" in line]


@pytest.mark.rule("KD-6.3")
@pytest.mark.parametrize("eyes", EYES)
def test_at_the_end_nothing_is_read_out_as_still_going_on(over: Scene, eyes: int) -> None:
    text = over.words.describe(over.view(eyes))
    assert "Being resolved" not in text
    assert "Round 1, turn 1; a single round decides." in text
    assert "The match is over" in text


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_card_that_won_the_match_is_not_drawn_as_one_being_resolved(over: Scene, layout: str) -> None:
    svg = GAME.draw(over.pack, over.view(ME), NAMES, layout).svg()  # type: ignore[arg-type]
    assert 'data-key="card-service_pistol"' not in svg
    assert 'data-key="card-med_kit"' in svg


@pytest.mark.rule("KD-6.4")
def test_while_the_match_goes_on_the_loser_goes_first() -> None:
    scene = Scene(put(KATIE, "c2"), put(JAMES, "c3", light=18), "service_pistol")
    scene.then([1, 1, 1]).play("attack:service_pistol", "call")
    view = scene.view(ME)
    assert (view.round, view.active, view.taking) == (2, FOE, "")
    assert "which is James'" in scene.words.describe(view)
