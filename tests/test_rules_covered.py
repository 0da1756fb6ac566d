"""Promise 9: every rule in a game's rulebook has a test."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from harena.core.game import AnyGame

TESTS = Path(__file__).parent


@cache
def rules_with_a_test() -> set[str]:
    """The ids in all `@pytest.mark.rule("…")` below tests/."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found |= {rule for mark in node.decorator_list for rule in rule_ids(mark)}
    return found


def rule_ids(mark: ast.expr) -> list[str]:
    named = isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
    return [ast.literal_eval(argument) for argument in mark.args] if named else []  # type: ignore[attr-defined]


def test_every_rule_of_the_rulebook_has_a_test(game: AnyGame) -> None:
    rules = set(game.rulebook.rules)
    assert rules, f"{game.title} has no rules in its RULES.md"
    assert sorted(rules - rules_with_a_test()) == [], "these rules have no test"


def test_every_rule_has_a_sentence(game: AnyGame) -> None:
    for rule, text in game.rulebook.rules.items():
        assert len(text) > 20, f"{rule} says nothing"
