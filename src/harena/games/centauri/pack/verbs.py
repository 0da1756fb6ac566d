"""The verbs that Action cards of Centauri Arena are made of. What they do is in rules/."""

from __future__ import annotations

from typing import Final

from harena.core.verbs import Use, VerbSpec, Vocabulary
from harena.games.centauri.pack.content import BUFF, MOVEMENT, PHASE_NAMES, UPKEEP

IN_UPKEEP: Final = (PHASE_NAMES[UPKEEP],)  # where verbs stand: on cards that are played in this phase
IN_MOVEMENT: Final = (PHASE_NAMES[MOVEMENT],)
IN_BUFF: Final = (PHASE_NAMES[BUFF],)
ANY_PHASE: Final = tuple(PHASE_NAMES)

WHY_POINTS: Final = "more would cross the whole frame"
WHY_DICE: Final = "more would decide any fight"
WHY_HULL: Final = "a standard armada has no more Hull (CN-1.2)"
WHY_GIFTS: Final = "more would be worth several turns"
WHY_FAR: Final = "no two sectors are farther apart"


def _number(name: str, stands: tuple[str, ...], reads: str, does: str, limit: tuple[int, str]) -> VerbSpec:
    most, why = limit
    return VerbSpec(name, (Use(stands, reads, does),), ("n",), most=most, why=why)


def _plain(name: str, stands: tuple[str, ...], reads: str, does: str) -> VerbSpec:
    return VerbSpec(name, (Use(stands, reads, does),))


# Filled in: {n} with what it counts.
VERBS = Vocabulary(
    [  # in the order of their numbers in content.py
        _number(
            "points",
            IN_MOVEMENT,
            "get {n:more movement point}",
            "this armada has `n` more movement points",
            (6, WHY_POINTS),
        ),
        _plain(
            "push",
            IN_MOVEMENT,
            "move a Raider in your sector or next to it one sector away from you; Raiders that meet surge",
            "a Raider in this armada's sector or next to it goes one sector away; meeting Raiders surge",
        ),
        _number(
            "dice",
            IN_BUFF,
            "{n:more die/more dice} in each attack this combat round",
            "each attack has `n` more dice in this combat round",
            (6, WHY_DICE),
        ),
        _number(
            "shield",
            IN_BUFF,
            "Shield +{n} this combat round",
            "Shield is `n` more in this combat round",
            (8, WHY_DICE),
        ),
        _plain(
            "reroll",
            IN_BUFF,
            "roll the misses of your attacks this combat round again, once",
            "the misses of each attack in this combat round are rolled again, once",
        ),
        _number(
            "repair",
            ANY_PHASE,
            "restore {n} Hull",
            "`n` Hull are restored, up to what an armada starts with",
            (8, WHY_HULL),
        ),
        _number("astartium", IN_UPKEEP, "gain {n} Astartium", "you gain `n` Astartium", (6, WHY_GIFTS)),
        _number("draw", IN_UPKEEP, "draw {n:card}", "you draw `n` Action cards", (3, WHY_GIFTS)),
        _number(
            "token",
            IN_UPKEEP,
            "gain {n:token} of your choice",
            "you gain `n` tokens; you choose the kind of each",
            (3, WHY_GIFTS),
        ),
        _plain(
            "wall",
            IN_MOVEMENT,
            "until this armada's next Movement no enemy leaves its sector by moving; fleeing is allowed",
            "no enemy leaves this armada's sector by moving until its next Movement; fleeing is allowed",
        ),
        _plain(
            "cloak", IN_MOVEMENT, "this move needs no Evade", "this armada need not Evade in this Movement"
        ),
        _number(
            "dagger",
            IN_MOVEMENT,
            "this armada's first attack this round has {n:more die/more dice}",
            "the armada's first attack this round has `n` more dice",
            (6, WHY_DICE),
        ),
        _plain(
            "blaze",
            IN_BUFF,
            "after Engage this armada is destroyed, and nobody gains by it",
            "the armada is destroyed after Engage, and nobody gains by it; it works for one armada",
        ),
        _number(
            "swap",
            IN_MOVEMENT,
            "exchange places with any armada at most {n:sector} away, neither at a Starbase or the Jumpgate;"
            " this move then needs no Evade",
            "the armada exchanges places with another at most `n` sectors away, neither of them on a home or"
            " the Jumpgate; it need not Evade afterwards",
            (6, WHY_FAR),
        ),
    ]
)
