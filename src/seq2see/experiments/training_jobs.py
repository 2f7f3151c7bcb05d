"""Training many runs, two side by side, each with one thread."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from seq2see.core.recipe import Recipe
from seq2see.training.run_folder import is_run
from seq2see.training.train import train

SIDE_BY_SIDE = 2
"""Processes at once: small models gain nothing from more threads, and no run needs another."""


@dataclass(frozen=True)
class Job:
    """One run to train."""

    recipe: Recipe
    directory: Path
    seed: int


def train_all(jobs: Sequence[Job], done: Callable[[Job], None]) -> bool:
    """Train every job that is not finished yet; False when one of them was interrupted.

    A finished run is left as it is, a stopped one is taken up again. `done` is told of each.
    """
    if len(jobs) < SIDE_BY_SIDE:
        finished = [_train(job) for job in jobs]
        for job in jobs:
            done(job)
        return all(finished)
    # Fresh processes: forking one in which torch has threads can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        SIDE_BY_SIDE, mp_context=context, initializer=_end_with_parent
    ) as pool:
        waiting = {pool.submit(_train, job): job for job in jobs}
        for one in as_completed(waiting):
            if not one.result():
                pool.shutdown(wait=True, cancel_futures=True)
                return False
            done(waiting[one])
    return True


def _end_with_parent() -> None:
    """End this process when the one that started it ends, however that comes about.

    Else a killed `reproduce` would leave two trainings behind. What they saved is taken up again.
    """
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _train(job: Job) -> bool:
    result = train(
        job.recipe,
        job.directory,
        resume=is_run(job.directory),
        seed=job.seed,
        device="cpu",
        thread_count=1,
    )
    return result.finished
