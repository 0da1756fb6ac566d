"""Drawing with templates: a game says what stands where, its picture.svg.j2 and the shared look draw it."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from harena.core import look

LOOK = Path(look.__file__).parent
DEFS_GO_HERE = "<!--defs-->"
CARD_ROOM = 143  # for writing on a full card
NAME_SIZE, KIND_SIZE, TEXT_SIZE, TEXT_LINES = 17.0, 12.5, 10.5, 3
BOLD = 1.08  # how much wider bold letters are
_DEFINITION = re.compile(r'<(symbol|pattern) id="(harena-[a-z0-9-]+)".*?</\1>', re.DOTALL)
_REFERENCE = re.compile(r"#(harena-[a-z0-9-]+)")
_NOT_XML = bytes(byte for byte in range(32) if byte not in b"\t\n\r")


class Fact(msgspec.Struct, frozen=True):
    """A number on a card with the icon that says of what; strong: it counts right now."""

    icon: str
    number: int
    strong: bool = False


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """What is on a card, in any game."""

    key: str
    words: str  # all of it as a sentence or two, for hover and screen readers
    name: str
    kind: str  # a few words below the emblem
    edge: str  # the colour of the kind
    emblem: str
    badge: str  # the icon of the kind
    facts: tuple[Fact, ...]
    text: str = ""
    grand: bool = False  # stands out among others

    @property
    def name_lines(self) -> list[str]:
        return wrap(self.name, CARD_ROOM, NAME_SIZE * BOLD, 2)

    @property
    def name_size(self) -> float:
        return min(fit(line, CARD_ROOM / BOLD, NAME_SIZE) for line in self.name_lines)

    @property
    def kind_size(self) -> float:
        return fit(self.kind, CARD_ROOM, KIND_SIZE)

    @property
    def text_lines(self) -> list[str]:
        lines = wrap(self.text, CARD_ROOM, TEXT_SIZE, TEXT_LINES)
        return [clip(line, CARD_ROOM, TEXT_SIZE) for line in lines]


class Placed(msgspec.Struct, frozen=True):
    """A card and where its top left corner lies."""

    face: Face
    x: float
    y: float
    scale: float = 1
    ringed: bool = False  # matters for the waiting decision
    seen: bool = False  # the others know where it is

    @property
    def where(self) -> str:
        return f"translate({self.x:.1f} {self.y:.1f}) scale({self.scale:.3f})"


class Box(msgspec.Struct, frozen=True):
    """A part of the sheet."""

    x: float
    y: float
    w: float
    h: float


class Chip(msgspec.Struct, frozen=True):
    """Something to click: an action open to the viewer."""

    action: str
    label: str
    hint: str
    icon: str
    x: float
    w: float
    scale: float


@cache
def templates(folder: Path) -> Environment:
    """The templates of a game's folder and of the shared look."""
    found = Environment(
        loader=FileSystemLoader([folder, LOOK]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # a look at the disk for every template of every picture is dear
    )
    found.globals["drawn"] = drawn
    return found


def render(folder: Path, template: str, scene: dict[str, object]) -> str:
    """A scene as SVG, with those symbols and patterns defined that it refers to."""
    svg = templates(folder).get_template(template).render(scene, style=_style())
    used = sorted(set(_REFERENCE.findall(svg)))
    known = _definitions()
    defs = "".join(known[name] for name in used if name in known)
    return _allowed(svg.replace(DEFS_GO_HERE, defs, 1))


def _allowed(svg: str) -> str:
    """Without the characters XML cannot hold: control characters, lone surrogates, U+FFFE, U+FFFF."""
    fine = svg.encode("utf-8", "ignore").translate(None, _NOT_XML)
    return fine.replace(b"\xef\xbf\xbe", b"").replace(b"\xef\xbf\xbf", b"").decode()


def drawn(form: str, face: Face) -> Markup:
    """A card's face in one of its forms: full, mini or token."""
    return kept(LOOK, "card.svg.j2", form, face)


@lru_cache(4096)
def kept(folder: Path, template: str, macro: str, *what: object) -> Markup:
    """A part of a picture that a macro draws. Kept, so what it shows must be hashable and say all of it."""
    fragment: Markup = getattr(templates(folder).get_template(template).module, macro)(*what)
    return fragment


@cache
def _style() -> Markup:
    return Markup(templates(LOOK).get_template("style.svg.j2").render().strip())


@cache
def _definitions() -> dict[str, str]:
    """Every symbol and pattern of the look by its id."""
    found: dict[str, str] = {}
    for name in ("icons", "emblems", "seats"):
        text = templates(LOOK).get_template(f"{name}.svg.j2").render(colours=look.SEAT_COLOURS)
        found.update((match[2], match[0]) for match in _DEFINITION.finditer(text))
    return found


# --- writing that fits: SVG does not wrap, and the fonts are the reader's own, so this is an estimate


@lru_cache(4096)
def _em(letter: str) -> float:
    """About how wide a letter is, as a share of the font size."""
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter in "iljtfrI.,:;'|!()[] ":
        return 0.34
    return 0.9 if letter in "mwMW@%—…" else 0.68 if letter.isupper() else 0.56


def width(text: str, size: float) -> float:
    """About how wide a text comes out."""
    return size * sum(map(_em, text))


def clip(text: str, room: float, size: float) -> str:
    """A text cut off with an ellipsis where it would outgrow its room."""
    if width(text, size) <= room:
        return text
    while text and width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def fit(text: str, room: float, size: float) -> float:
    """The font size at which a text fits its room: the given one, or less if it must."""
    return round(size * min(1.0, room / max(width(text, size), 1)), 1)


def wrap(text: str, room: float, size: float, lines: int) -> list[str]:
    """A text in at most so many lines; the last one takes all that is left."""
    done: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and len(done) < lines - 1 and width(longer, size) > room:
            done.append(line)
            longer = word
        line = longer
    return [*done, line] if line else done
