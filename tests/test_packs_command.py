"""`harena pack`: what is in a pack by id, all its mistakes at once, and a copy to change."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import harena
from harena.core import registry
from lab.typed import Run

GAMES = registry.names()


def ids_in(value: Any) -> Iterator[str]:
    """All ids that a file says."""
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from ids_in(part)
    if isinstance(value, dict) and isinstance(value.get("id"), str):
        yield value["id"]


@pytest.mark.parametrize("game", GAMES)
def test_every_id_of_a_pack_is_listed_with_its_name(game: str, run: Run) -> None:
    out, _, code = run("pack", game)
    assert code == 0
    listed = set(out.split())
    folder = harena.game(game).folder / "content" / "standard"
    for file in folder.glob("*.toml"):
        for id in ids_in(tomllib.loads(file.read_text(encoding="utf-8"))):
            assert id in listed, f"{file.name}: {id}"
    for names in harena.game(game).ids(harena.game(game).pack()).values():
        for id, name in names.items():
            assert f"{id} {name}" in " ".join(out.split())


def test_all_mistakes_are_said_a_line_each_and_counted(run: Run, tmp_path: Path) -> None:
    assert run("pack", "new", "combat_arena", "mine")[2] == 0
    cards = tmp_path / "mine" / "cards.toml"
    cards.write_text(cards.read_text().replace("hexes = ", "hexs = ", 2))
    (tmp_path / "mine" / "boards.toml").unlink()
    out, err, code = run("pack", "combat_arena", "mine")
    assert (out, code) == ("", 2)
    lines = err.strip().split("\n")
    assert len(lines) == 6
    assert all(line.startswith("cards.toml, card ") for line in lines[:4])
    assert sum("unknown field `hexs`; it takes: hexes, facing, energy." in line for line in lines) == 2
    assert sum("missing required field `hexes`" in line for line in lines) == 2
    assert lines[4].startswith("boards.toml: the file is missing")
    assert lines[5] == "There are 5 mistakes in this pack; nothing was loaded."
    for command in ("simulate", "balance"):
        assert run(command, "combat_arena", "--pack", "mine")[1] == err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine"]


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_is_a_pack_with_a_name_of_its_own(game: str, run: Run, tmp_path: Path) -> None:
    out, _, code = run("pack", "new", game, "My-Pack 2", "--from", "standard")
    assert code == 0
    own, copy = harena.game(game).pack(), harena.game(game).pack(tmp_path / "My-Pack 2")
    assert (copy.name, copy.title) == ("my_pack_2", own.title)
    assert copy.digest != own.digest
    assert f"harena pack {game} 'My-Pack 2'\n" in out
    assert f"harena play {game} --pack 'My-Pack 2'\n" in out
    there = harena.game(game).folder / "content" / "standard"
    files = {file.name: file.read_text(encoding="utf-8") for file in there.glob("*.toml")}
    made = {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "My-Pack 2").iterdir()}
    assert made["pack.toml"].replace('"my_pack_2"', '"standard"', 1) == files["pack.toml"]
    assert {**made, "pack.toml": ""} == {**files, "pack.toml": ""}


def test_a_copy_can_be_copied_and_its_folder_says_the_game(run: Run, tmp_path: Path) -> None:
    assert run("pack", "new", "dawn_raid", "one")[2] == 0
    out, _, code = run("pack", "new", "two", "--from", "one")
    assert code == 0
    assert out.startswith("two is a copy of First Light (one), a pack for Dawn Raid.")
    assert harena.game("dawn_raid").pack(tmp_path / "two").name == "two"


def test_one_game_with_such_a_pack_need_not_be_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ["dawn_raid"])
    assert run("pack", "new", "mine", "--from", "standard")[2] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mine"], "Which game is the pack for? Name it first, as in harena pack new GAME NAME: "),
        (["chess", "mine"], "There is no game 'chess'."),
        (["dawn_raid", "mine", "--from", "nowhere"], "nowhere: Dawn Raid has no pack of that name"),
        (["dawn_raid", "standard"], "standard is a pack that comes with Dawn Raid; give yours another name."),
        (["dawn_raid", "there"], "there already exists; name a new folder."),
        (["dawn_raid", "no/where"], "no/where: there is no folder no to make it in."),
        (["dawn_raid", "mine", "--from", "there"], "pack.toml: the file is missing in there."),
    ],
)
def test_what_cannot_be_copied_is_said_and_nothing_is_made(
    words: list[str], sentence: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    out, err, code = run("pack", "new", *words)
    assert (out, code) == ("", 2)
    assert err.startswith(sentence)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


@pytest.mark.parametrize(
    ("folder", "name"), [("9 lives", "pack_9_lives"), ("Ärger!", "rger"), ("x" * 60, "x" * 30)]
)
def test_any_folder_gives_a_name(folder: str, name: str, run: Run, tmp_path: Path) -> None:
    assert run("pack", "new", "combat_arena", folder)[2] == 0
    assert harena.game("combat_arena").pack(tmp_path / folder).name == name
