"""What an open action does, with the numbers a player wants: range, wounds, prices, chances."""

from __future__ import annotations

from harena.core.prose import capital, chance, count, listed, sentence
from harena.games.knockdown.pack.content import POWER, STRIKE, SYMBOL_NAMES, TAKE, Attack, BrawlPack
from harena.games.knockdown.view import BrawlQuestion, BrawlView
from harena.games.knockdown.words.aftermath import Counted
from harena.games.knockdown.words.outlook import Outlook, Wounds, fall_chance
from harena.games.knockdown.words.printed import (
    SYMBOL_TITLES,
    at_least,
    cost_text,
    effect_text,
    range_text,
    skill_text,
    spaces,
    tokens_text,
    wounds,
)
from harena.games.knockdown.words.told import BrawlTeller

CERTAIN = 1.0
ORDINALS = (  # as many as a hand may come to hold with two Skills for more cards, and one too many
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh"),
)


class Hints:
    """The hints of one decision."""

    def __init__(self, pack: BrawlPack, view: BrawlView, teller: BrawlTeller) -> None:
        assert view.question is not None
        self.pack = pack
        self.view = view
        self.teller = teller
        self.question: BrawlQuestion = view.question
        self.outlook = Outlook(pack, view)
        self.me, self.foe = self.outlook.me, self.outlook.foe

    def hint(self, action: str) -> str:
        """What an action does, in a sentence or two."""
        stretch, _, member = action.partition(":")
        hint: str = getattr(self, f"_{stretch}")(member)
        return hint

    @property
    def them(self) -> str:
        """The other fighter."""
        return self.teller.whom(self.foe)

    # --- the set-up

    def _fighter(self, member: str) -> str:
        sheet = self.outlook.sheet(member)
        specials = listed([special.name for special in sheet.specials])
        return _join(f"{sheet.title}.", sheet.about, f"Special Attacks: {specials}.", tokens_text(sheet))

    def _skill(self, member: str) -> str:
        skill = self.outlook.skill(member)
        return f"Initiative {skill.initiative}. {skill_text(skill)}"

    def _take(self, member: str) -> str:
        card = self.outlook.attack(member)
        resolved = self.view.asking == "TakeRow" and self.view.active == self.me and bool(self.view.taking)
        return _join(self._joins(card), self._too_many(2 if resolved else 1))

    # --- moving

    def _move(self, member: str) -> str:
        return self._arrive(self.me, member)

    def _dash(self, member: str) -> str:
        left = self.view.fighters[self.me].symbols["dash"] - 1
        return _join(f"Costs a Dash card; {_left(left)}.", self._arrive(self.me, member))

    def _corridor(self, member: str) -> str:
        space = self.outlook.red(int(member))
        return _join(
            f"Costs you {wounds(*self.outlook.toll(space))}, and no action.", self._arrive(self.me, space)
        )

    def _place(self, member: str) -> str:
        if self.view.asking == "Burn":
            return self._flame_at(member)
        if self.view.asking == "Shove":
            return self._arrive(self.question.moves, member)
        if member == self.view.fighters[self.me].space:
            return _join("Stay where you are.", self._there(self.me, member))
        price = ""
        if self.question.cause == "spend_move":
            price = f"Costs {self.outlook.steps_to(member)} Ammo."
        return _join(price, self._arrive(self.me, member))

    def _arrive(self, mover: int, space: str) -> str:
        """A step that may end in the Flame."""
        burnt = self.outlook.burns(mover, space)
        if not any(burnt):
            return self._there(mover, space)
        last = self.view.asking != "Shove" or self.question.n == 1
        flame = f"The Flame {'burns' if last else 'would burn'} {self.teller.whom(mover)}: {wounds(*burnt)}."
        return _join(flame, self._there(mover, space))

    def _there(self, mover: int, space: str) -> str:
        """How far apart the two are then, and what reaches."""
        far = self.outlook.distance_at(mover, space)
        apart = f"Next to {self.them}" if far == 1 else f"{capital(spaces(far))} from {self.them}"
        found = [attack.name for attack in self.outlook.reaching(mover, space)]
        reach = f"in range: {listed(found)}" if found else "nothing in range"
        return f"{apart}; {reach}."

    def _flame_at(self, space: str) -> str:
        far = self.outlook.distance_at(self.me, space)
        return f"{capital(spaces(far))} from {self.them}." if far != 1 else f"Next to {self.them}."

    # --- attacks

    def _attack(self, member: str) -> str:
        card = self.outlook.attack(member)
        if not self.outlook.in_range(card):
            return _join(f"Out of range ({range_text(card)}): you only take the card.", self._to_hand(card))
        return _join(self._blow(card), self._kept(card))

    def _kept(self, card: Attack) -> str:
        """What becomes of a card once it is resolved, where its effect may take others to hand before."""
        takes = [verb for verb in card.verbs if verb.do == TAKE]
        if not takes:
            return self._to_hand(card)
        sure = 0 if card.type == STRIKE else sum(not verb.condition for verb in takes)
        symbol = f"It becomes a {SYMBOL_TITLES[card.symbol]} card in your hand."
        return _join(symbol, self._too_many(1 + sure, len(takes) - sure))

    def _special(self, member: str) -> str:
        special = self.outlook.special(int(member))
        return _join(f"Costs {cost_text(special)}.", self._blow(special))

    def _blow(self, attack: Attack) -> str:
        """What an attack in range does."""
        return _join(self._pool(attack), effect_text(attack), self._knockout(attack))

    def _pool(self, attack: Attack) -> str:
        if attack.light + attack.heavy == 0:
            return ""
        if self.view.asking == "React":  # nothing blocks a Reaction, and no Skill counts
            return f"{capital(wounds(attack.light, attack.heavy))} for {self.them}."
        comes = f"{wounds(*self.outlook.pool(attack))} for {self.them}"
        suffered, _ = self.outlook.landed(attack)
        less = self.outlook.pool(attack).light - suffered.light
        some = f"{less} of them " if any(suffered) else ""
        skill = f", {some}ignored by a Skill" if less else ""
        return _join(sentence(f"{comes}{skill}"), self._guard(attack))

    def _guard(self, attack: Attack) -> str:
        """KD-4.2: can they block it, as far as one sees?"""
        if attack.type != STRIKE:
            return "It cannot be blocked."
        other = self.view.fighters[self.foe]
        if not other.symbols and other.hand_size:
            return "They may block."
        held = other.symbols.get("block", 0)
        return f"They hold {count(held, 'Block card')}." if held else "They cannot block."

    def _knockout(self, attack: Attack) -> str:
        if not attack.knockout:
            return ""
        _, counted = self.outlook.landed(attack)
        return f"K.O.: {self._test(self.foe, counted)}."

    def _test(self, who: int, counted: Counted) -> str:
        """What a test comes to that counts so much."""
        towers = [self.outlook.builds(who, n) for n in counted]
        if all(towers):
            return f"a test is then a tower of {at_least(*counted)}{count(counted.low, 'cube')}"
        falls, falls_at_most = (fall_chance(n) for n in counted)
        if any(towers) or falls == 0 < falls_at_most:
            return "a test may follow"
        if falls == 0:
            return "a test cannot fail then"
        return f"{at_least(falls, falls_at_most)}{chance(falls)} to fail a test then"

    def _to_hand(self, card: Attack) -> str:
        """What a card is worth in hand, and whether it fits in."""
        return _join(self._joins(card), self._too_many(1))

    def _joins(self, card: Attack) -> str:
        held = self.view.fighters[self.me].symbols.get(SYMBOL_NAMES[card.symbol], 0)
        return f"It becomes your {ORDINALS[held]} {SYMBOL_TITLES[card.symbol]} card."

    def _too_many(self, sure: int, perhaps: int = 0) -> str:
        """KD-3.4: what is discarded when so many cards join one's hand, and perhaps so many more."""
        mine = self.view.fighters[self.me]
        over = mine.hand_size + sure - mine.most_cards
        if over > 0:
            full = "is full" if mine.hand_size >= mine.most_cards else "is full then"
            return f"Your hand {full}, so you discard {'a card' if over == 1 else count(over, 'card')}."
        return "Your hand may be full then, so that you discard a card." if over + perhaps > 0 else ""

    # --- Combos and paying

    def _stop(self, _: str) -> str:
        return f"Your Combo ends, and you keep {self._hand(self.me)}."

    def _shake_off(self, _: str) -> str:
        left = self.view.fighters[self.me].contamination - 1
        return f"Costs any two cards. One Contamination card goes; {_left(left)}."

    def _symbol(self, member: str) -> str:
        whose = self.foe if self.view.asking == "Strip" else self.me
        if self.view.asking == "Show":
            return f"You hold {count(self.view.fighters[self.me].symbols[member], 'such card')}."
        left = self._hand(whose, without=member)
        return f"Leaves {self.teller.whom(whose)} {left}."

    def _hand(self, who: int, without: str = "") -> str:
        """What is in a hand: 2 Block and 1 Power; where hands are closed, only how many cards."""
        fighter = self.view.fighters[who]
        if not fighter.symbols:
            return (
                count(fighter.hand_size - (1 if without else 0), "card") if fighter.hand_size else "no card"
            )
        held = {name: n - (name == without) for name, n in fighter.symbols.items()}
        found = [f"{n} {name.capitalize()}" for name, n in held.items() if n]
        return listed(found) or "no card"

    # --- the target's answers

    def _no_reaction(self, _: str) -> str:
        return f"{self.outlook.attack(self.question.attack).name} goes on."

    def _block(self, member: str) -> str:
        done = self.outlook.block(member)
        cards = f"Costs {count(done.cards, 'Block card')}." if done.cards else ""
        stopped = f"Stops {wounds(*done.stopped)}." if any(done.stopped) else ""
        ignored = f", {done.ignored} ignored by your Skill" if done.ignored else ""
        suffered = f"You suffer {wounds(*done.suffered)}{ignored}."
        effect = ""
        if self.question.effect:
            text = effect_text(self.outlook.attack(self.question.attack))
            effect = "The effect is cancelled." if done.effect else f'The effect reads: "{text}"'
        return _join(cards, stopped, suffered, effect, self._tested(done.counted))

    def _tested(self, counted: Counted) -> str:
        knockout = self.outlook.attack(self.question.attack).knockout
        return f"K.O.: {self._test(self.me, counted)}." if knockout else ""

    # --- wounds and Ammo

    def _heal(self, member: str) -> str:
        mine = self.view.fighters[self.me]
        left = Wounds(mine.light - (member == "light"), mine.heavy - (member == "heavy"))
        return f"Leaves you {wounds(*left)}."

    def _number(self, member: str) -> str:
        n, mine = int(member), self.view.fighters[self.me]
        if self.view.asking == "Spend":
            return f"{capital(wounds(n, 0))} for {self.them}; {_left(mine.ammo - n)}."
        power = mine.symbols[SYMBOL_NAMES[POWER]] - n
        return f"You have {mine.ammo + n} Ammo and {count(power, 'Power card')} then."

    # --- Knockdown Tests

    def _call(self, _: str) -> str:
        counted = self.question.counted
        relief = self.outlook.relief(self.foe)
        passed = f"A pass takes {wounds(*relief)} away." if any(relief) else "A pass takes no wounds away."
        if self.outlook.builds(self.foe, counted):
            return f"They build a tower of {count(counted, 'cube')}. {passed}"
        falls = fall_chance(counted)
        if falls == CERTAIN:
            return "They cannot pass: you win the round."
        wins = f"{chance(falls)} to win the round at once." if falls else "They cannot fail."
        return f"{wins} {passed}"

    def _no_call(self, _: str) -> str:
        fighter = self.view.fighters[self.foe]
        return f"No test. {capital(self.them)} keeps {wounds(fighter.light, fighter.heavy)}."

    def _cube(self, member: str) -> str:
        if member == "late":
            return "Nobody lets go: the test fails."
        return "The tower stands." if self.outlook.tower_stands(int(member)) else "The tower falls."


def _join(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _left(n: int) -> str:
    return f"{n or 'none'} left"
