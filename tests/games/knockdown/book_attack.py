"""Attacks, effects and Knockdown Tests of a slow, literal Knockdown. See by_the_book.py."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from harena.games.knockdown.pack import content as printed
from harena.games.knockdown.pack.content import Attack, Verb

from .book_table import EDGE, MOST_CUBES, SLIPS, Flow, RoundWon, Side, Table, can_pay, cost_of

TO_THEM = (
    *(printed.WOUND, printed.BACKWARD, printed.DRAG, printed.SHIFT, printed.DROP, printed.STRIP),
    *(printed.ORDER, printed.SPEND_WOUND, printed.CONTAMINATE),
)
SHOVES = (printed.FORWARD, printed.BACKWARD, printed.DRAG, printed.SHIFT)


class Attacks(Table):
    """KD-4 and KD-5."""

    def sequence(self, me: Side, attack: Attack) -> Flow[None]:
        """KD-4.1, from the announcement to the K.O. mark."""
        target = self.other(me)
        if aimed(attack):
            yield from self.reaction(target, attack)
        if not self.in_range(me, attack):
            return
        light, heavy = attack.light + self.added(me, attack), attack.heavy
        self.relief = True
        cancelled = False
        if attack.type == printed.STRIKE:
            light, heavy, cancelled = yield from self.block(target, attack, light, heavy)
        yield from self.inflict(me, attack, light - self.ignored(target, light), heavy)
        if not cancelled:
            yield from self.effect(me, attack.verbs)
        if attack.knockout and (yield from self.ask(me.seat, ["call", "no_call"])) == "call":
            yield from self.test(target)

    def reaction(self, target: Side, attack: Attack) -> Flow[None]:
        """KD-4.3 and KD-4.9."""
        near = self.distance() == 1
        struck = attack.type == printed.STRIKE
        sets_off = {printed.ATTACKED: True, printed.STRUCK: struck, printed.STRUCK_NEAR: struck and near}
        answers = {"no_reaction"}
        for slot, special in enumerate(target.fighter.specials, 1):
            if special.type != printed.REACTION or f"reaction {slot}" in self.turn_used:
                continue
            held = [self.card(id).symbol for id in target.hand]
            if not sets_off[special.trigger] or not can_pay(held, cost_of(special)):
                continue
            if self.in_range(target, special) and self.does_something(target, special):
                answers.add(f"special:{slot}")
        answer = yield from self.ask(target.seat, answers)
        if answer == "no_reaction":
            return
        slot = int(answer.removeprefix("special:"))
        self.turn_used.add(f"reaction {slot}")
        special = target.fighter.specials[slot - 1]
        yield from self.pay(target, cost_of(special))
        self.suffers(self.other(target), special.light, special.heavy)
        yield from self.effect(target, special.verbs)

    # --- wounds (KD-4.6)

    def added(self, me: Side, attack: Attack) -> int:
        """KD-4.8: what the attacker's Skills add to an attack that inflicts wounds."""
        if attack.light + attack.heavy == 0:
            return 0
        near = attack.type == printed.STRIKE and self.distance() == 1
        far = self.distance() >= 3
        skills = self.skills_of(me)
        more = 0
        if near and self.first_time("near"):
            more += sum(skill.near for skill in skills)
        if far and self.first_time("far"):
            more += sum(skill.far for skill in skills)
        return more

    def first_time(self, what: str) -> bool:
        """Is this the first time in this turn?"""
        first = what not in self.turn_used
        self.turn_used.add(what)
        return first

    def ignored(self, target: Side, light: int) -> int:
        """KD-4.8: light wounds that the target's Skills ignore, once in the opponent's turn."""
        can = sum(skill.ignore for skill in self.skills_of(target))
        if light == 0 or can == 0 or target.seat == self.active or not self.first_time("ignore"):
            return 0
        return min(light, can)

    def inflict(self, me: Side, attack: Attack, light: int, heavy: int) -> Flow[None]:
        target = self.other(me)
        self.suffers(target, light, heavy)
        if light + heavy == 0 or attack.type != printed.STRIKE or self.distance() != 1:
            return
        for skill in self.skills_of(target):
            if skill.when == printed.WOUNDED_NEAR and self.first_time(f"{target.seat} {skill.id}"):
                yield from self.effect(target, skill.verbs)

    def suffers(self, side: Side, light: int, heavy: int) -> None:
        assert light >= 0
        assert heavy >= 0
        side.light += light
        side.heavy += heavy

    # --- blocks (KD-4.2, KD-4.7)

    def block(self, target: Side, attack: Attack, light: int, heavy: int) -> Flow[tuple[int, int, bool]]:
        """What is left of the wounds, and whether the effect is cancelled."""
        cards = len(target.hand)
        blocks = sum(self.symbol(id) == "block" for id in target.hand)
        more = sum(skill.budget for skill in self.skills_of(target))
        ways: dict[str, tuple[int, int, int, bool]] = {"block:none": (0, 0, 0, False)}
        if blocks >= 1 and attack.verbs:
            ways["block:effect"] = (1, 0, 0, True)
        if blocks >= 1:
            for less_light, less_heavy in sensible(light, heavy, cards - 1 + more):
                ways[f"block:wounds{less_heavy}"] = (1, less_light, less_heavy, False)
        if blocks >= 2 and attack.verbs:
            for less_light, less_heavy in sensible(light, heavy, cards - 2 + more):
                ways[f"block:both{less_heavy}"] = (2, less_light, less_heavy, True)
        discards, less_light, less_heavy, cancelled = ways[(yield from self.ask(target.seat, ways))]
        for _ in range(discards):
            self.throw_away(target, "block")
        return light - less_light, heavy - less_heavy, cancelled

    # --- effects

    def effect(self, me: Side, verbs: Iterable[Verb]) -> Flow[None]:
        """Part by part."""
        for verb in verbs:
            if self.holds(me, verb.condition):
                yield from self.do(me, verb)

    def holds(self, me: Side, condition: int) -> bool:
        them = self.other(me)
        return {
            printed.ALWAYS: True,
            printed.IF_EDGE: self.paper.at_edge(them.space),
            printed.IF_NEXT: self.distance() == 1,
            printed.IF_FIRE: self.by_the_flame(me),
            printed.IF_BEHIND: me.wounds > them.wounds,
        }[condition]

    def do(self, me: Side, verb: Verb) -> Flow[None]:
        them = self.other(me)
        what = verb.do
        if what == printed.WOUND:
            self.suffers(them, verb.light, verb.heavy)
        elif what == printed.SUFFER:
            self.suffers(me, verb.light, verb.heavy)
        elif what in (printed.MOVE, printed.BLINK):
            yield from self.place(me, self.room_for(me, verb) | {me.space})
        elif what in SHOVES:
            yield from self.shove(me, what, verb.n)
        elif what == printed.HEAL:
            me.light -= min(me.light, verb.light)
            me.heavy -= min(me.heavy, verb.heavy)
        elif what == printed.NO_RELIEF:
            self.relief = False
        elif what == printed.FLAME:
            if free := self.room_for(me, verb):
                answer = yield from self.ask(me.seat, [f"place:{space}" for space in free])
                me.flame = answer.removeprefix("place:")
        elif what == printed.FLAME_OUT:
            me.flame = ""
        elif what == printed.CONTAMINATE:
            them.contamination = min(printed.CONTAMINATION, them.contamination + verb.n)
        else:
            yield from self.do_with_cards(me, verb)

    def do_with_cards(self, me: Side, verb: Verb) -> Flow[None]:
        them = self.other(me)
        if verb.do == printed.DROP:
            for _ in range(verb.n):
                yield from self.discards(them, them)
        elif verb.do == printed.STRIP:
            for _ in range(verb.n):
                yield from self.discards(them, me)
        elif verb.do == printed.ORDER:
            yield from self.order(me)
        elif verb.do == printed.MEND:
            yield from self.mend(me)
        elif verb.do == printed.TAKE:
            answer = yield from self.ask(me.seat, [f"take:{id}" for id in self.row])
            self.row.remove(answer.removeprefix("take:"))
            me.hand.add(answer.removeprefix("take:"))
            yield from self.keep_the_limit(me)
        elif verb.do == printed.SPEND_WOUND:
            spent = yield from self.number(me, min(verb.n, me.ammo))
            me.ammo -= spent
            self.suffers(them, spent, 0)
        elif verb.do == printed.SPEND_MOVE:
            yield from self.spend_to_move(me)
        else:
            assert verb.do == printed.RELOAD
            yield from self.reload(me, verb.n)

    def place(self, me: Side, spaces: Iterable[str]) -> Flow[None]:
        answer = yield from self.ask(me.seat, [f"place:{space}" for space in spaces])
        self.go_to(me, answer.removeprefix("place:"))

    def shove(self, me: Side, what: int, n: int) -> Flow[None]:
        """KD-4.10: step by step; the Flame looks only at where it ends (KD-1.9)."""
        mover = me if what == printed.FORWARD else self.other(me)
        moved = False  # out and back again is a move too
        for _ in range(n):
            steps = self.step_by(me, what)
            if not steps:
                break
            answer = yield from self.ask(me.seat, [f"place:{space}" for space in steps])
            mover.space = answer.removeprefix("place:")
            moved = True
        if moved:
            self.burn(mover)

    def step_by(self, me: Side, what: int) -> set[str]:
        """Where the next step of a shove can lead."""
        them = self.other(me)
        if what == printed.SHIFT:
            return self.free_beside(them)
        if what == printed.FORWARD:
            return self.paper.one_step(them.space, me.space, away=False)
        return self.paper.one_step(me.space, them.space, away=what == printed.BACKWARD)

    def order(self, me: Side) -> Flow[None]:
        """KD-4.11: they show two, you discard one of them."""
        them = self.other(me)
        held = [self.symbol(id) for id in them.hand]
        shown = held if len(held) <= 2 else []  # with two cards there is nothing to choose
        while len(shown) < min(2, len(held)):
            answer = yield from self.ask(them.seat, [f"symbol:{symbol}" for symbol in held])
            shown.append(answer.removeprefix("symbol:"))
            held.remove(shown[-1])
        if shown:
            yield from self.discards(them, me, among=shown)

    def mend(self, me: Side) -> Flow[None]:
        kinds = [f"heal:{kind}" for kind in ("light", "heavy") if getattr(me, kind) > 0]
        if kinds:
            answer = yield from self.ask(me.seat, kinds)
            kind = answer.removeprefix("heal:")
            setattr(me, kind, getattr(me, kind) - 1)

    def number(self, me: Side, most: int) -> Flow[int]:
        answer = yield from self.ask(me.seat, [f"number:{n}" for n in range(most + 1)])
        return int(answer.removeprefix("number:"))

    def spend_to_move(self, me: Side) -> Flow[None]:
        """One Ammo for each step of the shortest way; it must lead somewhere else (KD-4.10)."""
        walks = self.paper.walks(me.space, me.ammo, {self.other(me).space})
        if len(walks) > 1:
            del walks[me.space]
        answer = yield from self.ask(me.seat, [f"place:{space}" for space in walks])
        me.ammo -= walks[answer.removeprefix("place:")]
        self.go_to(me, answer.removeprefix("place:"))

    def reload(self, me: Side, n: int) -> Flow[None]:
        most = me.fighter.most_ammo
        me.ammo = min(most, me.ammo + n)
        power = sum(self.symbol(id) == "power" for id in me.hand)
        more = yield from self.number(me, min(power, most - me.ammo))
        me.ammo += more
        for _ in range(more):
            self.throw_away(me, "power")

    # --- KD-3.5: can it do something?

    def does_something(self, me: Side, special: Attack) -> bool:
        """It inflicts wounds, has the K.O. mark, or one part of its effect would change something now."""
        if special.light + special.heavy > 0 or special.knockout:
            return True
        return any(self.holds(me, verb.condition) and self.has_work(me, verb) for verb in special.verbs)

    def has_work(self, me: Side, verb: Verb) -> bool:
        them = self.other(me)
        what = verb.do
        if what in SHOVES:
            return self.step_by(me, what) != set()
        if what in (printed.MOVE, printed.BLINK, printed.FLAME):
            return self.room_for(me, verb) != set()
        if what in (printed.DROP, printed.STRIP, printed.ORDER):
            return bool(them.hand)
        return {
            printed.WOUND: True,
            printed.HEAL: (verb.light > 0 and me.light > 0) or (verb.heavy > 0 and me.heavy > 0),
            printed.MEND: me.wounds > 0,
            printed.TAKE: bool(self.row),
            printed.SPEND_WOUND: me.ammo > 0,
            printed.SPEND_MOVE: me.ammo > 0 and self.free_beside(me) != set(),
            printed.RELOAD: me.ammo < me.fighter.most_ammo,
            printed.FLAME_OUT: me.flame != "",
            printed.CONTAMINATE: them.contamination < printed.CONTAMINATION,
        }.get(what, False)

    def room_for(self, me: Side, verb: Verb) -> set[str]:
        """Other spaces to go to, or to put the Flame on."""
        them = self.other(me)
        if verb.do == printed.MOVE:
            return set(self.paper.walks(me.space, verb.n, {them.space})) - {me.space}
        if verb.do == printed.BLINK:
            return self.paper.within(me.space, verb.n) - {me.space, them.space}
        return self.paper.within(me.space, verb.n) - {me.space, them.space, me.flame}

    # --- KD-5: the Knockdown Test

    def counted(self, who: Side) -> int:
        """KD-5.4."""
        count = who.wounds + who.contamination
        count += sum(skill.tests for skill in self.skills_of(who))
        count += sum(skill.their_tests for skill in self.skills_of(self.other(who)))
        return max(0, count)

    def test(self, who: Side) -> Flow[None]:
        count = self.counted(who)
        if count == 0:
            passed = True
        elif self.agreed.towers[who.seat] and count <= MOST_CUBES:
            passed = yield from self.build(who, count)
        else:
            passed = sum(self.luck.next("rolled")) >= count
        if not passed:
            raise RoundWon(1 - who.seat)
        if self.relief:
            if self.agreed.relief in ("light", "all"):
                who.light -= who.light // 2
            if self.agreed.relief in ("heavy", "all"):
                who.heavy -= who.heavy // 2
        caller = self.other(who)
        for skill in self.skills_of(caller):
            if skill.when == printed.OPPONENT_PASSED:
                yield from self.effect(caller, skill.verbs)

    def build(self, who: Side, cubes: int) -> Flow[bool]:
        """KD-5.6: cube by cube; it must stand after every one."""
        self.tower = [0]
        while len(self.tower) < cubes:
            answer = yield from self.ask(who.seat, [f"cube:{slip}" for slip in SLIPS], by_hand=True)
            if answer == "cube:late":
                return False
            self.tower.append(int(answer.removeprefix("cube:")))
            if not stands(self.tower):
                return False
        return True


def aimed(attack: Attack) -> bool:
    """KD-1.6: it inflicts wounds, has a range, or does something to the opponent."""
    if attack.light + attack.heavy > 0 or attack.range != printed.UNLIMITED:
        return True
    return any(verb.do in TO_THEM for verb in attack.verbs)


def sensible(light: int, heavy: int, budget: int) -> list[tuple[int, int]]:
    """KD-4.7, by trying everything: light and heavy wounds to ignore, so that no other way is better."""
    ways = [
        (less_light, less_heavy)
        for less_light in range(light + 1)
        for less_heavy in range(heavy + 1)
        if 0 < less_light + 2 * less_heavy <= budget
    ]
    return [
        (one, two)
        for one, two in ways
        if not any(a >= one and b >= two and (a, b) != (one, two) for a, b in ways)
    ]


def stands(tower: list[int]) -> bool:
    """KD-5.2: above every joint the middle of all the cubes above lies over the cube below."""
    middles = [sum(tower[: cube + 1]) for cube in range(len(tower))]
    for joint in range(1, len(tower)):
        above = middles[joint:]
        if abs(Fraction(sum(above), len(above)) - middles[joint - 1]) > EDGE:
            return False
    return True
