"""A form never offers what the game then refuses, and never speaks in ids."""

from __future__ import annotations

import random
import re
from typing import Any

from harena.core.dice import fast_dice
from harena.core.fitting import fit, fitted_options, in_players_words
from harena.core.game import AnyGame
from harena.core.options import fields, write_options

CLICKS = 150
ID = re.compile(r"_|\d[a-z]\d|^$")


def clicks(game: AnyGame) -> list[dict[str, Any]]:
    """Options as a form has them after each of many random choices."""
    chance, pack, options, out = random.Random(5), game.pack(), game.options(), []
    for _ in range(CLICKS):
        out.append(write_options(options))
        choosable = [one for one in fitted_options(game, pack, options) if one.is_open and one.choices]
        if not choosable:
            break
        one = chance.choice(choosable)
        values = [choice.value for choice in one.choices]
        value = ",".join(chance.sample(values, len(one.places))) if one.places else chance.choice(values)
        options = fit(game, pack, {**write_options(options), one.field.name: value})
    return out


def test_whatever_is_chosen_in_a_form_the_game_can_be_played(game: AnyGame) -> None:
    pack = game.pack()
    for given in clicks(game):
        options = game.options(**given)
        assert fit(game, pack, given) == options, "what was fitted fits"
        game.start(pack, options, fast_dice(1))


def test_players_read_words_and_no_ids(game: AnyGame) -> None:
    pack = game.pack()
    for given in clicks(game):
        options = game.options(**given)
        for label, value in in_players_words(game, pack, options):
            assert not ID.search(label), label
            assert not ID.search(value), (label, value)
        for one in fitted_options(game, pack, options):
            assert not [choice for choice in one.choices if ID.search(choice.label)]


def test_every_picture_of_a_choice_is_there(game: AnyGame) -> None:
    pack = game.pack()
    things = {one.key for one in game.exhibits(pack) if one.picture}
    offered = [choice for one in fitted_options(game, pack, game.options()) for choice in one.choices]
    for choice in [*offered, *(choice for field in fields(game.options) for choice in field.words)]:
        if choice.picture:
            assert choice.picture in things or (game.folder / "pictures" / choice.picture).is_file()
