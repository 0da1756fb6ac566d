"""Centauri Arena at the terminal: in 80 columns or 60, in 24 rows, without colour."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from games.centauri.test_picture import PLAYERS, TABLES, positions, scene
from harena.core.match import Match
from harena.core.state import SPECTATOR
from harena.games.centauri import GAME
from harena.terminal.desk import draw
from kit.matches import every_eye
from terminal.typist import CLEAR, Typist

from .table import Sky


def lines(thing: RenderableType, width: int) -> list[str]:
    console = Console(width=width, file=StringIO(), force_terminal=False, color_system=None)
    return ["".join(segment.text for segment in line) for line in console.render_lines(thing, pad=False)]


def screen(match: Match, seat: int, width: int) -> list[str]:
    return lines(match.game.screen(match.pack, match.view(seat), match.names), width)


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("options", TABLES)
def test_it_fits_and_tells_the_score(options: str, width: int) -> None:
    for match in positions(TABLES[options], each=1):
        for seat in every_eye(match):
            view: Any = match.view(seat)
            shown = screen(match, seat, width)
            assert all(cell_len(line) <= width for line in shown)
            assert f"{view.points[0]} : {view.points[1]}" in shown[0]
            if width == 80:
                assert len(shown) <= 20, "a prompt, a choice, the keys and the line to type on find room"


@pytest.mark.parametrize("options", ["pairs", "six"])
def test_no_frame_is_higher_than_24_rows_or_wider_than_80_columns(options: str) -> None:
    names = ["A very long name, as long as names go ..", "会" * 20, "Cy", "Di", "Ed", "Fay"]
    table = TABLES[options]
    for match in positions({**table, "names": names[: table["players"]]}, each=3):
        if match.over:
            continue
        typist = Typist([])
        draw(
            typist.terminal(interactive=True), match, match.seat, notice="One line that says what was wrong."
        )
        shown = typist.screen.getvalue().partition(CLEAR)[2].split("\n")
        assert len(shown) <= 24, "\n".join(shown)
        assert max(cell_len(line) for line in shown[1:]) <= 80


def test_no_card_of_another_hand_is_told() -> None:
    for match in positions(TABLES["six"], each=1):
        names = {card.id: card.name for card in match.pack.cards}  # type: ignore[attr-defined]
        for seat in every_eye(match):
            view: Any = match.view(seat)
            own = set(view.players[seat].hand) if seat >= 0 else set()
            text = "\n".join(screen(match, seat, 80))
            assert not any(name in text for kind, name in names.items() if kind not in own)


@pytest.mark.rule("CN-1.11", "CN-5.1")
def test_cards_that_are_known_of_other_hands_can_be_looked_up() -> None:
    hands = {1: "pushback", 2: "afterburner field_repairs", 3: "salvage_rights salvage_rights"}
    sky = Sky(players=4, hands=hands, open_hands=True)
    sky.player(2).known = sky.player(2).hand & sky.pack.cards[0].cards
    shown = {
        seat: "\n".join(lines(GAME.extras(sky.pack, GAME.view(sky.state, seat), PLAYERS[:4])[0][2], 100))
        for seat in (SPECTATOR, 0, 1)
    }
    assert "Salvage Rights x2" in shown[0], "a team-mate's, and hands are open"
    assert all("Afterburner" in text for text in shown.values())
    assert "Salvage" not in shown[SPECTATOR] + shown[1]
    assert "Field Repairs" not in shown[SPECTATOR] + shown[0]


@pytest.mark.rule("CN-2.3")
def test_the_map_shows_who_is_where_and_what_a_way_costs() -> None:
    shown = lines(GAME.screen(GAME.pack(), GAME.view(scene("move"), 0), PLAYERS[:2]), 80)
    rows = {line[0]: line[:31] for line in shown if line[:2] in [f"{letter} " for letter in "abcdefg"]}
    assert rows["c"].split()[1:] == ["c13", "c22", "AB", "c41", "c53", "."]
    assert rows["d"].split()[1:] == ["*", "[d23]d32", "#", "d53", ".", "*"]
    assert rows["a"].split()[1:] == [".", "m", "Xm", "."]
    assert any("A2 d2 (module)" in line for line in shown)


def test_a_crowd_is_told_in_full() -> None:
    sky = Sky(players=6, ships=dict.fromkeys(range(1, 7), "c3"), raiders={"c3": 2})
    shown = lines(GAME.screen(sky.pack, GAME.view(sky.state, 0), PLAYERS), 80)
    assert any(line.startswith("c ") and "AB+" in line for line in shown)
    assert any(all(f"{letter} c3" in line for letter in "ABCDEF") for line in shown)
    assert any("c3 Raider 2" in line for line in shown)


@pytest.mark.rule("CN-3.4")
def test_a_combat_is_told_in_the_order_of_initiative_with_its_last_attack() -> None:
    state = scene("combat")
    view = GAME.view(state, 0)
    shown = "\n".join(lines(GAME.screen(state.pack, view, PLAYERS), 80))
    assert "Combat in c4, round 2, +1 die in every attack" in shown
    assert "1.D H5 4d 2.A" in shown
    assert view.battle is not None
    assert view.battle.blow is not None
    assert f"Dario's armada rolled {' '.join(map(str, view.battle.blow.dice))}" in shown


def test_extras_show_cards_scenario_tracks_foes_and_piles() -> None:
    for match in positions(TABLES["pairs"], each=1):
        view: Any = match.view(0)
        found = {
            key: "\n".join(lines(content, 100))
            for key, _, content in match.game.extras(match.pack, view, match.names)
        }
        cards: Any = match.pack.cards  # type: ignore[attr-defined]
        assert all(card.name in found["k"] for card in cards)
        held = {card.name for card in cards if card.id in view.players[0].hand}
        assert all(name in found["c"] for name in held)
        assert all(name in found["f"] for name in ("Home Run", "Starport", "Research Lab", "Boss"))
        assert ("No card is spent or discarded yet." in found["d"]) == (not view.spent and not view.discards)
        assert "Nebula" in found["m"]
