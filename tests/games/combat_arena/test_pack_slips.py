"""Numbers that a verb or a rule has no use for are refused: a slip of the pen does not pass unnoticed."""

from __future__ import annotations

from typing import Any

import pytest

from harena.games.combat_arena.pack import content
from harena.games.combat_arena.pack.checks import RULE_USES, check_rule
from harena.games.combat_arena.pack.entries import RuleEntry, RuleValuesEntry, VerbEntry
from harena.games.combat_arena.pack.verbs import ACTIONS, INJURIES, VERBS


def mistakes(*verbs: VerbEntry, place: str = ACTIONS) -> list[str]:
    """What is noted about an effect."""
    noted: list[str] = []
    VERBS.check(verbs, place, noted.append)
    return noted


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
        (VerbEntry("attack", on="each", kind="melee", from_rear=True), "that goes with zone and same"),
        (VerbEntry("energy", n=0), "moves nothing"),
    ],
)
def test_a_number_without_a_use_is_refused(verb: VerbEntry, sentence: str) -> None:
    (noted,) = mistakes(verb)
    assert sentence in noted


@pytest.mark.rule("CA-7.2")
def test_an_injurys_box_goes_with_unmark_alone() -> None:
    assert mistakes(VerbEntry("unmark", box="melee"), place=INJURIES) == []
    (noted,) = mistakes(VerbEntry("drop", box="melee"), place=INJURIES)
    assert "no use for 'box'" in noted


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize(
    "before",
    [
        [],
        [VerbEntry("energy", n=1)],
        [VerbEntry("move", n=2), VerbEntry("turn")],
        [VerbEntry("draw", n=1), VerbEntry("heal", n=1), VerbEntry("mend")],
    ],
)
def test_same_needs_a_verb_before_it_that_has_a_target(before: list[VerbEntry]) -> None:
    (noted,) = mistakes(*before, VerbEntry("drain", on="same"))
    assert "target" in noted
    assert "share" in noted
    twice = mistakes(*before, VerbEntry("drain", on="same"), VerbEntry("wound", on="same"))
    assert len(twice) == 2, "the second shares what the first has not"


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize(
    "before",
    [
        [VerbEntry("attack", n=2, on="zone")],
        [VerbEntry("push", on="adjacent"), VerbEntry("move", n=1)],
        [VerbEntry("energy", n=1), VerbEntry("wound", on="near"), VerbEntry("drain", on="same")],
        [VerbEntry("drop", on="each", reach=2)],
    ],
)
def test_same_shares_the_target_of_any_verb_before_it(before: list[VerbEntry]) -> None:
    assert mistakes(*before, VerbEntry("drain", on="same")) == []


def test_all_mistakes_of_an_effect_are_noted() -> None:
    noted = mistakes(
        VerbEntry("unmark"), VerbEntry("heal", n=0, kind="melee"), VerbEntry("attack", n=7, on="near")
    )
    assert [each.partition(",")[0] for each in noted[:4]] == ["verb 1", "verb 2", "verb 2", "verb 3"]
    assert "six dice" in noted[4]


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
    noted: list[str] = []
    check_rule(entry, noted.append)
    assert len(noted) == 1
    assert sentence in noted[0]


def test_every_verb_has_the_number_by_which_the_rules_know_it() -> None:
    assert VERBS.names == sorted(VERBS.names, key=lambda name: getattr(content, name.upper()))
    assert [getattr(content, name.upper()) for name in VERBS.names] == list(range(13))


def test_every_kind_of_rule_says_what_it_uses() -> None:
    assert set(RULE_USES) == set(content.RULE_NAMES)
