"""A row is its token's row times √width plus its position's row."""

import pytest
import torch
from small_models import WIDTH, padded_batch, small_model, small_recipe

from seq2see.models.embedding import token_table
from seq2see.models.positions import sinusoids


def check_rows_are_scaled_tokens_plus_positions() -> None:
    model, batch = small_model(), padded_batch()
    embedding = model.target_embedding
    wanted = embedding.tokens.weight[batch.target_in] * WIDTH**0.5
    wanted = wanted + sinusoids(batch.target_in.shape[1], WIDTH, "interleaved").double()
    torch.testing.assert_close(embedding(batch.target_in), wanted)


def test_rows_are_scaled_tokens_plus_positions():
    check_rows_are_scaled_tokens_plus_positions()


def test_a_later_start_takes_later_positions():
    embedding, ids = small_model().target_embedding, padded_batch().target_in
    torch.testing.assert_close(embedding(ids[:, 3:], start=3), embedding(ids)[:, 3:])


def test_without_the_scale_a_row_is_token_plus_position():
    embedding = small_model("model.embedding_scale=false").source_embedding
    ids = padded_batch().source
    wanted = embedding.tokens.weight[ids] + sinusoids(5, WIDTH, "interleaved").double()
    torch.testing.assert_close(embedding(ids), wanted)


@pytest.mark.parametrize(("init", "length"), [("small", 1.0), ("unit", 8.0)])
def test_a_fresh_row_is_about_1_or_about_the_root_of_the_width_long(init, length):
    torch.manual_seed(23)
    table = token_table(small_recipe(f"model.embedding_init={init}").model, 997)
    assert table.weight.norm(dim=1).mean().item() == pytest.approx(length, rel=0.02)
