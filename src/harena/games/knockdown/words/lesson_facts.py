"""What lessons say of the rules as they are at this table: its options, its arena and the Skills face up."""

from __future__ import annotations

from harena.core.prose import count, listed
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.rules.odds import ROLLS, fails_of_216
from harena.games.knockdown.view import BrawlView
from harena.games.knockdown.words.outlook import Outlook, Wounds
from harena.games.knockdown.words.printed import wounds

EVEN = next(n for n in range(3, 20) if 2 * fails_of_216(n) >= ROLLS)  # what three dice fail as often as not


class Facts:
    """What stands in braces in lessons.toml, each by its name there."""

    def __init__(self, pack: BrawlPack, view: BrawlView) -> None:
        self.view = view
        self.outlook = Outlook(pack, view)
        self.foe = self.outlook.foe

    def say(self, name: str) -> str:
        said: str = getattr(self, f"_{name}")()
        return said

    def _waits(self) -> str:
        """KD-6.3: when the second Skill is turned up."""
        if self.view.wins == 1:
            return "The other stays face down, as a single round decides this match."
        return "The other waits face down until you lose a round."

    def _chances(self) -> str:
        """KD-5.1, KD-5.2: what the other's wounds mean in a test."""
        if self.outlook.builds(self.foe, max(self.outlook.counted(self.foe), 1)):
            return "They build a tower then, with a cube for each."
        return f"With three dice, {EVEN} make it an even chance."

    def _test(self) -> str:
        """KD-5: the test that may be called now."""
        counted = self.outlook.counted(self.foe)
        if counted == 0:
            return "Nothing counts against them, so they are sure to pass."
        if self.outlook.builds(self.foe, counted):
            return f"They must build a tower of {count(counted, 'cube')}."
        return f"They must roll at least {counted} with three dice."

    def _relief(self) -> str:
        """KD-5.3: what passing this test would take away."""
        relief = self.outlook.relief(self.foe)
        return f"they get rid of {wounds(*relief)}" if any(relief) else "they keep all their wounds"

    def _heals(self) -> str:
        """KD-5.3: which wounds passing takes away at this table, and what to make of it."""
        light, heavy = self.outlook.relieved_kinds()
        if not heavy:
            return (
                "Passing a test takes light wounds away, never heavy ones, and heavy wounds decide when the "
                "deck runs out. So the heavy one is usually the one to lose."
            )
        away = "wounds of both kinds away" if light else "heavy wounds away, never light ones"
        return f"Passing a test takes {away}. But when the deck runs out, fewer heavy wounds win the round."

    def _tolls(self) -> str:
        """KD-3.6: what coming out of each corridor costs this fighter."""
        ends: dict[Wounds, list[str]] = {}
        for action in self.view.actions:
            stretch, _, place = action.partition(":")
            if stretch == "corridor":
                space = self.outlook.red(int(place))
                ends.setdefault(self.outlook.toll(space), []).append(space)
        cheapest_first = sorted(ends, key=lambda toll: (toll.heavy, toll.light))
        return "; ".join(f"{wounds(*toll)} on {listed(ends[toll])}" for toll in cheapest_first)
