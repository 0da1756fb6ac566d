"""What is printed on cards and reference sheets, written out in English from their verbs and numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from harena.core.prose import count, listed, or_more, sentence
from harena.games.combat_arena.pack.content import (
    ADJACENT,
    ANY_BOX,
    ANYONE,
    ATTACK,
    EACH,
    EITHER,
    ENDURE,
    FREE,
    KIND_NAMES,
    PUSH,
    REROLL,
    SAME,
    WARD,
    ZONE,
    ActionCard,
    Character,
    Effect,
    FighterRule,
    Injury,
    Reaction,
    RuleValues,
    Strike,
    Verb,
    Weapon,
    ZonePart,
)
from harena.games.combat_arena.pack.verbs import ACTIONS, FATES, INJURIES, VERBS

MOST_DICE = 6  # a reaction that ignores so many hits ignores all (CA-5.2)
ROWS = ("move", "attack", "special")
FACING_TEXTS = ("face any way", "face ahead", "face back")  # by facing icon (CA-4.2)
FACING_MEANS = ("", ", the way you went", ", the way you came")
BOX_TITLES = ("melee weapon", "ranged weapon", "rule")
ARC_TEXTS = ("straight ahead", "cone ahead", "front arc", "rear arc", "all around")
WARDED = (  # by arc: where the hits come from that a ward may stop
    " from straight ahead",
    " from the cone ahead",
    " from your front arc",
    " from your rear arc",
    "",
)


# --- numbers and lists


def hexes(n: int) -> str:
    return count(n, "hex", "hexes")


def dice(n: int) -> str:
    return count(n, "die", "dice")


def space_number(energy: int) -> int:
    """A space of the energy track as the rulebook counts it: from 1."""
    return int(energy) + 1


def signed(energy: int) -> str:
    """An Energy Modifier."""
    return f"Energy {energy:+d}"


# --- an Action card's rows


def move_text(n: int, facing: int) -> str:
    """A move in a sentence."""
    if n > 0:
        return sentence(f"move up to {hexes(n)}, then {FACING_TEXTS[facing]}")
    return "Turn to any facing." if facing == FREE else "Stay where you are."


def row_text(card: ActionCard, row: str) -> str:
    """What a row of a card does, its Energy Modifier last."""
    if row == "move":
        return _with_energy(move_text(card.hexes, card.facing), card.move_energy)
    if row == "attack":
        return _with_energy(sentence(_attack(attack_row(card))), card.attack_energy)
    return _with_energy(special_text(card), card.special_energy)


def attack_row(card: ActionCard) -> Verb:
    """The attack of a card as the verb it would be."""
    verb = Verb(ATTACK, ZONE, card.dice, 1)
    verb.wounds, verb.push = card.wounds, card.push
    return verb


def row_label(card: ActionCard, row: str) -> str:
    """A row in a few words."""
    if row == "move":
        return f"move {card.hexes}, {FACING_TEXTS[card.facing]}"
    if row == "attack":
        extra = [f"+{count(card.wounds, 'wound')}"] * (card.wounds > 0) + ["push"] * (card.push > 0)
        return f"attack {dice(card.dice)}" + (f" ({', '.join(extra)})" if extra else "")
    return card.special


def special_text(card: ActionCard) -> str:
    """A Special without its name and Energy Modifier."""
    if card.reaction is not None:
        return reaction_text(card.reaction)
    assert card.effect is not None
    return effect_text(card.effect)


def card_line(card: ActionCard) -> str:
    """All three rows of a card in one short sentence."""
    energies = (card.move_energy, card.attack_energy, card.special_energy)
    rows = [
        row_label(card, row) + (f" {signed(energy)}" if energy else "")
        for row, energy in zip(ROWS, energies, strict=True)
    ]
    return sentence("; ".join(rows))


def card_text(card: ActionCard) -> str:
    """A whole card: its name and its three rows."""
    special = row_text(card, "special")
    return f"{card.name}. {row_text(card, 'move')} {row_text(card, 'attack')} {card.special}: {special}"


def reaction_text(reaction: Reaction) -> str:
    """CA-5.3: what a reaction does."""
    kind = "any attack" if reaction.against == EITHER else f"{KIND_NAMES[reaction.against]} attacks"
    hits = "all hits" if reaction.ignore >= MOST_DICE else count(reaction.ignore, "hit")
    roll = f"on a roll of {or_more(reaction.roll, most=6)} " if reaction.roll > 0 else ""
    return f"Against {kind}: {roll}ignore {hits}."


def _with_energy(text: str, energy: int) -> str:
    return f"{text} {signed(energy)}." if energy else text


# --- effects


def effect_text(effect: Effect, fate: bool = False) -> str:
    """What an action's or a Fate's verbs do, a sentence each."""
    return " ".join(verb_text(verb, fate) for verb in effect.verbs)


@lru_cache(1024)  # a verb of a pack never changes
def verb_text(verb: Verb, fate: bool = False) -> str:
    """One verb of an action or a Fate."""
    text = _reads(verb, FATES if fate else ACTIONS)
    return sentence(f"if it hit, {text}" if verb.if_hit else text)


def _reads(verb: Verb, place: str) -> str:
    """What a verb says where it stands, as part of a sentence."""

    def said(name: str) -> int | str:
        if name == "n":
            return int(verb.n)
        if name == "whom":
            return _whom(verb, place == FATES)
        return SAID[name](verb)

    return VERBS.reads(verb.do, place, said)


def _move(verb: Verb) -> str:
    return move_text(verb.n, verb.facing)[:-1].lower()


def _energy(verb: Verb) -> str:
    return f"{'gain' if verb.n > 0 else 'lose'} {abs(int(verb.n))} Energy"


def _box(verb: Verb) -> str:
    return "a damage box you choose" if verb.box == ANY_BOX else f"your {BOX_TITLES[verb.box]}"


def _roll(verb: Verb) -> str:
    return or_more(verb.n, most=6)


def _attack(verb: Verb) -> str:
    kind = "" if verb.kind == EITHER else f", {KIND_NAMES[verb.kind]}"
    if verb.on == EACH:
        text = f"attack each enemy in your {KIND_NAMES[verb.kind]} Kill Zone with {dice(verb.n)}"
    elif verb.on == SAME:
        text = f"attack the same enemy with {dice(verb.n)}{kind}"
    else:
        text = f"attack with {dice(verb.n)}{' from behind' if verb.from_rear else ''}{kind}"
    more = f", +{count(verb.wounds, 'wound')} a hit" if verb.wounds else ""
    push = f", push {hexes(verb.push)} if it hits" if verb.push else ""
    return text + more + push


def _whom(verb: Verb, fate: bool) -> str:
    """On whom a verb works. The fallen stand nowhere, so distance means nothing to a Fate (CA-7.5)."""
    someone = "fighter" if verb.do == PUSH and verb.on != EACH else "enemy"
    a_someone = f"{'an' if someone == 'enemy' else 'a'} {someone}"
    if verb.on == SAME:
        return "the same enemy"
    if verb.on == EACH:
        near = " adjacent" if verb.reach == 1 else ""
        far = f" within {hexes(verb.reach)}" if verb.reach > 1 else ""
        return "each enemy" if fate else f"each{near} enemy{far}"
    if verb.on == ANYONE:
        return f"{a_someone} of your choice"
    if verb.on == ADJACENT:
        return f"an adjacent {someone} in front of you"
    if verb.reach == 1:
        return f"an adjacent {someone}"
    return f"{a_someone} within {hexes(verb.reach)}"


SAID: dict[str, Callable[[Verb], str]] = {  # what the texts of verbs leave out (pack/verbs.py)
    "move": _move,
    "attack": _attack,
    "energy": _energy,
    "box": _box,
    "roll": _roll,
}


# --- Critical Injuries


def injury_text(injury: Injury) -> str:
    """What a Critical Injury does to its victim."""
    texts = [sentence(_reads(verb, INJURIES)) for verb in injury.effect.verbs]
    if injury.lasts():
        texts.append(sentence(hampers(injury)))
    return " ".join(texts)


def hampers(injury: Injury) -> str:
    """How a lasting injury hampers, as part of a sentence."""
    slow = [f"moves are {hexes(injury.slow)} shorter"] * (injury.slow > 0)
    weak = [f"attacks roll {dice(injury.weak)} fewer"] * (injury.weak > 0)
    return f"{listed(slow + weak)} until the end of the next round"


# --- reference cards


def strike_text(strike: Strike) -> str:
    """One column of a weapon."""
    arcs: dict[str, list[str]] = {}
    for part in strike.parts:
        arcs.setdefault(ARC_TEXTS[part.arc], []).append(_part(part))
    zones = [f"{arc} {', '.join(parts)}" for arc, parts in arcs.items()]
    return f"{count(strike.wounds, 'wound')} a hit; {'; '.join(zones)}"


def weapon_text(weapon: Weapon, healthy: bool) -> str:
    """A weapon as it works now."""
    return f"{weapon.name}: {strike_text(weapon.healthy if healthy else weapon.wounded)}."


def _part(part: ZonePart) -> str:
    if part.nearest == part.farthest == 1:
        return f"{part.to_hit}+ adjacent"
    span = "" if part.nearest == part.farthest else f"{part.nearest} to "
    return f"{part.to_hit}+ at {span}{hexes(part.farthest)}"


def rule_text(rule: FighterRule, healthy: bool) -> str:
    """A fighter's rule as it works now."""
    return f"{rule.name}: {rule_values(rule, rule.healthy if healthy else rule.wounded)}."


def rule_values(rule: FighterRule, values: RuleValues) -> str:
    """One column of a fighter's rule, as part of a sentence."""
    kind = "" if values.against == EITHER else f"{KIND_NAMES[values.against]} "
    if rule.kind == WARD and values.roll > 0:
        where = WARDED[values.arc]
        return f"roll a die for each {kind}hit{where}; on {or_more(values.roll, most=6)} ignore it"
    if rule.kind == ENDURE and values.roll > 0:
        return f"roll a die for each wound; on {or_more(values.roll, most=6)} ignore it"
    if rule.kind == REROLL and values.n > 0:
        return f"re-roll up to {count(values.n, 'missed die', 'missed dice')} of each {kind}attack"
    if rule.kind not in (WARD, ENDURE, REROLL) and values.n > 0:
        unseen = "an unseen one" if values.n == 1 else "unseen ones"
        return f"before your turn, swap up to {count(values.n, 'card')} for {unseen}"
    return "no effect"


def unique_text(character: Character) -> str:
    """A Unique action without its name: cost, effect, Energy."""
    assert character.unique is not None
    return "Discard 2 cards. " + _with_energy(effect_text(character.unique), character.unique_energy)


def fate_text(character: Character) -> str:
    """A Fate without its name."""
    assert character.fate is not None
    return effect_text(character.fate, fate=True)


def sheet_lines(character: Character) -> list[tuple[str, str]]:
    """A whole reference card as headings and texts, both columns."""
    lines = [("Health", f"{character.spaces} spaces; {wounds_in_all(character)} wounds defeat it.")]
    for heading, weapon in (("Melee", character.melee), ("Ranged", character.ranged)):
        if weapon is not None:
            healthy, wounded = strike_text(weapon.healthy), strike_text(weapon.wounded)
            lines.append((heading, f"{weapon.name}. Healthy: {healthy}. Wounded: {wounded}."))
    rule = character.rule
    if rule is not None:
        healthy, wounded = rule_values(rule, rule.healthy), rule_values(rule, rule.wounded)
        lines.append(("Rule", f"{rule.name}. Healthy: {healthy}. Wounded: {wounded}."))
    lines.append(("Unique", f"{character.unique_name}. {unique_text(character)}"))
    lines.append(("Fate", f"{character.fate_name}. {fate_text(character)}"))
    return lines


def wounds_in_all(character: Character) -> int:
    """CA-7.1: how many wounds defeat a fresh fighter."""
    n = int(character.spaces)
    return n - 1 + n * (n - 1) // 2
