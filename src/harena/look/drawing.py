"""A picture put together from parts: pieces that are drawn once and kept, and the words between them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NewType

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from harena import look

LOOK = Path(look.__file__).parent
HOLE = Markup("\0")  # in a piece: here goes what differs from picture to picture. No text has this character
DEFS_GO_HERE = "<!--defs-->"
MOST_KEPT = 4096  # of each kind
_DEFINITION = re.compile(r'<(symbol|pattern) id="(harena-[a-z0-9-]+)".*?</\1>', re.DOTALL)
_REFERENCE = re.compile(r"#(harena-[a-z0-9-]+)")
_NOT_XML = dict.fromkeys(
    [*(byte for byte in range(32) if byte not in b"\t\n\r"), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF]
)
_as_json = msgspec.json.Encoder().encode

Plain = NewType("Plain", str)  # a part for this one picture: escaped, and it refers to no definition


class Kept(Markup):
    """A part that many pictures have, with all that has to be known of it for each."""

    __slots__ = ("json", "refers")
    refers: int  # to which symbols and patterns: a bit for each
    json: bytes  # as it stands in a JSON string


Part = Kept | Plain
Cut = tuple[Kept, ...]  # a piece around its holes


def keep(text: str) -> Kept:
    """A part that stays as it is."""
    kept, text = Kept(text), str(text)
    kept.refers = _bits(_REFERENCE.findall(text))
    kept.json = _in_json(text)
    return kept


def _in_json(text: str) -> bytes:
    """As it stands in a JSON string, in ASCII: that is turned to text and back for nothing."""
    return (_as_json(text) if text.isascii() else json.dumps(text).encode())[1:-1]


@lru_cache(MOST_KEPT)
def said(text: str) -> Plain:
    """Words that can stand in a picture, whatever somebody has written."""
    return Plain(str(escape(allowed(text))))


def allowed(text: str) -> str:
    """Without the characters XML cannot hold: control characters, lone surrogates, U+FFFE, U+FFFF."""
    return text if text.isprintable() else text.translate(_NOT_XML)


class Pieces:
    """The macros of a template. What a macro makes of the same things is kept.

    So what it is given must be hashable and say all that it shows. Where it is given a HOLE it is cut in two,
    and each picture fills in its own.
    """

    def __init__(self, folder: Path, template: str) -> None:
        self._folder, self._template = folder, template
        self.one = lru_cache(MOST_KEPT, typed=True)(self._one)  # 1 and 1.0 are not written the same
        self.cut = lru_cache(MOST_KEPT, typed=True)(self._cut)

    def _one(self, macro: str, *what: object) -> Kept:
        """A piece without holes."""
        return keep(self._drawn(macro, what))

    def _cut(self, macro: str, *what: object) -> Cut:
        """A piece with holes, in the order in which they stand in it."""
        return tuple(keep(part) for part in self._drawn(macro, what).split(HOLE))

    def _drawn(self, macro: str, what: Sequence[object]) -> str:
        module = templates(self._folder).get_template(self._template).module
        return str(getattr(module, macro)(*what))


def filled(piece: Cut, *parts: Part) -> list[Part]:
    """A piece with its holes filled."""
    whole: list[Part] = [piece[0]]
    for part, rest in zip(parts, piece[1:], strict=True):
        whole += (part, rest)
    return whole


class Drawing:
    """A whole picture."""

    def __init__(self, size: tuple[int, int], title: str, desc: str, parts: Sequence[Part]) -> None:
        used = 0
        for part in parts:
            if type(part) is Kept:
                used |= part.refers
        head, after_title, after_desc, after_defs, end = _frame(*size)
        front: list[Part] = [head, said(title), after_title, said(desc), after_desc, _defs(used), after_defs]
        self._parts = [*front, *parts, end]

    def svg(self) -> str:
        return "".join(self._parts)

    def json(self) -> bytes:
        """As a JSON string."""
        parts = [part.json if type(part) is Kept else _in_json(part) for part in self._parts]
        return b'"%b"' % b"".join(parts)

    def parts(self) -> Sequence[str]:
        return self._parts


@lru_cache(64)
def _frame(wide: int, high: int) -> Cut:
    """What every picture begins and ends with; holes for title, description, definitions and the rest."""
    scene = {"wide": wide, "high": high, "title": HOLE, "desc": HOLE, "style": style(), "drawing": HOLE}
    text = templates(LOOK).get_template("frame.svg.j2").render(scene).replace(DEFS_GO_HERE, HOLE)
    return tuple(keep(part) for part in text.split(HOLE))


def _bits(names: Iterable[str]) -> int:
    """Symbols and patterns as bits of a number."""
    places = {name: place for place, name in enumerate(_known())}
    return sum(1 << places[name] for name in set(names) if name in places)


@lru_cache(MOST_KEPT)
def _defs(used: int) -> Kept:
    return keep(definitions(name for place, name in enumerate(_known()) if used >> place & 1))


# --- templates


@cache
def templates(folder: Path) -> Environment:
    """The templates of a game's folder and of the shared look."""
    return Environment(
        loader=FileSystemLoader([folder, LOOK]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_writable,
        auto_reload=False,  # a look at the disk for every template of every picture is dear
    )


def _writable(value: object) -> object:
    return allowed(value) if type(value) is str else value


def render(folder: Path, template: str, scene: dict[str, object]) -> str:
    """A scene as SVG by one template that extends frame.svg.j2: simple, and slower than a Drawing."""
    svg = templates(folder).get_template(template).render(scene, style=style())
    return svg.replace(DEFS_GO_HERE, definitions(_REFERENCE.findall(svg)), 1)


@cache
def style() -> Markup:
    """What the shared classes and colours look like."""
    return Markup(templates(LOOK).get_template("style.svg.j2").render().strip())


def definitions(used: Iterable[str]) -> str:
    """The symbols and patterns that a picture refers to."""
    known = _known()
    return "".join(known[name] for name in sorted(set(used)) if name in known)


@cache
def _known() -> dict[str, str]:
    """Every symbol and pattern of the look by its id."""
    found: dict[str, str] = {}
    for name in ("icons", "emblems", "seats"):
        text = templates(LOOK).get_template(f"{name}.svg.j2").render(seats=look.SEATS)
        found.update((match[2], match[0]) for match in _DEFINITION.finditer(text))
    return found
