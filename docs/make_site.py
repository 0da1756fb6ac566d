"""Makes the docs a site with search, the rulebooks in it: `make docs`, then open build/site/index.html.

The pages lie where a reader of the repository looks for them. Here they are put side by side, their links
follow them, and a link that leads nowhere ends it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from harena.core import registry

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "docs" / "site.toml"
STYLE = ROOT / "docs" / "site.css"
SOURCE, SITE = ROOT / "build" / "docs", ROOT / "build" / "site"
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
HOME = "harena.games."
PAPERS = ("NOTICE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")


class BrokenLinkError(Exception):
    """A page leads somewhere where nothing is."""


# --- where each page goes


def own_games() -> list[str]:
    """Harena's own games: a game that somebody else's package brings has its pages there."""
    return [name for name in registry.installed() if type(registry.find(name)).__module__.startswith(HOME)]


def places() -> dict[Path, Path]:
    """Every page of the repository that belongs to the docs, and where it is on the site."""
    found = {ROOT / "README.md": Path("index.md")}
    found.update({page: Path(page.name) for page in sorted((ROOT / "docs").glob("*.md"))})
    found.update({ROOT / paper: Path(paper.lower()) for paper in PAPERS})
    found[ROOT / "examples" / "README.md"] = Path("examples.md")
    for name in own_games():
        folder = registry.find(name).folder
        found.update({page: page_of_game(name, page) for page in sorted(folder.glob("*.md"))})
    return found


def page_of_game(name: str, page: Path) -> Path:
    """A game's rulebook is called by the game's name; its other pages by both."""
    return Path("games", f"{name}.md" if page.stem == "RULES" else f"{name}-{page.stem.lower()}.md")


def place_of(target: Path, known: dict[Path, Path]) -> Path:
    """Where a page, or a picture or an example that a page shows, is on the site."""
    return known.get(target) or Path("files", target.relative_to(ROOT))


def gather(into: Path) -> None:
    """Write all pages with their links turned, and what they show."""
    known = places()
    into.mkdir(parents=True, exist_ok=True)
    shutil.copy(STYLE, into / STYLE.name)
    for page, place in known.items():
        moved = partial(turned, page=page, known=known, into=into)
        text = LINK.sub(moved, page.read_text(encoding="utf-8"))
        (into / place).parent.mkdir(parents=True, exist_ok=True)
        (into / place).write_text(text, encoding="utf-8")


def turned(link: re.Match[str], page: Path, known: dict[Path, Path], into: Path) -> str:
    """A link as it is written where the page is now."""
    before, target, after = link.groups()
    if "://" in target or target.startswith("mailto:"):
        return link[0]
    there = (page.parent / unquote(target)).resolve()
    if not there.is_file():
        raise BrokenLinkError(f"{page.relative_to(ROOT)}: there is no file {target}")
    place = place_of(there, known)
    if there not in known:
        (into / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(there, into / place)
    return f"{before}{os.path.relpath(place, known[page].parent)}{after}"


# --- the site


def contents() -> list[dict[str, object]]:
    """What stands at the left: the parts that site.toml names, and all games with their pages."""
    parts = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["contents"]
    out: list[dict[str, object]] = [{"Harena": "index.md"}]
    for part in parts:
        pages: list[object] = list(part["pages"])
        out.append({part["title"]: [*pages, *game_pages(part.get("games", ""))]})
    return out


def game_pages(name: str) -> Iterator[dict[str, str]]:
    """The pages of that name which games bring with them, by their titles."""
    for page, place in places().items():
        if place.parts[0] == "games" and page.name == name:
            title = page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            yield {title: place.as_posix()}


def written_config() -> Path:
    """The settings with the contents filled in, as zensical reads them."""
    text = CONFIG.read_text(encoding="utf-8").partition("# --- contents")[0]
    lines = ",\n".join(f"  {entry(one)}" for one in contents())
    file = SOURCE.parent / "zensical.toml"
    text = text.replace("[project]\n", f"[project]\nnav = [\n{lines},\n]\n", 1)
    file.write_text(text, encoding="utf-8")
    return file


def entry(one: object) -> str:
    """A line of the contents in TOML."""
    if isinstance(one, dict):
        ((title, what),) = one.items()
        return f'{{ "{title}" = {entry(what)} }}'
    if isinstance(one, list):
        return f"[{', '.join(entry(each) for each in one)}]"
    return f'"{one}"'


def build() -> None:
    """Everything anew."""
    for folder in (SOURCE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    gather(SOURCE)
    config = written_config()
    subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", config.name],
        cwd=config.parent,
        check=True,
    )


# --- links of what was made


class Links(HTMLParser):
    """What a page leads to, and what can be led to in it."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.ids.add(value)
            if value and (name == "src" or (name == "href" and tag in ("a", "link"))):
                self.targets.append(value)


def read(page: Path) -> Links:
    links = Links()
    links.feed(page.read_text(encoding="utf-8"))
    return links


def broken(site: Path) -> list[str]:
    """Links of a site that lead nowhere: to no file, or to no such place in a page."""
    pages = {page: read(page) for page in site.rglob("*.html") if page.name != "404.html"}
    found = []
    for page, links in pages.items():
        for target in links.targets:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                continue
            there = (page.parent / unquote(address.path)).resolve() if address.path else page
            there = there / "index.html" if there.is_dir() else there
            missing = address.fragment and there in pages and address.fragment not in pages[there].ids
            if not there.exists() or missing:
                found.append(f"{page.relative_to(site)}: {target}")
    return found


def main() -> None:
    try:
        build()
    except BrokenLinkError as error:
        raise SystemExit(str(error)) from error
    if wrong := broken(SITE):
        raise SystemExit("These links lead nowhere:\n" + "\n".join(wrong))
    print(f"{len(list(SITE.rglob('*.html')))} pages, all their links lead somewhere: {SITE / 'index.html'}")
    print(f"To search them: python -m http.server --bind 127.0.0.1 --directory {SITE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
