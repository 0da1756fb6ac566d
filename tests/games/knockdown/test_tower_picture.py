"""The tower in the picture: whoever looks sees the same cubes, and how it ended until the next decision."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harena.core.picture import LAYOUTS
from harena.core.state import SPECTATOR
from harena.games.knockdown import GAME
from harena.games.knockdown.look.tower import fallen, leaning
from harena.games.knockdown.rules.tower import HALF, REACH, WIDTH, stands

from .brawl import FOE, JAMES, KATIE, ME, Bout, put
from .test_screen import lines

CUBE = re.compile(r'data-key="cube-(\d+)" data-falls="" transform="translate\((-?\d+) (-?\d+)\)"')


def tower(*offsets: str, light: int = 3) -> Bout:
    """Katie has called a test of James, who has let go of so many cubes."""
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=light), row="service_pistol", test="tower")
    return bout.then([]).play("attack:service_pistol", "call", *(f"cube:{one}" for one in offsets))


def drawn(bout: Bout, eyes: int, layout: str) -> str:
    view = GAME.view(bout.state, eyes)
    return GAME.draw(bout.pack, view, ["Ann", "Bob"], layout).svg()  # type: ignore[arg-type]


@pytest.mark.rule("KD-5.6")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("eyes", [ME, FOE, SPECTATOR])
def test_everybody_sees_cubes_where_they_landed(layout: str, eyes: int) -> None:
    picture = drawn(tower("3", "-2"), eyes, layout)
    cubes = [tuple(map(int, found)) for found in CUBE.findall(picture)]
    assert cubes == [(0, 0, -10), (1, 3, -30), (2, 1, -50)]
    assert picture.count('data-key="crane"') == 1
    assert "Cube 4 of 4" in picture
    assert "data-moment" not in picture


@pytest.mark.parametrize(
    ("offsets", "said"),
    [(["0", "0", "0"], "It stands!"), (["6", "9"], "It falls!"), (["0", "late"], "Too late!")],
)
def test_how_it_ended_is_seen_until_the_next_decision(offsets: list[str], said: str) -> None:
    bout = tower(*offsets)
    picture = drawn(bout, ME, "wide")
    assert said in picture
    assert "data-moment=" in picture
    assert ("kt-falling" in picture.partition("</style>")[2].rpartition("</style>")[2]) == (
        said == "It falls!"
    )
    bout.state.play(bout.state.nth(0))
    assert 'data-key="tower"' not in drawn(bout, ME, "wide")


def test_there_is_no_tower_where_none_is_built() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=3), test="tower")
    assert GAME.view(bout.state, ME).tower == []
    assert 'data-key="tower"' not in drawn(bout, ME, "tall")


@pytest.mark.rule("KD-5.2", "KD-5.6")
@pytest.mark.parametrize(("light", "said"), [(14, "tower of 14"), (15, "91% fails"), (0, "0% fails")])
def test_what_a_test_would_be_is_said_by_the_rule(light: int, said: str) -> None:
    """Dice decide above the most cubes that a tower can have, and with none there is nothing to build."""
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=light), test="tower")
    view = GAME.view(bout.state, ME)
    shown = "\n".join(lines(GAME.screen(bout.pack, view, ["Ann", "Bob"]), 80))
    assert said in shown
    read_out = GAME.words(bout.pack, ["Ann", "Bob"]).describe(view)
    assert ("a tower of 14 cubes" if light == 14 else f"count {light} (") in read_out
    assert view.fighters[FOE].builds == said.startswith("tower")
    for layout in LAYOUTS:
        assert said in drawn(bout, ME, layout)


FALLEN = (
    st.lists(st.integers(-REACH, REACH), min_size=1, max_size=13)
    .map(lambda above: [0, *above])
    .filter(lambda tower: not stands(tower))
)


@given(FALLEN)
def test_what_stays_stands_and_what_falls_lies_beside_it(cubes: list[int]) -> None:
    falls = fallen(cubes)
    assert sorted(falls) == list(range(min(falls), len(cubes)))
    places, side = list(accumulate(cubes)), 1 if leaning(cubes) > 0 else -1
    edge = max(side * place for place in places[: min(falls)]) + HALF
    for number, (_, (right, down, _)) in falls.items():
        assert side * (places[number] + right) - HALF >= edge, "nothing falls through what stays"
        assert WIDTH * number - down >= 0, "nor through the table"
