"""Centauri Arena as a drawing: its sections, and in which order they are made. A sheet says where they stand.

map.py, panels.py, battle.py, cards.py and tables.py have the sections.
"""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.picture import Layout
from harena.core.prose import capital, count, listed
from harena.games.centauri.look.battle import battle
from harena.games.centauri.look.cards import hand
from harena.games.centauri.look.map import MapScene
from harena.games.centauri.look.mates import mates
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.panels import PanelScene, scores
from harena.games.centauri.look.sheets import PARTS, SHEETS, Sections, Sheet
from harena.games.centauri.look.tables import legend, tracks
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.view import ArenaView
from harena.look.chips import Offered
from harena.look.chips import drawn as chip_drawn
from harena.look.drawing import HOLE, Drawing, Part, Plain, filled, said
from harena.look.sections import NO_SECTION, Section
from harena.look.writing import clip

ACTION_ICONS = {
    "spend": "swift",
    "stay": "hourglass",
    "finish": "check",
    "fight": "sword",
    "flee": "swift",
    "yes": "check",
    "no": "cancel",
    "repair": "heart",
    "draw": "card-back",
    "pass": "cancel",
    "join": "sword",
    "token:combat": "sword",
    "token:exploration": "compass",
    "starport": "star",
    "lab": "star",
}
STRETCH_ICONS = {
    "number": "star",
    "target": "crosshair",
    "armada": "ahead",
    "sector": "compass",
    "fly": "ahead",
}
ON_THE_MAP = ("FleeTo", "PushWhat", "PushTo", "SwapWith")  # a combat goes on, and the map is asked
LINE_END = Plain("\n")


def draw(pack: ArenaPack, view: ArenaView, names: Sequence[str], layout: Layout) -> Drawing:
    """A view of Centauri Arena as a drawing."""
    scene = Scene(pack, view, names, SHEETS[layout])
    high, parts = scene.sheet.put_together(scene.sections())
    parts.insert(0, PARTS.one("sheet", scene.sheet.wide, high))
    teams = (listed([name for seat, name in enumerate(names) if seat & 1 == team]) for team in (0, 1))
    title = f"Centauri Arena: {' against '.join(teams)}"
    return Drawing((scene.sheet.wide, high), title, scene.prompt, parts)


class Scene:
    """Works out what there is to see in one view."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str], sheet: Sheet) -> None:
        self.sheet, self.view = sheet, view
        self.on = Onlooker(pack, view, names)
        self.prompt = self.on.words.prompt(view)

    def sections(self) -> Sections:
        """All there is; what can be chosen and has no place elsewhere becomes a chip at last."""
        on, sheet, view = self.on, self.sheet, self.view
        fight = NO_SECTION if view.over else battle(on, sheet)
        ladder = not fight.parts
        stars = MapScene(on, sheet).section()
        panels = [PanelScene(on, sheet, seat, ladder).section() for seat in range(len(view.players))]
        bottom = self._result() if view.over else hand(on, sheet)
        return Sections(
            map=stars,
            scores=scores(on, sheet),
            panels=panels,
            battle=fight,
            tracks=tracks(on, sheet) if ladder else NO_SECTION,
            legend=legend(sheet, on.pack, on.scenario),
            hand=bottom,
            mates=mates(on, sheet),
            decision=self._decision(),
            first=bool(fight.parts) and view.battle is not None and view.asking not in ON_THE_MAP,
            near=on.near,
        )

    # --- the end

    def _result(self) -> Section:
        """Who won, and what each team did."""
        on, view, sheet = self.on, self.view, self.sheet
        room, size = sheet.headline
        winners = [seat for seat in range(len(view.players)) if on.won(seat)]
        if len(winners) == len(view.players):
            headline = "A draw"
        elif view.viewer in winners:
            headline = "You win!" if len(winners) == 1 else "Your team wins!"
        elif len(winners) > 1 and view.viewer >= 0:
            headline = "The other team wins!"
        else:
            verb = "wins" if len(winners) == 1 else "win"
            headline = f"{listed([on.player(seat) for seat in winners])} {verb}!"
        parts = filled(PARTS.cut("result", sheet.row_wide, HOLE, size), said(clip(headline, room, size)))
        box = sheet.outcome
        columns = sheet.row_wide > 2 * box.w
        text = sheet.text + 1
        for team in (0, 1):
            x, y = (team * (box.w + 16), box.y) if columns else (0, box.y + team * (box.h + sheet.gap))
            first = count(view.points[team], "victory point")
            second = (
                f"{count(view.delivered[team], 'module')} delivered, {count(view.kills[team], 'armada')} and "
                f"{count(view.hunted[team], 'Raider')} destroyed"
            )
            piece = PARTS.cut(
                "outcome",
                x,
                y,
                box.w,
                box.h,
                team,
                team in {seat & 1 for seat in winners},
                text,
                HOLE,
                first,
                clip(second, box.w - 2 * text, text),
            )
            parts += filled(piece, said(clip(capital(on.team(team)), box.w - 5 * text, text * 1.2)))
        high = box.y + (box.h if columns else 2 * box.h + sheet.gap)
        return Section([*parts, Plain("</g>")], high)

    # --- the question

    def _decision(self) -> Section:
        """The question, the armada it is about, and what can be chosen that is not placed elsewhere."""
        view, sheet, on = self.view, self.sheet, self.on
        chips, high = sheet.chips([self._offered(action) for action in on.open])
        asked = bool(view.actions)
        lines = sheet.question(self.prompt, chips)
        parts: list[Part] = []
        if lines:
            parts.append(PARTS.one("decision", sheet.row_wide, asked, view.over))
            if on.asked >= 0:
                short = on.short(on.about) if on.about >= 0 else on.letters[on.asked]
                parts.append(PARTS.one("decides", on.asked, short))
            for line in lines:
                parts += filled(PARTS.cut("prompt", asked, line.y, line.size, HOLE), said(line.text))
        else:
            parts.append(Plain('<g data-key="decision">'))
        for chip in chips:
            parts += chip_drawn(chip, on.words.hint(view, chip.action))
        return Section([*parts, Plain("</g>"), LINE_END], high)

    def _offered(self, action: str) -> Offered:
        icon = ACTION_ICONS.get(action) or STRETCH_ICONS.get(action.partition(":")[0], "check")
        return Offered(action, capital(self.on.words.label(self.view, action)), icon)
