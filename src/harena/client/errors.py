"""What a server can say instead of yes."""

from __future__ import annotations

from harena.core.errors import HarenaError


class ProblemError(HarenaError):
    """The server refuses a request over HTTP; `status` is the number it says so with."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class RefusedError(HarenaError):
    """What was asked for cannot be done at this table now; the position as it is has been sent before."""


class NoAnswerError(HarenaError):
    """The server cannot be reached, or has not answered in time."""
