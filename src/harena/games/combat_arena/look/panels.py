"""Beside the arena: each fighter's panel, the energy track, and the result at the end."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from harena.core.prose import count
from harena.games.combat_arena.look.faces import injury_words, lines_of, sheet_of
from harena.games.combat_arena.look.onlooker import Onlooker
from harena.games.combat_arena.look.sheets import PanelForm, Sheet
from harena.games.combat_arena.pack.content import ArenaPack, Character
from harena.games.combat_arena.view import FighterView
from harena.games.combat_arena.words.printed import fate_text, injury_text, space_number
from harena.look.drawing import HOLE, Kept, Part, Plain, filled, said
from harena.look.laying import Box
from harena.look.writing import BOLD, clip, width, wrap


def panels(on: Onlooker, sheet: Sheet) -> list[Part]:
    """The panel of every fighter."""
    return [part for number in range(len(on.view.fighters)) for part in panel(on, sheet, number)]


def panel(on: Onlooker, sheet: Sheet, number: int) -> list[Part]:
    """What everybody may know of a fighter; the fewer there are, the more is written out."""
    many = len(on.view.fighters)
    form = sheet.panel(many)
    fighter = on.view.fighters[number]
    character = on.characters.get(fighter.character)
    asked = number == on.asked
    frame = sheet.panels.cut(
        "panel",
        number,
        sheet.panel_place(number, many),
        fighter.owner,
        form.high,
        "h-crowned" if on.won(fighter.owner) else "h-ringed" if asked else "",
        HOLE,
        about(on.pack, character) if character else "",
        number == on.view.active and not on.view.over,
        character.short if character else "?",
        fighter.down,
        on.mark(fighter),
        clip(character.name if character else "Not chosen yet", *form.name),
        HOLE,
        asked,
    )
    words = said(panel_words(on, fighter)), said(player_line(on, form, fighter, asked))
    inside: list[Part] = [sheet.panels.one("nobody", form.high)]
    if character:
        inside = contents(sheet, form, on.pack, fighter, character)
    return [*filled(frame, *words), *inside, sheet.panels.one("end")]


@lru_cache(256)
def about(pack: ArenaPack, character: Character) -> str:
    """The reference card in words."""
    return f" {sheet_of(pack, pack.characters.index(character)).words}"


def panel_words(on: Onlooker, fighter: FighterView) -> str:
    """Whose it is, the hand and what hampers it, in words."""
    who = on.player(fighter.owner)
    if not fighter.character:
        return f"{who}: no fighter chosen yet"
    lasting = [one for one in on.pack.injuries if one.id in fighter.lasting] if fighter.lasting else []
    hampered = "".join(f" {injury.name}: {injury_text(injury)}" for injury in lasting)
    return f"{who}, {count(fighter.hand_size, 'card')} in hand.{hampered}"


def player_line(on: Onlooker, form: PanelForm, fighter: FighterView, asked: bool) -> str:
    """Whose the fighter is, and whether the game waits for it."""
    who, (room, size) = on.player(fighter.owner), form.player
    end = " decides" if asked else ", fallen" if fighter.down else ""
    if asked and who == "You":
        return "You decide"
    return f"{clip(who, room - width(end, size), size)}{end}"


def contents(
    sheet: Sheet, form: PanelForm, pack: ArenaPack, fighter: FighterView, character: Character
) -> list[Part]:
    """Hand, Initiative, health, damage boxes, and what else there is to say."""
    down, pieces = fighter.down, sheet.panels
    track = Health(fighter.spaces, fighter.marker, fighter.covered, fighter.wounds_left, down)
    parts: list[Part] = [pieces.one("hand", fighter.owner, fighter.hand_size, down)]
    if not down:
        parts.append(pieces.one("initiative", fighter.initiative))
    parts.append(health(sheet, form, track))
    if not down:
        parts.append(boxes(sheet, form, character, tuple(fighter.healthy)))
    lines, alarm = notes(form, pack, character, down, tuple(fighter.lasting), fighter.handed)
    parts.append(pieces.one("notes", lines, alarm, form.high))
    return parts


class Health(msgspec.Struct, frozen=True):
    """A fighter's health track."""

    spaces: int
    marker: int
    covered: int
    left: int  # wounds
    down: bool

    def kind(self, place: int) -> str:
        if self.down or place < self.covered:
            return "covered"
        if place == self.marker:
            return "marker"
        return "bottom" if place == self.spaces - 1 else "free"

    def words(self) -> str:
        if self.down:
            return "Fallen"
        return (
            f"Health: on space {self.marker + 1} of {self.spaces}, {self.covered} covered; "
            f"{self.left} more wounds defeat this fighter"
        )


class Space(msgspec.Struct, frozen=True):
    """A space of the health track."""

    x: float
    w: float
    kind: str  # free, marker, covered or bottom


@lru_cache(1024)
def health(sheet: Sheet, form: PanelForm, track: Health) -> Kept:
    """The health track from its top on the left to its bottom on the right."""
    room, most = form.track
    w = min(most, room / max(track.spaces, 1))
    spaces = tuple(
        Space(round(place * w, 1), round(w - 4, 1), track.kind(place)) for place in range(track.spaces)
    )
    return sheet.panels.one("health", *form.health, track.words(), spaces, track.left)


@lru_cache(512)
def boxes(sheet: Sheet, form: PanelForm, character: Character, healthy: tuple[str, ...]) -> Kept:
    """The damage boxes, those with their marker as healthy."""
    return sheet.panels.one("boxes", lines_of(character, healthy), form.roomy, *form.boxes)


@lru_cache(1024)
def notes(
    form: PanelForm,
    pack: ArenaPack,
    character: Character,
    down: bool,
    lasting: tuple[str, ...],
    handed: bool,
) -> tuple[tuple[str, ...], bool]:
    """What hampers a fighter, or what only it can do; whether it is an alarm."""
    wide, size = form.note
    if down:
        fate = [f"Fate: {character.fate_name}", *wrap(fate_text(character), wide, size, 2)]
        return tuple(clip(line, wide, size) for line in fate), False
    injuries = {injury.id: injury for injury in pack.injuries}
    hurt = [injury_words(injuries[injury]) for injury in lasting]
    if handed:
        hurt.append("turn handed on")
    most = form.notes
    if len(hurt) > most:
        hurt = [*hurt[: most - 1], "; ".join(hurt[most - 1 :])]
    lines = hurt or [f"Unique: {character.unique_name}"]
    if len(lines) < most:
        lines.append(f"Fate: {character.fate_name}")
    return tuple(clip(note, wide / BOLD, size) for note in lines), bool(lasting)


# --- the energy track


class Band(msgspec.Struct, frozen=True):
    """A stretch of the energy track that gives the same number of Initiative cards."""

    level: int
    spaces: int
    x: float
    w: float


def energies(on: Onlooker, sheet: Sheet) -> list[Part]:
    """The energy track with its tokens."""
    left, step = sheet.track[0], track_step(on.pack, sheet)
    parts: list[Part] = [track(on.pack, sheet, crowd(on))]
    for space, here in shared(on).items():
        places = sheet.energy_places(left + (space + 0.5) * step, step, len(here))
        for fighter, place in zip(here, places, strict=True):
            parts += energy(on, sheet, fighter, place)
    return [*parts, sheet.panels.one("end")]


def shared(on: Onlooker) -> dict[int, list[FighterView]]:
    """Who stands on which space of the energy track."""
    standing = [one for one in on.view.fighters if one.character and not one.down]
    spaces = sorted({fighter.energy for fighter in standing})
    return {space: [one for one in standing if one.energy == space] for space in spaces}


def crowd(on: Onlooker) -> int:
    """The most Energy tokens in one space."""
    return max(map(len, shared(on).values()), default=1)


def energy(on: Onlooker, sheet: Sheet, fighter: FighterView, place: tuple[float, float, float]) -> list[Part]:
    """An Energy token; its place has its size."""
    x, y, r = place
    character = on.characters[fighter.character]
    space, cards = space_number(fighter.energy), count(fighter.initiative, "Initiative card")
    token = sheet.panels.cut("energy", character.id, fighter.owner, character.short, r, HOLE, HOLE)
    words = said(f"{character.name}: energy space {space}, {cards}")
    return filled(token, Plain(f"{x} {y}"), words)


@lru_cache(64)
def track(pack: ArenaPack, sheet: Sheet, crowd: int) -> Kept:
    """The energy track by what its spaces give, with room for so many tokens in one."""
    levels, step, left = pack.track, track_step(pack, sheet), sheet.track[0]
    bands = tuple(
        Band(level, levels.count(level), left + levels.index(level) * step, levels.count(level) * step - 5)
        for level in sorted(set(levels))
    )
    return sheet.panels.one("track", bands, crowd)


def track_step(pack: ArenaPack, sheet: Sheet) -> float:
    """How wide a space of the energy track is."""
    left, right = sheet.track
    return round((right - left) / len(pack.track), 2)


# --- the end


def result(on: Onlooker, sheet: Sheet) -> list[Part]:
    """Who won, and how each fighter came out of it: winners first, the least wounded before others."""
    order = sorted(on.view.fighters, key=lambda one: (not on.won(one.owner), one.down, -one.wounds_left))
    parts = filled(sheet.panels.cut("result", -(-len(order) // 2), HOLE), said(headline(on, sheet)))
    for place, fighter in enumerate(order):
        parts += outcome(on, sheet, fighter, sheet.outcome(place, len(order)))
    return [*parts, sheet.panels.one("end")]


def outcome(on: Onlooker, sheet: Sheet, fighter: FighterView, box: Box) -> list[Part]:
    """How a fighter came out of the game."""
    character = on.characters[fighter.character]
    size, room = sheet.outcome_size, box.w - sheet.outcome_left - 6
    piece = sheet.panels.cut(
        "outcome",
        box.x,
        box.y,
        round(box.w, 1),
        on.won(fighter.owner),
        fighter.owner,
        character.short,
        fighter.down,
        clip(character.name, room / BOLD, size + 2),
        HOLE,
        "Fallen" if fighter.down else f"{count(fighter.wounds_left, 'wound')} left",
    )
    return filled(piece, said(clip(on.player(fighter.owner), room, size)))


def headline(on: Onlooker, sheet: Sheet) -> str:
    """Who won."""
    room, size = sheet.headline
    scores = on.view.scores
    best = [seat for seat, score in enumerate(scores) if score == on.best]
    if on.best < 1:
        return "A draw"
    if on.view.viewer in best:
        return "You win" if len(best) == 1 else "Your side wins"
    named = " and ".join(clip(on.words.names[seat], room / len(best), size) for seat in best)
    return f"{named} {'wins' if len(best) == 1 else 'win'}"
