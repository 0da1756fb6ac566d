"""A view with what has to be known to draw it: its pack, its words, and what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from harena.games.knockdown.pack.content import Attack, BrawlPack, Sheet, Skill
from harena.games.knockdown.rules.pay import payable
from harena.games.knockdown.view import BrawlView, FighterView, Reach
from harena.games.knockdown.words.things import arena_of, attacks_of, sheets_of, skills_by_id
from harena.games.knockdown.words.words import BrawlWords
from harena.look.drawing import Plain, said
from harena.look.writing import clip

NOTHING = Plain("")
DRAFTS = ("Keep", "KeepReceived", "Face")  # the questions of the Skill draft
MEASURED = "cube:"  # what a hand answers: nobody chooses it


class Onlooker:
    """Who is who in a view, and which actions are still to be placed in its picture."""

    def __init__(self, pack: BrawlPack, view: BrawlView, names: Sequence[str]) -> None:
        self.pack = pack
        self.view = view
        self.words = BrawlWords(pack, names)
        self.names = [clip(name, 160, 15) for name in names]
        self.attacks = attacks_of(pack)
        self.arena = arena_of(pack, view.arena)
        self.open = {one: None for one in view.actions if not one.startswith(MEASURED)}  # still to be placed
        self.blocks = any(one.startswith("block:") for one in view.actions)
        self.near = view.viewer if view.viewer >= 0 else 0  # the seat on the left
        self.far = 1 - self.near
        self.asked = -1 if view.over or view.instead else view.decider
        self.best = max(view.scores) if view.over else 0.0

    @cached_property
    def skills(self) -> dict[str, Skill]:
        return skills_by_id(self.pack, self.view.skills)

    @cached_property
    def reach(self) -> dict[str, Reach]:
        """Where attacks reach, by their ids."""
        return {one.attack: one for one in self.view.reach}

    def sheet(self, seat: int) -> Sheet | None:
        return sheets_of(self.pack).get(self.view.fighters[seat].character)

    def name(self, seat: int) -> str:
        """What a fighter is called, or its player while it has none."""
        sheet = self.sheet(seat)
        return sheet.name if sheet is not None else self.player(seat)

    def short(self, seat: int) -> str:
        """Two letters for a disc."""
        return self.name(seat)[:2].upper()

    def player(self, seat: int) -> str:
        return "You" if seat == self.view.viewer else self.names[seat]

    def won(self, seat: int) -> bool:
        return self.view.over and self.view.scores[seat] == self.best

    def fighter(self, seat: int) -> FighterView:
        return self.view.fighters[seat]

    @property
    def shows_specials(self) -> bool:
        """Do Special Attacks lie open, or something else in their place?"""
        return not self.view.over and not self.blocks

    def special_key(self, seat: int, special: Attack) -> str:
        return f"special-{seat}-{int(special.slot) + 1}"

    def key_of(self, attack: str) -> str:
        """The `data-key` of an attack whose reach is shown."""
        found = self.attacks[attack]
        return f"card-{attack}" if found.card >= 0 else self.special_key(self.view.eyes, found)

    def lights_of(self, attack: str) -> Plain:
        """What an attack lights up: the spaces it reaches."""
        reach = self.reach.get(attack)
        return Plain(" ".join(f"lamp-{name}" for name in reach.reaches)) if reach else NOTHING

    def take(self, action: str) -> tuple[str, Plain]:
        """An action, if it is open, and its hint; from then on it is placed."""
        if action not in self.open:
            return "", NOTHING
        del self.open[action]
        return action, said(self.words.hint(self.view, action))


@lru_cache(4096)
def can_pay(special: Attack, held: tuple[int, ...]) -> bool:
    """Does a hand with so many cards of each symbol pay for it?"""
    return bool(payable(special.price, *held))
