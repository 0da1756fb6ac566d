"""`harena serve`: every setting as a flag, or as an environment variable of the same name."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, TypeVar

from cyclopts import Parameter

from harena.core import registry
from harena.core.errors import HarenaError

try:
    from harena.server.hosts import checked_host
    from harena.server.keeping import seconds_kept
    from harena.server.limits import Limits, Rate
    from harena.server.settings import Keep, Settings, default_database
    from harena.web.serve import serve as run
except ImportError:
    raise HarenaError('To host tables install "harena[web]".') from None

USUAL = Settings(database="")
PREFIX = "HARENA_"
N = TypeVar("N", int, float)


def flag(name: str, env: str | None = None) -> Parameter:
    """A setting's flag and its environment variable."""
    return Parameter(name=f"--{name}", env_var=PREFIX + (env or name).replace("-", "_").upper())


def serve(
    game: str | None = None,
    /,
    *,
    database: Annotated[str, flag("database")] = "",
    host: Annotated[str, flag("host")] = USUAL.host,
    port: Annotated[int, flag("port")] = USUAL.port,
    workers: Annotated[int, flag("workers")] = USUAL.workers,
    thinkers: Annotated[int, flag("thinkers")] = USUAL.thinkers,
    painters: Annotated[int, flag("painters")] = USUAL.painters,
    hosts: Annotated[list[str] | None, flag("hosts")] = None,
    origins: Annotated[list[str] | None, flag("origins")] = None,
    trust_proxy: Annotated[bool, flag("trust-proxy")] = USUAL.trust_proxy,
    metrics_token: Annotated[str, flag("metrics-token")] = USUAL.metrics_token,
    log_json: Annotated[bool, flag("log-json")] = USUAL.log_json,
    trace: Annotated[bool, flag("trace")] = USUAL.trace,
    pace: Annotated[float, flag("pace")] = USUAL.pace,
    hidden_pace: Annotated[float, flag("hidden-pace")] = USUAL.hidden_pace,
    limits: Annotated[list[str] | None, flag("limits")] = None,
    packs: Annotated[list[str] | None, flag("packs")] = None,
    keep_finished: Annotated[str, flag("keep-finished")] = "365d",
    keep_running: Annotated[str, flag("keep-running")] = "90d",
    keep_waiting: Annotated[str, flag("keep-waiting")] = "7d",
    keep_chat: Annotated[str, flag("keep-chat")] = "30d",
    open_: Annotated[
        bool, Parameter(name="--open", negative="--no-open", env_var=f"{PREFIX}OPEN", show_default=True)
    ] = True,
) -> None:
    """Host tables for players with a browser: alone against bots, with friends by a link.

    Every flag can be set by an environment variable instead: HARENA_PORT, HARENA_DATABASE and so on. A
    list in a variable is separated by spaces.

    Parameters
    ----------
    game
        Open the browser where a game of this name begins at once; `harena games` lists them.
    database
        Where tables are kept: sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME for several servers
        over one database. A file in your data folder if left out.
    host
        The address to listen at; 127.0.0.1, this machine alone, if left out. 0.0.0.0 is every network.
    port
        The port to listen at; 8421 if left out. 0: any free one.
    workers
        Processes that serve, for machines with several cores; 1 if left out. More need PostgreSQL.
    thinkers
        Processes in which bots think; 1 if left out. Each worker has its own.
    painters
        Processes that draw pictures; 1 if left out. 0: the server draws them itself. Each worker has its own.
    hosts
        A further name that the server answers to, like play.example.org; may be repeated. It always answers
        to localhost, to the machine's own addresses and to its own name, also with .local. *.example.org is
        every name below one, * any name at all.
    origins
        A further address whose pages may connect, like https://play.example.org; may be repeated.
    trust_proxy
        Believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy of your own that sets them.
    metrics_token
        A secret with which /metrics can be read from other machines, as a bearer token. Without it only this
        machine can.
    log_json
        Write logs as JSON, one object a line, instead of plain lines.
    trace
        Log each step of what players do, with its mark: asked, entered, told. Never what was chosen or said.
    pace
        Seconds before a bot's move shows; 0.7 if left out.
    hidden_pace
        Seconds that a decision with hidden choices takes at least, so that its speed tells nothing; 1.6 if
        left out.
    limits
        A limit as NAME=VALUE, or NAME=BURST/PER_SECOND for a rate, like frame=8192 or requests=200/50; may
        be repeated. There are: messages, requests, misses, tables, counsels, files, sent, talk,
        table_talk, probes (rates), connections, sockets, watchers, frame, strikes, body.
    packs
        A folder with packs of your own, each in a folder of its own with a pack.toml that names its game:
        they can be chosen for new tables. May be repeated.
    keep_finished
        For how long a finished game is kept after the last thing that happened at its table: 365d if left
        out. 30d, 12h, 90m, 2w, or forever.
    keep_running
        For how long a game is kept that everybody has left: 90d if left out.
    keep_waiting
        For how long a table is kept at which no game has begun: 7d if left out.
    keep_chat
        For how long after the end of a game what was said there is kept: 30d if left out.
    open_
        Open a browser, where there is one.
    """
    if game is not None:
        registry.find(game)
    settings = Settings(
        database=database or default_database(),
        host=host,
        port=port,
        workers=at_least(1, "--workers", workers),
        thinkers=at_least(1, "--thinkers", thinkers),
        painters=at_least(0, "--painters", painters),
        hosts=tuple(map(checked_host, hosts or ())),
        metrics_token=metrics_token,
        origins=tuple(one.rstrip("/") for one in origins or []),
        trust_proxy=trust_proxy,
        log_json=log_json,
        trace=trace,
        pace=at_least(0.0, "--pace", pace),
        hidden_pace=at_least(0.0, "--hidden-pace", hidden_pace),
        limits=read_limits(limits or []),
        packs=tuple(packs or ()),
        keep=Keep(
            seconds_kept(keep_finished, "--keep-finished"),
            seconds_kept(keep_running, "--keep-running"),
            seconds_kept(keep_waiting, "--keep-waiting"),
            seconds_kept(keep_chat, "--keep-chat"),
        ),
    )
    run(settings, say, f"/start/{game}#now" if game else "/", open_)


def say(line: str) -> None:
    print(line, flush=True)  # also where the output is a pipe, as in a service's journal


def at_least(least: N, name: str, value: N) -> N:
    """A number that is not too small."""
    if not value >= least:
        raise HarenaError(f"{name} takes {least} or more, not {value}.")
    return value


def read_limits(words: list[str]) -> Limits:
    """The usual limits with some changed."""
    limits = Limits()
    for word in words:
        name, _, value = word.partition("=")
        old = getattr(limits, name, None)
        if old is None or name.startswith("_"):
            known = ", ".join(field.name for field in dataclasses.fields(Limits))
            raise HarenaError(f"--limits: there is no limit {name!r}; there are: {known}.")
        changed: dict[str, Any] = {name: read_limit(word, value, isinstance(old, Rate))}
        limits = dataclasses.replace(limits, **changed)
    return limits


def read_limit(word: str, value: str, rate: bool) -> Rate | int:
    """One limit: a number, or a rate as BURST/PER_SECOND."""
    try:
        numbers = [float(part) if rate else int(part) for part in value.split("/")]
        if min(numbers) > 0 and len(numbers) == (2 if rate else 1):
            return Rate(*numbers) if rate else int(numbers[0])
    except ValueError:
        pass
    shape = "BURST/PER_SECOND, like requests=200/50" if rate else "a number, like frame=8192"
    raise HarenaError(f"--limits: {word!r} is not a limit; it takes {shape}.")
