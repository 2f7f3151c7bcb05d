"""Where a trained model looks: an example read by the first run that has attention."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from seq2see.core.errors import Seq2seeError
from seq2see.core.recipe import FilePairs, ReadNumbers, Recipe
from seq2see.data.tasks import pairs_of
from seq2see.predictor.explanation import Explanation
from seq2see.predictor.predictor import load
from seq2see.text.numerals import read_aloud

SHORT_NUMBER = "742"
LONG_NUMBER = "427015"
LONGEST_STRING = 20
"""Digits of the string that is reversed: more can hardly be told apart on a phone."""


@dataclass(frozen=True)
class Alignment:
    """One answer of a saved model and what it should have been."""

    run: str
    folder: str
    """Name of the folder of the run's seed, such as `seed-1`."""
    stage: str
    """`trained`, or the name of a snapshot on the way, such as `epoch-2`."""
    wanted: str
    unseen: bool
    """Whether the model never learned from this source."""
    explanation: Explanation


@dataclass(frozen=True)
class Alignments:
    """The alignments of an experiment, and why some of them are not there."""

    shown: list[Alignment] = field(default_factory=list[Alignment])
    problems: list[str] = field(default_factory=list[str])


def alignments(runs: Mapping[str, Sequence[Path]]) -> Alignments | None:
    """The example of the first run, in the order given, whose model has attention.

    `runs` holds for each run the folder of each seed; the first is read, and its snapshots with
    it, earliest first. None where no folder is there at all.
    """
    there = {run: folders[0] for run, folders in runs.items() if folders and folders[0].is_dir()}
    if not there:
        return None
    problems: list[str] = []
    for run, folder in there.items():
        try:
            shown = _of_run(run, folder)
        except Seq2seeError as error:
            # Names of folders of the run, not of the machine.
            problems.append(error.message().replace(str(folder), f"{run}/{folder.name}"))
            continue
        if shown:
            return Alignments(shown, problems)
    return Alignments([], problems)


def example(recipe: Recipe) -> tuple[str, str, bool]:
    """A source of the recipe's task, its right answer, and whether it is held out of training."""
    task, pairs = recipe.task, pairs_of(recipe)
    held_out = [pair.source for pair in pairs.held_out]
    if isinstance(task, ReadNumbers):
        source = LONG_NUMBER if task.highest >= int(LONG_NUMBER) else SHORT_NUMBER
        learned = {pair.source for pair in pairs.training(1)}
        if source in learned or int(source) > task.highest:
            longest = max(map(len, held_out), default=0)
            source = next((one for one in held_out if len(one) == longest), source)
        return source, read_aloud(int(source)), source not in learned
    if isinstance(task, FilePairs):
        return pairs.held_out[0].source, pairs.held_out[0].target, True
    length = min(task.longest, LONGEST_STRING)
    source = next((one for one in held_out if len(one) == length), "0123456789"[:length])
    return source, source[::-1], source in held_out


def _of_run(run: str, folder: Path) -> list[Alignment]:
    model = load(folder)
    source, wanted, unseen = example(model.recipe)
    stages = {"trained": model} | {
        snapshot.name: load(snapshot)
        for snapshot in sorted((folder / "snapshots").glob("epoch-*"))
        if snapshot.is_dir()
    }
    found: list[Alignment] = []
    for stage, at_stage in [*list(stages.items())[1:], ("trained", model)]:
        explanation = at_stage.explain(source)
        best = explanation.hypotheses[0]
        if best.cross_attention and best.steps:
            found.append(Alignment(run, folder.name, stage, wanted, unseen, explanation))
    return found
