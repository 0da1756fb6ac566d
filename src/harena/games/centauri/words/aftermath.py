"""What became of a combat: who is left, and where those are who fled from it."""

from __future__ import annotations

from harena.core.prose import capital, listed
from harena.games.centauri.state import FOE
from harena.games.centauri.view import ArenaView, BattleView
from harena.games.centauri.words.printed import foe_name
from harena.games.centauri.words.told import ArenaTeller


def outcome(view: ArenaView, battle: BattleView, teller: ArenaTeller) -> str:
    """How a combat ended that is over."""
    armadas = [one for one in battle.order if one != FOE]
    if FOE not in battle.order and battle.foe:
        return f"the {foe_name(battle.foe)} is destroyed"
    if len({view.armadas[one].team for one in armadas}) + (FOE in battle.order) > 1:
        return "a stand-off"
    if FOE in battle.order:
        return f"the {foe_name(battle.foe)} is left"
    seats = sorted({view.armadas[one].owner for one in armadas})
    if not seats:
        return "nobody is left"
    alone = len(seats) == 1 and not teller.is_you(seats[0])
    return f"{listed([teller.player(seat) for seat in seats])} {'is' if alone else 'are'} left"


def flights(view: ArenaView, battle: BattleView, teller: ArenaTeller) -> str:
    """Who fled from a combat, and where to; empty: nobody."""
    told = [f"{teller.armada(one)} fled to {view.armadas[one].sector}" for one in battle.fled]
    return capital(listed(told)) if told else ""
