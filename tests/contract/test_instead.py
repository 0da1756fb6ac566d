"""Where nobody is asked any more, or a bot decides, every game says so in place of the question."""

from __future__ import annotations

import msgspec

from contract.play import positions
from harena.core.game import AnyGame
from harena.core.state import OVER

INSTEAD = "Bo wins. You resigned."


def test_what_is_said_instead_of_the_question_stands_in_words_and_picture(game: AnyGame) -> None:
    pack = game.pack()
    asked: set[str] = set()
    for state in positions(game, 12):
        if state.seat == OVER or type(state.waiting).__name__ in asked:
            continue
        words = game.words(pack, [f"Player {seat + 1}" for seat in range(state.seats)])
        view = game.view(state, state.seat)
        asked.add(view.asking)
        given_up = msgspec.structs.replace(view, actions=[], instead=INSTEAD)
        assert words.prompt(given_up) == INSTEAD
        assert words.describe(given_up).endswith(INSTEAD)
        picture = game.draw(pack, given_up, words.names).svg()
        assert INSTEAD in picture
        assert "You decide" not in picture
        assert words.prompt(view) not in picture
    assert asked
