"""Progress of a training run: a bar on a terminal, a line now and then elsewhere."""

import contextlib
import os

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from seq2see.training.report import EpochEnd, RunEnd, RunStart

HEARD = (
    "\nseq2see: stopping after this update, then saving … (Ctrl-C again stops at once and loses "
    "what is not saved)\n"
)
SAMPLE_WIDTH = 160
SAMPLES = 2
"""Pairs held out whose answers are shown now and then, as the model learns."""


class ProgressReport:
    """A `Report` that draws on a console."""

    def __init__(self, console: Console, lines: int = 10, *, resume: bool = False) -> None:
        self._console = console
        self._resume = resume
        self._lines = lines
        self._epochs = self._last = 0
        self._accuracy = "–"
        self._bar = Progress(
            TextColumn("epoch {task.fields[epoch]}"),
            BarColumn(bar_width=12),
            TextColumn("loss {task.fields[loss]}  held out {task.fields[accuracy]}"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("left"),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(
            "training", total=None, epoch="1", loss="–", accuracy="–", rate="–"
        )

    def started(self, start: RunStart) -> None:
        """Say what is trained, on what and where."""
        self._epochs = start.epochs
        threads = f"{start.threads} thread{'s' if start.threads > 1 else ''}"
        self._console.print(
            f"Training {start.recipe}: {start.parameters:,} parameters, "
            f"{start.training_pairs:,} pairs to learn from, {start.held_out_pairs:,} held out, "
            f"seed {start.seed}, {start.device}, {threads}.",
            markup=False,
            soft_wrap=True,
        )
        for count, pairs, of in (
            (start.unknown_targets, start.training_pairs, "targets to learn from"),
            (start.unknown_held_out, start.held_out_pairs, "held-out targets"),
        ):
            if count:
                self._console.print(
                    f"{count:,} of {pairs:,} {of} hold symbols that are not in the vocabulary of "
                    "answers: they cannot be answered right.",
                    soft_wrap=True,
                )
        if start.update:
            self._console.print(f"Taken up again after update {start.update:,}.")
        elif self._resume:
            self._console.print("Nothing was saved there: the run begins at its start.")
        self._bar.reset(self._task, total=start.updates, completed=start.update)
        self._bar.start()

    def updated(self, update: int, loss: float) -> None:
        """Move the bar on."""
        speed = self._bar.tasks[0].finished_speed or self._bar.tasks[0].speed
        rate = f"{speed:.0f} updates/s" if speed else "–"
        self._bar.update(self._task, completed=update, loss=f"{loss:.3f}", rate=rate)

    def epoch_ended(self, end: EpochEnd) -> None:
        """Show what was measured."""
        self._last = end.epoch
        if end.held_out_accuracy is not None:
            self._accuracy = f"{end.held_out_accuracy:.0%}"
        following = min(end.epoch + 1, self._epochs)
        self._bar.update(self._task, epoch=f"{following}/{self._epochs}", accuracy=self._accuracy)
        every = max(1, self._epochs // self._lines)
        if end.epoch % every and end.epoch not in (1, self._epochs):
            return
        if not self._console.is_terminal:
            measures = "".join(
                f", {name.replace('_', ' ')} {value:.4f}"
                for name, value in end.measures.items()
                if name not in ("accuracy", "loss")
            )
            self._console.print(
                f"epoch {end.epoch}/{self._epochs}: loss {end.loss:.4f}, "
                f"held out {self._accuracy}{measures}, {end.seconds:.1f} s"
            )
        for sample in end.samples[:SAMPLES]:
            right = "right" if sample.answer == sample.target else f"expected: {sample.target}"
            told = f"  {sample.source} → {sample.answer}   ({right})".replace("\t", " ")
            self._console.print(
                told if len(told) <= SAMPLE_WIDTH else f"{told[: SAMPLE_WIDTH - 1]}…",
                markup=False, soft_wrap=True, style="dim",
            )  # fmt: skip

    def finished(self, end: RunEnd) -> None:
        """Say which weights are kept, where these are not simply the last."""
        if end.out_of_patience:
            self._console.print("No better measurement came for a while: stopped early.")
        if end.kept_epochs != [self._last]:
            epochs = ", ".join(map(str, sorted(end.kept_epochs)))
            mean = "the mean of epochs" if len(end.kept_epochs) > 1 else "epoch"
            self._console.print(f"Kept are the weights of {mean} {epochs}.", highlight=False)

    def interrupted(self) -> None:
        """Say at once that Ctrl-C was heard; not by the console, which may be printing just now."""
        with contextlib.suppress(OSError, ValueError):
            os.write(self._console.file.fileno(), HEARD.encode())

    def ended(self) -> None:
        """Leave the bar as it is."""
        self._bar.stop()
