"""The training loop. Imports torch, so only ``vision.training`` may import it, and only when called."""

from __future__ import annotations

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import torch
from ultralytics.utils.torch_utils import ModelEMA, select_device

from vision import _yolo
from vision._team import Team, run_team
from vision.compose.feeder import BatchFeeder
from vision.compose.stream import StreamSources
from vision.training import TrainSettings, learning_rate, log_to_stderr, note_progress

_LOG_EVERY = 50
_TELL_EVERY = 5.0
_NORM_PICTURES = 16


def run(settings: TrainSettings, config: dict[str, Any], sources: StreamSources) -> None:
    """Trains to the end of the time, in one process for each device."""
    devices = devices_of(settings.device, int(config["schedule"]["cpu_processes"]))
    run_team(len(devices), settings.run, partial(_train_member, settings, config, sources, devices))


def devices_of(wanted: str, cpu_processes: int) -> list[torch.device]:
    """The device of each process.

    Args:
        wanted: as ultralytics takes it: ``cpu``, ``mps``, ``0``, ``0,1``, ``-1``; empty for the GPU that there is, or
            else the CPU.
        cpu_processes: so many share a CPU.

    Raises:
        ValueError: when there is no such device.
    """
    first = select_device(wanted, verbose=False)
    if first.type == "cpu":
        return [first] * cpu_processes
    numbers = re.findall(r"\d+", wanted) if "," in wanted else []
    return [torch.device(first.type, int(number)) for number in numbers] or [first]


def _train_member(
    settings: TrainSettings,
    config: dict[str, Any],
    sources: StreamSources,
    devices: list[torch.device],
    team: Team,
) -> None:
    trainer = Trainer(settings, config, team, devices[team.rank])
    trainer.prepare(sources)
    trainer.train(sources)


def export(settings: TrainSettings, config: dict[str, Any]) -> Path:
    """Writes the averaged weights of the checkpoint as ONNX and, beside it, as a half-precision checkpoint."""
    trainer = Trainer(settings, config, Team(0, 1), torch.device("cpu"))
    trainer.load_checkpoint()
    return trainer.export(settings.output)


class Trainer:
    """Model, average, optimizer and the count of what was done; saved and loaded together."""

    def __init__(self, settings: TrainSettings, config: dict[str, Any], team: Team, device: torch.device) -> None:
        self._config, self._settings, self._team = config, settings, team
        self._log = log_to_stderr()
        torch.manual_seed(config["data"]["seed"])
        self._device = device
        if self._device.type == "cpu":
            torch.set_num_threads(1)  # see vision._team: more threads in a process wait for each other
        model = _yolo.build_model(config["model"]["architecture"], config["loss"])
        self._model = model.to(self._device, memory_format=torch.channels_last)
        options = config["optimizer"]
        self._fixed = config.get("fixed", {})
        _freeze(self._model, self._fixed.get("layers", 0))
        groups = _decay_groups(self._model, options["weight_decay"])
        self._optimizer = torch.optim.AdamW(groups, lr=options["learning_rate"])
        self._ema = self._new_average()
        self._seconds = 0.0
        self._images = 0
        self._restarts = 0
        self._checkpoint = settings.run / "checkpoint.pt"

    def _new_average(self) -> Any:
        options = self._config["optimizer"]
        return ModelEMA(self._model, decay=options["ema_decay"], tau=options["ema_warmup_steps"])

    def prepare(self, sources: StreamSources) -> None:
        """Loads the checkpoint or the starting weights."""
        start = self._settings.start
        if self._settings.resume and self._checkpoint.exists():
            self.load_checkpoint()
            if self._team.rank == 0:
                self._log.info("resumed after %.1f min, %d images", self._seconds / 60, self._images)
        elif start is not None:
            if self._team.rank == 0:
                with BatchFeeder(sources, self._config["data"]["seed"], _NORM_PICTURES, 512) as feeder:
                    taken = _yolo.load_weights(self._model, start, feeder.next_batch())
                self._log.info("started from %s: %d tensors", start.name, taken)
            self._team.share_from_first(self._model)
            self._ema = self._new_average()

    def train(self, sources: StreamSources) -> None:
        """The training loop."""
        schedule, optimizer, team = self._config["schedule"], self._config["optimizer"], self._team
        total = 60 * (self._settings.minutes or schedule["minutes"])
        loss_of = _yolo.TileLoss(self._model)
        seed = self._config["data"]["seed"] + 1000 * self._restarts + team.rank
        with BatchFeeder(sources, seed, schedule["batch"], self._size(total)) as feeder:
            pictures = feeder.next_batch()
            progress = _Progress(self._log, self._settings.run, total)
            saved = time.monotonic()
            self._model.train()
            if self._fixed.get("norms"):
                _fix_norms(self._model)
            while self._seconds < total:
                rate = learning_rate(optimizer, self._seconds / total, self._images)
                for group in self._optimizer.param_groups:
                    group["lr"] = rate
                parts = self._step(loss_of, pictures)
                self._images += len(pictures) * team.size
                self._seconds = team.clock(self._seconds + progress.lap())
                if team.rank == 0:
                    progress.note(parts, self._seconds, self._images, rate)
                    if time.monotonic() - saved > 60 * schedule["checkpoint_minutes"]:
                        self.save_checkpoint()
                        saved = time.monotonic()
                feeder.resize(self._size(total))
                pictures = feeder.next_batch()
        if team.rank == 0:
            self.save_checkpoint()

    def _size(self, total: float) -> int:
        """The side of the canvases at this time."""
        schedule = self._config["schedule"]
        small = self._seconds < schedule["small_until"] * total
        return int(schedule["small_size"] if small else schedule["size"])

    def _step(self, loss_of: Any, pictures: Any) -> dict[str, float]:
        """Forward, backward, update; bfloat16 where the machine multiplies, float32 where it adds up."""
        images = _yolo.to_tensor(pictures, self._device)
        with torch.autocast(self._device.type, dtype=torch.bfloat16):
            raw = self._model(images)
        predictions = {name: v.float() if torch.is_tensor(v) else v for name, v in raw.items()}
        loss, parts = loss_of(predictions, pictures)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self._team.average_gradients(self._model)
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), self._config["optimizer"]["clip_gradients"])
        self._optimizer.step()
        if self._team.rank == 0:
            self._ema.update(self._model)
        return dict(parts)

    def save_checkpoint(self) -> None:
        """Writes everything that is needed to go on."""
        content = {
            "model": self._model.state_dict(),
            "ema": self._ema.ema.state_dict(),
            "updates": self._ema.updates,
            "optimizer": self._optimizer.state_dict(),
            "seconds": self._seconds,
            "images": self._images,
            "restarts": self._restarts,
        }
        _yolo.save_whole(content, self._checkpoint)

    def load_checkpoint(self) -> None:
        """Goes back to the last checkpoint; later pictures are drawn from a new seed, not the same again."""
        content = torch.load(self._checkpoint, map_location=self._device, weights_only=True)
        self._model.load_state_dict(content["model"])
        self._ema.ema.load_state_dict(content["ema"])
        self._ema.updates = content["updates"]
        self._optimizer.load_state_dict(content["optimizer"])
        self._seconds, self._images = content["seconds"], content["images"]
        self._restarts = content["restarts"] + 1

    def export(self, output: Path) -> Path:
        """Writes the averaged weights."""
        output.parent.mkdir(parents=True, exist_ok=True)
        _yolo.save_half(self._ema.ema, output.with_suffix(".pt"))
        _yolo.export_onnx(self._ema.ema, output, self._config["schedule"]["size"])
        self._log.info("wrote %s", output)
        return output


class _Progress:
    """Laps of the clock; a line of the log now and then, and how far it is in a file."""

    def __init__(self, log: Any, run: Path, total: float) -> None:
        self._log, self._run, self._total = log, run, total
        self._told = -_TELL_EVERY
        self._last = time.monotonic()
        self._steps = 0
        self._means: dict[str, float] = {}
        self._logged = (self._last, 0)

    def lap(self) -> float:
        """Seconds since the last lap."""
        now = time.monotonic()
        took, self._last = now - self._last, now
        return took

    def note(self, parts: dict[str, float], seconds: float, images: int, rate: float) -> None:
        """Takes one step's loss into the running means; writes them every some steps."""
        self._steps += 1
        if self._last - self._told >= _TELL_EVERY:
            self._told = self._last
            note_progress(self._run, seconds, self._total)
        for name, value in parts.items():
            mean = self._means.get(name, value)
            self._means[name] = mean + (value - mean) / min(self._steps, _LOG_EVERY)
        if self._steps % _LOG_EVERY == 0:
            then, before = self._logged
            speed = (images - before) / (self._last - then) if before else 0.0
            self._logged = (self._last, images)
            shown = " ".join(f"{name} {value:.3f}" for name, value in self._means.items())
            self._log.info("%5.1f min %6d images %4.1f/s rate %.1e %s", seconds / 60, images, speed, rate, shown)


def _freeze(model: Any, layers: int) -> None:
    """Leaves the first layers as they are: edges and corners look alike in all sets, and the step is shorter."""
    for layer in model.model[:layers]:
        layer.requires_grad_(False)


def _fix_norms(model: Any) -> None:
    """Keeps the statistics of every batch norm: those of few new pictures would not hold for the known ones."""
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.eval()


def _decay_groups(model: Any, weight_decay: float) -> list[dict[str, Any]]:
    """Weight decay for the weights of convolutions, none for biases and batch norms."""
    moved = [p for p in model.parameters() if p.requires_grad]
    decayed = [p for p in moved if p.ndim > 1]
    plain = [p for p in moved if p.ndim <= 1]
    return [{"params": decayed, "weight_decay": weight_decay}, {"params": plain, "weight_decay": 0.0}]
