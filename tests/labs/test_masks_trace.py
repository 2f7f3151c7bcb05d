"""The three masks lab: the chapter's answers, by hand, and what real models really block."""

import msgspec
import pytest
import torch
from blank_models import OneModel, opened
from hypothesis import given
from hypothesis import strategies as st
from small_models import lstm_recipe, one_stack_recipe, small_recipe

from seq2see.core.errors import InputError
from seq2see.core.padding import pad, pad_sources
from seq2see.core.special import BOS
from seq2see.inspection.recorder import record
from seq2see.labs.ask import answer
from seq2see.labs.masks import Masks, Sentence
from seq2see.labs.request import Request

PAIRS = [("42", "forty two"), ("427", "four hundred twenty seven")]


def masks_of(*pairs, recipe=None, **options):
    shelf = None if recipe is None else OneModel(opened(recipe))
    request = Masks(
        sentences=[Sentence(*pair) for pair in pairs],
        model=None if recipe is None else "it",
        **options,
    )
    return answer(request, shelf)


def table(trace, name):
    """(sentence, query, key), True where blocked."""
    found = trace.arrays[name]
    return torch.tensor(found.values).view([trace.axes[axis] for axis in found.axes]).bool()


def test_the_chapters_three_masks():
    """N7 §5's code question: src = [7, 5, 0], tgt_in = [1, 25, 5, 0, 0]."""
    trace = masks_of(*PAIRS)
    assert [one.text for one in trace.tokens["target/0"]] == ["<bos>", "forty", "two"] + [
        "<pad>"
    ] * 2
    assert table(trace, "encoder")[0].long().tolist() == [[0, 0, 1]] * 3
    assert table(trace, "decoder")[0].long().tolist() == [
        [0, 1, 1, 1, 1],
        [0, 0, 1, 1, 1],
        [0, 0, 0, 1, 1],
        [0, 0, 0, 1, 1],
        [0, 0, 0, 1, 1],
    ]
    assert table(trace, "cross")[0].long().tolist() == [[0, 0, 1]] * 5


def test_the_chapters_count_of_blocked_cells():
    """N7 §5: 42 in 5 positions; how many of the 25 cells are blocked?"""
    decoder = masks_of(PAIRS[0], target_places=5).masks[1].counts[0]
    assert (decoder.cells, decoder.blocked) == (25, 13)
    assert decoder.later == 10 and decoder.padding == 10 and decoder.both == 7


@pytest.mark.parametrize(
    ("source", "words", "options", "shapes"),
    [
        # "The source has 5 tokens, the decoder input is <bos> plus 5 words": causal mask (6, 6).
        ("12345", "a b c d e", {}, {"decoder": (6, 6)}),
        # "Padded to 3 tokens, decoder input 5": cross scores (64, 4, 5, 3).
        ("42", "forty two", {"source_places": 3, "target_places": 5}, {"cross": (5, 3)}),
        # "Decoder input 3 tokens, source 6 words": one head's cross weights (2, 3, 6).
        ("a b c d e f", "one two", {}, {"cross": (3, 6)}),
    ],
)
def test_the_chapters_shapes(source, words, options, shapes):
    trace = masks_of((source, words), **options)
    for mask in trace.masks:
        if mask.name in shapes:
            assert (trace.axes[mask.queries], trace.axes[mask.keys]) == shapes[mask.name]


sentences = st.tuples(st.text("123456789", min_size=1, max_size=5),
                      st.lists(st.sampled_from(["one", "two", "six"]), min_size=1, max_size=5)
                      .map(" ".join))  # fmt: skip
places = st.none() | st.integers(1, 9)


@given(st.lists(sentences, min_size=1, max_size=3), places, places)
def test_counts_add_up_and_a_cell_is_blocked_for_a_reason(pairs, source_places, target_places):
    trace = masks_of(*pairs, source_places=source_places, target_places=target_places)
    for mask in trace.masks:
        blocked, padding = table(trace, mask.name), table(trace, f"{mask.keys}-padding")
        for one, columns, count in zip(blocked, padding, mask.counts, strict=True):
            later = torch.ones_like(one).triu(1) & mask.causal
            assert torch.equal(one, later | columns)
            assert count.blocked == count.later + count.padding - count.both == int(one.sum())
            assert count.cells == one.numel() and not one.all(1).any()


def recorded(predictor, pairs):
    """What a model showed of attention for these pairs in one batch, all words at once."""
    codec = predictor.codec
    source, is_token = pad_sources([codec.source_ids(one) for one, _ in pairs])
    target_in = pad([[BOS, *codec.target_ids(one)[:-1]] for _, one in pairs])
    with torch.no_grad(), record(predictor.model) as recorder:
        predictor.model.forward(source, is_token, target_in)
    return recorder.tensors


@pytest.mark.parametrize(
    ("name", "tap"),
    [
        ("encoder", "encoder.layers.0.self_attention.weights"),
        ("decoder", "decoder.layers.1.self_attention.weights"),
        ("cross", "decoder.layers.0.cross_attention.weights"),
    ],
)
def test_a_transformer_gives_no_weight_exactly_where_the_mask_says_blocked(name, tap):
    predictor = opened(small_recipe())
    trace = answer(
        Masks(sentences=[Sentence(*pair) for pair in PAIRS], model="it"), OneModel(predictor)
    )
    weights = recorded(predictor, PAIRS)[tap][0]
    wanted = table(trace, name)[:, None].expand(weights.shape)
    assert trace.kind == "transformer" and trace.heads == weights.shape[1]
    assert torch.equal(weights == 0, wanted)


def test_an_lstm_has_one_mask_and_says_why_it_needs_no_other():
    predictor = opened(lstm_recipe(attention="additive"))
    trace = answer(
        Masks(sentences=[Sentence(*pair) for pair in PAIRS], model="it"), OneModel(predictor)
    )
    assert [mask.name for mask in trace.masks] == ["cross"] and "no causal mask" in trace.notes[0]
    weights = recorded(predictor, PAIRS)["attention.weights"][0][:, 0]
    assert torch.equal(weights == 0, table(trace, "cross"))


def test_a_plain_lstm_has_none():
    trace = masks_of(*PAIRS, recipe=lstm_recipe(attention="none"))
    assert not trace.attention and trace.masks == [] and "no attention" in trace.notes[0]


def test_one_stack_has_one_mask_over_source_and_words():
    predictor = opened(one_stack_recipe())
    trace = answer(
        Masks(sentences=[Sentence(*pair) for pair in PAIRS], model="it"), OneModel(predictor)
    )
    whole, shown = table(trace, "whole"), recorded(predictor, PAIRS)
    places = trace.axes["sequence"]
    source = places - 5
    of_source = shown["stack.layers.0.self_attention.prefill.weights"]
    assert torch.equal(of_source[0][:, 0] == 0, whole[:, :source, :source])
    assert whole[:, :source, source:].all()
    words = shown["stack.layers.0.self_attention.weights"][0][:, 0]
    assert torch.equal(words == 0, whole[:, source:])


def test_a_models_own_symbols_and_its_unknown_ones(models):
    (mask,) = answer(Masks(sentences=[Sentence("bΩd", "B")], model="pairs"), models).masks
    trace = answer(Masks(sentences=[Sentence("bΩd", "B")], model="pairs"), models)
    assert mask.name == "cross"
    assert [one.unknown for one in trace.tokens["source/0"] if not one.special] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("model", [None, "reader", "lstm", "plain", "pairs"])
def test_whatever_is_typed_gives_masks_or_a_message(models, model):
    from typed_texts import TEXTS

    for text in TEXTS.values():
        try:
            answer(Masks(sentences=[Sentence(text, text)], model=model), models)
        except InputError as error:
            assert error.what and len(error.message()) < 2_500


@pytest.mark.parametrize("wrong", [{"sentences": []}, {"source_places": 81}])
def test_what_is_too_much_is_refused(wrong):
    data = {"ask": "masks", "sentences": [{"source": "4", "target": "four"}]} | wrong
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Request)
