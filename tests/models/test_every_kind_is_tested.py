"""What is tested over all models really is all of them: kinds, values, and pairs of values."""

from itertools import combinations, product
from typing import Literal, get_args

import msgspec
import pytest
from small_models import FIRST_OF_KIND, MODELS, model_of, options_of

from seq2see.core.recipe import Count, Model, Section
from seq2see.models.contract import DecoderState, Seq2Seq
from seq2see.models.registry import AnyModel


def test_every_kind_of_recipe_builds_a_model_of_its_own():
    models = [model_of(name) for name in FIRST_OF_KIND.values()]
    assert set(FIRST_OF_KIND) == set(get_args(Model))
    assert {type(model) for model in models} == set(get_args(AnyModel))
    assert len(models) == len(get_args(AnyModel))
    assert all(isinstance(model, Seq2Seq) for model in models)


@pytest.mark.parametrize("kind", get_args(Model))
def test_every_pair_of_values_stands_together_in_some_model(kind):
    sections = [msgspec.structs.asdict(r.model) for r in MODELS.values() if type(r.model) is kind]
    options = options_of(kind)
    for one, other in combinations(options, 2):
        together = {(section[one], section[other]) for section in sections}
        assert together == set(product(options[one], options[other]))


def test_a_number_without_a_small_size_is_an_error():
    class New(Section, frozen=True, tag_field="kind", tag="new"):
        width: Count
        mode: Literal["a", "b"]
        experts: Count

    with pytest.raises(AssertionError, match=r"New\.experts: no small size is known"):
        options_of(New)


@pytest.mark.parametrize("name", FIRST_OF_KIND.values())
def test_a_state_can_be_selected(name):
    import torch

    model = model_of(name)
    source = torch.tensor([[3, 4]])
    assert isinstance(model.start(model.encode(source, source > 0)), DecoderState)
