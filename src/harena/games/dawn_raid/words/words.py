"""Dawn Raid in English: prompts, labels, hints and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from harena.core.game import Words
from harena.core.glimpse import NOTHING, Glimpse
from harena.core.lesson import Lesson
from harena.core.telling import Teller
from harena.core.view import Told
from harena.games.dawn_raid.pack.cards import HQ, ROLE_NAMES, TYPE_NAMES, Card, DawnRaidPack
from harena.games.dawn_raid.view import DawnRaidView, SideView
from harena.games.dawn_raid.words.dangers import danger_of
from harena.games.dawn_raid.words.lessons import lessons_for
from harena.games.dawn_raid.words.told import ROLE_TITLES, DawnRaidTeller, scores_of, skulls_in_words

GLIMPSES = {
    "attacks_first": Glimpse(chapter="Raid"),
    "attacks_next": Glimpse(chapter="Raid"),
    "took_over": Glimpse(mark="taken over"),
    "banked": Glimpse(hit="pot", mark="pot banked"),
    "ended_raid": Glimpse(mark="raid ends"),
    "pot_lost": Glimpse(hit="pot", mark="pot lost"),
    "won": Glimpse(mark="end"),
    "game_drawn": Glimpse(mark="end"),
}
LOSING_SCORE = {True: "score-1", False: "score-0"}  # has the attack won? the attack is drawn first


class DawnRaidWords(Words[DawnRaidPack, DawnRaidView]):
    """What is said at a table of Dawn Raid."""

    told_by: ClassVar[type[Teller[Any, Any]]] = DawnRaidTeller

    def __init__(self, pack: DawnRaidPack, names: Sequence[str]) -> None:
        super().__init__(pack, names)
        self._cards = {card.id: card for card in pack.cards}

    def card(self, card_id: str) -> Card:
        return self._cards[card_id]

    # --- decisions

    def prompt(self, view: DawnRaidView) -> str:
        if view.over:
            return self._result(view)
        if view.instead:
            return view.instead
        if view.viewer != view.decider:
            return f"{self.names[view.decider]} is deciding."
        return {
            "NameType": self._name_type,
            "ChooseRole": self._choose_role,
            "AttackerWon": self._attacker_won,
            "DefenderWon": self._defender_won,
        }[view.asking](view)

    def _name_type(self, view: DawnRaidView) -> str:
        return f"You attack with {self.card(view.attack[0]).name}. Choose the type of this raid."

    def _choose_role(self, view: DawnRaidView) -> str:
        card = self.card(view.attack[0])
        icon = self.pack.factions[card.faction].name
        return f"{card.name} matches {icon} in the pot. Use its role, {ROLE_TITLES[ROLE_NAMES[card.role]]}?"

    def _attacker_won(self, view: DawnRaidView) -> str:
        outcome = f"You win the battle {view.attack_score} to {view.defence_score}."
        return f"{outcome} {self._stake(view)} End the raid or go on?"

    def _defender_won(self, view: DawnRaidView) -> str:
        outcome = f"You win the battle {view.defence_score} to {view.attack_score}."
        return f"{outcome} {self._stake(view)} End the raid or take it over?"

    def _stake(self, view: DawnRaidView) -> str:
        prize = [*view.pot, *view.attack, *view.defence]
        hq = sum(self.card(card).role == HQ for card in prize)
        return f"{len(prize)} cards are at stake, {hq or 'none'} of them HQ."

    def _result(self, view: DawnRaidView) -> str:
        skulls = [side.skulls or 0 for side in view.sides]
        if skulls[0] == skulls[1]:
            return f"The game is over: a draw, {skulls_in_words(skulls[0])} each."
        winner = 0 if skulls[0] > skulls[1] else 1
        verb = "win" if winner == view.viewer else "wins"
        score = f"{skulls_in_words(skulls[winner])} to {skulls[1 - winner]}"
        who = "you" if winner == view.viewer else self.names[winner]
        return f"The game is over: {who} {verb}, {score}."

    def label(self, view: DawnRaidView, action: str) -> str:
        stretch, _, member = action.partition(":")
        if stretch == "type":
            score = self.card(view.attack[0]).scores[TYPE_NAMES.index(member)]
            return f"{'Change to ' if view.asking == 'ChooseRole' else ''}{member} {score}"
        if action == "role:use":
            return f"Use {ROLE_TITLES[ROLE_NAMES[self.card(view.attack[0]).role]]}"
        if action == "role:skip":
            return f"Keep {view.type}" if self.card(view.attack[0]).role == 0 else "Do not use it"
        return {
            "raid:end": "End the raid",
            "raid:continue": "Continue the raid",
            "raid:take_over": "Take the raid over",
            "raid:bank": "Bank the pot and continue",
        }[action]

    def hint(self, view: DawnRaidView, action: str) -> str:
        stretch, _, member = action.partition(":")
        if stretch == "type":
            return f"The scores in {member} are compared from now until the raid ends."
        if action == "role:use":
            return {
                "troops": "This card and your next one fight together against the Defender's next two.",
                "fast_attack": "The scores do not count: the battle is drawn and all cards go to the pot.",
                "heavy_support": "It goes to the back of your deck and your next card fights in its place.",
            }[ROLE_NAMES[self.card(view.attack[0]).role]]
        prize = len(view.pot) + len(view.attack) + len(view.defence)
        return {
            "role:skip": "The card fights as it is.",
            "raid:end": f"You take {prize} cards. {self._next_attacker(view)}",
            "raid:continue": f"All {prize} cards stay at stake in the pot; both turn up their next card.",
            "raid:take_over": f"All {prize} cards stay at stake; you become the Attacker, still {view.type}.",
            "raid:bank": f"The pot's {len(view.pot)} cards are yours for good; you go on with the other two.",
        }[action]

    def danger(self, view: DawnRaidView, action: str) -> str:
        return danger_of(self.pack, view, action, self.names)

    def _next_attacker(self, view: DawnRaidView) -> str:
        nxt = 1 - view.attacker
        return "You attack next." if nxt == view.viewer else f"{self.names[nxt]} attacks next."

    def lessons(self, view: DawnRaidView) -> list[Lesson]:
        return lessons_for(self.pack, view)

    # --- events

    def glimpse(self, event: Told, cast: Any) -> Glimpse:
        if event.kind == "compared" and event.b != event.c:
            return Glimpse(hit=LOSING_SCORE[event.b > event.c])
        return GLIMPSES.get(event.kind, NOTHING)

    # --- the position as text

    def describe(self, view: DawnRaidView) -> str:
        lines = [self._describe_side(view, seat) for seat in range(2)]
        if not view.over:
            kind = f"type {view.type}" if view.type else "type not named yet"
            lines.append(
                f"Raid {view.raid}, battle {view.battle}, {kind}; {self.names[view.attacker]} attacks."
            )
            lines.append(f"Attack: {self._listed(view.attack)}. Defence: {self._listed(view.defence)}.")
        lines.append(f"Pot ({len(view.pot)}): {self._listed(view.pot)}.")
        if view.viewer >= 0 and not view.over:
            lines.append(f"Your deck: {self._listed(view.sides[view.viewer].order)}.")
        lines.append(self.prompt(view))
        return "\n".join(lines)

    def _describe_side(self, view: DawnRaidView, seat: int) -> str:
        side: SideView = view.sides[seat]
        skulls = "" if side.skulls is None else f", {skulls_in_words(side.skulls)}"
        back = f", {self._listed(side.put_back)} at the back" if side.put_back else ""
        held = f"{side.left} in the deck{back}, {side.pile} in the victory pile{skulls}"
        return f"{self.names[seat]} ({side.deck_title}): {held}."

    def _listed(self, ids: list[str]) -> str:
        return ", ".join(f"{self.card(card).name} {scores_of(self.card(card))}" for card in ids) or "none"
