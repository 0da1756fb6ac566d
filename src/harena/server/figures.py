"""The names of figures, for dashboards and alarms. What was published never changes its meaning."""

from __future__ import annotations

from harena.server import entry as kinds

COUNTERS = {
    "bytes_sent": "Bytes sent over live connections, to tables and lists.",
    "closed_for_misbehaving": "Live connections closed because too much on them was refused.",
    "errors": "Faults of the server, each with a traceback in the log.",
    "messages": "Messages received over live connections.",
    "misses": "Keys, invitations and addresses of tables that were wrong.",
    "pictures_drawn_here": "Pictures that a painter failed to draw, so that the server drew them itself.",
    "sights_put_off": "Updates that were put off because somebody had been sent very much.",
    "stalls": "Times that this process stood still, and gave the time back.",
    "tables_damaged": "Tables whose entries could not be played again.",
    "tables_opened": "Tables opened.",
    "tables_pruned": "Old tables that were deleted by themselves.",
    "writes_failed": "Writes that the database refused.",
}
FAMILIES = {  # what a name begins with; what follows says which
    "answers": "Refused requests over HTTP, by status.",
    "entries": "What was entered at tables, by kind.",
    "refused": "What was refused, by reason.",
    "writes_failed": "Writes that the database refused, by trouble.",
}
GAUGES = {
    "database_writable": "1 while the last write worked, else 0.",
    "tables_in_memory": "Tables that this process has in memory.",
    "tables_over": "Finished tables in the database.",
    "tables_running": "Running tables in the database.",
    "tables_waiting": "Tables in the database that wait for players.",
    "uptime_seconds": "Seconds since this process began.",
    "watchers": "Live connections to tables of this process.",
}
OF_PROCESS = {  # by the names that Prometheus uses everywhere
    "process_cpu_seconds_total": "Seconds of processor time of this process.",
    "process_resident_memory_bytes": "Memory of this process.",
}
ANSWERS = "Seconds from a message to its answer."
NEVER_TOLD = (kinds.TEAM_CHAT,)  # counted as something else


def always() -> list[str]:
    """Counters that are there from the start, at 0: an alarm on what is missing would be of no use."""
    known = [value for name, value in vars(kinds).items() if name.isupper() and isinstance(value, str)]
    return [*COUNTERS, *(f"entries_{kind}" for kind in known if kind not in NEVER_TOLD)]


def about(name: str) -> str:
    """What a figure counts; empty if nobody has said it."""
    if name in COUNTERS or name in GAUGES:
        return COUNTERS.get(name) or GAUGES[name]
    return next((text for family, text in FAMILIES.items() if name.startswith(f"{family}_")), "")
