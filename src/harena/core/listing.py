"""What a seat is offered: its open actions in words, in the order in which page and terminal show them."""

from __future__ import annotations

from typing import Any

import msgspec

from harena.core.game import Words
from harena.core.view import View


class Listed(msgspec.Struct, frozen=True):
    """One open action; `danger` says what may be lost by it, where that is so."""

    action: str
    label: str
    danger: str = ""


def listing(words: Words[Any, Any], view: View) -> list[Listed]:
    """The open actions, the dangerous ones last. The order is for the eye: actions keep their numbers.

    Where every choice is dangerous none of them is worse than the others, and no warning would help.
    """
    dangers = [words.danger(view, action) for action in view.actions]
    warns = not all(dangers)
    made = [
        Listed(action, words.label(view, action), danger if warns else "")
        for action, danger in zip(view.actions, dangers, strict=True)
    ]
    return sorted(made, key=lambda one: bool(one.danger))
