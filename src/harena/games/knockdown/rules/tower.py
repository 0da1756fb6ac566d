"""KD-5.2, KD-5.6: towers. How cubes swing, where a hand lets them go, and what stands by statics.

The steps of a test by tower are in rules/building.py: the state uses this file, and they use the state.
All is in twentieths of a cube and in milliseconds, and whole numbers decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from harena.core.dice import Dice
from harena.core.swing import Swing
from harena.games.knockdown.actions import CUBE, LATE

if TYPE_CHECKING:
    from harena.games.knockdown.state import Brawl

MOST: Final = 14  # cubes; above that dice decide
LIMIT: Final = 10_000  # milliseconds for the whole tower
READY: Final = 3000  # milliseconds to get ready, which are not counted (KD-5.5)
WIDTH: Final = 20  # twentieths in a cube
HALF: Final = 10
REACH: Final = 16  # twentieths to either side
SPEED: Final = 40  # twentieths a second at the first swing
FASTER: Final = 8  # with each cube: a fifth of that
FALLS: Final = 100  # what leans farther than this falls
CRANE: Final = "crane"  # the `data-key` of what swings in the picture


# --- the swing


def speed_of(cube: i64) -> i64:
    """How fast a cube swings, in twentieths a second; the first that hangs is cube 1."""
    return SPEED + FASTER * (cube - 1)


def period_of(cube: i64) -> i64:
    """Milliseconds to swing there and back."""
    return 4 * REACH * 1000 // speed_of(cube)


def swing_of(game: Brawl) -> Swing | None:
    """What a page must show while a cube hangs: cube and phase are in the waiting step (`what`, `mode`)."""
    if not game.measured:
        return None
    cube, phase = game.waiting.what, game.waiting.mode
    ready = READY if cube == 1 else 0
    return Swing(period_of(cube), phase, REACH, LIMIT, cube - 1, CRANE, ready)


def measured(game: Brawl, ms: int | None, before: int) -> int:
    """KD-5.6: where the cube lands that is let go after so many milliseconds, as an action."""
    swing = swing_of(game)
    if swing is None or ms is None or before + ms > LIMIT:
        return LATE
    return CUBE + REACH + round(swing.at(ms))


# --- the hand of a bot


def knack(game: Brawl, dice: Dice, error: i64) -> i64:
    """What a hand gets that aims at the middle of the cube below and is off by `error` as a rule."""
    return CUBE + REACH + offset_by_hand(game.waiting.what, dice, error)


def offset_by_hand(cube: i64, dice: Dice, error: i64) -> i64:
    """How far from the middle such a hand lets this cube go."""
    draws: i64 = 0
    spread: i64 = -2000
    while draws < 4:  # their sum is nearly normal, and its deviation 577
        spread += dice.below(1001)
        draws += 1
    off = rounded(speed_of(cube) * error * spread, 577 * 1000)
    if off > REACH:
        return REACH
    return -REACH if off < -REACH else off


def rounded(n: i64, by: i64) -> i64:
    """The whole number nearest to n / by, where `by` is above 0."""
    return (2 * n + by) // (2 * by)


# --- statics


def stands(tower: list[i64]) -> bool:
    """KD-5.2: at every joint the centre of mass of all cubes above lies within the cube below.

    The tower is given from the bottom, each cube by how far it lies from the one below; the first lies at 0.
    """
    return all(-FALLS <= lean <= FALLS for lean in leans(tower))


def leans(tower: list[i64]) -> list[i64]:
    """By joint, from the lowest: how far all above lean over it to the right, below 0 to the left.

    At FALLS their centre of mass is right over the edge of the cube below.
    """
    joint: i64 = len(tower) - 1
    found: list[i64] = [0] * joint
    above: i64 = 0  # cubes above the joint
    lever: i64 = 0  # how far they lie from the middle of the cube below it, all together
    while joint > 0:
        above += 1
        lever += tower[joint] * above
        bears = HALF * above
        joint -= 1
        if lever >= 0:  # rounded up, away from the middle: a hair too far is too far
            found[joint] = (FALLS * lever + bears - 1) // bears
        else:
            found[joint] = -((bears - 1 - FALLS * lever) // bears)
    return found
