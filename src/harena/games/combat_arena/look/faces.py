"""What is on the cards of Combat Arena: Action cards and the fighters' reference cards."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from harena.core.prose import capital, count, plural
from harena.games.combat_arena.pack import content as c
from harena.games.combat_arena.pack.content import (
    ActionCard,
    ArenaPack,
    Character,
    Effect,
    FighterRule,
    Injury,
    Reaction,
    RuleValues,
    Strike,
    Verb,
    Weapon,
)
from harena.games.combat_arena.words.printed import (
    FACING_TEXTS,
    card_text,
    dice,
    rule_text,
    sheet_lines,
    weapon_text,
)
from harena.look import IRON, OLIVE, TEAL, VIOLET
from harena.look.writing import BOLD, clip, fit, wrap

FACING_ICONS = ("compass", "ahead", "back")
BOX_ICONS = {"melee": "sword", "ranged": "crosshair", "rule": "shield"}
STATES = ("Wounded.", "Healthy.")
SMALLEST = 14.0  # letters: where the sheet is smallest, on a tablet, they have 10 pixels then
TEXT_ROOM, TEXT_LINES = 136.0, 2
SLIM_ROOM, SLIM_LINES = 130.0, 3
NAME_ROOM = 172.0
BOX_ROOM, TITLE_ROOM, SHEET_ROOM = 138.0, 180.0, 224.0  # on a reference card, where nothing is cut
TIMES, MINUS, NOTHING = "\u00d7", "\u2212", "\u2013"


class RowFace(msgspec.Struct, frozen=True, kw_only=True):
    """One of the three actions on a card."""

    icon: str
    number: str  # large; empty for a Special
    title: str  # of a Special
    title_size: float
    lines: tuple[str, ...]
    slim: tuple[str, ...]  # the same on a slim card
    side_icon: str  # of a facing
    energy: str


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is on an Action card."""

    id: str
    name: str
    name_size: float
    slim_name: str  # the same on a slim card
    edge: str
    words: str
    rows: tuple[RowFace, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A damage box: a weapon or a rule with the values that count now (CA-5.4)."""

    box: str
    icon: str
    name: str
    needs: str
    wounds: int  # for each hit; 0 for a rule
    healthy: bool
    words: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter's reference card."""

    id: str
    short: str
    name: str
    title: str
    titles: tuple[str, ...]  # the same in lines
    spaces: int
    lines: tuple[Line, ...]
    names: tuple[tuple[str, ...], ...]  # of the boxes, whole, each in one or two lines
    wounded: tuple[str, ...]  # the needs of the same boxes once wounded
    unique: tuple[str, ...]
    fate: tuple[str, ...]
    words: str


def signed(n: int) -> str:
    """A number with its sign, or nothing."""
    return "" if n == 0 else f"+{n}" if n > 0 else f"{MINUS}{-n}"


# --- effects in a few words


def effect_words(effect: Effect | None) -> str:
    """What an effect does, as short as it goes."""
    verbs = effect.verbs if effect else []
    said = [verb_words(verb) for verb in verbs]
    first = next((place for place, verb in enumerate(verbs) if verb.if_hit), -1)
    if first >= 0:
        said[first] = f"if hit: {said[first]}"
    text = ", ".join(said)
    return capital(text)


def verb_words(verb: Verb) -> str:
    """What a verb does, as short as it goes."""
    whom = _whom(verb)
    n = verb.n
    if verb.do == c.ATTACK:
        return _attack_words(verb, whom)
    return {
        c.MOVE: f"move {n}",
        c.TURN: "turn",
        c.PUSH: f"push{whom} {n}",
        c.WOUND: f"{count(n, 'wound')}{whom}",
        c.ENERGY: f"{signed(n)} energy",
        c.DRAIN: f"{signed(-n)} energy{whom}",
        c.HEAL: f"heal {n}",
        c.DRAW: f"draw {n}",
        c.DROP: f"{signed(-n)} card{whom}",
        c.MEND: "mend a box",
        c.UNMARK: "lose a marker",
        c.FATAL: f"dead on {n}+",
    }[verb.do]


def _whom(verb: Verb) -> str:
    if verb.on == c.NEAR:
        return f" within {verb.reach}"
    return {c.EACH: " each enemy", c.ANYONE: " any enemy"}.get(verb.on, "")


def _attack_words(verb: Verb, whom: str) -> str:
    kind = "" if verb.kind == c.EITHER else f" {c.KIND_NAMES[verb.kind]}"
    more = f" +{count(verb.wounds, 'wound')}" if verb.wounds else ""
    push = f", push {verb.push}" if verb.push else ""
    rear = " from behind" if verb.from_rear else ""
    return f"{dice(verb.n)}{kind}{whom}{rear}{more}{push}"


def reaction_words(reaction: Reaction) -> tuple[str, ...]:
    """Against what, and what it takes away."""
    against = "Reaction" if reaction.against == c.EITHER else f"Reaction: {c.KIND_NAMES[reaction.against]}"
    taken = "no hits" if reaction.ignore >= 6 else f"{signed(-reaction.ignore)} hits"
    return against, f"{reaction.roll}+: {taken}" if reaction.roll else taken.capitalize()


# --- Action cards


@lru_cache(1024)
def card_face(card: ActionCard) -> CardFace:
    """What is on an Action card."""
    return CardFace(
        id=card.id,
        name=card.name,
        name_size=max(SMALLEST, fit(card.name, 160, 18)),
        slim_name=clip(card.name, SLIM_ROOM * BOLD, SMALLEST),
        edge=_edge(card),
        words=card_text(card),
        rows=(_move_row(card), _attack_row(card), _special_row(card)),
    )


def _edge(card: ActionCard) -> str:
    if card.reaction is not None:
        return TEAL
    verbs = [verb.do for verb in card.effect.verbs] if card.effect else []
    return VIOLET if c.ATTACK in verbs else OLIVE if c.PUSH in verbs or c.WOUND in verbs else IRON


def _move_row(card: ActionCard) -> RowFace:
    return RowFace(
        icon="boot",
        number=str(card.hexes),
        title="",
        title_size=0,
        lines=(FACING_TEXTS[card.facing],),
        slim=(FACING_TEXTS[card.facing],),
        side_icon=FACING_ICONS[card.facing],
        energy=signed(card.move_energy),
    )


def _attack_row(card: ActionCard) -> RowFace:
    more = [f"+{count(card.wounds, 'wound')}"] if card.wounds else []
    more += [f"push {card.push}"] if card.push else []
    return RowFace(
        icon="sword",
        number=str(card.dice),
        title="",
        title_size=0,
        lines=("dice" if card.dice > 1 else "die", *more),
        slim=(", ".join(more),),
        side_icon="",
        energy=signed(card.attack_energy),
    )


def _special_row(card: ActionCard) -> RowFace:
    lines = reaction_words(card.reaction) if card.reaction else ()
    if not lines:
        lines = wrap(effect_words(card.effect), TEXT_ROOM, SMALLEST, TEXT_LINES)
    return RowFace(
        icon="shield" if card.reaction else "star",
        number="",
        title=card.special,
        title_size=max(SMALLEST, fit(card.special, TEXT_ROOM / BOLD, 16)),
        lines=tuple(clip(line, TEXT_ROOM, SMALLEST) for line in lines),
        slim=_lines(" ".join(lines), SLIM_ROOM, SLIM_LINES),
        side_icon="",
        energy=signed(card.special_energy),
    )


# --- reference cards


@lru_cache(256)
def lines_of(character: Character, healthy: tuple[str, ...]) -> tuple[Line, ...]:
    """A fighter's damage boxes with the values that count while these have their marker."""
    lines = []
    for box, weapon in (("melee", character.melee), ("ranged", character.ranged)):
        if weapon is not None:
            lines.append(_weapon_line(box, weapon, box in healthy))
    if character.rule is not None:
        lines.append(_rule_line(character.rule, "rule" in healthy))
    return tuple(lines)


def _weapon_line(box: str, weapon: Weapon, healthy: bool) -> Line:
    strike = weapon.healthy if healthy else weapon.wounded
    return Line(
        box=box,
        icon=BOX_ICONS[box],
        name=clip(weapon.name, NAME_ROOM, SMALLEST),
        needs=_needs(strike),
        wounds=strike.wounds,
        healthy=healthy,
        words=f"{weapon_text(weapon, healthy)} {STATES[healthy]}",
    )


def _needs(strike: Strike) -> str:
    """The To Hit values of a weapon, each once."""
    return "/".join(str(n) for n in dict.fromkeys(part.to_hit for part in strike.parts)) + "+"


def _rule_line(rule: FighterRule, healthy: bool) -> Line:
    return Line(
        box="rule",
        icon=BOX_ICONS["rule"],
        name=clip(rule.name, NAME_ROOM, SMALLEST),
        needs=_rule_number(rule.kind, rule.healthy if healthy else rule.wounded),
        wounds=0,
        healthy=healthy,
        words=f"{rule_text(rule, healthy)} {STATES[healthy]}",
    )


def _rule_number(kind: int, values: RuleValues) -> str:
    """What counts in a rule: what must be rolled, or how many dice or cards."""
    if kind in (c.WARD, c.ENDURE):
        return f"{values.roll}+" if values.roll else NOTHING
    return f"{values.n}{TIMES}" if values.n else NOTHING


@lru_cache(64)
def sheet_of(pack: ArenaPack, number: int) -> Sheet:
    """A fighter's reference card, all of it healthy."""
    character = pack.characters[number]
    lines = lines_of(character, ("melee", "ranged", "rule"))
    worse = lines_of(character, ())
    said = " ".join(f"{heading}: {text}" for heading, text in sheet_lines(character))
    boxes = (character.melee, character.ranged, character.rule)
    names = tuple(wrap(box.name, BOX_ROOM, SMALLEST, 2) for box in boxes if box is not None)
    return Sheet(
        id=character.id,
        short=character.short,
        name=character.name,
        title=character.title,
        titles=wrap(character.title, TITLE_ROOM, SMALLEST, 2),
        spaces=character.spaces,
        lines=lines,
        names=names,
        wounded=tuple(line.needs + (f" ·{line.wounds}" if line.wounds else "") for line in worse),
        unique=_named(character.unique_name, effect_words(character.unique)),
        fate=_named(character.fate_name, effect_words(character.fate)),
        words=f"{character.name}, {character.title}. {said}",
    )


def _named(name: str, effect: str) -> tuple[str, ...]:
    """A name, then what it does: the rest of the name's line, and further ones."""
    first, *more = wrap(f"{name}: {effect}", SHEET_ROOM - 20, SMALLEST, 3)
    rest = wrap(" ".join(more), SHEET_ROOM, SMALLEST, 2)
    return (name, first[len(name) :], *(clip(line, SHEET_ROOM, SMALLEST) for line in rest))


def _lines(text: str, room: float, lines: int) -> tuple[str, ...]:
    """A text in so many lines, each cut off where it is too long."""
    return tuple(clip(line, room, SMALLEST) for line in wrap(text, room, SMALLEST, lines))


def injury_words(injury: Injury) -> str:
    """What a lasting injury does."""
    slow = f"{signed(-injury.slow)} {plural(injury.slow, 'hex', 'hexes')}" if injury.slow else ""
    weak = f"{signed(-injury.weak)} {plural(injury.weak, 'die', 'dice')}" if injury.weak else ""
    return f"{injury.name} {', '.join(filter(None, (slow, weak)))}"
