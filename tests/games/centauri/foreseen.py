"""Every hint of a decision against what then happens: the choice is played out, the hint read as players do.

What a hint says is certain must come. A chance or a mean must be that of all ways in which the dice can fall.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from harena.core.bits import bit, full
from harena.core.dice import Dice, fast_dice
from harena.core.event import Event
from harena.core.prose import chance
from harena.core.state import OVER
from harena.games.centauri import GAME
from harena.games.centauri.pack.content import BOSS, GAIN_NAMES, LEVELS
from harena.games.centauri.rules.armada import AWAY
from harena.games.centauri.rules.battle import Battle
from harena.games.centauri.rules.encounter import AfterFights, Encounter
from harena.games.centauri.rules.engage import armour_of, dice_of
from harena.games.centauri.rules.pool import SIDES
from harena.games.centauri.state import FOE, Space
from kit.hinted import check_hints
from kit.position import Halt

from .scene import NAMES

MISS, HIT = 1, 6
ENDS = ("destroyed", "slain", "stand_off")  # events of which the first ends a fight of one against one
MOST_DICE = 7  # of a roll all of whose outcomes are tried
MOVES = ("Orders", "Fly")
FIGHTS = 160  # that are played to see how often one is won
OFF_BY = 4.5  # standard deviations of what chance does to so many; never in thousands of hints


class Falling(Dice):
    """Dice of which the first fall as said, the rest anyhow."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__()
        self.faces = list(faces)
        self.rest = fast_dice(1)

    def below(self, n: int) -> int:
        return self.faces.pop(0) - 1 if self.faces and n == SIDES else self.rest.below(n)


class Foreseen:
    """The hints of one decision."""

    def __init__(self, state: Space) -> None:
        self.state = state
        self.pack = state.pack
        self.actions = GAME.actions(self.pack)
        self.view = GAME.view(state, state.seat)
        self.words = GAME.words(self.pack, NAMES)
        self.me = int(state.seat)
        self.mine = state.players[self.me]
        assert self.view.question is not None
        self.question = self.view.question

    def check(self) -> Counter[str]:
        """Every hint of the decision; how many of each kind were looked at."""
        return check_hints(self, CHECKS)

    # --- playing on

    def played(self, action: str, faces: tuple[int, ...] = ()) -> Any:
        """The position after a choice, with what was told on the way."""
        then: Any = self.state.copy()
        then.journal, then.dice = [], Falling(faces)
        then.play(self.actions.parse(action))
        return then

    def rolls(self, n: int) -> Iterator[tuple[int, ...]]:
        return itertools.product((MISS, HIT), repeat=n)

    def struck(self, action: str, n: int) -> list[tuple[int, bool]]:
        """Of all rolls of so many dice: the damage of the attack, and whether it destroyed its target."""
        return [self._struck(self.played(action, faces)) for faces in self.rolls(n)]

    def _struck(self, then: Any) -> tuple[int, bool]:
        attacks = 0 if self.view.asking == "Reroll" else 1  # to come before the next one's
        for question in ("SpendDie", "Reroll"):
            if type(then.waiting).__name__ == question and len(told(then, "attacked")) <= attacks:
                then.play(self.actions.parse("no"))
        own: list[Event] = []
        for event in then.journal:
            attacks -= event.kind == "attacked"
            own += [event] * (attacks >= 0)
        damage = sum(int(event.b) for event in own if event.kind == "damaged")
        gone = [event for event in own if event.kind in ("destroyed", "slain") and event.cause != "own"]
        return damage, bool(gone)

    def wins(self, hint: str, begin: Callable[[Any], None]) -> None:
        """The chance to win that a hint tells is how often one wins, nobody having cards or tokens."""
        said = number_in(r"(\d+)%(?: to win| of such fights)", hint) / 100
        share = sum(self._won(begin, seed) for seed in range(FIGHTS)) / FIGHTS
        chance_does = (max(said * (1 - said), 1 / FIGHTS) / FIGHTS) ** 0.5
        assert abs(share - said) < 0.01 + OFF_BY * chance_does, f"one wins {share:.0%}"

    def _won(self, begin: Callable[[Any], None], seed: int) -> bool:
        """Does whoever decides win a fight that is played to its end?"""
        then: Any = self.state.copy()
        then.journal, then.dice = [], fast_dice(seed)
        for player in then.players:
            player.hand = player.known = player.combat_tokens = 0
        begin(then)
        while not (ended := [event for event in then.journal if event.kind in ENDS]):
            fight = type(then.waiting).__name__ == "Decide"
            then.play(self.actions.parse("fight") if fight else then.nth(0))
        lost = ended[0].kind == "destroyed" and then.armadas[ended[0].a].team() == self.me & 1
        return not lost and ended[0].kind != "stand_off"

    # --- Movement

    def fly(self, action: str, member: str, hint: str) -> None:
        if self.view.asking == "FleeTo":
            self._flees_to(action, member, hint)
            return
        number, cost = self.question.armada, number_in(r"Costs (\d+) movement point", hint)
        then = self.played(action, (HIT,) * 12)
        armada = then.armadas[number]
        assert then.field.names[armada.pos] == member
        (flew,) = told(then, "flew")[:1]
        assert flew.c == cost
        assert number_in(r"; (\d+|none) left", hint) == self.state.armadas[number].points - cost
        self._evades(action, hint)
        self._fights(number, member, hint)
        self._lies(number, member, hint)

    def _evades(self, action: str, hint: str) -> None:
        said = re.search(r"You must evade first, (\d+%) to get away", hint)
        assert (said[1] if said else "100%") == chance(self._got_away(action))

    def _got_away(self, action: str) -> float:
        """Of all rolls of the Speed dice: the share after which the armada has flown."""
        rolls = list(self.rolls(int(self.mine.speed)))
        return sum(bool(told(self.played(action, faces), "flew")) for faces in rolls) / len(rolls)

    def _fights(self, number: int, sector: str, hint: str) -> None:
        """CN-2.4: whoever is said to be fought is, and nobody else."""
        here = self.state.field.names.index(sector)

        def encounter(then: Any) -> None:
            then.armadas[number].pos = here
            then.fights = then.raids = full(then.field.count) & ~bit(here)
            then.steps = [Halt()]
            then.next(Encounter())
            then.run_on()

        then: Any = self.state.copy()
        then.journal, then.dice = [], Falling(())
        encounter(then)
        fought = [event for event in told(then, "battle") if event.a == here]
        assert bool(fought) == ("ou fight " in hint.replace("you fight it only", ""))
        if not fought:
            return
        order = [int(one) for one in then.order] if fought[0].b == 0 else []
        teams = {one: then.armadas[one].team() for one in order}
        for one in order:
            if teams[one] != (self.me & 1):
                assert self.words.teller_of(self.view).armada(one) in hint
        level = re.search(r"level (\d) Raider \(", hint)
        assert (int(level[1]) if level else 0) == self.state.raider_at(here)
        alone = len({event.a for event in told(then, "initiative")}) == 2 and not (order and level)
        assert alone == ("to win" in hint), "the chance is told of one against one"
        if alone:
            self.wins(hint, encounter)

    def _lies(self, number: int, sector: str, hint: str) -> None:
        here = self.state.field.names.index(sector)
        lie = re.search(r"(\d+) power modules? lies? ", hint)
        assert (int(lie[1]) if lie else 0) == self.state.modules.count(here)
        worth = re.search(r"module counts \w+ at the end of the round: (\d+) ", hint)
        then: Any = self.state.copy()
        then.journal, then.armadas[number].pos, then.steps = [], here, [Halt()]
        expected = 0
        if self.state.armadas[number].cargo and self.view.asking in MOVES:
            home = here == self.state.homes[self.me & 1]
            expected = int(then.scenario.delivery) if home else 0
            expected = int(then.scenario.harmony) if then.harmony >> here & 1 else expected
        assert (int(worth[1]) if worth else 0) == expected

    def _flees_to(self, action: str, sector: str, hint: str) -> None:
        """CN-3.2: whoever fled fights nobody any more this round, not even a Boss, and trades nothing."""
        number, then = self.question.armada, self.state.copy()
        then.steps, then.journal = [Halt()], []
        then.play(self.actions.parse(action))
        fled: Any = then
        here = fled.armadas[number].pos
        assert fled.field.names[here] == sector
        assert (self._asked_after(fled, number, Encounter()) == "JoinBoss") == ("you fight it" in hint)
        assert (self._asked_after(fled, number, AfterFights()) == "Trade") == ("Tokens bring" in hint)
        assert ("A Boss is there" in hint) == bool(fled.bosses >> here & 1)
        self._lies(number, sector, hint)

    def _asked_after(self, state: Any, number: int, step: Any) -> str:
        """What an armada is asked if only it is on the map."""
        then = state.copy()
        for other, armada in enumerate(then.armadas):
            armada.pos = armada.pos if other == number else then.homes[armada.team()]
            armada.out = armada.out if other == number else AWAY
        then.players[self.me].combat_tokens = 1
        then.steps, then.journal = [Halt()], []
        then.next(step)
        then.run_on()
        return "" if then.seat == OVER else type(then.waiting).__name__

    def stay(self, action: str, member: str, hint: str) -> None:
        number = self.question.armada
        then = self.played(action)
        assert then.armadas[number].pos == self.state.armadas[number].pos
        here = self.state.field.names[self.state.armadas[number].pos]
        self._fights(number, here, hint)
        self._lies(number, here, hint)

    def pick_up(self, action: str, member: str, hint: str) -> None:
        number = self.question.armada
        then = self.played(action)
        assert told(then, "picked_up")[0].a == number
        assert number_in(r"; (\d+|none) left", hint) == self.state.armadas[number].points - 1

    def spend(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        short = "Nothing is in reach" in hint
        ended = then.waiting.n != self.question.armada or type(then.waiting).__name__ not in MOVES
        has = 0 if ended else then.armadas[self.question.armada].points
        if not ended or not short:
            assert number_in(r"You have (\d+) ", hint) == has
        open_now = {"stay"} if ended else {self.actions.notation(one) for one in then.legal()}
        assert short == (not any(one.startswith(("fly:", "pick_up")) for one in open_now))
        assert number_in(r"; (\d+|no) Exploration", hint) == then.players[self.me].exploration_tokens

    # --- Upkeep and cards

    def level(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        first, _, rest = hint.partition(". ")
        raised = [number for number, event in enumerate(then.journal) if event.kind == "levelled"]
        gains = [e for e in then.journal[: [*raised, None][1]] if e.kind == "gained"]  # not of the next level
        for name in ("speed", "combat", "shield"):
            gained = sum(event.c for event in gains if GAIN_NAMES[event.b] == name)
            assert bool(re.search(rf"{name.capitalize()}\b(?! token)", first)) == (gained > 0)
        if self.view.asking == "Upkeep":
            assert number_in(r"; (\d+|none) left", rest) == self.mine.astartium - then.pack.basics.level_price
        assert ("It is the last one" in hint) == (then.journal[raised[0]].c == LEVELS)

    def play(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        player = then.players[self.me]
        if found := re.search(r"You have (\d+) movement point", hint):
            assert int(found[1]) == then.armadas[self.question.armada].points
        if found := re.search(r"You have (\d+) Astartium", hint):
            assert int(found[1]) == player.astartium
        if found := re.search(r"Your Hull is (\d+) then", hint):
            mended = [int(event.c) for event in told(then, "repaired")]
            assert int(found[1]) == [*mended, self.mine.hull][0]
        if found := re.search(r"you discard (\d+) card", hint):
            assert int(found[1]) == player.cards() - then.pack.basics.hand
        if found := re.search(r"you then expect ([\d.]+) damage, not ([\d.]+)\.", hint):
            self._buffs(then, float(found[1]), float(found[2]))

    def _buffs(self, then: Any, after: float, before: float) -> None:
        """CN-3.4: the mean damage of one's first armada to the weakest enemy, with the card and without."""
        if type(then.waiting).__name__ == "NameBlaze":
            then.play(then.nth(0))
        own = sorted(
            one for one in self.state.order if one != FOE and self.state.armadas[one].owner == self.me
        )
        if own[0] not in then.order:
            return
        means = []
        for game in (self.state, then):
            enemies = [n for n in game.order if n == FOE or game.armadas[n].team() != self.me & 1]
            target = min(enemies, key=lambda n: game.foe_hull if n == FOE else game.player_of(n).hull)
            means.append(mean(dice_of(game, own[0]), armour_of(game, target), game.armadas[own[0]].rerolls))
        assert abs(means[0] - before) < 0.051
        assert abs(means[1] - after) < 0.051

    # --- combat

    def target(self, action: str, member: str, hint: str) -> None:
        if self.view.asking == "Engage":
            self._attack(action, hint)

    def _attack(self, action: str, hint: str) -> None:
        n = number_in(r"(\d+) di", hint)
        attacker = self.state.armadas[self.question.armada]
        if n > MOST_DICE or attacker.rerolls:
            return
        found = self.struck(action, n)
        average = sum(damage for damage, _ in found) / len(found)
        assert abs(average - float(re.findall(r"([\d.]+) damage to expect", hint)[0])) < 0.051
        kill = re.search(r"(\d+%) to destroy it", hint)
        share = sum(gone for _, gone in found) / len(found)
        assert (kill[1] if kill else "0%") == chance(share)

    def answer(self, action: str, member: str, hint: str) -> None:
        if self.view.asking == "SpendDie":
            self._attack(action, hint)
        elif self.view.asking == "EvadeAgain" and action == "yes":
            outcomes = [
                told(self.played(action, faces), "flew") for faces in self.rolls(int(self.mine.speed))
            ]
            assert hint.startswith(chance(sum(bool(flew) for flew in outcomes) / len(outcomes)))
        elif self.view.asking == "Reroll" and self.question.dice <= MOST_DICE:
            self._reroll(action, hint)

    def _reroll(self, action: str, hint: str) -> None:
        q = self.question
        stands = max(q.successes - q.armour, 0)
        if action == "no":
            assert f"does {stands or 'no'} damage" in hint
            assert self._struck(self.played(action))[0] == stands
            return
        found = self.struck(action, q.dice)
        more = sum(damage for damage, _ in found) / len(found) - stands
        assert abs(more - float(re.findall(r"([\d.]+) more damage", hint)[0])) < 0.051
        kill = re.search(r"(\d+%) to destroy it", hint)
        if kill:
            assert kill[1] == chance(sum(gone for _, gone in found) / len(found))

    def fight(self, action: str, member: str, hint: str) -> None:
        alone = len(self.state.order) == 2
        assert alone == ("of such fights" in hint)
        if alone:
            self.wins(hint, lambda then: then.play(self.actions.parse(action)))

    def join(self, action: str, member: str, hint: str) -> None:
        number = self.question.armada
        here = int(self.state.armadas[number].pos)

        def alone(then: Any) -> None:
            then.steps = [Halt()]
            then.next(Battle(n=here, what=bit(number), mode=BOSS))
            then.run_on()

        self.wins(hint, alone)

    def flee(self, action: str, member: str, hint: str) -> None:
        number = self.question.armada
        enemies = [n for n in self.state.order if self.state.armadas[n].team() != self.me & 1]
        n = int(self.state.player_of(enemies[0]).combat + self.mine.shield)
        if len(enemies) > 1 or n > MOST_DICE + 2:
            return
        outcomes = [told(self.played(action, faces), "destroyed") for faces in self.rolls(n)]
        lived = sum(not any(e.a == number for e in gone[:1]) for gone in outcomes) / len(outcomes)
        assert f"{chance(lived)} to get away" in hint

    # --- after the fights

    def repair(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        mended = [int(event.c) for event in told(then, "repaired")]
        assert number_in(r"Your Hull is (\d+)", hint) == [*mended, self.mine.hull][0]

    def number(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        gained = sum(int(event.b) for event in told(then, "points")[:1]) if member != "0" else 0
        if member != "0":
            assert number_in(r"(\d+) victory point", hint) == gained

    def sector(self, action: str, member: str, hint: str) -> None:
        then = self.played(action)
        if self.view.asking == "PushTo":
            surged = [int(event.b) for event in told(then, "surged")]
            said = re.search(r"one of level (\d)", hint)
            assert ([int(said[1])] if said else []) == surged[:1]
        elif self.view.asking == "ConvoyStep":
            (moved,) = told(then, "convoy")[:1]
            if "you win" in hint:
                assert then.seat == OVER
                return
            cost = number_in(r"Costs (\d+) point", hint)
            assert moved.c == max(0, self.question.points - cost)
            home = then.homes[self.me & 1]
            assert number_in(r"Starbase is (\d+) sector", hint) == then.field.distance(moved.b, home)


def told(state: Any, kind: str) -> list[Event]:
    return [event for event in state.journal if event.kind == kind]


def number_in(pattern: str, hint: str) -> int:
    """The number that a hint says; none is 0."""
    found = re.search(pattern, hint)
    assert found, f"it says {pattern!r}"
    return 0 if found[1] in ("none", "no") else int(found[1])


def mean(dice: int, armour: int, again: bool) -> float:
    """The mean damage over all rolls, die by die."""
    total, weight = 0.0, 0.0
    hit = 0.75 if again else 0.5
    for faces in itertools.product((0, 1), repeat=min(int(dice), 14)):
        share = 1.0
        for face in faces:
            share *= hit if face else 1 - hit
        total += share * max(0, sum(faces) - int(armour))
        weight += share
    return total / weight


CHECKS: dict[str, Callable[[Foreseen, str, str, str], None]] = {
    "fly": Foreseen.fly,
    "stay": Foreseen.stay,
    "pick_up": Foreseen.pick_up,
    "spend": Foreseen.spend,
    "starport": Foreseen.level,
    "lab": Foreseen.level,
    "play": Foreseen.play,
    "target": Foreseen.target,
    "yes": Foreseen.answer,
    "no": Foreseen.answer,
    "fight": Foreseen.fight,
    "flee": Foreseen.flee,
    "join": Foreseen.join,
    "repair": Foreseen.repair,
    "number": Foreseen.number,
    "sector": Foreseen.sector,
}
WANTED = {
    *("Orders fly", "Orders stay", "Orders pick_up", "Orders play", "Fly fly", "Fly stay", "Fly pick_up"),
    *("Fly spend", "Upkeep starport", "Upkeep lab", "Upkeep play", "Spread starport", "Buff play"),
    *("SpendDie yes", "SpendDie no", "Reroll yes", "Reroll no", "Decide flee", "Decide fight"),
    *("JoinBoss join", "Regroup repair", "EvadeAgain yes", "Engage target"),
    *("FleeTo fly", "PushTo sector", "ConvoyStep sector", "Trade number"),
}
