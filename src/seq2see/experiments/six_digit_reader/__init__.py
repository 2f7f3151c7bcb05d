"""Chapter N5, section 4: numbers of up to six digits, and where each word looks."""

from seq2see.experiments.experiment import Experiment
from seq2see.experiments.six_digit_reader.measure import reading_and_looking

EXPERIMENT = Experiment(
    folder="six_digit_reader",
    quick=("training.epochs=1", "task.training_pairs=6400", "task.held_out_pairs=100"),
    of_run=reading_and_looking,
)
