"""``hule train``: a new model, from a dataset or from photos of one's own set."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.progress import bar
from cli.speech import CliError, Speech, lang_option
from scoring.errors import BilingualError
from scoring.steps import Text

if TYPE_CHECKING:
    from vision.compare import Comparison
    from vision.teach import TeachSettings

DATASET = click.Path(path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)

STEPS = {
    "prepare": Text(
        "dividing the photos: one half to learn from, one held out", "正在分配照片：一半学习，一半留作检验"
    ),
    "train": Text("training the detector", "训练检测网络"),
    "faces": Text("training the second look at each tile", "训练逐张复核的网络"),
    "compare": Text("reading the held-out photos with the old and the new model", "用新旧模型读检验照片"),
    "done": Text("done", "完成"),
}

PLACES = {
    "held_out": Text("held-out photos", "检验照片"),
    "standard": Text("standard dataset", "标准数据集"),
    "generated": Text("known faces", "已会的牌面"),
}


@click.command()
@click.argument("dataset", type=DATASET, metavar="[DATASET.yaml]", required=False)
@click.option("--from", "start", type=click.Path(path_type=Path),
              help="Weights to start from: a .pt or .onnx of Hule; with --photos: the model in use.")  # fmt: skip
@click.option("--photos", type=FOLDER, help="Teach one's own set: a YOLO folder of 10 to 50 labelled photos of it. "
              "DATASET then is known material, mixed in so that nothing is forgotten.")  # fmt: skip
@click.option("--name", default="my-set", show_default=True, help="With --photos: name of the new model.")
@click.option("--standard", type=DATASET, metavar="DATASET.yaml",
              help="With --photos: whose val the old and the new model read, too.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on from the checkpoint in the run folder.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True),
              help="Training time in all; default: that of models/training.toml or teaching.toml.")  # fmt: skip
@click.option(
    "--run", type=FOLDER, help="Folder of the checkpoint; default: runs/train, with --photos runs/teach-NAME."
)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), default=Path("runs/train/hule.onnx"),
              show_default=True, help="The ONNX file to write; --photos writes beside the other models.")  # fmt: skip
@click.option("--device", default="", metavar="DEVICE",
              help="cpu, 0, or a list like 0,1; default: the GPU that there is, else the CPU.")  # fmt: skip
@lang_option
def train(dataset: Path | None, start: Path | None, photos: Path | None, name: str, standard: Path | None,
          resume: bool, minutes: float | None, run: Path | None, output: Path, device: str,
          speech: Speech) -> None:  # fmt: skip
    """Train the reader on a YOLO DATASET, or teach it a tile set with --photos. Needs: pip install -e '.[train]'."""
    if photos is not None:
        from vision.registry import in_use
        from vision.teach import TeachSettings

        place = run or Path(f"runs/teach-{name}")
        weights = start or in_use().model.weights
        settings = TeachSettings(photos, weights, name, place, None, dataset, standard, minutes, resume, device=device)
        _teach(settings, speech)
        return
    if dataset is None:
        raise CliError(Text("name a DATASET.yaml to train on, or --photos DIR to teach a set",
                            "请指定训练用的 DATASET.yaml，或用 --photos DIR 教一副牌"))  # fmt: skip
    from vision.training import TrainSettings
    from vision.training import train as fit

    place = run or Path("runs/train")
    with _sentences():
        written = fit(TrainSettings(dataset, place, output, start, resume, minutes, device=device))
    click.echo(speech(f"wrote {written}", f"已写入 {written}"))


def _teach(settings: TeachSettings, speech: Speech) -> None:
    """Teaches a set, tells how old and new compare, and offers the switch where the new model is better."""
    from vision.evaluate import How
    from vision.registry import new_folder, use
    from vision.teach import teach

    with _sentences():
        new_folder(settings.name)  # a name that is none is told before the training
        settings = replace(settings, faces=_drawn_faces(settings.run))
        how = How(layouts=None, watch=lambda photos: bar(photos, len(photos)))
        taught = teach(settings, lambda step: click.echo(speech.of(STEPS[step])), how)
    click.echo(speech(f"new model: {taught.model.name} ({taught.model.path.parent})",
                      f"新模型：{taught.model.name}（{taught.model.path.parent}）"))  # fmt: skip
    print_comparison(taught.comparison, speech)
    if not taught.comparison.offered:
        return
    switch = f"hule models use {taught.model.name}"
    question = speech("Switch it on? hule models back goes back", "启用吗？hule models back 可换回")
    if sys.stdin.isatty() and click.confirm(question):
        use(taught.model.name)
    else:
        click.echo(speech(f"to switch it on: {switch}", f"启用：{switch}"))


def _drawn_faces(run: Path) -> Path:
    """The faces that come with Hule, as pixels in the run's folder."""
    from ui.faces.rasterise import rasterise

    faces = run / "faces"
    rasterise(faces, 160, body=False)
    return faces


def print_comparison(comparison: Comparison, speech: Speech) -> None:
    """Old and new figures of each set of photos, and what to make of them."""
    for place, compared in {"held_out": comparison.held_out, **comparison.elsewhere}.items():
        old, new = compared.old, compared.new
        click.echo(f"  {speech.of(PLACES[place])} ({old['photos']}): "
                   f"F1 {old['f1']:.3f} → {new['f1']:.3f}, "
                   + speech(f"exact photos {old['exact_photos']} → {new['exact_photos']}, "
                            f"exact hands {old['exact_hands']} → {new['exact_hands']} of {old['hands']}",
                            f"全对照片 {old['exact_photos']} → {new['exact_photos']}，"
                            f"全对手牌 {old['exact_hands']} → {new['exact_hands']}（共 {old['hands']}）"))  # fmt: skip
    click.echo(speech.of(verdict(comparison)))


def verdict(comparison: Comparison) -> Text:
    """What to make of a comparison."""
    if comparison.offered:
        return Text("better on the held-out photos and not worse elsewhere", "检验照片读得更好，其他也没变差")
    if comparison.forgotten:
        return Text("not offered: it forgot something known; label more photos, or give known material (DATASET)",
                    "不建议启用：忘了原来会的；请多标几张，或提供已知数据集（DATASET）")  # fmt: skip
    return Text("not offered: no better on the held-out photos; label more photos, or train longer (--minutes)",
                "不建议启用：检验照片没有变好；请多标几张，或延长训练（--minutes）")  # fmt: skip


@contextmanager
def _sentences() -> Iterator[None]:
    """Makes a sentence of whatever keeps a training from beginning."""
    try:
        yield
    except ImportError as error:
        raise CliError(
            Text(f"training needs the train extra, and {error.name} is missing: pip install -e '.[train]'",
                 f"训练需要 train 附加依赖，缺少 {error.name}：pip install -e '.[train]'")
        ) from None  # fmt: skip
    except BilingualError as error:
        raise CliError(Text(error.message, error.message_zh)) from None
    except (FileNotFoundError, ValueError) as error:
        raise CliError(Text(str(error), str(error))) from None
