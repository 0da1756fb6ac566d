"""The record of a table, once the secret of its dice may be told."""

from __future__ import annotations

import msgspec

from harena.core.record import Record
from harena.server.rulings import RefusedError
from harena.server.table import OVER, Table


def record_of(table: Table) -> Record:
    """The record of a finished game, with who gave up."""
    if table.status != OVER or table.match is None:
        raise RefusedError("You can have the record when the game is over; until then its dice are secret.")
    record = table.match.record()
    given_up = table.given_up
    return msgspec.structs.replace(record, given_up=given_up).sealed() if given_up else record
