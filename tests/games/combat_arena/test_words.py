"""Every question, answer and event has a sentence for everybody, with the right numbers in it."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import harena
from harena.core.bits import members_of
from harena.core.hex import DIRECTIONS
from harena.core.prose import percent
from harena.core.state import OVER, SPECTATOR
from harena.core.view import Told, tell
from harena.games.combat_arena import GAME
from harena.games.combat_arena.pack.content import FACING_NAMES
from harena.games.combat_arena.rules.attack import FROM_REAR, ChooseEnemy, ChooseKind
from harena.games.combat_arena.rules.effect import Mend
from harena.games.combat_arena.rules.move import Face, Walk, facings
from harena.games.combat_arena.rules.push import Push, push_hexes
from harena.games.combat_arena.rules.round import UseFate
from harena.games.combat_arena.rules.wounds import ChooseBox
from harena.games.combat_arena.state import Arena
from harena.games.combat_arena.view import ArenaView, seen_by
from harena.games.combat_arena.words.hints import Hints
from harena.games.combat_arena.words.outlook import Outlook, fall_chance, hit_chances
from harena.games.combat_arena.words.printed import (
    card_line,
    card_text,
    effect_text,
    fate_text,
    injury_text,
    row_label,
    row_text,
    rule_text,
    sheet_lines,
    unique_text,
    weapon_text,
)
from harena.games.combat_arena.words.words import ArenaWords

from .arena import CASTUS, FROZEN, GRUE, RAFELO, STANDARD, TEKNOTH, VARIANTS, Fight, put, start

NAMES = ["Ada", "Ben", "Cid", "Dot"]
ACTIONS = GAME.actions(STANDARD)

KINDS = {
    *(
        "order_roll",
        "took_fighter",
        "placed",
        "faced",
        "round",
        "dealt",
        "put_in",
        "neutral_in",
        "initiative",
    ),
    *("no_cards", "passed", "played", "used_unique", "handed_over", "energy", "discarded", "drew", "healed"),
    *("mended", "moved", "pushed", "slammed", "snared", "held_on", "attacked", "rerolled", "warded"),
    *("reaction_roll", "reacted", "wounded", "endured", "covered", "injury_drawn", "injured", "unmarked"),
    *("fatal_roll", "defeated", "hand_discarded", "recovered", "used_fate", "rolled_off", "won"),
}
STEPS = {
    *("TakePlace", "PickFighter", "FirstFacing", "ChooseAction", "Redraw", "Walk", "Face", "ChooseKind"),
    *("ChooseEnemy", "ChooseTarget", "React", "Push", "Snare", "ChooseBox", "Mend", "DiscardAny", "ShowTwo"),
    *("ResolveShown", "UseFate", "ExtraTurn"),
}


def words_of(state: Arena) -> ArenaWords:
    return ArenaWords(state.pack, NAMES[: state.seats])


def everybody(state: Arena) -> list[int]:
    return [*range(state.seats), SPECTATOR]


def bold_choice(state: Arena, luck: random.Random) -> int:
    """A random action, attacks and Specials more often, so that games end and everything comes up."""
    legal = state.legal()
    bold = [action for action in legal if 24 <= action < 73]
    return luck.choice(bold if bold and luck.random() < 0.6 else legal)


@cache
def games() -> list[tuple[list[ArenaView], Arena]]:
    """Random games of every variant: the views of those who decided and of a spectator, and the end.

    Every rule of a fighter works from the beginning in one pack or the other.
    """
    played = []
    boards = (("storm_eye", STANDARD), ("pinwheel", FROZEN))
    for seed, (options, (board, pack)) in enumerate(itertools.product(VARIANTS, boards)):
        luck = random.Random(seed)
        state = start(pack, seed=seed, board=board, **options)
        views = []
        while state.seat != OVER:
            views += [seen_by(state, ACTIONS, state.seat), seen_by(state, ACTIONS, SPECTATOR)]
            state.play(bold_choice(state, luck))
        played.append((views + [seen_by(state, ACTIONS, seat) for seat in everybody(state)], state))
    return played


def views() -> Iterator[tuple[ArenaWords, ArenaView]]:
    for seen, state in games():
        words = words_of(state)
        for view in seen:
            yield words, view


def assert_sensible(text: str) -> None:
    """What no player should ever read."""
    assert text.strip() == text
    assert text
    assert "_" not in text, text
    assert "None" not in text, text
    assert "  " not in text, text
    assert not re.search(r"[.,;:]\s*[.,;:]", text), text
    things = "wounds|cards|hits|dice|hexes|spaces|Injuries|Initiative cards"
    assert not re.search(rf"(?<![\d.])1 ({things})\b", text), text
    assert not re.search(r"(?<![\d.])([02-9]|\d\d+) (wound|card|hit|die|hex|Initiative card)\b", text), text
    assert not re.search(r"[a-z,;] You\b", text), f"'you' is small inside a sentence: {text}"
    assert not re.search(r"\b[Yy]ou (is|has|\w+[^s]s)\b", text), text


def assert_sentence(text: str) -> None:
    assert_sensible(text)
    assert re.match(r"[A-Z0-9]", text), text
    assert text[-1] in ".?!", text


# --- everything has a sentence


def test_every_event_of_many_games_is_told_to_everybody_in_a_sentence() -> None:
    told: set[str] = set()
    for seen, state in games():
        words, cast = words_of(state), seen[-1].cast
        for viewer in everybody(state):
            for event in state.journal or []:
                told.add(event.kind)
                assert_sentence(words.tell(tell(event, 0, viewer), cast, viewer))
    assert told >= KINDS - {"held_on", "fatal_roll", "no_cards"}


def test_every_question_has_a_prompt_for_those_who_decide_and_those_who_wait() -> None:
    asked: set[str] = set()
    for words, view in views():
        asked.add(view.asking)
        assert_sentence(words.prompt(view))
    assert asked >= STEPS - {"Mend", "Snare"}


def test_every_choice_has_a_label_and_a_hint() -> None:
    for words, view in views():
        labels = [words.label(view, action) for action in view.actions]
        assert len(set(labels)) == len(labels), labels
        for label in labels:
            assert_sensible(label)
            assert len(label) <= 46, label
        for action in view.actions[:: 1 if len(view.actions) < 12 else 3]:
            assert_sentence(words.hint(view, action))


def test_every_position_can_be_read_out() -> None:
    for words, view in itertools.islice(views(), 0, None, 7):
        lines = words.describe(view).split("\n")
        for line in lines:
            assert_sensible(line)
        assert lines[-1] == words.prompt(view)


def test_everything_printed_is_written_out() -> None:
    for card in STANDARD.cards:
        assert_sentence(card_text(card))
        assert_sentence(card_line(card))
        for row in ("move", "attack", "special"):
            assert_sentence(row_text(card, row))
            assert_sensible(row_label(card, row))
    for injury in STANDARD.injuries:
        assert_sentence(injury_text(injury))
    for character in STANDARD.characters:
        for heading, text in sheet_lines(character):
            assert_sensible(heading)
            assert_sentence(text)


# --- what is printed


def card(id: str) -> str:
    found = next(card for card in STANDARD.cards if card.id == id)
    return row_text(found, "special")


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("iron_vow", "Against melee attacks: ignore 2 hits."),
        ("mirror_shield", "Against ranged attacks: ignore 2 hits."),
        ("sand_dancer", "Against any attack: on a roll of 4 or more ignore all hits."),
        ("burning_aegis", "Against any attack: ignore 2 hits. Energy -1."),
        ("horns_of_the_ram", "Push an adjacent fighter in front of you 1 hex away."),
        ("knife_in_the_dust", "Attack with 4 dice from behind, melee, +1 wound a hit."),
        (
            "wheel_of_steel",
            "Attack each enemy in your melee Kill Zone with 3 dice, push 1 hex if it hits. Energy -1.",
        ),
        ("smiths_blessing", "Put one Damage marker back. Heal 1 wound."),
        (
            "lion_rampant",
            "Move up to 2 hexes, then face ahead. Attack with 3 dice. Energy -1.",
        ),
        ("serpents_smile", "An enemy within 2 hexes discards 1 random card. Turn to any facing."),
        ("heralds_scorn", "An enemy within 3 hexes loses 2 Energy."),
        ("the_long_game", "Draw 2 cards. Turn to any facing."),
        ("thunder_underfoot", "Push each adjacent enemy 1 hex away. Energy -1."),
        ("spoils_of_the_pit", "Inflict 1 wound on an enemy within 4 hexes."),
    ],
)
def test_a_special_is_written_out_from_its_verbs(id: str, text: str) -> None:
    assert card(id) == text


def test_reference_cards_and_injuries_are_written_out() -> None:
    rafelo, teknoth, grue, castus = STANDARD.characters
    assert rafelo.melee is not None
    assert rafelo.rule is not None
    assert teknoth.ranged is not None
    assert castus.rule is not None
    assert weapon_text(rafelo.melee, True) == (
        "Thunder Hammer: 2 wounds a hit; straight ahead 4+ adjacent; cone ahead 5+ adjacent."
    )
    assert weapon_text(teknoth.ranged, False) == (
        "Relic Gauss Blaster: 1 wound a hit; cone ahead 4+ at 2 to 3 hexes, 5+ at 4 to 5 hexes."
    )
    assert rule_text(rafelo.rule, True) == (
        "Impenetrable Defence: roll a die for each hit from your front arc; on 5 or more ignore it."
    )
    assert rule_text(castus.rule, True) == (
        "Cool Tactician: before your turn, swap up to 2 cards for unseen ones."
    )
    assert unique_text(grue) == (
        "Discard 2 cards. Attack with 6 dice, melee, push 1 hex if it hits. "
        "If it hit, inflict 2 wounds on the same enemy. If it hit, the same enemy loses 3 Energy."
    )
    assert [fate_text(one) for one in (rafelo, grue)] == [
        "Inflict 3 wounds on an enemy of your choice.",
        "Inflict 1 wound on each enemy.",
    ]
    texts = {injury.id: injury_text(injury) for injury in STANDARD.injuries}
    assert texts["pierced_heart"] == "Roll a die: on 6 you are defeated."
    assert texts["ringing_skull"] == (
        "Moves are 1 hex shorter and attacks roll 1 die fewer until the end of the next round."
    )
    assert texts["leaking_cells"] == "Lose 2 Energy."
    assert effect_text(STANDARD.effects[0]) != ""


# --- chances


def brute_force(dice: int, needed: int, again: int) -> list[float]:
    """The chance of every number of hits, from all rolls there are."""
    counted = [0] * (dice + 1)
    for rolls in itertools.product(range(1, 7), repeat=dice + again):
        spare, left = list(rolls[dice:]), again
        hits = 0
        for die in rolls[:dice]:
            rolled = die
            if rolled < needed and left > 0:
                left -= 1
                rolled = spare.pop()
            hits += rolled >= needed
        counted[hits] += 1
    return [number / 6 ** (dice + again) for number in counted]


@pytest.mark.parametrize(("dice", "again"), [(1, 0), (2, 0), (3, 0), (4, 0), (1, 1), (3, 1), (3, 2), (2, 3)])
@pytest.mark.rule("CA-5.2", "CA-5.5")
def test_the_chances_are_those_of_all_rolls(dice: int, again: int) -> None:
    for needed in range(2, 8):
        assert hit_chances(dice, needed, again) == pytest.approx(brute_force(dice, needed, again))


@pytest.mark.rule("CA-6.5")
def test_the_chance_to_fall_is_that_of_the_die_and_all_cards() -> None:
    for cards in range(6):
        assert fall_chance(cards) == sum(die + cards < 4 for die in range(1, 7)) / 6


@pytest.mark.rule("CA-4.1", "CA-4.2", "CA-6.3")
def test_reach_facings_and_pushes_foreseen_are_those_of_the_rules() -> None:
    luck = random.Random(5)
    walks = 0
    for options in VARIANTS:
        state = start(seed=7, **options)
        while state.seat != OVER and walks < 150 * (VARIANTS.index(options) + 1):
            walks += 1
            if state.round > 0:
                assert_foresees(state)
            state.play(bold_choice(state, luck))


def assert_foresees(state: Arena) -> None:
    view = seen_by(state, ACTIONS, state.seat)
    outlook = Outlook(STANDARD, view)
    step = state.waiting
    standing = [n for n, fighter in enumerate(state.fighters) if fighter.pos >= 0]
    for a, b in itertools.permutations(standing, 2):
        hexes = push_hexes(state.field, state.fighters[a].pos, state.fighters[b].pos)
        assert sorted(outlook.pushed_from(outlook.place(a), outlook.place(b))) == members_of(hexes)
        assert outlook.in_front(a, b) == state.sees(a, b)
    if isinstance(step, Walk):
        n = max(step.n - state.slowed(step.who), 0)
        assert sorted(outlook.reach(step.who, n)) == [action - 170 for action in state.legal()]
        for h in outlook.reach(step.who, n):
            faces = members_of(facings(state, step.who, n, step.mode, h))
            assert outlook.walks(step.who, n, step.mode)[h][1] == tuple(DIRECTIONS[way] for way in faces)


# --- the sentences that matter, with their numbers


def hints(fight: Fight) -> dict[str, str]:
    words, view = words_of(fight.state), fight.view(fight.decider)
    return {action: words.hint(view, action) for action in view.actions}


def prompt(fight: Fight, viewer: int | None = None) -> str:
    seat = fight.decider if viewer is None else viewer
    return words_of(fight.state).prompt(fight.view(seat))


def test_an_enemy_is_chosen_knowing_the_odds() -> None:
    fight = Fight(put(CASTUS, "e5", "e"), put(GRUE, "e6", "w"), put(TEKNOTH, "d5", "e"))
    fight.do(ChooseEnemy(0, n=3, mode=0, y=1))
    assert prompt(fight) == "Choose whom to attack: 3 dice, melee, push 1 hex on a hit."
    hit, wounds = 1 - (1 / 3) ** 3, 3 * 2 / 3 * 2 * 5 / 6  # Grue shrugs off every sixth wound
    assert hints(fight)["target:grue"] == (
        f"3 dice on 3+: {hit:.0%} to hit, 2.0 hits, {wounds:.1f} wounds; 20 to defeat. "
        "On a hit: pushed to e7."
    )
    assert hints(fight)["target:teknoth"].startswith(
        "3 dice on 3+: 96% to hit, 2.0 hits, 4.0 wounds; 20 to defeat. From behind."
    )


@pytest.mark.rule("CA-5.4")
def test_injuries_bare_boxes_and_wards_change_the_odds() -> None:
    weak = put(CASTUS, "e5", "e", bare="melee", lasting="wrenched_shoulder")
    fight = Fight(weak, put(RAFELO, "e6", "w"), put(TEKNOTH, "d5", "w"))
    fight.do(ChooseEnemy(0, n=3, mode=0))
    wounds = 2 * 1 / 2 * 2 * 4 / 6  # two dice at 4+, two wounds each, a third of the hits stopped
    assert hints(fight)["target:rafelo"] == (
        f"2 dice on 4+: 75% to hit, 1.0 hits, {wounds:.1f} wounds; 14 to defeat."
    )


def test_melee_or_ranged_is_chosen_knowing_both() -> None:
    fight = Fight(put(CASTUS, "e5", "e"), put(TEKNOTH, "e6", "w"))
    fight.do(ChooseKind(0, n=2))
    assert prompt(fight) == "Attack with 2 dice: melee or ranged?"
    assert prompt(fight, 1) == "Ada (Lieutenant Castus) is choosing between melee and ranged."
    assert hints(fight) == {
        "kind:melee": "Power Sword and Storm Shield. Teknoth the Dread 3+: 89% to hit, 1.3 hits, 2.7 wounds.",
        "kind:ranged": "Neo-volkite Pistol. Teknoth the Dread 4+: 75% to hit, 1.0 hits, 2.0 wounds.",
    }


@pytest.mark.rule("CA-6.1")
def test_an_attack_from_behind_tells_only_of_those_who_can_be_attacked_so() -> None:
    fight = Fight(put(CASTUS, "e5", "e"), put(TEKNOTH, "e6", "w"), put(GRUE, "d5", "e"))
    fight.do(ChooseKind(0, n=2, what=FROM_REAR))
    said = hints(fight)["kind:ranged"]
    assert "Refulgus Grue" in said
    assert "Teknoth" not in said, "he faces the attacker"


@pytest.mark.rule("CA-5.3")
def test_a_reaction_is_chosen_knowing_what_it_saves() -> None:
    target = put(TEKNOTH, "e6", "w", hand="iron_vow sand_dancer burning_aegis red_banner", energy=5)
    fight = Fight(put(CASTUS, "e5", "e"), target, dice=[6, 6, 6])
    fight.do(ChooseEnemy(0, n=3, mode=0))
    assert prompt(fight) == "Lieutenant Castus hits you 3 times (melee): 6 wounds. 20 would be defeat. React?"
    assert hints(fight) == {
        "react:iron_vow": "Ignore 2 of 3 hits: 2 wounds instead of 6.",
        "react:sand_dancer": "On 4 or more (50%) ignore all 3 hits: no wound instead of 6.",
        "react:burning_aegis": "Ignore 2 of 3 hits: 2 wounds instead of 6. Energy -1 (Initiative 3 to 2).",
        "no_reaction": "6 wounds and 1 Critical Injury; 20 to defeat.",
    }


@pytest.mark.rule("CA-7.1")
def test_a_deadly_attack_is_called_so() -> None:
    target = put(RAFELO, "e6", "e", hand="iron_vow", marker=4, covered=4)
    fight = Fight(put(CASTUS, "e5", "e"), target, dice=[6, 6, 6])
    fight.do(ChooseEnemy(0, n=3, mode=0))
    assert hints(fight)["no_reaction"].endswith("; 1 to defeat, deadly.")
    assert hints(fight)["react:iron_vow"].endswith("instead of 6, still deadly.")


@pytest.mark.rule("CA-7.1")
def test_wounds_that_may_be_endured_are_not_called_certain() -> None:
    target = put(GRUE, "e6", "e", hand="iron_vow", marker=5, covered=5)
    fight = Fight(put(CASTUS, "e5", "e"), target, dice=[6, 6, 6])
    fight.do(ChooseEnemy(0, n=3, mode=0))
    assert hints(fight)["no_reaction"] == (
        "6 wounds (5.0 expected) and up to 1 Critical Injury; 1 to defeat, may be deadly."
    )
    assert hints(fight)["react:iron_vow"].endswith("instead of 6, may still be deadly.")
    bare = put(GRUE, "e6", "e", hand="iron_vow", marker=5, covered=5, bare="rule")
    certain = Fight(put(CASTUS, "e5", "e"), bare, dice=[6, 6, 6])
    certain.do(ChooseEnemy(0, n=3, mode=0))
    assert hints(certain)["no_reaction"] == "6 wounds and 1 Critical Injury; 1 to defeat, deadly."


@pytest.mark.rule("CA-6.4", "CA-6.5")
def test_a_push_is_chosen_knowing_where_it_leads() -> None:
    me = put(CASTUS, "e3", "e", hand="horns_of_the_ram iron_vow")
    fight = Fight(me, put(GRUE, "e4", "e", hand="red_banner"), board="storm_eye")
    fight.turn(CASTUS).play("no")
    assert hints(fight)["card:horns_of_the_ram/special"] == (
        "Push an adjacent fighter in front of you 1 hex away. "
        "Refulgus Grue: pushed at the arc-snare e5: 50% to fall, 33% with 1 card spent."
    )
    slam = Fight(put(CASTUS, "e8", "e", hand="horns_of_the_ram iron_vow"), put(GRUE, "e9", "e"))
    slam.turn(CASTUS).play("no")
    assert hints(slam)["card:horns_of_the_ram/special"].endswith(
        "Refulgus Grue: pushed against the wall, up to 3 wounds (1.7 on average)."
    )


def test_a_push_with_a_choice_names_what_waits_on_each_hex() -> None:
    fight = Fight(put(CASTUS, "c3", "e"), put(GRUE, "d5", "e"), put(TEKNOTH, "d6", "e"), board="pinwheel")
    fight.do(Push(0, 1, n=1))
    assert prompt(fight) == "Choose where to push Refulgus Grue."
    assert hints(fight) == {
        "hex:d6": "Against Teknoth the Dread, up to 3 wounds (1.7 on average).",
        "hex:e6": "To e6.",
    }


@pytest.mark.parametrize(
    ("pusher", "target", "board", "leads"),
    [
        ("e5", "e6", "sand", "to e7, then to e8."),
        ("e7", "e8", "sand", "to e9, then against the wall, up to 3 wounds (1.7 on average)."),
        ("e2", "e3", "storm_eye", "to e4, then at the arc-snare e5: 50% to fall, no card to save."),
        ("e3", "e4", "storm_eye", "at the arc-snare e5: 50% to fall, no card to save."),
        ("a2", "a3", "sand", "to a4, then against Teknoth the Dread, up to 3 wounds (1.7 on average)."),
    ],
)
@pytest.mark.rule("CA-6.3", "CA-6.4", "CA-6.5")
def test_a_push_of_two_hexes_tells_both(pusher: str, target: str, board: str, leads: str) -> None:
    fight = Fight(put(CASTUS, pusher), put(GRUE, target), put(TEKNOTH, "a5"), board=board)
    fight.do(Walk(0, n=1))
    words, view = words_of(fight.state), fight.view(0)
    assert Hints(fight.pack, view, words.teller_of(view)).push(1, 2) == f"pushed {leads}"


@pytest.mark.rule("CA-6.3")
def test_a_long_push_that_leaves_a_choice_later_says_so() -> None:
    fight = Fight(put(CASTUS, "c3", "e"), put(GRUE, "d5", "e"), put(TEKNOTH, "d6", "e"))
    fight.do(Push(0, 1, n=2))
    assert hints(fight) == {
        "hex:d6": "Against Teknoth the Dread, up to 3 wounds (1.7 on average).",
        "hex:e6": "To e6 and 1 more hex.",
    }


@pytest.mark.parametrize(
    ("left", "draw"), [(5, "2 cards"), (1, "2 cards (only 1 left)"), (0, "2 cards (none left)")]
)
def test_drawing_tells_how_many_cards_there_are(left: int, draw: str) -> None:
    fight = Fight(put(TEKNOTH, "e1", "e", hand="the_long_game"), put(GRUE, "e5", "w"))
    state = fight.state
    for card in members_of(state.aside)[left:]:
        state.aside ^= 1 << card
        state.discard |= 1 << card
    fight.turn(TEKNOTH)
    assert hints(fight)["card:the_long_game/special"] == f"Draw {draw}. Turn to any facing."


@pytest.mark.rule("CA-7.8")
@pytest.mark.parametrize(
    ("marker", "covered", "heal"),
    [
        *((3, 0, "2 wounds"), (2, 1, "2 wounds (only 1 to heal)"), (2, 2, "2 wounds (nothing to heal)")),
        (4, 1, "2 wounds (nothing to heal)"),
    ],
)
def test_healing_tells_how_much_there_is_to_heal(marker: int, covered: int, heal: str) -> None:
    hurt = put(RAFELO, "e1", "e", hand="roar_of_the_stands", marker=marker, covered=covered)
    fight = Fight(hurt, put(GRUE, "e5", "w")).turn(RAFELO)
    left = fight[RAFELO].wounds_left()
    assert hints(fight)["card:roar_of_the_stands/special"].startswith(f"Heal {heal}. ")
    fight.play("card:roar_of_the_stands/special")
    gain = {"2 wounds": 2, "2 wounds (only 1 to heal)": 1}.get(heal, 0)
    assert fight[RAFELO].wounds_left() - left == gain


def test_swapping_asks_for_no_more_cards_than_there_are() -> None:
    fight = Fight(put(CASTUS, "e1", "e", hand="the_long_game"), put(GRUE, "e5", "w"))
    state = fight.state
    for card in members_of(state.aside)[1:]:
        state.aside ^= 1 << card
        state.discard |= 1 << card
    fight.turn(CASTUS)
    assert prompt(fight) == "Cool Tactician: swap one card before your turn?"


@pytest.mark.rule("CA-8.1")
def test_the_position_as_text_tells_the_teams() -> None:
    match = harena.new("combat_arena", seed=3, players=4, names=NAMES, variant="brothers")
    view: Any = match.view(SPECTATOR)
    sides = [fighter.side for fighter in view.fighters]
    assert sorted(sides) == [0, 0, 1, 1]
    text = str(match)
    for name, side in zip(NAMES, sides, strict=True):
        assert re.search(rf"{name}(, you)?, team {('I', 'II')[side]}\b", text)


@pytest.mark.rule("CA-8.2")
def test_the_position_as_text_tells_the_champion_from_the_challengers() -> None:
    fight = Fight(put(CASTUS, "e5"), put(GRUE, "e7"), put(RAFELO, "a1"), variant="kingslayer")
    text = words_of(fight.state).describe(fight.view(0))
    assert "(Ada, you, Champion)" in text
    assert "(Ben, Challenger)" in text
    assert "team" not in text
    assert "Energy 7 (3 Initiative cards)" in text, "the start is space 7, as in the rulebook"


@pytest.mark.rule("CA-6.5")
def test_at_the_arc_snare_the_cards_needed_are_counted() -> None:
    target = put(GRUE, "e4", "e", hand="red_banner iron_vow")
    fight = Fight(put(CASTUS, "e3", "e"), target, board="storm_eye", dice=[2])
    fight.do(Push(0, 1, n=1))
    assert prompt(fight) == (
        "The arc-snare pulls: you have 2 and need 4. Discard 2 cards, one at a time, or fall?"
    )
    assert hints(fight)["no"] == "With 2 you are below 4 and defeated."
    assert hints(fight)["discard:red_banner"] == (
        "3 of 4. Move 4, face ahead; attack 5 dice Energy -2; Gather Fury Energy +3."
    )
    fight.play("discard:red_banner")
    assert hints(fight)["discard:iron_vow"].startswith("4 of 4: you hold on.")


@pytest.mark.rule("CA-3.4")
def test_a_row_tells_its_energy_and_the_initiative_cards_it_leads_to() -> None:
    me = put(TEKNOTH, "e1", "e", hand="red_banner the_long_game", energy=5)
    fight = Fight(me, put(GRUE, "e5", "w"))
    fight.turn(TEKNOTH)
    assert prompt(fight) == "Choose your action. Energy 6 (3 Initiative cards), 20 wounds to defeat."
    said = hints(fight)
    assert said["card:red_banner/move"] == "Face ahead, the way you went."
    assert said["card:the_long_game/move"] == "Face back, the way you came. Energy +2 (Initiative still 3)."
    assert said["card:red_banner/special"] == "Turn to any facing. Energy +3 (Initiative 3 to 4)."
    chances = hit_chances(5, 4, 1)
    hits = sum(n * chance for n, chance in enumerate(chances))
    assert said["card:red_banner/attack"] == (
        f"Refulgus Grue, ranged 4+: 98% to hit, {hits:.1f} hits, {hits * 5 / 6:.1f} wounds. "
        "Energy -2 (Initiative 3 to 2)."
    )
    assert percent(1 - chances[0]) == "98%"
    words = words_of(fight.state)
    view = fight.view(0)
    assert words.label(view, "card:red_banner/move") == "The Red Banner: move 4, face ahead"
    assert words.label(view, "card:red_banner/attack") == "The Red Banner: attack 5 dice"
    assert words.label(view, "card:red_banner/special") == "The Red Banner: Gather Fury"
    assert words.label(view, "unique") == "Unique: Emerald Sentence"


def test_a_hex_tells_what_is_in_reach_and_who_threatens_it() -> None:
    slow = put(CASTUS, "e1", "e", lasting="ringing_skull")
    fight = Fight(slow, put(TEKNOTH, "e5", "w"))
    fight.do(Walk(0, n=3, mode=FACING_NAMES.index("ahead")))
    assert prompt(fight) == (
        "Choose where to move, up to 2 hexes (1 hex lost to injuries). You will face ahead, the way you went."
    )
    assert hints(fight)["hex:e3"] == (
        "2 hexes, facing east. In reach: Teknoth the Dread (ranged 4+). "
        "In danger from: Teknoth the Dread (ranged 3+)."
    )


def test_a_facing_tells_who_is_in_reach_and_who_behind() -> None:
    fight = Fight(put(CASTUS, "e5", "e"), put(TEKNOTH, "e6", "w"), put(GRUE, "e4", "e"))
    fight.do(Face(0, n=63))
    assert hints(fight)["facing:e"] == (
        "In reach: Teknoth the Dread (melee 3+, ranged 4+). Behind you: Refulgus Grue."
    )
    assert words_of(fight.state).label(fight.view(0), "facing:se") == "South-east"


def test_the_fallen_learn_what_their_fate_does() -> None:
    fight = Fight(put(RAFELO, "e5"), put(GRUE, "e7"), put(CASTUS, "a1"))
    fight[RAFELO].down, fight[RAFELO].pos = True, -1
    fight.do(UseFate(0))
    assert prompt(fight) == (
        "Brother Rafelo is down, but not done. Use Rage Without a Body? "
        "Inflict 2 wounds on an enemy of your choice."
    )


@pytest.mark.rule("CA-5.4")
def test_a_damage_box_is_chosen_knowing_both_columns() -> None:
    fight = Fight(put(GRUE, "e5", bare="melee rule"), put(CASTUS, "e7"))
    fight.do(Mend(0))
    assert prompt(fight) == "Choose which Damage marker to put back."
    assert hints(fight)["box:rule"] == ("Then: roll a die for each wound; on 6 ignore it. Now: no effect.")
    assert words_of(fight.state).label(fight.view(0), "box:melee") == "Plague Sword (melee weapon)"
    fight.do(ChooseBox(1))
    assert hints(fight)["box:melee"] == (
        "Then: 2 wounds a hit; cone ahead 4+ adjacent. Now: 2 wounds a hit; cone ahead 3+ adjacent."
    )


@pytest.mark.parametrize(
    ("kind", "numbers", "mine", "others"),
    [
        (
            "no_cards",
            (0, 0, 0),
            "You have no cards, so nothing happens.",
            "Lieutenant Castus has no cards, so",
        ),
        ("held_on", (0, 5, 0), "You hold on and stay out of", "Lieutenant Castus holds on and stays out of"),
        (
            "fatal_roll",
            (0, 6, 6),
            "You roll 6, where 6 kills, and die.",
            "Lieutenant Castus rolls 6, where 6",
        ),
        (
            "fatal_roll",
            (0, 5, 6),
            "You roll 5, where 6 kills, and live.",
            "Lieutenant Castus rolls 5, where 6",
        ),
        ("game_drawn", (3, 0, 0), "The game is a draw.", "The game is a draw."),
        ("healed", (0, 0, 0), "You have nothing to heal.", "Lieutenant Castus has nothing to heal."),
        ("drew", (0, 0, 0), "You draw no card: none is left.", "Lieutenant Castus draws no card: none is"),
        (
            "defeated",
            (0, 1, 0),
            "You are defeated by Refulgus Grue.",
            "Lieutenant Castus is defeated by you.",
        ),
        ("defeated", (0, -1, 0), "You are defeated.", "Lieutenant Castus is defeated."),
        (
            "energy",
            (0, -2, 4),
            "Your Energy falls to 5 (2 Initiative cards).",
            "Lieutenant Castus' Energy falls",
        ),
        (
            "rolled_off",
            (4, 4, 0),
            "You rolled 4, Refulgus Grue 4: a tie, each discards a random card, if they hold one.",
            "Lieutenant Castus rolled 4, you 4: a tie",
        ),
        (
            "initiative",
            (0, 1, 0),
            "Your Initiative card is drawn; 1 is left.",
            "Lieutenant Castus' Initiative",
        ),
        (
            "mended",
            (0, 0, 0),
            "You put the Damage marker of Power Sword",
            "Lieutenant Castus puts the Damage",
        ),
        (
            "won",
            (1, 1, 0),
            "You win the game as the least wounded.",
            "Lieutenant Castus wins the game as the",
        ),
    ],
)
def test_what_is_rare_is_told_well_too(
    kind: str, numbers: tuple[int, int, int], mine: str, others: str
) -> None:
    fight = Fight(put(CASTUS, "e5"), put(GRUE, "e7"))
    words, cast = words_of(fight.state), fight.view(0).cast
    event = Told(1, kind, "CA-7.6", *numbers, None, False)
    assert words.tell(event, cast, 0).startswith(mine)
    assert words.tell(event, cast, 1).startswith(others)
    for viewer in (0, 1, SPECTATOR):
        assert_sentence(words.tell(event, cast, viewer))


# --- who is who


def test_you_are_you_only_with_a_single_fighter() -> None:
    event = Told(1, "pushed", "CA-6.3", 0, 1, 40, None, False)
    one_each = Fight(put(CASTUS, "e5"), put(GRUE, "e7"))
    words, cast = words_of(one_each.state), one_each.view(0).cast
    assert [words.tell(event, cast, seat) for seat in (0, 1, SPECTATOR)] == [
        "You push Refulgus Grue to f6.",
        "Lieutenant Castus pushes you to f6.",
        "Lieutenant Castus pushes Refulgus Grue to f6.",
    ]
    two_each = Fight(put(CASTUS, "e5"), put(GRUE, "e7"), put(RAFELO, "a1"), put(TEKNOTH, "a5"), players=2)
    words, cast = words_of(two_each.state), two_each.view(0).cast
    assert {words.tell(event, cast, seat) for seat in (0, 1, SPECTATOR)} == {
        "Lieutenant Castus pushes Refulgus Grue to f6."
    }


def test_the_story_alone_tells_who_is_who() -> None:
    match = harena.new("combat_arena", seed=3, players=2, names=["Ada", "Ben"], set_up="given")
    match.play(match.legal()[0])
    told = match.story(1)
    assert "Ada takes Brother Rafelo." in told
    assert "You take Teknoth the Dread." in told
    assert "Brother Rafelo is dealt 5 cards." in told
    assert sum(line.startswith("You are dealt 5 cards: ") for line in told) == 1


def test_what_is_secret_is_told_to_its_owner_only() -> None:
    cast = Fight(put(CASTUS, "e5"), put(GRUE, "e7")).view(1).cast
    for event in (
        Told(1, "dealt", "CA-2.1", 0, 2, 0, None, True),
        Told(1, "drew", "CA-3.1", 0, 2, 0, None, True),
    ):
        assert ":" not in ArenaWords(STANDARD, NAMES).tell(event, cast, 1)


def test_an_attack_is_told_die_by_die() -> None:
    target = put(RAFELO, "e6", "w", hand="iron_vow")
    fight = Fight(put(CASTUS, "e5", "e"), target, dice=[2, 3, 6, 1, 5])
    fight.do(ChooseEnemy(0, n=3, mode=0)).play("react:iron_vow")
    words, cast = words_of(fight.state), fight.view(1).cast
    assert [words.tell(tell(event, 0, 1), cast, 1) for event in fight.state.journal or []] == [
        "Lieutenant Castus rolls 2, 3, 6 against you, needing 3: 2 hits.",
        "Your Impenetrable Defence rolls 1, 5, needing 5, and stops 1 hit.",
        "You react with Iron Vow.",
        "You ignore 1 hit with Parry.",
    ]


@pytest.mark.rule("CA-8.2")
def test_a_result_names_the_winners() -> None:
    words = ArenaWords(STANDARD, NAMES[:3])
    fight = Fight(put(CASTUS, "e5"), put(GRUE, "e7"), put(RAFELO, "a1"), variant="kingslayer")
    won = Told(1, "won", "CA-7.6", 2, 0, 0, None, False)
    assert words.tell(won, fight.view(0).cast, 0) == "The Challengers win the game."
    fight[CASTUS].down = fight[GRUE].down = True
    assert words.prompt(fight.view(2)) == "The game is over: you win."
    assert words.prompt(fight.view(0)) == "The game is over: Cid wins."
