"""Numbers that a verb or a rule has no use for are refused: a slip of the pen does not pass unnoticed."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.errors import PackError
from harena.games.combat_arena.entries import RuleEntry, RuleValuesEntry, VerbEntry
from harena.games.combat_arena.pack import ACTION_VERBS, INJURY_VERBS, RULE_USES, USES, Builder, _check_rule

from .arena import FROZEN


def wrong(what: str) -> PackError:
    return PackError("cards.toml", what, "card 1 (x)", "special")


def build(*verbs: VerbEntry, allowed: set[str] = ACTION_VERBS) -> None:
    Builder(type(FROZEN)("x", "x", "x", FROZEN.field)).effect(verbs, allowed, wrong)


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize(
    ("verb", "sentence"),
    [
        (VerbEntry("heal", kind="melee"), "'heal', has no use for 'kind'; it takes: n, if_hit"),
        (VerbEntry("heal", reach=3), "'heal', has no use for 'reach'"),
        (VerbEntry("turn", n=2), "'turn', has no use for 'n'"),
        (VerbEntry("move", push=1), "'move', has no use for 'push'"),
        (VerbEntry("attack", on="zone", reach=2), "'attack', has no use for 'reach'"),
        (VerbEntry("push", on="adjacent", reach=2), "that goes with near and each"),
        (VerbEntry("attack", on="each", kind="melee", from_rear=True), "cannot be from_rear"),
        (VerbEntry("energy", n=0), "moves nothing"),
    ],
)
def test_a_number_without_a_use_is_refused(verb: VerbEntry, sentence: str) -> None:
    with pytest.raises(PackError, match=sentence):
        build(verb)


@pytest.mark.rule("CA-7.2")
def test_an_injurys_box_goes_with_unmark_alone() -> None:
    build(VerbEntry("unmark", box="melee"), allowed=INJURY_VERBS)
    with pytest.raises(PackError, match="no use for 'box'"):
        build(VerbEntry("drop", box="melee"), allowed=INJURY_VERBS)


@pytest.mark.rule("CA-5.9")
@pytest.mark.parametrize(
    ("kind", "values", "sentence"),
    [
        ("ward", {"n": 1, "roll": 5}, "'ward' has no use for 'n'"),
        ("endure", {"roll": 6, "arc": "front"}, "'endure' has no use for 'arc'"),
        ("redraw", {"n": 1, "roll": 4}, "'redraw' has no use for 'roll'"),
        ("endure", {"roll": 1}, "a roll of 1 never fails"),
        ("ward", {"roll": 1}, "a roll of 1 never fails"),
    ],
)
def test_a_rule_has_the_numbers_its_kind_uses(kind: Any, values: dict[str, Any], sentence: str) -> None:
    entry = RuleEntry("A Rule", kind, RuleValuesEntry(), RuleValuesEntry(**values))
    with pytest.raises(PackError, match=sentence):
        _check_rule(entry, wrong)


def test_every_verb_and_every_kind_of_rule_says_what_it_uses() -> None:
    from harena.games.combat_arena.content import RULE_NAMES, VERB_NAMES

    assert set(USES) == set(VERB_NAMES)
    assert set(RULE_USES) == set(RULE_NAMES)
