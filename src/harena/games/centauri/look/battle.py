"""A combat in a picture: both sides in the order of their initiative, who acts, and the last attack."""

from __future__ import annotations

import msgspec

from harena.core.prose import capital, count
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.sheets import BATTLE, BattleForm, Sheet
from harena.games.centauri.pack.content import BOSS
from harena.games.centauri.rules.pool import FIRST_SUCCESS
from harena.games.centauri.state import FOE
from harena.games.centauri.view import BattleView, BlowView
from harena.games.centauri.words.aftermath import flights, outcome
from harena.games.centauri.words.printed import foe_title
from harena.look.drawing import HOLE, Part, Plain, filled, said
from harena.look.laying import Box
from harena.look.sections import NO_SECTION, Section
from harena.look.writing import BOLD, clip, width

FOE_NAME = "foe"  # in place of an armada's number
STEPS = ("Fight or flee", "Buff", "Engage")
STEP_OF = {"Decide": 0, "FleeTo": 0, "Buff": 1, "NameBlaze": 1, "Engage": 2, "SpendDie": 2, "Reroll": 2}
ACTS = ("Engage", "SpendDie", "Reroll")  # whoever is asked then attacks
MOST_DICE = 20  # that are shown


class Combatant(msgspec.Struct, frozen=True, kw_only=True):
    """What is shown of one who fights."""

    seat: int
    short: str
    level: int  # of a Raider or Boss; 0: an armada
    hull: int
    most: int
    dice: int
    stops: int
    place: str
    now: bool
    asked: bool
    cargo: bool
    tag: str


class Written(msgspec.Struct, frozen=True):
    """Words where they stand, w wide."""

    text: str
    x: float
    y: float
    w: float = 0


class Die(msgspec.Struct, frozen=True):
    """A die where it lies."""

    pips: int
    x: float
    y: float


class BattleScene:
    """The combat of one view."""

    def __init__(self, on: Onlooker, sheet: Sheet, battle: BattleView) -> None:
        self.on, self.view, self.sheet, self.battle = on, on.view, sheet, battle
        self.form: BattleForm = sheet.battle
        self.over = battle is not on.view.battle
        own_line = not self.form.lanes and battle.fled and not self.over  # there are no steps then
        self.head = sheet.battle.head + (round(self.form.text * 1.4) if own_line else 0)
        self.sides = [[one for one in battle.order if self._side(one) == side] for side in (0, 1)]
        self.places = self._laned() if self.form.lanes else self._columned()

    def _side(self, one: int) -> int:
        """The lane of one who fights; a Raider has the one that its enemies leave free."""
        if one != FOE:
            return self.view.armadas[one].team
        enemies = [other for other in self.battle.order if other != FOE]
        return 1 - self.view.armadas[enemies[0]].team if enemies else 1

    def section(self) -> Section:
        form = self.form
        high = self._high()
        parts: list[Part] = [
            Plain('<g data-key="battle">'),
            BATTLE.one("board", form, high, self._lanes()),
            *self._head(),
            *self._arrow(),
        ]
        for one in self.battle.order:
            parts += self._fighter(one)
        return Section([*parts, *self._blow(), Plain("</g>")], high)

    # --- where they stand

    @property
    def _room(self) -> float:
        return self.form.w - self.form.blow[0] - 22 if self.form.lanes else self.form.w - 8

    def _laned(self) -> dict[int, Box]:
        """Columns in the order of initiative, each side in its lane."""
        form, order = self.form, self.battle.order
        step = min(form.cell[0] + 6, self._room / max(len(order), 1))
        return {
            one: Box(
                round(7 + step * place, 1),
                round(self.head + 4 + self._side(one) * (form.cell[1] + 10), 1),
                round(step - 6, 1),
                form.cell[1],
            )
            for place, one in enumerate(order)
        }

    def _columned(self) -> dict[int, Box]:
        """Each side has a column, those who come first above."""
        form = self.form
        return {
            one: Box(
                4 + side * (form.w - 8 - form.cell[0]),
                self.head + row * (form.cell[1] + 5),
                form.cell[0],
                form.cell[1],
            )
            for side, ones in enumerate(self.sides)
            for row, one in enumerate(ones)
        }

    def _rows(self) -> int:
        return max(1, *(len(side) for side in self.sides))

    def _high(self) -> float:
        form = self.form
        if form.lanes:
            return self.head + 2 * (form.cell[1] + 10)
        blow = form.blow[1] if self.battle.blow is not None else form.text * 2
        return self.head + self._rows() * (form.cell[1] + 5) + blow

    def _lanes(self) -> tuple[Box, ...]:
        form = self.form
        if not form.lanes:
            return ()
        return tuple(
            Box(4, self.head + side * (form.cell[1] + 10), self._room + 4, form.cell[1] + 8)
            for side in (0, 1)
        )

    # --- what is told

    def _head(self) -> list[Part]:
        form, battle = self.form, self.battle
        what = "Combat" if not battle.foe else "Boss" if battle.foe == BOSS else "Raider"
        size, steps = form.text, self._steps()
        title = f"{what} in {battle.sector}{' is over' if self.over else f', round {battle.round}'}"
        more = f"+{count(battle.more_dice, 'die', 'dice')} for every attack" if battle.more_dice else ""
        x = round(size + 20 + width(title, (size + 3) * BOLD) + 16, 1)
        if form.lanes:
            place = Written(more, x, round(size * 1.6, 1))
            after = x + (width(more, size) + 16 if more else 0)
            room = (steps[0].x if steps else form.w - 8) - after - 12
            news = Written(self._news(room), round(after, 1), round(size * 1.6, 1))
        else:
            place = Written(more, round(form.w - 8 - width(more, size), 1), round(size * 1.55, 1))
            news = Written(self._news(form.w - 20), 10, round(self.head - size * 0.35, 1))
        now = STEP_OF.get(self.view.asking, -1) - (1 if battle.foe else 0)
        if not news.text:
            return [BATTLE.one("head", form, title, place, tuple(steps), now)]
        piece = BATTLE.cut("head", form, title, place, tuple(steps), now, (news.x, news.y), HOLE)
        return filled(piece, said(news.text))

    def _steps(self) -> list[Written]:
        """The steps of a combat round; nobody flees from a Raider."""
        size, left, y = self.form.text, *((self.form.w - 312, 7.0) if self.form.lanes else (8.0, 25.0))
        steps: list[Written] = []
        for name in STEPS[1 if self.battle.foe else 0 :] if not self.over else ():
            w = round(width(name, size * BOLD) + size * 1.4, 1)
            steps.append(Written(name, left, y, w))
            left = round(left + w + 8, 1)
        return steps

    def _news(self, room: float) -> str:
        """Who has fled, and how it ended; in few words where there is little room."""
        teller, size = self.on.words.teller_of(self.view), self.form.text
        ended = capital(outcome(self.view, self.battle, teller)) if self.over else ""
        fled = [f"{self.on.short(one)} fled to {self.view.armadas[one].sector}" for one in self.battle.fled]
        long = ". ".join(filter(None, (ended, flights(self.view, self.battle, teller))))
        short = ". ".join(filter(None, (ended, ", ".join(fled))))
        return long if width(long, size * BOLD) <= room else clip(short, room, size * BOLD)

    def _fighter(self, one: int) -> list[Part]:
        box = self.places[one]
        action, hint = self._picked(one)
        it = self._combatant(one)
        name = self._name(one)
        words = (
            f"{capital(name)}: Hull {it.hull} of {it.most}, attacks with {count(it.dice, 'die', 'dice')}, "
            f"its Shield stops {it.stops}. {hint}"
        )
        key = FOE_NAME if one == FOE else str(one)
        piece = BATTLE.cut("fighter", key, self.form, box.w, box.h, it, action, HOLE, HOLE)
        return filled(piece, Plain(f"{box.x:g} {box.y:g}"), said(words.rstrip()))

    def _picked(self, one: int) -> tuple[str, str]:
        action = f"target:{FOE_NAME if one == FOE else one + 1}"
        taken, _ = self.on.take(action)
        return (taken, self.on.words.hint(self.view, taken)) if taken else ("", "")

    def _name(self, one: int) -> str:
        return foe_title(self.battle.foe) if one == FOE else self.on.of_armada(one)

    def _combatant(self, one: int) -> Combatant:
        battle, view = self.battle, self.view
        number = battle.order.index(one)
        place = "" if self.over else f"{number + 1}."
        dice, stops = battle.dice[number], battle.armour[number]
        if one == FOE:
            foe = self.on.pack.foes[battle.foe]
            return Combatant(
                seat=0,
                short="",
                level=battle.foe,
                hull=battle.foe_hull,
                most=int(foe.hull),
                dice=dice,
                stops=stops,
                place=place,
                now=False,
                asked=False,
                cargo=False,
                tag="",
            )
        armada, mat = view.armadas[one], self.on.mat_of(one)
        attacks = one == self.on.about and view.asking in ACTS
        return Combatant(
            seat=armada.owner,
            short=self.on.short(one),
            level=0,
            hull=mat.hull,
            most=int(self.on.pack.basics.hull),
            dice=dice,
            stops=stops,
            place=place,
            now=attacks,
            asked=not self.over and self._is_asked(one),
            cargo=armada.cargo,
            tag="Blaze!" if armada.blaze else "re-rolls" if armada.rerolls else "",
        )

    def _is_asked(self, one: int) -> bool:
        """An armada that the question is about; in Buff a player is asked, for all armadas."""
        on = self.on
        return one == on.about if on.about >= 0 else self.view.armadas[one].owner == on.asked

    # --- the last attack

    def _arrow(self) -> list[Part]:
        """From whoever attacked last to the target; those between them stand over it."""
        blow = self.battle.blow
        if blow is None or blow.by not in self.places or blow.on not in self.places:
            return []
        one, two = self.places[blow.by], self.places[blow.on]
        right = 1 if two.x > one.x else -1
        x1 = one.x + one.w / 2 if self.form.lanes else one.x + (one.w if right > 0 else 0)
        y1, y2 = one.y + one.h / 2, two.y + two.h / 2
        tip = Plain(f"{two.x + (0 if right > 0 else two.w) - 4 * right:.1f} {y2:.1f}")
        bend = f"L{x1:.1f} {y2:.1f}" if self.form.lanes else ""
        line = Plain(f"{x1:.1f} {y1:.1f}{bend}L{tip}")
        return filled(BATTLE.cut("arrow", HOLE, HOLE, HOLE), line, tip, Plain("0" if right > 0 else "180"))

    def _blow(self) -> list[Part]:
        form, blow = self.form, self.battle.blow
        if form.lanes:
            box = Box(form.w - form.blow[0] - 8, self.head + 2, *form.blow)
        else:
            box = Box(6, self.head + self._rows() * (form.cell[1] + 5) + 1, *form.blow)
        if blow is None:
            quiet = (Written("Nobody has attacked yet.", 2, round(form.text * 1.2, 1)), Written("", 2, 20))
            piece = BATTLE.cut("blow", box, (), FIRST_SUCCESS, form.die, quiet, form.text, "", HOLE)
            return filled(piece, said("No attack in this combat yet."))
        told, words = self._told(blow, box)
        title = clip(f"{capital(self._name(blow.by))} rolled", box.w - 4, form.text * BOLD)
        piece = BATTLE.cut(
            "blow", box, self._dice(blow, box), FIRST_SUCCESS, form.die, told, form.text, HOLE, HOLE
        )
        return filled(piece, said(words), said(title))

    def _dice(self, blow: BlowView, box: Box) -> tuple[Die, ...]:
        step, top = round(42 * self.form.die, 1), self.form.text * 1.6
        columns = int((box.w - 4) // step)
        return tuple(
            Die(pips, round(2 + place % columns * step, 1), round(top + place // columns * step, 1))
            for place, pips in enumerate(blow.dice[:MOST_DICE])
        )

    def _told(self, blow: BlowView, box: Box) -> tuple[tuple[Written, ...], str]:
        hits = count(blow.successes, "success", "successes")
        stopped = f", Shield stops {min(blow.stopped, blow.successes)}" if blow.stopped else ""
        damage = f"{blow.damage} damage to {self._name(blow.on)}"
        words = f"{capital(self._name(blow.by))} rolled {hits}{stopped}: {damage}."
        size = self.form.text
        if self.form.lanes:
            lines = (f"{hits}{stopped}", damage)
            first = box.h - size * 1.5
            told = tuple(
                Written(clip(line, box.w - 4, size), 2, round(first + size * 1.3 * place, 1))
                for place, line in enumerate(lines)
            )
            return told, words
        line = clip(f"{hits}{stopped}: {damage}", box.w - 4, size)
        return (Written(line, 2, round(box.h - 4, 1)),), words


def battle(on: Onlooker, sheet: Sheet) -> Section:
    """The combat that goes on, or how one has just ended; there may be neither."""
    going, ended = on.view.battle, on.view.aftermath
    if going is not None and going.order:
        return BattleScene(on, sheet, going).section()
    return BattleScene(on, sheet, ended).section() if ended is not None else NO_SECTION
