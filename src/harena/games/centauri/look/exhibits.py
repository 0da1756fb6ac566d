"""What is in a pack of Centauri Arena, one by one: scenarios, maps, cards, tracks, foes, reports."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from harena.core.bits import members_of
from harena.core.exhibit import Exhibit
from harena.core.prose import capital, listed
from harena.games.centauri.look.cards import card_face
from harena.games.centauri.look.sectors import LETTERS, PLACE_OF, described, shelves, shows_colours, spots
from harena.games.centauri.look.sheets import CARDS, MAP, TABLES, WIDE, CardForm, pieces_in
from harena.games.centauri.look.tables import levels
from harena.games.centauri.pack.content import (
    BOSS,
    COLOUR_NAMES,
    KIND_NAMES,
    NOBODY,
    ArenaPack,
    Card,
    Foe,
    Map,
    Report,
    Scenario,
    Track,
)
from harena.games.centauri.view import SectorView
from harena.games.centauri.words.printed import (
    card_facts,
    card_text,
    foe_facts,
    foe_text,
    foe_title,
    scenario_facts,
    scenario_text,
    track_facts,
    track_text,
)
from harena.look.drawing import Kept, Plain, keep
from harena.look.exhibits import alone
from harena.look.laying import Box
from harena.look.writing import wrap

STYLE = pieces_in("style.svg.j2").one("style")
DEFS = pieces_in("style.svg.j2").one("defs")
KINDS = pieces_in("style.svg.j2").one("kinds")
CARD = CardForm(w=200, h=176, head=36, name=18, least=14, text=14.5, step=17, pad=10)
FOE_CARD = Box(0, 0, 200, 150)
TRACK = Box(0, 0, 560, 96)
REPORT = Box(0, 0, 240, 132)


def exhibits(pack: ArenaPack) -> list[Exhibit]:
    """Scenarios with their maps, Action cards, tracks, Raiders and Bosses, Scanning Reports."""
    return [
        *(_scenario(scenario) for scenario in pack.scenarios),
        *(_map(pack, map) for map in pack.maps),
        *(_card(card) for card in pack.cards),
        *(_track(track) for track in pack.tracks),
        *(_foe(foe) for foe in pack.foes[1:]),
        *(_report(number, report) for number, report in enumerate(pack.reports)),
    ]


def _drawn(piece: str, box: Box, title: str, text: str) -> str:
    return alone(keep(DEFS + piece), box, title, text, STYLE)


def _titled(name: str) -> str:
    """A name in a map's corner, where a game has it."""
    at = WIDE.corners
    return MAP.one("round", at.round, tuple(wrap(name, at.title, at.round[2], 2)), (), "", name)


def _scenario(scenario: Scenario) -> Exhibit:
    text = scenario_text(scenario)
    return Exhibit(
        key=scenario.id,
        kind="Scenarios",
        name=scenario.name,
        text=text,
        facts=scenario_facts(scenario),
        picture=_drawn(bare(scenario.map, scenario) + _titled(scenario.name), WIDE.map, scenario.name, text),
    )


def _map(pack: ArenaPack, map: Map) -> Exhibit:
    text = f"{map.name}. {_lies(map)}"
    played = next((scenario for scenario in pack.scenarios if scenario.map is map), None)
    return Exhibit(
        key=f"map-{map.id}",
        kind="Maps",
        name=map.name,
        text=text,
        facts=(
            ("Starts", listed(_names(map, map.starts))),
            ("Modules", listed(_names(map, sorted({int(one) for one in map.modules}))) or "none"),
            ("Bosses", listed(_names(map, members_of(int(map.bosses)))) or "none"),
            ("Module pairs", _pairs(map, map.module_pairs)),
            ("Raider pairs", _pairs(map, map.raider_pairs)),
            ("Symmetry", "a mirror" if map.mirrored else "half a turn"),
        ),
        picture=_drawn(bare(map, played) + _titled(map.name), WIDE.map, map.name, text),
    )


def _names(map: Map, sectors: list[int]) -> list[str]:
    return [map.field.names[sector] for sector in sectors]


def _pairs(map: Map, pairs: list[int]) -> str:
    """The twin sectors that Scanning Reports name by number."""
    told = [f"{n + 1}: {' '.join(_names(map, members_of(int(pair))))}" for n, pair in enumerate(pairs)]
    return ", ".join(told) or "none"


def _lies(map: Map) -> str:
    starts = listed(_names(map, map.starts))
    return f"Starbases can stand at {starts}; the Jumpgate is {map.field.names[map.jumpgate]}."


def _card(card: Card) -> Exhibit:
    text = card_text(card)
    form = roomy(card)
    piece = CARDS.one("drawn", card_face(card, form), form, 1)
    return Exhibit(
        key=card.id,
        kind="Action cards",
        name=card.name,
        text=text,
        facts=card_facts(card),
        picture=_drawn(piece, Box(0, 0, form.w, form.h), card.name, text),
    )


def roomy(card: Card) -> CardForm:
    """A card's form, higher where its text is long."""
    form = CARD
    while card_face(card, form).lines[-1].endswith("…"):
        form = replace(form, h=form.h + form.step)
    return form


def _track(track: Track) -> Exhibit:
    text = track_text(track)
    board = TABLES.one("board", TRACK)
    told = levels(track, TRACK.w, 14.0)
    ladder = TABLES.one("ladder", f"track-{track.id}", TRACK, 6, 84, track.name, 0, told, 14.0, "", text)
    return Exhibit(
        key=track.id,
        kind="Tracks",
        name=track.name,
        text=text,
        facts=track_facts(track),
        picture=_drawn(board + ladder, TRACK, track.name, text),
    )


def _foe(foe: Foe) -> Exhibit:
    level, name, text = int(foe.level), foe_title(int(foe.level)), foe_text(foe)
    facts = (int(foe.combat), int(foe.shield), int(foe.hull))
    return Exhibit(
        key=f"foe-{level}",
        kind="Raiders and Bosses",
        name=name,
        text=text,
        facts=foe_facts(foe),
        picture=_drawn(CARDS.one("foe", FOE_CARD, level, name, facts), FOE_CARD, name, text),
    )


def _report(number: int, report: Report) -> Exhibit:
    colour = COLOUR_NAMES[report.colour]
    raiders = "none" if report.raiders == NOBODY else f"pair {int(report.raiders) + 1}"
    facts = (
        ("Modules", f"pair {int(report.modules) + 1}"),
        ("Raiders", raiders),
        ("Colour", colour),
    )
    name = f"Report {number + 1}"
    text = " ".join(f"{label}: {text}." for label, text in facts)
    return Exhibit(
        key=f"report-{number + 1}",
        kind="Scanning Reports",
        name=name,
        text=text,
        facts=facts,
        picture=_drawn(CARDS.one("report", REPORT, name, facts, colour), REPORT, name, text),
    )


# --- maps as they lie before a game


@lru_cache(64)
def bare(map: Map, scenario: Scenario | None) -> Kept:
    """A map with what lies on it at the start."""
    parts: list[str] = [KINDS, MAP.one("ground", WIDE.map, Box(0, 0, 0, 0))]
    names: list[str] = []
    places = spots(WIDE)
    colours = scenario is not None and shows_colours(scenario)
    for name, place in PLACE_OF.items():
        spot, sector = places[name], at_start(map, scenario, place)
        parts.append(MAP.one("sector", spot, sector, colours, described(sector, "", colours)))
        parts += _lying(sector, spot.x, spot.y, spot.s)
        letter = "" if sector.closed else LETTERS.get(sector.kind, "")
        y = round(spot.y + spot.s * 0.76, 1)
        names.append(MAP.one("name", spot.x, y, name, letter, sector.closed, WIDE.text))
    return keep("".join([*parts, '<g class="cn-names">', *names, "</g>"]))


def at_start(map: Map, scenario: Scenario | None, place: int) -> SectorView:
    """A sector before anybody has come."""
    closed = int(scenario.closed) if scenario is not None else 0
    peaceful = int(scenario.peaceful) if scenario is not None else 0
    trades = int(map.trades) if scenario is None or scenario.trade else 0
    return SectorView(
        name=map.field.names[place],
        kind=KIND_NAMES[map.kinds[place]],
        colour=COLOUR_NAMES[map.colours[place]],
        cost=int(map.costs[place]),
        closed=closed >> place & 1 != 0,
        peaceful=peaceful >> place & 1 != 0,
        modules=[int(one) for one in map.modules].count(place),
        raider=0,
        boss=int(map.bosses) >> place & 1 != 0,
        home=NOBODY,
        harmony=False,
        convoy=scenario is not None and bool(scenario.convoy) and place == map.jumpgate,
        trades=trades >> place & 1 != 0,
    )


def _lying(sector: SectorView, x: float, y: float, s: float) -> list[str]:
    """What lies or stands in a sector at the start."""
    kinds = [
        kind
        for kind, there in (("boss", sector.boss), ("module", sector.modules), ("convoy", sector.convoy))
        if there
    ]
    drawn: list[str] = []
    for kind, place in zip(kinds, shelves(len(kinds), 0, s), strict=True):
        where = Plain(f"{x + place.x:.1f} {y + place.y:.1f}")
        words = capital(
            f"{'a Boss' if kind == 'boss' else 'a power module' if kind == 'module' else 'the Convoy'}."
        )
        if kind == "boss":
            drawn.append(MAP.one("foe", sector.name, BOSS, where, place.r, WIDE.text, words))
        elif kind == "module":
            drawn.append(MAP.one("module", sector.name, where, sector.modules, place.r, WIDE.text, words))
        else:
            drawn.append(MAP.one("convoy", where, place.r, words))
    return drawn
