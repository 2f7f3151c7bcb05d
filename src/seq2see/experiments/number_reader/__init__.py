"""Every figure of chapter N7 that is about its number reader."""

from seq2see.experiments.experiment import Experiment
from seq2see.experiments.number_reader.measure import measure_run, measure_without_training

EXPERIMENT = Experiment(
    folder="number_reader",
    quick={"epochs": 10},
    measure_without_training=measure_without_training,
    measure_run=measure_run,
)
