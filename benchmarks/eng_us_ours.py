"""seq2see itself as a contestant of `eng_us.py`: its own trainer and decoder."""

from pathlib import Path

import msgspec
import numpy as np
import torch

from contestant import Job
from seq2see.core.recipe_file import load_recipe
from seq2see.core.special import EOS
from seq2see.decoding.decode import decode
from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import StoredModel, load_model, save_model
from seq2see.training.trainer import Trainer


class Contestant:
    """What the benchmark asks for."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._trainer: Trainer | None = None
        self.model: torch.nn.Module | None = None

    @property
    def trainer(self) -> Trainer:
        if self._trainer is None:
            recipe = load_recipe(self.job["recipe"])
            self._trainer = Trainer(recipe, Path(self.job["folder"]), torch.device("cpu"))
            self.sources, self.targets = self._trainer.material.numbered(1)
        return self._trainer

    def threads(self, count: int) -> None:
        torch.set_num_threads(count)

    def train(self, batches: list[list[int]]) -> float:
        """An update for each batch, as an epoch of the trainer makes it."""
        trainer, loss = self.trainer, 0.0
        trainer.model.train()
        for chosen in batches:
            one = [self.sources[i] for i in chosen], [self.targets[i] for i in chosen]
            loss, _ = trainer.learn([one])
            # As `run_epoch` counts: the learning rate goes by it.
            counted = trainer.counters.update + 1
            trainer.counters = msgspec.structs.replace(trainer.counters, update=counted)
        return loss

    def save(self, directory: str, weights: str) -> None:
        """The model as a model directory, and its weights for others: every name, none shared."""
        trainer = self.trainer
        save_model(
            Path(directory),
            StoredModel(trainer.recipe, trainer.codec, trainer.model, {}, trainer.facts),
        )
        named = named_weights(trainer.model)
        shared = named["source_embedding.tokens.weight"]
        named = {"target_embedding.tokens.weight": shared, "output.weight": shared, **named}
        np.savez(weights, **{name: weight.numpy() for name, weight in named.items()})

    def load(self, directory: str) -> None:
        self.model = load_model(Path(directory)).model

    def decode(
        self, sources: list[list[int]], beam: int, batch: int, longest: int, exactly: bool = False
    ) -> list[list[int]]:
        """The best answers; with `exactly`, `<eos>` is never written."""
        assert self.model is not None
        bias = self.model.output.bias.data
        kept = bias[EOS].item()
        bias[EOS] = -1e9 if exactly else kept
        found = decode(self.model, sources, beam=beam, longest=longest, batch=batch)
        bias[EOS] = kept
        return [list(hypotheses[0].ids) for hypotheses in found]

    def prepare(self, count: int) -> float:
        """Learn from `count` batches of a quarter of the size, so that answers end; the loss."""
        groups = self.trainer.material.groups(1)
        return self.train([group[0][:32] for group in groups[:count]])

    def first_update(self) -> None:
        self.train([self.trainer.material.groups(1)[0][0]])
