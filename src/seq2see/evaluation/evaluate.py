"""Accuracy and nothing else: the quick look that training takes after an epoch.

Every other measure, with intervals, is in `measure`.
"""

from collections.abc import Callable, Sequence

import msgspec
import torch

from seq2see.core.recipe import Decoding
from seq2see.data.pair import Pair
from seq2see.evaluation.answer import Answer
from seq2see.evaluation.answering import answer_sources
from seq2see.metrics.accuracy import accuracy
from seq2see.models.contract import Seq2Seq
from seq2see.text.codec import Codec, prepared


class Evaluation(msgspec.Struct, frozen=True):
    """How good a model is on some pairs."""

    pairs: int
    accuracy: float
    """Share of answers that are right as a whole."""
    wrong: list[Answer]
    """Every answer that is not, in the order of the pairs."""
    answers: list[Answer]
    """Every answer, in the order of the pairs."""


def evaluate(
    model: Seq2Seq,
    codec: Codec,
    pairs: Sequence[Pair],
    decoding: Decoding,
    *,
    device: torch.device | str = "cpu",
    done: Callable[[int], None] = lambda _: None,
) -> Evaluation:
    """The evaluation of `model`, which should be in evaluation mode, on `pairs`.

    A pair with a blank source is answered with an empty line, as everywhere.
    """
    sources = [pair.source for pair in pairs]
    found = answer_sources(model, codec, sources, decoding, device=device, done=done)
    answers = [
        Answer(
            pair.source, prepared(pair.target, codec.text), one.answer, one.log_probability or 0.0
        )
        for pair, one in zip(pairs, found, strict=True)
    ]
    return Evaluation(
        pairs=len(pairs),
        accuracy=accuracy([a.answer for a in answers], [a.target for a in answers]),
        wrong=[a for a in answers if a.answer != a.target],
        answers=answers,
    )
