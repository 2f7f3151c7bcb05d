"""Writing answers one symbol after the other, each row by itself: what greedy search and sampling
have in common."""

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from seq2see.core.padding import Ids
from seq2see.core.special import BOS, EOS
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import LengthPenalty
from seq2see.decoding.prefixes import Prefixes
from seq2see.models.contract import Seq2Seq

Choose = Callable[[Float[Tensor, "rows vocabulary"], Int[Tensor, " rows"]], Int[Tensor, " rows"]]
"""From the log-probabilities of a step's rows, and the answers that they belong to (numbers from 0,
on the processor), to the symbol that each row writes."""


def roll_out(
    model: Seq2Seq,
    source: Int[Tensor, "batch source"],
    source_is_token: Tensor,
    choose: Choose,
    *,
    longest: int,
    penalty: LengthPenalty,
    copies: int = 1,
    prefixes: Sequence[Ids] = (),
) -> list[Hypothesis]:
    """`copies` hypotheses for each row of (batch, source), those of a row one after the other.

    An answer that has no `<eos>` among its first `longest` symbols is cut there. A row that has
    ended leaves the batch: no more work is done for it. Each answer begins with its source's
    prefix, where there are `prefixes`.
    """
    device, answers = source.device, len(source) * copies
    forced = Prefixes(prefixes, longest)
    state = model.start(model.encode(source, source_is_token))
    if copies > 1:
        state = state.select(torch.arange(len(source), device=device).repeat_interleave(copies))
    running = torch.arange(answers)
    token = torch.full((answers,), BOS, device=device)
    steps: list[_Step] = []
    for step in range(longest):
        logits, state = model.step(token, state)
        log_probabilities = logits.log_softmax(-1)
        token = choose(log_probabilities, running)
        if (given := forced.at(step, running // copies)) is not None:
            rows, symbols = given
            token[rows.to(device)] = symbols.to(device)
        scores = log_probabilities.gather(1, token[:, None])[:, 0]
        symbols = token.tolist()
        steps.append((running, symbols, scores))
        if EOS in symbols:
            kept = torch.tensor([row for row, symbol in enumerate(symbols) if symbol != EOS])
            if not len(kept):
                break
            running, rows = running[kept], kept.to(device)
            token, state = token[rows], state.select(rows)
    return _hypotheses(answers, steps, penalty)


_Step = tuple[Tensor, list[int], Tensor]
"""Of each row of a step: the answer it belongs to, the symbol it wrote, and that one's score."""


def _hypotheses(answers: int, steps: Sequence[_Step], penalty: LengthPenalty) -> list[Hypothesis]:
    ids: list[list[int]] = [[] for _ in range(answers)]
    trails: list[list[int]] = [[] for _ in range(answers)]
    sums = [0.0] * answers
    for running, symbols, scores in steps:
        of_rows = zip(running.tolist(), symbols, scores.tolist(), strict=True)
        for row, (answer, symbol, score) in enumerate(of_rows):
            ids[answer].append(symbol)
            trails[answer].append(row)
            sums[answer] += score
    return [
        Hypothesis(tuple(i), total, penalty.score(total, len(i)), tuple(trail))
        for i, total, trail in zip(ids, sums, trails, strict=True)
    ]
