"""What cards, tracks, foes, reports and scenarios say, in English, from their verbs and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from harena.core.bits import members_of
from harena.core.prose import a, capital, count, listed, plural, sentence
from harena.games.centauri.pack.content import (
    BOSS,
    COLOUR_NAMES,
    GAIN_CARDS,
    GAIN_COMBAT_TOKENS,
    GAIN_EXPLORATION_TOKENS,
    GAIN_NAMES,
    NOBODY,
    PAIR_HARMONY,
    PAIR_NOTHING,
    PAIR_RAIDERS,
    PHASE_NAMES,
    ArenaPack,
    Card,
    Foe,
    Gain,
    Map,
    Report,
    Scenario,
    Track,
    Verb,
)
from harena.games.centauri.pack.verbs import VERBS

TOKENS = ("Combat token", "Exploration token")
PHASE_TITLES = ("Upkeep", "Movement", "Buff")
KIND_TITLES = {  # sectors, by the name of their kind
    "open": "Open Space",
    "nebula": "Nebula",
    "thick_nebula": "Thick Nebula",
    "black_hole": "Black Hole",
    "jumpgate": "Jumpgate",
    "dawn": "Dawn",
    "red_space": "red Open Space",
    "blue_space": "blue Open Space",
    "red_nebula": "red Thick Nebula",
    "blue_nebula": "blue Thick Nebula",
}


# --- numbers with what they count


def victory_points(n: int) -> str:
    return count(n, "victory point")


def movement_points(n: int) -> str:
    return count(n, "movement point")


def tokens(kind: int, n: int) -> str:
    """One or several tokens: a Combat token, 2 Exploration tokens."""
    return a(TOKENS[kind]) if n == 1 else count(n, TOKENS[kind])


def tokens_left(kind: int, n: int) -> str:
    """What remains once one was spent: no Combat token left, 2 Exploration tokens left."""
    return f"{n or 'no'} {plural(max(n, 1), TOKENS[kind])} left"


def successes(n: int, more: str = "") -> str:
    """What a roll came to: no success, 2 successes, 1 more success."""
    more = f"{more} " if more else ""
    return f"{n or 'no'} {more}{'successes' if n > 1 else 'success'}"


def dice(n: int) -> str:
    return count(n, "die", "dice")


# --- Action cards (CN-1.5)


def verb_text(verb: Verb, phases: int) -> str:
    """One verb, as part of a sentence."""
    spec = VERBS.verbs[verb.do]
    place = next(name for phase, name in enumerate(PHASE_NAMES) if phases >> phase & 1 and spec.use(name))

    def said(_: str) -> int | str:
        return int(verb.n)

    return VERBS.reads(verb.do, place, said)


@lru_cache(4096)  # a card of a pack never changes
def card_text(card: Card) -> str:
    """All that a card does, a sentence a verb."""
    return " ".join(sentence(verb_text(verb, card.phases)) for verb in card.verbs)


def phases_text(card: Card) -> str:
    """When it is played: Upkeep or Buff."""
    return listed([title for phase, title in enumerate(PHASE_TITLES) if card.phases >> phase & 1], "or")


def card_line(card: Card) -> str:
    """A whole card in a line: its name, when it is played, and what it does."""
    return f"{card.name}. {phases_text(card)}. {card_text(card)}"


def card_facts(card: Card) -> tuple[tuple[str, str], ...]:
    """The same in parts with headings, for an index."""
    return (
        ("Kind", "Arena card" if card.arena else "Common card"),
        ("Phase", phases_text(card)),
        ("Effect", card_text(card)),
        ("Copies", str(card.count)),
    )


# --- tracks (CN-1.2)


def gains_text(level: Sequence[Gain]) -> str:
    """What a level gives: Combat +1, 2 Combat tokens, Speed, Combat and Shield +1."""
    rises: dict[int, list[str]] = {}  # attributes by how much
    others = []
    for gain in level:
        if gain.what == GAIN_CARDS:
            others.append(f"draw {count(gain.n, 'card')}")
        elif gain.what in (GAIN_COMBAT_TOKENS, GAIN_EXPLORATION_TOKENS):
            others.append(tokens(gain.what - GAIN_COMBAT_TOKENS, gain.n))
        else:
            rises.setdefault(int(gain.n), []).append(GAIN_NAMES[gain.what].capitalize())
    return "; ".join([*(f"{listed(names)} +{n}" for n, names in rises.items()), *others])


def level_text(track: Track, level: int) -> str:
    """What one level of a track gives, from 1: Combat +1."""
    return gains_text(track.levels[level - 1])


def track_facts(track: Track) -> tuple[tuple[str, str], ...]:
    """A track level by level."""
    return tuple(
        (f"Level {level}", capital(level_text(track, level))) for level in range(1, len(track.levels) + 1)
    )


def track_text(track: Track) -> str:
    """A whole track in a sentence."""
    levels = [f"{level}. {capital(level_text(track, level))}." for level in range(1, len(track.levels) + 1)]
    return f"{track.name}: {' '.join(levels)}"


# --- Raiders and Bosses (CN-3.7)


def foe_name(level: int) -> str:
    """A foe without its article: level 2 Raider, Boss."""
    return "Boss" if level == BOSS else f"level {level} Raider"


def foe_title(level: int) -> str:
    """A foe as a heading: Raider, level 2; Boss."""
    return "Boss" if level == BOSS else f"Raider, level {level}"


def foe_numbers(foe: Foe) -> str:
    """What it fights with: Combat 3, Shield 2, Hull 4."""
    return f"Combat {foe.combat}, Shield {foe.shield}, Hull {foe.hull}"


def foe_reward(foe: Foe) -> str:
    """What destroying it brings: 2 Astartium and a token."""
    gained = [f"{foe.astartium} Astartium"] * (foe.astartium > 0)
    gained += ["a token" if foe.tokens == 1 else count(foe.tokens, "token")] * (foe.tokens > 0)
    return listed(gained) or "nothing"


def foe_facts(foe: Foe) -> tuple[tuple[str, str], ...]:
    return (
        ("Fights with", foe_numbers(foe)),
        ("Initiative", f"a die + {foe.initiative}"),
        ("Leaving its sector", f"costs {movement_points(foe.leaving)} more"),
        ("Reward", foe_reward(foe)),
    )


def foe_text(foe: Foe) -> str:
    """A whole foe in a few sentences."""
    return (
        f"{capital(foe_name(foe.level))}: {foe_numbers(foe)}. "
        f"Leaving its sector costs {movement_points(foe.leaving)} more. "
        f"Destroying it brings {foe_reward(foe)}."
    )


# --- Scanning Reports (CN-2.7)


def sectors_text(map: Map, area: int) -> str:
    return listed([map.field.names[sector] for sector in members_of(area)])


def report_facts(pack: ArenaPack, scenario: Scenario, report: Report) -> list[tuple[str, str]]:
    """What counts of a report in a scenario, in parts with headings."""
    map, colour = scenario.map, COLOUR_NAMES[report.colour]
    pair = int(map.module_pairs[report.modules]) if scenario.pair != PAIR_NOTHING else 0
    raiders = pair if scenario.pair == PAIR_RAIDERS else 0
    if scenario.raiders and report.raiders != NOBODY:
        raiders |= int(map.raider_pairs[report.raiders])
    found = [
        ("Harmony", sectors_text(map, pair) if scenario.pair == PAIR_HARMONY else ""),
        ("Raiders", sectors_text(map, raiders)),
        ("Colour", colour if scenario.colour_raises else ""),
    ]
    return [(heading, text) for heading, text in found if text]


def report_text(pack: ArenaPack, scenario: Scenario, report: Report) -> str:
    """The same in sentences."""
    texts = {
        "Harmony": "In harmony: {}.",
        "Raiders": "Raiders appear at {}.",
        "Colour": "Raiders on {} sectors rise by a level.",
    }
    said = [texts[heading].format(text) for heading, text in report_facts(pack, scenario, report)]
    return " ".join(said) or "It brings nothing."


# --- scenarios (CN-4)


def scenario_facts(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """What counts in a scenario, in parts with headings."""
    found = [
        ("Aim", scenario.aim),
        ("Map", scenario.map.name),
        ("Victory points", _scores(scenario)),
        ("Start", _start(scenario)),
        ("Closed", _areas(scenario, scenario.closed, "Nobody enters {}.")),
        ("Peaceful", _areas(scenario, scenario.peaceful, "Players do not fight at {}.")),
        ("Modules", _modules(scenario)),
        ("Reports", _reports(scenario)),
        ("Convoy", _convoy(scenario)),
    ]
    return tuple((heading, text) for heading, text in found if text)


def scenario_text(scenario: Scenario) -> str:
    return " ".join(filter(None, [scenario.about, scenario.aim]))


def _scores(scenario: Scenario) -> str:
    """What brings victory points."""
    brings = {
        "a module at your Starbase": scenario.delivery,
        "a module in harmony": scenario.harmony,
        "an armada destroyed": scenario.kill,
        "an enemy that flees and survives": scenario.escape,
        "a Raider destroyed": scenario.raider,
        "a token traded": scenario.trade,
    }
    texts = [f"{n} for {what}" for what, n in brings.items() if n]
    goal = f" {scenario.goal} win at once." if scenario.goal else ""
    return f"{capital(listed(texts))}.{goal}"


def _start(scenario: Scenario) -> str:
    names = scenario.map.field.names
    starts = listed([names[sector] for sector in scenario.map.starts], "or")
    upgrades = f" Everybody spreads {count(scenario.upgrades, 'level')}." if scenario.upgrades else ""
    back = "the Jumpgate" if scenario.back_at_gate else "their start"
    return f"Starbases stand at {starts}.{upgrades} Destroyed armadas return to {back}."


def _areas(scenario: Scenario, area: int, text: str) -> str:
    """Whole kinds of sectors go by their names, single ones by theirs."""
    if not area:
        return ""
    titles = []
    left = area
    for kind, title in enumerate(KIND_TITLES.values()):
        whole = scenario.map.of_kind(kind)
        if whole and whole & area == whole:
            titles.append(f"the {title}" if int(whole).bit_count() == 1 else f"any {title}")
            left &= ~whole
    titles += [scenario.map.field.names[sector] for sector in members_of(left)]
    return text.format(listed([title.replace("the Dawn", "Dawn") for title in titles], "or"))


def _modules(scenario: Scenario) -> str:
    if scenario.one_module:
        wear = f" An armada there loses {scenario.wear} Hull after the fights." if scenario.wear else ""
        return f"Each round all power modules go, and one appears in the Black Hole.{wear}"
    lie = len(scenario.map.modules)
    astartium = f" Each also brings {scenario.delivery_astartium} Astartium."
    return f"{lie} lie on the map.{astartium if scenario.delivery_astartium else ''}" if lie else ""


def _reports(scenario: Scenario) -> str:
    texts = ["Raiders on the report's colour rise by a level."] * scenario.colour_raises
    texts += ["Raiders appear on its module sectors."] * (scenario.pair == PAIR_RAIDERS)
    texts += ["Its module sectors are in harmony."] * (scenario.pair == PAIR_HARMONY)
    texts += ["Raiders appear on its Raider sectors."] * scenario.raiders
    texts += ["Raiders then move toward the nearer Starbase."] * scenario.raiders_move
    return " ".join(texts)


def _convoy(scenario: Scenario) -> str:
    if not scenario.convoy:
        return ""
    rates = listed([str(rate) for rate in scenario.convoy_rates], "or")
    return (
        "It moves toward the Starbase with more victory points, by the points that are left over. "
        f"Each sector costs it {rates} times its entry cost, with one, two or three players a side."
    )
