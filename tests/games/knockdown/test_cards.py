"""Each of the 36 Attack cards: its symbol, where it reaches, and all that it does."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from harena.games.knockdown import GAME
from harena.games.knockdown.pack.content import SYMBOL_NAMES, Attack, BrawlPack

from .book_table import Agreed, Flow, Luck, Side
from .brawl import FOE, FROZEN, JAMES, KATIE, ME, STANDARD, Bout, put
from .by_the_book import ByTheBook
from .on_paper import ALL, Paper, straight

PAPER = Paper()
ROW_C = {1: "c3", 2: "c4", 3: "c5"}  # in line with c2; c1 and c5 are four apart


class Card(NamedTuple):
    """A card as the specification says it: Katie uses it from c2 (or c1), James is the target in row c."""

    symbol: str
    range: str  # "" is unlimited, "->" a projectile
    wounds: tuple[int, int]  # of the pool
    knockout: bool = False
    strike: bool = True
    more: tuple[int, int] = (0, 0)  # in the frame
    target: int = 0  # by how many spaces the target moves away
    user: int = 0  # by how many the user moves toward it
    drops: int = 0  # cards the target loses


BLOCK, DASH, POWER, WILD = SYMBOL_NAMES
CARDS = {
    "uppercut": Card(POWER, "1", (2, 0), knockout=True),
    "haymaker": Card(POWER, "1", (1, 1), knockout=True, target=1),
    "headbutt": Card(POWER, "1", (2, 0), knockout=True, drops=1),
    "pipe_wrench": Card(POWER, "1", (3, 0), knockout=True),
    "body_blow": Card(BLOCK, "1", (3, 0), target=1),
    "knee_strike": Card(DASH, "1", (1, 0), more=(1, 0)),
    "fire_axe": Card(DASH, "1", (1, 1)),
    "bulkhead_slam": Card(BLOCK, "1", (1, 0)),
    "airlock_kick": Card(BLOCK, "1", (1, 0), more=(1, 0), target=2),
    "chokehold": Card(WILD, "1", (1, 0), drops=1),
    "plasma_cutter": Card(POWER, "1-2", (1, 1)),
    "stun_baton": Card(BLOCK, "1-2", (1, 0), drops=1),
    "sliding_tackle": Card(BLOCK, "2", (1, 0), user=1, drops=1),
    "flying_kick": Card(DASH, "2", (2, 0), knockout=True, user=1),
    "chain_whip": Card(DASH, "2", (1, 0), more=(1, 0), target=-1),
    "shotgun": Card(POWER, "2", (3, 0), target=1),
    "cargo_hook": Card(BLOCK, "2-3", (2, 0), target=-1),
    "thrown_crate": Card(BLOCK, "2-3", (2, 0)),
    "frag_grenade": Card(POWER, "2-3", (1, 0), more=(1, 0), target=1),
    "long_shot": Card(BLOCK, "3-4", (0, 1), knockout=True),
    "tracer_burst": Card(DASH, "3-4", (3, 0)),
    "service_pistol": Card(DASH, "->", (1, 0), knockout=True),
    "rivet_gun": Card(POWER, "->", (3, 0)),
    "harpoon": Card(DASH, "->", (2, 0)),
    "synthetic_food": Card(BLOCK, "", (0, 0), strike=False),
    "med_kit": Card(POWER, "", (0, 0), strike=False),
    "second_wind": Card(DASH, "", (0, 0), strike=False),
    "adrenaline": Card(WILD, "", (0, 0), strike=False),
    "vent_crawl": Card(DASH, "", (0, 0), strike=False),
    "scavenge": Card(BLOCK, "", (0, 0), strike=False),
    "false_alarm": Card(POWER, "", (0, 0), strike=False, drops=1),
    "acid_spray": Card(BLOCK, "1-2", (2, 0), strike=False),
    "tranquilliser": Card(POWER, "2-3", (1, 0), strike=False, knockout=True),
    "arc_flash": Card(WILD, "->", (1, 0), strike=False, knockout=True),
    "magnetic_pull": Card(DASH, "->", (1, 0), strike=False),
    "nerve_gas": Card(BLOCK, "", (1, 0), strike=False),
}
FOR_ONESELF = ("synthetic_food", "med_kit", "second_wind", "adrenaline", "vent_crawl", "scavenge")


def reaches(range: str, mine: str, theirs: str) -> bool:
    if range == "->":
        return straight(mine, theirs)
    if not range:
        return True
    near, _, far = range.partition("-")
    return int(near) <= PAPER.distance(mine, theirs) <= int(far or near)


def used(id: str, mine: str, theirs: str) -> Bout:
    bout = Bout(put(KATIE, mine), put(JAMES, theirs, hand="dash dash power"), row=id)
    return bout.play(f"attack:{id}")


# --- as the specification says


@pytest.mark.rule("KD-1.1", "KD-2.3")
def test_there_are_36_cards_with_their_symbols_and_marks() -> None:
    cards = FROZEN.arenas[0].cards
    assert [card.id for card in cards] == list(CARDS)
    assert {card.id: SYMBOL_NAMES[card.symbol] for card in cards} == {
        id: card.symbol for id, card in CARDS.items()
    }
    symbols = [card.symbol for card in CARDS.values()]
    assert [symbols.count(symbol) for symbol in SYMBOL_NAMES] == [12, 10, 11, 3]
    assert sum(card.knockout for card in CARDS.values()) == 9
    assert sum(card.strike for card in CARDS.values()) == 24


@pytest.mark.rule("KD-1.3", "KD-3.4")
@pytest.mark.parametrize("id", CARDS)
def test_where_a_card_reaches(id: str) -> None:
    for theirs in set(ALL) - {"c2"}:
        bout = used(id, "c2", theirs)
        struck = bool(bout.told("attacked"))
        assert struck == reaches(CARDS[id].range, "c2", theirs), theirs


@pytest.mark.rule("KD-4.1", "KD-4.4")
@pytest.mark.parametrize("id", [id for id in CARDS if id not in FOR_ONESELF])
def test_what_a_card_does_to_its_target(id: str) -> None:
    card = CARDS[id]
    distance = next((steps for steps in ROW_C if reaches(card.range, "c2", ROW_C[steps])), 3)
    bout = used(id, "c2", ROW_C[distance])
    while bout.asking in ("Discard", "Strip"):
        assert bout.decider == (FOE if bout.asking == "Discard" else ME)
        bout.play("symbol:dash")
    assert bout.wounds(FOE) == (card.wounds[0] + card.more[0], card.wounds[1] + card.more[1])
    assert len(bout.hand(FOE)) == 3 - card.drops
    assert bout.space(FOE) == f"c{min(5, 2 + distance + card.target)}"
    assert bout.space(ME) == f"c{2 + card.user}"
    assert (bout.asking == "Call") == card.knockout
    if card.knockout:
        bout.play("no_call")
    assert id in bout.hand(ME)


@pytest.mark.rule("KD-4.2")
@pytest.mark.parametrize("id", [id for id in CARDS if id not in FOR_ONESELF])
def test_only_strikes_can_be_blocked(id: str) -> None:
    card = CARDS[id]
    theirs = next((ROW_C[steps] for steps in ROW_C if reaches(card.range, "c2", ROW_C[steps])), "c5")
    bout = Bout(put(KATIE, "c2"), put(JAMES, theirs, hand="block block dash dash"), row=id).play(
        f"attack:{id}"
    )
    assert (bout.asking == "Block") == card.strike


# --- cards that say something of their own


@pytest.mark.rule("KD-5.3")
def test_uppercut_a_passed_test_takes_no_wounds_away() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=6), row="uppercut", dice=[6, 6, 6])
    assert bout.play("attack:uppercut", "call").wounds(FOE) == (8, 0)


@pytest.mark.rule("KD-5.3")
def test_after_uppercut_the_next_test_takes_wounds_away_again() -> None:
    bout = Bout(put(KATIE, "c2"), put(JAMES, "c3", light=4), row="uppercut pipe_wrench", dice=[6, 6, 6] * 2)
    bout.play("attack:uppercut", "call", "attack:pipe_wrench", "call")
    assert bout.wounds(FOE) == (5, 0), "six and three are nine; four of them go"


@pytest.mark.rule("KD-1.10")
def test_bulkhead_slam_inflicts_a_heavy_wound_at_the_edge() -> None:
    assert used("bulkhead_slam", "c2", "c3").wounds(FOE) == (1, 0)
    assert used("bulkhead_slam", "c2", "b1").wounds(FOE) == (1, 1)


def test_chokehold_lets_the_attacker_choose() -> None:
    bout = used("chokehold", "c2", "c3")
    assert (bout.decider, bout.opened("symbol")) == (ME, {"dash", "power"})
    assert bout.play("symbol:power").symbols(FOE) == ["dash", "dash"]


def test_harpoon_and_magnetic_pull_drag_two_spaces_and_cargo_hook_too() -> None:
    assert used("harpoon", "c1", "c5").space(FOE) == "c3"
    assert used("magnetic_pull", "c1", "c5").space(FOE) == "c3"
    assert used("cargo_hook", "c1", "c4").space(FOE) == "c2"


@pytest.mark.rule("KD-3.4")
@pytest.mark.parametrize(("kind", "left"), [("light", (1, 1)), ("heavy", (2, 0))])
def test_synthetic_food_discards_a_light_or_a_heavy_wound(kind: str, left: tuple[int, int]) -> None:
    bout = Bout(put(KATIE, "c1", light=2, heavy=1), put(JAMES, "c5"), row="synthetic_food")
    bout.play("attack:synthetic_food")
    assert bout.opened("heal") == {"light", "heavy"}
    assert bout.play(f"heal:{kind}").wounds(ME) == left


@pytest.mark.parametrize(("wounds", "left"), [((0, 0), (0, 0)), ((2, 0), (1, 0)), ((0, 2), (0, 1))])
def test_synthetic_food_asks_only_where_there_are_both(
    wounds: tuple[int, int], left: tuple[int, int]
) -> None:
    bout = Bout(put(KATIE, "c1", light=wounds[0], heavy=wounds[1]), put(JAMES, "c5"), row="synthetic_food")
    assert bout.play("attack:synthetic_food").wounds(ME) == left
    assert bout.asking == "Act"


@pytest.mark.parametrize(("light", "left"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_med_kit_discards_two_light_wounds(light: int, left: int) -> None:
    bout = Bout(put(KATIE, "c1", light=light, heavy=1), put(JAMES, "c5"), row="med_kit").play(
        "attack:med_kit"
    )
    assert bout.wounds(ME) == (left, 1)


def test_second_wind_discards_a_light_wound_and_moves_one_space() -> None:
    bout = Bout(put(KATIE, "c1", light=2), put(JAMES, "c5"), row="second_wind").play("attack:second_wind")
    assert (bout.wounds(ME), bout.opened("place")) == ((1, 0), {"c1", "b1", "c2", "d1"})


def test_adrenaline_moves_two_and_vent_crawl_blinks_three() -> None:
    assert used("adrenaline", "c1", "c2").opened("place") == set(PAPER.walks("c1", 2, {"c2"}))
    assert used("vent_crawl", "c1", "c2").opened("place") == PAPER.within("c1", 3) - {"c2"}


def test_scavenge_takes_another_card_of_the_row() -> None:
    bout = Bout(put(KATIE, "c1"), put(JAMES, "c5"), row="scavenge haymaker").play("attack:scavenge")
    bout.play("take:haymaker")
    assert bout.hand(ME) == {"scavenge", "haymaker"}
    assert (len(bout.row), bout.wounds(FOE)) == (2, (0, 0)), "it does nothing else"


# --- every card of every box, against the book


class OneAttack(ByTheBook):
    """The book, opened at a position in which one card is used."""

    def __init__(self, bout: Bout, id: str) -> None:
        self.bout, self.id = bout, id
        super().__init__(bout.pack, Agreed(), Luck())

    def match(self) -> Flow[None]:
        state = self.bout.state
        self.arena, self.skill_set = state.arena, state.skill_set
        names = state.field.names
        self.paper = Paper(names[space] for space in range(19) if state.arena.spaces >> space & 1)
        self.row, self.active = self.bout.row, ME
        for side in self.sides:
            self.lay(side)
        yield from self.attack_with(self.sides[ME], self.id)

    def lay(self, side: Side) -> None:
        fighter = self.bout.fighter(side.seat)
        side.sheet, side.space, side.hand = (
            fighter.sheet,
            self.bout.space(side.seat),
            self.bout.hand(side.seat),
        )
        side.light, side.heavy, side.ammo = fighter.light, fighter.heavy, fighter.ammo
        side.contamination, side.flame = fighter.contamination, self.bout.flame(side.seat)


def outcomes(bout: Bout, id: str) -> None:
    """Use the card in every way that is open, and compare each with the book; tests are not called."""
    start = bout.state.copy()
    todo: list[list[str]] = [[]]
    while todo:
        answers = todo.pop()
        bout.state = start.copy()
        book = OneAttack(bout, id)
        bout.play(f"attack:{id}")
        for answer in answers:
            bout.play(answer)
            book.answer(answer)
        if book.question is None:
            assert bout.asking == "Act"
            for side in book.sides:
                assert (bout.wounds(side.seat), bout.space(side.seat), bout.hand(side.seat)) == (
                    *((side.light, side.heavy), side.space),
                    side.hand,
                )
            continue
        assert (bout.decider, bout.open) == (book.question.seat, set(book.question.answers))
        todo += [[*answers, answer] for answer in sorted(bout.open) if answer != "call"]


def boxes() -> list[tuple[BrawlPack, Attack]]:
    abyss = GAME.pack("abyss")
    return [(pack, card) for pack in (STANDARD, abyss) for arena in pack.arenas for card in arena.cards]


@pytest.mark.rule("KD-4.1", "KD-4.2", "KD-4.4")
@pytest.mark.parametrize(
    ("pack", "card"), boxes(), ids=lambda one: getattr(one, "id", getattr(one, "name", ""))
)
def test_every_card_of_every_box_goes_by_the_book_at_every_distance(pack: BrawlPack, card: Attack) -> None:
    foe, me = (sheet.id for sheet in pack.sheets[:2])  # James has no Reaction, which would multiply the ways
    names = [
        name for place, name in enumerate(pack.arenas[0].field.names) if pack.arenas[0].spaces >> place & 1
    ]
    mine = names[len(names) // 2]
    paper = Paper(names)
    met = set()
    for theirs in sorted(set(names) - {mine}, key=lambda space: (paper.distance(mine, space), space)):
        far = (paper.distance(mine, theirs), straight(mine, theirs), paper.at_edge(theirs))
        if far in met:
            continue
        met.add(far)
        rest = [one.id for one in pack.arenas[0].cards if one is not card][:3]
        hand = "block block power dash"
        bout = Bout(
            put(me, mine, light=2, heavy=1, hand="dash power"),
            put(foe, theirs, light=1, hand=hand),
            row=" ".join([card.id, *rest]),
            pack=pack,
        )
        outcomes(bout, card.id)
