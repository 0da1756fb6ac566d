"""Every hint of a decision against what then happens: the choice is played out, as often as its dice ask for.

A hint is read as a player reads it. What it says is certain must come each time; a chance or an average must
be that of many play-outs, within five standard deviations of theirs and what was rounded away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from harena.core.bits import members_of
from harena.core.event import Event
from harena.core.hex import DIRECTIONS, OFF
from harena.games.combat_arena import GAME
from harena.games.combat_arena.actions import HEX, NO_REACTION
from harena.games.combat_arena.pack.content import BOX_NAMES, KIND_NAMES, MELEE, RANGED, ArenaPack
from harena.games.combat_arena.state import Arena
from harena.games.combat_arena.view import ArenaView, seen_by
from harena.games.combat_arena.words.printed import rule_values, strike_text
from harena.games.combat_arena.words.told import WAYS

from .outcome import LATER, PLAY_OUTS, Outcome, close

NAMES = ["Ada", "Ben", "Cid", "Dot"]
ODDS = r"(\d+)% to hit, ([\d.]+) hits, ([\d.]+) wounds"
ANY = -1  # as an answer: whichever comes first
AND_ON = {"React": NO_REACTION, "DiscardAny": ANY, "ChooseBox": ANY, "Push": ANY, "Snare": ANY}


class Foreseen:
    """The hints of one decision."""

    def __init__(self, pack: ArenaPack, state: Arena) -> None:
        self.pack = pack
        self.state = state
        self.actions = GAME.actions(pack)
        self.view: ArenaView = seen_by(state, self.actions, state.seat)
        self.words = GAME.words(pack, NAMES[: state.seats])
        self.step: Any = state.waiting
        self.numbers = {
            pack.characters[fighter.character].name: n for n, fighter in enumerate(state.fighters)
        }
        self.checked: Counter[str] = Counter()

    def check(self) -> Counter[str]:
        """Every hint of the decision; how many of each kind were looked at."""
        for action in self.view.actions:
            stretch, _, member = action.partition(":")
            kind = f"{self.view.asking} {stretch}"
            if kind in CHECKS:
                hint = self.words.hint(self.view, action)
                try:
                    CHECKS[kind](self, action, member, hint)
                except AssertionError as error:
                    raise AssertionError(f"{kind}, {action}: {hint!r} is not so") from error
                self.checked[kind] += 1
        return self.checked

    # --- playing out

    def outcome(self, action: str, seed: int = 0, **answers: int) -> Outcome:
        return Outcome(self.state, self.actions.parse(action), answers, seed)

    def outcomes(self, action: str, **answers: int) -> list[Outcome]:
        return [self.outcome(action, seed, **answers) for seed in range(PLAY_OUTS)]

    def who(self, name: str) -> int:
        """The fighter of that name; "you" is the decider's own."""
        if name.lower() == "you":
            (mine,) = [n for n, one in enumerate(self.state.fighters) if one.owner == self.state.seat]
            return mine
        return self.numbers[name]

    def targets(self, action: str) -> set[int]:
        """Whom a choice can work on or attack, once it is made."""
        then = self.outcome(action, DiscardAny=ANY)
        if then.asking in ("ChooseEnemy", "ChooseTarget"):
            return {
                int(then.state.played_by(self.pack.characters.index(one)))
                for number in then.state.legal()
                for one in self.pack.characters
                if self.actions.notation(number) == f"target:{one.id}"
            }
        pushed = {int(event.b) for kind in ("attacked", "pushed", "slammed") for event in then.told(kind)}
        waiting = {int(then.state.waiting.target)} if then.asking == "Push" else set()
        return pushed | waiting | {int(event.a) for event in then.told("snared")}

    def attack_is(self, action: str, told: str, target: int, **answers: int) -> None:
        """The chances that are told of an attack are those of many."""
        found = re.search(ODDS, told)
        assert found
        played = self.outcomes(action, **AND_ON, **answers)
        attacks = [next(event for event in one.told("attacked") if event.b == target) for one in played]
        hits = [sum(die >= event.c for die in event.dice) for event in attacks]
        assert close([float(n > 0) for n in hits], int(found[1]) / 100, 0.01)
        assert close([float(n) for n in hits], float(found[2]), 0.051)
        wounds = [self._wounds_by(one, attack, target) for one, attack in zip(played, attacks, strict=True)]
        assert close(wounds, float(found[3]), 0.051)

    def _wounds_by(self, played: Outcome, attack: Event, target: int) -> float:
        """The wounds of this one attack among several."""
        for event in played.events[played.events.index(attack) + 1 :]:
            if event.kind == "wounded" and event.a == target:
                return float(event.b)
            if event.kind in {"attacked", *LATER}:
                break
        return 0.0

    def energy_is(self, hint: str, then: Outcome, who: int, rule: str = "CA-3.4") -> None:
        """The energy that is told is moved, and gives so many Initiative cards."""
        second = [place for place, event in enumerate(then.events) if event.kind == "played"][1:2]
        until = then.events[: second[0]] if second else then.events  # the Champion's other card is not meant
        moved = [e for e in until if e.kind == "energy" and e.rule == rule and e.a == who]
        found = re.search(r"Energy [+-]\d+ \(Initiative (?:still (\d)|(\d) to (\d))\)", hint)
        assert bool(found) == bool(moved)
        if found:
            assert self.pack.track[moved[0].c] == int(found[1] or found[3])

    def suffered_is(self, hint: str, played: Sequence[Outcome], who: int) -> None:
        """So many wounds and Critical Injuries; told exactly, or as what is expected and the most."""
        found = re.search(
            r"(no wound|(\d+) wounds?)(?: \(([\d.]+) expected\))?"
            r"(?: and (up to )?(\d) Critical Injur\w+)?",
            hint,
        )
        assert found
        wounds = [one.wounds_of_hits(who) for one in played]
        most = int(found[2] or 0)
        drawn = [self._drawn(one, who) for one in played]
        if found[3]:
            assert close([float(n) for n in wounds], float(found[3]), 0.051)
            assert max(wounds) <= most
            assert max(drawn) <= int(found[5] or 0)
        else:
            assert set(wounds) == {most}
            assert set(drawn) == {int(found[5] or 0)}

    def _drawn(self, played: Outcome, who: int) -> int:
        """How many spaces the first wounds cover."""
        covered = 0
        for event in played.events:
            covered += event.kind == "covered" and event.a == who
            if event.kind in LATER:
                break
        return covered

    # --- what a turn is used for

    def card(self, action: str, member: str, hint: str) -> None:
        who = int(self.step.who)
        then = self.outcome(action)
        self.energy_is(hint, then, who)
        row = member.partition("/")[2]
        if row == "attack":
            name, kind = re.match(r"(.+), (melee|ranged) \d\+:", hint).groups()  # type: ignore[union-attr]
            target = self.who(name)
            self.attack_is(action, hint, target, **self._aim(kind, target))
        elif row == "special":
            self.effect(action, member, hint)

    def _aim(self, kind: str, target: int) -> dict[str, int]:
        character = self.pack.characters[self.state.fighters[target].character]
        return {
            "ChooseKind": self.actions.parse(f"kind:{kind}"),
            "ChooseEnemy": self.actions.parse(f"target:{character.id}"),
        }

    def effect(self, action: str, member: str, hint: str) -> None:
        """A Special or Unique that begins with an attack or a push tells of whom it can meet."""
        attacked = re.findall(rf"([A-Z][\w' -]+?) (\d)\+: {ODDS}", hint)
        if attacked:
            each = "attack each" in hint.lower()
            told = {self.who(one[0]) for one in attacked}
            kinds = [KIND_NAMES[kind] for kind in (MELEE, RANGED)]
            for name, needed, *_ in attacked:
                target = self.who(name)
                aims = [self._aim(kind, target) for kind in kinds]
                shots = [self.outcome(action, **AND_ON, **aim) for aim in aims]
                right = [
                    aim
                    for aim, shot in zip(aims, shots, strict=True)
                    if any(e.b == target and e.c == int(needed) for e in shot.told("attacked"))
                ]
                said = hint[hint.index(f"{name} {needed}+") :]
                assert right
                if len(right) == 1:
                    self.attack_is(action, said, target, **right[0])
            if each:
                assert told == {event.b for event in self.outcome(action, **AND_ON).told("attacked")}
        pushed = re.findall(r"([A-Z][\w' -]+?): (pushed,? .*?\.)(?= [A-Z]|$)", hint)
        if hint.startswith(("Push a", "Discard 2 cards. Push a")):
            assert {self.who(name) for name, _ in pushed} == self.targets(action)
            for name, told in pushed:
                target = self.who(name)
                aim = self._aim("melee", target)["ChooseEnemy"]
                self.push_is(action, told, target, ChooseTarget=aim, DiscardAny=ANY)

    def hand_over(self, action: str, member: str, hint: str) -> None:
        (event,) = self.outcome(action).told("handed_over")
        name, cards = re.match(r"(.+) acts instead, with (\d) card", hint).groups()  # type: ignore[union-attr]
        assert self.who(name) == event.b
        assert len(members_of(self.state.fighters[event.b].hand)) == int(cards)

    # --- attacks and reactions

    def kind(self, action: str, member: str, hint: str) -> None:
        told = re.findall(rf"([A-Z][\w' -]+?) (\d)\+: {ODDS}", hint.partition(". ")[2])
        assert {self.who(one[0]) for one in told} == self.targets(action)

    def enemy(self, action: str, member: str, hint: str) -> None:
        target = self._target(member)
        self.attack_is(action, hint, target)
        (event,) = self.outcome(action).told("attacked")
        found = re.match(r"(\d) dic?e on (\d)\+:.*; (\d+) to defeat", hint)
        assert found
        assert int(found[1]) == len(event.dice)
        assert int(found[2]) == event.c
        assert self._deadly(target) == int(found[3])
        assert ("From behind." in hint) == (not self.state.sees(target, self.step.who))

    def _target(self, character: str) -> int:
        ids = [one.id for one in self.pack.characters]
        return int(self.state.played_by(ids.index(character)))

    def _deadly(self, who: int) -> int:
        """How many wounds defeat a fighter, counted one by one."""
        fighter, n = self.state.fighters[who].copy(), 0
        while not fighter.used_up():
            fighter.suffer_one()
            n += 1
        return n

    def react(self, action: str, member: str, hint: str) -> None:
        who = int(self.step.target)
        played = self.outcomes(action)
        self.energy_is(hint, played[0], who)
        worked = [one for one in played if one.told("reacted")]
        chance = re.match(r"On \d(?: or more)? \((\d+)%\)", hint)
        assert close([float(one in worked) for one in played], int(chance[1]) / 100 if chance else 1, 0.01)
        self.suffered_is(hint.partition(": ")[2], worked, who)
        self._deadly_is(hint, worked, who)
        self._push_follows(hint, worked)

    def no_reaction(self, action: str, member: str, hint: str) -> None:
        who = int(self.step.target)
        played = self.outcomes(action)
        self.suffered_is(hint, played, who)
        self._deadly_is(hint, played, who)
        assert f"; {self._deadly(who)} to defeat" in hint

    def _deadly_is(self, hint: str, played: Sequence[Outcome], who: int) -> None:
        fell = {one.fell(who) for one in played}
        if re.search(r"may (?:still )?be deadly", hint):
            assert True in fell or len(played) < PLAY_OUTS or self._many_wounds(hint)
        elif "deadly" in hint:
            assert fell == {True}
        else:
            assert fell == {False}

    def _many_wounds(self, hint: str) -> bool:
        """So many that all of them, or nearly all, must pass a rule: too rare to be seen."""
        return "expected" in hint

    def _push_follows(self, hint: str, played: Sequence[Outcome]) -> None:
        if "no push" in hint:
            assert not any(one.told("pushed") or one.told("slammed") or one.told("snared") for one in played)

    # --- verbs that work on somebody

    def target(self, action: str, member: str, hint: str) -> None:
        target = self._target(member)
        if hint.startswith("Pushed"):
            self.push_is(action, hint, target)
        elif "random card" in hint or "no card" in hint:
            dropped = len(self.outcome(action).told("discarded"))
            held = len(members_of(self.state.fighters[target].hand))
            assert hint.startswith(f"{dropped} random card" if held else "Has no card")
            assert not held or hint.endswith(f" of {held}.")
        elif "wound" in hint:
            self.suffered_is(hint, self.outcomes(action), target)
            assert f"; {self._deadly(target)} to defeat" in hint
        elif "Initiative" in hint:
            self.energy_is(hint, self.outcome(action), target, "CA-3.1")

    # --- pushes

    def push_hex(self, action: str, member: str, hint: str) -> None:
        self.push_is(action, hint, int(self.step.target))

    def push_is(self, action: str, hint: str, target: int, **answers: int) -> None:
        """What is told of a push, hex by hex, is what happens; with a choice, what is there to choose."""
        told = re.sub(r"^pushed,? ", "", hint, flags=re.IGNORECASE)
        if told.startswith("one of: "):
            then = self.outcome(action, **answers)
            ways = [self._first_of(one) for one in told.removeprefix("one of: ").split("; ")]
            names = {self.pack.field.names[h - HEX] for h in then.state.legal()}
            assert then.asking == "Push"
            assert len(ways) == len(names)
            assert {way for way in ways if way} <= names
            return
        for one in self.outcomes(action, **answers):
            stations = [event for event in one.events if event.kind in ("pushed", "slammed", "snared")]
            parts = re.split(r", then |,? and (?=\d more)", told.rstrip("."))
            more = parts.pop() if parts[-1].endswith(("more hex", "more hexes")) else ""
            assert bool(more) == (one.asking == "Push")
            assert len(stations) == len(parts)
            for event, part in zip(stations, parts, strict=True):
                self._station(event, part)
        self._ends_of_pushes(self.outcomes(action, **answers), told, target)

    def _first_of(self, told: str) -> str:
        """The hex that a part of a push names, if it does."""
        found = re.match(r"(?:to|at the arc-snare) (\w\d)\b", told)
        return found[1] if found else ""

    def _station(self, event: Event, part: str) -> None:
        names = self.pack.field.names
        if event.kind == "pushed":
            assert re.match(rf"to {names[event.c]}\b", part, re.IGNORECASE)
            beside = any(
                self.state.board.snares >> h & 1 for h in members_of(self.pack.field.near(event.c, 1))
            )
            assert ("beside an arc-snare" in part) <= beside
        elif event.kind == "snared":
            assert re.match(rf"at the arc-snare {names[event.c]}\b", part, re.IGNORECASE)
        else:
            assert re.match("against ", part, re.IGNORECASE)

    def _ends_of_pushes(self, played: Sequence[Outcome], told: str, target: int) -> None:
        if slam := re.search(r"(?:(\d) to|up to) (\d) wounds \(([\d.]+) on average\)", told):
            wounds = [self._slam_wounds(one, target) for one in played]
            assert close([float(n) for n in wounds], float(slam[3]), 0.051)
            assert max(wounds) <= int(slam[2])
            assert min(wounds) >= int(slam[1] or 0)
        if snare := re.search(r"(\d+)% to fall(?:, (\d+)% with (\d) cards? spent)?", told):
            rolls = [one.told("snared")[-1].b for one in played]
            assert close([float(roll < 4) for roll in rolls], int(snare[1]) / 100, 0.01)
            if snare[2]:
                saved = [float(roll + int(snare[3]) < 4) for roll in rolls]
                assert close(saved, int(snare[2]) / 100, 0.01)
                assert len(members_of(self.state.fighters[target].hand)) == int(snare[3])

    def _slam_wounds(self, played: Outcome, target: int) -> int:
        after = played.events[[event.kind for event in played.events].index("slammed") :]
        for event in after:
            if event.kind == "wounded" and event.a == target:
                return int(event.b)
        return 0

    # --- moving

    def walk_hex(self, action: str, member: str, hint: str) -> None:
        who, h = int(self.step.who), self.pack.field.names.index(member)
        then = self.outcome(action)
        ways = then.state.legal() if then.asking == "Face" else []
        faced = [self.outcome(action, Face=way).state for way in ways] or [then.state]
        facings = {DIRECTIONS[one.fighters[who].facing] for one in faced}
        named = re.search(r"facing ([a-z, -]+?)\.", hint)
        if named and named[1] != "any way":
            assert {WAYS[way] for way in facings} == set(re.split(r", | or ", named[1]))
        else:
            assert len(facings) == 6
        steps = next(n for n in range(10) if self.state.reach(who, n) >> h & 1)
        assert hint.startswith(f"{steps} hex" if steps else "Stay")
        self._foes_are(hint, "In reach", self._best_needs(faced, who))
        enemies = members_of(then.state.enemies(who))
        danger = {
            (enemy, kind): needed
            for enemy in enemies
            for kind, needed in self._needs(then.state, enemy, who).items()
        }
        self._foes_are(hint, "In danger from", danger)
        beside = any(self.state.board.snares >> one & 1 for one in members_of(self.pack.field.near(h, 1)))
        assert ("Beside an arc-snare." in hint) == beside

    def facing(self, action: str, member: str, hint: str) -> None:
        who = int(self.step.who)
        then = self.outcome(action).state
        self._foes_are(hint, "In reach", self._best_needs([then], who))
        behind = re.search(r"Behind you: (.+)\.", hint)
        told = {self.who(name) for name in re.split(r", | and ", behind[1])} if behind else set()
        assert told == {n for n in members_of(then.enemies(who)) if not then.sees(who, n)}

    def _best_needs(self, states: Sequence[Arena], who: int) -> dict[tuple[int, str], int]:
        best: dict[tuple[int, str], int] = {}
        for state in states:
            for enemy in members_of(state.enemies(who)):
                for kind, needed in self._needs(state, who, enemy).items():
                    best[enemy, kind] = min(needed, best.get((enemy, kind), 9))
        return best

    def _needs(self, state: Arena, who: int, target: int) -> dict[str, int]:
        """What a fighter needs to hit another, by kind of attack, where the rules allow one."""
        found = {}
        for kind in (MELEE, RANGED):
            if state.fighters[who].pos != OFF and state.in_reach(who, kind) >> target & 1:
                fighter = state.fighters[who]
                stand = fighter.facing * state.field.count + fighter.pos
                needed = fighter.strike(kind).needs(stand, state.fighters[target].pos)
                found[KIND_NAMES[kind]] = int(needed)
        return found

    def _foes_are(self, hint: str, heading: str, needs: dict[tuple[int, str], int]) -> None:
        found = re.search(rf"{heading}: (.+?\))\.", hint)
        told = {}
        for name, each in re.findall(r"([A-Z][^()]+?) \(([^)]+)\)", found[1] if found else ""):
            for kind, needed in re.findall(r"(melee|ranged) (\d)\+", each):
                told[self.who(name), kind] = int(needed)
        assert told == needs

    # --- arc-snares and damage boxes

    def snare_card(self, action: str, member: str, hint: str) -> None:
        then = self.outcome(action)
        assert ("you hold on" in hint) == bool(then.told("held_on"))
        assert hint.startswith(f"{self.step.n + 1} of 4")

    def snare_no(self, action: str, member: str, hint: str) -> None:
        assert "defeated" in hint
        assert self.outcome(action).told("defeated")

    def box(self, action: str, member: str, hint: str) -> None:
        who, box = int(self.step.who), BOX_NAMES.index(member)
        then = self.outcome(action).state
        now, after = (self._column(state, who, box) for state in (self.state, then))
        assert hint == f"Then: {after}. Now: {now}."

    def _column(self, state: Arena, who: int, box: int) -> str:
        fighter = state.fighters[who]
        if box in (MELEE, RANGED):
            return strike_text(fighter.strike(box))
        rule = fighter.sheet.rule
        assert rule is not None
        return rule_values(rule, fighter.rule_of(rule.kind))


CHECKS: dict[str, Callable[[Foreseen, str, str, str], None]] = {
    "ChooseAction card": Foreseen.card,
    "ResolveShown card": Foreseen.card,
    "ChooseAction unique": Foreseen.effect,
    "ChooseAction hand_over": Foreseen.hand_over,
    "ChooseKind kind": Foreseen.kind,
    "ChooseEnemy target": Foreseen.enemy,
    "ChooseTarget target": Foreseen.target,
    "React react": Foreseen.react,
    "React no_reaction": Foreseen.no_reaction,
    "Push hex": Foreseen.push_hex,
    "Walk hex": Foreseen.walk_hex,
    "Face facing": Foreseen.facing,
    "Snare discard": Foreseen.snare_card,
    "Snare no": Foreseen.snare_no,
    "ChooseBox box": Foreseen.box,
    "Mend box": Foreseen.box,
}
