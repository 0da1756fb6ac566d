"""CA-5.4: under a Damage marker lie worse values, in every box of every fighter of the standard pack."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from harena.core.bits import members_of
from harena.core.hex import DIRECTIONS
from harena.games.combat_arena.pack.content import BOX_NAMES, MELEE, RANGED, REDRAW, ArenaPack
from harena.games.combat_arena.rules.fighter import Fighter
from harena.games.combat_arena.words.outlook import KINDS, Outlook

from .arena import STANDARD, STANDARD_FOLDER, Fight, Placed, Written, add_open_sand, put

MIDDLE = "e5"
AHEAD = ("e6", "e7", "e8")  # of somebody in the middle who faces east
DICE = 4  # of the attacks that are compared
BOXES = [(one.id, BOX_NAMES[box]) for one in STANDARD.characters for box in members_of(one.boxes())]


@cache
def on_open_sand() -> ArenaPack:
    """The standard pack with a board on which every hex can be stood on."""
    written = Written(STANDARD_FOLDER)
    add_open_sand(written)
    with tempfile.TemporaryDirectory() as folder:
        return written.read(Path(folder))


def good_values(character: str, bare: str) -> list[float]:
    """All that a reference card is good for, with a box bare: the more of each the better."""
    one = Fight(
        put(character, MIDDLE, "e", bare=bare), put(other_than(character)[0], "a1"), pack=on_open_sand()
    )
    fighter = one[character]
    return [
        *hit_chances(fighter),
        *(float(fighter.strike(kind).wounds) for kind in (MELEE, RANGED) if fighter.armed(kind)),
        *inflicted(character, bare),
        *(-wounds for wounds in suffered(character, bare)),
        float(fighter.rule_of(REDRAW).n),
    ]


def hit_chances(fighter: Fighter) -> list[float]:
    """The chance of a die with each weapon, wherever the fighter stands and whichever hex it attacks."""
    found = []
    for kind in (MELEE, RANGED):
        if fighter.armed(kind):
            strike = fighter.strike(kind)
            for stand, zone in enumerate(strike.zones):
                for h in range(STANDARD.field.count):
                    found.append((7 - strike.needs(stand, h)) / 6 if zone >> h & 1 else 0.0)
    return found


def inflicted(character: str, bare: str) -> list[float]:
    """The wounds its attacks inflict, its own rule included."""
    return [
        expected(put(character, MIDDLE, "e", bare=bare), put(other, ahead), kind)
        for other in other_than(character)
        for ahead in AHEAD
        for kind in KINDS
    ]


def suffered(character: str, bare: str) -> list[float]:
    """The wounds that attacks from all around inflict on it, its rule included."""
    field = STANDARD.field
    middle = field.names.index(MIDDLE)
    return [
        expected(put(other, field.names[field.neighbour(middle, way)], back), target, kind)
        for target in [put(character, MIDDLE, "e", bare=bare)]
        for way, back in enumerate(DIRECTIONS[3:] + DIRECTIONS[:3])
        for other in other_than(character)
        for kind in KINDS
    ]


def expected(attacker: Placed, target: Placed, kind: str) -> float:
    """What the hints promise of an attack."""
    odds = Outlook(on_open_sand(), Fight(attacker, target, pack=on_open_sand()).view(0)).odds(
        0, 1, kind, DICE, 0
    )
    return odds.wounds if odds is not None else 0.0


def other_than(character: str) -> list[str]:
    return [one.id for one in STANDARD.characters if one.id != character]


@pytest.mark.rule("CA-5.4")
@pytest.mark.parametrize(("character", "box"), BOXES)
def test_a_damage_marker_uncovers_worse_values(character: str, box: str) -> None:
    healthy, wounded = good_values(character, ""), good_values(character, box)
    pairs = list(zip(healthy, wounded, strict=True))
    assert all(then <= now for now, then in pairs), "nowhere is it better when wounded"
    assert any(then < now for now, then in pairs), "somewhere it is worse"
