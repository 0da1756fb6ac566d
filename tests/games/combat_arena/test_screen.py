"""The arena at the terminal: never wider than 80 columns, and readable without colour."""

from __future__ import annotations

import random
from io import StringIO

import msgspec
import pytest
from rich.console import Console, RenderableType

from harena.core.state import OVER, SPECTATOR
from harena.games.combat_arena import GAME
from harena.games.combat_arena.rules.attack import ChooseEnemy
from harena.games.combat_arena.rules.move import Walk
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.view import ArenaView, seen_by

from .arena import CASTUS, GRUE, RAFELO, STANDARD, TEKNOTH, VARIANTS, Fight, put, start

NAMES = ["Ada", "Ben", "Cid", "Dot"]
LONG = ["Bartholomew of the very long name in Ely"] * 4
ACTIONS = GAME.actions(STANDARD)


def lines(what: RenderableType, width: int = 80) -> list[str]:
    console = Console(width=200, file=StringIO(), force_terminal=False, color_system=None)
    rendered = console.render_lines(what, console.options.update(width=width), pad=False)
    return ["".join(segment.text for segment in line) for line in rendered]


def screen(fight: Fight, seat: int | None = None) -> list[str]:
    view = fight.view(fight.decider if seat is None else seat)
    return lines(GAME.screen(fight.pack, view, NAMES))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_no_line_is_wider_than_the_screen(options: dict[str, object]) -> None:
    luck = random.Random(2)
    state = start(seed=4, **options)
    while state.seat != OVER:
        if luck.random() < 0.08:
            assert_fits(seen_by(state, ACTIONS, state.seat), NAMES)
            assert_fits(seen_by(state, ACTIONS, SPECTATOR), LONG)
        state.play(luck.choice(state.legal()))
    assert_fits(seen_by(state, ACTIONS, 0), NAMES)


def assert_fits(view: ArenaView, names: list[str]) -> None:
    table = lines(GAME.screen(STANDARD, view, names))
    assert len(table) <= 24 - 4, "a prompt, a choice, the keys and the line to type on find room"
    for line in table:
        assert len(line) <= 80, line
        assert "_" not in line, line
    keys = [key for key, _, _ in GAME.extras(STANDARD, view, names)]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("bhlnqsu")
    for _, title, content in GAME.extras(STANDARD, view, names):
        assert title
        assert all(len(line) <= 80 and "_" not in line for line in lines(content))


def test_the_board_shows_fighters_snares_and_open_hexes() -> None:
    fight = Fight(put(CASTUS, "e4", "e"), put(GRUE, "e6", "nw"), board="storm_eye")
    fight.do(Walk(0, n=1))
    rows = screen(fight)
    assert rows[0] == "Last one standing, The Storm's Eye: round 1 of 30, 0 Initiative left"
    assert rows[4].startswith("d     ·   ·   #  d4   ·   #   ·   ·")
    assert rows[5].startswith("e   ·   ·  e3 [CA→] #  GR↖  ·   ·   ·")
    assert rows[6].startswith("f     ·   ·   #  f4   ·   #   ·   ·")


def test_the_kill_zone_shows_what_is_needed_and_targets_stand_in_brackets() -> None:
    fight = Fight(put(RAFELO, "e5", "e"), put(GRUE, "e6", "w"), put(CASTUS, "d5", "w"))
    fight.do(ChooseEnemy(0, n=3, mode=0))
    rows = screen(fight)
    assert rows[4].startswith("d     ·   ·   ·   · [CA←] ·   ·   ·")
    assert rows[5].startswith("e   ·   ·   ·   ·  RA→[GR←] ·   ·   ·")
    assert rows[6].startswith("f     ·   ·   ·   ·   4   ·   ·   ·")


def test_a_snare_that_can_be_pushed_into_keeps_its_sign() -> None:
    fight = Fight(put(CASTUS, "b2", "e"), put(GRUE, "c4", "e"), board="pinwheel")
    fight.do(Push(0, 1, n=1))
    open_hexes = fight.opened("hex")
    text = "\n".join(screen(fight))
    assert all(name in text for name in open_hexes)


def test_the_table_shows_how_everyone_is() -> None:
    me = put(CASTUS, "e5", "e", hand="iron_vow red_banner", covered=2, marker=3, bare="ranged", energy=3)
    fight = Fight(me, put(TEKNOTH, "a1", lasting="ringing_skull"), put(GRUE, "i5"), players=3)
    fight[GRUE].down, fight[GRUE].pos = True, -1
    fight.do(Walk(0, n=1))
    rows = [row[41:].rstrip() for row in screen(fight)]
    assert rows[1] == "   Health   left En Ini Hand Box"
    assert rows[2] == "■A>CA Lieutenant Castus (you)"
    assert rows[3] == "   [xx-O-]     4  4   2    2 m-u"
    assert rows[5] == "   [O-----]   20  7   3    0 mru s1 w1"
    assert rows[7] == "   DEFEATED"


@pytest.mark.rule("CA-8.1")
def test_the_table_shows_the_teams() -> None:
    placed = put(CASTUS, "e5"), put(TEKNOTH, "a1"), put(GRUE, "i5"), put(RAFELO, "a5")
    fight = Fight(*placed, variant="brothers")
    fight.do(Walk(0, n=1))
    view = fight.view(0)
    table = lines(GAME.screen(fight.pack, view, LONG))
    assert table[0].startswith("Brothers in Arms, Open Sand: round 1")
    who = [row[41:].rstrip() for row in table[2:9:2]]
    sides = [("I", "II")[fighter.side] for fighter in view.fighters]
    assert sorted(sides) == ["I", "I", "II", "II"]
    assert who[0] == f"■A>{sides[0]:3}CA Lieutenant Castus (you)"
    assert [row[2:6] for row in who[1:]] == [f" {side:3}" for side in sides[1:]]
    pages = {key: lines(content) for key, _, content in GAME.extras(fight.pack, view, NAMES)}
    assert any(f"played by Ada (team {sides[0]})" in line for line in pages["f"])
    assert any(line.startswith("I II") for line in pages["m"])


@pytest.mark.rule("CA-8.2")
def test_the_champion_is_marked_whoever_acts() -> None:
    fight = Fight(put(CASTUS, "e5"), put(TEKNOTH, "a1"), put(GRUE, "i5"), variant="kingslayer")
    for walker, marks in ((0, [">*", "  ", "  "]), (1, [" *", "> ", "  "])):
        fight.do(Walk(walker, n=1))
        rows = screen(fight)
        assert rows[0].startswith("Kingslayer, Open Sand: round 1")
        assert [row[43:45] for row in rows[2:7:2]] == marks
    found = {key: lines(content) for key, _, content in GAME.extras(fight.pack, fight.view(0), NAMES)}
    assert any("played by Ada (Champion)" in line for line in found["f"])
    assert any("played by Ben (Challenger)" in line for line in found["f"])


@pytest.mark.rule("CA-8.3")
def test_the_longest_title_finds_room() -> None:
    view = seen_by(start(players=2, variant="single_combat", board="storm_eye"), ACTIONS, 0)
    late = msgspec.structs.replace(view, round=30, initiative_left=8, drawn="neutral")
    title = lines(GAME.screen(STANDARD, late, NAMES))[0]
    assert title == "Single Combat, The Storm's Eye: round 30 of 30, 8 Initiative left, drawn neutral"


def test_the_own_hand_is_on_the_screen_unless_the_choices_list_it() -> None:
    fight = Fight(put(CASTUS, "e5", "e", hand="iron_vow red_banner"), put(TEKNOTH, "a1"))
    fight.do(Walk(0, n=1))
    hand = "Hand (move/dice/Special): Iron Vow 1/4/Parry; The Red Banner 4/5/Gather Fury"
    assert hand in screen(fight)
    assert not any("Iron Vow" in row for row in screen(fight, 1))
    assert not any("Iron Vow" in row for row in screen(fight, SPECTATOR))
    fight.turn(CASTUS).play("no")
    assert hand not in screen(fight)


def test_what_can_be_looked_through() -> None:
    fight = Fight(put(CASTUS, "e5", "e", hand="iron_vow red_banner"), put(TEKNOTH, "a1"))
    fight.turn(CASTUS).play("no")
    found = {
        key: (title, lines(content)) for key, title, content in GAME.extras(fight.pack, fight.view(0), NAMES)
    }
    assert list(found) == ["c", "f", "d", "m"]
    cards = [" ".join(line.split()) for line in found["c"][1]]
    assert cards[:4] == [
        "Iron Vow",
        "Move Move up to 1 hex, then face any way. Energy +1.",
        "Attack Attack with 4 dice. Energy -1.",
        "Parry Against melee attacks: ignore 2 hits.",
    ]
    assert found["f"][1][0] == "TE Teknoth the Dread, Necron Royal Warden, played by Ben"
    assert "No card is discarded yet." in found["d"][1]
    assert [key for key, _, _ in GAME.extras(fight.pack, fight.view(SPECTATOR), NAMES)] == ["f", "d", "m"]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_at_60_columns_the_fighters_stand_below_the_board_and_nothing_is_cut(
    options: dict[str, object],
) -> None:
    view = seen_by(start(seed=4, **options), ACTIONS, SPECTATOR)
    shown = lines(GAME.screen(STANDARD, view, NAMES), 60)
    assert all(len(line) <= 60 for line in shown)
    assert not any("…" in line for line in shown)
    shorts = {sheet.id: sheet.short for sheet in STANDARD.characters}
    heading = next(line for line in shown if "Health" in line)
    for fighter in view.fighters:
        rows = [line for line in shown if line.rstrip().endswith(NAMES[fighter.owner])]
        assert any(shorts.get(fighter.character, "--") in row for row in rows)
        assert all(row.index(NAMES[fighter.owner]) == heading.index("Player") for row in rows)
