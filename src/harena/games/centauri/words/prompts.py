"""The waiting question in a sentence or two, for whoever is asked and for those who wait."""

from __future__ import annotations

from harena.core.prompting import Prompter
from harena.core.prose import capital, chance, count, listed
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.state import FOE
from harena.games.centauri.view import ArenaQuestion, ArenaView, PlayerView
from harena.games.centauri.words.printed import dice, foe_name, movement_points, successes
from harena.games.centauri.words.things import cards_of, scenario_of
from harena.games.centauri.words.told import ArenaTeller

WAITS = {  # what a player does while the others wait; {armada}: the armada it is about, {at}: where that is
    "PickSide": "is choosing a side for the Starbase",
    "Spread": "is spreading levels over the two tracks",
    "Upkeep": "is in Upkeep: buying levels, playing a card",
    "DropCard": "is choosing a card to discard",
    "ChooseToken": "is choosing a token",
    "Movement": "is choosing which armada moves first",
    "Orders": "is giving orders to {armada}{at}",
    "Fly": "is moving {armada}{at}",
    "EvadeAgain": "decides whether {armada} tries the Evade again",
    "SwapWith": "is choosing whom {armada} changes places with",
    "PushWhat": "is choosing which Raider to push",
    "PushTo": "is choosing where to push the Raider",
    "Decide": "decides whether {armada} fights or flees{at}",
    "FleeTo": "is choosing where {armada} flees to",
    "Buff": "may play a card{at}",
    "NameBlaze": "is choosing which armada burns out",
    "Engage": "is choosing whom {armada} attacks{at}",
    "SpendDie": "may spend a Combat token for the attack of {armada}{at}",
    "Reroll": "may spend a Combat token to roll the misses of {armada} again",
    "JoinBoss": "decides whether {armada} fights the Boss{at}",
    "Regroup": "is choosing how {armada} regroups{at}",
    "Trade": "is choosing how many tokens to trade{at}",
    "ConvoyStep": "is moving the Convoy",
}


class Prompts(Prompter[ArenaPack, ArenaView, ArenaTeller]):
    """The prompt of one view."""

    def __init__(self, pack: ArenaPack, view: ArenaView, teller: ArenaTeller) -> None:
        super().__init__(pack, view, teller)
        assert view.question is not None
        self.question: ArenaQuestion = view.question

    def waiting(self) -> str:
        doing = WAITS[self.view.asking].format(armada=self._its_armada(), at=self._at())
        return capital(f"{self.teller.mate(self.view.decider)} {doing}.")

    def _its_armada(self) -> str:
        """The armada that a decider decides about, whose player was just named."""
        return self.teller.own_armada(max(self.question.armada, 0)) if self.teller.each > 1 else "the armada"

    def _at(self) -> str:
        """Where it is: of a battle also against whom."""
        view, battle = self.view, self.view.battle
        if battle is not None:
            against = listed(self._against(view.decider & 1))
            return f" in the combat at {battle.sector} against {against}"
        armada = self.question.armada
        return f" at {view.armadas[armada].sector}" if armada >= 0 else ""

    def _against(self, team: int) -> list[str]:
        """Whom a team fights in the battle that goes on."""
        battle = self.view.battle
        assert battle is not None
        if battle.foe:
            return [self.teller.foe(battle.foe)]
        others = [one for one in battle.order if one != FOE and self.view.armadas[one].team != team]
        return [self.teller.armada(one) for one in sorted(others)] or ["nobody any more"]

    # --- what is often said

    @property
    def armada(self) -> str:
        """The armada it is about: your first armada, or your armada."""
        return self.teller.an_armada(self.question.armada)

    @property
    def player(self) -> PlayerView:
        return self.view.players[self.question.who]

    def _battle(self) -> str:
        """The heading of a question in a combat."""
        battle = self.view.battle
        assert battle is not None
        against = listed(self._against(self.question.who & 1))
        return f"Combat at {battle.sector} against {against}, round {max(battle.round, 1)}."

    # --- the set-up and Upkeep

    def _ask_pick_side(self) -> str:
        others = self.teller.team(1 - (self.question.who & 1))
        return f"Choose where your Starbase stands. {capital(others)} will start on the other side."

    def _ask_spread(self) -> str:
        return f"You have {count(self.question.left, 'level')} to spread. Choose a track to raise."

    def _ask_upkeep(self) -> str:
        price, has = self.pack.basics.level_price, self.player.astartium
        open_now = [f"buy levels for {price} Astartium each (you have {has})"] * self._opens(
            "starport", "lab"
        )
        open_now += ["play a card"] * self._opens("play")
        if not open_now:
            return "Upkeep: you have nothing to buy or to play."
        return f"Upkeep: {', '.join(open_now)}, or finish."

    def _opens(self, *stretches: str) -> bool:
        """Is such an action open?"""
        return any(action.partition(":")[0] in stretches for action in self.view.actions)

    def _ask_drop_card(self) -> str:
        return f"Your hand may hold {count(self.pack.basics.hand, 'card')}. Choose one to discard."

    def _ask_choose_token(self) -> str:
        return "Choose a token: Combat for attacks, or Exploration for moving."

    # --- Movement

    def _ask_movement(self) -> str:
        return "Choose which of your armadas moves first."

    def _ask_orders(self) -> str:
        cards = "Play cards first, fly, or stay." if self._opens("play") else "Fly, or stay."
        return f"{self._ready()} {cards} {self._evade()}".strip()

    def _ask_fly(self) -> str:
        open_now = ["take the module"] * self._opens("pick_up") + ["fly on"] * self._opens("fly")
        if not self._opens("fly") and self._opens("spend"):
            open_now.append("spend an Exploration token to fly on")
        return f"{self._ready()} {capital(', '.join([*open_now, 'or stay']))}. {self._evade()}".strip()

    def _ready(self) -> str:
        armada = self.view.armadas[self.question.armada]
        points = movement_points(armada.points) if armada.points else "no movement points left"
        return capital(f"{self.armada} at {armada.sector} has {points}.")

    def _evade(self) -> str:
        if not self.question.evade:
            return ""
        odds = chance(self.question.evade_odds)
        return f"To leave it must evade: {successes(self.question.evade)}, {odds} likely."

    def _ask_evade_again(self) -> str:
        q = self.question
        odds = chance(q.evade_odds)
        held = f"{capital(self.armada)} was held up on its way to {q.to}."
        return f"{held} Roll again for an Exploration token ({odds})?"

    def _ask_swap_with(self) -> str:
        return f"Choose whom {self.armada} changes places with."

    def _ask_push_what(self) -> str:
        return "Choose the Raider to push away."

    def _ask_push_to(self) -> str:
        return f"Choose where the Raider at {self.question.to} goes."

    # --- combat

    def _ask_decide(self) -> str:
        return f"{self._battle()} Does {self.armada} fight or flee?"

    def _ask_flee_to(self) -> str:
        return f"Choose where {self.armada} flees to."

    def _ask_buff(self) -> str:
        return f"{self._battle()} Play a card, or pass."

    def _ask_name_blaze(self) -> str:
        return f"{cards_of(self.pack)[self.question.card].name}: choose the armada that it is for."

    def _ask_engage(self) -> str:
        return f"{self._battle()} Choose whom {self.armada} attacks."

    def _ask_spend_die(self) -> str:
        q = self.question
        return (
            f"{capital(self.armada)} attacks {self._target()} with {dice(q.dice)}. "
            "Spend a Combat token for one more?"
        )

    def _ask_reroll(self) -> str:
        q = self.question
        return (
            f"{capital(self.armada)} has {successes(q.successes)} against {self._target()}. "
            f"Roll {count(q.dice, 'miss', 'misses')} again for a token?"
        )

    def _target(self) -> str:
        q, battle = self.question, self.view.battle
        if q.target == FOE and battle is not None:
            return f"the {foe_name(battle.foe)}"
        return self.teller.armada(q.target)

    def _ask_join_boss(self) -> str:
        sector = self.view.armadas[self.question.armada].sector
        return f"Does {self.armada} fight the Boss at {sector}?"

    # --- after the fights

    def _ask_regroup(self) -> str:
        return f"{capital(self.armada)} regroups: restore {self.pack.basics.regroup} Hull, or draw a card?"

    def _ask_trade(self) -> str:
        q = self.question
        worth = scenario_of(self.pack, self.view.scenario).trade
        kind = f"{q.kind.capitalize()} tokens"
        return f"Trade how many {kind}? Each brings {count(worth, 'victory point')}."

    def _ask_convoy_step(self) -> str:
        left = count(self.question.points, "point")
        return f"Choose the Convoy's next sector toward your Starbase. You have {left} left for it."
