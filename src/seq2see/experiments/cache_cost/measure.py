"""Multiplications and kept numbers, counted while decoding, beside the formula for them."""

from collections.abc import Mapping
from dataclasses import replace

import torch
from torch.utils.flop_counter import FlopCounterMode

from seq2see.core.recipe import Recipe, Transformer
from seq2see.core.recipe_file import load_recipe
from seq2see.core.seeds import seed_torch
from seq2see.core.special import BOS
from seq2see.data.tasks import codec_of
from seq2see.experiments.experiment import Measured
from seq2see.experiments.figure import Value
from seq2see.inspection.recorder import record
from seq2see.models.contract import Memory
from seq2see.models.masks import source_mask, target_mask
from seq2see.models.registry import build_model
from seq2see.models.transformer import TransformerModel

SOURCE = "742"
ANSWER = "seven hundred forty two"
LONGEST = 32
"""Words of the longest answer that the chart shows."""
WAYS = {
    "both": (True, True),
    "no-self": (False, True),
    "no-cross": (True, False),
    "neither": (False, False),
}
"""By name: whether the self-attention cache and the cross-attention cache are kept."""


def costs(recipes: Mapping[str, Recipe]) -> Measured:
    """Reading 742 aloud in each way, counted and by the formula; the formula for longer answers."""
    recipe = load_recipe("number-reader")
    size = recipe.model
    assert isinstance(size, Transformer)
    codec = codec_of(recipe)
    seed_torch(recipe.training.seed, "weights")
    model = build_model(recipe, len(codec.source), len(codec.target)).eval()
    assert isinstance(model, TransformerModel)
    words = [BOS, *codec.target_ids(ANSWER)[:-1]]
    source = torch.tensor([codec.source_ids(SOURCE)])
    values: dict[str, Value] = {}
    series: dict[str, list[list[float]]] = {}
    for way, (self_cache, cross_cache) in WAYS.items():
        by_formula = formula(size, len(codec.target), 3, len(words), self_cache, cross_cache)
        counted = count(model, source, words, self_cache, cross_cache)
        values |= {f"multiplications-{way}": counted, f"difference-{way}": counted - by_formula}
        series[f"{way}/multiplications"] = [
            [n, formula(size, len(codec.target), 3, n, self_cache, cross_cache)]
            for n in range(1, LONGEST + 1)
        ]
    return Measured(values | kept(model, source, words), series)


def formula(
    size: Transformer, vocabulary: int, source: int, steps: int, self_cache: bool, cross_cache: bool
) -> int:
    """Multiplications in the matrix products of decoding `steps` words."""
    return sum(
        of_step(size, vocabulary, source, step, self_cache, cross_cache)
        for step in range(1, steps + 1)
    )


def of_step(
    size: Transformer, vocabulary: int, source: int, step: int, self_cache: bool, cross_cache: bool
) -> int:
    """Multiplications of one step, counted from 1.

    With r new rows, k keys in self-attention and S source tokens, a layer multiplies 3rd² for Q,
    K and V, 2rkd for scores and average, rd² for W_O; then rd² for Q, 2Sd² for the keys and
    values of memory (once, or again at every step), 2rSd and rd²; then 2rd·d_ff. The output is
    rdV. Without the self-attention cache every step has all rows so far.
    """
    d, rows = size.width, 1 if self_cache else step
    own = 3 * rows * d * d + 2 * rows * step * d + rows * d * d
    of_memory = 0 if cross_cache and step > 1 else 2 * source * d * d
    cross = rows * d * d + of_memory + 2 * rows * source * d + rows * d * d
    return size.decoder_layers * (own + cross + 2 * rows * d * size.inner) + rows * d * vocabulary


def count(
    model: TransformerModel,
    source: torch.Tensor,
    words: list[int],
    self_cache: bool,
    cross_cache: bool,
) -> int:
    """The same, counted by torch while it happens; reading the source is left out."""
    memory = model.encode(source, source > 0)
    counter = FlopCounterMode(display=False)
    # While someone looks, attention is computed by plain products, which the counter can see.
    with torch.no_grad(), record(model, only=[]), counter:
        state = model.start(memory) if cross_cache else None
        for step, word in enumerate(words):
            if self_cache:
                if not cross_cache:
                    fresh = model.start(memory)
                    caches = fresh.caches if state is None else state.caches
                    state = replace(fresh, caches=caches, position=step)
                assert state is not None
                _, state = model.step(torch.tensor([word]), state)
            else:
                cached = None if state is None else state.memory
                _all_rows(model, memory, words[: step + 1], cached)
    return counter.get_total_flops() // 2


def _all_rows(model: TransformerModel, memory: Memory, words: list[int], cached: object) -> None:
    """One step without the self-attention cache: every row so far goes through the decoder."""
    target = torch.tensor([words])
    rows = model.target_embedding(target)
    of_memory = model.start(memory).memory if cached is None else cached
    source = source_mask(memory.source_is_token)
    for layer, keys_values in zip(model.decoder.layers, of_memory, strict=True):  # type: ignore[arg-type]
        rows = layer(rows, keys_values, target_mask(target), source)
    model.output(model.decoder.finish(rows))


def kept(model: TransformerModel, source: torch.Tensor, words: list[int]) -> dict[str, Value]:
    """Numbers in each cache after the last step."""
    with torch.no_grad():
        state = model.start(model.encode(source, source > 0))
        for word in words:
            _, state = model.step(torch.tensor([word]), state)
    written = [cache for cache in state.written if cache is not None]
    return {
        "kept-cross": sum(t.numel() for pair in state.memory for t in pair),
        "kept-self": sum(t.numel() for pair in written for t in pair),
    }
