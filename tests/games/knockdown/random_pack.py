"""Packs with anything that a pack of Knockdown may say: fighters, Specials, cards, Skills and arenas."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from harena.games.knockdown.pack import content
from harena.games.knockdown.pack.building import WHOLE, area, part_of_whole
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.pack.verbs import (
    CARD,
    OF_AMMO,
    OF_CONTAMINATION,
    OF_FLAME,
    REACTION,
    SKILL,
    SPECIAL,
    VERBS,
)
from kit.packs import Plain

from .written import Written

SYMBOLS = content.SYMBOL_NAMES
TRIGGERS = content.TRIGGER_NAMES[1:]
ON_THE_OPPONENT = [
    name for place, name in enumerate(VERBS.names) if content.ON_THE_OPPONENT >> place & 1
]  # KD-1.6
NEEDS_A_MARK = "no_relief"
FEWEST, MOST = 7, 19  # spaces


@cache
def random_pack(seed: int) -> BrawlPack:
    """A pack that the checks accept; the same for the same seed."""
    pack: BrawlPack = random_written(random.Random(seed)).read_once()
    return pack


def random_written(luck: random.Random) -> Written:
    """A pack as its files say it: two to four fighters, one or two arenas, one or two Skill sets."""
    written = Written()
    arenas = [f"arena_{place}" for place in range(luck.randint(1, 2))]
    sets = [f"set_{place}" for place in range(luck.randint(1, 2))]
    written.said = {
        "pack": {**written.pack, "name": "random", "arenas": arenas, "skills": sets},
        "fighters": {"fighter": [_fighter(luck, place) for place in range(luck.randint(2, 4))]},
        **{name: _arena(luck, name) for name in arenas},
        **{name: _skills(luck, name) for name in sets},
    }
    return written


# --- verbs


def _verb(luck: random.Random, do: str, fire: bool) -> Plain:
    """A verb with numbers it has a use for, now and then with a condition."""
    spec = VERBS[do]
    verb: Plain = {"do": do}
    if "n" in spec.fields:
        verb["n"] = luck.randint(1, min(4, spec.most or 4))
    if "light" in spec.fields:
        verb.update(luck.choice([{"light": 1}, {"heavy": 1}, {"light": 2, "heavy": 1}, {"light": 3}]))
    if luck.random() < 0.25:
        verb["if"] = luck.choice(["edge", "next", "behind", *(["fire"] if fire else [])])
    return verb


def _effect(luck: random.Random, allowed: list[str], most: int, fire: bool = False) -> list[Plain]:
    dos = [luck.choice(allowed) for _ in range(luck.randint(0, most))]
    if dos.count("take") > 1:
        dos = [do for do in dos if do != "take"]
    return [_verb(luck, do, fire) for do in dos]


# --- attacks


def _blow(luck: random.Random, allowed: list[str], fire: bool = False) -> Plain:
    """What cards and Specials that do not react have in common."""
    effect = _effect(luck, allowed, 3, fire)
    blow: Plain = {"type": "ability", "effect": effect}
    if luck.random() < 0.7 or not effect:
        blow.update(light=luck.randint(0, 3), heavy=luck.randint(0, 3) if luck.random() < 0.4 else 0)
        blow["light"] += not (blow["light"] or blow["heavy"])
    theirs = any(verb["do"] in ON_THE_OPPONENT for verb in effect)
    if blow.get("light") or blow.get("heavy") or theirs:
        blow["type"] = luck.choice(["strike", "strike", "ability"])
        blow["knockout"] = luck.random() < 0.3
        blow["range"] = _range(luck, fire)
    if not blow.get("knockout"):
        blow["effect"] = [verb for verb in effect if verb["do"] != NEEDS_A_MARK]
    if not (blow["effect"] or blow.get("light") or blow.get("heavy")):
        blow["effect"] = [{"do": "move"}]
    return blow


def _range(luck: random.Random, fire: bool) -> str:
    near = luck.randint(1, 2)  # any arena has spaces so far apart
    steps = [str(near), f"{near}-{near + luck.randint(0, 3)}"]
    return luck.choice([*steps, *steps, "", "projectile", *(["fire"] if fire else [])])


def _card(luck: random.Random, id: str, symbol: str) -> Plain:
    blow = _blow(luck, VERBS.standing_in(CARD))
    return {"id": id, "name": id.replace("_", " ").title(), "symbol": symbol, **blow}


# --- fighters


def _fighter(luck: random.Random, place: int) -> Plain:
    fighter: Plain = {"id": f"fighter_{place}", "name": f"Fighter {place}", "title": "Somebody"}
    owns: list[str] = []  # one Special each, so that what belongs to a sheet has a use
    if luck.random() < 0.4:
        fighter.update(most_ammo=luck.randint(3, 9), ammo=luck.randint(1, 3))
        owns.append(luck.choice(["spend_wound", "spend_move"]))
    if luck.random() < 0.4:
        fighter["flame"] = True
        owns.append("flame")
    if luck.random() < 0.4:
        fighter["contamination"] = True
        owns.append("contaminate")
    slots = luck.randint(max(1, len(owns)), 6)
    wanted = [*owns, *[""] * (slots - len(owns))]
    fighter["special"] = [
        _special(luck, fighter, f"special_{place}_{slot}", want) for slot, want in enumerate(wanted)
    ]
    return fighter


def _special(luck: random.Random, owner: Plain, id: str, want: str) -> Plain:
    """A Special of this sheet; with a verb that it must have."""
    fire = bool(owner.get("flame"))
    reacts = luck.random() < 0.25
    allowed = [do for do in VERBS.standing_in(REACTION if reacts else SPECIAL) if _owns(owner, do)]
    named = {"id": id, "name": id.replace("_", " ").title()}
    cost = [luck.choice(SYMBOLS) for _ in range(luck.randint(1, 3))]
    if reacts:
        effect = _effect(luck, allowed, 2, fire) or [{"do": "blink", "n": 2}]
        blow: Plain = {"type": "reaction", "trigger": luck.choice(TRIGGERS), "effect": effect}
    else:
        blow = _blow(luck, allowed, fire)
    if want:
        blow["effect"] = [{"do": want}, *blow["effect"]]
    return {**named, "cost": cost, **blow}


def _owns(owner: Plain, do: str) -> bool:
    needs = {
        **dict.fromkeys(OF_AMMO, "most_ammo"),
        **dict.fromkeys(OF_FLAME, "flame"),
        **dict.fromkeys(OF_CONTAMINATION, "contamination"),
    }
    return do not in needs or bool(owner.get(needs[do]))


# --- Skills


def _skills(luck: random.Random, name: str) -> Plain:
    values = luck.sample(range(1, 100), content.SKILLS)
    skills = [
        {"id": f"{name}_{place}", "name": f"Skill {place}", "initiative": value, **_gift(luck)}
        for place, value in enumerate(values)
    ]
    return {"name": name.replace("_", " ").title(), "skill": skills}


def _gift(luck: random.Random) -> Plain:
    numbers: list[dict[str, Any]] = [
        {"tests": luck.choice([-3, -1, 1, 3])},
        {"their_tests": luck.choice([-3, -1, 1, 3])},
        {"ignore": luck.randint(1, 3)},
        {"budget": luck.randint(1, 6)},
        {"near": luck.randint(1, 3)},
        {"far": luck.randint(1, 3)},
        {"corridor": True},
        {"hand": luck.randint(1, 2)},
    ]
    gift = dict(luck.choice(numbers)) if luck.random() < 0.6 else {}
    effect = _effect(luck, VERBS.standing_in(SKILL), 2)
    if effect or not gift:
        gift.update(when=luck.choice(content.WHEN_NAMES[1:]), effect=effect or [{"do": "mend"}])
    return gift


# --- arenas


def _arena(luck: random.Random, name: str) -> Plain:
    spaces = _connected(luck, luck.randint(FEWEST, MOST))
    starts = luck.sample(spaces, 2)
    others = [space for space in spaces if space not in starts]
    red = luck.sample(others, luck.choice([0, 2, 3, min(len(others), content.MOST_RED)]))
    heavy = luck.randint(0, len(red))
    cards = [_card(luck, f"{name}_{place}", luck.choice(SYMBOLS)) for place in range(content.CARDS)]
    cards[0].update({"type": "ability", "light": 1, "knockout": True})  # one mark there must be
    said: Plain = {"name": name.replace("_", " ").title(), "starts": starts, "card": cards}
    said.update(light=red[heavy:], heavy=red[:heavy])
    return said if len(spaces) == MOST else {**said, "spaces": spaces}


def _connected(luck: random.Random, n: int) -> list[str]:
    """So many spaces in one piece."""
    whole = part_of_whole(area(WHOLE.names))
    spaces = {luck.randrange(WHOLE.count)}
    while len(spaces) < n:
        beside = [
            other for other in range(WHOLE.count) if any(whole.distance(other, one) == 1 for one in spaces)
        ]
        spaces.add(luck.choice(beside))
    return [WHOLE.names[space] for space in sorted(spaces)]
