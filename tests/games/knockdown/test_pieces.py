"""KD-1: wounds, symbols, ranges, tokens and words of place."""

from __future__ import annotations

import pytest

from harena.core.errors import PackError
from harena.games.knockdown.pack.content import PROJECTILE, STEPS, UNLIMITED, Attack
from harena.games.knockdown.rules.range import reached

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, PUPPY, Bout, make_pack, put
from .on_paper import ALL, Paper, straight
from .written import Written

NEST = FROZEN.arenas[0]
PAPER = Paper()


def attack_of(range: int, near: int = 0, far: int = 0) -> Attack:
    attack = Attack("x", "X", 0, [])
    attack.range, attack.near, attack.far = range, near, far
    return attack


def names(spaces: int) -> set[str]:
    return {name for number, name in enumerate(NEST.field.names) if spaces >> number & 1}


def refused(change: object) -> str:
    with pytest.raises(PackError) as said:
        make_pack(change)  # type: ignore[arg-type]
    return str(said.value)


# --- KD-1.1


@pytest.mark.rule("KD-1.1")
def test_an_attack_inflicts_light_and_heavy_wounds() -> None:
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3", light=1), row="fire_axe").play("attack:fire_axe")
    assert bout.wounds(FOE) == (2, 1)


@pytest.mark.rule("KD-1.1")
def test_a_reaction_among_attack_cards_is_refused() -> None:
    def change(pack: Written) -> None:
        pack.card("fire_axe")["type"] = "reaction"

    assert "fire_axe" in refused(change)


@pytest.mark.rule("KD-1.1")
def test_a_reaction_with_a_knockout_mark_is_refused() -> None:
    def change(pack: Written) -> None:
        pack.special("acid_blood")["knockout"] = True

    assert "acid_blood" in refused(change)


@pytest.mark.rule("KD-1.1", "KD-1.6")
def test_a_knockout_mark_on_an_attack_that_is_not_aimed_is_refused() -> None:
    def change(pack: Written) -> None:
        pack.card("med_kit")["knockout"] = True

    assert "med_kit" in refused(change)


# --- KD-1.2


@pytest.mark.rule("KD-1.2")
def test_a_wild_card_pays_for_any_symbol_but_neither_blocks_nor_dashes() -> None:
    bout = Bout(put(KATIE, "c2", hand="wild"), put(JAMES, "c3", hand="wild wild"), row="fire_axe")
    assert bout.opened("dash") == set()
    assert bout.opened("special") == {"2", "3"}, "Welding Torch for a Power, Ignite for any"
    bout.play("attack:fire_axe")
    assert bout.asking != "Block", "two Wild cards are no block"


@pytest.mark.rule("KD-1.2")
@pytest.mark.parametrize("symbol", ["block", "dash", "power", "wild"])
def test_any_is_paid_with_any_symbol(symbol: str) -> None:
    bout = Bout(put(JAMES, "c1", hand=symbol, ammo=0), put(PUPPY, "c5")).play("special:4")
    assert bout.symbols(ME) == []
    assert bout.fighter(ME).ammo == 1


@pytest.mark.rule("KD-1.2")
@pytest.mark.parametrize(
    ("symbol", "pays"), [("block", False), ("dash", False), ("power", True), ("wild", True)]
)
def test_a_power_is_paid_with_power_or_wild(symbol: str, pays: bool) -> None:
    bout = Bout(put(KATIE, "c2", hand=symbol), put(PUPPY, "c3"))
    assert ("special:2" in bout.open) == pays


@pytest.mark.rule("KD-1.2")
def test_reload_asks_for_power() -> None:
    bout = Bout(put(JAMES, "c1", hand="block dash wild power power", ammo=0), put(PUPPY, "c5"))
    bout.play("special:4", "symbol:wild")
    assert bout.opened("number") == {"0", "1", "2"}
    bout.play("number:2")
    assert (bout.fighter(ME).ammo, bout.symbols(ME)) == (3, ["block", "dash"])


# --- KD-1.3


@pytest.mark.rule("KD-1.3")
@pytest.mark.parametrize("near", [1, 2, 3])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_distances_are_counted_in_steps(near: int, more: int) -> None:
    for stand in ALL:
        spaces = reached(NEST, attack_of(STEPS, near, near + more), NEST.field.names.index(stand), -1)
        expected = {space for space in ALL if near <= PAPER.distance(stand, space) <= near + more}
        assert names(spaces) == expected


@pytest.mark.rule("KD-1.3", "KD-1.10")
def test_a_projectile_reaches_along_straight_lines_at_any_distance() -> None:
    for stand in ALL:
        spaces = reached(NEST, attack_of(PROJECTILE), NEST.field.names.index(stand), -1)
        assert names(spaces) == {space for space in ALL if straight(stand, space)}


@pytest.mark.rule("KD-1.3")
def test_without_a_range_it_reaches_everywhere() -> None:
    for stand in range(19):
        assert names(reached(NEST, attack_of(UNLIMITED), stand, -1)) == set(ALL)


@pytest.mark.rule("KD-1.3")
def test_corridors_do_not_shorten_distance() -> None:
    bout = Bout(put(JAMES, "a1"), put(PUPPY, "e3"), row="fire_axe tracer_burst").play("attack:fire_axe")
    assert bout.wounds(FOE) == (0, 0)
    assert bout.play("attack:tracer_burst").wounds(FOE) == (3, 0)


@pytest.mark.rule("KD-1.3")
def test_a_projectile_flies_over_a_gap_and_distance_goes_round_it() -> None:
    def dig(pack: Written) -> None:
        pack.said["nest"]["spaces"] = [space for space in ALL if space not in ("b2", "c3", "d3")]
        pack.said["nest"]["heavy"] = []

    pack = make_pack(dig)
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c4"), row="rivet_gun flying_kick", pack=pack)
    paper = Paper(space for space in ALL if space not in ("b2", "c3", "d3"))
    assert paper.distance("c2", "c4") == bout.state.distance() == 5
    bout.play("attack:flying_kick")
    assert bout.wounds(FOE) == (0, 0), "two steps on paper, but the way round is longer"
    assert bout.play("attack:rivet_gun").wounds(FOE) == (3, 0)


@pytest.mark.rule("KD-1.3", "KD-1.9")
@pytest.mark.parametrize(
    ("flame", "open_now"), [("", False), ("c4", True), ("c5", True), ("b4", True), ("c3", False)]
)
def test_by_the_flame_means_on_it_or_next_to_it_wherever_you_are(flame: str, open_now: bool) -> None:
    bout = Bout(put(KATIE, "c1", hand="power power", flame=flame), put(PUPPY, "c5"))
    assert ("special:1" in bout.open) == open_now


# --- KD-1.4 to KD-1.7


@pytest.mark.rule("KD-1.4")
def test_what_a_card_says_beats_the_rule_and_cubes_never_run_out() -> None:
    """After Uppercut a passed test takes no wounds away, against KD-5.3; 31 cubes are more than a box has."""
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3", light=4), row="uppercut", dice=[6, 6, 6])
    assert bout.play("attack:uppercut", "call").wounds(FOE) == (6, 0)
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3", light=28), row="pipe_wrench")
    assert bout.play("attack:pipe_wrench").wounds(FOE) == (31, 0)


@pytest.mark.rule("KD-1.5")
def test_a_card_of_a_hand_is_chosen_by_its_symbol_and_the_first_of_the_list_goes() -> None:
    hand = "thrown_crate cargo_hook stun_baton rivet_gun"
    bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5", hand=hand), row="false_alarm").play("attack:false_alarm")
    assert (bout.decider, bout.open) == (FOE, {"symbol:block", "symbol:power"})
    bout.play("symbol:block")
    assert bout.hand(FOE) == {"thrown_crate", "cargo_hook", "rivet_gun"}
    assert "stun_baton" in bout.discard
    assert "stun_baton" in bout.view(ME).discard, "discards lie face up"


@pytest.mark.rule("KD-1.6")
def test_which_attacks_are_aimed() -> None:
    not_aimed = {attack.id for attack in FROZEN.attacks if not attack.aimed()}
    assert not_aimed == {
        *("synthetic_food", "med_kit", "second_wind", "adrenaline", "vent_crawl", "scavenge"),
        *("suppressive_fire", "reload", "ignite", "smoke_screen"),
    }


@pytest.mark.rule("KD-1.6", "KD-4.9")
def test_only_aimed_attacks_can_be_reacted_to() -> None:
    def attacked(pack: Written) -> None:
        pack.special("acid_blood")["trigger"] = "attacked"

    pack = make_pack(attacked)
    for card, asked in {
        "med_kit": False,
        "nerve_gas": True,
        "false_alarm": True,
        "adrenaline": False,
    }.items():
        bout = Bout(put(JAMES, "c1"), put(PUPPY, "c5", hand="wild"), row=card, pack=pack)
        assert (bout.play(f"attack:{card}").asking == "React") == asked, card


@pytest.mark.rule("KD-1.6")
def test_an_attack_that_is_not_aimed_is_always_in_range() -> None:
    bout = Bout(put(JAMES, "a1", heavy=1), put(PUPPY, "e3"), row="synthetic_food")
    assert bout.play("attack:synthetic_food").wounds(ME) == (0, 0)


@pytest.mark.rule("KD-1.7")
def test_only_a_face_up_skill_works_and_what_is_once_a_turn_comes_again_in_the_next() -> None:
    bout = Bout(
        put(JAMES, "c2", down="brawler"), put(PUPPY, "c3", skills="thick_skin"), row="acid_spray nerve_gas"
    )
    bout.play("attack:acid_spray", "attack:nerve_gas")
    assert bout.wounds(FOE) == (2, 0), "one of two is ignored, then none any more"
    bout = Bout(put(JAMES, "c2"), put(PUPPY, "c3", skills="thick_skin"), row="acid_spray med_kit nerve_gas")
    bout.play("attack:acid_spray", "move:c1").end_turn().play("attack:nerve_gas")
    assert bout.wounds(FOE) == (1, 0), "in a new turn it ignores one again"


# --- KD-1.8: Contamination


@pytest.mark.rule("KD-1.8")
def test_nobody_has_more_than_three_contamination_cards() -> None:
    bout = Bout(put(PUPPY, "c2", hand="block block"), put(JAMES, "c4", contamination=2))
    bout.play("special:2")
    assert bout.fighter(FOE).contamination == 3
    bout.play("special:2")
    assert bout.fighter(FOE).contamination == 3
    assert bout.wounds(FOE) == (2, 0)


@pytest.mark.rule("KD-1.8", "KD-5.4")
def test_contamination_counts_in_a_test_and_is_not_taken_away_by_passing() -> None:
    bout = Bout(
        put(PUPPY, "c2"), put(JAMES, "c3", light=7, contamination=2), row="service_pistol", dice=[3, 3, 4]
    )
    bout.play("attack:service_pistol", "call")
    assert bout.told("rolled")[0].c == 10
    assert (bout.wounds(FOE), bout.fighter(FOE).contamination) == ((4, 0), 2)


@pytest.mark.rule("KD-1.8")
def test_contamination_is_no_card_in_hand() -> None:
    bout = Bout(put(PUPPY, "c2"), put(JAMES, "c3", hand="block", contamination=3), row="pipe_wrench")
    bout.play("attack:pipe_wrench")
    assert bout.asking != "Block", "one Block card and nothing else in hand: no budget"


@pytest.mark.rule("KD-1.8", "KD-6.4")
def test_contamination_goes_back_at_the_end_of_the_round() -> None:
    bout = Bout(put(PUPPY, "c2"), put(JAMES, "c3", light=18, contamination=2), row="service_pistol")
    bout.then([1, 1, 1]).play("attack:service_pistol", "call")
    assert bout.state.round == 2
    assert bout.fighter(FOE).contamination == 0


# --- KD-1.9: the Flame


@pytest.mark.rule("KD-1.9")
@pytest.mark.parametrize("how", ["move:c4", "dash:c4"])
def test_the_flame_burns_whoever_steps_on_it(how: str) -> None:
    bout = Bout(put(JAMES, "c5", hand="dash"), put(KATIE, "c1", flame="c4")).play(how)
    assert bout.wounds(ME) == (1, 0)


@pytest.mark.rule("KD-1.9", "KD-3.6")
def test_the_flame_burns_whoever_comes_out_of_a_corridor_on_it() -> None:
    bout = Bout(put(JAMES, "a1"), put(KATIE, "c1", flame="a3"))
    red = [bout.arena.field.names[space] for space in bout.arena.red]
    assert bout.play(f"corridor:{red.index('a3') + 1}").wounds(ME) == (2, 0)


@pytest.mark.rule("KD-1.9", "KD-3.7")
def test_the_flame_burns_whoever_begins_a_turn_there() -> None:
    bout = Bout(put(KATIE, "c1", flame="c5"), put(PUPPY, "c5")).end_turn()
    assert (bout.active, bout.wounds(FOE)) == (FOE, (1, 0))


@pytest.mark.rule("KD-1.9")
def test_the_flame_burns_its_owner_neither_on_a_step_nor_at_the_start_of_a_turn() -> None:
    bout = Bout(put(KATIE, "c1", flame="c2"), put(PUPPY, "c5")).play("move:c2", "move:c1")
    assert bout.wounds(ME) == (0, 0)
    bout = Bout(put(PUPPY, "c5"), put(KATIE, "c1", flame="c1")).end_turn()
    assert (bout.active, bout.wounds(FOE)) == (FOE, (0, 0))


@pytest.mark.rule("KD-1.9")
def test_a_forced_move_into_the_flame_burns() -> None:
    bout = Bout(put(KATIE, "c2", flame="c4"), put(PUPPY, "c3"), row="body_blow").play("attack:body_blow")
    assert (bout.space(FOE), bout.wounds(FOE)) == ("c4", (4, 0))


@pytest.mark.rule("KD-1.9")
def test_only_the_last_space_of_a_longer_move_counts() -> None:
    bout = Bout(put(KATIE, "c1", flame="c3"), put(PUPPY, "c2"), row="airlock_kick").play(
        "attack:airlock_kick"
    )
    assert (bout.space(FOE), bout.wounds(FOE)) == ("c4", (2, 0)), "thrown over the fire, not into it"
    bout = Bout(put(PUPPY, "c5"), put(KATIE, "a1", flame="c4"), row="adrenaline").play(
        "attack:adrenaline", "place:c3"
    )
    assert bout.wounds(ME) == (0, 0)


@pytest.mark.rule("KD-1.9")
def test_nobody_who_stays_is_burnt_by_staying() -> None:
    bout = Bout(put(PUPPY, "c4"), put(KATIE, "a1", flame="c4"), row="adrenaline").play(
        "attack:adrenaline", "place:c4"
    )
    assert bout.wounds(ME) == (0, 0)


@pytest.mark.rule("KD-1.9")
def test_the_flame_is_put_on_a_free_space_where_it_does_not_lie_and_burns_nobody() -> None:
    bout = Bout(put(KATIE, "c2", hand="block", flame="b2"), put(PUPPY, "c3")).play("special:3")
    near = {space for space in ALL if PAPER.distance("c2", space) <= 2}
    assert bout.opened("place") == near - {"c2", "c3", "b2"}
    bout.play("place:c4")
    assert (bout.flame(ME), bout.wounds(FOE)) == ("c4", (0, 0))


# --- KD-1.10


@pytest.mark.rule("KD-1.10")
def test_the_edge_is_where_a_space_has_fewer_than_six_neighbours() -> None:
    assert names(NEST.edge) == {space for space in ALL if PAPER.at_edge(space)}
    assert names(NEST.edge) == set(ALL) - {"b2", "b3", "c2", "c3", "c4", "d2", "d3"}


@pytest.mark.rule("KD-1.10")
def test_in_line_with_the_middle_are_its_neighbours_and_the_corners() -> None:
    middle = NEST.lines[NEST.field.names.index("c3")]
    assert names(middle) == {"b2", "b3", "c2", "c4", "d2", "d3", "a1", "a3", "c1", "c5", "e1", "e3"}


@pytest.mark.rule("KD-1.10")
@pytest.mark.parametrize(("space", "heavy"), [("c5", 1), ("b4", 1), ("c3", 0), ("d3", 0)])
def test_edge_next_to_and_flame_decide_conditions(space: str, heavy: int) -> None:
    beside = min(PAPER.beside[space])
    bout = Bout(put(JAMES, beside), put(PUPPY, space), row="bulkhead_slam").play("attack:bulkhead_slam")
    assert bout.wounds(FOE) == (1, heavy)
