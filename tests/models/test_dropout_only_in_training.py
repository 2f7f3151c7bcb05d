"""Dropout works in train mode and nowhere else."""

import msgspec
import pytest
import torch
from small_models import MODELS, model_of, padded_batch, small_model


def without_dropout(name):
    recipe = MODELS[name]
    model = msgspec.structs.replace(recipe.model, dropout=0.0)
    return model_of(msgspec.structs.replace(recipe, model=model))


@pytest.mark.parametrize("name", MODELS)
def test_evaluation_is_the_same_every_time(name):
    model, batch = model_of(name), padded_batch()
    assert torch.equal(model(*batch), model(*batch))


@pytest.mark.parametrize("name", MODELS)
def test_evaluation_equals_a_model_without_dropout(name):
    batch = padded_batch()
    assert MODELS[name].model.dropout > 0
    assert torch.equal(model_of(name)(*batch), without_dropout(name)(*batch))


@pytest.mark.parametrize("name", MODELS)
def test_training_differs_from_call_to_call(name):
    model, batch = model_of(name).train(), padded_batch()
    assert not torch.equal(model(*batch), model(*batch))


@pytest.mark.parametrize("name", MODELS)
def test_training_without_dropout_is_evaluation(name):
    model, batch = without_dropout(name), padded_batch()
    assert torch.equal(model.train()(*batch), model.eval()(*batch))


def test_embedded_rows_and_every_sublayer_drop():
    """Vaswani et al. 2017, §5.4: each sublayer's output, and the sums of the embedded rows."""
    model, batch = small_model("model.dropout=0.5").train(), padded_batch()
    dropped: set[str] = set()
    for path, module in model.named_modules():
        if isinstance(module, torch.nn.Dropout):
            module.register_forward_hook(
                lambda _module, given, out, path=path: (
                    dropped.add(path) if bool(((out == 0) & (given[0] != 0)).any()) else None
                )
            )
    model(*batch)
    encoder = {f"encoder.layers.{i}.add_norm_{j}.dropout" for i in (0, 1) for j in (1, 2)}
    decoder = {f"decoder.layers.{i}.add_norm_{j}.dropout" for i in (0, 1) for j in (1, 2, 3)}
    ends = {"source_embedding.dropout", "target_embedding.dropout"}
    assert dropped == encoder | decoder | ends
