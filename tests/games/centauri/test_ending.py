"""CN-2.6, CN-4.4: who has won after the last round."""

from __future__ import annotations

import pytest

from .table import HOME_RUN, INTERSTELLAR, Sky


def after_the_last_round(scenario: str, points: tuple[int, int], kills: tuple[int, int], lab: int = 0) -> Sky:
    sky = Sky(scenario)
    for seat in (1, 2, 3, 4):
        sky.player(seat).starport = sky.player(seat).lab = 2
    sky.points[:], sky.state.kills[:], sky.state.round = points, kills, 10
    sky.player(2).lab += lab
    return sky.next_round()


@pytest.mark.rule("CN-4.1", "CN-4.2", "CN-4.4", "CN-2.6")
@pytest.mark.parametrize("scenario", [HOME_RUN, INTERSTELLAR])
@pytest.mark.parametrize(
    ("points", "kills", "lab", "winner"),
    [
        ((12, 11), (0, 9), 9, 0),
        ((11, 12), (9, 0), 0, 1),
        ((11, 11), (2, 1), 9, 0),
        ((11, 11), (1, 1), 1, 1),
        ((0, 0), (0, 0), 0, -1),
    ],
)
def test_points_then_kills_then_levels(
    scenario: str, points: tuple[int, int], kills: tuple[int, int], lab: int, winner: int
) -> None:
    sky = after_the_last_round(scenario, points, kills, lab)
    assert sky.over
    assert sky.state.winner == winner


@pytest.mark.rule("CN-4.4")
def test_a_draw_is_half_a_win_for_everybody() -> None:
    sky = after_the_last_round(HOME_RUN, (5, 5), (0, 0))
    assert sky.state.score() == [0.5] * 4
    assert sky.told("drawn")


@pytest.mark.rule("CN-2.6")
def test_a_game_of_fewer_rounds_ends_earlier() -> None:
    sky = Sky(max_rounds=3)
    sky.points[0], sky.state.round = 1, 3
    sky.next_round()
    assert (sky.over, sky.state.winner) == (True, 0)
