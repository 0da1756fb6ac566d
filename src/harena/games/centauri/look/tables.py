"""To look up on the table: what each level of the tracks gives, and what the map's drawings mean."""

from __future__ import annotations

from functools import lru_cache

from harena.core.prose import capital, genitive
from harena.games.centauri.look.onlooker import Onlooker
from harena.games.centauri.look.panels import TRACK_IDS, next_level
from harena.games.centauri.look.sectors import LETTERS
from harena.games.centauri.look.sheets import TABLES, WIDE, Sheet
from harena.games.centauri.pack.content import (
    KIND_NAMES,
    PAIR_HARMONY,
    PAIR_RAIDERS,
    ArenaPack,
    Scenario,
    Track,
)
from harena.games.centauri.words.printed import KIND_TITLES, gains_text
from harena.look.drawing import HOLE, Kept, Part, Plain, filled, keep, said
from harena.look.laying import Box
from harena.look.onlooker import NOTHING
from harena.look.sections import Section
from harena.look.writing import clip, wrap


def tracks(on: Onlooker, sheet: Sheet) -> Section:
    """Both tracks of whoever looks, level by level; the next one can be clicked."""
    seat, box = on.near, sheet.ladder
    mat = on.mat(seat)
    parts: list[Part] = [TABLES.one("board", box)]
    high = (box.h - 12) / 2
    for place, track in enumerate(on.pack.tracks):
        level = mat.starport if place == 0 else mat.lab
        mine = seat == on.view.viewer
        action, hint = on.take(TRACK_IDS[place]) if mine else ("", NOTHING)
        whose = "" if mine else f"{genitive(on.names[seat])} "
        piece = TABLES.cut(
            "ladder",
            f"track-{seat}-{TRACK_IDS[place]}",
            box,
            round(5 + high * place, 1),
            round(high, 1),
            HOLE,
            level,
            levels(track, box.w, sheet.text),
            sheet.text,
            action,
            HOLE,
        )
        after = next_level(on.pack, place, level)
        words = f"{whose}{track.name}: level {level} of {len(track.levels)}. Next: {after}. {hint}"
        title = f"{whose}{track.name} {level}/{len(track.levels)}"
        parts += filled(piece, Plain(str(said(words.rstrip()))), said(title))
    return Section(parts, box.h)


@lru_cache(64)
def levels(track: Track, wide: float, size: float) -> tuple[tuple[str, ...], ...]:
    """What the levels of a track give, in short lines."""
    room = (wide - 16) / len(track.levels) - 8
    told = (_short(gains_text(level)) for level in track.levels)
    return tuple(
        tuple(clip(line, room + 2, size) for line in wrap(text, room, size * 1.06, 3)) for text in told
    )


def _short(text: str) -> str:
    """As little as says it all: cells are small."""
    text = text.replace("Speed, Combat and Shield", "all three")
    return capital(text.replace("Exploration tokens", "Explor. tokens"))


def _things(scenario: Scenario) -> list[tuple[str, str, bool]]:
    """What else is drawn on a map, and whether this scenario has it."""
    return [
        ("module", "power module", bool(scenario.map.modules) or scenario.one_module),
        ("raider", "Raider, its level", scenario.raiders or scenario.pair == PAIR_RAIDERS),
        ("boss", "Boss", scenario.map.bosses != 0),
        ("base", "Starbase", True),
        ("harmony", "in harmony", scenario.pair == PAIR_HARMONY),
        ("convoy", "the Convoy", scenario.convoy),
        ("trade", "trade tokens", scenario.trade > 0),
    ]


@lru_cache(64)
def legend(sheet: Sheet, pack: ArenaPack, scenario: Scenario) -> Section:
    """The kinds of sectors on this map with what they cost, and the pieces on it."""
    box, text = sheet.legend, sheet.text
    shown: list[tuple[str, str, str]] = []
    costs: dict[str, int] = {}
    closed = int(scenario.closed)
    for sector, kind in enumerate(scenario.map.kinds):
        if not closed >> sector & 1:
            costs.setdefault(KIND_NAMES[kind], int(scenario.map.costs[sector]))
    for name in KIND_NAMES:
        if name in costs and name not in ("red_space", "blue_space", "red_nebula", "blue_nebula"):
            shown.append(("kind", name, f"{KIND_TITLES[name]}: {costs[name]}"))
    if closed:
        shown.append(("kind", "closed", "closed to all"))
    shown += [("thing", what, label) for what, label, there in _things(scenario) if there]
    columns = sheet.legend_columns
    rows = -(-len(shown) // columns)
    step = min((box.h - 34) / rows, text * 2.1)
    drawn = [TABLES.one("board", box), TABLES.one("title", text, "Sectors and what they cost")]
    for place, (form, what, label) in enumerate(shown):
        x = 22 + place // rows * (box.w - 16) / columns
        y = round(34 + step * (place % rows) + step / 2 - 4, 1)
        if form == "kind":
            letter = LETTERS.get(what, "")
            drawn.append(TABLES.one("kind", x, y, what, letter, label, text))
        else:
            drawn.append(TABLES.one("thing", x, y, what, label, text))
    return Section([keep("".join(drawn))], box.h)


def all_kinds(pack: ArenaPack, box: Box) -> Kept:
    """Every kind of sector on the maps of a pack, with what it costs to enter."""
    costs: dict[str, int] = {}
    for map in pack.maps:
        for kind, cost in zip(map.kinds, map.costs, strict=True):
            costs.setdefault(KIND_NAMES[kind], int(cost))
    drawn = [TABLES.one("board", box), TABLES.one("title", WIDE.text, "Sectors and what they cost")]
    for place, name in enumerate(one for one in KIND_NAMES if one in costs):
        x, y = 24 + place // 5 * box.w / 2, 44 + place % 5 * 31
        label = f"{capital(KIND_TITLES[name])}: {costs[name]}"
        drawn.append(TABLES.one("kind", x, y, name, LETTERS.get(name, ""), label, 15.0))
    return keep("".join(drawn))
