"""`train`: from a recipe to a model directory."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import torch

import seq2see
from seq2see.core.device import find_device, threads
from seq2see.core.errors import Interrupted, RunError
from seq2see.core.recipe import Lstm, Recipe
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.models.named_weights import named_weights
from seq2see.store.alone import alone_in
from seq2see.training import run_log
from seq2see.training.init import check_init
from seq2see.training.interrupt import interruptible
from seq2see.training.report import Report, RunStart, RunStop, SilentReport
from seq2see.training.run_folder import (
    check_resumable,
    claim,
    forget_half_written,
    forget_previous,
    is_run,
    put_back_previous,
)
from seq2see.training.state import NAME as STATE
from seq2see.training.state import saved_update
from seq2see.training.trainer import Trainer

SMALL = 1_000_000
"""Below so many weights one thread is faster than several: sharing costs more than it saves."""
NARROW_LSTM = 1024
"""Below this width an LSTM learns with one thread: its steps come one after the other, each too
small to share. Two threads save a quarter (512, 2.7 million weights) where nothing else runs and
take three times as long where something does."""


class TrainingResult(msgspec.Struct, frozen=True):
    """How a call of `train` ended."""

    directory: Path
    finished: bool
    """False when it was interrupted; `resume=True` goes on from there."""
    metrics: dict[str, float | int | None]
    example: str
    """A source to try the model on, held out where there is one."""


def train(
    recipe: Recipe | str | Path,
    out: str | Path,
    *,
    init: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    seed: int | None = None,
    device: str = "auto",
    thread_count: int | None = None,
    report: Report | None = None,
) -> TrainingResult:
    """Train `recipe` (or the recipe of that name) into the folder `out`.

    `init` is a model directory whose vocabularies and weights the run starts from (fine-tuning).
    `thread_count` None means what `thread_count_for` says.
    Ctrl-C saves and returns; a second one raises `Interrupted` at once, which says what is kept; a
    killed run loses at most `training.save_seconds`. A resumed run
    ends with bit for bit the weights of one that never stopped. Raises `RunError` when `out`
    holds a run and neither `resume` nor `overwrite` is set.
    """
    if not isinstance(recipe, Recipe):
        recipe = load_recipe(recipe)
    if seed is not None:
        training = msgspec.structs.replace(recipe.training, seed=seed)
        recipe = msgspec.structs.replace(recipe, training=training)
    recipe = check_recipe(recipe_data(recipe), recipe.name)  # what is written must load again
    directory = Path(out)
    chosen_device = find_device(device)
    if init is not None:
        check_init(Path(init), recipe)
    with alone_in(directory):
        if resume:
            check_resumable(directory, recipe)
        else:
            claim(directory, overwrite=overwrite)
        forget_half_written(directory)
        try:
            trainer = Trainer(
                recipe,
                directory,
                chosen_device,
                codec_from=directory if resume and (directory / STATE).is_file() else None,
                init=None if init is None else Path(init),
            )
            return _train(trainer, resume, thread_count, report)
        except KeyboardInterrupt:
            is_back = put_back_previous(directory)
            raise Interrupted(_what_is_kept(directory, is_back=is_back)) from None
        except Exception as error:
            is_back = put_back_previous(directory)
            if is_back and isinstance(error, RunError):
                again = f"The earlier run is in {directory} again."
                raise RunError(error.what, error.problems, f"{error.hint} {again}") from None
            raise


def _what_is_kept(directory: Path, *, is_back: bool) -> str:
    """What a run that was ended at once has left."""
    if is_back:
        return f"nothing of this run was saved; the earlier one is in {directory} again"
    update = saved_update(directory)
    if update is not None:
        return f"{directory} was saved after update {update:,}; --resume goes on from there"
    return "nothing was saved" + ("; --resume begins anew" if is_run(directory) else "")


def _train(
    trainer: Trainer, resume: bool, thread_count: int | None, report: Report | None
) -> TrainingResult:
    """Train in a folder that is ours."""
    directory = trainer.directory
    parameters = sum(weight.numel() for weight in named_weights(trainer.model).values())
    with threads(thread_count or thread_count_for(trainer.recipe, parameters)):
        if resume and (directory / STATE).is_file():
            trainer.restore()
        else:
            trainer.describe()
        if not trainer.finished:
            _run(trainer, parameters, report or SilentReport())
        elif resume:  # killed after its last save
            forget_previous(directory)
    pairs = trainer.pairs.held_out or trainer.pairs.training(1)
    return TrainingResult(directory, trainer.finished, trainer.metrics(), pairs[0].source)


def thread_count_for(recipe: Recipe, parameters: int) -> int:
    """Threads that suit a model of so many weights, where nobody says.

    One for a small model and for a narrow LSTM, otherwise all processors, but never more than
    OMP_NUM_THREADS where that is set.
    """
    model = recipe.model
    narrow = isinstance(model, Lstm) and model.width < NARROW_LSTM
    if parameters < SMALL or narrow:
        return 1
    most = os.cpu_count() or 1
    said = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    return max(1, min(most, int(said))) if said.isascii() and said.isdigit() else most


def _run(trainer: Trainer, parameters: int, report: Report) -> None:
    start = RunStart(
        recipe=trainer.recipe.name,
        parameters=parameters,
        training_pairs=trainer.material.size,
        held_out_pairs=len(trainer.pairs.held_out),
        unknown_targets=trainer.material.unknown_targets(trainer.pairs.training(1)),
        unknown_held_out=trainer.material.unknown_targets(trainer.pairs.held_out),
        epochs=trainer.recipe.training.epochs,
        updates=trainer.material.updates,
        update=trainer.counters.update,
        seed=trainer.recipe.training.seed,
        device=str(trainer.device),
        threads=torch.get_num_threads(),
        seq2see=seq2see.__version__,
        torch=str(torch.__version__),
    )
    run_log.append(trainer.directory, start)
    report.started(start)
    try:
        with interruptible(report.interrupted) as interrupted:
            while not trainer.finished and not interrupted():
                due = _due(trainer.recipe.training.save_seconds)
                while True:  # at least one update, however short the time between saves
                    trainer.run_epoch(report, stop=lambda due=due: interrupted() or due())
                    if trainer.finished or interrupted() or due():
                        break
                if trainer.finished:
                    trainer.finish(report)
                trainer.save()
                forget_previous(trainer.directory)
        if not trainer.finished:
            _note_stop(trainer, None)
    except RunError as error:
        _note_stop(trainer, error.what)
        raise
    finally:
        report.ended()


def _note_stop(trainer: Trainer, why: str | None) -> None:
    """A line in the log, for whoever looks at the run later."""
    run_log.append(trainer.directory, RunStop(update=trainer.counters.update, why=why))


def _due(seconds: float) -> Callable[[], bool]:
    """A function that says whether so many seconds have gone by since now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
