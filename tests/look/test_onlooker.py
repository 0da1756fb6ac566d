"""Who is who in a picture, and which actions have their place in it."""

from __future__ import annotations

from markupsafe import escape

from harena.core.game import Words
from harena.core.pack import Pack
from harena.core.view import View
from harena.look.onlooker import NOTHING, Onlooker

WIDE = 160


class PaperWords(Words[Pack, View]):
    def prompt(self, view: View) -> str:
        return ""

    def label(self, view: View, action: str) -> str:
        return action

    def hint(self, view: View, action: str) -> str:
        return f"<{action}>"

    def describe(self, view: View) -> str:
        return ""


def looking(
    viewer: int, scores: list[float] | None = None, room: float = WIDE
) -> Onlooker[Pack, View, PaperWords]:
    view = View(
        viewer=viewer,
        decider=-1 if scores else 0,
        asking="Choose",
        actions=["stay", "go"],
        scores=scores or [],
    )
    words = PaperWords(Pack("paper", "Paper", ""), ["Ann", "Bartholomew the Third of Upper Hexham"])
    return Onlooker(words, view, room)


def test_an_open_action_is_placed_once_with_its_hint() -> None:
    on = looking(0)
    assert on.take("go") == ("go", escape("<go>"))
    assert on.take("go") == ("", NOTHING)
    assert on.take("jump") == ("", NOTHING)
    assert list(on.open) == ["stay"]


def test_the_viewer_is_you_and_sits_near_and_others_have_their_names_as_far_as_there_is_room() -> None:
    on = looking(1)
    assert (on.player(0), on.player(1), on.near) == ("Ann", "You", 1)
    assert looking(0).player(1).startswith("Bartholomew")
    assert len(looking(0, room=60).player(1)) < len(looking(0).player(1)) < 37


def test_a_spectator_looks_from_the_first_seat_and_is_nobody() -> None:
    on = looking(-1)
    assert (on.player(0), on.near) == ("Ann", 0)


def test_nobody_has_won_before_the_end_and_then_all_with_the_best_score() -> None:
    assert not any(looking(0).won(seat) for seat in (0, 1))
    assert [looking(0, [0.0, 1.0]).won(seat) for seat in (0, 1)] == [False, True]
    assert [looking(0, [0.5, 0.5]).won(seat) for seat in (0, 1)] == [True, True]
