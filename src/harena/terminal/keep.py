"""Where the record of a match is kept, and how one comes back to it."""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path

from harena.core.errors import HarenaError
from harena.core.match import Match
from harena.core.record import Record, write_record


class RecordFile:
    """The file of one match, written after every action. Never writes over a file of anything else."""

    def __init__(self, path: Path, kept: Record | None = None, pack: str = "") -> None:
        self.path = path
        self._pack = pack  # the pack's folder, where it did not come with the game
        self._kept = kept  # what `discard` goes back to: the record resumed, or the one last saved by hand
        self._ours = kept is not None  # the file is there, and is this match's
        self._played = kept is not None  # what the file holds has at least one action
        if kept is None:
            _check_new(path)

    @property
    def worth_keeping(self) -> bool:
        """Is there anything in it that somebody has played or saved?"""
        return self._played or self._kept is not None

    def save(self, match: Match) -> None:
        """Write the record as it is now."""
        if not self._ours:
            _check_new(self.path)
        self._write(match.record(), self.path)

    def save_by_hand(self, match: Match, elsewhere: str = "") -> None:
        """Write the record for good; from now on to another file, if one is named."""
        path, record = _expanded(elsewhere) if elsewhere else self.path, match.record()
        if path != self.path:
            _check_new(path)
            write_record(record, path)
            self._go_back()
        self._write(record, path)
        self._kept = record

    def discard(self) -> str:
        """Give up what was played since it was last saved by hand or resumed, and say what that leaves."""
        removed = self._ours and self._kept is None and self._played
        self._go_back()
        if self._kept is not None:
            return f"{self.path} is again as it was when it was last saved."
        return f"Nothing was saved; {self.path} is removed." if removed else "Nothing was saved."

    def _write(self, record: Record, path: Path) -> None:
        write_record(record, path)
        self.path, self._ours = path, True
        self._played = bool(record.actions or record.pending or record.given_up)

    def _go_back(self) -> None:
        """Leave the file as it was before this session, or before what was played since it was saved."""
        if self._kept is not None:
            write_record(self._kept, self.path)
        elif self._ours:
            try:
                self.path.unlink(missing_ok=True)
            except OSError as error:
                raise HarenaError(f"{self.path}: cannot be removed: {error.strerror}.") from None
            self._ours = False

    @property
    def typed(self) -> str:
        """The file as one types it after a command."""
        needs = f" --pack {shlex.quote(self._pack)}" if self._pack else ""
        return shlex.quote(str(self.path)) + needs


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:  # there is no such home
        raise _cannot(path, error) from None


def _check_new(path: Path) -> None:
    """Refuse a file that exists, or a folder that does not."""
    try:
        if path.exists():
            raise HarenaError(f"{path}: this file already exists. Name another one.")
        if not path.parent.is_dir():
            raise _cannot(path, f"there is no folder {path.parent}")
    except (OSError, ValueError) as error:  # an odd name
        raise _cannot(path, (isinstance(error, OSError) and error.strerror) or error) from None


def _cannot(path: object, reason: object) -> HarenaError:
    return HarenaError(f"{str(path)[:200]}: the record cannot be saved: {reason}.")


def new_file(game: str) -> Path:
    """A file name of its own for a new match, in the folder one is in."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    tries = [f"{name}.json", *(f"{name}-{number}.json" for number in range(2, 100))]
    return next((Path(name) for name in tries if not Path(name).exists()), Path(tries[0]))
