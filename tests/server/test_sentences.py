"""What a table's log says: what the table itself would still show, and no more."""

from __future__ import annotations

import pytest

import harena
from harena.core.match import Match
from harena.core.state import SPECTATOR
from harena.server.reel import reel_of
from harena.server.sight import Looks, lines

DRAWN = "Initiative card is drawn"


def after_three_draws() -> Match:
    match = harena.new("combat_arena", seed=4, players=4, set_up="given")
    while sum(event.kind == "initiative" for event in match.events(0)) < 3:
        match.play(match.legal()[0])
    return match


@pytest.mark.rule("CA-2.3")
@pytest.mark.parametrize("eyes", [0, 2, SPECTATOR])
def test_a_log_sent_anew_names_only_the_initiative_card_drawn_last(eyes: int) -> None:
    match = after_three_draws()
    *earlier, last = [line for line in lines(Looks(match), eyes, 0) if DRAWN in line["text"]]
    assert [line["text"] for line in earlier] == [line["faded"] for line in earlier]
    assert last["text"] != last["faded"], "the page fades it when the next one comes"
    assert "faded" not in lines(Looks(match), eyes, 0)[0]


@pytest.mark.rule("CA-2.3")
def test_looking_back_at_a_running_game_names_only_the_last_one_too() -> None:
    match = after_three_draws()
    reel = reel_of(match)
    told = [line["text"] for move in reel.lines(0) for line in move]
    assert told == match.story(0)
    assert sum(DRAWN in text and not text.startswith("An ") for text in told) == 1
