"""Checks of looking inside: attention is shares of the source, and looking changes nothing."""

from typing import cast

from torch import nn

from seq2see.doctor.patient import Patient, forward, step_through
from seq2see.doctor.worst import Worst, largest_of
from seq2see.inspection.recorder import record


def attention(patient: Patient) -> Worst | None:
    """Each row of attention sums to 1 and is 0 on padding."""
    layers = patient.model.source_attention
    if not layers:
        return None
    worst = Worst("weights")
    batch = patient.together
    with record(cast("nn.Module", patient.exact), only=layers) as recorder:
        forward(patient.exact, batch)
    sums = 1e-12 if patient.in_double else 1e-5
    for layer in layers:
        if layer not in recorder.tensors:
            worst.see(float("inf"), 0.0, f"{layer} is never shown")
            continue
        weights = recorder.tensors[layer][0]
        for pair, target in enumerate(patient.sample.targets):
            rows = weights[pair, :, : len(target)]
            where = f"{layer}, {patient.name(pair)}"
            total = rows.sum(-1)
            difference, (head, step) = largest_of(total, total.new_ones(total.shape))
            worst.see(
                difference, sums, f"{where}, head {head + 1}, step {step + 1}: sums to "
                f"{float(total[head, step]):.6f}",
            )  # fmt: skip
            # In a model of one stack the words' own columns stand after those of the source.
            on_source = rows[..., : batch.source.shape[1]]
            padded = on_source[..., ~batch.source_is_token[pair]]
            difference, (head, step, _) = largest_of(padded, padded.new_zeros(padded.shape))
            worst.see(
                difference, 0.0, f"{where}, head {head + 1}, step {step + 1}: looks at padding"
            )
    return worst


def recording(patient: Patient) -> Worst:
    """A model that is looked at computes what it computes alone."""
    worst = Worst("logits")
    for how, pass_through in (("at once", forward), ("step by step", step_through)):
        unseen = pass_through(patient.exact, patient.together)
        with record(cast("nn.Module", patient.exact)):
            seen = pass_through(patient.exact, patient.together)
        for pair, target in enumerate(patient.sample.targets):
            length = len(target)
            found, right = seen[pair, :length], unseen[pair, :length]
            patient.compare(worst, found, right, pair, f"recorded, {how}")
    return worst
