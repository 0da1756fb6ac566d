"""What is wrong with a database, in a sentence for the host and one for players."""

from __future__ import annotations

import errno
import logging
import sqlite3
import time
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from harena.core.errors import HarenaError
from harena.server.metrics import METRICS

LOG = logging.getLogger("harena.server")
TOLD_AGAIN = 30.0  # seconds between two lines in the log while it lasts
NOTED_AGAIN = 1.0  # seconds between two lines about single writes
SAFE = "Everything that was confirmed is safe."


@dataclass(frozen=True)
class Trouble:
    """One thing that may be wrong with a database."""

    kind: str  # for logs and figures
    to_players: str
    to_host: str


FULL = Trouble(
    "full",
    f"The server's disk is full, so nothing can be saved right now. {SAFE} Try again in a while.",
    "The disk or the quota of the database is full: nothing can be written. Make room; play then goes on by "
    "itself.",
)
LOCKED = Trouble(
    "locked",
    f"Another program keeps the server's database busy, so this was not saved. {SAFE} Try again in a moment.",
    "Another program holds the database locked: nothing can be written. Look for a copy in progress or a "
    "shell with an open transaction, and end it; play then goes on by itself.",
)
READ_ONLY = Trouble(
    "read_only",
    f"The server's database is read-only right now, so nothing can be saved. {SAFE} Try again in a while.",
    "The database is read-only. Check who owns the file and its folder, their modes, and whether the disk is "
    "mounted read-only; play then goes on by itself.",
)
AWAY = Trouble(
    "away",
    f"The server cannot reach its database right now. {SAFE} Try again in a moment.",
    "The database cannot be reached. Check that it runs, that the file or the address is right, and that the "
    "disk is there; play then goes on by itself.",
)
DAMAGED = Trouble(
    "damaged",
    f"The server's database is damaged, so nothing can be saved. Its host has to repair it. {SAFE}",
    "The database is damaged. Stop the server and restore a backup: harena tables restore FILE --replace.",
)
TOO_NEW = Trouble(
    "too_new",
    "This server is older than its database, so nothing can be saved here. Its host has to upgrade it. "
    + SAFE,
    "The database was last used by a newer Harena. Install that version or a newer one, or restore a backup "
    "from before the upgrade.",
)

OF_SQLITE = {  # by primary result code
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    sqlite3.SQLITE_IOERR: AWAY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
OF_POSTGRES = {  # by code, or by the first two letters of it
    "53100": FULL,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "55P03": LOCKED,
    "57014": LOCKED,
    "08": AWAY,
    "53": AWAY,
    "57": AWAY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
OF_SYSTEM = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
}


class TroubleError(HarenaError):
    """The database cannot do its work now; as text, the sentence for players."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.to_players)
        self.trouble = trouble


def trouble_in(error: BaseException) -> Trouble | None:
    """The trouble an error stands for; none if it is a fault of the server's own."""
    if isinstance(error, TroubleError):
        return error.trouble
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return None if code is None else OF_SQLITE.get(code & 0xFF)
    code = getattr(cause, "sqlstate", None)
    if isinstance(code, str):
        return OF_POSTGRES.get(code) or OF_POSTGRES.get(code[:2])
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return AWAY
    if isinstance(cause, OSError):
        return OF_SYSTEM.get(cause.errno or 0, AWAY)
    return None


DATABASE_ERRORS = (SQLAlchemyError, sqlite3.Error, OSError)


class Watch:
    """Tells the host when the database stops writing, now and then while it lasts, and when it is mended."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self._since = 0.0
        self._told_at = self._noted_at = -TOLD_AGAIN
        self._failed = 0
        METRICS.gauges["database_writable"] = 1

    def failed(self, trouble: Trouble) -> None:
        """Something could not be written."""
        METRICS.count("writes_failed")
        METRICS.count(f"writes_failed_{trouble.kind}")
        METRICS.gauges["database_writable"] = 0
        at = time.monotonic()
        if self.trouble is None:
            self._since, self._failed = at, 0
        self._failed += 1
        if self.trouble is not trouble or at - self._told_at >= TOLD_AGAIN:
            LOG.error("%s", trouble.to_host, extra={"trouble": trouble.kind, "failed_writes": self._failed})
            self._told_at = at
        self.trouble = trouble

    def may_tell(self) -> bool:
        """May single writes that failed be noted? Not all of them: the log may be on the same full disk."""
        at = time.monotonic()
        if at - self._noted_at < NOTED_AGAIN:
            return False
        self._noted_at = at
        return True

    def wrote(self) -> None:
        """Something was written."""
        if self.trouble is not None:
            METRICS.gauges["database_writable"] = 1
            lasted = round(time.monotonic() - self._since, 1)
            facts = {"trouble": self.trouble.kind, "failed_writes": self._failed, "seconds": lasted}
            LOG.warning("The database writes again.", extra=facts)
            self.trouble = None
