"""Scripts and style are read and compressed once; packs are read and joined once."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harena.core import registry
from harena.core.game import Game
from harena.server import api as server_api
from harena.server.limits import Rate
from harena.web import files
from server.conftest import NO_LIMITS, fast_settings
from server.houses import house_pack, rename
from server.rough import Site

SLOW = 0.0001


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    running = Site(fast_settings(tmp_path))
    yield running
    running.stop()
    running.assert_sound()


def test_a_file_is_compressed_once_and_again_when_it_has_changed(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed: list[bytes] = []
    compress = gzip.compress

    def counted(content: bytes, **more: Any) -> bytes:
        compressed.append(content)
        return compress(content, **more)

    monkeypatch.setattr(gzip, "compress", counted)
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    (tmp_path / "new.css").write_text("a {}" * 1000)
    for _ in range(3):
        status, headers, content = site.ask("/static/new.css", accept_encoding="gzip, br")
        assert (status, headers["content-encoding"], headers["vary"]) == (200, "gzip", "accept-encoding")
        assert headers["content-type"].startswith("text/css")
        assert gzip.decompress(content) == b"a {}" * 1000
    assert len(compressed) == 1
    assert site.ask("/static/new.css")[2] == b"a {}" * 1000, "whoever cannot read it gets it as it is"
    (tmp_path / "new.css").write_text("b {}" * 1001)
    assert gzip.decompress(site.ask("/static/new.css", accept_encoding="gzip")[2]) == b"b {}" * 1001
    assert len(compressed) == 2


def test_a_browser_that_has_a_file_gets_it_only_when_it_has_changed(site: Site) -> None:
    for sent in ({}, {"accept_encoding": "gzip"}):
        mark = site.ask("/static/site.css", **sent)[1]["etag"]
        status, headers, content = site.ask("/static/site.css", if_none_match=f'"x", W/{mark}', **sent)
        assert (status, content, headers["etag"]) == (304, b"", mark)
        assert headers["cache-control"] == "no-cache"
        assert site.ask("/static/site.css", if_none_match='"other"', **sent)[0] == 200


@pytest.mark.parametrize(
    "name", ["nothing.js", "..%2fpages.py", "%2e%2e/pages.py", ".hidden", "a" * 200, "", "x/y.js"]
)
def test_nothing_else_is_a_file(site: Site, name: str) -> None:
    assert site.ask(f"/static/{name}")[0] == 404


def test_files_are_counted_by_address_and_size(tmp_path: Path) -> None:
    site = Site(fast_settings(tmp_path, limits=replace(NO_LIMITS, files=Rate(6, SLOW))))
    before = site.count("refused_files")
    assert [site.ask("/static/icon.svg")[0] for _ in range(7)] == [200] * 6 + [429]
    assert site.problem("/static/seats.css") == (429, "Too many requests from your address; wait a moment.")
    assert site.ask("/")[0] == 200, "pages are counted apart"
    assert site.count("refused_files") == before + 2
    site.stop()


# --- packs


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every time that packs are read from files, or joined."""
    noted: list[str] = []
    join = Game.joined

    def joined(game: Any, parts: Any) -> Any:
        noted.append("joined")
        return join(game, parts)

    for name in registry.names():
        kind = type(registry.find(name))

        def read(game: Any, folder: Path, reader: Any = kind.read_pack) -> Any:
            noted.append(game.name)
            return reader(game, folder)

        monkeypatch.setattr(kind, "read_pack", read)
    monkeypatch.setattr(Game, "joined", joined)
    return noted


def test_no_page_and_no_table_reads_a_pack_anew(site: Site, readings: list[str]) -> None:
    def visit() -> None:
        for path in ("/", "/api/games"):
            assert site.ask(path)[0] == 200
        for game in registry.names():
            for path in (f"/start/{game}", f"/start/{game}/fitted", f"/rules/{game}"):
                assert site.ask(path)[0] == 200
        site.open()

    visit()
    readings.clear()
    visit()
    assert readings == []


def test_joined_packs_are_joined_once(site: Site, readings: list[str]) -> None:
    game = next(name for name in registry.names() if registry.find(name).joins())
    extra = next(name for name in registry.find(game).pack_names() if name != "standard")

    def fitted() -> Any:
        status, _, content = site.ask(f"/start/{game}/fitted?pack=standard%2B{extra}")
        assert status == 200, content
        return json.loads(content)

    first = fitted()
    readings.clear()
    assert fitted() == first
    assert readings == []


def test_a_pack_that_has_changed_is_read_again(tmp_path: Path, readings: list[str]) -> None:
    pack = house_pack(tmp_path / "packs")
    site = Site(fast_settings(tmp_path, packs=(str(tmp_path / "packs"),)))
    for _ in range(2):
        assert site.ask("/start/dawn_raid/fitted?pack=mine")[0] == 200
    readings.clear()
    assert site.ask("/start/dawn_raid/fitted?pack=mine")[0] == 200
    assert readings == []
    rename(pack, "House Mob", "Other Mob")
    assert site.ask("/start/dawn_raid/fitted?pack=mine")[0] == 200
    assert "dawn_raid" in readings
    site.stop()
    site.assert_sound()


PAGES = [
    "/",
    "/start/dawn_raid",
    "/first/dawn_raid",
    "/rules/dawn_raid",
    "/rules/dawn_raid/index",
    "/rules/dawn_raid/passages",
    "/scenes/dawn_raid.svg",
]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_is_the_same_for_everybody_is_made_once(
    site: Site, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files._pages.clear()
    plain = site.ask(path)[2]
    for made in ("harena.web.files.made", "harena.web.pages.rendered"):
        monkeypatch.setattr(made, lambda *given: pytest.fail("it is made again"))
    for _ in range(2):
        status, headers, content = site.ask(path, accept_encoding="gzip")
        assert (status, headers["content-encoding"], headers["vary"]) == (200, "gzip", "accept-encoding")
        assert gzip.decompress(content) == plain
    assert site.ask(path, accept_encoding="gzip", if_none_match=headers["etag"])[::2] == (304, b"")
    assert site.ask(path)[::2] == (200, plain)


def test_pages_that_were_not_asked_for_for_long_are_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_pages", type(files._pages)())
    monkeypatch.setattr(files, "MOST_KEPT", 2500)
    made: list[str] = []
    for key in ("a", "b", "a", "c", "a", "b"):
        files.kept("page.svg", (key,), lambda key=key: made.append(key) or bytes(1000))
    assert made == ["a", "b", "c", "b"]


def test_the_list_of_games_is_made_once_and_again_when_packs_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packs").mkdir()
    site = Site(fast_settings(tmp_path, packs=(str(tmp_path / "packs"),)))
    asked: list[str] = []
    offered = server_api.packs_offered
    monkeypatch.setattr(
        server_api, "packs_offered", lambda name, house: asked.append(name) or offered(name, house)
    )

    def packs() -> list[str]:
        games = json.loads(site.ask("/api/games")[2])
        assert [game["name"] for game in games] == registry.names()
        return [pack["name"] for game in games if game["name"] == "dawn_raid" for pack in game["packs"]]

    for _ in range(3):
        assert packs() == ["standard"]
    assert sorted(asked) == registry.names()
    house_pack(tmp_path / "packs")
    assert packs() == ["standard", "mine"]
    assert 'value="mine"' in site.ask("/start/dawn_raid")[2].decode()
    site.stop()
    site.assert_sound()


def test_installed_packages_are_not_looked_through_for_every_request(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.ask("/")
    monkeypatch.setattr(registry, "entry_points", lambda **_: pytest.fail("they are looked through"))
    for path in ("/", "/api/games", "/api/tables"):
        assert site.ask(path)[0] == 200
