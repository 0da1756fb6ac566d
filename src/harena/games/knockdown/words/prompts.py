"""The waiting question in a sentence or two, for whoever is asked and for those who wait."""

from __future__ import annotations

from harena.core.prompting import Prompter
from harena.core.prose import chance, count, listed
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.rules.odds import ROLLS
from harena.games.knockdown.view import BrawlQuestion, BrawlView
from harena.games.knockdown.words.printed import ANY, spaces, wounds
from harena.games.knockdown.words.things import attacks_of
from harena.games.knockdown.words.told import BrawlTeller

WAITS = {  # what a player does while the other waits
    "PickFighter": "is picking a fighter",
    "Keep": "is choosing a Skill to keep",
    "KeepReceived": "is choosing a Skill to keep",
    "Face": "is choosing which Skill lies face up",
    "DraftCard": "is drafting a card",
    "Act": "is choosing an action",
    "Combo": "is in the middle of a Combo",
    "Pay": "is paying a cost",
    "React": "may react",
    "Block": "may block",
    "GoTo": "is choosing where to move",
    "Shove": "is choosing where the effect leads",
    "Burn": "is choosing where to put the Flame",
    "Discard": "is choosing a card to discard",
    "Strip": "is choosing a card from the other hand to discard",
    "Show": "is choosing cards to show",
    "TakeRow": "is choosing a card from the Row",
    "Mend": "is choosing a wound to heal",
    "Spend": "is choosing how much Ammo to spend",
    "Reload": "is choosing how much to reload",
    "Call": "may call a Knockdown Test",
    "LetGo": "is building a tower",
}
STEPS = {  # what is chosen step by step, by verb
    "forward": "Choose your next space toward {them}",
    "backward": "Choose where {them} is thrown",
    "drag": "Choose where {them} is dragged",
    "shift": "Choose where {them} must go",
}


class Prompts(Prompter[BrawlPack, BrawlView, BrawlTeller]):
    """The prompt of one view."""

    def __init__(self, pack: BrawlPack, view: BrawlView, teller: BrawlTeller) -> None:
        super().__init__(pack, view, teller)
        assert view.question is not None
        self.question: BrawlQuestion = view.question

    def waiting(self) -> str:
        seat = self.view.decider
        sheet = self.teller.sheet(seat)
        name = f" ({sheet.name})" if sheet is not None else ""
        return f"{self.teller.names[seat]}{name} {WAITS[self.view.asking]}."

    @property
    def them(self) -> str:
        """The other fighter."""
        return self.teller.name(1 - self.question.who)

    @property
    def attack(self) -> str:
        """The name of the attack under way."""
        return attacks_of(self.pack)[self.question.attack].name

    # --- the set-up

    def _ask_pick_fighter(self) -> str:
        return "Pick your fighter."

    def _ask_keep(self) -> str:
        return "Keep one of these three Skills. The other two go to your opponent."

    def _ask_keep_received(self) -> str:
        return "Keep one of the two Skills you received. The other leaves the match."

    def _ask_face(self) -> str:
        return "Choose which of your two Skills lies face up. It works at once; the other waits."

    def _ask_draft_card(self) -> str:
        return "Draft a card from the Row. In your hand only its symbol counts."

    # --- a turn

    def _ask_act(self) -> str:
        which = "first" if self.question.n == 2 else "second"
        return f"Choose your {which} action: move, attack or begin a Combo."

    def _ask_combo(self) -> str:
        return "Go on with your Combo, or stop."

    def _ask_pay(self) -> str:
        first, *others = self.question.cost
        more = f" Then {listed([_cost(one) for one in others])}." if others else ""
        what = self.attack if self.question.attack else "Shaking off Contamination"
        return f"{what}: pay {_cost(first)}.{more}"

    # --- an attack

    def _ask_react(self) -> str:
        return f"{self.them} attacks you with {self.attack}. React?"

    def _ask_block(self) -> str:
        q = self.question
        comes = wounds(q.light, q.heavy)
        effect = " and an effect" if q.effect else ""
        return f"{self.attack} brings you {comes}{effect}. Block?"

    def _ask_call(self) -> str:
        q = self.question
        tested = self.view.fighters[1 - q.who]
        counted = count(q.counted, "wound")
        if tested.builds:
            return f"Call a Knockdown Test? {self.them} must build a tower of {count(q.counted, 'cube')}."
        falls = f"{chance(tested.fails / ROLLS)} to fall" if tested.fails else "they cannot fall"
        return f"Call a Knockdown Test? {counted} against three dice: {falls}."

    # --- moving

    def _ask_go_to(self) -> str:
        n = self.question.n
        if self.question.cause == "spend_move":
            return f"Choose where to move. Each space costs 1 Ammo, and you have {n}."
        through = f", through {self.them} if you like" if self.question.cause == "blink" else ""
        return f"Choose where to move, up to {spaces(n)}{through}."

    def _ask_shove(self) -> str:
        asked = STEPS[self.question.cause].format(them=self.them)
        more = f" ({spaces(self.question.n)} in all)" if self.question.n > 1 else ""
        return f"{asked}{more}."

    def _ask_burn(self) -> str:
        return f"Choose where to put the Flame, up to {spaces(self.question.n)} away."

    # --- cards

    def _ask_discard(self) -> str:
        q = self.question
        if q.cause == "limit":
            most = self.view.fighters[q.who].most_cards
            return f"Your hand may hold {count(most, 'card')}. Choose one to discard."
        return f"Choose a card to discard{_of_several(q.n)}."

    def _ask_strip(self) -> str:
        q = self.question
        if q.cause == "order":
            return f"Choose which of the cards shown {self.them} discards."
        return f"Choose a card from {self.teller.whose(1 - q.who)} hand to discard{_of_several(q.n)}."

    def _ask_show(self) -> str:
        which = "the first of two cards" if self.question.n == 2 else "the second card"
        return f"Choose {which} to show. {self.them} discards one of them."

    def _ask_take_row(self) -> str:
        return "Choose a card from the Row for your hand. It does nothing else."

    # --- wounds, Ammo

    def _ask_mend(self) -> str:
        return "Choose which wound to heal."

    def _ask_spend(self) -> str:
        return f"Spend how much Ammo? Each inflicts 1 light wound on {self.them}."

    def _ask_reload(self) -> str:
        return "Discard how many Power cards? Each gives 1 Ammo."

    # --- the tower

    def _ask_let_go(self) -> str:
        q = self.question
        return f"Let go of cube {q.cube} of {q.cubes} when it hangs over the tower."


def _cost(symbol: str) -> str:
    return ANY if symbol == "any" else symbol.capitalize()


def _of_several(n: int) -> str:
    return f", the first of {n}" if n > 1 else ""
