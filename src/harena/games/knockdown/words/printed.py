"""What is printed on cards, sheets and Skills, written out in English from their verbs and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from harena.core.prose import count, listed, plural, sentence, spelled
from harena.games.knockdown.pack.content import (
    CONDITION_NAMES,
    FIRE,
    NO_SYMBOL,
    OPPONENT_PASSED,
    PROJECTILE,
    REACTION,
    STEPS,
    TURN_START,
    WILD,
    Arena,
    Attack,
    Sheet,
    Skill,
    Verb,
)
from harena.games.knockdown.pack.verbs import CARD, READS_IF, SPECIAL, VERBS
from harena.games.knockdown.pack.verbs import REACTION as ON_REACTIONS
from harena.games.knockdown.pack.verbs import SKILL as ON_SKILLS

SYMBOL_TITLES = ("Block", "Dash", "Power", "Wild")
TYPE_TITLES = ("Strike", "Ability", "Reaction")
ANY = "any symbol"
TRIGGER_TEXTS = (
    "",
    "when an attack is aimed at you",
    "when a Strike is aimed at you",
    "when a Strike is aimed at you from the next space",
)

FLAME_TEXT = "The Flame: it burns an opponent who comes onto its space or begins a turn there."
CONTAMINATION_TEXT = "Contamination: each card counts as a wound in tests and is not discarded by passing."

# --- numbers and lists


def wounds(light: int, heavy: int) -> str:
    """Wounds by their kinds: 2 light and 1 heavy wound, no wounds."""
    if light and heavy:
        return f"{light} light and {count(heavy, 'heavy wound')}"
    if light or heavy:
        return count(light, "light wound") if light else count(heavy, "heavy wound")
    return "no wounds"


def at_least(low: float, high: float) -> str:
    """Before a number that may turn out higher."""
    return "at least " if low < high else ""


def spaces(n: int) -> str:
    return count(n, "space")


def contamination(n: int) -> str:
    return count(n, "Contamination card")


def a_card(card: Attack) -> str:
    """A card with what it is in hand: Uppercut (Power)."""
    return f"{card.name} ({SYMBOL_TITLES[card.symbol]})"


# --- an attack (KD-1.1)


def range_text(attack: Attack) -> str:
    """Where it reaches, in a few words; empty where it is aimed at nobody."""
    if attack.range == STEPS:
        return f"range {attack.near}" + (f" to {attack.far}" if attack.far > attack.near else "")
    if attack.range == PROJECTILE:
        return "any distance in a straight line"
    if attack.range == FIRE:
        return "opponents on or next to your Flame"
    return "any distance" if attack.aimed() else ""


def cost_text(attack: Attack) -> str:
    """What a Special Attack costs: Power and any symbol."""
    return listed(cost_symbols(attack.cost))


def cost_symbols(cost: Sequence[int]) -> list[str]:
    """The symbols of a cost one by one, in the order in which they are paid."""
    titles = (*SYMBOL_TITLES[:WILD], ANY)
    return [title for title, n in zip(titles, cost, strict=True) for _ in range(n)]


@lru_cache(4096)  # an attack of a pack never changes
def effect_text(attack: Attack) -> str:
    """Its effect, a sentence a verb; empty if it has none."""
    place = ON_REACTIONS if attack.type == REACTION else CARD if attack.symbol != NO_SYMBOL else SPECIAL
    return " ".join(verb_text(verb, place) for verb in attack.verbs)


@lru_cache(4096)
def attack_head(attack: Attack) -> str:
    """What an attack is, where it reaches and the wounds it inflicts."""
    parts = [TYPE_TITLES[attack.type]]
    parts += [text] if (text := range_text(attack)) else []
    parts += [wounds(attack.light, attack.heavy)] if attack.light + attack.heavy else []
    return sentence(", ".join(parts))


def attack_brief(attack: Attack) -> str:
    """An attack in a line, without its name and without K.O., which is marked where this is written."""
    trigger = sentence(TRIGGER_TEXTS[attack.trigger]) if attack.trigger else ""
    return " ".join(filter(None, [attack_head(attack), trigger, effect_text(attack)]))


def attack_line(attack: Attack) -> str:
    """An attack in a line, without its name: what it is, where it reaches, what it does."""
    knockout = " K.O.: you may call a Knockdown Test." if attack.knockout else ""
    return attack_brief(attack) + knockout


def card_text(card: Attack) -> str:
    """A whole Attack card: its name, its symbol and what it does."""
    return f"{card.name}. {SYMBOL_TITLES[card.symbol]}. {attack_line(card)}"


def special_text(special: Attack) -> str:
    """A Special Attack without its name: what it costs and does."""
    return f"Costs {cost_text(special)}. {attack_line(special)}"


def attack_facts(attack: Attack) -> tuple[tuple[str, str], ...]:
    """The same in parts with headings, for an index."""
    costs = "Symbol" if attack.symbol != NO_SYMBOL else "Cost"
    symbol = SYMBOL_TITLES[attack.symbol] if attack.symbol != NO_SYMBOL else cost_text(attack)
    found = [
        ("Type", TYPE_TITLES[attack.type]),
        (costs, symbol),
        ("Trigger", TRIGGER_TEXTS[attack.trigger]),
        ("Range", range_text(attack)),
        ("Wounds", wounds(attack.light, attack.heavy) if attack.light + attack.heavy else ""),
        ("Effect", effect_text(attack)),
        ("K.O.", "you may call a Knockdown Test" if attack.knockout else ""),
    ]
    return tuple((heading, text) for heading, text in found if text)


# --- effects


def verb_text(verb: Verb, place: str) -> str:
    """One verb as a sentence."""
    them = "the attacker" if place == ON_REACTIONS else "the opponent"
    filled: dict[str, int | str] = {"n": int(verb.n), "wounds": wounds(verb.light, verb.heavy), "them": them}

    def said(name: str) -> int | str:
        return filled[name]

    text = VERBS.reads(verb.do, place, said)
    condition = CONDITION_NAMES[verb.condition]
    return sentence(f"{text} {_if(condition, them, named=them in text)}" if condition else text)


def _if(condition: str, them: str, named: bool) -> str:
    """A condition, after a text that has named them or not."""
    stand, whom = ("they stand", "them") if named else (f"{them} stands", them)
    return READS_IF[condition].format(stand=stand, them=whom)


# --- Skills (KD-1.7)


def skill_text(skill: Skill) -> str:
    """What a face-up Skill gives its owner, without name and Initiative."""
    return " ".join([*_gifts(skill), *_deeds(skill)])


def _gifts(skill: Skill) -> list[str]:
    """What always counts."""
    texts = {
        "tests": _more_or_fewer(skill.tests, "your"),
        "their_tests": _more_or_fewer(skill.their_tests, "the opponent's"),
        "ignore": f"Once in the opponent's turn, ignore {wounds(skill.ignore, 0)} of an attack's wound pool.",
        "budget": f"When you block wounds, your budget is {skill.budget} larger.",
        "near": _first("Strike with a pool from the next space", skill.near),
        "far": _first("attack with a pool from distance 3 or more", skill.far),
        "corridor": "A corridor's light wound costs you nothing, a heavy one only 1 light.",
        "hand": f"Your hand may hold {count(skill.hand, 'more card')}.",
    }
    return [text for field, text in texts.items() if getattr(skill, field)]


def _first(what: str, light: int) -> str:
    return f"Your first {what} each turn inflicts {wounds(light, 0)} more."


def _more_or_fewer(n: int, whose: str) -> str:
    counts = "counts" if abs(n) == 1 else "count"
    more = f"{spelled(abs(n))} {plural(abs(n), 'wound')} {'more' if n > 0 else 'fewer'}"
    return f"In {whose} Knockdown Tests {more} {counts}."


def _deeds(skill: Skill) -> list[str]:
    """What it does by itself."""
    if not skill.verbs:
        return []
    when = "Once a turn, when the wound pool of a Strike from the next space wounds you"
    if skill.when == TURN_START:
        when = "At the start of your turn"
    elif skill.when == OPPONENT_PASSED:
        when = "When the opponent passes a Knockdown Test"
    texts = [verb_text(verb, ON_SKILLS) for verb in skill.verbs]
    first = f"{when}, {texts[0][:1].lower()}{texts[0][1:]}"
    return [first, *texts[1:]]


# --- sheets and arenas


def sheet_lines(sheet: Sheet) -> list[tuple[str, str]]:
    """A whole fighter sheet as headings and texts."""
    lines = [("Tokens", text)] if (text := tokens_text(sheet)) else []
    return [*lines, *((special.name, special_text(special)) for special in sheet.specials)]


def tokens_text(sheet: Sheet) -> str:
    """What belongs to a fighter: Ammo, the Flame, Contamination."""
    texts = [ammo_text(sheet)] if sheet.most_ammo else []
    texts += [FLAME_TEXT] if sheet.flame else []
    texts += [CONTAMINATION_TEXT] if sheet.contaminates else []
    return " ".join(texts)


def ammo_text(sheet: Sheet) -> str:
    return f"{sheet.ammo} Ammo at the start of a round, at most {sheet.most_ammo}."


def arena_text(arena: Arena) -> str:
    """An arena: its spaces, starts and corridors."""
    names = arena.field.names
    starts = listed([names[space] for space in arena.starts])
    corridors = [
        f"{names[space]} ({'heavy' if arena.heavy >> space & 1 else 'light'})" for space in arena.red
    ]
    linked = f" Corridors link {listed(corridors)}." if corridors else ""
    return f"{spaces(int(arena.spaces).bit_count())}. Fighters start on {starts}.{linked}"
