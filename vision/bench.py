"""How fast a photo becomes a hand, beside the one reader that can be installed, ``mahjong-detector``.

Both read the same pictures in turn in one run, decoding included, each at its faster number of threads.
"""

from __future__ import annotations

import importlib
import io
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import numpy as np
from PIL import Image, ImageFilter

from vision.api import load_photo, read_photo
from vision.detector import load_detector

PEER = "mahjong-detector"
THREADS = (1, 2)
PICTURES = 6
SIZE = (4032, 3024)
"""Width and height of a phone's 12 megapixels."""

SAMPLES = Path(__file__).parent.parent / "datasets" / "samples"

Read = Callable[[bytes], object]


def bench_reading(rounds: int = 5, peer: bool = True) -> dict[str, float | str]:
    """Milliseconds from photo bytes to the hand, and the ratio to the peer.

    Args:
        rounds: how often each of the six pictures is read; the median of all counts.
        peer: whether the peer is measured, too; it must be installed (extra ``bench``).

    Returns:
        ``ms``, ``threads`` and, with the peer, ``peer_ms``, ``peer_threads`` and ``ratio_to_peer``.
    """
    pictures = twelve_megapixels()
    readers: dict[str, dict[int, Read]] = {"hule": {threads: _hule(threads) for threads in THREADS}}
    if peer:
        readers["peer"] = {threads: _peer(threads) for threads in THREADS}
    taken = _in_turn(readers, pictures, rounds)
    fastest = {name: min(times, key=lambda threads: times[threads]) for name, times in taken.items()}
    ms = {name: taken[name][threads] for name, threads in fastest.items()}
    figures: dict[str, float | str] = {"ms": round(ms["hule"], 1), "threads": fastest["hule"]}
    if peer:
        figures |= {"peer": PEER, "peer_ms": round(ms["peer"], 1), "peer_threads": fastest["peer"]}
        figures["ratio_to_peer"] = round(ms["hule"] / ms["peer"], 2)
    return figures


def twelve_megapixels() -> list[bytes]:
    """The sample hands as JPEGs of a phone's size, with the grain that a sensor leaves."""
    rng = np.random.default_rng(1)
    grain = Image.fromarray(rng.integers(0, 256, SIZE[::-1], dtype=np.uint8)).filter(ImageFilter.GaussianBlur(1))
    pictures = []
    for path in sorted(SAMPLES.glob("*.jpg"))[:PICTURES]:
        enlarged = Image.open(path).convert("RGB").resize(SIZE, Image.Resampling.BICUBIC)
        grained = Image.blend(enlarged, Image.merge("RGB", (grain,) * 3), 0.06)
        stream = io.BytesIO()
        grained.save(stream, "JPEG", quality=88)
        pictures.append(stream.getvalue())
    return pictures


def _in_turn(
    readers: dict[str, dict[int, Read]], pictures: Sequence[bytes], rounds: int
) -> dict[str, dict[int, float]]:
    """Median milliseconds of every reader, all of them one after the other on each picture."""
    spent: dict[str, dict[int, list[float]]] = {
        name: {threads: [] for threads in by_threads} for name, by_threads in readers.items()
    }
    for round_ in range(rounds + 1):
        for picture in pictures:
            for name, by_threads in readers.items():
                for threads, read in by_threads.items():
                    start = time.perf_counter()
                    read(picture)
                    # The first round warms caches and is not counted.
                    if round_:
                        spent[name][threads].append(1000 * (time.perf_counter() - start))
    return {
        name: {threads: median(times) for threads, times in by_threads.items()} for name, by_threads in spent.items()
    }


def _hule(threads: int) -> Read:
    detector = load_detector(threads=threads)
    return lambda data: read_photo(load_photo(data), detector)


def _peer(threads: int) -> Read:
    """The peer with its number of threads set, which its own interface does not offer."""
    import onnxruntime as ort
    from mahjong_detector import detect_tiles

    # The package shadows its module by a function of the same name.
    module = importlib.import_module("mahjong_detector.predict")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    session = ort.InferenceSession(str(module.model_path), options)

    def read(data: bytes) -> object:
        module.threadlocal.session = session
        return detect_tiles(io.BytesIO(data))

    return read
