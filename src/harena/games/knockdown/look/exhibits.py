"""What is in a pack of Knockdown, one by one: fighters, Attack cards, Skills, arenas."""

from __future__ import annotations

import msgspec

from harena.core.exhibit import Exhibit
from harena.core.prose import listed
from harena.games.knockdown.look.faces import Form, attack_face, skill_face
from harena.games.knockdown.look.ground import bare
from harena.games.knockdown.look.references import sheet_face
from harena.games.knockdown.look.sheets import CARDS, WIDE, pieces_in
from harena.games.knockdown.pack.content import Arena, Attack, BrawlPack, Sheet, Skill
from harena.games.knockdown.words.printed import (
    arena_text,
    attack_facts,
    card_text,
    sheet_lines,
    skill_text,
    spaces,
)
from harena.look.drawing import keep
from harena.look.exhibits import alone
from harena.look.laying import Box

STYLE = pieces_in("style.svg.j2").one("style")
DEFS = pieces_in("style.svg.j2").one("defs")
SHEET = Form(w=340, h=520, head=56, name=22, least=14, text=14, step=17, pad=10, coin=9)
SKILL = WIDE.skill(4)
CARD_FACTS = ("Symbol", "Type", "Range", "Wounds", "Effect", "K.O.")
NONE = "-"
NOWHERE = -1  # a distance that nobody stands at


def exhibits(pack: BrawlPack) -> list[Exhibit]:
    """Fighters, arenas with their Attack cards, and Skills."""
    return [
        *(_fighter(sheet) for sheet in pack.sheets),
        *(_card(card, arena) for arena in pack.arenas for card in arena.cards),
        *(_skill(skill) for skill_set in pack.skill_sets for skill in skill_set.skills),
        *(_arena(arena) for arena in pack.arenas),
    ]


def _drawn(piece: str, box: Box, title: str, text: str) -> str:
    return alone(keep(DEFS + piece), box, title, text, STYLE)


def _fighter(sheet: Sheet) -> Exhibit:
    face = sheet_face(sheet, SHEET)
    form = msgspec.structs.replace(SHEET, h=face.high)
    about = (("About", sheet.about),) if sheet.about else ()
    return Exhibit(
        key=sheet.id,
        kind="Fighters",
        name=sheet.name,
        text=face.words,
        facts=(("Title", sheet.title), *about, *sheet_lines(sheet)),
        picture=_drawn(
            CARDS.one("sheet_card", face, form, -1), Box(0, 0, form.w, form.h), sheet.name, face.words
        ),
    )


def _card(card: Attack, arena: Arena) -> Exhibit:
    form, text = WIDE.card, card_text(card)
    facts = dict(attack_facts(card))
    piece = CARDS.one("attack_card", attack_face(card, int(arena.field.longest)), form, NOWHERE, None, False)
    return Exhibit(
        key=card.id,
        kind="Attack cards",
        name=card.name,
        text=text,
        facts=tuple((label, facts.get(label, NONE)) for label in CARD_FACTS),
        picture=_drawn(piece, Box(0, 0, form.w, form.h), card.name, text),
    )


def _skill(skill: Skill) -> Exhibit:
    face = skill_face(skill)
    piece = CARDS.one("skill_card", face, SKILL, "")
    return Exhibit(
        key=skill.id,
        kind="Skills",
        name=skill.name,
        text=face.words,
        facts=(("Initiative", str(face.initiative)), ("What it gives", skill_text(skill))),
        picture=_drawn(piece, Box(0, 0, SKILL.w, SKILL.h), skill.name, face.words),
    )


def _arena(arena: Arena) -> Exhibit:
    names = arena.field.names
    red = [f"{names[space]} ({'heavy' if arena.heavy >> space & 1 else 'light'})" for space in arena.red]
    text = f"{arena.name}. {arena_text(arena)}"
    return Exhibit(
        key=arena.id,
        kind="Arenas",
        name=arena.name,
        text=text,
        facts=(
            ("Size", spaces(int(arena.spaces).bit_count())),
            ("Starting spaces", listed([names[space] for space in arena.starts])),
            ("Corridors", listed(red) or NONE),
        ),
        picture=_drawn(bare(WIDE, arena), WIDE.arena, arena.name, text),
    )
