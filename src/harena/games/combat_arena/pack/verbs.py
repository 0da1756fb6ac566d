"""The verbs of Combat Arena, each said once: see core/verbs.py. What each does is in rules/effect.py."""

from __future__ import annotations

from typing import Any

from harena.core.verbs import Use, VerbSpec, Vocabulary

ACTIONS, FATES, INJURIES = (
    "actions",
    "Fates",
    "injuries",
)  # where verbs stand: Specials and Uniques are actions
ENEMIES = ("adjacent", "near", "anyone", "each", "same")
FALLEN = ("anyone", "each")  # the fallen stand nowhere, so nothing is near them (CA-7.5)


def _on_enemies(reads: str, does: str) -> tuple[Use, Use]:
    return Use((ACTIONS,), reads, does, ENEMIES), Use((FATES,), reads, does, FALLEN)


def _own(reads: str, does: str) -> tuple[Use]:
    return (Use((ACTIONS,), reads, does),)


def _kind_of_each(entry: Any) -> str:
    if entry.on == "each" and entry.kind == "either":
        return "needs a kind to be made on each enemy: melee or ranged."
    return ""


VERBS = Vocabulary(
    [  # in the order of their numbers in content.py
        VerbSpec(
            "move",
            _own("{move}", "a move of up to `n` hexes, then the icon `facing`"),
            ("n", "facing", "if_hit"),
        ),
        VerbSpec("turn", _own("turn to any facing", "choose any facing"), ("if_hit",)),
        VerbSpec(
            "attack",
            (
                Use(
                    (ACTIONS,),
                    "{attack}",
                    "an attack with `n` dice (1 to 6); more fields below",
                    ("zone", "each", "same"),
                ),
            ),
            ("n", "kind", "wounds", "push", "from_rear", "if_hit"),
            most=6,
            why="no action rolls more than six dice (CA-5.2)",
            wants=_kind_of_each,
        ),
        VerbSpec(
            "push",
            (
                Use(
                    (ACTIONS,),
                    "push {whom} {n:hex/hexes} away",
                    "`n` pushes, one hex each",
                    ("adjacent", "near", "each", "same"),
                ),
            ),
            ("n", "reach", "if_hit"),
        ),
        VerbSpec(
            "wound",
            (
                *_on_enemies("inflict {n:wound} on {whom}", "`n` wounds, without a roll or a reaction"),
                Use((INJURIES,), "suffer {n:wound}", "the victim suffers `n` more wounds"),
            ),
            ("n", "reach", "if_hit"),
        ),
        VerbSpec(
            "energy",
            (Use((ACTIONS, INJURIES), "{energy}", "your own Energy moves `n` spaces; \u22124 to 9"),),
            ("n", "if_hit"),
            least=-4,
        ),
        VerbSpec(
            "drain",
            _on_enemies("{whom} loses {n} Energy", "the target loses `n` Energy spaces"),
            ("n", "reach", "if_hit"),
        ),
        VerbSpec(
            "heal",
            _own("heal {n:wound}", "your own Health marker goes up `n` spaces, as far as there is room"),
            ("n", "if_hit"),
        ),
        VerbSpec(
            "draw",
            _own("draw {n:card}", "draw `n` of the cards put aside, as long as there are any"),
            ("n", "if_hit"),
        ),
        VerbSpec(
            "drop",
            (
                *_on_enemies("{whom} discards {n:random card}", "the target discards `n` cards at random"),
                Use((INJURIES,), "discard {n:random card}", "the victim discards `n` cards at random"),
            ),
            ("n", "reach", "if_hit"),
        ),
        VerbSpec(
            "mend",
            _own("put one Damage marker back", "put back one Damage marker of your choice"),
            ("if_hit",),
        ),
        VerbSpec(
            "unmark",
            (
                Use(
                    (INJURIES,),
                    "lose the Damage marker of {box}",
                    "the victim loses the Damage marker of `box`",
                ),
            ),
            ("box",),
        ),
        VerbSpec(
            "fatal",
            (
                Use(
                    (INJURIES,),
                    "roll a die: on {roll} you are defeated",
                    "the victim rolls a die: on `n` or more (2 to 6) it is defeated",
                ),
            ),
            ("n",),
            least=2,
            most=6,
            why="what must be rolled for it to kill",
        ),
    ],
    same="same",
    after={"if_hit": "attack"},
    goes_with={"reach": ("near", "each"), "from_rear": ("zone", "same")},
)
