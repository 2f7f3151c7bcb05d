"""What a model answers to sources: the best few texts, however many are decoded together."""

from collections.abc import Callable, Sequence

import torch

from seq2see.core.recipe import Decoding
from seq2see.decoding.decode import decode
from seq2see.evaluation.candidates import Candidates
from seq2see.models.contract import Seq2Seq
from seq2see.text.codec import Codec, is_blank


def answer_sources(
    model: Seq2Seq,
    codec: Codec,
    sources: Sequence[str],
    decoding: Decoding,
    *,
    n_best: int = 1,
    device: torch.device | str = "cpu",
    done: Callable[[int], None] = lambda _: None,
) -> list[Candidates]:
    """The best `n_best` answers to each source, in order; an empty line for a blank one.

    `model` should be in evaluation mode; `done` is told how many sources were answered. Raises
    `InputError` for a source that the codec refuses.
    """
    asked = [source for source in sources if not is_blank(source)]
    found = iter(
        decode(
            model,
            [codec.source_ids(source) for source in asked],
            beam=decoding.beam,
            longest=codec.text.longest_target,
            length_penalty=decoding.length_penalty,
            length_formula=decoding.length_formula,
            device=device,
            done=done,
        )
    )
    answers: list[Candidates] = []
    for source in sources:
        if is_blank(source):
            answers.append(Candidates(("",), 0.0))
            continue
        best = next(found)[:n_best]
        texts = tuple(codec.target_text(hypothesis.ids) for hypothesis in best)
        answers.append(Candidates(texts, best[0].log_probability))
    return answers
