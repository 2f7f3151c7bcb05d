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


def explain(
    model: Seq2Seq,
    name: str,
    codec: Codec,
    text: str,
    *,
    target: str | None,
    decoding: Decoding,
    n_best: int | None,
    alternatives: int,
    notes: Sequence[str],
    device: torch.device,
) -> Explanation:
    """The explanation of the model's own answers to `text`, or of the given `target`.

    `n_best` None gives every hypothesis of the beam. `text` is not blank and can be read.
    """
    source = codec.source_ids(text)
    if target is not None:
        origin: Origin = "given"
        seen = [
            see_forced(
                model,
                source,
                codec.target_ids(target),
                length_penalty=decoding.length_penalty,
                length_formula=decoding.length_formula,
                device=device,
            )
        ]
    else:
        origin = "greedy" if decoding.beam == 1 else "beam"
        seen = see_search(
            model,
            source,
            beam=decoding.beam,
            longest=codec.text.longest_target,
            length_penalty=decoding.length_penalty,
            length_formula=decoding.length_formula,
            device=device,
        )[:n_best]
    return Explanation(
        model=name,
        source_text=text,
        source=[
            _symbol(codec.source, number, written)
            for number, written in zip(source, codec.source_symbols(text), strict=True)
        ],
        hypotheses=[
            _explained(one, codec, origin, alternatives, target and codec.target_symbols(target))
            for one in seen
        ],
        notes=list(notes),
    )


def _explained(
    seen: SeenHypothesis,
    codec: Codec,
    origin: Origin,
    alternatives: int,
    written: Sequence[str] | str | None,
) -> ExplainedHypothesis:
    """`written` are the symbols of a given answer, as its writer spelt them."""
    hypothesis = seen.hypothesis
    spelt = written or [None] * len(hypothesis.ids)
    return ExplainedHypothesis(
        text=codec.target_text(hypothesis.ids),
        origin=origin,
        log_probability=hypothesis.log_probability,
        ranking_score=hypothesis.ranking_score,
        finished=hypothesis.finished,
        steps=[
            _step(codec.target, number, text, log_probabilities, alternatives)
            for number, text, log_probabilities in zip(
                hypothesis.ids, spelt, seen.log_probabilities, strict=True
            )
        ],
        cross_attention=[] if seen.attention is None else seen.attention.tolist(),
    )


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
        symbol=_symbol(vocabulary, number, written),
        probability=probabilities[number].item(),
        rank=1 + int((probabilities > probabilities[number]).sum()),
        alternatives=[
            Alternative(symbol=_symbol(vocabulary, index), probability=probability)
            for probability, index in zip(best.values.tolist(), best.indices.tolist(), strict=True)
        ],
    )


def _symbol(vocabulary: Vocabulary, number: int, written: str | None = None) -> Symbol:
    """The symbol of a number; text that became `<unk>` is shown as it was `written`."""
    if number == UNK and vocabulary.is_open and written is not None:
        return Symbol(text=written, id=number, special=False, unknown=True)
    special = vocabulary.is_special(number)
    return Symbol(text=vocabulary.symbol(number), id=number, special=special, unknown=False)
