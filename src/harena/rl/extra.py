"""What to install, for anyone who lacks it."""

from __future__ import annotations

from harena.core.errors import HarenaError


class MissingExtraError(HarenaError, ImportError):
    """A package is needed that is not installed."""


def missing(package: str, extra: str = "rl") -> MissingExtraError:
    """What to say when a package cannot be imported."""
    return MissingExtraError(f'{package} is not installed: pip install "harena[{extra}]" brings it.')
