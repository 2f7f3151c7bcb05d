"""Chapter N5, sections 1 and 3: a fixed summary is a bottleneck, attention is a way around it."""

from seq2see.experiments.bottleneck.measure import by_length
from seq2see.experiments.experiment import Experiment

EXPERIMENT = Experiment(
    folder="bottleneck",
    quick=("training.epochs=1", "task.training_pairs=6400", "task.held_out_pairs=20"),
    of_run=by_length,
)
