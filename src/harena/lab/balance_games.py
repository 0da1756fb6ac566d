"""The games of a balance report as they are played: each is kept at once, so that none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from rich.console import Console

from harena.core.errors import HarenaError
from harena.lab import simulate
from harena.lab.formats import ENDINGS, JSON_LINES
from harena.lab.plan import Plan, Row
from harena.lab.results import Results
from harena.lab.simulate_run import ctrl_c_stops, watched


class KeptGames:
    """The games of a plan in a results file: those that are there already, then those that are played now.

    If nobody has named a file, one is made beside the page, and taken away again when all games are played.
    """

    def __init__(self, plan: Plan, out: Path | None, beside: Path) -> None:
        if out is not None and ENDINGS.get(out.suffix.lower(), JSON_LINES) != JSON_LINES:
            raise HarenaError(
                f"{out}: a report keeps its games as JSON lines; `harena simulate` writes tables."
            )
        self.plan, self.named = plan, out is not None
        self.file = out or beside.parent / f"balance-{plan.game}-{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"
        self.store = Results(self.file, plan)

    def rows(self, workers: int, ray: str | None, console: Console) -> Iterator[Row]:
        """All games there are, until all are played or Ctrl-C is pressed."""
        yield from self.store.kept()
        before = self.store.games
        with suppress(KeyboardInterrupt), ctrl_c_stops() as stop:
            games = simulate.rows(self.plan, workers, ray, before, stop)
            with closing(watched(games, before, self.plan.games, console, stop)) as shown:
                for row in shown:
                    self.store.add(row)
                    yield row

    @property
    def games(self) -> int:
        return self.store.games

    @property
    def whole(self) -> bool:
        """All games of the plan are there."""
        return self.store.games >= self.plan.games

    def close(self) -> None:
        """Leave the file if it was asked for, or is needed to go on."""
        self.store.close()
        if not self.named and (self.whole or not self.store.games):
            self.file.unlink(missing_ok=True)
