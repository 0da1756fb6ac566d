"""CN-1.10: a game with its sides exchanged and the same dice is the same game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from harena.core.state import OVER
from harena.games.centauri import GAME
from harena.games.centauri.pack.content import ArenaPack
from harena.games.centauri.state import Space

from .on_paper import AT, NAMES, turned
from .table import FROZEN, HOME_RUN, INTERSTELLAR, NEW_HOPE, make_pack, start
from .written import Written

SIDES = {"side:red": "side:blue", "side:blue": "side:red"}


def still_raiders(written: Written) -> None:
    """Raiders that move do so by the numbers of their sectors, which no symmetry keeps."""
    written.scenario(NEW_HOPE)["raiders_move"] = False


def mirrored(name: str) -> str:
    q, r = AT[name]
    return NAMES[3 - q - r, r]


def image_of(answer: str, image: Callable[[str], str]) -> str:
    what, _, name = answer.partition(":")
    if what in ("fly", "sector"):
        return f"{what}:{image(name)}"
    return SIDES.get(answer, answer)


def play_twins(one: Space, two: Space, pack: ArenaPack, image: Callable[[str], str], seed: int) -> None:
    luck, actions = random.Random(seed), GAME.actions(pack)
    while one.seat != OVER:
        answers = [actions.notation(action) for action in one.legal()]
        twins = {image_of(answer, image) for answer in answers}
        assert {actions.notation(action) for action in two.legal()} == twins
        assert one.seat == two.seat
        useful = [answer for answer in answers if answer in ("pick_up", "fight", "join")]
        answer = luck.choice(useful or answers)
        one.play(actions.parse(answer))
        two.play(actions.parse(image_of(answer, image)))
        assert [player.numbers() for player in one.players] == [player.numbers() for player in two.players]
        assert (one.points, one.kills) == (two.points, two.kills)
        assert one.dice.drawn == two.dice.drawn


@pytest.mark.rule("CN-1.10", "CN-2.7")
@pytest.mark.parametrize("scenario", [HOME_RUN, INTERSTELLAR, NEW_HOPE])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_other_side_of_the_map_is_the_same_game(scenario: str, players: int) -> None:
    pack = make_pack(still_raiders) if scenario == NEW_HOPE else FROZEN
    image = mirrored if scenario == INTERSTELLAR else turned
    winners = set()
    for seed in range(4):
        one, two = (start(scenario, players, seed, pack=pack) for _ in range(2))
        play_twins(one, two, pack, image, seed)
        assert two.seat == OVER
        assert one.winner == two.winner
        winners.add(one.winner)
    assert winners
