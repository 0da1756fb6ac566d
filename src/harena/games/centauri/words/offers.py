"""What a form offers for a game of Centauri Arena: the pack's scenarios, each with its map."""

from __future__ import annotations

from harena.core.options import Choice, Offer
from harena.games.centauri.options import ArenaOptions
from harena.games.centauri.pack.content import ArenaPack, Scenario


def offers(pack: ArenaPack, options: ArenaOptions) -> dict[str, Offer]:
    """By option: what goes with the others and with the pack."""
    found = {"scenario": Offer([_choice(scenario) for scenario in pack.scenarios])}
    if options.players == 2:
        found["open_hands"] = Offer()  # there are no team-mates
    return found


def _choice(scenario: Scenario) -> Choice:
    """A scenario by name, with what it is about and what wins it."""
    return Choice(
        scenario.id, scenario.name, f"{scenario.about} {scenario.aim}", picture_of_map(scenario.map.id)
    )


def picture_of_map(id: str) -> str:
    """The key of the exhibit that shows a map."""
    return f"map-{id}"
