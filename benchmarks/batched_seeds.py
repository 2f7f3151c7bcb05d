"""Would training several seeds together as one batched model pay? Beside one after the other.

    python benchmarks/batched_seeds.py [--rounds 12]

One update of the number reader (batch 64, one thread) for 1, 3 and 5 seeds: `torch.func` maps the
model and its gradient over weights stacked along a new first axis. Forward and backward alone are
timed, without the optimiser, which one vector holds either way. Ratios below 1 mean that together
is faster; worth its complications at one half.
"""

import argparse
import tempfile
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.func import functional_call, grad, stack_module_state, vmap

from paired import interleaved, ratio
from seq2see.core.device import threads
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.data.batch import collate
from seq2see.models import transformer
from seq2see.training.loss import smoothed_cross_entropy
from seq2see.training.trainer import Trainer


def compared(seeds: int, rounds: int) -> tuple[float, float, float]:
    """Together over one after the other: median, lowest and highest of the paired ratios."""
    with tempfile.TemporaryDirectory() as folder:
        trainers = [
            Trainer(
                override(load_recipe("number-reader"), [f"training.seed={seed}"]),
                Path(folder), torch.device("cpu"),
            )
            for seed in range(1, seeds + 1)
        ]  # fmt: skip
    sources, targets = trainers[0].material.numbered(1)
    batch = collate(sources[:64], targets[:64])
    models: list[nn.Module] = [trainer.model for trainer in trainers]
    stacked, buffers = stack_module_state(models)

    def loss(weights: dict[str, Tensor], constant: dict[str, Tensor]) -> Tensor:
        logits = functional_call(
            models[0], (weights, constant), (batch.source, batch.source_is_token, batch.target_in)
        )
        return smoothed_cross_entropy(logits, batch.target_out, 0.1)

    together = vmap(grad(loss))

    def apart(_: int) -> None:
        for model in models:
            model.zero_grad()
            logits = model(batch.source, batch.source_is_token, batch.target_in)
            smoothed_cross_entropy(logits, batch.target_out, 0.1).backward()

    works = {"together": lambda _: together(stacked, buffers), "apart": apart}
    return ratio(interleaved(works, rounds), "together", "apart")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=12)
    given = parser.parse_args()
    # A check of values that a mapped tensor cannot answer; the batch is known to be sound.
    transformer.source_mask = lambda is_token: is_token[:, None, None, :]  # pyright: ignore
    print("| seeds | together over apart | lowest | highest |\n| --- | --- | --- | --- |")
    with threads(1):
        for seeds in (1, 3, 5):
            median, low, high = compared(seeds, given.rounds)
            print(f"| {seeds} | {median:.2f} | {low:.2f} | {high:.2f} |", flush=True)


if __name__ == "__main__":
    main()
