"""Greedy search: the most probable symbol at every step."""

import torch
from torch import Tensor

from seq2see.core.special import BOS, EOS
from seq2see.decoding.choice import writable
from seq2see.decoding.hypothesis import Hypothesis, ranking_score
from seq2see.models.contract import Seq2Seq


def greedy_search(
    model: Seq2Seq,
    source: Tensor,
    source_is_token: Tensor,
    *,
    longest: int,
    length_penalty: float = 0.0,
) -> list[Hypothesis]:
    """One hypothesis for each row of `source` and `source_is_token`, (batch, source) both.

    An answer that has no `<eos>` among its first `longest` symbols is cut there. A row that has
    ended leaves the batch: no more work is done for it.
    """
    state = model.start(model.encode(source, source_is_token))
    ids: list[list[int]] = [[] for _ in source]
    trails: list[list[int]] = [[] for _ in source]
    sums = [0.0 for _ in source]
    running = list(range(len(source)))
    token = torch.full((len(source),), BOS, device=source.device)
    for _ in range(longest):
        logits, state = model.step(token, state)
        best, token = writable(logits.log_softmax(-1)).max(-1)
        symbols, scores = token.tolist(), best.tolist()
        for row, answer in enumerate(running):
            ids[answer].append(symbols[row])
            trails[answer].append(row)
            sums[answer] += scores[row]
        kept = [row for row, symbol in enumerate(symbols) if symbol != EOS]
        if not kept:
            break
        if len(kept) < len(running):
            running = [running[row] for row in kept]
            rows = torch.tensor(kept, device=source.device)
            token, state = token[rows], state.select(rows)
    return [
        Hypothesis(tuple(i), total, ranking_score(total, len(i), length_penalty), tuple(trail))
        for i, total, trail in zip(ids, sums, trails, strict=True)
    ]
