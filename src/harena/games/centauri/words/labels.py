"""Open actions in a few words."""

from __future__ import annotations

from harena.core.prose import capital, count
from harena.games.centauri.words.hints import Hints
from harena.games.centauri.words.printed import TOKENS, foe_name
from harena.games.centauri.words.things import cards_of

PLAIN = {
    "pick_up": "Take the module",
    "spend": "Spend an Exploration token",
    "stay": "Stay",
    "finish": "Finish Upkeep",
    "fight": "Fight",
    "flee": "Flee",
    "repair": "Restore Hull",
    "draw": "Draw a card",
    "pass": "No card",
    "join": "Fight the Boss",
}
NO = {"EvadeAgain": "Stay here", "SpendDie": "Keep the token", "Reroll": "Keep the token"}
YES = {"EvadeAgain": "Roll again", "SpendDie": "Spend a Combat token", "Reroll": "Spend a Combat token"}
TOKEN_KINDS = ("combat", "exploration")


def label_of(hints: Hints, action: str) -> str:
    """What a button says."""
    stretch, _, member = action.partition(":")
    if stretch in PLAIN:
        return PLAIN[stretch]
    if stretch in ("yes", "no"):
        return {"yes": YES, "no": NO}[stretch].get(hints.view.asking, "Leave the Boss alone")
    if stretch in ("starport", "lab"):
        track, level = hints.next_level(stretch)
        return f"{track.name} level {level}"
    if stretch == "fly":
        return f"{'Flee' if hints.view.asking == 'FleeTo' else 'Fly'} to {member}"
    if stretch in ("play", "discard"):
        return f"{stretch.capitalize()} {cards_of(hints.pack)[member].name}"
    if stretch == "token":
        return TOKENS[TOKEN_KINDS.index(member)]
    if stretch == "side":
        return f"Start at {hints.start(member)}"
    if stretch == "number":
        return count(int(member), f"{hints.question.kind.capitalize()} token") if int(member) else "No token"
    return _which(hints, stretch, member)


def _which(hints: Hints, stretch: str, member: str) -> str:
    """Armadas, and sectors where something else is or goes."""
    if stretch == "sector":
        if hints.view.asking == "PushWhat":
            return capital(f"{foe_name(hints.sector(member).raider)} at {member}")
        return f"{'Push' if hints.view.asking == 'PushTo' else 'Convoy'} to {member}"
    if member == "foe":
        battle = hints.view.battle
        return capital(foe_name(battle.foe)) if battle is not None else "The foe"
    return capital(hints.teller.an_armada(int(member) - 1))
