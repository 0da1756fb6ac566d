"""Writes what is generated in Combat Arena's rulebook: the index of the standard pack, and the pictures.

Run as `python docs/make_rulebooks.py` whenever the pack or the drawing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import harena
from harena.core.bits import members_of
from harena.core.hex import DIRECTIONS
from harena.core.state import SPECTATOR, Step
from harena.games.combat_arena import GAME
from harena.games.combat_arena.look.layout import (
    ARENA_HIGH,
    ARENA_WIDE,
    EDGE,
    around,
    outline,
    places,
    size_of,
)
from harena.games.combat_arena.pack.content import ArenaPack, Character
from harena.games.combat_arena.rules.move import Walk
from harena.games.combat_arena.rules.push import Push
from harena.games.combat_arena.rules.turn import Turn
from harena.games.combat_arena.state import Arena
from harena.games.combat_arena.words.printed import injury_text, row_text, sheet_lines

RULES = GAME.folder / "RULES.md"
PICTURES = GAME.folder / "pictures"
BEGIN = "<!-- index: generated from the standard pack by make rulebooks -->"
END = "<!-- end of index -->"
PLAYERS = ("Ada", "Bruno", "Chloe", "Darius")
FRONT, REAR = "#2d8a63", "#c8452c"  # of the look: jade and ember

# --- the index


def index(pack: ArenaPack) -> str:
    """All cards, fighters, injuries and boards of a pack, in words."""
    fighters = [part for character in pack.characters for part in reference(character)]
    return "\n\n".join(
        [
            "### Action cards",
            cards(pack),
            *fighters,
            "### Critical Injuries",
            injuries(pack),
            "### Boards",
            boards(pack),
        ]
    )


def cards(pack: ArenaPack) -> str:
    rows = [
        (
            card.name,
            row_text(card, "move"),
            row_text(card, "attack"),
            f"*{card.special}.* {row_text(card, 'special')}",
        )
        for card in pack.cards
    ]
    return table(("Card", "Move", "Attack", "Special"), rows)


def reference(character: Character) -> list[str]:
    rows = sheet_lines(character)
    return [f"### {character.name}, {character.title}", table(("", "On the reference card"), rows)]


def injuries(pack: ArenaPack) -> str:
    return table(("Injury", "What it does"), [(injury.name, injury_text(injury)) for injury in pack.injuries])


def boards(pack: ArenaPack) -> str:
    def named(area: int) -> str:
        return ", ".join(pack.field.names[place] for place in members_of(area))

    rows = [(board.name, named(board.snares), named(board.starts)) for board in pack.boards]
    return table(("Board", "Arc-snares", "Starting hexes"), rows)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def with_index(text: str, pack: ArenaPack) -> str:
    """A rulebook with a fresh index between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{index(pack)}\n\n{END}{after}"


# --- the pictures


def pictures(pack: ArenaPack) -> dict[str, str]:
    """Each picture by its file's name. The seats play Rafelo, Teknoth, Grue and Castus, in this order."""
    arena = place(pack, "storm_eye", ("e6 ne", "b5 sw", "g6 nw", "d5 e"), Turn(0))
    zones = place(pack, "pinwheel", ("e5 w", "e2 e", "g3 ne", "c5 sw"), Turn(1))
    sides = place(pack, "pinwheel", ("e4 e", "e8 w", "g3 ne", "c2 se"), Walk(0, n=1))
    push = place(pack, "storm_eye", ("d5 w", "e9 w", "i1 ne", "c3 se"), Push(3, 0, 1))
    return {
        "arena.svg": draw(arena, 0),
        "kill-zones.svg": only_arena(draw(zones, 1)),
        "arcs.svg": only_arena(with_arcs(draw(sides, SPECTATOR), pack, "e4", "e")),
        "push.svg": only_arena(draw(push, 3)),
    }


def place(pack: ArenaPack, board: str, stand: Sequence[str], step: Step) -> Arena:
    """A game for four in which everyone stands where we say, and this step asks its question."""
    match = harena.new("combat_arena", seed=4, players=4, set_up="given", board=board)
    state = match.state
    assert isinstance(state, Arena)
    for fighter, where in zip(state.fighters, stand, strict=True):
        name, facing = where.split()
        fighter.pos, fighter.facing = pack.field.names.index(name), DIRECTIONS.index(facing)
    state.active = state.drawn = step.who
    state.next(step)
    state.run_on()
    assert GAME.missing(state) == ""
    return state


def draw(state: Arena, seat: int) -> str:
    return GAME.draw(state.pack, GAME.view(state, seat), PLAYERS).svg()


def only_arena(svg: str) -> str:
    """The arena cut out of the whole picture."""
    head, _, rest = svg.partition('viewBox="')
    box = f"{EDGE} {EDGE} {ARENA_WIDE} {ARENA_HIGH}"
    return f'{head}viewBox="{box}"{rest.partition(chr(34))[2]}'


def with_arcs(svg: str, pack: ArenaPack, name: str, facing: str) -> str:
    """A fighter's front arc and rear arc in two colours, below the names of the hexes."""
    here = pack.field.names.index(name)
    front = pack.field.front(here, DIRECTIONS.index(facing))
    arcs = ""
    for h, (x, y) in enumerate(places(pack).values()):
        colour = FRONT if front >> h & 1 else REAR
        if h != here:
            arcs += f'<path d="{outline(around(x, y, size_of(pack) - 1))}" fill="{colour}" opacity=".45"/>'
    names = '<g class="ca-names">'
    assert names in svg
    return svg.replace(names, arcs + names, 1)


def main() -> None:
    pack = GAME.pack()
    RULES.write_text(with_index(RULES.read_text(encoding="utf-8"), pack), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for name, svg in pictures(pack).items():
        (PICTURES / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
