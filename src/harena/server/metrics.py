"""What a host wants to watch: counters and gauges in Prometheus' text format."""

from __future__ import annotations

import contextlib
import os
import time
from collections import Counter
from pathlib import Path

import msgspec

from harena.server import figures as names

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


ADDED = ("tables_in_memory", "watchers")  # gauges that are a process's own part of a whole


class Figures(msgspec.Struct, frozen=True):
    """What one process has counted, or several together."""

    counters: dict[str, int] = {}
    gauges: dict[str, float] = {}
    waits: dict[str, int] = {}  # by bucket, as Prometheus writes it
    waited: float = 0.0

    def plus(self, other: Figures) -> Figures:
        """Of both."""
        return Figures(
            dict(Counter(self.counters) + Counter(other.counters)),
            {name: self.gauges.get(name, 0) + other.gauges.get(name, 0) for name in ADDED},
            dict(Counter(self.waits) + Counter(other.waits)),
            self.waited + other.waited,
        )

    def only_counted(self) -> Figures:
        """Of a process that is no more: what was, not what is."""
        return msgspec.structs.replace(self, gauges={})


class Metrics:
    """The figures of this process."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter()
        self.gauges: dict[str, float] = {}
        self.waits: Counter[float] = Counter()  # seconds from a message to its entry, by bucket
        self.waited = 0.0
        self.waits_in_all = 0
        self.version = ""  # of the site
        self.elsewhere = Figures()  # of the other processes of one `harena serve`

    def count(self, name: str, times: int = 1) -> None:
        self.counters[name] += times

    def took(self, seconds: float) -> None:
        """A message was answered after so long."""
        self.waited += seconds
        self.waits_in_all += 1
        for bucket in BUCKETS:
            if seconds <= bucket:
                self.waits[bucket] += 1

    def figures(self) -> Figures:
        """What this process has counted."""
        waits = {f"{bucket:g}": count for bucket, count in self.waits.items()} | {"+Inf": self.waits_in_all}
        gauges = {name: self.gauges.get(name, 0) for name in ADDED}
        return Figures(dict(self.counters), gauges, waits, self.waited)

    def text(self) -> str:
        """All of it, with what the other processes have counted, as Prometheus reads it."""
        every = self.figures().plus(self.elsewhere)
        out: list[str] = []
        if self.version:
            label = f'{{version="{self.version}"}}'
            out += _series("harena_info", "gauge", "The version, as a label.", 1, label)
        for name, value in sorted({**dict.fromkeys(names.always(), 0), **every.counters}.items()):
            out += _series(f"harena_{name}_total", "counter", names.about(name), value)
        for name, gauge in sorted((self.gauges | every.gauges).items()):
            out += _series(f"harena_{name}", "gauge", names.about(name), gauge)
        for name, used in _of_process().items():
            kind = "counter" if name.endswith("_total") else "gauge"
            out += _series(name, kind, names.OF_PROCESS[name], used)
        out += [f"# HELP harena_answer_seconds {names.ANSWERS}", "# TYPE harena_answer_seconds histogram"]
        for bucket in (*(f"{one:g}" for one in BUCKETS), "+Inf"):
            out.append(f'harena_answer_seconds_bucket{{le="{bucket}"}} {every.waits.get(bucket, 0)}')
        out += [
            f"harena_answer_seconds_sum {every.waited:g}",
            f"harena_answer_seconds_count {every.waits.get('+Inf', 0)}",
        ]
        return "\n".join(out) + "\n"


def _series(name: str, kind: str, about: str, value: float, labels: str = "") -> list[str]:
    said = [f"# HELP {name} {about}"] if about else []
    shown = f"{value:d}" if isinstance(value, int) else f"{value:g}"
    return [*said, f"# TYPE {name} {kind}", f"{name}{labels} {shown}"]


def _of_process() -> dict[str, float]:
    """What this process uses, where the system says it."""
    used: dict[str, float] = {"process_cpu_seconds_total": round(time.process_time(), 2)}
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        used["process_resident_memory_bytes"] = pages * os.sysconf("SC_PAGE_SIZE")
    return used


METRICS = Metrics()
