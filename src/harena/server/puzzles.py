"""Puzzles on the site: what is asked, whether an answer is right, hints, and what a bot expects."""

from __future__ import annotations

import asyncio
import datetime
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError, UnknownGameError
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.picture import Layout
from harena.core.prose import count, percent
from harena.core.puzzle import (
    Puzzle,
    PuzzleError,
    Weighed,
    book_of,
    chapter_of,
    open_puzzle,
    puzzle_named,
    puzzle_of_day,
    task,
)
from harena.server.api import Api
from harena.server.http import ProblemError, answer, read_json
from harena.server.replay import layout_in
from harena.server.sight import choices

DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
TODAY = "today"
KEPT = 64  # puzzles that are open, the last ones asked for
TOLD = 8  # lines of what happened before
GUESSES = 20  # in which what came next may be possible, and so have a name
FEW = 3  # choices of which a hint takes none away
GONE = 410


class Puzzles:
    """Answers for those who solve puzzles. The server keeps nothing of it: a streak is the browser's."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def routes(self) -> list[BaseRoute]:
        here = "/api/puzzles/{game}/{name}"
        return [
            Route("/api/puzzles", self.all_games),
            Route(here, self.puzzle),
            Route(f"{here}/answer", self.answer, methods=["POST"]),
            Route(f"{here}/hint", self.hint),
            Route(f"{here}/solution", self.solution),
        ]

    async def all_games(self, request: Request) -> Response:
        """Which games have puzzles, and what is today's."""
        self.api.check(request)
        return answer({"day": today().isoformat(), "games": listed()})

    async def puzzle(self, request: Request) -> Response:
        """What is asked, as the seat sees it."""
        return await self.told(request, lambda game, one: question(game, one, layout_in(request)))

    async def hint(self, request: Request) -> Response:
        """What the game's lessons say of such a question, and fewer choices."""
        return await self.told(request, hint)

    async def solution(self, request: Request) -> Response:
        """What is right, and why."""
        return await self.told(request, explained)

    async def answer(self, request: Request) -> Response:
        """Is a choice right? If not, what a bot would fear of it."""
        self.api.check(request)
        plain = await read_json(request, self.api.settings.limits.body)
        action = plain.get("action")
        if not isinstance(action, str):
            raise ProblemError(400, "Name the action that you choose.")
        return await self.told(request, lambda game, one: judged(game, one, action))

    async def told(self, request: Request, tell: Callable[[AnyGame, Puzzle], dict[str, Any]]) -> Response:
        """Something about the puzzle in the address."""
        self.api.check(request)
        game, puzzle = puzzle_in(request.path_params["game"], request.path_params["name"])
        return answer(await asyncio.to_thread(usable, tell, game, puzzle))


def today() -> datetime.date:
    """The server's day: it is the same for everybody."""
    return datetime.datetime.now(datetime.UTC).date()


def listed() -> list[dict[str, Any]]:
    """Every game that has puzzles, with their ids; the days are told by whoever shows them."""
    out = []
    for name in registry.names():
        try:
            game = registry.find(name)
            book = book_of(game)
        except HarenaError:  # a broken game, or broken puzzles, hide no other
            continue
        if book.puzzles:
            of_today = puzzle_of_day(book, today().toordinal())
            ids = [{"id": one.id, "kind": one.kind} for one in book.puzzles]
            out.append({"name": name, "title": game.title, "today": of_today.id, "puzzles": ids})
    return out


def puzzle_in(game_name: str, name: str) -> tuple[AnyGame, Puzzle]:
    """The puzzle that an address names: by its id, by a day, or today's."""
    try:
        game = registry.find(game_name)
        book = book_of(game)
        if name != TODAY and not DAY.fullmatch(name):
            return game, puzzle_named(book, name)
        return game, puzzle_of_day(book, day_in(name).toordinal())
    except (UnknownGameError, PuzzleError) as error:
        raise ProblemError(404, str(error)) from None


def day_in(text: str) -> datetime.date:
    """A day that has come."""
    if text == TODAY:
        return today()
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise PuzzleError(f"There is no day {text}.") from None
    if day > today():
        raise PuzzleError("The puzzle of that day is still to come.")
    return day


def usable(
    tell: Callable[[AnyGame, Puzzle], dict[str, Any]], game: AnyGame, puzzle: Puzzle
) -> dict[str, Any]:
    """What is told of a puzzle, or a sentence where the game is not what it was any more."""
    try:
        opened(puzzle)
    except HarenaError as error:
        raise ProblemError(GONE, f"This puzzle cannot be shown any more. {error}") from None
    return tell(game, puzzle)


@lru_cache(maxsize=KEPT)
def _opened(game: str, name: str) -> Match:
    return open_puzzle(puzzle_named(book_of(registry.find(game)), name))


def opened(puzzle: Puzzle) -> Match:
    """The match at the puzzle's position. Nobody plays on in it, so all may look at it at once."""
    return _opened(puzzle.record.game, puzzle.id)


# --- what is told


def question(game: AnyGame, puzzle: Puzzle, layout: Layout) -> dict[str, Any]:
    """The position through the eyes of its seat, with what can be chosen; not a word of what is right."""
    match = opened(puzzle)
    view, words = match.view(puzzle.seat), match.words
    return {
        "id": puzzle.id,
        "day": today().isoformat(),
        "of_today": puzzle_of_day(book_of(game), today().toordinal()).id == puzzle.id,
        "game": {"name": game.name, "title": game.title},
        "kind": puzzle.kind,
        "task": task(puzzle.kind, chapter_of(match)),
        "seat": puzzle.seat,
        "names": match.names,
        "prompt": words.prompt(view),
        "actions": choices(words, view, explained=True),
        "picture": game.draw(match.pack, view, match.names, layout).svg(),
        "text": words.describe(view),
        "story": match.story(puzzle.seat)[-TOLD:],
    }


def judged(game: AnyGame, puzzle: Puzzle, action: str) -> dict[str, Any]:
    """Whether an action is right, and what there is to say of it."""
    match = opened(puzzle)
    try:
        chosen = match.check(action[:200], puzzle.seat)
    except HarenaError as error:
        raise ProblemError(400, str(error)) from None
    view, found = match.view(puzzle.seat), puzzle.found(chosen)
    right = chosen in puzzle.solutions
    return {
        "right": right,
        "action": chosen,
        "label": match.words.label(view, chosen),
        "text": praise(puzzle) if right else fear(match, puzzle, chosen),
        "then": coming(match, puzzle, found),
    }


def praise(puzzle: Puzzle) -> str:
    """What is said of a right answer."""
    return f"Right: nothing else comes near. A bot gives you {percent(puzzle.weighed[0].chance)} after it."


def fear(match: Match, puzzle: Puzzle, action: str) -> str:
    """What a bot has against a wrong answer."""
    found, best = puzzle.found(action), puzzle.weighed[0].chance
    danger = match.words.danger(match.view(puzzle.seat), action)
    if found is None:
        said = "A bot would not even think of it."
    else:
        said = f"A bot gives you {percent(found.chance)} after it; the right choice gives {percent(best)}."
    return f"{danger} {said}".strip()


def coming(match: Match, puzzle: Puzzle, found: Weighed | None) -> list[dict[str, Any]]:
    """What a bot expects next: who does what. The words are those of a guess of what the seat cannot know."""
    best: list[dict[str, Any]] = []
    for number in range(GUESSES if found is not None and found.then else 0):
        assert found is not None
        line = followed(match, puzzle, found, number)
        best = line if len(line) > len(best) else best
        if len(best) == len(found.then):
            break
    return best


def followed(match: Match, puzzle: Puzzle, found: Weighed, number: int) -> list[dict[str, Any]]:
    """A line as far as one guess, with its dice, allows it."""
    state = match.state.guess(puzzle.seat, fast_dice(number))
    state.play(match.actions.parse(found.action))
    out: list[dict[str, Any]] = []
    for entry in found.then:
        seat, _, notation = entry.partition(" ")
        action = match.actions.parse(notation)
        if state.seat != int(seat) or action not in state.legal():
            break
        label = match.words.label(match.game.view(state, state.seat), notation)
        out.append({"seat": state.seat, "name": match.words.who(state.seat, puzzle.seat), "label": label})
        state.play(action)
    return out


def hint(game: AnyGame, puzzle: Puzzle) -> dict[str, Any]:
    """Lessons about such a question; and the choices that remain once the plainly wrong ones are gone."""
    match = opened(puzzle)
    view = match.view(puzzle.seat)
    return {
        "lessons": msgspec.to_builtins(match.words.lessons(view)),
        "among": [match.words.label(view, action) for action in remaining(puzzle, view.actions)],
    }


def remaining(puzzle: Puzzle, actions: list[str]) -> list[str]:
    """Half of the choices, right and misleading ones among them; none where there are few anyway."""
    if len(actions) <= FEW:
        return []
    keep = dict.fromkeys([*puzzle.solutions, puzzle.obvious, *(one.action for one in puzzle.weighed)])
    most = max(len(puzzle.solutions) + 1, min(4, len(actions) // 2))
    kept = list(keep)[:most]
    return [action for action in actions if action in kept]


def explained(game: AnyGame, puzzle: Puzzle) -> dict[str, Any]:
    """The solution, what misleads, and what a bot expects of every choice."""
    match = opened(puzzle)
    view, label = match.view(puzzle.seat), match.words.label
    obvious, best = puzzle.found(puzzle.obvious), puzzle.weighed[0]
    tried = count(puzzle.tries * puzzle.searches, "try", "tries")
    only = f", and only {percent(obvious.chance)} after the other" if obvious is not None else ""
    return {
        "solutions": [{"action": one, "label": label(view, one)} for one in puzzle.solutions],
        "obvious": {"action": puzzle.obvious, "label": label(view, puzzle.obvious)},
        "text": (
            f"“{label(view, puzzle.obvious)}” looks best one step ahead. But after {tried} of each choice a "
            f"bot gives you {percent(best.chance)} after “{label(view, best.action)}”{only}."
        ),
        "considered": [
            {"action": one.action, "label": label(view, one.action), "chance": one.chance}
            for one in puzzle.weighed
        ],
        "then": coming(match, puzzle, best),
    }
