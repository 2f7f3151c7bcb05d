"""Everything that one search looked at: each step, each partial answer, each candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from seq2see.core.padding import Ids, pad_sources
from seq2see.core.special import EOS
from seq2see.decoding.beam import beam_search
from seq2see.decoding.considered import Considered
from seq2see.decoding.forced import forced_search
from seq2see.decoding.greedy import greedy_search
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula
from seq2see.inspection.recorder import record
from seq2see.inspection.steps import LOGITS
from seq2see.models.contract import Seq2Seq


@dataclass(frozen=True)
class SeenStep:
    """One step of a search; its rows are the partial answers that were gone on with."""

    log_probabilities: Float[Tensor, "rows vocabulary"]
    attention: Float[Tensor, "layer head rows source"] | None
    """What each row looked at; None in a model without attention."""
    considered: Considered


@dataclass(frozen=True)
class SeenSearch:
    """A search for answers to one source."""

    hypotheses: list[Hypothesis]
    """Best first, as `decode` gives them."""
    steps: list[SeenStep]


@torch.inference_mode()
def see_whole_search(
    model: Seq2Seq,
    source: Ids,
    *,
    beam: int,
    longest: int,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    prefix: Ids = (),
    device: torch.device | str = "cpu",
) -> SeenSearch:
    """Search as `decode` does, and keep what each step looked at.

    Answers begin with `prefix`. One that ends in `<eos>` is a whole answer: then nothing is
    searched, and its steps are seen as they are forced.
    """
    padded, is_token = (tensor.to(device) for tensor in pad_sources([source]))
    told: list[Considered] = []
    whole = bool(prefix) and prefix[-1] == EOS
    layers = model.source_attention
    with record(cast("nn.Module", model), only=[LOGITS, *layers]) as recorder:
        if whole:
            found = forced_search(
                model, padded, is_token, [prefix],
                length_penalty=length_penalty, length_formula=length_formula,
            )  # fmt: skip
        elif beam == 1:
            found = greedy_search(
                model, padded, is_token, longest=longest, length_penalty=length_penalty,
                length_formula=length_formula, prefixes=[prefix],
            )  # fmt: skip
        else:
            (found,) = beam_search(
                model, padded, is_token, beam=beam, longest=longest,
                length_penalty=length_penalty, length_formula=length_formula, prefixes=[prefix],
                watcher=told.append,
            )  # fmt: skip
    seen = recorder.tensors
    if whole:  # all steps were computed at once
        seen = {name: list(tensors[0].split(1, dim=-2)) for name, tensors in seen.items()}
    log_probabilities = [logits[:, 0].log_softmax(-1) for logits in seen[LOGITS]]
    attention = _attention([seen[layer] for layer in layers], len(source))
    steps = told or _of_one_row(found[0], log_probabilities)
    return SeenSearch(
        found,
        [
            SeenStep(log_probabilities[at], None if attention is None else attention[at], step)
            for at, step in enumerate(steps)
        ],
    )


def _attention(layers: Sequence[Sequence[Tensor]], source: int) -> list[Tensor] | None:
    """Of each step (layer, head, rows, source); of a one-stack model, over its source alone."""
    if not layers:
        return None
    # A layer's tensor is (rows, head, 1, source and more).
    return [
        torch.stack([layer[:, :, 0, :source].transpose(0, 1) for layer in step])
        for step in zip(*layers, strict=True)
    ]


def _of_one_row(hypothesis: Hypothesis, log_probabilities: Sequence[Tensor]) -> list[Considered]:
    """The steps of an answer that was written symbol by symbol: one candidate each, and taken."""
    steps, total, yes = [], 0.0, torch.ones(1, 1, dtype=torch.bool)
    for symbol, of_step in zip(hypothesis.ids, log_probabilities, strict=False):
        total += of_step[0, symbol].item()
        steps.append(
            Considered(
                sources=torch.zeros(1, dtype=torch.int64),
                symbols=torch.tensor([[symbol]]),
                rows=torch.zeros(1, 1, dtype=torch.int64),
                scores=torch.tensor([[total]], dtype=torch.float64),
                possible=yes,
                ended=yes & (symbol == EOS),
                kept=yes & (symbol != EOS),
                settled=torch.zeros(1, dtype=torch.bool),
            )
        )
    return steps
