"""What lasting injuries take from an action, in words."""

from __future__ import annotations

from harena.core.bits import members_of
from harena.core.prose import listed, spelled
from harena.games.combat_arena.pack.content import ATTACK, MOVE, ArenaPack, Effect, Injury
from harena.games.combat_arena.rules.attack import dice_left
from harena.games.combat_arena.rules.move import hexes_left
from harena.games.combat_arena.words.printed import dice, hexes


class Hampered:
    """A fighter with these injuries, as bits, acts."""

    def __init__(self, pack: ArenaPack, lasting: int) -> None:
        self.injuries = [pack.injuries[card] for card in members_of(lasting)]

    def dice(self, n: int) -> str:
        """An attack of n dice: 3 dice, one fewer by Wrenched Shoulder."""
        weak = [injury for injury in self.injuries if injury.weak]
        left = dice_left(n, sum(injury.weak for injury in weak))
        return f"{dice(left)}{_fewer(n - left, weak)}"

    def hexes(self, n: int) -> str:
        """A move of n hexes: up to 2 hexes, two fewer by Crushed Knee."""
        slow = [injury for injury in self.injuries if injury.slow]
        left = hexes_left(n, sum(injury.slow for injury in slow))
        return f"{f'up to {hexes(left)}' if left else 'no hex'}{_fewer(n - left, slow)}"

    def in_effect(self, effect: Effect | None) -> str:
        """What is told behind an effect: its moves and attacks, as far as injuries hamper them."""
        parts = []
        for verb in effect.verbs if effect is not None else ():
            if verb.do == MOVE and any(injury.slow for injury in self.injuries):
                parts.append(self.hexes(verb.n))
            elif verb.do == ATTACK and any(injury.weak for injury in self.injuries):
                parts.append(self.dice(verb.n))
        return f": {'; '.join(parts)}" if parts else ""


def _fewer(n: int, injuries: list[Injury]) -> str:
    """How many fewer, and which injuries are to blame."""
    if n == 0:
        return ""
    return f", {spelled(n)} fewer by {listed([one.name for one in injuries])}"
