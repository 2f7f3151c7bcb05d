"""From a model and a text to an `Explanation`."""

from collections.abc import Sequence
from typing import Literal

import torch
from torch import Tensor

from seq2see.core.recipe import Decoding
from seq2see.core.special import UNK
from seq2see.inspection.steps import SeenHypothesis, see_forced, see_search
from seq2see.models.contract import Seq2Seq
from seq2see.predictor.explanation import (
    Alternative,
    ExplainedHypothesis,
    Explanation,
    Step,
    Symbol,
)
from seq2see.text.codec import Codec
from seq2see.text.vocabulary import Vocabulary

Origin = Literal["greedy", "beam", "given"]


def see(
    model: Seq2Seq,
    codec: Codec,
    text: str,
    *,
    target: str | None,
    decoding: Decoding,
    longest: int,
    device: torch.device,
) -> list[SeenHypothesis]:
    """The model's own answers to `text`, best first, or the given `target`, seen step by step.

    `text` is not blank and can be read.
    """
    source = codec.source_ids(text)
    if target is not None:
        return [
            see_forced(
                model,
                source,
                codec.target_ids(target),
                length_penalty=decoding.length_penalty,
                length_formula=decoding.length_formula,
                device=device,
            )
        ]
    return see_search(
        model,
        source,
        beam=decoding.beam,
        longest=longest,
        length_penalty=decoding.length_penalty,
        length_formula=decoding.length_formula,
        device=device,
    )


def explain(
    name: str,
    codec: Codec,
    text: str,
    seen: Sequence[SeenHypothesis],
    *,
    origin: Origin,
    target: str | None,
    alternatives: int,
    notes: Sequence[str],
) -> Explanation:
    """The explanation of what was `seen`: a model's answers to `text`, or a given `target`."""
    return Explanation(
        model=name,
        source_text=text,
        source=source_symbols(codec, text),
        hypotheses=[
            ExplainedHypothesis(
                text=codec.target_text(one.hypothesis.ids),
                origin=origin,
                log_probability=one.hypothesis.log_probability,
                ranking_score=one.hypothesis.ranking_score,
                finished=one.hypothesis.finished,
                steps=steps_of(codec, one, alternatives, target),
                cross_attention=[] if one.attention is None else one.attention.tolist(),
            )
            for one in seen
        ],
        notes=list(notes),
    )


def source_symbols(codec: Codec, text: str) -> list[Symbol]:
    """The symbols of a source, one for each of its numbers."""
    return [
        symbol_of(codec.source, number, written)
        for number, written in zip(codec.source_ids(text), codec.source_symbols(text), strict=True)
    ]


def steps_of(
    codec: Codec, seen: SeenHypothesis, alternatives: int, target: str | None = None
) -> list[Step]:
    """Each symbol of an answer, with what else was probable; `target` is a given answer's text."""
    ids = seen.hypothesis.ids
    written = [None] * len(ids) if target is None else codec.target_symbols(target)
    return [
        _step(codec.target, number, text, log_probabilities, alternatives)
        for number, text, log_probabilities in zip(
            ids, written, seen.log_probabilities, strict=True
        )
    ]


def _step(
    vocabulary: Vocabulary,
    number: int,
    written: str | None,
    log_probabilities: Tensor,
    alternatives: int,
) -> Step:
    probabilities = log_probabilities.exp()
    best = probabilities.topk(min(alternatives, len(probabilities)))
    return Step(
        symbol=symbol_of(vocabulary, number, written),
        probability=probabilities[number].item(),
        rank=1 + int((probabilities > probabilities[number]).sum()),
        alternatives=[
            Alternative(symbol=symbol_of(vocabulary, index), probability=probability)
            for probability, index in zip(best.values.tolist(), best.indices.tolist(), strict=True)
        ],
    )


def symbol_of(vocabulary: Vocabulary, number: int, written: str | None = None) -> Symbol:
    """The symbol of a number; text that became `<unk>` is shown as it was `written`."""
    if number == UNK and vocabulary.is_open and written is not None:
        return Symbol(text=written, id=number, special=False, unknown=True)
    special = vocabulary.is_special(number)
    return Symbol(text=vocabulary.symbol(number), id=number, special=special, unknown=False)
