"""A recipe for runs of a second and less, ways to stop one, and what it left."""

import signal

from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import load_model
from seq2see.training import run_log
from seq2see.training.report import EpochEnd, SilentReport

EPOCHS, UPDATES_AN_EPOCH = 5, 6
SETTINGS = [
    "task.highest=99", "task.training_pairs=41", "task.held_out_pairs=13",
    "model.width=10", "model.heads=2", "model.inner=6", "model.encoder_layers=1",
    "model.decoder_layers=1", "model.dropout=0.2",
    f"training.epochs={EPOCHS}", "training.batch_pairs=7", "training.warmup_updates=3",
    "training.schedule=inverse-sqrt", "training.evaluate_epochs=2", "training.snapshot_epochs=[2]",
    "training.save_seconds=1000",
]  # fmt: skip


class StopAt(SilentReport):
    """Presses Ctrl-C after one update, as if by hand.

    It calls what Ctrl-C would call. A signal of the system is handled when Python next looks for
    one, and no test may rest on how soon that is.
    """

    def __init__(self, update):
        self.update = update

    def updated(self, update, loss):
        if update == self.update:
            press_ctrl_c()


def press_ctrl_c():
    """What a Ctrl-C does at this moment, done before this returns."""
    handler = signal.getsignal(signal.SIGINT)
    assert callable(handler)
    handler(signal.SIGINT, None)


class KillAt(SilentReport):
    """Ends the run in the middle, without a chance to save, as a power cut would."""

    def __init__(self, update=None, epoch=None):
        self.update, self.epoch = update, epoch

    def updated(self, update, loss):
        if update == self.update:
            raise Killed

    def epoch_ended(self, end):
        if end.epoch == self.epoch:
            raise Killed


class Killed(BaseException):
    """Not an `Exception`, so that nothing can catch it by mistake."""


def weights_of(directory):
    """All weights, as bytes by name."""
    weights = named_weights(load_model(directory).model)
    return {name: weight.numpy().tobytes() for name, weight in weights.items()}


def epochs_of(directory):
    """The log's epochs without the time they took, which no two runs share."""
    return [
        (e.epoch, e.update, e.loss, e.held_out_accuracy, e.learning_rate)
        for e in run_log.read(directory)
        if isinstance(e, EpochEnd)
    ]
