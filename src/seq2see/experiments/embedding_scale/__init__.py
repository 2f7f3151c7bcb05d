"""Chapter N7, section 3: token tables that start large learn slower."""

from pathlib import Path

from seq2see.experiments.curves import epochs_of, learning_curves
from seq2see.experiments.experiment import Experiment, Measured

EPOCHS = (20, 60)


def after_epochs(run: str, directory: Path) -> Measured:
    """`RUN/EPOCH` after 20 and 60 epochs: the share of unseen numbers read right, in %."""
    return Measured(
        values={
            f"{run}/{end.epoch}": 100 * end.held_out_accuracy
            for end in epochs_of(directory)
            if end.epoch in EPOCHS and end.held_out_accuracy is not None
        },
        series=learning_curves(run, directory),
    )


EXPERIMENT = Experiment(folder="embedding_scale", quick=("training.epochs=3",), of_run=after_epochs)
