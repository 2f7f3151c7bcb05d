"""Sampling: answers drawn by their probability, from the whole of it or from its likely part."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from seq2see.core.padding import Ids
from seq2see.core.seeds import python_random
from seq2see.decoding.choice import writable
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import Formula, LengthPenalty
from seq2see.decoding.roll_out import roll_out
from seq2see.models.contract import Seq2Seq


@dataclass(frozen=True)
class Sampling:
    """How symbols are drawn. Raises `ValueError` for a value out of its range."""

    samples: int = 1
    """Answers for each source; they may well be equal."""
    temperature: float = 1.0
    """Log-probabilities are divided by it: below 1 the likely symbols get likelier still."""
    top_k: int = 0
    """Draw from the so many most probable symbols only (Fan et al. 2018, "Hierarchical neural
    story generation", §5.1); 0 is all."""
    top_p: float = 1.0
    """Draw from the fewest most probable symbols that have this share of the probability together
    (Holtzman et al. 2020, "The curious case of neural text degeneration", §3.1, equation 2), of
    what temperature and `top_k` have left; 1 is all."""
    seed: int = 0
    """Another seed, other answers."""

    def __post_init__(self) -> None:
        for name, right, expected in (
            ("samples", self.samples >= 1, "1 or more"),
            ("temperature", 0 < self.temperature < torch.inf, "a number above 0"),
            ("top_k", self.top_k >= 0, "0 or more"),
            ("top_p", 0 < self.top_p <= 1, "a number above 0, at most 1"),
        ):
            if not right:
                raise ValueError(f"{name} {getattr(self, name)}: expected {expected}")


def sample_search(
    model: Seq2Seq,
    source: Tensor,
    source_is_token: Tensor,
    *,
    sampling: Sampling,
    longest: int,
    length_penalty: float = 0.0,
    length_formula: Formula = "wu",
    prefixes: Sequence[Ids] = (),
) -> list[list[Hypothesis]]:
    """For each row of (batch, source): `sampling.samples` hypotheses in the order drawn.

    Each draws from random numbers of its own, one a step, which hang on the seed, the source's
    numbers and its place among the samples: so an answer is the same in whatever batch, and
    asking for more samples leaves the first ones as they were. A hypothesis' score is what the
    model gives it, whatever it was drawn by.
    """
    copies = sampling.samples
    numbers = [
        python_random(sampling.seed, "sample", sample, *row[:length])
        for row, length in zip(source.tolist(), source_is_token.sum(1).tolist(), strict=True)
        for sample in range(copies)
    ]

    def choose(log_probabilities: Tensor, answers: Tensor) -> Tensor:
        drawn = [numbers[answer].random() for answer in answers.tolist()]
        uniform = torch.tensor(drawn, dtype=torch.float64, device=log_probabilities.device)
        return pick(kept_probabilities(log_probabilities, sampling), uniform)

    found = roll_out(
        model,
        source,
        source_is_token,
        choose,
        longest=longest,
        penalty=LengthPenalty(length_penalty, length_formula),
        copies=copies,
        prefixes=prefixes,
    )
    return [found[start : start + copies] for start in range(0, len(found), copies)]


def kept_probabilities(
    log_probabilities: Float[Tensor, "rows vocabulary"], sampling: Sampling
) -> Float[Tensor, "rows vocabulary"]:
    """What symbols are drawn by, in 64 bits; 0 for those left out. Rows need not sum to 1."""
    tempered = writable(log_probabilities).double() / sampling.temperature
    if 0 < sampling.top_k < tempered.shape[1]:
        best = tempered.topk(sampling.top_k)
        tempered = torch.full_like(tempered, -torch.inf).scatter(1, best.indices, best.values)
    probabilities = tempered.softmax(-1)
    if sampling.top_p < 1:
        ordered, symbols = probabilities.sort(dim=-1, descending=True, stable=True)
        before = ordered.cumsum(-1) - ordered
        ordered = ordered.masked_fill(before >= sampling.top_p, 0.0)
        probabilities = torch.zeros_like(ordered).scatter(1, symbols, ordered)
    return probabilities


def pick(
    probabilities: Float[Tensor, "rows vocabulary"], uniform: Float[Tensor, " rows"]
) -> Int[Tensor, " rows"]:
    """The symbol of each row at which the summed probabilities pass `uniform`, in [0, 1).

    They are summed in the order of the vocabulary. In the order of probability, two symbols that
    are all but equally probable would change places with the rounding of another batch.
    """
    summed = probabilities.cumsum(-1)
    total = summed[:, -1:].contiguous()
    passed = torch.searchsorted(summed, uniform[:, None] * total, right=True)
    last = torch.searchsorted(summed, total)  # rounding may put a number on the very end
    return torch.minimum(passed, last)[:, 0]
