"""KD-6.5: several packs as one. The parts stay as they are: what gets other numbers is copied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harena.core.errors import PackError, SeveralMistakesError
from harena.core.joining import PLUS, joined_digest
from harena.core.prose import count
from harena.games.knockdown.actions import MOST_FIGHTERS, MOST_SETS
from harena.games.knockdown.pack.content import Arena, Attack, BrawlPack, Sheet, SkillSet

SPECIAL, CARD = "Special", "card"


def join(packs: Sequence[BrawlPack]) -> BrawlPack:
    """All fighters, Skill sets and arenas of these packs; or an error that says what keeps them apart."""
    name = PLUS.join(pack.name for pack in packs)
    wrong = [PackError(name, what) for what in (*_shared(packs), *_too_many(packs))]
    if wrong:
        raise wrong[0] if len(wrong) == 1 else SeveralMistakesError(wrong)
    whole = BrawlPack(name, f" {PLUS} ".join(pack.title for pack in packs), _digest(packs))
    whole.sheets = [_sheet(sheet) for pack in packs for sheet in pack.sheets]
    whole.skill_sets = [_skill_set(one) for pack in packs for one in pack.skill_sets]
    whole.arenas = [_arena(arena) for pack in packs for arena in pack.arenas]
    whole.finish()
    return whole


def _digest(packs: Sequence[BrawlPack]) -> str:
    return joined_digest([pack.digest for pack in packs])


# --- what keeps packs apart


def _shared(packs: Sequence[BrawlPack]) -> Iterator[str]:
    """Everything has an id of its own, or nobody could say which is meant. Specials and cards are attacks."""
    before: dict[tuple[str, str], tuple[str, str]] = {}
    for pack in packs:
        for kind, id in _ids(pack):
            what = "attack" if kind in (SPECIAL, CARD) else kind
            first, its_kind = before.setdefault((what, id), (pack.name, kind))
            if first == pack.name:
                continue
            both = f"{first} and {pack.name} both have a {kind} '{id}'"
            mixed = f"{first} has a {its_kind} '{id}' and {pack.name} a {kind}"
            yield f"{both if kind == its_kind else mixed}; change the id in one of them."


def _ids(pack: BrawlPack) -> Iterator[tuple[str, str]]:
    for sheet in pack.sheets:
        yield "fighter", sheet.id
        yield from ((SPECIAL, special.id) for special in sheet.specials)
    for skill_set in pack.skill_sets:
        yield "Skill set", skill_set.id
        yield from (("Skill", skill.id) for skill in skill_set.skills)
    for arena in pack.arenas:
        yield "arena", arena.id
        yield from ((CARD, card.id) for card in arena.cards)


def _too_many(packs: Sequence[BrawlPack]) -> Iterator[str]:
    fighters = sum(len(pack.sheets) for pack in packs)
    sets = sum(len(pack.skill_sets) for pack in packs)
    if fighters > MOST_FIGHTERS:
        yield f"together they have {count(fighters, 'fighter')}; there is room for {MOST_FIGHTERS}."
    if sets > MOST_SETS:
        yield f"together they have {count(sets, 'Skill set')}; there is room for {MOST_SETS}."


# --- copies


def _sheet(sheet: Sheet) -> Sheet:
    same = Sheet(sheet.id, sheet.name, sheet.title)
    same.about = sheet.about
    same.ammo, same.most_ammo = sheet.ammo, sheet.most_ammo
    same.flame, same.contaminates = sheet.flame, sheet.contaminates
    same.specials = [_attack(special) for special in sheet.specials]
    return same


def _skill_set(one: SkillSet) -> SkillSet:
    return SkillSet(one.id, one.name, list(one.skills))


def _arena(arena: Arena) -> Arena:
    same = Arena(arena.id, arena.name, arena.field, arena.spaces)
    same.starts, same.red, same.heavy = list(arena.starts), list(arena.red), arena.heavy
    same.cards = [_attack(card) for card in arena.cards]
    same.lay_out()
    return same


def _attack(attack: Attack) -> Attack:
    same = Attack(attack.id, attack.name, attack.type, list(attack.verbs))
    same.card, same.slot, same.symbol = attack.card, attack.slot, attack.symbol
    same.light, same.heavy = attack.light, attack.heavy
    same.range, same.near, same.far = attack.range, attack.near, attack.far
    same.knockout, same.trigger = attack.knockout, attack.trigger
    same.cost = list(attack.cost)
    return same
