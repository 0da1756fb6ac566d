"""Making puzzles: in games of bots, positions where one choice is sure and the obvious one wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from harena import bots
from harena.bots.greedy import GreedyBot
from harena.bots.search import sensible
from harena.core import registry
from harena.core.dice import fast_dice
from harena.core.errors import HarenaError
from harena.core.game import AnyGame
from harena.core.match import Match
from harena.core.options import write_options
from harena.core.prose import percent
from harena.core.puzzle import FORMAT, Kind, Puzzle, PuzzleBook, Weighed, open_puzzle
from harena.core.record import FastSeed
from harena.lab.plan import seed_of
from harena.lab.puzzle_search import Outlook, Weigher, begun, outlook

PLAYER = "mcts:100"  # plays the games that are searched
FEWEST, MOST = 2, 24  # sensible choices: more is a haystack
GLANCE = 60  # tries of each choice at first
LOOK = 250  # of each once a glance was promising
SEARCHES = 2
LOOKERS = 3  # at what is obvious: all must agree
NO_ACTION = -1
PROMISING = 0.08  # by which the obvious choice must look worse at a glance
ALIKE = 0.03  # choices that differ by no more are equally right
APART = 0.05  # by which all wrong choices are worse, in every search
FOOLED = 0.1  # by which the obvious one is, in every search
MOST_SOLUTIONS = 2
HOPELESS, WON = 0.12, 0.97  # a best chance beyond these is no puzzle, unless it is won or lost at once
OFTEN, SELDOM = 0.7, 0.4  # what is sure and what is not, of games played on
AS_GOOD_AS_WON = 0.85  # the chance from which the task says so
AT_STAKE = 0.15  # what the obvious choice must lose where it is about winning or living on
Tell = Callable[[str], None]
Keep = Callable[[PuzzleBook], None]


@dataclass(frozen=True)
class Wish:
    """What is to be made."""

    game: str
    count: int = 10
    seed: int = 1
    tries: int = 1200  # of each choice, in each of the last searches
    games: int = 200  # after so many it gives up looking
    each: int = 2  # puzzles from one game at most


def make(wish: Wish, tell: Tell, keep: Keep = lambda book: None) -> PuzzleBook:
    """Puzzles as wished; `keep` is given what there is after each.

    Up to half are of the plainest kind, where nothing is won or lost at once; more only where it is the
    only one that is found.
    """
    if wish.count < 1 or wish.tries < LOOK or wish.games < 1:
        raise HarenaError(f"Puzzles take a count and games of at least 1, and at least {LOOK} tries.")
    game = registry.find(wish.game)
    found: list[Puzzle] = []
    for number in range(wish.games):
        for puzzle in _of_game(game, wish, seed_of(wish.seed, number)):
            found.append(puzzle)
            tell(f"Game {number + 1}: {told(puzzle)}")
            keep(PuzzleBook(FORMAT, game.name, chosen(found, wish.count)))
        plain = sum(puzzle.kind == "choice" for puzzle in found)
        if len(found) - plain + min(plain, wish.count // 2) >= wish.count:
            break
    return PuzzleBook(FORMAT, game.name, chosen(found, wish.count))


def chosen(found: list[Puzzle], count: int) -> list[Puzzle]:
    """The urgent kinds before the plain one, of each those that mislead most; in no order."""
    order = sorted(found, key=lambda one: (one.kind == "choice", -misled(one), one.id))[:count]
    return sorted(order, key=lambda one: one.id)  # an id is as good as a shuffle: kinds take turns


def misled(puzzle: Puzzle) -> float:
    """What is lost by what seems best."""
    obvious = puzzle.found(puzzle.obvious)
    return puzzle.weighed[0].chance - (obvious.chance if obvious is not None else 0.0)


def told(puzzle: Puzzle) -> str:
    """A puzzle in a line."""
    best, obvious = puzzle.weighed[0], puzzle.found(puzzle.obvious)
    fooled = f" {100 * obvious.chance:.0f}%" if obvious is not None else ""
    right = f"{best.action} {100 * best.chance:.0f}%"
    return f"{puzzle.id}, {puzzle.kind}, {right}, not {puzzle.obvious}{fooled}"


def _of_game(game: AnyGame, wish: Wish, seed: int) -> Iterator[Puzzle]:
    """The puzzles in one game, played by bots from this seed."""
    pack, dice = game.pack(), fast_dice(seed_of(seed, 1))
    settings = game.match_ups(pack, game.options())
    match = Match(game, pack, write_options(settings[dice.below(len(settings))]), FastSeed(seed_of(seed, 0)))
    player, made, quiet = bots.find(PLAYER), 0, 0
    while not match.over and made < wish.each:
        action, number = bots.ask(player, match, dice), len(match.played)
        if quiet == 0 and (puzzle := puzzle_at(match, wish.tries, seed_of(seed, number + 2), action)):
            made, quiet = made + 1, game.seats(match.options) * 6  # the next one is another story
            yield puzzle
        quiet = max(0, quiet - 1)
        match.play(action)


def puzzle_at(match: Match, tries: int, seed: int, thought: int = NO_ACTION) -> Puzzle | None:
    """The puzzle that a position is; None if it is none.

    `thought` is what a short search would do: where that is the obvious thing, no longer one is begun.
    """
    state = match.state
    if state.measured or state.sealed or not FEWEST <= len(sensible(state)) <= MOST:
        return None
    obvious = obvious_at(match, seed, thought)
    if obvious is None or warned(match, obvious):
        return None
    glanced = Weigher(state, seed).chances(GLANCE)
    if max(glanced.values()) - glanced[obvious] < PROMISING:
        return None
    looked = Weigher(state, seed).chances(LOOK)
    if not clear_solutions([looked], obvious, PROMISING / FOOLED):
        return None
    weighers = [Weigher(state, seed_of(seed, number)) for number in range(SEARCHES)]
    searches = [weigher.chances(tries) for weigher in weighers]
    solutions = clear_solutions(searches, obvious)
    if not solutions:
        return None
    return _written(match, solutions, obvious, weighers, tries)


def obvious_at(match: Match, seed: int, thought: int = NO_ACTION) -> int | None:
    """What looks best one step ahead; None if that depends on the dice, or is what was thought."""
    first: int | None = None
    for number in range(LOOKERS):
        action = bots.answer(GreedyBot(), match.state, fast_dice(seed_of(seed, number)))
        if action == thought or action != (action if first is None else first):
            return None
        first = action
    return first


def warned(match: Match, action: int) -> bool:
    """Would the page ask once more before this? Then it is no trap."""
    view = match.view(match.seat)
    return bool(match.words.danger(view, match.actions.notation(action)))


def clear_solutions(searches: list[dict[int, float]], obvious: int, strict: float = 1.0) -> list[int]:
    """The right choices, the best first, where all searches agree on them; else none.

    A first look is less strict: it may be off by more.
    """
    mean = {action: sum(one[action] for one in searches) / len(searches) for action in searches[0]}
    order = sorted(mean, key=lambda action: (-mean[action], action))
    best = mean[order[0]]
    right = [action for action in order if mean[action] > best - ALIKE]
    wrong = [action for action in order if action not in right]
    if not wrong or obvious in right or len(right) > MOST_SOLUTIONS or best <= HOPELESS:
        return []
    for one in searches:
        worst_right = min(one[action] for action in right)
        ahead = worst_right - max(one[action] for action in wrong)
        if ahead < strict * APART or worst_right - one[obvious] < strict * FOOLED:
            return []
    return right


def _written(
    match: Match, solutions: list[int], obvious: int, weighers: list[Weigher], tries: int
) -> Puzzle | None:
    """The puzzle as it is kept."""
    notation = match.actions.notation
    mean = {
        action: sum(one.mean(action) for one in weighers) / len(weighers) for action in weighers[0].actions
    }
    weighed = [
        Weighed(notation(action), round(mean[action], 3), entries(match, weighers[0].line(action)))
        for action in sorted(mean, key=lambda action: (-mean[action], action))
    ]
    record = match.record()
    right, wrong = outlook(match, solutions[0]), outlook(match, obvious)
    kind: Kind = kind_of(right, wrong) if begun(match) else "choice"
    if not urgent(kind, mean[solutions[0]], mean[obvious]):
        kind = "choice"
    if kind == "choice" and mean[solutions[0]] > WON:
        return None
    return Puzzle(
        id=hashlib.sha256(f"{record.position} {match.seat}".encode()).hexdigest()[:8],
        kind=kind,
        seat=match.seat,
        record=record,
        solutions=[notation(action) for action in solutions],
        obvious=notation(obvious),
        weighed=weighed,
        tries=tries,
        searches=len(weighers),
    )


def kind_of(right: Outlook, wrong: Outlook) -> Kind:
    """What a puzzle is about, by how games go on after the right choice and after the obvious one."""
    if right.won >= OFTEN and wrong.won <= SELDOM:
        return "win"
    if wrong.lost >= OFTEN and right.lost <= SELDOM:
        return "survive"
    return "choice"


def urgent(kind: Kind, best: float, obvious: float) -> bool:
    """Do the searches say so too? The games played on are few."""
    return best - obvious >= AT_STAKE and (kind != "win" or best >= AS_GOOD_AS_WON)


def entries(match: Match, line: list[tuple[int, int]]) -> list[str]:
    """Decisions as records have them."""
    return [f"{seat} {match.actions.notation(action)}" for seat, action in line]


def complaint(puzzle: Puzzle, tries: int = 0, seed: int = 1) -> str:
    """What is wrong with a puzzle, in a sentence; nothing where it holds. With tries it is searched anew."""
    try:
        match = open_puzzle(puzzle)
    except HarenaError as error:
        return str(error)
    if not tries:
        return ""
    chances = Weigher(match.state, seed).chances(tries)
    right = [match.actions.parse(action) for action in puzzle.solutions]
    wrong = [action for action in chances if action not in right]
    best = max(wrong, key=lambda action: chances[action])
    if chances[right[0]] > chances[best]:
        return ""
    said = f"{match.actions.notation(best)} gives {percent(chances[best], 1)}"
    return f"{said}, the solution {puzzle.solutions[0]} only {percent(chances[right[0]], 1)}."
