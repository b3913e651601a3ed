"""Training of the reader: ``hule train``. Needs the ``train`` extra; torch is imported only when called."""

from __future__ import annotations

import logging
import math
import os
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.compose.feeder import BatchFeeder
from vision.compose.stream import StreamSources

_LOG = logging.getLogger("hule.train")
_LOG_EVERY = 50
_NORM_PICTURES = 16


@dataclass(frozen=True)
class TrainSettings:
    """What one call of ``hule train`` is to do.

    Attributes:
        dataset: YOLO dataset file: ``path``, ``train`` (a folder of images with ``labels`` beside it), and
            under ``compose`` what the generator may use: ``crops``, ``art`` (a list), ``textures``.
        run: folder of the checkpoint; made when missing.
        output: the ONNX file to write; the half-precision checkpoint goes beside it as ``.pt``.
        start: weights to start from: a ``.pt`` of ours or a YOLO11n ``.onnx``; random without.
        resume: go on from the checkpoint in ``run`` if there is one.
        minutes: training time in all, counted over interruptions; the configuration's when None.
        config: hyper-parameters.
    """

    dataset: Path
    run: Path = Path("runs/train")
    output: Path = Path("runs/train/hule.onnx")
    start: Path | None = None
    resume: bool = False
    minutes: float | None = None
    config: Path = field(default=Path(__file__).parent.parent / "models" / "training.toml")


def train(settings: TrainSettings) -> Path:
    """Trains until the time is used up, then exports; returns the ONNX file.

    The learning rate follows the clock, so that a slower machine gets a well-ended, shorter training.
    A checkpoint is written every few minutes; a run that was killed goes on from it with ``resume``.

    Raises:
        FileNotFoundError: if the dataset or the starting weights are missing.
        ImportError: if the ``train`` extra is not installed.
        ValueError: if the dataset file names nothing to train on.
    """
    from vision import _yolo  # torch takes seconds to import and is no part of the product

    config = tomllib.loads(settings.config.read_text())
    sources = read_sources(settings.dataset, config["data"])
    if settings.start is not None and not settings.start.exists():
        raise FileNotFoundError(f"starting weights {settings.start} do not exist")
    settings.run.mkdir(parents=True, exist_ok=True)
    state = _TrainingState(config, settings, _yolo)
    state.prepare(sources)
    state.run(sources)
    return state.export(settings.output)


def export(settings: TrainSettings) -> Path:
    """Exports the averaged weights of the checkpoint in ``settings.run`` as they are now."""
    from vision import _yolo

    state = _TrainingState(tomllib.loads(settings.config.read_text()), settings, _yolo)
    state.load_checkpoint()
    return state.export(settings.output)


def read_sources(dataset: Path, data: dict[str, Any]) -> StreamSources:
    """What the dataset file gives the generator.

    Raises:
        FileNotFoundError: if the dataset file or a folder named in it does not exist.
    """
    import yaml

    spec = yaml.safe_load(dataset.read_text())
    root: Path = (dataset.parent / spec.get("path", ".")).resolve()

    def folder(name: str) -> Path:
        path = (root / os.path.expandvars(name)).resolve()
        if not path.is_dir():
            raise FileNotFoundError(f"{dataset} names {name}, but there is no folder {path}")
        return path

    compose = spec.get("compose", {})
    images = folder(spec["train"]) if spec.get("train") else None
    return StreamSources(
        photos=images.parent if images and images.name == "images" else images,
        crops=folder(compose["crops"]) if "crops" in compose else None,
        art=tuple(folder(name) for name in compose.get("art", ())),
        textures=folder(compose["textures"]) if "textures" in compose else None,
        composed_share=data["composed_share"],
        empty_share=data["empty_share"],
    )


def learning_rate(optimizer: dict[str, float], progress: float, images: int) -> float:
    """The rate at this share of the training time, after this many pictures: warm-up, then a cosine."""
    warm = min(1.0, (images + 1) / optimizer["warmup_images"])
    low = optimizer["final_share"]
    fall = low + (1 - low) * (1 + math.cos(math.pi * min(progress, 1.0))) / 2
    return optimizer["learning_rate"] * warm * fall


class _TrainingState:
    """Model, average, optimizer and the count of what was done; saved and loaded together."""

    def __init__(self, config: dict[str, Any], settings: TrainSettings, yolo: Any) -> None:
        import torch
        from ultralytics.utils.torch_utils import ModelEMA

        self._torch, self._yolo = torch, yolo
        self._config, self._settings = config, settings
        torch.manual_seed(config["data"]["seed"])
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        model = yolo.build_model(config["model"]["architecture"], config["loss"])
        self._model = model.to(self._device, memory_format=torch.channels_last)
        options = config["optimizer"]
        self._optimizer = torch.optim.AdamW(
            _decay_groups(self._model, options["weight_decay"]), lr=options["learning_rate"]
        )
        self._make_ema: Callable[[], Any] = lambda: ModelEMA(
            self._model, decay=options["ema_decay"], tau=options["ema_warmup_steps"]
        )
        self._ema = self._make_ema()
        self._seconds = 0.0
        self._images = 0
        self._restarts = 0
        self._checkpoint = settings.run / "checkpoint.pt"

    def prepare(self, sources: StreamSources) -> None:
        """Loads the checkpoint or the starting weights."""
        start = self._settings.start
        if self._settings.resume and self._checkpoint.exists():
            self.load_checkpoint()
        elif start is not None:
            with BatchFeeder(sources, self._config["data"]["seed"], _NORM_PICTURES, 512) as feeder:
                taken = self._yolo.load_weights(self._model, start, feeder.next_batch())
            self._ema = self._make_ema()
            _LOG.info("started from %s: %d tensors", start.name, taken)

    def run(self, sources: StreamSources) -> None:
        """The training loop."""
        schedule, optimizer = self._config["schedule"], self._config["optimizer"]
        total = 60 * (self._settings.minutes or schedule["minutes"])
        loss_of = self._yolo.TileLoss(self._model)
        seed = self._config["data"]["seed"] + self._restarts
        with BatchFeeder(sources, seed, schedule["batch"], self._size(total)) as feeder:
            pictures = feeder.next_batch()
            clock = saved = logged = time.monotonic()
            self._model.train()
            step, means = 0, dict.fromkeys(("box_loss", "cls_loss", "dfl_loss"), 0.0)
            while self._seconds < total:
                rate = learning_rate(optimizer, self._seconds / total, self._images)
                for group in self._optimizer.param_groups:
                    group["lr"] = rate
                parts = self._step(loss_of, pictures)
                self._images += len(pictures)
                step += 1
                now = time.monotonic()
                self._seconds, clock = self._seconds + now - clock, now
                for name, value in parts.items():
                    means[name] += (value - means[name]) / min(step, _LOG_EVERY)
                if step % _LOG_EVERY == 0:
                    speed = _LOG_EVERY * schedule["batch"] / (now - logged)
                    logged = now
                    shown = " ".join(f"{name} {value:.3f}" for name, value in means.items())
                    _LOG.info("%5.1f min %6d images %4.1f/s rate %.1e %s", self._seconds / 60, self._images,
                              speed, rate, shown)  # fmt: skip
                if now - saved > 60 * schedule["checkpoint_minutes"]:
                    self.save_checkpoint()
                    saved = now
                feeder.resize(self._size(total))
                pictures = feeder.next_batch()
        self.save_checkpoint()

    def _size(self, total: float) -> int:
        schedule = self._config["schedule"]
        small = self._seconds < schedule["small_until"] * total
        return int(schedule["small_size"] if small else schedule["size"])

    def _step(self, loss_of: Any, pictures: Any) -> dict[str, float]:
        """Forward, backward, update; bfloat16 where the machine multiplies, float32 where it adds up."""
        torch = self._torch
        images = self._yolo.to_tensor(pictures, self._device)
        with torch.autocast(self._device.type, dtype=torch.bfloat16):
            raw = self._model(images)
        predictions = {
            name: value.float() if torch.is_tensor(value) else value for name, value in raw.items()
        }
        loss, parts = loss_of(predictions, pictures)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), self._config["optimizer"]["clip_gradients"])
        self._optimizer.step()
        self._ema.update(self._model)
        return dict(parts)

    def save_checkpoint(self) -> None:
        """Writes everything that is needed to go on; the old file stays until the new one is whole."""
        partial = self._checkpoint.with_suffix(".partial")
        content = {
            "model": self._model.state_dict(),
            "ema": self._ema.ema.state_dict(),
            "updates": self._ema.updates,
            "optimizer": self._optimizer.state_dict(),
            "seconds": self._seconds,
            "images": self._images,
            "restarts": self._restarts,
        }
        self._torch.save(content, partial)
        partial.replace(self._checkpoint)

    def load_checkpoint(self) -> None:
        """Goes back to the last checkpoint; later pictures are drawn from a new seed, not the same again."""
        content = self._torch.load(self._checkpoint, map_location=self._device, weights_only=True)
        self._model.load_state_dict(content["model"])
        self._ema.ema.load_state_dict(content["ema"])
        self._ema.updates = content["updates"]
        self._optimizer.load_state_dict(content["optimizer"])
        self._seconds, self._images = content["seconds"], content["images"]
        self._restarts = content["restarts"] + 1
        _LOG.info("resumed after %.1f min, %d images", self._seconds / 60, self._images)

    def export(self, output: Path) -> Path:
        """Writes the averaged weights as ONNX and, beside it, as a half-precision checkpoint."""
        output.parent.mkdir(parents=True, exist_ok=True)
        self._yolo.save_half(self._ema.ema, output.with_suffix(".pt"))
        self._yolo.export_onnx(self._ema.ema, output, self._config["schedule"]["size"])
        _LOG.info("wrote %s", output)
        return output


def _decay_groups(model: Any, weight_decay: float) -> list[dict[str, Any]]:
    """Weight decay for the weights of convolutions, none for biases and batch norms."""
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": decayed, "weight_decay": weight_decay}, {"params": plain, "weight_decay": 0.0}]
