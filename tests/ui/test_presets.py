"""House rules saved under a name."""

from pathlib import Path

import pytest

from scoring import Rejection
from scoring.presets import Preset, read_preset
from ui.presets import delete_preset, make_preset, save_preset, saved_presets

OPTIONS = {"zimo_bonus": "add_fan", "cap_fan": 4, "long_qidui_fan": None}


def test_saved_rules_are_found_by_name_for_their_variant_only(tmp_path: Path) -> None:
    """What is saved comes back with its options, sorted by name; other variants do not see it."""
    save_preset(tmp_path, make_preset("sichuan", "  Friday   table ", OPTIONS))
    save_preset(tmp_path, make_preset("sichuan", "At Ann's", {}))
    assert saved_presets(tmp_path, "sichuan") == (
        Preset("sichuan", "At Ann's", {}), Preset("sichuan", "Friday table", OPTIONS))  # fmt: skip
    assert saved_presets(tmp_path, "chongqing") == ()


def test_the_same_name_replaces_and_deleting_is_final(tmp_path: Path) -> None:
    """One name stands for one set of rules; deleting twice does no harm."""
    first, second = make_preset("sichuan", "周五", OPTIONS), make_preset("sichuan", "周五", {"cap_fan": 3})
    save_preset(tmp_path, first)
    save_preset(tmp_path, second)
    assert saved_presets(tmp_path, "sichuan") == (second,)
    delete_preset(tmp_path, second)
    delete_preset(tmp_path, second)
    assert saved_presets(tmp_path, "sichuan") == ()


@pytest.mark.parametrize("name", ["../../up", "a/b\\c", "<b>x</b>", "😀" * 5000, 'quote " and \n line', "\x00"])
def test_any_name_is_a_name_and_no_path(tmp_path: Path, name: str) -> None:
    """Whatever a person types stays inside the folder, and the file is what ``hule score --rules`` reads."""
    folder = tmp_path / "rules"
    save_preset(folder, make_preset("sichuan", name, OPTIONS))
    (path,) = tmp_path.rglob("*.toml")
    assert path.parent == folder
    found = read_preset(path.read_text(encoding="utf-8"))
    assert not isinstance(found, Rejection)
    assert found.options == OPTIONS
    assert len(found.name) <= 40


def test_a_broken_file_hides_no_other(tmp_path: Path) -> None:
    """A file that somebody spoilt is passed over."""
    save_preset(tmp_path, make_preset("sichuan", "good", {}))
    (tmp_path / "sichuan-bad.toml").write_text("variant = ", encoding="utf-8")
    (tmp_path / "sichuan-worse.toml").write_bytes(b"\xff\xfe")
    assert [preset.name for preset in saved_presets(tmp_path, "sichuan")] == ["good"]
