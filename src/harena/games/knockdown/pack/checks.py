"""What is looked for in a Knockdown pack beyond the shapes of its entries: do the parts go together?"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from harena.core.packcheck import Entries, check_own, is_set
from harena.core.packfile import PackFiles, Placed, entry_name
from harena.games.knockdown.pack import content as native
from harena.games.knockdown.pack.blows import Mistakes, of_belongings, of_card, of_special
from harena.games.knockdown.pack.entries import Belongings, Blow, Gift, Id, SpecialEntry
from harena.games.knockdown.pack.grounds import Ground, check_ground, check_reach
from harena.games.knockdown.pack.verbs import SKILL, VERBS

PACK, FIGHTERS = "pack.toml", "fighters.toml"
FIRE = native.CONDITION_NAMES[native.IF_FIRE]


class Named(NamedTuple):
    """The arenas and Skill sets that pack.toml names, each with a file of its own."""

    arenas: list[str]
    skills: list[str]


def named_files(files: PackFiles) -> Named:
    """They are looked through even if pack.toml has mistakes elsewhere."""
    taken = ["pack", "fighters"]
    found = Named([], [])
    for field, names in zip(Named._fields, found, strict=True):
        for name in files.part(PACK, field, list[Id]) or []:
            if name in taken:
                what = f"{name}.toml is there for something else; each arena and Skill set has its own file."
                files.wrong(PACK, what, field=field)
                continue
            taken.append(name)
            names.append(name)
    return found


def check_pack(files: PackFiles, named: Named) -> None:
    """Note all that does not go together in the files that were looked at."""
    FIGHTER.check(files)
    check_specials(files, named)
    sets = [Entries(f"{id}.toml", "skill", native.SKILLS, "KD-2.2", own=OWN) for id in named.skills]
    decks = [Entries(f"{id}.toml", "card", native.CARDS, "KD-2.3", own=OWN) for id in named.arenas]
    for entries in (*sets, *decks):
        entries.check(files)
    for lists in (sets, decks):
        check_own(files, lists, "id")
    for each in sets:
        check_skills(files, each.file)
    for each in decks:
        check_arena(files, each.file)


# --- fighters


def check_fighter(fighter: Placed[Belongings]) -> None:
    for field, what in of_belongings(fighter.entry):
        fighter.wrong(what, field)


def check_specials(files: PackFiles, named: Named) -> None:
    """Each Special, and that no two of the pack have an id or a name in common; cards have other ids too."""
    decks = [part for id in named.arenas for part in files.parts(f"{id}.toml", "card", "id", str)]
    before = {("id", card.entry): f"{card.name} of {card.file}" for card in decks}
    for fighter in files.entries(FIGHTERS, "fighter", Raw):
        for place, raw in enumerate(fighter.entry.special):
            name = entry_name("special", place, raw)
            for field in ("id", "name"):
                here = f"{name} of {fighter.name}"
                first = before.setdefault((field, str(raw.get(field, here))), here)
                if first != here:
                    what = f"'{raw[field]}' is used before, by {first}; each needs its own."
                    fighter.wrong(what, f"{name}, {field}")
            for field, what in _of_special(raw, fighter.entry):
                fighter.wrong(what, f"{name}, {field}")


class Raw(msgspec.Struct):
    """A fighter whose Specials may have mistakes."""

    special: list[dict[str, Any]]
    most_ammo: int = 0
    flame: bool = False
    contamination: bool = False


def _of_special(raw: dict[str, Any], fighter: Raw) -> Mistakes:
    try:
        special = msgspec.convert(raw, SpecialEntry)
    except msgspec.ValidationError:
        return  # noted when the file was looked at
    owner = Belongings(
        most_ammo=fighter.most_ammo,
        flame=fighter.flame,
        contamination=fighter.contamination,
        special=[special],
    )
    yield from of_special(special, owner)


# --- Skills


def check_skills(files: PackFiles, file: str) -> None:
    for skill in files.entries(file, "skill", Gift):
        check_skill(skill)
    before: dict[int, Placed[int]] = {}
    for value in files.parts(file, "skill", "initiative", int):
        first = before.setdefault(value.entry, value)
        if first is not value:
            what = f"{value.entry} is used before, by {first.name}; no two of a set are equal (KD-2.3)."
            value.wrong(what, "initiative")


def check_skill(skill: Placed[Gift]) -> None:
    gift = skill.entry
    if not any(is_set(gift, field) for field in gift.__struct_fields__):
        skill.wrong("this Skill gives nothing; set one of its numbers, or 'when' and 'effect'.", "effect")
    if gift.effect and gift.when is None:
        known = ", ".join(native.WHEN_NAMES[1:])
        skill.wrong(f"an effect needs to know when it works; it can be: {known}.", "when")
    if gift.when is not None and not gift.effect:
        skill.wrong(f"nothing happens at '{gift.when}'; add an effect, or leave 'when' out.", "effect")
    if any(verb.condition == FIRE for verb in gift.effect):
        skill.wrong("a Skill can be anybody's, and 'fire' needs a Flame; it goes with Specials.", "effect")
    VERBS.check(gift.effect, SKILL, skill.at("effect"))


# --- arenas


def check_arena(files: PackFiles, file: str) -> None:
    cards = files.entries(file, "card", Blow)
    for card in cards:
        for field, what in of_card(card.entry):
            card.wrong(what, field)
    marks = files.parts(file, "card", "knockout", bool)
    if cards and not any(mark.entry for mark in marks):
        files.wrong(file, "no card has a K.O. mark, so nobody could call a test (KD-4.5); give one to some.")
    ground = ground_of(files, file)
    if ground is None or not check_ground(ground, lambda what, field: files.wrong(file, what, field=field)):
        return
    for text in files.parts(file, "card", "range", str):
        if what := check_reach(ground, text.entry):
            text.wrong(what, "range")


def ground_of(files: PackFiles, file: str) -> Ground | None:
    """What a file says of its ground, where all of it is of the right kind; the cards may have mistakes."""
    said = {}
    for field in Ground.__struct_fields__:
        raw = files.part(file, field, list[str] | None)
        if raw is None and files.count(file, field) is not None:
            return None
        said[field] = raw or []
    return Ground(**said) if len(said["starts"]) == 2 else None


OWN = ("name",)  # ids differ over the whole pack, names in each file
FIGHTER = Entries(FIGHTERS, "fighter", whole=(Belongings, check_fighter))
