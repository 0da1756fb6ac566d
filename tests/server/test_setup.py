"""A table is set in a way that can be played, or refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from server.made_up import setup_of

PEOPLE = [{"kind": "person"}, {"kind": "friend"}]
GOOD = {"game": "dawn_raid", "seats": PEOPLE}

BAD: dict[str, Any] = {
    "nothing": {},
    "no object": 7,
    "no such game": {**GOOD, "game": "chess"},
    "game no text": {**GOOD, "game": 1},
    "no seats": {**GOOD, "seats": []},
    "too few seats": {**GOOD, "seats": PEOPLE[:1]},
    "too many seats": {**GOOD, "seats": PEOPLE * 2},
    "far too many seats": {**GOOD, "seats": PEOPLE * 5},
    "no such kind of seat": {**GOOD, "seats": [{"kind": "ghost"}, *PEOPLE[:1]]},
    "something more in a seat": {**GOOD, "seats": [{"kind": "person", "key": "x"}, *PEOPLE[:1]]},
    "only bots": {**GOOD, "seats": [{"kind": "bot", "bot": "easy"}] * 2},
    "a bot without a level": {**GOOD, "seats": [{"kind": "bot"}, *PEOPLE[:1]]},
    "a bot that is a program": {**GOOD, "seats": [{"kind": "bot", "bot": "program:rm"}, *PEOPLE[:1]]},
    "a person with a level": {**GOOD, "seats": [{"kind": "person", "bot": "easy"}, *PEOPLE[:1]]},
    "a long name": {**GOOD, "seats": [{"kind": "person", "name": "x" * 41}, *PEOPLE[:1]]},
    "a name with a line end": {**GOOD, "seats": [{"kind": "person", "name": "a\nb"}, *PEOPLE[:1]]},
    "an unknown option": {**GOOD, "options": {"dragons": 3}},
    "an option of a wrong value": {**GOOD, "options": {"first_deck": "third"}},
    "an option of a wrong type": {**GOOD, "options": {"first_deck": ["seat1"]}},
    "options no object": {**GOOD, "options": [1]},
    "no such clock": {**GOOD, "clock": {"kind": "sand"}},
    "a clock without time": {**GOOD, "clock": {"kind": "move", "seconds": 0}},
    "a clock for years": {**GOOD, "clock": {"kind": "bank", "seconds": 10**9}},
    "a negative increment": {**GOOD, "clock": {"kind": "bank", "increment": -1}},
    "half a second": {**GOOD, "clock": {"kind": "move", "seconds": 0.5}},
    "a negative grace": {**GOOD, "grace": -1},
    "no such end of time": {**GOOD, "out_of_time": "explodes"},
    "no such stand-in": {**GOOD, "stand_in": "mcts:99999"},
    "spectators no yes or no": {**GOOD, "spectators": "yes"},
    "something unknown": {**GOOD, "server_seed": "00"},
    "options that do not go together": {
        "game": "combat_arena",
        "seats": PEOPLE,
        "options": {"variant": "single_combat", "fighters": 4, "board": "nowhere"},
    },
}


@pytest.mark.parametrize("plain", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_played_is_refused_in_a_sentence(plain: Any) -> None:
    with pytest.raises(HarenaError) as refused:
        setup_of(plain)
    assert str(refused.value).rstrip()[-1] in ".?"
    assert len(str(refused.value)) < 600


def test_every_game_can_be_set_up_with_its_defaults(game: AnyGame) -> None:
    seats = game.seats(game.options())
    setup = setup_of({"game": game.name, "seats": [{"kind": "person"}] * seats})
    assert setup.options, "the defaults are written down, so that a later version changes no table"


def test_a_table_is_kind_where_nothing_is_said() -> None:
    setup = setup_of(GOOD)
    assert (setup.clock.kind, setup.spectators, setup.practice, setup.out_of_time) == (
        "none",
        True,
        False,
        "bot",
    )
