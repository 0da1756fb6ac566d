"""A ward may guard any arc (PACKS.md): hints and sheets say which, as the rules have it."""

from __future__ import annotations

from functools import cache

import pytest

from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.rules.attack import ChooseEnemy
from harena.games.combat_arena.words.printed import rule_text
from harena.games.combat_arena.words.words import ArenaWords

from .arena import CASTUS, GRUE, RAFELO, Fight, Written, make_pack, put

# Where Castus stands: Rafelo is on e5 and faces east. A second enemy is in reach, so that he is asked.
PLACES = {"ahead": ("e6", "w", "f5"), "beside": ("d5", "se", "d6"), "behind": ("e4", "e", "d4")}
GUARDED = {
    "line": {"ahead"},
    "cone": {"ahead", "beside"},
    "front": {"ahead", "beside"},
    "rear": {"behind"},
    "all": {"ahead", "beside", "behind"},
}


@cache
def guarding(arc: str) -> ArenaPack:
    """Rafelo's ward works on this arc alone, and stops half of the hits."""

    def change(written: Written) -> None:
        written.fighter(RAFELO)["rule"]["healthy"] = {"roll": 4, "arc": arc}

    return make_pack(change)


@pytest.mark.rule("CA-5.2", "CA-6.1")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("arc", GUARDED)
def test_the_odds_count_a_ward_just_where_it_guards(arc: str, place: str) -> None:
    here, facing, other = PLACES[place]
    attacker, target = put(CASTUS, here, facing), put(RAFELO, "e5", "e")
    fight = Fight(attacker, target, put(GRUE, other), pack=guarding(arc))
    fight.do(ChooseEnemy(0, n=3, mode=0))
    assert fight.opened("target") == {RAFELO, GRUE}
    hint = ArenaWords(fight.pack, ["Ada", "Ben", "Cid"]).hint(fight.view(0), f"target:{RAFELO}")
    wounds = 3 * 4 / 6 * 2 * (0.5 if place in GUARDED[arc] else 1)
    assert f"2.0 hits, {wounds:.1f} wounds" in hint
    fight.dice = [6, 6, 6, 6, 6, 6]
    fight.play(f"target:{RAFELO}")
    assert bool(fight.told("warded")) == (place in GUARDED[arc]), "as the rule itself has it"


@pytest.mark.parametrize(
    ("arc", "hits"),
    [
        ("line", "hit from straight ahead"),
        ("cone", "hit from the cone ahead"),
        ("front", "hit from your front arc"),
        ("rear", "hit from your rear arc"),
        ("all", "hit"),
    ],
)
def test_a_sheet_says_which_arc_a_ward_guards(arc: str, hits: str) -> None:
    rule = guarding(arc).characters[0].rule
    assert rule is not None
    assert rule_text(rule, True).endswith(f": roll a die for each {hits}; on 4 or more ignore it.")
