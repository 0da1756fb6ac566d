"""Reading a Combat Arena pack: cards, fighters, injuries and boards from TOML, checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harena.core.bits import bit, full
from harena.core.packfile import PackFiles
from harena.games.combat_arena.pack import content as native
from harena.games.combat_arena.pack.checks import BOARDS, CARDS, FIGHTERS, INJURIES, PACK, check_pack
from harena.games.combat_arena.pack.entries import (
    BoardEntry,
    BoardsFile,
    CardEntry,
    CardsFile,
    FighterEntry,
    FightersFile,
    InjuriesFile,
    InjuryEntry,
    PackEntry,
    RuleValuesEntry,
    StrikeEntry,
    VerbEntry,
    WeaponEntry,
)
from harena.games.combat_arena.pack.verbs import VERBS
from harena.games.combat_arena.rules.hexes import ARC_NAMES, Hexes


def read_pack(folder: Path) -> native.ArenaPack:
    """A pack from its folder, or an error that says all that is wrong with it, and where."""
    files = PackFiles(folder)
    head = files.tried(PACK, PackEntry)
    cards = files.tried(CARDS, CardsFile)
    fighters = files.tried(FIGHTERS, FightersFile)
    injuries = files.tried(INJURIES, InjuriesFile)
    arena = files.tried(BOARDS, BoardsFile)
    check_pack(files)
    files.check()
    assert head is not None and cards is not None and fighters is not None  # noqa: PT018
    assert injuries is not None and arena is not None  # noqa: PT018
    builder = Builder(native.ArenaPack(head.name, head.title, files.digest(), Hexes(arena.radius)))
    builder.pack.track = list(head.energy.track)
    builder.pack.start = head.energy.start
    builder.pack.cards = [builder.card(entry) for entry in cards.card]
    builder.pack.characters = [builder.character(entry) for entry in fighters.fighter]
    builder.pack.injuries = [builder.injury(entry) for entry in injuries.injury]
    builder.pack.boards = [builder.board(entry) for entry in arena.board]
    builder.pack.finish()
    return builder.pack


class Builder:
    """Turns checked entries into the objects the rules use."""

    def __init__(self, pack: native.ArenaPack) -> None:
        self.pack = pack

    def effect(self, verbs: Sequence[VerbEntry], cause: int) -> native.Effect:
        effect = native.Effect(len(self.pack.effects), [_verb(verb) for verb in verbs], cause)
        self.pack.effects.append(effect)
        return effect

    def card(self, entry: CardEntry) -> native.ActionCard:
        card = native.ActionCard(entry.id, entry.name)
        card.hexes, card.facing = entry.move.hexes, native.FACING_NAMES.index(entry.move.facing)
        card.move_energy = entry.move.energy
        card.dice, card.attack_energy = entry.attack.dice, entry.attack.energy
        card.wounds, card.push = entry.attack.wounds, entry.attack.push
        special = entry.special
        card.special, card.special_energy = special.name, special.energy
        if special.reaction is not None:
            reaction = special.reaction
            kind = native.KIND_NAMES.index(reaction.against)
            card.reaction = native.Reaction(kind, reaction.ignore, reaction.roll)
        else:
            card.effect = self.effect(special.effect, native.BY_SPECIAL)
        return card

    def character(self, entry: FighterEntry) -> native.Character:
        character = native.Character(entry.id, entry.name, entry.title, entry.short, entry.health)
        character.melee = _weapon(entry.melee)
        character.ranged = _weapon(entry.ranged) if entry.ranged is not None else None
        rule = entry.rule
        character.rule = native.FighterRule(
            rule.name, native.RULE_NAMES.index(rule.kind), _values(rule.healthy), _values(rule.wounded)
        )
        character.unique_name, character.unique_energy = entry.unique.name, entry.unique.energy
        character.unique = self.effect(entry.unique.effect, native.BY_UNIQUE)
        character.fate_name = entry.fate.name
        character.fate = self.effect(entry.fate.effect, native.BY_FATE)
        return character

    def injury(self, entry: InjuryEntry) -> native.Injury:
        effect = self.effect(entry.effect, native.BY_INJURY)
        return native.Injury(entry.id, entry.name, effect, entry.slow, entry.weak)

    def board(self, entry: BoardEntry) -> native.Board:
        hexes = self.pack.field
        snares, starts = self.area(entry.snares), self.area(entry.starts)
        return native.Board(entry.id, entry.name, snares, starts, full(hexes.count) & ~snares)

    def area(self, names: Sequence[str]) -> int:
        out = 0
        for name in names:
            out |= bit(self.pack.field.names.index(name))
        return out


def _verb(entry: VerbEntry) -> native.Verb:
    on = native.ON_NAMES.index(entry.on) if entry.on is not None else native.SELF
    verb = native.Verb(VERBS.number(entry.do), on, entry.n, entry.reach)
    verb.facing = native.FACING_NAMES.index(entry.facing)
    verb.kind = native.KIND_NAMES.index(entry.kind)
    verb.wounds, verb.push = entry.wounds, entry.push
    verb.from_rear, verb.if_hit = entry.from_rear, entry.if_hit
    verb.box = native.ANY_BOX if entry.box == "any" else native.BOX_NAMES.index(entry.box)
    return verb


def _weapon(entry: WeaponEntry) -> native.Weapon:
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
