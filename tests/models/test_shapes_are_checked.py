"""Under pytest a wrong shape is an error at the signature that it breaks."""

import pytest
import torch
from jaxtyping import TypeCheckError
from small_models import padded_batch, small_model

from seq2see.models.masks import source_mask
from seq2see.training.loss import smoothed_cross_entropy


def test_a_wrong_number_of_axes_is_refused():
    with pytest.raises(TypeCheckError):
        source_mask(torch.ones(5, dtype=torch.bool))


def test_axes_of_one_name_must_agree():
    model, batch = small_model(), padded_batch()
    with pytest.raises(TypeCheckError):
        model(batch.source, batch.source_is_token[:, :3], batch.target_in)


def test_a_mask_of_another_type_is_refused():
    model, batch = small_model(), padded_batch()
    with pytest.raises(TypeCheckError):
        model.encode(batch.source, batch.source_is_token.int())


def test_the_loss_is_checked_too():
    with pytest.raises(TypeCheckError):
        smoothed_cross_entropy(torch.zeros(3, 5, 7), torch.zeros(3, 7, dtype=torch.int64), 0.1)
