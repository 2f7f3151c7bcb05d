"""Chapter N5's boss challenge: H = 128, about a minute of training, 20 digits backwards."""

from seq2see.experiments.boss_reverser.measure import boss
from seq2see.experiments.experiment import Experiment

EXPERIMENT = Experiment(
    folder="boss_reverser",
    quick=("training.epochs=1", "task.training_pairs=6400", "task.held_out_pairs=20"),
    of_run=boss,
)
