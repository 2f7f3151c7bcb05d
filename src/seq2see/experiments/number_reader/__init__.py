"""Every figure of chapter N7 that is about its number reader."""

from seq2see.experiments.experiment import Experiment
from seq2see.experiments.number_reader.measure import measure_run
from seq2see.experiments.number_reader.on_paper import on_paper

EXPERIMENT = Experiment(
    folder="number_reader",
    quick=("training.epochs=10",),
    on_paper=on_paper,
    of_run=measure_run,
)
