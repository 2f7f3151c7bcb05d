"""Forced prefixes, of different lengths in one batch, for every search and every kind of model."""

from itertools import product
from math import log

import pytest
import torch
from small_models import FIRST_OF_KIND, SOURCE_SYMBOLS, model_of
from table_model import VOCABULARY, A, B, C, TableModel, random_table

from seq2see.core.special import BOS, EOS, PAD
from seq2see.decoding.decode import decode, force
from seq2see.decoding.prefixes import Prefixes
from seq2see.decoding.sampling import Sampling

SOURCES = [[3, 5, 7], [4, 8], [9, 3], [16, 15, 14, 13, 12], [5, 5], [3, 5, 7, 11]]
PREFIXES = [[4], [], [3, 3, 5], [5, 4], [], [5]]
LONGEST = 7
WAYS = {
    "greedy": {"beam": 1},
    "beam": {"beam": 3},
    "samples": {"beam": 1, "sampling": Sampling(samples=3, seed=2)},
}
NAMES = ["table", *FIRST_OF_KIND.values()]
"""The table on paper, and one model of every kind that recipes know."""


@pytest.fixture(params=WAYS)
def way(request):
    return WAYS[request.param]


def made(name):
    if name == "table":
        return random_table(1)
    model = model_of(name)
    model.output.register_forward_hook(lambda _, __, out: 1.5 * out / out.std(-1, keepdim=True))
    return model


def ids_of(found):
    return [[h.ids for h in hypotheses] for hypotheses in found]


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_begins_with_its_prefix_and_has_its_forced_score(name, way):
    model = made(name)
    found = decode(model, SOURCES, longest=LONGEST, prefixes=PREFIXES, **way)
    for source, prefix, hypotheses in zip(SOURCES, PREFIXES, found, strict=True):
        assert hypotheses
        forced = force(model, [source] * len(hypotheses), [h.ids for h in hypotheses])
        for hypothesis, again in zip(hypotheses, forced, strict=True):
            assert list(hypothesis.ids[: len(prefix)]) == prefix
            assert len(hypothesis.ids) > len(prefix)
            assert len(hypothesis.trail) == len(hypothesis.ids)
            assert hypothesis.log_probability == pytest.approx(again.log_probability, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_prefixes_of_the_neighbours_change_nothing(name, way):
    model = made(name)
    together = decode(model, SOURCES, longest=LONGEST, prefixes=PREFIXES, **way)
    alone = [
        decode(model, [source], longest=LONGEST, prefixes=[prefix], **way)[0]
        for source, prefix in zip(SOURCES, PREFIXES, strict=True)
    ]
    assert ids_of(together) == ids_of(alone)
    free = decode(model, SOURCES, longest=LONGEST, **way)
    assert ids_of(decode(model, SOURCES, longest=LONGEST, prefixes=[()] * 6, **way)) == ids_of(free)
    assert [ids_of(together)[i] for i in (1, 4)] == [ids_of(free)[i] for i in (1, 4)]


@pytest.mark.parametrize("name", NAMES)
def test_what_greedy_search_wrote_is_what_it_goes_on_with(name):
    model = made(name)
    whole = decode(model, SOURCES, beam=1, longest=LONGEST)
    for length in range(3):
        prefixes = [[i for i in h.ids[:length] if i != EOS] for (h,) in whole]
        again = decode(model, SOURCES, beam=1, longest=LONGEST, prefixes=prefixes)
        assert ids_of(again) == ids_of(whole)


def test_a_wide_beam_after_a_prefix_is_exhaustive_search():
    """Every answer that begins with b, ended or cut, in the order of its own probability."""
    model, longest = random_table(4), 4
    words = range(EOS + 1, VOCABULARY)
    answers = [[B, *some, EOS] for n in range(longest - 1) for some in product(words, repeat=n)]
    cut = [[B, *some] for some in product(words, repeat=longest - 1)]
    scored = force(model, [[3]] * len(answers + cut), answers + cut)
    (found,) = decode(model, [[3]], beam=len(answers + cut), longest=longest, prefixes=[[B]])
    ended = sorted((h for h in scored if h.finished), key=lambda h: -h.log_probability)
    unended = sorted((h for h in scored if not h.finished), key=lambda h: -h.log_probability)
    assert [h.ids for h in found] == [h.ids for h in ended + unended]
    assert [h.log_probability for h in found] == pytest.approx(
        [h.log_probability for h in ended + unended]
    )


def test_the_penalty_counts_the_prefix_by_hand():
    """b then end: log(0.4 · 0.9) over two symbols; b a end: log(0.4 · 0.1) over three."""
    table = {(): {A: 0.6, B: 0.4}, (B,): {EOS: 0.9, A: 0.1}}
    model = TableModel(lambda _, words: table.get(words, {EOS: 1.0}))
    (found,) = decode(
        model, [[3]], beam=2, longest=9, prefixes=[[B]], length_penalty=1.0, length_formula="power"
    )
    assert [h.ids for h in found] == [(B, EOS), (B, A, EOS)]
    wanted = [log(0.36) / 2, log(0.04) / 3]
    assert [h.ranking_score for h in found] == pytest.approx(wanted)


@pytest.mark.parametrize("beam", [1, 2])
def test_after_an_impossible_prefix_the_likeliest_still_follows(beam):
    table = {(): {A: 1.0}, (C,): {B: 0.7, EOS: 0.3}}
    model = TableModel(lambda _, words: table.get(words, {EOS: 1.0}))
    (found,) = decode(model, [[3]], beam=beam, longest=9, prefixes=[[C]])
    assert [h.ids for h in found] == [(C, B, EOS), (C, EOS)][:beam]
    assert {h.log_probability for h in found} == {-torch.inf}


@pytest.mark.parametrize("beam", [1, 3])
def test_a_prefix_as_long_as_the_limit_is_all_of_the_answer(beam):
    (found,) = decode(random_table(1), [[3]], beam=beam, longest=2, prefixes=[[A, B]])
    assert [(h.ids, h.finished) for h in found] == [((A, B), False)]


def test_what_cannot_be_forced():
    with pytest.raises(ValueError, match="a prefix of 3 symbols, the limit is 2"):
        Prefixes([[A], [A, A, A]], 2)
    for symbol in (PAD, BOS, EOS):
        with pytest.raises(ValueError, match="cannot hold"):
            Prefixes([[A, symbol]], 9)
    with pytest.raises(ValueError, match="zip"):
        decode(random_table(1), [[3], [4]], beam=1, longest=3, prefixes=[[A]])


def test_the_small_models_take_these_sources():
    assert max(map(max, SOURCES)) < SOURCE_SYMBOLS
