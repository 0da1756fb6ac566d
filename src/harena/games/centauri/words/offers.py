"""What a form offers for a game of Centauri Arena: the pack's scenarios, each with its map."""

from __future__ import annotations

from harena.core.options import Choice, Offer
from harena.games.centauri.options import ArenaOptions
from harena.games.centauri.pack.content import ArenaPack, Scenario


def offers(pack: ArenaPack, options: ArenaOptions) -> dict[str, Offer]:
    """By option: what goes with the others and with the pack."""
    found = {"scenario": _scenarios(pack, options)}
    if options.players == 2:
        found["open_hands"] = Offer()  # there are no team-mates
    return found


def _scenarios(pack: ArenaPack, options: ArenaOptions) -> Offer:
    """All of the pack. The first goes without a name, since it is played if none is named, or with it."""
    first, *others = pack.scenarios
    named = first.id if options.scenario == first.id else ""
    return Offer([_choice(first, named), *(_choice(scenario, scenario.id) for scenario in others)])


def _choice(scenario: Scenario, value: str) -> Choice:
    """A scenario by name, with what it is about and what wins it."""
    return Choice(value, scenario.name, f"{scenario.about} {scenario.aim}", picture_of_map(scenario.map.id))


def picture_of_map(id: str) -> str:
    """The key of the exhibit that shows a map."""
    return f"map-{id}"
