"""Reading a Combat Arena pack: cards, fighters, injuries and boards from TOML, checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from harena.core.bits import bit, full
from harena.core.errors import PackError
from harena.core.packfile import PackFiles, entry_name
from harena.games.combat_arena import content as native
from harena.games.combat_arena.entries import (
    BoardEntry,
    BoardsFile,
    CardEntry,
    CardsFile,
    EnergyEntry,
    FighterEntry,
    FightersFile,
    InjuriesFile,
    InjuryEntry,
    PackEntry,
    RuleEntry,
    RuleValuesEntry,
    StrikeEntry,
    VerbEntry,
    WeaponEntry,
)
from harena.games.combat_arena.hexes import ARC_NAMES, Hexes

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


def read_pack(folder: Path) -> native.ArenaPack:
    """A pack from its folder, or an error that says what is wrong and where."""
    files = PackFiles(folder)
    head = files.read("pack.toml", PackEntry)
    cards = files.read("cards.toml", CardsFile).card
    fighters = files.read("fighters.toml", FightersFile).fighter
    injuries = files.read("injuries.toml", InjuriesFile).injury
    arena = files.read("boards.toml", BoardsFile)
    boards = arena.board
    _check_energy(head.energy)
    _check_count("cards.toml", "card", cards, native.CARDS, "CA-2.1")
    _check_count("injuries.toml", "injury", injuries, native.INJURIES, "CA-1.1")
    for file, kind, entries in (
        ("cards.toml", "card", cards),
        ("fighters.toml", "fighter", fighters),
        ("injuries.toml", "injury", injuries),
        ("boards.toml", "board", boards),
    ):
        _check_differ(file, kind, entries)
    _check_fighters(fighters)
    builder = Builder(native.ArenaPack(head.name, head.title, files.digest(), Hexes(arena.radius)))
    builder.pack.track = list(head.energy.track)
    builder.pack.start = head.energy.start
    builder.pack.cards = [builder.card(place, entry) for place, entry in enumerate(cards)]
    builder.pack.characters = [builder.character(place, entry) for place, entry in enumerate(fighters)]
    builder.pack.injuries = [builder.injury(place, entry) for place, entry in enumerate(injuries)]
    builder.pack.boards = [builder.board(place, entry) for place, entry in enumerate(boards)]
    builder.pack.finish()
    return builder.pack


def _check_energy(energy: EnergyEntry) -> None:
    if energy.track != sorted(energy.track):
        raise PackError("pack.toml", "the levels of the track must not fall.", "energy", "track")
    if energy.start >= len(energy.track) or energy.track[energy.start] != 3:
        what = "everyone begins with 3 Initiative cards (CA-1.3): name a space of the track that says 3."
        raise PackError("pack.toml", what, "energy", "start")


def _check_count(file: str, kind: str, entries: Sequence[Any], count: int, rule: str) -> None:
    if len(entries) != count:
        raise PackError(file, f"there are {len(entries)} entries '{kind}'; {count} are needed ({rule}).")


def _check_differ(file: str, kind: str, entries: Sequence[Any]) -> None:
    for field in ("id", "name"):
        seen: set[str] = set()
        for place, entry in enumerate(entries):
            value = getattr(entry, field)
            if value in seen:
                what = f"'{value}' is used before; each needs its own."
                raise PackError(file, what, entry_name(kind, place, {"id": entry.id}), field)
            seen.add(value)


def _check_fighters(fighters: Sequence[FighterEntry]) -> None:
    shorts = [fighter.short for fighter in fighters]
    for place, fighter in enumerate(fighters):
        entry = entry_name("fighter", place, {"id": fighter.id})
        if shorts.index(fighter.short) != place:
            raise PackError("fighters.toml", f"'{fighter.short}' is used before.", entry, "short")
        largest = sorted((other.health for other in fighters), reverse=True)[:4]
        if sum(largest) > MOST_SPACES:
            what = f"four fighters together may have {MOST_SPACES} spaces at most (CA-7.1)."
            raise PackError("fighters.toml", what, entry, "health")


class Builder:
    """Turns checked entries into the objects the rules use."""

    def __init__(self, pack: native.ArenaPack) -> None:
        self.pack = pack

    def effect(
        self, verbs: Sequence[VerbEntry], allowed: set[str], where: Callable[[str], PackError]
    ) -> native.Effect:
        for place, verb in enumerate(verbs):
            _check_verb(verb, place, allowed, where)
            _check_fields(verb, place, where)
            if verb.if_hit and not any(before.do == "attack" for before in verbs[:place]):
                raise where(f"verb {place + 1}, '{verb.do}', has if_hit, but no attack stands before it.")
        effect = native.Effect(len(self.pack.effects), [_verb(verb) for verb in verbs])
        self.pack.effects.append(effect)
        return effect

    def card(self, place: int, entry: CardEntry) -> native.ActionCard:
        def wrong(what: str) -> PackError:
            return PackError("cards.toml", what, entry_name("card", place, {"id": entry.id}), "special")

        card = native.ActionCard(entry.id, entry.name)
        card.hexes, card.facing = entry.move.hexes, native.FACING_NAMES.index(entry.move.facing)
        card.move_energy = entry.move.energy
        card.dice, card.attack_energy = entry.attack.dice, entry.attack.energy
        card.wounds, card.push = entry.attack.wounds, entry.attack.push
        special = entry.special
        card.special, card.special_energy = special.name, special.energy
        if bool(special.effect) == (special.reaction is not None):
            raise wrong("a Special has either an effect or a reaction.")
        if special.reaction is not None:
            reaction = special.reaction
            kind = native.KIND_NAMES.index(reaction.against)
            card.reaction = native.Reaction(kind, reaction.ignore, reaction.roll)
        else:
            card.effect = self.effect(special.effect, ACTION_VERBS, wrong)
        return card

    def character(self, place: int, entry: FighterEntry) -> native.Character:
        def wrong(field: str) -> Callable[[str], PackError]:
            name = entry_name("fighter", place, {"id": entry.id})
            return lambda what: PackError("fighters.toml", what, name, field)

        character = native.Character(entry.id, entry.name, entry.title, entry.short, entry.health)
        character.melee = _weapon(entry.melee, wrong("melee"))
        character.ranged = _weapon(entry.ranged, wrong("ranged")) if entry.ranged is not None else None
        rule = entry.rule
        _check_rule(rule, wrong("rule"))
        character.rule = native.FighterRule(
            rule.name, native.RULE_NAMES.index(rule.kind), _values(rule.healthy), _values(rule.wounded)
        )
        character.unique_name, character.unique_energy = entry.unique.name, entry.unique.energy
        character.unique = self.effect(entry.unique.effect, ACTION_VERBS, wrong("unique"))
        character.fate_name = entry.fate.name
        character.fate = self.effect(entry.fate.effect, FATE_VERBS, wrong("fate"))
        return character

    def injury(self, place: int, entry: InjuryEntry) -> native.Injury:
        def wrong(what: str) -> PackError:
            return PackError("injuries.toml", what, entry_name("injury", place, {"id": entry.id}), "effect")

        if not entry.effect and not entry.slow and not entry.weak:
            raise wrong("an injury needs an effect, or must slow or weaken.")
        effect = self.effect(entry.effect, INJURY_VERBS, wrong)
        return native.Injury(entry.id, entry.name, effect, entry.slow, entry.weak)

    def board(self, place: int, entry: BoardEntry) -> native.Board:
        hexes = self.pack.field

        def area(name: str, named: Sequence[str]) -> int:
            out = 0
            for one in named:
                if one not in hexes.names:
                    what = (
                        f"there is no hex '{one[:20]}'; hexes run from {hexes.names[0]} to {hexes.names[-1]}."
                    )
                    raise PackError("boards.toml", what, entry_name("board", place, {"id": entry.id}), name)
                out |= bit(hexes.names.index(one))
            return out

        snares, starts = area("snares", entry.snares), area("starts", entry.starts)
        where = entry_name("board", place, {"id": entry.id})
        if snares & starts:
            raise PackError("boards.toml", "a starting hex cannot be an arc-snare.", where, "starts")
        if starts.bit_count() < 4:
            raise PackError("boards.toml", "at least four starting hexes are needed.", where, "starts")
        floor = full(hexes.count) & ~snares
        return native.Board(entry.id, entry.name, snares, starts, floor)


def _check_verb(verb: VerbEntry, place: int, allowed: set[str], wrong: Callable[[str], PackError]) -> None:
    if verb.do not in allowed:
        raise wrong(
            f"verb {place + 1}, '{verb.do}', cannot stand here; there are: {', '.join(sorted(allowed))}."
        )
    targets = WORKS_ON.get(verb.do, ())
    if allowed is INJURY_VERBS:
        targets = ()
    if allowed is FATE_VERBS:
        targets = ("anyone", "each")  # the fallen stand nowhere, so nothing is near them
    if verb.on is not None and verb.on not in targets:
        where = f" It can be: {', '.join(targets)}." if targets else " Leave 'on' out."
        raise wrong(f"verb {place + 1}, '{verb.do}', does not work on '{verb.on}'.{where}")
    if verb.on is None and targets:
        raise wrong(f"verb {place + 1}, '{verb.do}', needs 'on': {', '.join(targets)}.")
    if verb.on == "same" and place == 0:
        raise wrong("the first verb has no verb before it whose target it could share.")
    if verb.do != "energy" and verb.n < 1:
        raise wrong(f"verb {place + 1}, '{verb.do}', needs n of at least 1.")
    if verb.do == "attack" and verb.n > 6:
        raise wrong("no action rolls more than six dice (CA-5.2).")
    if verb.do == "attack" and verb.on == "each" and verb.kind == "either":
        raise wrong("an attack on each enemy needs a kind: melee or ranged.")
    if verb.do == "fatal" and not 2 <= verb.n <= 6:
        raise wrong("'fatal' needs n from 2 to 6: what must be rolled for it to kill.")


def _check_fields(verb: VerbEntry, place: int, wrong: Callable[[str], PackError]) -> None:
    """Numbers a verb has no use for are a slip of the pen."""
    used = {"do", *USES[verb.do]}
    plain = VerbEntry(do=verb.do)
    for field in verb.__struct_fields__:
        if field not in used and getattr(verb, field) != getattr(plain, field):
            known = ", ".join(USES[verb.do]) or "nothing"
            raise wrong(f"verb {place + 1}, '{verb.do}', has no use for '{field}'; it takes: {known}.")
    if verb.on not in ("near", "each") and verb.reach != plain.reach:
        raise wrong(f"verb {place + 1}, '{verb.do}', has no use for 'reach'; that goes with near and each.")
    if verb.from_rear and verb.on == "each":
        raise wrong("an attack on each enemy cannot be from_rear.")
    if verb.do == "energy" and verb.n == 0:
        raise wrong(f"verb {place + 1}, 'energy', moves nothing with n = 0.")


def _check_rule(rule: RuleEntry, wrong: Callable[[str], PackError]) -> None:
    """A fighter's rule has the numbers its kind uses, and no roll that cannot fail."""
    plain, used = RuleValuesEntry(), RULE_USES[rule.kind]
    for values in (rule.healthy, rule.wounded):
        for field in values.__struct_fields__:
            if field not in used and getattr(values, field) != getattr(plain, field):
                known = ", ".join(used)
                raise wrong(f"a rule of kind '{rule.kind}' has no use for '{field}'; it takes: {known}.")
        if values.roll == 1:
            raise wrong("a roll of 1 never fails; it is 0 (nothing) or from 2 to 6.")


def _verb(entry: VerbEntry) -> native.Verb:
    on = native.ON_NAMES.index(entry.on) if entry.on is not None else native.SELF
    verb = native.Verb(native.VERB_NAMES.index(entry.do), on, entry.n, entry.reach)
    verb.facing = native.FACING_NAMES.index(entry.facing)
    verb.kind = native.KIND_NAMES.index(entry.kind)
    verb.wounds, verb.push = entry.wounds, entry.push
    verb.from_rear, verb.if_hit = entry.from_rear, entry.if_hit
    verb.box = native.ANY_BOX if entry.box == "any" else native.BOX_NAMES.index(entry.box)
    return verb


def _weapon(entry: WeaponEntry, wrong: Callable[[str], PackError]) -> native.Weapon:
    for part in (*entry.healthy.zone, *entry.wounded.zone):
        if part.farthest < part.nearest:
            raise wrong(f"a part of the zone ends at {part.farthest} before it begins at {part.nearest}.")
    return native.Weapon(entry.name, _strike(entry.healthy), _strike(entry.wounded))


def _strike(entry: StrikeEntry) -> native.Strike:
    parts = [
        native.ZonePart(ARC_NAMES.index(part.arc), part.nearest, part.farthest, part.to_hit)
        for part in entry.zone
    ]
    return native.Strike(entry.wounds, parts)


def _values(entry: RuleValuesEntry) -> native.RuleValues:
    against = native.KIND_NAMES.index(entry.against)
    return native.RuleValues(entry.n, entry.roll, ARC_NAMES.index(entry.arc), against)
