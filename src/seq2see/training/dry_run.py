"""A look at a run before it begins: what the model will see, sizes, memory and time."""

import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median_low

import msgspec
import torch

from seq2see.core.device import find_device, threads
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import recipe_data
from seq2see.core.special import PAD
from seq2see.data.batch import collate
from seq2see.models.named_weights import named_weights
from seq2see.training.train import thread_count_for
from seq2see.training.trainer import Trainer

TIMED_UPDATES = 5
WARM_UP_SECONDS = 2.0
TIMED_SECONDS = 4.0
WEIGHT_COPIES = 4
"""Weights, gradients and Adam's two moments."""
_MIDDLE_FIRST = sorted(range(TIMED_UPDATES), key=lambda place: abs(place - TIMED_UPDATES // 2))
"""Where there is time for one update only, it is one of middling size."""


class SeenBatch(msgspec.Struct, frozen=True, kw_only=True):
    """A batch as the model sees it, each row filled up with `<pad>`."""

    sources: list[list[str]]
    targets: list[list[str]]
    padding: float
    """Share of its positions that hold no token."""


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    """What a run would be."""

    parameters: int
    source_symbols: int
    target_symbols: int
    training_pairs: int
    held_out_pairs: int
    held_out_unknown: int
    """Pairs held out with a target that holds a symbol never seen in training: none of them can
    be answered right."""
    training_unknown: int
    """Pairs to learn from with a target that holds a symbol outside the vocabulary: such as one
    that the model of `init` lacks."""
    longest_source: int
    longest_target: int
    updates_per_epoch: int
    updates: int
    padding: float
    """Share of all positions of an epoch that hold no token."""
    batches: list[SeenBatch]
    state_megabytes: float
    """Weights, gradients and moments."""
    peak_megabytes: float
    """Of this process, after some updates."""
    threads: int
    seconds_per_update: float
    seconds: float
    """Of the whole run, measurements left out."""


def dry_run(
    recipe: Recipe,
    *,
    device: str = "auto",
    thread_count: int | None = None,
    init: Path | None = None,
    batches: int = 2,
) -> DryRun:
    """Do all of a run but the run; nothing is written but to a passing folder."""
    recipe = check_recipe(recipe_data(recipe), recipe.name)
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(recipe, Path(folder), find_device(device), init=init)
        parameters = sum(weight.numel() for weight in named_weights(trainer.model).values())
        with threads(thread_count or thread_count_for(recipe, parameters)):
            return _looked_at(trainer, parameters, batches)


def _looked_at(trainer: Trainer, parameters: int, wanted: int) -> DryRun:
    material, codec = trainer.material, trainer.codec
    sources, targets = material.numbered(1)
    groups = material.groups(1)
    flat = [batch for group in groups for batch in group]
    positions = tokens = 0
    for batch in flat:
        widest = max(len(sources[i]) for i in batch) + max(len(targets[i]) for i in batch)
        positions += len(batch) * widest
        tokens += sum(len(sources[i]) + len(targets[i]) for i in batch)
    per_update = _seconds_per_update(trainer)
    return DryRun(
        parameters=parameters,
        source_symbols=len(codec.source),
        target_symbols=len(codec.target),
        training_pairs=material.size,
        held_out_pairs=len(trainer.pairs.held_out),
        held_out_unknown=material.unknown_targets(trainer.pairs.held_out),
        training_unknown=material.unknown_targets(trainer.pairs.training(1)),
        longest_source=max(map(len, sources)),
        longest_target=max(map(len, targets)),
        updates_per_epoch=len(groups),
        updates=material.updates,
        padding=1 - tokens / positions,
        batches=[_seen(trainer, batch) for batch in flat[:wanted]],
        state_megabytes=parameters * 4 * WEIGHT_COPIES / 1e6,
        peak_megabytes=_peak(),
        threads=torch.get_num_threads(),
        seconds_per_update=per_update,
        seconds=per_update * material.updates,
    )


def _seen(trainer: Trainer, chosen: list[int]) -> SeenBatch:
    sources, targets = trainer.material.numbered(1)
    batch = collate([sources[i] for i in chosen], [targets[i] for i in chosen])
    source, target = trainer.codec.source, trainer.codec.target
    both = torch.cat([batch.source.flatten(), batch.target_out.flatten()])
    return SeenBatch(
        sources=[[source.symbol(i) for i in row] for row in batch.source.tolist()],
        targets=[[target.symbol(i) for i in row] for row in batch.target_in.tolist()],
        padding=float((both == PAD).float().mean()),
    )


def _seconds_per_update(trainer: Trainer) -> float:
    """Median over updates of all sizes, each as fast as it was at best, after a warm-up.

    First updates are slow, and so is the first one of each size: memory is taken, and kernels are
    made for its shapes. All of it ends after a few seconds, with fewer updates for a large model.
    """
    sources, targets = trainer.material.numbered(1)

    def seconds(group: Sequence[Sequence[int]]) -> float:
        began = time.perf_counter()
        trainer.learn([([sources[i] for i in b], [targets[i] for i in b]) for b in group])
        return time.perf_counter() - began

    def size(group: Sequence[Sequence[int]]) -> int:
        return sum(
            len(b) * (max(len(sources[i]) for i in b) + max(len(targets[i]) for i in b))
            for b in group
        )

    groups = sorted(trainer.material.groups(1), key=size)
    places = [(2 * place + 1) * len(groups) // (2 * TIMED_UPDATES) for place in _MIDDLE_FIRST]
    trainer.model.train()
    end = time.perf_counter() + WARM_UP_SECONDS
    for place in [-1, *places]:  # the largest first: it says how much memory is needed
        seconds(groups[place])
        if time.perf_counter() > end:
            break
    end = time.perf_counter() + TIMED_SECONDS
    times: dict[int, float] = {}
    for place in [*places, *places]:
        found = seconds(groups[place])
        times[place] = min(found, times.get(place, found))
        if time.perf_counter() > end:
            break
    return median_low(times.values())


def _peak() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)
