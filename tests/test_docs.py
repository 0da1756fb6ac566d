"""The README and the docs are true: what they show is run, what they quote and link to is there."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import make_features
import make_site
from harena import bots
from harena.core import registry
from harena.version import VERSION

ROOT = Path(__file__).parent.parent
PAPERS = ("README.md", "NOTICE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
PAGES = [
    *(ROOT / paper for paper in PAPERS),
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "examples" / "README.md",
]
PROMPTS = [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PROMPTS, ids=lambda page: page.name)
def test_what_a_page_shows_at_the_prompt_is_what_happens(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.registry, "_added", dict(bots.registry._added))  # what is added here stays here
    flags = doctest.ELLIPSIS
    result = doctest.testfile(
        str(page), module_relative=False, optionflags=flags, encoding="utf-8", globs=defined_on(page)
    )
    assert result.attempted > 0
    assert result.failed == 0


def defined_on(page: Path) -> dict[str, Any]:
    """The bot that its page defines before it plays at the prompt."""
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page, "python") if page.name == "write-a-bot.md" else []:
        exec(block, names)
    return names


def test_the_pages_with_a_prompt_are_found() -> None:
    assert {page.name for page in PROMPTS} >= {
        "README.md",
        "prompt.md",
        "fair-dice.md",
        "fast-path.md",
        "features.md",
        "seeding.md",
        "write-a-bot.md",
    }


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_every_piece_of_the_example_game_stands_in_its_source() -> None:
    source = (ROOT / "tests/example/high_card/__init__.py").read_text(encoding="utf-8")
    quoted = blocks(ROOT / "docs/add-a-game.md", "python")
    assert len(quoted) >= 7
    for block in quoted:
        assert block in source


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert "://" not in target, "the docs need nothing from elsewhere"
        assert (page.parent / target).exists(), target


def test_the_readme_names_every_game_and_links_its_rulebook() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in make_site.own_games():
        game = registry.find(name)
        assert f"**{game.title}**" in text
        assert f"](src/harena/games/{name}/RULES.md)" in text


@pytest.mark.parametrize("page", ["README.md", "docs/write-a-pack.md"])
def test_the_packs_of_every_game_are_linked(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in make_site.own_games():
        if (registry.find(name).folder / "PACKS.md").is_file():
            assert f"src/harena/games/{name}/PACKS.md)" in text, name


def test_the_tables_of_features_are_what_make_features_writes() -> None:
    text = make_features.PAGE.read_text(encoding="utf-8")
    assert make_features.with_tables(text) == text, "run make features"
    for name in make_site.own_games():
        assert f"### Features of {registry.find(name).title}" in text


def test_the_readme_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for extra in project["project"]["optional-dependencies"]:
        assert f"| `{extra}` |" in text, extra


def test_the_examples_are_all_told_of() -> None:
    folder = ROOT / "examples"
    text = (folder / "README.md").read_text(encoding="utf-8")
    files = [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    for file in files:
        assert file.name == "README.md" or f"]({file.relative_to(folder).as_posix()})" in text, file.name


def test_the_docs_are_a_site_whose_links_lead_somewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_site, "SOURCE", tmp_path / "docs")
    monkeypatch.setattr(make_site, "SITE", tmp_path / "site")
    make_site.build()
    assert make_site.broken(tmp_path / "site") == []
    made = {page.relative_to(tmp_path / "site").with_suffix(".md") for page in tmp_path.rglob("*.html")}
    assert set(make_site.places().values()) <= made


def test_each_page_of_the_docs_stands_once_in_the_contents() -> None:
    listed = str(make_site.contents())
    for place in make_site.places().values():
        assert listed.count(f"'{place}'") == 1, place


def test_what_games_bring_is_named_by_no_list() -> None:
    settings = make_site.CONFIG.read_text(encoding="utf-8")
    assert [name for name in make_site.own_games() if name in settings] == []


def test_a_game_of_somebody_elses_is_no_part_of_the_docs(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = make_site.own_games()
    assert len(ours) >= 2
    monkeypatch.setattr(registry, "installed", lambda: [*ours, "high_card"])
    assert make_site.own_games() == ours
    assert not any("high_card" in str(place) for place in make_site.places().values())


def test_a_link_of_the_docs_to_nowhere_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("See [this](nothing.md).")
    monkeypatch.setattr(make_site, "ROOT", tmp_path)
    monkeypatch.setattr(make_site, "places", lambda: {page: Path("page.md")})
    with pytest.raises(make_site.BrokenLinkError, match=r"page.md: there is no file nothing.md"):
        make_site.gather(tmp_path / "out")
    (tmp_path / "out" / "a.html").write_text(
        '<a id="x" href="#y">Y</a> <a href="b.html">B</a> <a href="#x">X</a>'
    )
    assert make_site.broken(tmp_path / "out") == ["a.html: #y", "a.html: b.html"]


def test_readme_and_notice_say_what_harena_is_not() -> None:
    for page in ("README.md", "NOTICE.md"):
        assert "unofficial, non-commercial fan project" in (ROOT / page).read_text(encoding="utf-8")


def test_the_citation_is_of_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {VERSION}\n" in text
