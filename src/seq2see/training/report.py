"""What a training run tells whoever watches it."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from seq2see.evaluation.answer import Answer


class RunStart(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag="start"):
    """The run begins, or is taken up again at `update`."""

    recipe: str
    parameters: int
    training_pairs: int
    held_out_pairs: int
    unknown_targets: int = 0
    """Pairs to learn from whose target holds what the vocabulary of answers does not."""
    unknown_held_out: int = 0
    """Pairs held out of which the same is true: they cannot be answered right."""
    epochs: int
    updates: int
    """In the whole run."""
    update: int
    """Already done."""
    seed: int
    device: str
    threads: int
    seq2see: str
    torch: str


class EpochEnd(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag="epoch"):
    """An epoch is over."""

    epoch: int
    update: int
    loss: float
    """Mean over the target tokens of the epoch, `<eos>` included, label smoothing included."""
    held_out_accuracy: float | None
    """None after an epoch that is not evaluated."""
    attention_entropy: list[list[float]] | None = None
    """By layer and head: mean entropy of attention over the source, in nats, on pairs held out;
    None after an epoch that is not evaluated, empty for a model without attention."""
    held_out_loss: float | None = None
    """Mean over the target tokens of pairs held out, label smoothing included."""
    measures: dict[str, float] = {}
    """Everything measured on pairs held out, by name."""
    samples: list[Answer] = []
    """The first pairs held out, with what the model says to them."""
    learning_rate: float
    """Of the epoch's last update."""
    seconds: float
    """Since the run began, pauses left out."""


class RunEnd(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag="end"):
    """The run is over; the weights that are kept may be those of an earlier epoch."""

    update: int
    kept_epochs: list[int]
    """Epochs whose weights, or whose mean, the model has."""
    held_out_accuracy: float | None
    held_out_loss: float | None
    measures: dict[str, float]
    out_of_patience: bool
    seconds: float
    came_apart: bool = False
    """The loss ended clearly above where it began, or above what guessing evenly costs."""


class RunStop(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag="stop"):
    """The run stopped before its end: by Ctrl-C, or because its numbers were none any more."""

    update: int
    why: str | None
    """None for Ctrl-C; else what went wrong, in a sentence."""


class Report(Protocol):
    """Called by the trainer as it goes on; none of it changes the training."""

    def started(self, start: RunStart) -> None:
        """Training begins."""
        ...

    def updated(self, update: int, loss: float) -> None:
        """One more update is done; `loss` is the mean of the epoch so far."""
        ...

    def epoch_ended(self, end: EpochEnd) -> None:
        """An epoch is over and has been measured."""
        ...

    def finished(self, end: RunEnd) -> None:
        """The run has come to its end."""
        ...

    def interrupted(self) -> None:
        """Ctrl-C has come: what is under way will be finished and saved.

        This is called out of whatever is running, a print of this very report included.
        """
        ...

    def ended(self) -> None:
        """No more will come, for whatever reason."""
        ...


class Reports:
    """Tells several watchers, in order."""

    def __init__(self, reports: Sequence[Report]) -> None:
        self._reports = reports

    def started(self, start: RunStart) -> None:
        """To each."""
        for report in self._reports:
            report.started(start)

    def updated(self, update: int, loss: float) -> None:
        """To each."""
        for report in self._reports:
            report.updated(update, loss)

    def epoch_ended(self, end: EpochEnd) -> None:
        """To each."""
        for report in self._reports:
            report.epoch_ended(end)

    def finished(self, end: RunEnd) -> None:
        """To each."""
        for report in self._reports:
            report.finished(end)

    def interrupted(self) -> None:
        """To each."""
        for report in self._reports:
            report.interrupted()

    def ended(self) -> None:
        """To each."""
        for report in self._reports:
            report.ended()


class SilentReport:
    """Tells nobody."""

    def started(self, start: RunStart) -> None:
        """Nothing."""

    def updated(self, update: int, loss: float) -> None:
        """Nothing."""

    def epoch_ended(self, end: EpochEnd) -> None:
        """Nothing."""

    def finished(self, end: RunEnd) -> None:
        """Nothing."""

    def interrupted(self) -> None:
        """Nothing."""

    def ended(self) -> None:
        """Nothing."""
