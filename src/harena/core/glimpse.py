"""What eye and ear should catch of an event: dice that fall, a thing that is hit, a moment to find again."""

from __future__ import annotations

import msgspec


class Glimpse(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it may be empty; a page shows what there is."""

    dice: list[int] = []  # the faces of the dice that fell
    hit: str = ""  # the `data-key` of the thing in the picture that was hit
    mark: str = ""  # a word for a moment that a replay marks: a hit, a defeat, a raid won
    sound: str = ""  # what is heard of it: thud, crash, horn or fanfare
    chapter: str = ""  # what begins here, as a word: a round, a raid; they are counted from 1


NOTHING = Glimpse()
