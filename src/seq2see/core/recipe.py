"""`Recipe`: everything about a model and its training that may vary, on one page.

A recipe is data. Reading, writing, overriding and checking one are in `recipe_file`,
`recipe_override` and `recipe_check`. Papers cited below: Vaswani et al. 2017, "Attention is all
you need" (V17); Szegedy et al. 2016, "Rethinking the inception architecture" (S16); Kingma and
Ba 2015, "Adam" (K15); Wu et al. 2016, "Google's neural machine translation system" (W16); Xiong
et al. 2020, "On layer normalization in the Transformer architecture" (X20); Sutskever et al. 2014,
"Sequence to sequence learning with neural networks" (S14); Bahdanau et al. 2015, "Neural machine
translation by jointly learning to align and translate" (B15); Luong et al. 2015, "Effective
approaches to attention-based neural machine translation" (L15); Kudo and Richardson 2018,
"SentencePiece" (K18); Loshchilov and Hutter 2017, "SGDR" (L17), and 2019, "Decoupled weight decay
regularization" (L19); Ott et al. 2019, "fairseq: a fast, extensible toolkit for sequence modeling"
(O19); Junczys-Dowmunt et al. 2018, "Marian: fast neural machine translation in C++" (M18).
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
    draw: Literal["values", "lengths"]
    """Every number of the range alike and none twice; or first a length in digits, every length
    alike, then a number of that length, so that short ones come often (and again)."""
    training_pairs: Count
    """Numbers to learn from."""
    held_out_pairs: Whole
    """Numbers kept apart for measuring, from the same draw; none of them is learned from."""
    split_seed: Seed
    """Seed of the draw, apart from the training seed: all runs of a recipe share one split."""


class Reverse(Section, frozen=True, tag_field="kind", tag="reverse"):
    """The task of writing a string of digits backwards: `4270` → `0724`."""

    shortest: Annotated[int, Meta(ge=1, le=1_000)]
    """Digits in the shortest string."""
    longest: Annotated[int, Meta(ge=1, le=1_000)]
    """Digits in the longest string; every length comes alike often."""
    training_pairs: Count
    """Strings of one epoch; each epoch draws new ones."""
    held_out_pairs: Whole
    """Strings of each length kept apart for measuring: at most a fifth of all strings of that
    length, which only matters for the shortest. None of them is ever learned from."""
    split_seed: Seed
    """Seed of the draw, apart from the training seed: all runs of a recipe share one split."""


class FilePairs(Section, frozen=True, tag_field="kind", tag="pairs"):
    """Pairs of strings from files of one's own. A shipped recipe names no file: `--train` does."""

    train: str
    """File to learn from, `-` for standard input."""
    train_target: str
    """With `layout = "parallel"`: the file of targets that belongs to `train`."""
    dev: str
    """File to measure on while learning; empty: `dev_pairs` of `train` are kept apart for it."""
    dev_target: str
    """With `layout = "parallel"`: the file of targets that belongs to `dev`."""
    layout: Literal["columns", "parallel", "jsonl"]
    """Columns with tabs between them; two files, line by line; or one JSON object a line."""
    header: bool
    """Whether the first line names the columns."""
    source_column: str
    """Column of the source: its number, from 1, or its name; for JSON lines, its key."""
    target_column: str
    """Column of the target."""
    features_column: str
    """Column of features, such as `V;PST`, that go with the source; empty for none."""
    dev_pairs: Whole
    """Pairs of `train` kept apart where there is no `dev`; none of their sources is learned."""
    split_seed: Seed
    """Seed of what is kept apart."""


Cut = Literal["characters", "graphemes", "words", "subwords"]


class Text(Section, frozen=True):
    """How a text becomes symbols."""

    source: Cut
    """How a source line is cut: into code points, into what a reader takes for one character
    (Unicode annex 29), at `source_separator`, or into pieces that SentencePiece learned."""
    target: Cut
    """How a target line is cut."""
    source_separator: Annotated[str, Meta(min_length=1, max_length=10)]
    """What stands between two words of a source: one space, or another mark."""
    target_separator: Annotated[str, Meta(min_length=1, max_length=10)]
    """What stands between two words of a target."""
    features: Annotated[str, Meta(max_length=10)]
    """Separator of the features that follow a source after a tab, as in `walk⇥V;PST`: each is a
    symbol of its own, before the source's. Empty: sources have no features."""
    normalisation: Literal["none", "NFC", "NFD", "NFKC", "NFKD"]
    """Unicode normalisation (annex 15) of all text, in training, answering and measuring alike."""
    lower_case: bool
    """Whether all text is put in lower case, in training, answering and measuring alike."""
    shared_vocabulary: bool
    """One vocabulary for both sides (V17 §5.1) instead of one a side."""
    minimum_count: Count
    """Symbols that come up less often in training are `<unk>`; built-in tasks ignore it."""
    subwords: Whole
    """Pieces that SentencePiece learns for each side that is cut into subwords, or for both
    together where they share a vocabulary (K18)."""
    subword_model: Literal["unigram", "bpe"]
    """How they are found (Kudo 2018; Sennrich et al. 2016)."""
    source_eos: bool
    """Whether a source ends in `<eos>`. The chapters' sources do not."""
    longest_source: Annotated[int, Meta(ge=1, le=100_000)]
    """Hard limit in symbols; a longer source is an error."""
    longest_target: Annotated[int, Meta(ge=1, le=100_000)]
    """Hard limit in symbols, `<eos>` counted; a longer answer is cut there and marked so."""


class Blocks(Section, frozen=True):
    """What all models made of Transformer layers have in common."""

    width: Annotated[int, Meta(ge=1, le=65_536)]
    """Numbers in each row between layers; d_model in V17."""
    heads: Annotated[int, Meta(ge=1, le=1_024)]
    """Attention heads; h in V17. Divides `width`."""
    inner: Annotated[int, Meta(ge=1, le=262_144)]
    """Numbers in the middle of the feed-forward block; d_ff in V17."""
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
    projection_bias: bool
    """Whether W_Q, W_K and W_V have a bias. W_O and the feed-forward block always have one."""
    dropout: Share
    """Probability of zeroing a number of each sublayer's output and of the embedded rows, while
    training (V17 §5.4)."""


class Transformer(Blocks, frozen=True, tag_field="kind", tag="transformer"):
    """The encoder–decoder Transformer (V17 §3)."""

    encoder_layers: Annotated[int, Meta(ge=1, le=1_000)]
    decoder_layers: Annotated[int, Meta(ge=1, le=1_000)]
    shared_embeddings: Literal["none", "target-output", "all"]
    """Which tables are one: none; target and output; source, target and output (V17 §3.4), which
    needs a shared vocabulary."""


class OneStack(Blocks, frozen=True, tag_field="kind", tag="one-stack"):
    """One stack for source and target: the source, a start token, then the target's words in one
    sequence, masked self-attention everywhere. Needs a shared vocabulary."""

    layers: Annotated[int, Meta(ge=1, le=1_000)]
    shared_embeddings: Literal["none", "target-output"]
    """Whether the output layer's matrix is the embedding table."""


class Lstm(Section, frozen=True, tag_field="kind", tag="lstm"):
    """Two LSTMs, one after the other (S14), plain or with attention between them (B15, L15)."""

    embedding_width: Annotated[int, Meta(ge=1, le=65_536)]
    """Numbers in a token's row."""
    width: Annotated[int, Meta(ge=1, le=65_536)]
    """Numbers in h, and as many in c; H in the chapters. An encoder that reads both ways has half
    of it for each."""
    layers: Annotated[int, Meta(ge=1, le=100)]
    """LSTMs on top of one another, on each side."""
    bidirectional: bool
    """Whether the encoder reads both ways (B15 §3.2)."""
    attention: Literal["none", "dot", "bilinear", "additive"]
    """How the decoder's state s scores an encoder state h: not at all; s · h; s W h (L15 §3.1);
    v · tanh(s W₁ + h W₂) (B15 appendix A.1.2)."""
    attention_width: Annotated[int, Meta(ge=1, le=65_536)]
    """Length of v; other kinds of attention ignore it."""
    shared_embeddings: Literal["none", "all"]
    """Whether source and target share one table, which needs a shared vocabulary."""
    tied_output: bool
    """Whether the output layer reads through the target's embedding table: the readout is first
    brought to `embedding_width`."""
    dropout: Share
    """Probability of zeroing a number of embedded rows, between layers and of the readout."""


class Training(Section, frozen=True):
    """How the weights are found."""

    epochs: Count
    """Passes over the training pairs."""
    batch_pairs: Count
    """Most pairs in a batch."""
    batch_tokens: Whole
    """Most tokens in a batch, padding counted: pairs · (longest source + longest target). Never
    exceeded; 0 sets no limit."""
    accumulate_batches: Count
    """Batches whose gradients make one update: as if they were one batch."""
    bucket_batches: Whole
    """Sort the pairs of so many batches by length before cutting them apart, so that a batch
    holds little padding; 0 leaves the order as drawn."""
    learning_rate: Positive
    """Largest rate of the schedule."""
    schedule: Literal["constant", "inverse-sqrt", "linear", "cosine"]
    """After warm-up: keep the rate; divide by √updates (V17 §5.3); fall to 0, in a line or along
    half a cosine (L17)."""
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
    weight_decay: Annotated[float, Meta(ge=0.0, le=1.0)]
    """Share of each weight taken off at an update, times the learning rate (L19)."""
    unknown_share: Share
    """Probability that a symbol of a source is read as `<unk>` while learning, so that a model
    knows what to make of one; needs pairs from files."""
    precision: Literal["float32", "bfloat16"]
    """Numbers in which products are computed while learning; weights are always float32."""
    seed: Seed
    """Seed of first weights, batch order and dropout."""
    evaluate_epochs: Count
    """Measure held-out accuracy after every so many epochs, and after the last."""
    evaluate_pairs: Whole
    """Measure on so many of the held-out pairs, always the same ones; 0 means all."""
    best_by: Literal["none", "accuracy", "symbol_error_rate", "bleu", "chrf", "loss"]
    """Measure on held-out pairs that says which weights were best; "none" keeps the last ones."""
    keep_best: Annotated[int, Meta(ge=1, le=100)]
    """The model that is kept has the mean of the weights at so many best measurements, or the best
    weights themselves where the mean is not as good (1: always those)."""
    patience: Whole
    """Stop after so many measurements without a better one; 0 goes on to the last epoch."""
    snapshot_epochs: list[Count]
    """Keep the model as it is after each of these epochs, beside the final one."""
    save_seconds: Positive
    """Save a state to resume from at least this often."""


class Decoding(Section, frozen=True):
    """How an answer is found, unless the command line says otherwise."""

    beam: Annotated[int, Meta(ge=1, le=1_000)]
    """Hypotheses kept at each step; 1 is greedy."""
    length_penalty: Annotated[float, Meta(ge=0.0, le=10.0)]
    """α of the length penalty that `length_formula` names; 0 turns it off."""
    length_formula: Literal["wu", "power"]
    """Rank by log-probability / ((5 + length) / 6)^α (W16, equation 14), or / length^α (O19, M18),
    where α = 1 is the mean of a symbol; length counts `<eos>`."""


# Kinds are told apart by their `kind`.
Task = ReadNumbers | Reverse | FilePairs
Model = Transformer | OneStack | Lstm


class Recipe(Section, frozen=True):
    """A complete description of one model: what it learns, from what, and how."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    task: Task
    text: Text
    model: Model
    training: Training
    decoding: Decoding
