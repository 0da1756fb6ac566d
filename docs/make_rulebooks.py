"""Writes what is generated in rulebooks: the index of a game's standard pack, and its figures.

Run as `python docs/make_rulebooks.py` whenever a pack or a drawing has changed. A rulebook that has the two
marks below gets its index between them; figures come from the game's own folder (`Game.figures`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harena.core import registry
from harena.core.exhibit import Exhibit
from harena.core.game import AnyGame

BEGIN = "<!-- index: generated from the standard pack by make rulebooks -->"
END = "<!-- end of index -->"


def index(things: Iterable[Exhibit]) -> str:
    """All things of a pack by their kind, in words."""
    kinds: dict[str, list[Exhibit]] = {}
    for thing in things:
        kinds.setdefault(thing.kind, []).append(thing)
    return "\n\n".join(part for kind, alike in kinds.items() for part in (f"### {kind}", *written(alike)))


def written(alike: Sequence[Exhibit]) -> list[str]:
    """Things of one kind: a line each where they have the same facts, else a table each."""
    labels = {tuple(label for label, _ in thing.facts) for thing in alike}
    if len(labels) > 1:
        return [
            part
            for thing in alike
            for part in (f"#### {thing.name}", table(("", "What it says"), thing.facts))
        ]
    heads = labels.pop()
    if heads:
        rows = [(thing.name, *(words for _, words in thing.facts)) for thing in alike]
        return [table(("Name", *heads), rows)]
    return [table(("Name", "What it does"), [(thing.name, thing.text) for thing in alike])]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def with_index(text: str, things: Iterable[Exhibit]) -> str:
    """A rulebook with a fresh index between its two marks; without them it stays as it is."""
    before, begin, rest = text.partition(BEGIN)
    if not begin:
        return text
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{index(things)}\n\n{END}{after}"


def write(game: AnyGame) -> None:
    """A game's index and figures."""
    pack, book = game.pack(), game.folder / "RULES.md"
    book.write_text(with_index(book.read_text(encoding="utf-8"), game.exhibits(pack)), encoding="utf-8")
    for name, svg in game.figures(pack).items():
        (game.folder / "pictures").mkdir(exist_ok=True)
        (game.folder / "pictures" / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    for found in registry.names():
        write(registry.find(found))
