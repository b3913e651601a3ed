"""Places to keep records in: a folder with SQLite, and in the slow tests a database of a real PostgreSQL server."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from records import Records, open_records
from tests.records import postgres
from tests.records.examples import Place


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """Address of a running server; ``%s`` stands for the database."""
    programs = postgres.binaries()
    if programs is None:
        pytest.skip("no PostgreSQL server here: apt install postgresql")
    with postgres.server(programs) as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place."""
    if request.param == "sqlite":
        return Place(tmp_path / "data 100% 胡了", None)
    import psycopg

    address: str = request.getfixturevalue("postgres_address")
    name = f"hule_{secrets.token_hex(4)}"
    with psycopg.connect(address % "postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return Place(tmp_path / "data", address % name)


@pytest.fixture
def records(place: Place) -> Iterator[Records]:
    """Empty records, open."""
    opened = open_records(*place)
    yield opened
    opened.close()
