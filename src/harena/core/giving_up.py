"""Who wins where players give up: sides win and lose together, and a game ends when one side is left."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from harena.core.prose import listed, sentence


def with_bots(sides: Sequence[int], given_up: Collection[int], bots: Collection[int]) -> list[int]:
    """The seats that have given up, with the bots that play with nobody else: a bot goes with its people."""
    playing = {side for seat, side in enumerate(sides) if seat not in given_up and seat not in bots}
    resigned = {sides[seat] for seat in given_up} - playing
    return [
        seat for seat, side in enumerate(sides) if seat in given_up or (seat in bots and side in resigned)
    ]


def is_decided(sides: Sequence[int], given_up: Collection[int]) -> bool:
    """Is the game over by giving up? Where all play together, when the last of them gives up."""
    if not given_up:
        return False
    left = {side for seat, side in enumerate(sides) if seat not in given_up}
    return not left or (len(left) == 1 < len(set(sides)))


def final_scores(
    sides: Sequence[int], given_up: Collection[int], played: Sequence[float] = ()
) -> list[float]:
    """By seat, once a game is over: whoever has given up has nothing.

    `played` is what the rules give at the end of a game that was played out. One that was given up is won by
    the side that is left; empty before either.
    """
    if is_decided(sides, given_up):
        return [0.0 if seat in given_up else 1.0 for seat in range(len(sides))]
    return [0.0 if seat in given_up else score for seat, score in enumerate(played)]


def winners(names: Sequence[str], scores: Sequence[float], viewer: int) -> str:
    """Who won, in a sentence as a viewer reads it."""
    best = [seat for seat, score in enumerate(scores) if score > 0]
    if not best:
        return "Nobody wins."
    who = called(names, best, viewer)
    if any(0 < score < 1 for score in scores):
        return f"A draw: {who} share the win."
    wins = "win" if len(best) > 1 or best[0] == viewer else "wins"
    return sentence(f"{who} {wins}")


def gave_up(names: Sequence[str], seats: Sequence[int], viewer: int, what: str = "gave up") -> str:
    """Who gave up, in a sentence."""
    return sentence(f"{called(names, seats, viewer)} {what}")


def called(names: Sequence[str], seats: Sequence[int], viewer: int) -> str:
    """Some seats as a viewer calls them, the viewer first: "you and Bo"."""
    return listed([*(["you"] if viewer in seats else []), *(names[seat] for seat in seats if seat != viewer)])
