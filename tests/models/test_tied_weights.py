"""Tied weights are one tensor: counted once, saved once, loaded once, learned together."""

import pytest
import torch
from small_models import (
    MODELS,
    OPTIONS,
    SHARED,
    model_of,
    padded_batch,
    small_model,
    small_recipe,
)
from torch import nn

from seq2see.inspection.parameters import parameter_table
from seq2see.models.named_weights import named_weights
from seq2see.store.weights import load_weights, save_weights
from seq2see.training.optimiser import FlatAdam

TARGET_OUTPUT = OPTIONS["target table is output"]


def check_the_output_layer_is_the_target_table(*options: str) -> None:
    model = small_model(*options)
    assert model.output.weight is model.target_embedding.tokens.weight
    total = parameter_table(model, small_recipe(*options).model)[-1].parameters
    untied = small_model(*[o for o in options if "shared_embeddings" not in o])
    tables = 2 if "model.shared_embeddings=all" in options else 1
    assert total == sum(p.numel() for p in untied.parameters()) - tables * 19 * 22


@pytest.mark.parametrize("options", [TARGET_OUTPUT, SHARED])
def test_the_output_layer_is_the_target_table(options):
    check_the_output_layer_is_the_target_table(*options)


def test_one_table_serves_both_sides():
    model = small_model(*SHARED)
    assert model.source_embedding.tokens is model.target_embedding.tokens


def test_without_sharing_all_tables_differ():
    model = small_model()
    tables = [model.source_embedding.tokens, model.target_embedding.tokens, model.output]
    assert len({table.weight.data_ptr() for table in tables}) == 3


@pytest.mark.parametrize("options", [TARGET_OUTPUT, SHARED])
def test_a_tied_weight_is_saved_once_and_loads_into_all_its_places(options, tmp_path):
    model, other = small_model(*options), small_model(*options, seed=29)
    names = named_weights(model)
    assert "output.weight" not in names
    assert ("source_embedding.tokens.weight" in names) or options != SHARED
    assert ("target_embedding.tokens.weight" in names) == (options != SHARED)
    save_weights(model, tmp_path)
    load_weights(other, tmp_path)
    assert other.output.weight is other.target_embedding.tokens.weight
    assert torch.equal(model(*padded_batch()), other(*padded_batch()))


@pytest.mark.parametrize("options", [TARGET_OUTPUT, SHARED])
def test_training_keeps_the_tie(options):
    model = small_model(*options).float()
    optimiser = FlatAdam(model, small_recipe(*options).training)
    assert optimiser.weights.numel() == sum(w.numel() for w in named_weights(model).values())
    before = model.output.weight.detach().clone()
    model(*padded_batch()).square().mean().backward()
    optimiser.update(0.1)
    assert not torch.equal(model.output.weight, before)
    assert model.output.weight is model.target_embedding.tokens.weight


def test_moving_and_casting_keep_the_tie():
    model = nn.ModuleList([small_model(*SHARED)]).float().double()[0]
    assert model.output.weight is model.source_embedding.tokens.weight


def places_by_weight(model: nn.Module) -> list[list[str]]:
    """The names of all places that hold the same weight, for each weight."""
    places: dict[int, list[str]] = {}
    for name, weight in model.named_parameters(remove_duplicate=False):
        places.setdefault(id(weight), []).append(name)
    return list(places.values())


@pytest.mark.parametrize("name", MODELS)
def test_what_is_shared_is_counted_saved_and_learned_once(name, tmp_path):
    model, other = model_of(name), model_of(name, seed=29)
    shared = [names for names in places_by_weight(model) if len(names) > 1]
    recipe = MODELS[name].model
    ties = getattr(recipe, "tied_output", False) or recipe.shared_embeddings != "none"
    assert bool(shared) == ties
    named = named_weights(model)
    for names in shared:
        assert len(set(names) & set(named)) == 1
    save_weights(model, tmp_path)
    load_weights(other, tmp_path)
    assert torch.equal(model(*padded_batch()), other(*padded_batch()))
    optimiser = FlatAdam(model.float(), MODELS[name].training)
    model(*padded_batch()).square().mean().backward()
    optimiser.update(0.1)
    assert places_by_weight(model) == places_by_weight(other)
    for names in shared:
        first, *others = (model.get_parameter(place) for place in names)
        assert all(one is first for one in others)


def test_an_lstm_reads_out_through_the_target_s_table():
    from small_models import lstm_recipe

    model = model_of(lstm_recipe(tied_output=True, attention="dot"))
    assert model.output.weight is model.target_embedding.weight
    both = model_of(lstm_recipe(tied_output=True, attention="dot", shared_embeddings="all"))
    assert both.output.weight is both.source_embedding.weight
