"""Greedy search: the most probable symbol at every step."""

from collections.abc import Sequence

from jaxtyping import Float, Int
from torch import Tensor

from seq2see.core.padding import Ids
from seq2see.decoding.choice import writable
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula, LengthPenalty
from seq2see.decoding.roll_out import roll_out
from seq2see.models.contract import Seq2Seq


def greedy_search(
    model: Seq2Seq,
    source: Tensor,
    source_is_token: Tensor,
    *,
    longest: int,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    prefixes: Sequence[Ids] = (),
) -> list[Hypothesis]:
    """One hypothesis for each row of `source` and `source_is_token`, (batch, source) both.

    An answer that has no `<eos>` among its first `longest` symbols is cut there. The penalty
    changes its ranking score only: there is nothing to rank. `prefixes`, one a row, are what
    answers begin with.
    """
    return roll_out(
        model,
        source,
        source_is_token,
        _best,
        longest=longest,
        penalty=LengthPenalty(length_penalty, length_formula),
        prefixes=prefixes,
    )


def _best(
    log_probabilities: Float[Tensor, "rows vocabulary"], answers: Int[Tensor, " rows"]
) -> Int[Tensor, " rows"]:
    return writable(log_probabilities).argmax(-1)
