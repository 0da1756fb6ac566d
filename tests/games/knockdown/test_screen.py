"""Knockdown at the terminal: in 80 columns or 60, without colour, with what is in range."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console, RenderableType

import harena
from games.knockdown.test_picture import PLAYERS, positions, set_up
from harena.core.match import Match
from kit.matches import every_eye


def lines(thing: RenderableType, width: int) -> list[str]:
    console = Console(width=width, file=StringIO(), force_terminal=False, color_system=None)
    return ["".join(segment.text for segment in line) for line in console.render_lines(thing, pad=False)]


def screen(match: Match, seat: int, width: int) -> list[str]:
    return lines(match.game.screen(match.pack, match.view(seat), match.names), width)


@pytest.mark.parametrize("width", [60, 80])
def test_it_fits_and_names_what_lies_open(width: int) -> None:
    for match in positions({}, range(1), each=2):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            shown = screen(match, seat, width)
            text = "\n".join(shown)
            assert all(len(line) <= width for line in shown)
            names = {attack.id: attack.name for attack in match.pack.attacks}  # type: ignore[attr-defined]
            assert all(names[card] in text for card in view.row)
            assert all(f"L {one.light}  H {one.heavy}" in text for one in view.fighters if one.character)


def test_the_row_says_what_is_in_range_and_which_card_is_oldest() -> None:
    game, pack, state = set_up()
    shown = lines(game.screen(pack, game.view(state, 0), PLAYERS), 80)
    marks = {line.split()[1]: line.split()[0] for line in shown if line[:2] in ("+ ", "- ")}
    assert marks["Shotgun"] == marks["Service"] == marks["Headshot"] == "+"
    assert marks["Haymaker"] == marks["Long"] == "-"
    assert [line.split()[1] for line in shown if " old " in line] == ["Shotgun"]


def test_the_arena_shows_fighters_corridors_starts_and_open_spaces() -> None:
    game, pack, state = set_up()
    shown = lines(game.screen(pack, game.view(state, 0), PLAYERS), 80)
    rows = {line[0]: line[:24] for line in shown if line[:2] in ("a ", "b ", "c ", "d ", "e ")}
    assert rows["a"].split()[1:] == ["L", "·", "L"]
    assert rows["c"].split()[1:] == ["c1o", "JA", "c3H", "PU", "o"]
    assert rows["b"].split()[1:] == ["b1", "b2", "·", "·"]


def test_a_part_of_the_hexagon_has_gaps_where_spaces_are_missing() -> None:
    game: Any = harena.game("knockdown")
    match = harena.new("knockdown", pack="abyss", seed=1)
    spaces = int(match.pack.arenas[0].spaces)  # type: ignore[attr-defined]
    assert spaces.bit_count() < 19, "or this test shows nothing"
    drawn = "".join(line[2:24] for line in screen(match, 0, 80)[1:6])
    assert len(drawn.split()) == spaces.bit_count()
    assert game.name == "knockdown"


def test_extras_show_sheets_skills_and_discards() -> None:
    for match in positions({"picks": "james,katie"}, range(1), each=1):
        found = {
            letter: "\n".join(lines(thing, 100))
            for letter, _, thing in match.game.extras(match.pack, match.view(0), match.names)
        }
        assert set(found) == set("fkdm")
        assert "Headshot" in found["f"]
        assert "Smoke Screen" in found["f"]
        assert "Gnaw" not in found["f"], "Puppy is not there"
        assert found["k"].count("Initiative") == 12
        view: Any = match.view(0)
        assert ("No card is discarded yet." in found["d"]) == (not view.discard)


def test_no_foreign_skill_face_down_is_told() -> None:
    for match in positions({}, range(1), each=1):
        view: Any = match.view(0)
        other = match.view(1)
        if view.asking in ("Keep", "KeepReceived", "Face") or view.draft is None:
            continue
        secret = set(other.fighters[1].down)  # type: ignore[attr-defined]
        names = {skill.id: skill.name for one in match.pack.skill_sets for skill in one.skills}  # type: ignore[attr-defined]
        text = "\n".join(screen(match, 0, 80))
        assert not any(f"{names[skill]} (down)" in text for skill in secret)
