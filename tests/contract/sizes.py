"""What stands where in a drawing, and how large it comes out: measured from the SVG, without a browser."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Element = ElementTree.Element

SVG = "{http://www.w3.org/2000/svg}"
UNSEEN = {f"{SVG}{name}" for name in ("defs", "style", "title", "desc", "symbol", "pattern", "clipPath")}
ENDLESS = (-math.inf, -math.inf, math.inf, math.inf)  # what stands out of an inner SVG is cut off
SAME: Matrix = (1, 0, 0, 1, 0, 0)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
STEP = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
POINTS = {"m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}


@dataclass(frozen=True)
class Seen:
    """An element where it stands."""

    node: Element
    matrix: Matrix
    letters: float  # the font size that holds here, before the matrix
    sheet: Box  # what it lies on: the picture, or a strip of it

    @property
    def scale(self) -> float:
        a, b, c, d, *_ = self.matrix
        return math.sqrt(abs(a * d - b * c))


def numbers(text: str) -> list[float]:
    return [float(one) for one in NUMBER.findall(text)]


def times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def moved(text: str) -> Matrix:
    """A transform as a matrix."""
    whole = SAME
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        n = numbers(inside)
        if name == "translate":
            whole = times(whole, (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0))
        elif name == "scale":
            whole = times(whole, (n[0], 0, 0, n[-1], 0, 0))
        elif name == "rotate":
            turn, (x, y) = math.radians(n[0]), (n[1:] if len(n) > 1 else (0.0, 0.0))
            turned = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0.0, 0.0)
            whole = times(times(times(whole, (1, 0, 0, 1, x, y)), turned), (1, 0, 0, 1, -x, -y))
        else:
            raise AssertionError(f"a picture that cannot be measured: {text}")
    return whole


def seen(root: Element) -> Iterator[Seen]:
    """All that can be seen of a drawing."""
    assert "font-size" not in "".join(style.text or "" for style in root.iter(f"{SVG}style")), (
        "letters have their size as an attribute, so that it can be measured"
    )
    left, top, wide, high = numbers(root.get("viewBox", ""))
    sheet = (left, top, left + wide, top + high)
    yield from _seen(root, Seen(root, SAME, float(root.get("font-size", "16")), sheet))


def _seen(node: Element, at: Seen) -> Iterator[Seen]:
    yield at
    for child in node:
        if child.tag in UNSEEN:
            continue
        matrix = times(at.matrix, moved(child.get("transform", "")))
        sheet = at.sheet
        if child.tag == f"{SVG}svg":
            matrix = times(matrix, (1, 0, 0, 1, float(child.get("x", "0")), float(child.get("y", "0"))))
            strip = float(child.get("data-strip", "0"))
            whole = placed((0, 0, strip, float(child.get("height", "0"))), matrix)
            sheet = whole if strip else ENDLESS
        letters = float(child.get("font-size", at.letters))
        yield from _seen(child, Seen(child, matrix, letters, sheet))


def placed(box: Box, matrix: Matrix) -> Box:
    """A box after a matrix."""
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def around(boxes: list[Box]) -> Box | None:
    """The smallest box around others."""
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def shape(node: Element) -> Box | None:
    """The box of a single shape, in its own measure; writing and groups have none here."""

    def n(name: str) -> float:
        return float(node.get(name, "0"))

    kind = node.tag.removeprefix(SVG)
    if kind in ("rect", "use"):
        return n("x"), n("y"), n("x") + n("width"), n("y") + n("height")
    if kind == "circle":
        return n("cx") - n("r"), n("cy") - n("r"), n("cx") + n("r"), n("cy") + n("r")
    if kind == "path":
        return around([(x, y, x, y) for x, y in path(node.get("d", ""))])
    return None


def path(text: str) -> list[tuple[float, float]]:
    """The points of a path: ends of its lines, and what its curves bend towards."""
    points, at, start = [], (0.0, 0.0), (0.0, 0.0)
    for letter, inside in STEP.findall(text):
        kind, given, many = letter.lower(), arguments(letter, inside), POINTS[letter.lower()]
        if kind == "z":
            at = start
        for place in range(0, len(given) if many else 0, many or 1):
            step = given[place : place + many]
            base = at if letter.islower() else (0.0, 0.0)
            if kind == "h":
                steps = [(base[0] + step[0], at[1])]
            elif kind == "v":
                steps = [(at[0], base[1] + step[0])]
            else:
                pairs = step[-2:] if kind == "a" else step
                steps = [(base[0] + x, base[1] + y) for x, y in zip(pairs[::2], pairs[1::2], strict=True)]
            points += steps
            at = steps[-1]
            if kind == "m" and place == 0:
                start = at
    return points


def arguments(letter: str, inside: str) -> list[float]:
    """Numbers of a step; the two flags of an arc may stand close to what follows."""
    if letter.lower() != "a":
        return numbers(inside)
    return [float(one) for one in re.findall(r"(?<=[ ,])[01](?=[ ,01-])|[-+]?(?:\d+\.?\d*|\.\d+)", inside)]


def outer(node: Element, at: Seen) -> Box | None:
    """The box around everything inside an element, without writing."""
    boxes = [placed(found, one.matrix) for one in _seen(node, at) if (found := shape(one.node)) is not None]
    return around(boxes)
