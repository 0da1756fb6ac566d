"""What has changed from one picture to the next: mostly it is less than the picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

Change = list[int] | str  # so many characters from a place of the last picture on; or new text
SHORT = 16  # characters that are sooner written than looked up
LONG = 160  # characters of new text in which it is worth to look for single elements of the old picture


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """How the new picture is put together from stretches of the old one and new text.

    Places and lengths count UTF-16 code units, as browsers count characters.
    """
    told = _Known(old).told(new)
    if not any(isinstance(one, str) and len(one) > LONG for one in told):
        return told
    elements, out = _Known(_elements("".join(old))), list[Change]()
    for one in told:
        finer = elements.told(_elements(one)) if isinstance(one, str) and len(one) > LONG else [one]
        for change in finer:
            _add(out, change)
    return out


def _elements(text: str) -> list[str]:
    """A text cut before each tag."""
    first, *rest = text.split("<")
    return [first, *("<" + one for one in rest)]


class _Known:
    """The pieces of an old text, with their places. Written for speed: it is done for every picture."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces
        self._places = [0, *accumulate(map(_width, pieces))]
        last = len(pieces) - 1
        self._first = dict(zip(reversed(pieces), range(last, -1, -1), strict=True))

    def told(self, text: Sequence[str]) -> list[Change]:
        """A new text by old pieces; what goes on after the piece before is preferred."""
        out: list[Change] = []
        pieces, places, first, end = self._pieces, self._places, self._first, len(self._pieces)
        following, begun = 0, -1  # the stretch that is being taken ends before `following`
        written: list[str] = []  # the text since the last stretch
        for piece in text:
            if following < end and pieces[following] == piece:
                number = following
            elif len(piece) < SHORT or (number := first.get(piece, -1)) < 0:
                if begun >= 0:
                    out.append([places[begun], places[following] - places[begun]])
                    begun = -1
                written.append(piece)
                following += 1  # it may have taken that one's place
                continue
            if written:
                out.append("".join(written))
                written.clear()
            if number != following and begun >= 0:
                out.append([places[begun], places[following] - places[begun]])
                begun = -1
            if begun < 0:
                begun = number
            following = number + 1
        if written:
            out.append("".join(written))
        if begun >= 0:
            out.append([places[begun], places[following] - places[begun]])
        return out


def _add(out: list[Change], change: Change) -> None:
    last = out[-1] if out else None
    if isinstance(last, str) and isinstance(change, str):
        out[-1] = last + change
    elif isinstance(last, list) and isinstance(change, list) and sum(last) == change[0]:
        last[1] += change[1]
    else:
        out.append(change)


def _width(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def redrawn(old: str, what: Sequence[Change]) -> str:
    """The new picture from the old one and what has changed."""
    if old.isascii():
        return "".join(one if isinstance(one, str) else old[one[0] : one[0] + one[1]] for one in what)
    wide = old.encode("utf-16-le", "surrogatepass")
    return "".join(
        one
        if isinstance(one, str)
        else wide[2 * one[0] : 2 * (one[0] + one[1])].decode("utf-16-le", "surrogatepass")
        for one in what
    )
