"""Opening ONNX files."""

from __future__ import annotations

from pathlib import Path

import onnxruntime as ort

from vision.registry import ModelError


def open_model(path: Path, threads: int) -> ort.InferenceSession:
    """An ONNX file, ready to run on the CPU.

    Args:
        path: the file.
        threads: for one run.

    Raises:
        ModelError: when onnxruntime cannot use the file.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises classes of its own that share no other base
        raise ModelError(f"{path} is no usable ONNX model: {error}", f"{path} 不是可用的 ONNX 模型") from error
