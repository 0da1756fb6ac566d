"""The arena's spaces as staggered rows of text: who stands where, what is open, what is painted there."""

from __future__ import annotations

from rich.text import Text

from harena.games.knockdown.look.ground import WHOLE
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.view import BrawlView
from harena.games.knockdown.words.things import arena_of, sheets_of
from harena.look.badge import badge
from harena.look.hex_rows import CELL, hex_rows

WIDTH = 2 + 5 * CELL + 1  # of the largest arena, with the letters of its rows
STRETCHES = ("move", "dash", "place")
LIGHT, HEAVY, START, FLAME, FLOOR = "L", "H", "o", "^", "·"

LEGEND = (
    ("JA", "a fighter, by the first letters of its name"),
    ("b2", "a space that can be chosen; type its name"),
    (LIGHT, "a red space: anyone who comes through the corridor suffers 1 light wound"),
    (HEAVY, "the same with 1 heavy wound"),
    (START, "a starting space"),
    (FLAME, "a Flame: it burns the opponent of its owner"),
    (FLOOR, "open floor"),
    ("+ -", "before an attack: the opponent is in range, or out of range"),
    ("L H", "in an attack: light and heavy wounds; L 2 in a fighter's line: two light wounds"),
    ("$", "a Special Attack that its owner can pay for now"),
    ("old", "the oldest card of the Row: it goes first"),
    ("K.O.", "the attacker may call a Knockdown Test"),
    (">", "the fighter whose player decides; * whose turn it is"),
)


def draw_rows(pack: BrawlPack, view: BrawlView) -> Text:
    """All rows of the arena."""
    rows = ArenaRows(pack, view)
    return Text("\n").join(hex_rows(WHOLE, rows.shown, lambda space: WHOLE.names[space][0]))


class ArenaRows:
    """The spaces of one view."""

    def __init__(self, pack: BrawlPack, view: BrawlView) -> None:
        self.view, self.arena = view, arena_of(pack, view.arena)
        sheets = sheets_of(pack)
        self.standing = {
            one.space: (seat, sheets[one.character].name[:2].upper())
            for seat, one in enumerate(view.fighters)
            if one.space and one.character
        }
        self.flames = {one.flame for one in view.fighters if one.flame}
        self.open = self._open()

    def _open(self) -> set[str]:
        """The spaces that can be chosen."""
        found = set()
        for action in self.view.actions:
            stretch, _, member = action.partition(":")
            if stretch in STRETCHES:
                found.add(member)
            elif stretch == "corridor":
                found.add(WHOLE.names[self.arena.red[int(member) - 1]])
        return found

    def shown(self, space: int) -> tuple[Text, bool]:
        """What is in a space, and whether it stands in brackets."""
        name = WHOLE.names[space]
        if not self.arena.spaces >> space & 1:
            return Text("   "), False
        return self._cell(space, name), name in self.standing and name in self.open

    def _cell(self, space: int, name: str) -> Text:
        flame = FLAME if name in self.flames else " "
        if name in self.standing:
            seat, short = self.standing[name]
            return Text(f"{short}{flame}", style=badge(seat)[1])
        if name in self.open:
            return Text(f"{name}{flame if flame == FLAME else self._painted(space)}", style="bold")
        if flame == FLAME:
            return Text(f" {FLAME} ", style="bold yellow")
        painted = self._painted(space)
        style = "red" if painted in (LIGHT, HEAVY) else "green" if painted == START else "dim"
        return Text(f" {painted if painted != ' ' else FLOOR} ", style=style)

    def _painted(self, space: int) -> str:
        if space in self.arena.red:
            return HEAVY if self.arena.heavy >> space & 1 else LIGHT
        return START if space in self.arena.starts else " "
