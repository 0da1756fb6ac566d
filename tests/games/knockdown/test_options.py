"""What can be agreed on before a match of Knockdown, and what cannot."""

from __future__ import annotations

import pytest

from harena.core.errors import OptionError
from harena.games.knockdown import GAME

from .brawl import FOE, FROZEN, JAMES, KATIE, ME, Bout, put, start


@pytest.mark.rule("KD-2.1")
@pytest.mark.parametrize(
    ("picks", "words"),
    [
        ("james,james", "only once"),
        ("nobody,katie", "no fighter 'nobody'"),
        ("james,katie,puppy", "3 fighters"),
    ],
)
def test_picks_that_cannot_be(picks: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        start(picks=picks)


@pytest.mark.rule("KD-6.5")
@pytest.mark.parametrize("option", ["arena", "skills"])
def test_an_arena_or_skill_set_that_is_not_there(option: str) -> None:
    with pytest.raises(OptionError, match="there is no 'moon'"):
        start(**{option: "moon"})


def test_nothing_agreed_is_dice_two_wins_open_hands_and_relief_of_light_wounds() -> None:
    options = GAME.options()
    assert (options.test, options.wins, options.relief, options.closed_hands) == ("dice", 2, "light", False)
    setting = start().setting
    assert (setting.towers, setting.wins, setting.relief, setting.closed_hands) == (0, 2, 0, False)


@pytest.mark.rule("KD-5.2")
@pytest.mark.parametrize(("dice_for", "towers"), [("none", 3), ("seat1", 2), ("seat2", 1)])
def test_who_builds_towers(dice_for: str, towers: int) -> None:
    assert start(test="tower", dice_for=dice_for).setting.towers == towers
    assert start(test="dice", dice_for=dice_for).setting.towers == 0


@pytest.mark.parametrize("closed", [False, True])
def test_closed_hands_show_only_how_many_cards_the_other_holds(closed: bool) -> None:
    bout = Bout(
        put(KATIE, "c1", hand="block dash"), put(JAMES, "c5", hand="power wild dash"), closed_hands=closed
    )
    mine, theirs = bout.view(ME).fighters
    assert sorted(mine.hand) == sorted(bout.hand(ME))
    assert theirs.hand_size == 3
    assert sorted(theirs.hand) == ([] if closed else sorted(bout.hand(FOE)))
    assert bool(theirs.symbols) != closed or not any(theirs.symbols.values())


def test_every_option_says_what_it_is() -> None:
    assert {
        "test",
        "dice_for",
        "relief",
        "closed_hands",
        "fighters",
        "picks",
        "arena",
        "skills",
        "wins",
    } == set(GAME.options.__struct_fields__)
    assert len(FROZEN.sheets) == 3
