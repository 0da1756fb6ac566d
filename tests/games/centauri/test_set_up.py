"""CN-1.2, CN-1.5, CN-1.8, CN-1.11, CN-1.12, CN-4.1 to CN-4.3, CN-5.1: before the first round."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from harena.core.bits import count_bits, members_of
from harena.core.errors import OptionError
from harena.core.options import read_options
from harena.core.state import SPECTATOR
from harena.games.centauri import GAME
from harena.games.centauri.state import Space

from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE, SCENARIOS, Sky, start

ACTIONS = GAME.actions(FROZEN)


def asking(state: Space) -> str:
    return type(state.waiting).__name__


def play(state: Space, *answers: str) -> Space:
    for answer in answers:
        assert ACTIONS.parse(answer) in state.legal()
        state.play(ACTIONS.parse(answer))
    return state


def names(state: Space, *sectors: int) -> list[str]:
    return [state.field.names[sector] for sector in sectors]


# --- players and teams


@pytest.mark.rule("CN-1.8")
@pytest.mark.parametrize("players", [1, 3, 5, 7, 8, 0])
def test_unequal_teams_are_refused(players: int) -> None:
    with pytest.raises(
        OptionError, match=rf"^Option 'players': there is no {players}\. It can be: 2, 4, 6\."
    ):
        read_options(GAME.options, {"players": players})


@pytest.mark.rule("CN-1.8", "CN-1.12")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_teams_of_the_same_size_sit_alternately(players: int) -> None:
    state = start(players=players)
    sides = [one % 2 for one in range(players)]
    assert list(GAME.sides(read_options(GAME.options, {"players": players}))) == sides
    assert [armada.team() for armada in state.armadas] == ([0, 0, 1, 1] if players == 2 else sides)


@pytest.mark.rule("CN-1.12")
def test_all_armadas_of_a_team_may_share_a_sector() -> None:
    sky = Sky(players=6, ships={1: "c1", 3: "b1"})
    assert (sky.sector(1), sky.sector(5)) == ("c1", "d1")
    sky.move(5).play("fly:c1", "stay")
    sky.move(3).play("fly:c1", "stay")
    assert {sky.sector(number) for number in (1, 3, 5)} == {"c1"}


# --- what everybody starts with


@pytest.mark.rule("CN-1.2")
@pytest.mark.parametrize("scenario", [HOME_RUN, NEW_HOPE])
def test_everybody_starts_alike(scenario: str) -> None:
    state = start(scenario, 4)
    for player in state.players:
        assert (player.speed, player.combat, player.shield, player.hull) == (2, 2, 2, 8)
        assert (player.starport, player.lab, player.astartium) == (0, 0, 2)
        assert (player.combat_tokens, player.exploration_tokens) == (0, 0)


@pytest.mark.rule("CN-1.2", "CN-1.11")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_common_cards_are_dealt_face_up(scenario: str) -> None:
    state = start(scenario, 6)
    shown = [(event.a, event.b) for event in state.journal or [] if event.kind == "dealt_open"]
    assert Counter(seat for seat, _ in shown) == dict.fromkeys(range(6), 2)
    for seat, player in enumerate(state.players):
        assert player.hand == player.known
        assert count_bits(player.hand) == 2
        assert player.hand & ~FROZEN.common == 0, "both are Common"
        ids = sorted(FROZEN.cards[FROZEN.kind_of[card]].id for card in members_of(player.hand))
        for eyes in (*range(6), SPECTATOR):
            assert sorted(GAME.view(state, eyes).players[seat].shown) == ids


@pytest.mark.rule("CN-1.11")
def test_a_card_that_was_seen_is_known_until_it_is_played() -> None:
    sky = Sky(hands={1: "salvage_rights salvage_rights afterburner"})
    first, second = (card for card in members_of(sky.player(1).hand) if sky._id(card) == "salvage_rights")
    sky.player(1).known = 1 << second
    sky.upkeep(1).play("play:salvage_rights")
    assert sky.player(1).known == 0, "the one that was seen went"
    assert sky.player(1).hand >> first & 1


@pytest.mark.rule("CN-1.5")
def test_the_deck_has_forty_cards_eight_of_them_arena_cards() -> None:
    arena = {card.name: card.count for card in FROZEN.cards if card.arena}
    named = ("You shall not pass", "Cloak and Dagger", "Blaze of Glory", "Spatial Disjunction")
    assert arena == dict.fromkeys(named, 2)
    assert sum(card.count for card in FROZEN.cards) == 40
    assert len([card for card in FROZEN.cards if not card.arena]) >= 8


@pytest.mark.rule("CN-1.5")
def test_arena_cards_join_the_deck_after_the_first_hands() -> None:
    arena = set(members_of((1 << 40) - 1 & ~FROZEN.common))
    places: Counter[int] = Counter()
    for seed in range(40):
        state = start(players=6, seed=seed)
        assert len(state.deck) == 40 - 12
        assert arena <= set(state.deck)
        places.update(place for place, card in enumerate(state.deck) if card in arena)
    assert len(places) == 28, "they lie anywhere in it"


# --- who goes first, and where


@pytest.mark.rule("CN-2.6")
def test_chance_says_who_is_the_first_player() -> None:
    firsts = Counter(start(players=6, seed=seed).first for seed in range(120))
    assert set(firsts) == set(range(6))
    assert min(firsts.values()) >= 8


@pytest.mark.rule("CN-4.1", "CN-4.2", "CN-4.3")
@pytest.mark.parametrize(
    ("scenario", "starts"), [(HOME_RUN, "d1 d7"), (INTERSTELLAR, "d4 d7"), (NEW_HOPE, "b1 f5")]
)
def test_the_second_player_picks_a_side_for_the_team(scenario: str, starts: str) -> None:
    for seed in range(8):
        state = start(scenario, 4, seed)
        second = (state.first + 1) % 4
        assert (asking(state), state.seat) == ("PickSide", second)
        play(state, "side:red" if seed % 2 else "side:blue")
        mine, theirs = starts.split() if seed % 2 else starts.split()[::-1]
        assert names(state, state.homes[second % 2], state.homes[1 - second % 2]) == [mine, theirs]
        assert all(armada.pos == state.homes[armada.team()] for armada in state.armadas)


@pytest.mark.rule("CN-2.6", "CN-4.1", "CN-4.2", "CN-4.3")
@pytest.mark.parametrize(
    ("scenario", "rule"), [(HOME_RUN, "CN-4.1"), (INTERSTELLAR, "CN-4.2"), (NEW_HOPE, "CN-4.3")]
)
def test_what_is_told_cites_the_paragraph_of_its_scenario(scenario: str, rule: str) -> None:
    state = play(start(scenario, 4), "side:red")
    cited = {event.kind: event.rule for event in state.journal or []}
    assert cited["first_player"] == "CN-2.6"
    assert cited["picked_side"] == cited["stationed"] == rule


@pytest.mark.rule("CN-4.3")
def test_the_convoy_starts_on_the_jumpgate() -> None:
    state = start(NEW_HOPE)
    assert names(state, state.convoy) == ["d4"]
    assert state.scenario.closed == 0, "which all may enter"


# --- Interstellar's upgrades


@pytest.mark.rule("CN-4.2")
def test_seven_upgrades_are_spread_in_turn_order_and_pay_at_once() -> None:
    state = play(start(INTERSTELLAR, 4), "side:red")
    for place in range(4):
        seat = (state.first + place) % 4
        player = state.players[seat]
        assert (asking(state), state.seat) == ("Spread", seat)
        play(state, "lab", "lab", "starport")
        assert (player.speed, player.combat_tokens, player.cards()) == (3, 2, 4)
        play(state, "starport", "lab", "lab", "lab")
        assert (player.starport, player.lab) == (2, 5)
        assert (player.combat, player.speed, player.astartium) == (3, 4, 2)
        while asking(state) == "DropCard":
            state.play(state.legal()[0])
    assert asking(state) == "Upkeep"


@pytest.mark.rule("CN-1.2", "CN-4.2")
def test_nobody_puts_more_than_six_on_one_track() -> None:
    state = play(start(INTERSTELLAR, 4), "side:red")
    player = state.players[state.seat]
    play(state, *["starport"] * 6)
    assert (player.starport, player.lab) == (6, 1), "the seventh has only one place to go"


# --- options


@pytest.mark.rule("CN-5.1")
def test_everything_can_be_agreed_on() -> None:
    said: dict[str, Any] = {"scenario": NEW_HOPE, "players": 6, "max_rounds": 3, "open_hands": True}
    setting = start(**said).setting
    assert (setting.scenario.id, setting.players, setting.rounds, setting.open_hands) == (
        NEW_HOPE,
        6,
        3,
        True,
    )


@pytest.mark.rule("CN-5.1")
@pytest.mark.parametrize("said", [{"max_rounds": 0}, {"max_rounds": 11}, {"open_hands": "maybe"}])
def test_what_cannot_be_agreed_on_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        read_options(GAME.options, said)


@pytest.mark.rule("CN-5.1")
def test_a_scenario_that_nobody_knows_is_refused() -> None:
    with pytest.raises(OptionError, match="home_run"):
        start("lost_in_space")


@pytest.mark.rule("CN-5.1")
@pytest.mark.parametrize("opened", [False, True])
def test_team_mates_see_each_others_cards_if_agreed(opened: bool) -> None:
    sky = Sky(hands={1: "afterburner", 2: "pushback"}, open_hands=opened)
    assert sky.view(1).players[0].hand == ["afterburner"]
    assert sky.view(3).players[0].hand == (["afterburner"] if opened else [])
    assert sky.view(2).players[0].hand == []
    assert sky.view(4).players[0].hand_size == 1
    assert GAME.view(sky.state, SPECTATOR).players[0].hand == []
