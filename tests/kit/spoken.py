"""What must hold of everything a game says, whatever it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from harena.core.event import Event
from harena.core.state import SPECTATOR
from harena.core.view import tell

Check = Callable[[str], None]
LONGEST_LABEL = 46


def assert_plain(text: str) -> None:
    """What no player should ever read, in any game."""
    assert text
    assert text.strip() == text
    assert "_" not in text, text
    assert "None" not in text, text
    assert "  " not in text, text
    assert not re.search(r"(?<!K\.O)[.,;:]\s*[.,;:]", text), text


def assert_sentence(text: str, sensible: Check) -> None:
    sensible(text)
    assert re.match(r"[A-Z0-9]", text), text
    assert text[-1] in '.?!"', text


def assert_labels(words: Any, view: Any, sensible: Check) -> None:
    """Every choice has a short label of its own."""
    labels = [words.label(view, action) for action in view.actions]
    assert len(set(labels)) == len(labels), labels
    for label in labels:
        sensible(label)
        assert len(label) <= LONGEST_LABEL, label


def assert_told(words: Any, events: Iterable[Event], cast: Any, sensible: Check) -> None:
    """Every event has a sentence for the first two seats and for somebody who looks on."""
    for event in events:
        for viewer in (0, 1, SPECTATOR):
            assert_sentence(words.tell(tell(event, 0, viewer), cast, viewer), sensible)


def assert_read_out(words: Any, view: Any, sensible: Check) -> None:
    """A position as text: sentences, the prompt last."""
    lines = words.describe(view).split("\n")
    for line in lines:
        assert_sentence(line, sensible)
    assert lines[-1] == words.prompt(view)
