"""Accuracy on new strings of every length."""

from pathlib import Path

from seq2see.core.recipe import Reverse
from seq2see.data.tasks.reverse import ReversalPairs
from seq2see.experiments.curves import learning_curves
from seq2see.experiments.experiment import Measured
from seq2see.predictor.predictor import load


def by_length(run: str, directory: Path) -> Measured:
    """`RUN/LENGTH` for each length: the share of the held-out strings read backwards right, in %.

    The strings of a length are those the task keeps apart: 300, or a fifth of all where there
    are fewer.
    """
    model = load(directory)
    task = model.recipe.task
    assert isinstance(task, Reverse)
    pairs = ReversalPairs(task)
    points = [
        [float(length), 100 * model.evaluate(pairs.of_length(length)).accuracy]
        for length in range(task.shortest, task.longest + 1)
    ]
    return Measured(
        values={f"{run}/{length:.0f}": accuracy for length, accuracy in points},
        series={f"{run}/by-length": points} | learning_curves(run, directory),
    )
