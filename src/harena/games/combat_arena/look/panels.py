"""Beside the arena: each fighter's panel, the energy track, and the result at the end."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from harena.core.prose import count
from harena.games.combat_arena.look import layout as at
from harena.games.combat_arena.look.faces import injury_words, lines_of, sheet_of
from harena.games.combat_arena.look.layout import Band, Space
from harena.games.combat_arena.look.onlooker import Onlooker
from harena.games.combat_arena.pack.content import ArenaPack, Character
from harena.games.combat_arena.view import FighterView
from harena.games.combat_arena.words.printed import fate_text, injury_text, space_number
from harena.look.drawing import HOLE, Kept, Part, Pieces, Plain, filled, said
from harena.look.picture import BOLD, clip, fit, wrap

PANELS = Pieces(Path(__file__).parent, "panels.svg.j2")
NOTE_ROOM = 300  # letters come out a little narrower than reckoned
ROOMY, LARGE = 190, 280  # heights of a panel from which more is written out


def panels(on: Onlooker) -> list[Part]:
    """The panel of every fighter, one below the other."""
    many = len(on.view.fighters)
    h = (at.ARENA_HIGH - at.GAP * (many - 1)) / many
    return [part for number in range(many) for part in panel(on, number, h)]


def panel(on: Onlooker, number: int, h: float) -> list[Part]:
    """What everybody may know of a fighter; the fewer there are, the more is written out."""
    fighter = on.view.fighters[number]
    character = on.characters.get(fighter.character)
    asked = number == on.asked
    frame = PANELS.cut(
        "panel",
        number,
        fighter.owner,
        round(h, 1),
        "h-crowned" if on.won(fighter) else "h-ringed" if asked else "",
        HOLE,
        about(on.pack, character) if character else "",
        number == on.view.active and not on.view.over,
        character.short if character else "?",
        fighter.down,
        on.mark(fighter),
        clip(character.name if character else "Not chosen yet", 178, 20),
        HOLE,
        asked,
    )
    words = said(panel_words(on, fighter)), said(player_line(on, fighter, asked))
    inside = contents(on.pack, fighter, character, h) if character else [PANELS.one("nobody", round(h, 1))]
    return [*filled(frame, *words), *inside, PANELS.one("end")]


@lru_cache(256)
def about(pack: ArenaPack, character: Character) -> str:
    """The reference card in words."""
    return f" {sheet_of(pack, pack.characters.index(character)).words}"


def panel_words(on: Onlooker, fighter: FighterView) -> str:
    """Whose it is, the hand and what hampers it, in words."""
    who = on.player(fighter)
    if not fighter.character:
        return f"{who}: no fighter chosen yet"
    lasting = [one for one in on.pack.injuries if one.id in fighter.lasting] if fighter.lasting else []
    hampered = "".join(f" {injury.name}: {injury_text(injury)}" for injury in lasting)
    return f"{who}, {count(fighter.hand_size, 'card')} in hand.{hampered}"


def player_line(on: Onlooker, fighter: FighterView, asked: bool) -> str:
    """Whose the fighter is, and whether the game waits for it."""
    who = on.player(fighter)
    if asked:
        return "You decide" if who == "You" else f"{clip(who, 110, 15)} decides"
    return f"{who}, fallen" if fighter.down else who


def contents(pack: ArenaPack, fighter: FighterView, character: Character, h: float) -> list[Part]:
    """Hand, Initiative, health, damage boxes, and what else there is to say."""
    down = fighter.down
    track = Health(fighter.spaces, fighter.marker, fighter.covered, fighter.wounds_left, down)
    parts: list[Part] = [PANELS.one("hand", fighter.owner, fighter.hand_size, down)]
    if not down:
        parts.append(PANELS.one("initiative", fighter.initiative))
    parts.append(health(track, h >= LARGE))
    if not down:
        parts.append(boxes(character, tuple(fighter.healthy), h))
    parts.append(notes(pack, character, down, tuple(fighter.lasting), fighter.handed, h))
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


@lru_cache(1024)
def health(track: Health, large: bool) -> Kept:
    """The health track from its top on the left to its bottom on the right."""
    w = min(39.0, 234 / max(track.spaces, 1))
    spaces = tuple(
        Space(round(place * w, 1), round(w - 4, 1), track.kind(place)) for place in range(track.spaces)
    )
    y, high = (64, 38) if large else (53, 28)
    return PANELS.one("health", y, high, track.words(), spaces, track.left)


@lru_cache(512)
def boxes(character: Character, healthy: tuple[str, ...], h: float) -> Kept:
    """The damage boxes, those with their marker as healthy."""
    top, step = (114, 38) if h >= LARGE else (87, 26)
    return PANELS.one("boxes", lines_of(character, healthy), h >= ROOMY, top, step)


@lru_cache(1024)
def notes(
    pack: ArenaPack, character: Character, down: bool, lasting: tuple[str, ...], handed: bool, h: float
) -> Kept:
    """What hampers a fighter, or what only it can do; the former is an alarm."""
    if down:
        fate = [f"Fate: {character.fate_name}", *wrap(fate_text(character), NOTE_ROOM, 14, 2)]
        return PANELS.one("notes", tuple(clip(line, NOTE_ROOM, 14) for line in fate), False, round(h, 1))
    injuries = {injury.id: injury for injury in pack.injuries}
    hurt = [injury_words(injuries[injury]) for injury in lasting]
    if handed:
        hurt.append("turn handed on")
    room = 3 if h >= LARGE else 1
    if len(hurt) > room:
        hurt = [*hurt[: room - 1], "; ".join(hurt[room - 1 :])]
    lines = hurt or [f"Unique: {character.unique_name}"]
    if h >= LARGE and len(lines) < room:
        lines.append(f"Fate: {character.fate_name}")
    shown = tuple(clip(note, NOTE_ROOM / BOLD, 14) for note in lines)
    return PANELS.one("notes", shown, bool(lasting), round(h, 1))


# --- the energy track


def energies(on: Onlooker) -> list[Part]:
    """The energy track with its tokens, side by side where they share a space."""
    standing = [one for one in on.view.fighters if one.character and not one.down]
    step = track_step(on.pack)
    parts: list[Part] = [track(on.pack)]
    for space in sorted({fighter.energy for fighter in standing}):
        here = [fighter for fighter in standing if fighter.energy == space]
        apart = min(31.0, (step - 2) / len(here))
        left = at.TRACK_LEFT + (space + 0.5) * step - 3 - apart * (len(here) - 1) / 2
        for place, fighter in enumerate(here):
            parts += energy(on, fighter, round(left + place * apart, 1), round(apart / 2, 1))
    return [*parts, PANELS.one("end")]


def energy(on: Onlooker, fighter: FighterView, x: float, r: float) -> list[Part]:
    """An Energy token."""
    character = on.characters[fighter.character]
    space, cards = space_number(fighter.energy), count(fighter.initiative, "Initiative card")
    token = PANELS.cut("energy", character.id, fighter.owner, character.short, r, HOLE, HOLE)
    words = said(f"{character.name}: energy space {space}, {cards}")
    return filled(token, Plain(f"{x} {at.TRACK_TOP + 42}"), words)


@lru_cache(64)
def track(pack: ArenaPack) -> Kept:
    """The energy track by what its spaces give."""
    levels, step = pack.track, track_step(pack)
    bands = tuple(
        Band(
            level,
            levels.count(level),
            at.TRACK_LEFT + levels.index(level) * step,
            levels.count(level) * step - 5,
        )
        for level in sorted(set(levels))
    )
    return PANELS.one("track", bands)


def track_step(pack: ArenaPack) -> float:
    """How wide a space of the energy track is."""
    return round((at.WIDE - at.EDGE - at.TRACK_LEFT - 1) / len(pack.track), 2)


# --- the end


def result(on: Onlooker) -> list[Part]:
    """Who won, and how each fighter came out of it: winners first, the least wounded before others."""
    order = sorted(on.view.fighters, key=lambda one: (not on.won(one), one.down, -one.wounds_left))
    w = (at.FULL_WIDE - 24 - at.GAP * (len(order) - 1)) / len(order)
    parts = filled(PANELS.cut("result", HOLE), said(headline(on)))
    size = min(fit(on.characters[one.character].name, (w - 84) / BOLD, 20) for one in order)
    for place, fighter in enumerate(order):
        parts += outcome(on, fighter, Place(round(at.EDGE + 12 + place * (w + at.GAP), 1), w, size))
    return [*parts, PANELS.one("end")]


class Place(msgspec.Struct, frozen=True):
    """Where an outcome stands, how wide, and how large its writing is."""

    x: float
    w: float
    size: float


def outcome(on: Onlooker, fighter: FighterView, place: Place) -> list[Part]:
    """How a fighter came out of the game."""
    character = on.characters[fighter.character]
    piece = PANELS.cut(
        "outcome",
        place.x,
        round(place.w, 1),
        on.won(fighter),
        fighter.owner,
        character.short,
        fighter.down,
        place.size,
        character.name,
        HOLE,
        "Fallen" if fighter.down else f"{count(fighter.wounds_left, 'wound')} left",
    )
    return filled(piece, said(clip(on.player(fighter), place.w - 84, 15)))


def headline(on: Onlooker) -> str:
    """Who won."""
    scores = on.view.scores
    best = [seat for seat, score in enumerate(scores) if score == on.best]
    if on.best < 1:
        return "A draw"
    if on.view.viewer in best:
        return "You win" if len(best) == 1 else "Your side wins"
    named = " and ".join(clip(on.words.names[seat], 560 / len(best), 38) for seat in best)
    return f"{named} {'wins' if len(best) == 1 else 'win'}"
