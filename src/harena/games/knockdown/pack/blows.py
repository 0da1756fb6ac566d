"""What must be right of an attack, on a card or on a sheet (KD-1.1, KD-1.3, KD-1.6)."""

from __future__ import annotations

from collections.abc import Iterator

from harena.games.knockdown.pack import building
from harena.games.knockdown.pack import content as native
from harena.games.knockdown.pack.entries import Belongings, Blow, SpecialEntry
from harena.games.knockdown.pack.ranges import CAN_BE, range_of
from harena.games.knockdown.pack.verbs import (
    CARD,
    OF_AMMO,
    OF_CONTAMINATION,
    OF_FLAME,
    REACTION,
    SPECIAL,
    VERBS,
)

A_REACTION = native.TYPE_NAMES[native.REACTION]
A_STRIKE = native.TYPE_NAMES[native.STRIKE]
FIRE = native.RANGE_NAMES[native.FIRE]

Mistakes = Iterator[tuple[str, str]]  # the field, and what is wrong there


def of_card(card: Blow) -> Mistakes:
    """All that is wrong with an Attack card."""
    if card.type == A_REACTION:
        yield "type", "Reactions stand on sheets only (KD-1.1); a card is a strike or an ability."
        return
    for field in _fiery(card):
        yield field, "'fire' needs a Flame, and anybody can use a card; it goes with its owner's Specials."
    yield from _of_blow(card, CARD)


def of_special(special: SpecialEntry, owner: Belongings) -> Mistakes:
    """All that is wrong with a Special of this sheet."""
    reacts = special.type == A_REACTION
    yield from _of_blow(special, REACTION if reacts else SPECIAL)
    if reacts and special.trigger is None:
        known = ", ".join(native.TRIGGER_NAMES[1:])
        yield "trigger", f"a Reaction needs a trigger that sets it off (KD-4.9); it can be: {known}."
    if not reacts and special.trigger is not None:
        yield "trigger", f"only a Reaction has a trigger (KD-4.9); leave it out, or make this a {A_REACTION}."
    yield from _foreign(special, owner)


def _of_blow(entry: Blow, place: str) -> Mistakes:
    """What cards and Specials have in common."""
    noted: list[str] = []
    VERBS.check(entry.effect, place, noted.append)
    yield from (("effect", what) for what in noted)
    if range_of(entry.range) is None:
        yield "range", f"'{entry.range[:20]}' is no range; write {CAN_BE} (KD-1.3)."
    if not (entry.light + entry.heavy or entry.effect or entry.knockout):
        yield "effect", "this does nothing; it needs light or heavy wounds, an effect or a K.O. mark."
    if sum(verb.do == "take" for verb in entry.effect) > 1:
        yield "effect", "'take' stands once on a card, so that the Row never runs dry (KD-3.11)."
    yield from _of_reaction(entry) if entry.type == A_REACTION else _of_attack(entry)


def _of_reaction(entry: Blow) -> Mistakes:
    if entry.knockout:
        yield "knockout", "a Reaction has no K.O. mark (KD-1.1); leave it out."
    if entry.range:
        yield "range", "a Reaction has no range, its trigger says when it is used (KD-4.9); leave it out."
    for field in ("light", "heavy"):
        if getattr(entry, field):
            yield field, "a Reaction has no wound pool; give it the verb 'wound' instead."


def _of_attack(entry: Blow) -> Mistakes:
    aimed = building.blow(entry).aimed()
    if entry.knockout and not aimed:
        yield (
            "knockout",
            "the K.O. mark needs an attack that is aimed (KD-1.6): add wounds or a range.",
        )
    if entry.type == A_STRIKE and not aimed and entry.effect:
        yield "type", "a Strike is aimed (KD-1.6): add wounds or a range, or make this an ability."
    if entry.range and not _meets_somebody(entry):
        what = "a range goes with wounds, a K.O. mark or a verb that works on the opponent; leave it out."
        yield "range", what
    if not entry.knockout and any(verb.do == "no_relief" for verb in entry.effect):
        yield "effect", "'no_relief' speaks of the test of this attack, which only the K.O. mark allows."


def _meets_somebody(entry: Blow) -> bool:
    """Is there anything a range could be needed for?"""
    theirs = any(native.ON_THE_OPPONENT >> VERBS.number(verb.do) & 1 for verb in entry.effect)
    nears = any(verb.do == "forward" for verb in entry.effect)
    return bool(entry.light + entry.heavy or entry.knockout or theirs or nears)


def _fiery(entry: Blow) -> Iterator[str]:
    """The fields that speak of a Flame."""
    if entry.range == FIRE:
        yield "range"
    if any(verb.condition == FIRE for verb in entry.effect):
        yield "effect"


# --- what belongs to a sheet


def _foreign(special: SpecialEntry, owner: Belongings) -> Mistakes:
    """Verbs and ranges that need something this sheet has not."""
    used = sorted({verb.do for verb in special.effect})
    for do in used:
        if do in OF_AMMO and owner.most_ammo == 0:
            yield "effect", f"'{do}' needs Ammo, and this fighter has none: set 'ammo' and 'most_ammo'."
        if do in OF_CONTAMINATION and not owner.contamination:
            yield "effect", f"'{do}' needs Contamination cards: set 'contamination = true' for this fighter."
        if do in OF_FLAME and not owner.flame:
            yield "effect", f"'{do}' needs the Flame: set 'flame = true' for this fighter."
    for field in _fiery(special) if not owner.flame else []:
        yield field, "'fire' needs the Flame: set 'flame = true' for this fighter."


def of_belongings(owner: Belongings) -> Mistakes:
    """What belongs to a sheet has a use there."""
    used = {verb.do for special in owner.special for verb in special.effect}
    if owner.ammo > owner.most_ammo:
        yield "ammo", f"{owner.ammo} Ammo at the start are more than most_ammo = {owner.most_ammo}."
    if owner.most_ammo and not used & {"spend_wound", "spend_move"}:
        yield "most_ammo", "no Special spends Ammo: use 'spend_wound' or 'spend_move', or leave Ammo out."
    if owner.most_ammo and owner.ammo == 0 and "reload" not in used:
        yield "ammo", "there is never any Ammo: begin with some, or give a Special the verb 'reload'."
    if owner.flame and "flame" not in used:
        yield "flame", "no Special lays the Flame: give one the verb 'flame', or leave the Flame out."
    if owner.contamination and "contaminate" not in used:
        yield "contamination", "no Special has the verb 'contaminate'; give it to one, or leave this out."
