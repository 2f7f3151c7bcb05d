"""Small models and batches for every test that computes with one. Sizes are distinct primes.

`MODELS` holds recipes of every kind of model that the `Model` union of recipes knows, with every
pair of their options' values together in at least one. A kind that is added is found here by
itself, and so tested by everything that runs over `MODELS`; only a size whose name was never seen
before has to be given in `SIZES_OF_FIELDS`.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
import torch
from hypothesis import strategies as st
from torch import Tensor

from seq2see.core.errors import RecipeError
from seq2see.core.recipe import Model, Recipe, Section
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.core.recipe_override import override
from seq2see.core.special import BOS, PAD
from seq2see.models.registry import AnyModel, build_model

BATCH, SOURCE, TARGET, HEADS, HEAD_WIDTH, INNER = 3, 5, 7, 2, 11, 13
WIDTH = HEADS * HEAD_WIDTH
SOURCE_SYMBOLS, TARGET_SYMBOLS = 17, 19
SEED = 23

SIZES = [f"model.width={WIDTH}", f"model.heads={HEADS}", f"model.inner={INNER}"]
SHARED = ["text.shared_vocabulary=true", "model.shared_embeddings=all"]

OPTIONS: dict[str, list[str]] = {
    "post-norm": [],
    "pre-norm": ["model.norm=pre"],
    "pre-norm, final norm": ["model.norm=pre", "model.final_norm=true"],
    "post-norm, final norm": ["model.final_norm=true"],
    "learned positions": ["model.positions=learned"],
    "sines first": ["model.sinusoid_layout=halves"],
    "projection bias": ["model.projection_bias=true"],
    "target table is output": ["model.shared_embeddings=target-output"],
    "one table for all": SHARED,
    "more encoder layers": ["model.encoder_layers=3", "model.decoder_layers=1"],
    "more decoder layers": ["model.encoder_layers=1", "model.decoder_layers=3"],
    "unit tables, no scale": ["model.embedding_init=unit", "model.embedding_scale=false"],
}
"""Every option of the Transformer's recipe, by name."""

SIZES_OF_FIELDS: dict[str, tuple[float, ...]] = {
    "width": (WIDTH,),
    "heads": (HEADS,),
    "inner": (INNER,),
    "embedding_width": (7,),
    "attention_width": (5,),
    "layers": (2, 1),
    "encoder_layers": (2, 1),
    "decoder_layers": (2, 1),
    "dropout": (0.3,),
}
"""Small values of every number in a `model` section, by the name of its key."""

Values = dict[str, Any]


def options_of(kind: type[Section]) -> dict[str, tuple[Any, ...]]:
    """By key: the values to try for a kind of model."""
    options: dict[str, tuple[Any, ...]] = {}
    for field in msgspec.structs.fields(kind):
        if field.type is bool:
            options[field.name] = (False, True)
        elif get_origin(field.type) is Literal:
            options[field.name] = get_args(field.type)
        else:
            assert field.name in SIZES_OF_FIELDS, (
                f"{kind.__name__}.{field.name}: no small size is known for this number; "
                "give one in SIZES_OF_FIELDS"
            )
            assert get_origin(field.type) is Annotated
            options[field.name] = SIZES_OF_FIELDS[field.name]
    return options


def covering(options: dict[str, tuple[Any, ...]]) -> Iterator[Values]:
    """Few choices of values, in which each pair of values stands together at least once.

    The first holds every key's first value.
    """
    missing = {
        ((one, a), (other, b))
        for one, other in combinations(options, 2)
        for a, b in product(options[one], options[other])
    }
    chosen: Values = {key: values[0] for key, values in options.items()}
    while True:
        yield chosen
        missing -= set(combinations(chosen.items(), 2))
        if not missing:
            return
        chosen = dict(sorted(missing, key=str)[0])
        for key, values in options.items():
            if key not in chosen:
                chosen[key] = max(values, key=lambda v, key=key: _gain(chosen, key, v, missing))
        chosen = {key: chosen[key] for key in options}


def _gain(chosen: Values, key: str, value: object, missing: set) -> int:
    pairs = [((key, value), item) for item in chosen.items()]
    return sum(pair in missing or pair[::-1] in missing for pair in pairs)


def recipe_of(kind: type[Section], values: Values) -> Recipe:
    """A recipe of the number reader's task with this `model` section.

    The two sides share a vocabulary where the model needs that.
    """
    data = recipe_data(small_recipe())
    data["model"] = {"kind": kind.__struct_config__.tag, **values}
    try:
        return check_recipe(data, "test")
    except RecipeError:
        data["text"]["shared_vocabulary"] = True
        return check_recipe(data, "test")


def small_recipe(*settings: str) -> Recipe:
    """The number reader with `settings` (`key=value`) put in."""
    return override(load_recipe("number-reader"), settings)


def _named() -> Iterator[tuple[str, Recipe]]:
    for kind in get_args(Model):
        options = options_of(kind)
        for values in covering(options):
            other = [_shown(k, v) for k, v in values.items() if v != options[k][0]]
            yield ", ".join([str(kind.__struct_config__.tag), *other]), recipe_of(kind, values)


def _shown(key: str, value: object) -> str:
    if isinstance(value, bool):
        return key
    return value if isinstance(value, str) else f"{value} {key}"


MODELS: dict[str, Recipe] = dict(_named())
"""Recipes of every kind of model, by a name that says what they choose."""

BASE = small_recipe(*SIZES)
"""The Transformer of the number reader in the small sizes."""

FIRST_OF_KIND = {type(recipe.model): name for name, recipe in reversed(MODELS.items())}
"""By kind: the name of one recipe, its options at their first values."""


def lstm_recipe(**values: object) -> Recipe:
    """An LSTM of the small sizes; what is not in `values` is the first of its values."""
    return _with(FIRST_OF_KIND, "lstm", values)


def one_stack_recipe(**values: object) -> Recipe:
    """A one-stack model of the small sizes, in the same way."""
    return _with(FIRST_OF_KIND, "one-stack", values)


def _with(names: dict, tag: str, values: Values) -> Recipe:
    (kind,) = (one for one in names if one.__struct_config__.tag == tag)
    return recipe_of(kind, {key: options[0] for key, options in options_of(kind).items()} | values)


def any_recipe() -> st.SearchStrategy[Recipe]:
    """Any kind with any values of its options."""
    return st.one_of([
        st.fixed_dictionaries({k: st.sampled_from(v) for k, v in options_of(kind).items()}).map(
            lambda values, kind=kind: recipe_of(kind, values)
        )
        for kind in get_args(Model)
    ])  # fmt: skip


def small_model(*settings: str, seed: int = SEED) -> AnyModel:
    """A Transformer of the sizes above unless `settings` say else; see `model_of`."""
    return model_of(small_recipe(*SIZES, *settings), seed)


def model_of(recipe: Recipe | str, seed: int = SEED) -> AnyModel:
    """A model (of a name in `MODELS`, or of a recipe) in 64 bits, in evaluation mode.

    Biases and the gains of norms are moved away from 0 and 1, where they would hide mistakes.
    """
    recipe = MODELS[recipe] if isinstance(recipe, str) else recipe
    torch.manual_seed(seed)
    source = TARGET_SYMBOLS if recipe.text.shared_vocabulary else SOURCE_SYMBOLS
    model = build_model(recipe, source, TARGET_SYMBOLS).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim == 1:
                parameter.add_(0.3 * torch.randn_like(parameter))
    return model


class Padded(NamedTuple):
    """What `forward` takes, with sources and targets of different lengths in one batch."""

    source: Tensor
    source_is_token: Tensor
    target_in: Tensor


SOURCE_LENGTHS, TARGET_LENGTHS = (5, 3, 2), (7, 2, 5)


def padded_batch(seed: int = SEED) -> Padded:
    """Three pairs, padded to 5 source and 7 target places."""
    generator = torch.Generator().manual_seed(seed)
    source = torch.randint(3, SOURCE_SYMBOLS, (BATCH, SOURCE), generator=generator)
    target = torch.randint(3, TARGET_SYMBOLS, (BATCH, TARGET), generator=generator)
    target[:, 0] = BOS
    source_is_token = is_token(SOURCE_LENGTHS, SOURCE)
    return Padded(
        source.masked_fill(~source_is_token, PAD),
        source_is_token,
        target.masked_fill(~is_token(TARGET_LENGTHS, TARGET), PAD),
    )


def full_batch(seed: int = SEED) -> Padded:
    """Three pairs of the same lengths: no padding anywhere."""
    generator = torch.Generator().manual_seed(seed)
    source = torch.randint(3, SOURCE_SYMBOLS, (BATCH, SOURCE), generator=generator)
    target = torch.randint(3, TARGET_SYMBOLS, (BATCH, TARGET), generator=generator)
    target[:, 0] = BOS
    return Padded(source, torch.ones_like(source, dtype=torch.bool), target)


def is_token(lengths: tuple[int, ...], longest: int) -> Tensor:
    """(batch, longest), True in the first `length` places of each row."""
    return torch.arange(longest) < torch.tensor(lengths)[:, None]
