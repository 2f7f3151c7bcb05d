"""`Patient`: a model under examination, with what several checks need of it.

Most checks look at a copy of the model in double precision. Rounding is then about 10⁻¹⁵ of a
logit, and a real fault stands many orders of magnitude above it, where in single precision a small
leak could hide. The check `precise` holds copy and model together.
"""

import contextlib
import copy
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn

from seq2see.data.batch import Batch, collate
from seq2see.decoding.beam import beam_search
from seq2see.decoding.decode import decode
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.doctor.sample import LONGEST_TARGET, Sample
from seq2see.doctor.worst import Worst, largest_of
from seq2see.models.contract import Seq2Seq
from seq2see.predictor.predictor import Predictor
from seq2see.predictor.visible import visible, visible_line

DOUBLE, SINGLE = 1e-9, 1e-4
"""What may be rounding, of the largest logit (of 1, where all are smaller). A double holds 16
digits and a single number 7; long sums and many layers lose two to four of them."""

BEAM = 4
"""Hypotheses a source for the checks of beam search, unless the recipe wants more; up to 10."""


class Patient:
    """A model with its sample, and what it computes of it, each computed once."""

    def __init__(self, predictor: Predictor, sample: Sample, directory: Path | None) -> None:
        self.predictor = predictor
        self.sample = sample
        self.directory = directory
        self.device = predictor.device
        self.model: Seq2Seq = predictor.model
        self.together = collate(sample.sources, sample.targets).to(self.device)
        """All pairs in one batch, with the padding that their lengths bring."""
        self.exact, self.in_double = _exact(self.model, self.alone_batch(0))
        beam = max(predictor.recipe.decoding.beam, BEAM)
        self.beam = min(beam, 10)
        text = predictor.recipe.text
        self.longest = min(
            text.longest_target, LONGEST_TARGET, max(8, 2 * max(map(len, sample.targets)))
        )
        """Symbols after which a search is cut."""

    @property
    def module(self) -> nn.Module:
        """The model as torch knows it."""
        return cast("nn.Module", self.model)

    def alone_batch(self, pair: int) -> Batch:
        """One pair by itself: no padding at all."""
        return collate([self.sample.sources[pair]], [self.sample.targets[pair]]).to(self.device)

    @cached_property
    def alone(self) -> list[Tensor]:
        """By pair, (target, vocabulary): what the exact model says to it by itself, at once."""
        return [forward(self.exact, self.alone_batch(p))[0] for p in range(len(self))]

    @cached_property
    def stepped_alone(self) -> list[Tensor]:
        """The same, step by step."""
        return [step_through(self.exact, self.alone_batch(p))[0] for p in range(len(self))]

    @cached_property
    def forward_together(self) -> Tensor:
        """(batch, target, vocabulary): what the exact model says to all pairs in one batch."""
        return forward(self.exact, self.together)

    @cached_property
    def tolerance(self) -> float:
        """How far two logits may differ by rounding."""
        share = DOUBLE if self.in_double else SINGLE
        return share * largest_logit(self.alone)

    @cached_property
    def greedy(self) -> list[Hypothesis]:
        """By pair, the greedy answer, decoded as the product does it."""
        found = decode(
            self.exact, self.sample.sources, beam=1, longest=self.longest, device=self.device
        )
        return [hypothesis for (hypothesis,) in found]

    @cached_property
    def n_best(self) -> list[list[Hypothesis]]:
        """By pair, what beam search finds with the recipe's length penalty."""
        return beam_search(
            self.exact,
            self.together.source,
            self.together.source_is_token,
            beam=self.beam,
            longest=self.longest,
            length_penalty=self.predictor.recipe.decoding.length_penalty,
        )

    def __len__(self) -> int:
        return len(self.sample.pairs)

    def compare(
        self,
        worst: Worst,
        found: Tensor,
        right: Tensor,
        pair: int,
        note: str,
        *,
        first: int = 0,
        tolerance: float | None = None,
    ) -> None:
        """Hold logits (target, vocabulary) of a pair against the right ones.

        `first` is the step that their first row belongs to, counted from 0.
        """
        difference, (step, number) = largest_of(found, right)
        worst.see(
            difference,
            self.tolerance if tolerance is None else tolerance,
            lambda: (
                f"{self.name(pair)}, step {first + step + 1}, logit of {self.symbol(number)}"
                + (f": {note}" if note else "")
            ),
        )

    def name(self, pair: int) -> str:
        """A pair in words, by its number among those given."""
        one = self.sample.pairs[pair]
        texts = (visible_line(_short(text)) for text in (one.source, one.target))
        return f"pair {self.sample.numbers[pair]} ({' → '.join(texts)})"

    def symbol(self, number: int) -> str:
        """A target symbol in words."""
        target = self.predictor.codec.target
        return visible(target.symbol(number)) if number < len(target) else f"number {number}"

    def answer(self, hypothesis: Hypothesis) -> str:
        """What a hypothesis spells, for a message."""
        text = visible_line(_short(self.predictor.codec.target_text(hypothesis.ids)))
        return f'"{text}"' if hypothesis.finished else f'"{text} …"'


def forward(model: Seq2Seq, batch: Batch) -> Tensor:
    """(batch, target, vocabulary): the logits of every step at once."""
    return model.forward(batch.source, batch.source_is_token, batch.target_in)


def step_through(model: Seq2Seq, batch: Batch) -> Tensor:
    """(batch, target, vocabulary): the same logits, one step after the other."""
    state = model.start(model.encode(batch.source, batch.source_is_token))
    logits: list[Tensor] = []
    for token in batch.target_in.unbind(1):
        one, state = model.step(token, state)
        logits.append(one)
    return torch.stack(logits, dim=1)


def largest_logit(logits: Sequence[Tensor]) -> float:
    """The largest size of a logit, at least 1; what is not finite does not count."""
    sizes = [torch.nan_to_num(one, nan=0.0, posinf=0.0, neginf=0.0).abs().max() for one in logits]
    return max(1.0, *(float(size) for size in sizes))


def _exact(model: Seq2Seq, probe: Batch) -> tuple[Seq2Seq, bool]:
    """A copy of the model in double precision, if it can compute in it, else as it is."""
    module = cast("nn.Module", model)
    # A device without doubles, a type written into the model: whatever it is, the checks can be
    # made without them; and a model that cannot compute at all fails in each of them.
    with contextlib.suppress(Exception):
        exact = cast("Seq2Seq", copy.deepcopy(module).double())
        if forward(exact, probe).dtype == torch.float64:
            return exact, True
    return cast("Seq2Seq", copy.deepcopy(module)), False


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
