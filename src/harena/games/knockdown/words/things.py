"""The things of a pack by their ids, as views and casts name them."""

from __future__ import annotations

from functools import lru_cache

from harena.games.knockdown.pack.content import Arena, Attack, BrawlPack, Sheet, Skill


@lru_cache(64)
def sheets_of(pack: BrawlPack) -> dict[str, Sheet]:
    """A pack's fighters."""
    return {sheet.id: sheet for sheet in pack.sheets}


@lru_cache(64)
def attacks_of(pack: BrawlPack) -> dict[str, Attack]:
    """All Attack cards and Special Attacks."""
    return {attack.id: attack for attack in pack.attacks}


@lru_cache(64)
def arena_of(pack: BrawlPack, arena_id: str) -> Arena:
    return next(arena for arena in pack.arenas if arena.id == arena_id)


@lru_cache(64)
def skills_of(pack: BrawlPack, set_id: str) -> list[Skill]:
    """The Skills of a set, in its order."""
    return next(one.skills for one in pack.skill_sets if one.id == set_id)


@lru_cache(64)
def skills_by_id(pack: BrawlPack, set_id: str) -> dict[str, Skill]:
    return {skill.id: skill for skill in skills_of(pack, set_id)}


@lru_cache(64)
def spaces_of(arena: Arena) -> dict[str, int]:
    """The numbers of the spaces by their names."""
    return {name: number for number, name in enumerate(arena.field.names)}
