"""Every kind of event that a game writes has a sentence, and a sentence needs no memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from contract.play import everybody, new_match, pack_of, short_match
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.view import Told

WRITERS = {"say", "reveal", "whisper", "echo"}  # the methods of a State that write events
GAMES = 6


def kinds_in(folder: Path) -> set[str]:
    """The kinds of events that a game's source writes: the first text that a writer is given."""
    return {
        kind
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITERS
        for kind in first_text(node)
    }


def first_text(call: ast.Call) -> list[str]:
    return [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)][
        :1
    ]


def moves(match: Match, seed: int) -> Iterator[int]:
    """Plays a match at random to its end; yields how many events had been heard before each move."""
    dice, heard = fast_dice(seed), 0
    while not match.over:
        yield heard
        heard = match.heard
        actions = match.legal()
        match.play(actions[dice.below(len(actions))])
    yield heard


def met(game: AnyGame) -> set[str]:
    """The kinds that come up in random games, of all the game's options."""
    found: set[str] = set()
    for seed in range(GAMES):
        match = new_match(game, seed)
        for _ in moves(match, seed):
            pass
        found |= {told.kind for told in match.events(0)}
    return found


def test_every_kind_of_event_has_a_sentence_and_every_sentence_an_event(game: AnyGame) -> None:
    written = kinds_in(game.folder)
    assert written, "the game writes no event"
    teller = game.words(pack_of(game), ["Ann"]).told_by
    assert written | met(game) == set(teller.sentences)
    assert set(teller.faded_sentences) <= set(teller.sentences)


def test_a_sentence_begins_with_a_capital_and_ends_with_a_stop(game: AnyGame) -> None:
    for seed in range(GAMES):
        match = short_match(game, seed)
        for _ in moves(match, seed):
            pass
        for eyes in everybody(match.state):
            for text in match.story(eyes):
                assert text[-1] in ".!?", text
                assert text[0] == text[0].upper(), text


def test_what_was_told_when_it_happened_is_told_the_same_at_the_end(game: AnyGame) -> None:
    """Who plays what is known from the view that is there, be it of then or of later: nothing is learnt."""
    for seed in range(GAMES):
        match = short_match(game, seed)
        at_once: dict[int, list[str]] = {eyes: [] for eyes in everybody(match.state)}
        for heard in moves(match, seed):
            for eyes, told in at_once.items():
                told += sentences(match, match.events(eyes, heard), eyes)
        for eyes, told in at_once.items():
            assert told == sentences(match, match.events(eyes), eyes)


def sentences(match: Match, events: list[Told], eyes: int) -> list[str]:
    """In words of their own, which have heard of nothing before."""
    words = match.game.words(match.pack, match.names)
    return [words.tell(told, match.cast, eyes) for told in events]
