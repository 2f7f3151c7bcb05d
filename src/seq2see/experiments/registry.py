"""The experiments by name."""

from seq2see.experiments import (
    boss_reverser,
    bottleneck,
    cache_cost,
    embedding_scale,
    hand_examples,
    norm_depth,
    number_reader,
    six_digit_reader,
)
from seq2see.experiments.experiment import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    "hand-examples": hand_examples.EXPERIMENT,
    "number-reader": number_reader.EXPERIMENT,
    "bottleneck": bottleneck.EXPERIMENT,
    "boss-reverser": boss_reverser.EXPERIMENT,
    "six-digit-reader": six_digit_reader.EXPERIMENT,
    "embedding-scale": embedding_scale.EXPERIMENT,
    "norm-depth": norm_depth.EXPERIMENT,
    "cache-cost": cache_cost.EXPERIMENT,
}
"""In the order of the chapters, from what needs no training to what needs most."""
