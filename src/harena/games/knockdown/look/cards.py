"""Below the arena: the Attack Row, Special Attacks, and what is drafted before a match."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from harena.games.knockdown.look.faces import Form, attack_face, skill_face
from harena.games.knockdown.look.onlooker import DRAFTS, Onlooker, can_pay
from harena.games.knockdown.look.references import sheet_faces
from harena.games.knockdown.look.sheets import CARDS, Sheet, in_columns
from harena.games.knockdown.pack.content import SYMBOL_NAMES, Attack
from harena.games.knockdown.state import ROW
from harena.games.knockdown.words.things import spaces_of
from harena.look.drawing import HOLE, Part, Plain, filled
from harena.look.onlooker import NOTHING
from harena.look.sections import NO_SECTION, Section

TITLE = 22  # how high a heading over cards is
NOT_SHOWN = -1  # instead of a distance


class CardScene:
    """The cards of one view."""

    def __init__(self, on: Onlooker, sheet: Sheet) -> None:
        self.on, self.view, self.sheet = on, on.view, sheet
        self.distance, self.longest = self._distance(), int(on.arena.field.longest)

    def _distance(self) -> int:
        """How far apart the two stand."""
        one, two = (fighter.space for fighter in self.view.fighters)
        if not one or not two:
            return NOT_SHOWN
        numbers = spaces_of(self.on.arena)
        return int(self.on.arena.field.distance(numbers[one], numbers[two]))

    # --- what lies between the arena and the Special Attacks

    def section(self) -> Section:
        """The Row; before it is dealt, fighters or Skills."""
        if self.view.asking == "PickFighter":
            return self._fighters()
        if self.view.asking in DRAFTS:
            return self._draft()
        return self._row() if self.view.round or self.view.row else NO_SECTION

    def _row(self) -> Section:
        """The Row, oldest first, and the card that is being resolved."""
        view, form = self.view, self.sheet.card
        cards = [*view.row, *([view.taking] if view.taking else [])]
        places = in_columns(max(ROW, len(cards)), form, self.sheet.columns, self.sheet.gap)
        parts: list[Part] = [Plain('<g data-key="row">')]
        for number, card in enumerate(cards):
            oldest = number == 0 and card != view.taking and len(view.row) > 1
            parts += self._row_card(card, places[number], oldest)
        parts += [CARDS.one("no_card", form, place) for place in places[len(cards) :]]
        return Section([*parts, Plain("</g>")], self._high(max(ROW, len(cards)), form))

    def _row_card(self, card: str, place: Plain, oldest: bool) -> list[Part]:
        on, attack, form = self.on, self.on.attacks[card], self.sheet.card
        action, hint = on.take(f"attack:{card}")
        if not action:
            action, hint = on.take(f"take:{card}")
        reach, lights = on.reach.get(card), on.lights_of(card)
        in_range = reach.in_range if reach is not None else None
        piece = CARDS.cut(
            "in_row",
            attack_face(attack, self.longest),
            form,
            action,
            HOLE,
            HOLE if lights else "",
            HOLE if hint else "",
            self.distance,
            in_range if attack.aimed() or reach is None else True,
            oldest,
            card == self.view.taking,
        )
        holes = [*([lights] if lights else []), place, *([hint] if hint else [])]
        return filled(piece, *holes)

    def _high(self, count: int, form: Form) -> float:
        rows = -(-count // self.sheet.columns)
        return rows * (form.h + self.sheet.gap) - self.sheet.gap

    # --- drafts

    def _fighters(self) -> Section:
        """All fighters that can be picked, and those that were."""
        owners = {one.character: seat for seat, one in enumerate(self.view.fighters) if one.character}
        sheets = self.on.pack.sheets
        form, columns = self.sheet.reference(len(sheets)), self.sheet.fighters_beside(len(sheets))
        faces = sheet_faces(tuple(sheets), form)
        form = msgspec.structs.replace(form, h=round(max(face.high for face in faces), 1))
        left = (self.sheet.row_wide - columns * (form.w + self.sheet.gap) + self.sheet.gap) / 2
        places = in_columns(len(sheets), form, columns, self.sheet.gap, 0, left)
        parts: list[Part] = []
        for face, place in zip(faces, places, strict=True):
            action, hint = self.on.take(f"fighter:{face.id}")
            seat = owners.get(face.id, -1)
            piece = CARDS.cut("reference", face, form, seat, action, HOLE, HOLE if hint else "")
            parts += filled(piece, place, *([hint] if hint else []))
        rows = -(-len(sheets) // columns)
        return Section(parts, rows * (form.h + self.sheet.gap))

    def _draft(self) -> Section:
        """The viewer's own Skills: those to choose from, and what became of the others."""
        draft = self.view.draft
        if draft is None:
            return NO_SECTION
        shown: dict[str, str] = {}
        for skills, note in (
            (draft.held, ""),
            (draft.kept, "kept"),
            (draft.received, "received"),
            (draft.passed, "passed on"),
        ):
            for skill in skills:
                if note != "received" or skill not in draft.dropped:
                    shown.setdefault(skill, note)
        for skill in draft.dropped:
            shown[skill] = "out of the match"
        form = self.sheet.skill(len(shown))
        columns = max(len(shown), 1) if self.sheet.columns > 2 else 1
        order = sorted(shown, key=lambda skill: f"skill:{skill}" not in self.on.open)
        parts: list[Part] = []
        for skill, place in zip(order, in_columns(len(order), form, columns, self.sheet.gap), strict=True):
            action, hint = self.on.take(f"skill:{skill}")
            face = skill_face(self.on.skills[skill])
            note = "" if action and shown[skill] != "kept" else shown[skill]
            piece = CARDS.cut("skill", face, form, action, HOLE, HOLE if hint else "", note)
            parts += filled(piece, place, *([hint] if hint else []))
        rows = -(-len(order) // columns)
        return Section(parts, rows * (form.h + self.sheet.gap))

    # --- Special Attacks

    def specials(self) -> Section:
        """Both fighters' Special Attacks, the viewer's first."""
        parts: list[Part] = []
        high = 0.0
        for place, seat in enumerate((self.on.near, self.on.far)):
            sheet = self.on.sheet(seat)
            if sheet is None:
                continue
            beside = self.sheet.columns > 2  # the two stand side by side
            left = place * (self.sheet.row_wide + self.sheet.gap) / 2 if beside else 0.0
            top = 0.0 if beside else high
            form = self.sheet.special(len(sheet.specials))
            parts += self._of_fighter(seat, sheet.specials, form, left, top)
            rows = -(-len(sheet.specials) // 2)
            high = top + TITLE + rows * (form.h + self.sheet.gap) + (0 if beside else 4)
        return Section(parts, high)

    def _of_fighter(
        self, seat: int, specials: Sequence[Attack], form: Form, left: float, top: float
    ) -> list[Part]:
        whose = (
            "Your Special Attacks" if seat == self.view.viewer else f"{self.on.name(seat)}: Special Attacks"
        )
        size = self.sheet.text + 1
        parts: list[Part] = [CARDS.one("title", seat, whose, left + 2, top + 16, size)]
        places = in_columns(len(specials), form, 2, self.sheet.gap, top + TITLE, left)
        for special, place in zip(specials, places, strict=True):
            parts += self._special(seat, special, form, place)
        return parts

    def _special(self, seat: int, special: Attack, form: Form, place: Plain) -> list[Part]:
        on, view = self.on, self.view
        own = seat == view.viewer
        action, hint = on.take(f"special:{int(special.slot) + 1}") if own else ("", NOTHING)
        reach = on.reach.get(special.id) if seat == view.eyes else None
        lights = on.lights_of(special.id) if reach is not None and special.aimed() else NOTHING
        under_way = view.question is not None and view.question.attack == special.id
        piece = CARDS.cut(
            "special",
            on.special_key(seat, special),
            attack_face(special, self.longest),
            form,
            action,
            HOLE,
            HOLE if lights else "",
            HOLE if hint else "",
            self.distance,
            reach.in_range if reach is not None and special.aimed() else None,
            self._payable(seat, special),
            under_way,
        )
        holes = [*([lights] if lights else []), place, *([hint] if hint else [])]
        return filled(piece, *holes)

    def _payable(self, seat: int, special: Attack) -> bool | None:
        """Could its owner pay for it now? None where the hand is closed."""
        symbols = self.view.fighters[seat].symbols
        if not symbols or not self.view.round:
            return None
        return can_pay(special, tuple(symbols.get(name, 0) for name in SYMBOL_NAMES))
