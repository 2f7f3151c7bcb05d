"""Measuring a model on held-out pairs while it learns."""

from collections.abc import Sequence

import msgspec
import torch

from seq2see.core.errors import InputError
from seq2see.core.recipe import Recipe
from seq2see.core.special import PAD
from seq2see.data.batch import collate
from seq2see.data.pair import Pair
from seq2see.evaluation.answer import Answer
from seq2see.evaluation.evaluate import evaluate
from seq2see.inspection.entropy import head_entropies
from seq2see.metrics.error_rate import count_errors, error_rate
from seq2see.metrics.overlap import bleu_measure, chrf_measure
from seq2see.models.registry import AnyModel
from seq2see.text.codec import Codec, prepared
from seq2see.training.loss import smoothed_cross_entropy

ENTROPY_PAIRS = 100
"""Pairs over which the entropy of attention is averaged for the log."""
LOSS_BATCH = 128
SAMPLES = 3


class HeldOut(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured on held-out pairs."""

    held_out_accuracy: float
    held_out_loss: float
    """Mean over target tokens, computed as in training."""
    measures: dict[str, float]
    """Everything measured, by the names that `training.best_by` knows."""
    entropy: list[list[float]]
    samples: list[Answer]
    """The first few pairs with their answers, always the same ones."""


def measure(
    model: AnyModel, codec: Codec, pairs: Sequence[Pair], recipe: Recipe, device: torch.device
) -> HeldOut:
    """Measure `model`, which is left in evaluation mode, on `pairs`."""
    model.eval()
    found = evaluate(model, codec, pairs, recipe.decoding, device=device)
    loss = held_out_loss(model, codec, pairs, recipe.training.label_smoothing, device)
    measures = {"accuracy": found.accuracy, "loss": loss}
    wanted = recipe.training.best_by
    if wanted not in ("none", *measures):
        measures[wanted] = _more(wanted, found.answers, codec)
    looked_at = pairs[:ENTROPY_PAIRS]
    entropy = head_entropies(
        model,
        [codec.source_ids(pair.source) for pair in looked_at],
        [codec.target_ids(pair.target) for pair in looked_at],
        device=device,
    )
    return HeldOut(
        held_out_accuracy=found.accuracy,
        held_out_loss=loss,
        measures=measures,
        entropy=entropy,
        samples=found.answers[:SAMPLES],
    )


def check_measurable(pairs: Sequence[Pair], recipe: Recipe) -> None:
    """Raise `InputError` where `training.best_by` is not defined on the pairs held out."""
    if recipe.training.best_by == "bleu" and pairs:
        targets = [(prepared(pair.target, recipe.text),) for pair in pairs]
        if bleu_measure([target for (target,) in targets], targets).value() is None:
            raise InputError(
                "training.best_by: BLEU is not defined on the held-out pairs: no target has four "
                "words.",
                hint='Choose the best weights by "accuracy", "symbol_error_rate", "chrf" or '
                '"loss" (--set training.best_by=chrf).',
            )


@torch.inference_mode()
def held_out_loss(
    model: AnyModel,
    codec: Codec,
    pairs: Sequence[Pair],
    smoothing: float,
    device: torch.device,
) -> float:
    """Mean loss over the target tokens of `pairs`, label smoothing included."""
    numbered = sorted(
        ((codec.source_ids(p.source), codec.target_ids(p.target)) for p in pairs),
        key=lambda ids: (len(ids[0]), len(ids[1])),
    )
    total, tokens = 0.0, 0
    for start in range(0, len(numbered), LOSS_BATCH):
        some = numbered[start : start + LOSS_BATCH]
        batch = collate([s for s, _ in some], [t for _, t in some]).to(device)
        logits = model(batch.source, batch.source_is_token, batch.target_in)
        count = int((batch.target_out != PAD).sum())
        total += smoothed_cross_entropy(logits, batch.target_out, smoothing).item() * count
        tokens += count
    return total / tokens


def _more(name: str, answers: Sequence[Answer], codec: Codec) -> float:
    """A measure that takes longer than accuracy; the worst there is where it is not defined."""
    if name == "symbol_error_rate":
        counts = [
            count_errors(codec.split_target(one.answer), [codec.split_target(one.target)])
            for one in answers
        ]
        found = error_rate(counts)
        return 1.0 if found is None else found
    of = bleu_measure if name == "bleu" else chrf_measure
    return of([one.answer for one in answers], [(one.target,) for one in answers]).value() or 0.0
