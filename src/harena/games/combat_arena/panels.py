"""Beside the arena: each fighter's panel, the energy track, and the result at the end."""

from __future__ import annotations

from collections.abc import Sequence

from harena.core.picture import BOLD, clip, fit, wrap
from harena.games.combat_arena import layout as at
from harena.games.combat_arena.content import ArenaPack, Character
from harena.games.combat_arena.faces import injury_words, lines_of, sheet_of
from harena.games.combat_arena.layout import Band, Look, Panel, Space, Token
from harena.games.combat_arena.printed import count, fate_text, injury_text, space_number
from harena.games.combat_arena.view import ArenaView, FighterView
from harena.games.combat_arena.words import NUMERALS, ArenaWords

NOTE_ROOM = 300  # letters come out a little narrower than reckoned


class Onlooker:
    """A view with its pack and its words: who is who in it."""

    def __init__(self, pack: ArenaPack, view: ArenaView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.words = ArenaWords(pack, names)
        self.names = [clip(name, 150, 15) for name in names]
        self.characters = {character.id: character for character in pack.characters}
        self.waiting = view.question.who if view.question else -1  # the fighter it is about

    def player(self, fighter: FighterView) -> str:
        return "You" if fighter.owner == self.view.viewer else self.names[fighter.owner]

    def mark(self, fighter: FighterView) -> str:
        """What a variant sets a fighter apart by: its team, or the Champion's crown."""
        if self.view.variant == "brothers":
            return NUMERALS[fighter.side]
        return "crown" if fighter.champion else ""

    def asked(self) -> int:
        """The fighter whose player decides, or -1."""
        question = self.view.question
        if question is None:
            return -1
        return question.target if self.view.asking in ("React", "Snare") else question.who

    def won(self, fighter: FighterView) -> bool:
        """Is its player among the winners?"""
        scores = self.view.scores
        return self.view.over and scores[fighter.owner] == max(scores)


def panels(on: Onlooker) -> list[Panel]:
    """The panel of every fighter, one below the other."""
    many = len(on.view.fighters)
    h = (at.ARENA_HIGH - at.GAP * (many - 1)) / many
    asked = on.asked()
    return [panel(on, number, h, number == asked) for number in range(many)]


def panel(on: Onlooker, number: int, h: float, asked: bool) -> Panel:
    """What everybody may know of a fighter; the fewer there are, the more is written out."""
    fighter = on.view.fighters[number]
    character = on.characters.get(fighter.character)
    lines = lines_of(character, tuple(fighter.healthy)) if character and not fighter.down else ()
    said, alarm = notes(on, fighter, character, h)
    roomy = h >= 190
    large = h >= 280
    return Panel(
        seat=fighter.owner,
        h=round(h, 1),
        short=character.short if character else "?",
        name=clip(character.name if character else "Not chosen yet", 178, 20),
        player=player_line(on, fighter, asked),
        words=panel_words(on, fighter, character),
        mark=on.mark(fighter),
        decides=asked,
        active=number == on.view.active and not on.view.over,
        down=fighter.down,
        won=on.won(fighter),
        hand=fighter.hand_size,
        initiative=fighter.initiative,
        spaces=_spaces(fighter),
        left=fighter.wounds_left,
        health_words=_health_words(fighter),
        lines=lines,
        roomy=roomy,
        step=38 if large else 26,
        health_y=64 if large else 53,
        health_h=38 if large else 28,
        lines_y=114 if large else 87,
        notes=tuple(said),
        alarm=alarm,
    )


def player_line(on: Onlooker, fighter: FighterView, asked: bool) -> str:
    """Whose the fighter is, and whether the game waits for it."""
    who = on.player(fighter)
    if asked:
        return "You decide" if who == "You" else f"{clip(who, 110, 15)} decides"
    return f"{who}, fallen" if fighter.down else who


def panel_words(on: Onlooker, fighter: FighterView, character: Character | None) -> str:
    """The reference card and the hand in words."""
    if character is None:
        return f"{on.player(fighter)}: no fighter chosen yet"
    sheet = sheet_of(on.pack, on.pack.characters.index(character))
    lasting = [injury for injury in on.pack.injuries if injury.id in fighter.lasting]
    hampered = "".join(f" {injury.name}: {injury_text(injury)}" for injury in lasting)
    return f"{on.player(fighter)}, {count(fighter.hand_size, 'card')} in hand.{hampered} {sheet.words}"


def notes(
    on: Onlooker, fighter: FighterView, character: Character | None, h: float
) -> tuple[list[str], bool]:
    """What hampers a fighter, or what only it can do; the former is an alarm."""
    if character is None:
        return [], False
    if fighter.down:
        fate = [f"Fate: {character.fate_name}", *wrap(fate_text(character), NOTE_ROOM, 14, 2)]
        return [clip(line, NOTE_ROOM, 14) for line in fate], False
    injuries = {injury.id: injury for injury in on.pack.injuries}
    hurt = [injury_words(injuries[injury]) for injury in fighter.lasting]
    if fighter.handed:
        hurt.append("turn handed on")
    room = 3 if h >= 280 else 1
    if len(hurt) > room:
        hurt = [*hurt[: room - 1], "; ".join(hurt[room - 1 :])]
    lines = hurt or [f"Unique: {character.unique_name}"]
    if h >= 280 and len(lines) < room:
        lines.append(f"Fate: {character.fate_name}")
    return [clip(note, NOTE_ROOM / BOLD, 14) for note in lines], bool(fighter.lasting)


def bands(on: Onlooker) -> tuple[Band, ...]:
    """The energy track by what its spaces give."""
    track = on.pack.track
    step = track_step(on)
    return tuple(
        Band(
            level,
            track.count(level),
            at.TRACK_LEFT + track.index(level) * step,
            track.count(level) * step - 5,
        )
        for level in sorted(set(track))
    )


def track_step(on: Onlooker) -> float:
    """How wide a space of the energy track is."""
    return round((at.WIDE - at.EDGE - at.TRACK_LEFT - 1) / len(on.pack.track), 2)


def energies(on: Onlooker) -> list[Token]:
    """The Energy tokens, side by side where they share a space."""
    standing = [one for one in on.view.fighters if one.character and not one.down]
    step = track_step(on)
    tokens = []
    for space in sorted({fighter.energy for fighter in standing}):
        here = [fighter for fighter in standing if fighter.energy == space]
        apart = min(31.0, (step - 2) / len(here))
        left = at.TRACK_LEFT + (space + 0.5) * step - 3 - apart * (len(here) - 1) / 2
        for place, fighter in enumerate(here):
            tokens.append(energy(on, fighter, round(left + place * apart, 1), round(apart / 2, 1)))
    return tokens


def energy(on: Onlooker, fighter: FighterView, x: float, r: float) -> Token:
    """An Energy token."""
    character = on.characters[fighter.character]
    space, cards = space_number(fighter.energy), count(fighter.initiative, "Initiative card")
    said = f"{character.name}: energy space {space}, {cards}"
    return Token(
        key=f"energy-{character.id}",
        x=x,
        y=at.TRACK_TOP + 42,
        words=said,
        look=Look(seat=fighter.owner, short=character.short),
        r=r,
    )


def result(on: Onlooker) -> dict[str, object]:
    """Who won, and how each fighter came out of it: winners first, the least wounded before others."""
    order = sorted(on.view.fighters, key=lambda one: (not on.won(one), one.down, -one.wounds_left))
    w = (at.FULL_WIDE - 24 - at.GAP * (len(order) - 1)) / len(order)
    size = min(fit(on.characters[one.character].name, (w - 84) / BOLD, 20) for one in order)
    places = [outcome(on, fighter, w) for fighter in order]
    for place, found in enumerate(places):
        found["x"] = round(at.EDGE + 12 + place * (w + at.GAP), 1)
    return {"headline": headline(on), "places": places, "size": size, "w": round(w, 1)}


def outcome(on: Onlooker, fighter: FighterView, w: float) -> dict[str, object]:
    """How a fighter came out of the game."""
    return {
        "seat": fighter.owner,
        "short": on.characters[fighter.character].short,
        "name": on.characters[fighter.character].name,
        "player": clip(on.player(fighter), w - 84, 15),
        "state": "Fallen" if fighter.down else f"{count(fighter.wounds_left, 'wound')} left",
        "down": fighter.down,
        "won": on.won(fighter),
    }


def headline(on: Onlooker) -> str:
    """Who won."""
    scores = on.view.scores
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if max(scores) < 1:
        return "A draw"
    if on.view.viewer in best:
        return "You win" if len(best) == 1 else "Your side wins"
    said = " and ".join(clip(on.words.names[seat], 560 / len(best), 38) for seat in best)
    return f"{said} win{'s' if len(best) == 1 else ''}"


def _spaces(fighter: FighterView) -> tuple[Space, ...]:
    """The health track from its top on the left to its bottom on the right."""
    w = min(39.0, 234 / max(fighter.spaces, 1))
    return tuple(
        Space(round(place * w, 1), round(w - 4, 1), _space_kind(fighter, place))
        for place in range(fighter.spaces)
    )


def _space_kind(fighter: FighterView, place: int) -> str:
    if fighter.down or place < fighter.covered:
        return "covered"
    if place == fighter.marker:
        return "marker"
    return "bottom" if place == fighter.spaces - 1 else "free"


def _health_words(fighter: FighterView) -> str:
    if fighter.down:
        return "Fallen"
    return (
        f"Health: on space {fighter.marker + 1} of {fighter.spaces}, {fighter.covered} covered; "
        f"{fighter.wounds_left} more wounds defeat this fighter"
    )
