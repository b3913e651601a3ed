"""``hule dataset`` as a person and a program call it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from cli import main
from tests.vision.dataset.making import HAND, NAMES, clean, labelled, row
from vision.dataset.tree import open_dataset


def hule(*arguments: str | Path, lang: str = "en") -> Result:
    """Runs a subcommand."""
    return CliRunner().invoke(main, ["dataset", *map(str, arguments), "--lang", lang])


def test_a_clean_dataset_passes(tmp_path: Path) -> None:
    """Status 0, a sentence for a person and an empty list for a program."""
    run = hule("check", clean(tmp_path))
    assert (run.exit_code, run.stdout.strip()) == (0, "nothing is wrong")
    told = json.loads(hule("check", tmp_path, "--json").stdout)
    assert told == {"findings": [], "errors": 0, "warnings": 0, "codes": {}}


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("error", "there is no class 77")), ("zh", ("错误", "没有类别 77"))]
)
def test_an_error_names_the_file_and_gives_status_1(tmp_path: Path, lang: str, words: tuple[str, str]) -> None:
    """What is wrong, where, and how to mend it, in the language asked for."""
    labelled(clean(tmp_path) / "train", "odd", "77 0.5 0.5 0.1 0.1\n")
    run = hule("check", tmp_path, lang=lang)
    assert run.exit_code == 1
    assert all(word in run.stdout for word in (*words, "odd.png", "→", "classes.txt"))


def test_a_warning_alone_gives_status_0(tmp_path: Path) -> None:
    """It is told all the same, and counted."""
    labelled(clean(tmp_path) / "train", "bare", "")
    (tmp_path / "train" / "labels" / "bare.txt").unlink()
    run = hule("check", tmp_path, "--json")
    told = json.loads(run.stdout)
    assert (run.exit_code, told["errors"], told["warnings"], told["codes"]) == (0, 0, 1, {"W_NO_LABELS": 1})
    (finding,) = told["findings"]
    assert finding["severity"] == "warning"
    assert finding["file"] == str(tmp_path / "train" / "images" / "bare.png")
    assert all(finding[name] for name in ("message", "message_zh", "mend", "mend_zh"))


def test_labels_alone_are_checked_without_photos(tmp_path: Path) -> None:
    """A broken photo does not matter, a broken label does; a model would need the photos."""
    labelled(clean(tmp_path) / "train", "odd", "3 0.5 0.5 0.1 0.1\n").write_bytes(b"broken")
    assert hule("check", tmp_path).exit_code == 1
    assert hule("check", tmp_path, "--labels-only").exit_code == 0
    run = hule("check", tmp_path, "--labels-only", "--model")
    assert run.exit_code == 2
    assert "--labels-only" in run.stderr


def test_the_model_disputes_wrong_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a sample photo it is content; with every face changed it names those that it is sure of, by their line."""
    root = Path(__file__).parents[2]
    if not (root / "models" / "hule.onnx").is_file():
        pytest.skip("needs models/hule.onnx")
    monkeypatch.delenv("HULE_MODEL", raising=False)
    sample = root / "datasets" / "samples" / "sichuan-selfdraw"
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    shutil.copy(sample.with_suffix(".jpg"), tmp_path / "images")
    labels = Path(shutil.copy(sample.with_suffix(".txt"), tmp_path / "labels"))
    assert "W_DISPUTED" not in json.loads(hule("check", tmp_path, "--model", "--json").stdout)["codes"]
    lines = labels.read_text(encoding="utf-8").splitlines()
    rows = [line.split(maxsplit=1) for line in lines]
    labels.write_text("".join(f"{(int(face) + 1) % 43} {rest}\n" for face, rest in rows), encoding="utf-8")
    findings = json.loads(hule("check", tmp_path, "--model", "--json").stdout)["findings"]
    disputed = [finding for finding in findings if finding["code"] == "W_DISPUTED"]
    assert disputed
    for finding in disputed:
        (line,) = finding["lines"]
        assert f"sees {NAMES[int(rows[line - 1][0])]} " in finding["message"]


def test_a_missing_model_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 2, naming the file."""
    monkeypatch.setenv("HULE_MODEL", str(tmp_path / "none.onnx"))
    run = hule("check", clean(tmp_path), "--model")
    assert run.exit_code == 2
    assert "none.onnx" in run.stderr


def test_stats_are_told_to_a_person_and_to_a_program(tmp_path: Path) -> None:
    """Photos, tiles, groups and classes."""
    told = json.loads(hule("stats", clean(tmp_path), "--json").stdout)
    assert (told["photos"], told["boxes"], told["per_class"]["7z"]) == (3, 22, 2)
    for lang, words in {
        "en": "3 photos (0 without labels), 22 tiles",
        "zh": "3 张照片（0 张没有标注），22 张牌",
    }.items():
        run = hule("stats", tmp_path, lang=lang)
        assert run.exit_code == 0
        assert words in run.stdout
        assert all(name in run.stdout for name in ("train", "three", "back 1"))


def test_export_and_import_give_the_same_dataset(tmp_path: Path) -> None:
    """To COCO and back; by default beside the dataset; its own files stay as they are."""
    clean(tmp_path / "mine")
    before = {path: path.read_bytes() for path in (tmp_path / "mine").rglob("*") if path.is_file()}
    run = hule("export", tmp_path / "mine")
    assert (run.exit_code, "3 photos, 22 tiles" in run.stdout) == (0, True)
    told = json.loads(hule("import", tmp_path / "mine-coco", "--json").stdout)
    assert told["photos"] == 3
    assert told["files"] == [str(tmp_path / "mine-coco-hule" / "data.yaml")]
    for name in ("train/labels/a.txt", "train/images/牌 b.png", "val/labels/c.txt", "val/index.csv"):
        back, own = (folder / name for folder in (tmp_path / "mine-coco-hule", tmp_path / "mine"))
        assert back.read_bytes().splitlines() == own.read_bytes().splitlines()
    assert before == {path: path.read_bytes() for path in (tmp_path / "mine").rglob("*") if path.is_file()}


def test_labels_alone_are_exported_at_a_size(tmp_path: Path) -> None:
    """COCO needs pixels: without photos and --size there is a sentence, and a wrong size is one too."""
    labelled(tmp_path / "in", "a", row(HAND)).unlink()
    run = hule("export", tmp_path / "in", "--labels-only", "--to", tmp_path / "a")
    assert run.exit_code == 2
    assert "--size" in run.stderr
    assert hule("export", tmp_path / "in", "--labels-only", "--size", "wide", "--to", tmp_path / "b").exit_code == 2
    assert hule("export", tmp_path / "in", "--labels-only", "--size", "800x600", "--to", tmp_path / "c").exit_code == 0
    data = json.loads((tmp_path / "c" / "annotations" / "instances.json").read_text(encoding="utf-8"))
    assert data["annotations"][0]["bbox"] == pytest.approx([0.075 * 800, 0.45 * 600, 40, 60])


def test_other_names_are_imported_by_a_table(tmp_path: Path) -> None:
    """Refused with a list; drafted; looked through by crops; then imported as the table says."""
    labelled(tmp_path / "in", "a", "0 0.5 0.5 0.1 0.1\n1 0.3 0.5 0.1 0.1\n2 0.7 0.5 0.1 0.1\n")
    (tmp_path / "in" / "classes.txt").write_text("bamboo-1\nEast\njoker\n", encoding="utf-8")
    run = hule("import", tmp_path / "in", lang="zh")
    assert run.exit_code == 2
    assert all(word in run.stderr for word in ("bamboo-1 (1s?)", "East (1z?)", "joker", "--names"))
    assert not (tmp_path / "in-hule").exists()
    table = tmp_path / "names.toml"
    assert hule("import", tmp_path / "in", "--draft", table, "--samples", tmp_path / "crops").exit_code == 0
    assert len(list((tmp_path / "crops").glob("*.png"))) == 3
    assert hule("import", tmp_path / "in", "--draft", table).exit_code == 2, "a table is never written over"
    assert hule("import", tmp_path / "in", "--names", table).exit_code == 2, "joker is still open"
    table.write_text(table.read_text(encoding="utf-8").replace('""', '"skip"'), encoding="utf-8")
    assert hule("import", tmp_path / "in", "--names", table).exit_code == 0
    text = (tmp_path / "in-hule" / "labels" / "a.txt").read_text(encoding="utf-8")
    assert text == "18 0.5 0.5 0.1 0.1\n27 0.3 0.5 0.1 0.1\n"
    assert hule("check", tmp_path / "in-hule").exit_code == 0


def test_split_divides_by_group(tmp_path: Path) -> None:
    """Near the shares wanted; the result is a clean dataset."""
    groups = ["image,source,group"]
    for number in range(10):
        labelled(tmp_path / "in", f"p{number}", row(HAND))
        groups.append(f"p{number}.png,made,g{number // 2}")
    (tmp_path / "in" / "index.csv").write_text("\n".join(groups), encoding="utf-8")
    told = json.loads(hule("split", tmp_path / "in", "--val", "0.2", "--test", "0.2", "--json").stdout)
    assert {name: item["photos"] for name, item in told["splits"].items()} == {"train": 6, "val": 2, "test": 2}
    assert hule("check", tmp_path / "in-split").exit_code == 0
    assert open_dataset(tmp_path / "in-split").names == tuple(NAMES)
    assert hule("split", tmp_path / "in", "--val", "0.6", "--test", "0.5", "--to", tmp_path / "b").exit_code == 2


@pytest.mark.parametrize("command", ["check", "stats", "import", "export", "split"])
def test_what_is_no_dataset_is_a_sentence(tmp_path: Path, command: str) -> None:
    """Nothing there, an empty folder, a picture: status 2, one line, nothing on standard output."""
    (tmp_path / "empty").mkdir()
    Image.new("RGB", (8, 8)).save(tmp_path / "a.png")
    for place in ("nowhere", "empty", "a.png"):
        run = hule(command, tmp_path / place, "--json")
        assert run.exit_code == 2, place
        assert place in run.stderr
        assert len(run.stderr.splitlines()) == 1
        assert run.stdout == ""
