"""Scored hands a second beside a peer, the riichi scorer ``mahjong``, measured in turn in one run.

Each measurement is a fresh process that reads its hands from standard input and scores each once, so that no table
is warm which a first evening would not have warmed. Seconds are those of the processor, so that other work on the
machine does not count.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from scoring.case_json import case_from_json, result_to_json
from scoring.core import Result, score
from scoring.errors import Rejection
from scoring.hand import Case
from scoring.tiles import TILES, format_tiles
from scoring.variant import Variant
from scoring.variants import VARIANTS

HANDS = 5_000
SEED = 20_260_801
_INDICATORS = ("gold", "caishen")
PEER = "mahjong"


def bench_scoring(hands: int = HANDS, rounds: int = 3) -> dict[str, dict[str, float]]:
    """Hands a second of every variant, and the ratio to the peer beside which each was measured.

    Args:
        hands: different winning hands a variant, without wild tiles.
        rounds: measurements of each; the median counts.

    Returns:
        by variant ``hands_per_s`` and ``ratio_to_peer``, and ``ratio_with_steps``, which is to the same peer when
        every line of the explanation is written in both languages as well; the peer under its own name.
    """
    riichi = json.dumps([win for win, _ in _take(_random_wins(VARIANTS["ningxia"], False), hands)])
    figures: dict[str, dict[str, float]] = {}
    peers: list[float] = []
    for name, variant in VARIANTS.items():
        cases = json.dumps([case for _, case in _take(_random_wins(variant, True), hands)])
        rounds_of: dict[str, list[float]] = {"peer": [], "score": [], "steps": []}
        for _ in range(rounds):
            for what, stdin in (("peer", riichi), ("score", cases), ("steps", cases)):
                rounds_of[what].append(_in_fresh_process(what, stdin))
        speed = {what: median(values) for what, values in rounds_of.items()}
        peers += rounds_of["peer"]
        figures[name] = {
            "hands_per_s": round(speed["score"]),
            "ratio_to_peer": round(speed["score"] / speed["peer"], 2),
            "ratio_with_steps": round(speed["steps"] / speed["peer"], 2),
        }
    figures[PEER] = {"hands_per_s": round(median(peers))}
    return figures


def import_cost(rounds: int = 15) -> float:
    """Milliseconds that a fresh process needs to import the scorer; the median counts."""
    code = "import time; begun = time.process_time(); import scoring; print(1000 * (time.process_time() - begun))"
    return round(median(_printed([sys.executable, "-c", code]) for _ in range(rounds)), 1)


def wild_costs(hands: int = 300) -> dict[str, list[float]]:
    """Milliseconds of the slowest random winning hand with zero, one, two … wild tiles, where a variant has any."""
    costs: dict[str, list[float]] = {}
    for name, (variant, most) in {"sanren": (VARIANTS["sanren"], 4), "fuzhou": (VARIANTS["fuzhou"], 3),
                                  "songyang": (VARIANTS["songyang"], 3)}.items():  # fmt: skip
        costs[name] = []
        for wilds in range(most + 1):
            cases = [_read(case) for _, case in _take(_random_wins(variant, True, wilds), hands)]
            costs[name].append(round(max(_milliseconds(case) for case in cases), 2))
    return costs


def _milliseconds(case: Case) -> float:
    start = time.process_time()
    score(case)
    return 1000 * (time.process_time() - start)


def _take(wins: Iterator[tuple[list[str], dict[str, Any]]], number: int) -> Iterator[tuple[list[str], dict[str, Any]]]:
    seen: set[tuple[str, ...]] = set()
    for tiles, case in wins:
        key = tuple(sorted(tiles))
        if key not in seen:
            seen.add(key)
            yield tiles, case
        if len(seen) == number:
            return


def _random_wins(variant: Variant, must_win: bool, wilds: int = 0) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Random self-drawn hands of sets and a pair, as their tiles and as a case, in a fixed order."""
    rng = random.Random(SEED)
    faces = [TILES[index].code for suit in variant.hand_suits for index in suit]
    wild = "1j"
    case: dict[str, Any] = {"variant": variant.id, "dealer": 0}
    if indicator := next((name for name in _INDICATORS if name in variant.facts), None):
        # The indicator is a face of its own, so that hands hold only the wild tiles put there.
        wild = faces.pop()
        case[indicator] = wild
    while True:
        # Few suits, as real hands have, so that hands worth something are not rare.
        suits = rng.sample("mps", 2)
        near = [face for face in faces if face[1] in suits or face[1] == "z"]
        tiles = [tile for _ in range(variant.sets) for tile in _random_set(rng, near)] + [rng.choice(near)] * 2
        rng.shuffle(tiles)
        for at in range(wilds):
            tiles[at] = wild
        if any(tiles.count(tile) > 4 for tile in tiles):
            continue
        win = {"seat": 1, "by": "selfdraw", "concealed": " ".join(tiles[:-1]), "win_tile": tiles[-1]}
        if "baoting" in variant.flags:
            win["flags"] = {"baoting": True}
        dealt = {**case, "wins": [win]}
        if not must_win or isinstance(score(_read(dealt)), Result):
            yield tiles, dealt


def _random_set(rng: random.Random, faces: list[str]) -> list[str]:
    face = rng.choice(faces)
    chi = [f"{int(face[0]) + step}{face[1]}" for step in range(3)]
    return chi if face[1] != "z" and int(face[0]) <= 7 and rng.random() < 0.6 else [face] * 3


def _read(data: dict[str, Any]) -> Case:
    case = case_from_json(data)
    assert not isinstance(case, Rejection), case
    return case


def _in_fresh_process(what: str, stdin: str) -> float:
    """Hands a second as measured by a new interpreter."""
    return _printed([sys.executable, "-m", "scoring.bench", what], stdin)


def _printed(command: list[str], stdin: str = "") -> float:
    """The number that a process prints."""
    return float(subprocess.run(command, input=stdin, capture_output=True, text=True, check=True).stdout)


def _measure(what: str, hands: list[Any]) -> float:
    """Hands a second of one scorer, each hand scored once."""
    if what == "peer":
        inputs, work = _peer(hands)
    else:
        inputs = [_read(data) for data in hands]
        work = score if what == "score" else _score_with_steps
    start = time.process_time()
    for item in inputs:
        work(item)
    return len(inputs) / (time.process_time() - start)


def _score_with_steps(case: Case) -> object:
    return result_to_json(None, score(case))


def _peer(hands: list[list[str]]) -> tuple[list[Any], Callable[[Any], object]]:
    """The same kind of hands for the peer, made ready as its own interface wants them."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.tile import TilesConverter

    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    inputs = []
    for tiles in hands:
        text = format_tiles(tile for tile in TILES for _ in range(tiles.count(tile.code)))
        parts = TilesConverter.one_line_string_to_136_array(text.replace(" ", ""))
        inputs.append((parts, parts[-1]))
    return inputs, lambda item: calculator.estimate_hand_value(item[0], item[1], config=config)


if __name__ == "__main__":
    print(_measure(sys.argv[1], json.load(sys.stdin)))
