"""Beam search: the best few partial answers are kept at every step."""

from collections.abc import Sequence

import torch
from torch import Tensor

from seq2see.core.padding import Ids
from seq2see.core.special import BOS
from seq2see.decoding.beam_book import BeamBook
from seq2see.decoding.choice import writable
from seq2see.decoding.considered import BeamWatcher
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula, LengthPenalty
from seq2see.decoding.prefixes import Prefixes
from seq2see.models.contract import Seq2Seq


def beam_search(
    model: Seq2Seq,
    source: Tensor,
    source_is_token: Tensor,
    *,
    beam: int,
    longest: int,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    prefixes: Sequence[Ids] = (),
    watcher: BeamWatcher | None = None,
) -> list[list[Hypothesis]]:
    """For each row of (batch, source): up to `beam` distinct hypotheses, best ranking first.

    With `beam` as wide as the space of answers this is exhaustive search. An answer without
    `<eos>` among its first `longest` symbols is cut there. `prefixes`, one a row, are what
    answers begin with; the search proper starts after them. A `watcher` is told of every candidate.
    """
    device, forced = source.device, Prefixes(prefixes, longest)
    penalty = LengthPenalty(length_penalty, length_formula)
    book = BeamBook(len(source), beam, longest, penalty, watcher)
    state = model.start(model.encode(source, source_is_token))
    token = torch.full((len(source),), BOS, device=device)
    for step in range(longest):
        logits, state = model.step(token, state)
        log_probabilities = logits.log_softmax(-1)
        allowed = writable(log_probabilities)
        if (given := forced.at(step, book.sources)) is not None:
            rows, symbols = (t.to(device) for t in given)
            book.force(given[0], log_probabilities[rows, symbols].double().cpu())
            allowed[rows] = -torch.inf
            allowed[rows, symbols] = 0.0
        # The rest is about a few numbers a row: on the processor, in 64 bits.
        best, symbols = (t.cpu() for t in allowed.topk(min(2 * beam, allowed.shape[1])))
        rows, token = book.extend(best.double(), symbols)
        if not len(rows):
            break
        token, state = token.to(device), state.select(rows.to(device))
    return book.hypotheses()
