"""Beside the arena: what everybody may know of a fighter. panels.svg.j2 and tall_panels.svg.j2 draw it."""

from __future__ import annotations

from typing import NamedTuple

from harena.core.prose import chance, count, listed
from harena.games.knockdown.look.faces import SYMBOL_ICONS, skill_face, written
from harena.games.knockdown.look.onlooker import DRAFTS, Onlooker
from harena.games.knockdown.look.sheets import Sheet
from harena.games.knockdown.pack.content import CONTAMINATION, SYMBOL_NAMES
from harena.games.knockdown.rules.odds import ROLLS
from harena.games.knockdown.words.printed import (
    CONTAMINATION_TEXT,
    FLAME_TEXT,
    ammo_text,
    contamination,
    wounds,
)
from harena.look.drawing import HOLE, Part, filled, said
from harena.look.onlooker import NOTHING
from harena.look.sections import Section
from harena.look.writing import BOLD, clip, fit, width

NO_NUMBER = ""  # on what is held of a closed hand
NOWHERE = "\N{EN DASH}"  # a Flame that lies in no space
MOST_SKILLS = 2  # shown of a fighter: it has no more (KD-2.2)
SKILL_TOP, SKILL_LINE, SKILL_GAP = 296, 16, 22
SKILL_LINES = 5  # of a Skill face up
BOTH_SIZE, BOTH_LINE, BOTH_LINES = 13.5, 14, 9  # two face up share the room, each beginning with its name


class Token(NamedTuple):
    """What belongs to a fighter."""

    icon: str
    words: str  # beside it where it is the only one
    brief: str  # the same where there is little room
    least: str  # where there are several
    title: str


class PanelScene:
    """The panel of one fighter."""

    def __init__(self, on: Onlooker, sheet: Sheet, seat: int) -> None:
        self.on, self.view, self.sheet, self.seat = on, on.view, sheet, seat
        self.pieces = sheet.panels
        self.fighter = on.fighter(seat)

    def section(self) -> Section:
        inside = [self.pieces.one("nobody")] if not self.fighter.character else self._inside()
        parts: list[Part] = [*self._head(), *inside, self.pieces.one("end")]
        return Section(parts, self.sheet.panel.h)

    def _inside(self) -> list[Part]:
        return [
            *self._turn(),
            *self._wounds(),
            *self._test(),
            *self._hand(),
            *self._tokens(),
            *self._skills(),
        ]

    def _head(self) -> list[Part]:
        on, seat, fighter = self.on, self.seat, self.fighter
        sheet = on.sheet(seat)
        room, size = self.sheet.name_room
        player_room, player_size = self.sheet.player_room
        name = sheet.name if sheet is not None else "No fighter yet"
        piece = self.pieces.cut(
            "head",
            seat,
            self.sheet.panel,
            on.short(seat) if sheet is not None else "?",
            name,
            max(self.sheet.text, fit(name, room, size)),
            sheet.title if sheet is not None else "",
            HOLE,
            HOLE,
            seat == on.asked,
            on.won(seat),
            fighter.wins,
            self.view.wins,
        )
        player = clip(on.player(seat), player_room, player_size)
        about = (
            f"{name}, {sheet.title}, played by {on.player(seat)}."
            if sheet is not None
            else f"{on.player(seat)}: {name}."
        )
        return filled(piece, said(about), said(player))

    def _turn(self) -> list[Part]:
        """Whose turn it is, and how many actions are left of it."""
        view = self.view
        if self.seat != view.active or view.over:
            return []
        left = view.question.n if view.asking == "Act" and view.question is not None else 0
        if left:
            words = f"{count(left, 'action')} left"
        elif view.asking == "Combo":
            words = "In a Combo"
        else:
            words = "Your turn" if self.seat == view.viewer else "Their turn"
        return [self.pieces.one("turn", words)]

    def _wounds(self) -> list[Part]:
        one = self.fighter
        told = [wounds(one.light, one.heavy)]
        if one.contamination:
            told.append(contamination(one.contamination))
        words = f"{self.on.name(self.seat)} has {listed(told)}."
        return [self.pieces.one("wounds", one.light, one.heavy, one.contamination, (self.seat, words))]

    def _test(self) -> list[Part]:
        one = self.fighter
        if one.builds:
            title = f"A Knockdown Test would be a tower of {count(one.counted, 'cube')}."
            return [self.pieces.one("test", one.counted, 0.0, f"tower of {one.counted}", title)]
        share = one.fails / ROLLS
        fails = chance(share)
        title = f"A Knockdown Test would need {one.counted} on three dice: it fails in {fails} of rolls."
        return [self.pieces.one("test", one.counted, round(share, 3), f"{fails} fails", title)]

    # --- the hand

    def _hand(self) -> list[Part]:
        one = self.fighter
        parts: list[Part] = [self.pieces.one("hand", "", one.hand_size, one.most_cards)]
        closed = self.view.closed_hands and self.seat != self.view.viewer
        if closed:
            words = f"{count(one.hand_size, 'card')} in hand, closed"
            parts.append(self.pieces.one("backs", self.seat, one.hand_size, words))
        for place, name in enumerate(SYMBOL_NAMES):
            if not closed or self._asks(name):
                parts += self._cell(place, name, closed)
        return parts

    def _asks(self, name: str) -> bool:
        """Is a symbol of this hand asked for?"""
        question = self.view.question
        if question is None or f"symbol:{name}" not in self.on.open:
            return False
        whose = 1 - question.who if self.view.asking == "Strip" else question.who
        return whose == self.seat

    def _cell(self, place: int, name: str, closed: bool) -> list[Part]:
        """The cards with a symbol; of a closed hand nobody may say how many they are."""
        n = NO_NUMBER if closed else self.fighter.symbols.get(name, 0)
        cards = [card for card in self.fighter.hand if SYMBOL_NAMES[self.on.attacks[card].symbol] == name]
        action, hint = self.on.take(f"symbol:{name}") if self._asks(name) else ("", NOTHING)
        names = f": {listed([self.on.attacks[card].name for card in cards])}" if cards else ""
        title = f"{name.capitalize()} card"
        words = f"{f'A {title}' if closed else count(int(n), title)} in hand{names}."
        piece = self.pieces.cut(
            "cell", place, SYMBOL_ICONS[name], n, self.seat, name, action, HOLE, tuple(cards), HOLE
        )
        holes = (said(words), hint) if action else (said(words),)
        return filled(piece, *holes)

    # --- tokens and Skills

    def _tokens(self) -> list[Part]:
        """What belongs to the fighter; several kinds share the room of one."""
        kinds = self._kinds()
        parts: list[Part] = []
        for place, (icon, words, brief, least, title) in enumerate(kinds):
            shown = (words, brief) if len(kinds) == 1 else (least, least)
            parts.append(self.pieces.one("tokens", icon, *shown, (place, len(kinds)), title))
        return parts

    def _kinds(self) -> list[Token]:
        sheet, one = self.on.sheet(self.seat), self.fighter
        if sheet is None:
            return []
        found = []
        if sheet.most_ammo:
            ammo = f"Ammo {one.ammo} of {sheet.most_ammo}"
            least = f"{one.ammo}/{sheet.most_ammo}"
            found.append(Token("cannon", ammo, ammo, least, f"{ammo}. {ammo_text(sheet)}"))
        if sheet.flame:
            where = f"Flame on {one.flame}" if one.flame else "Flame at hand"
            found.append(Token("flame", where, where, one.flame or NOWHERE, f"{where}. {FLAME_TEXT}"))
        if sheet.contaminates:
            left = CONTAMINATION - self.on.fighter(1 - self.seat).contamination
            words = f"Contamination left: {left}"
            found.append(Token("drop", words, f"{left} left", f"{left}", f"{words}. {CONTAMINATION_TEXT}"))
        return found

    def _skills(self) -> list[Part]:
        if self.view.asking in DRAFTS:  # they lie in the middle then
            return []
        one, room = self.fighter, self.sheet.panel.w - 22
        if len(one.up) > 1:
            return self._both(room)
        shown = [(skill, True) for skill in one.up] + [(skill, False) for skill in one.down]
        parts: list[Part] = []
        top = SKILL_TOP
        for place, (skill, up) in enumerate(shown[:MOST_SKILLS]):
            face = skill_face(self.on.skills[skill])
            lines = written(face.text, room, 14, SKILL_LINES) if up else ()
            name = face.name if up else f"{face.name} (face down)"
            parts.append(self.pieces.one("skill", place, top, face.id, name, lines, up, face.words))
            top += SKILL_GAP + SKILL_LINE * len(lines) + 4
        if not one.down and one.down_count:
            words = "A Skill lies face down. Its owner turns it up after losing a round."
            face_down = (len(shown), top, "", "A Skill, face down", (), False, words)
            parts.append(self.pieces.one("skill", *face_down))
        return parts

    def _both(self, room: float) -> list[Part]:
        """Two Skills face up, told in as many lines as each takes."""
        faces = [skill_face(self.on.skills[skill]) for skill in self.fighter.up[:MOST_SKILLS]]
        parts: list[Part] = []
        left, top = BOTH_LINES, float(SKILL_TOP)
        for place, face in enumerate(faces):
            spare = room - width(face.name, BOTH_SIZE) * (BOLD - 1)
            most = left - 2 * (len(faces) - place - 1)  # the next one gets something too
            lines = written(f"{face.name}: {face.text}", spare, BOTH_SIZE, most)
            parts.append(self.pieces.one("run_in", place, top, face, lines, (BOTH_SIZE, BOTH_LINE)))
            left -= len(lines)
            top = round(top + BOTH_LINE * len(lines) + 4, 1)
        return parts
