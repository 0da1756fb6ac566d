"""Packs with anything that a pack may say of wards, arcs, weapons, cards and verbs."""

from __future__ import annotations

import random
from typing import Any

from harena.games.combat_arena.pack.content import ArenaPack
from harena.games.combat_arena.rules.hexes import ARC_NAMES
from kit.packs import Plain

from .arena import Written, make_pack

KINDS = ("melee", "ranged", "either")
ROLLS = (0, 2, 3, 4, 5, 6)  # 0: never


def random_pack(seed: int) -> ArenaPack:
    """The frozen pack with other fighters, attacks, Specials and injuries."""
    return make_pack(lambda written: change(written, random.Random(seed)))


def change(written: Written, luck: random.Random) -> None:
    for fighter in written.fighters["fighter"]:
        fighter["melee"].update(healthy=_strike(luck, 2), wounded=_strike(luck, 2))
        if "ranged" in fighter:
            fighter["ranged"].update(healthy=_strike(luck, 4), wounded=_strike(luck, 4))
        fighter["rule"].update(_rule(luck))
        fighter["unique"]["effect"] = [_verb(luck)]
    for card in written.cards["card"]:
        card["attack"].update(dice=luck.randint(1, 5), wounds=luck.randint(0, 2), push=luck.randint(0, 2))
        if "reaction" in card["special"]:
            roll, ignore = luck.choice(ROLLS), luck.randint(1, 4)
            card["special"]["reaction"] = {"against": luck.choice(KINDS), "ignore": ignore, "roll": roll}
        elif luck.random() < 0.7:
            card["special"]["effect"] = [_verb(luck)]
    for injury in written.injuries["injury"]:
        if not injury.get("effect"):
            injury.update(slow=luck.randint(0, 2), weak=luck.randint(1, 3))


def _strike(luck: random.Random, farthest: int) -> Plain:
    far = luck.randint(1, farthest)
    parts = [
        {"arc": luck.choice(ARC_NAMES), "to_hit": luck.randint(2, 6), "nearest": 1, "farthest": far},
        {"arc": "all", "to_hit": luck.randint(4, 6), "nearest": far, "farthest": far + 1},
    ]
    return {"wounds": luck.randint(1, 3), "zone": parts}


def _rule(luck: random.Random) -> dict[str, Any]:
    kind = luck.choice(["ward", "ward", "endure", "reroll", "redraw"])
    return {"kind": kind, "healthy": _values(luck, kind), "wounded": _values(luck, kind)}


def _values(luck: random.Random, kind: str) -> Plain:
    if kind == "ward":
        return {"roll": luck.choice(ROLLS), "arc": luck.choice(ARC_NAMES), "against": luck.choice(KINDS)}
    if kind == "endure":
        return {"roll": luck.choice(ROLLS)}
    if kind == "reroll":
        return {"n": luck.randint(0, 3), "against": luck.choice(KINDS)}
    return {"n": luck.randint(0, 2)}


def _verb(luck: random.Random) -> Plain:
    """A verb that works on somebody, or changes the one who acts."""
    do = luck.choice(["attack", "attack", "push", "push", "wound", "drain", "drop", "heal", "draw", "energy"])
    if do == "attack":
        return _attack(luck)
    verb: Plain = {"do": do, "n": luck.randint(1, 2)}
    if do == "push":
        verb["on"] = luck.choice(["adjacent", "near", "each"])
    elif do in ("wound", "drain", "drop"):
        verb["on"] = luck.choice(["adjacent", "near", "anyone", "each"])
    if verb.get("on") in ("near", "each"):
        verb["reach"] = luck.randint(1, 4)
    return verb


def _attack(luck: random.Random) -> Plain:
    extra = {"n": luck.randint(1, 6), "wounds": luck.randint(0, 2), "push": luck.randint(0, 2)}
    if luck.random() < 0.3:
        return {"do": "attack", "on": "each", "kind": luck.choice(KINDS[:2]), **extra}
    return {
        "do": "attack",
        "on": "zone",
        "kind": luck.choice(KINDS),
        "from_rear": luck.random() < 0.3,
        **extra,
    }
