"""Checks of a whole pass: padding is invisible, and no step sees what comes after it."""

import torch
from torch import Tensor
from torch.nn.functional import pad

from seq2see.core.special import PAD
from seq2see.data.batch import Batch
from seq2see.doctor.patient import Patient, forward, step_through
from seq2see.doctor.sample import spread
from seq2see.doctor.worst import Worst
from seq2see.training.loss import smoothed_cross_entropy

MORE = 3
"""Padded places added, where the model has positions for them."""

PLACES = 8
"""At most so many target places from which on everything is changed."""


def padding(patient: Patient) -> Worst:
    """More padding, other neighbours, other content under it: the same logits and loss."""
    worst = Worst("logits")
    together = patient.together
    more = _more_padding(patient, together)
    batches = [
        ("among the other pairs", together),
        ("with more padding", more),
        ("with other symbols under the padding", _other_content(patient, more)),
    ]
    for note, batch in batches:
        for how, pass_through, alone in (
            ("at once", forward, patient.alone),
            ("step by step", step_through, patient.stepped_alone),
        ):
            logits = pass_through(patient.exact, batch)
            for pair, right in enumerate(alone):
                found = logits[pair, : len(right)]
                patient.compare(worst, found, right, pair, f"{note}, {how}, beside alone")
            if pass_through is forward:
                difference = abs(_loss(patient, logits, batch) - _loss_alone(patient))
                worst.see(difference, patient.tolerance, f"the loss {note}, beside that of each")
    return worst


def causal(patient: Patient) -> Worst:
    """Changing a target from some place on changes no logits before it."""
    worst = Worst("logits")
    batch, before = patient.together, patient.forward_together
    length = batch.target_in.shape[1]
    for place in [1 + one for one in spread(length - 1, PLACES)]:
        changed = batch.target_in.clone()
        changed[:, place:] = others(changed[:, place:], before.shape[-1])
        after = forward(patient.exact, batch._replace(target_in=changed))
        for pair, target in enumerate(patient.sample.targets):
            known = min(place, len(target))
            note = f"after the target was changed from step {place + 1} on"
            patient.compare(worst, after[pair, :known], before[pair, :known], pair, note)
    return worst


def others(ids: Tensor, symbols: int) -> Tensor:
    """Another symbol in every place, never `<pad>`, of a vocabulary of so many `symbols`."""
    return 1 + ids % (symbols - 1)


def _more_padding(patient: Patient, batch: Batch) -> Batch:
    """`batch` with more padded places, as many as the model's positions reach."""
    text = patient.predictor.recipe.text
    source = max(0, min(MORE, text.longest_source - batch.source.shape[1]))
    target = max(0, min(MORE, text.longest_target - batch.target_in.shape[1]))
    return Batch(
        pad(batch.source, (0, source), value=PAD),
        pad(batch.source_is_token, (0, source), value=False),
        pad(batch.target_in, (0, target), value=PAD),
        pad(batch.target_out, (0, target), value=PAD),
    )


def _other_content(patient: Patient, batch: Batch) -> Batch:
    """`batch` with symbols in place of `<pad>` in the source."""
    generator = torch.Generator().manual_seed(1)
    symbols = len(patient.predictor.codec.source)
    noise = torch.randint(1, symbols, batch.source.shape, generator=generator).to(patient.device)
    return batch._replace(source=torch.where(batch.source_is_token, batch.source, noise))


def _loss(patient: Patient, logits: Tensor, batch: Batch) -> float:
    smoothing = patient.predictor.recipe.training.label_smoothing
    return float(smoothed_cross_entropy(logits, batch.target_out, smoothing))


def _loss_alone(patient: Patient) -> float:
    """The loss of all pairs from each by itself: every symbol counts the same."""
    lengths = [len(logits) for logits in patient.alone]
    losses = [
        _loss(patient, logits[None], patient.alone_batch(pair)) * length
        for pair, (logits, length) in enumerate(zip(patient.alone, lengths, strict=True))
    ]
    return sum(losses) / sum(lengths)
