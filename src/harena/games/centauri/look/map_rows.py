"""The map as rows of text: who is where, what lies there, what can be chosen."""

from __future__ import annotations

from rich.text import Text

from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.pack.building import FRAME
from harena.games.centauri.view import SectorView
from harena.look.badge import badge
from harena.look.hex_rows import CELL, hex_rows

WIDTH = 2 + 7 * CELL + 1  # with the letters of the rows
STRETCHES = ("fly", "sector")
MODULE, CONVOY, HOME, CLOSED, OPEN = "m", "@", "*", "#", "."
TERRAIN = {
    "open": OPEN,
    "nebula": "n",
    "thick_nebula": "t",
    "black_hole": "h",
    "jumpgate": "J",
    "dawn": "D",
    "red_space": OPEN,
    "blue_space": OPEN,
    "red_nebula": "t",
    "blue_nebula": "t",
}

LEGEND = (
    ("A B", "armadas, by the letters of their players; + more than three in one sector"),
    ("b32", "a sector that can be chosen, with the movement points it costs; brackets: somebody is there"),
    ("R2", "a Raider of that level; X a Boss"),
    (MODULE, "a power module"),
    (HOME, "a Starbase"),
    (CONVOY, "the Convoy"),
    (f"{OPEN} n t", "Open Space, Nebula, Thick Nebula"),
    ("h J D", "Black Hole, Jumpgate, Dawn"),
    (CLOSED, "a sector that nobody may enter"),
    ("+", "beside a kind of sector: in harmony this round"),
    (">", "the player who decides; 1 after a name: the first player of this round"),
    ("Sp Co Sh", "Speed, Combat, Shield; Hull, levels of Starport (St) and Research Lab (La)"),
    ("As Ct Et", "Astartium, Combat tokens, Exploration tokens"),
)


def draw_rows(on: Onlooker) -> Text:
    """All rows of the map."""
    rows = MapRows(on)
    return Text("\n").join(hex_rows(FRAME, rows.shown, lambda sector: FRAME.names[sector][0]))


class MapRows:
    """The sectors of one view."""

    def __init__(self, on: Onlooker) -> None:
        self.on, self.view = on, on.view
        self.crowds: dict[str, list[int]] = {}
        for armada in self.view.armadas:
            if armada.sector:
                self.crowds.setdefault(armada.sector, []).append(armada.owner)
        self.open = {
            member
            for stretch, _, member in (action.partition(":") for action in self.view.actions)
            if stretch in STRETCHES
        }

    def shown(self, place: int) -> tuple[Text, bool]:
        """What is in a sector, and whether it stands in brackets."""
        sector = self.view.sectors[place]
        crowd = self.crowds.get(sector.name, [])
        if sector.name in self.open:
            cost = self.on.question.costs.get(sector.name, "")
            mark = cost if cost != "" else self._things(sector)[:1] or " "
            return Text(f"{sector.name}{mark}"[:3].ljust(3), style="bold"), bool(crowd)
        if crowd:
            return self._armadas(crowd), False
        things = self._things(sector)
        if things:
            return Text(things[:3].center(3), style="bold"), False
        if sector.closed:
            return Text(f" {CLOSED} ", style="dim"), False
        harmony = "+" if sector.harmony else " "
        return Text(f" {TERRAIN[sector.kind]}{harmony}", style="green" if sector.harmony else "dim"), False

    def _armadas(self, crowd: list[int]) -> Text:
        letters = [(self.on.letters[seat], badge(seat)[1]) for seat in crowd]
        cell = Text.assemble(*letters[: 3 if len(crowd) < 4 else 2])
        if len(crowd) > 3:
            cell.append("+")
        if len(cell) == 1:
            return Text(" ").append_text(cell).append(" ")
        return cell if len(cell) == 3 else cell.append(" ")

    def _things(self, sector: SectorView) -> str:
        foe = "X" if sector.boss else f"R{sector.raider}" if sector.raider else ""
        module = MODULE if sector.modules else ""
        return f"{foe}{module}{CONVOY if sector.convoy else ''}{HOME if sector.home >= 0 else ''}"
