"""What belongs to a fighter is shown beside its hand, each kind of it, where a pack gives one several."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from contract.sizes import SVG
from harena.core.picture import LAYOUTS, Layout
from harena.games.knockdown import GAME
from harena.games.knockdown.words.printed import tokens_text
from harena.look.writing import width

from .brawl import JAMES, ME, PUPPY, Bout, make_pack, put
from .scene import NAMES
from .written import Written

KINDS = {"ammo": "Ammo 1 of 6. ", "flame": "Flame on c1. ", "contamination": "Contamination left: 2. "}
NEEDED = {"flame": {"do": "flame", "n": 2}, "contamination": {"do": "contaminate", "n": 1}}
LEAST = ["1/6", "c1", "2"]


def armed(*kinds: str) -> Bout:
    """James with his Ammo, and with what else is said."""

    def changed(written: Written) -> None:
        sheet = written.fighter(JAMES)
        for kind in kinds[1:]:
            sheet[kind] = True
            sheet["special"][2]["effect"].append(NEEDED[kind])

    james = put(JAMES, "c2", ammo=1, flame="c1" if "flame" in kinds else "")
    return Bout(james, put(PUPPY, "c4", contamination=1), pack=make_pack(changed))


def tokens(bout: Bout, layout: Layout) -> list[tuple[str, ElementTree.Element]]:
    """What James has, by title: the thing that is written beside it."""
    root = ElementTree.fromstring(GAME.draw(bout.pack, bout.view(ME), NAMES, layout).svg())
    (panel,) = (one for one in root.iter() if one.get("data-key") == f"panel-{ME}")
    found = []
    for one in panel.iter(f"{SVG}g"):
        title = one.findtext(f"{SVG}title") or ""
        if title.startswith(("Ammo ", "Flame ", "Contamination ")):
            found.append((title, one.findall(f"{SVG}text")[-1]))
    return found


@pytest.mark.rule("KD-1.8", "KD-1.9", "KD-2.1")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kinds", [("ammo",), ("ammo", "flame"), ("ammo", "flame", "contamination")])
def test_every_kind_of_token_is_shown(layout: Layout, kinds: tuple[str, ...]) -> None:
    bout = armed(*kinds)
    shown = tokens(bout, layout)
    assert len(shown) == len(kinds)
    for kind, (title, _) in zip(kinds, shown, strict=True):
        assert title.startswith(KINDS[kind])
        assert title.removeprefix(KINDS[kind]) in tokens_text(bout.fighter(ME).sheet)
    if len(kinds) > 1:
        assert [text.text for _, text in shown] == LEAST[: len(kinds)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tokens_side_by_side_do_not_touch(layout: Layout) -> None:
    ends = 0.0
    for _, text in tokens(armed("ammo", "flame", "contamination"), layout):
        size = float(text.get("font-size", "0"))
        left = float(text.get("x", "0"))
        assert size >= 12
        assert left - 18 >= ends, "its sign stands before it"
        ends = left + width(text.text or "", size)
    assert ends <= (248 if layout == "wide" else 184)
