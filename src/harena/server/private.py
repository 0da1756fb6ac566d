"""Files that nobody but their owner may read."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from pathlib import Path

LOG = logging.getLogger("harena.server")
OWNERS = 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps beside a database


def make_private(database: Path) -> None:
    """A database holds the seeds of games that are going on: it is made so that only its owner can read it,
    and one that others could read is closed to them. New files beside it get the same rights from SQLite.
    """
    if database.name in ("", ":memory:"):
        return
    with contextlib.suppress(OSError):  # it is there; or it cannot be made, and SQLite says why
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS))
    for ending in BESIDE:
        with contextlib.suppress(FileNotFoundError):
            _close_to_others(f"{database}{ending}")


def _close_to_others(file: str) -> None:
    mode = stat.S_IMODE(os.stat(file).st_mode)
    if not mode & OTHERS:
        return
    try:
        os.chmod(file, mode & ~OTHERS)
    except PermissionError:
        LOG.warning("others can read the database, and its rights cannot be changed", extra={"file": file})
