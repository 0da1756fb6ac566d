"""Following one thing through the logs: from the page that asked for it to its entry and to all who are told.

Nothing is written unless the host wishes it (--trace), and never what was chosen, said or shown.
"""

from __future__ import annotations

import logging
import re
import secrets
from contextvars import ContextVar

LOG = logging.getLogger("harena.trace")
LOG.setLevel(logging.WARNING)  # --trace changes that
HEADER = "x-request-id"
SOUND = re.compile(r"[\w.-]{8,64}", re.ASCII)  # of a mark that comes from outside: it goes into the log

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the mark of what is being done


def begin(mark: str = "") -> str:
    """Whatever is done from here on is done for this request; its mark, or a new one."""
    mark = mark if SOUND.fullmatch(mark) else secrets.token_hex(8)
    REQUEST.set(mark)
    return mark


def note(step: str, table: str, **facts: object) -> None:
    """One step on the way."""
    if LOG.isEnabledFor(logging.INFO):
        LOG.info(step, extra={"table": table, **facts})
