"""How a server is set: by flags, or by environment variables of the same names."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from harena.server.limits import Limits
from harena.server.tempo import HIDDEN_PACE, PACE


def default_database() -> str:
    """An embedded file where the user's data belongs."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'harena' / 'tables.db'}"


DAY = 24 * 60 * 60  # seconds


@dataclass(frozen=True)
class Keep:
    """For how many seconds something is kept after the last thing that happened at a table; 0: for ever."""

    finished: int = 365 * DAY
    running: int = 90 * DAY  # games that everybody has left
    waiting: int = 7 * DAY  # tables at which no game has begun
    chat: int = 30 * DAY  # after the end of the game


@dataclass(frozen=True)
class Settings:
    """Everything a host can set."""

    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8421
    thinkers: int = 1  # processes in which bots think
    origins: tuple[str, ...] = ()  # further addresses whose pages may connect, like https://play.example.org
    trust_proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    log_json: bool = False
    trace: bool = False  # log every step of what players do
    pace: float = PACE  # seconds before a bot's move shows
    hidden_pace: float = HIDDEN_PACE
    limits: Limits = field(default_factory=Limits)
    painters: int = 1  # processes that draw pictures; 0: the server draws them itself
    workers: int = 1  # processes that serve one port; more than one take PostgreSQL
    packs: tuple[str, ...] = ()  # folders with packs of the host's own
    hosts: tuple[str, ...] = ()  # further names it answers to, like play.example.org; *: any
    metrics_token: str = ""  # with which /metrics can be read from elsewhere
    keep: Keep = field(default_factory=Keep)
