"""Every tensor that the chapter's microscope shows is there, with an axis name for each axis."""

import pytest
import torch
from small_models import OPTIONS, padded_batch, small_model

from seq2see.core.recipe_file import load_recipe
from seq2see.data.batch import collate
from seq2see.data.tasks import codec_of
from seq2see.inspection.trace import Trace, trace_forward
from seq2see.models.registry import build_model

EMBEDDING = ["ids", "tokens", "scaled", "positions", "rows"]
ATTENTION = ["queries", "keys", "values", "scores", "masked_scores", "weights", "context",
             "joined", "output"]  # fmt: skip
ADD_NORM = ["sum", "normalised"]
FEED_FORWARD = ["hidden", "output"]


def named(path: str, names: list[str]) -> list[str]:
    return [f"{path}.{name}" for name in names]


ENCODER = [
    *named("source_embedding", EMBEDDING),
    *named("encoder.layers.0.self_attention", ATTENTION),
    *named("encoder.layers.0.add_norm_1", ADD_NORM),
    *named("encoder.layers.0.feed_forward", FEED_FORWARD),
    *named("encoder.layers.0.add_norm_2", ADD_NORM),
    "encoder.output",
]
DECODER = [
    *named("target_embedding", EMBEDDING),
    *named("decoder.layers.0.self_attention", ATTENTION),
    *named("decoder.layers.0.add_norm_1", ADD_NORM),
    *named("decoder.layers.0.cross_attention", ATTENTION),
    *named("decoder.layers.0.add_norm_2", ADD_NORM),
    *named("decoder.layers.0.feed_forward", FEED_FORWARD),
    *named("decoder.layers.0.add_norm_3", ADD_NORM),
    "decoder.output",
]


@pytest.fixture(scope="module")
def microscope() -> Trace:
    """`89` and `<bos> eighty nine`, beside a longer pair: sources of 3, targets of 4 places."""
    recipe = load_recipe("microscope")
    codec = codec_of(recipe)
    torch.manual_seed(23)
    model = build_model(recipe, len(codec.source), len(codec.target))
    sources = [codec.source_ids(number) for number in ("89", "123")]
    targets = [codec.target_ids(words) for words in ("eighty nine", "one two three")]
    batch = collate(sources, targets)
    return trace_forward(model, batch.source, batch.source_is_token, batch.target_in)


def test_the_microscope_shows_every_step_in_the_order_of_the_computation(microscope):
    assert list(microscope) == [*ENCODER, *DECODER, "logits"]


def test_the_axes_have_the_microscopes_sizes(microscope):
    sizes = {"batch": 2, "head": 1, "width": 6, "head_width": 6, "inner": 12, "vocabulary": 31}
    for name, array in microscope.items():
        for axis, size in zip(array.axes, array.values.shape, strict=True):
            if axis in sizes:
                assert size == sizes[axis], (name, axis)
    shapes = {name: tuple(array.values.shape) for name, array in microscope.items()}
    assert shapes["encoder.output"] == (2, 3, 6)
    assert shapes["encoder.layers.0.self_attention.scores"] == (2, 1, 3, 3)
    assert shapes["decoder.layers.0.self_attention.scores"] == (2, 1, 4, 4)
    assert shapes["decoder.layers.0.cross_attention.scores"] == (2, 1, 4, 3)
    assert shapes["logits"] == (2, 4, 31)


def test_what_is_shown_is_what_is_computed(microscope):
    """Each tensor follows from those before it, as the chapter computes them."""
    t = {name: array.values for name, array in microscope.items()}
    embedding, attention = "source_embedding", "encoder.layers.0.self_attention"
    close = torch.testing.assert_close
    close(t[f"{embedding}.scaled"], t[f"{embedding}.tokens"] * 6**0.5)
    close(t[f"{embedding}.rows"], t[f"{embedding}.scaled"] + t[f"{embedding}.positions"])
    scores = t[f"{attention}.queries"] @ t[f"{attention}.keys"].mT / 6**0.5
    close(t[f"{attention}.scores"], scores)
    close(t[f"{attention}.weights"], t[f"{attention}.masked_scores"].softmax(-1))
    close(t[f"{attention}.context"], t[f"{attention}.weights"] @ t[f"{attention}.values"])
    close(t[f"{attention}.joined"], t[f"{attention}.context"][:, 0])
    added = t[f"{embedding}.rows"] + t[f"{attention}.output"]
    close(t["encoder.layers.0.add_norm_1.sum"], added)
    close(t["encoder.output"], t["encoder.layers.0.add_norm_2.normalised"])
    assert bool(torch.isneginf(t[f"{attention}.masked_scores"][0, 0, :, 2]).all())


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_names_every_axis(option):
    trace = trace_forward(small_model(*OPTIONS[option]), *padded_batch())
    assert all(len(array.axes) == array.values.ndim for array in trace.values())


@pytest.mark.parametrize("option", OPTIONS)
def test_the_model_names_its_attention_over_the_source(option):
    model = small_model(*OPTIONS[option])
    trace = trace_forward(model, *padded_batch())
    wanted = [name for name in trace if name.endswith("cross_attention.weights")]
    assert list(model.source_attention) == wanted
    assert len(wanted) == len(model.decoder.layers)


def test_the_last_tap_is_what_forward_returns():
    model, batch = small_model(), padded_batch()
    with torch.no_grad():
        torch.testing.assert_close(trace_forward(model, *batch)["logits"].values, model(*batch))
