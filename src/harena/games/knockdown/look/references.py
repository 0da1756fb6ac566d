"""Fighters' sheets, to choose from or to look up: as many words as there is room for, and none cut off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from harena.core.prose import capital
from harena.games.knockdown.look.faces import Form, cost_icons
from harena.games.knockdown.pack.content import Attack, Sheet
from harena.games.knockdown.words.printed import attack_brief, attack_head, sheet_lines, tokens_text
from harena.look.cards import Heading, heading
from harena.look.writing import BOLD, clip, width, wrap

AIR = 3  # between one text and the next
MOST = 99  # lines: as many as a text takes


class Block(msgspec.Struct, frozen=True):
    """A text of a sheet, with its heading."""

    name: str
    cost: tuple[str, ...]  # icons
    text: str


class SheetLine(msgspec.Struct, frozen=True):
    """A line of a sheet."""

    text: str
    y: float
    heading: bool
    cost: tuple[str, ...] = ()


class SheetFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is on a fighter's sheet."""

    id: str
    name: Heading
    title: str
    words: str  # all of it
    lines: tuple[SheetLine, ...]
    high: float  # as much as this takes
    whole: bool  # no line is wider than the sheet


def _texts(*texts: str) -> list[Block]:
    return [Block("", (), text) for text in texts if text]


def _about(sheet: Sheet) -> list[Block]:
    return _texts(tokens_text(sheet) or sheet.about)


def _named(special: Attack, text: str) -> Block:
    return Block(f"{special.name} · K.O." if special.knockout else special.name, cost_icons(special), text)


def _in_full(sheet: Sheet) -> list[Block]:
    return [*_about(sheet), *(_named(one, attack_brief(one)) for one in sheet.specials)]


def _to_the_point(sheet: Sheet) -> list[Block]:
    """Without what is only colour."""
    return [*_texts(tokens_text(sheet)), *(_named(one, attack_brief(one)) for one in sheet.specials)]


def _in_short(sheet: Sheet) -> list[Block]:
    """Without the effects."""
    return [*_about(sheet), *(_named(one, attack_head(one)) for one in sheet.specials)]


def _by_name(sheet: Sheet) -> list[Block]:
    return [*_about(sheet), *(_named(one, "") for one in sheet.specials)]


def _names_alone(sheet: Sheet) -> list[Block]:
    return [_named(one, "") for one in sheet.specials]


def _nothing(sheet: Sheet) -> list[Block]:
    return []


Telling = Callable[[Sheet], list[Block]]
TELLINGS: tuple[Telling, ...] = (  # the most first
    _in_full,
    _to_the_point,
    _in_short,
    _by_name,
    _names_alone,
    _nothing,
)


@lru_cache(64)
def sheet_faces(sheets: tuple[Sheet, ...], form: Form) -> tuple[SheetFace, ...]:
    """Fighters side by side, all told in the same way: the fullest for which each has room."""
    faces: tuple[SheetFace, ...] = ()
    for telling in TELLINGS:
        faces = tuple(_face(sheet, form, telling(sheet)) for sheet in sheets)
        if all(face.whole and face.high <= form.h for face in faces):
            break
    return faces


def sheet_face(sheet: Sheet, form: Form) -> SheetFace:
    """One by itself."""
    return sheet_faces((sheet,), form)[0]


def _face(sheet: Sheet, form: Form, blocks: Sequence[Block]) -> SheetFace:
    room = form.w - 2 * form.pad
    lines = _written(form, blocks)
    told = [f"{name}: {text}" for name, text in sheet_lines(sheet)]
    return SheetFace(
        id=sheet.id,
        name=heading(sheet.name, room - 6, form.name, form.least),
        title=clip(capital(sheet.title), room, form.text),
        words=" ".join([f"{sheet.name}, {sheet.title}.", *told]),
        lines=tuple(lines),
        high=lines[-1].y + form.pad if lines else form.head,
        whole=all(width(line.text, form.text) <= room + 6 for line in lines),
    )


def _written(form: Form, blocks: Sequence[Block]) -> list[SheetLine]:
    room, size = form.w - 2 * form.pad + 4, form.text
    lines, y = [], form.head + size * 1.3
    for block in blocks:
        spare = room - len(block.cost) * (2 * form.coin + 2)
        for n, line in enumerate(wrap(block.name, spare, size * BOLD, MOST)):
            lines.append(SheetLine(line, round(y, 1), True, () if n else block.cost))
            y += form.step + 1
        for line in wrap(block.text, room, size, MOST):
            lines.append(SheetLine(line, round(y, 1), False))
            y += form.step
        y += AIR if block.text else 1
    return lines
