"""The training loop."""

import time
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
import torch

from seq2see.core.errors import RunError
from seq2see.core.padding import Ids
from seq2see.core.recipe import Recipe
from seq2see.core.seeds import seed_torch
from seq2see.data.batch import collate
from seq2see.data.epochs import batches_in_epoch, epoch_batches
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.evaluation.evaluate import evaluate
from seq2see.inspection.entropy import head_entropies
from seq2see.models.registry import build_model
from seq2see.store.manifest import Facts
from seq2see.store.model_directory import (
    StoredModel,
    save_description,
    save_model,
    save_weights,
)
from seq2see.training import run_log
from seq2see.training.loss import smoothed_cross_entropy, smoothing_floor
from seq2see.training.optimiser import FlatAdam
from seq2see.training.report import EpochEnd, Report
from seq2see.training.schedule import learning_rate
from seq2see.training.state import Counters, restore_state, save_state

ENTROPY_PAIRS = 100
"""Pairs held out over which the entropy of attention is averaged for the log."""


class Trainer:
    """One run of a recipe in one folder: what it has, and how it moves on.

    `counters` says how far it is; `run` goes on from there until the end or until told to stop.
    """

    def __init__(self, recipe: Recipe, directory: Path, device: torch.device) -> None:
        self.recipe = recipe
        self.directory = directory
        self.device = device
        self.codec = codec_of(recipe)
        self.pairs = pairs_of(recipe)
        self.facts = Facts(longest_source=self.pairs.longest_source + recipe.text.source_eos)
        seed_torch(recipe.training.seed, "weights")
        model = build_model(recipe, len(self.codec.source), len(self.codec.target))
        self.model = model.to(device)
        seed_torch(recipe.training.seed, "dropout")
        self.optimiser = FlatAdam(self.model, recipe.training)
        self.counters = Counters()
        self.last: EpochEnd | None = None
        self._numbered: tuple[int, list[Ids], list[Ids]] = (0, [], [])
        batches = batches_in_epoch(recipe.task.training_pairs, recipe.training.batch_pairs)
        self.updates = batches * recipe.training.epochs

    @property
    def finished(self) -> bool:
        """Whether every epoch is done."""
        return self.counters.epoch > self.recipe.training.epochs

    def restore(self) -> None:
        """Go back to the saved state, and forget what was logged after it."""
        self.counters = restore_state(self.directory, self.optimiser)
        run_log.rewind(self.directory, self.counters.epoch, self.counters.update)
        ends = [e for e in run_log.read(self.directory) if isinstance(e, EpochEnd)]
        self.last = ends[-1] if ends else None

    def describe(self) -> None:
        """Write what the folder needs before its first weights, and begin its log."""
        save_description(self.directory, self.recipe, self.codec, self.facts)
        run_log.rewind(self.directory, self.counters.epoch, self.counters.update)

    def save(self) -> None:
        """Write the model as it is now, and the state to go on from."""
        save_weights(self.directory, self.model, self.recipe, self.metrics())
        save_state(self.directory, self.optimiser, self.counters)

    def metrics(self) -> dict[str, Any]:
        """What is known of the model, for its folder."""
        last = self.last
        floor = smoothing_floor(len(self.codec.target), self.recipe.training.label_smoothing)
        return {
            "epochs": last.epoch if last else 0,
            "updates": self.counters.update,
            "training_loss": last.loss if last else None,
            "loss_floor": floor,
            "held_out_accuracy": last.held_out_accuracy if last else None,
            "held_out_pairs": len(self.pairs.held_out),
            "training_seconds": round(self.counters.seconds, 1),
        }

    def run_epoch(self, report: Report, stop: Callable[[], bool]) -> None:
        """Go on to the end of the epoch under way, or to the update at which `stop` says so."""
        training = self.recipe.training
        self.model.train()
        began = time.perf_counter() - self.counters.seconds
        sources, targets = self._numbers(self.counters.epoch)
        lengths = list(map(len, sources))
        order = list(epoch_batches(lengths, training.batch_pairs, training.seed,
                                   self.counters.epoch, training.bucket_batches))  # fmt: skip
        for chosen in order[self.counters.batch :]:
            loss, tokens = self._update([sources[i] for i in chosen], [targets[i] for i in chosen])
            now = self.counters
            self.counters = msgspec.structs.replace(
                now,
                batch=now.batch + 1,
                update=now.update + 1,
                loss_sum=now.loss_sum + loss * tokens,
                tokens=now.tokens + tokens,
                seconds=time.perf_counter() - began,
            )
            report.updated(self.counters.update, self.counters.loss_sum / self.counters.tokens)
            if stop():
                return
        if self.counters.batch == len(order):
            self._end_epoch(report, began)

    def _numbers(self, epoch: int) -> tuple[list[Ids], list[Ids]]:
        """Sources and targets of an epoch as numbers; made once, also when it is taken up again."""
        if self._numbered[0] != epoch:
            pairs = self.pairs.training(epoch)
            sources: list[Ids] = [self.codec.source_ids(pair.source) for pair in pairs]
            targets: list[Ids] = [self.codec.target_ids(pair.target) for pair in pairs]
            self._numbered = (epoch, sources, targets)
        return self._numbered[1:]

    def _update(self, sources: Sequence[Ids], targets: Sequence[Ids]) -> tuple[float, int]:
        """Learn from one batch: its mean loss and its number of target tokens.

        Raises `RunError` when the loss is no number any more; what was saved stays as it is.
        """
        training = self.recipe.training
        batch = collate(sources, targets).to(self.device)
        self.optimiser.clear()
        logits = self.model(batch.source, batch.source_is_token, batch.target_in)
        loss = smoothed_cross_entropy(logits, batch.target_out, training.label_smoothing)
        loss.backward()
        self.optimiser.update(learning_rate(training, self.counters.update + 1, self.updates))
        if not isfinite(loss.item()):
            raise RunError(
                f"the training came apart: loss {loss.item()} at update "
                f"{self.counters.update + 1}.",
                hint="Try a smaller training.learning_rate, a longer training.warmup_updates, or "
                "training.clip_norm = 1.0.",
            )
        return loss.item(), sum(map(len, targets))

    def _end_epoch(self, report: Report, began: float) -> None:
        training, epoch = self.recipe.training, self.counters.epoch
        measured = epoch % training.evaluate_epochs == 0 or epoch == training.epochs
        accuracy, entropy = self._measure() if measured and self.pairs.held_out else (None, None)
        self.last = EpochEnd(
            epoch=epoch,
            update=self.counters.update,
            loss=self.counters.loss_sum / self.counters.tokens,
            held_out_accuracy=accuracy,
            attention_entropy=entropy,
            learning_rate=learning_rate(training, self.counters.update, self.updates),
            seconds=time.perf_counter() - began,
        )
        self.counters = Counters(
            epoch=epoch + 1, update=self.counters.update, seconds=self.last.seconds
        )
        run_log.append(self.directory, self.last)
        if epoch in training.snapshot_epochs:
            snapshot = self.directory / "snapshots" / f"epoch-{epoch}"
            save_model(
                snapshot,
                StoredModel(self.recipe, self.codec, self.model, self.metrics(), self.facts),
            )
        report.epoch_ended(self.last)

    def _measure(self) -> tuple[float, list[list[float]]]:
        """Accuracy on pairs held out, and the entropy of each attention head on some of them."""
        self.model.eval()
        wanted = self.recipe.training.evaluate_pairs or len(self.pairs.held_out)
        some = self.pairs.held_out[:wanted]
        found = evaluate(self.model, self.codec, some, self.recipe.decoding, device=self.device)
        looked_at = some[:ENTROPY_PAIRS]
        entropy = head_entropies(
            self.model,
            [self.codec.source_ids(pair.source) for pair in looked_at],
            [self.codec.target_ids(pair.target) for pair in looked_at],
            device=self.device,
        )
        return found.accuracy, entropy
