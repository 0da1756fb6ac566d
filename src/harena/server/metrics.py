"""What a host wants to watch: counters and gauges in Prometheus' text format."""

from __future__ import annotations

from collections import Counter

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The figures of this process."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter()
        self.gauges: dict[str, float] = {}
        self.waits: Counter[float] = Counter()  # seconds from a message to its entry, by bucket
        self.waited = 0.0
        self.waits_in_all = 0

    def count(self, name: str, times: int = 1) -> None:
        self.counters[name] += times

    def took(self, seconds: float) -> None:
        """A message was answered after so long."""
        self.waited += seconds
        self.waits_in_all += 1
        for bucket in BUCKETS:
            if seconds <= bucket:
                self.waits[bucket] += 1

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        out = []
        for name, value in sorted(self.counters.items()):
            out += [f"# TYPE harena_{name}_total counter", f"harena_{name}_total {value}"]
        for name, gauge in sorted(self.gauges.items()):
            out += [f"# TYPE harena_{name} gauge", f"harena_{name} {gauge:g}"]
        out.append("# TYPE harena_answer_seconds histogram")
        out += [f'harena_answer_seconds_bucket{{le="{bucket:g}"}} {self.waits[bucket]}' for bucket in BUCKETS]
        out.append(f'harena_answer_seconds_bucket{{le="+Inf"}} {self.waits_in_all}')
        out += [
            f"harena_answer_seconds_sum {self.waited:g}",
            f"harena_answer_seconds_count {self.waits_in_all}",
        ]
        return "\n".join(out) + "\n"


METRICS = Metrics()
