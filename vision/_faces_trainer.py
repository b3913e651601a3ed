"""The torch side of training the second opinion; only ``vision.faces_training`` may import it, and only when called."""

from __future__ import annotations

import copy
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from scoring.tiles import DETECTOR_CLASSES
from vision import _yolo
from vision.compose.stream import StreamSources
from vision.compose.tiles import Shares, TileStream
from vision.faces_training import FacesSettings
from vision.second_opinion import FRAME, NO_TILE
from vision.training import learning_rate, log_to_stderr, note_progress

_BODY_LAYERS, _BODY_CHANNELS, _HEAD_CHANNELS = 7, 128, 256
"""The detector's layers up to the end of stride 16, where a tile in its frame is four pixels across."""

_LOG_EVERY = 50
_TELL_EVERY = 10


def build(start: Path) -> Any:
    """The network: the first layers of a detector, one more convolution, the mean, a class for each face.

    Args:
        start: a checkpoint of a detector, whose first layers are taken, or of this network.
    """
    detector = _yolo.build_model("yolo11n.yaml", {})
    weights = torch.load(start, map_location="cpu", weights_only=True).get("weights", {})
    of_detector = not any(name.startswith(f"{_BODY_LAYERS}.") for name in weights)
    if of_detector:
        _yolo.load_weights(detector, start, ())
    head = nn.Sequential(
        nn.Conv2d(_BODY_CHANNELS, _HEAD_CHANNELS, 1, bias=False), nn.BatchNorm2d(_HEAD_CHANNELS), nn.SiLU()
    )
    body = list(detector.model)[:_BODY_LAYERS]
    last = nn.Linear(_HEAD_CHANNELS, NO_TILE + 1)
    network = nn.Sequential(*body, head, nn.AdaptiveAvgPool2d(1), nn.Flatten(), last)
    if not of_detector:
        network.load_state_dict(weights)
    return network


def run(settings: FacesSettings, config: dict[str, Any], sources: StreamSources) -> None:
    """Trains to the end of the time and writes the ONNX file and the checkpoint."""
    trainer = FacesTrainer(settings, config)
    trainer.train(sources)
    export_onnx(trainer.average, settings.output)
    _yolo.save_half(trainer.average, settings.output.with_suffix(".pt"))


class FacesTrainer:
    """Network, average, optimizer and the count of what was done; saved and loaded together.

    One process of one thread: the network is so small that drawing its tiles takes as long.
    """

    def __init__(self, settings: FacesSettings, config: dict[str, Any]) -> None:
        self._settings, self._config = settings, config
        torch.manual_seed(config["data"]["seed"])
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        self._network = build(settings.start).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self._network).eval()
        options = config["optimizer"]
        self._frozen = list(self._network)[: options["frozen_layers"]]
        for layer in self._frozen:
            layer.requires_grad_(False)
        body = list(self._network)[options["frozen_layers"] : _BODY_LAYERS]
        groups = [
            {"params": [p for layer in body for p in layer.parameters()], "share": options["body_share"]},
            {"params": [p for layer in list(self._network)[_BODY_LAYERS:] for p in layer.parameters()], "share": 1.0},
        ]
        self._optimizer = torch.optim.AdamW(groups, weight_decay=options["weight_decay"])
        self._seconds, self._images = 0.0, 0
        self._checkpoint = settings.run / "checkpoint.pt"
        if settings.resume and self._checkpoint.exists():
            self._load()

    def train(self, sources: StreamSources) -> None:
        """The training loop."""
        config, schedule, log = self._config, self._config["schedule"], log_to_stderr()
        total = 60 * (self._settings.minutes or schedule["minutes"])
        stream = TileStream(sources, Shares(**config["shares"]), config["data"]["seed"] + self._images)
        self._network.train()
        for layer in self._frozen:
            layer.eval()
        last = saved = time.monotonic()
        steps = 0
        while self._seconds < total:
            rate = learning_rate(config["optimizer"], self._seconds / total, self._images)
            loss, right = self._step(rate, *stream.draw(schedule["batch"]))
            steps += 1
            self._images += schedule["batch"]
            now = time.monotonic()
            self._seconds, last = self._seconds + now - last, now
            if steps % _TELL_EVERY == 0:
                note_progress(self._settings.run, self._seconds, total)
            if steps % _LOG_EVERY == 0:
                shown = self._seconds / 60, self._images, rate, loss, right
                log.info("%5.1f min %7d tiles rate %.1e loss %.3f right %.3f", *shown)
            if now - saved > 60 * schedule["checkpoint_minutes"]:
                self._save()
                saved = now
        self._save()

    def _step(self, rate: float, pictures: NDArray[np.uint8], faces: NDArray[np.int64]) -> tuple[float, float]:
        """Forward, backward, update, average; the loss, and the share of faces that were right."""
        options = self._config["optimizer"]
        for group in self._optimizer.param_groups:
            group["lr"] = rate * group["share"]
        images = torch.from_numpy(pictures).permute(0, 3, 1, 2)
        images = images.to(dtype=torch.float32, memory_format=torch.channels_last).div_(255)
        targets = torch.from_numpy(faces)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = self._network(images)
        loss = nn.functional.cross_entropy(logits.float(), targets, label_smoothing=options["label_smoothing"])
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), options["clip_gradients"])
        self._optimizer.step()
        self._update_average(options["ema_decay"])
        return float(loss.detach()), float((logits.argmax(1) == targets).float().mean())

    def _update_average(self, decay: float) -> None:
        with torch.no_grad():
            for kept, new in zip(self.average.state_dict().values(), self._network.state_dict().values(), strict=True):
                if kept.is_floating_point():
                    kept.lerp_(new, 1 - decay)
                else:
                    kept.copy_(new)

    def _save(self) -> None:
        """Writes everything that is needed to go on."""
        content = {
            "network": self._network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "seconds": self._seconds,
            "images": self._images,
        }
        _yolo.save_whole(content, self._checkpoint)

    def _load(self) -> None:
        content = torch.load(self._checkpoint, weights_only=True)
        self._network.load_state_dict(content["network"])
        self.average.load_state_dict(content["average"])
        self._optimizer.load_state_dict(content["optimizer"])
        self._seconds, self._images = content["seconds"], content["images"]


def export_onnx(network: Any, path: Path) -> None:
    """Writes an ONNX file with half-precision weights: input ``images`` (n, 3, FRAME, FRAME) RGB from 0 to 1, output
    ``chances`` (n, 44) of each face and of no tile.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    network = nn.Sequential(copy.deepcopy(network).float().eval(), nn.Softmax(dim=1))
    sample = torch.zeros(1, 3, FRAME, FRAME)
    with torch.no_grad():
        torch.onnx.export(
            network, (sample,), str(path), opset_version=17, dynamo=False, input_names=["images"],
            output_names=["chances"], dynamic_axes={"images": {0: "batch"}, "chances": {0: "batch"}},
        )  # fmt: skip
    model = onnx.load(str(path))
    _halve_weights(model.graph)
    names = {t.index: t.code for t in DETECTOR_CLASSES} | {NO_TILE: "none"}
    notes = {"names": str(names), "license": "AGPL-3.0-or-later", "description": "Hule: see models/README.md"}
    helper.set_model_props(model, notes)
    onnx.save(model, str(path))


def _halve_weights(graph: Any) -> None:
    """Keeps weights in half precision and casts them as the file is loaded: half the size, computed as before."""
    casts = []
    for tensor in graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            full, half = tensor.name, f"{tensor.name}.half"
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), half))
            casts.append(helper.make_node("Cast", [half], [full], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
