"""Writing answers one symbol after the other, each row by itself: what greedy search and sampling
have in common."""

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from seq2see.core.padding import Ids
from seq2see.core.special import BOS, EOS, PAD
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
    sums = torch.zeros(answers, dtype=torch.float64)
    ids: list[Tensor] = []
    trails: list[Tensor] = []
    for step in range(longest):
        logits, state = model.step(token, state)
        log_probabilities = logits.log_softmax(-1)
        token = choose(log_probabilities, running)
        if (given := forced.at(step, running // copies)) is not None:
            rows, symbols = given
            token[rows.to(device)] = symbols.to(device)
        scores = log_probabilities.gather(1, token[:, None])[:, 0]
        written = token.cpu()
        sums[running] += scores.double().cpu()
        ids.append(_column(answers, running, written))
        trails.append(_column(answers, running, torch.arange(len(running))))
        kept = (written != EOS).nonzero()[:, 0]
        if not len(kept):
            break
        if len(kept) < len(running):
            running, rows = running[kept], kept.to(device)
            token, state = token[rows], state.select(rows)
    lengths = (torch.stack(ids) != PAD).sum(0).tolist()
    return [
        Hypothesis(
            tuple(symbols[:length]), total, penalty.score(total, length), tuple(trail[:length])
        )
        for symbols, trail, total, length in zip(
            torch.stack(ids, 1).tolist(),
            torch.stack(trails, 1).tolist(),
            sums.tolist(),
            lengths,
            strict=True,
        )
    ]


def _column(
    answers: int, running: Int[Tensor, " rows"], values: Int[Tensor, " rows"]
) -> Int[Tensor, "{answers}"]:
    """A step's values, each beside the answer it belongs to; `<pad>` for those that have ended."""
    column = torch.full((answers,), PAD)
    column[running] = values
    return column
