"""The arena's hexes as staggered rows of text: who stands where, what is open, what is in reach."""

from __future__ import annotations

from rich.text import Text

from harena.games.combat_arena.pack.content import KIND_NAMES, ArenaPack
from harena.games.combat_arena.view import ArenaView
from harena.games.combat_arena.words.outlook import Outlook
from harena.look.badge import badge
from harena.look.hex_rows import CELL, hex_rows

ARROWS = {"e": "→", "se": "↘", "sw": "↙", "w": "←", "nw": "↖", "ne": "↗"}
SNARE, START, FLOOR = "#", "o", "·"
WIDTH = 2 + 9 * CELL + 1  # of the largest arena, with the letters of its rows
ZONE_SHOWN = ("ChooseAction", "ChooseKind", "ChooseEnemy", "ResolveShown", "Redraw", "React")

LEGEND = (
    (f"RA{ARROWS['e']}", "a fighter, and the way it faces; [RA→] can be chosen"),
    ("e5", "a hex that can be chosen; type its name"),
    (SNARE, "an arc-snare: anyone pushed there must roll 4 or more, or fall"),
    (START, "a starting hex, while fighters are set up"),
    ("4", "in the Kill Zone of the fighter that acts: what a die must roll to hit"),
    (FLOOR, "open floor"),
    ("[x-O--]", "health: covered spaces x, the marker O; at the bottom a Critical Injury is drawn"),
    ("left", "how many more wounds would defeat the fighter"),
    ("En Ini", "space of the energy track, and the Initiative cards it gives next round"),
    ("Box", "m melee weapon, r ranged weapon, u own rule; - its Damage marker is gone"),
    ("s1 w1", "injured: moves so many hexes fewer, attacks with so many dice fewer"),
    (">", "the fighter that decides; t has handed a turn over"),
    ("I II", "the teams of Brothers in Arms"),
    ("*", "the Champion of Kingslayer; all the others are Challengers, on one side"),
)


def draw_board(pack: ArenaPack, view: ArenaView) -> Text:
    """All rows of the arena."""
    names = pack.field.names
    return Text("\n").join(hex_rows(pack.field, ArenaRows(pack, view).shown, lambda h: names[h][0]))


class ArenaRows:
    """The hexes of one view."""

    def __init__(self, pack: ArenaPack, view: ArenaView) -> None:
        self.field = pack.field
        self.outlook = Outlook(pack, view)
        self.view = view
        self.shorts = {character.id: character.short for character in pack.characters}
        self.open = {action.partition(":")[2] for action in view.actions if action.startswith("hex:")}
        self.targets = {action.partition(":")[2] for action in view.actions if action.startswith("target:")}
        self.needs = self._needs()

    def _needs(self) -> dict[str, int]:
        """The Kill Zones of the fighter that acts, the better value where both weapons reach."""
        view = self.view
        who = view.question.who if view.question is not None else -1
        if view.asking not in ZONE_SHOWN:
            return {}
        fighter = view.fighters[who]
        zones = [fighter.melee_zone, fighter.ranged_zone]
        if view.asking == "ChooseEnemy" and view.question is not None:
            zones = [zones[KIND_NAMES.index(view.question.kind)]]
        needs: dict[str, int] = {}
        for zone in zones:
            for name, needed in zone.items():
                needs[name] = min(needed, needs.get(name, 7))
        return needs

    def shown(self, h: int) -> tuple[Text, bool]:
        """What is in a hex, and whether it stands in brackets."""
        return self._cell(h), self._marked(h)

    def _marked(self, h: int) -> bool:
        """Is a fighter here that can be chosen, or whose hex can?"""
        who = self.outlook.stands_on(h)
        if who < 0:
            return False
        return self.view.fighters[who].character in self.targets or self.field.names[h] in self.open

    def _cell(self, h: int) -> Text:
        """What is in a hex, three columns wide."""
        name, who = self.field.names[h], self.outlook.stands_on(h)
        if who >= 0:
            fighter = self.view.fighters[who]
            return Text(
                f"{self.shorts[fighter.character]}{ARROWS[fighter.facing]}", style=badge(fighter.owner)[1]
            )
        snare = SNARE if self.outlook.is_snare(h) else " "
        if name in self.open:
            return Text(f"{name}{snare}", style="bold")
        if snare == SNARE:
            return Text(f" {SNARE} ", style="red")
        if name in self.needs:
            return Text(f" {self.needs[name]} ", style="italic")
        start = self.view.round == 0 and self.outlook.board.starts >> h & 1 != 0
        return Text(f" {START if start else FLOOR} ", style="dim")
