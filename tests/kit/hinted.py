"""The hints of a decision, held against what then happens by a game's own checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any


def check_hints(one: Any, checks: Mapping[str, Callable[[Any, str, str, str], None]]) -> Counter[str]:
    """Every hint of a decision, by stretch of its action; how many of each kind were looked at.

    `one` has `view` and `words`, and is what a check gets first, then the action, its member and the hint.
    """
    checked: Counter[str] = Counter()
    for action in one.view.actions:
        stretch, _, member = action.partition(":")
        if stretch in checks:
            hint = one.words.hint(one.view, action)
            try:
                checks[stretch](one, action, member, hint)
            except AssertionError as error:
                raise AssertionError(f"{one.view.asking}, {action}: {hint!r} is not so: {error}") from error
            checked[f"{one.view.asking} {stretch}"] += 1
    return checked
