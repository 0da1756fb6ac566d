"""What positions, steps, events, packs and dice look like at the prompt; never what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harena.core.prose import count

if TYPE_CHECKING:
    from harena.core.dice import Dice
    from harena.core.event import Event
    from harena.core.pack import Pack
    from harena.core.state import State, Step

DIGEST = 12  # characters of it tell packs apart


def printed_state(state: State) -> str:
    """Who decides, among how much, and how far the game is."""
    return f"<{type(state).__name__} for {state.seats}: {_standing(state)}>"


def _standing(state: State) -> str:
    from harena.core.state import OVER, Step  # which print themselves from here

    made = count(state.made, "decision")
    if state.seat != OVER:
        return f"seat {state.seat} decides, {count(state.count(), 'open action')}, {made} made"
    if type(state.waiting) is Step:  # no game's own: nothing was ever asked
        return "not begun"
    return f"over after {made}, scores {', '.join(f'{score:g}' for score in state.score())}"


def printed_step(step: Step) -> str:
    """A step with those of its numbers that are not 0; everybody may know them."""
    numbers = {name: getattr(step, name) for name in ("who", "target", "n", "mode", "what", "x", "y")}
    said = "".join(f" {name}={value}" for name, value in numbers.items() if value)
    return f"<{type(step).__name__}{said}>"


def printed_event(event: Event) -> str:
    """An event without its secret."""
    return f"<Event {event.kind} ({event.rule}): {event.a}, {event.b}, {event.c}>"


def printed_pack(pack: Pack) -> str:
    return f"<{type(pack).__name__} {pack.name}: {pack.title}, {pack.digest[:DIGEST]}>"


def printed_dice(dice: Dice) -> str:
    """How often they were thrown; not what they will show."""
    return f"<{type(dice).__name__}: {count(dice.drawn, 'number')} drawn>"
