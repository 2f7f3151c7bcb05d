"""Checks of the numbers themselves: finite, the same in every pass, and enough of their digits."""

import torch
from torch import Tensor

from seq2see.doctor.patient import SINGLE, Patient, forward, largest_logit
from seq2see.doctor.worst import Worst
from seq2see.models.named_weights import named_weights


def finite(patient: Patient) -> Worst:
    """No weight and no logit is infinite or not a number."""
    worst = Worst("numbers")
    wrong = [
        f"weight {name}: {count} of {weight.numel()}"
        for name, weight in named_weights(patient.module).items()
        if (count := _not_finite(weight))
    ]
    logits = forward(patient.model, patient.together)
    wrong += [
        f"{patient.name(pair)}: {count} of its logits"
        for pair, target in enumerate(patient.sample.targets)
        if (count := _not_finite(logits[pair, : len(target)]))
    ]
    worst.count(wrong)
    return worst


def repeatable(patient: Patient) -> Worst:
    """Two passes give the same logits."""
    worst = Worst("logits")
    once, again = (forward(patient.model, patient.together) for _ in range(2))
    training = sum(module.training for module in patient.module.modules())
    note = f"{training} modules are in training mode" if training else ""
    # A graphics processor may add in another order each time; a processor does not.
    tolerance = 0.0 if once.is_cpu else SINGLE * largest_logit([once])
    for pair, target in enumerate(patient.sample.targets):
        found, right = again[pair, : len(target)], once[pair, : len(target)]
        patient.compare(worst, found, right, pair, note, tolerance=tolerance)
    return worst


def precise(patient: Patient) -> Worst | None:
    """The model in its own precision says what its copy in double precision says."""
    if not patient.in_double:
        return None
    worst = Worst("logits")
    found = forward(patient.model, patient.together)
    # Graphics processors round products to ten bits where torch lets them (TF32).
    share = SINGLE if found.is_cpu and found.dtype != torch.bfloat16 else 100 * SINGLE
    tolerance = share * largest_logit([patient.forward_together])
    for pair, target in enumerate(patient.sample.targets):
        length = len(target)
        right = patient.forward_together[pair, :length]
        patient.compare(worst, found[pair, :length], right, pair, "", tolerance=tolerance)
    return worst


def _not_finite(tensor: Tensor) -> int:
    return int((~tensor.isfinite()).sum())
