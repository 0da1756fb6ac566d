"""Choices that a player may regret as a slip of the hand, and a sentence that says why."""

from __future__ import annotations

from harena.core.prose import chance, count
from harena.games.knockdown.words.hints import CERTAIN, Hints
from harena.games.knockdown.words.outlook import fall_chance
from harena.games.knockdown.words.printed import at_least, wounds

GRAVE = 0.25  # the chance to go down from which on leaving out a block is worth a second thought
STEPS = ("move", "dash", "place")


def danger_of(hints: Hints, action: str) -> str:
    """What a choice may cost; empty for all that nobody would regret."""
    stretch, _, member = action.partition(":")
    if stretch == "corridor":
        return _into_the_flame(hints, hints.outlook.red(int(member)))
    if stretch in STEPS:
        return _into_the_flame(hints, member)
    if action == "call":
        return _in_vain(hints)
    if action == "no_call":
        return _let_go(hints)
    if action == "block:none":
        return _unblocked(hints)
    return ""


def _into_the_flame(hints: Hints, space: str) -> str:
    """KD-1.9: a step of one's own onto the other's Flame."""
    asking, mine = hints.view.asking, hints.view.fighters[hints.me]
    moved = hints.question.moves if asking == "Shove" else hints.me
    if asking == "Burn" or moved != hints.me or space == mine.space:
        return ""
    burnt = hints.outlook.burns(hints.me, space)
    if not any(burnt) or (asking == "Shove" and hints.question.n > 1):
        return ""
    return f"The Flame is there: you suffer {wounds(*burnt)}."


def _in_vain(hints: Hints) -> str:
    """KD-5.3: a test that cannot fail only takes wounds away."""
    counted = hints.question.counted
    if hints.outlook.builds(hints.foe, counted) or fall_chance(counted) > 0:
        return ""
    relief = hints.outlook.relief(hints.foe)
    return f"They cannot fail, and {wounds(*relief)} would go." if any(relief) else ""


def _let_go(hints: Hints) -> str:
    """KD-5.1: a test that nobody can pass wins the round."""
    counted = hints.question.counted
    if hints.outlook.builds(hints.foe, counted) or fall_chance(counted) < CERTAIN:
        return ""
    return f"You give the round away: nobody can roll {counted} with three dice."


def _unblocked(hints: Hints) -> str:
    """KD-4.2: a blow with the K.O. mark whose wounds could have been stopped."""
    attack = hints.outlook.attack(hints.question.attack)
    if not attack.knockout:
        return ""
    counted = hints.outlook.block("none").counted
    ways = [action.partition(":")[2] for action in hints.view.actions]
    least = min(hints.outlook.block(way).counted.low for way in ways)
    falls = fall_chance(counted.low)
    if hints.outlook.builds(hints.me, counted.low) or least == counted.low or falls < GRAVE:
        return ""
    would_count = f"{at_least(*counted)}{count(counted.low, 'wound')} would count in a test"
    to_fail = f"{at_least(falls, fall_chance(counted.high))}{chance(falls)} to fail"
    return f"You may go down: {would_count}, {to_fail}."
