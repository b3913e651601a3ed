"""Several training processes that compute on their own pictures and share every step.

On a CPU one process with several threads waits for its slowest thread by spinning, inside every layer. One
process of one thread for each core meets the others once a step, asleep while it waits, and is twice as fast.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


class Team:
    """The processes of one run, seen from one of them.

    Attributes:
        rank: which of them this is; the first, 0, keeps the clock, the log and the checkpoints.
        size: how many there are.
    """

    def __init__(self, rank: int, size: int) -> None:
        self.rank, self.size = rank, size

    def average_gradients(self, model: Any) -> None:
        """Replaces every gradient by the mean over the processes."""
        if self.size == 1:
            return
        gradients = [p.grad for p in model.parameters() if p.grad is not None]
        flat = torch.cat([g.reshape(-1) for g in gradients])
        dist.all_reduce(flat)
        flat /= self.size
        for gradient, mean in zip(gradients, flat.split([g.numel() for g in gradients]), strict=True):
            gradient.copy_(mean.view_as(gradient))

    def share_from_first(self, model: Any) -> None:
        """Gives every process the weights of the first."""
        if self.size > 1:
            for tensor in model.state_dict().values():
                dist.broadcast(tensor, 0)

    def clock(self, seconds: float) -> float:
        """The first process's clock, in all of them, so that they stop at the same step.

        Raises:
            SystemExit: if the run's own process was killed, for then nobody waits for these any more.
        """
        if self.size == 1:
            return seconds
        parent = multiprocessing.parent_process()
        if parent is None or not parent.is_alive():
            raise SystemExit("the run was killed; its other processes end")
        told = torch.tensor([seconds], dtype=torch.float64)
        dist.broadcast(told, 0)
        return float(told)


def run_team(size: int, folder: Path, work: Callable[[Team], None]) -> None:
    """Runs ``work`` in ``size`` processes of one thread each, or here when ``size`` is 1.

    Args:
        size: number of processes.
        folder: where they may leave the file by which they find each other.
        work: a callable that can be pickled.
    """
    if size == 1:
        work(Team(0, 1))
        return
    meeting = (folder / "meeting").resolve()
    meeting.unlink(missing_ok=True)
    mp.spawn(_member, args=(size, str(meeting), work), nprocs=size)


def _member(rank: int, size: int, meeting: str, work: Callable[[Team], None]) -> None:
    """Body of one process."""
    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=size)
    try:
        work(Team(rank, size))
    finally:
        dist.destroy_process_group()
