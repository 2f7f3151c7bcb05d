"""Searching and looking are written once: what they promise holds for every kind of model."""

import pytest
import torch
from small_models import MODELS, SOURCE_LENGTHS, SOURCE_SYMBOLS, model_of

from seq2see.core.padding import pad_sources
from seq2see.decoding.beam import beam_search
from seq2see.decoding.decode import decode
from seq2see.decoding.greedy import greedy_search
from seq2see.inspection.steps import see_forced, see_search
from seq2see.models.registry import AnyModel

SOURCES = [
    [3 + (5 * row + 3 * place) % (SOURCE_SYMBOLS - 3) for place in range(length)]
    for row, length in enumerate(SOURCE_LENGTHS)
]
BEAM, LONGEST = 5, 7


def decided(name: str, seed: int = 23) -> AnyModel:
    """A model with a taste, neither flat nor sure: logits of each step are spread alike."""
    model = model_of(name, seed)
    model.output.register_forward_hook(lambda _, __, out: 1.5 * out / out.std(-1, keepdim=True))
    return model


def check_n_best_equal_their_forced_selves(name: str) -> None:
    """On one model after the other until enough beams have moved hypotheses to other rows."""
    moved = 0
    for seed in range(23, 53):
        moved += sum(changes_rows(decided(name, seed), source) for source in SOURCES)
        if moved > 2:
            return
    raise RuntimeError("no beam reorders: nothing was shown")


def changes_rows(model: AnyModel, source: list[int]) -> int:
    """Check one search; how many of its hypotheses moved after the step that fills the beam."""
    moved = 0
    for seen in see_search(model, source, beam=BEAM, longest=LONGEST):
        given = see_forced(model, source, seen.hypothesis.ids)
        moved += len(set(seen.hypothesis.trail[1:])) > 1
        score, forced = seen.hypothesis.log_probability, given.hypothesis.log_probability
        assert score == pytest.approx(forced, abs=1e-5)
        close = {"rtol": 0, "atol": 1e-5}
        torch.testing.assert_close(seen.log_probabilities, given.log_probabilities, **close)
        assert (seen.attention is None) == (not model.source_attention)
        if seen.attention is not None and given.attention is not None:
            torch.testing.assert_close(seen.attention, given.attention, **close)
            assert len(seen.attention) == len(model.source_attention)
            assert seen.attention.shape[2:] == (len(seen.hypothesis.ids), len(source))
    return moved


@pytest.mark.parametrize("name", MODELS)
def test_n_best_equal_their_forced_selves(name):
    check_n_best_equal_their_forced_selves(name)


@pytest.mark.parametrize("name", MODELS)
def test_greedy_is_seen_as_given_too(name):
    model = decided(name)
    for source in SOURCES:
        (seen,) = see_search(model, source, beam=1, longest=LONGEST)
        given = see_forced(model, source, seen.hypothesis.ids)
        torch.testing.assert_close(
            seen.log_probabilities, given.log_probabilities, rtol=0, atol=1e-5
        )


@pytest.mark.parametrize("name", MODELS)
def test_a_beam_of_1_is_greedy(name):
    model, (padded, is_token) = decided(name), pad_sources(SOURCES)
    with torch.inference_mode():
        greedy = greedy_search(model, padded, is_token, longest=LONGEST)
        beam = beam_search(model, padded, is_token, beam=1, longest=LONGEST)
    for one, (other,) in zip(greedy, beam, strict=True):
        assert one.ids == other.ids
        assert one.log_probability == pytest.approx(other.log_probability, abs=1e-9)


@pytest.mark.parametrize("beam", [1, BEAM])
@pytest.mark.parametrize("name", MODELS)
def test_neighbours_never_change_an_answer(name, beam):
    model = decided(name)
    together = decode(model, SOURCES, beam=beam, longest=LONGEST)
    alone = decode(model, SOURCES, beam=beam, longest=LONGEST, batch=1)
    for ours, theirs in zip(together, alone, strict=True):
        assert [h.ids for h in ours] == [h.ids for h in theirs]
        scores = [h.log_probability for h in theirs]
        assert [h.log_probability for h in ours] == pytest.approx(scores, abs=1e-9)
