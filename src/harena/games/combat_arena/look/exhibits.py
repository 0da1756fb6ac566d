"""What is in a pack of Combat Arena, one by one: cards, fighters, injuries, boards."""

from __future__ import annotations

from pathlib import Path

from harena.core.bits import members_of
from harena.core.exhibit import Exhibit
from harena.games.combat_arena.look import layout as at
from harena.games.combat_arena.look.faces import card_face, sheet_of
from harena.games.combat_arena.look.hand import NO_ACTIONS
from harena.games.combat_arena.look.sheets import CARD, REFERENCE, WIDE
from harena.games.combat_arena.pack.content import ActionCard, ArenaPack, Board
from harena.games.combat_arena.words.printed import card_text, injury_text, row_text, sheet_lines
from harena.look.drawing import Pieces, keep
from harena.look.exhibits import alone

STYLE = Pieces(Path(__file__).parent, "style.svg.j2").one("style")


def exhibits(pack: ArenaPack) -> list[Exhibit]:
    """Fighters, Action cards, Critical Injuries and boards."""
    return [
        *(_fighter(pack, number) for number in range(len(pack.characters))),
        *(_card(card) for card in pack.cards),
        *(
            Exhibit(
                key=one.id,
                kind="Critical Injuries",
                name=one.name,
                text=injury_text(one),
                facts=(("What it does", injury_text(one)),),
            )
            for one in pack.injuries
        ),
        *(_board(pack, board) for board in pack.boards),
    ]


def _fighter(pack: ArenaPack, number: int) -> Exhibit:
    sheet = sheet_of(pack, number)
    picture = alone(WIDE.cards.one("sheet", sheet, -1), REFERENCE, sheet.name, sheet.words, STYLE)
    facts = (("Title", sheet.title), *sheet_lines(pack.characters[number]))
    return Exhibit(
        key=sheet.id, kind="Fighters", name=sheet.name, text=sheet.words, facts=facts, picture=picture
    )


def _card(card: ActionCard) -> Exhibit:
    face, text = card_face(card), card_text(card)
    picture = alone(WIDE.cards.one("card", face, NO_ACTIONS, "", False, ""), CARD, card.name, text, STYLE)
    facts = (
        ("Move", row_text(card, "move")),
        ("Attack", row_text(card, "attack")),
        ("Special", f"*{card.special}.* {row_text(card, 'special')}"),
    )
    return Exhibit(key=card.id, kind="Action cards", name=card.name, text=text, facts=facts, picture=picture)


def _board(pack: ArenaPack, board: Board) -> Exhibit:
    ground = at.ground(WIDE, pack, board.id)
    snares, starts = (
        ", ".join(pack.field.names[place] for place in members_of(area))
        for area in (board.snares, board.starts)
    )
    text = f"{board.name}. Arc-snares: {snares}. Starting hexes: {starts}."
    drawn = keep(WIDE.pieces.one("arena", ground) + WIDE.pieces.one("hex_names", ground))
    picture = alone(drawn, WIDE.arena, board.name, text, STYLE)
    facts = (("Arc-snares", snares), ("Starting hexes", starts))
    return Exhibit(key=board.id, kind="Boards", name=board.name, text=text, facts=facts, picture=picture)
