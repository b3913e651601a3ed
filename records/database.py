"""The database: SQLite in the data folder, or PostgreSQL by its address; brought up to date when it is opened."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError

from records.errors import RecordsError

WAIT_SECONDS = 30
"""How long a writer waits for the one before; a save takes milliseconds."""

POOL = 20
"""Connections kept: as many phones as one server is asked to serve at once."""

_LOCK = 0x48756C65
"""Number of our advisory lock in PostgreSQL: "Hule"."""


def connect(address: str) -> Engine:
    """An engine whose transactions are real and whose commits survive a power cut.

    Args:
        address: as SQLAlchemy writes it: ``sqlite:////folder/hule.sqlite`` or ``postgresql://user@host/name``.

    Raises:
        RecordsError: when it is the address of another kind of database, or none, or its driver is not installed.
    """
    scheme, _, rest = address.partition("://")
    if scheme == "sqlite":
        return _sqlite(address)
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        try:
            return create_engine(f"postgresql+psycopg://{rest}", pool_pre_ping=True, pool_size=POOL)
        except (ArgumentError, ValueError) as error:  # a port that is no number is a ValueError
            raise RecordsError(
                "E_RECORDS_ADDRESS",
                f"the address of the database cannot be read ({error}): write postgresql://user@host/name",
                f"看不懂数据库地址（{error}）：请写成 postgresql://user@host/name",
            ) from error
        except ImportError as error:
            raise RecordsError(
                "E_RECORDS_DRIVER",
                "the driver for PostgreSQL is not installed: pip install 'psycopg[binary]'",
                "没有安装 PostgreSQL 的驱动：pip install 'psycopg[binary]'",
            ) from error
    raise RecordsError(
        "E_RECORDS_ADDRESS",
        f"{scheme}:// is no database that Hule knows: use sqlite:// or postgresql://",
        f"不支持 {scheme}:// 数据库：请用 sqlite:// 或 postgresql://",
    )


def _sqlite(address: str) -> Engine:
    engine = create_engine(address, connect_args={"timeout": WAIT_SECONDS}, pool_size=POOL)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # The driver's own idea of when to begin a transaction leaves out reads and DDL; ours is below.
        connection.isolation_level = None
        _switch_to_wal(connection)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock at once: one that read first would have to be refused if another wrote since.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _switch_to_wal(connection: Any) -> None:
    """Turns on the write-ahead log; this one statement does not wait for a lock by itself."""
    import sqlite3

    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode=WAL")
            return
        time.sleep(0.02)
    connection.execute("PRAGMA journal_mode=WAL")


def for_writing(engine: Engine) -> Engine:
    """The same database; transactions of this engine may write."""
    return engine.execution_options(writes=True)


def lock_out(connection: Connection, everybody: bool = False) -> None:
    """Keeps saves and sweeps apart until the transaction ends.

    In SQLite a transaction that writes is alone already.

    Args:
        connection: in a transaction that may write.
        everybody: whether other saves are kept out, too, and not only sweeps.
    """
    if connection.dialect.name == "postgresql":
        function = "pg_advisory_xact_lock" if everybody else "pg_advisory_xact_lock_shared"
        connection.execute(text(f"SELECT {function}({_LOCK})"))


def upgrade(engine: Engine) -> None:
    """Brings the tables up to this version of Hule; safe when two processes do it at once.

    Raises:
        RecordsError: when the database was written by a newer Hule, or cannot be opened.
    """
    config = Config()
    # A percent sign starts an interpolation in alembic's configuration.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    try:
        with for_writing(engine).begin() as connection:
            lock_out(connection, everybody=True)
            current = MigrationContext.configure(connection).get_current_revision()
            if current == script.get_current_head():
                return
            if current is not None and current not in {revision.revision for revision in script.walk_revisions()}:
                raise RecordsError(
                    "E_RECORDS_NEWER",
                    "this data was written by a newer Hule: update Hule, nothing was changed",
                    "这些数据由更新版本的胡了写入：请先升级，数据未被改动",
                )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DatabaseError as error:
        raise cannot_open(error) from error


def cannot_open(error: DatabaseError) -> RecordsError:
    """What to tell a person when the database does not answer, or is damaged."""
    reason = str(error.orig).strip()
    if isinstance(error, OperationalError):
        return RecordsError(
            "E_RECORDS_DATABASE",
            f"the database cannot be used ({reason}): is the data folder writable, the disk full, the server running?",
            f"数据库无法使用（{reason}）：请检查数据文件夹能否写入、磁盘是否已满、服务器是否在运行",
        )
    return RecordsError(
        "E_RECORDS_DATABASE",
        f"the database is damaged ({reason}); it was left as it is: put a copy in its place",
        f"数据库已损坏（{reason}），未作改动：请用备份恢复",
    )
