"""Why an action is not open, where a player might wonder."""

from __future__ import annotations

from harena.core.bits import bit
from harena.games.combat_arena.actions import (
    ATTACK_ROW,
    HEX,
    MOVE_ROW,
    REACT,
    SPECIAL_ROW,
    TARGET,
    UNIQUE,
)
from harena.games.combat_arena.pack.content import CARDS
from harena.games.combat_arena.rules.attack import ChooseEnemy, React
from harena.games.combat_arena.rules.move import Walk
from harena.games.combat_arena.rules.turn import ChooseAction, card_of
from harena.games.combat_arena.state import Arena


def why_not(game: Arena, action: int) -> str:
    """A reason in a few words with its rule, from what the decider knows; empty if there is none to tell."""
    step = game.waiting
    if isinstance(step, ChooseAction):
        return _why_not_play(game, step.who, action)
    if isinstance(step, Walk) and action >= HEX:
        return "it is too far, taken, an arc-snare or cut off (CA-4.1)"
    if isinstance(step, ChooseEnemy) and TARGET <= action < TARGET + len(game.pack.characters):
        return "it is not an enemy in the Kill Zone (CA-5.1)"
    if isinstance(step, React) and REACT <= action < REACT + CARDS:
        held = game.fighters[step.target].hand & bit(action - REACT)
        return "it is not a reaction to this kind of attack (CA-5.3)" if held else "you do not hold it"
    return ""


def _why_not_play(game: Arena, who: int, action: int) -> str:
    hand = game.fighters[who].hand
    if action == UNIQUE:
        return "it needs two cards to discard and a target (CA-3.1, CA-3.2)"
    if not MOVE_ROW <= action < UNIQUE:
        return ""
    card = card_of(action)
    if not hand & bit(card):
        return "you do not hold that card"
    if action >= SPECIAL_ROW:
        reaction = game.pack.reactions & bit(card)
        return "it is a reaction (CA-3.5)" if reaction else "it needs a target (CA-3.2)"
    return "no enemy stands in a Kill Zone (CA-5.1)" if action >= ATTACK_ROW else ""
