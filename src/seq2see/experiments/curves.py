"""Learning curves from a run's log, for charts."""

from pathlib import Path

from seq2see.training import run_log
from seq2see.training.report import EpochEnd


def epochs_of(directory: Path) -> list[EpochEnd]:
    """Every epoch of a run, in order."""
    return [entry for entry in run_log.read(directory) if isinstance(entry, EpochEnd)]


def learning_curves(run: str, directory: Path) -> dict[str, list[list[float]]]:
    """Points (update, y) of a run: loss, held-out accuracy in %, entropy of each attention head.

    Named `RUN/loss`, `RUN/accuracy` and `RUN/entropy/LAYER.HEAD`, layers and heads from 1.
    """
    curves: dict[str, list[list[float]]] = {f"{run}/loss": [], f"{run}/accuracy": []}
    for end in epochs_of(directory):
        curves[f"{run}/loss"].append([end.update, end.loss])
        if end.held_out_accuracy is not None:
            curves[f"{run}/accuracy"].append([end.update, 100 * end.held_out_accuracy])
        for layer, heads in enumerate(end.attention_entropy or [], start=1):
            for head, entropy in enumerate(heads, start=1):
                key = f"{run}/entropy/{layer}.{head}"
                curves.setdefault(key, []).append([end.update, entropy])
    return curves
