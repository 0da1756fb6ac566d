"""There is room for everything in the picture: nothing is covered, and what is cut can be read whole."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import harena
from contract.sizes import SVG
from harena.core.picture import LAYOUTS, Layout
from harena.games.knockdown import GAME
from harena.games.knockdown.look.exhibits import exhibits
from harena.games.knockdown.look.faces import MOST_PIPS, attack_face, sheet_face
from harena.games.knockdown.look.figures import PLAYERS
from harena.games.knockdown.look.ground import ground
from harena.games.knockdown.look.sheets import SHEETS
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.words.printed import range_text, skill_text
from harena.games.knockdown.words.words import BrawlWords

CUT = "…"
DIE = 36  # how wide one is drawn before it is made smaller
Node = ElementTree.Element


@cache
def box(name: str) -> BrawlPack:
    return GAME.pack(name)


def turn_of(pack: str, **options: Any) -> Any:
    """A match at its first turn."""
    match = harena.new("knockdown", seed=5, pack=pack, **options)
    while match.view(harena.SPECTATOR).asking != "Act":
        match.play(match.state.nth(0))
    return match


def keyed(svg: str, start: str) -> list[Node]:
    return [
        one for one in ElementTree.fromstring(svg).iter() if (one.get("data-key") or "").startswith(start)
    ]


def pips(card: Node) -> list[str]:
    """The numbers on a card, each distance there is."""
    return [text for one in card.iter(f"{SVG}text") if re.fullmatch(r"\d", text := "".join(one.itertext()))]


@pytest.mark.rule("KD-1.3")
@pytest.mark.parametrize(("pack", "longest"), [("standard", 4), ("abyss", 5)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_card_shows_each_distance_of_its_arena(pack: str, longest: int, layout: Layout) -> None:
    match = turn_of(pack)
    steps = {one.attack for one in match.view(0).reach} & {
        card.id for card in box(pack).arenas[0].cards if card.far
    }
    cards = [one for one in keyed(match.picture(0, layout), "card-") if one.get("data-key", "")[5:] in steps]
    shown = [pips(card) for card in cards if pips(card)]
    assert shown
    assert all(one == [str(n + 1) for n in range(longest)] for one in shown)


@pytest.mark.rule("KD-1.3")
def test_a_range_is_said_in_words_where_an_arena_has_too_many_distances() -> None:
    shotgun = next(card for card in box("standard").arenas[0].cards if card.id == "shotgun")
    near, far = attack_face(shotgun, MOST_PIPS), attack_face(shotgun, MOST_PIPS + 1)
    assert (near.near, near.far, near.longest) == (shotgun.near, shotgun.far, MOST_PIPS)
    assert far.far == 0
    assert far.range_label == range_text(shotgun)


def test_a_card_that_is_looked_up_has_the_distances_of_its_own_arena() -> None:
    joined = box("standard+abyss")
    seen = {}
    for arena in joined.arenas:
        known = {card.id for card in arena.cards if card.far}
        found = [one for one in exhibits(joined) if one.key in known and one.kind == "Attack cards"]
        seen[arena.id] = {len(pips(ElementTree.fromstring(one.picture))) for one in found}
    assert seen == {"nest": {4}, "moon_pool": {5}}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("pack", ["standard", "abyss"])
def test_the_last_tests_dice_lie_beside_all_spaces(pack: str, layout: Layout) -> None:
    match, sheet = turn_of(pack), SHEETS[layout]
    view = msgspec.structs.replace(match.view(0), rolled=[6, 5, 6], needed=18)
    (roll,) = keyed(GAME.draw(box(pack), view, PLAYERS, layout).svg(), "roll")
    dice = [one.get("transform", "") for one in roll.iter(f"{SVG}g") if "scale" in one.get("transform", "")]
    lefts, tops, scales = zip(
        *(map(float, re.findall(r"-?\d+(?:\.\d+)?", one)) for one in dice[:: len(dice) // 3]), strict=True
    )
    assert max(lefts) + DIE * scales[0] <= sheet.arena.w
    for spot in ground(sheet, box(pack).arenas[0]).spots.values():
        right, low = spot.x + spot.r * 3**0.5 / 2, spot.y + spot.r
        assert min(lefts) > right + 3 or min(tops) > low, f"the dice touch {spot.name}"
    said = ["".join(one.itertext()) for one in roll.iter(f"{SVG}text")]
    assert sorted(said) == ["17: failed", "needed 18"]


@pytest.mark.rule("KD-1.7")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_skill_in_a_panel_can_be_asked_for_all_its_words(layout: Layout) -> None:
    match = turn_of("standard+abyss", fighters="random")
    view: Any = match.view(0)
    skills = {one.id: one for found in box("standard+abyss").skill_sets for one in found.skills}
    drawn = {one.get("data-key"): one for one in keyed(match.picture(0, layout), "skill-")}
    known = [*view.fighters[0].up, *view.fighters[0].down, *view.fighters[1].up]
    assert set(drawn) == {f"skill-{one}" for one in known}
    text = BrawlWords(box("standard+abyss"), PLAYERS).describe(view)
    for one in known:
        group = drawn[f"skill-{one}"]
        assert group.get("tabindex") == "0", "the keyboard comes there too"
        assert skill_text(skills[one]) in (group.findtext(f"{SVG}title") or "")
        assert skill_text(skills[one]) in text


@pytest.mark.parametrize("pack", ["standard", "abyss"])
def test_a_fighter_to_be_picked_is_shown_with_all_its_special_attacks(pack: str) -> None:
    sheets = box(pack).sheets
    form = SHEETS["wide"].reference(len(sheets))
    for sheet in sheets:
        assert not [line.text for line in sheet_face(sheet, form).lines if CUT in line.text]


def test_on_a_phone_no_special_attack_is_cut() -> None:
    form = SHEETS["tall"].special(4)
    specials = [one for pack in ("standard", "abyss") for sheet in box(pack).sheets for one in sheet.specials]
    assert len(specials) > 16
    assert not [one.name for one in specials if CUT in "".join(form.effect_of(attack_face(one, 5).effect))]
