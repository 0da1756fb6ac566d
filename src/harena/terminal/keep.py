"""Where the record of a match is kept, and how one comes back to it."""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path

from harena.core.errors import HarenaError
from harena.core.match import Match


class RecordFile:
    """The file of one match. Never writes over a file that holds anything else."""

    def __init__(self, path: Path, ours: bool = False, pack: str = "") -> None:
        self.path = path
        self._pack = pack  # the pack's folder, where it did not come with the game
        self._ours = ours  # the file is there, and is this match's
        if not ours:
            _check_new(path)

    def save(self, match: Match, elsewhere: str = "") -> None:
        """Write the record; from now on to another file, if one is named."""
        path = Path(elsewhere) if elsewhere else self.path
        try:
            path = path.expanduser()
            if path != self.path or not self._ours:
                _check_new(path)
        except (OSError, ValueError, RuntimeError) as error:  # no such home, an odd name
            raise HarenaError(f"{str(path)[:200]}: the record cannot be saved: {error}.") from None
        match.save(path)
        self.path, self._ours = path, True

    @property
    def typed(self) -> str:
        """The file as one types it after a command."""
        needs = f" --pack {shlex.quote(self._pack)}" if self._pack else ""
        return shlex.quote(str(self.path)) + needs


def _check_new(path: Path) -> None:
    if path.exists():
        raise HarenaError(f"{path}: there is such a file already. Name another one.")


def new_file(game: str) -> Path:
    """A file name of its own for a new match, in the folder one is in."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    tries = [f"{name}.json", *(f"{name}-{number}.json" for number in range(2, 100))]
    return next((Path(name) for name in tries if not Path(name).exists()), Path(tries[0]))
