"""`Recipe`: everything about a model and its training that may vary, on one page.

A recipe is data. Reading, writing, overriding and checking one are in `recipe_file`,
`recipe_override` and `recipe_check`. Papers cited below: Vaswani et al. 2017, "Attention is all
you need" (V17); Szegedy et al. 2016, "Rethinking the inception architecture" (S16); Kingma and
Ba 2015, "Adam" (K15); Wu et al. 2016, "Google's neural machine translation system" (W16); Xiong
et al. 2020, "On layer normalization in the Transformer architecture" (X20).
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=1, le=10_000_000)]
Whole = Annotated[int, Meta(ge=0, le=10_000_000)]
Share = Annotated[float, Meta(ge=0.0, lt=1.0)]
Positive = Annotated[float, Meta(gt=0.0)]
Number = Annotated[int, Meta(ge=0, le=10**15 - 1)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a recipe: no defaults, so that a recipe on disk is always complete."""


class ReadNumbers(Section, frozen=True, tag_field="kind", tag="read-numbers"):
    """The task of reading whole numbers aloud in English: `427` → `four hundred twenty seven`."""

    lowest: Number
    """Smallest number read."""
    highest: Number
    """Largest number read; the range sets both vocabularies."""
    training_pairs: Count
    """Numbers to learn from, drawn from the range without repetition."""
    held_out_pairs: Whole
    """Numbers kept apart for measuring; none of them is learned from."""
    split_seed: Seed
    """Seed of the draw, apart from the training seed: all runs of a recipe share one split."""


class Text(Section, frozen=True):
    """How a text becomes symbols."""

    source: Literal["characters", "words"]
    """How a source line is cut: into code points, or at single spaces."""
    target: Literal["characters", "words"]
    """How a target line is cut."""
    shared_vocabulary: bool
    """One vocabulary for both sides (V17 §5.1) instead of one a side."""
    source_eos: bool
    """Whether a source ends in `<eos>`. The chapters' sources do not."""
    longest_source: Annotated[int, Meta(ge=1, le=100_000)]
    """Hard limit in symbols; a longer source is an error."""
    longest_target: Annotated[int, Meta(ge=1, le=100_000)]
    """Hard limit in symbols, `<eos>` counted; a longer answer is cut there and marked so."""


class Transformer(Section, frozen=True, tag_field="kind", tag="transformer"):
    """The encoder–decoder Transformer (V17 §3)."""

    width: Annotated[int, Meta(ge=1, le=65_536)]
    """Numbers in each row between layers; d_model in V17."""
    heads: Annotated[int, Meta(ge=1, le=1_024)]
    """Attention heads; h in V17. Divides `width`."""
    inner: Annotated[int, Meta(ge=1, le=262_144)]
    """Numbers in the middle of the feed-forward block; d_ff in V17."""
    encoder_layers: Annotated[int, Meta(ge=1, le=1_000)]
    decoder_layers: Annotated[int, Meta(ge=1, le=1_000)]
    norm: Literal["post", "pre"]
    """Normalise after adding (V17 §3.1), or what goes into a sublayer (X20)."""
    final_norm: bool
    """One more normalisation at the end of each stack; usual with `norm = "pre"`."""
    positions: Literal["sinusoidal", "learned"]
    """A fixed table (V17 §3.5), or a learned one as long as the longest source or target."""
    sinusoid_layout: Literal["interleaved", "halves"]
    """Sine and cosine in turn (V17), or all sines first (Marian). Learned tables ignore it."""
    embedding_init: Literal["small", "unit"]
    """Token tables start as normal numbers of size 1/√width, or of size 1."""
    embedding_scale: bool
    """Multiply token rows by √width before the position is added (V17 §3.4)."""
    shared_embeddings: Literal["none", "target-output", "all"]
    """Which tables are one: none; target and output; source, target and output (V17 §3.4), which
    needs a shared vocabulary."""
    projection_bias: bool
    """Whether W_Q, W_K and W_V have a bias. W_O and the feed-forward block always have one."""
    dropout: Share
    """Probability of zeroing a number of each sublayer's output and of the embedded rows, while
    training (V17 §5.4)."""


class Training(Section, frozen=True):
    """How the weights are found."""

    epochs: Count
    """Passes over the training pairs."""
    batch_pairs: Count
    """Pairs in a batch."""
    learning_rate: Positive
    """Largest rate of the schedule."""
    schedule: Literal["constant", "inverse-sqrt", "linear"]
    """After warm-up: keep the rate; divide by √updates (V17 §5.3); fall in a line to 0."""
    warmup_updates: Whole
    """Updates over which the rate rises in a line from 0 to `learning_rate`."""
    adam_beta1: Share
    """Decay of Adam's mean (K15, algorithm 1)."""
    adam_beta2: Share
    """Decay of Adam's mean square."""
    adam_epsilon: Positive
    """Added to the root of the mean square before dividing by it."""
    label_smoothing: Share
    """Share of the target spread over all words, the right one among them (S16 §7)."""
    clip_norm: Annotated[float, Meta(ge=0.0)]
    """Longest gradient, as a Euclidean norm over all weights; 0 turns clipping off."""
    seed: Seed
    """Seed of first weights, batch order and dropout."""
    evaluate_epochs: Count
    """Measure held-out accuracy after every so many epochs, and after the last."""
    snapshot_epochs: list[Count]
    """Keep the model as it is after each of these epochs, beside the final one."""
    save_seconds: Positive
    """Save a state to resume from at least this often."""


class Decoding(Section, frozen=True):
    """How an answer is found, unless the command line says otherwise."""

    beam: Annotated[int, Meta(ge=1, le=1_000)]
    """Hypotheses kept at each step; 1 is greedy."""
    length_penalty: Annotated[float, Meta(ge=0.0, le=10.0)]
    """α of W16 equation 14: rank by log-probability / ((5 + length) / 6)^α; 0 turns it off."""


# A task or a model of another kind joins these as a union, told apart by its `kind`.
Task = ReadNumbers
Model = Transformer


class Recipe(Section, frozen=True):
    """A complete description of one model: what it learns, from what, and how."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    task: Task
    text: Text
    model: Model
    training: Training
    decoding: Decoding
