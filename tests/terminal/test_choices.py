"""Open actions in brief: numbered, or by their names alone where those are all one needs to type."""

from __future__ import annotations

import io
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from harena.core.game import Words
from harena.core.pack import Pack
from harena.core.view import View
from harena.terminal.choices import Choices


class PaperWords(Words[Pack, View]):
    """Labels actions as the test says."""

    labels: Mapping[str, str]
    dangerous: str = ""

    def prompt(self, view: View) -> str:
        return ""

    def label(self, view: View, action: str) -> str:
        return self.labels[action]

    def hint(self, view: View, action: str) -> str:
        return ""

    def danger(self, view: View, action: str) -> str:
        return "You may lose." if action == self.dangerous else ""

    def describe(self, view: View) -> str:
        return ""


def briefly(labels: Mapping[str, str], dangerous: str = "") -> str:
    words = PaperWords(Pack("paper", "Paper", ""), ["Ann", "Bo"])
    words.labels, words.dangerous = labels, dangerous
    view = View(viewer=0, decider=0, asking="Choose", actions=list(labels), scores=[])
    shown = io.StringIO()
    match = cast(Any, SimpleNamespace(words=words))
    Console(file=shown, width=80).print(Choices(match, view).show_briefly())
    return " ".join(shown.getvalue().split())


@pytest.mark.parametrize("kind", ["hex", "place", "square"])
def test_places_are_shown_by_their_names_whatever_a_game_calls_them(kind: str) -> None:
    assert briefly({f"{kind}:a1": "a1", f"{kind}:b2": "b2"}) == "Type one of these: a1 b2"


def test_a_dangerous_place_is_marked_and_comes_last() -> None:
    assert briefly({"hex:a1": "a1", "hex:b2": "b2"}, "hex:a1") == "Type one of these: b2 a1 (!)"


@pytest.mark.parametrize(
    "labels",
    [
        {"hex:a1": "Move to a1", "hex:b2": "Move to b2"},
        {"hex:a1": "a1", "square:b2": "b2"},
        {"hex:1": "1", "hex:2": "2"},  # a number that is typed is a choice's
        {"yes": "yes"},
    ],
    ids=["labels say more", "two kinds", "numbers", "a word alone"],
)
def test_all_else_is_numbered(labels: Mapping[str, str]) -> None:
    numbered = " ".join(f"{number} {label}" for number, label in enumerate(labels.values(), start=1))
    assert briefly(labels) == numbered
