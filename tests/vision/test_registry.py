"""Models side by side, and the switch between them."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path

import pytest

from vision import registry
from vision.detector import load_detector
from vision.registry import SHIPPED, SHIPPED_FILE, ModelError


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, and no model forced by the environment."""
    monkeypatch.setenv("HULE_DATA", str(tmp_path))
    monkeypatch.delenv("HULE_MODEL", raising=False)
    return tmp_path


def add(data: Path, name: str) -> Path:
    """A second model: the shipped one under another name."""
    folder = data / "models" / name
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED_FILE, folder / "hule.onnx")
    (folder / "hule.json").write_text(json.dumps({"version": name, "temperature": 0.7}), encoding="utf-8")
    return folder


def test_without_a_switch_the_shipped_model_reads(data: Path) -> None:
    """An empty data folder has one model, in use, and no way back."""
    assert [model.name for model in registry.models()] == [SHIPPED]
    assert (registry.in_use().model.name, registry.before()) == (SHIPPED, None)
    assert load_detector().path == SHIPPED_FILE.resolve()
    assert registry.back().name == SHIPPED


def test_switching_on_and_going_back(data: Path) -> None:
    """The model switched on reads at once, under its own name; back leads through those before it, in order."""
    add(data, "厨房"), add(data, "club")
    registry.use("厨房")
    detector = load_detector()
    assert (detector.path.parent.name, detector.name, detector.temperature) == ("厨房", "hule 厨房", 0.7)
    registry.use("club")
    registry.use("club")
    assert registry.before() == "厨房"
    assert [registry.back().name, registry.back().name, registry.back().name] == ["厨房", SHIPPED, SHIPPED]


def test_an_unknown_model_is_refused_by_name(data: Path) -> None:
    """The error names the models that there are, and the switch stays."""
    add(data, "club")
    with pytest.raises(ModelError, match="choose one of hule, club"):
        registry.use("attic")
    assert registry.in_use().model.name == SHIPPED


@pytest.mark.parametrize("damage", ["gone", "broken"])
def test_a_model_that_cannot_be_used_is_told_and_the_shipped_one_reads(
    data: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A folder that was deleted and a file that is no model give a sentence in both languages, and a reading."""
    folder = add(data, f"attic-{damage}")
    registry.use(folder.name)
    if damage == "gone":
        shutil.rmtree(folder)
    else:
        (folder / "hule.onnx").write_bytes(b"no model")
    with caplog.at_level(logging.WARNING):
        assert load_detector().path == SHIPPED_FILE.resolve()
    assert f"the model 'attic-{damage}' cannot be used" in caplog.text
    assert "无法使用" in caplog.text


def test_a_spoiled_switch_is_no_switch(data: Path) -> None:
    """Whatever stands in the file, something reads."""
    add(data, "club")
    for text in ("", "[]", '{"used": 5}', '{"used": [3]}', "\x00"):
        (data / "models" / "in_use.json").write_text(text, encoding="utf-8")
        assert registry.in_use().model.name == SHIPPED


def test_the_environment_goes_before_the_switch(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HULE_MODEL names the model that reads, whatever is switched on."""
    other = add(data, "club") / "hule.onnx"
    monkeypatch.setenv("HULE_MODEL", str(other))
    assert load_detector().path == other.resolve()


def test_a_new_model_never_takes_the_place_of_another(data: Path) -> None:
    """A name that is taken gets a number; one that is no file name is refused."""
    add(data, "club")
    assert registry.new_folder("club").name == "club-2"
    assert registry.new_folder(SHIPPED).name == "hule-2"
    for name in ("", "../x", "a b", "x" * 41):
        with pytest.raises(ModelError):
            registry.new_folder(name)
