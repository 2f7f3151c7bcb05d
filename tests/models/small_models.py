"""Small models and batches for every test that computes with one. Sizes are distinct primes."""

from typing import NamedTuple

import torch
from torch import Tensor

from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.core.special import BOS, PAD
from seq2see.models.registry import build_model
from seq2see.models.transformer import TransformerModel

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


def small_recipe(*settings: str) -> Recipe:
    """The number reader with `settings` (`key=value`) put in."""
    return override(load_recipe("number-reader"), settings)


def small_model(*settings: str, seed: int = SEED) -> TransformerModel:
    """A model in 64 bits, in evaluation mode, of the sizes above unless `settings` say else.

    Biases and the gains of norms are moved away from 0 and 1, where they would hide mistakes.
    """
    recipe = small_recipe(*SIZES, *settings)
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
