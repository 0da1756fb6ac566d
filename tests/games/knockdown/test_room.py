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
from harena.games.knockdown.look.faces import MOST_PIPS, attack_face
from harena.games.knockdown.look.figures import PLAYERS
from harena.games.knockdown.look.ground import ground
from harena.games.knockdown.look.references import sheet_faces
from harena.games.knockdown.look.sheets import SHEETS, WIDE
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.words.printed import attack_brief, range_text, skill_text
from harena.games.knockdown.words.words import BrawlWords
from harena.look.writing import width

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


def to_pick(pack: BrawlPack, layout: Layout, arena: str = "standard") -> list[Node]:
    """The fighters as they are drawn when one is to be picked, in the arena of a box."""
    match = harena.new("knockdown", seed=1, pack=arena, fighters="choose")
    return keyed(GAME.draw(pack, match.view(match.seat), PLAYERS, layout).svg(), "reference-")


def joined(times: int) -> BrawlPack:
    """Both boxes, with so many times as many fighters."""
    pack = GAME.read_pack(GAME.folder / "content" / "standard")
    pack.sheets = list(box("standard+abyss").sheets) * times
    return pack


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("pack", ["standard", "abyss", "standard+abyss"])
def test_a_fighter_to_be_picked_is_shown_with_all_that_its_special_attacks_do(
    pack: str, layout: Layout
) -> None:
    for sheet, drawn in zip(box(pack).sheets, to_pick(box(pack), layout, pack), strict=True):
        said = " ".join("".join(one.itertext()) for one in drawn.iter(f"{SVG}text"))
        assert CUT not in said
        for special in sheet.specials:
            assert special.name in said
            assert attack_brief(special) in said


@pytest.mark.parametrize("times", [1, 2, 3, 5])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_fighters_stand_in_rows_wide_enough_to_read_and_nothing_is_cut(
    times: int, layout: Layout
) -> None:
    pack = joined(times)
    sheet, drawn = SHEETS[layout], to_pick(pack, layout)
    form = sheet.reference(len(pack.sheets))
    assert len(drawn) == 5 * times
    assert form.w > 130
    rows = -(-len(drawn) // sheet.fighters_beside(len(drawn)))
    for face, one in zip(sheet_faces(tuple(pack.sheets), form), drawn, strict=True):
        texts = ["".join(text.itertext()) for text in one.iter(f"{SVG}text")]
        assert CUT not in "".join(texts)
        assert all(width(text, 12) < form.w for text in texts)
        assert face.words in (one.findtext(f"{SVG}title") or ""), "all of it can be asked for"
        assert face.high <= form.h
    if layout == "wide":
        assert rows * (form.h + sheet.gap) <= WIDE.decision_top - WIDE.row_top + sheet.gap


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_special_attack_is_cut(layout: Layout) -> None:
    looked = 0
    for pack in ("standard", "abyss"):
        for sheet in box(pack).sheets:
            form = SHEETS[layout].special(len(sheet.specials))
            for special in sheet.specials:
                face = attack_face(special, 5)
                lines = form.effect_of(face.effect if form.facts else face.brief)
                assert CUT not in "".join(lines), special.name
                looked += 1
    assert looked > 16


@pytest.mark.rule("KD-2.2")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_skills_to_choose_from_are_told_whole_above_the_special_attacks(layout: Layout) -> None:
    for many in (3, 5):  # dealt, and with those received
        form = SHEETS[layout].skill(many)
        assert layout == "tall" or form.h < WIDE.below_top - WIDE.row_top
        for skill in [one for pack in ("standard", "abyss") for one in box(pack).skill_sets[0].skills]:
            assert " ".join(form.skill_of(skill_text(skill))) == skill_text(skill)


@pytest.mark.rule("KD-2.2")
def test_a_skill_says_what_it_gives_once() -> None:
    match = harena.new("knockdown", seed=5, picks="james,puppy")
    skills = {one.id: one for one in box("standard").skill_sets[0].skills}
    match.play(match.state.nth(0))
    match.play(match.state.nth(0))
    drawn = keyed(match.picture(match.seat), "skill-")
    assert {one.get("data-action") is None for one in drawn} == {True, False}, "to choose from, and others"
    for one in drawn:
        text = skill_text(skills[one.get("data-key", "").removeprefix("skill-")])
        assert (one.findtext(f"{SVG}title") or "").count(text) == 1


@pytest.mark.rule("KD-2.2")
@pytest.mark.parametrize("pack", ["standard", "abyss"])
def test_two_skills_face_up_are_told_whole_in_a_panel(pack: str) -> None:
    match = turn_of(pack)
    view: Any = match.view(0)
    longest = sorted(box(pack).skill_sets[0].skills, key=lambda one: len(skill_text(one)))[-2:]
    fighter = msgspec.structs.replace(view.fighters[0], up=[one.id for one in longest], down=[], down_count=0)
    view = msgspec.structs.replace(view, fighters=[fighter, view.fighters[1]])
    drawn = keyed(GAME.draw(box(pack), view, PLAYERS, "wide").svg(), "skill-")
    low = 0.0
    for skill, one in zip(longest, drawn, strict=False):
        texts = list(one.iter(f"{SVG}text"))
        assert " ".join("".join(text.itertext()) for text in texts) == f"{skill.name}: {skill_text(skill)}"
        top = float(re.findall(r"[\d.]+", one.get("transform", ""))[1])
        assert top >= low, "below the other"
        low = top + float(texts[-1].get("y", "0"))
        assert low <= WIDE.panel.h - 4
