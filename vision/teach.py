"""Teaches the reader a new tile set: ``hule train --photos DIR``.

Half of the labelled photos are held out. From the others a short training goes on from a model that reads already,
mixing real views of them, generated pictures of their faces, and whatever known material there is, so that nothing
known is forgotten; first of the detector, then of its second opinion. Then old and new model read the held-out half,
and a standard dataset where one is given.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from vision.compare import Comparison, compare, write_card
from vision.compose.stream import StreamSources, TrainingStream
from vision.dataset import Split, load_split
from vision.detector import faces_file, load_detector
from vision.evaluate import How
from vision.faces_training import FacesSettings, fit_faces
from vision.faces_training import read_config as read_faces_config
from vision.lesson import Lesson, halves, load, save, write_photos
from vision.photo import Photo
from vision.registry import FILE, Model, new_folder
from vision.training import TrainSettings, fit, read_config, read_sources

GENERATED = 40
"""Pictures of known faces by which a loss of memory shows where no standard dataset is given."""

FACES_SHARE = 0.25
"""Share of the training time that the second opinion gets where the model has one."""

Tell = Callable[[str], None]
"""Told each step as it begins: ``prepare``, ``train``, ``faces``, ``compare``, ``done``."""


_MODELS = Path(__file__).parent.parent / "models"


@dataclass(frozen=True)
class TeachSettings:
    """What one call is to do.

    Attributes:
        photos: YOLO folder with ten to fifty labelled photos of the set.
        start: the weights to teach, a ``.pt`` with its ``.onnx`` beside it, and those of its second opinion.
        name: of the new model.
        run: folder of the checkpoint and of ``step.json``.
        faces: folder of drawn faces, named by tile code.
        known: YOLO dataset file whose ``train`` photos and ``compose`` material are mixed in.
        standard: YOLO dataset whose ``val`` both models read.
        minutes: of training in all; those of the configuration when None.
        resume: go on from what is in ``run``.
        config: hyper-parameters.
        faces_config: those of the second opinion, but for the minutes.
        device: see :class:`vision.training.TrainSettings`.
        journals: folder that keeps what each model saw in the photos of the comparison; ``run/seen`` when None.
    """

    photos: Path
    start: Path
    name: str
    run: Path
    faces: Path | None = None
    known: Path | None = None
    standard: Path | None = None
    minutes: float | None = None
    resume: bool = False
    config: Path = field(default=_MODELS / "teaching.toml")
    faces_config: Path = field(default=_MODELS / "faces_teaching.toml")
    device: str = ""
    journals: Path | None = None


@dataclass(frozen=True)
class Taught:
    """A new model in the registry, not yet switched on, and how it compares with the one that was taught."""

    model: Model
    comparison: Comparison


def teach(
    settings: TeachSettings,
    tell: Tell = lambda step: None,
    how: How | None = None,
    halved: Callable[[Path], Lesson] = halves,
) -> Taught:
    """Teaches the set of the photos, compares, and puts the new model beside the others.

    Args:
        settings: what to do.
        tell: is told each step.
        how: how photos are read for the comparison.
        halved: divides the photos.

    Raises:
        vision.dataset.DatasetError: when there are too few photos, or a dataset cannot be used.
        vision.registry.ModelError: when the model to teach cannot be read with.
        FileNotFoundError: when a folder or the starting weights are missing.
        ImportError: when the ``train`` extra is not installed.
    """
    how = how or How(layouts=None)
    step = _Steps(settings.run, tell)
    step("prepare")
    old = load_detector(settings.start.with_suffix(".onnx"))
    if settings.standard is not None:
        load_split(settings.standard)  # better told now than after the training
    lesson = _lesson(settings, halved)
    sources, config, training = prepare(settings, lesson)
    minutes = settings.minutes or config["schedule"]["minutes"]
    faces = faces_file(old.path).with_suffix(".pt")
    of_faces = FACES_SHARE * minutes if faces.is_file() else 0.0
    step("train")
    written = fit(replace(training, minutes=minutes - of_faces), config, sources)
    _settle_beside(old.path, written, settings.name)
    if of_faces:
        step("faces")
        _teach_faces(settings, faces, of_faces, faces_file(written), sources)
    step("compare")
    comparison = _compare(settings, lesson, sources, written, how)
    model = _register(settings, lesson, minutes, written, comparison)
    step("done", model=model.name)
    return Taught(model, comparison)


def prepare(settings: TeachSettings, lesson: Lesson) -> tuple[StreamSources, dict[str, Any], TrainSettings]:
    """Writes the photos to learn from into the run's folder; what there is to train on, and how.

    Raises:
        DatasetError: naming a photo that cannot be read, or when there is nothing known to mix in.
    """
    training = TrainSettings(
        dataset=settings.known or settings.photos,
        run=settings.run,
        output=settings.run / FILE,
        start=settings.start,
        resume=settings.resume,
        minutes=settings.minutes,
        config=settings.config,
        device=settings.device,
    )
    config = read_config(training)
    data = config["data"]
    if settings.known is not None:
        known = read_sources(settings.known, data, settings.faces)
    else:
        shares = {name: data[name] for name in ("composed_share", "empty_share", "drawn_weight")}
        known = StreamSources(art=(settings.faces,) if settings.faces else (), **shares)
    own = settings.run / "own"
    write_photos(lesson.learn, own)
    return replace(known, own=own, own_whole=lesson.whole, own_share=data["own_share"]), config, training


def _lesson(settings: TeachSettings, halved: Callable[[Path], Lesson]) -> Lesson:
    """The halves; those of the run that goes on, whatever was added to the folder since."""
    noted = settings.run / "lesson.json"
    if settings.resume and noted.is_file():
        return load(noted)
    lesson = halved(settings.photos)
    settings.run.mkdir(parents=True, exist_ok=True)
    (settings.run / "checkpoint.pt").unlink(missing_ok=True)
    save(lesson, noted)
    return lesson


def _teach_faces(settings: TeachSettings, start: Path, minutes: float, output: Path, sources: StreamSources) -> None:
    """Goes on with the training of the second opinion, on the same material as the detector."""
    told = FacesSettings(settings.photos, start, settings.run / "faces", output, settings.resume, minutes,
                         settings.faces_config)  # fmt: skip
    fit_faces(told, read_faces_config(told), sources)


def _compare(settings: TeachSettings, lesson: Lesson, sources: StreamSources, written: Path, how: How) -> Comparison:
    models = load_detector(settings.start.with_suffix(".onnx")), load_detector(written)
    journals = settings.journals or settings.run / "seen"
    held_out = compare(*models, Split(lesson.held_out, lesson.whole), how, journals)
    elsewhere = {}
    if settings.standard is not None:
        elsewhere["standard"] = compare(*models, load_split(settings.standard), how, journals)
    elif sources.crops or sources.art:
        generated = generated_photos(sources, settings.run / "generated")
        elsewhere["generated"] = compare(*models, generated, how, journals)
    return Comparison(held_out, elsewhere)


def generated_photos(sources: StreamSources, folder: Path, count: int = GENERATED) -> Split:
    """Pictures composed of known faces alone, written to a folder with their labels; the same at every call."""
    known = replace(sources, photos=None, own=None, composed_share=1.0, empty_share=0.0)
    stream = TrainingStream(known, seed=1)
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        picture = stream.draw(640)
        (folder / "images" / f"{number:03d}.jpg").write_bytes(_photo(picture.image).jpeg(quality=92))
        (folder / "labels" / f"{number:03d}.txt").write_text(picture.label_lines(), encoding="utf-8")
    return Split(load_split(folder).photos, fully_labelled=True)


def _photo(pixels: Any) -> Photo:
    height, width = pixels.shape[:2]
    return Photo("generated", "", width, height, pixels, 0.0, b"")


def _settle_beside(old: Path, new: Path, name: str) -> None:
    """What the new model has from the old one: its temperature, and its second opinion until that is taught."""
    side = old.with_suffix(".json")
    settings = json.loads(side.read_text(encoding="utf-8")) if side.is_file() else {}
    told = json.dumps({**settings, "version": name}, indent=2, ensure_ascii=False)
    new.with_suffix(".json").write_text(told + "\n", encoding="utf-8")
    if faces_file(old).is_file():
        shutil.copyfile(faces_file(old), faces_file(new))


def _register(settings: TeachSettings, lesson: Lesson, minutes: float, written: Path, comparison: Comparison) -> Model:
    """Moves the model from the run to the others."""
    folder = new_folder(settings.name)
    partial = settings.run / "model"
    partial.mkdir(exist_ok=True)
    for part in (written, faces_file(written)):
        for ending in (".onnx", ".pt", ".json"):
            if part.with_suffix(ending).is_file():
                part.with_suffix(ending).replace(partial / part.with_suffix(ending).name)
    told = {
        "made": date.today().isoformat(),
        "from": settings.start.parent.name if settings.start.parent.name != "models" else settings.start.stem,
        "minutes": minutes,
        "learned": len(lesson.learn),
        "held_out": len(lesson.held_out),
        **comparison.to_json(),
    }
    write_card(partial, folder.name, told)
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(partial, folder)  # the run may lie on another disk
    return Model(folder.name, folder / FILE)


class _Steps:
    """Tells each step, and notes it in ``step.json`` for those who watch from outside."""

    def __init__(self, run: Path, tell: Tell) -> None:
        self._file, self._tell = run / "step.json", tell

    def __call__(self, step: str, **facts: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps({"step": step, **facts}), encoding="utf-8")
        self._tell(step)
