"""Every answer of the two chapters that can be worked out on paper, by the product's functions."""

from seq2see.experiments.experiment import Experiment
from seq2see.experiments.hand_examples.measure import worked_out

EXPERIMENT = Experiment(folder="hand_examples", on_paper=worked_out)
