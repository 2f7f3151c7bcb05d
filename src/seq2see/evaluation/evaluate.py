"""Answering the sources of pairs and holding the answers against the targets."""

from collections.abc import Callable, Sequence

import msgspec
import torch

from seq2see.core.recipe import Decoding
from seq2see.data.pair import Pair
from seq2see.decoding.decode import decode
from seq2see.metrics.accuracy import accuracy
from seq2see.models.contract import Seq2Seq
from seq2see.text.codec import Codec, is_blank


class Answer(msgspec.Struct, frozen=True):
    """What the model said to one source, beside what it should have said."""

    source: str
    target: str
    answer: str
    log_probability: float


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
    asked = [pair for pair in pairs if not is_blank(pair.source)]
    found = decode(
        model,
        [codec.source_ids(pair.source) for pair in asked],
        beam=decoding.beam,
        longest=codec.text.longest_target,
        length_penalty=decoding.length_penalty,
        device=device,
        done=done,
    )
    best = iter([hypotheses[0] for hypotheses in found])
    answers: list[Answer] = []
    for pair in pairs:
        if is_blank(pair.source):
            answers.append(Answer(pair.source, pair.target, "", 0.0))
        else:
            hypothesis = next(best)
            text = codec.target_text(hypothesis.ids)
            answers.append(Answer(pair.source, pair.target, text, hypothesis.log_probability))
    return Evaluation(
        pairs=len(pairs),
        accuracy=accuracy([a.answer for a in answers], [a.target for a in answers]),
        wrong=[a for a in answers if a.answer != a.target],
        answers=answers,
    )
