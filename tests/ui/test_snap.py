"""The door for photos: who may send one, and what a phone hears where it cannot be stored."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Message

from tests.vision.test_photo import huge_png
from ui import snap
from ui.archive import archive
from ui.snap_routes import snap_routes

HAND = (Path(__file__).parents[2] / "datasets" / "samples" / "standing-hand.jpg").read_bytes()
LAN, PUBLIC = "192.168.1.7:8501", "hule.example.org"


def posted(data: bytes, **headers: str) -> tuple[int, dict[str, Any]]:
    """The status and the answer to a photo sent with these headers."""
    names = {"host": LAN} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http", "method": "POST", "path": "/snap", "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in names.items()],
    }  # fmt: skip

    async def receive() -> Message:
        return {"type": "http.request", "body": data, "more_body": False}

    [way_in] = [each for each in snap_routes() if isinstance(each, Route) and "POST" in (each.methods or ())]
    answer = asyncio.run(way_in.endpoint(Request(scope, receive)))
    return answer.status_code, json.loads(answer.body)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": f"http://{LAN}"},
        {"origin": "http://192.168.1.7", "host": "192.168.1.7:80"},
        {"origin": f"https://{PUBLIC}", "host": PUBLIC},
        {"origin": f"https://{PUBLIC}", "host": "127.0.0.1:8501", "x_forwarded_host": PUBLIC},
        {"origin": f"https://{PUBLIC}", "host": "127.0.0.1:8501", "sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "none"},
    ],
    ids=["no browser", "network", "usual port", "proxy", "proxy that names itself", "proxy that does not", "address"],
)
def test_own_pages_and_programs_may_send_photos(headers: dict[str, str]) -> None:
    """They are let in, and told that this is no picture."""
    assert posted(b"eggs, flour", **headers)[0] == 415


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site", "origin": f"https://other.{PUBLIC}", "host": PUBLIC},
        {"origin": "http://evil.example"},
        {"origin": "http://192.168.1.7:9000"},
        {"origin": "null"},
        {"origin": "null", "host": ""},
        {"origin": "http://[192.168.1.7"},
    ],
    ids=["another site", "a neighbour", "old browser", "another port", "hidden", "nameless", "no address"],
)
def test_pages_of_others_may_not(headers: dict[str, str]) -> None:
    """A page that somebody at the table happens to have open fills no data folder."""
    status, answer = posted(b"eggs, flour", **headers)
    assert status == 403
    assert "own pages" in answer["reason"]["en"]


@pytest.mark.parametrize(("query", "camera"), [(b"", False), (b"match=&deal=", False), (b"deal=one", True)])
def test_the_page_for_photos_has_a_camera_where_it_knows_for_what(query: bytes, camera: bool) -> None:
    """A deal without a name is none: nobody would find the photo."""
    scope = {"type": "http", "method": "GET", "path": "/snap", "query_string": query, "headers": []}
    [page] = [
        each
        for each in snap_routes()
        if isinstance(each, Route) and each.path == "/snap" and "GET" in (each.methods or ())
    ]
    answer = asyncio.run(page.endpoint(Request(scope)))
    assert (b'class="snap"' in answer.body) == camera


def test_a_picture_with_too_many_pixels_is_told_the_limit_that_it_breaks() -> None:
    """Megapixels alone: that of the file is another one at this door."""
    status, answer = posted(huge_png())
    assert status == 413
    assert "megapixels" in answer["reason"]["en"]
    assert "MB" not in answer["reason"]["en"] + answer["reason"]["zh"]


def test_a_database_that_does_not_answer_is_a_sentence_and_the_phone_tries_again(data: Path) -> None:
    """Whatever is asked of it first; once it is back, the same photo is stored."""
    archive().close()
    database = data / "hule.sqlite"
    kept = data / "kept.sqlite"
    database.rename(kept)
    database.mkdir()
    status, answer = posted(HAND)
    assert status >= 500
    assert "database cannot be used" in answer["reason"]["en"]
    database.rmdir()
    kept.rename(database)
    status, answer = posted(HAND)
    assert status == 201
    assert archive().has_photo(answer["photo"])


def test_a_data_folder_that_cannot_be_opened_is_a_sentence_and_the_phone_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The records are opened with the first photo; a disk that is not mounted yet is no traceback."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("HULE_DATA", str(tmp_path / "file"))
    status, answer = posted(HAND)
    assert status >= 500
    assert "data folder" in answer["reason"]["en"]


def test_a_disk_that_gives_no_place_is_a_sentence_and_the_phone_tries_again(data: Path) -> None:
    """A folder for photos that is gone: nothing is acknowledged, and the next try stores it."""
    archive()
    shutil.rmtree(data / "photos")
    status, answer = posted(HAND)
    assert status >= 500
    assert answer["reason"]["zh"]
    (data / "photos" / "incoming").mkdir(parents=True)
    assert posted(HAND)[0] == 201


def test_a_known_photo_whose_file_was_lost_is_stored_anew(data: Path) -> None:
    """Sent once more, it is there again, although the database knew of it, and waits at the deal that it came for."""
    first = snap.take(HAND, deal_id="before")
    assert isinstance(first, snap.Stored)
    [file] = (data / "photos").glob("*.jpg")
    file.unlink()
    assert snap.take(HAND, deal_id="now") == first
    assert file.exists()
    assert archive().waiting_photos(deal_id="now") == (first.photo,)
