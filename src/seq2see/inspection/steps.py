"""What a model thought at each step of a hypothesis: probabilities and attention.

A search moves rows about: they are repeated, reordered, dropped. A hypothesis' `trail` says in
which row each of its symbols was predicted, so that what was recorded while searching can be
picked out for it afterwards. Nothing is computed twice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from seq2see.core.padding import Ids, pad_sources
from seq2see.decoding.beam import beam_search
from seq2see.decoding.forced import forced_search
from seq2see.decoding.greedy import greedy_search
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula
from seq2see.inspection.recorder import record
from seq2see.models.contract import Seq2Seq

LOGITS = "logits"
"""The tap that every model has at its end."""


@dataclass(frozen=True)
class SeenHypothesis:
    """A hypothesis and what was seen at each of its steps."""

    hypothesis: Hypothesis
    log_probabilities: Float[Tensor, "target vocabulary"]
    attention: Float[Tensor, "layer head target source"] | None
    """Over the source, one row for each symbol produced; None in a model without attention."""


@torch.inference_mode()
def see_search(
    model: Seq2Seq,
    source: Ids,
    *,
    beam: int,
    longest: int,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    device: torch.device | str = "cpu",
) -> list[SeenHypothesis]:
    """Search an answer to one source as `decode` does, and see every step of each hypothesis."""
    padded, is_token = (tensor.to(device) for tensor in pad_sources([source]))

    def search() -> list[Hypothesis]:
        if beam == 1:
            return greedy_search(
                model, padded, is_token, longest=longest,
                length_penalty=length_penalty, length_formula=length_formula,
            )  # fmt: skip
        return beam_search(
            model, padded, is_token, beam=beam, longest=longest,
            length_penalty=length_penalty, length_formula=length_formula,
        )[0]  # fmt: skip

    return _see(model, search, lambda recorded: recorded, len(source))


@torch.inference_mode()
def see_forced(
    model: Seq2Seq,
    source: Ids,
    target: Ids,
    *,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    device: torch.device | str = "cpu",
) -> SeenHypothesis:
    """See every step of a given answer, all steps at once."""
    padded, is_token = (tensor.to(device) for tensor in pad_sources([source]))

    def search() -> list[Hypothesis]:
        return forced_search(
            model, padded, is_token, [target],
            length_penalty=length_penalty, length_formula=length_formula,
        )  # fmt: skip

    def by_step(recorded: list[Tensor]) -> list[Tensor]:
        return list(recorded[0].split(1, dim=-2))

    return _see(model, search, by_step, len(source))[0]


def _see(
    model: Seq2Seq,
    search: Callable[[], list[Hypothesis]],
    by_step: Callable[[list[Tensor]], list[Tensor]],
    source: int,
) -> list[SeenHypothesis]:
    """Run `search`, then pick out each hypothesis' rows from what `by_step` makes of a record.

    Of attention the first `source` columns are kept: in a model of one stack, words stand after
    them.
    """
    layers = model.source_attention
    with record(cast("nn.Module", model), only=[LOGITS, *layers]) as recorder:
        found = search()
    steps = {name: by_step(tensors) for name, tensors in recorder.tensors.items()}
    return [
        SeenHypothesis(
            hypothesis,
            _follow(steps[LOGITS], hypothesis, dim=0).log_softmax(-1),
            _attention([steps[layer] for layer in layers], hypothesis, source),
        )
        for hypothesis in found
    ]


def _attention(
    layers: Sequence[Sequence[Tensor]], hypothesis: Hypothesis, source: int
) -> Tensor | None:
    """(layer, head, target, source), or None where there is no layer of attention."""
    if not layers:
        return None
    on_source = [[step[..., :source] for step in steps] for steps in layers]
    return torch.stack([_follow(steps, hypothesis, dim=1) for steps in on_source])


def _follow(steps: Sequence[Tensor], hypothesis: Hypothesis, dim: int) -> Tensor:
    """One row a step, (…, 1, …) each, joined along the target axis `dim`."""
    return torch.cat(
        [step[row] for step, row in zip(steps, hypothesis.trail, strict=False)], dim=dim
    )
