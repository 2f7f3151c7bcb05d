"""Accuracy by length, and whether the weights run along the anti-diagonal."""

from pathlib import Path

from seq2see.core.recipe import Reverse
from seq2see.data.tasks.reverse import ReversalPairs
from seq2see.experiments.bottleneck.measure import by_length
from seq2see.experiments.experiment import Measured
from seq2see.experiments.words import largest
from seq2see.predictor.explanation import Explanation
from seq2see.predictor.predictor import load

LENGTH = 20
LOOKED_AT = 100


def boss(run: str, directory: Path) -> Measured:
    """What `by_length` measures, and for a model with attention where its rows look."""
    measured = by_length(run, directory)
    model = load(directory)
    task = model.recipe.task
    assert isinstance(task, Reverse)
    if model.model.source_attention:
        strings = [pair.source for pair in ReversalPairs(task).of_length(LENGTH)][:LOOKED_AT]
        along = [runs_backwards(model.explain(s, target=s[::-1])) for s in strings]
        measured.values["anti-diagonal"] = 100 * sum(along) / len(along)
        measured.values["attention-passes"] = measured.values[f"{run}/{LENGTH}"]
    return measured


def runs_backwards(explanation: Explanation) -> bool:
    """Whether every digit's row has its largest weight on its own digit or right beside it."""
    last = len(explanation.source) - 1
    rows = explanation.hypotheses[0].alignment()[:-1]
    return all(abs(largest(row) - (last - place)) <= 1 for place, row in enumerate(rows))
