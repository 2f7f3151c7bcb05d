"""The best weights of a run: which measurements they come from, and keeping them on disk."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import torch
from torch import Tensor

from seq2see.core.errors import ModelDirectoryError
from seq2see.core.recipe import Training
from seq2see.store.weights import load_tensors, save_tensors

FOLDER = "resume"
LOWER_IS_BETTER = ("symbol_error_rate", "loss")


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A measurement on held-out pairs whose weights are among the best."""

    epoch: int
    value: float
    """Of the measure that the recipe chooses by."""
    loss: float
    """On the same pairs: decides between equal values."""


class Best(msgspec.Struct, frozen=True, kw_only=True):
    """The best measurements so far, best first, and how long no better one has come."""

    kept: list[Measured] = []
    stale: int = 0
    """Measurements since the best one."""

    def after(self, measured: Measured, training: Training) -> "Best":
        """What is best once `measured` is known; of equals, the earlier one stays ahead."""
        ranked = sorted([*self.kept, measured], key=lambda one: _rank(one, training))
        kept = ranked[: training.keep_best]
        return Best(kept=kept, stale=0 if kept[0] is measured else self.stale + 1)


def is_better(one: Measured, other: Measured, training: Training) -> bool:
    """Whether `one` is strictly better than `other` by the recipe's measure, then by loss."""
    return _rank(one, training) < _rank(other, training)


def _rank(measured: Measured, training: Training) -> tuple[float, float]:
    value = measured.value
    return (value if training.best_by in LOWER_IS_BETTER else -value), measured.loss


def path_of(directory: Path, measured: Measured) -> Path:
    """Where the weights of a measurement are kept."""
    return directory / FOLDER / f"best-{measured.epoch}.safetensors"


def keep(directory: Path, measured: Measured, weights: Tensor) -> None:
    """Keep the weights of a measurement, all of them as one vector."""
    save_tensors({"weights": weights}, path_of(directory, measured))


def mean_of(directory: Path, kept: Sequence[Measured]) -> Tensor | None:
    """The mean of the kept weights, as one vector; summed in double precision. None of none.

    Raises `ModelDirectoryError` where a file is missing, damaged or of another model.
    """
    if not kept:
        return None
    found = [load_tensors(path_of(directory, one))["weights"] for one in kept]
    if len(found) == 1:
        return found[0]
    if len({one.shape for one in found}) > 1:
        sizes = [f"{path_of(directory, one).name}: {len(w):,} weights"
                 for one, w in zip(kept, found, strict=True)]  # fmt: skip
        raise ModelDirectoryError(
            f"{directory / FOLDER}: models of different sizes have no mean:",
            sizes,
            "Files of another run lie there; train again with --overwrite.",
        )
    return torch.stack([one.double() for one in found]).mean(0).to(found[0].dtype)


def forget_others(directory: Path, kept: Sequence[Measured]) -> None:
    """Remove kept weights that are no longer among the best."""
    wanted = {path_of(directory, one) for one in kept}
    for path in _present(directory):
        if path not in wanted:
            path.unlink(missing_ok=True)


def _present(directory: Path) -> Iterator[Path]:
    return (directory / FOLDER).glob("best-*.safetensors")
