"""The things of a pack by their ids, as views and casts name them."""

from __future__ import annotations

from functools import lru_cache

from harena.games.centauri.pack.content import ArenaPack, Card, Map, Scenario


@lru_cache(64)
def cards_of(pack: ArenaPack) -> dict[str, Card]:
    """The kinds of Action cards."""
    return {card.id: card for card in pack.cards}


@lru_cache(64)
def scenario_of(pack: ArenaPack, scenario_id: str) -> Scenario:
    return next(scenario for scenario in pack.scenarios if scenario.id == scenario_id)


@lru_cache(64)
def sectors_of(map: Map) -> dict[str, int]:
    """The numbers of the sectors by their names."""
    return {name: number for number, name in enumerate(map.field.names)}
