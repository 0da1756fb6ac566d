"""KD-6.5: several boxes at once: fighters, Skills and arenas are drawn over all of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import harena
from harena.core.bits import members_of
from harena.core.dice import fast_dice
from harena.core.errors import PackError
from harena.core.joining import joined_digest
from harena.core.options import read_options
from harena.core.verify import verify
from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import BrawlPack
from harena.games.knockdown.pack.joining import join
from kit.packs import print_of
from kit.position import positions_of

from .written import ABYSS_FOLDER, Written

STANDARD, ABYSS, BOTH = GAME.pack(), GAME.pack("abyss"), GAME.pack("standard+abyss")


@pytest.mark.rule("KD-6.5")
def test_everything_of_both_boxes_is_there_by_the_order_of_their_names() -> None:
    assert [sheet.id for sheet in BOTH.sheets] == ["ines", "old_brass", "james", "katie", "puppy"]
    assert [one.id for one in BOTH.skill_sets] == ["divers", "survivors"]
    assert [arena.id for arena in BOTH.arenas] == ["moon_pool", "nest"]
    assert (BOTH.name, BOTH.title) == ("abyss+standard", "The Abyss + The Nest")
    assert GAME.pack("abyss+standard").digest == BOTH.digest
    assert BOTH.digest == joined_digest([ABYSS.digest, STANDARD.digest])


@pytest.mark.rule("KD-6.5")
def test_everything_has_its_own_number() -> None:
    assert [attack.number for attack in BOTH.attacks] == list(range(72 + 9 + 12))
    assert [arena.number for arena in BOTH.arenas] == [0, 1]
    assert [one.number for one in BOTH.skill_sets] == [0, 1]
    for arena in BOTH.arenas:
        assert [card.card for card in arena.cards] == list(range(36))
        assert BOTH.attacks[36 * arena.number : 36 * (arena.number + 1)] == arena.cards
    notation = GAME.actions(BOTH)
    words = [notation.notation(action) for action in (500, 536, 572, 608, 300, 312)]
    assert words == [
        "attack:anvil_fist",
        "take:anvil_fist",
        "attack:uppercut",
        "take:uppercut",
        "skill:dead_calm",
        "skill:cold_blood",
    ]


@pytest.mark.rule("KD-6.5")
def test_what_is_joined_says_the_same_as_its_parts() -> None:
    for field in ("sheets", "skill_sets", "arenas"):
        apart = getattr(ABYSS, field) + getattr(STANDARD, field)
        assert print_of(getattr(BOTH, field), ("number",)) == print_of(apart, ("number",))


@pytest.mark.rule("KD-6.5")
def test_joining_does_not_change_the_parts() -> None:
    one, two = GAME.pack("abyss"), GAME.pack()
    before = print_of(one), print_of(two)
    whole = join([one, two])
    assert (print_of(one), print_of(two)) == before
    assert not {id(attack) for attack in whole.attacks} & {id(attack) for attack in one.attacks + two.attacks}
    again = join([one, two])
    assert print_of(again) == print_of(whole)


# --- what does not go together


def clash(folder: Path, change: Callable[[Written], object]) -> PackError:
    """The error of the standard box with a changed Abyss."""
    written = Written(ABYSS_FOLDER)
    change(written)
    with pytest.raises(PackError) as caught:
        GAME.joined([STANDARD, written.read(folder)])
    return caught.value


def rename_a_file(written: Written, kind: str, old: str, new: str) -> None:
    written.said[new] = written.said.pop(old)
    written.pack[kind] = [new]


@pytest.mark.rule("KD-6.5")
@pytest.mark.parametrize(
    ("change", "kind", "id"),
    [
        (lambda written: written.fighter("ines").update(id="james"), "fighter", "james"),
        (lambda written: written.special("undertow").update(id="order"), "Special", "order"),
        (lambda written: written.skill("eel", "divers").update(id="brawler"), "Skill", "brawler"),
        (lambda written: written.card("lunge", "moon_pool").update(id="uppercut"), "card", "uppercut"),
        (lambda written: rename_a_file(written, "arenas", "moon_pool", "nest"), "arena", "nest"),
        (lambda written: rename_a_file(written, "skills", "divers", "survivors"), "Skill set", "survivors"),
    ],
)
def test_an_id_in_two_boxes_is_refused_and_both_are_named(
    change: Callable[[Written], object], kind: str, id: str, tmp_path: Path
) -> None:
    error = clash(tmp_path, change)
    what = f"abyss and standard both have a {kind} '{id}'; change the id in one of them."
    assert str(error) == f"abyss+standard: {what}"


@pytest.mark.rule("KD-6.5")
def test_a_card_of_one_box_and_a_special_of_another_share_no_id(tmp_path: Path) -> None:
    error = clash(tmp_path, lambda written: written.card("lunge", "moon_pool").update(id="order"))
    what = "abyss has a card 'order' and standard a Special; change the id in one of them."
    assert str(error) == f"abyss+standard: {what}"


@pytest.mark.rule("KD-6.5")
def test_all_clashes_are_said_at_once(tmp_path: Path) -> None:
    def change(written: Written) -> None:
        written.fighter("ines")["id"] = "james"
        written.card("lunge", "moon_pool")["id"] = "uppercut"

    assert len(clash(tmp_path, change).mistakes) == 2


@pytest.mark.rule("KD-6.5")
def test_there_is_room_for_so_many_fighters(tmp_path: Path) -> None:
    def crowd(written: Written) -> None:
        ines = written.fighter("ines")
        for place in range(56):
            special = {**ines["special"][1], "id": f"slam_{place}", "name": f"Slam {place}"}
            more = {"id": f"diver_{place}", "name": f"Diver {place}", "special": [special]}
            written.fighters.append({**ines, **more})

    assert str(clash(tmp_path, crowd)).endswith("together they have 61 fighters; there is room for 60.")


# --- played


def match(pack: BrawlPack, seed: int, **options: Any) -> Any:
    settled = read_options(GAME.options, {"fighters": "random", "wins": 1, **options})
    return GAME.start(pack, settled, fast_dice(seed), journal=True)


@pytest.mark.rule("KD-6.5", "KD-2.4")
def test_arena_skills_and_fighters_are_drawn_over_all_boxes() -> None:
    drawn: Counter[tuple[str, str]] = Counter()
    fighters: Counter[str] = Counter()
    for seed in range(200):
        state = match(BOTH, seed)
        drawn[state.arena.id, state.skill_set.id] += 1
        fighters.update([state.one.sheet.id, state.two.sheet.id])
    assert len(drawn) == 4
    assert min(drawn.values()) > 25, drawn
    assert len(fighters) == 5
    assert min(fighters.values()) > 50, fighters


@pytest.mark.rule("KD-6.5")
@pytest.mark.parametrize("arena", ["nest", "moon_pool"])
def test_an_arena_brings_its_own_cards(arena: str) -> None:
    own = [attack.id for one in BOTH.arenas if one.id == arena for attack in one.cards]
    state = match(BOTH, 3, arena=arena, skills="divers", picks="katie,old_brass")
    for position in positions_of(state, random.Random(3).choice):
        assert GAME.missing(position) == ""
        assert members_of(position.arena.spaces) == members_of(state.arena.spaces)
    used = [BOTH.attacks[event.b] for event in state.journal if event.kind == "attacked"]
    cards = [attack.id for attack in used if attack.card >= 0]
    assert cards
    assert set(cards) <= set(own)
    assert {attack.id for attack in used if attack.slot >= 0} <= {
        special.id
        for sheet in BOTH.sheets
        if sheet.id in ("katie", "old_brass")
        for special in sheet.specials
    }


@pytest.mark.rule("KD-6.5")
@pytest.mark.parametrize("name", ["abyss", "standard+abyss"])
def test_matches_come_to_their_end(name: str) -> None:
    pack = GAME.pack(name)
    met: Counter[str] = Counter()
    for seed in range(12):
        state = match(pack, seed, wins=2)
        for position in positions_of(state, random.Random(seed).choice):
            assert GAME.missing(position) == ""
        met.update(pack.attacks[event.b].id for event in state.journal if event.kind == "attacked")
    assert len(met) > 40


@pytest.mark.rule("KD-6.5")
def test_a_record_names_both_boxes_and_is_verified() -> None:
    played = harena.new("knockdown", seed=5, pack="standard+abyss", fighters="random", wins=1)
    luck = random.Random(5)
    while not played.over:
        played.play(luck.choice(played.legal()))
    record = played.record()
    assert (record.pack.name, record.pack.digest) == (BOTH.name, BOTH.digest)
    verdict = verify(record)
    assert verdict.holds, verdict.problems
