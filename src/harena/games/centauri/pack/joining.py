"""CN-5.2: several packs as one. The parts stay as they are: what gets other numbers is copied.

Basics, tracks, foes and reports are the leading pack's: the standard one if it is among them, else the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from harena.core.errors import PackError, SeveralMistakesError
from harena.core.joining import PLUS, STANDARD, joined_digest
from harena.core.prose import count
from harena.games.centauri.pack.content import (
    MOST_CARDS,
    MOST_KINDS,
    ArenaPack,
    Card,
    Map,
    Scenario,
)
from harena.games.centauri.pack.scenario_checks import of_pairs

# What a copy has of its own accord is not here: id, name and what finish() and lay_out() work out.
OF_CARD: Final = ("arena", "phases", "about")
OF_MAP: Final = (
    *("mirrored", "kinds", "costs", "colours", "image", "hole", "starts", "modules"),
    *("bosses", "trades", "module_pairs", "raider_pairs"),
)
OF_SCENARIO: Final = (
    *("about", "aim", "goal", "upgrades", "closed", "peaceful", "back_at_gate", "one_module", "pair"),
    *("raiders", "colour_raises", "delivery", "delivery_astartium", "harmony", "kill", "escape", "raider"),
    *("trade", "raiders_move", "wear", "convoy", "convoy_rates"),
)


def join(packs: Sequence[ArenaPack]) -> ArenaPack:
    """All maps, scenarios and cards of these packs; or an error that says what keeps them apart."""
    name = PLUS.join(pack.name for pack in packs)
    order = _leading_first(packs)
    wrong = [PackError(name, what) for what in (*_shared(order), *_too_many(order), *_without_pairs(order))]
    if wrong:
        raise wrong[0] if len(wrong) == 1 else SeveralMistakesError(wrong)
    title = f" {PLUS} ".join(pack.title for pack in packs)
    whole = ArenaPack(name, title, joined_digest([pack.digest for pack in packs]))
    leading = order[0]
    whole.basics, whole.tracks = leading.basics, leading.tracks
    whole.foes, whole.reports = leading.foes, leading.reports
    for pack in order:
        maps = {map.id: _map(map) for map in pack.maps}
        whole.maps += maps.values()
        whole.scenarios += [_scenario(one, maps[one.map.id]) for one in pack.scenarios]
    whole.cards = [_card(card) for card in _kinds(order)]
    whole.finish()
    return whole


def _leading_first(packs: Sequence[ArenaPack]) -> list[ArenaPack]:
    return sorted(packs, key=lambda pack: pack.name != STANDARD)


def _kinds(packs: Sequence[ArenaPack]) -> list[Card]:
    """Every kind of card once; of one that several packs have, as many as the first of them says."""
    found: dict[str, Card] = {}
    for pack in packs:
        for card in pack.cards:
            found.setdefault(card.id, card)
    return list(found.values())


# --- what keeps packs apart


def _shared(packs: Sequence[ArenaPack]) -> Iterator[str]:
    """Maps and scenarios have ids of their own; a card that two packs have must be the same card."""
    owners: dict[tuple[str, str], str] = {}
    cards: dict[str, tuple[Card, str]] = {}
    for pack in packs:
        for kind, id in (*(("map", map.id) for map in pack.maps), *_scenario_ids(pack)):
            first = owners.setdefault((kind, id), pack.name)
            if first != pack.name:
                yield f"{first} and {pack.name} both have a {kind} '{id}'; change the id in one of them."
        for card in pack.cards:
            same, first = cards.setdefault(card.id, (card, pack.name))
            if not _alike(same, card):
                both = f"{first} and {pack.name} both have a card '{card.id}', and they are not alike"
                yield f"{both}; change the id in one of them."


def _scenario_ids(pack: ArenaPack) -> Iterator[tuple[str, str]]:
    for scenario in pack.scenarios:
        yield "scenario", scenario.id


def _alike(one: Card, two: Card) -> bool:
    """Do they do the same? There may be more of one than of the other."""
    effects = [[(verb.do, verb.n) for verb in card.verbs] for card in (one, two)]
    return effects[0] == effects[1] and (one.name, one.arena, one.phases) == (two.name, two.arena, two.phases)


def _too_many(packs: Sequence[ArenaPack]) -> Iterator[str]:
    kinds = _kinds(packs)
    cards = sum(card.count for card in kinds)
    if len(kinds) > MOST_KINDS:
        yield f"together they have {count(len(kinds), 'kind')} of cards; there is room for {MOST_KINDS}."
    if cards > MOST_CARDS:
        yield f"together they have {count(cards, 'card')}; there is room for {MOST_CARDS}."


def _without_pairs(packs: Sequence[ArenaPack]) -> Iterator[str]:
    """The leading pack's reports must fit the maps of the others."""
    leading = packs[0]
    for pack in packs[1:]:
        for scenario in pack.scenarios:
            for what in of_pairs(scenario, leading.reports):
                yield f"the reports are {leading.name}'s, but in {pack.name} {what}"


# --- copies


def _card(card: Card) -> Card:
    same = Card(card.id, card.name, card.count, list(card.verbs))
    for field in OF_CARD:
        setattr(same, field, getattr(card, field))
    return same


def _map(map: Map) -> Map:
    same = Map(map.id, map.name, map.field)
    for field in OF_MAP:
        setattr(same, field, getattr(map, field))
    same.lay_out()
    return same


def _scenario(scenario: Scenario, map: Map) -> Scenario:
    same = Scenario(scenario.id, scenario.name, map)
    for field in OF_SCENARIO:
        setattr(same, field, getattr(scenario, field))
    return same
