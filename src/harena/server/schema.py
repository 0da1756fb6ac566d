"""What a database holds, which version of it, and how an older one is brought up to this."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    delete,
    inspect,
    select,
    text,
)

from harena.server.trouble import TOO_NEW, TroubleError

METADATA = MetaData()
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("server_seed", String(64), nullable=False),
    Column("next_seed", String(64), nullable=False),  # of a rematch: promised before anyone gave a seed
    Column("status", String(10), nullable=False, index=True),
    Column("listed", Integer, nullable=False),  # 1: shown to all as a table to join or to watch
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False, index=True),
)
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
HOLDERS = Table(  # whose browser holds which seats
    "holders",
    METADATA,
    Column("player", String(64), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seat_key", String(64), nullable=False, server_default=""),  # hashed: who sits there now has it
)
PACKS = Table(  # the content of packs that do not come with a game, as tables were opened with it
    "packs",
    METADATA,
    Column("game", String(60), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("name", String(60), nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),
)
SERVERS = Table(
    "servers",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
)
ABOUT = Table(  # what there is to know of the database itself: its version
    "about",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)
PROBES = Table(  # empty but for the moment in which a server tries whether it can write
    "probes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
VERSION_NAME = "version"


def version_of(connection: Connection) -> int | None:
    """The version of a database: none if it is empty, 0 if it is older than versions are."""
    there = inspect(connection)
    if there.has_table(ABOUT.name):
        found = connection.execute(select(ABOUT.c.value).where(ABOUT.c.name == VERSION_NAME)).scalar()
        if found is not None:
            return int(found)
    return 0 if any(there.has_table(one.name) for one in (TABLES, HOLDERS)) else None


def check_version(connection: Connection) -> int | None:
    """The version of a database that this server can work with."""
    found = version_of(connection)
    if found is not None and found > VERSION:
        raise TroubleError(TOO_NEW)
    return found


def bring_up(connection: Connection) -> int | None:
    """Make what is missing, and change what is of older versions; which version it was.

    All in one transaction: a step that fails leaves the database as it was.
    """
    found = check_version(connection)
    METADATA.create_all(connection)
    for step in () if found is None else STEPS[found:]:
        step(connection)
    if found != VERSION:
        connection.execute(delete(ABOUT).where(ABOUT.c.name == VERSION_NAME))
        connection.execute(ABOUT.insert().values(name=VERSION_NAME, value=str(VERSION)))
    return found


# --- from one version to the next


def _add_seat_keys(connection: Connection) -> None:
    """Databases of older servers lack this column; what their cookies held needs the key itself."""
    if "seat_key" not in {column["name"] for column in inspect(connection).get_columns("holders")}:
        connection.execute(text("ALTER TABLE holders ADD COLUMN seat_key VARCHAR(64) NOT NULL DEFAULT ''"))


# The step at place n makes version n + 1 out of version n. Steps are added and never changed. They do not
# delete or rename what an older server needs: over PostgreSQL it may go on for seconds beside a newer one.
STEPS: tuple[Callable[[Connection], None], ...] = (_add_seat_keys,)
VERSION = len(STEPS)
