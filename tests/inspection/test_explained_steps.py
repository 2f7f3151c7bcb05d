"""Probability, rank, alternatives and attention of a step, against a direct computation."""

from math import log

import pytest
import torch

from seq2see.core.special import BOS
from seq2see.inspection.recorder import record

NUMBER, WRONG = "42", "forty forty seven"


@pytest.fixture(scope="module")
def directly(trained):
    """(target, vocabulary) probabilities of the wrong answer's steps, and its attention."""
    source = torch.tensor([trained.codec.source_ids(NUMBER)])
    target_in = torch.tensor([[BOS, *trained.codec.target_ids(WRONG)[:-1]]])
    with torch.no_grad(), record(trained.model) as recorder:
        logits = trained.model(source, torch.ones_like(source, dtype=torch.bool), target_in)
    layers = [recorder.tensors[name][0][0] for name in trained.model.source_attention]
    return logits[0].softmax(-1), torch.stack(layers)


@pytest.fixture(scope="module")
def explained(trained):
    return trained.explain(NUMBER, target=WRONG, alternatives=7).hypotheses[0]


def test_one_step_for_each_symbol_the_end_included(explained):
    assert [step.symbol.text for step in explained.steps] == [*WRONG.split(), "<eos>"]
    assert [step.symbol.special for step in explained.steps] == [False] * 3 + [True]


def test_probability_is_the_models(explained, directly):
    for row, step in zip(directly[0], explained.steps, strict=True):
        assert step.probability == pytest.approx(row[step.symbol.id].item(), abs=1e-6)


def test_the_score_is_the_sum_over_the_steps(explained):
    total = sum(log(step.probability) for step in explained.steps)
    assert explained.log_probability == pytest.approx(total, abs=1e-4)


def test_rank_counts_the_more_probable_symbols_from_1(explained, directly):
    ranks = []
    for row, step in zip(directly[0].tolist(), explained.steps, strict=True):
        place = sorted(range(len(row)), key=lambda i: -row[i]).index(step.symbol.id)
        assert step.rank == place + 1
        ranks.append(step.rank)
    assert ranks[0] == 1 and max(ranks) > 1


def test_alternatives_are_the_most_probable_symbols_best_first(explained, directly, trained):
    for row, step in zip(directly[0].tolist(), explained.steps, strict=True):
        best = sorted(range(len(row)), key=lambda i: -row[i])[:7]
        assert [one.symbol.id for one in step.alternatives] == best
        for one, index in zip(step.alternatives, best, strict=True):
            assert one.probability == pytest.approx(row[index], abs=1e-6)
            assert one.symbol.text == trained.codec.target.symbol(index)


def test_more_alternatives_than_words_are_all_the_words(trained):
    step = trained.explain(NUMBER, alternatives=997).hypotheses[0].steps[0]
    assert len(step.alternatives) == len(trained.codec.target)
    assert sum(one.probability for one in step.alternatives) == pytest.approx(1, abs=1e-5)


def test_attention_is_the_models_one_row_a_symbol(explained, directly):
    found = torch.tensor(explained.cross_attention)
    torch.testing.assert_close(found, directly[1], rtol=0, atol=1e-6)
    assert found.shape == (2, 2, 4, 2)
    torch.testing.assert_close(found.sum(-1), torch.ones(2, 2, 4))


def test_the_alignment_is_the_last_layers_mean_over_heads(explained, directly):
    wanted = directly[1][-1].mean(0)
    torch.testing.assert_close(torch.tensor(explained.alignment()), wanted, rtol=0, atol=1e-6)
    one_head = torch.tensor(explained.alignment(layer=0, head=1))
    torch.testing.assert_close(one_head, directly[1][0, 1], rtol=0, atol=1e-6)


def test_a_cut_answer_has_no_end_and_says_so(trained):
    from seq2see.inspection.steps import see_search

    for beam in (1, 3):
        found = see_search(trained.model, trained.codec.source_ids(NUMBER), beam=beam, longest=1)
        cut = [seen for seen in found if not seen.hypothesis.finished]
        assert cut and all(len(seen.log_probabilities) == 1 for seen in cut)
        assert all(seen.attention.shape[2] == 1 for seen in cut)
