"""What is looked for in a Combat Arena pack beyond the shapes of its entries: do the parts go together?"""

from __future__ import annotations

import msgspec

from harena.core.packcheck import Check, Entries, Note, unused
from harena.core.packfile import PackFiles, Placed
from harena.core.prose import count
from harena.games.combat_arena.pack import content as native
from harena.games.combat_arena.pack.entries import (
    EnergyEntry,
    FateEntry,
    Radius,
    RuleEntry,
    SpecialEntry,
    UniqueEntry,
    VerbEntry,
    WeaponEntry,
)
from harena.games.combat_arena.pack.verbs import ACTIONS, FATES, VERBS
from harena.games.combat_arena.pack.verbs import INJURIES as OF_INJURIES
from harena.games.combat_arena.rules.hexes import Hexes

PACK, CARDS, FIGHTERS = "pack.toml", "cards.toml", "fighters.toml"
INJURIES, BOARDS = "injuries.toml", "boards.toml"
FEWEST_STARTS = 4
MOST_SPACES = 35  # CA-7.1: on all tracks together

RULE_USES: dict[str, tuple[str, ...]] = {  # which numbers each kind of fighter's rule has a use for
    "ward": ("roll", "arc", "against"),
    "endure": ("roll",),
    "reroll": ("n", "against"),
    "redraw": ("n",),
}


class Harm(msgspec.Struct):
    """What an injury does, whatever else is said of it."""

    effect: list[VerbEntry] = []
    slow: int = 0
    weak: int = 0


class Areas(msgspec.Struct):
    """Where a board has what, whatever else is said of it."""

    snares: list[str]
    starts: list[str]


def check_pack(files: PackFiles) -> None:
    """Note all that does not go together in the files that were looked at."""
    energy = files.part(PACK, "energy", EnergyEntry)
    if energy is not None:
        check_energy(files, energy["track"], energy["start"])
    for entries in LISTS:
        entries.check(files)
    check_tracks(files)
    radius = files.part(BOARDS, "radius", Radius)
    for board in files.entries(BOARDS, "board", Areas) if radius is not None else []:
        check_board(board, Hexes(radius))


def check_energy(files: PackFiles, track: list[int], start: int) -> None:
    if list(track) != sorted(track):
        files.wrong(PACK, "the levels of the track must not fall.", "energy", "track")
    if start >= len(track) or track[start] != 3:
        what = "everyone begins with 3 Initiative cards (CA-1.3): name a space of the track that says 3."
        files.wrong(PACK, what, "energy", "start")


def check_special(special: SpecialEntry, wrong: Note) -> None:
    if bool(special.effect) == (special.reaction is not None):
        wrong("a Special has either an effect or a reaction.")
    VERBS.check(special.effect, ACTIONS, wrong)


def effect_of(place: str) -> Check:
    """A check of what a Unique or a Fate does."""

    def check(entry: UniqueEntry | FateEntry, wrong: Note) -> None:
        VERBS.check(entry.effect, place, wrong)

    return check


def check_rule(rule: RuleEntry, wrong: Note) -> None:
    """A fighter's rule has the numbers its kind uses, and no roll that cannot fail."""
    used = RULE_USES[rule.kind]
    said: dict[str, None] = {}  # once, where both columns have the same mistake
    for values in (rule.healthy, rule.wounded):
        for field in unused(values, used):
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


def check_tracks(files: PackFiles) -> None:
    tracks = files.parts(FIGHTERS, "fighter", "health", int)
    largest = sorted((track.entry for track in tracks), reverse=True)[:4]
    if sum(largest) > MOST_SPACES:
        what = f"four fighters together may have {count(MOST_SPACES, 'space')} at most (CA-7.1)."
        tracks[0].wrong(what, "health")


def check_injury(injury: Placed[Harm]) -> None:
    entry = injury.entry
    if not entry.effect and not entry.slow and not entry.weak:
        injury.wrong("an injury needs an effect, or must slow or weaken.", "effect")
    VERBS.check(entry.effect, OF_INJURIES, injury.at("effect"))


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


LISTS = (
    Entries(CARDS, "card", native.CARDS, "CA-2.1", parts={"special": (SpecialEntry, check_special)}),
    Entries(
        FIGHTERS,
        "fighter",
        own=("id", "name", "short"),
        parts={
            "melee": (WeaponEntry, check_weapon),
            "ranged": (WeaponEntry, check_weapon),
            "rule": (RuleEntry, check_rule),
            "unique": (UniqueEntry, effect_of(ACTIONS)),
            "fate": (FateEntry, effect_of(FATES)),
        },
    ),
    Entries(INJURIES, "injury", native.INJURIES, "CA-1.1", whole=(Harm, check_injury)),
    Entries(BOARDS, "board"),
)
