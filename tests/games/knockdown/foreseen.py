"""Every hint of a decision against what then happens: the choice is played out, the hint read as players do.

What a hint says is certain must come. A chance must be that of all 216 ways in which three dice fall.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from harena.core.dice import fast_dice
from harena.core.event import Event
from harena.core.prose import chance
from harena.core.state import OVER
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import SYMBOL_NAMES, UNLIMITED, Attack, BrawlPack
from harena.games.knockdown.state import Brawl
from kit.dice import Loaded
from kit.hinted import check_hints

NAMES = ["Ann", "Bo"]
WOUNDS = r"(?:(\d+) light(?: and (\d+) heavy)?|(\d+) heavy) wounds?"
MEANWHILE = {"React": "no_reaction", "Block": "block:none"}  # what the other answers while a choice is played
TALLEST = 14  # cubes of a tower; above that dice decide (KD-5.2)
NEXT_CHOICE = ("Call", "Act", "Combo")  # up to here all that follows belongs to the choice


def wounds_in(text: str) -> tuple[int, int]:
    """The wounds that a text begins with."""
    if text.startswith("no wounds"):
        return 0, 0
    found = re.match(WOUNDS, text)
    assert found, text
    return int(found[1] or 0), int(found[2] or found[3] or 0)


class Outcome:
    """What a choice does at once, before anything that waits for its turn goes on."""

    def __init__(self, state: Brawl, action: int) -> None:
        self.state: Any = state.copy()
        self.state.journal = []
        self.state.made += 1
        self.luck = random.Random(action)
        self.state.waiting.choose(self.state, action)

    def play_on(self) -> None:
        """Whatever anybody answers, to the next choice: nobody reacts or blocks."""
        actions = GAME.actions(self.state.pack)
        self.state.run_on()
        while self.state.seat != OVER and self.asking not in NEXT_CHOICE:
            answer = MEANWHILE.get(self.asking)
            self.state.play(actions.parse(answer) if answer else self.luck.choice(self.state.legal()))

    @property
    def asking(self) -> str:
        return type(self.state.waiting).__name__

    def end_of_shove(self) -> None:
        """The step after the last, with which a move by an effect ends."""
        assert not self.state.steps.pop().begin(self.state)

    def told(self, kind: str, cause: str = "", a: int | None = None) -> list[Event]:
        return [
            event
            for event in self.state.journal
            if event.kind == kind and cause in ("", event.cause) and a in (None, event.a)
        ]

    def suffered(self, who: int, cause: str) -> tuple[int, int]:
        """What a fighter suffered from a cause; there is one such blow at most."""
        found = self.told("wounded", cause, who)
        assert len(found) <= 1
        return (int(found[0].b), int(found[0].c)) if found else (0, 0)


class Foreseen:
    """The hints of one decision."""

    def __init__(self, pack: BrawlPack, state: Brawl) -> None:
        self.pack, self.state = pack, state
        self.actions = GAME.actions(pack)
        self.view = GAME.view(state, state.seat)
        self.words = GAME.words(pack, NAMES)
        self.me, self.foe = int(state.seat), 1 - int(state.seat)

    def check(self) -> Counter[str]:
        """Every hint of the decision; how many of each kind were looked at."""
        return check_hints(self, CHECKS)

    def at_once(self, action: str) -> Outcome:
        return Outcome(self.state, self.actions.parse(action))

    def played(self, action: str) -> Outcome:
        then = self.at_once(action)
        then.play_on()
        return then

    # --- moving

    def moves(self, action: str, member: str, hint: str) -> None:
        if self.view.asking == "Burn":
            return
        if hint.startswith("Stay"):
            self.place_is(hint, self.me, int(self.state.fighter(self.me).pos))
            return
        then = self.at_once(action)
        (moved,) = then.told("moved")
        self.place_is(hint, int(moved.a), int(moved.c))
        ammo = re.search(r"Costs (\d+) Ammo", hint)
        assert [-int(event.b) for event in then.told("ammo")] == ([int(ammo[1])] if ammo else [])
        assert len(then.told("discarded", "dash")) == int("Costs a Dash card" in hint)
        if action.startswith("corridor"):
            assert wounds_in(hint.removeprefix("Costs you ")) == then.suffered(self.me, "corridor")
        self.flame_is(hint, then, int(moved.a))

    def flame_is(self, hint: str, then: Outcome, mover: int) -> None:
        """KD-1.9: whether the Flame burns; of several steps only the last counts."""
        burnt = re.search(r"The Flame (burns|would burn) [^:]+: (.*?)\.", hint)
        assert ("The Flame" in hint) == bool(burnt)
        if self.view.asking == "Shove":
            question = self.view.question
            assert question is not None
            if question.n > 1:
                assert burnt is None or burnt[1] == "would burn"
                return
            then.end_of_shove()
        assert burnt is None or burnt[1] == "burns"
        assert then.suffered(mover, "flame") == (wounds_in(burnt[2]) if burnt else (0, 0))

    def place_is(self, hint: str, mover: int, there: int) -> None:
        """How far apart the two are then, and what reaches."""
        then: Any = self.state.copy()
        then.fighter(mover).pos = there
        far = re.search(r"(?:(Next to)|(\d+) spaces? from) ", hint)
        assert far, "it says how far it is"
        assert then.distance() == int(far[2] or 1)
        found = re.search(r"; in range: (.*?)\.(?: |$)", hint)
        named = Counter(re.split(r", | and ", found[1])) if found else Counter()
        mine = [*(self.state.arena.cards[card] for card in then.row), *then.fighter(self.me).sheet.specials]
        reach = [one for one in mine if one.range != UNLIMITED and then.in_range(self.me, one)]
        assert sum(named.values()) == sum(len(re.split(r", | and ", one.name)) for one in reach)
        assert all(one.name in (found[1] if found else "") for one in reach)

    # --- attacks

    def card(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        attacked = then.told("attacked", "card")
        assert bool(attacked) == (not hint.startswith("Out of range"))
        if attacked:
            self.blow(hint, then, self.attack(member))

    def special(self, action: str, member: str, hint: str) -> None:
        attack = self.state.fighter(self.me).sheet.specials[int(member) - 1]
        if self.view.asking == "React":
            return
        then = self.played(action)
        paid = [int(event.b) for event in then.told("discarded", "cost", self.me)]
        assert len(paid) == sum(attack.cost)
        if not then.told("missed"):
            self.blow(hint.partition(". ")[2], then, attack)

    def attack(self, id: str) -> Attack:
        return next(attack for attack in self.pack.attacks if attack.id == id)

    def blow(self, hint: str, then: Outcome, attack: Attack) -> None:
        """The wounds of a pool that nobody blocks, and what a test is then."""
        if attack.light + attack.heavy:
            comes = re.match(rf"({WOUNDS}) for ", hint)
            less = re.search(r", (?:(\d+) of them )?ignored", hint)
            assert comes
            light, heavy = wounds_in(comes[1])
            assert then.suffered(self.foe, "pool") == (light - (int(less[1] or light) if less else 0), heavy)
            blockable = any(event.kind == "blocked" for event in then.state.journal)
            assert not blockable
        assert ("K.O.:" in hint) == bool(attack.knockout)
        self.test_is(hint, then, self.foe)

    def test_is(self, hint: str, then: Outcome, tested: int) -> None:
        """A chance or a tower, once the attacker is asked whether to call."""
        if then.asking != "Call":
            return
        counted = int(then.state.counted(tested))
        builds = then.state.setting.towers >> tested & 1 and 0 < counted <= TALLEST
        cubes = re.search(r"a tower of (at least )?(\d+) cube", hint)
        falls = re.search(r"(at least )?(\d+%) to fail", hint)
        if "cannot fail then" in hint:
            assert failing(counted) == 0
            assert not builds
        elif cubes:
            assert builds
            assert int(cubes[2]) <= counted if cubes[1] else int(cubes[2]) == counted
        elif falls:
            assert not builds
            told, true = int(falls[2][:-1]), int(chance(failing(counted))[:-1])
            assert told <= true if falls[1] else told == true

    # --- answers

    def block(self, action: str, member: str, hint: str) -> None:
        then = self.at_once(action)
        cards = re.search(r"Costs (\d) Block card", hint)
        assert len(then.told("discarded", "block")) == (int(cards[1]) if cards else 0)
        suffered = hint.partition("You suffer ")[2]
        assert wounds_in(suffered) == then.suffered(self.me, "pool")
        then.play_on()
        self.test_is(hint, then, self.me)

    def call(self, action: str, member: str, hint: str) -> None:
        """All 216 rolls: the share that fails, and what a pass takes away."""
        if "tower" in hint:
            self.tower_is(hint, self.at_once(action))
            return
        failed, gone = 0, set()
        counted = self.state.counted(self.foe)
        for rolls in itertools.product(range(1, 7), repeat=3):
            then: Any = self.state.copy()
            then.journal, then.dice = [], ThreeThenAny(rolls)
            then.play(self.actions.parse(action))
            failed += any(event.kind == "knocked_down" for event in then.journal)
            relief = [e for e in then.journal if e.kind == "healed" and e.cause == "relief"]
            gone |= {(int(event.b), int(event.c)) for event in relief}
        if counted:
            told = "They cannot pass" if failed == 216 else chance(failed / 216) if failed else "They cannot"
            assert hint.startswith(told)
        if failed < 216:
            passed = hint.partition("A pass takes ")[2]
            assert gone in ({wounds_in(passed)}, set())
            assert bool(gone) == (wounds_in(passed) != (0, 0))

    def tower_is(self, hint: str, then: Outcome) -> None:
        """As many cubes as the test counts."""
        cubes = re.match(r"They build a tower of (\d+) cube", hint)
        assert cubes
        assert (then.state.builder, then.state.cubes) == (self.foe, int(cubes[1]))

    def heal(self, action: str, member: str, hint: str) -> None:
        then = self.at_once(action)
        left = wounds_in(hint.removeprefix("Leaves you "))
        (event,) = then.told("healed", "effect")
        fighter = self.state.fighter(self.me)
        assert left == (fighter.light - event.b, fighter.heavy - event.c)

    def number(self, action: str, member: str, hint: str) -> None:
        then = self.at_once(action)
        change = sum(int(event.b) for event in then.told("ammo", a=self.me))
        ammo = int(self.state.fighter(self.me).ammo) + change
        if self.view.asking == "Spend":
            assert hint.endswith(f"; {ammo or 'none'} left.")
            assert wounds_in(hint[:1].lower() + hint[1:]) == then.suffered(self.foe, "ammo")
        else:
            assert hint.startswith(f"You have {ammo} Ammo")

    def symbol(self, action: str, member: str, hint: str) -> None:
        if self.view.asking == "Show" or " card" in hint:
            return
        whose = self.foe if self.view.asking == "Strip" else self.me
        held = {name: int(self.state.held_of(whose, n)) for n, name in enumerate(SYMBOL_NAMES)}
        held[member] -= 1
        assert all((f"{n} {name.capitalize()}" in hint) == (n > 0) for name, n in held.items())


class ThreeThenAny(Loaded):
    """Three dice as said, then anything."""

    def below(self, n: int) -> int:
        return super().below(n) if self.rolls else fast_dice(1).below(n)


def failing(counted: int) -> float:
    """Of all rolls of three dice: the share below what counts."""
    return sum(sum(rolls) < counted for rolls in itertools.product(range(1, 7), repeat=3)) / 216


CHECKS: dict[str, Callable[[Foreseen, str, str, str], None]] = {
    "move": Foreseen.moves,
    "dash": Foreseen.moves,
    "corridor": Foreseen.moves,
    "place": Foreseen.moves,
    "attack": Foreseen.card,
    "special": Foreseen.special,
    "block": Foreseen.block,
    "call": Foreseen.call,
    "heal": Foreseen.heal,
    "number": Foreseen.number,
    "symbol": Foreseen.symbol,
}
WANTED = {
    *("Act move", "Act dash", "Act corridor", "Act attack", "Act special", "Combo dash", "Combo special"),
    *("GoTo place", "Shove place", "Block block", "Call call", "Mend heal", "Spend number", "Reload number"),
    *("Pay symbol", "Discard symbol", "Strip symbol"),
}
