"""A view with what has to be known to draw it: its pack, its words, and what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from harena.games.knockdown.pack.content import Attack, BrawlPack, Sheet, Skill
from harena.games.knockdown.rules.pay import payable
from harena.games.knockdown.view import BrawlView, FighterView, Reach
from harena.games.knockdown.words.things import arena_of, attacks_of, sheets_of, skills_by_id
from harena.games.knockdown.words.words import BrawlWords
from harena.look import onlooker
from harena.look.drawing import Plain
from harena.look.onlooker import NOTHING

NAME_ROOM = 160
DRAFTS = ("Keep", "KeepReceived", "Face")  # the questions of the Skill draft
MEASURED = "cube:"  # what a hand answers: nobody chooses it


class Onlooker(onlooker.Onlooker[BrawlPack, BrawlView, BrawlWords]):
    """Who is who in a view, and which actions are still to be placed in its picture."""

    def __init__(self, pack: BrawlPack, view: BrawlView, names: Sequence[str]) -> None:
        super().__init__(BrawlWords(pack, names), view, NAME_ROOM)
        self.open = {one: None for one in self.open if not one.startswith(MEASURED)}
        self.attacks = attacks_of(pack)
        self.arena = arena_of(pack, view.arena)
        self.blocks = any(one.startswith("block:") for one in view.actions)
        self.far = 1 - self.near  # the seat on the right
        self.asked = -1 if view.over or view.instead else view.decider

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


@lru_cache(4096)
def can_pay(special: Attack, held: tuple[int, ...]) -> bool:
    """Does a hand with so many cards of each symbol pay for it?"""
    return bool(payable(special.price, *held))
