"""Each figure of the plan, computed from the product's own functions and the saved models."""

from pathlib import Path

from seq2see.data.tasks import pairs_of
from seq2see.evaluation.answer import Answer
from seq2see.experiments.curves import epochs_of, learning_curves
from seq2see.experiments.experiment import Measured
from seq2see.experiments.figure import Value
from seq2see.experiments.words import (
    evenness,
    looks_at_own_digits,
    weight_of_word,
)
from seq2see.predictor.predictor import Predictor, load
from seq2see.text.numerals import read_aloud
from seq2see.training.loss import smoothing_floor
from seq2see.training.report import EpochEnd

_EPOCHS = (1, 10, 20, 40)
_EARLY = Path("snapshots") / "epoch-2"


def measure_run(run: str, directory: Path) -> Measured:
    """Figures of one run: the curve from its log, all else from its weights."""
    ends = epochs_of(directory)
    early = _after_2_epochs(load(directory / _EARLY))
    return Measured(
        values=_curve(ends) | early | _trained(directory, ends),
        series=learning_curves(run, directory),
    )


def _curve(ends: list[EpochEnd]) -> dict[str, Value]:
    return {
        f"accuracy-{end.epoch}": 100 * end.held_out_accuracy
        for end in ends
        if end.epoch in _EPOCHS and end.held_out_accuracy is not None
    }


def _after_2_epochs(early: Predictor) -> dict[str, Value]:
    held_out = pairs_of(early.recipe).held_out
    found = early.evaluate(held_out)
    readings = {read_aloud(number) for number in range(1000)}
    ill_formed = sum(wrong.answer not in readings for wrong in found.wrong)
    several = [pair.source for pair in held_out if len(pair.source) > 1]
    even = [evenness(early.explain(source)) >= 0.8 for source in several]
    return {
        "shape-after-2": 100 - 100 * ill_formed / found.pairs,
        "wrong-after-2": 100 * len(found.wrong) / found.pairs,
        "even-after-2": 100 * sum(even) / len(even),
    }


def _trained(directory: Path, ends: list[EpochEnd]) -> dict[str, Value]:
    model = load(directory)
    recipe = model.recipe
    if recipe.training.epochs < 60:
        return {}
    held_out = pairs_of(recipe).held_out
    found = model.evaluate(held_out)
    right = [pair for pair in held_out if pair.source not in _sources(found.wrong)]
    own = [looks_at_own_digits(model.explain(pair.source)) for pair in right]
    of_896 = model.explain("896", target=read_aloud(896))
    floor = smoothing_floor(len(model.codec.target), recipe.training.label_smoothing)
    return {
        "final-loss": ends[-1].loss,
        "final-loss-over-floor": ends[-1].loss - floor,
        "accuracy-60": 100 * found.accuracy,
        "all-unseen-right": 100.0 * (not found.wrong),
        "words-on-digits": 100 * sum(own) / found.pairs,
        "eight-on-8": weight_of_word(of_896, "eight", "8"),
        "six-on-6": weight_of_word(of_896, "six", "6"),
    }


def _sources(answers: list[Answer]) -> set[str]:
    return {answer.source for answer in answers}
