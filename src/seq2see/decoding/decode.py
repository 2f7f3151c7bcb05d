"""Decoding any number of sources in batches of similar length, in the order given."""

from collections.abc import Callable, Sequence

import torch

from seq2see.core.padding import Ids, pad_sources
from seq2see.decoding.batches import BATCH_TOKENS, batches
from seq2see.decoding.beam import beam_search
from seq2see.decoding.forced import forced_search
from seq2see.decoding.greedy import greedy_search
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula
from seq2see.decoding.sampling import Sampling, sample_search
from seq2see.models.contract import Seq2Seq


@torch.inference_mode()
def decode(
    model: Seq2Seq,
    sources: Sequence[Ids],
    *,
    beam: int,
    longest: int,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    sampling: Sampling | None = None,
    prefixes: Sequence[Ids] | None = None,
    device: torch.device | str = "cpu",
    batch: int | None = None,
    batch_tokens: int = BATCH_TOKENS,
    done: Callable[[int], None] = lambda _: None,
) -> list[list[Hypothesis]]:
    """Up to `beam` hypotheses for each source, best first; one, found greedily, for `beam` 1.

    With `sampling`, answers are drawn instead, in the order drawn; the beam is not looked at.
    `prefixes`, one for each source, are what its answers begin with; an empty one forces nothing.
    No answer has more than `longest` symbols.

    Sources are sorted by length inside, so that a batch holds little padding, and answered in
    the order they came. `batch_tokens` (see `batches`) and `batch`, the most sources decoded
    together, change speed and nothing else. `done` is told how many sources each batch has
    answered.
    """
    answers: list[list[Hypothesis]] = [[] for _ in sources]
    forced = [()] * len(sources) if prefixes is None else prefixes
    lengths = [(len(ids), len(begun)) for ids, begun in zip(sources, forced, strict=True)]
    rows = beam if sampling is None else sampling.samples
    for chosen in batches(lengths, rows, batch_tokens, batch):
        padded, is_token = (t.to(device) for t in pad_sources([sources[i] for i in chosen]))
        begun = [forced[i] for i in chosen]
        if sampling is not None:
            found = sample_search(
                model, padded, is_token, sampling=sampling, longest=longest,
                length_penalty=length_penalty, length_formula=length_formula, prefixes=begun,
            )  # fmt: skip
        elif beam == 1:
            found = greedy_search(
                model, padded, is_token, longest=longest,
                length_penalty=length_penalty, length_formula=length_formula, prefixes=begun,
            )  # fmt: skip
            found = [[hypothesis] for hypothesis in found]
        else:
            found = beam_search(
                model, padded, is_token, beam=beam, longest=longest,
                length_penalty=length_penalty, length_formula=length_formula, prefixes=begun,
            )  # fmt: skip
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
    length_formula: Formula = "wu",
    device: torch.device | str = "cpu",
    batch: int | None = None,
    batch_tokens: int = BATCH_TOKENS,
) -> list[Hypothesis]:
    """Each target as a hypothesis for its source, in the order given."""
    answers: list[Hypothesis | None] = [None] * len(sources)
    pairs = zip(sources, targets, strict=True)
    lengths = [(max(len(s), len(t)), len(s), len(t)) for s, t in pairs]
    for chosen in batches(lengths, 1, batch_tokens, batch):
        padded, is_token = (t.to(device) for t in pad_sources([sources[i] for i in chosen]))
        found = forced_search(
            model, padded, is_token, [targets[i] for i in chosen],
            length_penalty=length_penalty, length_formula=length_formula,
        )  # fmt: skip
        for index, hypothesis in zip(chosen, found, strict=True):
            answers[index] = hypothesis
    return [answer for answer in answers if answer is not None]
