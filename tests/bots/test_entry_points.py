"""Other packages bring bots through an entry point; a broken one hides no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BOT = """
from harena.bots import Bot

class FirstBot(Bot):
    name = "first"
    about = "Takes the first open action."

    def choose(self, position, dice):
        return position.nth(0)

def not_a_bot(): ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module that holds a bot."""
    (tmp_path / "my_bots.py").write_text(BOT)
    (tmp_path / "unfinished.py").write_text("import no_such_package\n")
    (tmp_path / "rude.py").write_text("raise SystemExit('I do not want to be imported')\n")
    return tmp_path


def bring(folder: Path, *entries: str) -> None:
    """Install a package there that brings these bots."""
    info = folder / "my_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("\n".join(["[harena.bots]", *entries, ""]))


def run(folder: Path, code: str) -> str:
    path = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", path + code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


FIND = """
from harena import HarenaError, bots
try: bots.find('broken')
except HarenaError as error: print(error)
"""
LIST = "from harena.commands.cli import main\nmain(['bots'])"


def test_a_third_party_bot_is_found_listed_and_played(folder: Path) -> None:
    bring(folder, "first = my_bots:FirstBot")
    assert " first Takes the first open action. " in run(folder, LIST)
    said = run(
        folder,
        "from harena.commands.cli import main\n"
        "main(['play', 'dawn_raid', '--seats', 'bot:first,bot:random', '--save', 'g.json', '--quick'])",
    )
    assert "First bot" in said
    assert "The game is over" in said


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("broken = no_such_module:Bot", "(no_such_module:Bot) cannot be loaded: No module named"),
        ("broken = unfinished:Bot", "cannot be loaded: No module named 'no_such_package'"),
        ("broken = my_bots:SecondBot", "(my_bots:SecondBot) cannot be loaded: module 'my_bots' has no"),
        ("broken = my_bots:not_a_bot", "my_bots:not_a_bot is not a Harena bot named 'broken'"),
        ("broken = my_bots:FirstBot", "my_bots:FirstBot is not a Harena bot named 'broken'"),
    ],
)
def test_a_broken_bot_is_explained_and_hides_no_other(folder: Path, entry: str, sentence: str) -> None:
    bring(folder, entry, "first = my_bots:FirstBot")
    assert sentence in run(folder, FIND)
    listed = run(folder, LIST)
    assert listed.startswith("broken ")
    assert " first Takes the first open action. " in listed
    assert " random Takes each open action " in listed


def test_a_bot_that_nobody_asks_for_is_not_even_imported(folder: Path) -> None:
    bring(folder, "rude = rude:Bot")
    assert run(folder, "from harena import bots\nprint(bots.find('random').name)") == "random"


def test_an_entry_point_with_the_name_of_an_own_bot_does_not_break_the_list(folder: Path) -> None:
    bring(folder, "random = my_bots:FirstBot")
    assert run(folder, LIST).count(" random ") == 1
