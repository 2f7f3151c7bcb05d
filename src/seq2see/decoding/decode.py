"""Decoding any number of sources in batches of similar length, in the order given."""

from collections.abc import Callable, Sequence

import torch

from seq2see.core.padding import Ids, pad_sources
from seq2see.decoding.beam import beam_search
from seq2see.decoding.forced import forced_search
from seq2see.decoding.greedy import greedy_search
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.models.contract import Seq2Seq

BATCH = 128
"""Sources decoded together."""


@torch.inference_mode()
def decode(
    model: Seq2Seq,
    sources: Sequence[Ids],
    *,
    beam: int,
    longest: int,
    length_penalty: float = 0.0,
    device: torch.device | str = "cpu",
    batch: int = BATCH,
    done: Callable[[int], None] = lambda _: None,
) -> list[list[Hypothesis]]:
    """Up to `beam` hypotheses for each source, best first; one, found greedily, for `beam` 1.

    Sources are sorted by length inside, so that a batch holds little padding, and answered in
    the order they came. `done` is told how many sources each batch has answered.
    """
    answers: list[list[Hypothesis]] = [[] for _ in sources]
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        padded, is_token = (t.to(device) for t in pad_sources([sources[i] for i in chosen]))
        if beam == 1:
            found = [
                [hypothesis]
                for hypothesis in greedy_search(
                    model, padded, is_token, longest=longest, length_penalty=length_penalty
                )
            ]
        else:
            found = beam_search(
                model, padded, is_token, beam=beam, longest=longest, length_penalty=length_penalty
            )
        for index, hypotheses in zip(chosen, found, strict=True):
            answers[index] = hypotheses
        done(len(chosen))
    return answers


@torch.inference_mode()
def force(
    model: Seq2Seq,
    sources: Sequence[Ids],
    targets: Sequence[Ids],
    *,
    length_penalty: float = 0.0,
    device: torch.device | str = "cpu",
    batch: int = BATCH,
) -> list[Hypothesis]:
    """Each target as a hypothesis for its source, in the order given."""
    answers: list[Hypothesis | None] = [None] * len(sources)
    order = sorted(range(len(sources)), key=lambda i: (len(sources[i]), len(targets[i])))
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        padded, is_token = (t.to(device) for t in pad_sources([sources[i] for i in chosen]))
        found = forced_search(
            model, padded, is_token, [targets[i] for i in chosen], length_penalty=length_penalty
        )
        for index, hypothesis in zip(chosen, found, strict=True):
            answers[index] = hypothesis
    return [answer for answer in answers if answer is not None]
