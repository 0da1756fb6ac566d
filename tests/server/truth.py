"""What the database holds, against what clients were told."""

from __future__ import annotations

import asyncio
import copy
from collections import Counter
from typing import Any

import msgspec

from harena.core.state import SPECTATOR
from harena.server.entry import ACTION, CHAT, TOOK_BACK, Entry
from harena.server.sight import Looks, log_lines, sight
from harena.server.store import make_store
from harena.server.table import Table
from server.players import Player, Told

KINDS = {"act": ACTION, "say": CHAT, "take_back": TOOK_BACK}
PARTS = frozenset({"view", "choices"})


def read_tables(database: str) -> dict[str, tuple[Table, list[Entry]]]:
    """By table: one without its entries, but with the packs it was opened with; and all entries."""

    async def read() -> dict[str, tuple[Table, list[Entry]]]:
        store = make_store(database)
        try:
            out = {}
            for one in await store.all_tables(most=10**9):
                entries = await store.entries(one.id)
                copies = await store.copies(one.game, entries[0].more["packs"])
                out[one.id] = Table(one.id, one.server_seed, copies), entries
            return out
        finally:
            await store.engine.dispose()

    return asyncio.run(read())


def compare(players: list[Player], database: str) -> Counter[str]:
    """Check every promise for every client; how much was compared."""
    counts: Counter[str] = Counter()
    for table_id, (empty, entries) in read_tables(database).items():
        counts.update(check_entries(entries))
        for player in players:
            if player.table.id == table_id:
                counts.update(check_answers(player, entries))
                counts.update(check_sights(player, copy.deepcopy(empty), entries))
    return counts


def check_entries(entries: list[Entry]) -> dict[str, int]:
    assert [entry.number for entry in entries] == list(range(len(entries))), "a gap"
    marks = Counter(entry.request for entry in entries if entry.request)
    assert not [mark for mark, times in marks.items() if times > 1], "entered twice"
    return {"entries": len(entries), "marks": len(marks)}


def check_answers(player: Player, entries: list[Entry]) -> dict[str, int]:
    """What was acknowledged is there as it was asked for; what was refused is not."""
    by_mark = {entry.request: entry for entry in entries if entry.request}
    for sent, number in player.told.done:
        entry = by_mark.get(f"{player.seat}:{sent.request}")
        assert entry is not None, f"acknowledged and lost: {sent}"
        assert (entry.number, entry.kind, entry.seat) == (number, KINDS[sent.message["type"]], player.seat)
        assert entry.text == sent.message.get("action", sent.message.get("text", ""))
    for sent, _ in player.told.refused:
        assert f"{player.seat}:{sent.request}" not in by_mark, f"refused and entered: {sent}"
    return {"done": len(player.told.done), "refused": len(player.told.refused)}


def check_sights(player: Player, table: Table, entries: list[Entry]) -> dict[str, int]:
    """Every table a client was shown is, to the letter, what the entries up to its number tell."""
    told = player.told
    shown: dict[int, list[dict[str, Any]]] = {}
    for message in told.tables:
        shown.setdefault(message["table"]["number"], []).append(message)
    assert max(shown, default=0) <= len(entries), "told of what is not in the database"
    eyes = SPECTATOR if player.seat is None else player.seat
    for entry in entries:
        table.apply(entry)
        for message in shown.get(table.number, []):
            same_sight(table, eyes, message)
    if told.tables and player.over:
        assert told.tables[-1]["table"]["status"] == table.status
        assert told.tables[-1]["table"]["scores"] == table.scores
    assert heard_in_order(told)
    return {"sights": len(told.tables), "connections": told.connections}


def same_sight(table: Table, eyes: int, message: dict[str, Any]) -> None:
    shown = message["table"]
    true = msgspec.json.decode(msgspec.json.encode(sight(table, eyes, PARTS, shown["now"])))
    assert true == shown
    heard = message["log"]
    if table.match is not None:
        assert heard["lines"] == log_lines(table, eyes, heard["from"], Looks(table.match))


def heard_in_order(told: Told) -> bool:
    """No client is ever shown an older table after a newer one."""
    numbers = [message["table"]["number"] for message in told.tables]
    return numbers == sorted(numbers)
