"""Packs with anything that a pack of Centauri Arena may say, from maps and scenarios to foes."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from harena.core.errors import PackError
from harena.core.hex import OFF
from harena.games.centauri.pack import content as native
from harena.games.centauri.pack.building import FRAME
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.pack.verbs import VERBS
from kit.packs import Plain

from .written import Written

ASK_WHERE = ("push", "swap")  # a card has one of them
KINDS = "oooooonnnntbb"
ROWS = "abcdefg"
STARTS = {  # by symmetry: starts that are twins
    "turn": [("d1", "d7"), ("b1", "f5"), ("c1", "e6"), ("a1", "g4")],
    "mirror": [("d1", "d7"), ("c1", "c6"), ("b1", "b5"), ("e2", "e5"), ("g1", "g4")],
}
BY_THE_HOLE = ("b2", "b4", "c3", "c4")  # the ways from the starts c2 and c5 to the Black Hole on b3
TRIES = 200  # a scenario that does not go with its map is drawn anew


@cache
def random_pack(seed: int) -> ArenaPack:
    """A pack that the checks accept; the same for the same seed."""
    pack: ArenaPack = random_written(random.Random(seed)).read_once()
    return pack


def random_written(luck: random.Random) -> Written:
    """A pack as its files say it: one or two maps, each with one or two scenarios."""
    written = Written()
    maps = [f"map_{place}" for place in range(luck.randint(1, 2))]
    written.said = {
        "pack": {**written.pack, "name": "random", "maps": maps},
        "basics": _basics(luck, written["basics"]),
        "cards": {"card": _cards(luck)},
        "reports": {"report": [_report(luck) for _ in range(luck.randint(1, 24))]},
        "tracks": {name: _track(luck, name) for name in native.TRACK_NAMES},
        "foes": {"foe": [_foe(luck, level) for level in (1, 2, 3, 4)]},
        **{name: _map(luck, name) for name in maps},
        "scenarios": {"scenario": []},
    }
    for place in range(luck.randint(len(maps), 4)):
        _add_scenario(luck, written, f"war_{place}", maps[place % len(maps)])
    return written


def _basics(luck: random.Random, usual: Plain) -> Plain:
    hand = luck.randint(1, 7)
    costs = {kind: luck.randint(1, 4) for kind in usual["costs"]}
    costs.update(blue_space=costs["red_space"], blue_nebula=costs["red_nebula"], dawn=costs["jumpgate"])
    return {
        "speed": luck.randint(1, 4),
        "combat": luck.randint(1, 3),
        "shield": luck.randint(1, 3),
        "hull": luck.randint(1, 12),
        "astartium": luck.randint(0, 9),
        "first_cards": luck.randint(0, min(hand, 3)),
        "hand": hand,
        "level_price": luck.randint(1, 4),
        "regroup": luck.randint(0, 4),
        "escalation": luck.randint(1, 3),
        "combat_rounds": luck.randint(1, 12),
        "kill_astartium": luck.randint(0, 4),
        "costs": costs,
    }


# --- cards, reports, tracks, foes


def _cards(luck: random.Random) -> list[Plain]:
    """So many that a deck has 30 to 60 cards, enough of them Common."""
    return [_card(luck, place, arena=place % 4 == 3) for place in range(luck.choice([10, 12, 15, 20]))]


def _card(luck: random.Random, place: int, arena: bool) -> Plain:
    phases = luck.sample(native.PHASE_NAMES, luck.choice([1, 1, 1, 2, 3]))
    allowed = [verb.name for verb in VERBS.verbs if all(verb.use(phase) for phase in phases)]
    dos = luck.sample(allowed, min(len(allowed), luck.randint(1, 4)))
    if set(ASK_WHERE) <= set(dos):
        dos.remove(ASK_WHERE[0])
    effect = [_verb(luck, do) for do in dos]
    named = {"id": f"card_{place}", "name": f"Card {place}"}
    return {**named, "count": 3, "arena": arena, "phases": phases, "effect": effect}


def _verb(luck: random.Random, do: str) -> Plain:
    spec = VERBS[do]
    return {"do": do, "n": luck.randint(1, spec.most or 1)} if "n" in spec.fields else {"do": do}


def _report(luck: random.Random) -> Plain:
    report: Plain = {"modules": luck.randint(1, 6), "colour": luck.choice(native.COLOUR_NAMES)}
    return {**report, "raiders": luck.randint(1, 6)} if luck.random() < 0.7 else report


def _track(luck: random.Random, name: str) -> Plain:
    """No attribute can pass ten: three at most of each in a track."""
    gains = ["speed", "combat", "shield"] * 3
    luck.shuffle(gains)
    levels: list[Plain] = []
    for place in range(native.LEVELS):
        other = luck.choice(["combat_tokens", "exploration_tokens", "cards"])
        level = {gains[place]: 1} if luck.random() < 0.6 else {other: luck.randint(1, 3)}
        levels.append(level)
    return {"name": name.title(), "levels": levels}


def _foe(luck: random.Random, level: int) -> Plain:
    return {
        "level": level,
        "combat": luck.randint(0, 6),
        "shield": luck.randint(0, 6),
        "hull": luck.randint(1, 9),
        "initiative": luck.randint(0, 4),
        "leaving": luck.randint(0, 4),
        "astartium": luck.randint(0, 4),
        "tokens": luck.randint(0, 2),
    }


# --- maps


def _map(luck: random.Random, name: str) -> Plain:
    """Both sides alike; each kind of thing somewhere, or nowhere."""
    spits = luck.random() < 0.4  # modules, out of its Black Hole
    symmetry = "mirror" if spits else luck.choice(["turn", "mirror"])
    starts = ("c2", "c5") if spits else luck.choice(STARTS[symmetry])
    twins = _twins(symmetry)
    letters = {sector: luck.choice(KINDS) for sector in FRAME.names}
    colours = {sector: luck.choice("agv") for sector in FRAME.names}
    for one, two in twins:
        letters[two], colours[two] = letters[one], colours[one]
    letters.update(d4="j", **({"b3": "b", **dict.fromkeys(BY_THE_HOLE, "o")} if spits else {}))
    letters[starts[0]], letters[starts[1]] = "r", "u"
    taken = {"d4", *starts, *(("a2", "a3", *BY_THE_HOLE) if spits else ())}
    free = [pair for pair in twins if not taken & set(pair)]
    apart = [pair for pair in free if pair[0] != pair[1]]
    port = luck.choice(apart)
    letters[port[0]], letters[port[1]] = "R", "U"
    bosses = luck.sample(apart, luck.randint(0, 2))
    pairs = [pair for pair in apart if pair not in bosses]
    said: Plain = {
        "name": name.replace("_", " ").title(),
        "symmetry": symmetry,
        "starts": list(starts),
        "rows": _rows(letters),
        "colours": _rows(colours),
        "modules": [sector for pair in luck.choices(apart, k=luck.randint(0, 8)) for sector in pair],
        "bosses": [sector for pair in bosses for sector in pair],
        "trades": list(port),
        "module_pairs": [list(pair) for pair in luck.choices(pairs, k=6)],
        "raider_pairs": [list(pair) for pair in luck.choices(pairs, k=6)],
    }
    if spits:
        costs = dict.fromkeys(("open", "red_space", "blue_space", "black_hole"), 1)
        return {**said, "hole": "b3", "costs": costs}
    holes = [sector for pair in free for sector in pair if letters[sector] == "b"]
    return {**said, "hole": luck.choice(holes)} if holes else said


def _rows(letters: dict[str, str]) -> list[str]:
    return [" ".join(letters[name] for name in FRAME.names if name[0] == row) for row in ROWS]


def _twins(symmetry: str) -> list[tuple[str, str]]:
    """All sectors in twos; one on the axis is its own twin. The mirror stands in the middle of the frame."""
    found = []
    for place, name in enumerate(FRAME.names):
        q, r = FRAME.qs[place], FRAME.rs[place]
        twin = FRAME.at(-q, -r) if symmetry == "turn" else FRAME.at(-q - r, r)
        assert twin != OFF
        if place <= twin:
            found.append((name, FRAME.names[twin]))
    return found


# --- scenarios


def _add_scenario(luck: random.Random, written: Written, id: str, map: str) -> None:
    """A scenario that goes with its map: drawn until the checks have nothing against it."""
    before = list(written.scenarios)
    for _ in range(TRIES):
        written.scenarios[:] = [*before, _scenario(luck, id, map, written[map])]
        try:
            written.read_once()
        except PackError:
            continue
        return
    written.scenarios[:] = [*before, {**_named(id, map), "kill": 2}]


def _named(id: str, map: str) -> Plain:
    return {"id": id, "name": id.replace("_", " ").title(), "map": map, "about": "A war.", "aim": "Win it."}


def _scenario(luck: random.Random, id: str, map: str, drawn: Plain) -> Plain:
    convoy = luck.random() < 0.3
    pair = luck.choice(native.PAIR_NAMES)
    said: dict[str, Any] = {
        **_named(id, map),
        "upgrades": luck.choice([0, 0, 3, 12]),
        "closed": luck.choice([[], [], ["jumpgate"], ["thick_nebula"]]),
        "peaceful": luck.choice([[], ["jumpgate"], ["jumpgate", "nebula"]]),
        "back_at_gate": luck.random() < 0.4,
        "pair": pair,
        "raiders": luck.random() < 0.7,
        "colour_raises": luck.random() < 0.3,
        "raiders_move": luck.random() < 0.4,
        "kill": luck.randint(0, 5),
        "escape": luck.randint(0, 2),
        "raider": luck.randint(0, 2),
        "trade": luck.randint(0, 2),
        "convoy": convoy,
        "goal": 0 if convoy else luck.choice([0, 5, 12]),
        "delivery": luck.choice([0, 3, 5]),
        "harmony": luck.randint(1, 8) if pair == "harmony" else 0,
    }
    if "hole" in drawn:
        said.update(one_module=luck.random() < 0.5, wear=luck.randint(0, 3))
    if convoy:
        said["convoy_rates"] = [luck.randint(1, 3) for _ in range(3)]
    if said["delivery"]:
        said["delivery_astartium"] = luck.randint(0, 3)
    return said
