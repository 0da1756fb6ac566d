"""Beside the map: what both teams have won, and what everybody may know of each player."""

from __future__ import annotations

from functools import lru_cache

from harena.core.prose import capital, count, genitive, listed
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.sheets import PANELS, PanelForm, Sheet
from harena.games.centauri.pack.content import ArenaPack, Track
from harena.games.centauri.rules.engage import stopped_by
from harena.games.centauri.view import ArmadaView
from harena.games.centauri.words.printed import gains_text, successes
from harena.look.drawing import HOLE, Part, Plain, filled, said
from harena.look.onlooker import NOTHING
from harena.look.sections import Section
from harena.look.writing import clip, wrap

TRACK_IDS = ("starport", "lab")
EXPLORATION = "Explor. tokens: a movement point, or an Evade rolled again"


def scores(on: Onlooker, sheet: Sheet) -> Section:
    """Victory points of both teams."""
    parts: list[Part] = []
    view, box = on.view, sheet.score
    for team in (0, 1):
        who = on.team(team)
        near = view.viewer >= 0 and view.viewer % 2 == team
        short = _team_name(on, team)
        goal = f" {view.goal} win." if view.goal else ""
        words = (
            f"{capital(who)}: {count(view.points[team], 'victory point')}.{goal} "
            f"{count(view.kills[team], 'armada')} and {count(view.hunted[team], 'Raider')} destroyed, "
            f"{count(view.delivered[team], 'module')} delivered."
        )
        room = box.w * (0.34 if view.goal else 0.46)
        piece = PANELS.cut(
            "score",
            team,
            box,
            team * (box.w + sheet.gap),
            view.points[team],
            view.goal,
            HOLE,
            near,
            sheet.text,
            HOLE,
        )
        parts += filled(piece, said(words), said(clip(short, room, sheet.text)))
    return Section(parts, box.h)


def _team_name(on: Onlooker, team: int) -> str:
    """A team in a word or two, as its viewer calls it."""
    viewer = on.view.viewer
    if len(on.view.players) == 2:
        return "you" if viewer == team else on.names[team]
    if viewer < 0:
        return on.team(team)
    return "yours" if viewer % 2 == team else "theirs"


class PanelScene:
    """The panel of one player."""

    def __init__(self, on: Onlooker, sheet: Sheet, seat: int, ladder: bool) -> None:
        self.on, self.view, self.sheet, self.seat = on, on.view, sheet, seat
        self.form: PanelForm = sheet.panel(len(on.view.players) // 2, on.view.each)
        self.mat = on.mat(seat)
        self.ladder = ladder and seat == on.near  # its tracks lie open elsewhere

    def section(self) -> Section:
        parts: list[Part] = [
            *self._head(),
            *self._attributes(),
            *self._tracks(),
            self._goods(),
            *self._armadas(),
            *self._seen(),
            Plain("</g>"),
        ]
        return Section(parts, self.form.h)

    def _head(self) -> list[Part]:
        on, seat, form = self.on, self.seat, self.form
        piece = PANELS.cut(
            "head",
            seat,
            form,
            on.letters[seat],
            seat == on.asked,
            on.won(seat),
            seat == self.view.first,
            HOLE,
            HOLE,
        )
        team = f"plays with {self._mates()}" if self._mates() else "plays alone"
        words = f"{on.player(seat)} {team.replace('plays', 'play') if seat == self.view.viewer else team}."
        room = form.w - 40 - form.name * 1.6
        return filled(piece, said(words), said(clip(on.player(seat), room, form.name)))

    def _mates(self) -> str:
        seats = range(self.seat & 1, len(self.view.players), 2)
        return listed([self.on.player(seat) for seat in seats if seat != self.seat])

    def _attributes(self) -> list[Part]:
        mat, most = self.mat, int(self.on.pack.basics.hull)
        words = (
            f"Speed {mat.speed}: movement points. Combat {mat.combat}: dice of an attack. "
            f"Shield {mat.shield}: stops {successes(int(stopped_by(mat.shield)))} of each attack."
        )
        hull = f"Hull {mat.hull} of {most}."
        return [
            PANELS.one("attributes", self.form, (mat.speed, mat.combat, mat.shield), words),
            PANELS.one("hull", self.form, mat.hull, most, hull),
        ]

    def _tracks(self) -> list[Part]:
        parts: list[Part] = []
        for place, track in enumerate(self.on.pack.tracks):
            id = TRACK_IDS[place]
            level = self.mat.starport if place == 0 else self.mat.lab
            key = "" if self.ladder else f"track-{self.seat}-{id}"
            action, hint = "", NOTHING
            if not self.ladder and self.seat == self.view.viewer:
                action, hint = self.on.take(id)
            after = next_level(self.on.pack, place, level)
            name = track.name if self.form.large else track.name.split()[-1]
            clipped = clip(f"Next: {after}", self.form.w - 32, self.form.text)
            piece = PANELS.cut(
                "track", self.form, place, key, name, level, len(track.levels), clipped, action, HOLE
            )
            words = f"{track.name}: level {level} of {len(track.levels)}. Next: {after}."
            parts += filled(piece, Plain(f"{said(words)} {hint}") if hint else said(words))
        return parts

    def _goods(self) -> Part:
        mat = self.mat
        counts = (
            ("astartium", mat.astartium, "Astartium: buys levels"),
            ("combat-token", mat.combat_tokens, "Combat tokens: one more die, or misses rolled again"),
            ("exploration-token", mat.exploration_tokens, EXPLORATION),
            ("cards", mat.hand_size, "Action cards: in hand"),
        )
        return PANELS.one("goods", self.form, counts)

    def _armadas(self) -> list[Part]:
        form, parts = self.form, list[Part]()
        if not form.tops[4]:
            return parts
        step = 54 if form.large else form.line + 3
        for place, (number, armada) in enumerate(self.on.fleet(self.seat)):
            told = _told(armada, number == self.view.active)
            if not form.large:
                whole = f"{self.on.short(number)}: " if self.view.each > 1 else ""
                told = (clip(f"{whole}{', '.join(told)}", form.w - 24, form.text * 1.08),)
            y = form.tops[4] + step * place
            key = "" if armada.sector else f"armada-{number}"
            short = self.on.short(number)
            parts.append(PANELS.one("armada", form, y, self.seat, short, armada.cargo, told, key))
        return parts

    def _seen(self) -> list[Part]:
        """Cards that everybody knows to be in this hand; one that lies open is shown whole elsewhere."""
        mat, form = self.mat, self.form
        if not mat.shown or self.seat == self.view.viewer or self.seat in self.on.open_mates:
            return []
        names = [self.on.cards[kind].name for kind in mat.shown]
        whose = genitive(self.on.names[self.seat])
        words = f"In {whose} hand, and everybody knows it: {listed(names)}."
        room = form.w - 24 - form.text
        lines = [clip(line, room, form.text) for line in wrap(", ".join(names), room, form.text, form.lines)]
        return filled(PANELS.cut("seen", form, tuple(lines), HOLE), said(words))


def _told(armada: ArmadaView, moves: bool) -> tuple[str, ...]:
    """Where an armada is and how it does, in two short lines."""
    if not armada.sector:
        return ("not placed yet",)
    told = [f"in {armada.sector}"]
    if armada.points:
        told[0] += f", {armada.points} MP"
    state = [
        word
        for word, holds in (
            ("has a module", armada.cargo),
            ("came back", armada.back),
            ("out this round", armada.away),
            ("blocks the way", armada.wall),
            ("cloaked", armada.cloaked),
            (f"first attack +{armada.dagger}", armada.dagger > 0),
            ("moved", armada.moved and not armada.away and not moves),
        )
        if holds
    ]
    return (told[0], *state[:1])


@lru_cache(256)
def next_level(pack: ArenaPack, place: int, level: int) -> str:
    """What the next level of a track gives."""
    track: Track = pack.tracks[place]
    return gains_text(track.levels[level]) if level < len(track.levels) else "nothing more"
