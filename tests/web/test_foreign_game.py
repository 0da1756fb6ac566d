"""Somebody else's game, in a package of its own: it keeps the contract, and is played wherever ours are.

The package is the example game under another name, with nothing of it known to this repository.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web.hosted import Server
from web.playing import READY, wait_for_turn

TESTS = Path(__file__).parents[1]
NAME, TITLE = "foreign_cards", "Foreign Cards"
HARENA = [sys.executable, "-m", "harena"]
Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an installed package that brings a game."""
    home: Path = tmp_path_factory.mktemp("elsewhere")
    game = home / NAME
    shutil.copytree(TESTS / "example" / "high_card", game, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (path for path in game.rglob("*") if path.is_file()):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("high_card", NAME).replace("High Card", TITLE), encoding="utf-8")
    info = home / "foreign_cards-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-cards\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[harena.games]\n{NAME} = {NAME}:GAME\n")
    return home


@pytest.fixture(scope="module")
def around(package: Path) -> dict[str, str]:
    """The environment in which the package is installed."""
    known = [str(package), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(known), "COLUMNS": "80"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, around: dict[str, str]) -> Iterator[Server]:
    """A server that finds the game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", around["PYTHONPATH"])
        running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


def run(around: dict[str, str], words: list[str], at: Path, typed: str = "") -> str:
    """What a command says."""
    done = subprocess.run(
        words, cwd=at, env=around, input=typed, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_the_contract(around: dict[str, str], tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME, "--color=no"]
    said = run(around, [*words, "--rootdir", str(TESTS.parent), str(TESTS / "contract")], TESTS.parent)
    assert " passed" in said
    assert int(said.rpartition(" passed")[0].split()[-1]) >= 15, "so many promises at least are about a game"


def test_it_is_listed_and_played_at_the_terminal(around: dict[str, str], tmp_path: Path) -> None:
    assert TITLE in run(around, [*HARENA, "games"], tmp_path)
    assert TITLE in run(around, [*HARENA, "rules", NAME], tmp_path)
    words = ["play", NAME, "--seats", "Ann,bot:greedy", "--seed", "3", "--save", "match.json"]
    run(around, [*HARENA, *words], tmp_path, typed="1\n" * 60)
    assert "holds" in run(around, [*HARENA, "verify", "match.json"], tmp_path)


def test_it_is_studied_in_the_lab(around: dict[str, str], tmp_path: Path) -> None:
    words = ["balance", NAME, "--bots", "greedy", "--games", "40", "--workers", "1", "--html", "page.html"]
    assert TITLE in run(around, [*HARENA, *words], tmp_path)
    assert TITLE in (tmp_path / "page.html").read_text(encoding="utf-8")
    words = ["ratings", NAME, "--bots", "random,greedy", "--games", "20", "--workers", "1"]
    assert "greedy" in run(around, [*HARENA, *words], tmp_path)


def test_its_packs_mixed_in_the_form_have_pictures_before_a_table_is_open(
    around: dict[str, str], server: Server, tmp_path: Path
) -> None:
    asked = f"from {NAME} import GAME; print(GAME.pack('standard+riches').digest)"
    digest = run(around, [sys.executable, "-c", asked], tmp_path).strip()
    assert server.get(f"/rules/{NAME}/passages?pack={digest}")[0] == 404, "nobody has asked for it"
    assert server.get(f"/start/{NAME}/fitted?pack=standard%2Briches")[0] == 200
    assert server.get(f"/rules/{NAME}/passages?pack={digest}")[0] == 200


def test_it_is_played_on_the_site_to_its_end(visitor: Visit) -> None:
    page = visitor("/")
    page.locator(f"[data-play={NAME}]").click()
    while wait_for_turn(page):
        moves = page.locator("#table").get_attribute("data-moves")
        page.locator(READY).first.click()
        sure = page.locator("#sure[data-input=open] #sure-yes")
        page.wait_for_function(
            "old => table.dataset.moves !== old || document.querySelector('#sure[data-input=open]')",
            arg=moves,
        )
        if sure.count():
            sure.click()
            page.wait_for_function("old => table.dataset.moves !== old", arg=moves)
    assert TITLE in page.title() or TITLE in page.locator("body").inner_text()
    page.goto(f"{page.url.partition('#')[0]}/replay")
    page.wait_for_selector("svg")
    page.goto(f"/rules/{NAME}")
    page.wait_for_selector("[id='HC-1.1']")
