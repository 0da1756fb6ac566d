"""The verbs that effects of Knockdown are made of. What they do is in rules/effect.py."""

from __future__ import annotations

from typing import Any, Final

from harena.core.verbs import Use, VerbSpec, Vocabulary

CARD, SPECIAL, REACTION, SKILL = "card", "special", "reaction", "skill"  # where verbs stand
ATTACKS: Final = (CARD, SPECIAL)
SHEETS: Final = (SPECIAL, REACTION)  # what needs Ammo, a Flame or Contamination stands on sheets alone
ANYWHERE: Final = (CARD, SPECIAL, REACTION, SKILL)

IF: Final = "if"  # every verb may have a condition
STEPS_MOST: Final = 6
CARDS_MOST: Final = 3
AMMO_MOST: Final = 9  # tokens of a sheet: as many as a number can say
WHY_STEPS: Final = "more steps would cross any arena"
WHY_CARDS: Final = "more would empty a hand at one blow"
WHY_AMMO: Final = "a sheet has room for nine Ammo"

READS_IF: Final = {  # what a condition adds to a verb on a card; {stand}: "they stand", or who stands
    "edge": "if {stand} at the edge",
    "next": "if {stand} next to you",
    "fire": "if {stand} on or next to your Flame",
    "behind": "if you have more wounds than {them}",
}


def _wounds(entry: Any) -> str:
    if entry.light + entry.heavy == 0:
        return "needs wounds: say light, heavy or both."
    return ""


def _steps(name: str, stands: tuple[str, ...], reads: str, does: str) -> VerbSpec:
    return VerbSpec(name, (Use(stands, reads, does),), ("n", IF), most=STEPS_MOST, why=WHY_STEPS)


def _cards(name: str, stands: tuple[str, ...], reads: str, does: str) -> VerbSpec:
    return VerbSpec(name, (Use(stands, reads, does),), ("n", IF), most=CARDS_MOST, why=WHY_CARDS)


def _cubes(name: str, reads: str, does: str) -> VerbSpec:
    return VerbSpec(name, (Use(ANYWHERE, reads, does),), ("light", "heavy", IF), wants=_wounds)


def _ammo(name: str, reads: str, does: str) -> VerbSpec:
    return VerbSpec(name, (Use(SHEETS, reads, does),), ("n", IF), most=AMMO_MOST, why=WHY_AMMO)


def _plain(name: str, stands: tuple[str, ...], reads: str, does: str) -> VerbSpec:
    return VerbSpec(name, (Use(stands, reads, does),), (IF,))


# Filled in: {n} with what it counts, {wounds} from light and heavy, {them}: the opponent, or the attacker.
VERBS = Vocabulary(
    [  # in the order of their numbers in content.py
        _cubes(
            "wound",
            "{them} suffers {wounds}",
            "the opponent suffers `light` and `heavy` wounds on top of the pool",
        ),
        _cubes("suffer", "you suffer {wounds}", "you suffer `light` and `heavy` wounds yourself: a price"),
        _steps("move", ANYWHERE, "move up to {n:space}", "you go up to `n` steps, not through the opponent"),
        _steps(
            "blink",
            ANYWHERE,
            "move up to {n:space}, through {them} if you like",
            "you go up to `n` steps and may pass through the opponent",
        ),
        _steps(
            "forward",
            ANYWHERE,
            "move {n:space} directly toward {them}",
            "you go `n` steps directly toward the opponent, until you stand next to them",
        ),
        _steps(
            "backward",
            ANYWHERE,
            "{them} moves {n:space} directly away",
            "the opponent goes `n` steps directly away from you",
        ),
        _steps(
            "drag",
            ANYWHERE,
            "{them} moves {n:space} directly toward you",
            "the opponent comes `n` steps directly toward you",
        ),
        _steps(
            "shift",
            ANYWHERE,
            "move {them} {n:space}",
            "the opponent goes `n` steps; you choose each of them",
        ),
        _cards(
            "drop",
            ANYWHERE,
            "{them} discards {n:card} of their choice",
            "the opponent discards `n` cards and chooses which",
        ),
        _cards(
            "strip",
            ANYWHERE,
            "{them} discards {n:card} of your choice",
            "the opponent discards `n` cards; you choose which",
        ),
        _plain(
            "order",
            ANYWHERE,
            "{them} shows two cards and you discard one of them",
            "the opponent shows two cards from their hand; you discard one of them",
        ),
        _cubes(
            "heal", "discard {wounds} of your own", "you discard up to `light` and `heavy` wounds of your own"
        ),
        _plain(
            "mend",
            ANYWHERE,
            "discard 1 light or 1 heavy wound of your own",
            "you discard one of your wounds, light or heavy as you like",
        ),
        _plain(
            "take",
            (CARD,),
            "take a card from the Row into your hand",
            "you take one more card from the Row; at most once on a card",
        ),
        _plain(
            "no_relief",
            ATTACKS,
            "if {them} passes the test, no wounds are discarded",
            "passing the test of this attack discards no wounds; only with a K.O. mark",
        ),
        _ammo(
            "spend_wound",
            "spend up to {n} Ammo: {them} suffers 1 light wound for each",
            "you spend up to `n` Ammo; the opponent suffers 1 light wound for each",
        ),
        _plain(
            "spend_move",
            SHEETS,
            "spend any number of Ammo and move one space for each",
            "you spend any number of Ammo and go one step for each",
        ),
        _ammo(
            "reload",
            "gain {n} Ammo, and 1 more for each Power card you then discard",
            "you gain `n` Ammo, and 1 more for each Power card you then discard",
        ),
        _steps(
            "flame",
            SHEETS,
            "put your Flame on a free space up to {n:space} away",
            "you put your Flame on a free space at most `n` steps away",
        ),
        _plain("flame_out", SHEETS, "your Flame goes out", "your Flame goes back beside your sheet"),
        VerbSpec(
            "contaminate",
            (
                Use(
                    SHEETS,
                    "{them} gets {n:Contamination card}",
                    "the opponent gets `n` Contamination cards, as long as there are any",
                ),
            ),
            ("n", IF),
            most=3,
            why="there are three Contamination cards (KD-1.8)",
        ),
    ]
)

OF_AMMO: Final = ("spend_wound", "spend_move", "reload")
OF_FLAME: Final = ("flame", "flame_out")
OF_CONTAMINATION: Final = ("contaminate",)
