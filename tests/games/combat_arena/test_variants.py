"""CA-8: Brothers in Arms, Kingslayer, Single Combat."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.bits import count_bits
from harena.core.state import SPECTATOR
from harena.games.combat_arena.rules.round import ROUNDS
from harena.games.combat_arena.rules.wounds import Defeat

from .arena import CASTUS, FROZEN, GRUE, RAFELO, TEKNOTH, Fight, Placed, Written, make_pack, put, start

START = FROZEN.start
LAST_OF_SIX: dict[str, Any] = {"marker": 5, "covered": 5}


# --- CA-8.1 Brothers in Arms


def brothers(hands: dict[str, str], **options: Any) -> Fight:
    """Rafelo and Grue against Teknoth and Castus."""
    places = {RAFELO: "a1", TEKNOTH: "a5", GRUE: "e1", CASTUS: "e9"}
    placed = [put(name, hex, hand=hands.get(name, "")) for name, hex in places.items()]
    return Fight(*placed, variant="brothers", **options)


BOTH = {RAFELO: "iron_vow", GRUE: "red_banner sand_dancer"}


@pytest.mark.rule("CA-8.1")
def test_a_team_wins_when_both_opponents_are_down_its_fallen_member_too() -> None:
    fight = brothers(BOTH, dice=[1] * 60)
    for name in (TEKNOTH, GRUE):
        fight.do(Defeat(-1, fight.number(name)))
    assert not fight.state.finished()
    fight.do(Defeat(-1, fight.number(CASTUS)))
    assert fight.state.finished()
    assert fight.state.score() == [1.0, 0.0, 1.0, 0.0]


@pytest.mark.rule("CA-8.1")
def test_a_player_may_let_the_team_mate_take_the_turn_with_the_team_mate_s_own_hand() -> None:
    fight = brothers(BOTH).draw_initiative(RAFELO, GRUE)
    assert (fight.decider, "hand_over" in fight.open) == (0, True)
    fight.play("hand_over")
    assert (fight.asking, fight.decider, fight.state.active) == ("ChooseAction", 2, fight.number(GRUE))
    assert {"card:red_banner/move", "card:sand_dancer/move"} <= fight.open
    assert "hand_over" not in fight.open, "it cannot be handed back"
    fight.play("card:red_banner/move", "hex:e2")
    assert fight.hand(GRUE) == {"sand_dancer"}
    assert fight.hand(RAFELO) == {"iron_vow"}, "no card of his was needed"


@pytest.mark.rule("CA-8.1")
def test_once_per_round_and_player() -> None:
    fight = (
        brothers(BOTH).draw_initiative(RAFELO, RAFELO, GRUE).play("hand_over", "pass", "discard:red_banner")
    )
    assert (fight.decider, fight.asking) == (0, "ChooseAction")
    assert "hand_over" not in fight.open, "Rafelo has used it"
    fight.play("pass")
    assert (fight.decider, "hand_over" in fight.open) == (2, True), "Grue has not used his"


@pytest.mark.rule("CA-8.1")
def test_taking_a_turn_for_the_mate_does_not_use_up_the_own_hand_over() -> None:
    hands = {RAFELO: "iron_vow boar_at_bay", GRUE: "red_banner sand_dancer"}
    fight = brothers(hands).draw_initiative(RAFELO, GRUE, RAFELO)
    fight.play("hand_over", "pass", "discard:red_banner")
    assert (fight.decider, "hand_over" in fight.open) == (2, True)
    fight.play("hand_over")
    assert (fight.decider, fight.state.active) == (0, fight.number(RAFELO))


@pytest.mark.rule("CA-8.1")
def test_in_the_next_round_it_may_be_used_again() -> None:
    fight = brothers(BOTH).draw_initiative(RAFELO).play("hand_over", "pass")
    fight.dice = [1] * 60
    fight.play("discard:red_banner")
    assert fight.state.round == 2
    assert not fight[RAFELO].handed
    fight.draw_initiative(RAFELO)
    assert "hand_over" in fight.open


@pytest.mark.rule("CA-8.1")
def test_having_used_it_is_public() -> None:
    fight = brothers(BOTH).draw_initiative(RAFELO, RAFELO).play("hand_over", "pass", "discard:red_banner")
    for seat in (0, 1, 2, 3, SPECTATOR):
        assert [one.handed for one in fight.view(seat).fighters] == [True, False, False, False]


@pytest.mark.rule("CA-8.1")
def test_while_the_mate_takes_the_turn_only_the_giver_has_used_it() -> None:
    fight = brothers(BOTH).draw_initiative(RAFELO, RAFELO).play("hand_over")
    assert fight.decider == 2
    assert [one.handed for one in fight.view(1).fighters] == [True, False, False, False]


@pytest.mark.rule("CA-8.1")
def test_a_fallen_team_mate_cannot_take_a_turn() -> None:
    fight = brothers(BOTH)
    fight.do(Defeat(-1, fight.number(GRUE))).draw_initiative(RAFELO, RAFELO)
    assert "hand_over" not in fight.open


@pytest.mark.rule("CA-8.1", "CA-3.2")
def test_without_cards_the_turn_can_still_be_handed_over() -> None:
    fight = brothers({GRUE: "red_banner sand_dancer"}).draw_initiative(RAFELO, RAFELO)
    assert fight.open == {"hand_over", "pass"}
    fight.play("pass")
    assert fight.open == {"hand_over", "pass"}, "the second card: passing did not use it up"
    fight.play("hand_over")
    assert fight.decider == 2


@pytest.mark.rule("CA-8.1", "CA-3.2")
def test_a_living_team_mate_without_cards_may_be_handed_the_turn_too() -> None:
    """Nothing happens then, and no card is lost by passing."""
    fight = brothers({RAFELO: "iron_vow red_banner"}).draw_initiative(RAFELO, RAFELO)
    assert "hand_over" in fight.open
    fight.play("hand_over")
    assert (fight.decider, fight.hand(RAFELO)) == (0, {"iron_vow", "red_banner"})
    assert "hand_over" not in fight.open


@pytest.mark.rule("CA-8.1")
def test_only_in_this_variant() -> None:
    placed = (
        put(RAFELO, "a1", hand="iron_vow"),
        put(TEKNOTH, "a5"),
        put(GRUE, "e1", hand="red_banner"),
        put(CASTUS, "e9"),
    )
    assert "hand_over" not in Fight(*placed).turn(RAFELO).open
    assert "hand_over" not in Fight(*placed, players=2).turn(RAFELO).open, "not between one player's fighters"
    assert "hand_over" not in Fight(*placed, variant="kingslayer").turn(GRUE).open


@pytest.mark.rule("CA-8.1")
def test_the_castus_of_a_team_changes_cards_in_a_turn_he_is_given() -> None:
    fight = (
        brothers({TEKNOTH: "iron_vow", CASTUS: "red_banner"})
        .draw_initiative(TEKNOTH, TEKNOTH)
        .play("hand_over")
    )
    assert (fight.asking, fight.decider) == ("Redraw", 3)


@pytest.mark.rule("CA-8.1")
def test_enemy_means_the_other_team_for_specials_and_fates() -> None:
    placed = (
        put(RAFELO, "e5", "e", hand="spoils_of_the_pit heralds_scorn thunder_underfoot"),
        put(TEKNOTH, "e6"),
        put(GRUE, "d5"),
        put(CASTUS, "f5"),
    )
    fight = Fight(*placed, variant="brothers")
    assert fight.turn(RAFELO).play("card:spoils_of_the_pit/special").opened("target") == {TEKNOTH, CASTUS}
    assert fight.turn(RAFELO).play("card:heralds_scorn/special").opened("target") == {TEKNOTH, CASTUS}
    fight.turn(RAFELO).play("card:thunder_underfoot/special")
    assert (fight.hex(TEKNOTH), fight.hex(GRUE), fight.hex(CASTUS)) == ("e7", "d5", "g5"), (
        "each enemy, not the mate"
    )
    fight.do(Defeat(-1, fight.number(RAFELO))).draw_initiative(RAFELO, TEKNOTH).play("yes")
    assert fight.opened("target") == {TEKNOTH, CASTUS}


@pytest.mark.rule("CA-8.1", "CA-7.6")
def test_teams_are_summed_when_the_rounds_are_over() -> None:
    placed = (
        put(RAFELO, "a1", marker=3),
        put(TEKNOTH, "a5", marker=2),
        put(GRUE, "e1"),
        put(CASTUS, "e9", marker=2),
    )
    fight = Fight(*placed, variant="brothers", max_rounds=1)
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    assert fight.state.score() == [1.0, 0.0, 1.0, 0.0], "3 of 34 against 4 of 34"


# --- CA-8.2 Kingslayer


def kings(*placed: Placed, players: int = 0, **options: Any) -> Fight:
    return Fight(*placed, variant="kingslayer", players=players or len(placed), **options)


FOUR = put(CASTUS, "a1"), put(RAFELO, "a5"), put(TEKNOTH, "e1"), put(GRUE, "e9")


@pytest.mark.rule("CA-8.2")
@pytest.mark.parametrize(
    ("players", "fighters", "champion", "owners"),
    [
        (2, 2, 1, [0, 1]),
        (2, 2, 2, [0, 1]),
        (2, 3, 1, [0, 1, 1]),
        (2, 3, 2, [0, 1, 0]),
        (2, 4, 1, [0, 1, 1, 1]),
        (2, 4, 2, [0, 1, 0, 0]),
        (3, 3, 2, [0, 1, 2]),
        (3, 4, 1, [0, 1, 2, 1]),
        (3, 4, 3, [0, 1, 2, 0]),
        (4, 4, 4, [0, 1, 2, 3]),
    ],
)
def test_one_champion_against_up_to_three_challengers_shared_by_the_other_players(
    players: int, fighters: int, champion: int, owners: list[int]
) -> None:
    game = start(variant="kingslayer", set_up="given", players=players, fighters=fighters, champion=champion)
    assert [one.owner for one in game.fighters] == owners
    mine = [one for one in game.fighters if one.owner == champion - 1]
    assert len(mine) == 1, "the Champion stands alone"
    others = {one.side for one in game.fighters if one.owner != champion - 1}
    assert len(others) == 1
    assert mine[0].side not in others


@pytest.mark.rule("CA-8.2")
def test_with_two_players_the_challenger_has_two_fighters_unless_more_are_agreed() -> None:
    assert len(start(variant="kingslayer", players=2).fighters) == 3
    assert len(start(variant="kingslayer", players=3).fighters) == 3
    assert len(start(variant="kingslayer", players=4).fighters) == 4


@pytest.mark.rule("CA-8.2")
@pytest.mark.parametrize("champion", [1, 2])
@pytest.mark.parametrize(
    ("players", "fighters", "cards"), [(2, 2, 5), (2, 3, 7), (2, 4, 9), (3, 3, 7), (3, 4, 9), (4, 4, 9)]
)
def test_the_champion_is_dealt_2_more_cards_for_each_challenging_fighter_but_one(
    players: int, fighters: int, cards: int, champion: int
) -> None:
    """Fighters count, not players."""
    options = {"players": players, "fighters": fighters, "champion": champion}
    game = start(variant="kingslayer", set_up="given", **options)
    sizes = [count_bits(one.hand) for one in game.fighters]
    assert sizes.pop(champion - 1) == cards
    assert sizes == [5] * (fighters - 1)


@pytest.mark.rule("CA-8.2")
def test_a_champion_may_meet_one_challenger_and_still_play_two_cards() -> None:
    fight = kings(put(GRUE, "a1", hand="iron_vow red_banner"), put(RAFELO, "a5"))
    assert "two_cards" in fight.turn(GRUE).open
    fight.do(Defeat(-1, fight.number(RAFELO)))
    assert fight.state.finished()
    assert fight.state.score() == [1.0, 0.0]


@pytest.mark.rule("CA-8.2")
def test_the_cards_go_by_the_challengers_at_the_start_of_the_fight() -> None:
    fight = kings(*FOUR)
    for name in (RAFELO, TEKNOTH):
        fight.do(Defeat(-1, fight.number(name)))
    fight.dice = [1] * 60
    fight.state.steps = [ROUNDS]
    fight.state.run_on()
    assert len(fight.hand(CASTUS)) == 9


@pytest.mark.rule("CA-8.2", "CA-7.6")
def test_if_the_champion_falls_the_challenger_players_with_a_living_fighter_win_and_the_others_lose() -> None:
    fight = kings(*FOUR)
    fight.do(Defeat(-1, fight.number(TEKNOTH)))
    assert not fight.state.finished()
    fight.do(Defeat(-1, fight.number(CASTUS)))
    assert fight.state.finished(), "though two are still standing"
    assert fight.state.score() == [0.0, 1.0, 0.0, 1.0]


@pytest.mark.rule("CA-8.2", "CA-7.6")
def test_one_living_fighter_is_enough_for_its_player() -> None:
    fight = kings(*FOUR, players=2)
    for name in (TEKNOTH, GRUE, CASTUS):
        fight.do(Defeat(-1, fight.number(name)))
    assert fight.state.score() == [0.0, 1.0]


@pytest.mark.rule("CA-8.2", "CA-7.6")
def test_if_all_challengers_fall_the_champion_wins() -> None:
    fight = kings(*FOUR)
    for name in (TEKNOTH, GRUE, RAFELO):
        assert not fight.state.finished()
        fight.do(Defeat(-1, fight.number(name)))
    assert fight.state.finished()
    assert fight.state.score() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.rule("CA-8.2", "CA-7.6")
def test_if_all_fall_it_is_a_draw_of_two_sides() -> None:
    fight = kings(*FOUR)
    for name in (TEKNOTH, GRUE, RAFELO, CASTUS):
        fight.do(Defeat(-1, fight.number(name)))
    assert fight.state.score() == [0.5, 0.5, 0.5, 0.5]


def champion(hand: str, dice: tuple[int, ...] = (), **rest: Any) -> Fight:
    """Rafelo is the Champion, Teknoth ahead of him, Castus far off."""
    placed = put(RAFELO, "e5", "e", hand=hand, **rest), put(TEKNOTH, "e6", "w"), put(CASTUS, "a1")
    return kings(*placed, dice=dice).turn(RAFELO)


@pytest.mark.rule("CA-8.2")
def test_the_champion_may_reveal_two_cards_together_and_resolve_one_action_of_each() -> None:
    fight = champion("crossed_blades boar_at_bay iron_vow", dice=(3, 1, 1))
    assert "two_cards" in fight.open
    fight.play("two_cards")
    assert fight.open == {"discard:crossed_blades", "discard:boar_at_bay", "discard:iron_vow"}
    fight.play("discard:boar_at_bay")
    assert fight.open == {"discard:crossed_blades", "discard:iron_vow"}
    fight.play("discard:crossed_blades")
    assert fight.hand(RAFELO) == {"iron_vow"}
    assert fight.discard == {"crossed_blades", "boar_at_bay"}
    rows = {
        "crossed_blades/move",
        "crossed_blades/attack",
        *(f"boar_at_bay/{row}" for row in ("move", "attack")),
    }
    assert fight.open == {f"card:{row}" for row in (*rows, "boar_at_bay/special")}, (
        "no pass, no Unique, no hand"
    )
    fight.play("card:crossed_blades/attack")
    assert fight.hurt(TEKNOTH) == 2
    assert fight.open == {f"card:boar_at_bay/{row}" for row in ("move", "attack", "special")}
    fight.play("card:boar_at_bay/move", "hex:e4", "facing:w")
    assert fight.over
    assert fight.hex(RAFELO) == "e4"


@pytest.mark.rule("CA-8.2")
@pytest.mark.parametrize("first", ["crossed_blades", "boar_at_bay"])
def test_in_either_order(first: str) -> None:
    second = "boar_at_bay" if first == "crossed_blades" else "crossed_blades"
    fight = champion("crossed_blades boar_at_bay").play("two_cards", f"discard:{second}")
    fight.play(f"card:{first}/move", "hex:d5", "facing:se")
    assert fight.opened("card") >= {f"{second}/move", f"{second}/attack"}
    assert not any(row.startswith(first) for row in fight.opened("card")), "one action of each"


@pytest.mark.rule("CA-8.2")
def test_each_action_is_chosen_when_it_is_resolved() -> None:
    """First a step that brings Castus into reach, then the attack that was not open before."""
    placed = put(RAFELO, "e3", "e", hand="crossed_blades boar_at_bay"), put(TEKNOTH, "i5"), put(CASTUS, "e6")
    fight = kings(*placed, dice=(1, 1, 1)).turn(RAFELO).play("two_cards", "discard:crossed_blades")
    assert "card:crossed_blades/attack" not in fight.open
    fight.play("card:boar_at_bay/move", "hex:e5", "facing:e")
    assert "card:crossed_blades/attack" in fight.open
    assert len(fight.play("card:crossed_blades/attack").told("attacked")) == 1


@pytest.mark.rule("CA-8.2", "CA-3.4")
def test_each_action_has_its_energy_modifier() -> None:
    fight = champion("iron_vow wheel_of_steel").play("two_cards", "discard:iron_vow")
    fight.play("card:wheel_of_steel/move", "hex:e5")
    assert fight.energy(RAFELO) == START + 2
    fight.play("card:iron_vow/move")
    assert fight.energy(RAFELO) == START + 3


@pytest.mark.rule("CA-8.2")
def test_or_one_card_or_the_unique_alone_or_a_pass() -> None:
    fight = champion("crossed_blades boar_at_bay")
    assert {
        "card:crossed_blades/move",
        "card:boar_at_bay/special",
        "unique",
        "pass",
        "two_cards",
    } <= fight.open
    fight.play("card:boar_at_bay/move", "hex:e5", "facing:e")
    assert fight.over
    assert fight.hand(RAFELO) == {"crossed_blades"}
    fight = champion("crossed_blades boar_at_bay", dice=(1,) * 4).play("unique", "discard:boar_at_bay")
    assert fight.play("hex:e5", "facing:e").over


@pytest.mark.rule("CA-8.2")
def test_two_cards_need_two_cards_and_a_champion() -> None:
    assert "two_cards" not in champion("crossed_blades").open
    placed = put(RAFELO, "e5", hand="crossed_blades boar_at_bay"), put(TEKNOTH, "i5"), put(CASTUS, "e6")
    assert "two_cards" not in kings(*placed, champion=2).turn(RAFELO).open
    assert "two_cards" not in Fight(*placed).turn(RAFELO).open


@pytest.mark.rule("CA-8.2")
def test_two_reactions_can_be_revealed_for_their_other_rows() -> None:
    fight = champion("iron_vow sand_dancer", dice=(1,) * 6).play("two_cards", "discard:iron_vow")
    assert fight.opened("card") == {
        "iron_vow/move",
        "iron_vow/attack",
        "sand_dancer/move",
        "sand_dancer/attack",
    }


@pytest.mark.rule("CA-8.2")
def test_the_champion_s_defeat_cancels_the_second_card() -> None:
    fight = champion("crossed_blades boar_at_bay", dice=(1,)).play("two_cards", "discard:crossed_blades")
    assert fight.asking == "ResolveShown"
    fight.play("card:crossed_blades/move")
    waiting = [*fight.state.steps, fight.state.waiting]
    fight.do(Defeat(1, fight.number(RAFELO)))
    fight.state.steps = waiting[:-1]
    fight.state.run_on()
    assert fight.over
    assert fight.told("attacked") == []
    assert len(fight.told("played")) == 1


@pytest.mark.rule("CA-8.2", "CA-7.6")
def test_the_defeat_of_the_last_challenger_ends_the_game_before_the_second_card() -> None:
    """Victory is checked after the whole action, and each card is an action."""
    placed = (
        put(RAFELO, "e5", "e", hand="crossed_blades boar_at_bay"),
        put(TEKNOTH, "e6", **LAST_OF_SIX),
        put(CASTUS, "a1"),
    )
    fight = kings(*placed, dice=(6, 6, 6, 1))
    fight.do(Defeat(-1, fight.number(CASTUS)))
    fight.draw_initiative(RAFELO, RAFELO).play(
        "two_cards", "discard:crossed_blades", "card:crossed_blades/attack"
    )
    assert fight[TEKNOTH].down
    assert fight.over
    assert fight.state.score() == [1.0, 0.0, 0.0]


def same_again(written: Written) -> None:
    written.special(
        "red_banner",
        {"do": "move", "n": 1, "facing": "free"},
        {"do": "drop", "n": 1, "on": "near"},
        {"do": "drain", "n": 2, "on": "same"},
    )
    written.special(
        "roar_of_the_stands",
        {"do": "move", "n": 1, "facing": "free"},
        {"do": "attack", "n": 2, "on": "zone"},
        {"do": "energy", "n": 3, "if_hit": True},
    )


@pytest.mark.rule("CA-8.2")
@pytest.mark.parametrize("second", ["red_banner", "roar_of_the_stands"])
def test_the_second_action_knows_nothing_of_the_target_and_the_hits_of_the_first(second: str) -> None:
    placed = put(RAFELO, "e5", "e", hand=f"crossed_blades {second}"), put(TEKNOTH, "e6"), put(CASTUS, "a1")
    fight = kings(*placed, dice=(6, 1, 1), pack=make_pack(same_again)).turn(RAFELO)
    fight.play("two_cards", "discard:crossed_blades", "card:crossed_blades/attack")
    assert fight.hurt(TEKNOTH) == 2
    fight.play(f"card:{second}/special", "hex:e4", "facing:w")
    assert fight.over
    assert fight.energy(TEKNOTH) == START, "there was no target before it in this action"
    assert fight.energy(RAFELO) == START, "and no attack that could have hit"


@pytest.mark.rule("CA-8.2", "CA-8.1")
def test_challengers_are_no_enemies_of_each_other() -> None:
    placed = (
        put(CASTUS, "a1"),
        put(RAFELO, "e5", "e", hand="crossed_blades horns_of_the_ram"),
        put(TEKNOTH, "e6"),
    )
    fight = kings(*placed).turn(RAFELO)
    assert "card:crossed_blades/attack" not in fight.open
    assert "card:horns_of_the_ram/special" in fight.open, "but they can be pushed"


# --- CA-8.3 Single Combat


def duel(
    hands: tuple[str, str] = ("iron_vow red_banner", "sand_dancer"), dice: tuple[int, ...] = ()
) -> Fight:
    placed = put(RAFELO, "a1", hand=hands[0]), put(TEKNOTH, "i5", hand=hands[1])
    return Fight(*placed, variant="single_combat", dice=dice)


@pytest.mark.rule("CA-8.3", "CA-2.2")
def test_each_round_one_neutral_card_joins_the_deck_and_counts_in_the_public_number_left() -> None:
    game = start(variant="single_combat", set_up="given", picks="rafelo,teknoth", seed=3)
    assert sorted([*game.initiative, game.drawn]) == [0, 0, 0, 1, 1, 1, 9]
    fight = duel().draw_initiative(RAFELO, "neutral", TEKNOTH)
    assert fight.view(1).initiative_left == 2


@pytest.mark.rule("CA-8.3")
@pytest.mark.parametrize(("rolls", "winner"), [((5, 2), 0), ((1, 2), 1)])
def test_when_drawn_both_roll_and_the_higher_may_take_a_turn(rolls: tuple[int, int], winner: int) -> None:
    fight = duel(dice=rolls).draw_initiative("neutral", RAFELO)
    assert (fight.asking, fight.decider, fight.open) == ("ExtraTurn", winner, {"yes", "no"})
    assert fight.view(SPECTATOR).drawn == "neutral"
    fight.play("yes")
    assert (fight.asking, fight.decider, fight.state.active) == ("ChooseAction", winner, winner)


@pytest.mark.rule("CA-8.3")
def test_or_decline_at_no_cost() -> None:
    fight = duel(dice=(5, 2)).draw_initiative("neutral", TEKNOTH).play("no")
    assert fight.hand(RAFELO) == {"iron_vow", "red_banner"}
    assert fight.discard == set()
    assert (fight.asking, fight.decider) == ("ChooseAction", 1)


@pytest.mark.rule("CA-8.3")
def test_on_a_tie_each_discards_one_random_card() -> None:
    fight = duel(dice=(4, 4, 2, 1)).draw_initiative("neutral", RAFELO)
    assert fight.hand(RAFELO) == {"iron_vow"}
    assert fight.hand(TEKNOTH) == set()
    assert fight.discard == {"red_banner", "sand_dancer"}
    assert (fight.asking, fight.decider) == ("ChooseAction", 0), "and the next card is drawn"


@pytest.mark.rule("CA-8.3")
def test_an_empty_hand_neither_acts_nor_discards() -> None:
    fight = duel(("", "sand_dancer"), dice=(6, 1)).draw_initiative("neutral", TEKNOTH)
    assert (fight.asking, fight.decider) == ("ChooseAction", 1), "Rafelo won the roll and is not asked"
    both = duel(("iron_vow red_banner", ""), dice=(3, 3, 1)).draw_initiative("neutral", RAFELO)
    assert both.hand(RAFELO) == {"red_banner"}
    assert both.dice == []


@pytest.mark.rule("CA-8.3")
def test_the_neutral_card_belongs_to_single_combat_only() -> None:
    game = start(set_up="given", seed=3)
    assert 9 not in [*game.initiative, game.drawn]
