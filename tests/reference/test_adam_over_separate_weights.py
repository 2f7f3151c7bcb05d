"""`FlatAdam`, all weights in one vector, equals torch's Adam over separate weights."""

import pytest
import torch
from small_models import OPTIONS, SIZES, padded_batch, small_model, small_recipe

from seq2see.training.optimiser import FlatAdam

RATES = [0.001, 0.003, 0.002, 0.0005, 0.004]


def check_five_updates(clip: float, *options: str) -> None:
    recipe = small_recipe(*SIZES, *options, f"training.clip_norm={clip}")
    flat, plain = (small_model(*options) for _ in range(2))
    ours = FlatAdam(flat, recipe.training)
    theirs = torch.optim.Adam(plain.parameters(), betas=(0.9, 0.999), eps=1e-8)
    for seed, rate in enumerate(RATES):
        batch = padded_batch(seed)
        for model in (flat, plain):
            model.zero_grad(set_to_none=False) if model is plain else ours.clear()
            model(*batch).square().mean().backward()
        ours.update(rate)
        if clip:
            torch.nn.utils.clip_grad_norm_(plain.parameters(), clip)
        theirs.param_groups[0]["lr"] = rate
        theirs.step()
    found, wanted = (list(m.parameters()) for m in (flat, plain))
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-10)


@pytest.mark.parametrize("clip", [0.0, 0.05])
@pytest.mark.parametrize("option", ["post-norm", "one table for all", "projection bias"])
def test_five_updates(clip, option):
    check_five_updates(clip, *OPTIONS[option])


def test_gradients_add_up_until_cleared():
    model, batch = small_model(), padded_batch()
    optimiser = FlatAdam(model, small_recipe().training)
    model(*batch).sum().backward()
    once = optimiser.gradient.clone()
    model(*batch).sum().backward()
    torch.testing.assert_close(optimiser.gradient, 2 * once)
    optimiser.clear()
    assert not optimiser.gradient.any()


def test_the_model_computes_with_the_vector():
    model, batch = small_model(), padded_batch()
    with torch.no_grad():
        before = model(*batch)
        optimiser = FlatAdam(model, small_recipe().training)
        torch.testing.assert_close(model(*batch), before)
        optimiser.weights.data.zero_()
        assert not model(*batch).any()
