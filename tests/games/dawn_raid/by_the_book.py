"""Dawn Raid once more, slowly and literally: lists of cards, one rule after the other, nothing clever.

It is written from the rules alone and knows nothing of the engine; the tests play both side by side.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from .table import ELITES, FAST_ATTACK, HEAVY_SUPPORT, HQ, TROOPS, TYPES, Printed

Asking = Generator[None, str, str]  # puts a question, is sent the answer and hands it on
Playing = Generator[None, str, None]


class ByTheBook:
    """A game that stops at every question with more than one answer."""

    def __init__(self, mine: Sequence[Printed], theirs: Sequence[Printed], attacker: int) -> None:
        self.decks = [list(mine), list(theirs)]
        self.piles: list[list[Printed]] = [[], []]
        self.pot: list[Printed] = []
        self.attack: list[Printed] = []
        self.defence: list[Printed] = []
        self.attacker = attacker
        self.type = ""
        self.decider = -1
        self.question = ""
        self.open: list[str] = []
        self.over = False
        self.game = self.play_game()
        self.go_on(None)

    def go_on(self, answer: str | None) -> None:
        """Send the answer (None: none yet) and run on to the next question."""
        try:
            if answer is None:
                next(self.game)
            else:
                self.game.send(answer)
        except StopIteration:
            self.over, self.decider, self.question, self.open = True, -1, "", []

    def ask(self, seat: int, question: str, answers: list[str]) -> Asking:
        if len(answers) == 1:
            return answers[0]
        self.decider, self.question, self.open = seat, question, answers
        answer = yield
        return answer

    # --- DR-4.1: until all cards have been played

    def play_game(self) -> Playing:
        while self.decks[0] or self.decks[1]:
            yield from self.play_raid()

    def play_raid(self) -> Playing:
        """DR-2.1 to DR-2.6."""
        self.attack = [self.decks[self.attacker].pop(0)]
        possible = [kind for kind in TYPES if self.attack[0].scores[kind] >= 1]
        self.type = ""
        self.type = yield from self.ask(self.attacker, "NameType", possible)
        may_bank, ignored, pairs = False, False, False
        while True:
            self.turn_up_the_rest(pairs)
            result = 0 if ignored else self.total(self.attack) - self.total(self.defence)
            if result > 0:
                ended = yield from self.attacker_wins(may_bank)
            elif result < 0:
                ended = yield from self.defender_wins()
            else:
                ended = self.nobody_wins()
            if ended:
                return
            may_bank, ignored, pairs = yield from self.next_attack()

    def turn_up_the_rest(self, pairs: bool) -> None:
        if pairs:
            self.attack.append(self.decks[self.attacker].pop(0))
        for _ in self.attack:
            self.defence.append(self.decks[1 - self.attacker].pop(0))

    def total(self, cards: list[Printed]) -> int:
        return sum(printed.scores[self.type] for printed in cards)

    def attacker_wins(self, may_bank: bool) -> Generator[None, str, bool]:
        """DR-2.3 and DR-3.5."""
        answers = ["end"]
        if self.decks[0]:
            answers += ["continue"]
            if may_bank:
                answers += ["bank"]
        answer = yield from self.ask(self.attacker, "AttackerWon", answers)
        if answer == "end":
            self.end_raid(self.attacker)
            return True
        if answer == "bank":
            self.piles[self.attacker] += self.pot
            self.pot = []
        self.all_to_pot()
        return False

    def defender_wins(self) -> Generator[None, str, bool]:
        """DR-2.4."""
        defender = 1 - self.attacker
        answers = ["end"] + (["take over"] if self.decks[0] else [])
        answer = yield from self.ask(defender, "DefenderWon", answers)
        if answer == "end":
            self.end_raid(defender)
            return True
        self.all_to_pot()
        self.attacker = defender
        return False

    def nobody_wins(self) -> bool:
        """DR-2.5; DR-4.1: after the last battle the pot goes to nobody."""
        self.all_to_pot()
        return not self.decks[0]

    def all_to_pot(self) -> None:
        self.pot += self.attack + self.defence
        self.attack, self.defence = [], []

    def end_raid(self, winner: int) -> None:
        self.all_to_pot()
        self.piles[winner] += self.pot
        self.pot = []
        self.attacker = 1 - self.attacker

    # --- DR-3: battlefield roles

    def next_attack(self) -> Generator[None, str, tuple[bool, bool, bool]]:
        """The Attacker's next card and its role: may it bank, are the scores ignored, do pairs fight?"""
        nothing = False, False, False
        deck = self.decks[self.attacker]
        new = deck.pop(0)
        self.attack = [new]
        if new.icon not in [printed.icon for printed in self.pot]:
            return nothing
        if new.role == ELITES:
            return True, False, False
        if new.role == HQ:
            others = [kind for kind in TYPES if kind != self.type and new.scores[kind] >= 1]
            answer = yield from self.ask(self.attacker, "ChooseRole", [*others, "no role"])
            if answer != "no role":
                self.type = answer
            return nothing
        if not deck:
            return nothing
        answer = yield from self.ask(self.attacker, "ChooseRole", ["use role", "no role"])
        if answer == "no role":
            return nothing
        if new.role == HEAVY_SUPPORT:
            deck.append(new)
            self.attack = [deck.pop(0)]
            return nothing
        return False, new.role == FAST_ATTACK, new.role == TROOPS

    # --- DR-4.2

    def skulls(self, seat: int) -> int:
        heroes = [printed for printed in self.piles[seat] if printed.role == HQ]
        larger = len(self.piles[seat]) > len(self.piles[1 - seat])
        return len(heroes) + (1 if larger else 0)

    def scores(self) -> list[float]:
        mine, theirs = self.skulls(0), self.skulls(1)
        if mine == theirs:
            return [0.5, 0.5]
        return [1.0, 0.0] if mine > theirs else [0.0, 1.0]
