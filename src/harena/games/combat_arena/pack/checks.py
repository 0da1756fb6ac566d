"""What is looked for in a Combat Arena pack beyond the shapes of its entries: do the parts go together?

A check notes a mistake and goes on, so that all of them are said at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from harena.core.packfile import PackFiles, Placed
from harena.games.combat_arena.pack import content as native
from harena.games.combat_arena.pack.entries import (
    EnergyEntry,
    FateEntry,
    Radius,
    RuleEntry,
    RuleValuesEntry,
    SpecialEntry,
    UniqueEntry,
    VerbEntry,
    WeaponEntry,
)
from harena.games.combat_arena.rules.hexes import Hexes

Note = Callable[[str], None]  # takes what is wrong, and knows where

PACK, CARDS, FIGHTERS = "pack.toml", "cards.toml", "fighters.toml"
INJURIES, BOARDS = "injuries.toml", "boards.toml"
LISTS = {CARDS: "card", FIGHTERS: "fighter", INJURIES: "injury", BOARDS: "board"}
FEWEST_STARTS = 4


class Harm(msgspec.Struct):
    """What an injury does, whatever else is said of it."""

    effect: list[VerbEntry] = []
    slow: int = 0
    weak: int = 0


class Areas(msgspec.Struct):
    """Where a board has what, whatever else is said of it."""

    snares: list[str]
    starts: list[str]


MOST_SPACES = 35  # CA-7.1: on all tracks together

# Which verbs an action, a fate and an injury may use, and on whom each may work.
ACTION_VERBS = {"move", "turn", "attack", "push", "wound", "energy", "drain", "heal", "draw", "drop", "mend"}
FATE_VERBS = {"wound", "drain", "drop"}
INJURY_VERBS = {"unmark", "energy", "drop", "wound", "fatal"}
ENEMIES = ("near", "anyone", "each", "same", "adjacent")
WORKS_ON: dict[str, tuple[str, ...]] = {
    "attack": ("zone", "each", "same"),
    "push": ("adjacent", "near", "each", "same"),
    "wound": ENEMIES,
    "drain": ENEMIES,
    "drop": ENEMIES,
}

# Which numbers each verb, and each kind of fighter's rule, has a use for.
USES: dict[str, tuple[str, ...]] = {
    "move": ("n", "facing", "if_hit"),
    "turn": ("if_hit",),
    "attack": ("n", "on", "kind", "wounds", "push", "from_rear", "if_hit"),
    "push": ("n", "on", "reach", "if_hit"),
    "wound": ("n", "on", "reach", "if_hit"),
    "energy": ("n", "if_hit"),
    "drain": ("n", "on", "reach", "if_hit"),
    "heal": ("n", "if_hit"),
    "draw": ("n", "if_hit"),
    "drop": ("n", "on", "reach", "if_hit"),
    "mend": ("if_hit",),
    "unmark": ("box",),
    "fatal": ("n",),
}
RULE_USES: dict[str, tuple[str, ...]] = {
    "ward": ("roll", "arc", "against"),
    "endure": ("roll",),
    "reroll": ("n", "against"),
    "redraw": ("n",),
}


def check_pack(files: PackFiles) -> None:
    """Note all that does not go together in the files that were looked at."""
    energy = files.part(PACK, "energy", EnergyEntry)
    if energy is not None:
        check_energy(files, energy["track"], energy["start"])
    check_count(files, CARDS, "card", native.CARDS, "CA-2.1")
    check_count(files, INJURIES, "injury", native.INJURIES, "CA-1.1")
    for file, kind in LISTS.items():
        check_differ(files, file, kind)
    for card in files.parts(CARDS, "card", "special", SpecialEntry):
        check_special(card)
    check_fighters(files)
    for injury in files.entries(INJURIES, "injury", Harm):
        check_injury(injury)
    radius = files.part(BOARDS, "radius", Radius)
    for board in files.entries(BOARDS, "board", Areas) if radius is not None else []:
        check_board(board, Hexes(radius))


def check_energy(files: PackFiles, track: Sequence[int], start: int) -> None:
    if list(track) != sorted(track):
        files.wrong(PACK, "the levels of the track must not fall.", "energy", "track")
    if start >= len(track) or track[start] != 3:
        what = "everyone begins with 3 Initiative cards (CA-1.3): name a space of the track that says 3."
        files.wrong(PACK, what, "energy", "start")


def check_count(files: PackFiles, file: str, kind: str, needed: int, rule: str) -> None:
    count = files.count(file, kind)
    if count is not None and count != needed:
        files.wrong(file, f"there are {count} entries '{kind}'; {needed} are needed ({rule}).")


def check_differ(files: PackFiles, file: str, kind: str) -> None:
    """Within a file no two share an id or a name."""
    for field in ("id", "name"):
        for placed in used_before(files.parts(file, kind, field, str)):
            placed.wrong(f"'{placed.entry}' is used before; each needs its own.", field)


def used_before(placed: Sequence[Placed[str]]) -> list[Placed[str]]:
    """Those that say what one before them has said."""
    said = [one.entry for one in placed]
    return [one for place, one in enumerate(placed) if one.entry in said[:place]]


def check_special(card: Placed[SpecialEntry]) -> None:
    special = card.entry
    if bool(special.effect) == (special.reaction is not None):
        card.wrong("a Special has either an effect or a reaction.", "special")
    check_effect(special.effect, ACTION_VERBS, at(card, "special"))


def check_fighters(files: PackFiles) -> None:
    for short in used_before(files.parts(FIGHTERS, "fighter", "short", str)):
        short.wrong(f"'{short.entry}' is used before.", "short")
    tracks = files.parts(FIGHTERS, "fighter", "health", int)
    largest = sorted((track.entry for track in tracks), reverse=True)[:4]
    if sum(largest) > MOST_SPACES:
        what = f"four fighters together may have {MOST_SPACES} spaces at most (CA-7.1)."
        tracks[0].wrong(what, "health")
    for field in ("melee", "ranged"):
        for weapon in files.parts(FIGHTERS, "fighter", field, WeaponEntry):
            check_weapon(weapon.entry, at(weapon, field))
    for rule in files.parts(FIGHTERS, "fighter", "rule", RuleEntry):
        check_rule(rule.entry, at(rule, "rule"))
    for unique in files.parts(FIGHTERS, "fighter", "unique", UniqueEntry):
        check_effect(unique.entry.effect, ACTION_VERBS, at(unique, "unique"))
    for fate in files.parts(FIGHTERS, "fighter", "fate", FateEntry):
        check_effect(fate.entry.effect, FATE_VERBS, at(fate, "fate"))


def check_injury(injury: Placed[Harm]) -> None:
    entry = injury.entry
    if not entry.effect and not entry.slow and not entry.weak:
        injury.wrong("an injury needs an effect, or must slow or weaken.", "effect")
    check_effect(entry.effect, INJURY_VERBS, at(injury, "effect"))


def check_board(board: Placed[Areas], hexes: Hexes) -> None:
    snares, starts = board.entry.snares, board.entry.starts
    for field, named in (("snares", snares), ("starts", starts)):
        for one in named:
            if one not in hexes.names:
                what = f"there is no hex '{one[:20]}'; hexes run from {hexes.names[0]} to {hexes.names[-1]}."
                board.wrong(what, field)
    if set(snares) & set(starts):
        board.wrong("a starting hex cannot be an arc-snare.", "starts")
    if len(set(starts)) < FEWEST_STARTS:
        board.wrong("at least four starting hexes are needed.", "starts")


def at(placed: Placed[Any], field: str) -> Note:
    """How mistakes in a field of an entry are noted."""
    return lambda what: placed.wrong(what, field)


# --- effects


def check_effect(verbs: Sequence[VerbEntry], allowed: set[str], wrong: Note) -> None:
    """The verbs of an effect, each by itself and with those before it."""
    for place, verb in enumerate(verbs):
        if verb.do not in allowed:
            known = ", ".join(sorted(allowed))
            wrong(f"verb {place + 1}, '{verb.do}', cannot stand here; there are: {known}.")
            continue
        check_target(verb, place, allowed, wrong)
        check_number(verb, place, wrong)
        check_fields(verb, place, wrong)
        before = verbs[:place]
        if verb.on == "same" and not any(has_target(other) for other in before):
            wrong(no_target_before(place))
        if verb.if_hit and not any(other.do == "attack" for other in before):
            wrong(f"verb {place + 1}, '{verb.do}', has if_hit, but no attack stands before it.")


def has_target(verb: VerbEntry) -> bool:
    """Whether a verb has a target that one after it can share; `same` only hands on what it was given."""
    return verb.on not in (None, "self", "same")


def no_target_before(place: int) -> str:
    if place == 0:
        return "the first verb has no verb before it whose target it could share."
    return f"verb {place + 1} works on 'same', but no verb before it has a target that it could share."


def check_target(verb: VerbEntry, place: int, allowed: set[str], wrong: Note) -> None:
    targets = WORKS_ON.get(verb.do, ())
    if allowed is INJURY_VERBS:
        targets = ()
    if allowed is FATE_VERBS:
        targets = ("anyone", "each")  # the fallen stand nowhere, so nothing is near them
    if verb.on is not None and verb.on not in targets:
        where = f" It can be: {', '.join(targets)}." if targets else " Leave 'on' out."
        wrong(f"verb {place + 1}, '{verb.do}', does not work on '{verb.on}'.{where}")
    if verb.on is None and targets:
        wrong(f"verb {place + 1}, '{verb.do}', needs 'on': {', '.join(targets)}.")
    if verb.do == "attack" and verb.on == "each" and verb.kind == "either":
        wrong("an attack on each enemy needs a kind: melee or ranged.")


def check_number(verb: VerbEntry, place: int, wrong: Note) -> None:
    if verb.do == "fatal" and not 2 <= verb.n <= 6:
        wrong("'fatal' needs n from 2 to 6: what must be rolled for it to kill.")
    elif verb.do == "energy" and verb.n == 0:
        wrong(f"verb {place + 1}, 'energy', moves nothing with n = 0.")
    elif verb.do != "energy" and verb.n < 1:
        wrong(f"verb {place + 1}, '{verb.do}', needs n of at least 1.")
    elif verb.do == "attack" and verb.n > 6:
        wrong("no action rolls more than six dice (CA-5.2).")


def check_fields(verb: VerbEntry, place: int, wrong: Note) -> None:
    """Numbers a verb has no use for are a slip of the pen."""
    used = {"do", "on", *USES[verb.do]}  # whom it works on is looked at elsewhere
    plain = VerbEntry(do=verb.do)
    for field in verb.__struct_fields__:
        if field not in used and getattr(verb, field) != getattr(plain, field):
            known = ", ".join(USES[verb.do]) or "nothing"
            wrong(f"verb {place + 1}, '{verb.do}', has no use for '{field}'; it takes: {known}.")
    if "reach" in used and verb.on not in ("near", "each") and verb.reach != plain.reach:
        wrong(f"verb {place + 1}, '{verb.do}', has no use for 'reach'; that goes with near and each.")
    if verb.from_rear and verb.on == "each":
        wrong("an attack on each enemy cannot be from_rear.")


# --- fighters


def check_rule(rule: RuleEntry, wrong: Note) -> None:
    """A fighter's rule has the numbers its kind uses, and no roll that cannot fail."""
    plain, used = RuleValuesEntry(), RULE_USES[rule.kind]
    said: dict[str, None] = {}  # once, where both columns have the same mistake
    for values in (rule.healthy, rule.wounded):
        for field in values.__struct_fields__:
            if field not in used and getattr(values, field) != getattr(plain, field):
                known = ", ".join(used)
                said[f"a rule of kind '{rule.kind}' has no use for '{field}'; it takes: {known}."] = None
        if values.roll == 1:
            said["a roll of 1 never fails; it is 0 (nothing) or from 2 to 6."] = None
    for what in said:
        wrong(what)


def check_weapon(weapon: WeaponEntry, wrong: Note) -> None:
    for part in (*weapon.healthy.zone, *weapon.wounded.zone):
        if part.farthest < part.nearest:
            wrong(f"a part of the zone ends at {part.farthest} before it begins at {part.nearest}.")
