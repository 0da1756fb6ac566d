"""How much is said: by one address at all tables, and by everybody at one."""

from __future__ import annotations

from harena.server.limits import Buckets, Limits
from harena.server.metrics import METRICS
from harena.server.rulings import RefusedError

SHORT = 500  # bytes; a line counts once more for every further so many
TOO_FAST = "You are talking too fast; wait a moment, then say it again."
TOO_MUCH = "Too much is being said at this table; wait a moment, then say it again."


class Voices:
    """Refuses what is too much before it is written down."""

    def __init__(self, limits: Limits) -> None:
        self._addresses = Buckets(limits.talk)
        self._tables = Buckets(limits.table_talk)

    def listen(self, address: str, table_id: str, text: str) -> None:
        """Somebody says something; refused, it costs nothing."""
        amount = 1 + len(text.encode(errors="replace")) // SHORT
        spoken = ((self._addresses, address, TOO_FAST), (self._tables, table_id, TOO_MUCH))
        for buckets, key, refusal in spoken:
            if not buckets.has(key, amount):
                METRICS.count("refused_chat")
                raise RefusedError(refusal)
        for buckets, key, _ in spoken:
            buckets.take(key, amount)
