"""The torch side of training: building YOLO11n, starting weights, the loss, export. Imported by training only."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils.loss import v8DetectionLoss

from scoring.tiles import DETECTOR_CLASSES
from vision.compose.picture import BACK, LabelledPicture

_ONNX_OPSET = 17
_PEER_NAMES = {"chun": "7z", "haku": "5z", "hatsu": "6z", "tou": "1z", "nan": "2z", "sha": "3z", "pe": "4z"}
"""Names that other detectors give to honors."""


def build_model(architecture: str, gains: dict[str, float]) -> Any:
    """A fresh detector for the 43 classes, with the loss gains where ultralytics looks for them."""
    model = DetectionModel(architecture, nc=len(DETECTOR_CLASSES), verbose=False)
    model.names = {t.index: t.code for t in DETECTOR_CLASSES}
    model.args = SimpleNamespace(**gains)
    return model


class TileLoss:
    """The ultralytics detection loss, with nothing learned about backs where they are not labelled."""

    def __init__(self, model: Any) -> None:
        self._loss = v8DetectionLoss(model)

    def __call__(self, predictions: Any, pictures: Sequence[LabelledPicture]) -> tuple[Any, dict[str, float]]:
        """Loss of a batch: the sum to go backward on, and its parts for the log."""
        device = predictions["scores"].device
        weights = torch.ones(len(pictures), 1, len(DETECTOR_CLASSES), device=device)
        weights[[not p.backs_known for p in pictures], :, BACK] = 0
        self._loss.class_weights = weights
        loss, parts = self._loss(predictions, _targets(pictures, device))
        return loss.sum(), {name: float(value) for name, value in parts.items()}


def _targets(pictures: Sequence[LabelledPicture], device: Any) -> dict[str, Any]:
    """Labels in the form that ultralytics takes: centre and size as shares of the picture."""
    index = np.concatenate([np.full(len(p.classes), i) for i, p in enumerate(pictures)])
    classes = np.concatenate([p.classes for p in pictures])
    boxes = np.vstack([p.boxes / p.image.shape[0] for p in pictures])
    xywh = np.hstack([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]])
    return {
        "batch_idx": torch.from_numpy(index).float().to(device),
        "cls": torch.from_numpy(classes).float().to(device),
        "bboxes": torch.from_numpy(xywh).float().to(device),
    }


def to_tensor(pictures: Sequence[LabelledPicture], device: Any) -> Any:
    """Pictures as a float tensor (n, 3, height, width) from 0 to 1, channels last in memory."""
    stacked = np.stack([p.image for p in pictures])
    tensor = torch.from_numpy(stacked).to(device).permute(0, 3, 1, 2)
    return tensor.to(dtype=torch.float32, memory_format=torch.channels_last).div_(255)


def load_weights(model: Any, path: Path, pictures: Sequence[LabelledPicture]) -> int:
    """Starts a model from a checkpoint of ours (``.pt``) or from another YOLO11n detector (``.onnx``).

    Args:
        model: a fresh model.
        path: the file.
        pictures: a few training pictures, for an ONNX file only: its batch norms were fused away, and are
            made anew from the mean and variance of every convolution on these.

    Returns:
        The number of tensors that were taken over.

    Raises:
        ValueError: if the file fits too little of the model.
    """
    if path.suffix == ".onnx":
        taken = _load_fused(model, path, pictures)
    else:
        state = torch.load(path, map_location="cpu", weights_only=True)
        state = {name: value.float() for name, value in (state.get("weights") or state["ema"]).items()}
        model.load_state_dict(state)
        taken = len(state)
    if taken < 100:
        raise ValueError(f"{path} fits only {taken} tensors of the model; is it a YOLO11n detector?")
    return taken


def _load_fused(model: Any, path: Path, pictures: Sequence[LabelledPicture]) -> int:
    graph = onnx.load(str(path))
    fused = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.graph.initializer}
    taken = 0
    convs = [(name, module) for name, module in model.named_modules() if isinstance(module, Conv)]
    biases: dict[str, Any] = {}
    for name, module in convs:
        weight, bias = fused.get(f"{name}.conv.weight"), fused.get(f"{name}.conv.bias")
        if weight is None or bias is None or weight.shape != module.conv.weight.shape:
            continue
        module.conv.weight.data.copy_(weight)
        _set_norm(module.bn, torch.zeros_like(bias), torch.ones_like(bias) - module.bn.eps, bias)
        biases[name] = bias
        taken += 2
    taken += _load_head(model, fused, _class_rows(graph))
    _renew_norms(model, [(module, biases[name]) for name, module in convs if name in biases], pictures)
    return taken


def _set_norm(norm: Any, mean: Any, var: Any, bias: Any) -> None:
    """Makes a batch norm that, at this mean and variance, adds ``bias`` and does nothing else."""
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(var)
    norm.weight.data.copy_((var + norm.eps).sqrt())
    norm.bias.data.copy_(mean + bias)


def _renew_norms(model: Any, layers: Sequence[tuple[Any, Any]], pictures: Sequence[LabelledPicture]) -> None:
    """Sets every batch norm to the statistics of its convolution, leaving the output as it was."""
    sums: dict[Any, list[Any]] = {module: [] for module, _ in layers}

    def note(module: Any, output: Any) -> None:
        sums[module].append((output.mean(dim=(0, 2, 3)), output.var(dim=(0, 2, 3))))

    hooks = [
        module.conv.register_forward_hook(lambda _c, _i, output, module=module: note(module, output))
        for module, _ in layers
    ]
    model.eval()
    with torch.no_grad():
        for start in range(0, len(pictures), 4):
            model(to_tensor(pictures[start : start + 4], "cpu"))
    for hook in hooks:
        hook.remove()
    for module, bias in layers:
        mean = torch.stack([m for m, _ in sums[module]]).mean(0)
        var = torch.stack([v for _, v in sums[module]]).mean(0).clamp_min(1e-4)
        _set_norm(module.bn, mean, var, bias)


def _class_rows(graph: Any) -> dict[int, int]:
    """Our class index to the row of the other detector's class, by the names in its metadata."""
    metadata = {item.key: item.value for item in graph.metadata_props}
    named: dict[int, str] = ast.literal_eval(metadata.get("names", "{}"))
    codes = {t.code: t.index for t in DETECTOR_CLASSES}
    found = {}
    for row, name in named.items():
        index = codes.get(_PEER_NAMES.get(name, name))
        if index is not None:
            found[index] = row
    return found


def _load_head(model: Any, fused: dict[str, Any], rows: dict[int, int]) -> int:
    """The last convolutions: boxes as they are, class scores by name."""
    head = model.model[-1]
    prefix = f"model.{len(model.model) - 1}"
    taken = 0
    ours, theirs = list(rows), list(rows.values())
    for level in range(head.nl):
        box, score = head.cv2[level][-1], head.cv3[level][-1]
        for part in ("weight", "bias"):
            getattr(box, part).data.copy_(fused[f"{prefix}.cv2.{level}.2.{part}"])
            getattr(score, part).data[ours] = fused[f"{prefix}.cv3.{level}.2.{part}"][theirs]
            taken += 2
    return taken


def save_whole(content: dict[str, Any], path: Path) -> None:
    """Writes everything that is needed to go on; an old file stays until the new one is whole."""
    partial = path.with_suffix(".partial")
    torch.save(content, partial)
    partial.replace(path)


def save_half(model: Any, path: Path) -> None:
    """Writes the weights in half precision; training can start from the file."""
    weights = {n: v.half() if v.is_floating_point() else v for n, v in model.state_dict().items()}
    torch.save({"weights": weights, "classes": [t.code for t in DETECTOR_CLASSES]}, path)


def export_onnx(model: Any, path: Path, size: int) -> None:
    """Writes an ONNX file: input ``images`` (n, 3, h, w) from 0 to 1, RGB, h and w multiples of 32; output
    ``output0`` (n, 4 + classes, anchors) of box centre, size and class scores, before suppression.
    """
    model = copy.deepcopy(model).float().cpu().eval().fuse(verbose=False)
    head: nn.Module = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    sample = torch.zeros(1, 3, size, size)
    with torch.no_grad():
        torch.onnx.export(
            model, (sample,), str(path), opset_version=_ONNX_OPSET, dynamo=False,
            input_names=["images"], output_names=["output0"],
            dynamic_axes={"images": {0: "batch", 2: "height", 3: "width"}, "output0": {0: "batch", 2: "anchors"}},
        )  # fmt: skip
    graph = onnx.load(str(path))
    notes = {
        "names": str({t.index: t.code for t in DETECTOR_CLASSES}),
        "stride": "32",
        "task": "detect",
        "license": "AGPL-3.0-or-later",
        "description": "Hule: reads mahjong tiles; see models/README.md",
    }
    onnx.helper.set_model_props(graph, notes)
    onnx.save(graph, str(path))
