"""What is too long for the screen comes in pages."""

from __future__ import annotations

import re

import pytest
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from harena.terminal.console import visible
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


@pytest.mark.parametrize("kind", [str, Text, Markdown, lambda text: _row(text)])
@pytest.mark.parametrize("interactive", [True, False])
def test_nothing_that_is_said_can_rewrite_the_terminal(kind: type, interactive: bool) -> None:
    typist = Typist([])
    typist.terminal(interactive).say(kind("Ann\x1b[2J\x9b1m\u202e"))
    assert r"Ann\x1b[2J\x9b1m\u202e" in typist.screen.getvalue()
    assert not {"\x1b", "\x9b", "\u202e"} & set(typist.screen.getvalue())


def _row(text: str) -> Table:
    table = Table("One", width=70)
    table.add_row(Text(text))
    return table


def test_a_question_cannot_rewrite_the_terminal_either() -> None:
    typist = Typist(["\x1bc"])
    assert typist.terminal().ask("\x1b[2J? ") == "\x1bc"
    assert typist.screen.getvalue() == "\\x1b[2J? \\x1bc\n"


def test_only_what_cannot_be_seen_is_shown_otherwise() -> None:
    assert visible("Zoë, 会, 1\u00a0000\tx\n") == r"Zoë, 会, 1\u00a0000\tx\n".replace(r"\u00a0", "\u00a0")
    assert visible("one\ntwo", keep="\n") == "one\ntwo"


@pytest.mark.parametrize("interactive", [True, False])
def test_a_plain_line_is_never_broken_so_that_it_can_be_copied(interactive: bool) -> None:
    typist = Typist([])
    line = "Go on with: harena play --resume " + "/a long folder" * 20
    typist.terminal(interactive).say(line)
    assert typist.screen.getvalue() == f"{line}\n"


def test_sentences_are_broken_for_a_screen_but_not_for_a_pipe() -> None:
    rows = []
    for interactive in (True, False):
        typist = Typist([])
        typist.terminal(interactive).say(Text("word " * 30))
        rows.append(typist.screen.getvalue().count("\n"))
    assert rows == [2, 1]
