"""What is too long for the screen comes in pages."""

from __future__ import annotations

import re

from terminal.typist import CLEAR, Typist


def test_long_things_come_in_pages_one_can_turn_both_ways() -> None:
    typist = Typist(["", "b", "", "", "q"])
    terminal = typist.terminal(interactive=True, height=5)
    terminal.look_through("Numbers", "\n".join("abcde"))
    pages = [
        re.findall(r"^[a-e]$", frame, re.MULTILINE) for frame in typist.screen.getvalue().split(CLEAR)[1:]
    ]
    assert pages == [["a", "b"], ["c", "d"], ["a", "b"], ["c", "d"], ["e"]]


def test_pages_from_the_end_begin_with_the_last() -> None:
    typist = Typist([""])
    typist.terminal(interactive=True, height=5).look_through("Numbers", "\n".join("abcde"), from_end=True)
    assert re.findall(r"^[a-e]$", typist.screen.getvalue(), re.MULTILINE) == ["e"]
