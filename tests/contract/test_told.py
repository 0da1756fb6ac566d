"""Every kind of event that a game writes has a sentence, and a sentence needs no memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from contract.play import everybody, new_match, pack_of, short_match
from harena.core import state
from harena.core.dice import fast_dice
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.view import Told

STATE = Path(state.__file__).with_name("state.py")  # where events are written, whatever is compiled
GAMES = 6


def nodes_of(file: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def writers() -> dict[str, int]:
    """The methods of a State that write events, as they take a kind and a rule; and the kind's place."""
    functions = [node for node in nodes_of(STATE) if isinstance(node, ast.FunctionDef)]
    taken = {one.name: [arg.arg for arg in one.args.args[1:]] for one in functions}
    return {name: args.index("kind") for name, args in taken.items() if {"kind", "rule"} <= set(args)}


def kinds_in(folder: Path) -> set[str]:
    """The kinds of events that a game's source writes."""
    places, found = writers(), set()
    for node in (node for file in folder.rglob("*.py") for node in nodes_of(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in places:
            kind = node.args[places[node.func.attr]]
            if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                found.add(kind.value)
    return found


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
