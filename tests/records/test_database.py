"""The database: its tables follow the models, and it is opened by the right Hule."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from records import Records, RecordsError, open_records
from records.database import connect, for_writing, upgrade
from records.tables import Base
from tests.records.examples import Place, deal, origin


def _address(place: Place) -> str:
    return place.database or f"sqlite:///{place.folder / 'hule.sqlite'}"


def test_the_migrations_make_the_tables_of_the_models(records: Records, place: Place) -> None:
    """A column that is added to a model without a migration is found here."""
    engine = connect(_address(place))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_opening_again_keeps_everything(place: Place) -> None:
    """A database that is up to date is opened as it is."""
    with closing(open_records(*place)) as records:
        saved = records.save_deal(deal(), origin())
    with closing(open_records(*place)) as records:
        assert records.deals() == (saved,)


def test_a_newer_database_is_left_alone(place: Place) -> None:
    """A folder written by a Hule of tomorrow is refused with a reason instead of being misread."""
    open_records(*place).close()
    engine = connect(_address(place))
    with for_writing(engine).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(RecordsError) as refused:
        open_records(*place)
    assert refused.value.code == "E_RECORDS_NEWER"


def test_sqlite_keeps_a_write_ahead_log(place: Place, records: Records) -> None:
    """Readers go on while somebody saves, and a commit is on disk when it returns (SQLite)."""
    engine = connect(_address(place))
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_server_that_does_not_answer_is_told(tmp_path: Path) -> None:
    """A PostgreSQL address where nobody listens gives a sentence, not a traceback."""
    pytest.importorskip("psycopg")
    with pytest.raises(RecordsError) as refused:
        open_records(tmp_path, f"postgresql://nobody@/none?host={tmp_path}")
    assert refused.value.code == "E_RECORDS_DATABASE"


def test_another_kind_of_database_is_refused() -> None:
    """An address of a database that Hule does not know names those it does."""
    with pytest.raises(RecordsError, match="postgresql"):
        connect("mysql://somewhere/hule")


def test_upgrading_twice_changes_nothing(place: Place, records: Records) -> None:
    """The second of two processes that open an old folder finds the work done."""
    saved = records.save_deal(deal(), origin())
    engine = connect(_address(place))
    upgrade(engine)
    engine.dispose()
    assert records.deals() == (saved,)


@pytest.mark.parametrize("damage", [b"no database", b""], ids=["another file", "cut short"])
def test_a_damaged_database_is_told_and_left_as_it_is(tmp_path: Path, damage: bytes) -> None:
    """A file that SQLite cannot read gives a sentence that speaks of a copy, and is not written over."""
    open_records(tmp_path).close()
    file = tmp_path / "hule.sqlite"
    file.write_bytes(damage * 1000 or file.read_bytes()[: file.stat().st_size // 2])
    before = file.read_bytes()
    with pytest.raises(RecordsError, match="put a copy in its place") as refused:
        open_records(tmp_path)
    assert refused.value.code == "E_RECORDS_DATABASE"
    assert file.read_bytes() == before


def test_an_address_that_cannot_be_read_is_told() -> None:
    """A port that is no number gives a sentence with the form that an address has."""
    with pytest.raises(RecordsError, match="postgresql://user@host/name"):
        connect("postgresql://somebody@[::bad/hule")


def test_a_missing_driver_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL is an extra; whoever names such a database without it gets a sentence, no traceback."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(RecordsError, match=r"pip install .psycopg"):
        connect("postgresql:///hule")
