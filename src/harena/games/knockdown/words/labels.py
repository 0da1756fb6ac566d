"""Open actions in a few words."""

from __future__ import annotations

from harena.core.prose import capital, count, listed
from harena.games.knockdown.words.hints import Hints
from harena.games.knockdown.words.printed import SYMBOL_TITLES
from harena.games.knockdown.words.told import off_centre

PLAIN = {
    "stop": "Stop the Combo",
    "call": "Call the test",
    "no_call": "No test",
    "no_reaction": "No reaction",
    "shake_off": "Shake off Contamination",
}
GOES = {"move": "Move to", "dash": "Dash to"}


def label_of(hints: Hints, action: str) -> str:
    """What a button says."""
    stretch, _, member = action.partition(":")
    if stretch in PLAIN:
        return PLAIN[stretch]
    if stretch in GOES:
        return f"{GOES[stretch]} {member}"
    if stretch == "corridor":
        return f"Corridor to {hints.outlook.red(int(member))}"
    if stretch == "special":
        return hints.outlook.special(int(member)).name
    if stretch == "block":
        return _block(hints, member)
    if stretch == "symbol":
        return f"{member.capitalize()} card"
    if stretch == "heal":
        return f"1 {member} wound"
    if stretch == "number":
        return _number(hints, int(member))
    if stretch == "cube":
        return "Too late" if member == "late" else capital(off_centre(int(member)))
    return _named(hints, stretch, member)


def _block(hints: Hints, member: str) -> str:
    """A way to block by what it stops: two of a kind differ in that alone."""
    if member == "none":
        return "No block"
    done = hints.outlook.block(member)
    stopped = f"{done.stopped.light} light" if done.stopped.light else ""
    heavy = f"{done.stopped.heavy} heavy" if done.stopped.heavy else ""
    effect = "the effect" if done.effect else ""
    return f"Block {listed(list(filter(None, [stopped, heavy, effect])))}"


def _number(hints: Hints, n: int) -> str:
    if hints.view.asking == "Spend":
        return f"{n} Ammo" if n else "No Ammo"
    return count(n, "Power card") if n else "No card"


def _named(hints: Hints, stretch: str, member: str) -> str:
    """Spaces and things of the pack go by their names."""
    if stretch == "fighter":
        return hints.outlook.sheet(member).name
    if stretch == "skill":
        return hints.outlook.skill(member).name
    if stretch in ("attack", "take"):
        card = hints.outlook.attack(member)
        return card.name if stretch == "attack" else f"{card.name} ({SYMBOL_TITLES[card.symbol]})"
    return member
