"""Pairs as padded batches, and the order of an epoch."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import small_recipe

from seq2see.core.special import BOS, EOS, PAD
from seq2see.data.batch import collate
from seq2see.data.epochs import epoch_batches
from seq2see.data.tasks import codec_of

FOUR, HUNDRED, TWENTY, SEVEN, FORTY, TWO = 7, 31, 23, 10, 25, 5


def test_427_beside_42_by_hand():
    codec = codec_of(small_recipe())
    texts = {"427": "four hundred twenty seven", "42": "forty two"}
    batch = collate(
        [codec.source_ids(text) for text in texts],
        [codec.target_ids(text) for text in texts.values()],
    )
    assert batch.source.tolist() == [[7, 5, 10], [7, 5, PAD]]
    assert batch.source_is_token.tolist() == [[True, True, True], [True, True, False]]
    assert batch.target_in.tolist() == [
        [BOS, FOUR, HUNDRED, TWENTY, SEVEN],
        [BOS, FORTY, TWO, PAD, PAD],
    ]
    assert batch.target_out.tolist() == [
        [FOUR, HUNDRED, TWENTY, SEVEN, EOS],
        [FORTY, TWO, EOS, PAD, PAD],
    ]


ROWS = st.lists(st.lists(st.integers(3, 20), min_size=1, max_size=9), min_size=1, max_size=6)


@given(ROWS, st.data())
def test_padding_stands_on_the_right_only(sources, data):
    count = len(sources)
    words = st.lists(st.integers(3, 20), max_size=9).map(lambda ids: [*ids, EOS])
    targets = data.draw(st.lists(words, min_size=count, max_size=count))
    batch = collate(sources, targets)
    for row, ids in enumerate(sources):
        assert batch.source[row, : len(ids)].tolist() == ids
        assert batch.source_is_token[row].tolist() == [
            place < len(ids) for place in range(batch.source.shape[1])
        ]
        assert not batch.source[row, len(ids) :].any()
    for row, ids in enumerate(targets):
        assert batch.target_out[row, : len(ids)].tolist() == ids
        assert batch.target_in[row, : len(ids)].tolist() == [BOS, *ids[:-1]]
        assert not batch.target_out[row, len(ids) :].any()
        assert not batch.target_in[row, len(ids) :].any()
    assert batch.source.shape[1] == max(map(len, sources))
    assert batch.target_out.shape[1] == max(map(len, targets))


def test_an_empty_source_is_refused():
    with pytest.raises(ValueError, match="empty source"):
        collate([[3], []], [[3, EOS], [EOS]])


def batches_of(sources, batch_pairs, seed, epoch, bucket_batches=0, tokens=0, targets=None):
    training = msgspec.structs.replace(
        small_recipe().training, batch_pairs=batch_pairs, seed=seed,
        bucket_batches=bucket_batches, batch_tokens=tokens,
    )  # fmt: skip
    return epoch_batches(sources, targets or sources, training, epoch)


@given(st.integers(1, 60), st.integers(1, 70), st.integers(0, 2**31 - 1), st.integers(1, 99))
def test_an_epoch_holds_every_pair_once(pairs, batch_pairs, seed, epoch):
    batches = batches_of([5] * pairs, batch_pairs, seed, epoch)
    assert sorted(index for batch in batches for index in batch) == list(range(pairs))
    assert all(len(batch) == batch_pairs for batch in batches[:-1])
    assert 1 <= len(batches[-1]) <= batch_pairs
    assert len(batches) == -(-pairs // batch_pairs)


def order_of(batch_pairs, seed, epoch):
    return [index for batch in batches_of([5] * 97, batch_pairs, seed, epoch) for index in batch]


def test_the_order_depends_on_seed_and_epoch_alone():
    assert order_of(7, 1, 1) == order_of(7, 1, 1)
    assert order_of(7, 1, 1) == order_of(13, 1, 1)
    orders = [order_of(7, seed, epoch) for seed in (1, 2, 3) for epoch in (1, 2, 3)]
    assert len({tuple(order) for order in orders}) == 9
    assert order_of(7, 1, 1) != list(range(97))


LENGTHS = [1 + (7 * place) % 23 for place in range(97)]


def bucketed(bucket_batches, seed=1, epoch=1):
    return batches_of(LENGTHS, 7, seed, epoch, bucket_batches)


def padding(batches):
    sizes = [[LENGTHS[index] for index in batch] for batch in batches]
    return sum(max(batch) * len(batch) - sum(batch) for batch in sizes)


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=60),
    st.integers(1, 9),
    st.integers(0, 9),
    st.integers(1, 99),
)
def test_buckets_hold_every_pair_once(lengths, batch_pairs, bucket_batches, epoch):
    batches = batches_of(lengths, batch_pairs, 3, epoch, bucket_batches)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    assert all(1 <= len(batch) <= batch_pairs for batch in batches)
    assert len(batches) == -(-len(lengths) // batch_pairs)


def test_buckets_hold_less_padding_the_wider_they_are():
    none, few, all_of_them = (padding(bucketed(size)) for size in (0, 4, 99))
    assert all_of_them < few < none / 2


def test_buckets_depend_on_seed_and_epoch_alone_and_are_shuffled():
    assert bucketed(4) == bucketed(4)
    orders = [str(bucketed(4, seed, epoch)) for seed in (1, 2) for epoch in (1, 2)]
    assert len(set(orders)) == 4
    longest = [max(LENGTHS[index] for index in batch) for batch in bucketed(99)]
    assert longest != sorted(longest)


@given(
    st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), min_size=1, max_size=60),
    st.integers(60, 200),
    st.integers(1, 20),
    st.integers(0, 5),
)
def test_the_limit_of_tokens_is_never_exceeded(lengths, tokens, batch_pairs, bucket_batches):
    sources, targets = [s for s, _ in lengths], [t for _, t in lengths]
    batches = batches_of(sources, batch_pairs, 3, 1, bucket_batches, tokens, targets)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        widest = max(sources[i] for i in batch) + max(targets[i] for i in batch)
        assert len(batch) * widest <= tokens
        assert len(batch) <= batch_pairs


def test_batches_are_filled_up_to_the_limit_of_tokens():
    assert [len(batch) for batch in batches_of([5] * 10, 99, 1, 1, tokens=40)] == [4, 4, 2]
    assert [len(batch) for batch in batches_of([5] * 10, 3, 1, 1, tokens=40)] == [3, 3, 3, 1]
