"""What a seat sees as numbers: all that the view shows, and no Skill that it cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from harena.core.bits import bit, members_of
from harena.core.dice import fast_dice
from harena.games.knockdown import GAME, features
from harena.games.knockdown.pack.content import SYMBOL_NAMES, VERB_NAMES, packed
from harena.games.knockdown.rules import questions
from harena.games.knockdown.rules.building import build
from harena.games.knockdown.rules.pay import FOR_AN_ATTACK, SHAKE, TWO_OF_ANY, Pay
from harena.games.knockdown.rules.skills import ONCE_NAMES
from harena.games.knockdown.rules.tower import period_of
from harena.games.knockdown.state import ROW, Brawl, Setting
from kit.rows import Change, Row, add, asking_steps, width_of

from .brawl import FOE, JAMES, KATIE, ME, STANDARD, Bout, put, start

MIDDLE = 17  # of the cube below


def bout(**options: Any) -> Bout:
    return Bout(
        put(KATIE, "c1", hand="block power power", skills="brawler", down="bleeding", light=2),
        put(JAMES, "c5", hand="wild", skills="marksman", heavy=1, wins=1),
        **options,
    )


# --- whose is whose


@pytest.mark.parametrize(("seat", "own", "other"), [(ME, "own", "opponent"), (FOE, "opponent", "own")])
def test_own_things_come_first_for_either_seat(seat: int, own: str, other: str) -> None:
    game = bout()
    row = Row(game.state, seat)
    assert row["own/seat"] == [1 - seat, seat]
    assert row.places(f"{own}/space") == [game.place("c1")]
    assert row.places(f"{other}/space") == [game.place("c5")]
    assert row[f"{own}/symbols"] == [1, 0, 2, 0]
    assert row[f"{other}/symbols"] == [0, 0, 0, 1]
    assert row.number(f"{own}/light") == 2
    assert row.number(f"{other}/heavy") == 1
    assert [row.number(f"{who}/to win") for who in (own, other)] == [2, 1]
    assert row.places("turn/whose") == [seat]
    assert row.number("question/to decide") == 1 - seat


@pytest.mark.rule("KD-2.3")
@pytest.mark.parametrize("closed", [False, True])
def test_hands_come_from_the_row_so_both_are_known_even_where_they_are_closed(closed: bool) -> None:
    game = bout(closed_hands=closed)
    for seat, hands in ((ME, ("own", "opponent")), (FOE, ("opponent", "own"))):
        row = Row(game.state, seat)
        for who, hand in enumerate(hands):
            assert row.places(f"{hand}/hand") == members_of(game.fighter(who).hand)


# --- Skills


@pytest.mark.rule("KD-2.2")
def test_a_skill_that_lies_face_down_is_in_its_owner_s_row_alone() -> None:
    game = bout()
    mine, theirs = Row(game.state, ME), Row(game.state, FOE)
    assert mine.places("own/face down") == [game.skill("bleeding")]
    assert theirs.number("opponent/face down") == 1
    assert mine.places("own/face up") == theirs.places("opponent/face up") == [game.skill("brawler")]
    others = bout()
    fighter, spare = others.state.one, members_of(others.state.undealt)[0]
    hidden = fighter.chosen() & ~fighter.up
    if fighter.own == hidden:
        fighter.own = bit(spare)
    else:
        fighter.got = bit(spare)
    assert Row(others.state, ME).differs(mine) == {"own/face down"}
    assert Row(others.state, FOE).all == theirs.all


@pytest.mark.rule("KD-2.6")
def test_while_skills_are_drafted_only_their_holder_sees_them() -> None:
    state = start(fighters="random")
    held = [members_of(state.fighter(seat).held) for seat in (ME, FOE)]
    assert [Row(state, seat).places("own/held") for seat in (ME, FOE)] == held
    before = Row(state, FOE)
    kept = []
    for action in state.legal():
        later = state.copy()
        later.play(action)
        assert Row(later, ME).places("own/held") == []
        assert len(Row(later, ME).places("own/passed")) == 2
        kept.append(Row(later, FOE))
    assert [row.all for row in kept] == [kept[0].all] * 3, "what was kept is secret"
    assert kept[0]["own/held"] == before["own/held"]
    assert kept[0].number("opponent/face down") == 1


@pytest.mark.rule("KD-2.6")
def test_a_seat_knows_what_it_received_and_what_it_will_turn_up() -> None:
    state = start(fighters="random")
    luck = random.Random(3)
    while state.waiting.question() != questions.FACE:
        state.play(luck.choice(state.legal()))
    row = Row(state, ME)
    assert row.places("own/received") == members_of(state.two.gave)
    assert row["own/chosen"] == [0, 0]
    chosen, others = set(), set()
    for action in state.legal():
        later = state.copy()
        later.play(action)
        chosen.add(tuple(Row(later, ME)["own/chosen"]))
        others.add(tuple(Row(later, FOE).all))
    assert chosen == {(1, 0), (0, 1)}
    assert len(others) == 1


def test_the_order_of_the_deck_is_not_in_it() -> None:
    game = bout()
    rows = [Row(game.state, seat).all for seat in (ME, FOE)]
    game.state.deck.reverse()
    assert [Row(game.state, seat).all for seat in (ME, FOE)] == rows


# --- the table


@pytest.mark.rule("KD-3.1")
def test_the_row_says_which_card_is_the_oldest() -> None:
    game = bout(row="haymaker uppercut")
    places = Row(game.state, ME)["cards/row"]
    assert [places[card] for card in game.state.row] == [1, 2, 3, 4]
    assert sum(places) == 10


@pytest.mark.rule("KD-4.2")
def test_a_block_is_about_an_attack_and_its_wounds() -> None:
    game = Bout(put(KATIE, "c2"), put(JAMES, "c3", hand="block block dash"), row="haymaker")
    game.play("attack:haymaker")
    attack = game.arena.cards[game.card("haymaker")]
    for seat in (ME, FOE):
        row = Row(game.state, seat)
        assert row.places("question/question") == [questions.BLOCK]
        assert row.number("question/to decide") == seat
        assert row.places("question/attack") == [attack.number]
        assert row.number("question/light") == attack.light
        assert row.number("question/heavy") == attack.heavy
        assert row.places("cards/taken") == [game.card("haymaker")]
        assert row.number("question/actions") == 1, "the second of the turn is still to come"


@pytest.mark.rule("KD-3.5")
def test_what_is_still_to_be_paid_is_counted_by_symbol() -> None:
    game = bout()
    special = game.state.one.sheet.specials[0]
    step = Pay(ME, n=packed([0, 0, 1, 1]), mode=FOR_AN_ATTACK, what=special.number)
    game.state.waiting = step
    row = Row(game.state, FOE)
    assert row.places("question/question") == [questions.PAY]
    assert row["question/cost"] == [0, 0, 1, 1]
    assert row.number("question/left") == 0
    assert row.places("question/attack") == [special.number]
    game.state.waiting = Pay(ME, n=TWO_OF_ANY, mode=SHAKE)
    assert Row(game.state, FOE).places("question/attack") == []


@pytest.mark.rule("KD-5.2")
def test_a_tower_is_seen_cube_by_cube_by_those_who_build_them() -> None:
    game = bout(test="tower")
    game.dice = [700, 7]
    build(game.state, FOE, 3)
    game.state.run_on()
    row = Row(game.state, ME)
    assert row["test/tower"][:2] == [MIDDLE, 0]
    assert row["test/builder"] == [0, 1]
    assert row.number("test/cubes") == 3
    phase = game.state.waiting.mode
    assert row.number("test/phase") * 256 + row.number("test/phase rest") == phase
    game.play("cube:-2")
    assert Row(game.state, ME)["test/tower"][:3] == [MIDDLE, MIDDLE - 2, 0]
    assert "test/tower" not in Row(bout().state, ME).named


def test_each_question_has_its_own_number() -> None:
    numbers = [step.question() for step in asking_steps("harena.games.knockdown.")]
    assert sorted(numbers) == list(range(questions.QUESTIONS))


def test_nothing_is_asked_at_the_end() -> None:
    state = start(fighters="random", wins=1)
    luck = random.Random(1)
    while state.winner < 0:
        state.play(luck.choice(state.legal()))
    for seat in (ME, FOE):
        row = Row(state, seat)
        assert row.places("question/question") == []
        assert row.number("question/to decide") == 0
        assert row.places("turn/winner") == [state.winner ^ seat]


# --- all that the view shows

CHANGES: dict[str, Change] = {
    name: add(name)
    for name in (
        "one.light",
        "two.heavy",
        "one.pos",
        "two.flame",
        "one.ammo",
        "two.contamination",
        "one.wins",
        "two.hand",
        "two.up",
        "round",
        "turn",
        "first",
        "active",
        "once",
        "relief",
        "discard",
        "rolled",
        "needed",
        "taking",
    )
}
CHANGES["row"] = lambda state: state.row.reverse()
CHANGES["deck"] = lambda state: state.deck.pop()
CHANGES["roll shown"] = lambda state: setattr(state, "roll_shown", False)
CHANGES["wins"] = lambda state: agree(state, wins=1)
CHANGES["towers"] = lambda state: agree(state, towers=state.setting.towers ^ 1)
CHANGES["relief after a test"] = lambda state: agree(state, relief=2)
CHANGES["closed hands"] = lambda state: agree(state, closed_hands=True)


def agree(state: Brawl, **changes: Any) -> None:
    """Other things were agreed: a setting is shared, so there is a new one."""
    setting = Setting()
    for name in (
        "arena",
        "skill_set",
        "picks",
        "choose",
        "wins",
        "relief",
        "closed_hands",
        "rounds",
        "towers",
    ):
        setattr(setting, name, changes.get(name, getattr(state.setting, name)))
    state.setting = setting


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_whatever_changes_the_view_changes_the_row(name: str) -> None:
    game = bout(test="tower")
    game.state.rolled, game.state.needed, game.state.roll_shown = 0o654, 9, True
    for seat in (ME, FOE):
        before, changed = game.state, game.state.copy()
        CHANGES[name](changed)
        assert GAME.view(changed, seat) != GAME.view(before, seat)
        assert Row(changed, seat).differs(Row(before, seat))


# --- sizes


def test_sizes_depend_on_the_pack_and_on_towers_alone() -> None:
    plain = width_of(GAME, STANDARD)
    assert width_of(GAME, STANDARD, wins=1, relief="all", closed_hands=True, fighters="random") == plain
    tower = width_of(GAME, STANDARD, test="tower")
    assert tower > plain
    assert width_of(GAME, STANDARD, test="tower", dice_for="seat1") == tower
    joined = GAME.join([STANDARD, GAME.pack("abyss")])
    names = Row(GAME.start(joined, GAME.options(), fast_dice(1)), ME).named
    assert len(names["cards/arena"]) == len(joined.arenas) > 1
    assert len(names["question/attack"]) == len(joined.attacks)


def test_numbers_that_are_said_in_two_places_agree() -> None:
    """The state asks features.py, so that cannot ask the state or what is built on it."""
    assert features.ROW == ROW
    assert len(VERB_NAMES) == features.VERBS
    assert len(ONCE_NAMES) == features.ONCE
    assert len(SYMBOL_NAMES) == features.SYMBOLS
    assert period_of(1) == features.LONGEST
