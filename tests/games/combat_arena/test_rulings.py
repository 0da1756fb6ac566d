"""The rulings of set-up, round, turn and variants, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harena.core.hex import DIRECTIONS
from harena.core.state import SPECTATOR
from harena.games.combat_arena import GAME
from harena.games.combat_arena.rules.round import ROUNDS
from harena.games.combat_arena.rules.wounds import Defeat
from harena.games.combat_arena.state import Arena
from kit.packs import Plain

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put, start

START = FROZEN.start
CARD = "red_banner"  # the card whose Special the tests write anew
SPECIAL = f"card:{CARD}/special"
AROUND_E5 = ["e6", "f5", "f4", "e4", "d4", "d5"]  # in the order of DIRECTIONS


def special(*verbs: Plain) -> Callable[[Written], None]:
    return lambda written: written.special(CARD, *verbs)


def act(*verbs: Plain, others: tuple[Placed, ...] = (), dice: tuple[int, ...] = (), **options: Any) -> Fight:
    """Rafelo on e5 faces east and holds one card with this Special; Teknoth is far away."""
    others = others or (put(TEKNOTH, "a1"),)
    me = put(RAFELO, "e5", "e", hand=CARD)
    return Fight(me, *others, pack=make_pack(special(*verbs)), dice=dice, **options).turn(RAFELO)


def fell(fight: Fight, *names: str) -> Fight:
    """These fighters are defeated, by nobody."""
    for name in names:
        fight.do(Defeat(-1, fight.number(name)))
    return fight


# --- CA-1.4


def picks_offered(game: Arena) -> set[tuple[int, str]]:
    """Every fighter offered to a seat while the game is set up."""
    found = set()
    actions = GAME.actions(game.pack)
    while game.round == 0:
        found |= {(game.seat, actions.notation(action)) for action in game.legal()}
        game.play(game.legal()[0])
    return {(seat, offer) for seat, offer in found if offer.startswith("fighter:")}


@pytest.mark.rule("CA-1.4")
@pytest.mark.parametrize("seed", range(6))
def test_fighters_named_in_the_options_are_taken_as_named_and_nobody_else_can_pick_them(seed: int) -> None:
    game = start(FROZEN, seed=seed, players=3, picks="castus,,grue")
    assert picks_offered(game) == {(1, "fighter:rafelo"), (1, "fighter:teknoth")}
    assert [game.fighters[seat].sheet.id for seat in (0, 2)] == [CASTUS, GRUE]


@pytest.mark.rule("CA-1.4")
@pytest.mark.parametrize(("players", "fighters"), [(2, 2), (3, 3), (4, 4), (2, 4), (3, 4)])
def test_with_a_given_set_up_the_pack_s_fighters_are_taken_in_order(players: int, fighters: int) -> None:
    game = start(FROZEN, set_up="given", players=players, fighters=fighters)
    assert [one.sheet.id for one in game.fighters] == [RAFELO, TEKNOTH, GRUE, CASTUS][:fighters]


@pytest.mark.rule("CA-1.4")
@pytest.mark.parametrize("board", ["storm_eye", "pinwheel"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_a_given_set_up_the_first_two_stand_across_and_everyone_faces_the_middle(
    players: int, board: str
) -> None:
    game = start(FROZEN, set_up="given", players=players, board=board)
    first, second = game.fighters[:2]
    assert game.field.distance(first.pos, second.pos) == 8, "as far as the arena is wide"
    for one in game.fighters:
        hex = one.pos
        for _ in range(4):
            hex = game.field.neighbour(hex, one.facing)
        assert game.field.names[hex] == "e5"


@pytest.mark.rule("CA-1.4")
def test_the_first_two_stand_across_on_a_board_with_four_starting_hexes_too() -> None:
    pack = make_pack(lambda written: written.board("sand").update(starts=["a1", "a5", "i1", "i5"]))
    game = start(pack, board="sand", set_up="given", players=2)
    assert {game.field.names[one.pos] for one in game.fighters} in ({"a1", "i5"}, {"a5", "i1"})


# --- CA-1.5


@pytest.mark.rule("CA-1.5")
@pytest.mark.parametrize(
    ("players", "fighters", "owners"),
    [(2, 3, [0, 1, 0]), (2, 4, [0, 1, 0, 1]), (3, 4, [0, 1, 2, 0]), (3, 3, [0, 1, 2])],
)
def test_more_fighters_than_players_are_shared_out_in_seat_order(
    players: int, fighters: int, owners: list[int]
) -> None:
    game = start(FROZEN, set_up="given", players=players, fighters=fighters)
    assert [one.owner for one in game.fighters] == owners
    assert [one.side for one in game.fighters] == owners, "all of one player are one side"


@pytest.mark.rule("CA-1.5")
def test_fighters_of_one_player_are_never_each_other_s_enemies() -> None:
    hand = "crossed_blades spoils_of_the_pit heralds_scorn thunder_underfoot"
    placed = put(RAFELO, "e2", "e", hand=hand), put(TEKNOTH, "a5"), put(GRUE, "e3"), put(CASTUS, "i5")
    rows = {
        "crossed_blades/attack",
        "spoils_of_the_pit/special",
        "heralds_scorn/special",
        "thunder_underfoot/special",
    }
    assert not rows & Fight(*placed, players=2).turn(RAFELO).opened("card")
    assert rows <= Fight(*placed).turn(RAFELO).opened("card"), "Grue would be one if someone else led him"
    fight = fell(Fight(*placed, players=2), GRUE).draw_initiative(GRUE, RAFELO).play("yes")
    assert [fight.hurt(name) for name in (RAFELO, TEKNOTH, CASTUS)] == [0, 1, 1], "each enemy"


@pytest.mark.rule("CA-1.5")
def test_a_player_is_in_the_game_while_one_of_the_own_fighters_stands() -> None:
    placed = put(RAFELO, "a1"), put(TEKNOTH, "a5"), put(GRUE, "e1"), put(CASTUS, "e9")
    fight = fell(Fight(*placed, players=2), RAFELO, TEKNOTH)
    assert not fight.state.finished()
    fell(fight, CASTUS)
    assert fight.state.finished()
    assert fight.state.score() == [1.0, 0.0], "with Rafelo fallen, Grue wins it"


# --- CA-2.5


def drawing(n: int, aside: str, dice: tuple[int, ...]) -> Fight:
    """Rafelo draws n cards while only these are aside; all others are discarded."""
    fight = act({"do": "draw", "n": n}, dice=dice)
    fight.state.discard = fight.state.aside & ~fight.cards(aside)
    fight.state.aside = fight.cards(aside)
    return fight.play(SPECIAL)


@pytest.mark.rule("CA-2.5")
@pytest.mark.parametrize(("roll", "card"), [(1, "iron_vow"), (2, "sand_dancer"), (3, "boar_at_bay")])
def test_cards_are_drawn_at_random_from_those_put_aside(roll: int, card: str) -> None:
    fight = drawing(1, "iron_vow sand_dancer boar_at_bay", (roll,))
    assert fight.hand(RAFELO) == {card}
    assert fight.ids(fight.state.aside) == {"iron_vow", "sand_dancer", "boar_at_bay"} - {card}


@pytest.mark.rule("CA-2.5")
@pytest.mark.parametrize("aside", ["iron_vow sand_dancer", "iron_vow", ""])
def test_when_too_few_are_left_only_those_are_drawn_and_the_discard_pile_is_not_shuffled_in(
    aside: str,
) -> None:
    fight = drawing(3, aside, (1,) * len(aside.split()))
    assert fight.hand(RAFELO) == set(aside.split())
    assert fight.discard == {card.id for card in fight.pack.cards} - set(aside.split())
    assert (fight.over, fight.complete) == (True, True)


@pytest.mark.rule("CA-2.5")
def test_the_discard_pile_comes_back_in_the_next_round() -> None:
    fight = drawing(1, "", ())
    fight.dice = [1] * 100
    fight.draw_initiative()
    assert (fight.state.round, fight.discard, fight.complete) == (2, set(), True)
    assert fight.view(0).aside == 24 - 2 * 5


@pytest.mark.rule("CA-2.5")
def test_only_you_see_what_you_drew_but_everyone_knows_how_many() -> None:
    fight = drawing(2, "iron_vow sand_dancer boar_at_bay", (1, 1))
    assert fight.view(0).fighters[0].hand == ["iron_vow", "sand_dancer"]
    for seat in (1, SPECTATOR):
        seen = fight.view(seat)
        assert (seen.fighters[0].hand, seen.fighters[0].hand_size, seen.aside) == ([], 2, 1)
    (told,) = fight.told("drew")
    assert (told.b, told.eyes, told.secret) == (2, 1, fight.cards("iron_vow sand_dancer"))


# --- CA-3.6

GAIN: Plain = {"do": "energy", "n": 2}
WOUND: Plain = {"do": "wound", "n": 1, "on": "near", "reach": 1}
DRAIN: Plain = {"do": "drain", "n": 1, "on": "near", "reach": 3}
MOVE: Plain = {"do": "move", "n": 1, "facing": "ahead"}
BLOW: Plain = {"do": "attack", "n": 1, "on": "zone", "kind": "melee"}
IF_HIT: Plain = {"do": "energy", "n": 3, "if_hit": True}


def unique_or_fate(field: str, *verbs: Plain) -> Callable[[Written], None]:
    return lambda written: written.fighter(RAFELO)[field].update(effect=list(verbs))


@pytest.mark.rule("CA-3.6")
def test_the_parts_of_a_special_a_unique_and_a_fate_are_done_in_their_order() -> None:
    ahead = (put(TEKNOTH, "e6", hand="boar_at_bay"),)
    for verbs, kinds in (((DRAIN, WOUND), ["energy", "wounded"]), ((WOUND, DRAIN), ["wounded", "energy"])):
        fight = act(*verbs, others=ahead).play(SPECIAL)
        assert [event.kind for event in fight.state.journal or [] if event.kind in kinds] == kinds
        placed = put(RAFELO, "e5", "e", hand="iron_vow red_banner"), *ahead
        fight = Fight(*placed, pack=make_pack(unique_or_fate("unique", *verbs))).turn(RAFELO)
        fight.play("unique", "discard:iron_vow")
        assert [event.kind for event in fight.state.journal or [] if event.kind in kinds] == kinds
        anyone = [{"do": verb["do"], "n": 1, "on": "anyone"} for verb in verbs]
        three = put(RAFELO, "e5"), *ahead, put(CASTUS, "a1")
        fight = fell(Fight(*three, pack=make_pack(unique_or_fate("fate", *anyone))), RAFELO)
        fight.draw_initiative(RAFELO, TEKNOTH).play("yes", "target:castus", "target:castus")
        assert [event.kind for event in fight.state.journal or [] if event.kind in kinds] == kinds


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize(
    ("verbs", "hex", "possible"),
    [
        ((WOUND, DRAIN), "e6", True),
        ((WOUND, DRAIN), "e8", False),
        ((DRAIN, WOUND), "e8", False),
        ((GAIN, WOUND), "e8", False),
        ((BLOW, DRAIN), "e4", False),
        ((WOUND, MOVE), "e8", False),
        ((MOVE, WOUND), "e8", True),
        ((GAIN, MOVE, BLOW, WOUND), "e8", True),
        ((DRAIN, MOVE, WOUND), "e8", True),
        ((DRAIN, MOVE, WOUND), "e9", False),
    ],
)
def test_every_part_needs_its_target_but_for_those_after_a_move(
    verbs: tuple[Plain, ...], hex: str, possible: bool
) -> None:
    others = (put(TEKNOTH, hex),)
    assert (SPECIAL in act(*verbs, others=others).open) is possible
    placed = put(RAFELO, "e5", "e", hand="iron_vow red_banner"), *others
    fight = Fight(*placed, pack=make_pack(unique_or_fate("unique", *verbs))).turn(RAFELO)
    assert ("unique" in fight.open) is possible


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize("if_hit", [True, False])
def test_a_part_that_depends_on_a_hit_needs_no_target_and_is_skipped_without_one(if_hit: bool) -> None:
    """Teknoth hits Rafelo three hexes away; nobody is adjacent, so the wound that follows finds nobody."""
    shot = BLOW | {"kind": "ranged"}
    pack = make_pack(special(shot, WOUND | {"if_hit": if_hit}, GAIN))
    placed = put(TEKNOTH, "e5", "e", hand=CARD), put(RAFELO, "e8", "e")
    fight = Fight(*placed, pack=pack, dice=[6]).turn(TEKNOTH)
    assert (SPECIAL in fight.open) is if_hit
    if if_hit:
        fight.play(SPECIAL)
        assert (fight.over, fight.hurt(RAFELO), fight.energy(TEKNOTH)) == (True, 1, START + 2)


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize(
    "parts",
    [
        (WOUND,),
        ({"do": "push", "n": 1, "on": "adjacent"},),
        ({"do": "drop", "n": 1, "on": "each", "reach": 2},),
        (BLOW,),
        (BLOW | {"kind": "either"},),
        (BLOW | {"on": "each"},),
        (WOUND, BLOW | {"on": "same"}),
        (WOUND, {"do": "drain", "n": 1, "on": "same"}),
    ],
)
def test_a_part_without_a_target_is_skipped_the_rest_goes_on_and_a_skipped_attack_gives_no_energy(
    parts: tuple[Plain, ...],
) -> None:
    fight = act(MOVE, *parts, GAIN).play(SPECIAL, "hex:e6")
    assert (fight.over, fight.told("attacked")) == (True, [])
    assert fight.energy(RAFELO) == START + 2


@pytest.mark.rule("CA-3.6")
def test_a_target_that_fell_to_the_part_before_is_no_target_any_more() -> None:
    others = put(TEKNOTH, "e6", marker=5, covered=5), put(CASTUS, "a1")
    fight = act(WOUND, DRAIN, GAIN, others=others, dice=(1,)).play(SPECIAL)
    assert fight[TEKNOTH].down
    assert fight.over
    assert (fight.energy(CASTUS), fight.energy(RAFELO)) == (START, START + 1 + 2), "D3 for Teknoth, then two"


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize(
    ("dice", "answer", "gain"),
    [
        ((4, 4, 1, 1), "no_reaction", 3),
        ((4, 4, 5, 1), "no_reaction", 3),
        ((4, 4, 5, 5), "", 0),
        ((4, 4, 1, 1), "react:iron_vow", 0),
        ((4, 4, 5, 1), "react:iron_vow", 0),
        ((1, 3), "", 1),
    ],
)
def test_if_it_hits_means_a_hit_left_after_the_target_s_rule_and_reaction(
    dice: tuple[int, ...], answer: str, gain: int
) -> None:
    """Grue needs 4 and rolls two dice; Rafelo wards on 5 and may parry two hits. A miss gives one Energy."""
    pack = make_pack(special(BLOW | {"n": 2}, IF_HIT))
    placed = put(GRUE, "e5", "e", hand=CARD), put(RAFELO, "e6", "w", hand="iron_vow")
    fight = Fight(*placed, pack=pack, dice=dice).turn(GRUE).play(SPECIAL)
    if answer:
        fight.play(answer)
    assert (fight.over, fight.dice) == (True, [])
    assert fight.energy(GRUE) == START + gain


@pytest.mark.rule("CA-3.6")
@pytest.mark.parametrize("on", ["zone", "each", "same"])
def test_a_skipped_attack_has_not_hit_whatever_an_attack_before_it_did(on: str) -> None:
    """A blow that hits, a step away, a second blow at nobody."""
    fight = act(BLOW, MOVE, BLOW | {"on": on}, IF_HIT, others=(put(TEKNOTH, "e6"),), dice=(6,))
    fight.play(SPECIAL, "hex:e4")
    assert (fight.over, fight.hurt(TEKNOTH)) == (True, 2)
    assert fight.energy(RAFELO) == START


@pytest.mark.rule("CA-5.10")
@pytest.mark.parametrize(("dice", "hit"), [((6, 1), True), ((1, 6), True), ((1, 1), False)])
def test_if_it_hits_means_any_of_several_attacks(dice: tuple[int, ...], hit: bool) -> None:
    """Each miss gives one Energy, the part that asks for a hit three more."""
    enemies = put(TEKNOTH, "e6"), put(CASTUS, "f5")
    fight = act(BLOW | {"on": "each"}, IF_HIT, others=enemies, dice=dice).play(SPECIAL)
    assert (fight.over, fight.dice) == (True, [])
    misses = sum(die == 1 for die in dice)
    assert fight.energy(RAFELO) == min(START + misses + (3 if hit else 0), len(FROZEN.track) - 1)


# --- CA-3.7


def tactician(hand: str = "red_banner boar_at_bay", dice: tuple[int, ...] = (), **rest: Any) -> Fight:
    return Fight(put(CASTUS, "e5", hand=hand, **rest), put(TEKNOTH, "a1"), dice=dice).turn(CASTUS)


@pytest.mark.rule("CA-3.7")
def test_cards_are_changed_at_the_start_of_the_turn_before_an_action_is_chosen() -> None:
    fight = tactician()
    assert fight.open == {"no", "discard:red_banner", "discard:boar_at_bay"}
    assert "card:red_banner/move" in fight.play("no").open
    other = Fight(put(RAFELO, "e5", hand=CARD), put(CASTUS, "a1", hand="iron_vow")).turn(RAFELO)
    assert other.asking == "ChooseAction", "only those whose rule says so, and only in their own turn"


@pytest.mark.rule("CA-3.7")
def test_a_card_is_discarded_one_drawn_from_those_aside_and_seen_before_the_next_is_changed() -> None:
    fight = tactician(dice=(2, 1))
    aside = fight.ids(fight.state.aside)
    fight.play("discard:red_banner")
    assert (fight.discard, fight.view(0).fighters[0].hand) == ({CARD}, ["crossed_blades", "boar_at_bay"])
    assert "crossed_blades" in aside
    assert fight.open == {"no", "discard:crossed_blades", "discard:boar_at_bay"}
    fight.play("discard:boar_at_bay")
    assert fight.hand(CASTUS) == {"crossed_blades", "iron_vow"}
    assert fight.complete


@pytest.mark.rule("CA-3.7")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_up_to_the_number_the_rule_says(n: int) -> None:
    pack = make_pack(lambda written: written.fighter(CASTUS)["rule"].update(healthy={"n": n}))
    placed = put(CASTUS, "e5", hand="red_banner"), put(TEKNOTH, "a1")
    fight = Fight(*placed, pack=pack, dice=[1] * n).turn(CASTUS)
    for _ in range(n):
        assert fight.asking == "Redraw"
        fight.play(f"discard:{min(fight.hand(CASTUS))}")
    assert (fight.asking, len(fight.discard)) == ("ChooseAction", n)


@pytest.mark.rule("CA-3.7")
def test_it_may_stop_at_any_time() -> None:
    assert tactician().play("no").asking == "ChooseAction"
    fight = tactician(dice=(1,)).play("discard:red_banner", "no")
    assert (fight.asking, fight.hand(CASTUS)) == ("ChooseAction", {"iron_vow", "boar_at_bay"})


@pytest.mark.rule("CA-3.7")
def test_there_is_nothing_to_change_with_an_empty_hand_or_no_cards_aside() -> None:
    assert tactician(hand="").over
    fight = Fight(put(CASTUS, "e5", hand="red_banner"), put(TEKNOTH, "a1"), dice=[1])
    fight.state.aside, fight.state.discard = fight.cards("iron_vow"), fight.state.aside
    fight.state.discard &= ~fight.state.aside
    assert fight.turn(CASTUS).asking == "Redraw"
    assert fight.play("discard:red_banner").asking == "ChooseAction", "the last card aside is gone"
    assert fight.turn(CASTUS).asking == "ChooseAction"


# --- CA-3.8


@pytest.mark.rule("CA-3.8")
@pytest.mark.parametrize("facing", DIRECTIONS)
def test_ahead_of_you_means_one_of_the_three_adjacent_hexes_you_face(facing: str) -> None:
    place = DIRECTIONS.index(facing)
    ahead = {AROUND_E5[(place + turn) % 6] for turn in (-1, 0, 1)}
    found = set()
    for hex in [*AROUND_E5, "e7", "g5", "g3", "e3", "c3", "c5"]:
        fight = Fight(put(RAFELO, "e5", facing, hand="horns_of_the_ram"), put(TEKNOTH, hex)).turn(RAFELO)
        if "card:horns_of_the_ram/special" in fight.open:
            found.add(hex)
    assert found == ahead


@pytest.mark.rule("CA-3.8")
@pytest.mark.parametrize(
    ("hex", "possible"),
    [("e7", True), ("e3", True), ("c4", True), ("g4", True), ("e8", False), ("e2", False)],
)
def test_within_n_hexes_means_at_that_distance_or_less_behind_you_too(hex: str, possible: bool) -> None:
    others = (put(TEKNOTH, hex),)
    assert (SPECIAL in act(WOUND | {"reach": 2}, others=others).open) is possible


@pytest.mark.rule("CA-3.8")
@pytest.mark.parametrize(
    ("reach", "found"), [(1, {GRUE}), (2, {GRUE, TEKNOTH}), (4, {GRUE, TEKNOTH, CASTUS})]
)
def test_each_means_every_enemy_in_that_range(reach: int, found: set[str]) -> None:
    others = put(TEKNOTH, "e7"), put(GRUE, "e4"), put(CASTUS, "e9")
    fight = act(DRAIN | {"on": "each", "reach": reach}, others=others).play(SPECIAL)
    assert {name for name in (TEKNOTH, GRUE, CASTUS) if fight.energy(name) < START} == found


MATE_AHEAD = put(TEKNOTH, "a1"), put(GRUE, "e6", hand="iron_vow sand_dancer"), put(CASTUS, "i5")


@pytest.mark.rule("CA-3.8")
@pytest.mark.parametrize(
    ("verb", "possible"),
    [
        ({"do": "push", "n": 1, "on": "adjacent"}, True),
        ({"do": "push", "n": 1, "on": "near", "reach": 2}, True),
        ({"do": "push", "n": 1, "on": "each", "reach": 2}, False),
        ({"do": "wound", "n": 1, "on": "adjacent"}, False),
        ({"do": "drain", "n": 1, "on": "near", "reach": 2}, False),
        ({"do": "drop", "n": 1, "on": "each", "reach": 2}, False),
        (BLOW, False),
    ],
)
def test_only_a_push_aimed_at_one_fighter_may_be_aimed_at_the_own_side(verb: Plain, possible: bool) -> None:
    fight = act(verb, others=MATE_AHEAD, variant="brothers")
    assert (SPECIAL in fight.open) is possible
    if possible:
        assert fight.play(SPECIAL).hex(GRUE) == "e7"


@pytest.mark.rule("CA-3.8")
@pytest.mark.parametrize("do", ["wound", "drain", "drop"])
def test_what_follows_the_push_of_a_team_mate_works_on_enemies_only_too(do: str) -> None:
    verbs: tuple[Plain, ...] = {"do": "push", "n": 1, "on": "adjacent"}, {"do": do, "n": 1, "on": "same"}
    fight = act(*verbs, others=MATE_AHEAD, dice=(1,), variant="brothers").play(SPECIAL)
    assert fight.hex(GRUE) == "e7"
    assert (fight.hurt(GRUE), fight.energy(GRUE), len(fight.hand(GRUE))) == (0, START, 2)
    enemy = put(TEKNOTH, "e6", hand="iron_vow sand_dancer"), put(GRUE, "a1"), put(CASTUS, "i5")
    fight = act(*verbs, others=enemy, dice=(1,), variant="brothers").play(SPECIAL)
    assert (fight.hurt(TEKNOTH), fight.energy(TEKNOTH), len(fight.hand(TEKNOTH))) != (0, START, 2)


# --- CA-8.4


def brothers(rafelo: str = "", teknoth: str = "", grue: str = "", castus: str = "", **options: Any) -> Fight:
    """Rafelo and Grue against Teknoth and Castus, with these hands."""
    hands = {RAFELO: rafelo, TEKNOTH: teknoth, GRUE: grue, CASTUS: castus}
    placed = [put(name, hex, hand=hands[name]) for name, hex in zip(hands, CORNERS, strict=True)]
    return Fight(*placed, variant="brothers", **options)


CORNERS = ("a1", "a5", "e1", "e9")


@pytest.mark.rule("CA-8.4")
@pytest.mark.parametrize(("mine", "theirs"), [("", "sand_dancer"), ("iron_vow", ""), ("", "")])
def test_a_turn_can_be_handed_over_even_if_you_or_they_hold_no_card(mine: str, theirs: str) -> None:
    fight = brothers(mine, "boar_at_bay", theirs).draw_initiative(RAFELO, TEKNOTH)
    assert (fight.decider, "hand_over" in fight.open) == (0, True)
    fight.play("hand_over")
    assert fight[RAFELO].handed
    if theirs:
        assert (fight.decider, fight.state.active) == (2, fight.number(GRUE))
    else:
        assert [event.a for event in fight.told("no_cards")] == [fight.number(GRUE)], "nothing happens"
        assert (fight.decider, fight.state.active) == (1, fight.number(TEKNOTH))
    assert (fight.hand(RAFELO), fight.discard) == (set(mine.split()), set())


@pytest.mark.rule("CA-8.4")
def test_only_to_a_living_team_mate() -> None:
    fight = fell(brothers("iron_vow", "boar_at_bay", "sand_dancer"), GRUE).draw_initiative(RAFELO, TEKNOTH)
    assert (fight.decider, "hand_over" in fight.open) == (0, False)
    empty = fell(brothers("", "boar_at_bay", "sand_dancer"), GRUE).draw_initiative(RAFELO, TEKNOTH)
    assert empty.decider == 1, "no card and no mate: nothing happens"


@pytest.mark.rule("CA-8.4")
def test_you_decide_after_changing_cards() -> None:
    fight = brothers(teknoth="boar_at_bay", castus="red_banner", dice=(1,)).draw_initiative(CASTUS, CASTUS)
    assert fight.open == {"no", "discard:red_banner"}
    fight.play("discard:red_banner", "no")
    assert "hand_over" in fight.open
    fight.play("hand_over")
    assert (fight.state.active, fight.hand(CASTUS)) == (fight.number(TEKNOTH), {"iron_vow"})


@pytest.mark.rule("CA-8.4")
def test_the_team_mate_takes_a_whole_turn_and_cannot_hand_it_back() -> None:
    fight = brothers(teknoth="boar_at_bay", castus="red_banner sand_dancer")
    fight.draw_initiative(TEKNOTH, TEKNOTH).play("hand_over")
    assert (fight.decider, fight.asking) == (3, "Redraw"), "it may change cards"
    fight.play("no")
    rows = {f"card:{card}/move" for card in ("red_banner", "sand_dancer")}
    assert fight.open == {*rows, SPECIAL, "unique", "pass"}
    fight.play("card:sand_dancer/move", "hex:e8", "facing:w")
    assert (fight.hex(CASTUS), fight.decider) == ("e8", 1), "then the next card is drawn"


@pytest.mark.rule("CA-8.4", "CA-7.5")
def test_a_fallen_fighter_has_only_its_fate() -> None:
    fight = fell(brothers("iron_vow", "boar_at_bay", "sand_dancer"), RAFELO).draw_initiative(RAFELO, TEKNOTH)
    assert (fight.asking, fight.decider, fight.open) == ("UseFate", 0, {"yes", "no"})


@pytest.mark.rule("CA-8.4")
def test_a_fallen_player_wins_with_the_team_mate_who_stands() -> None:
    assert fell(brothers(), RAFELO, TEKNOTH, CASTUS).state.score() == [1.0, 0.0, 1.0, 0.0]
    assert fell(brothers(), RAFELO, GRUE, CASTUS).state.score() == [0.0, 1.0, 0.0, 1.0]


# --- CA-8.5


def champion(hand: str, *others: Placed, dice: tuple[int, ...] = ()) -> Fight:
    """Rafelo is the Champion and has shown two cards."""
    first, second, *_ = hand.split()
    placed = put(RAFELO, "e5", "e", hand=hand), *others
    fight = Fight(*placed, variant="kingslayer", dice=dice).turn(RAFELO)
    return fight.play("two_cards", f"discard:{first}", f"discard:{second}")


@pytest.mark.rule("CA-8.5")
def test_both_cards_leave_the_hand_at_once_and_both_are_resolved() -> None:
    others = put(TEKNOTH, "e6"), put(CASTUS, "a1")
    fight = champion("boar_at_bay crossed_blades iron_vow", *others, dice=(1, 1, 1))
    assert (fight.hand(RAFELO), fight.discard) == ({"iron_vow"}, {"boar_at_bay", "crossed_blades"})
    assert (fight.asking, fight.told("played")) == ("ResolveShown", [])
    fight.play("card:boar_at_bay/move", "hex:e5", "facing:e")
    assert fight.open == {"card:crossed_blades/move", "card:crossed_blades/attack"}, "no way round it"
    fight.play("card:crossed_blades/attack")
    assert (fight.over, fight.dice, fight.hand(RAFELO)) == (True, [], {"iron_vow"})


@pytest.mark.rule("CA-8.5")
def test_only_what_is_possible_at_that_moment_can_be_chosen_for_each() -> None:
    """A Shove takes the only enemy out of the hammer's reach; a step brings one into it."""
    away = champion("horns_of_the_ram crossed_blades iron_vow", put(TEKNOTH, "e6"), put(CASTUS, "a1"))
    assert {"horns_of_the_ram/special", "crossed_blades/attack"} <= away.opened("card")
    away.play("card:horns_of_the_ram/special")
    assert (away.hex(TEKNOTH), away.asking) == ("e7", "Walk"), "only the Move is left"
    near = champion("horns_of_the_ram crossed_blades iron_vow", put(TEKNOTH, "e8"), put(CASTUS, "a1"))
    assert near.opened("card") == {"horns_of_the_ram/move", "crossed_blades/move"}
    near.play("card:crossed_blades/move", "hex:e7", "facing:e")
    assert near.opened("card") == {f"horns_of_the_ram/{row}" for row in ("move", "attack", "special")}


@pytest.mark.rule("CA-8.5")
def test_a_move_is_always_possible_and_a_reaction_never() -> None:
    """In the corner, with every way out taken and nobody in reach."""
    placed = put(RAFELO, "a1", "nw", hand="iron_vow sand_dancer"), put(TEKNOTH, "a2"), put(CASTUS, "b2")
    fight = Fight(*placed, put(GRUE, "b1"), variant="kingslayer").turn(RAFELO)
    fight.play("two_cards", "discard:iron_vow")
    assert fight.opened("card") == {"iron_vow/move", "sand_dancer/move"}
    fight.play("card:iron_vow/move", "facing:nw")
    assert (fight.over, fight.hex(RAFELO), len(fight.told("played"))) == (True, "a1", 2)


# --- CA-8.6


@pytest.mark.rule("CA-8.6")
@pytest.mark.parametrize(("players", "fighters"), [(2, 0), (2, 3), (2, 4), (3, 0), (3, 4), (4, 0)])
@pytest.mark.parametrize("champion", [1, 2])
def test_the_champion_s_player_has_just_that_one_fighter(players: int, fighters: int, champion: int) -> None:
    options = {"players": players, "fighters": fighters, "champion": champion}
    game = start(FROZEN, variant="kingslayer", set_up="given", **options)
    assert [number for number, one in enumerate(game.fighters) if one.owner == champion - 1] == [champion - 1]
    assert game.setting.champion == champion - 1


@pytest.mark.rule("CA-8.6")
@pytest.mark.parametrize(
    ("options", "owners"),
    [
        ({"players": 2}, [0, 1, 1]),
        ({"players": 2, "champion": 2}, [0, 1, 0]),
        ({"players": 2, "fighters": 4}, [0, 1, 1, 1]),
        ({"players": 3, "fighters": 4}, [0, 1, 2, 1]),
        ({"players": 3, "fighters": 4, "champion": 2}, [0, 1, 2, 0]),
    ],
)
def test_two_challengers_for_two_players_extra_ones_in_seat_order(options: Plain, owners: list[int]) -> None:
    game = start(FROZEN, variant="kingslayer", set_up="given", **options)
    assert [one.owner for one in game.fighters] == owners


def at_the_end(castus: Plain, *fallen: str, players: int = 4) -> list[float]:
    """The last round is over: Castus, the Champion, has suffered so much; of the Challengers these fell."""
    placed = put(CASTUS, "a1", **castus), put(RAFELO, "a5"), put(TEKNOTH, "e1"), put(GRUE, "e9")
    fight = Fight(*placed, variant="kingslayer", players=players, max_rounds=1)
    fell(fight, *fallen)
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    assert fight.over
    return fight.state.score()


@pytest.mark.rule("CA-8.6", "CA-7.6")
def test_when_the_rounds_run_out_all_challengers_count_as_one_side() -> None:
    """Teknoth's 20 wounds are 20 of the Challengers' 54."""
    three_of_fourteen: Plain = {"marker": 3}
    six_of_fourteen: Plain = {"marker": 2, "covered": 1}
    assert at_the_end(three_of_fourteen, TEKNOTH) == [1.0, 0.0, 0.0, 0.0], "though two are unhurt"
    assert at_the_end(six_of_fourteen, TEKNOTH) == [0.0, 1.0, 0.0, 1.0], "who fell does not win with it"
    assert at_the_end(six_of_fourteen, TEKNOTH, players=2) == [0.0, 1.0], "but with a living fighter does"
    assert at_the_end(three_of_fourteen) == [0.0, 1.0, 1.0, 1.0]
