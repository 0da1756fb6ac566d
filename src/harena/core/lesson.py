"""Lessons for newcomers: a game's lessons.toml, found by the question that waits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from harena.core.packfile import PackFiles

FILE = "lessons.toml"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A few sentences, and where in the picture to look."""

    title: str
    text: str
    id: str = ""  # of a question: the name of its step, with a dot and a case where there are several
    look: list[str] = []  # data-keys; {seat} stands for the reader's, a * at the end for any ending


class Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a first game is taught with: before the first question, at each kind of one, and at the end."""

    introduction: list[Lesson] = []
    lesson: list[Lesson] = []
    closing: Lesson | None = None

    def about(self, asking: str, cases: Iterable[str] = ()) -> list[Lesson]:
        """The lesson of a question, then those of the cases that it is."""
        wanted = [asking, *(f"{asking}.{case}" for case in cases)]
        found = {lesson.id: lesson for lesson in self.lesson}
        return [found[one] for one in wanted if one in found]


@cache
def read_lessons(folder: Path) -> Lessons:
    """The lessons in a game's folder; none if it has no such file."""
    if not (folder / FILE).is_file():
        return Lessons()
    return PackFiles(folder).read(FILE, Lessons)
