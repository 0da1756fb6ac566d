"""What is in a pack of Combat Arena, one by one: cards, fighters, injuries, boards."""

from __future__ import annotations

from markupsafe import Markup

from harena.core.bits import members_of
from harena.core.exhibit import Exhibit
from harena.core.picture import Box, kept, render
from harena.games.combat_arena import layout as at
from harena.games.combat_arena.content import ActionCard, ArenaPack, Board
from harena.games.combat_arena.faces import card_face, sheet_of
from harena.games.combat_arena.picture import FOLDER, piece
from harena.games.combat_arena.printed import ROWS, card_text, injury_text

NO_ACTIONS = tuple(("", "") for _ in ROWS)
CARD = Box(0, 0, at.CARD_WIDE, at.CARD_HIGH)
SHEET = Box(0, 0, at.SHEET_WIDE, at.SHEET_HIGH)
ARENA = Box(at.EDGE, at.EDGE, at.ARENA_WIDE, at.ARENA_HIGH)


def exhibits(pack: ArenaPack) -> list[Exhibit]:
    """Fighters, Action cards, Critical Injuries and boards."""
    return [
        *(_fighter(pack, number) for number in range(len(pack.characters))),
        *(_card(card) for card in pack.cards),
        *(
            Exhibit(key=one.id, kind="Critical Injuries", name=one.name, text=injury_text(one))
            for one in pack.injuries
        ),
        *(_board(pack, board) for board in pack.boards),
    ]


def _fighter(pack: ArenaPack, number: int) -> Exhibit:
    sheet = sheet_of(pack, number)
    picture = _drawing(SHEET, sheet.name, sheet.words, piece("sheet", sheet, -1))
    return Exhibit(key=sheet.id, kind="Fighters", name=sheet.name, text=sheet.words, picture=picture)


def _card(card: ActionCard) -> Exhibit:
    face, text = card_face(card), card_text(card)
    picture = _drawing(CARD, card.name, text, piece("card", face, NO_ACTIONS, "", False))
    return Exhibit(key=card.id, kind="Action cards", name=card.name, text=text, picture=picture)


def _board(pack: ArenaPack, board: Board) -> Exhibit:
    ground = at.ground(pack, board.id)
    snares, starts = (
        ", ".join(pack.field.names[place] for place in members_of(area))
        for area in (board.snares, board.starts)
    )
    text = f"{board.name}. Arc-snares: {snares}. Starting hexes: {starts}."
    drawn = piece("arena", ground) + piece("hex_names", ground)
    picture = _drawing(ARENA, board.name, text, drawn)
    return Exhibit(key=board.id, kind="Boards", name=board.name, text=text, picture=picture)


def _drawing(box: Box, title: str, text: str, drawn: Markup) -> str:
    scene: dict[str, object] = {
        "wide": box.w,
        "high": box.h,
        "left": box.x,
        "top": box.y,
        "title": title,
        "desc": text,
        "style_here": kept(FOLDER, "style.svg.j2", "style"),
        "piece": drawn,
    }
    return render(FOLDER, "exhibit.svg.j2", scene)
