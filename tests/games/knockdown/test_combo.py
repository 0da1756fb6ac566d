"""KD-3.5, KD-3.9: Combos; costs are paid exactly, and nothing payable is missed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from harena.games.knockdown.pack.content import packed
from harena.games.knockdown.rules.pay import payable

from .brawl import FOE, JAMES, KATIE, ME, PUPPY, Bout, make_pack, put
from .written import Written

SYMBOLS = ("block", "dash", "power", "wild")


def special(id: str, fighter: str) -> str:
    """The notation of a Special, by its id."""
    names = {
        JAMES: ["headshot", "suppressive_fire", "order", "reload"],
        KATIE: ["flashover", "welding_torch", "ignite", "smoke_screen"],
        PUPPY: ["gnaw", "spit", "pounce", "acid_blood"],
    }[fighter]
    return f"special:{names.index(id) + 1}"


# --- what a Combo is


@pytest.mark.rule("KD-3.5")
def test_specials_and_dashes_come_in_any_order_until_one_stops() -> None:
    bout = Bout(put(JAMES, "c1", hand="dash dash power power block", ammo=0), put(PUPPY, "c5"))
    bout.play("dash:c2", special("headshot", JAMES), "symbol:power", "no_call")
    assert bout.wounds(FOE) == (1, 1)
    bout.play("dash:c3")
    assert (bout.space(ME), bout.asking) == ("c3", "Combo")
    bout.play("stop")
    assert (bout.asking, bout.state.waiting.n, bout.symbols(ME)) == ("Act", 1, ["block"])


@pytest.mark.rule("KD-3.5")
def test_each_special_once_in_a_combo_and_again_in_the_next() -> None:
    bout = Bout(put(JAMES, "c1", hand="block block block", ammo=0), put(PUPPY, "c5"))
    bout.play("special:4")
    assert "special:4" not in bout.open
    assert "special:2" in bout.open
    bout.play("stop")
    assert "special:4" in bout.open


@pytest.mark.rule("KD-3.5")
def test_dashes_may_be_repeated_as_often_as_they_can_be_paid() -> None:
    bout = Bout(put(PUPPY, "c1", hand="dash dash dash"), put(JAMES, "e3")).play(
        "dash:b1", "dash:a1", "dash:a2"
    )
    assert (bout.space(ME), bout.symbols(ME), bout.state.waiting.n) == ("a2", [], 1)


@pytest.mark.rule("KD-3.5")
def test_a_dash_follows_the_rules_of_a_move() -> None:
    bout = Bout(put(JAMES, "c1", hand="dash"), put(PUPPY, "c2"))
    assert bout.opened("dash") == bout.opened("move") == {"b1", "d1"}


@pytest.mark.rule("KD-3.5")
def test_a_combo_ends_by_itself_when_nothing_more_can_be_paid() -> None:
    bout = Bout(put(KATIE, "c1", hand="dash block"), put(PUPPY, "c5")).play("dash:c2")
    assert bout.asking == "Combo"
    bout.play(special("ignite", KATIE), "place:c3")
    assert (bout.asking, bout.state.waiting.n) == ("Act", 1)


@pytest.mark.rule("KD-3.5")
@pytest.mark.parametrize(
    ("space", "reaches"), [("c5", True), ("b3", False), ("d4", False), ("a1", False), ("e3", False)]
)
def test_a_special_needs_its_opponent_in_range(space: str, reaches: bool) -> None:
    bout = Bout(put(JAMES, "c1", hand="power power"), put(PUPPY, space))
    assert (special("headshot", JAMES) in bout.open) == (reaches or space == "a1")


@pytest.mark.rule("KD-3.5")
@pytest.mark.parametrize(("ammo", "fire", "reload"), [(0, False, True), (1, True, True), (6, True, False)])
def test_a_special_that_can_do_nothing_is_not_open(ammo: int, fire: bool, reload: bool) -> None:
    bout = Bout(put(JAMES, "c1", hand="block", ammo=ammo), put(PUPPY, "c5"))
    assert (special("suppressive_fire", JAMES) in bout.open) == fire
    assert (special("reload", JAMES) in bout.open) == reload


@pytest.mark.rule("KD-3.5")
@pytest.mark.parametrize(("verb", "n", "can"), [("move", 3, False), ("blink", 1, False), ("blink", 2, True)])
def test_a_move_that_leads_nowhere_is_nothing(verb: str, n: int, can: bool) -> None:
    """Puppy stands in the only space beside James: a Blink of two steps passes, nothing else moves."""

    def change(pack: Written) -> None:
        there = ["a1", "a2", "a3", "b3", "b4", "c4", "c5"]
        pack.ground(spaces=there, starts=["a1", "c5"], light=[], heavy=[])
        pack.special("order")["effect"] = [{"do": verb, "n": n}]

    bout = Bout(put(JAMES, "a1", hand="block"), put(PUPPY, "a2"), pack=make_pack(change))
    assert (special("order", JAMES) in bout.open) == can


@pytest.mark.rule("KD-3.5", "KD-4.9")
def test_what_was_paid_is_lost_if_a_reaction_takes_the_target_out_of_range() -> None:
    bout = Bout(put(JAMES, "c1", hand="power block"), put(KATIE, "c3", hand="dash block"))
    bout.play(special("headshot", JAMES), "special:4", "place:b4")
    assert (bout.symbols(ME), bout.wounds(FOE)) == ([], (0, 0))
    assert bout.pack.attacks[bout.told("missed")[0].b].id == "headshot"
    assert not bout.told("called")
    assert bout.asking == "Act", "no call for an attack that was not resolved"


@pytest.mark.rule("KD-3.5")
def test_a_special_without_a_cost_is_refused() -> None:
    def free(pack: Written) -> None:
        pack.special("reload")["cost"] = []

    with pytest.raises(Exception, match="cost"):
        make_pack(free)


# --- paying


@pytest.mark.rule("KD-3.5")
def test_costs_are_paid_one_symbol_at_a_time_and_the_rest_stays_payable() -> None:
    bout = Bout(put(JAMES, "c1", hand="power wild block"), put(PUPPY, "c5")).play(special("headshot", JAMES))
    assert bout.opened("symbol") == {"power", "wild"}
    bout.play("symbol:wild")
    assert bout.opened("symbol") == {"block", "power"}
    bout.play("symbol:block")
    assert bout.symbols(ME) == ["power"]


def hands(most: int) -> Iterator[tuple[str, ...]]:
    for size in range(most + 1):
        yield from combinations_with_replacement(SYMBOLS, size)


def can_pay(hand: tuple[str, ...], cost: tuple[str, ...]) -> bool:
    """Try every card for every symbol; "any" takes all, a Wild card fits everywhere."""
    if not cost:
        return True
    return any(
        (cost[0] in ("any", card) or card == "wild")
        and can_pay((*hand[:place], *hand[place + 1 :]), cost[1:])
        for place, card in enumerate(hand)
    )


@pytest.mark.rule("KD-1.2", "KD-3.5")
def test_no_payable_cost_is_missed_and_none_is_overpaid() -> None:
    """Every hand of up to six symbols against every cost of up to four: 210 hands, 70 costs."""
    costs = [
        (block, dash, power, some)
        for block, dash, power, some in product(range(4), repeat=4)
        if 1 <= block + dash + power + some <= 4
    ]
    for hand in hands(6):
        held = [hand.count(symbol) for symbol in SYMBOLS]
        for cost in costs:
            owed = tuple(
                name
                for name, n in zip(("block", "dash", "power", "any"), cost, strict=True)
                for _ in range(n)
            )
            assert payable(packed(list(cost)), *held) == can_pay(hand, owed), (hand, owed)


@pytest.mark.rule("KD-1.2", "KD-3.5")
@pytest.mark.parametrize(
    "cost", [("power", "wild"), ("block", "power"), ("dash", "wild", "wild"), ("dash", "block", "power")]
)
def test_every_way_to_pay_is_offered_and_takes_exactly_the_cost(cost: tuple[str, ...]) -> None:
    """All hands of three or four, each paid in every way that is offered, compared with brute force."""

    def change(pack: Written) -> None:
        pack.special("headshot")["cost"] = list(cost)

    pack = make_pack(change)
    owed = tuple(
        "any" if symbol == "wild" else symbol for symbol in SYMBOLS for _ in range(cost.count(symbol))
    )
    for hand in (hand for hand in hands(4) if len(hand) >= 3 and hand.count("wild") <= 2):
        bout = Bout(put(JAMES, "c1", hand=" ".join(hand), ammo=0), put(PUPPY, "c5"), pack=pack)
        assert ("special:1" in bout.open) == can_pay(hand, owed)
        if "special:1" in bout.open:
            left = {tuple(sorted(rest)) for rest in remainders(hand, owed)}
            assert paid_in_every_way(bout) == left


def remainders(hand: tuple[str, ...], owed: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What can be left of a hand after paying."""
    if not owed:
        yield hand
        return
    for place, card in enumerate(hand):
        if owed[0] in ("any", card) or card == "wild":
            yield from remainders((*hand[:place], *hand[place + 1 :]), owed[1:])


def paid_in_every_way(bout: Bout) -> set[tuple[str, ...]]:
    """The hands that are left after naming Headshot and paying in each way that is open."""
    left: set[tuple[str, ...]] = set()
    start = bout.state.copy()
    todo = [[bout.action("special:1")]]
    while todo:
        answers = todo.pop()
        bout.state = start.copy()
        for answer in answers:
            bout.state.play(answer)
        if bout.asking == "Pay":
            todo += [[*answers, way] for way in bout.state.legal()]
        else:
            left.add(tuple(bout.symbols(ME)))
    return left


# --- KD-3.9


@pytest.mark.rule("KD-3.9")
def test_two_cards_of_any_kind_shake_one_contamination_card_off_once_in_a_combo() -> None:
    hand = "block dash power wild"
    bout = Bout(put(JAMES, "c1", hand=hand, contamination=2), put(PUPPY, "c5")).play("shake_off")
    assert bout.opened("symbol") == {"block", "dash", "power", "wild"}
    bout.play("symbol:power")
    assert bout.fighter(ME).contamination == 2, "not yet paid"
    bout.play("symbol:dash")
    assert (bout.fighter(ME).contamination, bout.symbols(ME)) == (1, ["block", "wild"])
    assert "shake_off" not in bout.open
    bout.play("stop", "shake_off", "symbol:block")
    assert (bout.fighter(ME).contamination, bout.symbols(ME)) == (0, [])


@pytest.mark.rule("KD-3.9")
@pytest.mark.parametrize(
    ("hand", "contamination", "can"), [("block", 1, False), ("block dash", 0, False), ("dash wild", 1, True)]
)
def test_shaking_off_needs_two_cards_and_something_to_shake_off(
    hand: str, contamination: int, can: bool
) -> None:
    bout = Bout(put(JAMES, "c1", hand=hand, contamination=contamination), put(PUPPY, "c5"))
    assert ("shake_off" in bout.open) == can
