"""How fast a photo becomes a hand, beside the one reader that can be installed, ``mahjong-detector``.

Both read the same pictures in turn in one run, decoding included, each at its faster number of threads. Memory is
that of a process of its own which reads such a picture and one whose hand is so far away that it needs every pixel.
"""

from __future__ import annotations

import importlib
import io
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import numpy as np
from PIL import Image, ImageFilter

from vision.api import load_photo, read_photo
from vision.detector import load_detector
from vision.quality import shot_fault

PEER = "mahjong-detector"
THREADS = (1, 2)
PICTURES = 6
SIZE = (4032, 3024)
"""Width and height of a phone's 12 megapixels."""

SAMPLES = Path(__file__).parent.parent / "datasets" / "samples"

FAR = 4
"""The far hand is this many times smaller than in the other pictures."""

Read = Callable[[bytes], object]


def bench_reading(rounds: int = 5, peer: bool = True) -> dict[str, float | str]:
    """Milliseconds from photo bytes to the hand, and the ratio to the peer.

    Args:
        rounds: how often each of the six pictures is read; the median of all counts.
        peer: whether the peer is measured, too; it must be installed (extra ``bench``).

    Returns:
        ``ms``, ``threads``, ``memory_mb`` (on Linux) and, with the peer, ``peer_ms``, ``peer_threads`` and
        ``ratio_to_peer``.
    """
    pictures = twelve_megapixels()
    readers: dict[str, dict[int, Read]] = {"hule": {threads: _hule(threads) for threads in THREADS}}
    if peer:
        readers["peer"] = {threads: _peer(threads) for threads in THREADS}
    taken = _in_turn(readers, pictures, rounds)
    fastest = {name: min(times, key=lambda threads: times[threads]) for name, times in taken.items()}
    ms = {name: taken[name][threads] for name, threads in fastest.items()}
    figures: dict[str, float | str] = {"ms": round(ms["hule"], 1), "threads": fastest["hule"]}
    if sys.platform == "linux":
        figures["memory_mb"] = peak_memory([pictures[0], far_hand(pictures[0])])
    if peer:
        figures |= {"peer": PEER, "peer_ms": round(ms["peer"], 1), "peer_threads": fastest["peer"]}
        figures["ratio_to_peer"] = round(ms["hule"] / ms["peer"], 2)
    return figures


def bench_refusal(rounds: int = 5) -> dict[str, float]:
    """Milliseconds until a person hears that a 12-megapixel photo is to be taken again, decoding included.

    Args:
        rounds: how often each of the six pictures is looked at; the median of all counts.

    Returns:
        ``dark_ms`` and ``blurred_ms``, which a look at the preview tells, and ``cut_ms``, which takes a reading.
    """
    pictures = [Image.open(io.BytesIO(data)) for data in twelve_megapixels()]
    spoiled: dict[str, tuple[Callable[[Image.Image], Image.Image], Callable[[bytes], Sequence[str]]]] = {
        "dark": (lambda picture: picture.point(lambda value: value // 12), _shot_fault),
        "blurred": (lambda picture: picture.filter(ImageFilter.GaussianBlur(25)), _shot_fault),
        "cut": (lambda picture: picture.crop((picture.width // 3, 0, *picture.size)), _warnings),
    }
    return {
        f"{name}_ms": _median_ms(look, [_jpeg(spoil(picture)) for picture in pictures], rounds)
        for name, (spoil, look) in spoiled.items()
    }


def _median_ms(look: Callable[[bytes], Sequence[str]], pictures: Sequence[bytes], rounds: int) -> float:
    spent = []
    for round_ in range(rounds + 1):
        for picture in pictures:
            start = time.perf_counter()
            found = look(picture)
            # The first round warms caches and is not counted.
            if round_ and found:
                spent.append(1000 * (time.perf_counter() - start))
    return round(median(spent), 1)


def _shot_fault(data: bytes) -> Sequence[str]:
    fault = shot_fault(load_photo(data))
    return [fault.code] if fault else []


def _warnings(data: bytes) -> Sequence[str]:
    return [warning.code for warning in read_photo(load_photo(data)).warnings if warning.code == "W_CUT"]


def twelve_megapixels() -> list[bytes]:
    """The sample hands as JPEGs of a phone's size, with the grain that a sensor leaves."""
    rng = np.random.default_rng(1)
    grain = Image.fromarray(rng.integers(0, 256, SIZE[::-1], dtype=np.uint8)).filter(ImageFilter.GaussianBlur(1))
    pictures = []
    for path in sorted(SAMPLES.glob("*.jpg"))[:PICTURES]:
        enlarged = Image.open(path).convert("RGB").resize(SIZE, Image.Resampling.BICUBIC)
        grained = Image.blend(enlarged, Image.merge("RGB", (grain,) * 3), 0.06)
        pictures.append(_jpeg(grained))
    return pictures


def _jpeg(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=88)
    return stream.getvalue()


def far_hand(picture: bytes) -> bytes:
    """A picture of the same size that shows the other small, in the middle of a plain table."""
    near = Image.open(io.BytesIO(picture))
    far = Image.new("RGB", near.size, (90, 110, 90))
    small = near.reduce(FAR)
    far.paste(small, ((near.width - small.width) // 2, (near.height - small.height) // 2))
    return _jpeg(far)


def peak_memory(pictures: Sequence[bytes]) -> float:
    """Most memory, in megabytes, that a process takes which reads these pictures one after the other. Linux only."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.jpg" for number in range(len(pictures))]
        for path, picture in zip(paths, pictures, strict=True):
            path.write_bytes(picture)
        run = subprocess.run([sys.executable, "-m", "vision.bench", *paths], capture_output=True, check=True, text=True)
    return float(run.stdout)


def _read_and_tell_memory(paths: Sequence[str]) -> None:
    detector = load_detector()
    for path in paths:
        read_photo(load_photo(path), detector)
    # getrusage would count the pages of the process that started this one, too.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    print(round(int(status["VmHWM"].split()[0]) / 1024, 1))


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


if __name__ == "__main__":
    _read_and_tell_memory(sys.argv[1:])
