"""The pack: the facts it must keep, what can be added without any Python, and mistakes, named and placed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harena.core.bits import count_bits
from harena.core.errors import PackError
from harena.games.combat_arena import GAME
from harena.games.combat_arena.pack.content import ATTACK, FATAL, MELEE, WARD, Character
from harena.games.combat_arena.rules.hexes import FRONT
from kit.packs import Plain
from kit.position import positions_of

from . import by_the_book as book
from .arena import (
    CASTUS,
    FROZEN,
    GRUE,
    RAFELO,
    STANDARD,
    TEKNOTH,
    Fight,
    Written,
    put,
    start,
)

# --- the facts of the standard pack


def character(id: str) -> Character:
    return next(one for one in STANDARD.characters if one.id == id)


@pytest.mark.rule("CA-1.2", "CA-1.3")
def test_the_four_fighters_and_what_they_are_known_for() -> None:
    names = {one.id: one.name for one in STANDARD.characters}
    assert names == {
        RAFELO: "Brother Rafelo",
        TEKNOTH: "Teknoth the Dread",
        GRUE: "Refulgus Grue",
        CASTUS: "Lieutenant Castus",
    }
    rafelo = character(RAFELO)
    assert rafelo.ranged is None, "no gun"
    assert count_bits(rafelo.boxes()) == 2
    assert rafelo.rule is not None
    assert (rafelo.rule.name, rafelo.rule.kind) == ("Impenetrable Defence", WARD)
    assert rafelo.rule.healthy.arc == rafelo.rule.wounded.arc == FRONT
    assert all(count_bits(character(name).boxes()) == 3 for name in (TEKNOTH, GRUE, CASTUS))
    assert character(CASTUS).spaces == 5


@pytest.mark.rule("CA-5.1")
def test_teknoth_strikes_the_three_hexes_ahead_and_reaches_farther_than_anybody() -> None:
    placed = [put(TEKNOTH, "e1", "e"), put(RAFELO, "a1"), put(GRUE, "a5"), put(CASTUS, "i5")]
    fight = Fight(*placed, pack=STANDARD, board="storm_eye")
    assert set(fight.view(0).fighters[0].melee_zone) == {"d1", "e2", "f1"}

    def reach(name: str) -> int:
        fight[name].pos, fight[name].facing = fight.place("e1"), 0
        view = fight.view(0).fighters[fight.number(name)]
        return max(book.distances_from("e1")[hex] for hex in {**view.melee_zone, **view.ranged_zone})

    assert reach(TEKNOTH) > max(reach(name) for name in (RAFELO, GRUE, CASTUS))


@pytest.mark.rule("CA-7.1")
def test_grue_is_hard_to_kill_and_all_tracks_fit() -> None:
    assert character(GRUE).spaces == max(one.spaces for one in STANDARD.characters)
    assert sum(one.spaces for one in STANDARD.characters) <= 35


@pytest.mark.rule("CA-2.1", "CA-3.5")
def test_24_different_cards_with_the_named_specials() -> None:
    cards = STANDARD.cards
    assert len(cards) == len({card.id for card in cards}) == len({card.name for card in cards}) == 24
    prints = {
        (
            card.hexes,
            card.facing,
            card.move_energy,
            card.dice,
            card.attack_energy,
            card.wounds,
            card.push,
            card.special,
        )
        for card in cards
    }
    assert len(prints) == 24
    specials = {card.special for card in cards}
    assert specials >= {"Shove", "Backstab", "Deflect", "Parry", "Dodge", "Energy Shield"}
    against = {card.special: card.reaction.against for card in cards if card.reaction is not None}
    assert (against["Parry"], against["Deflect"]) == (0, 1)
    for card in cards:
        if card.special == "Backstab":
            assert card.effect is not None
            assert all(
                verb.from_rear and verb.kind == MELEE for verb in card.effect.verbs if verb.do == ATTACK
            )


@pytest.mark.rule("CA-1.1", "CA-7.2")
def test_twelve_injuries_one_of_them_fatal_on_a_6() -> None:
    assert len(STANDARD.injuries) == 12
    fatal = [verb.n for injury in STANDARD.injuries for verb in injury.effect.verbs if verb.do == FATAL]
    assert fatal == [6]


def turned(hex: str) -> str:
    """Where a hex comes to lie when the arena is turned by 60 degrees."""
    (x, y), (across, down) = book.centre(hex), book.arrow("se")
    there = book.hex_at(round(x * across - y * down, 6), round(x * down + y * across, 6))
    assert there is not None
    return there


@pytest.mark.rule("CA-1.1", "CA-1.2")
@pytest.mark.parametrize("board", STANDARD.boards, ids=lambda board: board.id)
def test_the_boards_are_rotationally_symmetric_with_snares_and_starting_hexes_at_the_corners(
    board: Any,
) -> None:
    snares = {hex for place, hex in enumerate(book.HEXES) if board.snares >> place & 1}
    starts = {hex for place, hex in enumerate(book.HEXES) if board.starts >> place & 1}
    assert snares
    assert {turned(hex) for hex in snares} == snares
    assert starts == {"a1", "a5", "e1", "e9", "i1", "i5"}


@pytest.mark.rule("CA-1.1")
def test_there_are_two_sides() -> None:
    assert len(STANDARD.boards) == 2


# --- without any Python


def add_a_fifth_fighter(written: Written) -> None:
    written.fighters["fighter"].append(
        {
            "id": "murmillo",
            "name": "Old Murmillo",
            "title": "Gladiator",
            "short": "MU",
            "health": 4,
            "melee": {
                "name": "Gladius",
                "healthy": {"wounds": 3, "zone": [{"arc": "all", "to_hit": 2}]},
                "wounded": {"wounds": 1, "zone": [{"arc": "line", "to_hit": 6}]},
            },
            "unique": {
                "name": "Net and Kick",
                "energy": 1,
                "effect": [
                    {"do": "drain", "n": 3, "on": "near", "reach": 3},
                    {"do": "push", "n": 2, "on": "same"},
                ],
            },
            "rule": {"name": "Old Hand", "kind": "redraw", "healthy": {"n": 1}, "wounded": {"n": 0}},
            "fate": {"name": "The Crowd Remembers", "effect": [{"do": "drop", "n": 2, "on": "each"}]},
        }
    )


def replace_a_card(written: Written) -> None:
    place = next(at for at, card in enumerate(written.cards["card"]) if card["id"] == "red_banner")
    written.cards["card"][place] = {
        "id": "net_throw",
        "name": "Net Throw",
        "move": {"hexes": 6, "facing": "back", "energy": -3},
        "attack": {"dice": 6, "wounds": 2, "energy": -4},
        "special": {
            "name": "Tangle",
            "energy": 2,
            "effect": [
                {"do": "drain", "n": 2, "on": "near", "reach": 3},
                {"do": "wound", "n": 1, "on": "same"},
            ],
        },
    }


def add_a_third_board(written: Written) -> None:
    board = {
        "id": "cells",
        "name": "The Cells",
        "snares": ["e4", "e6"],
        "starts": ["c1", "c7", "g1", "g7", "e5"],
    }
    written.boards["board"].append(board)


@pytest.mark.rule("CA-1.1", "CA-1.2", "CA-2.1")
def test_a_fifth_fighter_a_new_card_and_a_third_board_without_any_python(tmp_path: Path) -> None:
    written = Written()
    for change in (add_a_fifth_fighter, replace_a_card, add_a_third_board):
        change(written)
    pack = written.read(tmp_path / "mine")
    assert pack.digest != STANDARD.digest
    game = start(pack, players=4, board="cells")
    opened = {GAME.actions(pack).notation(action) for action in game.legal()}
    assert "fighter:murmillo" in opened
    met: Counter[str] = Counter()
    for seed in range(40):
        luck = random.Random(seed)
        game = start(pack, seed=seed, players=4, board="cells", set_up="choose", picks="murmillo")
        for position in positions_of(game, luck.choice):
            assert GAME.missing(position) == ""
            if position.round == 1 and position.drawn >= 0:
                met["murmillo here"] += 1
        events = game.journal or []
        murmillo, net = 4, [card.id for card in pack.cards].index("net_throw")
        met["unique"] += sum(event.kind == "used_unique" and event.b == murmillo for event in events)
        met["fate"] += sum(event.kind == "used_fate" and event.b == murmillo for event in events)
        met["net"] += sum(event.kind == "played" and event.b == net for event in events)
    assert all(met[what] > 3 for what in ("murmillo here", "unique", "fate", "net")), met


@pytest.mark.rule("CA-5.1", "CA-3.4", "CA-5.4")
def test_the_new_fighter_and_the_new_card_do_what_their_files_say(tmp_path: Path) -> None:
    written = Written()
    for change in (add_a_fifth_fighter, replace_a_card, add_a_third_board):
        change(written)
    pack = written.read(tmp_path / "mine")
    place = put("murmillo", "f4", "e", hand="net_throw iron_vow")
    fight = Fight(place, put(CASTUS, "f3", "e"), pack=pack, board="cells", dice=[2, 1, 1, 1, 1, 1]).turn(
        "murmillo"
    )
    fight.play("no", "card:net_throw/attack")
    assert fight.hurt(CASTUS) == 5, "behind him, 2 to hit, three wounds and two more"
    assert fight.energy("murmillo") == pack.start - 4
    fight = Fight(place, put(CASTUS, "f3", "e"), pack=pack, board="cells").turn("murmillo").play("no")
    fight.play("card:net_throw/special")
    assert (fight.energy("murmillo"), fight.energy(CASTUS)) == (pack.start + 2, pack.start - 2)
    assert fight.hurt(CASTUS) == 1
    fight = Fight(place, put(CASTUS, "f3", "e"), pack=pack, board="cells").turn("murmillo").play("no")
    fight.play("unique", "discard:iron_vow")
    assert (fight.energy(CASTUS), fight.hex(CASTUS)) == (pack.start - 3, "f1")


@pytest.mark.rule("CA-2.2")
def test_the_energy_track_may_have_other_spaces(tmp_path: Path) -> None:
    written = Written()
    written.pack["energy"] = {"track": [1, 2, 3, 4], "start": 2}
    pack = written.read(tmp_path)
    game = start(pack, set_up="given")
    assert [one.energy for one in game.fighters] == [2, 2]
    assert len(game.initiative) == 5


@pytest.mark.rule("CA-1.1")
def test_a_smaller_arena_plays_too(tmp_path: Path) -> None:
    written = Written()
    written.boards = {
        "radius": 2,
        "board": [
            {"id": "pit", "name": "The Pit", "snares": ["c3"], "starts": ["a1", "a3", "e1", "e3", "c1", "c5"]}
        ],
    }
    pack = written.read(tmp_path)
    assert pack.field.count == 19
    for seed in range(10):
        luck = random.Random(seed)
        game = start(pack, seed=seed, players=4)
        for position in positions_of(game, luck.choice):
            assert GAME.missing(position) == ""


@pytest.mark.rule("CA-1.1")
def test_two_packs_run_side_by_side(tmp_path: Path) -> None:
    written = Written()
    written.fighter(RAFELO)["health"] = 9
    pack = written.read(tmp_path)
    mine, theirs = start(pack, set_up="given"), start(set_up="given")
    assert (mine.fighters[0].sheet.spaces, theirs.fighters[0].sheet.spaces) == (
        9,
        STANDARD.characters[0].spaces,
    )


@pytest.mark.rule("CA-1.1")
def test_the_pack_of_the_tests_is_a_whole_pack() -> None:
    assert (len(FROZEN.cards), len(FROZEN.injuries), len(FROZEN.characters), len(FROZEN.boards)) == (
        24,
        12,
        4,
        2,
    )


# --- mistakes

Mistake = Callable[[Written], object]


def head(**fields: Any) -> Mistake:
    return lambda written: written.pack.update(fields)


def energy(**fields: Any) -> Mistake:
    return lambda written: written.pack["energy"].update(fields)


def card(part: str = "", **fields: Any) -> Mistake:
    """The eleventh card, Knife in the Dust, says something else."""

    def change(written: Written) -> None:
        entry = written.card("knife_in_the_dust")
        (entry[part] if part else entry).update(fields)

    return change


def verb(**fields: Any) -> Mistake:
    """The only verb of Knife in the Dust says something else."""
    return lambda written: written.card("knife_in_the_dust")["special"].update(effect=[fields])


def verbs(*effect: Plain) -> Mistake:
    return lambda written: written.card("knife_in_the_dust")["special"].update(effect=list(effect))


def fighter(part: str = "", **fields: Any) -> Mistake:
    """The third fighter, Grue, says something else."""

    def change(written: Written) -> None:
        entry = written.fighter(GRUE)
        (entry[part] if part else entry).update(fields)

    return change


def without(file: str, kind: str, place: int, *path: str) -> Mistake:
    """A field is missing."""

    def change(written: Written) -> None:
        entry = getattr(written, file)[kind][place]
        for step in path[:-1]:
            entry = entry[step]
        del entry[path[-1]]

    return change


def injury(**fields: Any) -> Mistake:
    """The ninth injury, Leaking Power Cells, says something else."""
    return lambda written: written.injury("leaking_cells").update(fields)


def injury_of(id: str, **fields: Any) -> Mistake:
    """An injury says something else."""
    return lambda written: written.injury(id).update(fields)


def board(**fields: Any) -> Mistake:
    """The second board, the Pinwheel, says something else."""
    return lambda written: written.board("pinwheel").update(fields)


KNIFE, GRUES = "card 11 (knife_in_the_dust)", "fighter 3 (grue)"
CELLS, PINWHEEL = "injury 9 (leaking_cells)", "board 2 (pinwheel)"
UP = {"do": "energy", "n": 1}
FILES = ["pack.toml", "cards.toml", "fighters.toml", "injuries.toml", "boards.toml"]


@pytest.mark.parametrize(
    ("mistake", "file", "entry", "field", "says"),
    [
        # pack.toml
        (head(game="dawn_raid"), "pack.toml", "", "game", "combat_arena"),
        (head(name="My Pack"), "pack.toml", "", "name", "regex"),
        (head(title=""), "pack.toml", "", "title", "length"),
        (head(colour="red"), "pack.toml", "", "colour", "unknown"),
        (head(title="Bell \a"), "pack.toml", "", "title", "printed"),
        (energy(track=[1, 2, 3]), "pack.toml", "", "energy.track", "length"),
        (energy(track=[1, 3, 2, 3], start=1), "pack.toml", "energy", "track", "fall"),
        (energy(track=[1, 2, 3, 5]), "pack.toml", "", "energy.track[3]", "<= 4"),
        (energy(start=0), "pack.toml", "energy", "start", "3 Initiative cards"),
        (energy(start=11), "pack.toml", "energy", "start", "3 Initiative cards"),
        # cards.toml
        (lambda written: written.cards["card"].pop(), "cards.toml", "", "", "23 entries.*24 are needed"),
        (
            lambda written: written.cards["card"].append(written.cards["card"][0]),
            "cards.toml",
            "",
            "",
            "25 entries",
        ),
        (card(id="iron_vow"), "cards.toml", "card 11 (iron_vow)", "id", "used before"),
        (card(name="Iron Vow"), "cards.toml", KNIFE, "name", "used before"),
        (card(name=""), "cards.toml", KNIFE, "name", "length"),
        (card(id="Knife"), "cards.toml", "card 11 (Knife)", "id", "regex"),
        (card(cost=3), "cards.toml", KNIFE, "cost", "unknown"),
        (without("cards", "card", 10, "attack"), "cards.toml", KNIFE, "attack", "missing"),
        (card("move", hexes=7), "cards.toml", KNIFE, "move.hexes", "<= 6"),
        (card("move", facing="left"), "cards.toml", KNIFE, "move.facing", "free, ahead, back"),
        (card("move", energy=5), "cards.toml", KNIFE, "move.energy", "<= 4"),
        (card("attack", dice=7), "cards.toml", KNIFE, "attack.dice", "<= 6"),
        (card("attack", dice=0), "cards.toml", KNIFE, "attack.dice", ">= 1"),
        (card("attack", dice="two"), "cards.toml", KNIFE, "attack.dice", "expected `int`"),
        (card("attack", push=3), "cards.toml", KNIFE, "attack.push", "<= 2"),
        (card("special", effect=[]), "cards.toml", KNIFE, "special", "either an effect or a reaction"),
        (
            card("special", reaction={"against": "melee", "ignore": 1}),
            *("cards.toml", KNIFE, "special", "either an effect or a reaction"),
        ),
        (
            card("special", effect=[], reaction={"against": "magic", "ignore": 1}),
            *("cards.toml", KNIFE, "special.reaction.against", "melee, ranged, either"),
        ),
        (verb(do="dance"), "cards.toml", KNIFE, "special.effect[0].do", "move, turn, attack"),
        (verb(do="fatal", n=6), "cards.toml", KNIFE, "special", "'fatal', cannot stand here"),
        (verb(do="unmark"), "cards.toml", KNIFE, "special", "'unmark', cannot stand here"),
        (verb(do="wound", n=1), "cards.toml", KNIFE, "special", "needs 'on': adjacent, near, anyone"),
        (verb(do="attack", n=1, on="near"), "cards.toml", KNIFE, "special", "does not work on 'near'"),
        (verb(do="heal", n=1, on="near"), "cards.toml", KNIFE, "special", "Leave 'on' out"),
        (verb(do="push", n=1, on="anyone"), "cards.toml", KNIFE, "special", "does not work on 'anyone'"),
        (verb(do="wound", n=1, on="same"), "cards.toml", KNIFE, "special", "no verb before it"),
        (verb(do="heal", n=0), "cards.toml", KNIFE, "special", "n of at least 1"),
        (verb(do="attack", n=7, on="zone"), "cards.toml", KNIFE, "special", "six dice"),
        (verb(do="attack", n=2, on="each"), "cards.toml", KNIFE, "special", "needs a kind"),
        (verbs(UP, {"do": "drain", "n": 1}), "cards.toml", KNIFE, "special", "verb 2, 'drain'"),
        (verb(do="move", n=10), "cards.toml", KNIFE, "special.effect[0].n", "<= 9"),
        (verb(do="move", n=1, speed=2), "cards.toml", KNIFE, "special.effect[0]", "unknown field `speed`"),
        # fighters.toml
        (
            lambda written: written.fighters["fighter"].__delitem__(slice(1, 9)),
            "fighters.toml",
            "",
            "fighter",
            "length",
        ),
        (fighter(id="rafelo"), "fighters.toml", "fighter 3 (rafelo)", "id", "used before"),
        (fighter(name="Brother Rafelo"), "fighters.toml", GRUES, "name", "used before"),
        (fighter(short="RA"), "fighters.toml", GRUES, "short", "used before"),
        (fighter(short="gr"), "fighters.toml", GRUES, "short", "regex"),
        (fighter(health=1), "fighters.toml", GRUES, "health", ">= 2"),
        (fighter(health=13), "fighters.toml", GRUES, "health", "<= 12"),
        (without("fighters", "fighter", 2, "melee"), "fighters.toml", GRUES, "melee", "missing"),
        (without("fighters", "fighter", 2, "fate"), "fighters.toml", GRUES, "fate", "missing"),
        (fighter("rule", kind="magic"), "fighters.toml", GRUES, "rule.kind", "ward, endure, reroll, redraw"),
        (
            fighter("melee", healthy={"wounds": 1, "zone": []}),
            "fighters.toml",
            GRUES,
            "melee.healthy.zone",
            "length",
        ),
        (
            fighter("melee", wounded={"wounds": 1, "zone": [{"arc": "behind", "to_hit": 3}]}),
            *("fighters.toml", GRUES, "melee.wounded.zone[0].arc", "line, cone, front, rear, all"),
        ),
        (
            fighter("ranged", healthy={"wounds": 1, "zone": [{"arc": "line", "to_hit": 7}]}),
            *("fighters.toml", GRUES, "ranged.healthy.zone[0].to_hit", "<= 6"),
        ),
        (fighter("unique", effect=[]), "fighters.toml", GRUES, "unique.effect", "length"),
        (fighter("unique", effect=[{"do": "push", "n": 1}]), "fighters.toml", GRUES, "unique", "needs 'on'"),
        (fighter("fate", effect=[UP]), "fighters.toml", GRUES, "fate", "'energy', cannot stand here"),
        (
            fighter("fate", effect=[{"do": "wound", "n": 1, "on": "near"}]),
            *("fighters.toml", GRUES, "fate", "does not work on 'near'.*anyone, each"),
        ),
        # injuries.toml
        (
            lambda written: written.injuries["injury"].pop(),
            "injuries.toml",
            "",
            "",
            "11 entries.*12 are needed",
        ),
        (injury(id="broken_grip"), "injuries.toml", "injury 9 (broken_grip)", "id", "used before"),
        (injury(name="Broken Grip"), "injuries.toml", CELLS, "name", "used before"),
        (injury(effect=[]), "injuries.toml", CELLS, "effect", "needs an effect, or must slow or weaken"),
        (injury(slow=4), "injuries.toml", CELLS, "slow", "<= 3"),
        (
            injury(effect=[{"do": "heal", "n": 1}]),
            "injuries.toml",
            CELLS,
            "effect",
            "'heal', cannot stand here",
        ),
        (injury(effect=[{"do": "fatal", "n": 1}]), "injuries.toml", CELLS, "effect", "from 2 to 6"),
        (injury(effect=[{"do": "fatal", "n": 7}]), "injuries.toml", CELLS, "effect", "from 2 to 6"),
        (
            injury(effect=[{"do": "drop", "n": 1, "on": "near"}]),
            "injuries.toml",
            CELLS,
            "effect",
            "Leave 'on' out",
        ),
        (
            injury(effect=[{"do": "unmark", "box": "head"}]),
            "injuries.toml",
            CELLS,
            "effect[0].box",
            "melee, ranged",
        ),
        # boards.toml
        (lambda written: written.boards.update(radius=5), "boards.toml", "", "radius", "<= 4"),
        (lambda written: written.boards.update(radius=1), "boards.toml", "", "radius", ">= 2"),
        (lambda written: written.boards.update(board=[]), "boards.toml", "", "board", "length"),
        (board(id="storm_eye"), "boards.toml", "board 2 (storm_eye)", "id", "used before"),
        (board(snares=["z9"]), "boards.toml", PINWHEEL, "snares", "no hex 'z9'; hexes run from a1 to i5"),
        (board(starts=["a1", "a5", "i1", "j1"]), "boards.toml", PINWHEEL, "starts", "no hex 'j1'"),
        (board(starts=["a1", "a5", "i1"]), "boards.toml", PINWHEEL, "starts", "at least four"),
        (board(starts=["a1", "a1", "a5", "i1"]), "boards.toml", PINWHEEL, "starts", "at least four"),
        (board(snares=["a1"]), "boards.toml", PINWHEEL, "starts", "cannot be an arc-snare"),
    ],
)
@pytest.mark.rule("CA-1.1", "CA-1.3", "CA-2.1", "CA-5.2", "CA-7.1")
def test_a_mistake_is_named_with_its_file_entry_and_field(
    mistake: Mistake, file: str, entry: str, field: str, says: str, tmp_path: Path
) -> None:
    written = Written()
    mistake(written)
    with pytest.raises(PackError, match=says) as caught:
        written.read(tmp_path)
    error = caught.value
    assert (error.file, error.entry, error.field) == (file, entry, field)


@pytest.mark.rule("CA-7.1")
def test_four_tracks_with_more_than_35_spaces_together_are_refused(tmp_path: Path) -> None:
    written = Written()
    for one, spaces in zip(written.fighters["fighter"], (9, 9, 9, 8), strict=True):
        one["health"] = spaces
    assert written.read(tmp_path).characters[3].spaces == 8, "35 will do"
    written.fighters["fighter"][3]["health"] = 9
    with pytest.raises(PackError, match=r"fighters.toml, .*field 'health': .*35 spaces at most"):
        written.read(tmp_path)


@pytest.mark.parametrize("file", ["pack", "cards", "fighters", "injuries", "boards"])
@pytest.mark.rule("CA-1.1")
def test_a_file_that_is_missing_or_no_toml_is_named(file: str, tmp_path: Path) -> None:
    path = Written().write(tmp_path) / f"{file}.toml"
    path.write_text("this is = = no TOML", encoding="utf-8")
    with pytest.raises(PackError, match=f"^{file}.toml: this is not TOML"):
        GAME.read_pack(tmp_path)
    path.unlink()
    with pytest.raises(PackError, match=f"^{file}.toml: the file is missing"):
        GAME.read_pack(tmp_path)


@pytest.mark.rule("CA-3.1", "CA-7.5")
@pytest.mark.parametrize(
    ("mistake", "place"),
    [
        (verb(do="wound", n=1, on="near", if_hit=True), f"cards.toml, {KNIFE}, field 'special'"),
        (
            fighter("fate", effect=[{"do": "wound", "n": 1, "on": "anyone", "if_hit": True}]),
            f"fighters.toml, {GRUES}, field 'fate'",
        ),
    ],
)
def test_if_hit_without_an_attack_before_it_is_a_mistake(
    mistake: Mistake, place: str, tmp_path: Path
) -> None:
    """Otherwise a Fate would ask what somebody's attack of the last turn has hit."""
    written = Written()
    mistake(written)
    with pytest.raises(PackError, match="if_hit") as caught:
        written.read(tmp_path)
    assert str(caught.value).startswith(place)


def test_all_mistakes_of_a_pack_are_said_at_once(tmp_path: Path) -> None:
    written = Written()
    for mistake in (
        head(title=""),
        energy(track=[1, 3, 2, 3], start=1),
        card("move", hexes=7, facing="left"),
        lambda written: written.special("iron_vow", {"do": "drain", "n": 0, "on": "same"}),
        lambda written: written.cards["card"].append({"id": "x"}),
        fighter("fate", effect=[UP]),
        fighter(short="RA", health=13),
        injury(slow=4),
        injury_of("broken_grip", effect=[]),
        board(snares=["z9", "a1"], starts=["a1", "j1"]),
    ):
        mistake(written)
    with pytest.raises(PackError) as caught:
        written.read(tmp_path)
    found = [(error.file, error.entry, error.field) for error in caught.value.mistakes]
    for expected in [
        ("pack.toml", "", "title"),
        ("pack.toml", "energy", "track"),
        ("cards.toml", KNIFE, "move.hexes"),
        ("cards.toml", KNIFE, "move.facing"),
        ("cards.toml", "", ""),
        ("cards.toml", "card 25 (x)", "name"),
        ("fighters.toml", GRUES, "health"),
        ("fighters.toml", GRUES, "short"),
        ("fighters.toml", GRUES, "fate"),
        ("injuries.toml", CELLS, "slow"),
        ("injuries.toml", "injury 1 (broken_grip)", "effect"),
        ("boards.toml", PINWHEEL, "snares"),
        ("boards.toml", PINWHEEL, "starts"),
    ]:
        assert expected in found, expected
    assert str(caught.value).count("n of at least 1") == 1
    assert str(caught.value).count("could share") == 1
    assert [file for file, _, _ in found] == sorted((file for file, _, _ in found), key=FILES.index)
