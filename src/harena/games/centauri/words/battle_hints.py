"""What an open action does in a combat: damage to expect, chances to win, to flee, to destroy."""

from __future__ import annotations

from harena.core.prose import capital, chance, listed
from harena.games.centauri.pack.content import BLAZE, BOSS, DICE, REPAIR, REROLL, SHIELD, ArenaPack, Card
from harena.games.centauri.rules.engage import stopped_by
from harena.games.centauri.rules.pool import chance_of
from harena.games.centauri.state import FOE
from harena.games.centauri.view import ArenaQuestion, ArenaView
from harena.games.centauri.words.odds import destroys, mean_damage
from harena.games.centauri.words.outlook import Outlook
from harena.games.centauri.words.printed import (
    dice,
    foe_name,
    foe_numbers,
    foe_reward,
    successes,
    tokens_left,
    victory_points,
)
from harena.games.centauri.words.told import ArenaTeller


class BattleHints:
    """The hints of a decision in a combat."""

    def __init__(self, pack: ArenaPack, view: ArenaView, teller: ArenaTeller) -> None:
        assert view.question is not None
        self.pack = pack
        self.view = view
        self.teller = teller
        self.question: ArenaQuestion = view.question
        self.outlook = Outlook(pack, view)

    def fighter(self, number: int) -> str:
        """Somebody in the battle."""
        battle = self.view.battle
        if number == FOE:
            return f"the {foe_name(battle.foe if battle is not None else BOSS)}"
        return self.teller.armada(number)

    # --- fight or flee

    def _fight(self, _: str) -> str:
        armada = self.question.armada
        outcome = self.outlook.fights_on(armada)
        if outcome is not None:
            return f"If both fight on without cards, you win in {chance(outcome.won)} of such fights."
        enemies = [self.fighter(one) for one in self.outlook.enemies()]
        return f"You attack with {dice(self.outlook.dice(armada))}. Against you: {listed(enemies)}."

    def _flee(self, _: str) -> str:
        armada, outlook = self.question.armada, self.outlook
        enemies = outlook.enemies()
        attack = "Every enemy attacks" if len(enemies) > 1 else "The enemy attacks"
        escape = int(outlook.scenario.escape)
        they = self.teller.team_does(1 - outlook.team, "get", "gets")
        gain = f" Then {they} {victory_points(escape)}." if escape else ""
        cargo = " You keep the module." if self.view.armadas[armada].cargo else ""
        return f"{attack} once: {chance(outlook.escapes(armada))} to get away.{gain}{cargo}"

    # --- Buff

    def _pass(self, _: str) -> str:
        return "You play nothing. If somebody else plays a card, you are asked again."

    def buffed(self, card: Card) -> str:
        """What a card comes to in this combat round."""
        outlook, mine = self.outlook, self.outlook.in_battle()
        if card.does(REPAIR):
            return f"Your Hull is {outlook.mended(int(card.amount(REPAIR)))} then."
        if not mine or not outlook.enemies():
            return ""
        me, target = mine[0], min(outlook.enemies(), key=outlook.hull)
        if card.does(SHIELD):
            then = int(stopped_by(self._shield(me) + int(card.amount(SHIELD))))
            return f"It stops {successes(then)} of each attack instead of {outlook.armour(me)}."
        if card.does(DICE) or card.does(REROLL):
            more = int(card.amount(DICE))
            again = outlook.rerolls(me) or card.does(REROLL)
            before = self._expected(outlook.dice(me), target, outlook.rerolls(me))
            after = self._expected(outlook.dice(me) + more, target, again)
            return f"Against {self.fighter(target)} you then expect {after} damage, not {before}."
        return ""

    def _shield(self, armada: int) -> int:
        return self.outlook.mine.shield + self.view.armadas[armada].shielding

    def _expected(self, n: int, target: int, again: bool) -> str:
        return f"{mean_damage(n, self.outlook.armour(target), again):.1f}"

    # --- Engage

    def _target(self, member: str) -> str:
        if self.view.asking == "SwapWith":
            return self._swap(int(member) - 1)
        if self.view.asking == "NameBlaze":
            return self._blaze(int(member) - 1)
        target = FOE if member == "foe" else int(member) - 1
        return self._attack(self.question.armada, target, self.outlook.dice(self.question.armada))

    def _attack(self, armada: int, target: int, n: int) -> str:
        """An attack with so many dice."""
        outlook = self.outlook
        again = outlook.rerolls(armada)
        armour, hull = outlook.armour(target), outlook.hull(target)
        shield = f"the Shield stops {successes(armour) if armour else 'nothing'}"
        text = f"{capital(dice(n))}, and {shield}: {self._expected(n, target, again)}"
        kill = destroys(n, armour, hull, again)
        destroyed = f", {chance(kill)} to destroy it" if kill else ""
        return f"{text} damage to expect against {hull} Hull{destroyed}."

    def _swap(self, other: int) -> str:
        here = self.view.armadas[self.question.armada].sector
        there = self.view.armadas[other]
        return f"You go to {there.sector}, and {self.teller.armada(other)} comes to {here}."

    def _blaze(self, armada: int) -> str:
        cargo = " Its module stays behind." if self.view.armadas[armada].cargo else ""
        return f"{capital(self.teller.an_armada(armada))} is destroyed after this combat round.{cargo}"

    def _yes(self, _: str) -> str:
        q = self.question
        if self.view.asking == "EvadeAgain":
            tokens = tokens_left(1, self.outlook.mine.exploration_tokens - 1)
            return f"{chance(q.evade_odds)} to get away to {q.to}; {tokens}."
        tokens = tokens_left(0, self.outlook.mine.combat_tokens - 1)
        if self.view.asking == "SpendDie":
            return f"{self._attack(q.armada, q.target, q.dice + 1)} {capital(tokens)}."
        hull = self.outlook.hull(q.target)
        stands = max(q.successes - q.armour, 0)
        mean = mean_damage(q.dice, max(q.armour - q.successes, 0))
        kill = chance_of(q.dice, hull + q.armour - q.successes)
        sure = stands >= hull
        destroyed = "" if sure or not kill else f", and {chance(kill)} to destroy it"
        return f"{mean:.1f} more damage to expect on top of {stands}{destroyed}; {tokens}."

    def _no(self, _: str) -> str:
        q = self.question
        if self.view.asking == "EvadeAgain":
            return "This move ends here, and you keep the token."
        if self.view.asking == "SpendDie":
            return self._attack(q.armada, q.target, q.dice)
        if self.view.asking == "Reroll":
            return f"The attack does {max(q.successes - q.armour, 0) or 'no'} damage, and you keep the token."
        return "This armada leaves the Boss alone this round."

    # --- the Boss

    def _join(self, _: str) -> str:
        boss = self.pack.foes[BOSS]
        outcome = self.outlook.boss_duel(self.question.armada)
        alone = f"Alone and without cards you win in {chance(outcome.won)} of such fights"
        return f"{foe_numbers(boss)}. {alone}. Destroying it brings {foe_reward(boss)}."


def join(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def left(n: int) -> str:
    return f"{n or 'none'} left"


def blazes(card: Card) -> bool:
    """Does a card cost its player an armada?"""
    return bool(card.does(BLAZE))
