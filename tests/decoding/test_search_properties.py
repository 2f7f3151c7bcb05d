"""What every search keeps to, on random tables and on small random Transformers."""

from itertools import product

import pytest
import torch
from small_models import SOURCE_SYMBOLS, TARGET_SYMBOLS, small_model
from table_model import VOCABULARY, random_table

from seq2see.core.special import BOS, EOS, PAD
from seq2see.decoding.beam import beam_search
from seq2see.decoding.decode import decode, force

LONGEST = 4
ALPHAS = [0.0, 0.6, 3.0]
SOURCES = [[3, 5, 7], [4], [9, 3], [16, 15, 14, 13, 12], [5, 5], [3, 5, 7, 11]]


def transformer(seed):
    """A Transformer that is sure enough of its words for answers to differ in length."""
    model = small_model(seed=seed)
    with torch.no_grad():
        model.output.weight.mul_(2.0)
        model.output.bias[EOS] += 1.0
    return model


MODELS = {
    "table": random_table,
    "sharp table": lambda seed: random_table(seed, 3.0),
    "transformer": transformer,
}


@pytest.fixture(params=[(name, seed) for name in MODELS for seed in (1, 2)],
                ids=lambda p: f"{p[0]}-{p[1]}")  # fmt: skip
def model(request):
    name, seed = request.param
    return MODELS[name](seed)


def ids_of(found):
    return [[h.ids for h in hypotheses] for hypotheses in found]


def scores_of(found):
    return [h.log_probability for hypotheses in found for h in hypotheses]


def test_a_beam_of_one_is_greedy(model):
    greedy = decode(model, SOURCES, beam=1, longest=9)
    for source, (wanted,) in zip(SOURCES, greedy, strict=True):
        given = torch.tensor([source])
        with torch.inference_mode():
            ((found,),) = beam_search(model, given, given > 0, beam=1, longest=9)
        assert found.ids == wanted.ids
        assert found.log_probability == pytest.approx(wanted.log_probability)


def all_answers(vocabulary, longest):
    """Every answer that ends within `longest` symbols, and every one that is cut there."""
    words = range(EOS + 1, vocabulary)
    for length in range(longest):
        yield from ([*some, EOS] for some in product(words, repeat=length))
    yield from (list(some) for some in product(words, repeat=longest))


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_beam_as_wide_as_the_space_is_exhaustive_search(seed, alpha):
    model = random_table(seed)
    answers = list(all_answers(VOCABULARY, LONGEST))
    scored = force(model, [[3]] * len(answers), answers, length_penalty=alpha)
    (found,) = decode(model, [[3]], beam=len(answers), longest=LONGEST, length_penalty=alpha)
    ended = sorted((h for h in scored if h.finished), key=lambda h: -h.ranking_score)
    cut = sorted((h for h in scored if not h.finished), key=lambda h: -h.ranking_score)
    assert [h.ids for h in found] == [h.ids for h in ended + cut]
    assert [h.ranking_score for h in found] == pytest.approx([h.ranking_score for h in ended + cut])


@pytest.mark.parametrize("alpha", ALPHAS)
def test_exhaustive_search_with_a_transformer(alpha):
    """Two words and the end are enough: the other symbols are made impossible."""
    model = transformer(5)
    few = EOS + 3
    with torch.no_grad():
        model.output.bias[few:] = -1e4
    answers = list(all_answers(few, LONGEST))
    scored = force(model, [SOURCES[0]] * len(answers), answers, length_penalty=alpha)
    best = max((h for h in scored if h.finished), key=lambda h: h.ranking_score)
    (found,) = decode(
        model, [SOURCES[0]], beam=2 * len(answers), longest=LONGEST, length_penalty=alpha
    )
    assert found[0].ids == best.ids
    assert found[0].ranking_score == pytest.approx(best.ranking_score)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("beam", [2, 3, 7])
def test_n_best_are_distinct_sorted_and_no_more_than_the_beam(model, beam, alpha):
    for found in decode(model, SOURCES, beam=beam, longest=9, length_penalty=alpha):
        assert 1 <= len(found) <= beam
        assert len({h.ids for h in found}) == len(found)
        for part in ([h for h in found if h.finished], [h for h in found if not h.finished]):
            scores = [h.ranking_score for h in part]
            assert scores == sorted(scores, reverse=True)
        # Cut answers come last: they fill up what too few ends have left.
        assert [h.finished for h in found] == sorted((h.finished for h in found), reverse=True)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("beam", [1, 2, 5])
def test_a_score_is_the_forced_score(model, beam, alpha):
    decoded = decode(model, SOURCES, beam=beam, longest=6, length_penalty=alpha)
    pairs = [(s, h) for s, found in zip(SOURCES, decoded, strict=True) for h in found]
    forced = force(
        model, [s for s, _ in pairs], [list(h.ids) for _, h in pairs], length_penalty=alpha
    )
    for (_, hypothesis), again in zip(pairs, forced, strict=True):
        assert hypothesis.log_probability == pytest.approx(again.log_probability, abs=1e-9)
        assert hypothesis.ranking_score == pytest.approx(again.ranking_score, abs=1e-9)
        assert hypothesis.finished == again.finished


@pytest.mark.parametrize("beam", [1, 3])
def test_padding_and_bos_are_never_written(model, beam):
    for found in decode(model, SOURCES, beam=beam, longest=9):
        for hypothesis in found:
            assert not {PAD, BOS} & set(hypothesis.ids)
            assert EOS not in hypothesis.ids[:-1]
            assert hypothesis.finished or len(hypothesis.ids) == 9


@pytest.mark.parametrize("beam", [1, 3])
def test_an_answer_does_not_depend_on_its_neighbours(model, beam):
    """Alone, in any order, in batches of any size: the same answers, in the order given."""
    together = decode(model, SOURCES, beam=beam, longest=6)
    alone = [decode(model, [source], beam=beam, longest=6)[0] for source in SOURCES]
    assert ids_of(together) == ids_of(alone)
    assert scores_of(together) == pytest.approx(scores_of(alone))
    for batch in (1, 2, 4):
        backwards = decode(model, SOURCES[::-1], beam=beam, longest=6, batch=batch)
        assert ids_of(backwards[::-1]) == ids_of(alone)
    twice = decode(model, SOURCES * 2, beam=beam, longest=6, batch=5)
    assert ids_of(twice) == ids_of(alone) * 2


@pytest.mark.parametrize("beam", [1, 3])
def test_a_cut_answer_is_marked_whoever_is_beside_it(model, beam):
    for longest in (1, 2, 3):
        together = decode(model, SOURCES, beam=beam, longest=longest)
        for source, found in zip(SOURCES, together, strict=True):
            (alone,) = decode(model, [source], beam=beam, longest=longest)
            assert [h.finished for h in found] == [h.finished for h in alone]
            assert all(len(h.ids) <= longest for h in found)
            assert all(h.finished or len(h.ids) == longest for h in found)


def test_forced_scores_come_in_the_order_given_whatever_the_batch(model):
    targets = [[3, EOS], [EOS], [4, 3, 4, EOS], [3, 3], [4, EOS], [3, 4, 3]]
    alone = [force(model, [s], [t])[0] for s, t in zip(SOURCES, targets, strict=True)]
    for batch in (1, 2, 128):
        found = force(model, SOURCES, targets, batch=batch)
        assert [h.ids for h in found] == [tuple(t) for t in targets]
        assert [h.log_probability for h in found] == pytest.approx(
            [h.log_probability for h in alone]
        )


def test_progress_adds_up_and_no_source_is_no_answer():
    model = random_table(1)
    told = []
    decode(model, SOURCES, beam=1, longest=3, batch=4, done=told.append)
    assert told == [4, 2]
    assert decode(model, [], beam=1, longest=3) == []
    assert force(model, [], []) == []


def test_an_empty_source_never_reaches_the_model():
    with pytest.raises(ValueError, match="empty source"):
        decode(random_table(1), [[3], []], beam=1, longest=3)


def test_the_sources_fit_the_small_models():
    assert max(map(max, SOURCES)) < SOURCE_SYMBOLS
    assert TARGET_SYMBOLS > VOCABULARY
