"""The training loop."""

import contextlib
import time
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
import torch

from seq2see.core.errors import RunError
from seq2see.core.recipe import Recipe
from seq2see.core.seeds import seed_torch
from seq2see.core.special import EOS
from seq2see.data.batch import collate
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.models.registry import build_model
from seq2see.store.manifest import Facts
from seq2see.store.model_directory import (
    StoredModel,
    load_codec,
    save_description,
    save_model,
    save_weights,
)
from seq2see.store.names import SNAPSHOTS
from seq2see.store.weights import load_weights
from seq2see.training import best as best_weights
from seq2see.training import run_log
from seq2see.training.advice import calmer
from seq2see.training.best import Measured
from seq2see.training.loss import (
    guessing_loss,
    has_come_apart,
    smoothed_cross_entropy,
    smoothing_floor,
)
from seq2see.training.material import Material, Numbered
from seq2see.training.measuring import HeldOut, check_measurable, measure
from seq2see.training.optimiser import FlatAdam
from seq2see.training.report import EpochEnd, Report, RunEnd
from seq2see.training.schedule import learning_rate
from seq2see.training.state import Counters, restore_state, save_state, saved_update


class Trainer:
    """One run of a recipe in one folder: what it has, and how it moves on.

    `counters` says how far it is; `run_epoch` goes on from there until the epoch ends or until
    told to stop. `codec_from` is a model directory whose vocabularies are used; `init` one whose
    weights are the first ones.
    """

    def __init__(
        self,
        recipe: Recipe,
        directory: Path,
        device: torch.device,
        *,
        codec_from: Path | None = None,
        init: Path | None = None,
    ) -> None:
        self.recipe = recipe
        self.directory = directory
        self.device = device
        self.pairs = pairs_of(recipe)
        given = codec_from or init
        self.codec = load_codec(given, recipe) if given else codec_of(recipe, self.pairs)
        self.material = Material(recipe, self.codec, self.pairs)
        check_measurable(self.pairs.held_out[: recipe.training.evaluate_pairs or None], recipe)
        self.facts = Facts(longest_source=self.pairs.longest_source(self.codec))
        seed_torch(recipe.training.seed, "weights")
        model = build_model(recipe, len(self.codec.source), len(self.codec.target))
        if init:
            load_weights(model, init)
        self.model = model.to(device)
        seed_torch(recipe.training.seed, "dropout")
        self.optimiser = FlatAdam(self.model, recipe.training)
        self._check_precision()
        self.counters = Counters()
        self.first: EpochEnd | None = None
        self.last: EpochEnd | None = None
        self.end: RunEnd | None = None

    @property
    def finished(self) -> bool:
        """Whether every epoch is done, or patience is at its end."""
        return self.counters.epoch > self.recipe.training.epochs or self._out_of_patience

    @property
    def _out_of_patience(self) -> bool:
        patience = self.recipe.training.patience
        return bool(patience) and self.counters.best.stale >= patience

    def restore(self) -> None:
        """Go back to the saved state, and forget what was logged after it."""
        self.counters = restore_state(self.directory, self.optimiser, self.material.fingerprint())
        entries = run_log.read(self.directory)
        if not self.finished:
            run_log.rewind(self.directory, self.counters.epoch, self.counters.update)
            entries = run_log.read(self.directory)
        epochs = [entry for entry in entries if isinstance(entry, EpochEnd)]
        self.first, self.last = (epochs[0], epochs[-1]) if epochs else (None, None)
        self.end = next((e for e in reversed(entries) if isinstance(e, RunEnd)), None)

    def describe(self) -> None:
        """Write what the folder needs before its first weights, and begin its log."""
        save_description(self.directory, self.recipe, self.codec, self.facts)
        run_log.rewind(self.directory, self.counters.epoch, self.counters.update)

    def save(self) -> None:
        """Write the best model so far, and the state to go on from."""
        self._check_weights()
        kept = self.counters.best.kept
        with self.optimiser.showing(best_weights.mean_of(self.directory, self._chosen())):
            save_weights(self.directory, self.model, self.recipe, self.metrics())
        save_state(self.directory, self.optimiser, self.counters, self.material.fingerprint())
        best_weights.forget_others(self.directory, kept)

    def finish(self, report: Report) -> None:
        """Choose what is kept when the run is over, and say so.

        That is the mean of the best weights, or the best ones where the mean is not as good.
        """
        kept = self.counters.best.kept
        epochs = [one.epoch for one in kept[:1]] or [self.counters.epoch - 1]
        found: HeldOut | EpochEnd | None = self._logged(epochs[0])
        if len(kept) > 1:
            with self.optimiser.showing(best_weights.mean_of(self.directory, kept)):
                of_mean = self._measure()
            measured = self._measured(of_mean, 0)
            if not best_weights.is_better(kept[0], measured, self.recipe.training):
                found, epochs = of_mean, [one.epoch for one in kept]
        self.end = RunEnd(
            update=self.counters.update,
            kept_epochs=epochs,
            held_out_accuracy=found and found.held_out_accuracy,
            held_out_loss=found and found.held_out_loss,
            measures=found.measures if found else {},
            out_of_patience=self._out_of_patience,
            seconds=self.counters.seconds,
            came_apart=self._is_apart,
        )
        run_log.append(self.directory, self.end)
        report.finished(self.end)

    @property
    def _is_apart(self) -> bool:
        if self.first is None or self.last is None:
            return False
        return has_come_apart(self.first.loss, self.last.loss, len(self.codec.target))

    def _chosen(self) -> list[Measured]:
        """The measurements whose weights, or whose mean, the model directory shows."""
        kept = self.counters.best.kept
        if self.end is None:
            return kept[:1]
        return [one for one in kept if one.epoch in self.end.kept_epochs]

    def _measured(self, found: HeldOut, epoch: int) -> Measured:
        value = found.measures[self.recipe.training.best_by]
        return Measured(epoch=epoch, value=value, loss=found.held_out_loss)

    def _logged(self, epoch: int) -> EpochEnd | None:
        entries = run_log.read(self.directory)
        return next((e for e in entries if isinstance(e, EpochEnd) and e.epoch == epoch), None)

    def metrics(self) -> dict[str, Any]:
        """What is known of the model, for its folder."""
        last, end, kept = self.last, self.end, self.counters.best.kept
        floor = smoothing_floor(len(self.codec.target), self.recipe.training.label_smoothing)
        accuracy = end.held_out_accuracy if end else last.held_out_accuracy if last else None
        found: dict[str, Any] = {
            "epochs": last.epoch if last else 0,
            "updates": self.counters.update,
            "training_loss": last.loss if last else None,
            "first_epoch_loss": self.first.loss if self.first else None,
            "loss_floor": floor,
            "guessing_loss": guessing_loss(len(self.codec.target)),
            "came_apart": self._is_apart,
            "held_out_accuracy": accuracy,
            "held_out_pairs": len(self.pairs.held_out),
            "training_seconds": round(self.counters.seconds, 1),
        }
        if kept:
            found["kept_epochs"] = [one.epoch for one in self._chosen()]
            found[f"best_{self.recipe.training.best_by}"] = kept[0].value
        return found

    def run_epoch(self, report: Report, stop: Callable[[], bool]) -> None:
        """Go on to the end of the epoch under way, or to the update at which `stop` says so."""
        self.model.train()
        began = time.perf_counter() - self.counters.seconds
        sources, targets = self.material.numbered(self.counters.epoch)
        groups = self.material.groups(self.counters.epoch)
        for group in groups[self.counters.batch :]:
            loss, tokens = self.learn(
                [([sources[i] for i in chosen], [targets[i] for i in chosen]) for chosen in group]
            )
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
        if self.counters.batch == len(groups):
            self._end_epoch(report, began)

    def learn(self, batches: Sequence[Numbered]) -> tuple[float, int]:
        """Learn from some batches as if they were one: mean loss, number of target tokens.

        Raises `RunError` when the loss is no number any more; what was saved stays as it is.
        """
        training = self.recipe.training
        tokens = [sum(map(len, targets)) for _, targets in batches]
        self.optimiser.clear()
        total = 0.0
        for (sources, targets), count in zip(batches, tokens, strict=True):
            batch = collate(sources, targets).to(self.device)
            with self._precision():
                logits = self.model(batch.source, batch.source_is_token, batch.target_in)
            loss = smoothed_cross_entropy(
                logits.float(), batch.target_out, training.label_smoothing
            )
            share = count / sum(tokens)
            (loss if share == 1 else loss * share).backward()
            total += loss.item() * share
        if not isfinite(total):
            raise self._came_apart(f"loss {total} at update {self.counters.update + 1}")
        self.optimiser.update(
            learning_rate(training, self.counters.update + 1, self.material.updates)
        )
        return total, sum(tokens)

    def _came_apart(self, where: str) -> RunError:
        """What to raise when numbers are no numbers any more; nothing is saved after it."""
        saved = saved_update(self.directory)
        kept = "" if saved is None else f" The model saved after update {saved:,} is still there."
        return RunError(
            f"the training came apart: {where}, in epoch {self.counters.epoch}.",
            hint=f"Train again (--overwrite) with {calmer(self.recipe.training)}.{kept}",
        )

    def _check_weights(self) -> None:
        """Raise `RunError` where the last update broke the weights, which its loss cannot show."""
        if not bool(self.optimiser.weights.isfinite().all()):
            raise self._came_apart(f"weights without a value after update {self.counters.update}")

    def _check_precision(self) -> None:
        """Raise `RunError` where the device lacks what `training.precision` asks for."""
        if self.recipe.training.precision == "float32":
            return
        batch = collate([[EOS]], [[EOS]]).to(self.device)
        try:
            with torch.inference_mode(), self._precision():
                self.model(batch.source, batch.source_is_token, batch.target_in)
        except RuntimeError:
            raise RunError(
                f"training.precision: {self.device} cannot compute this model in "
                f"{self.recipe.training.precision}.",
                hint='Use training.precision = "float32".',
            ) from None

    def _precision(self) -> contextlib.AbstractContextManager[object]:
        if self.recipe.training.precision == "float32":
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, torch.bfloat16)

    def _end_epoch(self, report: Report, began: float) -> None:
        self._check_weights()
        training, epoch = self.recipe.training, self.counters.epoch
        due = epoch % training.evaluate_epochs == 0 or epoch == training.epochs
        found = self._measure() if due and self.pairs.held_out else None
        self.last = EpochEnd(
            epoch=epoch,
            update=self.counters.update,
            loss=self.counters.loss_sum / self.counters.tokens,
            held_out_accuracy=found and found.held_out_accuracy,
            held_out_loss=found and found.held_out_loss,
            measures=found.measures if found else {},
            samples=found.samples if found else [],
            attention_entropy=found and found.entropy,
            learning_rate=learning_rate(training, self.counters.update, self.material.updates),
            seconds=time.perf_counter() - began,
        )
        self.first = self.first or self.last
        best = self.counters.best
        if found is not None and training.best_by != "none":
            measured = self._measured(found, epoch)
            best = best.after(measured, training)
            if measured in best.kept:
                best_weights.keep(self.directory, measured, self.optimiser.weights)
        self.counters = Counters(
            epoch=epoch + 1, update=self.counters.update, seconds=self.last.seconds, best=best
        )
        run_log.append(self.directory, self.last)
        if epoch in training.snapshot_epochs:
            snapshot = self.directory / SNAPSHOTS / f"epoch-{epoch}"
            save_model(
                snapshot,
                StoredModel(self.recipe, self.codec, self.model, self.metrics(), self.facts),
            )
        report.epoch_ended(self.last)

    def _measure(self) -> HeldOut:
        wanted = self.recipe.training.evaluate_pairs or len(self.pairs.held_out)
        some = self.pairs.held_out[:wanted]
        found = measure(self.model, self.codec, some, self.recipe, self.device)
        if not isfinite(found.held_out_loss):
            raise self._came_apart(f"held-out loss {found.held_out_loss}")
        return found
