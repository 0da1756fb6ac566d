"""Packs that join: one name for several, the same way everywhere, or a sentence."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import SupportsIndex

import pytest

import harena
from conftest import Run
from example.high_card import GAME
from harena.core import registry
from harena.core.errors import HarenaError, PackError, RecordError
from harena.core.joining import MOST_JOINED, parts_of
from harena.core.record import PackMark
from harena.core.registry import find

STANDARD, RICHES = GAME.pack("standard"), GAME.pack("riches")


def own(folder: Path, name: str = "mine", gold: int = 7) -> Path:
    """A pack somewhere else."""
    folder.mkdir(parents=True)
    lines = ['game = "high_card"', f'name = "{name}"', 'title = "Mine"', f"gold = {gold}", "silver = 4"]
    (folder / "pack.toml").write_text("\n".join(lines))
    return folder


def test_packs_are_joined_by_a_plus_and_it_makes_no_difference_which_comes_first() -> None:
    both, turned = GAME.pack("standard+riches"), GAME.pack("riches+standard")
    assert (both.gold, both.silver) == (7, 4)
    assert both.name == turned.name == "riches+standard"
    assert both.title == turned.title == "Riches + Twelve cards"
    expected = hashlib.sha256((RICHES.digest + STANDARD.digest).encode()).hexdigest()
    assert both.digest == turned.digest == expected


def test_a_folder_is_joined_as_a_name_is(tmp_path: Path) -> None:
    joined = GAME.pack(f"standard+{own(tmp_path / 'somewhere')}")
    assert (joined.name, joined.gold) == ("mine+standard", 9)


def test_a_folder_with_a_plus_in_its_name_is_one_pack(tmp_path: Path) -> None:
    assert GAME.pack(str(own(tmp_path / "a+b"))).gold == 7


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("standard+", "a name is missing"),
        ("+", "a name is missing"),
        ("standard++riches", "a name is missing"),
        ("standard+standard", "the pack standard is named twice"),
        ("+".join(f"p{number}" for number in range(9)), "at most 8 packs can be joined"),
        ("standard+nowhere", "High Card has no pack of that name"),
    ],
)
def test_what_cannot_be_joined_is_said(text: str, sentence: str) -> None:
    with pytest.raises(PackError, match=sentence):
        GAME.pack(text)


@pytest.mark.parametrize(
    "text", ["+".join(map(str, range(20_000))), "x" * 90_000 + "+", "+".join(["x" * 90_000] * 2)]
)
def test_a_sentence_about_a_long_text_is_short(text: str) -> None:
    with pytest.raises(PackError) as refused:
        parts_of(text)
    assert len(str(refused.value)) < 300


def test_so_many_names_are_not_even_looked_at() -> None:
    """Each name is compared with those before it: a long list would keep a server busy for seconds."""

    class Counted(str):
        def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
            assert int(maxsplit) == MOST_JOINED
            return super().split(sep, maxsplit)

    with pytest.raises(PackError):
        parts_of(Counted("a+" * 10_000 + "a"))


def test_two_packs_of_one_name_are_refused(tmp_path: Path) -> None:
    one, two = own(tmp_path / "one"), own(tmp_path / "two", gold=3)
    with pytest.raises(PackError, match="two packs with the name mine"):
        GAME.pack(f"{one}+{two}")


@pytest.mark.parametrize("name", registry.installed())
def test_a_game_whose_packs_cannot_be_mixed_says_so(name: str, tmp_path: Path) -> None:
    game = find(name)
    if game.joins():
        pytest.skip("its packs can be joined")
    shutil.copytree(game.pack_folder("standard"), tmp_path / "mine")
    text = (tmp_path / "mine" / "pack.toml").read_text()
    (tmp_path / "mine" / "pack.toml").write_text(text.replace('name = "standard"', 'name = "mine"'))
    with pytest.raises(PackError, match=f"packs of {game.title} cannot be mixed"):
        game.pack(f"standard+{tmp_path / 'mine'}")


# --- records, prompt and command line


def test_a_record_names_all_of_them_and_checks_every_part(tmp_path: Path) -> None:
    match = harena.new("high_card", seed=1, pack="standard+riches")
    match.play(match.legal()[0])
    record = match.record()
    assert record.pack == PackMark("riches+standard", GAME.pack("standard+riches").digest)
    assert harena.replay(record).state.key() == match.state.key()
    folder = own(tmp_path / "somewhere")
    foreign = harena.new("high_card", seed=1, pack=f"standard+{folder}").record()
    with pytest.raises(
        RecordError, match=r"the pack 'mine', which does not come with the game. Name its folder"
    ):
        harena.replay(foreign)
    assert harena.replay(foreign, pack=f"standard+{folder}").pack.name == "mine+standard"
    own(tmp_path / "changed", gold=8)
    with pytest.raises(RecordError, match="a different pack"):
        harena.replay(foreign, pack=f"standard+{tmp_path / 'changed'}")


def test_a_record_of_several_packs_elsewhere_says_which_are_missing(tmp_path: Path) -> None:
    one, two = own(tmp_path / "one", "one"), own(tmp_path / "two", "two")
    record = harena.new("high_card", seed=1, pack=f"{one}+{two}").record()
    with pytest.raises(
        RecordError, match=r"'one' and 'two', which do not .* Name their folders, with \+ between"
    ):
        harena.replay(record)


def test_the_command_line_names_them_the_same_way(run: Run, tmp_path: Path) -> None:
    out, _, code = run("pack", "high_card", "standard+riches")
    assert code == 0
    assert "Riches + Twelve cards (riches+standard), a pack for High Card. It can be played." in out
    assert "riches/pack.toml" in out
    _, err, code = run("pack", "new", "high_card", "copy", "--from", "standard+riches")
    assert code == 2
    assert "copy them one by one" in err
    _, err, code = run("play", "dawn_raid", "--pack", "standard+nowhere", "--seats", "bot:random,bot:random")
    assert code == 2
    assert "Dawn Raid has no pack of that name" in err
    words = ("simulate", "high_card", "--pack", "standard+riches", "--games", "4", "--workers", "1")
    assert run(*words)[2] == 0


def test_a_joined_game_is_saved_and_resumed_at_the_terminal(run: Run) -> None:
    bots = ("--seats", "bot:random,bot:random", "--seed", "3", "--save", "g.json")
    assert run("play", "high_card", "--pack", "standard+riches", *bots)[2] == 0
    out, _, code = run("verify", "g.json")
    assert code == 0, out


def test_nothing_else_is_an_error_of_ours(tmp_path: Path) -> None:
    for text in ("..+..", "/+/", "standard+../standard", "standard+" + "x" * 5000):
        with pytest.raises(HarenaError):
            GAME.pack(text)
