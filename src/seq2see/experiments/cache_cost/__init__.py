"""What decoding costs with and without each cache of the Transformer's decoder."""

from seq2see.experiments.cache_cost.measure import costs
from seq2see.experiments.experiment import Experiment

EXPERIMENT = Experiment(folder="cache_cost", on_paper=costs)
