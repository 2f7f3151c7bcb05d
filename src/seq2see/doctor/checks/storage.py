"""The check of saving: what is on disk is the whole model."""

import contextlib
import copy
import tempfile
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn

from seq2see.doctor.patient import Patient, forward
from seq2see.doctor.worst import Worst, largest_of
from seq2see.models.contract import Seq2Seq
from seq2see.models.ensemble import Ensemble
from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import StoredModel, load_model, save_model


def saved(patient: Patient) -> Worst:
    """Saved and loaded, the model says the same bit for bit; saved again, it is the same files.

    Nothing outside the weights may hold something that was learned either: a buffer that a pass
    in training mode changes is not in the file. The model directory itself, where it is known, is
    held against the model too.
    """
    worst = Worst("logits")
    predictor = patient.predictor
    assert not isinstance(predictor.model, Ensemble)  # a model directory holds one model
    right = _logits(patient, patient.model)
    stored = StoredModel(
        predictor.recipe, predictor.codec, predictor.model, predictor.metrics, predictor.facts
    )
    with tempfile.TemporaryDirectory(prefix="seq2see-doctor-") as folder:
        first, second = Path(folder, "first"), Path(folder, "second")
        save_model(first, stored)
        loaded = _load(first, patient)
        _compare(patient, worst, loaded, right, "after saving and loading")
        save_model(second, loaded)
        for path in sorted(first.iterdir()):
            if path.read_bytes() != (second / path.name).read_bytes():
                worst.see(float("inf"), 0.0, f"{path.name} is another file when saved again")
    if patient.directory is not None:
        on_disk = _load(patient.directory, patient)
        _compare(patient, worst, on_disk, right, f"as loaded from {patient.directory}")
    for name in _learned_buffers(patient):
        worst.see(float("inf"), 0.0, f"buffer {name} changes in training and is not saved")
    return worst


def _load(directory: Path, patient: Patient) -> StoredModel:
    # First weights are drawn before the saved ones are filled in. Another seed than the one
    # that the program starts from shows a tensor that keeps its first, random numbers.
    with _drawing_apart(patient):
        torch.manual_seed(3)
        return load_model(directory, patient.device)


def _drawing_apart(patient: Patient) -> contextlib.AbstractContextManager[None]:
    """Random numbers drawn inside leave torch's generators outside as they were."""
    devices = [patient.device] if patient.device.type == "cuda" else []
    return torch.random.fork_rng(devices=devices)


def _compare(
    patient: Patient, worst: Worst, loaded: StoredModel, right: list[Tensor], note: str
) -> None:
    wanted, found = named_weights(patient.module), named_weights(loaded.model)
    if wanted.keys() != found.keys():
        worst.see(float("inf"), 0.0, f"other weights {note}")
        return
    for name, weight in wanted.items():
        difference, _ = largest_of(found[name], weight)
        worst.see(difference, 0.0, f"weight {name} {note}")
    for pair, logits in enumerate(_logits(patient, loaded.model)):
        patient.compare(worst, logits, right[pair], pair, note, tolerance=0.0)


def _logits(patient: Patient, model: Seq2Seq) -> list[Tensor]:
    """By pair, (target, vocabulary), of a fresh copy.

    Weights after training are views of one long vector; the last bit of a product can depend on
    where a matrix lies in memory, so that both sides are laid out anew.
    """
    fresh = cast("Seq2Seq", copy.deepcopy(cast("nn.Module", model)))
    logits = forward(fresh, patient.together)
    targets = patient.sample.targets
    return [row[: len(target)] for row, target in zip(logits, targets, strict=True)]


def _learned_buffers(patient: Patient) -> list[str]:
    """Buffers that a pass in training mode changes. A table that only grows is none."""
    module = copy.deepcopy(patient.module).train()
    model = cast("Seq2Seq", module)
    with _drawing_apart(patient):
        forward(model, patient.together)  # a table that grows is as long as it gets from here on
        before = {name: buffer.clone() for name, buffer in module.named_buffers()}
        forward(model, patient.together)
    return [
        name
        for name, buffer in module.named_buffers()
        if name in before and not torch.equal(before[name], buffer)
    ]
