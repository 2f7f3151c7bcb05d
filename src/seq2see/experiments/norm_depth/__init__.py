"""Post-norm against pre-norm at several depths, with and without warm-up."""

from collections.abc import Mapping
from pathlib import Path

from seq2see.experiments.curves import epochs_of, learning_curves
from seq2see.experiments.experiment import Experiment, Measured
from seq2see.experiments.figure import Value
from seq2see.predictor.predictor import load


def at_the_end(run: str, directory: Path) -> Measured:
    """`RUN`: the share of unseen numbers read right after the last epoch, in %."""
    predictor = load(directory)
    end = epochs_of(directory)[-1]
    assert end.epoch == predictor.recipe.training.epochs
    accuracy = 0.0 if end.held_out_accuracy is None else end.held_out_accuracy
    return Measured(values={run: 100 * accuracy}, series=learning_curves(run, directory))


def pre_over_post(values: Mapping[str, list[Value]]) -> dict[str, list[Value]]:
    """By how many points pre-norm is above post-norm in the deepest stacks, for each seed."""
    pre, post = (values.get(f"{norm}-12-warmup-0", []) for norm in ("pre", "post"))
    return {
        "pre-over-post-12": [
            a - b
            for a, b in zip(pre, post, strict=True)
            if not isinstance(a, list) and not isinstance(b, list)
        ]
    }


EXPERIMENT = Experiment(
    folder="norm_depth",
    quick=("training.epochs=2", "training.evaluate_epochs=2"),
    of_run=at_the_end,
    of_all=pre_over_post,
)
