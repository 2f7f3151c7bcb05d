"""Which pairs a model is examined with."""

import pytest
from broken import RECIPES

from seq2see.core.errors import InputError
from seq2see.data.pair import Pair
from seq2see.data.tasks import codec_of
from seq2see.doctor.sample import USUAL, WORK, choose, spread
from seq2see.models.transformer import TransformerModel

CODEC = codec_of(RECIPES[TransformerModel])
PAIRS = [Pair(str(number), "one") for number in [*range(1, 1000, 7), 0]]


def chosen(pairs=PAIRS, *, count=None, weights=1000, seed=1):
    return choose(pairs, CODEC, count=count, weights=weights, seed=seed, origin="pairs.tsv")


def test_a_sample_goes_from_the_shortest_to_the_longest():
    sample = chosen(count=5)
    lengths = [len(source) for source in sample.sources]
    assert lengths == sorted(lengths)
    assert (lengths[0], lengths[-1]) == (1, 3)
    assert [PAIRS[number - 1] for number in sample.numbers] == sample.pairs
    assert len(set(sample.numbers)) == 5


def test_the_same_seed_chooses_the_same_pairs():
    assert chosen(count=5) == chosen(count=5)
    assert chosen(count=5) != chosen(count=5, seed=2)


def test_a_large_model_gets_few_pairs_unless_more_are_asked_for():
    assert len(chosen().pairs) == USUAL
    assert len(chosen(weights=WORK // 50).pairs) == 10
    assert len(chosen(weights=10**12).pairs) == 2
    assert len(chosen(weights=10**12, count=7).pairs) == 7
    assert len(chosen(count=10_000).pairs) == len(PAIRS)


def test_places_are_spread_with_both_ends():
    assert spread(9, 3) == [0, 4, 8]
    assert spread(3, 5) == [0, 1, 2]
    assert spread(5, 1) == [4]
    assert spread(0, 8) == []


def test_bad_pairs_are_all_listed_and_blank_ones_left_out():
    with pytest.raises(InputError) as caught:
        chosen([Pair("x", "one"), Pair("1", "one"), Pair("2", "tow")])
    assert "pairs.tsv, line 1, source: symbol 1, 'x'" in caught.value.message()
    assert "pairs.tsv, line 3, target: symbol 1, 'tow'" in caught.value.message()
    assert chosen([Pair(" ", "x"), Pair("1", "one")]).numbers == [2]
    with pytest.raises(InputError, match="every source is blank"):
        chosen([Pair("", "one")])
