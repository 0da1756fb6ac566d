"""Choices that a player may regret as a slip of the hand, and a sentence that says why."""

from __future__ import annotations

from harena.core.prose import capital, chance, listed
from harena.games.centauri.words.battle_hints import blazes
from harena.games.centauri.words.hints import Hints
from harena.games.centauri.words.printed import foe_name
from harena.games.centauri.words.things import cards_of

HOPELESS = 0.25  # the chance to win below which a fight that one flies into is worth a second thought
DEADLY = 0.4  # the chance to be destroyed in fleeing from which on it is


def danger_of(hints: Hints, action: str) -> str:
    """What a choice may cost; empty for all that nobody would regret."""
    stretch, _, member = action.partition(":")
    asking = hints.view.asking
    if stretch == "fly" and asking != "FleeTo":
        return _into_a_fight(hints, member)
    if action == "stay":
        return _stays_in_a_fight(hints)
    if action == "spend":
        return _in_vain(hints)
    if action == "flee":
        return _in_flight(hints)
    if stretch == "play" and blazes(cards_of(hints.pack)[member]):
        return _burns(hints)
    if action == "join":
        return _at_the_boss(hints)
    return ""


def _into_a_fight(hints: Hints, sector: str) -> str:
    """CN-2.4: a fight that is as good as lost."""
    armada = hints.question.armada
    fight = hints.outlook.fight_at(armada, sector)
    outcome = hints.outlook.duel(armada, fight)
    if outcome is None or outcome.won >= HOPELESS or outcome.lost < 0.5:
        return ""
    who = listed([hints.teller.armada(one) for one in fight.enemies]) or f"a {foe_name(fight.level)}"
    return f"{capital(who)} waits there: you would win only {chance(outcome.won)} of such fights."


def _stays_in_a_fight(hints: Hints) -> str:
    """The same for a sector that could be left."""
    if not any(action.startswith("fly:") for action in hints.view.actions):
        return ""
    told = _into_a_fight(hints, hints.view.armadas[hints.question.armada].sector)
    return told.replace("waits there", "is here")


def _in_vain(hints: Hints) -> str:
    """CN-1.6: a token for a point that leads nowhere, not even with all the others."""
    all_of_them = hints.outlook.mine.exploration_tokens
    wasted = hints.outlook.leads_nowhere(hints.question.armada, all_of_them)
    return "The token would be wasted: nothing comes into reach." if wasted else ""


def _in_flight(hints: Hints) -> str:
    """CN-3.2: every enemy attacks whoever flees."""
    dies = 1 - hints.outlook.escapes(hints.question.armada)
    if dies < DEADLY:
        return ""
    return f"You may be destroyed in fleeing: {chance(dies)} likely."


def _burns(hints: Hints) -> str:
    """CN-3.12: what blazes is destroyed."""
    mine = hints.outlook.in_battle()
    which = hints.teller.an_armada(mine[0]) if len(mine) == 1 else "one of your armadas"
    cargo = any(hints.view.armadas[one].cargo for one in mine)
    module = ", and a module on board stays behind" if cargo else ""
    return f"{capital(which)} is destroyed after this combat round{module}."


def _at_the_boss(hints: Hints) -> str:
    """CN-2.14: a Boss is fought to the death."""
    outcome = hints.outlook.boss_duel(hints.question.armada)
    if outcome.won >= HOPELESS:
        return ""
    return f"The fight is to the death, and alone you would win only {chance(outcome.won)} of such fights."
