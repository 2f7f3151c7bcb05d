"""Forced scoring: how probable a given answer is."""

import torch
from jaxtyping import Float
from torch import Tensor

from seq2see.core.padding import Ids, pad
from seq2see.core.special import BOS
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula, LengthPenalty
from seq2see.models.contract import Seq2Seq


def forced_search(
    model: Seq2Seq,
    source: Tensor,
    source_is_token: Tensor,
    targets: list[Ids],
    *,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
) -> list[Hypothesis]:
    """The given answers as hypotheses, one for each row of (batch, source).

    All steps are computed at once. Each of `targets` ends in `<eos>`, or is a cut answer.
    """
    target_out = pad(targets).to(source.device)
    target_in = pad([[BOS, *ids[:-1]] for ids in targets]).to(source.device)
    logits = model.forward(source, source_is_token, target_in)
    penalty = LengthPenalty(length_penalty, length_formula)
    return [
        Hypothesis(tuple(ids), total, penalty.score(total, len(ids)), (row,) * len(ids))
        for row, (ids, total) in enumerate(
            zip(targets, _sums(logits, target_out, targets), strict=True)
        )
    ]


def _sums(
    logits: Float[Tensor, "batch target vocabulary"], target_out: Tensor, targets: list[Ids]
) -> list[float]:
    """Summed log-probabilities in double precision, padding left out."""
    of_symbols = logits.log_softmax(-1).gather(2, target_out[..., None])[..., 0]
    lengths = torch.tensor([len(ids) for ids in targets], device=logits.device)
    is_symbol = torch.arange(target_out.shape[1], device=logits.device) < lengths[:, None]
    return of_symbols.double().masked_fill(~is_symbol, 0.0).sum(1).tolist()
