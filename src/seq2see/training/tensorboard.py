"""A run for TensorBoard: the curves of `log.jsonl`, drawn by a program that many have open."""

from pathlib import Path

from seq2see.core.errors import MissingExtraError
from seq2see.training.report import EpochEnd, RunEnd, RunStart, SilentReport


class TensorBoardReport(SilentReport):
    """A `Report` that writes event files to a folder.

    Raises `MissingExtraError` where TensorBoard is not installed.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            raise MissingExtraError(
                "--tensorboard needs the package tensorboard.",
                hint="Install it: pip install 'seq2see[tensorboard]'",
            ) from None
        self._writer = SummaryWriter
        self._folder = folder
        self._events: SummaryWriter | None = None

    def started(self, start: RunStart) -> None:
        """Begin, or go on; what an earlier part of the run wrote after this update is hidden."""
        self._events = self._writer(str(self._folder), purge_step=start.update + 1)

    def updated(self, update: int, loss: float) -> None:
        """The mean loss of the epoch so far, now and then."""
        if self._events is not None and update % 20 == 0:
            self._events.add_scalar("loss/training", loss, update)

    def epoch_ended(self, end: EpochEnd) -> None:
        """Everything that was measured."""
        if self._events is None:
            return
        self._events.add_scalar("loss/epoch", end.loss, end.update)
        self._events.add_scalar("learning rate", end.learning_rate, end.update)
        for name, value in end.measures.items():
            self._events.add_scalar(f"held out/{name}", value, end.update)
        for sample in end.samples:
            text = f"{sample.answer}  (expected: {sample.target})"
            self._events.add_text(f"sample/{sample.source}", text, end.update)

    def finished(self, end: RunEnd) -> None:
        """What was measured of the weights that are kept."""
        if self._events is not None:
            for name, value in end.measures.items():
                self._events.add_scalar(f"kept/{name}", value, end.update)

    def ended(self) -> None:
        """Close the file."""
        if self._events is not None:
            self._events.close()
