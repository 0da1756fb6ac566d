"""What an open action does, with the numbers a player wants: chances, wounds, energy, danger."""

from __future__ import annotations

from functools import lru_cache

from harena.core.prose import capital, chance, count, listed, or_more, sentence
from harena.games.combat_arena.pack.content import (
    ATTACK,
    DRAIN,
    DRAW,
    DROP,
    EACH,
    FACING_NAMES,
    HEAL,
    PUSH,
    SAFE,
    WOUND,
    ZONE,
    ActionCard,
    ArenaPack,
    Effect,
    Verb,
)
from harena.games.combat_arena.rules.attack import hits_after
from harena.games.combat_arena.rules.move import hexes_left
from harena.games.combat_arena.rules.push import A_FIGHTER, A_SNARE
from harena.games.combat_arena.rules.turn import team_mate
from harena.games.combat_arena.view import ArenaQuestion, ArenaView
from harena.games.combat_arena.words.outlook import (
    D3,
    Found,
    Odds,
    Outlook,
    at_least,
    fall_chance,
)
from harena.games.combat_arena.words.printed import (
    FACING_MEANS,
    FACING_TEXTS,
    attack_row,
    card_line,
    dice,
    fate_text,
    hexes,
    rule_values,
    signed,
    strike_text,
    verb_text,
    wounds_in_all,
)
from harena.games.combat_arena.words.told import WAYS, ArenaTeller


@lru_cache(4096)
def by_foe(found: Found) -> tuple[tuple[int, str], ...]:
    """Fighters with all the To Hit values found for each: melee 3+, ranged 4+."""
    needs: dict[int, list[str]] = {}
    for number, kind, needed in found:
        needs.setdefault(number, []).append(f"{kind} {needed}+")
    return tuple((number, ", ".join(each)) for number, each in needs.items())


class Hints:
    """The hints of one decision."""

    def __init__(self, pack: ArenaPack, view: ArenaView, teller: ArenaTeller) -> None:
        assert view.question is not None
        self.pack = pack
        self.view = view
        self.teller = teller
        self.outlook = Outlook(pack, view)
        self.question: ArenaQuestion = view.question
        self.who = self.question.target if view.asking in ("React", "Snare") else self.question.who
        self._cards = {card.id: card for card in pack.cards}
        self._names: dict[int, str] = {}

    def hint(self, action: str) -> str:
        """What an action does, in a sentence or two."""
        stretch, _, member = action.partition(":")
        hint: str = getattr(self, f"_{stretch}")(member)
        return hint

    def name(self, number: int) -> str:
        if number not in self._names:
            self._names[number] = self.teller.whom(number)
        return self._names[number]

    def subject(self, number: int) -> str:
        return self.teller.subject(number)

    # --- what a turn is used for

    def _card(self, member: str) -> str:
        card_id, _, row = member.partition("/")
        card = self._cards[card_id]
        if row == "move":
            return self._join(self._move_row(card), self.energy(card.move_energy))
        if row == "attack":
            return self._join(self.attack(attack_row(card)), self.energy(card.attack_energy))
        assert card.effect is not None
        return self._join(self._effect(card.effect), self.energy(card.special_energy))

    def _move_row(self, card: ActionCard) -> str:
        left = hexes_left(card.hexes, self.outlook.fighter(self.who).slow)
        facing = sentence(f"{FACING_TEXTS[card.facing]}{FACING_MEANS[card.facing]}")
        if left == 0:
            return "Turn to any facing." if card.facing == 0 else "Stay where you are."
        return f"Only {hexes(left)}, slowed. {facing}" if left < card.hexes else facing

    def attack(self, verb: Verb) -> str:
        """An attack whose target is not chosen yet: the best there is."""
        found = self.outlook.attacks(self.who, verb)
        if not found:
            return "No enemy is in a Kill Zone now."
        target, kind, odds = max(found, key=lambda one: one[2].wounds)
        also = f" Push {hexes(verb.push)} on a hit." if verb.push else ""
        return f"{self.name(target)}, {kind} {odds.needed}+: {self._chances(odds)}.{also}"

    def _effect(self, effect: Effect) -> str:
        """An effect's text, with the chances where it starts with an attack."""
        text = " ".join(self._verb(verb) for verb in effect.verbs)
        first = effect.verbs[0]
        if first.do == PUSH:
            return self._join(
                text,
                *(f"{self.name(n)}: {self.push(n, first.n)}" for n in self.outlook.targets(self.who, first)),
            )
        if first.do != ATTACK:
            return text
        found = self.outlook.attacks(self.who, first)
        if first.on != EACH and found:
            found = [max(found, key=lambda one: one[2].wounds)]
        return self._join(text, *(self._against(target, odds) for target, _, odds in found))

    def _against(self, target: int, odds: Odds) -> str:
        """What an attack on somebody can be expected to do, in a sentence."""
        return f"{self.name(target)} {odds.needed}+: {self._chances(odds)}."

    def _verb(self, verb: Verb) -> str:
        """What a verb does; where there is less to heal or to draw than it says, how much."""
        text = verb_text(verb)
        if verb.do == HEAL:
            room = self.outlook.fighter(self.who).healable
            return (
                text if room >= verb.n else f"{text[:-1]} ({f'only {room}' if room else 'nothing'} to heal)."
            )
        left = self.view.aside
        if verb.do != DRAW or left >= verb.n:
            return text
        return f"{text[:-1]} ({f'only {left}' if left else 'none'} left)."

    def _unique(self, _: str) -> str:
        sheet = self.outlook.sheet(self.who)
        assert sheet.unique is not None
        return self._join("Discard 2 cards.", self._effect(sheet.unique), self.energy(sheet.unique_energy))

    def _pass(self, _: str) -> str:
        has_cards = self.outlook.fighter(self.who).hand_size > 0
        return "Discard 1 card, nothing else." if has_cards else "Nothing happens."

    def _hand_over(self, _: str) -> str:
        mate = self.mate()
        cards = count(self.outlook.fighter(mate).hand_size, "card")
        return f"{self.subject(mate)} acts instead, with {cards} in hand. Once a round."

    def mate(self) -> int:
        """The team-mate a turn can be handed to (CA-8.1)."""
        return int(team_mate(self.outlook.position, self.who))

    def _two_cards(self, _: str) -> str:
        return "Resolve one action of each, in either order."

    def energy(self, n: int, who: int | None = None) -> str:
        """CA-3.4: an Energy Modifier and the Initiative cards it leads to."""
        if n == 0:
            return ""
        number = self.who if who is None else who
        fighter = self.outlook.fighter(number)
        space = self.outlook.position.energy_after(number, n)
        if space == fighter.energy:
            return f"{signed(n)}: the track ends here."
        after, before = self.pack.track[space], fighter.initiative
        change = f"still {before}" if after == before else f"{before} to {after}"
        return f"{signed(n)} (Initiative {change})."

    # --- attacks

    def _kind(self, member: str) -> str:
        q, outlook = self.question, self.outlook
        weapon = outlook.sheet(self.who).melee if member == "melee" else outlook.sheet(self.who).ranged
        verb = Verb(ATTACK, ZONE, q.n, 1)
        verb.wounds, verb.from_rear = q.wounds, q.from_rear
        told = [self._against(target, odds) for target, _, odds in outlook.attacks(self.who, verb, [member])]
        return self._join(f"{weapon.name}." if weapon is not None else "", *told)

    def _target(self, member: str) -> str:
        target = self.outlook.number_of(member)
        if self.view.asking == "ChooseEnemy":
            return self._enemy(target)
        verb = self.pack.effects[self.question.effect].verbs[self.question.n]
        return self._work_on(verb, target)

    def _enemy(self, target: int) -> str:
        q = self.question
        odds = self.outlook.odds(self.who, target, q.kind, q.n, q.wounds)
        assert odds is not None
        roll = f"{dice(odds.dice)} on {odds.needed}+: {self._chances(odds)}; {self.left(target)}."
        behind = "" if self.outlook.in_front(target, self.who) else "From behind."
        push = f"On a hit: {self.push(target, q.push)}" if q.push else ""
        return self._join(roll, behind, push)

    def _chances(self, odds: Odds) -> str:
        """88% to hit, 1.5 hits, 3.0 wounds."""
        return f"{chance(odds.any_hit)} to hit, {odds.hits:.1f} hits, {odds.wounds:.1f} wounds"

    def left(self, target: int) -> str:
        """How many wounds a fighter has left."""
        return f"{self.outlook.fighter(target).wounds_left} to defeat"

    def _work_on(self, verb: Verb, target: int) -> str:
        fighter = self.outlook.fighter(target)
        if verb.do == PUSH:
            return capital(self.push(target, verb.n))
        if verb.do == WOUND:
            return f"{self._suffer(target, verb.n)}; {self.left(target)}."
        if verb.do == DRAIN:
            return self.energy(-verb.n, target)
        assert verb.do == DROP
        if fighter.hand_size == 0:
            return "Has no card to discard."
        return f"{count(min(verb.n, fighter.hand_size), 'random card')} of {fighter.hand_size}."

    # --- reactions

    def _react(self, member: str) -> str:
        card = self._cards[member]
        reaction, q = card.reaction, self.question
        assert reaction is not None
        hits = hits_after(reaction, q.n)
        rest = hits * q.wounds
        suffers = self._suffer(self.who, rest)
        text = f"ignore {_hits(q.n - hits, q.n)}: {suffers} instead of {q.n * q.wounds}"
        if rest >= self.outlook.fighter(self.who).wounds_left:
            text += ", may still be deadly" if self._may_endure(self.who) else ", still deadly"
        if q.push and hits == 0:
            text += ", and no push"
        if reaction.roll > 0:
            text = f"on {or_more(reaction.roll, most=6)} ({chance(at_least(reaction.roll))}) {text}"
        return self._join(sentence(text), self.energy(card.special_energy))

    def _no_reaction(self, _: str) -> str:
        q = self.question
        push = f"Then {self.push(self.who, q.push, q.who)}" if q.push else ""
        wounds = q.n * q.wounds
        deadly = ""
        if wounds >= self.outlook.fighter(self.who).wounds_left:
            deadly = ", may be deadly" if self._may_endure(self.who) else ", deadly"
        return self._join(f"{self._suffer(self.who, wounds)}; {self.left(self.who)}{deadly}.", push)

    def _suffer(self, who: int, wounds: int) -> str:
        """So many wounds, and what they bring."""
        if wounds == 0:
            return "no wound"
        outlook, text, at_most = self.outlook, count(wounds, "wound"), ""
        if self._may_endure(who):
            text += f" ({wounds * outlook.endures(who):.1f} expected)"
            at_most = "up to "
        drawn = outlook.injuries(who, wounds)
        injuries = f"{at_most}{count(drawn, 'Critical Injury', 'Critical Injuries')}"
        return f"{text} and {injuries}" if drawn else text

    def _may_endure(self, who: int) -> bool:
        """Has the fighter a rule that may ignore wounds?"""
        return self.outlook.endures(who) < 1

    # --- pushes

    def push(self, target: int, n: int, pusher: int | None = None) -> str:
        """CA-6.3: where a push of n hexes leads, the end of a sentence and its stop."""
        start = self.outlook.place(self.who if pusher is None else pusher)
        ways = self.outlook.pushed_from(start, self.outlook.place(target))
        if not ways:
            return f"pushed {self._slam(target, 'the wall')}."
        found = [self.push_into(target, h, n, start) for h in ways]
        return f"pushed {found[0]}." if len(ways) == 1 else f"pushed, one of: {'; '.join(found)}."

    def push_into(self, target: int, h: int, n: int, start: int) -> str:
        """What waits on a hex for a fighter that is pushed there, and behind it: n hexes, away from start."""
        name, met = self.pack.field.names[h], self.outlook.waits_on(h)
        if met == A_SNARE:
            return f"at the arc-snare {name}: {self._snare_odds(target)}"
        if met == A_FIGHTER:
            return self._slam(target, self.name(self.outlook.stands_on(h)))
        ways = self.outlook.pushed_from(start, h) if n > 1 else []
        if n > 1 and len(ways) < 2:
            further = (
                self.push_into(target, ways[0], n - 1, start) if ways else self._slam(target, "the wall")
            )
            return f"to {name}, then {further}"
        beside = ", beside an arc-snare" if self.outlook.beside_snare(h) else ""
        more = f"{',' if beside else ''} and {n - 1} more {'hex' if n == 2 else 'hexes'}" if n > 1 else ""
        return f"to {name}{beside}{more}"

    def _slam(self, target: int, what: str) -> str:
        """CA-6.4: the wall or another fighter is in the way."""
        wounds = sum(D3) / len(D3) * self.outlook.endures(target)
        if self._may_endure(target):
            return f"against {what}, up to {max(D3)} wounds ({wounds:.1f} on average)"
        return f"against {what}, {min(D3)} to {max(D3)} wounds ({wounds:g} on average)"

    def _snare_odds(self, target: int) -> str:
        """CA-6.5: a die and discards, +1 each, against 4."""
        cards, falls = self.outlook.fighter(target).hand_size, f"{chance(fall_chance(0))} to fall"
        if cards == 0:
            return f"{falls}, no card to save"
        if cards >= SAFE - 1:
            return f"{falls}, or up to {SAFE - 1} of {cards} cards spent to hold on"
        return f"{falls}, {chance(fall_chance(cards))} with {count(cards, 'card')} spent"

    # --- hexes and facings

    def _hex(self, member: str) -> str:
        h = self.outlook.hex(member)
        if self.view.asking == "Push":
            q = self.question
            return capital(self.push_into(q.target, h, q.n, self.outlook.place(q.who))) + "."
        if self.view.asking == "TakePlace":
            return self._start(member)
        return self._walk_to(h)

    def _start(self, member: str) -> str:
        standing = [n for n, fighter in enumerate(self.view.fighters) if fighter.hex]
        far = [
            f"{self.outlook.distance(member, self.outlook.fighter(n).hex)} from {self.name(n)}"
            for n in standing
        ]
        return f"Hexes away: {', '.join(far)}." if far else "The arena is still empty."

    def _walk_to(self, h: int) -> str:
        outlook, q = self.outlook, self.question
        n = hexes_left(q.n, outlook.fighter(self.who).slow)
        icon = FACING_NAMES.index(q.facing)
        steps, facings = outlook.walks(self.who, n, icon)[h]
        return self._join(
            way_there(steps, facings, bool(icon)),
            self._foes("In reach", outlook.reached_from(self.who, h, facings)),
            self._foes("In danger from", outlook.dangers(self.who, h)),
            "Beside an arc-snare." if outlook.beside_snare(h) else "",
        )

    def _foes(self, heading: str, found: Found) -> str:
        if not found:
            return ""
        foes = [f"{self.name(number)} ({needs})" for number, needs in by_foe(found)]
        return f"{heading}: {', '.join(foes)}."

    def _facing(self, member: str) -> str:
        reached = self.outlook.reached_from(self.who, self.outlook.place(self.who), [member])
        enemies = self.outlook.enemies(self.who)
        behind = [self.name(n) for n in enemies if not self.outlook.in_front(self.who, n, member)]
        return self._join(
            self._foes("In reach", reached) or "No enemy in reach.",
            f"Behind you: {listed(behind)}." if behind else "",
        )

    # --- cards and boxes

    def _discard(self, member: str) -> str:
        line = card_line(self._cards[member])
        if self.view.asking == "Snare":
            total = self.question.n + 1
            return f"{total} of {SAFE}{': you hold on' if total >= SAFE else ''}. {line}"
        return line

    def _box(self, member: str) -> str:
        sheet = self.outlook.sheet(self.who)
        if member == "rule":
            assert sheet.rule is not None
            return self._columns(
                rule_values(sheet.rule, sheet.rule.healthy), rule_values(sheet.rule, sheet.rule.wounded)
            )
        weapon = sheet.melee if member == "melee" else sheet.ranged
        assert weapon is not None
        return self._columns(strike_text(weapon.healthy), strike_text(weapon.wounded))

    def _columns(self, healthy: str, wounded: str) -> str:
        now, then = (wounded, healthy) if self.view.asking == "Mend" else (healthy, wounded)
        return f"Then: {then}. Now: {now}."

    # --- picking, yes and no

    def _fighter(self, member: str) -> str:
        sheet = next(sheet for sheet in self.pack.characters if sheet.id == member)
        arms = [weapon.name for weapon in (sheet.melee, sheet.ranged) if weapon is not None]
        rule = [sheet.rule.name] if sheet.rule is not None else []
        return f"{sheet.title}. {listed(arms + rule)}. {wounds_in_all(sheet)} wounds to defeat."

    def _yes(self, _: str) -> str:
        if self.view.asking == "UseFate":
            return fate_text(self.outlook.sheet(self.who))
        return "Play a card, use your Unique action or pass."

    def _no(self, _: str) -> str:
        if self.view.asking == "Snare":
            return f"With {self.question.n} you are below {SAFE} and defeated."
        if self.view.asking == "Redraw":
            return "Go on to your turn."
        return "Nothing happens, at no cost."

    def _join(self, *parts: str) -> str:
        return " ".join(filter(None, parts))


@lru_cache(1024)
def way_there(steps: int, facings: tuple[str, ...], bound: bool) -> str:
    """How far a walk is, and which ways one may face then; bound: not any way, by the card."""
    way = hexes(steps) if steps else "Stay"
    if len(facings) < 6:
        return f"{way}, facing {listed([WAYS[facing] for facing in facings], 'or')}."
    return f"{way}, facing any way." if bound else f"{way}."


def _hits(saved: int, of: int) -> str:
    """How many of the hits: the hit, both hits, all 3 hits, 2 of 4 hits."""
    if saved < of:
        return f"{saved} of {of} hits"
    return {1: "the hit", 2: "both hits"}.get(of, f"all {of} hits")
