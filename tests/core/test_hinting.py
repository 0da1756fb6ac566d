"""Hints are worked out once for a view, and anew for the next one."""

from __future__ import annotations

from harena.core.hinting import HintedWords
from harena.core.pack import Pack
from harena.core.view import View


class PaperHints:
    def __init__(self, view: View) -> None:
        self.view = view

    def hint(self, action: str) -> str:
        return f"{action} as seat {self.view.viewer}"


class PaperWords(HintedWords[Pack, View, PaperHints]):
    worked_out = 0

    def hints_for(self, view: View) -> PaperHints:
        self.worked_out += 1
        return PaperHints(view)

    def prompt(self, view: View) -> str:
        return ""

    def label(self, view: View, action: str) -> str:
        return action

    def describe(self, view: View) -> str:
        return ""


def view_of(seat: int) -> View:
    return View(viewer=seat, decider=seat, asking="Choose", actions=["stay", "go"], scores=[])


def test_all_actions_of_a_view_share_its_hints() -> None:
    words, view = PaperWords(Pack("paper", "Paper", ""), ["Ann", "Bo"]), view_of(0)
    assert [words.hint(view, action) for action in view.actions] == ["stay as seat 0", "go as seat 0"]
    assert words.worked_out == 1


def test_no_view_gets_the_hints_of_one_that_looks_the_same() -> None:
    words, view = PaperWords(Pack("paper", "Paper", ""), ["Ann", "Bo"]), view_of(0)
    words.hint(view, "stay")
    assert words.hints(view_of(0)).view is not view
    assert words.hint(view_of(1), "stay") == "stay as seat 1"
    assert words.worked_out == 3
